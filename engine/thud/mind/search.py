"""Looking ahead: alpha-beta over the moves that matter, and captures to the end.

Values are hundredths of a point of the battle's margin, for the side that is to move. A search is a budget of
nodes: when they are spent, the best of what was looked at counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.thud.mind.field import BESIDE, CELLS, FREE, HALF, LINES, spread
from engine.thud.mind.judgement import TERMINAL, Judge, Seen
from engine.thud.mind.ways import after, hurls, shoves, troll_steps, ways_from
from engine.thud.model import STONE

ENDLESS: Final = 1_000_000
"""More than anything can be worth."""

EXACT: Final = 0
AT_LEAST: Final = 1
AT_MOST: Final = 2

# The limits and the order of the moves below were chosen by trial and not measured one by one.

WIDTH: Final = [0, 20, 32, 48, 64, 80]
"""How many quiet moves of the dwarfs are looked at, by the plies that are left."""

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

# Against the last trolls, also by the target:

AIMS: Final = 40  # a row then aims at a troll
CLOSES: Final = 12  # a row then aims where a troll could step

LAST: Final = 4
"""So many trolls or fewer are hunted by rows that aim at them."""

SHARE: Final = 40
"""The percentage of the quiet moves that is looked at then: fewer moves, and so further ahead."""

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

    __slots__ = ("history", "joined", "judge", "limit", "lines", "nodes", "over", "table")

    def __init__(self, limit: int, judge: Judge) -> None:
        """Searches may share a judge: what positions are worth does not depend on who asked first."""
        self.limit = limit
        self.judge = judge
        self.nodes = 0
        self.over = False
        self.history: list[int] = [0] * (CELLS * 256)
        self.joined: dict[int, list[int]] = {}
        self.lines: list[dict[int, list[int]]] = [{} for _ in range(CELLS)]
        self.table: dict[tuple[int, int, bool], tuple[int, int, int, int]] = {}

    def calm(self, dwarfs: int, trolls: int, dwarfs_move: bool, alpha: int, beta: int, ply: int) -> int:
        """The value when only captures are looked at."""
        self.nodes += 1
        if not dwarfs or not trolls:
            return ended(dwarfs, trolls) if dwarfs_move else -ended(dwarfs, trolls)
        seen = self.judge.known.get((dwarfs, trolls)) or self.judge.judged(dwarfs, trolls)
        stand = seen[0] if dwarfs_move else seen[1]
        if stand >= beta or ply >= CALM:
            return stand
        best = stand
        alpha = max(alpha, stand)
        for way in captures(dwarfs, trolls, dwarfs_move, seen):
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
                        self.history[way] += depth * depth << 16
                        break
        if not tried:
            margin = 100 * (dwarfs.bit_count() - 4 * trolls.bit_count())
            return margin if dwarfs_move else -margin
        kind = AT_LEAST if best >= beta else EXACT if best > low else AT_MOST
        self.table[dwarfs, trolls, dwarfs_move] = (depth, kind, best, chosen)
        return best

    def ordered(self, dwarfs: int, trolls: int, dwarfs_move: bool, depth: int, first: int) -> Iterator[int]:
        """The moves worth looking at, the most promising first; each kind is only found when it is needed."""
        if first:
            yield first
        seen = self.judge.look(dwarfs, trolls)
        for way in captures(dwarfs, trolls, dwarfs_move, seen):
            if way != first:
                yield way
        _, _, threat, landing, _ = seen
        if dwarfs_move:
            width = WIDTH[depth] if depth < len(WIDTH) else WIDTH[-1]
            quiet = self.dwarfs_quiet(dwarfs, trolls, landing, width)
        else:
            quiet = self.trolls_quiet(dwarfs, trolls, threat)
        for way in quiet:
            if way != first:
                yield way

    def dwarfs_quiet(self, dwarfs: int, trolls: int, landing: int, width: int) -> list[int]:
        """The best quiet moves of the dwarfs: into company, out of the trolls' way."""
        occupied = dwarfs | trolls | STONE
        empty = FREE & ~occupied
        danger = spread(landing)
        good = self.company(dwarfs).copy()
        mark(danger & empty, EXPOSED << 16, good)
        mark(danger & dwarfs, ESCAPES << 16, good)
        mark(pairs_ahead(dwarfs, empty), LENGTHENS << 16, good)
        mark(rows_at(landing & spread(dwarfs), dwarfs, empty), COVERS << 16, good)
        if trolls.bit_count() <= LAST:
            mark(rows_at(trolls, dwarfs, empty), AIMS << 16, good)
            mark(rows_at(landing, dwarfs, empty), CLOSES << 16, good)
            width = width * SHARE // 100
        history, scored, lines = self.history, list[int](), self.lines
        rest = dwarfs
        while rest:
            low = rest & -rest
            rest ^= low
            at = low.bit_length() - 1
            stops = occupied & LINES[at]
            ways = lines[at].get(stops)
            if ways is None:
                ways = lines[at][stops] = ways_from(at, occupied)
            base = good[at]
            scored += [good[way >> 8] + history[way] + base + way for way in ways]
        scored.sort(reverse=True)
        return [way & 65535 for way in scored[:width]]

    def company(self, dwarfs: int) -> list[int]:
        """What a quiet move promises by the dwarfs beside its ends: who it joins, and whom it leaves."""
        good = self.joined.get(dwarfs)
        if good is None:
            good = self.joined[dwarfs] = [FIRST << 16] * CELLS
            rest = spread(dwarfs) & FREE
            while rest:
                low = rest & -rest
                rest ^= low
                at = low.bit_length() - 1
                beside = (BESIDE[at] & dwarfs).bit_count()
                good[at] = LEAVES * beside << 16 if low & dwarfs else FIRST + JOINS * beside << 16
        return good

    def trolls_quiet(self, dwarfs: int, trolls: int, threat: int) -> list[int]:
        """The quiet moves of the trolls: towards the dwarfs, not where they aim."""
        contact = spread(dwarfs)
        near = spread(spread(contact & FREE) & FREE)
        good = [FIRST << 16] * CELLS
        steps = FREE & ~dwarfs & ~trolls & ~contact
        mark(steps & threat, INTO_AIM << 16, good)
        mark(steps & near, APPROACHES << 16, good)
        left = [0] * CELLS
        mark(trolls & threat, OUT_OF_AIM << 16, left)
        history = self.history
        scored = [good[way >> 8] + left[way & 255] + history[way] + way for way in troll_steps(trolls, steps)]
        scored.sort(reverse=True)
        return [way & 65535 for way in scored]


def captures(dwarfs: int, trolls: int, dwarfs_move: bool, seen: Seen) -> list[int]:
    """Every capture, the largest first."""
    _, _, threat, landing, shoved_at = seen
    if dwarfs_move:
        hung = trolls & threat
        return hurls(dwarfs, FREE & ~dwarfs & ~trolls, hung) if hung else []
    contact = spread(dwarfs) & landing
    if not contact:
        return []
    found = troll_steps(trolls, contact)
    if shoved_at:
        found += shoves(trolls, FREE & ~dwarfs & ~trolls, shoved_at)
    if len(found) > 1:
        scored = [((BESIDE[way >> 8] & dwarfs).bit_count() << 16) | way for way in found]
        scored.sort(reverse=True)
        found = [way & 65535 for way in scored]
    return found


def mark(board: int, promise: int, good: list[int]) -> None:
    """Adds a promise to every square of a bitboard."""
    while board:
        low = board & -board
        board ^= low
        good[low.bit_length() - 1] += promise


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
