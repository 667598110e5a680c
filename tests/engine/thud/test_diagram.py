"""Boards as text, and text as boards."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.core import Outcome
from engine.thud import GAME
from engine.thud.board import bits
from engine.thud.diagram import draw
from engine.thud.model import START, Position, State
from tests.engine.thud.boards import play, read_diagram, squares

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
    ("right", "wrong", "told"),
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
def test_a_bad_diagram_is_refused_by_its_rank(right: str, wrong: str, told: str) -> None:
    assert right in SHOWN
    with pytest.raises(ValueError, match=told):
        read_diagram(SHOWN.replace(right, wrong))


def test_the_text_of_a_view_tells_the_board_the_count_and_the_turn() -> None:
    after = play(BEGIN, "dE2-E10").state
    shown = GAME.text(GAME.view(after, None))
    assert read_diagram(shown) == Position(after.dwarfs, after.trolls)
    assert "Battle 1, ply 1. d dwarfs: 32. T trolls: 8. R Thudstone." in shown
    assert "Last move: dE2-E10. To move: trolls." in shown
    assert "Last move: none. To move: dwarfs." in GAME.text(GAME.view(BEGIN, None))


def test_the_text_of_a_match_that_is_over_names_nobody_to_move() -> None:
    over = replace(BEGIN, outcome=Outcome("draw", (), (0, 0)))
    assert GAME.text(GAME.view(over, 0)).endswith("Last move: none. The match is over.")
