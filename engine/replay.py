"""Replays a game line by line, from its beginning or from a saved position.

Chance is drawn from a `seed`, which may include the players' salts: see `engine.fairness.chance_seed`.
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
"""Returns the random source after so many drawn words."""


@dataclass(frozen=True, slots=True)
class LogPosition:
    """The state of a game after `ply` lines of its log, and the line that led there.

    `counter` is the number of random words drawn. A position without a player's action (the first one, and
    those after an undo) has no `action` and events; after an undo `back` is the target ply and `seat` the
    player who asked for it. After a hint the state is unchanged: `back` is the ply before and `seat` is None.
    `before` is the ply of the position that the line was played on.
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
        """Whether the line only records a hint."""
        return self.back is not None and self.seat is None


@dataclass(frozen=True, slots=True)
class Moment:
    """A line of a log with the `state` before it and the `rng` that it draws from."""

    state: Any
    seat: Seat
    action: Any
    rng: SeededRng


class UndoBeyondStart(Exception):  # noqa: N818 - named by what happened
    """A log undoes to a position before the one that the replay starts from."""


class SeedUnknown(Exception):  # noqa: N818 - named by what happened
    """A random number is needed, and the seed is still secret."""


class _SeedlessRng(SeededRng):
    """A random source without seed; raises `SeedUnknown` when a number is drawn."""

    def _word(self) -> int:
        raise SeedUnknown

    def stream(self, _name: str) -> SeededRng:
        return self


def seedless_rng(counter: int) -> SeededRng:
    """A random source for a secret seed, usable as long as nothing is drawn."""
    return _SeedlessRng("", counter)


def first_position(
    game: Game[Any, Any, Any, Any], options: Mapping[str, str], seats: int, seed: str
) -> LogPosition:
    """The position at the beginning of a game; raises `BadOption`."""
    return start_position(game, options, seats, partial(SeededRng, seed))


def start_position(
    game: Game[Any, Any, Any, Any], options: Mapping[str, str], seats: int, chance: Chance
) -> LogPosition:
    """The position at the beginning of a game; raises `BadOption` and `SeedUnknown`."""
    rng = chance(0)
    return LogPosition(0, game.start(read_settings(game, options, seats), seats, rng), rng.counter)


def position_after_transfer(game: Game[Any, Any, Any, Any], state: object, seed: str) -> LogPosition:
    """The position of a transferred game after its transfer line.

    The hidden information of `state` is reshuffled by the new table's seed.
    """
    return reshuffled_position(game, state, partial(SeededRng, seed))


def reshuffled_position(game: Game[Any, Any, Any, Any], state: object, chance: Chance) -> LogPosition:
    """Like `position_after_transfer`, for any source of chance; raises `SeedUnknown`."""
    return LogPosition(1, game.reshuffle(state, chance(0).stream("moved")), 0)


def replay_positions(
    game: Game[Any, Any, Any, Any], first: LogPosition, seed: str, lines: Iterable[tuple[Seat, str]]
) -> tuple[LogPosition, ...]:
    """The `first` position and that after each of the `lines` of (seat, notation).

    Raises `IllegalAction` for an illegal line, and `UndoBeyondStart` for an undo to before the first
    position.
    """
    return extend_positions(game, (first,), seed, lines)


def extend_positions(
    game: Game[Any, Any, Any, Any],
    positions: Sequence[LogPosition],
    seed: str,
    lines: Iterable[tuple[Seat, str]],
) -> tuple[LogPosition, ...]:
    """The given positions and that after each of the `lines`; raises what `replay_positions` does."""
    every = list(positions)
    for seat, text in lines:
        every.append(next_position(game, every, partial(SeededRng, seed), seat, text))
    return tuple(every)


def next_position(
    game: Game[Any, Any, Any, Any], positions: Sequence[LogPosition], chance: Chance, seat: Seat, text: str
) -> LogPosition:
    """The position after one more line.

    Raises what `replay_positions` does, and `SeedUnknown`.
    """
    last = positions[-1]
    if text == HINT:
        return LogPosition(last.ply + 1, last.state, last.counter, back=last.ply)
    back = undo_target(text)
    if back is not None:
        index = back - positions[0].ply
        if not 0 <= index < len(positions):
            raise UndoBeyondStart(text)
        return LogPosition(last.ply + 1, positions[index].state, positions[index].counter, seat, back=back)
    rng = chance(last.counter)
    action = game.parse(text, last.state)
    step = game.apply(last.state, seat, action, rng)
    return LogPosition(last.ply + 1, step.state, rng.counter, seat, action, step.events, before=last.ply)


def effective_positions(positions: Sequence[LogPosition]) -> tuple[LogPosition, ...]:
    """The positions from first to last, without those that were undone."""
    effective, index = list[LogPosition](), len(positions) - 1
    while index > 0:
        position = positions[index]
        if position.back is not None:
            index = position.back - positions[0].ply
            continue
        effective.append(position)
        index -= 1
    return (positions[0], *reversed(effective))


def replay(
    game: Game[Any, Any, Any, Any],
    options: Mapping[str, str],
    seats: int,
    seed: str,
    lines: Iterable[tuple[Seat, str]],
) -> LogPosition:
    """Replay `lines` of (seat, notation) and return the last position; raises `IllegalAction`."""
    return replay_positions(game, first_position(game, options, seats, seed), seed, lines)[-1]


def moments(positions: Sequence[LogPosition], seed: str) -> tuple[Moment, ...]:
    """Every line that was not undone, with the state and chance it was played on."""
    effective = effective_positions(positions)
    return tuple(
        Moment(before.state, after.seat, after.action, SeededRng(seed, before.counter))
        for before, after in pairwise(effective)
        if after.seat is not None
    )


def outcome_record(outcome: Outcome) -> dict[str, Any]:
    """An outcome as a JSON record."""
    points, winners = list(outcome.points), list(outcome.winners)
    return {"ending": outcome.ending, "winners": winners, "points": points}
