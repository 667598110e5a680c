"""Alpha-beta search over the promising moves, with a capture search at the leaves.

Values are hundredths of a dwarf, for the side that is to move. A search has a budget of nodes: when they are
spent, the best move found so far counts.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from engine.koom.mind.field import (
    BESIDE,
    RINGS,
    SearchMove,
    after,
    can_bring_home,
    can_hold,
    exposed_dwarfs,
    rock_moves,
    run_targets,
    sandwiches,
    tramples,
    walk_targets,
)
from engine.koom.mind.judgement import value as evaluate
from engine.koom.model import FAR_EDGE, HOLDERS
from engine.octagon.board import BOARD, Bitboard, Square, adjacent_squares

INFINITY: Final = 10_000_000
"""More than any position is worth; set by hand."""

WIN_VALUE: Final = 1_000_000
"""The value of a battle that is won; set by hand."""

PLY_COST: Final = 200
"""How much less a victory is worth one ply later: set by hand to more than any random error of a level."""

EXACT: Final = 0
AT_LEAST: Final = 1
AT_MOST: Final = 2
"""Whether a value in the transposition table is exact, or a bound."""

MAX_CAPTURE_PLIES: Final = 6
"""After so many plies of captures the evaluation of the position counts; set by hand."""

QUIET_WIDTH: Final = (0, 14, 18, 26, 34)
"""How many quiet moves are searched, by the remaining depth; set by hand."""

FULL_DEPTH_MOVES: Final = 4
"""So many moves are searched to the full depth, later ones a ply less at first; set by hand."""

# Scores that order the quiet moves, all set by hand. Of the dwarfs:

ROCK_STEP: Final = 4  # of the Rock, for each number by which its square falls (a rank: 16)
BESIDE_ROCK: Final = 30  # beside the Rock: for coming there, against leaving it
NEAR_ROCK: Final = 10  # within two steps of it, in the same way
ESCAPES: Final = 40  # a troll could trample it where it stands
TOUCHES_TROLL: Final = -8  # beside a troll

# Of the trolls:

ROCK_RING: Final = 12  # for each of six rings around the Rock that it is within
LEAVES_DWARFS: Final = -25  # it stands beside a dwarf
TOUCHES_DWARF: Final = -10  # beside a dwarf
ON_FAR_EDGE: Final = 6  # on the far edge

_ROCK_RINGS: Final = slice(1, 7)
"""Those rings in `RINGS`."""

Key: TypeAlias = tuple[Bitboard, Bitboard, Square, bool]
"""The dwarfs, the trolls, the Rock's square, and whether the dwarfs are to move."""

ScoredMove: TypeAlias = tuple[int, SearchMove]

TableEntry: TypeAlias = tuple[int, int, int, SearchMove | None]
"""Depth, bound (`EXACT` and so on), value and best move of a position that was searched."""

NOT_SEARCHED: Final[TableEntry] = (-1, EXACT, 0, None)


class Search:
    """One search, with the caches that it keeps while it lasts.

    `past` are the earlier positions of the battle; `history` counts how often a move from one square to
    another cut off a search, weighted by depth; `exhausted` is set once the budget of nodes is spent.
    """

    __slots__ = ("exhausted", "history", "node_limit", "nodes", "past", "table")

    def __init__(self, node_limit: int, past: frozenset[Key] = frozenset()) -> None:
        self.node_limit = node_limit
        self.past = past
        self.nodes = 0
        self.exhausted = False
        self.history: dict[tuple[Square, Square], int] = {}
        self.table: dict[Key, TableEntry] = {}

    def quiesce(
        self,
        dwarfs: Bitboard,
        trolls: Bitboard,
        rock: Square,
        dwarfs_move: bool,
        alpha: int,
        beta: int,
        ply: int,
    ) -> int:
        """The value when only captures and moves that win at once are searched, after `ply` captures."""
        self.nodes += 1
        if (final := final_value(dwarfs, trolls, rock, dwarfs_move)) is not None:
            return final + PLY_COST * ply if final < 0 else final - PLY_COST * ply
        wins = can_bring_home if dwarfs_move else can_hold
        if wins(dwarfs, trolls, rock):
            return WIN_VALUE - PLY_COST - PLY_COST * ply
        stand_pat = evaluate(dwarfs, trolls, rock)
        if not dwarfs_move:
            stand_pat = -stand_pat
        if stand_pat >= beta or ply >= MAX_CAPTURE_PLIES:
            return stand_pat
        best, alpha = stand_pat, max(alpha, stand_pat)
        for move in captures(dwarfs, trolls, rock, dwarfs_move):
            then = after(dwarfs, trolls, rock, dwarfs_move, move)
            value = -self.quiesce(*then, not dwarfs_move, -beta, -alpha, ply + 1)
            if value > best:
                best = value
                if value > alpha:
                    alpha = value
                    if value >= beta:
                        break
        return best

    def negamax(
        self,
        dwarfs: Bitboard,
        trolls: Bitboard,
        rock: Square,
        dwarfs_move: bool,
        depth: int,
        alpha: int,
        beta: int,
    ) -> int:
        """The value at a depth in plies: exact between `alpha` and `beta`, else a bound."""
        key = (dwarfs, trolls, rock, dwarfs_move)
        if key in self.past:
            return 0
        if depth <= 0:
            return self.quiesce(dwarfs, trolls, rock, dwarfs_move, alpha, beta, 0)
        self.nodes += 1
        if self.nodes >= self.node_limit:
            self.exhausted = True
            return alpha
        final = final_value(dwarfs, trolls, rock, dwarfs_move)
        if final is None and (can_bring_home if dwarfs_move else can_hold)(dwarfs, trolls, rock):
            final = WIN_VALUE - PLY_COST
        if final is not None:
            return final - PLY_COST * depth if final < 0 else final + PLY_COST * depth
        known_depth, bound, value, first = self.table.get(key, NOT_SEARCHED)
        cuts_off = (bound != AT_MOST and value >= beta) or (bound != AT_LEAST and value <= alpha)
        if known_depth >= depth and (bound == EXACT or cuts_off):
            return value
        return self._best_value(key, depth, alpha, beta, first)

    def _best_value(self, key: Key, depth: int, alpha: int, beta: int, first: SearchMove | None) -> int:
        """The value of the best move; `first` is tried first, if there is one."""
        dwarfs, trolls, rock, dwarfs_move = key
        low, best, best_move = alpha, -INFINITY, None
        for tried, move in enumerate(self.ordered_moves(dwarfs, trolls, rock, dwarfs_move, depth, first)):
            origin, target, taken = move
            then = after(dwarfs, trolls, rock, dwarfs_move, move)
            if not tried:
                value = -self.negamax(*then, not dwarfs_move, depth - 1, -beta, -alpha)
            else:
                plies = 1 if tried < FULL_DEPTH_MOVES or depth <= 1 or taken else 2
                value = -self.negamax(*then, not dwarfs_move, depth - plies, -alpha - 1, -alpha)
                if value > alpha and (plies > 1 or value < beta) and not self.exhausted:
                    value = -self.negamax(*then, not dwarfs_move, depth - 1, -beta, -alpha)
            if self.exhausted:
                return max(best, alpha)
            if value > best:
                best, best_move = value, move
                if value > alpha:
                    alpha = value
                    if value >= beta:
                        ends = origin, target
                        self.history[ends] = self.history.get(ends, 0) + depth * depth
                        break
        if best_move is None:
            if dwarfs_move and adjacent_squares(dwarfs) & BOARD & ~(dwarfs | trolls | 1 << rock):
                return evaluate(dwarfs, trolls, rock)  # they can move, but none of their moves is searched
            return -WIN_VALUE - PLY_COST * depth  # nothing can be moved (Rule koom:win-5)
        bound = AT_LEAST if best >= beta else EXACT if best > low else AT_MOST
        self.table[key] = (depth, bound, best, best_move)
        return best

    def ordered_moves(
        self,
        dwarfs: Bitboard,
        trolls: Bitboard,
        rock: Square,
        dwarfs_move: bool,
        depth: int,
        first: SearchMove | None,
    ) -> list[SearchMove]:
        """The moves to search, the most promising first."""
        moves = captures(dwarfs, trolls, rock, dwarfs_move)
        width = QUIET_WIDTH[min(depth, len(QUIET_WIDTH) - 1)]
        quiet = (
            self.quiet_dwarf_moves(dwarfs, trolls, rock)
            if dwarfs_move
            else self.quiet_troll_moves(dwarfs, trolls, rock)
        )
        quiet.sort(reverse=True)
        moves += [move for _, move in quiet[:width]]
        if first is not None:
            if first in moves:
                moves.remove(first)
            moves.insert(0, first)
        return moves

    def quiet_dwarf_moves(  # noqa: PLR0914 - locals are quicker in a loop
        self, dwarfs: Bitboard, trolls: Bitboard, rock: Square
    ) -> list[ScoredMove]:
        """The moves of the Rock, and of dwarfs to or from squares near it or beside a troll, with scores."""
        history, scored = self.history, list[ScoredMove]()
        for move in rock_moves(dwarfs, trolls, rock):
            _, target, _ = move
            scored.append(((rock - target) * ROCK_STEP + history.get((rock, target), 0), move))
        occupied = dwarfs | trolls | 1 << rock
        exposed, contact = exposed_dwarfs(dwarfs, trolls, rock), adjacent_squares(trolls)
        beside_rock, near_rock, around_rock = RINGS[1][rock], RINGS[2][rock], RINGS[3][rock]
        promising = (near_rock | contact) & ~occupied
        rest = dwarfs
        while rest:
            low = rest & -rest
            rest ^= low
            origin = low.bit_length() - 1
            targets = run_targets(origin, occupied)
            targets &= promising if not low & exposed else promising | around_rock
            leaving = ESCAPES if low & exposed else 0
            leaving -= BESIDE_ROCK if low & beside_rock else NEAR_ROCK if low & near_rock else 0
            while targets:
                bit = targets & -targets
                targets ^= bit
                target = bit.bit_length() - 1
                score = leaving + history.get((origin, target), 0)
                if bit & near_rock:
                    score += BESIDE_ROCK if bit & beside_rock else NEAR_ROCK
                if bit & contact:
                    score += TOUCHES_TROLL
                scored.append((score, (origin, target, 0)))
        return scored

    def quiet_troll_moves(self, dwarfs: Bitboard, trolls: Bitboard, rock: Square) -> list[ScoredMove]:
        """The walks of the trolls, with scores: towards the Rock and the far edge, not beside dwarfs."""
        history, occupied = self.history, dwarfs | trolls | 1 << rock
        rings = [ring[rock] for ring in RINGS[_ROCK_RINGS]]
        contact = adjacent_squares(dwarfs)
        scored: list[ScoredMove] = []
        rest = trolls
        while rest:
            low = rest & -rest
            rest ^= low
            origin = low.bit_length() - 1
            staying = sum(ROCK_RING for ring in rings if low & ring)
            if low & contact:
                staying += LEAVES_DWARFS
            targets = walk_targets(origin, occupied)
            while targets:
                bit = targets & -targets
                targets ^= bit
                target = bit.bit_length() - 1
                score = sum(ROCK_RING for ring in rings if bit & ring) - staying
                score += history.get((origin, target), 0)
                if bit & contact:
                    score += TOUCHES_DWARF
                if bit & FAR_EDGE:
                    score += ON_FAR_EDGE
                scored.append((score, (origin, target, 0)))
        return scored


def captures(dwarfs: Bitboard, trolls: Bitboard, rock: Square, dwarfs_move: bool) -> list[SearchMove]:
    """Every capture, the largest first."""
    moves = sandwiches(dwarfs, trolls, rock) if dwarfs_move else tramples(dwarfs, trolls, rock)
    if len(moves) > 1:
        moves.sort(key=_capture_count, reverse=True)
    return moves


def _capture_count(move: SearchMove) -> int:
    _, _, taken = move
    return taken.bit_count()


def final_value(dwarfs: Bitboard, trolls: Bitboard, rock: Square, dwarfs_move: bool) -> int | None:
    """The value of a battle that is over for the side to move, `None` if it goes on.

    Rules koom:win-1 to koom:win-4.
    """
    if FAR_EDGE >> rock & 1 or not trolls:
        return WIN_VALUE if dwarfs_move else -WIN_VALUE
    if (BESIDE[rock] & trolls).bit_count() >= HOLDERS:
        return -WIN_VALUE if dwarfs_move else WIN_VALUE
    if not dwarfs:
        to_trolls = WIN_VALUE if trolls.bit_count() >= HOLDERS else 0
        return -to_trolls if dwarfs_move else to_trolls
    return None
