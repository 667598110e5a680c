"""The chances as the table has them, and what it leaves out: who lies, and more athletes than it counts."""

from __future__ import annotations

from functools import cache
from typing import Final

from data.ploc_table import chances
from engine.ploc.mind.columns import COLUMNS
from engine.ploc.mind.judging import SURE, undecided
from engine.ploc.mind.rope import Rope

MOST: Final = 17
"""Athletes of a village, counted no further."""

FINEST: Final = 255
"""A certain victory as the table has it."""

PART: Final = 8
"""Athletes are counted in eighths here, since somebody lying is worth a part of somebody standing."""


# What somebody lying is worth is what one turn more, counted exactly, makes of it: 0.84 to 0.88 of somebody
# standing for columns of 3 to 5, and 0.70 to 0.78 for all others (docs/minds/ploc.md).

LOW: Final = 5
"""The dice of a column together that hits nearly always, so that lying makes no difference."""


@cache
def lying_worth(column: int) -> int:
    """What somebody lying is worth against a village with that column, in eighths of somebody standing."""
    return PART - 2 if sum(COLUMNS[column]) > LOW else PART - 1


def by_table(rope: Rope) -> int:
    """The chance of the village that will roll, in millionths."""
    column, standing, lying, facing, others, laid = rope
    own = PART * standing + lying * lying_worth(facing)
    other = PART * others + laid * lying_worth(column)
    most = max(own, other)
    if most > PART * MOST:
        own, other = own * PART * MOST // most, other * PART * MOST // most
    own = max(own, PART)
    other = max(other, PART)
    base = (column * len(COLUMNS) + facing) * MOST * MOST
    return undecided(_between(base, own, other) * SURE // (FINEST * PART * PART))


def _between(base: int, own: int, other: int) -> int:
    """The chance between the four nearest numbers of athletes, in 255ths of a 64th."""
    table = chances()
    low, part = own // PART - 1, own % PART
    left, rest = other // PART - 1, other % PART
    at = base + low * MOST + left
    if not part and not rest:
        return table[at] * PART * PART
    right = 1 if rest else 0
    down = MOST if part else 0
    near = table[at] * (PART - rest) + table[at + right] * rest
    far = table[at + down] * (PART - rest) + table[at + down + right] * rest
    return near * (PART - part) + far * part
