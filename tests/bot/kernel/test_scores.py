"""What finished games come to: a person's results, the table of a channel, ratings that are kept."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.features import FEATURES
from bot.features.ladders.page import seasons_text
from bot.features.ladders.service import Ladders
from bot.features.ladders.storage import SEASON
from bot.features.people.stats import standings_text
from bot.games.catalogue import CATALOGUE, IN_ENGLISH
from bot.kernel.clicks import Opening, Person
from bot.kernel.months import bounds
from bot.kernel.ratings import Ladder
from bot.kernel.result_count import Streak
from bot.kernel.session import Context, Session
from bot.kernel.tables.results import SETTLED, in_batches, is_duel
from bot.store import Record, Result, Table
from bot.store.results import add_records
from bot.ui.alarms.kinds import ALARMS
from tests.bot import held
from tests.bot.features.people.test_service import lend
from tests.bot.samples import ANN, BEN, CLEO, QUIET, THERE, Clock, act, click, game, trace


async def finish_duel(session: Session, clock: Clock, loser: Person, *, channel: int = 5) -> Table:
    """Ann against Ben, and one of them gives up; a minute later everything has settled."""
    table = (await act(session, await game(session, *QUIET, channel=channel), "resign", loser)).table
    clock.now += SETTLED + 1
    return table


async def test_results_and_streaks_are_those_of_the_finished_games(session: Session, clock: Clock) -> None:
    for loser in (ANN, BEN, BEN):
        await finish_duel(session, clock, loser)
    await game(session)  # goes on
    (score,) = await session.scores.of_person(ANN.id, None)
    assert (score.game, score.tally.won, score.tally.lost, score.tally.games) == ("thud", 2, 1, 3)
    assert score.tally.streak == Streak(Result.WON, 2)
    assert score.rating is not None
    assert score.rating.games == 3


async def test_scores_can_be_those_of_one_game(session: Session, clock: Clock) -> None:
    await finish_duel(session, clock, ANN)
    assert await session.scores.of_person(ANN.id, "ploc") == ()
    assert len(await session.scores.of_person(ANN.id, "thud")) == 1
    assert await session.scores.of_person(CLEO.id, None) == ()


async def test_a_game_in_which_somebody_else_moved_is_counted_apart(session: Session) -> None:
    table = await lend(session, await game(session), ANN, CLEO.id)
    table = (await act(session, table, "dG1-G2", CLEO)).table
    await act(session, table, "resign", BEN)
    (score,) = await session.scores.of_person(ANN.id, None)
    assert (score.tally.games, score.tally.apart, score.rating) == (0, 1, None)
    (standing,) = await session.scores.standings(5, None)
    assert (standing.games, standing.apart, standing.places) == (0, 1, ())


async def test_the_table_of_a_channel_is_made_of_its_own_games(session: Session, clock: Clock) -> None:
    await finish_duel(session, clock, BEN)
    await finish_duel(session, clock, BEN)
    await finish_duel(session, clock, ANN, channel=THERE)
    (standing,) = await session.scores.standings(5, None)
    assert (standing.game, standing.games) == ("thud", 2)
    assert [(place.rank, place.name) for place in standing.places] == [(1, "Ann"), (2, "Ben")]
    assert [place.score.tally.games for place in standing.places] == [2, 2]


async def test_who_is_rated_for_certain_comes_before_who_is_rated_higher_by_a_single_game(
    session: Session, clock: Clock
) -> None:
    """Ann has won five of nine; Cleo has won her only one, and nobody knows yet how good she is."""
    games = [(ANN, BEN), (BEN, ANN)] * 4 + [(ANN, BEN), (CLEO, BEN)]
    for number, (winner, loser) in enumerate(games):
        await save_result(session, await game(session), winner, loser, clock.now + number)
    clock.now += len(games) + SETTLED
    ladder = await session.scores.ladder("thud")
    assert ladder.rating_of(CLEO.id).value > ladder.rating_of(ANN.id).value
    assert ladder.rating_of(CLEO.id).uncertainty > ladder.rating_of(ANN.id).uncertainty
    (standing,) = await session.scores.standings(5, "thud")
    assert [place.name for place in standing.places][:2] == ["Ann", "Cleo"]


async def test_ratings_hold_in_all_channels(session: Session, clock: Clock) -> None:
    await finish_duel(session, clock, BEN)
    await finish_duel(session, clock, BEN, channel=THERE)
    (here,), (there,) = await session.scores.standings(5, None), await session.scores.standings(THERE, None)
    assert here.places[0].score.rating == there.places[0].score.rating
    assert (await session.scores.ladder("thud")).rating_of(ANN.id).games == 2


async def test_a_game_for_one_has_no_rating_and_equals_share_a_rank(session: Session) -> None:
    for person in (ANN, BEN):
        table = (await session.lobby.open(click(person), Opening("thrag", {}, None, None), trace())).table
        await session.play.move(click(person), table.id, "resign", trace())
    (standing,) = await session.scores.standings(5, "thrag")
    assert [(place.rank, place.score.rating) for place in standing.places] == [(1, None), (1, None)]
    assert [place.score.tally.lost for place in standing.places] == [1, 1]


def test_duels_are_the_games_for_two_against_each_other() -> None:
    assert {key for key, entry in CATALOGUE.items() if is_duel(entry.game)} == {"thud", "ploc", "koom"}


# Ratings are kept, and extended


def record(table: Table, seat: int, person: Person, result: Result, ended: float) -> Record:
    return Record(
        table_id=table.id,
        seat=seat,
        user_id=person.id,
        name=person.name,
        game="thud",
        guild_id=3,
        channel_id=5,
        result=result,
        points=0,
        seats=2,
        plies=1,
        began=0.0,
        ended=ended,
        counts=True,
    )


async def save_result(session: Session, table: Table, winner: Person, loser: Person, ended: float) -> None:
    """A result reaches the disk."""
    both = record(table, 0, winner, Result.WON, ended), record(table, 1, loser, Result.LOST, ended)
    await session.context.store.schedule.record(both)


async def test_new_games_come_on_top_of_the_known_ones(session: Session, clock: Clock) -> None:
    await finish_duel(session, clock, BEN)
    first = (await session.scores.ladder("thud")).rating_of(ANN.id)
    await finish_duel(session, clock, BEN)
    second = (await session.scores.ladder("thud")).rating_of(ANN.id)
    assert (first.games, second.games) == (1, 2)
    assert second.value > first.value
    anew = Session.over(
        Context(session.context.store, CATALOGUE, clock, lambda: "secret", features=FEATURES, alarms=ALARMS)
    )
    assert (await anew.scores.ladder("thud")).rating_of(ANN.id) == second


async def test_a_game_that_turns_up_behind_a_later_one_is_not_missed(session: Session, clock: Clock) -> None:
    early, late = await game(session), await game(session, channel=THERE)
    await save_result(session, late, ANN, BEN, clock.now)
    assert (await session.scores.ladder("thud")).rating_of(ANN.id).games == 1
    await save_result(session, early, ANN, BEN, clock.now - 1)  # ended before, saved after
    assert (await session.scores.ladder("thud")).rating_of(ANN.id).games == 2


async def test_ratings_are_reckoned_ahead_in_pieces_and_go_on_where_that_ended(
    session: Session, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So whoever asks first waits for none of them, and a bot that ends for few."""
    for loser in (BEN, ANN, BEN, BEN, ANN):
        await finish_duel(session, clock, loser)
    pieces, rate = list[int](), Ladder.after

    def after(ladder: Ladder, records: Sequence[Record]) -> Ladder:
        pieces.append(len(records))
        if sum(pieces) > 2 * 2 * 2:
            raise ZeroDivisionError
        return rate(ladder, records)

    monkeypatch.setattr(Ladder, "after", after)
    monkeypatch.setattr(in_batches, "__defaults__", (2,))
    with pytest.raises(ZeroDivisionError):
        await session.scores.compute_ratings()
    assert pieces == [4, 4, 2]
    pieces.clear()
    await session.scores.compute_ratings()
    assert sum(pieces) == 2, "the last game was left"
    pieces.clear()
    ladder = await session.scores.ladder("thud")
    assert sum(pieces) == 0
    assert ladder.rating_of(ANN.id).games == 5


async def test_ratings_asked_for_twice_at_once_count_no_game_twice(session: Session, clock: Clock) -> None:
    await finish_duel(session, clock, BEN)
    await asyncio.gather(*(session.scores.ladder("thud") for _ in range(5)))
    await finish_duel(session, clock, BEN)
    found = await asyncio.gather(*(session.scores.ladder("thud") for _ in range(5)))
    assert {ladder.rating_of(ANN.id).games for ladder in found} == {2}
    assert (await session.scores.ladder("thud")).rating_of(ANN.id).games == 2


# Months

NOVEMBER = datetime(2026, 11, 10, tzinfo=UTC).timestamp()


async def month_ends(session: Session, clock: Clock, month: str) -> list[tuple[int, str]]:
    """The alarms that tell of a month's end, by channel."""
    clock.now = bounds(month)[1] + SETTLED
    due = [one for one in await session.schedule.due(clock.now, 100) if one.kind == SEASON]
    return [((await session.tables.get(one.table_id or 0)).channel_id, one.detail) for one in due]


async def test_a_month_has_the_games_that_ended_in_it(session: Session, clock: Clock) -> None:
    clock.now = NOVEMBER
    await finish_duel(session, clock, BEN)
    await finish_duel(session, clock, BEN, channel=THERE)
    clock.now = bounds("2026-12")[0]
    await finish_duel(session, clock, ANN)
    (season,) = await session.service(Ladders).seasons(5, "2026-11")
    assert (season.game, season.games) == ("thud", 1)
    assert [(rung.place, rung.name, rung.score) for rung in season.rungs] == [(1, "Ann", 2), (2, "Ben", 0)]
    (season,) = await session.service(Ladders).seasons(5, "2026-12")
    assert season.rungs[0].name == "Ben"
    assert await session.service(Ladders).months(5, 10) == ("2026-12", "2026-11")
    assert await session.service(Ladders).seasons(5, "2026-10") == ()


async def test_a_months_end_is_told_once_where_somebody_played(session: Session, clock: Clock) -> None:
    clock.now = NOVEMBER
    for channel in (5, 5, THERE):
        await finish_duel(session, clock, BEN, channel=channel)
    assert await month_ends(session, clock, "2026-11") == [(5, "2026-11"), (THERE, "2026-11")]


async def test_practice_is_no_reason_to_tell_of_a_month(session: Session, clock: Clock) -> None:
    clock.now = NOVEMBER
    opening = Opening("thud", {}, 0, None, level="pip", bots=1)
    table = (await session.lobby.open(click(ANN), opening, trace())).table
    await act(session, table, "resign", ANN)
    assert await month_ends(session, clock, "2026-11") == []


async def test_whoever_was_first_has_won_the_month_once_and_until_they_are_forgotten(
    session: Session, clock: Clock
) -> None:
    clock.now = NOVEMBER
    await finish_duel(session, clock, BEN)
    for _ in range(2):
        await session.service(Ladders).close_month(5, "2026-11")
    assert await session.service(Ladders).months_won(ANN.id) == {"thud": 1}
    assert await session.service(Ladders).months_won(BEN.id) == {}
    await session.forget(ANN.id)
    assert await session.service(Ladders).months_won(ANN.id) == {}
    (season,) = await session.service(Ladders).seasons(5, "2026-11")
    assert [rung.name for rung in season.rungs] == ["Ben"]


async def test_a_ranking_of_thousands_is_made_beside_the_loop(session: Session, clock: Clock) -> None:
    await finish_duel(session, clock, ANN)
    (one, *_) = await session.context.store.schedule.results_of_channel(5)
    others = tuple(
        replace(one, table_id=one.table_id, seat=100 + number, user_id=1000 + number, name=f"P{number}")
        for number in range(4000)
    )
    await session.context.store.outbox.write(add_records, others)
    month = datetime.fromtimestamp(clock(), UTC).strftime("%Y-%m")
    with held.count_calls() as most:
        (standing,) = await session.scores.standings(5, None)
        text = standings_text(IN_ENGLISH, session, [standing])
        seasons = await session.service(Ladders).seasons(5, month)
        seasons_text(IN_ENGLISH, session, month, seasons)
    assert len(standing.places) == 4002
    assert "more" in text
    assert most.calls < held.MUCH
