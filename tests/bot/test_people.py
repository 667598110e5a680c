"""What is kept for a person: hours, vacations, the daily list, what waits for them, results and ratings."""

# ruff: noqa: SLF001 - a seat is lent, and a moment waited for, without the minutes that this takes in a game

from __future__ import annotations

import asyncio
from datetime import date, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from bot.catalogue import CATALOGUE
from bot.hours import local
from bot.seating import Opening, Person
from bot.session import Session
from bot.session.scores import SETTLED, is_duel
from bot.store import HOUSE, Alarm, Kind, Record, Result, Store, Table
from bot.tally import Streak
from tests.bot.samples import ANN, BEN, CLEO, THERE, Clock, act, challenge, click, game, refusing, trace

HOUR, DAY = 3600, 86_400
BERLIN = "Europe/Berlin"


def at(text: str, zone: str = BERLIN) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp()


async def alarms(session: Session, person: Person = ANN) -> list[tuple[Kind, float]]:
    return [(alarm.kind, alarm.due) for alarm in await session.store.agenda.of_person(person.id)]


async def reopened(path: Path, clock: Clock) -> Session:
    """The same file in another process's hands."""
    return Session(await Store.open(path, patience=0.1), CATALOGUE, clock, lambda: "secret")


async def lend(session: Session, table: Table, owner: Person, user_id: int) -> Table:
    """Somebody plays for a person from now on."""
    sql = "UPDATE seats SET substitute = ? WHERE table_id = ? AND user_id = ?"
    await session.store._writer.execute_fetchall(sql, (user_id, table.id, owner.id))
    session.store.forget(table.id)
    return await session.table(table.id)


# Hours


async def test_what_somebody_says_of_their_day_is_kept(session: Session, path: Path, clock: Clock) -> None:
    await session.set_hours(ANN.id, BERLIN, 7 * 60, 22 * 60)
    await session.set_reminders(ANN.id, "direct")
    other = await reopened(path, clock)
    said = await other.habits(ANN.id)
    await other.store.close()
    assert (said.zone, said.wakes, said.sleeps, said.remind) == (BERLIN, 420, 1320, "direct")


async def test_what_is_left_out_stays_as_it_was(session: Session) -> None:
    await session.set_hours(ANN.id, BERLIN, 7 * 60, 22 * 60)
    said = await session.set_hours(ANN.id, None, 9 * 60, None)
    assert (said.zone, said.wakes, said.sleeps) == (BERLIN, 540, 1320)


async def test_half_a_day_says_nothing_of_somebody_who_has_no_night(session: Session) -> None:
    with refusing("hours-both"):
        await session.set_hours(ANN.id, None, 9 * 60, None)
    with refusing("hours-both"):
        await session.set_hours(ANN.id, None, None, 22 * 60)
    assert (await session.habits(ANN.id)).wakes == 0


async def test_what_is_saved_meanwhile_is_not_forgotten_for_what_was_read(session: Session) -> None:
    read = asyncio.ensure_future(session.habits(ANN.id))
    await session.set_reminders(ANN.id, "never")
    await read
    assert (await session.habits(ANN.id)).remind == "never"


# The daily list


async def test_the_daily_list_comes_by_their_own_clock(session: Session, clock: Clock) -> None:
    clock.now = at("2026-06-01T12:00")
    await session.set_hours(ANN.id, BERLIN, None, None)
    await session.set_digest(ANN.id, 8 * 60)
    assert await alarms(session) == [(Kind.DIGEST, at("2026-06-02T08:00"))]


async def test_who_moves_to_another_zone_gets_it_by_the_new_clock(session: Session, clock: Clock) -> None:
    clock.now = at("2026-06-01T12:00")
    await session.set_digest(ANN.id, 8 * 60)
    await session.set_hours(ANN.id, "Asia/Kolkata", None, None)
    assert await alarms(session) == [(Kind.DIGEST, at("2026-06-02T08:00", "Asia/Kolkata"))]


async def test_whoever_wants_no_list_any_more_has_no_alarm(session: Session) -> None:
    await session.set_digest(ANN.id, 8 * 60)
    await session.set_digest(ANN.id, None)
    assert await alarms(session) == []


async def only_alarm(session: Session) -> Alarm:
    (alarm,) = await session.store.agenda.of_person(ANN.id)
    return alarm


async def test_a_list_is_followed_by_that_of_the_next_day(session: Session, clock: Clock) -> None:
    clock.now = at("2026-03-28T12:00")
    await session.set_hours(ANN.id, BERLIN, None, None)
    await session.set_digest(ANN.id, 8 * 60)
    clock.now = at("2026-03-29T08:00") + 3
    follows = await session.next_digest(await only_alarm(session))
    assert follows is not None
    assert (follows.kind, follows.user_id) == (Kind.DIGEST, ANN.id)
    assert local(await session.habits(ANN.id), follows.due).isoformat() == "2026-03-30T08:00:00+02:00"


async def test_a_list_is_followed_by_none_that_is_there_already_or_not_wanted(session: Session) -> None:
    await session.set_digest(ANN.id, 8 * 60)
    old = await only_alarm(session)
    await session.set_digest(ANN.id, 9 * 60)  # meanwhile
    assert await session.next_digest(old) is None
    await session.set_digest(ANN.id, None)
    assert await session.next_digest(old) is None


async def test_the_list_tells_of_turns_and_of_nothing_else(session: Session) -> None:
    await game(session)  # Ann begins
    await session.set_digest(ANN.id, 0)
    assert [one.table.code for one in await session.digest(ANN.id)] == ["T1"]
    assert await session.digest(BEN.id) == ()


async def test_there_is_no_list_on_vacation(session: Session) -> None:
    await game(session)
    await session.set_vacation(ANN.id, 3, None)
    assert await session.digest(ANN.id) == ()


async def test_a_list_that_comes_late_does_not_come_in_their_night(session: Session, clock: Clock) -> None:
    clock.now = at("2026-06-01T12:00")
    await game(session)
    await session.set_hours(ANN.id, BERLIN, 9 * 60, 22 * 60)
    await session.set_digest(ANN.id, 7 * 60)  # before they get up, as they wish
    told = {}
    for hour in ("07:00", "07:40", "08:30", "09:30", "23:00"):
        clock.now = at(f"2026-06-02T{hour}")
        told[hour] = bool(await session.digest(ANN.id))
    assert told == {"07:00": True, "07:40": True, "08:30": False, "09:30": True, "23:00": False}


# Vacation


async def test_a_vacation_is_two_alarms_of_which_one_is_due_now(session: Session, clock: Clock) -> None:
    clock.now = at("2026-06-01T12:00")
    await session.set_vacation(ANN.id, 7, None)
    assert await alarms(session) == [(Kind.AWAY, clock.now), (Kind.BACK, clock.now + 7 * DAY)]


async def test_a_planned_vacation_begins_when_its_date_does(session: Session, clock: Clock) -> None:
    clock.now = at("2026-06-01T12:00")
    await session.set_hours(ANN.id, BERLIN, None, None)
    await session.set_vacation(ANN.id, 2, date(2026, 7, 1))
    assert await alarms(session) == [(Kind.AWAY, at("2026-07-01T00:00")), (Kind.BACK, at("2026-07-03T00:00"))]


async def test_who_comes_back_early_is_back_now(session: Session, clock: Clock) -> None:
    clock.now = at("2026-06-01T12:00")
    await session.set_vacation(ANN.id, 7, None)
    clock.now += DAY
    said = await session.set_vacation(ANN.id, 0, None)
    assert (said.away_from, said.used) == (None, DAY)
    assert await alarms(session) == [(Kind.BACK, clock.now)]


async def test_a_planned_vacation_that_is_dropped_leaves_no_alarm(session: Session, clock: Clock) -> None:
    clock.now = at("2026-06-01T12:00")
    await session.set_vacation(ANN.id, 2, date(2026, 7, 1))
    await session.set_vacation(ANN.id, 0, None)
    assert await alarms(session) == []


async def test_who_puts_a_vacation_off_is_back_until_then(session: Session, clock: Clock) -> None:
    clock.now = at("2026-06-01T12:00", "UTC")
    await session.set_vacation(ANN.id, 7, None)
    await session.set_vacation(ANN.id, 7, date(2026, 7, 1))
    begins = at("2026-07-01T00:00", "UTC")
    assert await alarms(session) == [
        (Kind.BACK, clock.now),
        (Kind.AWAY, begins),
        (Kind.BACK, begins + 7 * DAY),
    ]


async def test_who_stays_away_longer_is_not_back_between(session: Session, clock: Clock) -> None:
    clock.now = at("2026-06-01T12:00")
    await session.set_vacation(ANN.id, 7, None)
    clock.now += DAY
    await session.set_vacation(ANN.id, 14, None)
    assert await alarms(session) == [(Kind.AWAY, clock.now), (Kind.BACK, clock.now + 14 * DAY)]


async def test_a_return_that_nobody_noticed_yet_is_not_lost(session: Session, clock: Clock) -> None:
    """The bot was away when the vacation ended, and its alarm is still there."""
    clock.now = at("2026-06-01T12:00")
    await session.set_vacation(ANN.id, 2, None)
    clock.now += 3 * DAY
    await session.set_vacation(ANN.id, 2, date(2026, 7, 1))
    assert (Kind.BACK, clock.now) in await alarms(session)


async def test_there_is_nothing_to_end_for_somebody_who_is_here(session: Session, clock: Clock) -> None:
    with refusing("vacation-none"):
        await session.set_vacation(ANN.id, 0, None)
    await session.set_vacation(ANN.id, 2, None)
    for alarm in await session.store.agenda.of_person(ANN.id):  # both were carried out
        await session.store.agenda.drop(alarm)
    clock.now += 3 * DAY
    with refusing("vacation-none"):
        await session.set_vacation(ANN.id, 0, None)


async def test_a_vacation_that_is_refused_changes_nothing(session: Session) -> None:
    await session.set_vacation(ANN.id, 20, None)
    before = await session.habits(ANN.id), await alarms(session)
    with refusing("vacation-balance"):
        await session.set_vacation(ANN.id, 40, None)
    assert (await session.habits(ANN.id), await alarms(session)) == before


# What waits for somebody


async def test_what_has_waited_longest_comes_first(session: Session, clock: Clock) -> None:
    codes = []
    for channel in (5, 6, 7):
        clock.now += HOUR
        codes.append((await game(session, channel=channel)).code)
    clock.now += HOUR
    table = await session.table(1)
    await act(session, await _moved(session, table), "TG7-F7")  # it is Ann's turn at T1 anew
    found = await session.turns(ANN.id)
    assert [one.table.code for one in found] == ["T2", "T3", "T1"]
    assert [one.since for one in found] == sorted(one.since for one in found)
    assert await session.turns(BEN.id) == ()


async def _moved(session: Session, table: Table) -> Table:
    return (await act(session, table, "dG1-G2")).table


async def test_a_table_waits_for_nobody_who_is_not_to_act(session: Session) -> None:
    await _moved(session, await game(session))
    assert await session.turns(ANN.id) == ()
    assert [one.table.code for one in await session.turns(BEN.id)] == ["T1"]
    assert await session.turns(CLEO.id) == ()


async def test_a_challenge_waits_for_an_answer(session: Session) -> None:
    await challenge(session)
    (waiting,) = await session.turns(BEN.id)
    assert waiting.asked
    assert await session.turns(ANN.id) == ()


async def test_a_table_waits_for_who_plays_there_now(session: Session) -> None:
    await lend(session, await game(session), ANN, CLEO.id)
    (waiting,) = await session.turns(CLEO.id)
    assert (waiting.user_id, waiting.other) == (CLEO.id, "Ann")
    assert await session.turns(ANN.id) == ()


async def test_a_table_where_the_house_plays_waits_for_nobody(session: Session) -> None:
    await lend(session, await game(session), ANN, HOUSE)
    assert await session.turns(ANN.id) == ()


async def test_with_a_clock_it_waits_until_the_time_is_up(session: Session, clock: Clock) -> None:
    wanted = Opening("thud", {}, 0, BEN, clock=24 * HOUR, bank=HOUR)
    table = (await session.open(click(ANN), wanted, trace())).table
    await session.sit(click(BEN), table.id, table.revision, trace())
    (waiting,) = await session.turns(ANN.id)
    assert waiting.since == clock.now
    assert waiting.due == clock.now + 25 * HOUR
    assert not waiting.late


async def test_a_game_that_is_over_waits_for_nobody(session: Session) -> None:
    await act(session, await game(session), "resign")
    assert await session.turns(ANN.id) == ()
    assert await session.games(ANN.id) == ()


async def test_somebodys_games_are_all_that_go_on_anywhere(session: Session) -> None:
    await game(session)
    await challenge(session, channel=THERE)
    assert {table.code for table in await session.games(BEN.id)} == {"T1", "T2"}


# What was finished


async def finished(session: Session, clock: Clock, loser: Person, *, channel: int = 5) -> Table:
    """Ann against Ben, and one of them gives up; a minute later everything has settled."""
    table = (await act(session, await game(session, channel=channel), "resign", loser)).table
    clock.now += SETTLED + 1
    return table


async def test_results_and_streaks_are_those_of_the_finished_games(session: Session, clock: Clock) -> None:
    for loser in (ANN, BEN, BEN):
        await finished(session, clock, loser)
    await game(session)  # goes on
    (score,) = await session.scores(ANN.id, None)
    assert (score.game, score.tally.won, score.tally.lost, score.tally.games) == ("thud", 2, 1, 3)
    assert score.tally.streak == Streak(Result.WON, 2)
    assert score.rating is not None
    assert score.rating.games == 3


async def test_scores_can_be_those_of_one_game(session: Session, clock: Clock) -> None:
    await finished(session, clock, ANN)
    assert await session.scores(ANN.id, "ploc") == ()
    assert len(await session.scores(ANN.id, "thud")) == 1
    assert await session.scores(CLEO.id, None) == ()


async def test_a_game_in_which_somebody_else_moved_is_counted_apart(session: Session) -> None:
    table = await lend(session, await game(session), ANN, CLEO.id)
    table = (await act(session, table, "dG1-G2", CLEO)).table
    await act(session, table, "resign", BEN)
    (score,) = await session.scores(ANN.id, None)
    assert (score.tally.games, score.tally.apart, score.rating) == (0, 1, None)
    (standing,) = await session.standings(5, None)
    assert (standing.games, standing.apart, standing.places) == (0, 1, ())


async def test_the_table_of_a_channel_is_made_of_its_own_games(session: Session, clock: Clock) -> None:
    await finished(session, clock, BEN)
    await finished(session, clock, BEN)
    await finished(session, clock, ANN, channel=THERE)
    (standing,) = await session.standings(5, None)
    assert (standing.game, standing.games) == ("thud", 2)
    assert [(place.rank, place.name) for place in standing.places] == [(1, "Ann"), (2, "Ben")]
    assert [place.score.tally.games for place in standing.places] == [2, 2]


async def test_ratings_hold_in_all_channels(session: Session, clock: Clock) -> None:
    await finished(session, clock, BEN)
    await finished(session, clock, BEN, channel=THERE)
    (here,), (there,) = await session.standings(5, None), await session.standings(THERE, None)
    assert here.places[0].score.rating == there.places[0].score.rating
    assert (await session.ladder("thud")).of(ANN.id).games == 2


async def test_a_game_for_one_has_no_rating_and_equals_share_a_rank(session: Session) -> None:
    for person in (ANN, BEN):
        table = (await session.open(click(person), Opening("thrag", {}, None, None), trace())).table
        await session.play(click(person), table.id, "resign", trace())
    (standing,) = await session.standings(5, "thrag")
    assert [(place.rank, place.score.rating) for place in standing.places] == [(1, None), (1, None)]
    assert [place.score.tally.lost for place in standing.places] == [1, 1]


def test_duels_are_the_games_for_two_against_each_other() -> None:
    assert {key for key, entry in CATALOGUE.items() if is_duel(entry.game)} == {"thud", "ploc"}


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


async def noted(session: Session, table: Table, winner: Person, loser: Person, ended: float) -> None:
    """A result reaches the disk."""
    both = record(table, 0, winner, Result.WON, ended), record(table, 1, loser, Result.LOST, ended)
    await session.store.agenda.record(both)


async def test_new_games_come_on_top_of_the_known_ones(session: Session, clock: Clock) -> None:
    await finished(session, clock, BEN)
    first = (await session.ladder("thud")).of(ANN.id)
    await finished(session, clock, BEN)
    second = (await session.ladder("thud")).of(ANN.id)
    assert (first.games, second.games) == (1, 2)
    assert second.value > first.value
    anew = Session(session.store, CATALOGUE, clock, lambda: "secret")
    assert (await anew.ladder("thud")).of(ANN.id) == second


async def test_a_game_that_turns_up_behind_a_later_one_is_not_missed(session: Session, clock: Clock) -> None:
    early, late = await game(session), await game(session, channel=THERE)
    await noted(session, late, ANN, BEN, clock.now)
    assert (await session.ladder("thud")).of(ANN.id).games == 1
    await noted(session, early, ANN, BEN, clock.now - 1)  # ended before, saved after
    assert (await session.ladder("thud")).of(ANN.id).games == 2


async def test_ratings_asked_for_twice_at_once_count_no_game_twice(session: Session, clock: Clock) -> None:
    await finished(session, clock, BEN)
    await asyncio.gather(*(session.ladder("thud") for _ in range(5)))
    await finished(session, clock, BEN)
    found = await asyncio.gather(*(session.ladder("thud") for _ in range(5)))
    assert {ladder.of(ANN.id).games for ladder in found} == {2}
    assert (await session.ladder("thud")).of(ANN.id).games == 2
