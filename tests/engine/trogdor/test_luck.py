from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from engine.deck import Deck
from engine.luck import Throw, total_luck
from engine.trogdor.cards import Card
from engine.trogdor.danger import strike_throws
from engine.trogdor.events import Died, MovementDrawn, PeasantRan, Reshuffled, Spared
from tests.engine.chance import is_fair, positions_after, positions_of
from tests.engine.trogdor.players import Player, fickle, game, sensible, wild
from tests.engine.trogdor.tables import Table, play_card

BELOW = """
    .a  .   .   .   .
    .   .   .   .   .
    .   .   .D  .   .
    .   .   .   .   .
    .   .   .1  .   .
"""
"""A knight two squares to the south of Trogdor; the archer shoots along the rows 4 and 5 from there."""

OVER_HIM = "0 n nne"
"""The way that leads the knight of `BELOW` over Trogdor's square."""

PAST_HIM = "0 n nee"
"""The way of the twenty cards that lie in every pile of these tests below those that are named."""


def throws_after(table: Table, *lines: str) -> tuple[Throw, ...]:
    return strike_throws(positions_after("trogdor", table.state, table.rng, *lines))


def of_pile(strike: int, count: int) -> tuple[int, ...]:
    """The cases of a pile of so many cards, of which some strike once."""
    return (count - strike, strike)


def test_a_card_that_struck_is_set_against_the_pile_it_came_from() -> None:
    (card,) = throws_after(play_card(BELOW, movement=(OVER_HIM,)), "finish")
    assert card.value == 1
    assert card.chances.cases == of_pile(1, 21)
    assert total_luck((card,), harm=True).chance_luckier == Fraction(20, 21)


def test_a_card_that_did_not_strike_is_luck_if_another_could_have() -> None:
    (card,) = throws_after(play_card(BELOW, movement=(PAST_HIM, OVER_HIM, OVER_HIM)), "finish")
    assert card.value == 0
    assert card.chances.cases == of_pile(2, 23)
    assert total_luck((card,), harm=True).chance_luckier == 0


def test_what_has_come_cannot_come_again() -> None:
    """The pile of the second turn lacks the card of the first; Trogdor has left the way of the knight."""
    table = play_card(BELOW, movement=(PAST_HIM, PAST_HIM), card="high-energy")
    first, second = throws_after(table, "finish", "discard high-energy", "finish")
    assert (first.chances.total, second.chances.total) == (22, 21)


def test_an_arrow_strikes_him_as_a_knight_does() -> None:
    """From a3 the archer goes to b5, and shoots north and south; from there only b3 would be struck."""
    shown = """
        .   .   .   .   .
        .   .   .   .   .
        .a  .D  .   .   .
        .   .   .   .   .
        .   .   .   .   .
    """
    (card,) = throws_after(play_card(shown, movement=("0 n ess",)), "finish")
    assert card.value == 1
    assert card.chances.cases == of_pile(1, 21)


def test_one_card_can_strike_more_than_once() -> None:
    """Both knights stand in line to the south of him, and the second is as far away as the card leads."""
    shown = """
        .   .   .   .   .
        .   .   .D  .   .
        .   .   .   .   .
        .a  .   .1  .   .
        .   .   .2  .   .
    """
    (card,) = throws_after(play_card(shown, movement=("0 n nnne",)), "finish")
    assert card.value == 2
    assert card.chances.cases == (20, 0, 1)


def test_a_knight_who_stands_beside_him_on_his_square_does_not_strike_by_leaving_it() -> None:
    shown = BELOW.replace(".D  .", ".D1 .").replace(".1  .   .", ".   .   .")
    (card,) = throws_after(play_card(shown, movement=(OVER_HIM,)), "finish")
    assert card.value == 0
    assert card.chances.mean == 0


@pytest.mark.parametrize("item", ["shield", "disk"])
def test_what_an_item_stops_was_a_strike_all_the_same(item: str) -> None:
    table = play_card(BELOW, f"hardybardy {item}", movement=(OVER_HIM,))
    found = positions_after("trogdor", table.state, table.rng, "finish")
    assert any(isinstance(event, Spared) for event in found[-1].events) == (item == "shield")
    assert strike_throws(found)[0].value == 1


def test_a_card_counts_whole_even_where_he_dies_of_its_first_strike() -> None:
    shown = BELOW.replace(".1  .", ".12 .")
    table = play_card(shown, movement=(OVER_HIM,), health=0)
    found = positions_after("trogdor", table.state, table.rng, "finish")
    assert sum(isinstance(event, Died) for event in found[-1].events) == 1
    assert strike_throws(found)[0].value == 2


# Where no card can strike


def no_strike(table: Table, *lines: str) -> bool:
    """Whether the land's card came, but nothing of its pile could have struck."""
    (card,) = throws_after(table, *lines)
    return card == Throw(0, card.chances) and card.chances.mean == 0


def test_where_he_hides_there_is_no_luck() -> None:
    shown = BELOW.replace(".D", "MD")
    assert no_strike(play_card(shown, movement=(OVER_HIM,)), "hide", "finish")
    assert not no_strike(play_card(shown, movement=(PAST_HIM, OVER_HIM)), "finish")


def test_where_block_holds_there_is_no_luck() -> None:
    assert no_strike(play_card(BELOW, movement=(OVER_HIM,), card="block"), "finish")


def test_block_that_was_discarded_for_its_points_does_not_hold() -> None:
    table = play_card(BELOW, movement=(OVER_HIM,))
    plain = replace(table.state, turn=replace(table.state.turn, card=Card.BLOCK, plain=True))
    (card,) = throws_after(Table(plain, table.rng), "finish")
    assert card.value == 1


def test_he_is_struck_where_an_effect_has_brought_him() -> None:
    """The Hidey Hole hides him as the land's turn begins; the Ring brings him out of the knight's way."""
    hill = BELOW.replace(".a", "Ma")
    assert no_strike(play_card(hill, movement=(OVER_HIM,), card="hidey-hole"), "finish", "card a1")
    table = play_card(BELOW, "hardybardy ring", movement=(OVER_HIM,), card="shot-put")
    (card,) = throws_after(table, "finish", "card b3", "item b1")
    assert card.value == 0
    assert card.chances.mean == 0


# The pile


def test_what_the_same_line_drew_before_could_still_have_come() -> None:
    """A peasant is lit by the Shot Put, and runs by a card of his own just before the land's card comes."""
    shown = BELOW.replace(".   .   .D  .   .", ".   .p  .D  .   .")
    table = play_card(shown, "hardybardy shield", movement=(OVER_HIM, PAST_HIM), card="shot-put")
    found = positions_after("trogdor", table.state, table.rng, "finish", "card b3 peasant")
    kinds = [type(event) for event in found[-1].events]
    assert kinds.index(PeasantRan) < kinds.index(MovementDrawn)
    (card,) = strike_throws(found)
    assert card.value == 0
    assert card.chances.cases == of_pile(1, 22)


def test_where_the_pile_had_come_to_its_end_any_card_could_have_come() -> None:
    table = play_card(BELOW, movement=(OVER_HIM, OVER_HIM))
    every = table.state.movement.pile
    empty = replace(table.state, movement=Deck((), every))
    found = positions_after("trogdor", empty, table.rng, "finish")
    assert Reshuffled("movement") in found[-1].events
    (card,) = strike_throws(found)
    assert card.chances.cases == of_pile(2, 22)


@pytest.mark.slow
@pytest.mark.parametrize("player", [sensible, fickle, wild])
def test_whoever_plays_however_is_struck_as_often_as_was_to_be_expected(player: Player) -> None:
    games = [positions_of(game({}, 3, seed, player)) for seed in range(30)]
    assert is_fair(total_luck(strike_throws(positions), harm=True) for positions in games)
