"""What a position is worth without looking ahead: the margin that the dwarfs can expect, in hundredths.

`weights` tells what is counted and how much it matters; the numbers in brackets are places in its lists.
What is not counted by itself, the network may tell.
"""

from __future__ import annotations

from typing import Final

from engine.thud.board import BOARD
from engine.thud.mind.field import CELLS, reach, shoved, spread
from engine.thud.mind.network import told

DIAGONAL: Final = (15, 16, 17)
"""The lines other than a rank."""

TERMINAL: Final = 6000
"""What the end of a battle adds for whoever has pieces left: more than any position that goes on is worth."""

FEW: Final = 3
"""So many trolls or fewer are hunted: then it also counts who is caught and where they could flee."""

FLIGHT: Final = 4
"""How many steps ahead a hunted troll is followed."""


def _ring(low: int, high: int) -> int:
    board = 0
    for file in range(15):
        for rank in range(15):
            if low <= max(abs(file - 7), abs(rank - 7)) <= high:
                board |= 1 << 16 * rank + file
    return board & BOARD


def _where(told: list[int], bit: int) -> int:
    """The squares, all of the board, whose number in `told` has that bit."""
    return sum(1 << sq for sq in range(CELLS) if told[sq] >> bit & 1) & BOARD


_FILE: Final = [sq % 16 for sq in range(CELLS)]
_RANK: Final = [sq // 16 for sq in range(CELLS)]
ACROSS: Final = [_where(_FILE, bit) for bit in range(4)]
DOWN: Final = [_where(_RANK, bit) for bit in range(4)]
SQUARED: Final = [
    _where([file * file + rank * rank for file, rank in zip(_FILE, _RANK, strict=True)], bit)
    for bit in range(9)
]
"""Sums over many squares, a bit of the summands at a time: how far right, how far down, and their squares."""

RIM: Final = _ring(6, 7)
CENTRE: Final = _ring(0, 3)


class Weights:
    """How much everything matters, in hundredths of a point; without `outputs` the network is not asked."""

    __slots__ = ("base", "counts", "outputs")

    def __init__(self, counts: list[int], outputs: list[int] | None = None, base: int = 0) -> None:
        self.counts = counts
        self.outputs = outputs or []
        self.base = base


def value(
    dwarfs: int, trolls: int, empty: int, dwarfs_move: bool, mattering: Weights
) -> tuple[int, int, int]:
    """What the dwarfs can expect, the trolls that hang, and where trolls could land."""
    weights = mattering.counts
    aimed = reach(dwarfs, empty)
    around = spread(trolls)
    landing = (around | shoved(trolls, empty)) & empty
    safe = landing & ~aimed
    bare = spread(safe) & dwarfs
    beside = spread(dwarfs)
    hung = trolls & (aimed | beside)
    dwarf_count = dwarfs.bit_count()
    troll_count = trolls.bit_count()
    turn = 1 if dwarfs_move else 0
    total = (
        weights[0] * dwarf_count
        + troll_count * (weights[1] + weights[2] * dwarf_count + weights[3] * troll_count)
        + weights[9 - turn] * hung.bit_count()
        + weights[11 - turn] * bare.bit_count()
        + weights[12] * (spread(landing) & dwarfs & ~bare).bit_count()
        + weights[13] * (beside & empty).bit_count()
        + weights[14] * (aimed & empty).bit_count()
        + weights[16] * safe.bit_count()
        + weights[20] * (dwarfs & RIM).bit_count()
        + weights[21] * (trolls & CENTRE).bit_count()
        + weights[22] * turn
        + weights[25] * apart(dwarfs, dwarf_count)
        + weights[26] * (aimed & around & empty).bit_count()
        + closeness(dwarfs, around, weights)
        + company(dwarfs, trolls, weights)
    )
    if troll_count <= FEW:
        caught = (trolls & ~spread(safe)).bit_count()
        total += weights[32] + weights[30 - turn] * caught
        total += weights[31] * territory(trolls, empty & ~aimed).bit_count()
    if mattering.outputs:
        total += mattering.base + told(dwarfs, trolls, mattering.outputs)
    return total, hung, landing


def closeness(dwarfs: int, around: int, weights: list[int]) -> int:
    """How near the dwarfs are to the trolls, whose neighbourhood is `around`, and what the block is worth."""
    near = spread(around & BOARD) & BOARD
    far = spread(spread(near) & BOARD)
    body = body_of(dwarfs)
    return (
        weights[17] * (near & dwarfs).bit_count()
        + weights[18] * (far & dwarfs).bit_count()
        + weights[24] * body.bit_count()
        + weights[27] * (near & body).bit_count()
        + weights[28] * (far & body).bit_count()
    )


def territory(trolls: int, open_squares: int) -> int:
    """Where the trolls stand and could be within some steps, each of them onto one of the `open_squares`."""
    found = trolls
    for _ in range(FLIGHT):
        found |= spread(found) & open_squares
    return found


def apart(dwarfs: int, count: int) -> int:
    """How far the dwarfs stand from their midst: twice the mean square of the distance."""
    if not count:
        return 0
    across = down = squared = 0
    for bit in range(4):
        across += (dwarfs & ACROSS[bit]).bit_count() << bit
        down += (dwarfs & DOWN[bit]).bit_count() << bit
    for bit in range(9):
        squared += (dwarfs & SQUARED[bit]).bit_count() << bit
    return 2 * (count * squared - across * across - down * down) // (count * count)


def body_of(dwarfs: int) -> int:
    """The dwarfs in blocks of two by two, those beside them, and those beside these."""
    squares = dwarfs & dwarfs >> 1 & dwarfs >> 16 & dwarfs >> 17
    block = squares | squares << 1 | squares << 16 | squares << 17
    return spread(spread(block) & dwarfs) & dwarfs


def company(dwarfs: int, trolls: int, weights: list[int]) -> int:
    """How well each side stands together."""
    rows = dwarfs & dwarfs >> 1
    threes = rows & rows >> 1
    squares = rows & rows >> 16
    core = threes & dwarfs >> 17 & dwarfs << 15
    total = (
        weights[15] * (trolls & trolls >> 1).bit_count()
        + weights[19] * core.bit_count()
        + weights[23] * squares.bit_count()
    )
    pairs = rows.bit_count()
    three_count = threes.bit_count()
    fours = (threes & rows >> 2).bit_count()
    together = rows | rows << 1
    for step in DIAGONAL:
        rows = dwarfs & dwarfs >> step
        together |= rows | rows << step
        pairs += rows.bit_count()
        threes = rows & rows >> step
        if threes:
            three_count += threes.bit_count()
            fours += (threes & rows >> 2 * step).bit_count()
        total += weights[15] * (trolls & trolls >> step).bit_count()
    alone = (dwarfs & ~together).bit_count()
    return total + weights[4] * pairs + weights[5] * three_count + weights[6] * fours + weights[7] * alone
