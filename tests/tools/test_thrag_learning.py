"""How the judge learns, and from which nights."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.core import read_settings
from engine.rng import SeededRng
from engine.thrag import GAME
from engine.thrag.mind.judge import Judge, judge, numbers
from engine.thrag.mind.reading import fray
from engine.thrag.model import Action, Verb
from tests.engine.thrag.nights import night
from tools.minds.thrag.fitting import (
    TRUST,
    evening_before,
    is_hopeless,
    lessons_of,
    played,
    sweep,
    table,
)
from tools.minds.thrag.learning import Evening, Learner, chance, follow, text

EVENING = Evening(5, 0b01010, 0b11010, 0, ((0b10110, 0, 0b101110, 1), (0b11, 0b100, 0b11, 0), (0, 0, 0b1, 1)))
"""A night in its fifth hour, with eight beasts."""


TRACKED = judge(tracked=True)


def copy() -> Judge:
    return Judge(TRACKED.values(), tracked=True)


def test_numbers_come_back_from_their_text() -> None:
    values = TRACKED.values()
    assert numbers(text(values)) == pytest.approx(values)
    with pytest.raises(ValueError, match="too far"):
        text([99.0])


def test_a_slope_is_how_much_the_error_changes_with_a_number() -> None:
    """Each number by itself is moved a little to both sides."""
    slopes = Judge([0.0] * len(TRACKED.values()), tracked=True)
    follow(TRACKED, slopes, EVENING, 0.7)
    found, values = slopes.values(), TRACKED.values()
    steep = sorted(range(len(found)), key=lambda at: abs(found[at]), reverse=True)
    for at in (*steep[:20], *steep[40:400:30]):
        errors = []
        for step in (0.001, -0.001):
            moved = Judge([value + step * (at == place) for place, value in enumerate(values)], tracked=True)
            errors.append(follow(moved, copy(), EVENING, 0.7))
        assert found[at] == pytest.approx((errors[0] - errors[1]) / 0.002, rel=0.05, abs=0.002)


def test_who_is_told_the_same_again_and_again_comes_to_believe_it() -> None:
    learner = Learner(copy())
    other = replace(EVENING, turn=9)
    lessons = [(EVENING, 0.2), (other, 0.6)] * 4
    for number in range(120):
        learner.learn(lessons, 0.01, str(number))
    assert chance(learner.judge, EVENING) == pytest.approx(0.2, abs=0.05)
    assert chance(learner.judge, other) == pytest.approx(0.6, abs=0.05)


def test_an_evening_is_told_from_the_end_of_its_night() -> None:
    """The night was won; between two evenings the judge has its say."""
    mild = copy()
    first, second = EVENING, replace(EVENING, turn=6)
    lessons = lessons_of(mild, [first, second], [False, False, False], 1.0)
    assert [evening for evening, _ in lessons] == [second, first]
    told = [1.0, TRUST + (1 - TRUST) * chance(mild, second)]
    assert [worth for _, worth in lessons] == pytest.approx(told)


def test_nothing_is_learnt_of_a_turn_with_something_odd_in_it() -> None:
    mild = copy()
    first, second = EVENING, replace(EVENING, turn=6)
    ((evening, worth),) = lessons_of(mild, [first, second], [False, False, True], 0.0)
    assert evening == first
    assert worth == pytest.approx(chance(mild, second))


def test_an_evening_that_cannot_be_won_is_worth_nothing() -> None:
    late = replace(EVENING, turn=10)
    assert is_hopeless(late)
    assert not is_hopeless(replace(EVENING, turn=9))
    assert lessons_of(copy(), [EVENING, late], [False] * 3, 0.0) == [(EVENING, 0.0)]


@pytest.mark.rule("thrag:turn-4", "thrag:heal-1")
def test_an_evening_is_what_the_search_has_judged_at_its_stop() -> None:
    """The night before the black tile, told from the morning after: the same chance either way."""
    stops = 0
    for seed in range(40):
        rng = SeededRng(f"evening {seed}")
        settings = read_settings(GAME, {"track_coins": "yes" if seed % 2 else "no"}, 1)
        state = GAME.start(settings, 1, rng)
        while state.outcome is None and state.turn < 12:
            stop = Action(Verb.STOP)
            legal = [action for action in GAME.legal(state, 0) if action.verb is not Verb.RESIGN]
            action = stop if stop in legal else legal[rng.below(len(legal))]
            judged = fray(GAME.view(state, 0)).ended()
            state = GAME.apply(state, 0, action, rng).state
            if action == stop and state.outcome is None:
                evening = evening_before(state)
                stops += 1
                expected = 0 if is_hopeless(evening) else chance(judge(state.tracks), evening)
                assert judged == pytest.approx(expected)
    assert stops > 40


def test_only_a_turn_that_has_just_begun_tells_of_the_evening_before() -> None:
    with pytest.raises(ValueError, match="just begun"):
        evening_before(night().state)


@pytest.mark.parametrize("tracked", [True, False])
def test_nights_are_played_at_tables_of_all_kinds(tracked: bool) -> None:
    rng = SeededRng("tables")
    tables = [table(tracked, rng) for _ in range(200)]
    assert {settings["track_coins"] for settings in tables} == {"yes" if tracked else "no"}
    assert len({settings["weapons"] for settings in tables}) == 8
    assert len({settings["null_coin"] for settings in tables}) == 6
    assert sum(settings["weapons"] == "all" for settings in tables) > 100


@pytest.mark.slow
def test_the_same_nights_teach_the_same() -> None:
    ends = []
    for _ in range(2):
        learner = Learner(copy())
        sweep(learner, 2, 1, 0.001, "seed")
        ends.append(learner.judge.values())
    assert ends[0] == ends[1] != TRACKED.values()
    assert played(copy(), table(tracked=True, rng=SeededRng("one")), 1, 100, "night")
