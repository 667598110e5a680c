"""How Thrag is played by the house at every level."""

from __future__ import annotations

from typing import Final

from engine.mind import Mind
from engine.thrag.mind.choosing import LEVELS, evaluate, plan, weigh
from engine.thrag.mind.odds import odds
from engine.thrag.mind.rule_of_thumb import play_by_thumb
from engine.thrag.model import Action, View

MIND: Final[Mind[View, Action]] = Mind(
    levels=LEVELS,
    view_type=View,
    action_type=Action,
    plan=plan,
    weigh=weigh,
    evaluate=evaluate,
    odds=odds,
    baselines={"thumb": play_by_thumb},
)
