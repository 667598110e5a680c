"""Trogdor!! says little, in every language: what there is to read in a turn, a card, a refusal is counted."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Final

import pytest

from bot.games.catalogue import words_in
from bot.games.trogdor.menu import menu
from bot.games.trogdor.narration import call
from bot.games.trogdor.odds import describe_risk
from bot.games.trogdor.story import narrate
from bot.words import LANGUAGES, Words
from engine.core import read_settings
from engine.rng import SeededRng
from engine.trogdor import GAME, REFUSALS
from engine.trogdor.cards import Card
from engine.trogdor.events import Event
from engine.trogdor.model import Phase, State
from engine.trogdor.rules import view
from tests.bot.games.trogdor.test_menu import NAMES
from tests.engine.trogdor.players import sensible

TURN: Final = 40
"""Words under the picture while the dragon acts: events, turn, question."""

NEW_TURN: Final = 60
"""Words as a turn begins, with two cards' effects: in half of all turns, as the land can do a lot."""

CARD: Final = 15
"""Words on what a card does."""

REFUSAL: Final = 25


@pytest.fixture(params=sorted(LANGUAGES))
def words(request: pytest.FixtureRequest) -> Words:
    return words_in(request.param)


@cache
def turns() -> tuple[tuple[State, tuple[Event, ...]], ...]:
    """The states of games of people who mean well, each with what has just happened."""
    return tuple(_turns())


def _turns() -> Iterator[tuple[State, tuple[Event, ...]]]:
    for number in range(12):
        rng, chance = SeededRng(f"budgets {number}"), Random(number)
        state = GAME.start(read_settings(GAME, {}, 3), 3, rng)
        while state.outcome is None:
            seat, action = sensible(state, chance)
            step = GAME.apply(state, seat, action, rng)
            state = step.state
            if state.outcome is None:
                yield state, step.events


def count(text: str) -> int:
    """Words, as a reader counts them: signs that stand alone are none."""
    return sum(any(map(str.isalnum, word)) for word in text.split())


def word_count(words: Words, state: State, events: tuple[Event, ...]) -> int:
    """How many words there are under the picture."""
    told = (
        *narrate(words, NAMES, events),
        call(words, NAMES, view(state, None), "@Ann"),
        menu(words, NAMES, state, "").question,
    )
    return sum(map(count, told))


def test_while_the_dragon_acts_there_is_little_to_read(words: Words) -> None:
    long = [word_count(words, state, events) for state, events in turns() if state.phase is Phase.ACT]
    assert max(long) <= TURN


def test_before_the_land_moves_the_chance_of_a_hit_is_told(words: Words) -> None:
    states = (state for state, _ in turns())
    spent = [state for state in states if state.phase is Phase.ACT and not state.turn.points]
    told = [
        (menu(words, NAMES, state, "").question, describe_risk(words, view(state, None))) for state in spent
    ]
    assert all(risk in question for question, risk in told if words("trogdor.ask.spent") in question)
    assert {bool(risk) for _, risk in told} == {True, False}


def test_where_a_turn_begins_the_land_and_both_cards_are_told_in_short(words: Words) -> None:
    long = sorted(
        word_count(words, state, events) for state, events in turns() if state.phase is Phase.CHOOSE
    )
    assert long[len(long) // 2] <= NEW_TURN


def test_what_a_card_does_is_said_in_a_few_words(words: Words) -> None:
    cards = [card for card in Card if card is not Card.TROGHAMMER]
    assert {card: told for card in cards if count(told := words(f"trogdor.card.{card}.told")) > CARD} == {}


def test_a_refusal_is_one_short_sentence(words: Words) -> None:
    filled = dict.fromkeys(("text", "who", "card", "item", "here", "square", "number"), "this")
    long = {key: told for key in REFUSALS if count(told := words(f"trogdor.{key}", **filled)) > REFUSAL}
    assert long == {}
