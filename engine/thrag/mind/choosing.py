"""The action of each level, and the chance to win with each action."""

from __future__ import annotations

from typing import Final

from engine.mind import ActionWorth, Level
from engine.thrag.mind import reading
from engine.thrag.mind.rule_of_thumb import glance_points, judging_error, thumb_points
from engine.thrag.model import Action, View

LEVELS: Final = (Level("pip", 0), Level("odo", 0), Level("wenna", 1), Level("grete", 2))
"""The budget is the depth of the search in coins and rolls; `pip` and `odo` do not search.

One more would win one or two nights in a hundred more, in five times the time (docs/minds/thrag.md).
"""

EVALUATION_AHEAD: Final = 1
"""The depth of an evaluation for levels that do not search; set by hand."""

CHANCE_PER_POINT: Final = 0.02
"""How much of a chance one point of the rule of thumb is; chosen by trial, not measured separately."""

MAX_ERROR: Final = {"pip": 3, "odo": 5}
"""By how many points those levels misjudge an action at most; set by hand."""


def plan(view: View, actions: tuple[Action, ...], level: Level, seed: str) -> tuple[Action, ...]:
    """The best action, and after a fight that the die wins alone all others, which reveal nothing."""
    first = weigh(view, actions, level, seed)[0].action
    free = reading.free_fights(view)
    return (first, *(action for action in free if action != first)) if first in free else (first,)


def weigh(
    view: View, actions: tuple[Action, ...], level: Level, seed: str
) -> tuple[ActionWorth[Action], ...]:
    """The chance to win with each action, the best first; between equals the rule of thumb decides."""
    if level.budget:
        points = {action: thumb_points(view, action) for action in actions}
        chances = _search_chances(view, actions, level)
    else:
        points = _guess_points(view, actions, level, seed)
        chances = _points_to_chances(points, evaluate(view, level, seed))
    order = sorted(actions, key=lambda action: (chances[action], points[action]), reverse=True)
    return tuple(ActionWorth(action, chances[action]) for action in order)


def _search_chances(view: View, actions: tuple[Action, ...], level: Level) -> dict[Action, float]:
    """The chances by the search; no action is better than a fight that the die wins alone."""
    turn = reading.fight_search(view)
    chances = {action: reading.action_chance(turn, action, view.owed, level.budget) for action in actions}
    most = max((chances[action] for action in reading.free_fights(view)), default=1.0)
    return {action: min(chance, most) for action, chance in chances.items()}


def _guess_points(view: View, actions: tuple[Action, ...], level: Level, seed: str) -> dict[Action, float]:
    """Points by a rule without search, each with a random error."""
    rule = glance_points if level.key == "pip" else thumb_points
    max_error = MAX_ERROR[level.key]
    return {action: rule(view, action) + judging_error(view, action, max_error, seed) for action in actions}


def _points_to_chances(points: dict[Action, float], best_chance: float) -> dict[Action, float]:
    """Points as chances: the best action has `best_chance`, the others less."""
    best = max(points.values())
    return {
        action: max(0.0, best_chance - CHANCE_PER_POINT * (best - point)) for action, point in points.items()
    }


def evaluate(view: View, level: Level, _seed: str) -> float:
    """The chance to win from the current position."""
    if view.outcome is not None:
        return float(bool(view.outcome.winners))
    turn = reading.fight_search(view)
    ahead = level.budget or EVALUATION_AHEAD
    return turn.pay(view.owed, ahead) if view.owed else turn.chance(ahead)
