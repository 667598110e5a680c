"""What somebody's finished games come to: results, streaks, the best score. Pure."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import TypeVar

from bot.store import Record, Result

Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Streak:
    """The same result so many times one after another."""

    result: Result
    length: int


@dataclass(frozen=True, slots=True)
class ResultCount:
    """Games of one person that count, by result; those that do not are counted apart, as `apart`.

    `streak` is the one that lasts, none without games; `best` is how often they won in a row at most, and
    `score` the most points of a game that they won.
    """

    won: int = 0
    drawn: int = 0
    lost: int = 0
    streak: Streak | None = None
    best: int = 0
    score: int = 0
    apart: int = 0

    @property
    def games(self) -> int:
        """How many count."""
        return self.won + self.drawn + self.lost


def count_results(records: Iterable[Record]) -> ResultCount:
    """What the records of one person come to, in the order in which the games ended."""
    every = tuple(records)
    counted = [record for record in every if record.counts]
    results = [record.result for record in counted]
    streaks = [Streak(result, len(tuple(same))) for result, same in groupby(results)]
    return ResultCount(
        won=results.count(Result.WON),
        drawn=results.count(Result.DRAWN),
        lost=results.count(Result.LOST),
        streak=streaks[-1] if streaks else None,
        best=max((one.length for one in streaks if one.result is Result.WON), default=0),
        score=max((record.points for record in counted if record.result is Result.WON), default=0),
        apart=len(every) - len(counted),
    )


def group_records(records: Iterable[Record], key: Callable[[Record], Key]) -> dict[Key, tuple[Record, ...]]:
    """The records that have the same key together, each group in the order that they had."""
    found: dict[Key, list[Record]] = {}
    for record in records:
        found.setdefault(key(record), []).append(record)
    return {one: tuple(group) for one, group in found.items()}


def first_places(merits: Iterable[Key]) -> dict[Key, int]:
    """The place of each merit, of which the best comes first: those who are level share one."""
    places = dict[Key, int]()
    for place, merit in enumerate(merits, 1):
        places.setdefault(merit, place)
    return places
