"""How Koom Valley is played by the house at every level."""

from __future__ import annotations

from typing import Final

from engine.koom.mind.baseline import greedy
from engine.koom.mind.deciding import evaluate, plan, weigh
from engine.koom.mind.odds import odds
from engine.koom.model import Action, State
from engine.mind import Level, Mind

MIND: Final[Mind[State, Action]] = Mind(
    levels=(Level("pip", 0), Level("odo", 1), Level("wenna", 1500), Level("grete", 12000)),
    view_type=State,
    action_type=Action,
    plan=plan,
    weigh=weigh,
    evaluate=evaluate,
    odds=odds,
    baselines={"greedy": greedy},
)
