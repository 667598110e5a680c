"""Positions of Thud from `.thud` files."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from engine.thud.battle import position_of
from engine.thud.model import Side, State
from engine.thud.moves import moves_of
from engine.thud.position import after
from engine.thud.thud_file import read_thud


def read(path: Path, to_move: str | None, start: State) -> State:
    """The state after all plies of a file; dwarfs and trolls take turns unless `to_move` says who moves.

    Raises `ValueError` for a file that cannot be read or a side that cannot move, `IllegalAction` for a ply
    that is not legal.
    """
    position, plies = read_thud(path.read_text(encoding="utf-8"))
    for move in plies:
        position = after(position, move)
    in_turn = Side.TROLLS if len(plies) % 2 else Side.DWARFS
    side = in_turn if to_move is None else Side(to_move)
    state = replace(start, dwarfs=position.dwarfs, trolls=position.trolls, to_move=side, ply=len(plies))
    if not moves_of(position_of(state), side):
        raise ValueError(f"the {side} cannot move there")
    return state
