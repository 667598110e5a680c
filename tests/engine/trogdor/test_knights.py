"""Step 3 of phase two: the knights walk, put out cottages and hurt Trogdor."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.core import read_options
from engine.rng import SeededRng
from engine.trogdor import GAME
from engine.trogdor.board import Walker
from engine.trogdor.events import CottageMended, Damaged, Spared, Walked
from tests.engine.trogdor.tables import Table, play_card, squares


def land(shown: str, path: str, *players: str, **more: Any) -> Table:
    """The land's turn on this map, with a card that matters for its path only."""
    return play_card(shown, *players, movement=(f"0 n {path}",), **more).play("finish")


@pytest.mark.rule("trogdor:knight-1", "trogdor:board-3")
def test_knights_and_troghammer_walk_the_path_and_wrap_round_the_edges() -> None:
    after = land(
        """
        .   .   .   .1  .
        .   .   .   .   .
        .   .   .D  .   .
        .2  .   .   .   .
        .   .   .   .   .ah
        """,
        "nne",
    )
    assert after.looks("""
        .   .   .   .   .
        .   .2  .   .   .
        .ah .   .D  .   .
        .   .   .   .   .1
        .   .   .   .   .
    """)


@pytest.mark.rule("trogdor:knight-1", "trogdor:ruling-44", "trogdor:ruling-51")
def test_they_walk_in_the_order_of_the_map_file_the_troghammer_last_before_the_archer() -> None:
    after = land(
        """
        .h  .   .   .   .
        .   .   .   .   .
        .   .   .D  .   .
        .2  .   .   .   .
        .   .   .   .1  .
        """,
        "nee",
    )
    assert [walk.who for walk in after.of(Walked)] == [
        Walker.FIRST_KNIGHT,
        Walker.SECOND_KNIGHT,
        Walker.TROGHAMMER,
        Walker.ARCHER,
    ]
    assert [squares(*walk.squares) for walk in after.of(Walked)] == [
        ["d5", "d4", "e4", "a4"],
        ["a4", "a3", "b3", "c3"],
        ["a1", "a5", "b5", "c5"],
        ["e5", "e4", "a4", "b4"],
    ]


@pytest.mark.rule("trogdor:ruling-51")
@pytest.mark.parametrize("knights", [[[0, 3], [3, 0]], [[3, 0], [0, 3]]])
def test_a_map_says_who_is_the_first_knight(knights: list[list[int]]) -> None:
    own = {
        "rows": ["C.FRT", "WM.SF", ".F..C", "S.RM.", "TCFLW"],
        "lake_is_plain": False,
        "knights": knights,
        "archer": [4, 4],
        "trogdor": [2, 2],
        "troghammer_entry": [2, 2],
    }
    settings = read_options(GAME.options, {"own_map": json.dumps(own)})
    state = GAME.start(settings, 2, SeededRng("a map"))
    assert state.board.knights == tuple(5 * row + column for row, column in knights)


@pytest.mark.rule("trogdor:knight-2", "trogdor:ruling-44")
@pytest.mark.parametrize(
    "shown",
    [
        "C#!1 .  .   .   .  .D .  .   .   .  " + ".  " * 15,
        ".1   .  C#! .   .  .D .  .   .   .  " + ".  " * 15,
        ".1   .  .   C#! .  .D .  .   .   .  " + ".  " * 15,
    ],
    ids=["where he starts", "on his way", "where he stops"],
)
def test_a_knight_puts_out_a_cottage(shown: str) -> None:
    after = land(shown, "eee")
    assert after.board.aflame == ()
    assert len(after.board.burned) == 1, "the tile stays burned"
    assert len(after.of(CottageMended)) == 1


@pytest.mark.rule("trogdor:knight-2")
def test_a_knight_puts_out_all_cottages_of_his_way_and_none_beside_it() -> None:
    after = land(
        """
        .1  C#! C#! .   .
        .   C#! .   .   .
        .D  .   .   .   .
        .   .   .   .   .
        .   .   .   .   .
        """,
        "eee",
    )
    assert after.of(CottageMended) == [
        CottageMended(Walker.FIRST_KNIGHT, 1),
        CottageMended(Walker.FIRST_KNIGHT, 2),
    ]
    assert after.board.aflame == (6,)


@pytest.mark.rule("trogdor:knight-2", "trogdor:hammer-2")
def test_the_troghammer_puts_out_cottages_too() -> None:
    assert land(".h C#! . . . .D" + " ." * 19, "eee").board.aflame == ()


@pytest.mark.rule("trogdor:knight-2")
@pytest.mark.parametrize(("who", "aflame"), [("1", (1,)), ("h", ())])
def test_the_table_can_agree_that_only_the_troghammer_does(who: str, aflame: tuple[int, ...]) -> None:
    after = land(f".{who} C#! . . . .D" + " ." * 19, "eee", hammer_mends=True)
    assert after.board.aflame == aflame


@pytest.mark.rule("trogdor:keeper-worchex")
def test_in_worchexs_turn_no_knight_puts_anything_out() -> None:
    shown = ".1 C#! . . . .D" + " ." * 19
    assert land(shown, "eee", "worchex disk").board.aflame == (1,)
    assert land(shown, "eee", "hardybardy disk", "worchex disk").board.aflame == ()


@pytest.mark.rule("trogdor:knight-3", "trogdor:damage-2")
@pytest.mark.parametrize("trogdor", [1, 2, 3], ids=["passing", "passing on", "stopping"])
def test_a_knight_who_comes_to_trogdor_hurts_him_once(trogdor: int) -> None:
    cells = [".1", *["."] * 24]
    cells[trogdor] += "D"
    after = land(" ".join(cells), "eee")
    assert after.of(Damaged) == [Damaged(Walker.FIRST_KNIGHT, trogdor, 3)]
    assert (after.board.health, after.board.void) == (3, 1)


@pytest.mark.rule("trogdor:knight-3")
def test_a_knight_who_starts_beside_him_does_not() -> None:
    after = land(".1D" + " ." * 24, "eee")
    assert after.none_of(Damaged)
    assert after.board.health == 4


@pytest.mark.rule("trogdor:ruling-44")
@pytest.mark.parametrize(
    ("start", "path", "hits"),
    [(".1D . .", "ewe", 1), (".1 .D .", "ewe", 2), (".D .1 .", "ewe", 0), (".D .1 .", "wew", 2)],
)
def test_each_coming_counts_even_on_one_path(start: str, path: str, hits: int) -> None:
    after = land(start + " ." * 22, path)
    assert len(after.of(Damaged)) == hits
    assert after.board.health == 4 - hits


@pytest.mark.rule("trogdor:knight-3", "trogdor:ruling-44")
def test_each_knight_hurts_the_troghammer_too() -> None:
    after = land(
        """
        .   .   .   .   .
        .1  .2  .h  .D  .
        .   .   .   .   .
        .   .   .   .   .
        .   .   .   .   .
        """,
        "eee",
    )
    assert [hit.who for hit in after.of(Damaged)] == [
        Walker.FIRST_KNIGHT,
        Walker.SECOND_KNIGHT,
        Walker.TROGHAMMER,
    ]
    assert after.board.health == 1


@pytest.mark.rule("trogdor:item-shield", "trogdor:ruling-21", "trogdor:ruling-44")
def test_the_shield_holds_off_the_first_of_them_only() -> None:
    after = land(".2 . .1 .D ." + " ." * 20, "eee", "hardybardy shield")
    assert after.of(Spared) == [Spared(Walker.FIRST_KNIGHT, "shield")]
    assert after.of(Damaged) == [Damaged(Walker.SECOND_KNIGHT, 3, 3)]
