"""How Thud is played by the house at every level."""

from __future__ import annotations

from typing import Final

from engine.mind import Level, Mind
from engine.thud.mind.baseline import greedy
from engine.thud.mind.deciding import evaluate, plan, weigh
from engine.thud.mind.odds import odds
from engine.thud.model import Action, View

MIND: Final[Mind[View, Action]] = Mind(
    levels=(Level("pip", 0), Level("odo", 1), Level("wenna", 4500), Level("grete", 60000)),
    view_type=View,
    action_type=Action,
    plan=plan,
    weigh=weigh,
    evaluate=evaluate,
    odds=odds,
    baselines={"greedy": greedy},
)
