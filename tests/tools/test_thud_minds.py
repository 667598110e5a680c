"""What the mind of Thud is measured with."""

from __future__ import annotations

import re

from engine.thud.mind.field import FREE
from engine.thud.mind.root import all_ways
from tools.minds.thud.hunt import AHEAD, LIMIT, fought, lines
from tools.minds.thud.speed import POSITIONS
from tools.minds.thud.speed import lines as speeds


def test_positions_have_every_piece_on_a_square_of_its_own_and_something_to_move() -> None:
    assert {dwarfs_move for _, _, dwarfs_move in POSITIONS} == {True, False}
    for dwarfs, trolls, dwarfs_move in POSITIONS:
        assert not dwarfs & trolls
        assert not (dwarfs | trolls) & ~FREE
        assert all_ways(dwarfs, trolls, dwarfs_move)


def test_each_position_and_all_of_them_are_told_with_their_nodes_a_second() -> None:
    *each, whole = speeds(1)
    assert [line.split(":")[0] for line in each] == list("12345678")
    assert re.fullmatch(r"all: [\d,]+ nodes a second", whole)


def test_a_battle_is_told_with_its_end() -> None:
    battle = fought("pip", "pip", "a battle", quiet_limit=4)
    assert 0 < battle.plies < LIMIT
    assert battle.margin == battle.dwarfs - 4 * battle.trolls
    assert 0 <= battle.still <= battle.quiet
    one, whole = lines("pip", "odo", 3, 1)
    assert one.startswith("3: ")
    assert whole.startswith("pip against odo, 1 battles: ")
    assert f"won by {AHEAD}: 0" in whole
