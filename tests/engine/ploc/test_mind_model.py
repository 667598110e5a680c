"""The mind's own model of a turn does what the rules do."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from random import Random

import pytest

from engine.core import read_settings
from engine.ploc import GAME
from engine.ploc.mind.columns import ALL_CASES, CASES, COLUMNS, DICE_NUMBER
from engine.ploc.mind.judging import lead_judge, race_judge, roll_worth
from engine.ploc.mind.positions import EMPTY_TEAM, TurnState, team, turn_of
from engine.ploc.mind.reading import TurnSearch, die_uses
from engine.ploc.mind.rerolling import best_rolls
from engine.ploc.model import State, Verb
from engine.rng import SeededRng
from tests.engine.ploc.bouts import bout
from tests.engine.ploc.players import wild


def positions(games: int) -> Iterator[State]:
    """Every position of some games in which anything is done."""
    for seed in range(games):
        chance, rng = Random(seed), SeededRng(str(seed))
        state = GAME.start(read_settings(GAME, {}, 2), 2, rng)
        while state.outcome is None:
            yield state
            seat, action = wild(state, chance)
            state = GAME.apply(state, seat, action, rng).state


def assert_uses_agree(state: State) -> None:
    """The same uses of dice as the rules have, and the same athletes and columns after each."""
    seat = state.turn.seat
    found = dict(die_uses(turn_of(GAME.view(state, seat))))
    legal = [action for action in GAME.legal(state, seat) if action.verb in (Verb.USE, Verb.BERSERK)]
    assert set(found) == set(legal)
    for action, pull in found.items():
        after = GAME.apply(state, seat, action, SeededRng("none")).state
        if EMPTY_TEAM in (pull.own, pull.other):
            assert after.outcome is not None or after.match > state.match
        else:
            assert pull == turn_of(GAME.view(after, seat))


def test_the_uses_of_dice_are_those_of_the_rules() -> None:
    for state in positions(12):
        if state.offer is None:
            assert_uses_agree(state)


def test_a_match_that_is_over_is_over_in_the_model_too() -> None:
    won = bout("Plockton 1 1 1 3\n Broadford 2 2 3 1\n rolled 4 4 1").state
    assert any(pull.is_over for _, pull in die_uses(turn_of(GAME.view(won, 0))))
    assert_uses_agree(won)


def random_pull(chance: Random) -> TurnState:
    """A turn before its first die, with few athletes or many."""
    column, facing = chance.choice(COLUMNS), chance.randrange(len(COLUMNS))
    most = chance.choice((2, 5, 12))
    own, other = ((chance.randint(1, most), chance.randrange(3)) for _ in range(2))
    return TurnState(column, own, other, facing, chance.choice(COLUMNS), (0, 1, 2), is_unused=True)


@pytest.mark.slow
@pytest.mark.parametrize("eager", [70, 100, 200])
def test_the_ways_of_a_roll_leave_out_nothing_that_would_be_better(eager: int) -> None:
    """All uses in all orders against the short list, by judges for whom who lies counts less."""
    chance, judge = Random(eager), race_judge(eager)
    for _ in range(100):
        pull = random_pull(chance)
        rope = (DICE_NUMBER[pull.column], *pull.own, pull.other_column, *pull.other)
        assert TurnSearch(judge).chance(pull) == roll_worth(rope, DICE_NUMBER[three(pull.dice)], judge), pull


def three(dice: tuple[int, ...]) -> tuple[int, int, int]:
    first, second, third = dice
    return first, second, third


def best_by_trying(worths: list[int], fresh: tuple[int, ...], fixed: tuple[int, ...], again: int) -> Fraction:
    """What dice are worth if some can be rolled again: every face, every choice, no table."""

    @cache
    def best_worth(fresh: tuple[int, ...], fixed: tuple[int, ...], again: int) -> Fraction:
        best = Fraction(worths[DICE_NUMBER[three(tuple(sorted(fresh + fixed)))]])
        for at in range(len(fresh) if again else 0):
            left = fresh[:at] + fresh[at + 1 :]
            faces = [best_worth(left, tuple(sorted((*fixed, face))), again - 1) for face in range(1, 7)]
            best = max(best, sum(faces, Fraction()) / 6)
        return best

    return best_worth(fresh, fixed, again)


@pytest.mark.rule("ploc:reroll-1")
@pytest.mark.parametrize("sixes", [1, 2, 3])
def test_rerolls_are_worth_what_trying_all_of_them_gives(sixes: int) -> None:
    chance = Random(sixes)
    worths = [chance.randrange(1000) for _ in COLUMNS]
    best = best_rolls(worths, sixes)
    for roll, dice in enumerate(COLUMNS):
        assert best[roll] == best_by_trying(worths, dice, (), sixes) * 6**sixes


def test_all_rolls_together_are_all_cases() -> None:
    assert sum(CASES) == ALL_CASES == 6**3
    assert [sum(number == DICE_NUMBER[dice] for number in DICE_NUMBER.values()) for dice in COLUMNS] == list(
        CASES
    )


@pytest.mark.rule("ploc:limit-1")
def test_at_the_limit_the_lead_decides_and_a_tie_is_told() -> None:
    even = (0, 2, 1, 0, 3, 0)
    assert (lead_judge(ties=True)(even), lead_judge(ties=False)(even)) == (1_000_000, 0)
    assert lead_judge(ties=False)((0, 2, 2, 0, 3, 0)) == 1_000_000


def test_a_view_is_read_as_it_lies() -> None:
    pull = turn_of(bout("Plockton 4 3 2 9\n Broadford 2 2 3 5+2\n rolled 4 1 4").play("4b swap").view)
    assert (pull.column, pull.own, pull.other, pull.dice) == ((4, 4, 2), (11, 0), (5, 2), (1, 4))
    assert (pull.free_places, pull.is_unused) == ((0, 2), False)
    assert team(bout().view.sides[1]) == (7, 0)
