"""The move to make: every move at a glance, the promising ones ever deeper."""

from __future__ import annotations

from typing import Final

from engine.thud.mind.field import FREE, reach, spread
from engine.thud.mind.search import EAGER, ENDLESS, Search
from engine.thud.mind.ways import after, dwarf_ways, hurls, shoves, troll_steps

ROOT_WIDTH: Final = [0, 1400, 160, 100, 80, 60]
"""How many of the moves are looked at so many plies deep: all of them once, then only the promising ones.

Chosen by trial, and not measured separately.
"""


def all_ways(dwarfs: int, trolls: int, dwarfs_move: bool) -> list[int]:
    """Every move, each with all that it can take."""
    empty = FREE & ~dwarfs & ~trolls
    if dwarfs_move:
        return dwarf_ways(dwarfs, empty) + hurls(
            dwarfs, empty, trolls & (reach(dwarfs, empty) | spread(dwarfs))
        )
    return troll_steps(trolls, empty) + shoves(trolls, empty, spread(dwarfs) & empty)


def glance(
    search: Search, dwarfs: int, trolls: int, dwarfs_move: bool, whims: dict[int, int]
) -> list[tuple[int, int]]:
    """Every move with its value when only captures are looked at after it, the best first."""
    found = []
    for way in all_ways(dwarfs, trolls, dwarfs_move):
        then_dwarfs, then_trolls = after(dwarfs, trolls, way, dwarfs_move)
        got = -search.calm(then_dwarfs, then_trolls, not dwarfs_move, -ENDLESS, ENDLESS, 0)
        found.append((got + whims.get(way, 0), way))
    found.sort(reverse=True)
    return found


def best(
    search: Search,
    dwarfs: int,
    trolls: int,
    dwarfs_move: bool,
    deepest: int,
    whims: dict[int, int],
    most: int = ROOT_WIDTH[1],
) -> list[tuple[int, int]]:
    """The moves, the best first, with values; only the first one's is exact.

    Up to `most` of them are looked at further than at a glance.
    """
    line = glance(search, dwarfs, trolls, dwarfs_move, whims)
    depth = 2
    while depth <= deepest and len(line) > 1:
        width = min(most, ROOT_WIDTH[depth] if depth < len(ROOT_WIDTH) else ROOT_WIDTH[-1])
        deeper = look(search, dwarfs, trolls, dwarfs_move, depth, line[:width], whims)
        if deeper:
            seen = {way for _, way in deeper}
            line = deeper + [entry for entry in line if entry[1] not in seen]
        if search.over:
            break
        depth += 1
    return line


def look(
    search: Search,
    dwarfs: int,
    trolls: int,
    dwarfs_move: bool,
    depth: int,
    line: list[tuple[int, int]],
    whims: dict[int, int],
) -> list[tuple[int, int]]:
    """What was looked at before the budget ran out: the best so far first, the others in their old order."""
    alpha = -ENDLESS
    done: list[tuple[int, int]] = []
    for number, (_, way) in enumerate(line):
        then_dwarfs, then_trolls = after(dwarfs, trolls, way, dwarfs_move)
        whim = whims.get(way, 0)
        low = alpha - whim
        less = 2 if number >= 2 * EAGER and depth - 1 > 1 else 1
        if not number:
            got = -search.seek(then_dwarfs, then_trolls, not dwarfs_move, depth - 1, -ENDLESS, ENDLESS)
        else:
            got = -search.seek(then_dwarfs, then_trolls, not dwarfs_move, depth - less, -low - 1, -low)
            if got > low and not search.over:
                got = -search.seek(then_dwarfs, then_trolls, not dwarfs_move, depth - 1, -ENDLESS, -low)
        if search.over:
            break
        if got + whim > alpha:
            alpha = got + whim
            done.insert(0, (alpha, way))
        else:
            done.append((got + whim, way))
    return done
