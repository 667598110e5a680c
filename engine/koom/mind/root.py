"""The search at the root: every move by the captures after it, then the promising moves ever deeper."""

from __future__ import annotations

from typing import Final, TypeAlias

from engine.koom.mind.field import (
    SearchMove,
    after,
    rock_moves,
    run_targets,
    sandwiches,
    tramples,
    walk_targets,
)
from engine.koom.mind.judgement import value as evaluate
from engine.koom.mind.search import FULL_DEPTH_MOVES, INFINITY, Key, Search, final_value
from engine.octagon.board import squares_of

ROOT_WIDTH: Final = (0, 0, 90, 60, 45, 36, 30)
"""How many moves are searched, by depth; the last number holds for all larger depths; set by hand."""

MAX_DEPTH: Final = 24
"""Where every search ends, in plies; set by hand: no budget comes so far."""

RankedMoves: TypeAlias = list[tuple[int, SearchMove]]
"""Moves with their values for the side that is to move, in hundredths of a dwarf, the best first."""


def all_moves(key: Key) -> list[SearchMove]:
    """Every move; of those that end on the same square and take the same, one."""
    dwarfs, trolls, rock, dwarfs_move = key
    occupied = dwarfs | trolls | 1 << rock
    moves = sandwiches(dwarfs, trolls, rock) if dwarfs_move else tramples(dwarfs, trolls, rock)
    capturing = {(origin, target) for origin, target, _ in moves} if dwarfs_move else set()
    targets_from, pieces = (run_targets, dwarfs) if dwarfs_move else (walk_targets, trolls)
    for origin in squares_of(pieces):
        moves += [
            (origin, target, 0)
            for target in squares_of(targets_from(origin, occupied))
            if (origin, target) not in capturing
        ]
    return moves + (rock_moves(dwarfs, trolls, rock) if dwarfs_move else [])


def rank_at_sight(key: Key, errors: dict[SearchMove, int]) -> RankedMoves:
    """Every move ranked by the position after it, without any search."""
    _, _, _, dwarfs_move = key
    ranked: RankedMoves = []
    for move in all_moves(key):
        then = after(*key, move)
        lost = final_value(*then, not dwarfs_move)
        if lost is None:
            lost = -evaluate(*then) if dwarfs_move else evaluate(*then)
        ranked.append((errors.get(move, 0) - lost, move))
    ranked.sort(reverse=True)
    return ranked


def rank_by_captures(search: Search, key: Key, errors: dict[SearchMove, int]) -> RankedMoves:
    """Every move ranked by a capture search after it."""
    _, _, _, dwarfs_move = key
    ranked: RankedMoves = []
    for move in all_moves(key):
        then = after(*key, move)
        repeats = (*then, not dwarfs_move) in search.past
        value = 0 if repeats else -search.quiesce(*then, not dwarfs_move, -INFINITY, INFINITY, 0)
        ranked.append((value + errors.get(move, 0), move))
    ranked.sort(reverse=True)
    return ranked


def deepen(search: Search, key: Key, errors: dict[SearchMove, int]) -> RankedMoves:
    """Every move ranked by iterative deepening; only the value of the best one is exact."""
    ranked = rank_by_captures(search, key, errors)
    for depth in range(2, MAX_DEPTH):
        width = ROOT_WIDTH[min(depth, len(ROOT_WIDTH) - 1)]
        deeper = _search_to_depth(search, key, depth, ranked[:width], errors)
        searched = {move for _, move in deeper}
        ranked = deeper + [(value, move) for value, move in ranked if move not in searched]
        if search.exhausted or len(ranked) == 1:
            break
    return ranked


def _search_to_depth(
    search: Search, key: Key, depth: int, candidates: RankedMoves, errors: dict[SearchMove, int]
) -> RankedMoves:
    """The candidates searched before the budget ran out: the best first, the others in their old order."""
    _, _, _, dwarfs_move = key
    alpha = -INFINITY
    done: RankedMoves = []
    for number, (_, move) in enumerate(candidates):
        then = *after(*key, move), not dwarfs_move
        error = errors.get(move, 0)
        low = alpha - error
        plies = 2 if number >= 2 * FULL_DEPTH_MOVES and depth > 2 else 1  # noqa: PLR2004
        if not number:
            value = -search.negamax(*then, depth - 1, -INFINITY, INFINITY)
        else:
            value = -search.negamax(*then, depth - plies, -low - 1, -low)
            if value > low and not search.exhausted:
                value = -search.negamax(*then, depth - 1, -INFINITY, -low)
        if search.exhausted:
            break
        if value + error > alpha:
            alpha = value + error
            done.insert(0, (alpha, move))
        else:
            done.append((value + error, move))
    return done
