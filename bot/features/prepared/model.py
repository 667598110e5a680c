"""Prepared answers, and how they fit the lines of a log. Pure.

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
"""The most prepared answers of a user at a table."""

DEEPEST: Final = 6
"""The most lines of a branch that are still to be played, including its last answer."""

TALK: Final = ("offer", "decline")
"""Lines that are no moves: they do not change the game, so the foreseen line may still follow."""

Played: TypeAlias = tuple[Seat, str]
"""A seat and its line in canonical notation."""


@dataclass(frozen=True, slots=True)
class PreparedAnswer:
    """What a user plays on a seat once the lines of `way` have been played after line `ply` of the log.

    `number` identifies it among the user's answers at the table. Without an `answer` it is still being
    entered.
    """

    user_id: int
    number: int
    seat: Seat
    ply: int
    way: tuple[Played, ...]
    answer: str

    @property
    def branch(self) -> tuple[Played, ...]:
        """The way with the answer; the way alone while there is none."""
        return (*self.way, (self.seat, self.answer)) if self.answer else self.way


class Fit(StrEnum):
    """How an answer fits the current game."""

    AHEAD = "ahead"  # it may still become due
    DUE = "due"
    OFF = "off"  # the game left its way, or was undone to before it
    PAST = "past"  # it was played, or its own player left the way


@dataclass(frozen=True, slots=True)
class CurrentLines:
    """The lines of a log that were not undone, and the plies after which the game was at each position.

    The first of `plies` is the start; each of `lines` leads to the next ply.
    """

    plies: tuple[int, ...]
    lines: tuple[Played, ...]

    @property
    def ply(self) -> int:
        """The ply of the current position."""
        return self.plies[-1]

    def played_since(self, ply: int) -> tuple[Played, ...] | None:
        """The lines since the position after line `ply`; none if that position was undone."""
        return self.lines[self.plies.index(ply) :] if ply in self.plies else None

    def fit_of(self, answer: PreparedAnswer) -> Fit:
        """How an answer fits."""
        played, way = self.played_since(answer.ply), answer.way
        if played is None:
            return Fit.OFF
        followed, other = _follow_way(played, way)
        if other is None:
            return Fit.DUE if followed == len(way) else Fit.AHEAD
        if followed == len(way):
            return Fit.PAST
        return Fit.PAST if other[0] == answer.seat else Fit.OFF

    def remaining_way(self, answer: PreparedAnswer) -> tuple[Played, ...]:
        """The part of a fitting answer's way that is still to be played."""
        followed, _ = _follow_way(self.played_since(answer.ply) or (), answer.way)
        return answer.way[followed:]


def _follow_way(played: Iterable[Played], way: Sequence[Played]) -> tuple[int, Played | None]:
    """How many lines of a way were played, and the first line that left it, if any.

    Talk that the way does not contain does not leave it.
    """
    followed = 0
    for line in played:
        if followed < len(way) and line == way[followed]:
            followed += 1
        elif followed == len(way) or line[1] not in TALK:
            return followed, line
    return followed, None


def current_lines_of(lines: Sequence[tuple[int, Seat, str]]) -> CurrentLines:
    """The effective lines of a log, given as (ply, seat, action)."""
    plies, lines_back, at = list[int](), list[Played](), len(lines)
    while at > 0:
        ply, seat, action = lines[at - 1]
        back = ply - 1 if action == HINT else undo_target(action)
        if back is not None:
            at = back
            continue
        plies.append(ply)
        lines_back.append((seat, action))
        at -= 1
    return CurrentLines((0, *reversed(plies)), tuple(reversed(lines_back)))
