"""The review of a whole game: its result, each side's score turn by turn, and the turning points."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from bot.words import Names, Words
from engine.core import Outcome, Seat
from engine.replay import LogPosition

MOST: Final = 3
"""The most turning points shown."""

GIVEN_UP: Final = "resignation"
"""The ending of a game that was decided by resignation."""

LONGEST: Final = 60
"""The most characters of a line about a turning point."""


@dataclass(frozen=True, slots=True)
class Track:
    """A value over time: one number for the beginning, and one after each turn.

    `seat` is the player's, None for other values, such as the beasts that are left.
    """

    label: str
    seat: Seat | None
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Turning:
    """A turn that changed the balance; `at` is its index in a track's values, `text` one short line."""

    at: int
    text: str


@dataclass(frozen=True, slots=True)
class Review:
    """The review of a game, without markdown. All tracks are of one length, and `turnings` are in order.

    `result` is one sentence; `facts` are pairs of a label and a count.
    """

    result: str
    facts: tuple[tuple[str, str], ...]
    tracks: tuple[Track, ...]
    turnings: tuple[Turning, ...]


def by_turn(
    positions: Sequence[LogPosition], turn: Callable[[Any], Hashable]
) -> tuple[tuple[LogPosition, ...], ...]:
    """Return the positions of each turn: its first one, then one for each line played in it.

    `turn` returns which turn a state belongs to. The last position of a turn is the first of the next.
    """
    turns: list[list[LogPosition]] = []
    for before, after in pairwise(positions):
        if not turns or turn(before.state) != turn(turns[-1][0].state):
            turns.append([before])
        turns[-1].append(after)
    return tuple(map(tuple, turns))


def greatest_changes(changes: Sequence[int], towards: int = 0) -> tuple[int, ...]:
    """Return the indices of the greatest changes, at most `MOST`, in order; of equal ones the later.

    `towards` is the direction of the result, up or down: changes the other way did not decide it, and are
    left out. At 0 both directions count.
    """
    moved = [at for at, change in enumerate(changes) if change and change * towards >= 0]
    return tuple(sorted(sorted(moved, key=lambda at: (-abs(changes[at]), -at))[:MOST]))


def towards_winner(outcome: Outcome | None) -> int:
    """Return the direction of a duel's result: up for a win of the first seat, down for one of the other."""
    return 0 if outcome is None or not outcome.winners else 1 if outcome.winners[0] == 0 else -1


def towards_end(outcome: Outcome | None) -> int:
    """Return the direction of a cooperative or solitaire game's result; 0 after a resignation."""
    if outcome is None or outcome.ending == GIVEN_UP:
        return 0
    return 1 if outcome.winners else -1


def shorten_to_fit(name: str, say: Callable[[str], str]) -> str:
    """Return a text about a player in at most `LONGEST` characters, cutting a long name."""
    line = say(name)
    over = len(line) - LONGEST
    return line if over <= 0 else say(name[: max(len(name) - over - 1, 0)].rstrip(" \\") + "…")


def without_zeros(words: Words, counted: Sequence[tuple[str, int]]) -> str:
    """Return a list of counts, without the zeros."""
    return words.join_list(tuple(label for label, count in counted if count)) or words("review.nothing")


def count_per_seat(words: Words, names: Names, counts: Sequence[int]) -> str:
    """Return a count for every seat, with the name before it."""
    parts = (words("review.each", name=name, count=count) for name, count in zip(names, counts, strict=True))
    return ", ".join(parts)
