"""What a position is worth without looking ahead: the margin that the dwarfs can expect, in hundredths.

What is counted has a name here, and `weights` has how much it matters by these names. What is not counted by
itself, the network may tell.
"""

from __future__ import annotations

from typing import Final

from engine.thud.board import BOARD
from engine.thud.mind.field import CELLS, reach, shoved, spread
from engine.thud.mind.network import evaluate

# What is counted, by its place in the lists of `Weights`; docs/minds/thud.md tells why.
PER_DWARF: Final = 0  # for each dwarf
PER_TROLL: Final = 1  # for each troll
PER_TROLL_AND_DWARF: Final = 2  # for each troll and each dwarf together
PER_TROLL_SQUARED: Final = 3  # for the square of the number of trolls
PAIRS: Final = 4  # rows of two dwarfs
THREES: Final = 5  # rows of three dwarfs
FOURS: Final = 6  # rows of four dwarfs
ALONE: Final = 7  # dwarfs without a neighbour
HUNG_DWARFS_MOVE: Final = 8  # trolls that a hurl could hit, at once
HUNG_TROLLS_MOVE: Final = 9  # the same, when they can still step aside
BARE_DWARFS_MOVE: Final = 10  # dwarfs that a troll could take and stay, when they can still step aside
BARE_TROLLS_MOVE: Final = 11  # the same, at once
COVERED: Final = 12  # dwarfs that a troll could take only where a row would hit it in return
BESIDE_DWARFS: Final = 13  # empty squares beside a dwarf
AIMED: Final = 14  # empty squares where a row of dwarfs could hit a troll
TROLL_PAIRS: Final = 15  # trolls side by side
ROOM: Final = 16  # squares that the trolls can step or be shoved to unharmed
NEAR: Final = 17  # dwarfs within two steps of a troll
FAR: Final = 18  # dwarfs within four steps of a troll
CORE: Final = 19  # dwarfs with one on each of four sides
ON_RIM: Final = 20  # dwarfs on the outermost squares
IN_CENTRE: Final = 21  # trolls in the middle
TURN: Final = 22  # for the dwarfs when they are to move
SQUARES: Final = 23  # blocks of two by two dwarfs
BODY: Final = 24  # dwarfs in such a block or standing by it
APART: Final = 25  # how far the dwarfs stand from their midst
PRESSED: Final = 26  # squares aimed at that lie beside a troll
FRONT: Final = 27  # dwarfs of the body within two steps of a troll
WINGS: Final = 28  # dwarfs of the body within four steps of a troll
CAUGHT_DWARFS_MOVE: Final = 29  # of the last trolls those with no safe square beside them, the dwarfs to move
CAUGHT_TROLLS_MOVE: Final = 30  # the same, the trolls to move
TERRITORY: Final = 31  # squares that the last trolls could be on within some steps
HUNT: Final = 32  # once when only the last trolls are left: the step between the two sets of weights

DIAGONAL: Final = (15, 16, 17)
"""The lines other than a rank."""

TERMINAL: Final = 6000
"""What the end of a battle adds for whoever has pieces left: more than any position that goes on is worth.

So far beyond the margin of any battle (3,200 at most) that its exact size does not matter.
"""

FEW: Final = 3
"""So many trolls or fewer are hunted: then it also counts who is caught and where they could flee.

The hunt was learnt from positions with three trolls or fewer (docs/minds/thud.md).
"""

FLIGHT: Final = 4
"""How many steps ahead a hunted troll is followed; chosen by trial, not measured separately."""


def _ring(low: int, high: int) -> int:
    board = 0
    for file in range(15):
        for rank in range(15):
            if low <= max(abs(file - 7), abs(rank - 7)) <= high:
                board |= 1 << 16 * rank + file
    return board & BOARD


def _with_bit(numbers: list[int], bit: int) -> int:
    """The squares, all of the board, whose number has that bit."""
    return sum(1 << sq for sq in range(CELLS) if numbers[sq] >> bit & 1) & BOARD


_FILE: Final = [sq % 16 for sq in range(CELLS)]
_RANK: Final = [sq // 16 for sq in range(CELLS)]
ACROSS: Final = [_with_bit(_FILE, bit) for bit in range(4)]
DOWN: Final = [_with_bit(_RANK, bit) for bit in range(4)]
SQUARED: Final = [
    _with_bit([file * file + rank * rank for file, rank in zip(_FILE, _RANK, strict=True)], bit)
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
    total = (
        weights[PER_DWARF] * dwarf_count
        + (weights[PER_TROLL] + weights[PER_TROLL_AND_DWARF] * dwarf_count) * troll_count
        + weights[PER_TROLL_SQUARED] * troll_count * troll_count
        + weights[HUNG_DWARFS_MOVE if dwarfs_move else HUNG_TROLLS_MOVE] * hung.bit_count()
        + weights[BARE_DWARFS_MOVE if dwarfs_move else BARE_TROLLS_MOVE] * bare.bit_count()
        + weights[COVERED] * (spread(landing) & dwarfs & ~bare).bit_count()
        + weights[BESIDE_DWARFS] * (beside & empty).bit_count()
        + weights[AIMED] * (aimed & empty).bit_count()
        + weights[ROOM] * safe.bit_count()
        + weights[ON_RIM] * (dwarfs & RIM).bit_count()
        + weights[IN_CENTRE] * (trolls & CENTRE).bit_count()
        + (weights[TURN] if dwarfs_move else 0)
        + weights[APART] * apart(dwarfs, dwarf_count)
        + weights[PRESSED] * (aimed & around & empty).bit_count()
        + closeness(dwarfs, around, weights)
        + company(dwarfs, trolls, weights)
    )
    if troll_count <= FEW:
        caught = (trolls & ~spread(safe)).bit_count()
        total += weights[HUNT] + weights[CAUGHT_DWARFS_MOVE if dwarfs_move else CAUGHT_TROLLS_MOVE] * caught
        total += weights[TERRITORY] * territory(trolls, empty & ~aimed).bit_count()
    if mattering.outputs:
        total += mattering.base + evaluate(dwarfs, trolls, mattering.outputs)
    return total, hung, landing


def closeness(dwarfs: int, around: int, weights: list[int]) -> int:
    """How near the dwarfs are to the trolls, whose neighbourhood is `around`, and what the block is worth."""
    near = spread(around & BOARD) & BOARD
    far = spread(spread(near) & BOARD)
    body = body_of(dwarfs)
    return (
        weights[NEAR] * (near & dwarfs).bit_count()
        + weights[FAR] * (far & dwarfs).bit_count()
        + weights[BODY] * body.bit_count()
        + weights[FRONT] * (near & body).bit_count()
        + weights[WINGS] * (far & body).bit_count()
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
        weights[TROLL_PAIRS] * (trolls & trolls >> 1).bit_count()
        + weights[CORE] * core.bit_count()
        + weights[SQUARES] * squares.bit_count()
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
        total += weights[TROLL_PAIRS] * (trolls & trolls >> step).bit_count()
    alone = (dwarfs & ~together).bit_count()
    return (
        total
        + weights[PAIRS] * pairs
        + weights[THREES] * three_count
        + weights[FOURS] * fours
        + weights[ALONE] * alone
    )
