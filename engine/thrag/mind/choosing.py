"""What Thrag does at each level, and what it expects of it."""

from __future__ import annotations

from typing import Final

from engine.mind import ActionWorth, Level
from engine.thrag.mind import reading, thumb
from engine.thrag.model import Action, View

LEVELS: Final = (Level("pip", 0), Level("odo", 0), Level("wenna", 1), Level("grete", 2))
"""The budgets are coins and rolls weighed ahead within a turn; pip and odo only look at the table."""

GLANCE: Final = 1
"""How far is looked ahead for an evaluation by those who play without looking."""

POINT: Final = 0.02
"""What one point of a rule of thumb is worth as a chance to win; chosen by trial, not measured separately."""


def plan(view: View, actions: tuple[Action, ...], level: Level, seed: str) -> tuple[Action, ...]:
    """The best action; with a beast that falls for nothing go all others that do, which reveals nothing."""
    first = weigh(view, actions, level, seed)[0].action
    free = reading.free_fights(view)
    return (first, *(action for action in free if action != first)) if first in free else (first,)


def weigh(
    view: View, actions: tuple[Action, ...], level: Level, seed: str
) -> tuple[ActionWorth[Action], ...]:
    """All actions, the best first; where two are worth the same a rule of thumb decides."""
    if level.budget:
        points = {action: thumb.worth(view, action) for action in actions}
        chances = _searched(view, actions, level)
    else:
        points = _felt(view, actions, level, seed)
        chances = _as_chances(points, evaluate(view, level, seed))
    order = sorted(actions, key=lambda action: (chances[action], points[action]), reverse=True)
    return tuple(ActionWorth(action, chances[action]) for action in order)


def _searched(view: View, actions: tuple[Action, ...], level: Level) -> dict[Action, float]:
    """What the search says; nothing can be better than to slay what falls for nothing."""
    turn = reading.fray(view)
    chances = {action: reading.worth(turn, action, view.owed, level.budget) for action in actions}
    most = max((chances[action] for action in reading.free_fights(view)), default=1.0)
    return {action: min(chance, most) for action, chance in chances.items()}


def _felt(view: View, actions: tuple[Action, ...], level: Level, seed: str) -> dict[Action, float]:
    """Points by eye, each of them somewhat off."""
    rule, most = (thumb.glance, 3) if level.key == "pip" else (thumb.worth, 5)
    return {action: rule(view, action) + thumb.slip(view, action, most, seed) for action in actions}


def _as_chances(points: dict[Action, float], stands: float) -> dict[Action, float]:
    """Points as chances: the best is what the position promises, the others are less."""
    best = max(points.values())
    return {action: max(0.0, stands - POINT * (best - point)) for action, point in points.items()}


def evaluate(view: View, level: Level, _seed: str) -> float:
    """The chance to win as the game stands."""
    if view.outcome is not None:
        return float(bool(view.outcome.winners))
    turn = reading.fray(view)
    ahead = level.budget or GLANCE
    return turn.pay(view.owed, ahead) if view.owed else turn.worth(ahead)
