"""What must be shown: when the bot does it by itself, what it tells, whom it calls, and when it gives up."""

from __future__ import annotations

import pytest

from bot.kernel.session import Session
from bot.kernel.tables.outbox import ENOUGH
from bot.store import Habits, Store, Table, TimeChange, Unshown
from bot.store.outbox import GRACE
from tests.bot.samples import ANN, BEN, QUIET, Clock, act, game, trace

DAY = 24 * 3600.0


async def skip_first_look(session: Session) -> None:
    """The first look after the start is over, which takes everything."""
    await session.outbox.due_entries()


async def row_of(session: Session, table: Table) -> Unshown:
    row = await session.outbox.entry_of(table.id)
    assert row is not None
    return row


async def test_whoever_changes_a_table_has_time_to_show_it(session: Session, clock: Clock) -> None:
    await skip_first_look(session)
    table = await game(session)
    clock.now += GRACE - 1
    assert await session.outbox.due_entries() == ()
    clock.now += 1
    (row,) = await session.outbox.due_entries()
    assert (row.table_id, row.revision) == (table.id, table.revision)
    session.outbox.confirm(table)
    assert await session.outbox.due_entries() == ()


async def test_what_failed_is_due_at_once_and_once(session: Session) -> None:
    await skip_first_look(session)
    table = await game(session)
    session.outbox.retry_now(table.id)
    assert [row.table_id for row in await session.outbox.due_entries()] == [table.id]
    assert await session.outbox.due_entries() == ()


async def test_after_a_start_everything_is_due(session: Session) -> None:
    table = await game(session)
    assert [row.table_id for row in await session.outbox.due_entries()] == [table.id]


async def test_it_is_tried_often_for_five_minutes_and_then_seldom_until_it_is_given_up(
    session: Session, clock: Clock
) -> None:
    table, pauses = await game(session), list[float]()
    began = clock.now
    while True:
        row = await row_of(session, table)
        if not await session.outbox.put_off(row):
            break
        due = (await row_of(session, table)).due
        pauses.append(due - clock.now)
        clock.now = due
    brisk = [5, 10, *[15] * 19]
    assert sum(brisk) == 300
    assert pauses[: len(brisk)] == brisk, "somebody may sit before it"
    assert set(pauses[len(brisk) :]) == {300}
    assert clock.now - began > ENOUGH
    assert await session.outbox.entry_of(table.id) is None


async def test_it_tells_what_happened_last_and_leaves_out_who_did_it(session: Session) -> None:
    table = await game(session)
    session.outbox.confirm(table)
    table = (await act(session, table, QUIET[0])).table
    shown = await session.outbox.next_view(table, await row_of(session, table))
    assert shown.new_turn
    assert shown.recalled
    assert shown.asleep == {ANN.id}


async def test_within_a_turn_nobody_is_called(session: Session) -> None:
    table = await game(session, QUIET[0])
    session.outbox.confirm(table)
    table = await session.tables.save(session.tables.automatic_change(table), trace())
    assert not (await session.outbox.next_view(table, await row_of(session, table))).new_turn


@pytest.mark.parametrize(("hour", "asleep"), [(12, False), (3, True)])
async def test_nobody_is_called_in_the_night_when_their_turn_began(
    session: Session, store: Store, clock: Clock, hour: int, *, asleep: bool
) -> None:
    """They are called when they wake up; that it is shown only then changes nothing."""
    await store.schedule.save(TimeChange(habits=Habits(BEN.id, "UTC", wakes=7 * 60, sleeps=23 * 60)))
    clock.now = clock.now // DAY * DAY + DAY + hour * 3600
    table = await game(session, QUIET[0])
    clock.now = clock.now // DAY * DAY + 15 * 3600
    shown = await session.outbox.next_view(table, await row_of(session, table))
    assert (BEN.id in shown.asleep) == asleep


async def test_another_process_may_have_changed_the_table(session: Session, store: Store) -> None:
    """One that forgets somebody, for instance: what this one remembers is older than what must be shown."""
    table = await game(session)
    before = await store.table(table.id)
    assert before is not None
    newer = (await act(session, table, QUIET[0])).table
    store._known[table.id] = before  # noqa: SLF001 - as it would be had another process saved
    assert await session.outbox.table(await row_of(session, table)) == newer
