"""How the dwarfs begin: the ways that a search finds best, in all turns of the board.

The board that a battle begins with looks the same however it is turned, and a search that is asked again
prefers the same corner. None of these ways loses two dwarfs by force within six plies; tests see to it.
"""

from __future__ import annotations

from typing import Final

from engine.rng import Rng
from engine.thud.board import BY_NAME, SIZE, STRIDE
from engine.thud.model import START

FIRST: Final = (("G1", "H1"), ("F1", "F14"))
"""A way of each kind, as a search prefers them by how far it looks.

The dwarfs beside the middle of a side close up, or one goes from a side's end along its file to the other.
"""


def turned(sq: int, turn: int) -> int:
    """Where a square lies on a board that is turned or mirrored in one of eight ways."""
    file, rank = sq % STRIDE, sq // STRIDE
    if turn & 1:
        file = SIZE - 1 - file
    if turn & 2:
        rank = SIZE - 1 - rank
    if turn & 4:
        file, rank = rank, file
    return STRIDE * rank + file


OPENINGS: Final = sorted(
    {
        turned(BY_NAME[origin], turn) | turned(BY_NAME[target], turn) << 8
        for origin, target in FIRST
        for turn in range(8)
    }
)
"""Every way to begin."""


def begins(dwarfs: int, trolls: int, dwarfs_move: bool) -> bool:
    """Whether this is how a battle begins."""
    return dwarfs_move and dwarfs == START.dwarfs and trolls == START.trolls


def opened(line: list[tuple[int, int]], chance: Rng) -> list[tuple[int, int]]:
    """The line with one of the ways to begin as the best, whichever the chance has."""
    way = OPENINGS[chance.below(len(OPENINGS))]
    return [(line[0][0], way), *(entry for entry in line if entry[1] != way)]
