"""The highlights of a match of Koom Valley, and the animation of its moves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import takewhile

from engine.koom import GAME
from engine.koom.danger import POINTS
from engine.koom.model import (
    BattleEnded,
    DrawOffered,
    Event,
    MatchEnded,
    Move,
    Piece,
    Position,
    RockMoved,
    State,
)
from engine.koom.moves import position_after
from engine.octagon.board import BY_NAME, RAYS, Square, rank_of
from engine.octagon.model import Captured, Resigned
from engine.replay import Moment


def weight(event: Event) -> int:
    """Return the weight of captures, of the Rock's steps home, and of ends and offers."""
    match event:
        case Captured(side, squares):
            return POINTS[side] * len(squares)
        case RockMoved(_, origin, target):
            return int(rank_of(BY_NAME[target]) < rank_of(BY_NAME[origin]))
        case BattleEnded() | MatchEnded() | Resigned():
            return 4
        case DrawOffered():
            return 1
        case _:
            return 0


def motion(moment: Moment) -> tuple[State, ...]:
    """Return the views with the moving piece on each square that it passes, without trampled pieces."""
    move = moment.action
    if not isinstance(move, Move):
        return ()
    before: State = replace(moment.state, last=None)
    return tuple(
        replace(before, dwarfs=now.dwarfs, trolls=now.trolls, rock=now.rock)
        for now in _positions_between(before.position, move)
    )


def final_view(moment: Moment) -> State | None:
    """Return the end of a battle, for a line after which the next one begins."""
    state: State = moment.state
    move = moment.action
    if GAME.apply(state, moment.seat, move, moment.rng).state.battle == state.battle:
        return None
    if not isinstance(move, Move):
        return replace(state, last=None)
    now = position_after(state.position, move)
    return replace(state, dwarfs=now.dwarfs, trolls=now.trolls, rock=now.rock, last=move)


def _positions_between(position: Position, move: Move) -> Iterator[Position]:
    """Yield the position at each square between the first and the last."""
    at, taken = move.origin, list(move.captured) if move.tramples else []
    for landing in move.way:
        line = next(line for line in RAYS[at].values() if landing in line)
        for square in takewhile(landing.__ne__, line):
            yield _with_piece_at(position, move.piece, at, square, tuple(taken[:1]))
        position = _with_piece_at(position, move.piece, at, landing, tuple(taken[:1]))
        if landing != move.target:
            yield position
        at, taken = landing, taken[1:]


def _with_piece_at(
    position: Position, piece: Piece, origin: Square, target: Square, taken: tuple[Square, ...]
) -> Position:
    """Return the position with a piece on another square, without the pieces that it takes."""
    return position_after(position, Move(piece, origin, (target,), taken))
