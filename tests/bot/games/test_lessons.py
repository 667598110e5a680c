"""The lessons by the engine: legal positions, something to do in each, and a word on everything else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest
from PIL import ImageChops

from bot.games.catalogue import CATALOGUE, IN_ENGLISH, words_in
from bot.games.lesson import ON, OTHER, RIGHT, AnyExercise, run_exercise
from bot.words import LANGUAGES
from bot.words.menu import Menu, buttons_of, leads_to, without_any
from engine.core import IllegalAction
from engine.octagon.model import BattleBegan
from engine.ploc.events import MatchEnded
from engine.rng import SeededRng
from engine.thrag.events import TileTurned
from engine.trogdor.events import PeasantRan, Spared
from render.kit.sheet import Sheet
from tests.bot.games.lessons import TAUGHT, exercise_of, tries, verdicts

SHEET = Sheet("1/7", "", "A game", "Ann", names=("Ann", "Pip"), say=words_in("en"))

WORDS = 50
"""The most words of a task: it is read once."""

RIGHTS = 40
"""The most words of a comment."""

every = pytest.mark.parametrize(("game", "key"), TAUGHT)


def test_a_lesson_has_five_to_eight_positions() -> None:
    lengths = [len(entry.help.lesson) for entry in CATALOGUE.values() if entry.help.lesson]
    assert len(lengths) >= 4
    assert all(5 <= length <= 8 for length in lengths)
    assert len(set(TAUGHT)) == len(TAUGHT)


@every
def test_an_exercise_begins_where_its_seat_is_to_act(game: str, key: str) -> None:
    entry, exercise = exercise_of(game, key)
    state = exercise.begin()
    assert entry.game.outcome(state) is None
    assert entry.codec.load(entry.codec.dump(state)) == state
    assert exercise.seat in entry.game.to_act(state)


@every
def test_the_thing_can_be_done_and_comes_out_the_same_for_everybody(game: str, key: str) -> None:
    entry, exercise = exercise_of(game, key)
    found = [run_exercise(entry.game, exercise, exercise.solution) for _ in range(2)]
    assert found[0] == found[1]
    assert found[0].verdict == RIGHT
    assert found[0].events
    for step in range(len(exercise.solution)):
        assert run_exercise(entry.game, exercise, exercise.solution[:step]).verdict == ON


@every
def test_there_is_something_else_to_do_and_a_word_on_it(game: str, key: str) -> None:
    found = verdicts(game, key)
    assert RIGHT in found
    assert found - {RIGHT, ON}
    for why in found - {RIGHT, ON, OTHER}:
        assert f"{game}.learn.{key}.{why}" in IN_ENGLISH.english


@every
def test_nothing_on_the_way_leads_to_where_it_cannot_be_done_any_more(game: str, key: str) -> None:
    """From wherever the steps lead there is a right one, or the way back to the beginning is said."""
    after: dict[tuple[str, ...], set[str]] = {}
    for lines, came in tries(game, key):
        after.setdefault(lines[:-1], set()).add(came.verdict)
    stuck = [lines for lines, found in after.items() if not found & {RIGHT, ON}]
    for lines in stuck:
        why = {came.verdict for at, came in tries(game, key) if at[:-1] == lines}
        again = words_in("en")("button.learn.again")
        assert any(again in IN_ENGLISH.english[f"{game}.learn.{key}.{one}"] for one in why - {OTHER})


@pytest.mark.sampled(4)
@pytest.mark.parametrize("language", LANGUAGES)
@every
def test_it_is_said_in_few_words_in_every_language(game: str, key: str, language: str) -> None:
    words = words_in(language)
    told = {
        ending: words(f"{game}.learn.{key}{ending}")
        for ending in ("", ".right", *(f".{why}" for why in verdicts(game, key) - {RIGHT, ON, OTHER}))
    }
    assert len(told[""].split()) <= WORDS
    assert all(len(text.split()) <= RIGHTS for text in told.values() if text != told[""])
    if language != "en":
        english = words_in("en")
        assert not [ending for ending, text in told.items() if text == english(f"{game}.learn.{key}{ending}")]


def test_what_lies_face_down_is_in_no_lesson() -> None:
    """Coins, tiles and cards in another order: nothing that is shown of a position is another."""
    for game, key in TAUGHT:
        entry, exercise = exercise_of(game, key)
        state, words, names = exercise.begin(), words_in("en"), ("Ann", "Pip")
        other = entry.game.reshuffle(state, SeededRng("another"))
        for one in (state, other):
            view = entry.game.view(one, None)
            shown = entry.rules.menu(words, names, one, ""), entry.speech.alt(words, names, view)
            assert shown == (
                entry.rules.menu(words, names, state, ""),
                entry.speech.alt(words, names, entry.game.view(state, None)),
            )


@every
def test_no_button_of_the_way_is_kept_back(game: str, key: str) -> None:
    entry, exercise = exercise_of(game, key)
    words, names = words_in("en"), ("Ann", "Pip")
    for step, line in enumerate(exercise.solution):
        assert not exercise.is_hidden(line)
        state = run_exercise(entry.game, exercise, exercise.solution[:step]).state
        assert is_reachable(partial(entry.rules.menu, words, names, state), exercise, line)


def is_reachable(menu_at: Callable[[str], Menu], exercise: AnyExercise, line: str) -> bool:
    """Whether a line can be reached by the visible buttons."""
    waiting, seen = [""], set[str]()
    while waiting:
        menu = without_any(menu_at(path := waiting.pop()), exercise.hides)
        lines = {button.value for button in buttons_of(menu)}
        lines |= {part.prefix + option.value for part in menu.lists for option in part.options}
        if line in lines:
            return True
        seen.add(path)
        waiting += [path for path in leads_to(menu) if path not in seen]
    return False


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("game", "key"), [one for one in TAUGHT if exercise_of(*one)[1].points])
def test_what_a_sentence_speaks_of_is_framed_in_the_picture(game: str, key: str) -> None:
    entry, exercise = exercise_of(game, key)
    view = entry.game.view(exercise.begin(), None)
    without, framed = (
        entry.drawing.paint(view, replace(SHEET, hinted=points)) for points in ((), exercise.points)
    )
    changed = ImageChops.difference(without.convert("RGB"), framed.convert("RGB")).getbbox()
    assert changed is not None


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("game", "key"), [one for one in TAUGHT if exercise_of(*one)[1].traces])
def test_what_came_of_it_is_traced_in_the_picture(game: str, key: str) -> None:
    entry, exercise = exercise_of(game, key)
    came = run_exercise(entry.game, exercise, exercise.solution)
    assert exercise.traces is not None
    traced = exercise.traces(came.events)
    assert traced
    entry.drawing.paint(entry.game.view(came.state, None), replace(SHEET, played=traced))
    assert exercise.traces(()) == ()


def test_a_step_after_the_thing_is_done_is_none() -> None:
    entry, exercise = exercise_of("thud", "move")
    with pytest.raises(ValueError, match="is done before"):
        run_exercise(entry.game, exercise, (*exercise.solution, "offer"))
    with pytest.raises(IllegalAction):
        run_exercise(entry.game, exercise, ("dA1-A2",))


# What each lesson promises


def solution_events(game: str, key: str) -> tuple[object, ...]:
    entry, exercise = exercise_of(game, key)
    return run_exercise(entry.game, exercise, exercise.solution).events


def test_thud_swaps_sides_after_an_offer() -> None:
    assert any(isinstance(event, BattleBegan) for event in solution_events("thud", "offer"))


def test_thrag_is_healed_by_the_black_tile() -> None:
    (turned,) = (event for event in solution_events("thrag", "stop") if isinstance(event, TileTurned))
    assert (turned.tile, turned.healed) == (2, True)


def test_a_burning_peasant_runs_over_five_tiles() -> None:
    (run,) = (event for event in solution_events("trogdor", "run") if isinstance(event, PeasantRan))
    assert len(set(run.squares)) == 5
    _, exercise = exercise_of("trogdor", "run")
    assert not set(run.squares) & set(exercise.begin().board.burned)


def test_a_hidden_dragon_is_spared_twice() -> None:
    spared = [event for event in solution_events("trogdor", "hide") if isinstance(event, Spared)]
    assert [event.why for event in spared] == ["hiding", "hiding"]


def test_berserk_ends_the_match() -> None:
    (ended,) = (event for event in solution_events("ploc", "berserk") if isinstance(event, MatchEnded))
    assert (ended.match, ended.winner) == (1, 0)
