"""Figures with their uncertainty: rates, means, and between what bounds they lie with 95 % confidence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, median, stdev
from typing import Final

Z: Final = 1.959964
"""How many standard errors to either side hold 95 % of a normal distribution."""

STUDENT: Final = (
    *(12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228),
    *(2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086),
    *(2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042),
)
"""The same for Student's distribution with 1, 2, ... 30 degrees of freedom, as printed in any table."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure measured on `count` cases, and the bounds of its 95 % interval."""

    count: int
    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Distribution:
    """What a number was in `count` cases: its mean, its median, the least and the most."""

    count: int
    mean: float
    median: float
    least: float
    most: float


def rate(successes: int, count: int) -> Estimate:
    """A share between 0 and 1 with Wilson's score interval; raises `ValueError` if there are no cases.

    Wilson, Probable inference, the law of succession, and statistical inference (1927).
    """
    if not 0 <= successes <= count or not count:
        raise ValueError(f"{successes} of {count} is no share")
    share, square = successes / count, Z * Z / count
    centre = (share + square / 2) / (1 + square)
    reach = Z * sqrt(share * (1 - share) / count + square / (4 * count)) / (1 + square)
    return Estimate(count, share, max(centre - reach, 0.0), min(centre + reach, 1.0))


def mean(values: Sequence[float]) -> Estimate | None:
    """The mean with Student's interval; none of fewer than two values, of which nothing can be said."""
    free = len(values) - 1
    if free < 1:
        return None
    middle = fmean(values)
    errors = STUDENT[free - 1] if free <= len(STUDENT) else Z
    reach = errors * stdev(values) / sqrt(len(values))
    return Estimate(len(values), middle, middle - reach, middle + reach)


def distribution_of(values: Sequence[float]) -> Distribution | None:
    """Mean, median and extremes; none of no values."""
    if not values:
        return None
    return Distribution(len(values), fmean(values), median(values), min(values), max(values))
