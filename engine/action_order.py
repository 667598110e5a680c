"""Actions whose order does not matter: what an action is worth while the same turn goes on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias, TypeVar

from engine.core import Game, Seat, Step
from engine.mind import ActionWorth
from engine.rng import SeededRng

AnyGame: TypeAlias = Game[Any, Any, Any, Any]

T = TypeVar("T")


def turn_goes_on(game: AnyGame, seat: Seat, after: Any, events: Iterable[Any]) -> bool:  # noqa: ANN401
    """Whether the same seat decides in the state `after` its action, and knows no more than before it.

    Then the action is worth what the best that can follow is worth. A mind that weighs the state before it
    may value it lower: it names each result once, by one order of the steps that lead there, and looks less
    closely at what begins differently.
    """
    return game.to_act(after) == {seat} and not any(map(game.reveals, events))


def state_if_turn_goes_on(game: AnyGame, state: Any, seat: Seat, action: Any) -> Any | None:  # noqa: ANN401
    """The state after an action if `turn_goes_on` there, else None."""
    step: Step[Any, Any] = game.apply(state, seat, action, SeededRng("orders"))
    return step.state if turn_goes_on(game, seat, step.state, step.events) else None


def raise_worth(weighed: Sequence[ActionWorth[T]], action: T, worth: float) -> tuple[ActionWorth[T], ...]:
    """What was weighed, the best first, with an action raised to `worth`, or to the best one's."""
    worths = {one.action: one.worth for one in weighed}
    worths[action] = max(worths.get(action, 0.0), min(worth, weighed[0].worth))
    order = sorted(worths.items(), key=lambda named: named[1], reverse=True)
    return tuple(ActionWorth(one, value) for one, value in order)
