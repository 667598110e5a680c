"""What looking ahead finds, and that it costs what it may cost."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.octagon.board import BY_NAME, name
from engine.octagon.model import Side
from engine.thud.mind.field import FREE, ORIGIN_MASK, SCORE_SHIFT, TARGET_SHIFT, pack
from engine.thud.mind.judgement import Judge
from engine.thud.mind.moves import after
from engine.thud.mind.root import all_moves, deepen
from engine.thud.mind.search import AIM_MAX_TROLLS, INFINITY, QUIET_WIDTH, Search
from engine.thud.mind.weights import DWARF_WEIGHTS, TROLL_WEIGHTS
from engine.thud.model import START, Position
from tests.engine.thud.boards import position
from tests.engine.thud.plain_mind import quiet_dwarf_moves
from tests.engine.thud.test_mind_field import battle

NODES = 4000


def best_move(board: Position, side: Side, nodes: int = NODES) -> str:
    """The best move that a search of so many nodes finds."""
    ranked = deepen(
        Search(nodes, Judge(TROLL_WEIGHTS)), board.dwarfs, board.trolls, side is Side.DWARFS, 12, {}
    )
    _, move = ranked[0]
    return f"{name(move & ORIGIN_MASK)}-{name(move >> TARGET_SHIFT)}"


def test_a_troll_that_hangs_is_hurled_at() -> None:
    board = position("""
       A B C D E F G H J K L M N O P
     9 . . . . . . . . . . . . . . . 9
    10 . . . d d d . . T . . . . . . 10
    12     . . . . . d d . . . .     12
    """)
    assert best_move(board, Side.DWARFS) == "F10-J10"


def test_a_troll_takes_what_it_can_have_for_nothing() -> None:
    board = position("""
       A B C D E F G H J K L M N O P
    10 . . . . d . d . . . . d . . . 10
    11   . . . . . . . T . . . . .   11
    12     . . . . . d . . . . .     12
    """)
    dwarfs, _ = after(
        board.dwarfs, board.trolls, _pack_move(best_move(board, Side.TROLLS)), dwarfs_move=False
    )
    assert dwarfs.bit_count() < board.dwarfs.bit_count()


def test_a_troll_lets_a_dwarf_be_that_is_bait() -> None:
    """On G10 it would take one dwarf, and a row of three would hit it there."""
    board = position("""
       A B C D E F G H J K L M N O P
     9 . . . . . . . d . . . . . . . 9
    10 . d d d . . . . T . . . . . . 10
    11   . . . . . . . . . . . . .   11
    """)
    move = best_move(board, Side.TROLLS)
    dwarfs, trolls = after(board.dwarfs, board.trolls, _pack_move(move), dwarfs_move=False)
    worst = Search(NODES, Judge(TROLL_WEIGHTS)).quiesce(dwarfs, trolls, True, -INFINITY, INFINITY, 0)  # noqa: FBT003
    assert trolls
    assert worst < 0
    assert move != "J10-G10"


def _pack_move(words: str) -> int:
    origin, target = words.split("-")
    return pack(BY_NAME[origin], BY_NAME[target])


@pytest.mark.parametrize("nodes", [1, 1500, 3000])
def test_a_budget_is_kept(nodes: int) -> None:
    """All moves are looked at once in any case, with the captures after them; then the budget counts."""
    for side in Side:
        glance, search = Search(1, Judge(TROLL_WEIGHTS)), Search(nodes, Judge(TROLL_WEIGHTS))
        deepen(glance, START.dwarfs, START.trolls, side is Side.DWARFS, 12, {})
        deepen(search, START.dwarfs, START.trolls, side is Side.DWARFS, 12, {})
        assert search.nodes <= max(nodes, glance.nodes) + 200


def test_every_move_is_ranked_once() -> None:
    for board, side in list(battle(3, 40))[::5]:
        dwarfs_move = side is Side.DWARFS
        ranked = deepen(Search(1000, Judge(TROLL_WEIGHTS)), board.dwarfs, board.trolls, dwarfs_move, 12, {})
        assert sorted(move for _, move in ranked) == sorted(
            all_moves(board.dwarfs, board.trolls, dwarfs_move)
        )


def test_the_order_is_the_best_known_move_then_captures_and_then_what_promises_most() -> None:
    for seed in range(4):
        for board, side in list(battle(seed, 60))[1::3]:
            dwarfs, trolls, dwarfs_move = board.dwarfs, board.trolls, side is Side.DWARFS
            search, every = Search(NODES, Judge(TROLL_WEIGHTS)), all_moves(dwarfs, trolls, dwarfs_move)
            first = every[len(every) // 2]
            for move in every[::7]:
                search.history[move] = 3 << SCORE_SHIFT
            found = list(search.ordered_moves(dwarfs, trolls, dwarfs_move, 2, first))
            assert found[0] == first
            assert len(set(found)) == len(found)
            takes = [sum(after(dwarfs, trolls, move, dwarfs_move)).bit_count() for move in found[1:]]
            assert set(found) <= set(every)
            assert takes == sorted(takes), "what takes most comes first, what takes nothing last"
            if not dwarfs_move:
                assert set(found) == set(every)
                continue
            empty = FREE & ~dwarfs & ~trolls
            history = [promise >> SCORE_SHIFT for promise in search.history]
            landing = search.judge.evaluate(dwarfs, trolls).landing
            quiet = quiet_dwarf_moves(history, dwarfs, empty, landing)[: QUIET_WIDTH[2]]
            if board.trolls.bit_count() <= AIM_MAX_TROLLS:
                continue
            rest = [move for move in quiet if move != first]
            assert found[len(found) - len(rest) :] == rest


def test_a_random_error_decides_between_moves_that_are_as_good() -> None:
    moves = all_moves(START.dwarfs, START.trolls, dwarfs_move=False)
    for move in moves[:4]:
        search = Search(NODES, Judge(TROLL_WEIGHTS))
        ranked = deepen(search, START.dwarfs, START.trolls, False, 2, {move: 5000})  # noqa: FBT003
        assert ranked[0][1] == move


def test_a_battle_with_one_side_wiped_out_is_worth_its_points() -> None:
    alone = replace(START, trolls=0)
    for dwarfs_move, sign in ((True, 1), (False, -1)):
        got = Search(NODES, Judge(TROLL_WEIGHTS)).negamax(
            alone.dwarfs, 0, dwarfs_move, 3, -INFINITY, INFINITY
        )
        assert sign * got >= 3200


def test_a_position_may_have_more_trolls_than_a_match_begins_with() -> None:
    """It can come from a file."""
    board = position("""
       A B C D E F G H J K L M N O P
     6 . . T T T T T T T T . . . . . 6
    10 T T T T . . . . . . . . d d . 10
    """)
    for side in Side:
        ranked = deepen(
            Search(500, Judge(DWARF_WEIGHTS)), board.dwarfs, board.trolls, side is Side.DWARFS, 3, {}
        )
        assert {move for _, move in ranked} == set(all_moves(board.dwarfs, board.trolls, side is Side.DWARFS))
