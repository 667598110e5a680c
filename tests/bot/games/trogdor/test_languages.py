"""Trogdor!! in languages other than English: everything fits, names carry over, and German has its cases."""

from __future__ import annotations

import pytest

from bot.games.catalogue import words_in
from bot.games.trogdor import narration as trogdor
from bot.games.trogdor.private_menu import aside
from bot.games.trogdor.story import LIMIT, narrate
from bot.words import ENGLISH, LANGUAGES, Words
from data.trogdor import FACTS
from engine.trogdor import events
from engine.trogdor.board import Direction, Walker
from engine.trogdor.events import Event
from engine.trogdor.rules import view
from tests.bot.games.trogdor.test_menu import NAMES, fits, menus, played_games
from tests.bot.games.trogdor.test_narration import LONG, PLAIN_LONG, WORST, steps

OTHERS = sorted(LANGUAGES.keys() - {ENGLISH})


def german_text(*told: Event) -> str:
    """What happened, in German."""
    return " ".join(narrate(words_in("de"), NAMES, told))


@pytest.fixture(params=OTHERS)
def words(request: pytest.FixtureRequest) -> Words:
    return words_in(request.param)


@pytest.mark.parametrize("seats", [1, 6])
def test_in_played_games_every_story_is_short_and_every_text_fits(words: Words, seats: int) -> None:
    for state, told in steps(1, seats):
        seen = view(state, None)
        assert len(" ".join(narrate(words, LONG, told))) <= LIMIT
        assert len("\n".join(trogdor.header(words, LONG, seen))) <= 1100
        assert 0 < len(trogdor.turn(words, NAMES, seen)) <= 45
        assert 0 < len(trogdor.alt(words, PLAIN_LONG, seen)) <= 1024


@pytest.mark.parametrize("number", [0, 1])
def test_in_played_games_every_menu_fits(words: Words, number: int) -> None:
    for state in played_games(number, 3):
        for path, shown in menus(state, words).items():
            fits(shown, path)
        for seat in range(3):
            fits(aside(words, NAMES, state, seat, ""))


def test_a_turn_of_the_worst_kind_is_told_in_short(words: Words) -> None:
    assert len(" ".join(narrate(words, LONG, WORST))) <= LIMIT


def test_a_private_list_tells_keepers_and_items_in_a_line(words: Words) -> None:
    for keeper in FACTS.keepers:
        assert len(words(f"trogdor.keeper.{keeper.id}.told")) <= 100
    for item in FACTS.items:
        assert len(words(f"trogdor.item.{item.id}.told")) <= 100


def test_cards_keepers_and_items_keep_their_names(words: Words) -> None:
    for kind, facts in (("card", FACTS.cards), ("keeper", FACTS.keepers), ("item", FACTS.items)):
        for one in facts:
            assert words(f"trogdor.{kind}.{one.id}") == one.title


def test_the_source_of_a_blow_has_its_case() -> None:
    hits = (events.Damaged(Walker.FIRST_KNIGHT, 12, 2), events.Damaged(Walker.ARCHER, 12, 1))
    assert "einem Ritter und dem Bogenschützen" in german_text(*hits)
    assert "vor dem Troghammer" in german_text(events.Spared(Walker.TROGHAMMER, "card"))
    assert "mit einem Ritter" in german_text(events.Died(Walker.SECOND_KNIGHT, 12))


def test_who_does_something_has_another() -> None:
    assert "ein Ritter hat" in german_text(events.CottageMended(Walker.FIRST_KNIGHT, 0))
    assert "ein Ritter wandert" in german_text(events.KnightMoved(Walker.FIRST_KNIGHT, 1, 2))


def test_one_and_many_are_told_apart() -> None:
    way = ((5, 0),)
    assert "Ein Bauer geht nach Norden." in german_text(events.Marched(Direction.NORTH, way))
    assert "2 Bauern gehen nach Norden." in german_text(events.Marched(Direction.NORTH, way * 2))
