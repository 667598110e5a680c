"""Yubbitz swaps action cards."""

from __future__ import annotations

import pytest

from engine.trogdor.cards import Card
from engine.trogdor.events import Traded, TradeEnded, TradeOffered
from engine.trogdor.model import ItemMode, Phase
from tests.engine.trogdor.tables import PLAIN, Table, drawing, table

BLOCK, MAJESTY, ENERGY = Card.BLOCK, Card.MAJESTY, Card.HIGH_ENERGY


def yubbitz_begins() -> Table:
    """Yubbitz of seat 1 of 3 has Majesty! and High Energy!, the others have Block."""
    return table(PLAIN, "yubbitz disk", "hardybardy beans", "stonklar ring", hand=("majesty", "high-energy"))


def yubbitz_waits() -> Table:
    """Yubbitz in seat 2 has Block, the active player has Majesty! and High Energy!, seat 3 has Block."""
    return table(PLAIN, "hardybardy disk", "yubbitz beans", "stonklar ring", hand=("majesty", "high-energy"))


def hands(game: Table) -> list[tuple[Card, ...]]:
    return [player.hand for player in game.state.players]


@pytest.mark.rule("trogdor:keeper-yubbitz", "trogdor:ruling-32")
def test_an_accepted_offer_swaps_the_two_cards() -> None:
    game = yubbitz_begins().play("trade majesty for block with 2")
    assert game.events == (TradeOffered(0, 1, MAJESTY, BLOCK),)
    assert hands(game)[0] == (MAJESTY, ENERGY)
    assert game.play("accept", seat=1).of(Traded) == [Traded(0, 1, MAJESTY, BLOCK)]
    assert hands(game) == [(BLOCK, ENERGY), (MAJESTY,), (BLOCK,)]
    assert game.state.offer is None


@pytest.mark.rule("trogdor:ruling-32")
def test_the_active_player_has_two_cards_to_offer() -> None:
    assert yubbitz_begins().legal("trade") == [
        "trade majesty for block with 2",
        "trade high-energy for block with 2",
        "trade majesty for block with 3",
        "trade high-energy for block with 3",
    ]


@pytest.mark.rule("trogdor:keeper-yubbitz", "trogdor:ruling-32", "trogdor:powers-1")
def test_yubbitz_trades_in_the_turns_of_others_and_they_with_him() -> None:
    game = yubbitz_waits()
    assert game.legal("trade", seat=1) == [
        "trade block for majesty with 1",
        "trade block for high-energy with 1",
    ]
    assert game.legal("trade", seat=0) == [
        "trade majesty for block with 2",
        "trade high-energy for block with 2",
    ]
    game.play("trade block for majesty with 1", seat=1).play("accept", seat=0)
    assert hands(game) == [(BLOCK, ENERGY), (MAJESTY,), (BLOCK,)]


@pytest.mark.rule("trogdor:ruling-32")
def test_two_who_are_not_on_turn_can_trade() -> None:
    game = table(PLAIN, "hardybardy disk", "yubbitz beans", "stonklar ring", hand=("majesty", "high-energy"))
    game.play("trade majesty for block with 2", seat=0).play("accept", seat=1)
    assert "trade block for majesty with 2" in game.legal("trade", seat=2)
    game.play("trade block for majesty with 2", seat=2).play("accept", seat=1)
    assert hands(game) == [(BLOCK, ENERGY), (BLOCK,), (MAJESTY,)]


@pytest.mark.rule("trogdor:keeper-yubbitz")
def test_without_yubbitz_nobody_trades() -> None:
    game = yubbitz_waits()
    assert game.expect_refusal("trade majesty for block with 3").key == "no-partner"
    nobody = table(PLAIN, "hardybardy disk", "stonklar ring", hand=("majesty", "high-energy"))
    assert nobody.legal("trade") == []


@pytest.mark.rule("trogdor:ruling-32")
def test_only_who_was_asked_accepts_or_declines() -> None:
    game = yubbitz_begins().play("trade majesty for block with 2")
    for seat in (0, 2):
        assert game.expect_refusal("accept", seat=seat).key == "no-offer"
        assert game.expect_refusal("decline", seat=seat).key == "no-offer"
    assert game.expect_refusal("withdraw", seat=1).key == "no-offer"
    game.play("decline", seat=1)
    assert game.events == (TradeEnded(0, "partner"),)
    assert hands(game)[0] == (MAJESTY, ENERGY)


@pytest.mark.rule("trogdor:ruling-32")
def test_who_made_the_offer_takes_it_back() -> None:
    game = yubbitz_begins().play("trade majesty for block with 2", "withdraw")
    assert game.events == (TradeEnded(0, "owner"),)
    assert game.state.offer is None


@pytest.mark.rule("trogdor:ruling-57")
def test_a_new_offer_takes_the_place_of_the_open_one() -> None:
    game = yubbitz_begins().play("trade majesty for block with 2", "trade high-energy for block with 3")
    assert game.expect_refusal("accept", seat=1).key == "no-offer"
    game.play("accept", seat=2)
    assert hands(game) == [(MAJESTY, BLOCK), (BLOCK,), (ENERGY,)]


@pytest.mark.rule("trogdor:ruling-32")
def test_there_can_be_any_number_of_swaps() -> None:
    game = yubbitz_begins()
    game.play("trade majesty for block with 2").play("accept", seat=1)
    game.play("trade block for majesty with 2").play("accept", seat=1)
    assert hands(game)[0] == (MAJESTY, ENERGY)


@pytest.mark.rule("trogdor:ruling-32", "trogdor:ruling-57")
def test_an_offer_never_blocks_the_turn_and_ends_with_the_choice_of_a_card() -> None:
    game = yubbitz_begins().play("trade majesty for block with 2", "play high-energy")
    assert game.of(TradeEnded) == [TradeEnded(0, "table")]
    assert game.expect_refusal("accept", seat=1).key == "no-trade"
    assert game.legal("trade") == []
    assert [game.legal(seat=seat) for seat in (1, 2)] == [["leave"], ["leave"]]


@pytest.mark.rule("trogdor:ruling-57")
def test_nobody_trades_while_a_hit_is_being_decided() -> None:
    """The Troghammer comes through Trogdor before the card is chosen."""
    shown = ". . . . .  . . . . .  . . .D .h .  . . . . .  . . . . .a"
    game = drawing(
        shown,
        "yubbitz shield",
        "hardybardy disk",
        trog=("troghammer", "majesty"),
        movement=("0 n wn",),
        asks=ItemMode.ASK,
    )
    assert game.state.phase is Phase.SHIELD
    assert [game.legal("trade", seat=seat) for seat in (0, 1)] == [[], []]
    game.play("yes")
    assert game.legal("trade") == ["trade majesty for block with 2"]


@pytest.mark.rule("trogdor:ruling-32")
def test_a_card_that_nobody_holds_cannot_be_traded() -> None:
    game = yubbitz_begins()
    assert game.expect_refusal("trade wingaling for block with 2").key == "no-cards"
    assert game.expect_refusal("trade majesty for wingaling with 2").key == "no-cards"


@pytest.mark.rule("trogdor:ruling-32")
def test_like_is_not_traded_for_like_and_an_open_offer_not_made_twice() -> None:
    game = table(PLAIN, "yubbitz disk", "hardybardy beans", hand=("block", "majesty"))
    assert game.legal("trade") == ["trade majesty for block with 2"]
    game.play("trade majesty for block with 2")
    assert game.legal("trade") == []
    assert game.legal("trade", seat=1) == ["trade block for majesty with 1"]


@pytest.mark.rule("trogdor:leave-1", "trogdor:keeper-yubbitz")
def test_nobody_trades_with_who_has_left() -> None:
    game = yubbitz_begins().play("leave", seat=1)
    assert game.expect_refusal("trade majesty for block with 2").key == "no-partner"
