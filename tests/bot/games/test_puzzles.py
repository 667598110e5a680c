"""The included puzzles: each leads to a position, and is solved by the best action there."""

from __future__ import annotations

from collections import Counter

import pytest

from bot.games.catalogue import CATALOGUE
from bot.games.puzzle import has_puzzles, puzzle_of_day, set_up_puzzle
from data.puzzles import Puzzle, puzzles_of
from tools.puzzles.__main__ import ALIKE
from tools.puzzles.making import (
    SAME,
    SEARCHES,
    is_answer,
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


@pytest.mark.sampled(5)
@pytest.mark.parametrize("game", GAMES)
def test_the_days_go_round_in_order(game: str) -> None:
    whole, rules = puzzles_of(game), CATALOGUE[game].game
    assert whole is not None
    count = len(whole.puzzles)
    shown = [puzzle_of_day(rules, 20_000 + day).puzzle for day in range(count + 1)]
    assert shown[0] == shown[-1]
    assert len({(one.seed, one.lines) for one in shown}) == count
