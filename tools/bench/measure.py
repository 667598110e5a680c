"""Measuring two things side by side, so that a machine's moods meet both alike."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from statistics import median
from time import perf_counter, thread_time


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the report: times in milliseconds, and the ratio that must stay below `bar`."""

    what: str
    floor: str
    spent: float
    least: float
    bar: float | None = None

    @property
    def ratio(self) -> float:
        """How many times the floor."""
        return self.spent / self.least

    @property
    def holds(self) -> bool:
        """Whether the ratio is within the bar."""
        return self.bar is None or self.ratio <= self.bar

    def __str__(self) -> str:
        """The line as it is printed."""
        verdict = (
            "" if self.bar is None else f"  (at most {self.bar}: {'holds' if self.holds else 'TOO SLOW'})"
        )
        against = f"{self.least:8.3f} ms {self.floor}"
        return f"{self.what:<44} {self.spent:8.3f} ms  against {against:<44} {self.ratio:5.2f}{verdict}"


def pair(what: Callable[[], object], floor: Callable[[], object], rounds: int) -> tuple[float, float]:
    """The median milliseconds of two functions, called in turn."""
    return _pair(what, floor, rounds, perf_counter)


def pair_computing(
    what: Callable[[], object], floor: Callable[[], object], rounds: int
) -> tuple[float, float]:
    """The same of two that wait for nothing: the processor's time, without what others took in between.

    On a machine that is busy whatever lasts longer is interrupted more often, and seems slower than it is.
    """
    return _pair(what, floor, rounds, thread_time)


def _pair(
    what: Callable[[], object], floor: Callable[[], object], rounds: int, clock: Callable[[], float]
) -> tuple[float, float]:
    spent: list[float] = []
    least: list[float] = []
    for _ in range(rounds):
        spent.append(_timed(what, clock))
        least.append(_timed(floor, clock))
    return median(spent), median(least)


async def pair_async(
    what: Callable[[], Awaitable[object]],
    floor: Callable[[], Awaitable[object]],
    rounds: int,
    ready: Callable[[], Awaitable[object]] | None = None,
) -> tuple[float, float]:
    """The same, where both are awaited; `ready` comes before the first each time, and does not count."""
    spent: list[float] = []
    least: list[float] = []
    for _ in range(rounds):
        if ready is not None:
            await ready()
        spent.append(await _awaited(what))
        least.append(await _awaited(floor))
    return median(spent), median(least)


async def _awaited(function: Callable[[], Awaitable[object]]) -> float:
    began = perf_counter()
    await function()
    return 1000 * (perf_counter() - began)


def _timed(function: Callable[[], object], clock: Callable[[], float]) -> float:
    began = clock()
    function()
    return 1000 * (clock() - began)
