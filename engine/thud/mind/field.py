"""The battlefield as a search sees it: two bitboards, and moves that are whole numbers.

A way is `origin | target << 8`. What it takes follows from the board: a dwarf that lands on a troll was
hurled at it, a troll takes every dwarf beside its landing. What needs no single square is worked out for the
whole board at once, by shifts; the tables answer the rest.
"""

from __future__ import annotations

from typing import Final

from engine.octagon.board import BOARD, DIRECTIONS, NEIGHBOURS, RAYS, SQUARES, bits
from engine.thud.model import STONE

CELLS: Final = 240
"""One more than the largest square."""

FREE: Final = BOARD & ~STONE
"""Every square that a piece can stand on."""

BIT: Final = [1 << sq for sq in range(CELLS)]
BESIDE: Final = [NEIGHBOURS.get(sq, 0) for sq in range(CELLS)]
"""The bitboard of the squares next to each square, 0 for what is no square."""

HALF: Final = (1, 15, 16, 17)
"""A step along each of the four lines; the way back is its negative."""


def _until(sq: int, step: int, upward: bool) -> tuple[int, dict[int, list[int]], dict[int, tuple[int, int]]]:
    """A line out of a square; by the piece that ends it: the ways along it, and who is hurled from there.

    The piece is told by its bit where squares grow along the line, else by its bit's length, none by 0. For a
    hurl at the square itself: where the front dwarf stands and the bitboard of the line that it needs.
    """
    line = RAYS[sq][step]
    ways = [sq | target << 8 for target in line]
    keys = [1 << at if upward else at + 1 for at in line]
    stops = {key: ways[:distance] for distance, key in enumerate(keys)}
    rows = {
        key: (line[near], bits(line[near : 2 * near + 1]))
        for near, key in enumerate(keys)
        if len(line) >= 2 * near + 1
    }
    return bits(line), {0: ways, **stops}, rows


def _lines(upward: bool) -> list[list[tuple[int, dict[int, list[int]], dict[int, tuple[int, int]]]]]:
    table: list[list[tuple[int, dict[int, list[int]], dict[int, tuple[int, int]]]]] = [
        [] for _ in range(CELLS)
    ]
    for sq in SQUARES:
        steps = [step for step in DIRECTIONS.values() if (step > 0) is upward and RAYS[sq][step]]
        table[sq] = [_until(sq, step, upward) for step in steps]
    return table


UP: Final = _lines(True)  # noqa: FBT003 - the first piece on a line is its lowest bit
DOWN: Final = _lines(False)  # noqa: FBT003 - or its highest

LINES: Final = [sum(mask for mask, _, _ in UP[sq] + DOWN[sq]) for sq in range(CELLS)]
"""The squares on all lines out of each square."""


def spread(board: int) -> int:
    """Every square that is on `board` or next to it, the octagon's edge ignored."""
    row = board | board << 1 | board >> 1
    return row | row << 16 | row >> 16


def reach(dwarfs: int, empty: int) -> int:
    """Every square where a row of two dwarfs or more could hit a troll that is not beside its front.

    Rules thud:hurl-1, thud:hurl-2. Some lie outside the octagon. `rows` holds the low end of every row of
    `length` dwarfs; all of them look ahead together, both ways along a line.
    """
    hit = 0
    for step in HALF:
        rows = dwarfs & dwarfs >> step
        if rows:
            hit |= (rows << 2 * step & empty) << step | (rows >> step & empty) >> step
            rows &= rows >> step
            length = 3
            while rows:
                ahead = rows << length * step & empty
                back = rows >> step & empty
                for _ in range(length - 2):
                    ahead = ahead << step & empty
                    back = back >> step & empty
                hit |= ahead << step | back >> step
                rows &= rows >> step
                length += 1
    return hit


def aims(dwarfs: int) -> tuple[int, int]:
    """What `reach` is if no troll stands in a row's way, and all the squares where one would."""
    empty = FREE & ~dwarfs
    hit = over = 0
    for step in HALF:
        rows = dwarfs & dwarfs >> step
        ahead = rows << 2 * step & empty
        back = rows >> step & empty
        over |= ahead | back
        hit |= ahead << step | back >> step
        rows &= rows >> step
        length = 3
        while rows:
            ahead = rows << length * step & empty
            back = rows >> step & empty
            over |= ahead | back
            for _ in range(length - 2):
                ahead = ahead << step & empty
                back = back >> step & empty
                over |= ahead | back
            hit |= ahead << step | back >> step
            rows &= rows >> step
            length += 1
    return hit, over


def shoved(trolls: int, empty: int) -> int:
    """Where shoves by two squares or more could end (Rules thud:shove-1, thud:shove-3)."""
    landed = 0
    for step in HALF:
        rows = trolls & trolls >> step
        length = 2
        while rows:
            ahead = rows << length * step & empty
            back = rows >> step & empty
            for _ in range(length - 1):
                ahead = ahead << step & empty
                back = back >> step & empty
            landed |= ahead | back
            rows &= rows >> step
            length += 1
    return landed


def landings(trolls: int) -> tuple[int, int]:
    """What `shoved` is if no dwarf stands in the way, and the squares where one would, ends left out."""
    empty = FREE & ~trolls
    landed = over = 0
    for step in HALF:
        rows = trolls & trolls >> step
        length = 2
        while rows:
            ahead = rows << length * step & empty
            back = rows >> step & empty
            for _ in range(length - 1):
                over |= ahead | back
                ahead = ahead << step & empty
                back = back >> step & empty
            landed |= ahead | back
            rows &= rows >> step
            length += 1
    return landed, over


TROLL: Final = 4
"""The points of a troll (Rule thud:score-1)."""


def points_at_risk(dwarfs: int, trolls: int, *, dwarfs_move: bool) -> int:
    """The most points that one move of a side could take, for the whole board at once.

    Rules thud:hurl-1, thud:hurl-2, thud:troll-2, thud:shove-1.
    """
    empty = FREE & ~dwarfs & ~trolls
    if dwarfs_move:
        return TROLL if trolls & (reach(dwarfs, empty) | spread(dwarfs)) else 0
    landings = (spread(trolls) | shoved(trolls, empty)) & empty & spread(dwarfs)
    most = 0
    while landings:
        low = landings & -landings
        landings ^= low
        most = max(most, (BESIDE[low.bit_length() - 1] & dwarfs).bit_count())
    return most
