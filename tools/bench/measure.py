"""Measuring two things side by side, so that a machine's moods meet both alike."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import thread_time


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the report: times in milliseconds, and the ratio that must stay below `bar`."""

    what: str
    floor: str
    spent: float
    least: float
    bar: float

    @property
    def ratio(self) -> float:
        """How many times the floor."""
        return self.spent / self.least

    @property
    def holds(self) -> bool:
        """Whether the ratio is within the bar."""
        return self.ratio <= self.bar

    def __str__(self) -> str:
        """The line as it is printed."""
        verdict = f"(at most {self.bar}: {'holds' if self.holds else 'TOO SLOW'})"
        against = f"{self.least:8.3f} ms {self.floor}"
        return f"{self.what:<44} {self.spent:8.3f} ms  against {against:<44} {self.ratio:5.2f}  {verdict}"


def pair_computing(
    what: Callable[[], object], floor: Callable[[], object], rounds: int
) -> tuple[float, float]:
    """The median milliseconds of two functions, called in turn: the processor's, without what others took.

    On a machine that is busy whatever lasts longer is interrupted more often, and seems slower than it is.
    """
    spent, least = list[float](), list[float]()
    for _ in range(rounds):
        spent.append(_timed(what))
        least.append(_timed(floor))
    return median(spent), median(least)


def _timed(function: Callable[[], object]) -> float:
    began = thread_time()
    function()
    return 1000 * (thread_time() - began)
