"""How many nodes a second the search comes to, on eight positions from the set-up to the last trolls."""

from __future__ import annotations

from collections.abc import Iterator
from time import process_time
from typing import Final

from engine.octagon.board import name
from engine.thud.mind.judgement import Judge
from engine.thud.mind.pondering import DEEPEST, weights_of
from engine.thud.mind.root import best
from engine.thud.mind.search import Search

POSITIONS: Final = (
    (0x36004100808100420024001400100004001400120021004080804100360, 0x1C0014001C << 100, True),
    (0x36004100808100420024001400100004001600020021004080804100360, 0x1C0014001C << 100, False),
    (
        0x300000008001000200000004001000040014011000610040808045003A0,
        0x20000000000040010001400220010 << 84,
        False,
    ),
    (
        0x34004000808100420020001000160006001700038001004080000000000,
        0x2C0004000C0000000000000000000100000,
        True,
    ),
    (
        0x8000400024000400160007001740038001800080000000000,
        0x80000000000000004002400040000000000000000000100000,
        False,
    ),
    (0x680070007001700038001800080000000000, 0x100001000000000000000100040000000000000000000100000, True),
    (0x78007C007C0038001000000000000000, 0x1004000000000000000004000000800000000000000000, False),
    (0x1000380078007C0038001000000000000000, 0x10000000004000000400000000000000000, True),
)
"""Dwarfs, trolls, and whether the dwarfs are to move."""

NODES: Final = 20_000


def lines(budget: int = NODES) -> Iterator[str]:
    """A line for each position, and one for all of them."""
    nodes, seconds = 0, 0.0
    for number, (dwarfs, trolls, dwarfs_move) in enumerate(POSITIONS, 1):
        search = Search(budget, Judge(weights_of(dwarfs_move)))
        began = process_time()
        (worth, way), *_ = best(search, dwarfs, trolls, dwarfs_move, DEEPEST, {})
        took = process_time() - began
        yield f"{number}: {search.nodes} nodes, {search.nodes / took:,.0f} a second; {told(way)} for {worth}"
        nodes, seconds = nodes + search.nodes, seconds + took
    yield f"all: {nodes / seconds:,.0f} nodes a second"


def told(way: int) -> str:
    """A way as people write it."""
    return f"{name(way & 255)}-{name(way >> 8)}"
