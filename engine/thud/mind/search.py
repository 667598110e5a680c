"""Looking ahead: alpha-beta over the moves that matter, and captures to the end.

Values are hundredths of a point of the battle's margin, for the side that is to move. A search is a budget of
nodes: when they are spent, the best of what was looked at counts.
"""

from __future__ import annotations

from typing import Final

from engine.thud.mind.field import BESIDE, CELLS, FREE, HALF, reach, shoved, spread
from engine.thud.mind.judgement import TERMINAL, Weights, value
from engine.thud.mind.ways import after, dwarf_ways, hurls, shoves, troll_steps

ENDLESS: Final = 1_000_000
"""More than anything can be worth."""

EXACT: Final = 0
AT_LEAST: Final = 1
AT_MOST: Final = 2

# The limits and the order of the moves below were chosen by trial and not measured one by one.

WIDTH: Final = [0, 20, 32, 48, 64, 80]
"""How many quiet moves of the dwarfs are looked at, by the plies that are left."""

MOST: Final = WIDTH[-1]

EAGER: Final = 4
"""How many moves are looked at with full depth; those after them with one ply less, at first."""

CALM: Final = 6
"""After so many plies of captures a position counts as it stands."""

BITE: Final = 150
"""What a dwarf taken is thought to bring at most, in hundredths of a point: what cannot help is skipped."""

BITES: Final = 100
"""What taking any is thought to bring besides."""

FIRST: Final = 4096
"""What is added to the promise of a move, so that none is negative: promise and move sort as one number."""

# How much a quiet move promises. Of the dwarfs, by the target, then by the square that is left:

JOINS: Final = 12  # for each dwarf beside the target
EXPOSED: Final = -40  # a troll could take it there
LENGTHENS: Final = 12  # it makes a row of three
COVERS: Final = 15  # a row then covers what the trolls could take
ESCAPES: Final = 30  # a troll could take it where it stands
LEAVES: Final = -14  # for each dwarf beside it where it stands

# Of the trolls:

INTO_AIM: Final = -100  # a hurl could hit it there
OUT_OF_AIM: Final = 60  # a hurl could hit it where it stands
APPROACHES: Final = 10  # it comes within three steps of a dwarf


def ended(dwarfs: int, trolls: int) -> int:
    """What a battle is worth to the dwarfs that is over, with what is left of it."""
    margin = 100 * (dwarfs.bit_count() - 4 * trolls.bit_count())
    return margin + (TERMINAL if not trolls else -TERMINAL)


class Search:
    """One look ahead, with what it remembers while it lasts."""

    __slots__ = ("history", "limit", "nodes", "over", "table", "weights")

    def __init__(self, limit: int, weights: list[Weights]) -> None:
        """`weights` has an entry for each number of trolls, none of them included."""
        self.limit = limit
        self.weights = weights
        self.nodes = 0
        self.over = False
        self.history: list[int] = [0] * (CELLS * 256)
        self.table: dict[tuple[int, int, bool], tuple[int, int, int, int]] = {}

    def calm(self, dwarfs: int, trolls: int, dwarfs_move: bool, alpha: int, beta: int, ply: int) -> int:
        """The value when only captures are looked at."""
        self.nodes += 1
        if not dwarfs or not trolls:
            return ended(dwarfs, trolls) if dwarfs_move else -ended(dwarfs, trolls)
        empty = FREE & ~dwarfs & ~trolls
        stand, hung, landing = value(dwarfs, trolls, empty, dwarfs_move, self.weights[trolls.bit_count()])
        if not dwarfs_move:
            stand = -stand
        if stand >= beta or ply >= CALM:
            return stand
        best = stand
        alpha = max(alpha, stand)
        for way in self.captures(dwarfs, trolls, empty, dwarfs_move, hung, landing):
            if not dwarfs_move and stand + BITES + BITE * (BESIDE[way >> 8] & dwarfs).bit_count() <= alpha:
                break
            then_dwarfs, then_trolls = after(dwarfs, trolls, way, dwarfs_move)
            got = -self.calm(then_dwarfs, then_trolls, not dwarfs_move, -beta, -alpha, ply + 1)
            if got > best:
                best = got
                if got > alpha:
                    alpha = got
                    if got >= beta:
                        break
        return best

    def captures(
        self, dwarfs: int, trolls: int, empty: int, dwarfs_move: bool, hung: int, landing: int
    ) -> list[int]:
        """Every capture, the largest first."""
        if dwarfs_move:
            return hurls(dwarfs, empty, hung) if hung else []
        contact = spread(dwarfs) & landing
        if not contact:
            return []
        found = troll_steps(trolls, contact)
        if contact & ~spread(trolls) or shoved(trolls, empty) & contact:
            found += shoves(trolls, empty, contact)
        if len(found) > 1:
            scored = [((BESIDE[way >> 8] & dwarfs).bit_count() << 16) | way for way in found]
            scored.sort(reverse=True)
            found = [way & 65535 for way in scored]
        return found

    def seek(self, dwarfs: int, trolls: int, dwarfs_move: bool, depth: int, alpha: int, beta: int) -> int:
        """The value, `depth` plies ahead, right between `alpha` and `beta` and else a bound."""
        if depth <= 0 or not dwarfs or not trolls:
            return self.calm(dwarfs, trolls, dwarfs_move, alpha, beta, 0)
        self.nodes += 1
        if self.nodes >= self.limit:
            self.over = True
            return alpha
        key = (dwarfs, trolls, dwarfs_move)
        known = self.table.get(key)
        first = 0
        if known is not None:
            first = known[3]
            if known[0] >= depth:
                got = known[2]
                kind = known[1]
                if kind == EXACT or (kind == AT_LEAST and got >= beta) or (kind == AT_MOST and got <= alpha):
                    return got
        # who would do well enough without a move does not need one
        if beta < ENDLESS:
            got = -self.seek(dwarfs, trolls, not dwarfs_move, depth - 2, -beta, 1 - beta)
            if got >= beta:
                return got
        return self.try_all(dwarfs, trolls, dwarfs_move, depth, alpha, beta, first)

    def try_all(
        self, dwarfs: int, trolls: int, dwarfs_move: bool, depth: int, alpha: int, beta: int, first: int
    ) -> int:
        """The value of the best move."""
        low = alpha
        best = -ENDLESS
        chosen = 0
        tried = 0
        for way in self.ordered(dwarfs, trolls, dwarfs_move, depth, first):
            then_dwarfs, then_trolls = after(dwarfs, trolls, way, dwarfs_move)
            less = 1 if tried < EAGER or depth <= 1 else 2
            if not tried:
                got = -self.seek(then_dwarfs, then_trolls, not dwarfs_move, depth - 1, -beta, -alpha)
            else:
                got = -self.seek(then_dwarfs, then_trolls, not dwarfs_move, depth - less, -alpha - 1, -alpha)
                if got > alpha and (less > 1 or got < beta):
                    got = -self.seek(then_dwarfs, then_trolls, not dwarfs_move, depth - 1, -beta, -alpha)
            if self.over:
                return max(best, alpha)
            tried += 1
            if got > best:
                best = got
                chosen = way
                if got > alpha:
                    alpha = got
                    if got >= beta:
                        self.history[way] += depth * depth
                        break
        if not tried:
            margin = 100 * (dwarfs.bit_count() - 4 * trolls.bit_count())
            return margin if dwarfs_move else -margin
        kind = AT_LEAST if best >= beta else EXACT if best > low else AT_MOST
        self.table[dwarfs, trolls, dwarfs_move] = (depth, kind, best, chosen)
        return best

    def ordered(self, dwarfs: int, trolls: int, dwarfs_move: bool, depth: int, first: int) -> list[int]:
        """The moves worth looking at, the most promising first."""
        empty = FREE & ~dwarfs & ~trolls
        aimed = reach(dwarfs, empty) | spread(dwarfs)
        landing = (spread(trolls) | shoved(trolls, empty)) & empty
        found = self.captures(dwarfs, trolls, empty, dwarfs_move, trolls & aimed, landing)
        if dwarfs_move:
            width = WIDTH[depth] if depth < len(WIDTH) else WIDTH[-1]
            found += self.dwarfs_quiet(dwarfs, empty, landing)[:width]
        else:
            found += self.trolls_quiet(dwarfs, trolls, empty, aimed)
        if first:
            if first in found:
                found.remove(first)
            found.insert(0, first)
        return found

    def dwarfs_quiet(self, dwarfs: int, empty: int, landing: int) -> list[int]:
        """The quiet moves of the dwarfs: into company, out of the trolls' way."""
        ways = dwarf_ways(dwarfs, empty)
        danger = spread(landing)
        threes = pairs_ahead(dwarfs, empty)
        cover = rows_at(landing & spread(dwarfs), dwarfs, empty)
        good = [0] * CELLS
        joins, exposed, lengthens, covers = JOINS, EXPOSED, LENGTHENS, COVERS  # locals are quicker in a loop
        rest = empty
        while rest:
            low = rest & -rest
            rest ^= low
            at = low.bit_length() - 1
            good[at] = (
                joins * (BESIDE[at] & dwarfs).bit_count()
                + (exposed if low & danger else 0)
                + (lengthens if low & threes else 0)
                + (covers if low & cover else 0)
            )
        rest = dwarfs
        while rest:
            low = rest & -rest
            rest ^= low
            at = low.bit_length() - 1
            good[at] = (ESCAPES if low & danger else 0) + LEAVES * (BESIDE[at] & dwarfs).bit_count()
        history, first = self.history, FIRST
        scored = [((good[way >> 8] + good[way & 255] + history[way] + first) << 16) | way for way in ways]
        scored.sort(reverse=True)
        return [way & 65535 for way in scored[:MOST]]

    def trolls_quiet(self, dwarfs: int, trolls: int, empty: int, aimed: int) -> list[int]:
        """The quiet moves of the trolls: towards the dwarfs, not where they aim."""
        contact = spread(dwarfs)
        near = spread(spread(contact & FREE) & FREE)
        history = self.history
        scored = []
        for way in troll_steps(trolls, empty & ~contact):
            target = 1 << (way >> 8)
            score = history[way] + FIRST
            if target & aimed:
                score += INTO_AIM
            if aimed >> (way & 255) & 1:
                score += OUT_OF_AIM
            if target & near:
                score += APPROACHES
            scored.append(score << 16 | way)
        scored.sort(reverse=True)
        return [way & 65535 for way in scored]


def pairs_ahead(dwarfs: int, empty: int) -> int:
    """Every empty square that would make a row of two a row of three."""
    found = 0
    for step in HALF:
        rows = dwarfs & dwarfs >> step
        found |= rows << 2 * step | rows >> step | (dwarfs & dwarfs >> 2 * step) << step
    return found & empty


def rows_at(goals: int, dwarfs: int, empty: int) -> int:
    """Every empty square where a dwarf more would aim a row of two or three at a square of `goals`."""
    found = 0
    for step in HALF:
        for way in (step, -step):
            gap = _ahead(goals, way) & empty
            front = _ahead(gap, way)
            if not front:
                continue
            found |= front & empty & _ahead(dwarfs, -way) | _ahead(front & dwarfs, way) & empty
            front = _ahead(front & empty, way)
            second = _ahead(front & dwarfs, way)
            found |= (
                (front & empty & _ahead(dwarfs, -way) & _ahead(dwarfs, -2 * way))
                | (second & empty & _ahead(dwarfs, -way))
                | (_ahead(second & dwarfs, way) & empty)
            )
    return found


def _ahead(board: int, step: int) -> int:
    """`board` moved along `step`."""
    return board << step if step > 0 else board >> -step
