"""The glossary of cards, keepers and items: buttons, board, its picture and its words agree."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.games.catalogue import IN_ENGLISH, words_in
from bot.games.trogdor.cards import cards_before, paint_cards, tell_cards
from bot.words import LANGUAGES
from engine.trogdor import GAME
from engine.trogdor.cards import Card, Item, Keeper
from engine.trogdor.model import Phase, State, Turn, Verb, View
from render.kit.canvas import Face
from render.kit.lines import lines_of
from render.kit.sheet import Sheet
from render.trogdor.board import WIDTH
from render.trogdor.card_overview import CARD, MOST, ON_CARD, PAD
from render.trogdor.hand import card_points
from tests.bot.games.trogdor.test_points import CARDS, choosing, on_buttons
from tests.engine.trogdor.tables import PLAIN, table
from tests.render.regenerate import changed_pixels

NAMES = ("Ann", "Ben", "Cleo", "Dora", "Emil", "Frida")
SHEET = Sheet("T7", "3f9a1c", "Trogdor!!", "?", names=NAMES)
ELLIPSIS = "\u2026"


def crowd(players: int) -> View:
    """A number of keepers, each with their own item."""
    seats = [f"{keeper} {item}" for keeper, item in zip(Keeper, Item, strict=True)][:players]
    return GAME.view(table(PLAIN, *seats).state, None)


@pytest.mark.parametrize("keeper", Keeper)
@pytest.mark.parametrize("bonus", [0, 3])
def test_buttons_board_and_what_is_looked_up_agree_on_every_card(keeper: Keeper, bonus: int) -> None:
    for card in CARDS:
        state = choosing(keeper, card, bonus, Card.MAJESTY if card is Card.BLOCK else Card.BLOCK)
        view = GAME.view(state, None)
        shown = {one.card: one.points for one in cards_before(IN_ENGLISH, view, 0)}
        assert shown == on_buttons(state, Verb.PLAY) == dict(card_points(view, 0))
        told = tell_cards(IN_ENGLISH, NAMES, view, 0)
        for one, points in shown.items():
            line = next(line for line in told if f"**{IN_ENGLISH(f'trogdor.card.{one}')}**" in line)
            assert f"(+{points})" in line


@pytest.mark.parametrize("language", LANGUAGES)
def test_picture_and_words_say_what_each_card_does_in_the_same_sentence(language: str) -> None:
    words = words_in(language)
    for card in CARDS:
        view = GAME.view(choosing(Keeper.HARDYBARDY, card, 0, Card.MAJESTY), None)
        told = "\n".join(tell_cards(words, NAMES, view, 0))
        assert cards_before(words, view, 0)[0].description == words(f"trogdor.card.{card}.told")
        assert words(f"trogdor.card.{card}.told") in told


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_has_room_for_its_name_and_for_what_it_does(language: str) -> None:
    words = words_in(language)
    for card in CARDS:
        told, _ = lines_of(words(f"trogdor.card.{card}.told"), Face.FIGURES, ON_CARD, CARD[0] - 2 * PAD, MOST)
        name, _ = lines_of(words(f"trogdor.card.{card}"), Face.TITLE, range(28, 19, -1), CARD[0] - 84, 2)
        assert ELLIPSIS not in told[-1] + name[-1], card


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", range(1, 7))
def test_a_table_of_any_size_fits_into_a_picture(language: str, players: int) -> None:
    words, view = words_in(language), crowd(players)
    picture = paint_cards(words, view, replace(SHEET, say=words), 0)
    assert picture.width == WIDTH
    assert picture.height <= WIDTH * 4 // 3
    assert picture.mode == "P"


def test_everybody_is_told_of_with_power_item_and_cards() -> None:
    view = crowd(6)
    told = "\n".join(tell_cards(IN_ENGLISH, NAMES, view, None))
    for seat, player in enumerate(view.players):
        for key in (
            f"trogdor.keeper.{player.keeper}.told",
            f"trogdor.item.{player.item}.use",
            f"trogdor.item.{player.item}.recharge",
        ):
            assert IN_ENGLISH(key) in told, NAMES[seat]
        for card in player.hand:
            assert IN_ENGLISH(f"trogdor.card.{card}.told") in told, NAMES[seat]


def test_the_reader_comes_first_and_for_spectators_the_player_on_turn() -> None:
    view = crowd(3)
    for seat in range(3):
        assert tell_cards(IN_ENGLISH, NAMES, view, seat)[0].startswith(f"**{NAMES[seat]}**")
    assert tell_cards(IN_ENGLISH, NAMES, view, None)[0].startswith(f"**{NAMES[view.turn.seat]}**")


def test_the_card_of_this_turn_is_shown_beside_the_one_that_was_kept() -> None:
    view = GAME.view(choosing(Keeper.CRANGOLEV, Card.WRAPAROUND), None)
    player = replace(view.players[0], hand=(Card.BLOCK,))
    acting = replace(
        view,
        players=(player, *view.players[1:]),
        turn=Turn(1, 0, Card.WRAPAROUND, points=3),
        phase=Phase.ACT,
    )
    first, second = cards_before(IN_ENGLISH, acting, 0)
    assert (first.card, first.played, first.points) == (Card.WRAPAROUND, True, 6)
    assert (second.card, second.played, second.points) == (Card.BLOCK, False, 5)


def test_the_points_are_drawn_on_the_cards() -> None:
    """Crangolev's fifth point is one of the picture, and not only of the list it is made from."""

    def of(keeper: Keeper) -> State:
        return choosing(keeper, Card.BLOCK, other=Card.MAJESTY)

    plain, more = (GAME.view(of(keeper), None) for keeper in (Keeper.HARDYBARDY, Keeper.CRANGOLEV))
    sheet = replace(SHEET, say=IN_ENGLISH)
    where = changed_pixels(paint_cards(IN_ENGLISH, plain, sheet, 0), paint_cards(IN_ENGLISH, more, sheet, 0))
    left, top, right, bottom = where.crop((24, 96, 24 + CARD[0], 96 + CARD[1])).getbbox() or (0, 0, 0, 0)
    assert right > left
    assert bottom > top
    assert bottom <= 66, "the card differs in its number alone"
    assert right <= 80
