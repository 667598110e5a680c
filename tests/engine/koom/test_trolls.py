"""How trolls walk and trample."""

from __future__ import annotations

import pytest

from engine.koom.moves import moves_of
from engine.octagon.board import BY_NAME, name
from engine.octagon.model import Side
from tests.engine.koom.boards import assert_reach, expect_refusal, lines, play, position, state

TROLLS = Side.TROLLS


@pytest.mark.rule("koom:troll-1", "koom:board-2")
def test_a_troll_walks_up_to_three_squares_straight() -> None:
    assert_reach(
        """
        5   . . * . . * . . * . . . .   5
        6 . . . . * . * . * . . . . . . 6
        7 . . . . . * * * . . . . . . . 7
        8 . . . * * * T * R . . . . . . 8
        9 . . . . . * * T . . . . . . . 9
       10 . . . . * . * . . . . . . . . 10
       11   . . * . . * . . . . . . .   11
        """,
        TROLLS,
        "G8",
    )


@pytest.mark.rule("koom:troll-1", "koom:trample-1")
def test_a_troll_does_not_walk_through_anybody_and_takes_nobody_by_walking() -> None:
    before = state(" 8 . . . . . . T . d T . . . . . 8", TROLLS)
    assert expect_refusal(before, "TG8-L8").key == "too-far"
    assert expect_refusal(before, "TG8-J8").key == "blocked"
    assert play(before, "TG8-H8").state.dwarfs == before.dwarfs


@pytest.mark.rule("koom:trample-1")
def test_a_troll_jumps_over_a_dwarf_beside_it_onto_the_square_behind() -> None:
    picture = """
        7 . . . . . . . . . . . . . . . 7
        8 . . . . . . T d . . . . . . . 8
        9 . . . . . d . . . . . . . . . 9
    """
    assert lines(picture, TROLLS, "G8") == ["TG8-E10", "TG8-J8"]
    after = play(state(picture, TROLLS), "TG8-J8").state
    assert (after.dwarfs, name(after.trolls.bit_length() - 1)) == (1 << BY_NAME["F9"], "J8")


@pytest.mark.rule("koom:trample-1", "koom:trample-3")
@pytest.mark.parametrize(
    "row",
    [
        " 8 . . . . . . T d d . . . . . . 8",  # nobody jumps over two
        " 8 . . . . . . T d T . . . . . . 8",
        " 8 . . . . . . T d R . . . . . . 8",
        " 8 . . . . . . T . d . . . . . . 8",  # it is not beside the troll
        " 8 . . . . . . T R . . . . . . . 8",
        " 8 . . . . . . T T . . . . . . . 8",
        " 8 . . . . . . . . . . . . . T d 8",
        " 8 d T . . . . . . . . . . . . . 8",
    ],
)
def test_what_cannot_be_trampled(row: str) -> None:
    moves = moves_of(position(row), TROLLS)
    assert moves
    assert not [move for move in moves if move.captured]


@pytest.mark.rule("koom:trample-2", "koom:notation-2")
def test_a_troll_may_go_on_trampling_in_any_direction_and_stop_at_will() -> None:
    picture = """
        6 . . . . . . . . . . . . . . . 6
        7 . . . . . . . . . . . . . . . 7
        8 . . . . . . T d . . . . . . . 8
        9 . . . . . . . . . d . . . . . 9
       10 . . . . . . . . . . . . . . . 10
       11   . . . . . . . . . d . . .   11
       15           d . . . .           15
    """
    assert lines(picture, TROLLS, "G8") == ["TG8-J8", "TG8-J8-L10", "TG8-J8-L10-L12"]
    whole = play(state(picture, TROLLS), "TG8-J8-L10-L12").state
    assert whole.dwarfs == 1 << BY_NAME["F15"]
    some = play(state(picture, TROLLS), "TG8-J8-L10").state
    assert some.dwarfs.bit_count() == 2
    none = play(state(picture, TROLLS), "TG8-G7").state
    assert none.dwarfs.bit_count() == 4


@pytest.mark.rule("koom:trample-3")
def test_a_troll_does_not_walk_and_trample_in_one_turn() -> None:
    before = state(" 8 . . . . . . T . d . . . . . . 8", TROLLS)
    assert expect_refusal(before, "TG8-H8-K8").key == "no-jump"
    assert expect_refusal(state(" 8 . . . . . . T d . . . . . . . 8", TROLLS), "TG8-J8-K8").key == "no-jump"


@pytest.mark.rule("koom:trample-3", "koom:notation-3")
def test_a_troll_may_come_round_to_where_it_began_and_both_ways_round_are_one_move() -> None:
    picture = """
        8 . . . . . . T d . . . . . . . 8
        9 . . . . . . d . d . . . . . . 9
       10 . . . . . . . d . . . . . . . 10
       15           d . . . .           15
    """
    found = [move for move in moves_of(position(picture), TROLLS) if len(move.captured) == 4]
    assert [(name(move.origin), name(move.target)) for move in found] == [("G8", "G8")]
    before = state(picture, TROLLS)
    once, other = (play(before, line).state for line in ("TG8-J8-J10-G10-G8", "TG8-G10-J10-J8-G8"))
    assert once == other
    assert (once.dwarfs, once.trolls) == (1 << BY_NAME["F15"], before.trolls)


@pytest.mark.rule("koom:trample-3")
def test_nobody_is_trampled_twice() -> None:
    before = state(" 8 . . . . . . T d . . . . . . . 8", TROLLS)
    assert expect_refusal(before, "TG8-J8-G8").key == "no-jump"


@pytest.mark.rule("koom:trample-1", "koom:notation-2")
def test_the_longest_trample_there_can_be_is_quickly_listed_and_short_enough() -> None:
    """Four by four dwarfs, with a square between each: the most ways round."""
    picture = """
        6 . . . . . . . . . . . . . . . 6
        7 . . . . . . . . . . . . . . . 7
        8 . . . T . . . . . . . . . . . 8
        9 . . . . d . d . d . d . . . . 9
       10 . . . . . . . . . . . . . . . 10
       11   . . . d . d . d . d . . .   11
       12     . . . . . . . . . . .     12
       13       . d . d . d . d .       13
       14         . . . . . . .         14
       15           . . . . .           15
    """
    moves = [move for move in moves_of(position(picture), TROLLS) if move.captured]
    assert max(len(str(move)) for move in moves) <= 68
    assert len({(move.target, frozenset(move.captured)) for move in moves}) == len(moves)
