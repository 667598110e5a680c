"""How the judge learns: its numbers are moved a little towards what nights have come to, many times over.

The slope of the error is followed back through the layers, and each number takes its own steps (Adam,
Kingma and Ba, 2015).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log, sqrt
from typing import Final

from engine.rng import SeededRng, shuffled
from engine.thrag.mind.judge import DIGITS, INPUTS, LAST, READING, SCALE, SUM, Judge, add

BATCH: Final = 128
"""Evenings whose slopes are averaged for one step."""

RECENT: Final = 0.1
"""How much of the mean slope is that of the last step."""

RECENT_SQUARE: Final = 0.001
"""How much of the mean square is that of the last step."""

Colour = tuple[int, int, int, int]
"""Tiles in the stack, discards, coins, pawn, as `Judge.inputs_of` takes them."""


@dataclass(frozen=True, slots=True)
class Evening:
    """How a night stood when the fighting of a turn was over, before the black tile; sets as in `fray`."""

    turn: int
    hits: int
    black: int
    null: int
    colours: tuple[Colour, Colour, Colour]


def chance(judge: Judge, evening: Evening) -> float:
    """What the judge thinks of an evening."""
    red, green, blue = (judge.reading(*colour, evening.turn, evening.null) for colour in evening.colours)
    return judge.chance(judge.common(evening.hits, evening.black, evening.turn), red, green, blue)


def follow(judge: Judge, slopes: Judge, evening: Evening, target: float) -> float:
    """The cross entropy of what is expected of an evening with `target`; its slopes are added to `slopes`."""
    inputs = [judge.inputs_of(*colour, evening.null) for colour in evening.colours]
    layers = [judge.layer(given, evening.turn) for given in inputs]
    total = judge.common(evening.hits, evening.black, evening.turn)
    for layer in layers:
        for row in range(READING):
            if layer[row] > 0.0:
                add(total, judge.second[row], layer[row])
    nothing = [0.0] * SUM
    expected = judge.chance(total, nothing, nothing, nothing)
    back = _through_the_end(judge, slopes, total, expected - target)
    for part in (slopes.hits[evening.hits], slopes.black[evening.black], slopes.turns[evening.turn]):
        add(part, back, 1.0)
    for given, layer in zip(inputs, layers, strict=True):
        _through_a_colour(judge, slopes, given, layer, back, evening.turn)
    return -target * log(expected) - (1.0 - target) * log(1.0 - expected)


def _through_the_end(judge: Judge, slopes: Judge, total: list[float], slope: float) -> list[float]:
    """The slope of each number of the sum, from that of the result."""
    sums = [max(sign, 0.0) for sign in total]
    back = [0.0] * SUM
    slopes.ends[2][0] += slope
    for last in range(LAST):
        row = judge.third[last]
        part = judge.ends[0][last] + sum(sign * weight for sign, weight in zip(sums, row, strict=True))
        if part > 0.0:
            slopes.ends[1][last] += slope * part
            slopes.ends[0][last] += slope * judge.ends[1][last]
            add(slopes.third[last], sums, slope * judge.ends[1][last])
            add(back, row, slope * judge.ends[1][last])
    return [sign if total[at] > 0.0 else 0.0 for at, sign in enumerate(back)]


def _through_a_colour(
    judge: Judge, slopes: Judge, inputs: list[float], layer: list[float], back: list[float], turn: int
) -> None:
    first = [0.0] * READING
    for row in range(READING):
        if layer[row] > 0.0:
            add(slopes.second[row], back, layer[row])
            first[row] = sum(sign * weight for sign, weight in zip(back, judge.second[row], strict=True))
    add(slopes.first[turn], first, 1.0)
    for at in range(INPUTS):
        if inputs[at] > 0.0:
            add(slopes.inputs[at], first, inputs[at])


class Learner:
    """A judge that learns; it counts its steps and keeps the means of its slopes."""

    def __init__(self, judge: Judge) -> None:
        nought = [0.0] * len(judge.values())
        self.judge = judge
        self.steps = 0
        self.mean = Judge(nought, judge.tracked)
        self.square = Judge(nought, judge.tracked)

    def learn(self, evenings: list[tuple[Evening, float]], pace: float, seed: str) -> float:
        """Goes once through all evenings and what came of them, in any order; returns the mean error."""
        error = 0.0
        order = shuffled(evenings, SeededRng(seed))
        for start in range(0, len(order), BATCH):
            batch = order[start : start + BATCH]
            slopes = Judge([0.0] * len(self.judge.values()), self.judge.tracked)
            error += sum(follow(self.judge, slopes, evening, target) for evening, target in batch)
            self._step(slopes, pace, len(batch))
        return error / len(order)

    def _step(self, slopes: Judge, pace: float, count: int) -> None:
        """One step against the mean slope of a batch."""
        self.steps += 1
        mean_of_all = 1.0 - (1.0 - RECENT) ** self.steps
        square_of_all = 1.0 - (1.0 - RECENT_SQUARE) ** self.steps
        stride = pace * sqrt(square_of_all) / mean_of_all
        parts = (self.judge.all_rows(), slopes.all_rows(), self.mean.all_rows(), self.square.all_rows())
        for numbers, slope, mean, square in zip(*parts, strict=True):
            for at, raw in enumerate(slope):
                sign = raw / count
                mean[at] += RECENT * (sign - mean[at])
                square[at] += RECENT_SQUARE * (sign * sign - square[at])
                numbers[at] -= stride * mean[at] / (sqrt(square[at]) + 1e-7)


def text(values: list[float]) -> str:
    """The text of such numbers, rounded; raises `ValueError` for one that two digits cannot say."""
    base = len(DIGITS)
    found = []
    for value in values:
        whole = round(value * SCALE) + base * base // 2
        if not 0 <= whole < base * base:
            raise ValueError(f"{value} is too far from nought")
        found.append(DIGITS[whole // base] + DIGITS[whole % base])
    return "".join(found)
