"""What a position is worth without looking ahead: the margin that the dwarfs can expect, in hundredths.

`traits` counts what matters, `WEIGHTS` say how much; both are in the same order.
"""

from __future__ import annotations

from typing import Final

from engine.thud.board import BOARD
from engine.thud.mind.field import FREE, HALF, reach, shoved, spread

NAMES: Final = (
    "dwarfs",
    "trolls",
    "dwarfs x trolls",
    "trolls squared",
    "pairs",
    "threes",
    "alone",
    "hung",
    "bare",
    "covered",
    "aimed",
    "troll pairs",
    "room",
    "near",
    "far",
    "core",
    "rim",
    "centre trolls",
)
WEIGHTS: Final = [100, -700, 0, 0, 6, 6, -10, 60, -30, -8, 2, 6, -4, -6, -3, 8, 0, 0]

TERMINAL: Final = 1000
"""What the end of a battle adds for whoever has pieces left."""


def _ring(low: int, high: int) -> int:
    board = 0
    for file in range(15):
        for rank in range(15):
            if low <= max(abs(file - 7), abs(rank - 7)) <= high:
                board |= 1 << 16 * rank + file
    return board & BOARD


RIM: Final = _ring(6, 7)
CENTRE: Final = _ring(0, 3)


def value(dwarfs: int, trolls: int, empty: int, weights: list[int]) -> tuple[int, int, int]:
    """What the dwarfs can expect, the trolls that hang, and where trolls could land."""
    aimed = reach(dwarfs, empty)
    around = spread(trolls)
    landing = (around | shoved(trolls, empty)) & empty
    safe = landing & ~aimed
    bare = spread(safe) & dwarfs
    covered = spread(landing) & dwarfs & ~bare
    together = pairs = threes = troll_pairs = 0
    for step in HALF:
        rows = dwarfs & dwarfs >> step
        together |= rows | rows << step
        pairs += rows.bit_count()
        threes += (rows & rows >> step).bit_count()
        troll_pairs += (trolls & trolls >> step).bit_count()
    dwarf_count = dwarfs.bit_count()
    troll_count = trolls.bit_count()
    around = spread(around)
    hung = trolls & aimed
    total = (
        weights[0] * dwarf_count
        + weights[1] * troll_count
        + weights[2] * dwarf_count * troll_count
        + weights[3] * troll_count * troll_count
        + weights[4] * pairs
        + weights[5] * threes
        + weights[6] * (dwarfs & ~together).bit_count()
        + weights[7] * hung.bit_count()
        + weights[8] * bare.bit_count()
        + weights[9] * covered.bit_count()
        + weights[10] * (aimed & empty).bit_count()
        + weights[11] * troll_pairs
        + weights[12] * safe.bit_count()
        + weights[13] * (around & dwarfs).bit_count()
        + weights[14] * (spread(spread(around)) & dwarfs).bit_count()
        + weights[15] * (dwarfs & dwarfs << 1 & dwarfs >> 1 & dwarfs << 16 & dwarfs >> 16).bit_count()
        + weights[16] * (dwarfs & RIM).bit_count()
        + weights[17] * (trolls & CENTRE).bit_count()
    )
    return total, hung, landing


def traits(dwarfs: int, trolls: int) -> list[int]:
    """What is counted, in the order of `NAMES`."""
    empty = FREE & ~dwarfs & ~trolls
    aimed = reach(dwarfs, empty)
    around = spread(trolls)
    landing = (around | shoved(trolls, empty)) & empty
    bare = spread(landing & ~aimed) & dwarfs
    covered = spread(landing) & dwarfs & ~bare
    together = pairs = threes = 0
    for step in HALF:
        rows = dwarfs & dwarfs >> step
        together |= rows | rows << step
        pairs += rows.bit_count()
        threes += (rows & rows >> step).bit_count()
    troll_pairs = 0
    for step in HALF:
        troll_pairs += (trolls & trolls >> step).bit_count()
    dwarf_count = dwarfs.bit_count()
    troll_count = trolls.bit_count()
    around = spread(around)
    return [
        dwarf_count,
        troll_count,
        dwarf_count * troll_count,
        troll_count * troll_count,
        pairs,
        threes,
        (dwarfs & ~together).bit_count(),
        (trolls & aimed).bit_count(),
        bare.bit_count(),
        covered.bit_count(),
        (aimed & empty).bit_count(),
        troll_pairs,
        (landing & ~aimed).bit_count(),
        (around & dwarfs).bit_count(),
        (spread(spread(around)) & dwarfs).bit_count(),
        (dwarfs & dwarfs << 1 & dwarfs >> 1 & dwarfs << 16 & dwarfs >> 16).bit_count(),
        (dwarfs & RIM).bit_count(),
        (trolls & CENTRE).bit_count(),
    ]
