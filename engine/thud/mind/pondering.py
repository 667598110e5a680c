"""How each level comes to its view of the moves."""

from __future__ import annotations

from typing import Final

from engine.mind import Level
from engine.rng import SeededRng
from engine.thud.mind.field import BESIDE, FREE, reach, spread
from engine.thud.mind.judgement import WEIGHTS
from engine.thud.mind.root import all_ways, best
from engine.thud.mind.search import Search
from engine.thud.mind.ways import after

WHIM: Final = {"pip": 260, "odo": 60, "wenna": 24, "grete": 8}
"""By how many hundredths of a point a level misjudges a move at most, by chance."""

DEEPEST: Final = 12
"""How many plies are looked ahead at most."""


def ponder(
    dwarfs: int, trolls: int, dwarfs_move: bool, level: Level, seed: str
) -> tuple[list[tuple[int, int]], Search]:
    """Every move with what its side can expect, in hundredths of a point, the best first; and the search."""
    chance = SeededRng(seed)
    whims = {way: chance.below(WHIM[level.key]) for way in all_ways(dwarfs, trolls, dwarfs_move)}
    search = Search(max(1, level.budget), WEIGHTS)
    if level.key == "pip":
        return at_a_glance(dwarfs, trolls, dwarfs_move, whims), search
    return best(search, dwarfs, trolls, dwarfs_move, DEEPEST, whims), search


def at_a_glance(dwarfs: int, trolls: int, dwarfs_move: bool, whims: dict[int, int]) -> list[tuple[int, int]]:
    """What a beginner sees: what a move takes, whether it leads to the others, now and then a danger."""
    found = []
    for way, whim in whims.items():
        then_dwarfs, then_trolls = after(dwarfs, trolls, way, dwarfs_move)
        gain = 400 * (trolls.bit_count() - then_trolls.bit_count())
        gain += 100 * (dwarfs.bit_count() - then_dwarfs.bit_count())
        empty = FREE & ~then_dwarfs & ~then_trolls
        target = 1 << (way >> 8)
        if dwarfs_move:
            gain += 20 * min(3, (BESIDE[way >> 8] & then_dwarfs).bit_count())
            risk = 100 if spread(spread(then_trolls) & empty) & target else 0
        else:
            gain += 40 if spread(spread(target)) & then_dwarfs else 0
            risk = 400 if (reach(then_dwarfs, empty) | spread(then_dwarfs)) & target else 0
        found.append((gain + whim - (risk if whim % 3 else 0), way))
    found.sort(reverse=True)
    return found
