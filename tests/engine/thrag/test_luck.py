from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from engine.luck import Throw, total_luck, uniform_chances
from engine.replay import LogPosition
from engine.thrag.luck import coins, dice
from tests.bot.games.whole_games import whole
from tests.engine.chance import is_fair, positions_after, positions_of
from tests.engine.thrag.nights import new_night, night
from tests.engine.thrag.players import Player, game, sensible, wild

FACES = range(6)


def play_positions(
    chance: tuple[int, ...], *lines: str, first: int = 0, **options: int
) -> tuple[LogPosition, ...]:
    """A new game, stacks and pools in rising order: aces come first as beasts, and nulls as coins."""
    new = new_night(*chance, **options)  # type: ignore[arg-type]
    return positions_after("thrag", new.state, new.rng, *lines, first=first)


LINES = ("fight blue with blue", "pay 2", "fight blue with blue", "reroll red", "resign")
"""Blue has 1 + 0 against Thrag's 0: the null does not slay, any other coin does. Then red's die anew."""


def test_each_turn_thrags_die_meets_those_of_the_beasts() -> None:
    found = play_positions((1, 2, 0, 4), "resign")
    (turn,) = dice(found)
    assert turn.value == (4 - 1) + (4 - 2) + (4 - 0)
    assert turn.chances.mean == 0


def test_a_pawn_sets_a_new_die_against_the_one_that_lies_there() -> None:
    found = play_positions((1, 2, 0, 0, 4), *LINES)
    turn, red = dice(found)
    assert turn.value == -1 - 2 - 0
    assert (red.value, red.chances.mean) == (0 - 4, Fraction(-5, 2))


def test_the_chance_of_more_is_counted_over_all_dice() -> None:
    """A turn and a new die of red against Thrag's 0, tried out in all their 6 ** 5 ways."""
    found = total_luck(dice(play_positions((1, 2, 0, 0, 4), *LINES)))
    ways = Counter(3 * own - sum(foes) - new for own, *foes, new in product(FACES, repeat=5))
    assert found.total == -7
    assert found.chance_luckier == Fraction(sum(count for lead, count in ways.items() if lead > -7), 6**5)
    assert found.chance_as_lucky == Fraction(ways[-7], 6**5)


def test_a_coin_is_set_against_those_that_were_left_in_its_pool() -> None:
    """Five of six slay, and the null came; after that any of the five does, so that this is no luck."""
    null, ace = coins(play_positions((1, 2, 0, 0, 4), *LINES))
    assert (null.value, null.chances.mean) == (0, Fraction(5, 6))
    assert ace == Throw(1, uniform_chances((1, 1, 1, 1, 1)))
    both = total_luck((null, ace))
    assert (both.chance_luckier, both.chance_as_lucky) == (Fraction(5, 6), Fraction(1, 6))


def test_a_null_is_worth_what_was_agreed() -> None:
    (null,) = coins(play_positions((1, 2, 0, 0), "fight blue with blue", "resign", null_coin=2))
    assert null == Throw(1, uniform_chances((1, 1, 1, 1, 1, 1)))


def test_a_fight_without_a_coin_is_no_luck() -> None:
    assert coins(play_positions((1, 2, 0, 4), "fight blue", "fight red", "resign")) == ()


def test_a_game_that_goes_on_from_elsewhere_counts_what_falls_there() -> None:
    found = play_positions((1, 2, 0, 0, 4), *LINES, first=3)
    assert [throw.value for throw in dice(found)] == [-4]
    assert [throw.value for throw in coins(found)] == [0, 1]


def test_where_beasts_are_missing_fewer_dice_are_met() -> None:
    shown = night("red 3+2\ngreen -\nblue -\nblack 4")
    (turn,) = dice(positions_after("thrag", shown.state, shown.rng, "resign"))
    assert turn.value == 2
    assert turn.chances.cases == (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1), "one die less another"


def test_the_luck_of_the_long_example() -> None:
    """2 against 3, 5 and 0; green anew: 2 against 0; Thrag's own anew: 0 against red's 3; 4 against 3 and 1.

    The blue coin, a 4 or an ace, was sure to slay what 1 was missing for; the red one, a 3 or a 5, slew not.
    """
    _, _, found = whole("thrag_example")
    assert [throw.value for throw in dice(found)] == [-2, 2, -3, 4]
    assert [throw.chances.mean for throw in dice(found)] == [0, Fraction(-1, 2), Fraction(-1, 2), 0]
    assert [(throw.value, throw.chances.mean) for throw in coins(found)] == [(1, 1), (0, Fraction(1, 2))]


@pytest.mark.slow
@pytest.mark.parametrize("player", [sensible, wild])
def test_whoever_plays_however_is_as_lucky_as_was_to_be_expected(player: Player) -> None:
    games = [positions_of(game({}, f"fair {seed}", player, Random(seed))) for seed in range(120)]
    assert is_fair(total_luck(dice(positions)) for positions in games)
    assert is_fair(total_luck(coins(positions)) for positions in games)
