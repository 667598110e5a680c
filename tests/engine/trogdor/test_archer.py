"""Step 4 of phase two: the archer walks, and shoots along his last step."""

from __future__ import annotations

from typing import Any

import pytest

from engine.trogdor.board import BY_NAME, Walker
from engine.trogdor.events import ArrowShot, Damaged, Spared, Walked
from tests.engine.trogdor.tables import Table, play_card, squares


def shooting(trogdor: str, archer: str, path: str, *players: str, **more: Any) -> Table:
    """Trogdor and the archer on plain land, and the land's turn with this path."""
    cells = ["."] * 25
    cells[BY_NAME[trogdor]] += "D"
    cells[BY_NAME[archer]] += "a"
    return play_card(" ".join(cells), *players, movement=(f"0 n {path}",), **more).play("finish")


@pytest.mark.rule("trogdor:archer-1", "trogdor:board-3")
def test_the_archer_walks_the_knights_path_round_the_edges() -> None:
    after = shooting("c3", "a1", "nww")
    assert [squares(*walk.squares) for walk in after.of(Walked)] == [["a1", "a5", "e5", "d5"]]
    assert after.board.archer == BY_NAME["d5"]


@pytest.mark.rule("trogdor:archer-1")
def test_he_hurts_nobody_by_walking() -> None:
    """He walks over Trogdor on c3 and on to b2; the arrow flies up and down column b."""
    after = shooting("c3", "d4", "nwwn")
    assert after.none_of(Damaged)
    assert after.of(ArrowShot)[0].hit is False


@pytest.mark.rule("trogdor:archer-2", "trogdor:ruling-45")
@pytest.mark.parametrize(
    ("archer", "path", "line"),
    [
        ("b5", "nne", ["a3", "b3", "d3", "e3"]),  # the rulebook's example: east, and so east and west
        ("a4", "een", ["c1", "c2", "c4", "c5"]),
        ("d2", "ssw", ["a4", "b4", "d4", "e4"]),
        ("c2", "wws", ["a1", "a2", "a4", "a5"]),
        ("e5", "nee", ["a4", "c4", "d4", "e4"]),  # his way went round the edge
        ("c4", "sse", ["a1", "b1", "c1", "e1"]),
        ("e4", "nne", ["b2", "c2", "d2", "e2"]),  # the last step went round the edge
        ("a5", "ees", ["c2", "c3", "c4", "c5"]),
    ],
)
def test_the_arrow_covers_the_row_or_column_of_the_last_step_but_not_his_own_square(
    archer: str, path: str, line: list[str]
) -> None:
    assert squares(*shooting("c3", archer, path).of(ArrowShot)[0].line) == line
    for trogdor in BY_NAME:
        after = shooting(trogdor, archer, path)
        hits = [Damaged(Walker.ARCHER, BY_NAME[trogdor], 3)] if trogdor in line else []
        assert after.of(Damaged) == hits, f"Trogdor on {trogdor}"
        assert after.board.health == 4 - len(hits)


@pytest.mark.rule("trogdor:archer-2")
def test_his_own_square_is_safe() -> None:
    after = shooting("c3", "b5", "nne")
    assert after.board.archer == after.board.trogdor
    assert after.none_of(Damaged)


@pytest.mark.rule("trogdor:ruling-45")
def test_nothing_stops_the_arrow() -> None:
    """He stops on e4; a cottage with a knight, and a mountain with a peasant are before Trogdor on a4."""
    after = play_card(
        """
        .   .   .   .   .
        .   .1  .   .a  .
        .   .p  .   .   .
        .D  M   C   .   .
        .   .   .   .   .
        """,
        movement=("0 s sse",),
    ).play("finish")
    assert after.of(Damaged) == [Damaged(Walker.ARCHER, 15, 3)]
    assert after.looks("""
        .   .   .   .   .
        .   .   .   .   .
        .   .   .   .   .
        .D  Mp  C1  .   .a
        .   .   .   .   .
    """)


@pytest.mark.rule("trogdor:ruling-45", "trogdor:knight-2")
def test_he_puts_out_no_cottage() -> None:
    after = play_card("C#!a C#! C#! . . .D" + " ." * 19, movement=("0 n eee",)).play("finish")
    assert after.board.aflame == (0, 1, 2)


@pytest.mark.rule("trogdor:item-trinket", "trogdor:ruling-21", "trogdor:ruling-4")
def test_the_trinket_keeps_the_arrow_off() -> None:
    after = shooting("a3", "b5", "nne", "hardybardy trinket")
    assert after.of(Spared) == [Spared(Walker.ARCHER, "trinket")]
    assert after.board.health == 4
    assert not after.state.struck
    assert not after.state.players[0].charged


@pytest.mark.rule("trogdor:card-block", "trogdor:ruling-4", "trogdor:ruling-11")
def test_block_keeps_the_arrow_off() -> None:
    shown = ".D . . . ." + " ." * 15 + " .a . . . ."
    after = play_card(shown, card="block", movement=("0 n nns",)).play("finish")
    assert after.of(Spared) == [Spared(Walker.ARCHER, "card")]
    assert play_card(shown, movement=("0 n nns",)).play("finish").board.health == 3


@pytest.mark.rule("trogdor:item-shield", "trogdor:item-trinket")
def test_the_shield_is_for_knights_and_the_trinket_for_arrows() -> None:
    assert shooting("a3", "b5", "nne", "hardybardy shield").board.health == 3
    knight = play_card(".1 .D" + " ." * 23, "hardybardy trinket", movement=("0 n eee",)).play("finish")
    assert knight.board.health == 3


@pytest.mark.rule("trogdor:ruling-18", "trogdor:item-trinket")
def test_the_archer_who_comes_to_trogdor_does_not_charge_the_trinket() -> None:
    after = shooting("c3", "b5", "nne", "hardybardy trinket", charged=False)
    assert after.board.archer == after.board.trogdor
    assert not after.state.players[0].charged
