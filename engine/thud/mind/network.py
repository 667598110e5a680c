"""What the places of the pieces tell: a small network with one hidden layer.

Squares that a turn or a mirror of the board carries into each other are one to it, so that a turned board is
worth the same. Each unit of the layer is a lane of one whole number, so that one addition serves all of them,
and what one side adds to the units can be kept while the other moves.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import mul
from struct import Struct
from typing import Final

from data.thud_network import network
from engine.octagon.board import BY_NAME, SIZE, SQUARES, STRIDE
from engine.thud.mind.field import CELLS

_NETWORK: Final = network()

UNITS: Final = len(_NETWORK.start)
"""How many units the hidden layer has."""

ONE: Final = 128
"""What a unit of 1 is as a whole number."""

FULL: Final = 4 * ONE
"""No unit counts more than this, and none less than 0."""

SHIFT: Final = 16
"""Outputs are so many bits finer than what they say, hundredths of a point."""

OUTPUTS: Final = [list(row) for row in _NETWORK.outputs]
"""What each unit counts against one troll, against two, and so on."""

BASES: Final = list(_NETWORK.bases)
"""What is added against one troll, against two, and so on, in hundredths of a point."""

_LANE: Final = 16
_ZERO: Final = 1 << _LANE - 1
"""What a lane of 0 holds, as there are negative ones, too."""

_BYTES: Final = CELLS // 8
_SPLIT: Final = Struct(f"<{UNITS}H")
_CLIPPED: Final = [min(max(lane - _ZERO, 0), FULL) for lane in range(1 << _LANE)]


def _lanes(numbers: Iterable[int]) -> int:
    return sum(number << _LANE * lane for lane, number in enumerate(numbers))


def kind(sq: int) -> int:
    """The first of the squares that the turns and mirrors of the board carry a square into."""
    file, rank = sq % STRIDE, sq // STRIDE
    files, ranks = (file, SIZE - 1 - file), (rank, SIZE - 1 - rank)
    return min(
        square for one in files for other in ranks for square in (other * STRIDE + one, one * STRIDE + other)
    )


def _tables(rows: dict[str, tuple[int, ...]]) -> list[list[int]]:
    """The lanes of every eight squares together, by the byte that tells which of them are taken."""
    by_square = {BY_NAME[name]: _lanes(row) for name, row in rows.items()}
    lanes = {sq: by_square[kind(sq)] for sq in SQUARES}
    tables = []
    for byte in range(_BYTES):
        table = [0]
        for sq in range(8 * byte, 8 * byte + 8):
            table += [below + lanes.get(sq, 0) for below in table]
        tables.append(table)
    return tables


_START: Final = _lanes(number + _ZERO for number in _NETWORK.start)
_DWARFS: Final = _tables(_NETWORK.dwarf)
_TROLLS: Final = _tables(_NETWORK.troll)


def lanes_of_dwarfs(dwarfs: int) -> int:
    """What the units begin with, and what the dwarfs add to that."""
    lanes = _START
    for table, byte in zip(_DWARFS, dwarfs.to_bytes(_BYTES, "little"), strict=True):
        if byte:
            lanes += table[byte]
    return lanes


def lanes_of_trolls(trolls: int) -> int:
    """What the trolls add to the units."""
    lanes = 0
    for table, byte in zip(_TROLLS, trolls.to_bytes(_BYTES, "little"), strict=True):
        if byte:
            lanes += table[byte]
    return lanes


def said(lanes: int, outputs: list[int]) -> int:
    """What the units say together, in hundredths of a point.

    `outputs` has a number for each unit, what it counts when it is 1.
    """
    units = _SPLIT.unpack(lanes.to_bytes(2 * UNITS, "little"))
    fine: int = sum(map(mul, map(_CLIPPED.__getitem__, units), outputs))
    return fine >> SHIFT
