"""How dwarfs move and capture, in pictures: `*` marks what the dwarf reaches without capturing."""

from __future__ import annotations

import pytest

from engine.octagon.model import Side
from tests.engine.thud.boards import assert_reach, captures

DWARFS = Side.DWARFS


@pytest.mark.rule("thud:dwarf-1", "thud:board-2")
def test_a_dwarf_runs_as_far_as_the_board_and_the_stone_allow() -> None:
    picture = """
       A B C D E F G H J K L M N O P
     1           . * . . .           1
     2         . . * . . . .         2
     3       . . . * . . . . *       3
     4     * . . . * . . . * . .     4
     5   . . * . . * . . * . . . .   5
     6 . . . . * . * . * . . . . . . 6
     7 . . . . . * * * . . . . . . . 7
     8 * * * * * * d R . . . . . . . 8
     9 . . . . . * * * . . . . . . . 9
    10 . . . . * . * . * . . . . . . 10
    11   . . * . . * . . * . . . .   11
    12     * . . . * . . . * . .     12
    13       . . . * . . . . *       13
    14         . . * . . . .         14
    15           . * . . .           15
    """
    assert_reach(picture, DWARFS, "G8")
    assert captures(picture, DWARFS, "G8") == []


@pytest.mark.rule("thud:dwarf-2")
def test_a_dwarf_runs_over_neither_friend_nor_foe() -> None:
    picture = """
       A B C D E F G H J K L M N O P
     1           . . . * .           1
     2         * . . * . . .         2
     3       . * . * . . . . .       3
     4     . * * * . . . . . . .     4
     5   * * * d * * T . . . . . .   5
     6 . . . * * * . . . . . . . . . 6
     7 . . d . * . * . . . . . . . . 7
     8 . d . . d . . R . . . . . . . 8
    """
    assert_reach(picture, DWARFS, "E5")
    assert captures(picture, DWARFS, "E5") == []


@pytest.mark.rule("thud:hurl-1")
@pytest.mark.parametrize("between", range(6))
@pytest.mark.parametrize("line", range(1, 6))
def test_a_line_hurls_over_fewer_empty_squares_than_it_has_dwarfs(line: int, between: int) -> None:
    """The rulebook: four dwarfs reach over 0, 1, 2 or 3 squares."""
    row = ["d"] * line + ["."] * between + ["T"]
    picture = f"   10 {' '.join(row + ['.'] * (15 - len(row)))} 10"
    front, troll = "ABCDE"[line - 1], "ABCDEFGHJKLMNOP"[len(row) - 1]
    expected = [f"d{front}10-{troll}10x{troll}10"] if between < line else []
    assert captures(picture, DWARFS, f"{front}10") == expected


@pytest.mark.rule("thud:hurl-1")
def test_the_longest_hurl_covers_seven_squares() -> None:
    assert captures("    7 d d d d d d d . . . . . . T . 7", DWARFS, "G7") == ["dG7-O7xO7"]
    assert captures("    7 d d d d d d d . . . . . . . T 7", DWARFS, "G7") == []
    assert captures("    7 . T . . . . . . d d d d d d d 7", DWARFS, "J7") == ["dJ7-B7xB7"]


@pytest.mark.rule("thud:hurl-1")
def test_a_line_hurls_along_itself_diagonally_too() -> None:
    aimed = """
       A B C D E F G H J K L M N O P
     4     d . . . . . . . . . .     4
     5   . . d . . . . . . . . . .   5
     6 . . . . d . . . . . . . . . . 6
     7 . . . . . d . T . . . . . . . 7
     8 . . . . . . . R . . . . . . . 8
     9 . . . . . . . . . . . . . . . 9
    10 . . . . . . . . . . . . . . . 10
    11   . . . . . . . . T . . . .   11
    """
    assert captures(aimed, DWARFS, "F7") == ["dF7-K11xK11"]
    beside = aimed.replace(". T . . . .   11", "T . . . . .   11")
    assert captures(beside, DWARFS, "F7") == []


@pytest.mark.rule("thud:hurl-1", "thud:board-2")
def test_the_stone_neither_joins_a_line_nor_lets_one_through() -> None:
    assert captures("    8 . . . . . d d R d . T . . . . 8", DWARFS, "J8") == []
    assert captures("    8 . . . . d d d R T . . . . . . 8", DWARFS, "G8") == []


@pytest.mark.rule("thud:hurl-2")
def test_only_the_first_thing_ahead_can_be_hit() -> None:
    assert captures("   10 d d d . T T . . . . . . . . . 10", DWARFS, "C10") == ["dC10-E10xE10"]
    assert captures("   10 d d . d T . . . . . . . . . . 10", DWARFS, "B10") == []


@pytest.mark.rule("thud:hurl-2")
def test_only_the_front_dwarf_flies_and_only_to_capture() -> None:
    picture = """
       A B C D E F G H J K L M N O P
     9 . * . . . * . . . * . . . . . 9
    10 d d d * * T . . . . . . . . . 10
    11   * . * . . . . . . . . . .   11
    """
    assert captures(picture, DWARFS, "C10") == ["dC10-F10xF10"]
    assert captures(picture, DWARFS, "B10") == []
    assert captures(picture, DWARFS, "A10") == []


@pytest.mark.rule("thud:hurl-1")
def test_a_lone_dwarf_takes_the_troll_next_to_it_and_no_other() -> None:
    picture = """
       A B C D E F G H J K L M N O P
     9 . . . . . . . . . . . . . . . 9
    10 . . . . d T . . . . . . . . . 10
    11   . . . . . T . . . . . . .   11
    12     . . T . . . . . . . .     12
    """
    assert captures(picture, DWARFS, "E10") == ["dE10-F10xF10"]
