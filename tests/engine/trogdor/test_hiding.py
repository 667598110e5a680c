"""What hiding keeps off, and how long it lasts; how to hide is told with Trogdor's actions."""

from __future__ import annotations

import pytest

from engine.trogdor.board import Walker
from engine.trogdor.events import Damaged, HammersShuffled, Hid, ItemRecharged, Spared, TurnBegan
from tests.engine.trogdor.tables import play_card


@pytest.mark.rule("trogdor:hide-2", "trogdor:ruling-10", "trogdor:ruling-4")
def test_a_hidden_trogdor_is_hurt_by_no_knight_and_no_arrow() -> None:
    shown = """
        .   .   .   .   .
        .   .   .   .   .
        .1  .h  MD  .   .
        .   .   .   .   .
        .   .   .   .   .
    """
    hidden = play_card(shown, "hardybardy pouch", "hardybardy disk", movement=("0 n eee",), charged=False)
    hidden.play("hide", "finish")
    assert [spared for spared in hidden.of(Spared) if spared.why == "hiding"] == [
        Spared(Walker.FIRST_KNIGHT, "hiding"),
        Spared(Walker.TROGHAMMER, "hiding"),
    ]
    assert hidden.board.health == 4
    assert not hidden.state.struck
    assert hidden.none_of(HammersShuffled, ItemRecharged)

    open_air = play_card(shown, "hardybardy pouch", "hardybardy disk", movement=("0 n eee",), charged=False)
    open_air.play("finish")
    assert len(open_air.of(Damaged)) == 2
    assert open_air.state.struck
    assert open_air.state.players[0].charged


@pytest.mark.rule("trogdor:hide-2")
def test_an_arrow_misses_a_hidden_trogdor() -> None:
    shown = """
        .   .   .   .   .
        .   .   .   .   .
        .   .   MD  .   .
        .   .a  .   .   .
        .   .   .   .   .
    """
    hidden = play_card(shown, movement=("0 n nee",)).play("hide", "finish")
    assert hidden.of(Spared) == [Spared(Walker.ARCHER, "hiding")]
    assert hidden.board.health == 4
    assert play_card(shown, movement=("0 n nee",)).play("finish").board.health == 3


@pytest.mark.rule("trogdor:ruling-10", "trogdor:hide-2", "trogdor:ruling-9")
def test_hiding_ends_with_the_turn_and_the_next_players_troghammer_hits() -> None:
    hidden = play_card(
        """
        .   .   .   .   .
        .   .   .   .   .
        .   .   MD  .   .
        .   .   .   .   .
        .   .   .h  .   .
        """,
        "hardybardy disk",
        "hardybardy ring",
        movement=("0 n sss", "0 n sns"),
        trog=("troghammer",),
        struck=True,
    ).play("hide")
    assert hidden.of(Hid) == [Hid(12)]
    assert "Md" in hidden.map
    hidden.play("finish")
    assert hidden.state.turn.seat == 1
    assert "MD" in hidden.map
    assert hidden.of(Spared) == [Spared(Walker.TROGHAMMER, "hiding")]
    assert hidden.of(Damaged) == [Damaged(Walker.TROGHAMMER, 12, 3)]
    kinds = [type(event) for event in hidden.events]
    assert kinds.index(Spared) < kinds.index(TurnBegan) < kinds.index(Damaged)
