"""The battlefield for the search: two bitboards, packed moves, and tables of lines.

What a packed move captures follows from the board: a dwarf that lands on a troll was hurled at it, a troll
takes every dwarf beside its target. Questions about the whole board are answered by shifts of bitboards,
those about one square by tables.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from engine.octagon.board import BOARD, DIRECTIONS, NEIGHBOURS, RAYS, STRIDE, Bitboard, Square, bits
from engine.thud.model import STONE, TROLL_POINTS

CELLS: Final = 240
"""One more than the largest square number."""

FREE: Final = BOARD & ~STONE
"""Every square that a piece can stand on."""

PackedMove: TypeAlias = int
"""A move as one number of 16 bits: the origin in the low byte, the target in the high one."""

TARGET_SHIFT: Final = 8
"""Where the target of a packed move begins."""

ORIGIN_MASK: Final = 0xFF
"""The bits of a packed move that hold its origin."""

MOVE_MASK: Final = 0xFFFF
"""The bits of a packed move, below a score that was added to it for sorting."""

SCORE_SHIFT: Final = 16
"""Where such a score begins."""


RankedMoves: TypeAlias = list[tuple[int, PackedMove]]
"""Moves with their values for the side that is to move, in hundredths of a point, the best first."""


def pack(origin: Square, target: Square) -> PackedMove:
    """The move from one square to another as a number."""
    return origin | target << TARGET_SHIFT


BIT: Final = [1 << sq for sq in range(CELLS)]
"""The bitboard of each square alone."""

BESIDE: Final = [NEIGHBOURS.get(sq, 0) for sq in range(CELLS)]
"""The bitboard of the squares next to each square, 0 for what is no square."""

EAST: Final = 1
SOUTH_WEST: Final = STRIDE - 1
SOUTH: Final = STRIDE
SOUTH_EAST: Final = STRIDE + 1
LINE_STEPS: Final = (EAST, SOUTH_WEST, SOUTH, SOUTH_EAST)
"""The step of the square number along each of the four lines; the opposite direction is its negative."""


MoveLine: TypeAlias = tuple[Bitboard, dict[int, list[PackedMove]]]
"""A line out of a square: its squares, and the moves along it by the key of the piece that blocks it.

The key is the bit of the blocking piece where squares grow along the line, else the length of its bit; 0
where nothing blocks the line.
"""

HurlLine: TypeAlias = tuple[Bitboard, dict[int, tuple[Square, Bitboard]]]
"""A line out of a troll's square, and the hurls at it by the key of the piece that is seen first.

Of each hurl: the square of the front dwarf, and all squares that dwarfs must stand on.
"""


NO_HURL: Final[tuple[Square, Bitboard]] = (0, STONE)
"""Stands for a hurl where there is none: no dwarf can stand on its row."""


def _keys(line: tuple[Square, ...], *, upward: bool) -> list[int]:
    """The key of a piece on each square of a line; squares grow along an upward one."""
    return [BIT[sq] if upward else sq + 1 for sq in line]


def _move_line(sq: Square, step: int, *, upward: bool) -> MoveLine:
    """The line out of a square in one direction, with the moves along it."""
    line = RAYS[sq][step]
    moves = [pack(sq, target) for target in line]
    by_blocker = {key: moves[:distance] for distance, key in enumerate(_keys(line, upward=upward))}
    return bits(line), {0: moves, **by_blocker}


def _hurl_line(sq: Square, step: int, *, upward: bool) -> HurlLine:
    """The line out of a square in one direction, with the hurls at a troll on that square.

    A dwarf at some distance needs a row as long as that distance, itself included (Rule thud:hurl-1).
    """
    line = RAYS[sq][step]
    hurls = {
        key: (line[gap], bits(line[gap : 2 * gap + 1]))
        for gap, key in enumerate(_keys(line, upward=upward))
        if len(line) >= 2 * gap + 1
    }
    return bits(line), hurls


def _steps(sq: Square, *, upward: bool) -> list[int]:
    """The directions in which there are squares, those in which square numbers grow or the others."""
    return [step for step in DIRECTIONS.values() if (step > 0) is upward and RAYS[sq].get(step)]


def _move_lines(*, upward: bool) -> list[list[MoveLine]]:
    """The lines out of each square with the moves along them; none for what is no square."""
    return [
        [_move_line(sq, step, upward=upward) for step in _steps(sq, upward=upward)] if sq in RAYS else []
        for sq in range(CELLS)
    ]


def _hurl_lines(*, upward: bool) -> list[list[HurlLine]]:
    """The lines out of each square with the hurls along them; none for what is no square."""
    return [
        [_hurl_line(sq, step, upward=upward) for step in _steps(sq, upward=upward)] if sq in RAYS else []
        for sq in range(CELLS)
    ]


# The first piece on a line is its lowest bit where squares grow along it, else its highest.
MOVES_UP: Final = _move_lines(upward=True)
MOVES_DOWN: Final = _move_lines(upward=False)
HURLS_UP: Final = _hurl_lines(upward=True)
HURLS_DOWN: Final = _hurl_lines(upward=False)

LINES: Final = [sum(mask for mask, _ in MOVES_UP[sq] + MOVES_DOWN[sq]) for sq in range(CELLS)]
"""The squares on all lines out of each square."""


def widen(board: Bitboard) -> Bitboard:
    """The squares of `board` and all next to them; some may lie outside the octagon."""
    row = board | board << 1 | board >> 1
    return row | row << STRIDE | row >> STRIDE


def hurl_reach(dwarfs: Bitboard, empty: Bitboard) -> Bitboard:
    """Every square where a row of two dwarfs or more could hit a troll that is not beside its front.

    Rules thud:hurl-1, thud:hurl-2. Some lie outside the octagon. `rows` holds the low end of every row of
    `length` dwarfs; all of them look ahead together, both ways along a line.
    """
    hit = 0
    for step in LINE_STEPS:
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


def unblocked_hurl_reach(dwarfs: Bitboard) -> tuple[Bitboard, Bitboard]:
    """What `hurl_reach` is if no troll blocks a row, and all the squares where one would."""
    empty = FREE & ~dwarfs
    hit = passed = 0
    for step in LINE_STEPS:
        rows = dwarfs & dwarfs >> step
        ahead = rows << 2 * step & empty
        back = rows >> step & empty
        passed |= ahead | back
        hit |= ahead << step | back >> step
        rows &= rows >> step
        length = 3
        while rows:
            ahead = rows << length * step & empty
            back = rows >> step & empty
            passed |= ahead | back
            for _ in range(length - 2):
                ahead = ahead << step & empty
                back = back >> step & empty
                passed |= ahead | back
            hit |= ahead << step | back >> step
            rows &= rows >> step
            length += 1
    return hit, passed


def shove_landings(trolls: Bitboard, empty: Bitboard) -> Bitboard:
    """Where shoves by two squares or more could end (Rules thud:shove-1, thud:shove-3)."""
    landed = 0
    for step in LINE_STEPS:
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


def unblocked_shove_landings(trolls: Bitboard) -> tuple[Bitboard, Bitboard]:
    """What `shove_landings` is if no dwarf blocks a row, and the squares where one would, ends left out."""
    empty = FREE & ~trolls
    landed = passed = 0
    for step in LINE_STEPS:
        rows = trolls & trolls >> step
        length = 2
        while rows:
            ahead = rows << length * step & empty
            back = rows >> step & empty
            for _ in range(length - 1):
                passed |= ahead | back
                ahead = ahead << step & empty
                back = back >> step & empty
            landed |= ahead | back
            rows &= rows >> step
            length += 1
    return landed, passed


def points_at_risk(dwarfs: int, trolls: int, *, dwarfs_move: bool) -> int:
    """The most points that one move of a side could take, for the whole board at once.

    Rules thud:hurl-1, thud:hurl-2, thud:troll-2, thud:shove-1.
    """
    empty = FREE & ~dwarfs & ~trolls
    if dwarfs_move:
        return TROLL_POINTS if trolls & (hurl_reach(dwarfs, empty) | widen(dwarfs)) else 0
    targets = (widen(trolls) | shove_landings(trolls, empty)) & empty & widen(dwarfs)
    most = 0
    while targets:
        low = targets & -targets
        targets ^= low
        most = max(most, (BESIDE[low.bit_length() - 1] & dwarfs).bit_count())
    return most
