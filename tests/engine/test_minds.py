"""What the mind of every game promises. A mind is covered by being registered."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from engine.mind import LEVELS, Level
from engine.minds import MINDS
from engine.registry import GAMES
from engine.rng import SeededRng
from tests.engine.games import AnyGame, turns

GLANCES = ("pip", "odo")
"""Levels that cost next to nothing."""

GIVING_UP = {"resign", "leave", "concede"}
EVERY = {"thud": 9, "trogdor": 17, "thrag": 5, "ploc": 7, "koom": 9}
"""Of a random game each position of so many is looked at, so that every kind of decision comes up."""


def decisions(key: str, seed: int, plies: int = 60) -> Iterator[tuple[AnyGame, Any, int]]:
    """Positions of a random game with as many players as it takes, and a seat that must act."""
    seats = min(3, GAMES[key].seats[-1])
    for number, (game, state, _) in enumerate(turns(key, seats, seed, plies)):
        acting = sorted(game.to_act(state))
        if acting and number % EVERY[key] == 0:
            yield game, state, acting[0]


def all_answers(key: str, game: AnyGame, state: Any, seat: int, level: Level) -> tuple[Any, ...]:
    """All that a mind says of a position."""
    mind, view, legal = MINDS[key], game.view(state, seat), game.legal(state, seat)
    return (
        mind.plan(view, legal, level, "seed"),
        mind.weigh(view, legal, level, "seed"),
        mind.evaluate(view, level, "seed"),
        mind.odds(view, legal),
    )


def test_each_mind_is_of_a_game_and_has_every_level() -> None:
    assert MINDS.keys() <= GAMES.keys(), "a mind without a game"
    for key, mind in MINDS.items():
        assert tuple(level.key for level in mind.levels) == LEVELS, key
        budgets = [level.budget for level in mind.levels]
        assert budgets == sorted(budgets), f"{key}: a stronger level has less to think with"


@pytest.mark.parametrize("key", MINDS)
@pytest.mark.parametrize("level", GLANCES)
@pytest.mark.parametrize("seed", range(2))
def test_a_plan_can_be_played(key: str, level: str, seed: int) -> None:
    mind = MINDS[key]
    for game, state, seat in decisions(key, seed):
        legal = game.legal(state, seat)
        plan = mind.plan(game.view(state, seat), legal, mind.level(level), "seed")
        assert plan[0] in legal, f"{key}, {level}: {plan[0]} is not legal"
        rng, at = SeededRng("what comes"), state
        for action in plan:
            assert action in game.legal(at, seat), f"{key}, {level}: {action} of {plan} is not legal any more"
            step = game.apply(at, seat, action, rng)
            at = step.state
            if any(map(game.reveals, step.events)) or seat not in game.to_act(at):
                break


@pytest.mark.parametrize("key", MINDS)
@pytest.mark.parametrize("level", GLANCES)
def test_worths_are_of_legal_actions_the_best_first(key: str, level: str) -> None:
    mind = MINDS[key]
    for game, state, seat in decisions(key, 5):
        view, legal = game.view(state, seat), game.legal(state, seat)
        weighed = mind.weigh(view, legal, mind.level(level), "seed")
        assert weighed, f"{key}: nothing is worth anything"
        assert {one.action for one in weighed} <= set(legal)
        assert len({one.action for one in weighed}) == len(weighed)
        worths = [one.worth for one in weighed]
        assert worths == sorted(worths, reverse=True)
        assert all(0 <= worth <= 1 for worth in worths)
        assert 0 <= mind.evaluate(view, mind.level(level), "seed") <= 1
        assert mind.plan(view, legal, mind.level(level), "seed")[0] == weighed[0].action


@pytest.mark.parametrize("key", MINDS)
def test_odds_are_likelihoods_of_what_can_be_done(key: str) -> None:
    for game, state, seat in decisions(key, 6):
        legal = game.legal(state, seat)
        notations = {str(action) for action in legal}
        for odds in MINDS[key].odds(game.view(state, seat), legal):
            assert 0 <= odds.chance <= 1, f"{key}: {odds}"
            assert not odds.action or odds.action in notations, f"{key}: {odds}"


@pytest.mark.sampled(3)
@pytest.mark.parametrize("key", MINDS)
@pytest.mark.parametrize("level", [*GLANCES, "wenna"])
def test_nobody_looks_at_what_lies_face_down(key: str, level: str) -> None:
    """Of two states that differ only in hidden information, a mind says the same."""
    mind, differed = MINDS[key], 0
    plies = 60 if level in GLANCES else 25
    for game, state, seat in decisions(key, 7, plies):
        other = game.reshuffle(state, SeededRng("another order"))
        differed += other != state
        assert game.view(other, seat) == game.view(state, seat)
        assert set(game.legal(other, seat)) == set(game.legal(state, seat))
        wanted = all_answers(key, game, state, seat, mind.level(level))
        assert all_answers(key, game, other, seat, mind.level(level)) == wanted, f"{key}, {level}"
    if key in ("trogdor", "thrag"):
        assert differed, f"{key}: nothing lay face down, so this has shown nothing"


@pytest.mark.slow
@pytest.mark.noted
@pytest.mark.parametrize("key", MINDS)
def test_the_best_does_not_look_at_what_lies_face_down_either(key: str) -> None:
    mind = MINDS[key]
    for game, state, seat in decisions(key, 8, 40):
        other = game.reshuffle(state, SeededRng("another order"))
        best = mind.levels[-1]
        assert all_answers(key, game, other, seat, best) == all_answers(key, game, state, seat, best)


LOOKED_INTO = "odo"
"""The level whose plans are compared."""

ELSEWHERE = """
import json
from engine.minds import MINDS
from tests.engine.test_minds import plans
print(json.dumps({key: plans(key) for key in MINDS}))
"""


def plans(key: str) -> list[list[str]]:
    """What a mind would do in some positions."""
    mind = MINDS[key]
    return [
        [
            str(action)
            for action in mind.plan(
                game.view(state, seat), game.legal(state, seat), mind.level(LOOKED_INTO), "seed"
            )
        ]
        for game, state, seat in decisions(key, 9, 25)
    ]


@cache
def elsewhere(hashes: str) -> Any:
    """The same for every mind in another process, with hashes of its own."""
    program = [sys.executable, "-c", ELSEWHERE]
    there = subprocess.run(  # noqa: S603 - our own program
        program, capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": hashes}
    )
    return json.loads(there.stdout)


@pytest.mark.slow
@pytest.mark.noted
@pytest.mark.parametrize("key", MINDS)
def test_the_same_question_has_the_same_answer_in_another_process(key: str) -> None:
    """Sets and hashes differ from process to process; a plan must not."""
    here = plans(key)
    assert here
    for hashes in ("1", "2"):
        assert elsewhere(hashes)[key] == here


@pytest.mark.parametrize("key", MINDS)
def test_no_mind_gives_up_at_the_beginning(key: str) -> None:
    mind = MINDS[key]
    game, state, seat = next(decisions(key, 10))
    for level in GLANCES:
        (first, *_) = mind.plan(game.view(state, seat), game.legal(state, seat), mind.level(level), "seed")
        assert str(first) not in GIVING_UP
