from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb

import pytest

from engine.luck import Chances, Luck, Throw, luck, one_of, together
from tests.engine.chance import halfway, variance

DIE = one_of(range(1, 7))
COIN = one_of((0, 1))
MIXED = ((1, 2, 3, 4, 5, 6), (0, 0, 1), (-4, 7), (3,), (-1, -1, 0, 5))
"""What five very different decisions of chance can bring."""


def counted(*parts: tuple[int, ...]) -> Counter[int]:
    """How many of all combinations have which sum, by trying out every one."""
    return Counter(map(sum, product(*parts)))


def cases(chances: Chances) -> dict[int, int]:
    """The cases of each number that can come."""
    return {chances.least + at: number for at, number in enumerate(chances.cases) if number}


# How numbers fall


@pytest.mark.parametrize("count", range(1, len(MIXED) + 1))
def test_a_sum_falls_as_often_as_there_are_combinations_of_it(count: int) -> None:
    parts = MIXED[:count]
    assert cases(together(map(one_of, parts))) == counted(*parts)


def test_two_dice_show_what_everybody_knows() -> None:
    two = together((DIE, DIE))
    assert [two.of(number) for number in (2, 7, 12)] == [Fraction(1, 36), Fraction(6, 36), Fraction(1, 36)]
    assert two.above(7) == two.below(7) == Fraction(15, 36)
    assert two.mean == 7


def test_the_order_of_the_parts_does_not_matter() -> None:
    assert together(map(one_of, MIXED)) == together(map(one_of, reversed(MIXED)))


def test_of_many_coins_as_many_fall_on_one_side_as_the_binomial_says() -> None:
    many = together([COIN] * 50)
    assert many.cases == tuple(comb(50, heads) for heads in range(51))


@pytest.mark.parametrize("count", [1, 2, 3, 7, 64, 101])
def test_dice_fall_as_far_above_their_mean_as_below_it(count: int) -> None:
    dice = together([DIE] * count)
    assert dice.cases == dice.cases[::-1]
    assert dice.mean == Fraction(7 * count, 2)
    assert variance(dice) == Fraction(35 * count, 12)
    assert dice.total == 6**count


def test_something_comes_for_certain() -> None:
    mixed = together(map(one_of, MIXED))
    numbers = range(mixed.least - 2, mixed.least + len(mixed.cases) + 2)
    assert sum(mixed.of(number) for number in numbers) == 1
    for number in numbers:
        assert mixed.below(number) + mixed.of(number) + mixed.above(number) == 1


def test_beyond_what_can_come_nothing_does() -> None:
    assert {DIE.of(0), DIE.of(7), DIE.above(6), DIE.above(99), DIE.below(1), DIE.below(-99)} == {Fraction(0)}
    assert {DIE.above(0), DIE.above(-99), DIE.below(7), DIE.below(99)} == {Fraction(1)}


def test_the_mean_of_a_sum_is_the_sum_of_the_means() -> None:
    parts = [one_of(part) for part in MIXED]
    assert together(parts).mean == sum(part.mean for part in parts)


def test_of_nothing_nothing_comes() -> None:
    assert cases(together(())) == {0: 1}
    with pytest.raises(ValueError, match="nothing could have come"):
        one_of(())


# Luck


def test_luck_sets_what_came_against_all_that_could_have_come() -> None:
    """6 and 4 with two dice: 11 and 12 are more, in 3 of 36 cases; 10 is as much, in 3 others."""
    found = luck((Throw(6, DIE), Throw(4, DIE)))
    assert found.came == 10
    assert found.expected == 7
    assert (found.luckier, found.as_lucky) == (Fraction(3, 36), Fraction(3, 36))


def test_where_it_did_harm_less_of_it_is_luckier() -> None:
    found = luck((Throw(6, DIE), Throw(4, DIE)), harm=True)
    assert (found.luckier, found.as_lucky) == (Fraction(30, 36), Fraction(3, 36))


def test_what_is_certain_is_no_luck() -> None:
    sure = Throw(3, one_of((3,)))
    assert luck((sure, sure)).luckier == 0
    assert luck((sure, sure)).as_lucky == 1
    unsure = luck((Throw(2, DIE),))
    assert luck((sure, Throw(2, DIE))).luckier == unsure.luckier


@pytest.mark.parametrize("harm", [False, True])
@pytest.mark.parametrize("parts", [MIXED, ((1, 2, 3, 4, 5, 6),) * 3], ids=["mixed", "dice"])
def test_on_the_average_half_of_all_games_are_luckier(
    parts: tuple[tuple[int, ...], ...], *, harm: bool
) -> None:
    """Over every combination there is, each as likely as the others; the same luck counts half."""
    could = together(map(one_of, parts))
    every = [halfway(Luck(sum(numbers), could, harm)) for numbers in product(*parts)]
    assert sum(every) / len(every) == Fraction(1, 2)
