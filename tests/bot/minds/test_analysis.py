"""What is made of a game from answers that are written down by hand."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from bot.minds.analysis import (
    CLOSER,
    FIRST_LOOK,
    LUCKS,
    MOST,
    WEIGHED,
    Analysis,
    ChanceSwing,
    Slip,
    TakenAction,
    Worths,
    analyse,
    decisions_to_weigh,
    first_positions,
    load_analysis,
    positions_between,
    value_for_seat,
)
from engine.mind import ActionWorth


def actions_of(*seats: int, chance: bool = False) -> tuple[TakenAction, ...]:
    """A game in which these seats decided, one line after the other; each action is called by its ply."""
    return tuple(
        TakenAction(ply, seat, f"a{ply}", decided=True, chance=chance) for ply, seat in enumerate(seats, 1)
    )


def standings_of(*values: float) -> dict[int, float]:
    return dict(enumerate(values))


def weighed_actions(best: float, worth: float, ply: int) -> tuple[ActionWorth[str], ...]:
    """What was better than the action of that ply, and what that was worth."""
    return ActionWorth("better", best), ActionWorth(f"a{ply}", worth)


def analysis_of(
    way: tuple[TakenAction, ...],
    standings: dict[int, float],
    worths: Worths | None = None,
    *,
    together: bool = False,
) -> Analysis:
    return analyse("grete", 0, way, standings, worths or {}, together=together)


# Whose it is


def test_what_one_side_can_expect_the_other_cannot() -> None:
    assert value_for_seat(0.7, 0, together=False) == 0.7
    assert value_for_seat(0.7, 1, together=False) == pytest.approx(0.3)


def test_where_all_play_together_they_expect_the_same() -> None:
    assert [value_for_seat(0.7, seat, together=True) for seat in range(4)] == [0.7] * 4


# Where to look


@pytest.mark.parametrize("count", [1, 2, 3, FIRST_LOOK])
def test_of_a_short_game_every_position_is_looked_at(count: int) -> None:
    assert first_positions(count) == tuple(range(count))
    assert positions_between(dict.fromkeys(first_positions(count), 0.5)) == ()


@pytest.mark.parametrize("count", [FIRST_LOOK + 1, 1443, 20_000])
def test_of_a_long_game_the_first_the_last_and_some_between(count: int) -> None:
    places = first_positions(count)
    assert (places[0], places[-1]) == (0, count - 1)
    assert len(places) <= FIRST_LOOK + 1
    gaps = {after - before for before, after in pairwise(places)}
    assert max(gaps) <= -(-count // FIRST_LOOK)


def test_then_all_positions_between_those_where_most_happened() -> None:
    coarse = dict.fromkeys(range(0, 200, 5), 0.5)
    coarse[100] = 0.9
    assert {96, 97, 98, 99, 101, 102, 103, 104} <= set(positions_between(coarse))
    assert len(positions_between(coarse)) == 4 * CLOSER


# What to weigh


def test_those_decisions_are_weighed_after_which_their_own_seat_stood_worse() -> None:
    way = actions_of(0, 1, 0, 1)
    assert decisions_to_weigh(way, standings_of(0.5, 0.6, 0.7, 0.4, 0.3), together=False) == (1, 2)


def test_where_all_play_together_a_fall_is_everybodys() -> None:
    way = actions_of(0, 1, 0, 1)
    assert decisions_to_weigh(way, standings_of(0.5, 0.6, 0.7, 0.4, 0.3), together=True) == (2, 3)


def test_what_nobody_decided_is_not_weighed() -> None:
    way = tuple(replace(one, decided=False) for one in actions_of(0, 0))
    assert decisions_to_weigh(way, standings_of(0.9, 0.5, 0.1), together=False) == ()


def test_where_nobody_has_looked_nothing_is_weighed() -> None:
    assert decisions_to_weigh(actions_of(0, 0, 0), {0: 0.9, 1: 0.5, 3: 0.0}, together=False) == (0,)


def test_only_so_many_are_weighed_those_that_fell_most() -> None:
    fell = [0.001 * at for at in range(40)]
    standings, now = [1.0], 1.0
    for fall in fell:
        now -= fall
        standings.append(now)
    assert decisions_to_weigh(actions_of(*[0] * 40), standings_of(*standings), together=False) == tuple(
        range(40 - WEIGHED, 40)
    )


# What cost most


def test_a_decision_is_told_with_how_it_stood_and_what_was_better() -> None:
    found = analysis_of(actions_of(0), standings_of(0.6, 0.3), {0: weighed_actions(0.62, 0.35, 1)})
    assert found.slips == (Slip(1, 0, "a1", "better", 0.6, 0.3, 0.35, 0.62),)


def test_the_second_seat_is_told_what_it_could_expect_itself() -> None:
    found = analysis_of(actions_of(0, 1), standings_of(0.5, 0.4, 0.7), {1: weighed_actions(0.6, 0.3, 2)})
    assert found.slips == (Slip(2, 1, "a2", "better", 0.6, 0.3, 0.3, 0.6),)


def test_the_best_action_is_no_mistake_whatever_came_of_it() -> None:
    worths = {0: (ActionWorth("a1", 0.6), ActionWorth("other", 0.2))}
    assert analysis_of(actions_of(0, chance=True), standings_of(0.6, 0.1), worths).slips == ()


def test_bad_luck_makes_no_mistake_of_what_cost_nothing() -> None:
    found = analysis_of(
        actions_of(0, chance=True), standings_of(0.6, 0.1), {0: weighed_actions(0.62, 0.6, 1)}
    )
    assert found.slips == ()
    assert found.lucks == (ChanceSwing(1, 0.6, 0.1),)


def test_good_luck_does_not_hide_a_mistake() -> None:
    found = analysis_of(
        actions_of(0, chance=True), standings_of(0.6, 0.55), {0: weighed_actions(0.6, 0.3, 1)}
    )
    assert [slip.worth for slip in found.slips] == [0.3]
    assert found.lucks == (ChanceSwing(1, 0.3, 0.55),)


def costing(seats: tuple[int, ...], costs: tuple[float, ...]) -> Analysis:
    worths = {at: weighed_actions(0.5, 0.5 - cost, at + 1) for at, cost in enumerate(costs)}
    return analysis_of(actions_of(*seats), standings_of(*[0.5] * (len(costs) + 1)), worths)


def test_the_dearest_three_are_told_in_the_order_of_the_game() -> None:
    found = costing((0,) * 5, (0.2, 0.06, 0.3, 0.1, 0.4))
    assert [slip.ply for slip in found.slips] == [1, 3, 5]
    assert found.dearest_slips() == found.slips
    assert len(found.slips) == MOST


def test_to_who_sits_there_their_own_are_told_first_and_others_as_there_is_room() -> None:
    found = costing((0, 1, 0, 1, 0, 0), (0.2, 0.06, 0.3, 0.07, 0.4, 0.1))
    assert [slip.ply for slip in found.dearest_slips()] == [1, 3, 5]
    assert [slip.ply for slip in found.dearest_slips(1)] == [2, 4, 5]
    assert [slip.ply for slip in found.dearest_slips(0)] == [1, 3, 5]
    assert [slip.ply for slip in found.dearest_slips(4)] == [1, 3, 5]


def test_what_cost_less_than_a_mind_can_tell_is_not_told() -> None:
    assert analysis_of(actions_of(0), standings_of(0.5, 0.4), {0: weighed_actions(0.5, 0.47, 1)}).slips == ()


def test_an_action_that_was_not_named_was_worth_what_the_last_one_was_at_most() -> None:
    worths = {0: (ActionWorth("better", 0.6), ActionWorth("other", 0.4))}
    (slip,) = analysis_of(actions_of(0), standings_of(0.5, 0.1), worths).slips
    assert slip.worth == 0.4


def test_where_only_one_action_was_named_nothing_is_known_of_another() -> None:
    assert analysis_of(actions_of(0), standings_of(0.5, 0.1), {0: (ActionWorth("better", 0.6),)}).slips == ()


# What was luck


def test_without_chance_nothing_is_luck() -> None:
    assert analysis_of(actions_of(0), standings_of(0.5, 0.9)).lucks == ()


def test_luck_is_told_against_what_the_action_was_worth_to_its_seat() -> None:
    found = analysis_of(actions_of(1, chance=True), standings_of(0.5, 0.9), {0: weighed_actions(0.5, 0.3, 1)})
    assert found.lucks == (ChanceSwing(1, 0.7, 0.9),)


def test_the_greatest_strokes_of_luck_are_told_in_the_order_of_the_game() -> None:
    found = analysis_of(actions_of(0, 0, 0, chance=True), standings_of(0.2, 0.4, 0.55, 0.2))
    assert [luck.ply for luck in found.lucks] == [1, 3]
    assert len(found.lucks) == LUCKS


# As it is kept


def test_the_curve_has_the_line_of_each_position_that_was_looked_at() -> None:
    way = tuple(replace(one, ply=one.ply + 12) for one in actions_of(0, 1, 0))
    found = analyse("grete", 10, way, {0: 0.5, 1: 0.6, 3: 1.0}, {}, together=False)
    assert found.plies == (10, 13, 15)
    assert found.standings == (0.5, 0.6, 1.0)


def test_what_is_kept_comes_back_as_it_was() -> None:
    worths = {0: weighed_actions(0.6, 0.3, 1)}
    found = analysis_of(actions_of(0, 1, chance=True), standings_of(0.5, 0.9, 0.2), worths)
    assert found.slips
    assert found.lucks
    assert load_analysis(found.dump()) == found


def test_what_was_as_good_is_kept_and_a_review_made_before_knows_of_nothing() -> None:
    found = analysis_of(actions_of(0), standings_of(0.5, 0.2), {0: weighed_actions(0.6, 0.3, 1)})
    with_others = replace(found, slips=(replace(found.slips[0], also=("other", "third")),))
    assert load_analysis(with_others.dump()) == with_others
    assert load_analysis(found.dump().replace(',"also":[]', "")) == found


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"level": "grete"}'])
def test_anything_else_is_no_review(text: str) -> None:
    with pytest.raises((ValueError, KeyError, TypeError)):
        load_analysis(text)
