from __future__ import annotations

from dataclasses import replace
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.kernel.ratings import PROVISIONAL, Ladder, Rating, ratings
from bot.store import Record, Result

ANN, BEN, CLEO, DORA = 11, 12, 13, 14

WON, DRAWN, LOST = Result.WON, Result.DRAWN, Result.LOST
OPPOSITE = {WON: LOST, DRAWN: DRAWN, LOST: WON}

Game = tuple[int, int, Result]
"""Two players, and the result for the first."""

results = st.sampled_from([WON, DRAWN, LOST])
people = st.lists(st.sampled_from([ANN, BEN, CLEO, DORA]), min_size=2, max_size=2, unique=True)
games = st.builds(lambda pair, result: (*pair, result), people, results)
histories = st.lists(games, max_size=30)


def records_of(*history: Game) -> list[Record]:
    """Return the records of these games, one after another."""
    found = []
    for number, (first, second, result) in zip(count(1), history, strict=False):
        for seat, (user, ended) in enumerate(((first, result), (second, OPPOSITE[result]))):
            found.append(
                Record(
                    table_id=number,
                    seat=seat,
                    user_id=user,
                    name="",
                    game="thud",
                    guild_id=None,
                    channel_id=5,
                    result=ended,
                    points=0,
                    seats=2,
                    plies=10,
                    began=0.0,
                    ended=float(number),
                    counts=True,
                )
            )
    return found


def test_an_unknown_player_is_rated_in_the_middle_with_full_uncertainty() -> None:
    unknown = Ladder().rating_of(ANN)
    assert str(unknown) == "1500"
    assert unknown.is_provisional
    assert unknown.games == 0


def test_a_win_from_the_worse_seat_lifts_more() -> None:
    """Ann has seat 0, which wins 38 of 100 games between equals."""
    even, uneven = Ladder(), Ladder(second_wins=0.62)
    for result in (WON, LOST):
        game = records_of((ANN, BEN, result))
        assert uneven.after(game).rating_of(ANN).value > even.after(game).rating_of(ANN).value
        assert uneven.after(game).rating_of(BEN).value < even.after(game).rating_of(BEN).value


def test_who_wins_as_often_as_their_seat_does_stays_where_equals_stand() -> None:
    """Of 100 games Ann wins 38, always from the seat that wins so many: neither is stronger."""
    wins = {number * 100 // 38 for number in range(38)}
    history = [(ANN, BEN, WON if number in wins else LOST) for number in range(100)] * 10
    known = Ladder(second_wins=0.62).after(records_of(*history))
    ignored = Ladder().after(records_of(*history))
    assert abs(known.rating_of(ANN).value - known.rating_of(BEN).value) < 60
    assert ignored.rating_of(BEN).value - ignored.rating_of(ANN).value > 100


def test_without_a_better_seat_it_does_not_matter_who_sat_where() -> None:
    rated = ratings(records_of((ANN, BEN, WON)))
    exchanged = ratings(records_of((BEN, ANN, LOST)))
    assert rated[ANN].value == pytest.approx(exchanged[ANN].value)


def test_the_winner_rises_as_far_as_the_loser_falls_when_nothing_is_known_of_both() -> None:
    rated = ratings(records_of((ANN, BEN, WON)))
    assert rated[ANN].value > 1500 > rated[BEN].value
    assert rated[ANN].value - 1500 == pytest.approx(1500 - rated[BEN].value)
    assert (rated[ANN].games, rated[BEN].games) == (1, 1)


def test_a_draw_between_equals_changes_nothing_but_the_uncertainty() -> None:
    rated = ratings(records_of((ANN, BEN, DRAWN)))
    assert rated[ANN].value == pytest.approx(1500)
    assert rated[BEN].value == pytest.approx(1500)
    assert rated[ANN].uncertainty < 1000


def test_a_draw_draws_two_together() -> None:
    wins = [(ANN, BEN, WON)] * 5
    one, two = ratings(records_of(*wins)), ratings(records_of(*wins, (ANN, BEN, DRAWN)))
    assert one[BEN].value < two[BEN].value < two[ANN].value < one[ANN].value


def test_beating_a_strong_player_is_worth_more() -> None:
    strong = [(BEN, CLEO, WON)] * 8
    against_strong = ratings(records_of(*strong, (ANN, BEN, WON)))[ANN].value
    against_weak = ratings(records_of(*strong, (ANN, CLEO, WON)))[ANN].value
    assert against_strong > against_weak > 1500


def test_a_rating_becomes_more_certain_with_each_game() -> None:
    even = [(ANN, BEN, WON), (ANN, BEN, LOST)]
    uncertain = [ratings(records_of(*even * times))[ANN].uncertainty for times in range(1, 8)]
    assert uncertain == sorted(uncertain, reverse=True)
    assert uncertain[0] < 1000


def test_who_wins_always_ends_well_above_who_loses_always() -> None:
    rated = ratings(records_of(*[(ANN, BEN, WON)] * 20))
    assert rated[ANN].value - rated[ANN].uncertainty > rated[BEN].value + rated[BEN].uncertainty


def test_of_many_games_of_the_same_two_in_a_month_the_later_ones_count_less() -> None:
    """Ten count in full, the twentieth half."""
    month, history = 31 * 24 * 3600.0, records_of(*[(ANN, BEN, WON)] * 20)
    *before, one, other = history

    def gain(ladder: Ladder, *game: Record) -> float:
        return ladder.after(game).rating_of(ANN).value - ladder.rating_of(ANN).value

    def never_met(ladder: Ladder) -> Ladder:
        return Ladder(ratings=ladder.ratings)

    ten = ratings(history[:20])[ANN].value
    ladder = Ladder()
    for at in range(10):
        ladder = never_met(ladder).after(history[2 * at : 2 * at + 2])
    assert ten == ladder.rating_of(ANN).value
    ladder = Ladder().after(before)
    full = gain(never_met(ladder), one, other)
    assert full > 0
    assert gain(ladder, one, other) == pytest.approx(full / 2)
    next_month = [replace(record, ended=record.ended + month) for record in (one, other)]
    assert gain(ladder, *next_month) == pytest.approx(full)
    cleo = [replace(record, table_id=99, ended=99.0) for record in records_of((ANN, CLEO, WON))]
    assert gain(ladder, *cleo) == pytest.approx(gain(never_met(ladder), *cleo))


def test_it_is_one_limit_whether_games_are_rated_together_or_one_by_one() -> None:
    history, ladder = records_of(*[(ANN, BEN, WON)] * 14), Ladder()
    for at in range(0, len(history), 2):
        ladder = ladder.after(history[at : at + 2])
    assert ladder.rating_of(ANN) == ratings(history)[ANN]


def test_it_is_told_with_two_standard_deviations() -> None:
    assert str(Rating(1611.6, 309.5, PROVISIONAL)) == "1612 ± 310"
    assert str(Rating(1611.6, 309.5, PROVISIONAL - 1)) == "1612", "a width means little so early"


# Excluded games


def test_a_game_that_does_not_count_changes_nothing() -> None:
    records = [replace(record, counts=False) for record in records_of((ANN, BEN, WON))]
    assert ratings(records) == {}


def test_a_game_for_one_or_for_three_is_no_duel() -> None:
    first, second = records_of((ANN, BEN, WON))
    assert ratings([first]) == {}
    assert ratings([first, second, replace(second, seat=2, user_id=CLEO)]) == {}


def test_no_player_is_rated_against_themselves() -> None:
    first, second = records_of((ANN, BEN, WON))
    assert ratings([first, replace(second, user_id=ANN)]) == {}


# Any games


@given(games)
def test_the_seats_make_no_difference(game: Game) -> None:
    first, second, result = game
    assert ratings(records_of(game)) == ratings(records_of((second, first, OPPOSITE[result])))


@given(histories)
def test_neither_do_they_over_many_games(history: list[Game]) -> None:
    turned = [(second, first, OPPOSITE[result]) for first, second, result in history]
    assert ratings(records_of(*history)) == ratings(records_of(*turned))


@given(histories, people)
def test_a_win_always_lifts_the_winner_and_never_the_loser(history: list[Game], pair: list[int]) -> None:
    winner, loser = pair
    before, after = (
        Ladder().after(records_of(*history)),
        Ladder().after(records_of(*history, (winner, loser, WON))),
    )
    assert after.rating_of(winner).value > before.rating_of(winner).value
    assert after.rating_of(loser).value < before.rating_of(loser).value
    assert after.rating_of(winner).games == before.rating_of(winner).games + 1


@given(histories, people)
def test_a_draw_never_lifts_the_stronger_of_two(history: list[Game], pair: list[int]) -> None:
    before = Ladder().after(records_of(*history))
    after = Ladder().after(records_of(*history, (pair[0], pair[1], DRAWN)))
    strong, weak = sorted(pair, key=lambda user: before.rating_of(user).value, reverse=True)
    assert after.rating_of(strong).value <= before.rating_of(strong).value + 1e-9
    assert after.rating_of(weak).value >= before.rating_of(weak).value - 1e-9


@given(histories)
def test_everybody_else_stays_where_they_are(history: list[Game]) -> None:
    before, after = ratings(records_of(*history)), ratings(records_of(*history, (ANN, BEN, WON)))
    assert all(after[user] == rating for user, rating in before.items() if user not in (ANN, BEN))


@given(histories)
def test_the_uncertainty_stays_a_width(history: list[Game]) -> None:
    assert all(0 < rating.uncertainty <= 1000 for rating in ratings(records_of(*history)).values())


@given(histories, st.integers(0, 30))
def test_a_ladder_can_be_made_in_pieces(history: list[Game], cut: int) -> None:
    records = records_of(*history)
    whole, first = Ladder().after(records), Ladder().after(records[: 2 * cut])
    pieces = first.after([record for record in records if (record.ended, record.table_id) > first.last])
    assert pieces == whole


def test_a_ladder_that_is_extended_leaves_the_old_one_alone() -> None:
    old = Ladder().after(records_of((ANN, BEN, WON)))
    before = dict(old.ratings)
    old.after(records_of((ANN, BEN, WON), (ANN, BEN, LOST))[2:])
    assert old.ratings == before
