"""How dwarfs run, whom they take, and how they move the Rock."""

from __future__ import annotations

import pytest

from engine.koom.diagram import draw
from engine.koom.model import FAR_EDGE, START
from engine.octagon.board import SQUARES, name, squares_of
from engine.octagon.model import Side
from tests.engine.koom import naive
from tests.engine.koom.boards import assert_reach, expect_refusal, lines, mailbox, play, state

DWARFS, TROLLS = Side.DWARFS, Side.TROLLS


@pytest.mark.rule("koom:start-1")
def test_a_battle_starts_with_everything_in_its_place() -> None:
    assert mailbox(START) == naive.mailbox(naive.FIRST)
    assert (START.dwarfs.bit_count(), START.trolls.bit_count(), name(START.rock)) == (16, 8, "H8")


@pytest.mark.rule("koom:board-1")
def test_the_board_is_an_octagon_of_165_squares_with_the_far_edge_on_top() -> None:
    assert len(SQUARES) == 165
    assert draw(START).splitlines()[1] == " 1           . . . . .           1"
    assert draw(START).splitlines()[15] == "15           d d d d d           15"
    assert [name(at) for at in squares_of(FAR_EDGE)] == ["F1", "G1", "H1", "J1", "K1"]


@pytest.mark.rule("koom:dwarf-1", "koom:dwarf-2", "koom:board-2")
def test_a_dwarf_runs_straight_until_something_stands_there() -> None:
    assert_reach(
        """
        1           . . * . .           1
        2         . . . * . . .         2
        3       T . . . * . . . *       3
        4     . . * . . * . . * . .     4
        5   . . . . * . * . * . . . .   5
        6 . . . . . . * * * . . . . . . 6
        7 . T * * * * * d * * * R . . . 7
        8 . . . . . . * * * . . . . . . 8
        9 . . . . . * . d . * . . . . . 9
       10 . . . . T . . . . . * . . . . 10
       11   . . . . . . . . . . * . .   11
       12     . . . . . . . . . . *     12
        """,
        DWARFS,
        "H7",
    )


@pytest.mark.rule("koom:sandwich-1", "koom:notation-2")
def test_a_dwarf_takes_a_troll_between_it_and_another_dwarf() -> None:
    picture = """
        8 T . . . . . . T d . . . . . . 8
        9 . . . . . . . . . . . . . . . 9
       10 . . . . . . d . . . . . . . . 10
    """
    assert lines(picture, DWARFS, "G10") == ["dG10-G8xH8"]
    after = play(state(picture, DWARFS), "g10-g8").state
    assert [name(at) for at in squares_of(after.trolls)] == ["A8"]


@pytest.mark.rule("koom:sandwich-1", "koom:sandwich-2")
def test_a_dwarf_takes_all_that_it_sandwiches_in_every_direction() -> None:
    picture = """
        6 . . . . . d . d . d . . . . . 6
        7 . . . . . . T T T . . . . . . 7
        8 d . . . . d T . T T d . . . . 8
        9 . . . . . . . . T . . . . . . 9
       10 . . . . . . . d . d . . . . . 10
    """
    assert lines(picture, DWARFS, "H10") == ["dH10-H8xG7xG8xH7xJ7xJ9"]
    left_out = expect_refusal(state(picture, DWARFS), "dH10-H8xG7")
    assert (left_out.rule, left_out.key) == ("koom:sandwich-2", "takes-others")


@pytest.mark.rule("koom:sandwich-1")
def test_a_dwarf_cannot_be_its_own_partner() -> None:
    picture = " 8 . . . . . . d T . . . . . . . 8"
    assert lines(picture, DWARFS, "G8") == []


@pytest.mark.rule("koom:sandwich-3", "koom:dwarf-2")
def test_a_troll_is_safe_between_dwarfs_and_a_dwarf_between_trolls() -> None:
    picture = """
        7 . . . . . . T . . . . . . . . 7
        8 . . . . . d . d . . . . . . . 8
        9 . . . . . . T . . . . . . . . 9
       10 d . . . . . . . . . . . . . . 10
    """
    before = state(picture, TROLLS)
    between = play(before, "TG9-G8").state
    assert between.trolls.bit_count() == 2
    quiet = play(between, "dA10-B10").state
    assert quiet.trolls.bit_count() == 2, "nobody who stood there has run"
    away = play(play(quiet, "TG7-G6").state, "dF8-E8").state
    back = play(play(away, "TG6-G5").state, "dE8-F8").state
    assert back.trolls.bit_count() == 1, "now somebody has come"
    assert (
        play(state(picture, DWARFS), "dF8-G8").state.dwarfs
        == play(state(picture, DWARFS), "f8g8").state.dwarfs
    )


@pytest.mark.rule("koom:sandwich-3")
def test_neither_the_rock_nor_the_edge_helps_to_sandwich() -> None:
    assert lines(" 8 . . . . . d . T R . . . . . . 8", DWARFS, "F8") == []
    assert lines(" 8 T . d . . . . . . . . . . . . 8", DWARFS, "C8") == []


@pytest.mark.rule("koom:rock-1", "koom:rock-2")
def test_the_rock_moves_one_square_and_stays_beside_a_dwarf() -> None:
    assert_reach(
        """
        7 . . . . . . * * T . . . . . . 7
        8 . . . . . . d R . . . . . . . 8
        9 . . . . . . * * * . . . . . . 9
       10 . . . . . . . d . . . . . . . 10
        """,
        DWARFS,
        "H8",
    )


@pytest.mark.rule("koom:rock-2")
def test_the_rock_can_pass_from_one_dwarf_to_another() -> None:
    picture = " 8 T . . . . . d R . d . . . . . 8"
    after = play(state(picture, DWARFS), "RH8-J8").state
    assert name(after.rock) == "J8"
    assert after.dwarfs == state(picture, DWARFS).dwarfs


@pytest.mark.rule("koom:rock-1", "koom:rock-2", "koom:rock-3", "koom:rock-4")
@pytest.mark.parametrize(
    ("line", "rule", "key"),
    [
        ("RH8-H6", "koom:rock-1", "rock-one-step"),
        ("RH8-G8", "koom:rock-1", "blocked"),
        ("RH8-J7", "koom:rock-2", "rock-left"),
        ("RH8-H9xG10", "koom:rock-4", "takes-nobody"),
    ],
)
def test_how_the_rock_cannot_be_moved(line: str, rule: str, key: str) -> None:
    picture = """
        8 . . . . . . d R . . . . . . . 8
       10 . . . . . . T . . . . . . . . 10
    """
    found = expect_refusal(state(picture, DWARFS), line)
    assert (found.rule, found.key) == (rule, key)


@pytest.mark.rule("koom:rock-2", "koom:rock-3")
def test_nobody_moves_a_rock_that_no_dwarf_stands_beside_and_trolls_never_do() -> None:
    alone = " 8 . . . . . d T R . . . . . . . 8"
    assert expect_refusal(state(alone, DWARFS), "RH8-H9").key == "rock-alone"
    assert expect_refusal(state(alone, TROLLS), "RH8-H9").key == "not-your-rock"


@pytest.mark.rule("koom:rock-4")
def test_moving_the_rock_takes_nobody() -> None:
    picture = """
        8 . . . . . d T . R d . . . . . 8
    """
    after = play(state(picture, DWARFS), "RJ8-J9").state
    assert after.trolls.bit_count() == 1
