"""How trolls move, capture and are shoved, in pictures: `*` marks where the troll can land."""

from __future__ import annotations

import pytest

from engine.octagon.board import FILES
from engine.octagon.model import Side
from engine.thud.moves import moves_of
from tests.engine.thud.boards import assert_reach, captures, moves_from, position

TROLLS = Side.TROLLS


@pytest.mark.rule("thud:troll-1")
def test_a_troll_goes_one_square_in_any_direction() -> None:
    picture = """
       A B C D E F G H J K L M N O P
     9 . . . . . . . . . . . . . . . 9
    10 . . . . . . . . . . . * * * . 10
    11   . . . . . . . . . . * T *   11
    12     . . . . . . . . . * *     12
    """
    assert_reach(picture, TROLLS, "N11")
    assert captures(picture, TROLLS, "N11") == []


@pytest.mark.rule("thud:troll-1", "thud:board-2")
def test_pieces_the_stone_and_the_edge_stop_a_troll() -> None:
    picture = """
       A B C D E F G H J K L M N O P
     6 . . . . . * * T . . . . . . . 6
     7 . . . . . * T * . . . . . . . 7
     8 . . . . . d * R . . . . . . . 8
    """
    assert_reach(picture, TROLLS, "G7")


@pytest.mark.rule("thud:troll-2")
def test_a_landing_troll_captures_any_of_the_dwarfs_beside_it() -> None:
    picture = """
       A B C D E F G H J K L M N O P
     9 . . . . . . . . . . . . . . . 9
    10 . . . . d . d . . . . . . . . 10
    11   . . . . . . . T . . . . .   11
    12     . . . . . d . . . . .     12
    """
    assert [move for move in captures(picture, TROLLS, "J11") if "-H11" in move] == [
        "TJ11-H11xG10",
        "TJ11-H11xG10xH12",
        "TJ11-H11xH12",
    ]


@pytest.mark.rule("thud:troll-2")
def test_capturing_is_never_compulsory_for_a_stepping_troll() -> None:
    seen = position("   10 . . . d . T . . . . . . . . . 10")
    steps = [str(move) for move in moves_from(seen, TROLLS, "F10") if "-E10" in str(move)]
    assert steps == ["TF10-E10", "TF10-E10xD10"]


@pytest.mark.rule("thud:troll-2", "thud:notation-2")
def test_seven_dwarfs_are_the_most_that_one_landing_can_meet() -> None:
    """The eighth square around the landing is the one that the troll came over."""
    stepped = """
       A B C D E F G H J K L M N O P
    10 . . . . . . . . . . d d d . . 10
    11   . . . . . . . . . d . d .   11
    12     . . . . . . . . T d d     12
    """
    shoved = """
       A B C D E F G H J K L M N O P
    10 . . . . . . . . . . d d d . . 10
    11   . . . . . . . T T . . d .   11
    12     . . . . . . . . d d d     12
    """
    for picture, origin in ((stepped, "L12"), (shoved, "K11")):
        taken = [move for move in captures(picture, TROLLS, origin) if "-M11" in move]
        assert len(taken) == 2**7 - 1
        assert max(move.count("x") for move in taken) == 7
    assert max(map(len, captures(stepped, TROLLS, "L12"))) == 36


@pytest.mark.rule("thud:troll-3")
def test_a_dwarf_beside_a_resting_troll_is_safe_until_that_troll_moves() -> None:
    """D9 and D11 touch the troll; whatever else moves takes neither."""
    picture = """
       A B C D E F G H J K L M N O P
     9 . . . d . . . . . . . . . . . 9
    10 . . . . T . . . . . . T . . . 10
    11   . . d . . . . . . . . . .   11
    """
    assert captures(picture, TROLLS, "M10") == []
    taken = captures(picture, TROLLS, "E10")
    assert {move.partition("x")[0] for move in taken} == {"TE10-D10", "TE10-E9", "TE10-E11"}


@pytest.mark.rule("thud:shove-1", "thud:shove-2")
def test_a_shoved_troll_may_stop_short_and_sidle_up_to_a_dwarf() -> None:
    """Three in line: K4 and L3 are two and three squares ahead of H6, and both touch the dwarf on K3."""
    picture = """
       A B C D E F G H J K L M N O P
     3       . . d . . . d * .       3
     4     . . . . . . . * . . .     4
     5   . . . . . * * * . . . . .   5
     6 . . . . . . * T * . . . . . . 6
     7 . . . . . . T * * . . . . . . 7
     8 . . . . . T . R . . . . . . . 8
    """
    assert_reach(picture, TROLLS, "H6")
    assert captures(picture, TROLLS, "H6") == ["TH6-K4xK3", "TH6-L3xK3"]


@pytest.mark.rule("thud:shove-1")
@pytest.mark.parametrize("line", range(1, 7))
def test_a_line_shoves_as_many_squares_as_it_has_trolls(line: int) -> None:
    """The dwarfs stand one rank away from the whole way."""
    row = ["T"] * line + ["."] * (15 - line)
    above = ["."] * line + ["d"] * (15 - line)
    picture = f"    9 {' '.join(above)} 9\n   10 {' '.join(row)} 10"
    front = FILES[line - 1]
    landings = {move.partition("x")[0].partition("-")[2] for move in captures(picture, TROLLS, f"{front}10")}
    straight = {f"{FILES[line + distance]}10" for distance in range(line)}
    assert {landing for landing in landings if landing.endswith("10")} == straight


@pytest.mark.rule("thud:shove-1")
def test_the_longest_shove_covers_seven_squares() -> None:
    picture = "    7 T T T T T T T . . . . . . . d 7"
    assert captures(picture, TROLLS, "G7") == ["TG7-O7xP7"]
    assert captures("    7 . T T T T T T . . . . . . . d 7", TROLLS, "G7") == []
    assert captures("    7 d . . . . . . . T T T T T T T 7", TROLLS, "J7") == ["TJ7-B7xA7"]


@pytest.mark.rule("thud:shove-1")
def test_only_the_trolls_behind_count_and_only_the_front_one_flies() -> None:
    picture = """
       A B C D E F G H J K L M N O P
     9 . . . . . . . T . . . . . . . 9
    10 . . . . . . T . . . . . d . . 10
    11   . . . . . . . . . . . . .   11
    """
    assert captures(picture, TROLLS, "G10") == []
    assert captures("   10 . . . T T T . . d . . . . . . 10", TROLLS, "E10") == []
    assert captures("   10 . . . T T T . . d . . . . . . 10", TROLLS, "F10") == ["TF10-H10xJ10"]


@pytest.mark.rule("thud:shove-2")
def test_a_shove_must_capture_but_a_step_need_not() -> None:
    picture = """
       A B C D E F G H J K L M N O P
     4     . . . . . . d . . . .     4
     5   . . d . . . . * * * . . .   5
     6 . . . . . * . . * T T T T . . 6
     7 . . . . d . . . * * * . . . . 7
    """
    assert_reach(picture, TROLLS, "K6")
    assert captures(picture, TROLLS, "K6") == ["TK6-F6xE7", "TK6-J5xJ4", "TK6-K5xJ4"]


@pytest.mark.rule("thud:shove-2")
def test_a_shove_captures_any_but_not_none_of_the_dwarfs() -> None:
    picture = """
       A B C D E F G H J K L M N O P
     9 . . . . . . d . . . . . . . . 9
    10 . . . T T . . . . . . . . . . 10
    11   . . . . . . d . . . . . .   11
    """
    assert [str(move) for move in moves_from(position(picture), TROLLS, "E10") if "-G10" in str(move)] == [
        "TE10-G10xG9",
        "TE10-G10xH11",
        "TE10-G10xG9xH11",
    ]


@pytest.mark.rule("thud:shove-2")
def test_a_shove_by_one_square_is_the_step_and_counted_once() -> None:
    seen = position("   10 . . . T T . d . . . . . . . . 10")
    ahead = [str(move) for move in moves_of(seen, TROLLS) if str(move).startswith("TE10-F10")]
    assert ahead == ["TE10-F10", "TE10-F10xG10"]


@pytest.mark.rule("thud:shove-3")
@pytest.mark.parametrize("obstacle", ["d", "T"])
def test_a_troll_is_not_shoved_through_a_piece(obstacle: str) -> None:
    free = "   10 . T T T . . . d . . . . . . . 10"
    assert captures(free, TROLLS, "D10") == ["TD10-G10xH10"]
    blocked = free.replace("T T T . .", f"T T T . {obstacle}")
    assert [move for move in captures(blocked, TROLLS, "D10") if "-G10" in move] == []


@pytest.mark.rule("thud:shove-3", "thud:board-2")
def test_a_troll_is_not_shoved_through_the_stone() -> None:
    assert captures("    8 . . . T T T . R . d . . . . . 8", TROLLS, "F8") == []
