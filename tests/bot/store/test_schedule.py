"""What is due when, what people want, results: on a real file, whole or not at all, and once."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import replace

import pytest

from bot.features.people.service import AWAY, DIGEST
from bot.ops.location import DatabaseLocation
from bot.store import (
    Alarm,
    Habits,
    Kind,
    NewAlarm,
    Record,
    Result,
    SeatClock,
    Status,
    Store,
    StoreError,
    Table,
    TimeChange,
)
from bot.store.schedule import ALIVE, BELIEVED, LONGEST_ABSENCE, REMEMBERED
from tests.bot.store.samples import ANNA, BERT, TERMS, another, begun_table, move, new_table, turn
from tests.databases import failing, trace_statements

CLOCKS = (SeatClock(0, 60.0, since=100.0), SeatClock(1, 60.5, 7.25, None, up=True, nudged=90.0, last=3.5))
NOW, YEAR = 1_800_000_000.0, 365 * 24 * 60 * 60.0


async def clocked_table(store: Store, *, turns: int = 0, clocks: tuple[SeatClock, ...] = CLOCKS) -> Table:
    """A game with a clock, at this turn."""
    new = replace(
        new_table(players=(ANNA, BERT)),
        terms=replace(TERMS, clock=36_000, bank=60),
    )
    table = await store.create(new, 500)
    return await store.save(replace(move(table, 501), turn=turns, clocks=clocks))


async def clocks(store: Store, table_id: int) -> tuple[SeatClock, ...]:
    """A table's clocks, as the file has them."""
    store.forget(table_id)
    table = await store.table(table_id)
    assert table is not None
    return table.time.clocks


async def alarm(store: Store, kind: Kind = Kind.CALL, due: float = 10.0) -> Alarm:
    """One alarm that was added."""
    await store.schedule.save(TimeChange(alarms=(NewAlarm(kind, due),)))
    return (await store.schedule.due(due))[-1]


# Alarms


async def test_what_is_due_comes_in_order_and_no_more_than_was_asked_for(store: Store) -> None:
    table = await begun_table(store)
    late, early, same = (
        NewAlarm(Kind.UP, 30.0, table.id, None, 4, "1"),
        NewAlarm(Kind.REMIND, 10.5, table.id, 11, 4),
        NewAlarm(AWAY, 10.5, user_id=12),
    )
    await store.schedule.save(TimeChange(alarms=(late, early, same)))
    assert await store.schedule.due(10.4) == ()
    first, second = await store.schedule.due(10.5)
    assert first == Alarm(first.id, Kind.REMIND, 10.5, table.id, 11, 4, "", None)
    assert second == Alarm(second.id, AWAY, 10.5, None, 12, None, "", None)
    third = (await store.schedule.due(99.0))[2]
    assert third == Alarm(third.id, Kind.UP, 30.0, table.id, None, 4, "1", None)
    assert await store.schedule.due(99.0, limit=2) == (first, second)


async def test_alarms_are_found_by_their_table_and_by_whom_they_are_for(store: Store) -> None:
    one, other = await begun_table(store), await begun_table(store)
    made = (
        NewAlarm(Kind.REMIND, 20.0, one.id, 11),
        NewAlarm(Kind.UP, 10.0, one.id),
        NewAlarm(Kind.CALL, 5.0, other.id, 11),
        NewAlarm(DIGEST, 1.0, user_id=12),
    )
    await store.schedule.save(TimeChange(alarms=made))
    assert [found.kind for found in await store.schedule.of_table(one.id)] == [Kind.UP, Kind.REMIND]
    assert [found.kind for found in await store.schedule.of_person(11)] == [Kind.CALL, Kind.REMIND]
    assert [found.kind for found in await store.schedule.of_person(12)] == [DIGEST]
    assert await store.schedule.of_table(99) == await store.schedule.of_person(99) == ()


async def test_an_alarm_is_taken_once(store: Store) -> None:
    one = await alarm(store)
    assert await store.schedule.claim(one, 77.0)
    assert not await store.schedule.claim(one, 78.0)
    assert await store.schedule.under_way() == (replace(one, sending=77.0),)


async def test_of_many_who_take_it_at_once_one_has_it_whatever_process_they_are(
    store: Store, place: DatabaseLocation
) -> None:
    one = await alarm(store)
    async with another(place) as other:
        tries = (where.schedule.claim(one, float(at)) for at in range(10) for where in (store, other))
        assert sorted(await asyncio.gather(*tries)) == [False] * 19 + [True]


async def test_what_was_being_sent_is_known_to_the_next_process(
    store: Store, place: DatabaseLocation
) -> None:
    one, two = await alarm(store), await alarm(store, due=11.0)
    await store.schedule.claim(one, 77.0)
    async with another(place) as later:
        assert await later.schedule.under_way() == (replace(one, sending=77.0),)
        assert await later.schedule.due(11.0) == (two,), "nobody sends it a second time"


async def test_what_was_put_back_can_be_taken_again_at_its_new_time(store: Store) -> None:
    one = await alarm(store)
    await store.schedule.claim(one, 77.0)
    await store.schedule.reschedule(one, 50.0)
    assert await store.schedule.under_way() == ()
    assert await store.schedule.due(49.9) == ()
    assert not await store.schedule.claim(one, 77.5), "who knows it as it was does not send it after all"
    (later,) = await store.schedule.due(50.0)
    assert later == replace(one, due=50.0)
    assert await store.schedule.claim(later, 78.0)


async def test_what_is_done_with_is_gone_and_cannot_be_taken(store: Store) -> None:
    one = await alarm(store)
    await store.schedule.drop(one)
    assert not await store.schedule.claim(one, 77.0)
    await store.schedule.reschedule(one, 5.0)
    await store.schedule.drop(one)
    assert await store.schedule.due(99.0) == ()


async def test_dropping_some_and_adding_others_is_one_change(store: Store) -> None:
    one, two = await alarm(store), await alarm(store, due=11.0)
    new = NewAlarm(Kind.SNOOZE, 12.0, user_id=11)
    await store.schedule.save(TimeChange(alarms=(new,), dropped=(one.id, 12_345)))
    found = await store.schedule.due(99.0)
    assert [(each.kind, each.due) for each in found] == [(Kind.CALL, 11.0), (Kind.SNOOZE, 12.0)]
    assert found[0] == two


# Clocks


async def test_clocks_come_back_as_they_were_saved(store: Store, place: DatabaseLocation) -> None:
    table = await clocked_table(store)
    assert table.time.clocks == CLOCKS
    async with another(place) as later:
        assert await later.table(table.id) == table


async def test_a_clock_is_changed_by_itself(store: Store) -> None:
    table = await clocked_table(store, turns=3)
    new = SeatClock(1, 0.5, 1.5, 200.0, up=False, nudged=None)
    await store.schedule.save(TimeChange(((table.id, 3, new),)))
    assert await clocks(store, table.id) == (CLOCKS[0], new)


async def test_a_clock_of_a_turn_that_is_over_is_left_alone(store: Store) -> None:
    table = await clocked_table(store, turns=3)
    await store.schedule.save(TimeChange(((table.id, 2, SeatClock(0, 0.0)), (99, 3, SeatClock(0, 0.0)))))
    assert await clocks(store, table.id) == CLOCKS


async def test_a_move_brings_new_clocks_or_leaves_them(store: Store) -> None:
    table = await clocked_table(store)
    table = await store.save(move(table, 502))
    assert await clocks(store, table.id) == CLOCKS
    new = (SeatClock(0, 1.0), SeatClock(1, 2.0, since=300.0))
    table = await store.save(replace(move(table, 503), clocks=new, turn=1))
    assert (table.time.clocks, table.turn) == (new, 1)
    assert await clocks(store, table.id) == new


# While nobody could play


async def test_the_first_sign_of_life_is_no_absence(store: Store) -> None:
    assert await store.schedule.note_alive(1_000.0, 150.0) == 0.0
    assert await store.schedule.note_alive(1_150.0, 150.0) == 0.0, "as long as it may be"
    assert await store.schedule.note_alive(1_300.5, 150.0) == 150.5
    assert await store.schedule.note_alive(1_301.0, 150.0) == 0.0


async def test_a_clock_set_back_is_no_absence(store: Store) -> None:
    await store.schedule.note_alive(1_000.0, 150.0)
    assert await store.schedule.note_alive(10.0, 150.0) == 0.0
    assert await store.schedule.note_alive(100.0, 150.0) == 0.0


async def test_a_clock_that_starts_in_1970_moves_nothing_once_it_is_right(
    store: Store, place: DatabaseLocation, caplog: pytest.LogCaptureFixture
) -> None:
    table, now = await clocked_table(store, clocks=(SeatClock(0, 60.0, since=NOW - 50.0),)), NOW
    await store.schedule.note_alive(now, 150.0)
    async with another(place) as later:
        assert await later.schedule.note_alive(12.0, 150.0) == 0.0
        assert await later.schedule.note_alive(72.0, 150.0) == 0.0
        assert [record.levelname for record in caplog.records] == ["WARNING"], "said once"
        assert await later.schedule.note_alive(now + 3_600.0, 150.0) == 3_600.0, "as long as it was away"
        assert (await clocks(later, table.id))[0].since == NOW - 50.0 + 3_600.0


async def test_what_began_in_1970_begins_anew_once_the_clock_is_right(store: Store) -> None:
    """Whoever had their turn then would have lost it by 57 years."""
    table = await clocked_table(
        store, turns=1, clocks=(SeatClock(0, 60.0, since=NOW - 50.0), SeatClock(1, 60.0))
    )
    await store.schedule.note_alive(NOW, 150.0)
    assert await store.schedule.note_alive(12.0, 150.0) == 0.0
    moved = (SeatClock(0, 60.0), SeatClock(1, 60.0, since=30.0))
    await store.save(replace(move(table, 505), at=30.0, waiting_since=30.0, clocks=moved, turn=2))
    assert await store.schedule.note_alive(72.0, 150.0) == 0.0
    assert await store.schedule.note_alive(NOW + 100.0, 150.0) == 100.0, "however short it was"
    store.forget()
    after = await store.table(table.id)
    assert after is not None
    assert after.time.clocks == (SeatClock(0, 60.0), SeatClock(1, 60.0, since=NOW + 100.0))
    assert (after.time.waiting_since, after.time.changed_at) == (NOW + 100.0, NOW)
    assert await store.schedule.note_alive(NOW + 160.0, 150.0) == 0.0


async def test_one_absence_gives_back_no_decades(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    table = await clocked_table(store, clocks=(SeatClock(0, 60.0, since=NOW),))
    await store.schedule.note_alive(NOW, 150.0)
    assert await store.schedule.note_alive(NOW + 40 * YEAR, 150.0) == LONGEST_ABSENCE
    assert (await clocks(store, table.id))[0].since == NOW + LONGEST_ABSENCE
    assert [record.levelname for record in caplog.records] == ["WARNING"]


async def test_a_note_of_a_clock_that_was_ahead_does_not_hide_absences_for_good(store: Store) -> None:
    await store.schedule.note_alive(NOW + 40 * YEAR, 150.0)
    for minute in range(24 * 60 + 1):
        assert await store.schedule.note_alive(NOW + minute * 60.0, 150.0) == 0.0
    day = NOW + 24 * 60 * 60.0
    assert await store.schedule.note_alive(day + 500.0, 150.0) == 500.0


async def test_a_clock_that_jumps_about_is_not_believed(store: Store) -> None:
    await store.schedule.note_alive(NOW, 150.0)
    for at in (10.0, BELIEVED + 10.0, 70.0, BELIEVED + 80.0):
        assert await store.schedule.note_alive(at, 150.0) == 0.0
    assert await store.note(ALIVE) == repr(NOW)


async def test_after_an_absence_clocks_that_run_and_waits_begin_later_and_no_alarm_comes_too_late(
    store: Store,
) -> None:
    table = await clocked_table(store)
    waited, changed = table.time.waiting_since, table.time.changed_at
    kinds = (Kind.REMIND, Kind.UP, Kind.CALL, Kind.SNOOZE, DIGEST, AWAY)
    await store.schedule.save(TimeChange(alarms=tuple(NewAlarm(kind, 5_000.0) for kind in kinds)))
    await store.schedule.note_alive(1_000.0, 150.0)
    assert await store.schedule.note_alive(3_000.0, 150.0) == 2_000.0
    assert await clocks(store, table.id) == (replace(CLOCKS[0], since=2_100.0), CLOCKS[1])
    after = await store.table(table.id)
    assert after is not None
    assert (after.time.waiting_since, after.time.changed_at) == (waited + 2_000.0, changed)
    due = {one.kind: one.due for one in await store.schedule.due(9_999.0)}
    assert due == dict.fromkeys(kinds, 5_000.0), "each is put off to its moment when it is looked at"


async def test_a_short_absence_moves_nothing(store: Store) -> None:
    table = await clocked_table(store)
    await store.schedule.save(TimeChange(alarms=(NewAlarm(Kind.UP, 5_000.0),)))
    await store.schedule.note_alive(1_000.0, 150.0)
    await store.schedule.note_alive(1_100.0, 150.0)
    assert await clocks(store, table.id) == CLOCKS
    assert [one.due for one in await store.schedule.due(9_999.0)] == [5_000.0]


async def test_tables_that_are_not_played_wait_for_nobody(store: Store) -> None:
    table = await store.create(new_table(), 500)
    over = await timed_over(store)
    await store.schedule.note_alive(1_000.0, 150.0)
    await store.schedule.note_alive(3_000.0, 150.0)
    store.forget()
    assert await store.table(table.id) == table
    assert await store.table(over.id) == over


async def timed_over(store: Store) -> Table:
    table = await store.create(new_table(players=(ANNA, BERT)), 600)
    return await store.save(turn(await store.save(move(table, 601)), Status.OVER, 602))


async def test_an_absence_is_counted_once_even_if_two_processes_notice_it(
    store: Store, place: DatabaseLocation
) -> None:
    table = await clocked_table(store)
    await store.schedule.note_alive(1_000.0, 150.0)
    async with another(place) as other:
        gone = await asyncio.gather(
            store.schedule.note_alive(3_000.0, 150.0), other.schedule.note_alive(3_000.0, 150.0)
        )
    assert sorted(gone) == [0.0, 2_000.0]
    assert (await clocks(store, table.id))[0].since == 2_100.0


# People


SAID = Habits(11, "Europe/Berlin", 420, 1380, "direct", 480, 1_000.5, 2_000.5, 2026, 86_400.0)


async def test_somebody_who_never_said_anything_is_always_awake(store: Store) -> None:
    assert await store.schedule.habits(11) == Habits(11, "UTC", 0, 0, "here", None, None, None, 0, 0.0)


async def test_what_somebody_said_is_known_at_once_and_later(store: Store, place: DatabaseLocation) -> None:
    assert await store.schedule.habits(11) == Habits(11)
    await store.schedule.save(TimeChange(habits=SAID))
    assert await store.schedule.habits(11) == SAID
    assert await store.schedule.habits(12) == Habits(12)
    async with another(place) as later:
        assert await later.schedule.habits(11) == SAID


async def test_what_is_said_anew_takes_the_place_of_what_was_said(
    store: Store, place: DatabaseLocation
) -> None:
    await store.schedule.save(TimeChange(habits=SAID))
    await store.schedule.save(TimeChange(habits=Habits(11, "Asia/Tokyo")))
    async with another(place) as later:
        assert await later.schedule.habits(11) == await store.schedule.habits(11) == Habits(11, "Asia/Tokyo")


async def test_whoever_asks_while_it_is_being_saved_hears_what_is_new(store: Store) -> None:
    """The file was read before it was saved, and the answer comes after."""
    has_read, may_answer = threading.Event(), threading.Event()

    def slowly(statement: str) -> None:
        if statement == "COMMIT":
            has_read.set()
            may_answer.wait(10)

    await trace_statements(store.reader, slowly)
    asking = asyncio.create_task(store.schedule.habits(11))
    await asyncio.to_thread(has_read.wait, 10)
    await store.schedule.save(TimeChange(habits=SAID))
    may_answer.set()
    assert await asking == SAID
    assert await store.schedule.habits(11) == SAID


async def test_only_so_many_people_are_kept_in_memory_and_none_is_forgotten(store: Store) -> None:
    await store.schedule.save(TimeChange(habits=SAID))
    for user_id in range(100, 100 + REMEMBERED):
        await store.schedule.habits(user_id)
    assert len(store.schedule._habits) == REMEMBERED  # noqa: SLF001 - what is kept shows nowhere else
    assert await store.schedule.habits(11) == SAID


async def test_alarms_of_some_kinds_of_a_person_are_replaced_by_what_they_say(store: Store) -> None:
    old = [NewAlarm(kind, 5.0, user_id=user) for user in (11, 12) for kind in (AWAY, DIGEST)]
    await store.schedule.save(TimeChange(alarms=tuple(old)))
    new = TimeChange(habits=SAID, replaced=(AWAY,), alarms=(NewAlarm(AWAY, 9.0, user_id=11),))
    await store.schedule.save(new)
    assert [(one.kind, one.due) for one in await store.schedule.of_person(11)] == [
        (DIGEST, 5.0),
        (AWAY, 9.0),
    ]
    assert len(await store.schedule.of_person(12)) == 2


async def test_what_could_not_be_saved_was_not_said(store: Store, place: DatabaseLocation) -> None:
    await store.schedule.save(TimeChange(habits=SAID))
    with failing(place, "INSERT", "alarms"), pytest.raises(StoreError):
        await store.schedule.save(TimeChange(habits=Habits(11), alarms=(NewAlarm(AWAY, 9.0),)))
    assert await store.schedule.habits(11) == SAID
    assert await store.schedule.due(99.0) == ()


# Results


def record(table_id: int, seat: int, ended: float, **other: object) -> Record:
    user = (11, 12)[seat]
    won = Result.WON if seat else Result.LOST
    made = Record(
        table_id, seat, user, f"Player {user}", "thud", 3, 5, won, 2 * seat, 2, 9, 1.5, ended, counts=True
    )
    return replace(made, **other)  # type: ignore[arg-type]


async def test_results_are_found_by_person_channel_and_game_in_the_order_of_their_ends(store: Store) -> None:
    first, second, third = [await begun_table(store, moves=1) for _ in range(3)]
    rows = (
        record(first.id, 0, 30.0),
        record(first.id, 1, 30.0),
        record(second.id, 0, 20.0, result=Result.DRAWN, counts=False, guild_id=None),
        record(third.id, 0, 30.0, game="ploc", channel_id=6),
    )
    await store.schedule.record(rows)
    assert await store.schedule.results_of_user(11) == (rows[2], rows[0], rows[3])
    assert await store.schedule.results_of_channel(5) == (rows[2], rows[0], rows[1])
    assert await store.schedule.results_of_game("thud") == (rows[2], rows[0], rows[1])
    assert await store.schedule.results_of_game("thud", (20.0, second.id)) == rows[:2]
    assert await store.schedule.results_of_game("thud", (30.0, first.id)) == ()
    assert await store.schedule.results_of_user(99) == await store.schedule.results_of_channel(99) == ()


async def test_what_is_recorded_once_stays(store: Store) -> None:
    table = await begun_table(store, moves=1)
    await store.schedule.record((record(table.id, 0, 30.0),))
    await store.schedule.record((record(table.id, 0, 99.0, result=Result.WON), record(table.id, 1, 99.0)))
    assert await store.schedule.results_of_channel(5) == (
        record(table.id, 0, 30.0),
        record(table.id, 1, 99.0),
    )


async def test_games_that_are_over_without_a_record_are_named(store: Store) -> None:
    await begun_table(store, moves=1)
    over = await timed_over(store)
    assert await store.schedule.tables_without_records() == (over.id,)
    await store.schedule.record((record(over.id, 0, 30.0),))
    assert await store.schedule.tables_without_records() == ()
