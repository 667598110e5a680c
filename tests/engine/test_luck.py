from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb

import pytest

from engine.luck import Chances, Luck, Throw, sum_chances, total_luck, uniform_chances
from tests.engine.chance import halfway, variance

DIE = uniform_chances(range(1, 7))
COIN = uniform_chances((0, 1))
MIXED = ((1, 2, 3, 4, 5, 6), (0, 0, 1), (-4, 7), (3,), (-1, -1, 0, 5))
"""What five very different decisions of chance can bring."""


def count_sums(*parts: tuple[int, ...]) -> Counter[int]:
    """How many of all combinations have which sum, by trying out every one."""
    return Counter(map(sum, product(*parts)))


def cases(chances: Chances) -> dict[int, int]:
    """The cases of each number that can come."""
    return {chances.least + at: number for at, number in enumerate(chances.cases) if number}


# How numbers fall


@pytest.mark.parametrize("count", range(1, len(MIXED) + 1))
def test_a_sum_falls_as_often_as_there_are_combinations_of_it(count: int) -> None:
    parts = MIXED[:count]
    assert cases(sum_chances(map(uniform_chances, parts))) == count_sums(*parts)


def test_two_dice_show_what_everybody_knows() -> None:
    two = sum_chances((DIE, DIE))
    assert [two.probability_of(number) for number in (2, 7, 12)] == [
        Fraction(1, 36),
        Fraction(6, 36),
        Fraction(1, 36),
    ]
    assert two.probability_above(7) == two.probability_below(7) == Fraction(15, 36)
    assert two.mean == 7


def test_the_order_of_the_parts_does_not_matter() -> None:
    assert sum_chances(map(uniform_chances, MIXED)) == sum_chances(map(uniform_chances, reversed(MIXED)))


def test_of_many_coins_as_many_fall_on_one_side_as_the_binomial_says() -> None:
    many = sum_chances([COIN] * 50)
    assert many.cases == tuple(comb(50, heads) for heads in range(51))


@pytest.mark.parametrize("count", [1, 2, 3, 7, 64, 101])
def test_dice_fall_as_far_above_their_mean_as_below_it(count: int) -> None:
    dice = sum_chances([DIE] * count)
    assert dice.cases == dice.cases[::-1]
    assert dice.mean == Fraction(7 * count, 2)
    assert variance(dice) == Fraction(35 * count, 12)
    assert dice.total == 6**count


def test_something_comes_for_certain() -> None:
    mixed = sum_chances(map(uniform_chances, MIXED))
    numbers = range(mixed.least - 2, mixed.least + len(mixed.cases) + 2)
    assert sum(mixed.probability_of(number) for number in numbers) == 1
    for number in numbers:
        assert (
            mixed.probability_below(number) + mixed.probability_of(number) + mixed.probability_above(number)
            == 1
        )


def test_beyond_what_can_come_nothing_does() -> None:
    assert {
        DIE.probability_of(0),
        DIE.probability_of(7),
        DIE.probability_above(6),
        DIE.probability_above(99),
        DIE.probability_below(1),
        DIE.probability_below(-99),
    } == {Fraction(0)}
    assert {
        DIE.probability_above(0),
        DIE.probability_above(-99),
        DIE.probability_below(7),
        DIE.probability_below(99),
    } == {Fraction(1)}


def test_the_mean_of_a_sum_is_the_sum_of_the_means() -> None:
    parts = [uniform_chances(part) for part in MIXED]
    assert sum_chances(parts).mean == sum(part.mean for part in parts)


def test_of_nothing_nothing_comes() -> None:
    assert cases(sum_chances(())) == {0: 1}
    with pytest.raises(ValueError, match="nothing could have come"):
        uniform_chances(())


# Luck


def test_luck_sets_what_came_against_all_that_could_have_come() -> None:
    """6 and 4 with two dice: 11 and 12 are more, in 3 of 36 cases; 10 is as much, in 3 others."""
    found = total_luck((Throw(6, DIE), Throw(4, DIE)))
    assert found.total == 10
    assert found.expected_sum == 7
    assert (found.chance_luckier, found.chance_as_lucky) == (Fraction(3, 36), Fraction(3, 36))


def test_where_it_did_harm_less_of_it_is_luckier() -> None:
    found = total_luck((Throw(6, DIE), Throw(4, DIE)), harm=True)
    assert (found.chance_luckier, found.chance_as_lucky) == (Fraction(30, 36), Fraction(3, 36))


def test_what_is_certain_is_no_luck() -> None:
    sure = Throw(3, uniform_chances((3,)))
    assert total_luck((sure, sure)).chance_luckier == 0
    assert total_luck((sure, sure)).chance_as_lucky == 1
    unsure = total_luck((Throw(2, DIE),))
    assert total_luck((sure, Throw(2, DIE))).chance_luckier == unsure.chance_luckier


@pytest.mark.parametrize("harm", [False, True])
@pytest.mark.parametrize("parts", [MIXED, ((1, 2, 3, 4, 5, 6),) * 3], ids=["mixed", "dice"])
def test_on_the_average_half_of_all_games_are_luckier(
    parts: tuple[tuple[int, ...], ...], *, harm: bool
) -> None:
    """Over every combination there is, each as likely as the others; the same luck counts half."""
    could = sum_chances(map(uniform_chances, parts))
    every = [halfway(Luck(sum(numbers), could, harm)) for numbers in product(*parts)]
    assert sum(every) / len(every) == Fraction(1, 2)
