"""The gallery shows moves of Thud that can be played."""

from __future__ import annotations

from typing import Final

import pytest

from engine.octagon.board import bits
from engine.octagon.model import Side
from engine.thud.model import Position, View
from engine.thud.moves import manner, moves_of
from tools.gallery import thud

SHOWN: Final[dict[str, View]] = {name: view for name, (view, _) in thud.PICTURES.items()}


@pytest.mark.parametrize("name", [name for name, view in SHOWN.items() if view.last is not None])
def test_what_is_shown_as_the_last_move_could_have_been_played(name: str) -> None:
    view = SHOWN[name]
    last = view.last
    assert last is not None
    way, taken = 1 << last.origin | 1 << last.target, bits(last.captured)
    boards = {
        side: bits(squares) for side, squares in zip(type(last.side), (view.dwarfs, view.trolls), strict=True)
    }
    boards[last.side] ^= way
    boards[last.side.other] |= taken
    before = Position(boards[Side.DWARFS], boards[Side.TROLLS])
    assert last in moves_of(before, last.side)
    assert view.last_manner is manner(last)
