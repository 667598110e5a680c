"""What is seen: everything but the order of the decks."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from engine.core import read_options
from engine.deck import Deck
from engine.rng import SeededRng
from engine.trogdor import GAME
from engine.trogdor.cards import Card
from engine.trogdor.model import Phase, State, View
from tests.engine.trogdor.tables import play_card, table


def start_state(seats: int, **given: str) -> State:
    return GAME.start(read_options(GAME.options, given), seats, SeededRng("a view"))


@pytest.mark.rule("trogdor:ruling-5")
def test_players_and_spectators_see_the_same() -> None:
    state = start_state(3)
    assert len({GAME.view(state, viewer) for viewer in (None, 0, 1, 2)}) == 1


@pytest.mark.rule("trogdor:ruling-5", "trogdor:setup-2")
def test_hands_items_and_discards_lie_open_and_piles_are_counted() -> None:
    seen = GAME.view(start_state(3), None)
    assert sorted(len(player.hand) for player in seen.players) == [1, 1, 2]
    assert (seen.pile, seen.discards) == (29 - 4, ())
    assert (seen.movement_pile, seen.movement_discards) == (50, 0)


@pytest.mark.rule("trogdor:ruling-5")
def test_the_order_of_the_piles_does_not_show() -> None:
    state = start_state(2)
    turned = replace(
        state,
        trog=Deck(tuple(reversed(state.trog.pile))),
        movement=Deck(tuple(reversed(state.movement.pile))),
    )
    assert turned != state
    assert GAME.view(turned, 0) == GAME.view(state, 0)


@pytest.mark.rule("trogdor:ruling-5")
def test_no_field_of_a_view_is_a_deck_or_what_is_to_come() -> None:
    assert {field.name for field in fields(View)} & {"trog", "movement", "todo"} == set()


@pytest.mark.rule("trogdor:ruling-5", "trogdor:turn-1")
def test_the_lands_card_is_there_to_be_read_while_the_land_is_shown() -> None:
    after = play_card(". " * 25, movement=("0 w+ nne",)).play("finish")
    card = GAME.view(after.state, None).card
    assert card is not None
    assert (card.spawn, card.direction, card.repair, "".join(card.path)) == (0, "w", True, "nne")


@pytest.mark.rule("trogdor:setup-4", "trogdor:turn-1")
def test_the_order_of_the_players_begins_with_who_began() -> None:
    for seed in range(8):
        state = GAME.start(read_options(GAME.options, {}), 4, SeededRng(str(seed)))
        order = GAME.view(state, None).order
        assert order[0] == state.first == state.turn.seat
        assert [(seat - order[0]) % 4 for seat in order] == [0, 1, 2, 3]


@pytest.mark.rule("trogdor:spawn-2")
def test_a_view_says_how_many_cottages_are_to_be_named() -> None:
    asked = play_card("C . . . C" + " ." * 7 + " .D" + " ." * 12, movement=("1 s nee",)).play("finish")
    assert asked.state.phase is Phase.SPAWN
    assert GAME.view(asked.state, None).wanted == 1
    assert GAME.view(asked.play("spawn e1").state, None).wanted == 0


@pytest.mark.rule("trogdor:turn-1")
def test_the_active_player_alone_has_to_act_and_nobody_after_the_end() -> None:
    waiting = table(". " * 25, "yubbitz disk", "hardybardy ring")
    assert GAME.view(waiting.state, None).to_act == {0}
    waiting.play("play block", "finish")
    assert GAME.view(waiting.state, None).to_act == {1}
    waiting.play("leave", seat=0).play("leave", seat=1)
    assert GAME.view(waiting.state, None).to_act == frozenset()


@pytest.mark.rule("trogdor:ruling-5")
def test_an_offer_lies_open_too() -> None:
    waiting = table(". " * 25, "yubbitz disk", "hardybardy ring", hand=("majesty", "high-energy"))
    offer = GAME.view(waiting.play("trade majesty for block with 2").state, 1).offer
    assert offer is not None
    assert (offer.mine, offer.theirs) == (Card.MAJESTY, Card.BLOCK)


@pytest.mark.rule("trogdor:ruling-5")
def test_the_movement_cards_that_can_come_are_told_by_name() -> None:
    state = start_state(2)
    assert GAME.view(state, 0).coming == tuple(sorted(state.movement.pile))
    drawn = replace(state, movement=Deck(("B1", "A2"), ("C3", "A1")))
    assert GAME.view(drawn, 0).coming == ("A2", "B1")
    empty = replace(state, movement=Deck((), ("C3", "A1")))
    assert GAME.view(empty, 0).coming == ("A1", "C3")
