"""Boards as text."""

from __future__ import annotations

from dataclasses import replace

from engine.core import Outcome
from engine.koom import GAME
from engine.koom.diagram import draw
from engine.koom.model import START
from engine.octagon.board import BY_NAME, bits
from engine.octagon.model import Side
from tests.engine.koom.boards import BEGIN, play, play_lines, state


def test_marks_show_only_where_nothing_stands() -> None:
    marked = bits(BY_NAME[word] for word in ("H1", "F2", "H8", "A8"))
    pairs = zip(draw(START), draw(START, marked), strict=True)
    assert [(old, new) for old, new in pairs if old != new] == [(".", "*"), (".", "*")]


def test_the_text_tells_what_stands_where_and_where_the_rock_is() -> None:
    told = GAME.text(BEGIN)
    assert "Battle 1 of 2. No move yet. The dwarfs are to move." in told
    assert "The Rock is on H8; ranks to the far edge: 7; trolls beside it: 0." in told
    assert "Nothing is in danger." in told
    assert told.endswith(draw(START))


def test_the_text_tells_of_the_last_move_whoever_made_it() -> None:
    assert "Last move: a dwarf from H9 to G9." in GAME.text(play(BEGIN, "dH9-G9").state)
    assert "Last move: the Rock from H8 to G8." in GAME.text(play(BEGIN, "RH8-G8").state)
    assert "Last move: a troll from F2 to F1." in GAME.text(play_lines(BEGIN, "dH9-G9", "TF2-F1"))
    picture = """
        8 d . . . . . T d . . . . . . . 8
       10 . . . . . . . . . d . . . . . 10
       15           . . R . .           15
    """
    before = state(picture, Side.TROLLS)
    assert "Dwarfs in danger: H8. Trolls in danger: G8." in GAME.text(before)
    trampled = play(before, "TG8-J8").state
    assert "Last move: a troll from G8 to J8, trampling H8." in GAME.text(trampled)
    taking = replace(before, to_move=Side.DWARFS, trolls=before.trolls | 1 << BY_NAME["A6"])
    sandwiched = play(taking, "dA8-F8").state
    assert "Last move: a dwarf from A8 to F8, taking G8." in GAME.text(sandwiched)


def test_the_text_of_a_match_that_is_over_speaks_of_no_danger() -> None:
    over = replace(BEGIN, trolls=0, outcome=Outcome("battles", (0,), (1, 0)))
    told = GAME.text(over)
    assert "The match is over." in told
    assert "No trolls left." in told
    assert "danger" not in told
