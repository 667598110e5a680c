"""Luck in Ploc: the dice that a village throws in its turns.

Every die of a turn counts by what it shows, for a higher one can do all that a lower one can: it hits where
that hits, and as a new die of the column it brings more athletes. What is rolled again counts once more, as
it was thrown, and not by what was kept. The columns that a match begins with do not count: a high one brings
athletes and is as much harder to hit with, so that it is no luck to have it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.core import Seat
from engine.luck import Throw, uniform_chances
from engine.ploc.events import Rerolled, Rolled
from engine.ploc.matches import SIX
from engine.ploc.model import State
from engine.replay import LogPosition

DIE: Final = uniform_chances(range(1, SIX + 1))


def throws(positions: Sequence[LogPosition], seat: Seat) -> tuple[Throw, ...]:
    """The dice of a village, one by one.

    A game that is known from its beginning has its first roll before the first line.
    """
    return tuple(Throw(die, DIE) for thrower, die in _dice(positions) if thrower == seat)


def _dice(positions: Sequence[LogPosition]) -> Iterator[tuple[Seat, int]]:
    """Who threw, and what the die showed."""
    if positions[0].ply == 0:
        state: State = positions[0].state
        yield from ((state.turn.seat, die) for die in state.turn.dice)
    for position in positions:
        for event in position.events:
            match event:
                case Rolled(seat=seat, dice=dice):
                    yield from ((seat, die) for die in dice)
                case Rerolled(seat=seat, after=die):
                    yield seat, die
