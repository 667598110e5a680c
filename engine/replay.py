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
from engine.rng import SeededRng
from engine.table_lines import HINT, undo_target

Chance: TypeAlias = Callable[[int], SeededRng]
"""What chance gives after so many random words."""


@dataclass(frozen=True, slots=True)
class LogPosition:
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


class UndoBeyondStart(Exception):  # noqa: N818 - named by what happened
    """A log takes a game back to a position before the one from which it can be replayed."""


class SeedUnknown(Exception):  # noqa: N818 - named by what happened
    """Chance is asked for, and nobody has told the seed that it is drawn from."""


class _SeedlessRng(SeededRng):
    """Chance whose seed is not told; raises `Untold` where a number is drawn."""

    def _word(self) -> int:
        raise SeedUnknown

    def stream(self, _name: str) -> SeededRng:
        return self


def seedless_rng(counter: int) -> SeededRng:
    """Chance as far as it is known without its seed: as long as nothing is drawn."""
    return _SeedlessRng("", counter)


def first_position(
    game: Game[Any, Any, Any, Any], options: Mapping[str, str], seats: int, seed: str
) -> LogPosition:
    """How a game begins; raises `BadOption`."""
    return start_position(game, options, seats, partial(SeededRng, seed))


def start_position(
    game: Game[Any, Any, Any, Any], options: Mapping[str, str], seats: int, chance: Chance
) -> LogPosition:
    """How a game begins; raises `BadOption`, and `Untold` where chance is."""
    rng = chance(0)
    return LogPosition(0, game.start(read_settings(game, options, seats), seats, rng), rng.counter)


def position_after_transfer(game: Game[Any, Any, Any, Any], state: object, seed: str) -> LogPosition:
    """How a game that moved house goes on, after the line that says so.

    What nobody knows of the `state` that it had is in a new order, by the chance of its new table.
    """
    return reshuffled_position(game, state, partial(SeededRng, seed))


def reshuffled_position(game: Game[Any, Any, Any, Any], state: object, chance: Chance) -> LogPosition:
    """As `arrived`; raises `Untold` where chance is."""
    return LogPosition(1, game.reshuffle(state, chance(0).stream("moved")), 0)


def replay_positions(
    game: Game[Any, Any, Any, Any], first: LogPosition, seed: str, lines: Iterable[tuple[Seat, str]]
) -> tuple[LogPosition, ...]:
    """The `first` position and that after each of the `lines` of (seat, notation) that follow it.

    Raises `IllegalAction` where a line is not legal, and `Forgotten` where it goes back beyond the first
    position.
    """
    return extend_positions(game, (first,), seed, lines)


def extend_positions(
    game: Game[Any, Any, Any, Any], found: Sequence[LogPosition], seed: str, lines: Iterable[tuple[Seat, str]]
) -> tuple[LogPosition, ...]:
    """The positions `found` and that after each of the `lines` that follow; raises what `positions` does."""
    every = list(found)
    for seat, text in lines:
        every.append(next_position(game, every, partial(SeededRng, seed), seat, text))
    return tuple(every)


def next_position(
    game: Game[Any, Any, Any, Any], found: Sequence[LogPosition], chance: Chance, seat: Seat, text: str
) -> LogPosition:
    """The position that a line leads to from those `found` before it.

    Raises what `positions` does, and `Untold` where chance is.
    """
    last = found[-1]
    if text == HINT:
        return LogPosition(last.ply + 1, last.state, last.counter, back=last.ply)
    back = undo_target(text)
    if back is not None:
        at = back - found[0].ply
        if not 0 <= at < len(found):
            raise UndoBeyondStart(text)
        return LogPosition(last.ply + 1, found[at].state, found[at].counter, seat, back=back)
    rng = chance(last.counter)
    action = game.parse(text, last.state)
    step = game.apply(last.state, seat, action, rng)
    return LogPosition(last.ply + 1, step.state, rng.counter, seat, action, step.events, before=last.ply)


def effective_positions(found: Sequence[LogPosition]) -> tuple[LogPosition, ...]:
    """The positions on the way from the first to the last, without what was taken back."""
    way, at = list[LogPosition](), len(found) - 1
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
) -> LogPosition:
    """Play `lines` of (seat, notation) from the start; raises `IllegalAction` where one is not legal."""
    return replay_positions(game, first_position(game, options, seats, seed), seed, lines)[-1]


def moments(found: Sequence[LogPosition], seed: str) -> tuple[Moment, ...]:
    """Every line that was not taken back, with what it was played on."""
    way = effective_positions(found)
    return tuple(
        Moment(before.state, after.seat, after.action, SeededRng(seed, before.counter))
        for before, after in pairwise(way)
        if after.seat is not None
    )


def outcome_record(outcome: Outcome) -> dict[str, Any]:
    """An outcome as it stands in JSON."""
    points, winners = list(outcome.points), list(outcome.winners)
    return {"ending": outcome.ending, "winners": winners, "points": points}
