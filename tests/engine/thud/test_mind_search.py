"""What looking ahead finds, and that it costs what it may cost."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.octagon.board import BY_NAME, name
from engine.octagon.model import Side
from engine.thud.mind.field import FREE
from engine.thud.mind.judgement import Judge
from engine.thud.mind.root import all_ways, best
from engine.thud.mind.search import ENDLESS, LAST, WIDTH, Search
from engine.thud.mind.ways import after
from engine.thud.mind.weights import DWARFS, TROLLS
from engine.thud.model import START, Position
from tests.engine.thud.boards import position
from tests.engine.thud.plain_mind import dwarfs_quiet
from tests.engine.thud.test_mind_field import battle

NODES = 4000


def found(board: Position, side: Side, nodes: int = NODES) -> str:
    """The best way that a search of so many nodes finds."""
    line = best(Search(nodes, Judge(TROLLS)), board.dwarfs, board.trolls, side is Side.DWARFS, 12, {})
    way = line[0][1]
    return f"{name(way & 255)}-{name(way >> 8)}"


def test_a_troll_that_hangs_is_hurled_at() -> None:
    board = position("""
       A B C D E F G H J K L M N O P
     9 . . . . . . . . . . . . . . . 9
    10 . . . d d d . . T . . . . . . 10
    12     . . . . . d d . . . .     12
    """)
    assert found(board, Side.DWARFS) == "F10-J10"


def test_a_troll_takes_what_it_can_have_for_nothing() -> None:
    board = position("""
       A B C D E F G H J K L M N O P
    10 . . . . d . d . . . . d . . . 10
    11   . . . . . . . T . . . . .   11
    12     . . . . . d . . . . .     12
    """)
    dwarfs, _ = after(board.dwarfs, board.trolls, _way(found(board, Side.TROLLS)), dwarfs_move=False)
    assert dwarfs.bit_count() < board.dwarfs.bit_count()


def test_a_troll_lets_a_dwarf_be_that_is_bait() -> None:
    """On G10 it would take one dwarf, and a row of three would hit it there."""
    board = position("""
       A B C D E F G H J K L M N O P
     9 . . . . . . . d . . . . . . . 9
    10 . d d d . . . . T . . . . . . 10
    11   . . . . . . . . . . . . .   11
    """)
    way = found(board, Side.TROLLS)
    dwarfs, trolls = after(board.dwarfs, board.trolls, _way(way), dwarfs_move=False)
    worst = Search(NODES, Judge(TROLLS)).calm(dwarfs, trolls, True, -ENDLESS, ENDLESS, 0)  # noqa: FBT003
    assert trolls
    assert worst < 0
    assert way != "J10-G10"


def _way(words: str) -> int:
    origin, target = words.split("-")
    return BY_NAME[origin] | BY_NAME[target] << 8


@pytest.mark.parametrize("nodes", [1, 1500, 3000])
def test_a_budget_is_kept(nodes: int) -> None:
    """All moves are looked at once in any case, with the captures after them; then the budget counts."""
    for side in Side:
        glance, search = Search(1, Judge(TROLLS)), Search(nodes, Judge(TROLLS))
        best(glance, START.dwarfs, START.trolls, side is Side.DWARFS, 12, {})
        best(search, START.dwarfs, START.trolls, side is Side.DWARFS, 12, {})
        assert search.nodes <= max(nodes, glance.nodes) + 200


def test_every_move_has_its_place_in_the_line_once() -> None:
    for board, side in list(battle(3, 40))[::5]:
        dwarfs_move = side is Side.DWARFS
        line = best(Search(1000, Judge(TROLLS)), board.dwarfs, board.trolls, dwarfs_move, 12, {})
        assert sorted(way for _, way in line) == sorted(all_ways(board.dwarfs, board.trolls, dwarfs_move))


def test_the_order_is_the_best_known_move_then_captures_and_then_what_promises_most() -> None:
    for seed in range(4):
        for board, side in list(battle(seed, 60))[1::3]:
            dwarfs, trolls, dwarfs_move = board.dwarfs, board.trolls, side is Side.DWARFS
            search, every = Search(NODES, Judge(TROLLS)), all_ways(dwarfs, trolls, dwarfs_move)
            first = every[len(every) // 2]
            for way in every[::7]:
                search.history[way] = 3 << 16
            found = list(search.ordered(dwarfs, trolls, dwarfs_move, 2, first))
            assert found[0] == first
            assert len(set(found)) == len(found)
            takes = [sum(after(dwarfs, trolls, way, dwarfs_move)).bit_count() for way in found[1:]]
            assert set(found) <= set(every)
            assert takes == sorted(takes), "what takes most comes first, what takes nothing last"
            if not dwarfs_move:
                assert set(found) == set(every)
                continue
            empty = FREE & ~dwarfs & ~trolls
            history = [promise >> 16 for promise in search.history]
            _, _, _, landing, _ = search.judge.look(dwarfs, trolls)
            quiet = dwarfs_quiet(history, dwarfs, empty, landing)[: WIDTH[2]]
            if board.trolls.bit_count() <= LAST:
                continue
            rest = [way for way in quiet if way != first]
            assert found[len(found) - len(rest) :] == rest


def test_a_whim_decides_between_moves_that_are_as_good() -> None:
    ways = all_ways(START.dwarfs, START.trolls, dwarfs_move=False)
    for way in ways[:4]:
        line = best(Search(NODES, Judge(TROLLS)), START.dwarfs, START.trolls, False, 2, {way: 5000})  # noqa: FBT003
        assert line[0][1] == way


def test_a_battle_with_nobody_left_is_worth_its_points() -> None:
    alone = replace(START, trolls=0)
    for dwarfs_move, sign in ((True, 1), (False, -1)):
        got = Search(NODES, Judge(TROLLS)).seek(alone.dwarfs, 0, dwarfs_move, 3, -ENDLESS, ENDLESS)
        assert sign * got >= 3200


def test_a_position_may_have_more_trolls_than_a_match_begins_with() -> None:
    """It can come from a file."""
    board = position("""
       A B C D E F G H J K L M N O P
     6 . . T T T T T T T T . . . . . 6
    10 T T T T . . . . . . . . d d . 10
    """)
    for side in Side:
        line = best(Search(500, Judge(DWARFS)), board.dwarfs, board.trolls, side is Side.DWARFS, 3, {})
        assert {way for _, way in line} == set(all_ways(board.dwarfs, board.trolls, side is Side.DWARFS))
