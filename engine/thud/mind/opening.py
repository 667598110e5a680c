"""How the dwarfs begin: the ways that battles were won with, in all turns of the board.

The board that a battle begins with looks the same however it is turned, and a search that is asked again
prefers the same corner. None of these ways loses two dwarfs by force within six plies; tests see to it.
"""

from __future__ import annotations

from typing import Final

from engine.octagon.board import BY_NAME, SIZE, STRIDE
from engine.rng import Rng
from engine.thud.model import START

FIRST: Final = (("G1", "D4"), ("D3", "D12"))
"""A way of each kind: those that did best of all 82 kinds in battles, as docs/minds/thud.md tells.

Both fill a corner, so that three stand there: a dwarf comes from beside the middle of a side, or from the
next corner.
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
