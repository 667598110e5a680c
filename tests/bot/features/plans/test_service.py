"""The ghosts of plans: they are what the table will be, and tell nothing that nobody can know."""

from __future__ import annotations

import pytest

from bot.features.plans.service import MOST_STEPS, possible_steps, preview_of
from bot.games.catalogue import CATALOGUE
from engine.rng import SeededRng
from engine.trogdor import GAME
from engine.trogdor.model import State, Verb
from tests.bot.games.trogdor.test_menu import played_games

ENTRY = CATALOGUE["trogdor"]


def positions(number: int) -> list[State]:
    return [state for state in played_games(number, 3) if state.outcome is None]


@pytest.mark.parametrize("number", range(3))
def test_a_ghost_is_what_the_table_will_be_and_the_plan_ends_where_chance_does_it(number: int) -> None:
    drawn, known = 0, 0
    for state in positions(number)[::3]:
        seat = state.turn.seat
        for action in possible_steps(ENTRY, state, seat):
            way = preview_of(ENTRY, state, seat, [str(action)])
            assert way.actions == (action,)
            rng = SeededRng("the table's own")
            step = GAME.apply(state, seat, action, rng)
            by_chance = rng.counter > 0 or any(map(GAME.reveals, step.events))
            assert way.draws_chance == by_chance
            drawn, known = drawn + by_chance, known + (not by_chance)
            if not by_chance:
                assert GAME.view(way.ghost, None) == GAME.view(step.state, None)
    assert drawn > 8
    assert known > 40


@pytest.mark.parametrize("number", range(3))
def test_no_ghost_depends_on_the_order_of_the_piles_or_on_what_chance_will_bring(number: int) -> None:
    """Secret: two tables that look the same to everybody have the same ghosts, wherever a plan leads."""
    for state in positions(number)[::11]:
        other = GAME.reshuffle(state, SeededRng("another order"))
        assert GAME.view(state, None) == GAME.view(other, None)
        seat, lines = state.turn.seat, tuple[str, ...]()
        for _ in range(6):
            ways = [preview_of(ENTRY, one, seat, lines) for one in (state, other)]
            seen = [[GAME.view(ghost, None) for ghost in way.states] for way in ways]
            assert seen[0] == seen[1]
            assert ways[0].actions == ways[1].actions
            for action in possible_steps(ENTRY, ways[0].ghost, seat) if not ways[0].is_complete else ():
                longer = [preview_of(ENTRY, one, seat, (*lines, str(action))) for one in (state, other)]
                assert longer[0].draws_chance == longer[1].draws_chance
                assert longer[0].entry.speech.describe is not None
            steps = [one for one in possible_steps(ENTRY, ways[0].ghost, seat) if one.verb is not Verb.FINISH]
            if ways[0].is_complete or not steps:
                break
            lines = (*lines, str(steps[len(lines) % len(steps)]))


def test_a_way_ends_at_the_first_line_that_cannot_be_taken_and_is_of_a_bounded_length() -> None:
    state = next(one for one in positions(0) if one.turn.points > 1)
    seat = state.turn.seat
    good = next(str(one) for one in possible_steps(ENTRY, state, seat) if one.verb is Verb.STEP)
    assert preview_of(ENTRY, state, seat, [good, "step nowhere", good]).lines == (good,)
    assert preview_of(ENTRY, state, seat, ["leave"]).lines == ()
    other = (seat + 1) % 3
    assert preview_of(ENTRY, state, other, [good]).lines == ()
    assert len(preview_of(ENTRY, state, seat, ["step n", "step s"] * 40).lines) <= MOST_STEPS


def test_where_it_stands_is_read_off_the_position_and_a_position_aside_is_nowhere() -> None:
    state = next(one for one in positions(0) if one.turn.points > 3)
    seat, lines = state.turn.seat, list[str]()
    for _ in range(2):
        ghost = preview_of(ENTRY, state, seat, lines).ghost
        lines.append(next(str(one) for one in possible_steps(ENTRY, ghost, seat) if one.verb is Verb.STEP))
    way, at = preview_of(ENTRY, state, seat, lines), state
    for steps, line in enumerate(lines):
        assert way.steps_to(at) == steps
        at = GAME.apply(at, seat, GAME.parse(line, at), SeededRng("x")).state
    assert way.steps_to(at) == 2
    aside = next(str(one) for one in possible_steps(ENTRY, state, seat) if str(one) != lines[0])
    assert way.steps_to(GAME.apply(state, seat, GAME.parse(aside, state), SeededRng("x")).state) is None
