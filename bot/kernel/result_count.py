"""Totals of a person's finished games: results, streaks, the best score. Pure."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import TypeVar

from bot.store import Record, Result

Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Streak:
    """The same result several times in a row."""

    result: Result
    length: int


@dataclass(frozen=True, slots=True)
class ResultCount:
    """A person's counted games, by result; those that do not count are in `apart`.

    `streak` is the current one, None without games; `best` is the longest row of wins, and `score` the most
    points in a game that they won.
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
        """The number of counted games."""
        return self.won + self.drawn + self.lost


def count_results(records: Iterable[Record]) -> ResultCount:
    """Sum up the records of one person, in the order in which the games ended."""
    every = tuple(records)
    counted = [record for record in every if record.counts]
    results = [record.result for record in counted]
    streaks = [Streak(result, len(tuple(same))) for result, same in groupby(results)]
    return ResultCount(
        won=results.count(Result.WON),
        drawn=results.count(Result.DRAWN),
        lost=results.count(Result.LOST),
        streak=streaks[-1] if streaks else None,
        best=max(
            (past_streak.length for past_streak in streaks if past_streak.result is Result.WON), default=0
        ),
        score=max((record.points for record in counted if record.result is Result.WON), default=0),
        apart=len(every) - len(counted),
    )


def group_records(records: Iterable[Record], key: Callable[[Record], Key]) -> dict[Key, tuple[Record, ...]]:
    """Group records by key, in their order."""
    groups: dict[Key, list[Record]] = {}
    for record in records:
        groups.setdefault(key(record), []).append(record)
    return {group_key: tuple(group) for group_key, group in groups.items()}


def first_places(merits: Iterable[Key]) -> dict[Key, int]:
    """Return the place of each merit, the best first: equal merits share one."""
    places = dict[Key, int]()
    for place, merit in enumerate(merits, 1):
        places.setdefault(merit, place)
    return places
