from __future__ import annotations

from fractions import Fraction
from math import sqrt
from random import Random

import pytest

from engine.luck import total_luck
from engine.ploc.luck import throws
from engine.replay import LogPosition
from tests.engine.chance import halfway, is_fair, positions_after, positions_of
from tests.engine.ploc.bouts import BROADFORD, PLOCKTON, new_bout
from tests.engine.ploc.players import Player, eager, game, wild

OPENING = "6 1 1  2 2 2  3 5 5"
"""Plockton's column, with a six for a new roll; Broadford's; what Plockton rolls first."""

FIRST_TURN = ("reroll 3", "4a weaken", "5b hit standing", "5c hit standing", "done")


def play_positions(chance: str, *lines: str, first: int = 0) -> tuple[LogPosition, ...]:
    bout = new_bout(chance)
    return positions_after("ploc", bout.state, bout.rng, *lines, first=first)


def dice(positions: tuple[LogPosition, ...], seat: int) -> list[int]:
    return [throw.value for throw in throws(positions, seat)]


def test_every_die_of_a_turn_counts_as_it_was_thrown() -> None:
    """The 3 and the 4 that it became: two throws, whichever was kept."""
    found = play_positions(f"{OPENING}  4  2 4 6", *FIRST_TURN, "1 resign")
    assert dice(found, PLOCKTON) == [3, 5, 5, 4]
    assert dice(found, BROADFORD) == [2, 4, 6]


def test_the_chance_of_more_is_that_of_as_many_dice() -> None:
    """17 with four dice: 18 and more come as often as 10 and less, in 1+4+10+20+35+56+80 of 1296 cases.

    12 with three: more comes as often as 8 and less, in 1+3+6+10+15+21 of 216 cases, and 12 itself in 25.
    """
    found = play_positions(f"{OPENING}  4  2 4 6", *FIRST_TURN, "1 resign")
    plockton, broadford = (total_luck(throws(found, seat)) for seat in (PLOCKTON, BROADFORD))
    assert plockton.total == 17
    assert plockton.expected_sum == 14
    assert (plockton.chance_luckier, plockton.chance_as_lucky) == (Fraction(206, 1296), Fraction(104, 1296))
    assert (broadford.total, broadford.expected_sum) == (12, Fraction(21, 2))
    assert (broadford.chance_luckier, broadford.chance_as_lucky) == (Fraction(56, 216), Fraction(25, 216))


def test_what_the_dice_are_used_for_does_not_count() -> None:
    """A use that is taken back and another one in its place: the same throws."""
    plain = play_positions(f"{OPENING}  1 1 1", "3a weaken", "5b hit standing", "5c hit standing", "done")
    other = play_positions(
        f"{OPENING}  1 1 1", "3a swap", "undo", "3a weaken", "5b swap", "5c hit standing", "done"
    )
    assert dice(plain, PLOCKTON) == dice(other, PLOCKTON) == [3, 5, 5]


def test_the_columns_of_a_match_do_not_count() -> None:
    """Match 2 begins with two columns, of which nothing is told, and Broadford's first roll."""
    found = play_positions(f"{OPENING}  1 2 3  4 5 6  2 2 1", "concede", "1 resign")
    assert dice(found, PLOCKTON) == [3, 5, 5]
    assert dice(found, BROADFORD) == [2, 2, 1]


def test_a_game_that_goes_on_from_elsewhere_counts_what_falls_there() -> None:
    """The dice that lay there already had fallen before."""
    found = play_positions(f"{OPENING}  4  2 4 6", *FIRST_TURN, "1 resign", first=1)
    assert dice(found, PLOCKTON) == [4]
    assert dice(found, BROADFORD) == [2, 4, 6]


@pytest.mark.slow
@pytest.mark.parametrize("player", [eager, wild])
def test_whoever_plays_however_throws_what_was_to_be_expected(player: Player) -> None:
    games = [positions_of(game(30, f"fair {seed}", player, Random(seed))) for seed in range(40)]
    assert is_fair(
        total_luck(throws(positions, seat)) for positions in games for seat in (PLOCKTON, BROADFORD)
    )


@pytest.mark.slow
def test_half_of_many_games_could_have_been_luckier() -> None:
    """Of each game the first six dice of both, as many in every game: what was rerolled changes no chance.

    A number between 0 and 1 with such a distribution has a variance of at most 1/12, so that the mean of 160
    is within five standard deviations of a half, but for less than one set of seeds in a million.
    """
    games = [positions_of(game(30, f"half {seed}", eager, Random(seed))) for seed in range(80)]
    thrown = [throws(positions, seat)[:6] for positions in games for seat in (PLOCKTON, BROADFORD)]
    assert {len(dice) for dice in thrown} == {6}, "every game lasts so long"
    mean = sum(float(halfway(total_luck(dice))) for dice in thrown) / len(thrown)
    assert abs(mean - 0.5) <= 5 / sqrt(12 * len(thrown))
