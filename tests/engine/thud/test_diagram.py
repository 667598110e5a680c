"""Boards as text, and text as boards."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.core import Outcome
from engine.octagon.board import bits
from engine.octagon.model import Side
from engine.thud import GAME
from engine.thud.diagram import draw
from engine.thud.model import START, Position, State
from tests.engine.thud.boards import play, read_diagram, squares, state

BEGIN = State(START.dwarfs, START.trolls)
SHOWN = draw(START)


def test_a_diagram_shows_the_octagon_with_its_files_and_ranks() -> None:
    lines = SHOWN.splitlines()
    assert lines[0] == lines[-1] == "   A B C D E F G H J K L M N O P"
    assert lines[1] == " 1           d d . d d           1"
    assert lines[8] == " 8 . . . . . . T R T . . . . . . 8"
    assert lines[15] == "15           d d . d d           15"
    assert len(lines) == 17


def test_marks_show_only_where_nothing_stands() -> None:
    marked = bits(squares("H1", "F1", "H8", "G7", "A8"))
    changed = [(old, new) for old, new in zip(SHOWN, draw(START, marked), strict=True) if old != new]
    assert changed == [(".", "*"), (".", "*")]


def test_a_diagram_is_read_back_marks_borders_and_indents_aside() -> None:
    assert read_diagram(SHOWN) == START
    assert read_diagram(draw(START, bits(squares("H1", "A8")))) == START
    assert read_diagram("\n".join(f"      {line}  " for line in SHOWN.splitlines())) == START
    assert read_diagram(draw(Position(0, 0))) == Position(0, 0)


@pytest.mark.parametrize(
    ("right", "wrong", "message"),
    [
        (" 8 . . . . . . T R T . . . . . . 8", "", "a row for each rank"),
        (" 9 d .", "10 d .", "a row for each rank"),
        (" 8 . . . . . . T R T", " 8 . . . . . . T . T", "rank 8: '.' stands on file 8"),
        (" 8 . . . . . . T R T", " 8 . . . . . R T R T", "rank 8: 'R' stands on file 6"),
        (" 7 d . . .", " 7 d . x .", "rank 7: 'x' stands on file 3"),
        (" 1           d", " 1   T       d", "rank 1: 'T' stands on file 2"),
        (" 1           d d", " 1           d  ", "rank 1: ' ' stands on file 7"),
        (" 6 d . . .", " 6 d .. ..", "rank 6 is not 15 squares"),
        (" 6 d . . .", " 6 d . . . . .", "rank 6 is not 15 squares"),
    ],
)
def test_a_bad_diagram_is_refused_by_its_rank(right: str, wrong: str, message: str) -> None:
    assert right in SHOWN
    with pytest.raises(ValueError, match=message):
        read_diagram(SHOWN.replace(right, wrong))


def test_the_text_of_a_view_can_be_read_aloud_before_the_diagram() -> None:
    before = play(BEGIN, "dE2-E10").state
    after = play(before, "TG9-F9xE10").state
    text, shown = GAME.text(GAME.view(after, None)).split("\n\n")
    assert read_diagram(shown) == Position(after.dwarfs, after.trolls)
    battle, dwarfs, trolls, danger = text.splitlines()
    assert battle == ("Battle 1 of 2. Last move: a troll from G9 to F9, taking E10. The dwarfs are to move.")
    assert dwarfs.startswith("Dwarfs (31): F1, G1, J1, K1, L2, D3,")
    assert trolls == "Trolls (8): G7, H7, J7, G8, J8, F9, H9, J9."
    assert danger == "Dwarfs in danger: M3, C12.", "a shove by three reaches L4, and D11"


def test_the_text_of_a_view_tells_of_a_hurl_and_of_who_is_in_danger() -> None:
    before = state("    8 . . . . d d T R . . . . . . . 8", Side.DWARFS)
    assert "Trolls in danger: G8." in GAME.text(GAME.view(before, None))
    hurled = replace(before, dwarfs=before.dwarfs | bits(squares("E2")), trolls=bits(squares("G8", "A7")))
    after = play(hurled, "f8 g8").state
    text = GAME.text(GAME.view(after, None))
    assert "Last move: a dwarf from F8 onto the troll on G8." in text
    assert "Nothing is in danger." in text


def test_the_text_of_a_beginning_tells_that_nothing_was_moved() -> None:
    assert "No move yet. The dwarfs are to move." in GAME.text(GAME.view(BEGIN, None))


def test_the_text_of_a_match_that_is_over_names_no_side_to_move_and_nothing_in_danger() -> None:
    over = replace(BEGIN, outcome=Outcome("draw", (), (0, 0)))
    text = GAME.text(GAME.view(over, 0))
    assert text.startswith("Battle 1 of 2. No move yet. The match is over.\n")
    assert "danger" not in text


def test_a_side_without_pieces_is_told_so() -> None:
    text = GAME.text(GAME.view(State(0, START.trolls), None))
    assert "No dwarfs left." in text
