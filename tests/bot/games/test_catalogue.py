"""The games as the bot plays them: none is missing, and each brings what the house asks of it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.catalogue import CATALOGUE, IN_ENGLISH, AnyEntry
from bot.kernel.tables.seats import has_lobby, is_for_one
from bot.words.english import HOUSE
from engine.core import read_settings
from engine.registry import GAMES
from engine.rng import SeededRng
from render.kit.sheet import Sheet
from tests.engine.games import picks_of

ENTRIES = [pytest.param(entry, id=key) for key, entry in CATALOGUE.items()]


def test_the_bot_plays_the_games_of_the_engine() -> None:
    assert {key: entry.game for key, entry in CATALOGUE.items()} == GAMES


@pytest.mark.parametrize("entry", ENTRIES)
def test_a_game_with_a_deal_of_the_day_is_for_one_and_has_no_private_menu(entry: AnyEntry) -> None:
    """Its board is a private message already, and a menu would take its place."""
    assert entry.rules.daily is None or (is_for_one(entry.game) and entry.rules.aside is None)


@pytest.mark.parametrize("entry", ENTRIES)
def test_the_sentences_of_a_game_begin_with_its_key(entry: AnyEntry) -> None:
    assert all(key.startswith(f"{entry.game.key}.") for key in entry.english)
    assert not entry.english.keys() & HOUSE.keys()


@pytest.mark.parametrize("entry", ENTRIES)
def test_a_game_has_every_sentence_that_the_house_says_about_it(entry: AnyEntry) -> None:
    key, game = entry.game.key, entry.game
    wanted = {f"{key}.rules", f"{key}.example", f"{key}.panel"}
    if has_lobby(game):
        wanted |= {*(f"{key}.pick.{pick.key}" for pick in picks_of(game))}
        values = [f"{key}.{pick.key}.{value}" for pick in picks_of(game) for value in pick.choices]
        wanted |= {*values, *(f"{value}.told" for value in values)}
    else:
        wanted |= {f"{key}.seat.{seat}.first" for seat in range(game.seats.start)}
    wanted |= {f"{key}.option.{option.key}" for option in game.options}
    assert wanted <= entry.english.keys()
    assert len(IN_ENGLISH(f"{key}.rules")) <= 4000


@pytest.mark.parametrize("entry", ENTRIES)
@settings(deadline=None, max_examples=20)
@given(choices=st.lists(st.integers(0, 10**6), max_size=30))
def test_any_course_of_a_game_can_be_kept_shown_and_told(entry: AnyEntry, choices: list[int]) -> None:
    game = entry.game
    rng = SeededRng("seed")
    seats = game.seats[-1]
    state = game.start(read_settings(game, {}, seats), seats, rng)
    names = tuple(f"Player {seat}" for seat in range(seats))
    for choice in choices:
        acting = sorted(game.to_act(state))
        if not acting:
            break
        seat = acting[choice % len(acting)]
        lines = entry.rules.suggest(state, seat)
        assert set(lines) == {str(action) for action in game.legal(state, seat)}
        step = game.apply(state, seat, game.parse(lines[choice % len(lines)], state), rng)
        assert all(entry.speech.narrate(IN_ENGLISH, names, step.events))
        assert (entry.rules.turn_key(step.state) == entry.rules.turn_key(state)) <= (
            game.to_act(step.state) == game.to_act(state)
        )
        state = step.state
        assert entry.codec.load(entry.codec.dump(state)) == state
    view = game.view(state, None)
    assert entry.speech.turn(IN_ENGLISH, names, view)
    assert all(entry.speech.header(IN_ENGLISH, names, view))
    assert 0 < len(entry.speech.alt(IN_ENGLISH, names, view)) <= 1024
    if game.to_act(state):
        assert "@Ann" in entry.speech.call(IN_ENGLISH, names, view, "@Ann")
    assert (
        entry.drawing.paint(view, Sheet("T1", "abc", game.title, "turn", names=names, say=IN_ENGLISH)).width
        >= 400
    )
