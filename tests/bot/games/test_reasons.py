"""Reasons, dangers and warnings of every game: in every language, painted, and with no secret in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from bot.games.catalogue import CATALOGUE, IN_ENGLISH, words_in
from bot.kernel.advice import reasons_to_show
from bot.words import LANGUAGES, Words
from bot.words.reasons import (
    WordedReason,
    danger_places,
    describe_reasons,
    distinctive_reasons,
    good_places,
    weightiest_reasons,
)
from engine.rng import SeededRng
from render.kit.sheet import Sheet
from tests.engine.selfplay import Decision, decisions

NAMES = ("Ann", "Ben", "Cleo")
GAMES = tuple(key for key, entry in CATALOGUE.items() if entry.help.why is not None)
"""Those that say why: a new game need not at first."""
FEW_OR_MANY = pytest.mark.parametrize("positions", [4, pytest.param(12, marks=pytest.mark.slow)])
LINES = 4
"""The most sentences about a danger: each of Thrag's beasts has one."""


def told_reasons(
    key: str, language: str, count: int
) -> Iterator[tuple[Decision, Any, tuple[WordedReason, ...]]]:
    """The reasons for the best action in positions of a game."""
    entry, words = CATALOGUE[key], words_in(language)
    assert entry.help.why is not None
    for decision in decisions(key, count):
        best = decision.hint_actions[0]
        yield decision, best, entry.help.why(words, NAMES, decision.view, decision.seat, best)


@pytest.mark.parametrize("positions", [10, pytest.param(25, marks=pytest.mark.slow)])
@pytest.mark.sampled(3)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_hints_say_why_in_every_language_and_no_number_twice(
    game: str, language: str, positions: int
) -> None:
    words, entry, said = words_in(language), CATALOGUE[game], 0
    for decision in decisions(game, positions):
        best = decision.hint_actions[0]
        told = reasons_to_show(words, NAMES, entry, decision.state, decision.seat, best)
        why = describe_reasons(words, told)
        said += why.startswith(words("why.for", reasons="")[:-1])
        numbers = [
            set(re.findall(r"\d+\s*%", part)) for part in why.split(words("why.against", reasons="")[:-2])
        ]
        assert len(numbers) < 2 or not numbers[0] & numbers[1], f"a number for and against {best}: {why}"
        assert "{" not in why
        assert len(why.split()) <= 60, f"{best}: {why}"
    assert said > positions * 0.4, "few hints say why"


@FEW_OR_MANY
@pytest.mark.parametrize("game", GAMES)
def test_what_shows_a_reason_can_be_painted(game: str, positions: int) -> None:
    entry = CATALOGUE[game]
    for decision, best, told in told_reasons(game, "en", positions):
        assert entry.drawing.action_places is not None
        view = decision.game.view(decision.state, None)
        marks = (*entry.drawing.action_places(view, best), *good_places(weightiest_reasons(told)))
        sheet = _sheet(entry, view)
        entry.drawing.paint(
            view, replace(sheet, hinted=marks, danger=danger_places(weightiest_reasons(told)))
        )


@FEW_OR_MANY
@pytest.mark.parametrize("game", GAMES)
def test_what_hangs_is_told_in_a_few_sentences_and_painted(game: str, positions: int) -> None:
    entry = CATALOGUE[game]
    assert entry.help.hangs is not None
    for decision in decisions(game, positions):
        view = decision.game.view(decision.state, None)
        for seat in (decision.seat, None):
            marked = set()
            for language in LANGUAGES:
                found = entry.help.hangs(words_in(language), NAMES, view, seat)
                assert 1 <= len(found.lines) <= LINES
                assert not any("{" in line for line in found.lines)
                assert all(0 <= share <= 1 for _, share in found.heat)
                marked.add((found.heat, found.ways, found.good, found.written))
            for heat, ways, good, written in marked:
                sheet = _sheet(entry, view)
                entry.drawing.paint(
                    view, replace(sheet, heat=heat, danger=ways, hinted=good, written=written)
                )


@pytest.mark.parametrize("game", GAMES)
def test_nothing_hidden_is_told(game: str) -> None:
    """Of two states that differ only in hidden information, all of it is the same."""
    entry, differed = CATALOGUE[game], 0
    assert entry.help.why is not None
    assert entry.help.hangs is not None
    assert entry.help.loses is not None
    for decision in decisions(game, 20):
        state, seat = decision.state, decision.seat
        other = decision.game.reshuffle(state, SeededRng("another order"))
        differed += other != state
        views = [decision.game.view(one, seat) for one in (state, other)]
        for action in decision.actions[:: max(1, len(decision.actions) // 5)]:
            one, two = (entry.help.why(IN_ENGLISH, NAMES, view, seat, action) for view in views)
            assert one == two
            lost, lost_ = (entry.help.loses(IN_ENGLISH, NAMES, view, seat, action) for view in views)
            assert lost == lost_
        danger, danger_ = (
            entry.help.hangs(IN_ENGLISH, NAMES, decision.game.view(one, None), seat) for one in (state, other)
        )
        assert danger == danger_
    if game in ("trogdor", "thrag"):
        assert differed, "nothing lay face down, so this has shown nothing"


class Everywhere(Words):
    """English; each sentence is also said in all other languages, and recorded in `told`."""

    def __init__(self) -> None:
        super().__init__(IN_ENGLISH.english, terms=IN_ENGLISH.terms)
        self.told = set[str]()

    def __call__(self, key: str, /, **values: str | int) -> str:
        self.told |= {words_in(language)(key, **values) for language in LANGUAGES}
        return super().__call__(key, **values)

    def some(self, key: str, count: int, /, **values: str | int) -> str:
        self.told |= {words_in(language).some(key, count, **values) for language in LANGUAGES}
        return super().some(key, count, **values)


@pytest.mark.parametrize("positions", [15, pytest.param(60, marks=pytest.mark.slow)])
@pytest.mark.parametrize("game", GAMES)
def test_a_warning_says_what_is_given_away(game: str, positions: int) -> None:
    entry, words, told = CATALOGUE[game], Everywhere(), set[str]()
    assert entry.help.loses is not None
    for decision in decisions(game, positions):
        for action in decision.actions[:: max(1, len(decision.actions) // 25)]:
            told.add(entry.help.loses(words, NAMES, decision.view, decision.seat, action))
    assert "" in told, "most actions give nothing away"
    assert len(told) > 1, "nothing was ever given away, so this has shown nothing"
    assert not any("{" in line for line in told | words.told)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_warning_is_said_in_every_language(game: str, language: str) -> None:
    entry, told = CATALOGUE[game], set[str]()
    assert entry.help.loses is not None
    for decision in decisions(game, 12):
        for action in decision.actions[:: max(1, len(decision.actions) // 8)]:
            told.add(entry.help.loses(words_in(language), NAMES, decision.view, decision.seat, action))
    assert not any("{" in line for line in told)


@pytest.mark.parametrize("positions", [4, pytest.param(8, marks=pytest.mark.slow)])
@pytest.mark.parametrize("game", GAMES)
def test_what_speaks_for_every_action_is_no_reason_for_one(game: str, positions: int) -> None:
    entry = CATALOGUE[game]
    assert entry.help.why is not None
    for decision in decisions(game, positions):
        view, seat = decision.view, decision.seat
        given = [entry.help.why(IN_ENGLISH, NAMES, view, seat, one) for one in decision.actions[:30]]
        phrases = [{reason.phrase for reason in reasons} for reasons in given if reasons]
        shared = set.intersection(*phrases) if len(phrases) > 1 else set()
        for action in decision.actions[:4]:
            told = reasons_to_show(IN_ENGLISH, NAMES, entry, decision.state, seat, action)
            assert not shared & {reason.phrase for reason in told if not reason.against}, action


def test_a_reason_that_most_others_have_is_left_out() -> None:
    big, safe, bad = WordedReason("is big"), WordedReason("is safe"), WordedReason("it is bad", against=True)
    others = [(safe, bad), (safe, bad), (bad,), ()]
    assert distinctive_reasons((big, safe, bad), others) == (big, bad)
    assert distinctive_reasons((big, safe), [(safe,), (bad,)]) == (big, safe), "half of them is not most"
    assert distinctive_reasons((safe,), []) == (safe,), "there is no other action"


def test_what_is_minor_is_told_only_where_there_is_nothing_else() -> None:
    told = (
        WordedReason("is big"),
        WordedReason("is small", minor=True),
        WordedReason("it is bad", against=True),
    )
    assert describe_reasons(IN_ENGLISH, weightiest_reasons(told)) == "Why: is big. But it is bad."
    assert describe_reasons(IN_ENGLISH, weightiest_reasons(told[1:])) == "Why: is small. But it is bad."
    assert describe_reasons(IN_ENGLISH, told[2:]) == "Careful: it is bad."
    assert describe_reasons(IN_ENGLISH, ()) == ""


def _sheet(entry: Any, view: Any) -> Sheet:
    turn = entry.speech.turn(IN_ENGLISH, NAMES, view)
    return Sheet("T7", "a1b2c3", entry.game.title, turn, names=NAMES, say=IN_ENGLISH)
