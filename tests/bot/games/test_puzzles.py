"""The included puzzles: each leads to a position, and is solved by the best action there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from bot.games.catalogue import CATALOGUE
from bot.games.puzzle import AnyGame, PuzzlePosition, has_puzzles, puzzle_of_day, set_up_puzzle
from data.puzzles import Puzzle, puzzles_of
from engine.action_order import state_if_turn_goes_on
from engine.mind import Level
from engine.minds import MINDS
from engine.rng import SeededRng
from tools.puzzles.__main__ import ALIKE
from tools.puzzles.making import (
    SAME,
    SEARCHES,
    SEEDS,
    PuzzleDecision,
    find_puzzles,
    is_answer,
    solve_decision,
)

FEWEST = 40
"""The least number of puzzles of a game, one for each day."""

ROUNDED = 0.0015
"""Shown values are rounded to three places."""

GAMES = [game for game, entry in CATALOGUE.items() if has_puzzles(entry.game)]

EVERY = [
    pytest.param(game, puzzle, id=f"{game}-{number}")
    for game in CATALOGUE
    for number, puzzle in enumerate(getattr(puzzles_of(game), "puzzles", ()))
]


@pytest.mark.parametrize("game", GAMES)
def test_each_game_has_enough_of_them_and_none_twice(game: str) -> None:
    whole = puzzles_of(game)
    assert whole is not None
    assert len(whole.puzzles) >= FEWEST
    assert len({(one.seed, one.lines) for one in whole.puzzles}) == len(whole.puzzles)


@pytest.mark.parametrize("game", GAMES)
def test_no_action_solves_too_many_puzzles(game: str) -> None:
    whole = puzzles_of(game)
    assert whole is not None
    solve = Counter(line for puzzle in whole.puzzles for line in puzzle.solutions)
    assert max(solve.values()) <= len(whole.puzzles) // ALIKE, solve.most_common(3)


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("game", "puzzle"), EVERY)
def test_a_puzzle_can_be_played_up_to_its_position_and_solved(game: str, puzzle: Puzzle) -> None:
    rules = CATALOGUE[game].game
    at = set_up_puzzle(rules, puzzle)
    assert rules.to_act(at.state) == {puzzle.seat}
    legal = {str(action): action for action in rules.legal(at.state, puzzle.seat)}
    assert {*puzzle.solutions, puzzle.played} <= legal.keys()
    assert puzzle.played not in puzzle.solutions
    assert all(map(is_answer, puzzle.solutions))
    assert sum(map(is_answer, legal)) >= SEARCHES[game].actions
    for line in puzzle.solutions:
        assert str(rules.parse(line, at.state)) == line
        at.step_after(rules, line)


@pytest.mark.parametrize(("game", "puzzle"), EVERY)
def test_what_is_best_is_clear(game: str, puzzle: Puzzle) -> None:
    worths, search = [worth for _, worth in puzzle.worths], SEARCHES[game]
    assert worths == sorted(worths, reverse=True)
    best = {line for line, worth in puzzle.worths if worth >= worths[0] - SAME * search.gap - ROUNDED}
    assert best == set(puzzle.solutions)
    assert len(best) <= search.most
    assert all(worth < worths[0] - search.gap + ROUNDED for line, worth in puzzle.worths if line not in best)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_mind_still_finds_what_is_best(game: str) -> None:
    whole, rules = puzzles_of(game), CATALOGUE[game].game
    assert whole is not None
    search = SEARCHES[game]
    assert search.closer_look == Level(whole.level, whole.budget)
    for puzzle in whole.puzzles:
        at = set_up_puzzle(rules, puzzle)
        actions = rules.legal(at.state, puzzle.seat)
        rng = (puzzle.seed, at.counter)
        position = PuzzleDecision(at.state, puzzle.lines, puzzle.seat, actions, None, rng)
        seen = solve_decision(rules, MINDS[game], search, position, SEEDS[0])
        assert seen is not None, puzzle
        assert seen.solutions == set(puzzle.solutions)


def best_turn(rules: AnyGame, at: PuzzlePosition, solution: str, level: Level) -> tuple[str, ...]:
    """The steps of the turn that begins with a solution; the last one ends the turn or reveals something."""
    seat, mind, lines = at.puzzle.seat, MINDS[rules.key], list[str]()
    state: Any = at.state
    plan: tuple[Any, ...] = (rules.parse(solution, state),)
    while state is not None:
        lines.append(str(plan[0]))
        state = state_if_turn_goes_on(rules, state, seat, plan[0])
        if state is not None:
            view, legal = rules.view(state, seat), rules.legal(state, seat)
            plan = plan[1:] or mind.plan(view, legal, level, SEEDS[0])
    return tuple(lines)


def forgetful(state: Any) -> Any:
    """A state without the turn before it, which Ploc and Koom Valley keep to show it."""
    return replace(state, last=None) if hasattr(state, "last") else state


def orders(
    rules: AnyGame, state: Any, seat: int, steps: Counter[str], last: str
) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every order of the steps before the last one, and the state after that, the same chance for all."""
    for action in rules.legal(state, seat):
        line = str(action)
        if not steps and line == last:
            yield (line,), forgetful(rules.apply(state, seat, action, SeededRng("orders")).state)
        if steps[line]:
            after = state_if_turn_goes_on(rules, state, seat, action)
            if after is not None:
                for others, came in orders(rules, after, seat, steps - Counter([line]), last):
                    yield (line, *others), came


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_order_of_the_steps_that_are_best_is_right(game: str) -> None:
    whole, rules = puzzles_of(game), CATALOGUE[game].game
    assert whole is not None
    counted = 0
    for puzzle in whole.puzzles:
        at = set_up_puzzle(rules, puzzle)
        for solution in puzzle.solutions:
            turn = best_turn(rules, at, solution, Level(whole.level, whole.budget))
            *steps, last = turn
            came = dict(orders(rules, at.state, puzzle.seat, Counter(steps), last))
            right = {order[0] for order, state in came.items() if state == came[turn]}
            assert right <= set(puzzle.solutions), (puzzle, turn)
            counted += sum(state == came[turn] for state in came.values())
    several = counted > sum(len(puzzle.solutions) for puzzle in whole.puzzles)
    assert several == (game in ("ploc", "trogdor")), (
        "elsewhere one step is the whole turn, or reveals something"
    )


@pytest.mark.sampled(5)
@pytest.mark.parametrize("game", GAMES)
def test_the_days_go_round_in_order(game: str) -> None:
    whole, rules = puzzles_of(game), CATALOGUE[game].game
    assert whole is not None
    count = len(whole.puzzles)
    shown = [puzzle_of_day(rules, 20_000 + day).puzzle for day in range(count + 1)]
    assert shown[0] == shown[-1]
    assert len({(one.seed, one.lines) for one in shown}) == count


@pytest.mark.slow
def test_the_same_call_finds_the_same_puzzles() -> None:
    once, again = (
        [list(find_puzzles("thrag", number, "again")) for number in range(1, 21)] for _ in range(2)
    )
    assert once == again
    assert any(once)
