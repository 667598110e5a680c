"""A whole game told in numbers: how it ended, how each side stood turn by turn, and what turned it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from bot.words import Names, Words
from engine.core import Outcome, Seat
from engine.replay import LogPosition

MOST: Final = 3
"""How many turnings are told."""

GIVEN_UP: Final = "resignation"
"""The ending of a game that nothing on the board has decided."""

LONGEST: Final = 60
"""The most characters of a line about a turning."""


@dataclass(frozen=True, slots=True)
class Track:
    """How something went: a number for the beginning, and one for how it stood after each turn.

    `seat` is whose it is, none for what is not a player's, such as the beasts that are left.
    """

    label: str
    seat: Seat | None
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Turning:
    """A turn that moved the balance; `at` is its place in the values of a track, `text` one short line."""

    at: int
    text: str


@dataclass(frozen=True, slots=True)
class Review:
    """A game as a whole, without markdown. All tracks are of one length, and `turnings` are in order.

    `result` is one sentence; `facts` are pairs of what was counted and how much of it there was.
    """

    result: str
    facts: tuple[tuple[str, str], ...]
    tracks: tuple[Track, ...]
    turnings: tuple[Turning, ...]


def by_turn(
    positions: Sequence[LogPosition], turn: Callable[[Any], Hashable]
) -> tuple[tuple[LogPosition, ...], ...]:
    """The positions of each turn: first the one that it began with, then one for each line played in it.

    `turn` tells of a state which turn it belongs to. The last position of a turn is the first of the next.
    """
    turns: list[list[LogPosition]] = []
    for before, after in pairwise(positions):
        if not turns or turn(before.state) != turn(turns[-1][0].state):
            turns.append([before])
        turns[-1].append(after)
    return tuple(map(tuple, turns))


def greatest_changes(changes: Sequence[int], towards: int = 0) -> tuple[int, ...]:
    """Where the greatest changes stand, at most `MOST`, in order; of equal ones the later.

    `towards` is the way that it went in the end, up or down: what went the other way has not decided it, and
    is left out. At 0 either way counts.
    """
    moved = [at for at, change in enumerate(changes) if change and change * towards >= 0]
    return tuple(sorted(sorted(moved, key=lambda at: (-abs(changes[at]), -at))[:MOST]))


def towards_winner(outcome: Outcome | None) -> int:
    """Which way a duel went in the end, up where the first seat has won and down where the other one has."""
    return 0 if outcome is None or not outcome.winners else 1 if outcome.winners[0] == 0 else -1


def towards_end(outcome: Outcome | None) -> int:
    """The same for those who win or lose together, or for one alone; neither where they gave up."""
    if outcome is None or outcome.ending == GIVEN_UP:
        return 0
    return 1 if outcome.winners else -1


def shorten_to_fit(name: str, say: Callable[[str], str]) -> str:
    """What is said of somebody, in at most `LONGEST` characters: of a long name the end is left out."""
    line = say(name)
    over = len(line) - LONGEST
    return line if over <= 0 else say(name[: max(len(name) - over - 1, 0)].rstrip(" \\") + "…")


def without_zeros(words: Words, counted: Sequence[tuple[str, int]]) -> str:
    """What is said of things that were counted, those left out of which there are none."""
    return words.join_list(tuple(told for told, count in counted if count)) or words("review.nothing")


def count_per_seat(words: Words, names: Names, counts: Sequence[int]) -> str:
    """A count for every seat, with the name before it."""
    told = (words("review.each", name=name, count=count) for name, count in zip(names, counts, strict=True))
    return ", ".join(told)
