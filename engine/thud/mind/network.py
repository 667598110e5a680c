"""A small network over the squares of the pieces, with one hidden layer.

Squares that a turn or a mirror of the board carries into each other share their weights, so that a turned
board is worth the same. All units of the hidden layer are packed into one whole number, each in a lane of 16
bits: one addition serves all of them, and the part of one side is cached while the other moves.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import mul
from struct import Struct
from typing import Final

from data.thud_network import network
from engine.octagon.board import BY_NAME, SIZE, SQUARES, STRIDE, Bitboard, Square
from engine.thud.mind.field import CELLS

_NETWORK: Final = network()

UNITS: Final = len(_NETWORK.start)
"""The units of the hidden layer."""

UNIT_ONE: Final = 128
"""A unit of 1 as a whole number."""

UNIT_MAX: Final = 4 * UNIT_ONE
"""The largest value of a unit; the smallest is 0."""

OUTPUT_SHIFT: Final = 16
"""Outputs have so many bits behind the point of the value in hundredths."""

OUTPUTS: Final = [list(row) for row in _NETWORK.outputs]
"""The weight of each unit against one troll, against two, and so on."""

BASES: Final = list(_NETWORK.bases)
"""What is added against one troll, against two, and so on, in hundredths of a point."""

_LANE_BITS: Final = 16
_LANE_ZERO: Final = 1 << _LANE_BITS - 1
"""The content of a lane that stands for 0, as there are negative ones, too."""

_BYTES: Final = CELLS // 8
"""The bytes of a bitboard."""

_LANES_STRUCT: Final = Struct(f"<{UNITS}H")
_CLIPPED_UNITS: Final = [min(max(lane - _LANE_ZERO, 0), UNIT_MAX) for lane in range(1 << _LANE_BITS)]
"""The value of a unit, from 0 to `UNIT_MAX`, by the content of its lane."""


def _pack_lanes(numbers: Iterable[int]) -> int:
    """The numbers as lanes of one, the first in the lowest bits."""
    return sum(number << _LANE_BITS * lane for lane, number in enumerate(numbers))


def symmetry_class(sq: Square) -> Square:
    """The first of the squares that the turns and mirrors of the board carry a square into."""
    file, rank = sq % STRIDE, sq // STRIDE
    files, ranks = (file, SIZE - 1 - file), (rank, SIZE - 1 - rank)
    return min(square for x in files for y in ranks for square in (y * STRIDE + x, x * STRIDE + y))


def _byte_tables(rows: dict[str, tuple[int, ...]]) -> list[list[int]]:
    """For every eight squares the lanes of all their pieces, by the byte of the bitboard that holds them."""
    by_square = {BY_NAME[name]: _pack_lanes(row) for name, row in rows.items()}
    lanes = {sq: by_square[symmetry_class(sq)] for sq in SQUARES}
    tables = []
    for byte in range(_BYTES):
        table = [0]
        for sq in range(8 * byte, 8 * byte + 8):
            table += [below + lanes.get(sq, 0) for below in table]
        tables.append(table)
    return tables


_START_LANES: Final = _pack_lanes(number + _LANE_ZERO for number in _NETWORK.start)
_DWARF_TABLES: Final = _byte_tables(_NETWORK.dwarf)
_TROLL_TABLES: Final = _byte_tables(_NETWORK.troll)


def lanes_of_dwarfs(dwarfs: Bitboard) -> int:
    """The start values of the units and what the dwarfs add to them."""
    lanes = _START_LANES
    for table, byte in zip(_DWARF_TABLES, dwarfs.to_bytes(_BYTES, "little"), strict=True):
        if byte:
            lanes += table[byte]
    return lanes


def lanes_of_trolls(trolls: Bitboard) -> int:
    """What the trolls add to the units."""
    lanes = 0
    for table, byte in zip(_TROLL_TABLES, trolls.to_bytes(_BYTES, "little"), strict=True):
        if byte:
            lanes += table[byte]
    return lanes


def network_value(lanes: int, outputs: list[int]) -> int:
    """The sum of the clipped units, each times its weight in `outputs`, in hundredths of a point."""
    units = _LANES_STRUCT.unpack(lanes.to_bytes(2 * UNITS, "little"))
    scaled: int = sum(map(mul, map(_CLIPPED_UNITS.__getitem__, units), outputs))
    return scaled >> OUTPUT_SHIFT
