"""Luck: what chance gave, against all that it could have given at the very same moments.

A `Throw` is one decision of chance in numbers: what came, and everything that could have come, as it was to
be known just before. Luck is the sum of what came, against the sum of as many independent throws. So skill
stays out: whoever plays however, what came less what was to be expected is 0 on the average.

All of it is counted, in whole numbers and fractions; nothing is tried out.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Chances:
    """How a whole number may fall: the number of equally likely cases for each one, from `least` up."""

    least: int
    cases: tuple[int, ...]

    @property
    def total(self) -> int:
        """How many equally likely cases there are."""
        return sum(self.cases)

    @property
    def mean(self) -> Fraction:
        """The number to be expected."""
        return self.least + Fraction(sum(at * cases for at, cases in enumerate(self.cases)), self.total)

    def probability_of(self, number: int) -> Fraction:
        """The chance of just this number."""
        at = number - self.least
        return Fraction(self.cases[at], self.total) if 0 <= at < len(self.cases) else Fraction(0)

    def probability_above(self, number: int) -> Fraction:
        """The chance of a greater number."""
        return Fraction(sum(self.cases[max(number - self.least + 1, 0) :]), self.total)

    def probability_below(self, number: int) -> Fraction:
        """The chance of a smaller number."""
        return 1 - self.probability_above(number - 1)


def uniform_chances(numbers: Iterable[int]) -> Chances:
    """One of these, each as likely as any other; a number that is there twice is twice as likely.

    Raises `ValueError` if there is none.
    """
    found = sorted(numbers)
    if not found:
        raise ValueError("nothing could have come")
    least, most = found[0], found[-1]
    cases = [0] * (most - least + 1)
    for number in found:
        cases[number - least] += 1
    return Chances(least, tuple(cases))


def sum_chances(parts: Iterable[Chances]) -> Chances:
    """The sum of independent numbers; 0 for certain if there are none."""
    found = list(parts) or [uniform_chances((0,))]
    while len(found) > 1:
        pairs = [found[at : at + 2] for at in range(0, len(found), 2)]
        found = [_sum_pair(*pair) if len(pair) > 1 else pair[0] for pair in pairs]
    return found[0]


def _sum_pair(one: Chances, other: Chances) -> Chances:
    """The sum of two numbers: their cases multiplied like polynomials.

    Each polynomial is written into one long number, with room for the largest coefficient there can be: then
    Python multiplies hundreds of dice in no time.
    """
    room = (one.total * other.total).bit_length() // 8 + 1  # bytes
    product = _pack_cases(one, room) * _pack_cases(other, room)
    count = len(one.cases) + len(other.cases) - 1
    digits = product.to_bytes(count * room, "little")
    cases = (int.from_bytes(digits[at : at + room], "little") for at in range(0, len(digits), room))
    return Chances(one.least + other.least, tuple(cases))


def _pack_cases(chances: Chances, room: int) -> int:
    return int.from_bytes(b"".join(cases.to_bytes(room, "little") for cases in chances.cases), "little")


@dataclass(frozen=True, slots=True)
class Throw:
    """What chance brought at one moment, and what it could have brought."""

    value: int
    chances: Chances


@dataclass(frozen=True, slots=True)
class Luck:
    """The sum of what came, against all that could have come. `harm`: it did harm, so less is luckier."""

    total: int
    chances: Chances
    harm: bool = False

    @property
    def expected_sum(self) -> Fraction:
        """The sum that was to be expected."""
        return self.chances.mean

    @property
    def chance_luckier(self) -> Fraction:
        """The chance of being luckier than that."""
        return (
            self.chances.probability_below(self.total)
            if self.harm
            else self.chances.probability_above(self.total)
        )

    @property
    def chance_as_lucky(self) -> Fraction:
        """The chance of just the same luck."""
        return self.chances.probability_of(self.total)


def total_luck(throws: Iterable[Throw], *, harm: bool = False) -> Luck:
    """The luck of all these throws together."""
    every = tuple(throws)
    return Luck(sum(throw.value for throw in every), sum_chances(throw.chances for throw in every), harm)
