"""What a battle is worth without looking ahead: to the dwarfs, in hundredths of a dwarf."""

from __future__ import annotations

from typing import Final

from engine.koom.mind.field import BESIDE, RINGS
from engine.koom.model import FAR_EDGE, HOLDERS
from engine.octagon.board import Bitboard, Square, rank_of

# The numbers were chosen by trial; docs/minds/koom.md tells of what.

EVEN: Final = 420
"""What is added, so that a battle that begins is even, as it is between equals."""

PER_DWARF: Final = 110
PER_TROLLS: Final = (0, 150, 330, 800, 1080, 1340, 1590, 1830, 2060)
"""What so many trolls are worth: with fewer than three of them the Rock cannot be held."""

TOO_FEW: Final = 400
"""What it costs to have no two dwarfs who could sandwich anybody."""

WAY: Final = (0, 600, 460, 340, 245, 165, 100, 45, 0, -40, -80, -120, -160, -200, -240)
"""What it is worth to have the Rock so many ranks from the far edge."""

HURRY: Final = (30, 30, 30, 16, 13, 11, 10, 10, 10)
"""How much that counts, in tenths, with so many trolls left: nothing else is to be done against the last."""

ALONE: Final = -60
"""No dwarf stands beside the Rock."""

ESCORT: Final = ((26, 3), (16, 5), (10, 6), (6, 8))
"""For each dwarf at most 1, 2, 3, 4 steps from the Rock, and how many count; who is nearer counts in all."""

SIEGE: Final = (45, 28, 16, 14, 10, 8)
"""For each troll at most 1 to 6 steps from the Rock, in the same way."""

AHEAD: Final = 16
"""For each troll between the Rock and the far edge."""

TWO_HOLD: Final = 110
"""Two trolls stand beside the Rock: a third one wins."""

_AHEAD: Final = [
    sum(1 << at for at in range(256) if RINGS[8][square] >> at & 1 and rank_of(at) < rank_of(square))
    for square in range(256)
]
"""The squares before the Rock, by its square."""

_OPEN: Final = (0, 4, 7, 9, 10, 10)
"""How much of its way counts, in tenths, with so many squares of the far edge free of trolls."""


def value(dwarfs: Bitboard, trolls: Bitboard, rock: Square) -> int:
    """What a battle that is not over is worth to the dwarfs."""
    count = dwarfs.bit_count()
    found = EVEN + PER_DWARF * count - PER_TROLLS[trolls.bit_count()]
    if count < 2:  # noqa: PLR2004 - two dwarfs sandwich one troll
        found -= TOO_FEW
    way = WAY[rank_of(rock) - 1] * HURRY[trolls.bit_count()] // 10
    found += way * _OPEN[(FAR_EDGE & ~trolls).bit_count()] // 10 if way > 0 else way
    if not BESIDE[rock] & dwarfs:
        found += ALONE
    for steps, (worth, most) in enumerate(ESCORT, 1):
        found += worth * min(most, (RINGS[steps][rock] & dwarfs).bit_count())
    for steps, worth in enumerate(SIEGE, 1):
        found -= worth * (RINGS[steps][rock] & trolls).bit_count()
    found -= AHEAD * (_AHEAD[rock] & trolls).bit_count()
    if (BESIDE[rock] & trolls).bit_count() >= 2:  # noqa: PLR2004 - one less than hold the Rock
        found -= TWO_HOLD
    # Too few trolls to hold the Rock can hope for a draw at most.
    return found if found > 0 or trolls.bit_count() >= HOLDERS else found // 8
