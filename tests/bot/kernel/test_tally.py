from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bot.kernel.result_count import ResultCount, Streak, count_results, group_records
from bot.store import Record, Result

WON, DRAWN, LOST = Result.WON, Result.DRAWN, Result.LOST

results = st.lists(st.sampled_from([WON, DRAWN, LOST]), max_size=20)


def record(
    result: Result, *, user: int = 11, game: str = "thud", points: int = 0, counts: bool = True
) -> Record:
    return Record(
        table_id=1,
        seat=0,
        user_id=user,
        name="Ann",
        game=game,
        guild_id=None,
        channel_id=5,
        result=result,
        points=points,
        seats=2,
        plies=10,
        began=0.0,
        ended=1.0,
        counts=counts,
    )


def test_nothing_was_played() -> None:
    assert count_results([]) == ResultCount()
    assert count_results([]).games == 0


def test_results_are_counted_by_kind() -> None:
    found = count_results(map(record, (WON, LOST, WON, DRAWN, WON)))
    assert (found.won, found.drawn, found.lost, found.games) == (3, 1, 1, 5)


def test_a_streak_is_what_came_last_and_the_best_one_was_of_wins() -> None:
    found = count_results(map(record, (WON, WON, WON, LOST, LOST, WON, WON)))
    assert found.streak == Streak(WON, 2)
    assert found.best == 3


def test_a_streak_can_be_of_defeats_and_is_no_best_one() -> None:
    found = count_results(map(record, (LOST, LOST)))
    assert found.streak == Streak(LOST, 2)
    assert found.best == 0


def test_what_does_not_count_is_counted_apart_and_breaks_no_streak() -> None:
    found = count_results([record(WON), record(LOST, counts=False), record(WON)])
    assert (found.games, found.apart) == (2, 1)
    assert found.streak == Streak(WON, 2)


def test_the_best_score_is_that_of_a_win() -> None:
    found = count_results([record(WON, points=3), record(WON, points=5), record(LOST, points=9)])
    assert found.score == 5


def test_a_score_that_does_not_count_is_none() -> None:
    assert count_results([record(WON, points=5, counts=False)]).score == 0


def test_records_are_grouped_in_their_order() -> None:
    first, second, third = record(WON), record(LOST, game="ploc"), record(DRAWN)
    found = group_records([first, second, third], lambda one: one.game)
    assert found == {"thud": (first, third), "ploc": (second,)}


@given(results)
def test_no_game_is_lost_and_no_streak_is_longer_than_the_games(played: list[Result]) -> None:
    found = count_results(map(record, played))
    assert found.games == len(played)
    assert found.best <= found.won
    if found.streak is not None:
        assert played[-found.streak.length :] == [found.streak.result] * found.streak.length
        before = played[: -found.streak.length]
        assert not before or before[-1] is not found.streak.result
