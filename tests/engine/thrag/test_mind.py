"""The mind keeps to the rules at every level, sees nothing that lies face down, and says what it expects."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from random import Random

import pytest

from engine.core import read_settings
from engine.mind import LEVELS, Level
from engine.rng import SeededRng
from engine.thrag import GAME
from engine.thrag.mind import MIND
from engine.thrag.model import Action, State, Suit, Verb
from tests.engine.thrag.nights import night
from tests.engine.thrag.players import game, options, wild

KEYS = [level.key for level in MIND.levels]
SEARCHING = [level for level in MIND.levels if level.budget]
LATE = """
    red    5+3  stack 4 1       discards 2   coins 5 2
    green  2+2  stack 3 5 1     discards 4   coins 3 1 4 0
    blue   3+0  stack 1         slain 2 4    coins 4
    black  2    stack 3 5 1                  coins 0 4
"""


def at(key: str) -> Level:
    return MIND.level(key)


def ask(state: State, level: Level, seed: str = "seed") -> tuple[str, ...]:
    plan = MIND.plan(GAME.view(state, 0), GAME.legal(state, 0), level, seed)
    return tuple(map(str, plan))


def play_to_end(key: str, seed: str, **given: str) -> State:
    """A game that a level plays to its end, each of its plans as far as it goes."""
    rng = SeededRng(seed)
    state = GAME.start(read_settings(GAME, given, 1), 1, rng)
    while state.outcome is None:
        for action in MIND.plan(GAME.view(state, 0), GAME.legal(state, 0), at(key), seed):
            step = GAME.apply(state, 0, action, rng)
            state = step.state
            if any(map(GAME.reveals, step.events)):
                break
    return state


def positions(seed: int) -> Iterator[State]:
    """What a careless game with any options comes through: first turns, payments, last turns, lost nights."""
    chance = Random(seed)
    for ply in game(options(chance), str(seed), wild, chance):
        yield ply.before


def test_its_levels_are_those_of_every_mind() -> None:
    assert tuple(KEYS) == LEVELS


@pytest.mark.parametrize("key", KEYS)
def test_every_level_finds_something_legal_wherever_it_is_asked(key: str) -> None:
    level = at(key)
    for seed in range(12):
        for state in positions(seed):
            view, legal = GAME.view(state, 0), GAME.legal(state, 0)
            plan = MIND.plan(view, legal, level, "seed")
            assert plan
            assert plan[0] in legal
            assert plan[0].verb is not Verb.RESIGN


@pytest.mark.slow
@pytest.mark.parametrize("key", KEYS)
def test_whole_games_are_played_as_planned(key: str) -> None:
    """`GAME.apply` refuses what is not legal, so a plan that goes too far fails here."""
    for seed in range(3):
        assert play_to_end(key, str(seed), weapons="red-blue", null_coin="2", track_coins="yes").outcome
        assert play_to_end(key, str(seed)).outcome


@pytest.mark.parametrize("key", KEYS)
def test_the_best_that_is_weighed_is_what_is_done(key: str) -> None:
    level = at(key)
    for state in positions(3):
        view, legal = GAME.view(state, 0), GAME.legal(state, 0)
        weighed = MIND.weigh(view, legal, level, "seed")
        assert weighed[0].action == MIND.plan(view, legal, level, "seed")[0]
        assert {each.action for each in weighed} == set(legal)
        worths = [each.worth for each in weighed]
        assert worths == sorted(worths, reverse=True)
        assert all(0 <= worth <= 1 for worth in worths)


@pytest.mark.parametrize("level", SEARCHING, ids=lambda level: level.key)
def test_a_position_is_worth_what_its_best_action_is(level: Level) -> None:
    for state in positions(5):
        view, legal = GAME.view(state, 0), GAME.legal(state, 0)
        best = MIND.weigh(view, legal, level, "seed")[0].worth
        assert MIND.evaluate(view, level, "seed") == pytest.approx(best, abs=0.02)


@pytest.mark.rule("thrag:secret-1")
@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("tracks", [False, True])
def test_what_lies_face_down_changes_no_plan(key: str, tracks: bool) -> None:
    state = night(LATE, tracks=tracks).state
    plans = {ask(GAME.reshuffle(state, SeededRng(str(seed))), at(key)) for seed in range(12)}
    assert len(plans) == 1


@pytest.mark.parametrize("key", KEYS)
def test_the_same_question_has_the_same_answer(key: str) -> None:
    state = night(LATE, tracks=True).state
    assert ask(state, at(key)) == ask(state, at(key))


@pytest.mark.parametrize("level", SEARCHING, ids=lambda level: level.key)
def test_all_that_falls_for_nothing_is_slain_in_one_go(level: Level) -> None:
    plan = ask(night("red 1+1\n green 5+5\n blue 3+1\n black 4").state, level)
    assert set(plan) == {"fight red", "fight blue"}


@pytest.mark.rule("thrag:win-1")
@pytest.mark.parametrize("level", SEARCHING, ids=lambda level: level.key)
def test_a_sure_win_is_worth_all_and_a_lost_night_nothing(level: Level) -> None:
    won = night("red 1+1 slain 2..5\n green - slain 1..5\n blue - slain 1..5\n black 4").view
    assert MIND.evaluate(won, level, "seed") == 1
    lost = night(turn=11).view
    assert lost.lost
    assert MIND.evaluate(lost, level, "seed") == 0


@pytest.mark.parametrize("key", KEYS)
def test_a_game_that_is_over_stands_as_it_ended(key: str) -> None:
    won = night("red 1+1 slain 2..5\n green - slain 1..5\n blue - slain 1..5\n black 4").play("fight red")
    given_up = night().play("resign")
    assert MIND.evaluate(won.view, at(key), "seed") == 1
    assert MIND.evaluate(given_up.view, at(key), "seed") == 0


@pytest.mark.rule("thrag:coin-3")
@pytest.mark.parametrize("level", SEARCHING, ids=lambda level: level.key)
def test_coins_that_are_known_are_counted(level: Level) -> None:
    """One beast is left in the last turn, three too strong: only a 3 or more will do."""
    last = "red 5+3 slain 1..4 coins {}\n green - slain 1..5 coins -\n blue - slain 1..5 coins -\n black 5"
    flip = Action(Verb.FIGHT, Suit.RED, Suit.RED)
    for coins, chance in (("2 5 4", 2 / 3), ("0 3 1", 1 / 3), ("1 0 2", 0)):
        view = night(last.format(coins), turn=12, tracks=True, weapons="").view
        (weighed,) = MIND.weigh(view, (flip,), Level(level.key, 1), "seed")
        assert weighed.worth == pytest.approx(chance)


@pytest.mark.rule("thrag:coin-3")
@pytest.mark.parametrize("level", SEARCHING, ids=lambda level: level.key)
def test_coins_that_are_not_tracked_may_be_any(level: Level) -> None:
    """The same table: half of all coins would do, whichever lie there."""
    last = "red 5+3 slain 1..4 coins 1 0 2\n green - slain 1..5 coins -\n blue - slain 1..5 coins -\n black 5"
    view = night(last, turn=12, weapons="").view
    (weighed,) = MIND.weigh(view, (Action(Verb.FIGHT, Suit.RED, Suit.RED),), Level(level.key, 1), "seed")
    assert weighed.worth == pytest.approx(1 / 2)


@pytest.mark.slow
@pytest.mark.xdist_group("ladder of thrag")  # each level plays its nights once
@pytest.mark.parametrize(("weaker", "stronger"), list(pairwise(KEYS)))
def test_each_level_wins_more_often_than_the_one_below(weaker: str, stronger: str) -> None:
    """Of 150 nights, the same for both; the arena measures how much more (docs/strength.md)."""
    assert wins(stronger) > wins(weaker)


@cache
def wins(key: str) -> int:
    ends = [play_to_end(key, f"ladder {seed}", track_coins="yes").outcome for seed in range(150)]
    return sum(end is not None and end.ending == "win" for end in ends)
