"""The points of a card on its button, in the picture, and after playing it are equal."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from bot.games.catalogue import words_in
from bot.games.trogdor.menu import menu
from bot.words import LANGUAGES
from bot.words.menu import buttons_of
from engine.rng import SeededRng
from engine.trogdor import GAME
from engine.trogdor.cards import POINTS, Card, Keeper
from engine.trogdor.model import Action, Phase, State, Turn, Verb
from render.kit.sheet import Sheet
from render.trogdor.board import NOW
from render.trogdor.hand import card_points, places
from render.trogdor.labels import in_english
from render.trogdor.paint import paint
from tests.engine.trogdor.tables import PLAIN, table
from tests.render.regenerate import changed_pixels

CARDS = tuple(POINTS)
SHEET = Sheet("T7", "3f9a1c", "Trogdor!!", "?", say=in_english)


def choosing(keeper: Keeper, card: Card, bonus: int = 0, other: Card = Card.BLOCK) -> State:
    """Two keepers; the first has a choice of two cards and some points from the flowers."""
    state = table(PLAIN, f"{keeper} beans", "yubbitz disk", hand=(str(card), str(other))).state
    return replace(state, turn=replace(state.turn, bonus=bonus))


def on_buttons(state: State, verb: Verb, language: str = "en") -> dict[Card, int]:
    """The points that the buttons promise; a button without a number promises none."""
    words = words_in(language)
    said = {}
    for button in buttons_of(menu(words, ("Ann", "Ben"), state, "")):
        first, _, card = button.value.partition(" ")
        if first == verb:
            number = re.search(r"\(\+(\d+)", button.label)
            said[Card(card)] = int(number.group(1)) if number else 0
    return said


def after(state: State, verb: Verb, card: Card) -> int:
    return GAME.apply(state, 0, Action(verb, card=card), SeededRng("points")).state.turn.points


@pytest.mark.parametrize("keeper", Keeper)
@pytest.mark.parametrize("bonus", [0, 3])
def test_button_picture_and_turn_agree_on_every_card_of_every_keeper(keeper: Keeper, bonus: int) -> None:
    for card in CARDS:
        state = choosing(keeper, card, bonus, Card.MAJESTY if card is Card.BLOCK else Card.BLOCK)
        shown = dict(card_points(GAME.view(state, None), 0))
        assert on_buttons(state, Verb.PLAY) == shown
        assert {held: after(state, Verb.PLAY, held) for held in shown} == shown


@pytest.mark.parametrize("keeper", Keeper)
@pytest.mark.parametrize("bonus", [0, 3])
def test_button_and_turn_agree_on_every_discard(keeper: Keeper, bonus: int) -> None:
    for card in CARDS:
        state = choosing(keeper, card, bonus, Card.MAJESTY if card is Card.BLOCK else Card.BLOCK)
        discarded = on_buttons(state, Verb.DISCARD)
        assert discarded == {held: after(state, Verb.DISCARD, held) for held in discarded}
        assert len(discarded) == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_they_agree_in_every_language(language: str) -> None:
    state = choosing(Keeper.CRANGOLEV, Card.WRAPAROUND)
    assert on_buttons(state, Verb.PLAY, language) == {Card.WRAPAROUND: 6, Card.BLOCK: 5}


def test_crangolev_has_five_for_a_card_of_four() -> None:
    state = choosing(Keeper.CRANGOLEV, Card.BLOCK, other=Card.MAJESTY)
    assert POINTS[Card.BLOCK] == 4
    assert dict(card_points(GAME.view(state, None), 0))[Card.BLOCK] == 5


def test_the_points_are_drawn_on_the_cards_to_choose_from_and_nowhere_else() -> None:
    """The number of flames is one of the picture, not only of the list that it is made from."""
    plain, more = (choosing(Keeper.HARDYBARDY, Card.WINGALING, bonus) for bonus in (0, 3))
    view = GAME.view(plain, None)
    where = changed_pixels(paint(view, SHEET), paint(GAME.view(more, None), SHEET))
    first, second = places(view)
    where.paste(0, (0, 660, *where.size))  # the plaques, where the flowers are noted
    left, top, right, bottom = where.getbbox() or (0, 0, 0, 0)
    assert first.x < left
    assert right <= second.x + second.width <= NOW.x + NOW.width
    assert first.y < top
    assert bottom <= first.y + 40


def test_the_flowers_are_for_the_one_on_turn_until_the_choice() -> None:
    state = choosing(Keeper.HARDYBARDY, Card.WRAPAROUND, 3)
    view = GAME.view(state, None)
    assert [points for _, points in card_points(view, 0)] == [8, 7]
    assert dict(card_points(view, 1)) == {card: POINTS[card] for card in view.players[1].hand}
    chosen = replace(view, turn=Turn(1, 0, Card.BLOCK, points=7, bonus=3), phase=Phase.ACT)
    assert [points for _, points in card_points(chosen, 0)] == [5, 4]
