"""A game that plays itself, for the bench and the arena: each has its own way to choose what is done."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Generic, TypeAlias

from engine.action_order import turn_goes_on
from engine.core import A, E, Game, S, Seat, V, read_settings
from engine.rng import SeededRng


@dataclass(frozen=True, slots=True)
class Ply(Generic[S, A]):
    """What a seat did, with the state and the dice before it, and the state after it."""

    before: S
    seat: Seat
    action: A
    dice: SeededRng
    after: S


class Unplayable(Exception):  # noqa: N818 - named by what is wrong
    """A seat wanted to do what is not legal, or nothing."""

    def __init__(self, ply: int, seat: Seat, action: object) -> None:
        super().__init__(f"ply {ply}: seat {seat} wanted {action}")
        self.ply = ply
        self.seat = seat
        self.action = action


Choose: TypeAlias = Callable[[S, Seat, tuple[A, ...], int], Sequence[A]]
"""What a seat plans to do in a state, of what is legal, at a ply of the game: the first ply is 0."""


def plies(
    game: Game[S, A, E, V],
    seats: int,
    seed: str,
    choose: Choose[S, A],
    options: Mapping[str, str] | None = None,
) -> Iterator[Ply[S, A]]:
    """A game to its end; raises `Unplayable`.

    A plan holds as long as nothing is revealed and nobody else acts.
    """
    dice = SeededRng(seed)
    state = game.start(read_settings(game, options or {}, seats), seats, dice)
    plan = list[A]()
    for number in count():
        if not (acting := game.to_act(state)):
            return
        seat = min(acting)
        legal = game.legal(state, seat)
        plan = plan or list(choose(state, seat, legal, number))
        if not plan or plan[0] not in legal:
            raise Unplayable(number, seat, plan[0] if plan else "nothing")
        action, before = plan.pop(0), SeededRng(seed, dice.counter)
        step = game.apply(state, seat, action, dice)
        yield Ply(state, seat, action, before, step.state)
        state = step.state
        plan = plan if turn_goes_on(game, seat, state, step.events) else []
