"""A game played again, line by line: from its beginning, or from a position that was saved.

Chance is drawn from a `seed`, to which the players may have added salts: see `engine.fairness.salted`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Any, TypeAlias

from engine.core import Game, Outcome, Seat, read_settings
from engine.entries import HINT, undone_to
from engine.rng import SeededRng

Chance: TypeAlias = Callable[[int], SeededRng]
"""What chance gives after so many random words."""


@dataclass(frozen=True, slots=True)
class Position:
    """How a game stood after `ply` lines of its log, and the line that led there.

    `counter` is how many random words were drawn. A position that no player's line led to (the first one, and
    one that was taken back to) has no `action` and events; `back` is then the ply that was gone back to, and
    `seat` whoever asked for it. After a hint the game stands where it stood: `back` is the ply before, and
    nobody's `seat` has asked to go anywhere. `before` is the ply of the position that the line was played on.
    """

    ply: int
    state: Any
    counter: int
    seat: Seat | None = None
    action: Any = None
    events: tuple[Any, ...] = ()
    before: int | None = None
    back: int | None = None

    @property
    def is_hint(self) -> bool:
        """Whether the line has only noted that somebody was given a hint."""
        return self.back is not None and self.seat is None


@dataclass(frozen=True, slots=True)
class Moment:
    """A line of a log about to be played: `state` is the one before it, and so is what `rng` draws next."""

    state: Any
    seat: Seat
    action: Any
    rng: SeededRng


class Forgotten(Exception):  # noqa: N818 - named by what happened
    """A log takes a game back to a position before the one from which it can be replayed."""


class Untold(Exception):  # noqa: N818 - named by what happened
    """Chance is asked for, and nobody has told the seed that it is drawn from."""


class _UntoldRng(SeededRng):
    """Chance whose seed is not told; raises `Untold` where a number is drawn."""

    def _word(self) -> int:
        raise Untold

    def stream(self, _name: str) -> SeededRng:
        return self


def untold(counter: int) -> SeededRng:
    """Chance as far as it is known without its seed: as long as nothing is drawn."""
    return _UntoldRng("", counter)


def first_position(
    game: Game[Any, Any, Any, Any], options: Mapping[str, str], seats: int, seed: str
) -> Position:
    """How a game begins; raises `BadOption`."""
    return begun(game, options, seats, partial(SeededRng, seed))


def begun(game: Game[Any, Any, Any, Any], options: Mapping[str, str], seats: int, chance: Chance) -> Position:
    """How a game begins; raises `BadOption`, and `Untold` where chance is."""
    rng = chance(0)
    return Position(0, game.start(read_settings(game, options, seats), seats, rng), rng.counter)


def arrived(game: Game[Any, Any, Any, Any], state: object, seed: str) -> Position:
    """How a game that moved house goes on, after the line that says so.

    What nobody knows of the `state` that it had is in a new order, by the chance of its new table.
    """
    return moved_in(game, state, partial(SeededRng, seed))


def moved_in(game: Game[Any, Any, Any, Any], state: object, chance: Chance) -> Position:
    """As `arrived`; raises `Untold` where chance is."""
    return Position(1, game.reshuffled(state, chance(0).stream("moved")), 0)


def positions(
    game: Game[Any, Any, Any, Any], first: Position, seed: str, lines: Iterable[tuple[Seat, str]]
) -> tuple[Position, ...]:
    """The `first` position and that after each of the `lines` of (seat, notation) that follow it.

    Raises `IllegalAction` where a line is not legal, and `Forgotten` where it goes back beyond the first
    position.
    """
    return longer(game, (first,), seed, lines)


def longer(
    game: Game[Any, Any, Any, Any], found: Sequence[Position], seed: str, lines: Iterable[tuple[Seat, str]]
) -> tuple[Position, ...]:
    """The positions `found` and that after each of the `lines` that follow; raises what `positions` does."""
    every = list(found)
    for seat, text in lines:
        every.append(next_position(game, every, partial(SeededRng, seed), seat, text))
    return tuple(every)


def next_position(
    game: Game[Any, Any, Any, Any], found: Sequence[Position], chance: Chance, seat: Seat, text: str
) -> Position:
    """The position that a line leads to from those `found` before it.

    Raises what `positions` does, and `Untold` where chance is.
    """
    last = found[-1]
    if text == HINT:
        return Position(last.ply + 1, last.state, last.counter, back=last.ply)
    back = undone_to(text)
    if back is not None:
        at = back - found[0].ply
        if not 0 <= at < len(found):
            raise Forgotten(text)
        return Position(last.ply + 1, found[at].state, found[at].counter, seat, back=back)
    rng = chance(last.counter)
    action = game.parse(text, last.state)
    step = game.apply(last.state, seat, action, rng)
    return Position(last.ply + 1, step.state, rng.counter, seat, action, step.events, before=last.ply)


def lasting(found: Sequence[Position]) -> tuple[Position, ...]:
    """The positions on the way from the first to the last, without what was taken back."""
    way, at = list[Position](), len(found) - 1
    while at > 0:
        position = found[at]
        if position.back is not None:
            at = position.back - found[0].ply
            continue
        way.append(position)
        at -= 1
    return (found[0], *reversed(way))


def replay(
    game: Game[Any, Any, Any, Any],
    options: Mapping[str, str],
    seats: int,
    seed: str,
    lines: Iterable[tuple[Seat, str]],
) -> Position:
    """Play `lines` of (seat, notation) from the start; raises `IllegalAction` where one is not legal."""
    return positions(game, first_position(game, options, seats, seed), seed, lines)[-1]


def moments(found: Sequence[Position], seed: str) -> tuple[Moment, ...]:
    """Every line that was not taken back, with what it was played on."""
    way = lasting(found)
    return tuple(
        Moment(before.state, after.seat, after.action, SeededRng(seed, before.counter))
        for before, after in pairwise(way)
        if after.seat is not None
    )


def outcome_record(outcome: Outcome) -> dict[str, Any]:
    """An outcome as it stands in JSON."""
    points, winners = list(outcome.points), list(outcome.winners)
    return {"ending": outcome.ending, "winners": winners, "points": points}
