"""A whole game told in numbers: how it ended, how each side stood turn by turn, and what turned it."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core import Seat


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
