"""How Thrag is played by the house at every level."""

from __future__ import annotations

from typing import Final

from engine.mind import LEVELS, Level, Mind, Weighed
from engine.rng import SeededRng
from engine.thrag.mind.odds import odds
from engine.thrag.model import TURNS, Action, Verb, View
from engine.thrag.standing_in import _worth, stands_in


def _house(view: View, actions: tuple[Action, ...], seed: str) -> Action:
    return stands_in(view, actions, SeededRng(seed))


def _plan(view: View, actions: tuple[Action, ...], _level: Level, seed: str) -> tuple[Action, ...]:
    return (_house(view, actions, seed),)


def _weigh(view: View, actions: tuple[Action, ...], level: Level, seed: str) -> tuple[Weighed[Action], ...]:
    stand = _standing(view, level, seed)
    ways = [action for action in actions if action.verb is not Verb.RESIGN]
    values = {action: _worth(view, action) for action in ways}
    ways.sort(key=lambda action: (values[action], action.verb is Verb.STOP), reverse=True)
    best = values[ways[0]]
    return tuple(
        Weighed(action, max(0.0, min(1.0, stand + (values[action] - best) / 100))) for action in ways
    )


def _standing(view: View, _level: Level, _seed: str) -> float:
    if view.outcome is not None:
        return 1.0 if view.outcome.winners else 0.0
    if view.lost:
        return 0.0
    ahead = 2.2 * (TURNS + 1 - view.turn) - view.left - 11
    return max(0.02, min(0.98, 0.35 + 0.03 * ahead + 0.01 * (sum(view.coins) - 18)))


MIND: Final[Mind[View, Action]] = Mind(
    unit="rollouts",
    levels=tuple(Level(key, 0) for key in LEVELS),
    plan=_plan,
    weigh=_weigh,
    standing=_standing,
    odds=odds,
    rivals={"house": _house, "thumb": _house},
)
