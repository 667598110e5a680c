"""How Ploc is played by the house at every level."""

from __future__ import annotations

from typing import Final

from engine.mind import Mind
from engine.ploc.mind.baseline import hitter
from engine.ploc.mind.choosing import evaluate, plan, weigh
from engine.ploc.mind.levels import PLOC_LEVELS
from engine.ploc.mind.odds import odds
from engine.ploc.model import Action, View

MIND: Final[Mind[View, Action]] = Mind(
    levels=PLOC_LEVELS,
    view_type=View,
    action_type=Action,
    plan=plan,
    weigh=weigh,
    evaluate=evaluate,
    odds=odds,
    baselines={"hitter": hitter},
)
