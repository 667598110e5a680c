"""How Thud speaks: short enough for a phone, and in words that people use."""

from __future__ import annotations

from functools import partial

import pytest

from bot.games.catalogue import words_in
from bot.games.thud import ENTRY
from bot.words import LANGUAGES
from bot.words.menu import buttons_of
from bot.words.sentences import with_terms
from engine.core import IllegalAction
from tests.bot.games.test_menus import menus
from tests.bot.games.whole_games import whole
from tests.engine.thud.boards import play
from tests.engine.thud.test_refusals import CASES, Case
from tests.playthroughs.golden import FILES

NAMES = ("Ann", "Ben")
PLAYED = [file.stem for file in FILES if file.stem.startswith("thud_")]
TURN, REFUSAL, BESIDE_LISTS = 40, 25, 6
"""The most words of a turn and of a refusal, and the most buttons beside the lists."""

IN_EACH = pytest.mark.parametrize("language", sorted(LANGUAGES))


def spoken_words(text: str) -> list[str]:
    """The words of a text; a lone sign is none."""
    return [word for word in text.split() if any(letter.isalnum() for letter in word)]


@IN_EACH
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.key} {case.line}")
def test_a_refusal_is_one_breath(language: str, case: Case) -> None:
    words = words_in(language)
    with pytest.raises(IllegalAction) as refused:
        play(case.before, case.line, seat=case.seat)
    key = f"thud.{case.key}"
    said = words(key, **with_terms(words, key, {"who": "Ann", **refused.value.values}))
    assert len(spoken_words(said)) <= REFUSAL, said


@IN_EACH
@pytest.mark.parametrize("name", PLAYED)
def test_a_turn_says_what_happened_and_whose_turn_it_is_in_forty_words(language: str, name: str) -> None:
    words = words_in(language)
    for position in whole(name)[2]:
        view = ENTRY.game.view(position.state, None)
        told = [
            *ENTRY.speech.header(words, NAMES, view),
            *ENTRY.speech.narrate(words, NAMES, position.events),
        ]
        if view.to_act:
            told.append(ENTRY.speech.call(words, NAMES, view, "@Ann"))
        assert len(spoken_words(" ".join(told))) <= TURN, told


@pytest.mark.parametrize("name", PLAYED)
def test_a_menu_has_few_buttons_beside_its_lists(name: str) -> None:
    for position in whole(name)[2][::5]:
        if position.state.outcome is None:
            found = menus(partial(ENTRY.rules.menu, words_in("en"), NAMES, position.state))
            assert all(len(list(buttons_of(menu))) <= BESIDE_LISTS for menu in found.values())
