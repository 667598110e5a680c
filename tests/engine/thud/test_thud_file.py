"""Reading and writing `.thud` files."""

from __future__ import annotations

import pytest

from engine.core import IllegalAction
from engine.octagon.board import bits
from engine.thud.model import START, STONE_SQUARE, Position
from engine.thud.thud_file import read_position, read_thud, write_thud
from tests.engine.thud import naive
from tests.engine.thud.boards import squares

BATTLE = f"""{naive.FIRST_LINE}
dB11-H11
TJ9-J12xH11
dE2-E10
TG9-G10
"""


@pytest.mark.rule("thud:notation-4")
def test_a_battle_is_read_and_written_back_letter_for_letter() -> None:
    position, plies = read_thud(BATTLE)
    assert position == START
    assert [str(ply) for ply in plies] == ["dB11-H11", "TJ9-J12xH11", "dE2-E10", "TG9-G10"]
    assert read_thud(write_thud(position, plies)) == (position, plies)
    assert write_thud(position, plies).splitlines()[1:] == BATTLE.splitlines()[1:]


@pytest.mark.rule("thud:notation-4")
def test_the_first_line_names_every_piece_and_the_stone() -> None:
    small = Position(bits(squares("F1", "A6")), bits(squares("G7")))
    assert write_thud(small, ()) == "dF1,dA6,TG7,RH8\n"
    assert read_position("dF1,dA6,TG7,RH8") == small
    assert read_position(" TG7, dA6,dF1,RH8,\n") == small


@pytest.mark.rule("thud:notation-4")
def test_piece_letters_and_blank_lines_are_optional() -> None:
    bare = BATTLE.replace("\ndB", "\n\nB").replace("\nT", "\n \n").replace("\nd", "\n").replace("\n", "\r\n")
    assert read_thud(bare) == read_thud(BATTLE)


@pytest.mark.rule("thud:notation-4")
def test_a_byte_order_mark_in_front_counts_for_nothing() -> None:
    assert read_thud(f"\ufeff{BATTLE}") == read_thud(BATTLE)
    assert read_thud(f"\ufeff\n{BATTLE}") == read_thud(BATTLE)
    assert read_position("\ufeffdF1,RH8") == read_position("dF1,RH8")


def test_a_battle_of_koom_valley_is_refused_as_one() -> None:
    dwarfs = "A10 B11 C12 D13 E14 F15 G15 H15 J15 K15 L14 M13 N12 O11 P10 H9"
    trolls = "F2 H2 K2 E3 F3 H3 K3 L3"
    words = [
        *(f"d{square}" for square in dwarfs.split()),
        *(f"T{square}" for square in trolls.split()),
        "RH8",
    ]
    for entries in (words, words[::-1]):
        with pytest.raises(ValueError, match="Koom Valley"):
            read_thud(",".join(entries) + "\ndG15-G7\n")
    with pytest.raises(ValueError, match="Koom Valley"):
        read_thud("dH9,TA8,RH8\nRH8-G8\n")


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("", "'' is not a piece"),
        ("dF1,dI2,RH8", "'dI2' is not a piece"),
        ("dF1,XG7,RH8", "'XG7' is not a piece"),
        ("dF1,dA1,RH8", "'dA1' is not a piece"),
        ("dF1,TG7", "RH8"),
        ("dF1,RH7", "RH8"),
        ("dF1,RH8,RH8", "RH8"),
        ("dF1,TF1,RH8", "two pieces"),
        ("dH8,RH8", "two pieces"),
    ],
)
def test_a_bad_first_line_is_named(line: str, wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        read_thud(line)


@pytest.mark.parametrize(
    ("ply", "wrong"),
    [
        ("castle", "'castle' is not a move"),
        ("dE2", "not a move"),
        ("dE2-E16", "no square E16"),
        ("dE2-E10x", "not a move"),
    ],
)
def test_a_ply_that_cannot_be_read_is_named(ply: str, wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        read_thud(f"{naive.FIRST_LINE}\n{ply}\n")


@pytest.mark.parametrize(
    ("ply", "key"), [("TG9-G10", "not-your-piece"), ("TE2-E10", "wrong-letter"), ("dE2-F10", "not-straight")]
)
def test_an_illegal_ply_is_refused_by_the_rules(ply: str, key: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        read_thud(f"{naive.FIRST_LINE}\n{ply}\n")
    assert refused.value.key == key


def test_the_stone_is_no_piece_of_the_position() -> None:
    position = read_position(naive.FIRST_LINE)
    assert not (position.dwarfs | position.trolls) >> STONE_SQUARE & 1
