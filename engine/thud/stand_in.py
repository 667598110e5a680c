"""What the house plays for somebody absent: the largest safe capture, or a quiet move in good company."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeAlias

from engine.octagon.board import (
    BOARD,
    DIRECTIONS,
    NEIGHBOURS,
    RAYS,
    Bitboard,
    Square,
    adjacent_squares,
    bits,
    file_of,
    rank_of,
    squares_of,
)
from engine.octagon.model import PlayerCall, Side
from engine.rng import Rng
from engine.thud.model import TROLL_POINTS, Action, Move, Position, View
from engine.thud.moves import position_after
from engine.thud.rules import balance_of

# What a side could take with its next move, without the list of its moves


def can_hurl(position: Position) -> bool:
    """Whether a troll stands where a line of dwarfs reaches it (Rules thud:hurl-1, thud:hurl-2)."""
    return any(_is_aimed_at(position, troll) for troll in squares_of(position.trolls))


def _is_aimed_at(position: Position, troll: Square) -> bool:
    """Seen from the troll: the first thing on a ray is a dwarf, with a line long enough behind it."""
    dwarfs, occupied = position.dwarfs, position.occupied_squares
    for ray in RAYS[troll].values():
        for distance, first in enumerate(ray, 1):
            if occupied >> first & 1:
                line = ray[distance - 1 : 2 * distance - 1]
                if len(line) == distance and all(dwarfs >> square & 1 for square in line):
                    return True
                break
    return False


def most_taken(position: Position) -> int:
    """How many dwarfs a troll could take at most (Rules thud:troll-2, thud:shove-2)."""
    dwarfs = position.dwarfs
    return max(((NEIGHBOURS[landing] & dwarfs).bit_count() for landing in _landings(position)), default=0)


def _landings(position: Position) -> Iterator[Square]:
    """Where a troll can come next to a dwarf, by a step or by a shove (Rules thud:troll-1, thud:shove-1)."""
    empty = BOARD & ~position.occupied_squares
    contact = adjacent_squares(position.dwarfs) & empty
    reached = adjacent_squares(position.trolls)
    for step in DIRECTIONS.values():
        reached |= _shove_landings(position.trolls, empty, step)
    return squares_of(reached & contact)


def _shove_landings(trolls: Bitboard, empty: Bitboard, step: int) -> Bitboard:
    """Where shoves by two squares or more end in one direction; all lines go ahead together."""
    behind = _shift(trolls, step)
    ahead, landed = behind & empty, 0
    distance = 1
    while ahead:
        distance += 1
        behind = _shift(behind, 2 * step)  # the last troll that the line needs, seen from the landing
        ahead = _shift(ahead, step) & empty & behind
        landed |= ahead
    return landed


def _shift(board: Bitboard, step: int) -> Bitboard:
    """`board` moved along `step`, not cut to the octagon: only for lines checked square by square."""
    return board << step if step > 0 else board >> -step


Worth: TypeAlias = tuple[int, int]
"""The points a move gains or risks, then how good its place is."""

CLEAR: Final = TROLL_POINTS
"""By how many points the first battle must be won for the house to agree to its end."""


def stand_in_action(view: View, actions: tuple[Action, ...], rng: Rng) -> Action:
    """The answer to an offer, a claim that loses nothing, or the best move of a ply; chance decides a tie.

    Rule thud:away-1. Raises `ValueError` where nothing else could be done than to offer or to resign.
    """
    return best_action(view, actions, rng, _worth_after_reply)


def best_action(
    view: View, actions: tuple[Action, ...], rng: Rng, worth: Callable[[Position, Position, Move], Worth]
) -> Action:
    """The same with another idea of what a move is worth, told from the position before and after it.

    Raises `ValueError` as well.
    """
    moves = _largest_captures(action for action in actions if isinstance(action, Move))
    if not moves and PlayerCall.DECLINE not in actions:
        raise ValueError("there is nothing to do but to offer an end or to resign")
    if (call := _choose_call(view, actions)) is not None:
        return call
    position = Position(bits(view.dwarfs), bits(view.trolls))
    worths = [worth(position, position_after(position, move), move) for move in moves]
    best = [move for move, found in zip(moves, worths, strict=True) if found == max(worths)]
    return best[rng.below(len(best))]


def _choose_call(view: View, actions: tuple[Action, ...]) -> PlayerCall | None:
    """What the house says before it moves; a move declines an offer, too (Rules thud:end-2, thud:end-6)."""
    gain = _lead_if_ended(view)
    if PlayerCall.ACCEPT in actions and gain >= (1 if view.results else CLEAR):
        return PlayerCall.ACCEPT
    if PlayerCall.CLAIM in actions and gain >= 0:
        return PlayerCall.CLAIM
    return None if any(isinstance(action, Move) for action in actions) else PlayerCall.DECLINE


def _lead_if_ended(view: View) -> int:
    """By how many points whoever must act would lead the match if the battle ended now."""
    (seat,) = view.to_act
    noted = balance_of(view.results) + view.points[0] - view.points[1]
    return noted if seat == 0 else -noted


def _largest_captures(moves: Iterable[Move]) -> list[Move]:
    """Of the moves along the same way the one that captures most."""
    found: dict[tuple[Square, Square], Move] = {}
    for move in moves:
        way = move.origin, move.target
        if way not in found or len(move.captured) > len(found[way].captured):
            found[way] = move
    return list(found.values())


def immediate_worth(before: Position, then: Position, move: Move) -> Worth:
    """What a move gains in points by itself, and how good the place is where it leads."""
    if move.side is Side.DWARFS:
        company = _count_neighbours(then.dwarfs, move.target) - _count_neighbours(before.dwarfs, move.origin)
        return TROLL_POINTS * len(move.captured), company
    return len(move.captured), -_distance(then.dwarfs, move.target)


def _worth_after_reply(before: Position, then: Position, move: Move) -> Worth:
    """The same less what the other side could take after it."""
    points, place = immediate_worth(before, then, move)
    risk = most_taken(then) if move.side is Side.DWARFS else TROLL_POINTS * can_hurl(then)
    return points - risk, place


def _count_neighbours(pieces: Bitboard, square: Square) -> int:
    """How many of the `pieces` stand next to a square."""
    return (NEIGHBOURS[square] & pieces).bit_count()


def _distance(pieces: Bitboard, square: Square) -> int:
    """How many steps the nearest of the `pieces` is away, 0 if there are none."""
    return min(
        (
            max(abs(file_of(other) - file_of(square)), abs(rank_of(other) - rank_of(square)))
            for other in squares_of(pieces)
        ),
        default=0,
    )
