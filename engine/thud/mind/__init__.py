"""How Thud is played by the house at every level."""

from __future__ import annotations

from typing import Final

from engine.mind import LEVELS, Level, Mind, Odds, Weighed
from engine.rng import SeededRng
from engine.thud.model import Action, View
from engine.thud.standing_in import stands_in


def _plan(view: View, actions: tuple[Action, ...], _level: Level, seed: str) -> tuple[Action, ...]:
    return (stands_in(view, actions, SeededRng(seed)),)


def _weigh(view: View, actions: tuple[Action, ...], level: Level, seed: str) -> tuple[Weighed[Action], ...]:
    return (Weighed(_plan(view, actions, level, seed)[0], 0.5),)


def _standing(_view: View, _level: Level, _seed: str) -> float:
    return 0.5


def _odds(_view: View, _actions: tuple[Action, ...]) -> tuple[Odds, ...]:
    return ()


MIND: Final[Mind[View, Action]] = Mind(
    unit="nodes",
    levels=tuple(Level(key, 0) for key in LEVELS),
    plan=_plan,
    weigh=_weigh,
    standing=_standing,
    odds=_odds,
)
