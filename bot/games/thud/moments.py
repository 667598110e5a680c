"""What in a match of Thud is worth seeing again, and how a piece is seen on its way."""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile

from engine.octagon.board import RAYS, Square
from engine.octagon.model import Captured, Resigned, Side
from engine.replay import Moment
from engine.thud import GAME
from engine.thud.model import BattleEnded, EndOffered, Event, MatchEnded, Move, View
from engine.thud.moves import position_after

_PIECE = {Side.DWARFS: 1, Side.TROLLS: 4}
"""What a piece counts in the points (Rule thud:score-1)."""


def weight(event: Event) -> int:
    """Points that are taken off the board; the end of a battle and of the match."""
    match event:
        case Captured(side, squares):
            return _PIECE[side] * len(squares)
        case BattleEnded() | MatchEnded() | Resigned():
            return 4
        case EndOffered():
            return 1
        case _:
            return 0


def motion(moment: Moment) -> tuple[View, ...]:
    """The piece that is moved, hurled or shoved on each square that it passes."""
    move = moment.action
    if not isinstance(move, Move):
        return ()
    before = replace(GAME.view(moment.state, None), last=None, last_manner=None)
    return tuple(_with_piece_at(before, move, square) for square in _squares_between(move))


def final_view(moment: Moment) -> View | None:
    """How a battle stood at its end, where the next one begins with that line."""
    state, move = moment.state, moment.action
    if GAME.apply(state, moment.seat, move, moment.rng).state.battle == state.battle:
        return None
    if isinstance(move, Move):
        now = position_after(state.position, move)
        return GAME.view(replace(state, dwarfs=now.dwarfs, trolls=now.trolls, last=move), None)
    return GAME.view(replace(state, last=None), None)


def _squares_between(move: Move) -> tuple[Square, ...]:
    """The squares between the two of a move."""
    ray = next(ray for ray in RAYS[move.origin].values() if move.target in ray)
    return tuple(takewhile(move.target.__ne__, ray))


def _with_piece_at(before: View, move: Move, square: Square) -> View:
    """The board with the moving piece on a square."""
    if move.side is Side.DWARFS:
        return replace(before, dwarfs=_move_piece(before.dwarfs, move.origin, square))
    return replace(before, trolls=_move_piece(before.trolls, move.origin, square))


def _move_piece(pieces: tuple[Square, ...], origin: Square, square: Square) -> tuple[Square, ...]:
    return tuple(square if at == origin else at for at in pieces)
