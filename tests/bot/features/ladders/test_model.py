"""The ladder of a month: points, strength of opposition, and what does not count."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import pytest

from bot.features.ladders.model import AGAINST_ONE, Rung, ladder
from bot.kernel.months import bounds, is_month, month_of
from bot.store import Record, Result

NAMES = {1: "Ann", 2: "Ben", 3: "Cleo", 4: "Dan"}


def records(*games: tuple[int, int] | tuple[int, int, str], counts: bool = True) -> Iterator[Record]:
    """Both records of each game: the winner comes first; a third word says that it was a draw."""
    numbers = count(1)
    for first, second, *drawn in games:
        number = next(numbers)
        results = (Result.DRAWN, Result.DRAWN) if drawn else (Result.WON, Result.LOST)
        for seat, (user, result) in enumerate(zip((first, second), results, strict=True)):
            name = NAMES.get(user, "N. N.")
            yield Record(number, seat, user, name, "thud", 3, 5, result, 0, 2, 9, 0.0, float(number), counts)


def order(rungs: tuple[Rung, ...]) -> list[tuple[int, str, int]]:
    return [(rung.place, rung.name, rung.score) for rung in rungs]


def test_a_win_is_a_point_and_a_draw_half_of_one() -> None:
    rows = ladder(records((1, 2), (1, 3, "drawn"), (3, 2)))
    assert order(rows) == [(1, "Ann", 3), (1, "Cleo", 3), (3, "Ben", 0)]
    assert (rows[0].won, rows[0].drawn, rows[0].lost) == (1, 1, 0)


def test_of_two_with_as_many_points_the_one_comes_first_who_has_beaten_the_better() -> None:
    rows = ladder(records((1, 2), (2, 4), (3, 4)))
    assert order(rows)[:3] == [(1, "Ann", 2), (2, "Ben", 2), (2, "Cleo", 2)]
    assert rows[0].strength == 2


def test_more_games_against_the_same_one_count_for_nothing() -> None:
    rows = ladder(records(*[(1, 2)] * (AGAINST_ONE + 3), (1, 3)))
    assert rows[0].score == 2 * (AGAINST_ONE + 1)


def test_practice_counts_for_nothing() -> None:
    assert ladder(records((1, 2), counts=False)) == ()


def test_who_is_forgotten_has_no_rung_and_others_keep_their_points() -> None:
    assert order(ladder(records((1, -9), (-9, 2)))) == [(1, "Ann", 2), (2, "Ben", 0)]


@pytest.mark.parametrize(("month", "days"), [("2026-02", 28), ("2026-12", 31), ("2028-02", 29)])
def test_a_month_is_as_long_as_it_is(month: str, days: int) -> None:
    first, after = bounds(month)
    assert (after - first) / 86400 == days
    assert month_of(first) == month_of(after - 1) == month
    assert month_of(after) != month


@pytest.mark.parametrize("text", ["", "2026", "2026-13", "2026-1", "26-01", "2026-01-01"])
def test_what_is_no_month_is_none(text: str) -> None:
    assert not is_month(text)
