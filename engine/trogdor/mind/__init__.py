"""How Trogdor is played by the house at every level."""

from __future__ import annotations

from typing import Final

from engine.mind import Mind
from engine.trogdor.mind.deciding import evaluate, plan, weigh
from engine.trogdor.mind.odds import odds
from engine.trogdor.mind.planner import LEVELS
from engine.trogdor.model import Action, View

MIND: Final[Mind[View, Action]] = Mind(
    levels=LEVELS,
    view_type=View,
    action_type=Action,
    plan=plan,
    weigh=weigh,
    evaluate=evaluate,
    odds=odds,
)
