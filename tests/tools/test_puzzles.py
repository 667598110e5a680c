"""What the search for puzzles found is still found, and is right in every order of its steps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from bot.games.puzzle import AnyGame, PuzzlePosition, set_up_puzzle
from data.puzzles import puzzles_of
from engine.action_order import state_if_turn_goes_on
from engine.mind import Level
from engine.minds import MINDS
from engine.registry import GAMES
from engine.rng import SeededRng
from tools.puzzles.making import SEARCHES, SEEDS, PuzzleDecision, find_puzzles, solve_decision


@pytest.mark.slow
@pytest.mark.noted
@pytest.mark.parametrize("game", SEARCHES)
def test_the_mind_still_finds_what_is_best(game: str) -> None:
    whole, rules = puzzles_of(game), GAMES[game]
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
@pytest.mark.noted
@pytest.mark.parametrize("game", SEARCHES)
def test_every_order_of_the_steps_that_are_best_is_right(game: str) -> None:
    whole, rules = puzzles_of(game), GAMES[game]
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


@pytest.mark.slow
@pytest.mark.noted("thrag")
def test_the_same_call_finds_the_same_puzzles() -> None:
    once, again = (
        [list(find_puzzles("thrag", number, "again")) for number in range(1, 21)] for _ in range(2)
    )
    assert once == again
    assert any(once)
