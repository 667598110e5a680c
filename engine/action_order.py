"""Rating actions whose order does not matter, while the same turn goes on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias, TypeVar

from engine.core import Game, Seat, Step
from engine.mind import ActionWorth
from engine.rng import SeededRng

AnyGame: TypeAlias = Game[Any, Any, Any, Any]

T = TypeVar("T")


def turn_goes_on(game: AnyGame, seat: Seat, after: Any, events: Iterable[Any]) -> bool:  # noqa: ANN401
    """Whether the same seat decides again after its action, without new information.

    Then the action is worth as much as the best that can follow. A search that rates the state before it may
    undervalue it: it lists each result once, by one order of the steps, and searches the others less deeply.
    """
    return game.to_act(after) == {seat} and not any(map(game.reveals, events))


def state_if_turn_goes_on(game: AnyGame, state: Any, seat: Seat, action: Any) -> Any | None:  # noqa: ANN401
    """The state after an action if `turn_goes_on` there, else None."""
    step: Step[Any, Any] = game.apply(state, seat, action, SeededRng("orders"))
    return step.state if turn_goes_on(game, seat, step.state, step.events) else None


def raise_worth(weighed: Sequence[ActionWorth[T]], action: T, worth: float) -> tuple[ActionWorth[T], ...]:
    """The ratings, best first, with one action raised to `worth`, at most to the best one's."""
    worths = {rated.action: rated.worth for rated in weighed}
    worths[action] = max(worths.get(action, 0.0), min(worth, weighed[0].worth))
    order = sorted(worths.items(), key=lambda item: item[1], reverse=True)
    return tuple(ActionWorth(*item) for item in order)
