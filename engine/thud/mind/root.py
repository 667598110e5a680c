"""The search at the root: every move by the captures after it, then the promising moves ever deeper."""

from __future__ import annotations

from typing import Final

from engine.octagon.board import Bitboard
from engine.thud.mind.field import FREE, PackedMove, RankedMoves, hurl_reach, widen
from engine.thud.mind.moves import after, dwarf_moves, hurls, shoves, troll_steps
from engine.thud.mind.search import FULL_DEPTH_MOVES, INFINITY, Search

ROOT_WIDTH: Final = [0, 1400, 160, 100, 80, 60]
"""How many moves are searched, by depth: all of them once, then only the promising ones.

Chosen by trial, and not measured separately.
"""


def all_moves(dwarfs: Bitboard, trolls: Bitboard, dwarfs_move: bool) -> list[PackedMove]:
    """Every move, each with all that it can take."""
    empty = FREE & ~dwarfs & ~trolls
    if dwarfs_move:
        hung = trolls & (hurl_reach(dwarfs, empty) | widen(dwarfs))
        return dwarf_moves(dwarfs, empty) + hurls(dwarfs, empty, hung)
    return troll_steps(trolls, empty) + shoves(trolls, empty, widen(dwarfs) & empty)


def rank_by_captures(
    search: Search, dwarfs: Bitboard, trolls: Bitboard, dwarfs_move: bool, errors: dict[PackedMove, int]
) -> RankedMoves:
    """Every move ranked by a capture search after it; `errors` are added to the values."""
    ranked = []
    for move in all_moves(dwarfs, trolls, dwarfs_move):
        then_dwarfs, then_trolls = after(dwarfs, trolls, move, dwarfs_move)
        value = -search.quiesce(then_dwarfs, then_trolls, not dwarfs_move, -INFINITY, INFINITY, 0)
        ranked.append((value + errors.get(move, 0), move))
    ranked.sort(reverse=True)
    return ranked


def deepen(
    search: Search,
    dwarfs: Bitboard,
    trolls: Bitboard,
    dwarfs_move: bool,
    max_depth: int,
    errors: dict[PackedMove, int],
    max_width: int = ROOT_WIDTH[1],
) -> RankedMoves:
    """Every move ranked by iterative deepening; only the value of the best one is exact.

    At most `max_width` moves are searched deeper than by captures.
    """
    ranked = rank_by_captures(search, dwarfs, trolls, dwarfs_move, errors)
    depth = 2
    while depth <= max_depth and len(ranked) > 1:
        width = min(max_width, ROOT_WIDTH[depth] if depth < len(ROOT_WIDTH) else ROOT_WIDTH[-1])
        deeper = search_to_depth(search, dwarfs, trolls, dwarfs_move, depth, ranked[:width], errors)
        if deeper:
            searched = {move for _, move in deeper}
            ranked = deeper + [(value, move) for value, move in ranked if move not in searched]
        if search.exhausted:
            break
        depth += 1
    return ranked


def search_to_depth(
    search: Search,
    dwarfs: Bitboard,
    trolls: Bitboard,
    dwarfs_move: bool,
    depth: int,
    candidates: RankedMoves,
    errors: dict[PackedMove, int],
) -> RankedMoves:
    """The candidates searched before the budget ran out: the best first, the others in their old order."""
    alpha = -INFINITY
    done: RankedMoves = []
    for number, (_, move) in enumerate(candidates):
        then_dwarfs, then_trolls = after(dwarfs, trolls, move, dwarfs_move)
        error = errors.get(move, 0)
        low = alpha - error
        plies = 2 if number >= 2 * FULL_DEPTH_MOVES and depth - 1 > 1 else 1
        if not number:
            value = -search.negamax(then_dwarfs, then_trolls, not dwarfs_move, depth - 1, -INFINITY, INFINITY)
        else:
            value = -search.negamax(then_dwarfs, then_trolls, not dwarfs_move, depth - plies, -low - 1, -low)
            if value > low and not search.exhausted:
                value = -search.negamax(then_dwarfs, then_trolls, not dwarfs_move, depth - 1, -INFINITY, -low)
        if search.exhausted:
            break
        if value + error > alpha:
            alpha = value + error
            done.insert(0, (alpha, move))
        else:
            done.append((value + error, move))
    return done
