"""The first moves of the dwarfs: those that did best in battles, in all symmetries of the board.

The board that a battle begins with looks the same however it is turned, but a search always prefers the same
corner. None of these moves loses two dwarfs by force within six plies, as the tests check.
"""

from __future__ import annotations

from typing import Final

from engine.octagon.board import BY_NAME, SIZE, STRIDE, Bitboard, Square
from engine.rng import Rng
from engine.thud.mind.field import RankedMoves, pack
from engine.thud.model import START

FIRST_MOVES: Final = (("G1", "D4"), ("D3", "D12"))
"""One move of each kind: the two of all 82 kinds that did best in battles against `house`.

The figures are in docs/minds/thud.md.

Both fill a corner, so that three stand there: a dwarf comes from beside the middle of a side, or from the
next corner.
"""


MIRROR_FILES: Final = 1
MIRROR_RANKS: Final = 2
SWAP_AXES: Final = 4
SYMMETRIES: Final = range(8)
"""The turns and mirrors of the board: each is the sum of some of the three above."""


def turn_square(sq: Square, symmetry: int) -> Square:
    """Where a square comes to by one of the `SYMMETRIES`."""
    file, rank = sq % STRIDE, sq // STRIDE
    if symmetry & MIRROR_FILES:
        file = SIZE - 1 - file
    if symmetry & MIRROR_RANKS:
        rank = SIZE - 1 - rank
    if symmetry & SWAP_AXES:
        file, rank = rank, file
    return STRIDE * rank + file


OPENINGS: Final = sorted(
    {
        pack(turn_square(BY_NAME[origin], symmetry), turn_square(BY_NAME[target], symmetry))
        for origin, target in FIRST_MOVES
        for symmetry in SYMMETRIES
    }
)
"""Every first move that is played."""


def is_start(dwarfs: Bitboard, trolls: Bitboard, dwarfs_move: bool) -> bool:
    """Whether a battle begins with this position."""
    return dwarfs_move and dwarfs == START.dwarfs and trolls == START.trolls


def with_opening_first(ranked: RankedMoves, chance: Rng) -> RankedMoves:
    """The ranking with a random move of `OPENINGS` as the best."""
    opening = OPENINGS[chance.below(len(OPENINGS))]
    best_value, _ = ranked[0]
    return [(best_value, opening), *((value, move) for value, move in ranked if move != opening)]
