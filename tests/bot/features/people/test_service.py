"""What is kept for a person: hours, vacations, the daily list, what waits for them."""

from __future__ import annotations

import asyncio
from datetime import date, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from bot.features import FEATURES, HOOKS
from bot.features.people.service import AWAY, BACK, DIGEST, PersonalSettings
from bot.games.catalogue import CATALOGUE
from bot.kernel.clicks import Opening, Person
from bot.kernel.session import Context, Session
from bot.kernel.time.calendar import local
from bot.store import HOUSE, Alarm, Store, Table, Terms
from tests.bot.samples import ANN, BEN, CLEO, THERE, Clock, act, challenge, click, game, refusing, trace
from tests.databases import run_sql

HOUR, DAY = 3600, 86_400
BERLIN = "Europe/Berlin"


def at(text: str, zone: str = BERLIN) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp()


async def alarms(session: Session, person: Person = ANN) -> list[tuple[str, float]]:
    return [(alarm.kind, alarm.due) for alarm in await session.context.store.schedule.of_person(person.id)]


async def reopen(path: Path, clock: Clock) -> Session:
    """The same file in another process's hands."""
    return Session.over(
        Context(
            await Store.open(path, patience=0.1, hooks=HOOKS),
            CATALOGUE,
            clock,
            lambda: "secret",
            features=FEATURES,
        )
    )


async def lend(session: Session, table: Table, owner: Person, user_id: int) -> Table:
    """Somebody plays for a person from now on."""
    sql = "UPDATE seats SET substitute = ? WHERE table_id = ? AND user_id = ?"
    await run_sql(session.context.store, sql, (user_id, table.id, owner.id))
    session.context.store.forget(table.id)
    return await session.tables.get(table.id)


# Hours


async def test_what_somebody_says_of_their_day_is_kept(session: Session, path: Path, clock: Clock) -> None:
    await session.service(PersonalSettings).set_hours(ANN.id, 7 * 60, 22 * 60, BERLIN)
    await session.service(PersonalSettings).set_reminders(ANN.id, "direct")
    other = await reopen(path, clock)
    said = await other.people.habits(ANN.id)
    await other.context.store.close()
    assert (said.zone, said.wakes, said.sleeps, said.remind) == (BERLIN, 420, 1320, "direct")


async def test_what_is_left_out_stays_as_it_was(session: Session) -> None:
    await session.service(PersonalSettings).set_hours(ANN.id, 7 * 60, 22 * 60, BERLIN)
    said = await session.service(PersonalSettings).set_hours(ANN.id, 9 * 60, 22 * 60)
    assert (said.zone, said.wakes, said.sleeps) == (BERLIN, 540, 1320)
    said = await session.service(PersonalSettings).set_zone(ANN.id, "Asia/Kolkata")
    assert (said.zone, said.wakes, said.sleeps) == ("Asia/Kolkata", 540, 1320)


async def test_what_is_saved_meanwhile_is_not_forgotten_for_what_was_read(session: Session) -> None:
    read = asyncio.ensure_future(session.people.habits(ANN.id))
    await session.service(PersonalSettings).set_reminders(ANN.id, "never")
    await read
    assert (await session.people.habits(ANN.id)).remind == "never"


# The daily list


async def test_the_daily_list_comes_by_their_own_clock(session: Session, clock: Clock) -> None:
    clock.now = at("2026-06-01T12:00")
    await session.service(PersonalSettings).set_zone(ANN.id, BERLIN)
    await session.service(PersonalSettings).set_digest(ANN.id, 8 * 60)
    assert await alarms(session) == [(DIGEST, at("2026-06-02T08:00"))]


async def test_who_moves_to_another_zone_gets_it_by_the_new_clock(session: Session, clock: Clock) -> None:
    clock.now = at("2026-06-01T12:00")
    await session.service(PersonalSettings).set_digest(ANN.id, 8 * 60)
    await session.service(PersonalSettings).set_zone(ANN.id, "Asia/Kolkata")
    assert await alarms(session) == [(DIGEST, at("2026-06-02T08:00", "Asia/Kolkata"))]


async def test_whoever_wants_no_list_any_more_has_no_alarm(session: Session) -> None:
    await session.service(PersonalSettings).set_digest(ANN.id, 8 * 60)
    await session.service(PersonalSettings).set_digest(ANN.id, None)
    assert await alarms(session) == []


async def only_alarm(session: Session) -> Alarm:
    (alarm,) = await session.context.store.schedule.of_person(ANN.id)
    return alarm


async def test_a_list_is_followed_by_that_of_the_next_day(session: Session, clock: Clock) -> None:
    clock.now = at("2026-03-28T12:00")
    await session.service(PersonalSettings).set_zone(ANN.id, BERLIN)
    await session.service(PersonalSettings).set_digest(ANN.id, 8 * 60)
    clock.now = at("2026-03-29T08:00") + 3
    follows = await session.service(PersonalSettings).next_digest(await only_alarm(session))
    assert follows is not None
    assert (follows.kind, follows.user_id) == (DIGEST, ANN.id)
    assert local(await session.people.habits(ANN.id), follows.due).isoformat() == "2026-03-30T08:00:00+02:00"


async def test_a_list_is_followed_by_none_that_is_there_already_or_not_wanted(session: Session) -> None:
    await session.service(PersonalSettings).set_digest(ANN.id, 8 * 60)
    old = await only_alarm(session)
    await session.service(PersonalSettings).set_digest(ANN.id, 9 * 60)  # meanwhile
    assert await session.service(PersonalSettings).next_digest(old) is None
    await session.service(PersonalSettings).set_digest(ANN.id, None)
    assert await session.service(PersonalSettings).next_digest(old) is None


async def test_the_list_tells_of_turns_and_of_nothing_else(session: Session) -> None:
    await game(session)  # Ann begins
    await session.service(PersonalSettings).set_digest(ANN.id, 0)
    assert [one.table.code for one in await session.service(PersonalSettings).digest_turns(ANN.id)] == ["T1"]
    assert await session.service(PersonalSettings).digest_turns(BEN.id) == ()


async def test_there_is_no_list_on_vacation(session: Session) -> None:
    await game(session)
    await session.service(PersonalSettings).set_vacation(ANN.id, 3, None)
    assert await session.service(PersonalSettings).digest_turns(ANN.id) == ()


async def test_a_list_that_comes_late_does_not_come_in_their_night(session: Session, clock: Clock) -> None:
    clock.now = at("2026-06-01T12:00")
    await game(session)
    await session.service(PersonalSettings).set_hours(ANN.id, 9 * 60, 22 * 60, BERLIN)
    await session.service(PersonalSettings).set_digest(ANN.id, 7 * 60)  # before they get up, as they wish
    told = {}
    for hour in ("07:00", "07:40", "08:30", "09:30", "23:00"):
        clock.now = at(f"2026-06-02T{hour}")
        told[hour] = bool(await session.service(PersonalSettings).digest_turns(ANN.id))
    assert told == {"07:00": True, "07:40": True, "08:30": False, "09:30": True, "23:00": False}


# Vacation


async def test_a_vacation_is_two_alarms_of_which_one_is_due_now(session: Session, clock: Clock) -> None:
    clock.now = at("2026-06-01T12:00")
    await session.service(PersonalSettings).set_vacation(ANN.id, 7, None)
    assert await alarms(session) == [(AWAY, clock.now), (BACK, clock.now + 7 * DAY)]


async def test_a_planned_vacation_begins_when_its_date_does(session: Session, clock: Clock) -> None:
    clock.now = at("2026-06-01T12:00")
    await session.service(PersonalSettings).set_zone(ANN.id, BERLIN)
    await session.service(PersonalSettings).set_vacation(ANN.id, 2, date(2026, 7, 1))
    assert await alarms(session) == [(AWAY, at("2026-07-01T00:00")), (BACK, at("2026-07-03T00:00"))]


async def test_who_comes_back_early_is_back_now(session: Session, clock: Clock) -> None:
    clock.now = at("2026-06-01T12:00")
    await session.service(PersonalSettings).set_vacation(ANN.id, 7, None)
    clock.now += DAY
    said = await session.service(PersonalSettings).set_vacation(ANN.id, 0, None)
    assert (said.away_from, said.used) == (None, DAY)
    assert await alarms(session) == [(BACK, clock.now)]


async def test_a_planned_vacation_that_is_dropped_leaves_no_alarm(session: Session, clock: Clock) -> None:
    clock.now = at("2026-06-01T12:00")
    await session.service(PersonalSettings).set_vacation(ANN.id, 2, date(2026, 7, 1))
    await session.service(PersonalSettings).set_vacation(ANN.id, 0, None)
    assert await alarms(session) == []


async def test_who_puts_a_vacation_off_is_back_until_then(session: Session, clock: Clock) -> None:
    clock.now = at("2026-06-01T12:00", "UTC")
    await session.service(PersonalSettings).set_vacation(ANN.id, 7, None)
    await session.service(PersonalSettings).set_vacation(ANN.id, 7, date(2026, 7, 1))
    begins = at("2026-07-01T00:00", "UTC")
    assert await alarms(session) == [
        (BACK, clock.now),
        (AWAY, begins),
        (BACK, begins + 7 * DAY),
    ]


async def test_who_stays_away_longer_is_not_back_between(session: Session, clock: Clock) -> None:
    clock.now = at("2026-06-01T12:00")
    await session.service(PersonalSettings).set_vacation(ANN.id, 7, None)
    clock.now += DAY
    await session.service(PersonalSettings).set_vacation(ANN.id, 14, None)
    assert await alarms(session) == [(AWAY, clock.now), (BACK, clock.now + 14 * DAY)]


async def test_a_return_that_nobody_noticed_yet_is_not_lost(session: Session, clock: Clock) -> None:
    """The bot was away when the vacation ended, and its alarm is still there."""
    clock.now = at("2026-06-01T12:00")
    await session.service(PersonalSettings).set_vacation(ANN.id, 2, None)
    clock.now += 3 * DAY
    await session.service(PersonalSettings).set_vacation(ANN.id, 2, date(2026, 7, 1))
    assert (BACK, clock.now) in await alarms(session)


async def test_there_is_nothing_to_end_for_somebody_who_is_here(session: Session, clock: Clock) -> None:
    with refusing("vacation-none"):
        await session.service(PersonalSettings).set_vacation(ANN.id, 0, None)
    await session.service(PersonalSettings).set_vacation(ANN.id, 2, None)
    for alarm in await session.context.store.schedule.of_person(ANN.id):  # both were carried out
        await session.context.store.schedule.drop(alarm)
    clock.now += 3 * DAY
    with refusing("vacation-none"):
        await session.service(PersonalSettings).set_vacation(ANN.id, 0, None)


async def test_a_vacation_that_is_refused_changes_nothing(session: Session) -> None:
    await session.service(PersonalSettings).set_vacation(ANN.id, 20, None)
    before = await session.people.habits(ANN.id), await alarms(session)
    with refusing("vacation-balance"):
        await session.service(PersonalSettings).set_vacation(ANN.id, 40, None)
    assert (await session.people.habits(ANN.id), await alarms(session)) == before


# What waits for somebody


async def test_what_has_waited_longest_comes_first(session: Session, clock: Clock) -> None:
    codes = []
    for channel in (5, 6, 7):
        clock.now += HOUR
        codes.append((await game(session, channel=channel)).code)
    clock.now += HOUR
    table = await session.tables.get(1)
    await act(session, await _make_move(session, table), "TG7-F7")  # it is Ann's turn at T1 anew
    found = await session.people.turns(ANN.id)
    assert [one.table.code for one in found] == ["T2", "T3", "T1"]
    assert [one.since for one in found] == sorted(one.since for one in found)
    assert await session.people.turns(BEN.id) == ()


async def _make_move(session: Session, table: Table) -> Table:
    return (await act(session, table, "dG1-G2")).table


async def test_a_table_waits_for_nobody_who_is_not_to_act(session: Session) -> None:
    await _make_move(session, await game(session))
    assert await session.people.turns(ANN.id) == ()
    assert [one.table.code for one in await session.people.turns(BEN.id)] == ["T1"]
    assert await session.people.turns(CLEO.id) == ()


async def test_a_challenge_waits_for_an_answer(session: Session) -> None:
    await challenge(session)
    (waiting,) = await session.people.turns(BEN.id)
    assert waiting.asked
    assert await session.people.turns(ANN.id) == ()


async def test_a_table_waits_for_who_plays_there_now(session: Session) -> None:
    await lend(session, await game(session), ANN, CLEO.id)
    (waiting,) = await session.people.turns(CLEO.id)
    assert (waiting.user_id, waiting.other) == (CLEO.id, "Ann")
    assert await session.people.turns(ANN.id) == ()


async def test_a_table_where_the_house_plays_waits_for_nobody(session: Session) -> None:
    await lend(session, await game(session), ANN, HOUSE)
    assert await session.people.turns(ANN.id) == ()


async def test_with_a_clock_it_waits_until_the_time_is_up(session: Session, clock: Clock) -> None:
    wanted = Opening("thud", {}, 0, BEN, terms=Terms(clock=24 * HOUR, bank=HOUR))
    table = (await session.lobby.open(click(ANN), wanted, trace())).table
    await session.lobby.sit(click(BEN), table.id, table.revision, trace())
    (waiting,) = await session.people.turns(ANN.id)
    assert waiting.since == clock.now
    assert waiting.due == clock.now + 25 * HOUR
    assert not waiting.late


async def test_a_game_that_is_over_waits_for_nobody(session: Session) -> None:
    await act(session, await game(session), "resign")
    assert await session.people.turns(ANN.id) == ()
    assert await session.people.games(ANN.id) == ()


async def test_somebodys_games_are_all_that_go_on_anywhere(session: Session) -> None:
    await game(session)
    await challenge(session, channel=THERE)
    assert {table.code for table in await session.people.games(BEN.id)} == {"T1", "T2"}
