"""The move to make: every move at a glance, the promising ones ever deeper."""

from __future__ import annotations

from typing import Final

from engine.koom.mind.field import Way, after, carries, runs, sandwiches, tramples, walks
from engine.koom.mind.judgement import value
from engine.koom.mind.search import EAGER, ENDLESS, Key, Search, ended
from engine.octagon.board import Bitboard, squares_of

ROOT_WIDTH: Final = (0, 0, 90, 60, 45, 36, 30)
"""How many of the moves are looked at so many plies deep, the last number for all deeper ones."""

DEEPEST: Final = 24

Line = list[tuple[int, Way]]
"""Moves with what they are worth to the side that is to move, the best first."""


def all_ways(key: Key) -> list[Way]:
    """Every move; of those that end alike and take the same, one."""
    dwarfs, trolls, rock, dwarfs_move = key
    occupied: Bitboard = dwarfs | trolls | 1 << rock
    found = sandwiches(dwarfs, trolls, rock) if dwarfs_move else tramples(dwarfs, trolls, rock)
    known = {(origin, target) for origin, target, _ in found} if dwarfs_move else set()
    reach, pieces = (runs, dwarfs) if dwarfs_move else (walks, trolls)
    for origin in squares_of(pieces):
        found += [
            (origin, target, 0)
            for target in squares_of(reach(origin, occupied))
            if (origin, target) not in known
        ]
    return found + (carries(dwarfs, trolls, rock) if dwarfs_move else [])


def at_sight(key: Key, whims: dict[Way, int]) -> Line:
    """Every move with what it leads to, nothing looked ahead."""
    dwarfs_move, found = key[3], list[tuple[int, Way]]()
    for way in all_ways(key):
        then = after(*key, way)
        over = ended(*then, not dwarfs_move)
        if over is None:
            over = -value(*then) if dwarfs_move else value(*then)
        found.append((whims.get(way, 0) - over, way))
    found.sort(reverse=True)
    return found


def glance(search: Search, key: Key, whims: dict[Way, int]) -> Line:
    """Every move with its value when only captures are looked at after it."""
    dwarfs_move, found = key[3], list[tuple[int, Way]]()
    for way in all_ways(key):
        then = after(*key, way)
        again = (*then, not dwarfs_move) in search.past
        got = 0 if again else -search.calm(*then, not dwarfs_move, -ENDLESS, ENDLESS, 0)
        found.append((got + whims.get(way, 0), way))
    found.sort(reverse=True)
    return found


def best(search: Search, key: Key, whims: dict[Way, int]) -> Line:
    """The same, looked at ever deeper until the budget is spent; only the value of the first one is exact."""
    line = glance(search, key, whims)
    for depth in range(2, DEEPEST):
        width = ROOT_WIDTH[min(depth, len(ROOT_WIDTH) - 1)]
        deeper = _look(search, key, depth, line[:width], whims)
        seen = {way for _, way in deeper}
        line = deeper + [entry for entry in line if entry[1] not in seen]
        if search.over or len(line) == 1:
            break
    return line


def _look(search: Search, key: Key, depth: int, line: Line, whims: dict[Way, int]) -> Line:
    """What was looked at before the budget ran out: the best so far first, the others in their old order."""
    dwarfs_move, alpha, done = key[3], -ENDLESS, list[tuple[int, Way]]()
    for number, (_, way) in enumerate(line):
        then = *after(*key, way), not dwarfs_move
        whim = whims.get(way, 0)
        low = alpha - whim
        less = 2 if number >= 2 * EAGER and depth > 2 else 1  # noqa: PLR2004
        if not number:
            got = -search.seek(*then, depth - 1, -ENDLESS, ENDLESS)
        else:
            got = -search.seek(*then, depth - less, -low - 1, -low)
            if got > low and not search.over:
                got = -search.seek(*then, depth - 1, -ENDLESS, -low)
        if search.over:
            break
        if got + whim > alpha:
            alpha = got + whim
            done.insert(0, (alpha, way))
        else:
            done.append((got + whim, way))
    return done
