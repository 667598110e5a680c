"""A whole turn of Trogdor!! in short: what the player did and what the land did, within sixty words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import Final

import pytest

from bot.games.catalogue import words_in
from bot.games.trogdor.menu import menu
from bot.games.trogdor.narration import call
from bot.games.trogdor.odds import hit_chance
from bot.games.trogdor.recap import count_words, narrate_turns
from bot.words import LANGUAGES
from engine.core import read_settings
from engine.mind import Odds
from engine.replay import LogPosition
from engine.rng import SeededRng
from engine.trogdor import GAME
from engine.trogdor.events import Spawned
from engine.trogdor.legality import legal
from engine.trogdor.mind.odds import odds
from engine.trogdor.model import Phase, State
from engine.trogdor.rules import view
from tests.bot.games.trogdor.test_menu import NAMES, PICTURE, SPEAK
from tests.engine.trogdor.players import Player, fickle, sensible
from tests.engine.trogdor.tables import Table, play_card

FEW_OR_MANY: Final = pytest.mark.parametrize("count", [400, pytest.param(1000, marks=pytest.mark.slow)])
"""The turns that are told."""

MOST: Final = 60
"""Words at the end of a turn, with the call and the cards of the next player; each bot's turn adds `MORE`."""

MORE: Final = 9


@cache
def ended_turns(count: int) -> tuple[tuple[LogPosition, ...], ...]:
    """So many turns of people who mean well or do anything: each from the position before it."""
    found = list[tuple[LogPosition, ...]]()
    while len(found) < count:
        number = len(found)
        found += _game(number, sensible if number % 2 else fickle)
    return tuple(found[:count])


def _game(number: int, player: Player) -> Iterator[tuple[LogPosition, ...]]:
    rng, chance, seats = SeededRng(f"turns {number}"), Random(number), 1 + number % 4
    settings = read_settings(GAME, {"map": ("easy", "normal", "hard")[number % 3]}, seats)
    turn = [LogPosition(0, GAME.start(settings, seats, rng), 0)]
    while (state := turn[-1].state).outcome is None:
        seat, action = player(state, chance)
        step = GAME.apply(state, seat, action, rng)
        turn.append(LogPosition(turn[-1].ply + 1, step.state, rng.counter, seat, action, step.events))
        if (step.state.turn.number, step.state.outcome) != (state.turn.number, None):
            yield tuple(turn)
            turn = turn[-1:]


def played(made: Table, *lines: str) -> tuple[LogPosition, ...]:
    """The positions of lines that are played."""
    positions = [LogPosition(0, made.state, 0)]
    for line in lines:
        seat = made.state.turn.seat
        made.play(line)
        positions.append(LogPosition(len(positions), made.state, 0, seat, None, made.events))
    return tuple(positions)


def text_of(positions: Sequence[LogPosition]) -> list[str]:
    return [line.strip() for line in " ".join(narrate_turns(SPEAK, NAMES, positions)).splitlines()]


def end_of_turn(language: str, positions: Sequence[LogPosition]) -> str:
    """All there is to read under the picture."""
    words, state = words_in(language), positions[-1].state
    story = narrate_turns(words, NAMES, positions)
    if state.outcome is not None:
        return " ".join(story)
    asked = call(words, NAMES, view(state, None), "@Ann"), menu(words, NAMES, state, "").question
    return " ".join((*story, *asked))


@FEW_OR_MANY
@pytest.mark.sampled(3)
@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_the_end_of_a_turn_has_at_most_sixty_words(language: str, count: int) -> None:
    long = [text for turn in ended_turns(count) if count_words(text := end_of_turn(language, turn)) > MOST]
    assert long == []


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_the_turns_of_bots_add_a_few_words_each(language: str) -> None:
    turns = ended_turns(400)
    for number in range(0, 300, 3):
        several = turns[number : number + 3]
        if any(turn[-1].state.outcome is not None for turn in several[:2]):
            continue
        together = (*several[0], *several[1][1:], *several[2][1:])
        assert count_words(end_of_turn(language, together)) <= MOST + 2 * MORE


@FEW_OR_MANY
def test_everyone_who_played_is_named_in_every_story(count: int) -> None:
    for turn in ended_turns(count):
        state, done = turn[0].state, [event for line in turn[1:] for event in line.events]
        if any(type(event).__name__ == "CardChosen" for event in done):
            assert text_of(turn)[0].startswith(f"**{NAMES[state.turn.seat]}** ")


def test_a_turn_is_told_in_a_sentence_before_what_the_land_did() -> None:
    made = play_card(PICTURE.replace("h", ""), card="shot-put", movement=("0 s see",), trog=("block",))
    turn = played(made, "burn", "step e", "finish", "card b3")
    deeds, land = text_of(turn)
    assert deeds == "**Ann** plays **Shot Put!** and burns 2 tiles."
    assert land.startswith("**The land moves.** Ouch! Trogdor is hit by a knight. First blood: ")
    assert land.endswith(" 3 health left.")


def test_a_turn_in_which_nothing_was_done_says_where_he_is() -> None:
    made = play_card(PICTURE, card="high-energy", trog=("block",))
    assert text_of(played(made, "finish"))[0] == "**Ann** leaves Trogdor on c3."


@FEW_OR_MANY
def test_without_health_the_text_alarms(count: int) -> None:
    for turn in ended_turns(count):
        state = turn[-1].state
        alarmed = "the next hit kills him" in " ".join(text_of(turn))
        assert alarmed == (state.outcome is None and not state.board.health)


@FEW_OR_MANY
def test_health_that_new_peasants_cost_is_told_with_them(count: int) -> None:
    told = 0
    for turn in ended_turns(count):
        state, done = turn[-1].state, [event for line in turn[1:] for event in line.events]
        if state.outcome is None and state.board.health and any(isinstance(one, Spawned) for one in done):
            text = " ".join(text_of(turn))
            assert "health left" not in text, "no reader would know why"
            told += f" {state.board.health} health." in text
    assert told > count / 10


def test_a_near_miss_is_told_with_the_chance_that_the_odds_gave() -> None:
    missed = 0
    for turn in ended_turns(400)[:300]:
        text = " ".join(text_of(turn))
        if " missed by a tile" in text or "nobody came near" in text:
            before = [line.state for line in turn if line.state.phase in (Phase.ACT, Phase.AFTER)][-1]
            assert SPEAK.percent(_struck(before).chance) in text
            missed += 1
    assert missed > 20


@FEW_OR_MANY
def test_the_chance_of_a_hit_is_that_of_the_odds(count: int) -> None:
    states = [line.state for turn in ended_turns(count) for line in turn if line.state.phase is Phase.ACT]
    for state in states[::40]:
        assert hit_chance(view(state, None)) == pytest.approx(_struck(state).chance)


def _struck(state: State) -> Odds:
    """The odds that he is struck where he stands."""
    seen = view(state, None)
    return next(one for one in odds(seen, legal(state, state.turn.seat)) if one.key == "struck")
