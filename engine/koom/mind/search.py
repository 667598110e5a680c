"""Looking ahead: alpha-beta over the moves that matter, and captures to the end.

Values are hundredths of a dwarf, for the side that is to move. A search is a budget of nodes: when they are
spent, the best of what was looked at counts.
"""

from __future__ import annotations

from typing import Final

from engine.koom.mind.field import (
    BESIDE,
    RINGS,
    Way,
    after,
    bare,
    can_bring_home,
    can_hold,
    carries,
    runs,
    sandwiches,
    tramples,
    walks,
)
from engine.koom.mind.judgement import value
from engine.koom.model import FAR_EDGE, HOLDERS
from engine.octagon.board import BOARD, Bitboard, Square, adjacent_squares

ENDLESS: Final = 10_000_000
"""More than anything can be worth."""

WON: Final = 1_000_000
"""What a battle that is won is worth."""

LATER: Final = 200
"""How much less it is worth one ply later; more than any whim, so that nobody plays with the other side."""

EXACT: Final = 0
AT_LEAST: Final = 1
AT_MOST: Final = 2

CALM: Final = 6
"""After so many plies of captures a position counts as it stands."""

WIDTH: Final = (0, 14, 18, 26, 34)
"""How many quiet moves are looked at, by the plies that are left."""

EAGER: Final = 4
"""How many moves are looked at with full depth; those after them with one ply less, at first."""

UNKNOWN: Final = (-1, EXACT, 0, None)
"""What is remembered of a position that was not looked at."""

Key = tuple[Bitboard, Bitboard, Square, bool]
Scored = tuple[int, Way]


class Search:
    """One look ahead, with what it remembers while it lasts; `past` are positions that stood before."""

    __slots__ = ("history", "limit", "nodes", "over", "past", "table")

    def __init__(self, limit: int, past: frozenset[Key] = frozenset()) -> None:
        """`limit` is the budget, in nodes."""
        self.limit = limit
        self.past = past
        self.nodes = 0
        self.over = False
        self.history: dict[tuple[Square, Square], int] = {}
        self.table: dict[Key, tuple[int, int, int, Way | None]] = {}

    def calm(
        self,
        dwarfs: Bitboard,
        trolls: Bitboard,
        rock: Square,
        dwarfs_move: bool,
        alpha: int,
        beta: int,
        ply: int,
    ) -> int:
        """The value when only captures are looked at, and what wins at once."""
        self.nodes += 1
        if (over := ended(dwarfs, trolls, rock, dwarfs_move)) is not None:
            return over + LATER * ply if over < 0 else over - LATER * ply
        wins = can_bring_home if dwarfs_move else can_hold
        if wins(dwarfs, trolls, rock):
            return WON - LATER - LATER * ply
        stand = value(dwarfs, trolls, rock)
        if not dwarfs_move:
            stand = -stand
        if stand >= beta or ply >= CALM:
            return stand
        best, alpha = stand, max(alpha, stand)
        for way in captures(dwarfs, trolls, rock, dwarfs_move):
            then = after(dwarfs, trolls, rock, dwarfs_move, way)
            got = -self.calm(*then, not dwarfs_move, -beta, -alpha, ply + 1)
            if got > best:
                best = got
                if got > alpha:
                    alpha = got
                    if got >= beta:
                        break
        return best

    def seek(
        self,
        dwarfs: Bitboard,
        trolls: Bitboard,
        rock: Square,
        dwarfs_move: bool,
        depth: int,
        alpha: int,
        beta: int,
    ) -> int:
        """The value, `depth` plies ahead, right between `alpha` and `beta` and else a bound."""
        key = (dwarfs, trolls, rock, dwarfs_move)
        if key in self.past:
            return 0
        if depth <= 0:
            return self.calm(dwarfs, trolls, rock, dwarfs_move, alpha, beta, 0)
        self.nodes += 1
        if self.nodes >= self.limit:
            self.over = True
            return alpha
        over = ended(dwarfs, trolls, rock, dwarfs_move)
        if over is None and (can_bring_home if dwarfs_move else can_hold)(dwarfs, trolls, rock):
            over = WON - LATER
        if over is not None:
            return over - LATER * depth if over < 0 else over + LATER * depth
        deep, kind, got, first = self.table.get(key, UNKNOWN)
        bound = (kind != AT_MOST and got >= beta) or (kind != AT_LEAST and got <= alpha)
        if deep >= depth and (kind == EXACT or bound):
            return got
        return self._best(key, depth, alpha, beta, first)

    def _best(self, key: Key, depth: int, alpha: int, beta: int, first: Way | None) -> int:
        """The value of the best move."""
        dwarfs, trolls, rock, dwarfs_move = key
        low, best, chosen = alpha, -ENDLESS, None
        for tried, way in enumerate(self.ordered(dwarfs, trolls, rock, dwarfs_move, depth, first)):
            then = after(dwarfs, trolls, rock, dwarfs_move, way)
            if not tried:
                got = -self.seek(*then, not dwarfs_move, depth - 1, -beta, -alpha)
            else:
                less = 1 if tried < EAGER or depth <= 1 or way[2] else 2
                got = -self.seek(*then, not dwarfs_move, depth - less, -alpha - 1, -alpha)
                if got > alpha and (less > 1 or got < beta) and not self.over:
                    got = -self.seek(*then, not dwarfs_move, depth - 1, -beta, -alpha)
            if self.over:
                return max(best, alpha)
            if got > best:
                best, chosen = got, way
                if got > alpha:
                    alpha = got
                    if got >= beta:
                        ends = way[0], way[1]
                        self.history[ends] = self.history.get(ends, 0) + depth * depth
                        break
        if chosen is None:
            if dwarfs_move and adjacent_squares(dwarfs) & BOARD & ~(dwarfs | trolls | 1 << rock):
                return value(dwarfs, trolls, rock)  # they can move, but nowhere where it matters
            return -WON - LATER * depth  # nothing can be moved (Rule koom:win-5)
        kind = AT_LEAST if best >= beta else EXACT if best > low else AT_MOST
        self.table[key] = (depth, kind, best, chosen)
        return best

    def ordered(
        self,
        dwarfs: Bitboard,
        trolls: Bitboard,
        rock: Square,
        dwarfs_move: bool,
        depth: int,
        first: Way | None,
    ) -> list[Way]:
        """The moves worth looking at, the most promising first."""
        found = captures(dwarfs, trolls, rock, dwarfs_move)
        width = WIDTH[min(depth, len(WIDTH) - 1)]
        quiet = (
            self.quiet_dwarfs(dwarfs, trolls, rock)
            if dwarfs_move
            else self.quiet_trolls(dwarfs, trolls, rock)
        )
        quiet.sort(reverse=True)
        found += [way for _, way in quiet[:width]]
        if first is not None:
            if first in found:
                found.remove(first)
            found.insert(0, first)
        return found

    def quiet_dwarfs(  # noqa: PLR0914 - locals are quicker in a loop
        self, dwarfs: Bitboard, trolls: Bitboard, rock: Square
    ) -> list[Scored]:
        """The Rock's moves and those of dwarfs that go near it or near a troll, or leave one."""
        history, found = self.history, list[Scored]()
        for way in carries(dwarfs, trolls, rock):
            found.append(((rock - way[1]) * 4 + history.get((rock, way[1]), 0), way))
        occupied = dwarfs | trolls | 1 << rock
        hung, touch = bare(dwarfs, trolls, rock), adjacent_squares(trolls)
        one, two, three = RINGS[1][rock], RINGS[2][rock], RINGS[3][rock]
        matters = (two | touch) & ~occupied
        rest = dwarfs
        while rest:
            low = rest & -rest
            rest ^= low
            origin = low.bit_length() - 1
            targets = runs(origin, occupied)
            targets &= matters if not low & hung else matters | three
            leaves = (40 if low & hung else 0) - (30 if low & one else 10 if low & two else 0)
            while targets:
                to = targets & -targets
                targets ^= to
                target = to.bit_length() - 1
                score = (
                    leaves + (30 if to & one else 10 if to & two else 0) + history.get((origin, target), 0)
                )
                if to & touch:
                    score -= 8
                found.append((score, (origin, target, 0)))
        return found

    def quiet_trolls(self, dwarfs: Bitboard, trolls: Bitboard, rock: Square) -> list[Scored]:
        """The walks of the trolls: to the Rock, before it, and to dwarfs who could be trampled."""
        history, occupied = self.history, dwarfs | trolls | 1 << rock
        rings = [ring[rock] for ring in RINGS[1:7]]
        touch = adjacent_squares(dwarfs)
        found: list[Scored] = []
        rest = trolls
        while rest:
            low = rest & -rest
            rest ^= low
            origin = low.bit_length() - 1
            stays = sum(12 for ring in rings if low & ring) + (-25 if low & touch else 0)
            targets = walks(origin, occupied)
            while targets:
                to = targets & -targets
                targets ^= to
                target = to.bit_length() - 1
                score = sum(12 for ring in rings if to & ring) - stays + history.get((origin, target), 0)
                if to & touch:
                    score -= 10
                if to & FAR_EDGE:
                    score += 6
                found.append((score, (origin, target, 0)))
        return found


def captures(dwarfs: Bitboard, trolls: Bitboard, rock: Square, dwarfs_move: bool) -> list[Way]:
    """Every capture, the largest first."""
    found = sandwiches(dwarfs, trolls, rock) if dwarfs_move else tramples(dwarfs, trolls, rock)
    if len(found) > 1:
        found.sort(key=_taken, reverse=True)
    return found


def _taken(way: Way) -> int:
    return way[2].bit_count()


def ended(dwarfs: Bitboard, trolls: Bitboard, rock: Square, dwarfs_move: bool) -> int | None:
    """What a battle that is over is worth to the side to move, none if it is not (Rules koom:win-1 to -4)."""
    if FAR_EDGE >> rock & 1 or not trolls:
        return WON if dwarfs_move else -WON
    if (BESIDE[rock] & trolls).bit_count() >= HOLDERS:
        return -WON if dwarfs_move else WON
    if not dwarfs:
        worth = WON if trolls.bit_count() >= HOLDERS else 0
        return -worth if dwarfs_move else worth
    return None
