"""Luck: the sum of what chance gave, compared with everything it could have given.

A `Throw` is one random event in numbers: its result, and the distribution known just before it. Luck compares
the sum of the results with the distribution of that sum. Skill does not count: whatever a player does, result
minus expectation averages 0.

Everything is exact, in whole numbers and fractions; nothing is sampled.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Chances:
    """The distribution of a whole number: the number of equally likely cases for each, from `least` up."""

    least: int
    cases: tuple[int, ...]

    @property
    def total(self) -> int:
        """The number of equally likely cases."""
        return sum(self.cases)

    @property
    def mean(self) -> Fraction:
        """The expected value."""
        return self.least + Fraction(
            sum(offset * cases for offset, cases in enumerate(self.cases)), self.total
        )

    def probability_of(self, number: int) -> Fraction:
        """The probability of exactly `number`."""
        offset = number - self.least
        return Fraction(self.cases[offset], self.total) if 0 <= offset < len(self.cases) else Fraction(0)

    def probability_above(self, number: int) -> Fraction:
        """The probability of more than `number`."""
        return Fraction(sum(self.cases[max(number - self.least + 1, 0) :]), self.total)

    def probability_below(self, number: int) -> Fraction:
        """The probability of less than `number`."""
        return 1 - self.probability_above(number - 1)


def uniform_chances(numbers: Iterable[int]) -> Chances:
    """The distribution of a uniform choice among `numbers`; duplicates count twice.

    Raises `ValueError` if there are none.
    """
    values = sorted(numbers)
    if not values:
        raise ValueError("nothing could have come")
    least, most = values[0], values[-1]
    cases = [0] * (most - least + 1)
    for number in values:
        cases[number - least] += 1
    return Chances(least, tuple(cases))


def sum_chances(parts: Iterable[Chances]) -> Chances:
    """The distribution of the sum of independent numbers; certainly 0 if there are none."""
    summands = list(parts) or [uniform_chances((0,))]
    while len(summands) > 1:
        pairs = [summands[start : start + 2] for start in range(0, len(summands), 2)]
        summands = [_sum_pair(*pair) if len(pair) > 1 else pair[0] for pair in pairs]
    return summands[0]


def _sum_pair(first: Chances, second: Chances) -> Chances:
    """The distribution of the sum of two numbers, by multiplying their cases like polynomials.

    Each polynomial is packed into one big integer, with room for the largest possible coefficient, so that
    Python multiplies hundreds of dice fast.
    """
    room = (first.total * second.total).bit_length() // 8 + 1  # bytes
    product = _pack_cases(first, room) * _pack_cases(second, room)
    count = len(first.cases) + len(second.cases) - 1
    digits = product.to_bytes(count * room, "little")
    cases = (int.from_bytes(digits[start : start + room], "little") for start in range(0, len(digits), room))
    return Chances(first.least + second.least, tuple(cases))


def _pack_cases(chances: Chances, room: int) -> int:
    return int.from_bytes(b"".join(cases.to_bytes(room, "little") for cases in chances.cases), "little")


@dataclass(frozen=True, slots=True)
class Throw:
    """The result of one random event, and its distribution."""

    value: int
    chances: Chances


@dataclass(frozen=True, slots=True)
class Luck:
    """The sum of several results, and its distribution. `harm`: they did harm, so less is luckier."""

    total: int
    chances: Chances
    harm: bool = False

    @property
    def expected_sum(self) -> Fraction:
        """The expected sum."""
        return self.chances.mean

    @property
    def chance_luckier(self) -> Fraction:
        """The probability of being luckier than this."""
        return (
            self.chances.probability_below(self.total)
            if self.harm
            else self.chances.probability_above(self.total)
        )

    @property
    def chance_as_lucky(self) -> Fraction:
        """The probability of exactly this luck."""
        return self.chances.probability_of(self.total)


def total_luck(throws: Iterable[Throw], *, harm: bool = False) -> Luck:
    """Add up the luck of all these throws."""
    every = tuple(throws)
    return Luck(sum(throw.value for throw in every), sum_chances(throw.chances for throw in every), harm)
