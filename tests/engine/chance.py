"""Games as they went, for what is told of whole ones: from lines, or from the plies of a player."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any, Protocol

from engine.core import Seat
from engine.luck import Chances, Luck
from engine.registry import GAMES
from engine.replay import LogPosition
from engine.rng import Rng


class Ply(Protocol):
    """An action of a game: the state before it, and what came of it."""

    @property
    def before(self) -> Any: ...
    @property
    def action(self) -> Any: ...
    @property
    def state(self) -> Any: ...
    @property
    def events(self) -> tuple[Any, ...]: ...


def positions_of(plies: Iterable[Ply]) -> tuple[LogPosition, ...]:
    """The positions of a whole game."""

    def each_position() -> Iterator[LogPosition]:
        for number, ply in enumerate(plies, 1):
            if number == 1:
                yield LogPosition(0, ply.before, 0)
            yield LogPosition(number, ply.state, 0, 0, ply.action, ply.events, before=number - 1)

    return tuple(each_position())


def positions_after(game: str, state: Any, rng: Rng, *lines: str, first: int = 0) -> tuple[LogPosition, ...]:
    """The positions from a state on, by lines of whoever must act; `1 resign` names the seat."""
    rules, found = GAMES[game], [LogPosition(first, state, 0)]
    for number, line in enumerate(lines, first + 1):
        seat, text = _split_seat(line, min(rules.to_act(found[-1].state)))
        action = rules.parse(text, found[-1].state)
        step = rules.apply(found[-1].state, seat, action, rng)
        found.append(LogPosition(number, step.state, 0, seat, action, step.events, before=number - 1))
    return tuple(found)


def _split_seat(line: str, due: Seat) -> tuple[Seat, str]:
    seat, _, text = line.partition(" ")
    return (int(seat), text) if seat in ("0", "1") and text == "resign" else (due, line)


def variance(chances: Chances) -> Fraction:
    """The mean square of how far a number falls from its mean."""
    mean = chances.mean
    squares = (cases * (chances.least + at - mean) ** 2 for at, cases in enumerate(chances.cases))
    return sum(squares, Fraction(0)) / chances.total


def halfway(luck: Luck) -> Fraction:
    """The chance of being luckier, just the same luck counted as half of it."""
    return luck.chance_luckier + luck.chance_as_lucky / 2


def is_fair(found: Iterable[Luck]) -> bool:
    """Whether what came is, over all of them, as much as was to be expected.

    Before each throw the mean of what it will bring more is 0, so that the sum over all games has the mean 0,
    however they were played and whenever they ended, and its variance is the mean sum of the variances.
    Beyond five standard deviations it would come less than once in a million sets of seeds.
    """
    every = tuple(found)
    more = sum(luck.total - luck.expected_sum for luck in every)
    return more**2 <= 25 * sum(variance(luck.chances) for luck in every)
