"""The highlights of a match of Thud, and the animation of its moves."""

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
"""The points of a piece (Rule thud:score-1)."""


def weight(event: Event) -> int:
    """Return the weight of captures, by points, and of ends and offers."""
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
    """Return the views with the moving piece on each square that it passes."""
    move = moment.action
    if not isinstance(move, Move):
        return ()
    before = replace(GAME.view(moment.state, None), last=None, last_manner=None)
    return tuple(_with_piece_at(before, move, square) for square in _squares_between(move))


def final_view(moment: Moment) -> View | None:
    """Return the end of a battle, for a line after which the next one begins."""
    state, move = moment.state, moment.action
    if GAME.apply(state, moment.seat, move, moment.rng).state.battle == state.battle:
        return None
    if isinstance(move, Move):
        now = position_after(state.position, move)
        return GAME.view(replace(state, dwarfs=now.dwarfs, trolls=now.trolls, last=move), None)
    return GAME.view(replace(state, last=None), None)


def _squares_between(move: Move) -> tuple[Square, ...]:
    """Return the squares between a move's origin and target."""
    ray = next(ray for ray in RAYS[move.origin].values() if move.target in ray)
    return tuple(takewhile(move.target.__ne__, ray))


def _with_piece_at(before: View, move: Move, square: Square) -> View:
    """Return the board with the moving piece on a square."""
    if move.side is Side.DWARFS:
        return replace(before, dwarfs=_move_piece(before.dwarfs, move.origin, square))
    return replace(before, trolls=_move_piece(before.trolls, move.origin, square))


def _move_piece(pieces: tuple[Square, ...], origin: Square, square: Square) -> tuple[Square, ...]:
    return tuple(square if at == origin else at for at in pieces)
