"""Alpha-beta search over the promising moves, with a capture search at the leaves.

Values are hundredths of a point of the battle's margin, for the side that is to move. A search has a budget
of nodes: when they are spent, the best move found so far counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias, final

from engine.octagon.board import Bitboard
from engine.thud.mind.field import (
    BESIDE,
    CELLS,
    FREE,
    LINE_STEPS,
    LINES,
    MOVE_MASK,
    ORIGIN_MASK,
    SCORE_SHIFT,
    TARGET_SHIFT,
    PackedMove,
    widen,
)
from engine.thud.mind.judgement import END_BONUS, Evaluation, Judge
from engine.thud.mind.moves import after, hurls, moves_from, shoves, troll_steps
from engine.thud.model import STONE, TROLL_POINTS

INFINITY: Final = 1_000_000
"""More than any position is worth; set by hand."""

EXACT: Final = 0
AT_LEAST: Final = 1
AT_MOST: Final = 2
"""Whether a value in the transposition table is exact, or a bound."""

NO_MOVE: Final[PackedMove] = 0
"""Stands for a move where there is none; no move leads from square 0 to square 0."""

# Limits of the search: chosen by trial, and not measured one by one.

QUIET_WIDTH: Final = [0, 20, 32, 48, 64, 80]
"""How many quiet moves of the dwarfs are searched, by the remaining depth."""

FULL_DEPTH_MOVES: Final = 4
"""So many moves are searched to the full depth; later ones a ply less at first (late move reduction)."""

MAX_CAPTURE_PLIES: Final = 6
"""After so many plies of captures the evaluation of the position counts."""

GAIN_PER_DWARF: Final = 150
"""The most that a captured dwarf is taken to gain, in hundredths of a point; others are skipped."""

GAIN_PER_CAPTURE: Final = 100
"""What a capture is taken to gain besides, whatever it takes."""

PROMISE_OFFSET: Final = 4096
"""Added to the score of each quiet move, so that none is negative: score and move sort as one number.

A scored move is `score << SCORE_SHIFT | move`; set by hand.
"""

# Scores that order the quiet moves: chosen by trial, and not measured one by one.

# Of the dwarfs, by the target, then by the square that is left:

JOINS: Final = 12  # for each dwarf beside the target
EXPOSED: Final = -40  # a troll could take it there
LENGTHENS: Final = 12  # it makes a row of three
COVERS: Final = 15  # a row then covers what the trolls could take
ESCAPES: Final = 30  # a troll could take it where it stands
LEAVES: Final = -14  # for each dwarf beside it where it stands

# Against the last trolls, also by the target:

AIMS: Final = 40  # a row then aims at a troll
CLOSES: Final = 12  # a row then aims where a troll could step

AIM_MAX_TROLLS: Final = 4
"""Against so many trolls or fewer those two count; chosen by trial."""

AIM_WIDTH_PERCENT: Final = 40
"""The percentage of `QUIET_WIDTH` searched then: fewer moves, and so further ahead; chosen by trial."""

# Of the trolls:

INTO_AIM: Final = -100  # a hurl could hit it there
OUT_OF_AIM: Final = 60  # a hurl could hit it where it stands
APPROACHES: Final = 10  # it comes within three steps of a dwarf

HISTORY_SIZE: Final = CELLS << TARGET_SHIFT
"""One more than the largest packed move."""

PositionKey: TypeAlias = tuple[Bitboard, Bitboard, bool]
"""The dwarfs, the trolls, and whether the dwarfs are to move."""


@final
class TableEntry:
    """What the transposition table holds of a position: a value at a depth, and the best move there."""

    __slots__ = ("best_move", "bound", "depth", "value")

    def __init__(self, depth: int, bound: int, value: int, best_move: PackedMove) -> None:
        """`bound` is `EXACT`, `AT_LEAST` or `AT_MOST`."""
        self.depth = depth
        self.bound = bound
        self.value = value
        self.best_move = best_move


def margin_of(dwarfs: Bitboard, trolls: Bitboard) -> int:
    """The margin of the dwarfs if the battle ended with these pieces (Rule thud:score-1)."""
    return 100 * (dwarfs.bit_count() - TROLL_POINTS * trolls.bit_count())


def final_value(dwarfs: Bitboard, trolls: Bitboard) -> int:
    """What a battle is worth to the dwarfs once one side has no pieces left."""
    return margin_of(dwarfs, trolls) + (END_BONUS if not trolls else -END_BONUS)


class Search:
    """One search, with the caches that it keeps while it lasts.

    `history` counts how often each move cut off a search, weighted by depth and shifted as scores are;
    `table` is the transposition table; `exhausted` is set once the budget of nodes is spent.
    """

    __slots__ = (
        "evaluations",
        "exhausted",
        "history",
        "judge",
        "moves_by_blockers",
        "node_limit",
        "nodes",
        "promises_by_dwarfs",
        "table",
    )

    def __init__(self, node_limit: int, judge: Judge) -> None:
        """Searches may share a judge: its evaluations do not depend on the search that asked first."""
        self.node_limit = node_limit
        self.judge = judge
        self.evaluations = judge.evaluations
        self.nodes = 0
        self.exhausted = False
        self.history: list[int] = [0] * HISTORY_SIZE
        self.promises_by_dwarfs: dict[Bitboard, list[int]] = {}
        self.moves_by_blockers: list[dict[Bitboard, list[PackedMove]]] = [{} for _ in range(CELLS)]
        self.table: dict[PositionKey, TableEntry] = {}

    def quiesce(
        self, dwarfs: Bitboard, trolls: Bitboard, dwarfs_move: bool, alpha: int, beta: int, ply: int
    ) -> int:
        """The value when only captures are searched; `ply` is how many there were before."""
        self.nodes += 1
        if not dwarfs or not trolls:
            return final_value(dwarfs, trolls) if dwarfs_move else -final_value(dwarfs, trolls)
        evaluation = self.evaluations.get((dwarfs, trolls)) or self.judge.compute(dwarfs, trolls)
        stand_pat = evaluation.to_dwarfs if dwarfs_move else evaluation.to_trolls
        if stand_pat >= beta or ply >= MAX_CAPTURE_PLIES:
            return stand_pat
        best = stand_pat
        alpha = max(alpha, stand_pat)
        for move in captures(dwarfs, trolls, dwarfs_move, evaluation):
            if not dwarfs_move:
                taken = (BESIDE[move >> TARGET_SHIFT] & dwarfs).bit_count()
                if stand_pat + GAIN_PER_CAPTURE + GAIN_PER_DWARF * taken <= alpha:
                    break
            then_dwarfs, then_trolls = after(dwarfs, trolls, move, dwarfs_move)
            value = -self.quiesce(then_dwarfs, then_trolls, not dwarfs_move, -beta, -alpha, ply + 1)
            if value > best:
                best = value
                if value > alpha:
                    alpha = value
                    if value >= beta:
                        break
        return best

    def negamax(
        self, dwarfs: Bitboard, trolls: Bitboard, dwarfs_move: bool, depth: int, alpha: int, beta: int
    ) -> int:
        """The value at a depth in plies: exact between `alpha` and `beta`, else a bound."""
        if depth <= 0 or not dwarfs or not trolls:
            return self.quiesce(dwarfs, trolls, dwarfs_move, alpha, beta, 0)
        self.nodes += 1
        if self.nodes >= self.node_limit:
            self.exhausted = True
            return alpha
        known = self.table.get((dwarfs, trolls, dwarfs_move))
        first = NO_MOVE
        if known is not None:
            first = known.best_move
            if known.depth >= depth:
                value, bound = known.value, known.bound
                if (
                    bound == EXACT
                    or (bound == AT_LEAST and value >= beta)
                    or (bound == AT_MOST and value <= alpha)
                ):
                    return value
        # Null move: a side that does well enough by passing needs no search of its moves.
        if beta < INFINITY:
            value = -self.negamax(dwarfs, trolls, not dwarfs_move, depth - 2, -beta, 1 - beta)
            if value >= beta:
                return value
        return self.best_value(dwarfs, trolls, dwarfs_move, depth, alpha, beta, first)

    def best_value(
        self,
        dwarfs: Bitboard,
        trolls: Bitboard,
        dwarfs_move: bool,
        depth: int,
        alpha: int,
        beta: int,
        first: PackedMove,
    ) -> int:
        """The value of the best move; `first` is tried first, if it is one."""
        low = alpha
        best = -INFINITY
        best_move = NO_MOVE
        tried = 0
        for move in self.ordered_moves(dwarfs, trolls, dwarfs_move, depth, first):
            then_dwarfs, then_trolls = after(dwarfs, trolls, move, dwarfs_move)
            plies = 1 if tried < FULL_DEPTH_MOVES or depth <= 1 else 2
            if not tried:
                value = -self.negamax(then_dwarfs, then_trolls, not dwarfs_move, depth - 1, -beta, -alpha)
            else:
                value = -self.negamax(
                    then_dwarfs, then_trolls, not dwarfs_move, depth - plies, -alpha - 1, -alpha
                )
                if value > alpha and (plies > 1 or value < beta):
                    value = -self.negamax(then_dwarfs, then_trolls, not dwarfs_move, depth - 1, -beta, -alpha)
            if self.exhausted:
                return max(best, alpha)
            tried += 1
            if value > best:
                best = value
                best_move = move
                if value > alpha:
                    alpha = value
                    if value >= beta:
                        self.history[move] += depth * depth << SCORE_SHIFT
                        break
        if not tried:
            margin = margin_of(dwarfs, trolls)
            return margin if dwarfs_move else -margin
        bound = AT_LEAST if best >= beta else EXACT if best > low else AT_MOST
        self.table[dwarfs, trolls, dwarfs_move] = TableEntry(depth, bound, best, best_move)
        return best

    def ordered_moves(
        self, dwarfs: Bitboard, trolls: Bitboard, dwarfs_move: bool, depth: int, first: PackedMove
    ) -> Iterator[PackedMove]:
        """The moves to search, the most promising first; each kind is generated only when it is needed."""
        if first:
            yield first
        evaluation = self.evaluations.get((dwarfs, trolls)) or self.judge.compute(dwarfs, trolls)
        for move in captures(dwarfs, trolls, dwarfs_move, evaluation):
            if move != first:
                yield move
        if dwarfs_move:
            width = QUIET_WIDTH[depth] if depth < len(QUIET_WIDTH) else QUIET_WIDTH[-1]
            quiet = self.quiet_dwarf_moves(dwarfs, trolls, evaluation.landing, width)
        else:
            quiet = self.quiet_troll_moves(dwarfs, trolls, evaluation.threat)
        for move in quiet:
            if move != first:
                yield move

    def quiet_dwarf_moves(  # noqa: PLR0914 - locals are quicker in a loop
        self, dwarfs: Bitboard, trolls: Bitboard, landing: Bitboard, width: int
    ) -> list[PackedMove]:
        """The best `width` quiet moves of the dwarfs: into company, out of the trolls' way."""
        occupied = dwarfs | trolls | STONE
        empty = FREE & ~occupied
        danger = widen(landing)
        scores = self.neighbour_promises(dwarfs).copy()
        add_promise(danger & empty, EXPOSED << SCORE_SHIFT, scores)
        add_promise(danger & dwarfs, ESCAPES << SCORE_SHIFT, scores)
        add_promise(squares_making_threes(dwarfs, empty), LENGTHENS << SCORE_SHIFT, scores)
        covering = squares_aiming_at(landing & widen(dwarfs), dwarfs, empty)
        add_promise(covering, COVERS << SCORE_SHIFT, scores)
        if trolls.bit_count() <= AIM_MAX_TROLLS:
            add_promise(squares_aiming_at(trolls, dwarfs, empty), AIMS << SCORE_SHIFT, scores)
            add_promise(squares_aiming_at(landing, dwarfs, empty), CLOSES << SCORE_SHIFT, scores)
            width = width * AIM_WIDTH_PERCENT // 100
        history, scored_moves, cache = self.history, list[int](), self.moves_by_blockers
        target_shift, move_mask = TARGET_SHIFT, MOVE_MASK
        rest = dwarfs
        while rest:
            low = rest & -rest
            rest ^= low
            origin = low.bit_length() - 1
            blockers = occupied & LINES[origin]
            moves = cache[origin].get(blockers)
            if moves is None:
                moves = cache[origin][blockers] = moves_from(origin, occupied)
            leaving = scores[origin]
            scored_moves += [scores[move >> target_shift] + history[move] + leaving + move for move in moves]
        scored_moves.sort(reverse=True)
        return [scored & move_mask for scored in scored_moves[:width]]

    def neighbour_promises(self, dwarfs: Bitboard) -> list[int]:
        """By square the score of a dwarf that comes, or of one that leaves, by its neighbours."""
        scores = self.promises_by_dwarfs.get(dwarfs)
        if scores is None:
            scores = self.promises_by_dwarfs[dwarfs] = [PROMISE_OFFSET << SCORE_SHIFT] * CELLS
            rest = widen(dwarfs) & FREE
            while rest:
                low = rest & -rest
                rest ^= low
                square = low.bit_length() - 1
                beside = (BESIDE[square] & dwarfs).bit_count()
                score = LEAVES * beside if low & dwarfs else PROMISE_OFFSET + JOINS * beside
                scores[square] = score << SCORE_SHIFT
        return scores

    def quiet_troll_moves(self, dwarfs: Bitboard, trolls: Bitboard, threat: Bitboard) -> list[PackedMove]:
        """The quiet moves of the trolls: towards the dwarfs, not where they aim."""
        contact = widen(dwarfs)
        near = widen(widen(contact & FREE) & FREE)
        coming = [PROMISE_OFFSET << SCORE_SHIFT] * CELLS
        targets = FREE & ~dwarfs & ~trolls & ~contact
        add_promise(targets & threat, INTO_AIM << SCORE_SHIFT, coming)
        add_promise(targets & near, APPROACHES << SCORE_SHIFT, coming)
        leaving = [0] * CELLS
        add_promise(trolls & threat, OUT_OF_AIM << SCORE_SHIFT, leaving)
        history = self.history
        scored_moves = [
            coming[move >> TARGET_SHIFT] + leaving[move & ORIGIN_MASK] + history[move] + move
            for move in troll_steps(trolls, targets)
        ]
        scored_moves.sort(reverse=True)
        return [scored & MOVE_MASK for scored in scored_moves]


def captures(
    dwarfs: Bitboard, trolls: Bitboard, dwarfs_move: bool, evaluation: Evaluation
) -> list[PackedMove]:
    """Every capture, the largest first."""
    if dwarfs_move:
        hung = trolls & evaluation.threat
        return hurls(dwarfs, FREE & ~dwarfs & ~trolls, hung) if hung else []
    contact = widen(dwarfs) & evaluation.landing
    if not contact:
        return []
    moves = troll_steps(trolls, contact)
    if evaluation.shove_captures:
        moves += shoves(trolls, FREE & ~dwarfs & ~trolls, evaluation.shove_captures)
    if len(moves) > 1:
        scored_moves = [
            ((BESIDE[move >> TARGET_SHIFT] & dwarfs).bit_count() << SCORE_SHIFT) | move for move in moves
        ]
        scored_moves.sort(reverse=True)
        moves = [scored & MOVE_MASK for scored in scored_moves]
    return moves


def add_promise(squares: Bitboard, promise: int, scores: list[int]) -> None:
    """Add a promise to the score of every square of a bitboard."""
    while squares:
        low = squares & -squares
        squares ^= low
        scores[low.bit_length() - 1] += promise


def squares_making_threes(dwarfs: Bitboard, empty: Bitboard) -> Bitboard:
    """Every empty square where one more dwarf would make a row of two a row of three."""
    squares = 0
    for step in LINE_STEPS:
        rows = dwarfs & dwarfs >> step
        squares |= rows << 2 * step | rows >> step | (dwarfs & dwarfs >> 2 * step) << step
    return squares & empty


def squares_aiming_at(goals: Bitboard, dwarfs: Bitboard, empty: Bitboard) -> Bitboard:
    """Every empty square where one more dwarf would aim a row of two or three at a square of `goals`."""
    squares = 0
    for line_step in LINE_STEPS:
        for step in (line_step, -line_step):
            gap = _shift(goals, step) & empty
            front = _shift(gap, step)
            if not front:
                continue
            squares |= front & empty & _shift(dwarfs, -step) | _shift(front & dwarfs, step) & empty
            front = _shift(front & empty, step)
            second = _shift(front & dwarfs, step)
            squares |= (
                (front & empty & _shift(dwarfs, -step) & _shift(dwarfs, -2 * step))
                | (second & empty & _shift(dwarfs, -step))
                | (_shift(second & dwarfs, step) & empty)
            )
    return squares


def _shift(board: Bitboard, step: int) -> Bitboard:
    """`board` moved along `step`."""
    return board << step if step > 0 else board >> -step
