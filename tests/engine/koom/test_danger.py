"""The moves that win at once are found without trying every move."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engine.koom.danger import winning_moves
from engine.koom.model import BattleEnd, Position
from engine.koom.moves import can_move, moves_of, position_after
from engine.koom.rules import decisive_end
from engine.octagon.board import SQUARES, bits
from engine.octagon.model import Side

CORNER = tuple(sq for sq in SQUARES if sq % 16 + sq // 16 < 12)
"""So few squares that pieces are often shut in."""


def crowded(chance: Random) -> Position:
    """Pieces and the Rock in a corner, few of one side and many of the other."""
    count = chance.randint(8, len(CORNER) - 1)
    rock, *others = chance.sample(CORNER, count)
    few = chance.randint(1, 3)
    one, two = bits(others[:few]), bits(others[few:])
    return Position(*((one, two) if chance.random() < 0.5 else (two, one)), rock)


@pytest.mark.slow
@pytest.mark.parametrize("side", Side)
def test_the_winning_moves_are_those_after_which_the_battle_is_won(side: Side) -> None:
    chance, ends = Random(f"winning {side}"), Counter[BattleEnd]()
    for _ in range(1500):
        position = crowded(chance)
        won = []
        for move in moves_of(position, side):
            ending = decisive_end(position_after(position, move), side.other)
            if ending is not None and ending[1] is side:
                won.append(move)
                ends[ending[0]] += 1
        assert list(winning_moves(position, side)) == won
    assert ends[BattleEnd.NO_MOVE], "nobody was ever shut in, so this has not shown that it is found"
    assert ends[BattleEnd.WIPED_OUT]


@pytest.mark.parametrize("side", Side)
def test_a_side_can_move_where_it_has_a_move(side: Side) -> None:
    chance = Random(f"able {side}")
    able = Counter[bool]()
    for _ in range(1500):
        position = crowded(chance)
        able[can_move(position, side)] += 1
        assert can_move(position, side) == bool(moves_of(position, side))
    assert able[True]
    assert able[False]
