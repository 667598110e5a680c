"""The evaluation of a battle without looking ahead: for the dwarfs, in hundredths of a dwarf."""

from __future__ import annotations

from typing import Final

from engine.koom.mind.field import BESIDE, CELLS, RINGS
from engine.koom.model import FAR_EDGE, HOLDERS
from engine.octagon.board import Bitboard, Square, rank_of

# All numbers were chosen by trial, so that equals win about equally often (docs/minds/koom.md); none was
# measured separately.

START_OFFSET: Final = 420
"""Added to every value, so that a battle that begins is even."""

PER_DWARF: Final = 110
"""For each dwarf."""

PER_TROLLS: Final = (0, 150, 330, 800, 1080, 1340, 1590, 1830, 2060)
"""By the number of trolls: fewer than three cannot hold the Rock."""

TOO_FEW_DWARFS: Final = 400
"""Subtracted with fewer than two dwarfs, who cannot sandwich a troll."""

ROCK_DISTANCE: Final = (0, 600, 460, 340, 245, 165, 100, 45, 0, -40, -80, -120, -160, -200, -240)
"""By the distance of the Rock from the far edge, in ranks."""

ROCK_URGENCY: Final = (30, 30, 30, 16, 13, 11, 10, 10, 10)
"""The factor of that in tenths, by the number of trolls: against the last few nothing else matters."""

NO_ESCORT: Final = -60
"""Added if no dwarf stands beside the Rock."""

ESCORT: Final = ((26, 3), (16, 5), (10, 6), (6, 8))
"""By steps from the Rock, 1 to 4: the worth of each dwarf at most so far away, and how many count."""

SIEGE: Final = (45, 28, 16, 14, 10, 8)
"""By steps from the Rock, 1 to 6: what each troll at most so far away costs."""

PER_BLOCKER: Final = 16
"""Subtracted for each troll between the Rock and the far edge."""

TWO_HOLD: Final = 110
"""Subtracted if two trolls stand beside the Rock: a third one wins."""

HOPELESS_DIVISOR: Final = 8
"""A negative value is divided by this where too few trolls are left to hold the Rock: they can only draw."""

TENTHS: Final = 10

_AHEAD_STEPS: Final = 8

_SQUARES_AHEAD: Final = [
    sum(
        1 << other
        for other in range(CELLS)
        if RINGS[_AHEAD_STEPS][square] >> other & 1 and rank_of(other) < rank_of(square)
    )
    for square in range(CELLS)
]
"""By the Rock's square: the squares between it and the far edge, at most eight steps away."""

_OPEN_EDGE: Final = (0, 4, 7, 9, 10, 10)
"""The share of a positive worth of its distance, in tenths, by the free squares of the far edge."""


def value(dwarfs: Bitboard, trolls: Bitboard, rock: Square) -> int:
    """The value for the dwarfs of a battle that is not over."""
    count = dwarfs.bit_count()
    total = START_OFFSET + PER_DWARF * count - PER_TROLLS[trolls.bit_count()]
    if count < 2:  # noqa: PLR2004 - two dwarfs sandwich one troll
        total -= TOO_FEW_DWARFS
    near_edge = ROCK_DISTANCE[rank_of(rock) - 1] * ROCK_URGENCY[trolls.bit_count()] // TENTHS
    if near_edge > 0:
        near_edge = near_edge * _OPEN_EDGE[(FAR_EDGE & ~trolls).bit_count()] // TENTHS
    total += near_edge
    if not BESIDE[rock] & dwarfs:
        total += NO_ESCORT
    for steps, (worth, most) in enumerate(ESCORT, 1):
        total += worth * min(most, (RINGS[steps][rock] & dwarfs).bit_count())
    for steps, worth in enumerate(SIEGE, 1):
        total -= worth * (RINGS[steps][rock] & trolls).bit_count()
    total -= PER_BLOCKER * (_SQUARES_AHEAD[rock] & trolls).bit_count()
    if (BESIDE[rock] & trolls).bit_count() >= 2:  # noqa: PLR2004 - one less than hold the Rock
        total -= TWO_HOLD
    return total if total > 0 or trolls.bit_count() >= HOLDERS else total // HOPELESS_DIVISOR
