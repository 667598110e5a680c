"""Answers that people have prepared: what they are, and how they fit what stands of a log. Pure.

See docs/decisions/prepared-answers.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias

from engine.core import Seat
from engine.table_lines import HINT, undo_target

MOST: Final = 20
"""How many answers somebody can have prepared at a table."""

DEEPEST: Final = 6
"""The most lines of a branch that are still to be played, its last answer among them."""

TALK: Final = ("offer", "decline")
"""Lines that are no moves: they leave the game as it was, so what was foreseen may come all the same."""

Played: TypeAlias = tuple[Seat, str]
"""Whose line it is, and its canonical notation."""


@dataclass(frozen=True, slots=True)
class PreparedAnswer:
    """What somebody plays on a seat once the lines of `way` have been played after line `ply` of the log.

    `number` tells it from the person's others at the table. Without an `answer` it is being entered.
    """

    user_id: int
    number: int
    seat: Seat
    ply: int
    way: tuple[Played, ...]
    answer: str

    @property
    def branch(self) -> tuple[Played, ...]:
        """The way with the answer; without one, the way."""
        return (*self.way, (self.seat, self.answer)) if self.answer else self.way


class Fit(StrEnum):
    """How an answer fits the game as it stands."""

    AHEAD = "ahead"  # it has yet to come true
    DUE = "due"
    OFF = "off"  # the game has gone another way, or back to before it
    PAST = "past"  # it was played, or its own player went another way


@dataclass(frozen=True, slots=True)
class CurrentLines:
    """The lines that stand, without what was taken back: after which line of the log the game stood.

    The first of `plies` is where it began, and each `line` leads to the next of them.
    """

    plies: tuple[int, ...]
    lines: tuple[Played, ...]

    @property
    def ply(self) -> int:
        """After which line of the log the game stands as it stands now."""
        return self.plies[-1]

    def played_since(self, ply: int) -> tuple[Played, ...] | None:
        """What was played since it stood as after line `ply`; none if that does not stand any more."""
        return self.lines[self.plies.index(ply) :] if ply in self.plies else None

    def fit_of(self, answer: PreparedAnswer) -> Fit:
        """How an answer fits."""
        played, way = self.played_since(answer.ply), answer.way
        if played is None:
            return Fit.OFF
        gone, other = _follow_way(played, way)
        if other is None:
            return Fit.DUE if gone == len(way) else Fit.AHEAD
        if gone == len(way):
            return Fit.PAST
        return Fit.PAST if other[0] == answer.seat else Fit.OFF

    def remaining_way(self, answer: PreparedAnswer) -> tuple[Played, ...]:
        """What of an answer's way has yet to be played; it fits."""
        gone, _ = _follow_way(self.played_since(answer.ply) or (), answer.way)
        return answer.way[gone:]


def _follow_way(played: Iterable[Played], way: Sequence[Played]) -> tuple[int, Played | None]:
    """How far a way has been gone, and the first line that left it; none if none did.

    What was only said on the way, and not foreseen, does not leave it.
    """
    gone = 0
    for line in played:
        if gone < len(way) and line == way[gone]:
            gone += 1
        elif gone == len(way) or line[1] not in TALK:
            return gone, line
    return gone, None


def current_lines_of(lines: Sequence[tuple[int, Seat, str]]) -> CurrentLines:
    """What stands of the lines of a log, each told as (ply, seat, action)."""
    plies, found, at = list[int](), list[Played](), len(lines)
    while at > 0:
        ply, seat, action = lines[at - 1]
        back = ply - 1 if action == HINT else undo_target(action)
        if back is not None:
            at = back
            continue
        plies.append(ply)
        found.append((seat, action))
        at -= 1
    return CurrentLines((0, *reversed(plies)), tuple(reversed(found)))
