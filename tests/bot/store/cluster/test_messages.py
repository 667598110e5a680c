"""Several processes on one database: ownership of shards, separate work, and change notices."""

# ruff: noqa: SLF001 - connections are closed from within

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace

import pytest
from psycopg import OperationalError

from bot.cluster.shards import ONE, Shards
from bot.features import HOOKS
from bot.features.people.service import DIGEST
from bot.features.transfer.storage import PendingTransfer, TransferStorage
from bot.ops.location import DatabaseLocation, Postgres
from bot.store import (
    AnotherCount,
    Board,
    Habits,
    Kind,
    NewAlarm,
    OthersThere,
    SeatClock,
    ShardTaken,
    StaleRevision,
    Status,
    Store,
    StoreError,
    Table,
    TimeChange,
)
from bot.store import postgres as on_server
from bot.store.cluster import membership as members
from bot.store.cluster.membership import Membership
from bot.store.cluster.messages import BETWEEN
from bot.store.cluster.news import ChangeNotice, ChangeSubject
from bot.store.errors import ShardsReplaced
from bot.store.model import NewTable
from bot.store.schedule import ALIVE
from bot.store.servers import ServerConfig
from bot.store.sql import SqlConnection
from tests.bot.store.samples import ANNA, BERT, another, move, new_table, turn
from tests.databases import raw, rows_of
from tests.postgres import Server as Postgresql

LEFT, RIGHT = Shards(0, 0, 2), Shards(1, 1, 2)
HERE, THERE = 2 << 22, 3 << 22
"""Servers of the first and of the second process."""

PATIENCE = 10.0
"""Seconds until something must have been heard: a machine may be busy."""


@dataclass
class RecordingListener:
    """Records a process's notifications."""

    news: list[ChangeNotice] = field(default_factory=list)
    lost: int = 0
    back: int = 0
    ended: list[StoreError] = field(default_factory=list)

    def handle_change(self, news: ChangeNotice) -> None:
        self.news.append(news)

    def handle_disconnect(self) -> None:
        self.lost += 1

    def handle_reconnect(self) -> None:
        self.back += 1

    def handle_shards_lost(self, why: StoreError) -> None:
        self.ended.append(why)


@asynccontextmanager
async def running(
    place: DatabaseLocation,
    shards: Shards | None,
    ears: RecordingListener | None = None,
    patience: float = 0.2,
) -> AsyncIterator[Store]:
    """Run the store of a process."""
    store = await Store.open(place, patience=1.0, shards=shards, hooks=HOOKS)
    try:
        await store.cluster.join(place, shards, ears or RecordingListener(), patience=patience)
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def both(
    place: DatabaseLocation, ears: RecordingListener | None = None
) -> AsyncIterator[tuple[Store, Store]]:
    """Run two processes; `ears` are the first one's."""
    async with AsyncExitStack() as stack:
        left = await stack.enter_async_context(running(place, LEFT, ears))
        yield left, await stack.enter_async_context(running(place, RIGHT))


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():  # noqa: ASYNC110 - the condition changes in another thread, or on a server
            await asyncio.sleep(0.01)


def in_server(guild_id: int | None, clock: int = 0) -> NewTable:
    new = new_table(players=(ANNA, BERT))
    return replace(new, guild_id=guild_id, terms=replace(new.terms, clock=clock, bank=60))


async def begun_table(store: Store, guild_id: int | None, interaction: int) -> Table:
    """Return a begun game in a server."""
    table = await store.create(in_server(guild_id), interaction)
    return await store.save(move(table, interaction + 1))


async def fresh(store: Store, table_id: int) -> Table:
    table = await store.table(table_id)
    assert table is not None
    return table


# Ownership of shards


async def test_a_shard_that_another_process_runs_is_refused(ours: Postgres) -> None:
    async with running(ours, Shards(0, 2, 4)):
        with pytest.raises(ShardTaken, match="already runs shard 2 of 4: stop it, or change TAPROOM_SHARDS"):
            async with running(ours, Shards(2, 3, 4)):
                pass
        async with running(ours, Shards(3, 3, 4)):
            pass


async def test_who_is_refused_holds_nothing(ours: Postgres) -> None:
    async with running(ours, Shards(2, 2, 4)):
        with pytest.raises(ShardTaken):
            async with running(ours, Shards(0, 3, 4)):
                pass
        async with running(ours, Shards(0, 1, 4)), running(ours, Shards(3, 3, 4)):
            pass


async def test_all_processes_count_alike(ours: Postgres) -> None:
    async with running(ours, Shards(0, 0, 4)):
        with pytest.raises(AnotherCount, match="run 4 shards in all, and this one 8"):
            async with running(ours, Shards(7, 7, 8)):
                pass
    async with running(ours, Shards(7, 7, 8)):
        pass


@pytest.mark.parametrize(("first", "second"), [(None, LEFT), (LEFT, None), (None, None)])
async def test_who_runs_all_shards_is_alone(
    ours: Postgres, first: Shards | None, second: Shards | None
) -> None:
    async with running(ours, first):
        with pytest.raises(OthersThere, match="TAPROOM_SHARDS"):
            async with running(ours, second):
                pass
    async with running(ours, second):
        pass


async def test_the_log_says_at_once_which_bot_is_waited_for(
    ours: Postgres, caplog: pytest.LogCaptureFixture
) -> None:
    async with running(ours, None):
        with pytest.raises(OthersThere):
            async with running(ours, None, patience=0.3):
                pass
    (line,) = [record.getMessage() for record in caplog.records if record.levelname == "WARNING"]
    assert line.startswith(f"waiting for up to 0 seconds: another bot runs on {ours}, ")
    assert "stop it, or give each its own in TAPROOM_SHARDS" in line


async def test_a_clock_that_stands_still_keeps_no_one_waiting(
    ours: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in the playground, whose simulated Discord replaces `time.monotonic`."""
    async with running(ours, None):
        stopped = time.monotonic()
        monkeypatch.setattr(time, "monotonic", lambda: stopped)
        async with asyncio.timeout(PATIENCE):
            with pytest.raises(OthersThere):
                async with running(ours, None, patience=0.1):
                    pass


async def test_another_database_has_shards_of_its_own(ours: Postgres, postgres: Postgresql) -> None:
    other = postgres.fresh()
    async with running(ours, LEFT), running(other, LEFT), running(ours, RIGHT):
        pass
    postgres.drop(other)


async def test_a_shard_is_waited_for_that_is_just_let_go(ours: Postgres) -> None:
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(running(ours, LEFT))
        waiting = asyncio.ensure_future(stack.enter_async_context(running(ours, LEFT, patience=PATIENCE)))
        await asyncio.sleep(0.1)
        assert not waiting.done()
        await stack.pop_all().aclose()
    async with asyncio.timeout(PATIENCE):
        await (await waiting).close()


async def test_a_file_is_its_process_s(tmp_path: DatabaseLocation) -> None:
    assert not isinstance(tmp_path, Postgres)
    async with running(tmp_path / "taproom.db", None) as store:
        assert store.cluster.holds
        assert store.cluster.has(THERE)


def member_of(store: Store) -> Membership:
    assert isinstance(store.cluster._member, Membership)
    return store.cluster._member


def cut_connection(store: Store, ours: Postgres) -> None:
    """Have the server end the connection that holds the shards."""
    connection = member_of(store)._raw
    assert connection is not None
    rows_of(ours, f"SELECT pg_terminate_backend({connection.info.backend_pid}, 5000)")


def held_up(store: Store, monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Keep the process from reconnecting before this event is set."""
    free, joined = threading.Event(), member_of(store)._join

    def late(deadline: float) -> object:
        free.wait(PATIENCE)
        return joined(deadline)

    monkeypatch.setattr(member_of(store), "_join", late)
    return free


async def test_who_is_cut_off_takes_its_shards_again_and_reads_everything_anew(
    ours: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    ears = RecordingListener()
    async with both(ours, ears) as (left, right):
        table = await begun_table(left, HERE, 100)
        await left.schedule.habits(11)
        free = held_up(left, monkeypatch)
        cut_connection(left, ours)
        await until(lambda: ears.lost)
        assert await fresh(left, table.id) is not await fresh(left, table.id), (
            "nothing is remembered meanwhile"
        )
        free.set()
        await until(lambda: ears.back)
        assert left.cluster.holds
        await right.schedule.save(TimeChange(habits=Habits(11, "UTC")))
        await until(lambda: ChangeNotice(ChangeSubject.PERSON, 11) in ears.news)
        assert await fresh(left, table.id) is await fresh(left, table.id)
        with pytest.raises(ShardTaken):
            async with running(ours, LEFT):
                pass


async def test_who_finds_its_shards_taken_ends(ours: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    ears = RecordingListener()
    async with running(ours, LEFT, ears) as left:
        table = await begun_table(left, HERE, 100)
        free = held_up(left, monkeypatch)
        cut_connection(left, ours)
        await until(lambda: ears.lost)
        assert not left.cluster.holds
        assert left.cluster.may_send(), "what was on its way"
        async with running(ours, LEFT):
            with pytest.raises(ShardsReplaced, match="nothing is saved or sent any more"):
                await left.save(move(table, 200))
            free.set()
            await until(lambda: ears.ended)
            assert isinstance(ears.ended[0], ShardsReplaced)
            assert not left.cluster.holds
            assert not left.cluster.may_send()
            assert not left.cluster.may_send(answering=True)


async def test_whose_shards_an_older_program_has_taken_ends_after_a_while(
    ours: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(members, "GIVING_UP", 0.0)
    ears = RecordingListener()
    async with running(ours, LEFT, ears) as left:
        free = held_up(left, monkeypatch)
        cut_connection(left, ours)
        await until(lambda: ears.lost)
        with raw(ours) as other:
            other.execute(f"SELECT pg_advisory_lock({members.SHARD}, 0)")
            free.set()
            await until(lambda: ears.ended)
        assert isinstance(ears.ended[0], ShardTaken)
        assert not left.cluster.may_send(answering=True)


# A suspended process renews no lease


@pytest.fixture
def short_leases(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let leases expire soon, and new processes renew none."""
    for name, seconds in (("LOOK", 1000.0), ("KEEPS", 0.5), ("MISSED", 0.2), ("LEASE", 1.0)):
        monkeypatch.setattr(members, name, seconds)


@pytest.mark.usefixtures("short_leases")
@pytest.mark.parametrize(("first", "second"), [(LEFT, Shards(0, 1, 2)), (None, LEFT), (LEFT, None)])
async def test_who_is_silent_is_replaced_when_its_lease_is_over(
    ours: Postgres, monkeypatch: pytest.MonkeyPatch, first: Shards | None, second: Shards | None
) -> None:
    ears = RecordingListener()
    async with running(ours, first, ears) as stopped:
        table = await begun_table(stopped, HERE, 100)
        goes_on = held_up(stopped, monkeypatch)
        async with running(ours, second) as store:
            assert not stopped.cluster.may_send(answering=True)
            for _ in range(2):
                with pytest.raises(ShardsReplaced):
                    await stopped.save(move(table, 200))
            goes_on.set()
            await until(lambda: ears.ended)
            assert isinstance(ears.ended[0], ShardsReplaced)
            assert not stopped.cluster.may_send(answering=True)
            assert (await fresh(store, table.id)).revision == table.revision
            assert (await store.save(move(table, 300))).revision == table.revision + 1


def test_a_lease_is_over_for_its_process_before_others_may_have_the_shards() -> None:
    assert members.LOOK < members.MISSED < members.KEEPS < members.LEASE


@pytest.mark.usefixtures("short_leases")
async def test_who_could_not_renew_its_lease_sends_nothing(ours: Postgres) -> None:
    async with running(ours, LEFT) as stopped:
        await until(lambda: not stopped.cluster.may_send())
        assert not stopped.cluster.holds
        assert not stopped.cluster.may_send(answering=True)


async def test_who_renews_its_lease_is_not_replaced(ours: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(members, "LOOK", 0.1)
    for name in ("LEASE", "MISSED"):
        monkeypatch.setattr(members, name, 1.0)
    async with running(ours, LEFT) as left:
        with pytest.raises(ShardTaken):
            async with running(ours, LEFT, patience=2.0):
                pass
        assert left.cluster.holds


@pytest.mark.usefixtures("short_leases")
async def test_who_is_saving_is_replaced_once_that_is_over(
    ours: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(ours, LEFT) as stopped, another(ours) as store:
        goes_on = held_up(stopped, monkeypatch)
        begun, go_on = threading.Event(), threading.Event()

        def slow(_: object) -> None:
            begun.set()
            go_on.wait(PATIENCE)

        saving = asyncio.create_task(stopped.writer.write(slow))
        await asyncio.to_thread(begun.wait, PATIENCE)
        joining = asyncio.create_task(store.cluster.join(ours, LEFT, RecordingListener(), patience=PATIENCE))
        await until(lambda: not member_of(stopped)._connected)
        await asyncio.sleep(0.3)
        assert not joining.done()
        go_on.set()
        await saving
        await joining
        with pytest.raises(ShardsReplaced):
            await stopped.set_note("a", "b")
        goes_on.set()


async def test_a_transaction_of_a_suspended_process_delays_others_briefly(
    ours: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(on_server, "_STOPPED", "100ms")
    async with running(ours, LEFT) as stopped:
        tries = 0

        def slow(connection: SqlConnection) -> None:
            nonlocal tries
            tries += 1
            if tries == 1:
                connection.execute("INSERT INTO notes VALUES ('a', 'b')")
                time.sleep(1)
            connection.execute("INSERT INTO notes VALUES ('c', 'd')")

        await stopped.writer.write(slow)
        assert tries == 2, "it is carried out again as a whole"
        assert await stopped.note("a") is None
        assert await stopped.note("c") == "d"


async def test_people_are_answered_while_the_database_is_out_of_reach(
    ours: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    ears = RecordingListener()
    async with running(ours, LEFT, ears) as left:

        def unreachable(_: object, __: float) -> object:
            raise OperationalError("no")

        monkeypatch.setattr(members, "connect", unreachable)
        cut_connection(left, ours)
        await until(lambda: ears.lost)
        member, before = member_of(left), member_of(left)._awake
        assert left.cluster.may_send()
        await until(lambda: member._awake > before)
        member._lease = 0.0
        assert not left.cluster.may_send()
        assert left.cluster.may_send(answering=True)
        member._awake = before = 0.0
        await asyncio.sleep(0.5)
        assert member._awake == before, "it was stopped"
        assert not left.cluster.may_send(answering=True)


@pytest.mark.usefixtures("short_leases")
async def test_the_connection_of_an_older_program_is_left_alone(ours: Postgres) -> None:
    with raw(ours) as older:
        older.execute(f"SELECT pg_advisory_lock({members.SHARD}, 0)")
        await asyncio.sleep(2 * members.LEASE)
        with pytest.raises(ShardTaken):
            async with running(ours, LEFT):
                pass
        older.execute("SELECT 1")


async def test_sessions_begin_in_turns_over_all_processes(ours: Postgres) -> None:
    async with both(ours) as (left, right):
        waits = [await store.cluster.next_turn(0, 100.0) for store in (left, right, left)]
        assert waits == [0.0, BETWEEN, 2 * BETWEEN]
        assert await right.cluster.next_turn(1, 100.0) == 0.0
        assert await right.cluster.next_turn(0, 200.0) == 0.0
        await left.set_note("identify:0", "1e12")
        assert await right.cluster.next_turn(0, 300.0) == 0.0, "a wrong clock delays no process"


# Separate work


async def test_each_sees_what_is_due_at_its_own_tables_and_the_first_one_what_is_in_no_server(
    ours: Postgres,
) -> None:
    async with both(ours) as (left, right):
        guilds = ((HERE, 100), (THERE, 200), (None, 300))
        tables = {guild: await begun_table(left, guild, number) for guild, number in guilds}
        alarms = [NewAlarm(Kind.CALL, 10.0, table.id, 11, table.turn) for table in tables.values()]
        await right.schedule.save(TimeChange(alarms=(*alarms, NewAlarm(DIGEST, 10.0, user_id=11))))
        here, there, alone = tables[HERE].id, tables[THERE].id, tables[None].id
        expected = {left: ([here, alone, None], [here, alone]), right: ([there], [there])}
        for store, (due, shown) in expected.items():
            assert [alarm.table_id for alarm in await store.schedule.due(10.0)] == due
            assert await store.schedule.next_due(9.0) == 10.0
            assert [row.table_id for row in await store.outbox.unshown()] == shown
            assert [table.id for table in await store.live_tables()] == shown
            assert await store.schedule.idle_tables(1e12, 10) == tuple(shown)
            assert {guild for guild, _ in await store.schedule.live_channels()} == {
                table.guild_id for table in tables.values() if table.id in shown
            }
            (first, *_) = await store.schedule.due(10.0)
            assert await store.schedule.claim(first, 11.0)
        assert await left.schedule.tables_in_servers() == (here,)
        assert await right.schedule.tables_in_servers() == (there,)
        assert [alarm.table_id for alarm in await left.schedule.under_way()] == [here]
        assert [alarm.table_id for alarm in await right.schedule.under_way()] == [there]


async def test_each_takes_away_its_own_old_boards(ours: Postgres) -> None:
    async with both(ours) as (left, right):
        for store, guild in ((left, HERE), (right, THERE)):
            table = await begun_table(store, guild, guild)
            for message in (7, 8):
                await store.set_board(table.id, Board(5, table.id * 10 + message), 20.0)
            assert [row.table_id for row in await store.outbox.old_boards()] == [table.id]


async def test_an_alarm_is_claimed_once_by_any_process(place: DatabaseLocation) -> None:
    async with another(place) as one, another(place) as other:
        await one.schedule.save(TimeChange(alarms=(NewAlarm(Kind.CALL, 10.0),)))
        (alarm,) = await one.schedule.due(10.0)
        took = await asyncio.gather(*(store.schedule.claim(alarm, 11.0) for store in (one, other) * 5))
        assert took.count(True) == 1


async def test_a_claim_of_an_alarm_waits_for_no_concurrent_claim(ours: Postgres) -> None:
    async with another(ours) as store:
        await store.schedule.save(TimeChange(alarms=(NewAlarm(Kind.CALL, 10.0), NewAlarm(Kind.CALL, 10.0))))
        first, second = await store.schedule.due(10.0)
        with raw(ours) as other:
            other.execute("BEGIN")
            other.execute("UPDATE alarms SET sending = 11.0 WHERE id = ?", (first.id,))
            assert not await store.schedule.claim(first, 11.0)
            assert await store.schedule.claim(second, 11.0)
            other.execute("ROLLBACK")
        assert await store.schedule.claim(first, 11.0)


async def test_what_a_dead_process_was_sending_is_found_by_who_has_its_shard(ours: Postgres) -> None:
    async with both(ours) as (left, right):
        table = await begun_table(left, HERE, 100)
        await left.schedule.save(TimeChange(alarms=(NewAlarm(Kind.CALL, 10.0, table.id),)))
        (alarm,) = await left.schedule.due(10.0)
        assert await left.schedule.claim(alarm, 11.0)
        assert await right.schedule.under_way() == ()
    async with running(ours, LEFT) as again:
        assert [one.id for one in await again.schedule.under_way()] == [alarm.id]


CLOCKS = (SeatClock(0, 60.0, since=100.0), SeatClock(1, 60.0))


async def clocked_table(store: Store, guild_id: int) -> Table:
    """Return a game with a running clock."""
    table = await store.create(in_server(guild_id, clock=36_000), guild_id)
    return await store.save(replace(move(table, guild_id + 1), clocks=CLOCKS))


async def test_clocks_are_delayed_on_shards_that_were_away_and_not_elsewhere(ours: Postgres) -> None:
    async with both(ours) as (left, right):
        here, there = await clocked_table(left, HERE), await clocked_table(right, THERE)
        for store in (left, right):
            assert await store.schedule.note_alive(1_000.0, 150.0) == 0.0
        for minute in range(1, 11):
            assert await right.schedule.note_alive(1_000.0 + 60 * minute, 150.0) == 0.0
        assert await left.schedule.note_alive(1_600.0, 150.0) == 600.0
        for store in (left, right):
            store.forget()
        assert (await fresh(left, here.id)).time.clocks[0].since == 700.0
        assert (await fresh(right, there.id)).time.clocks[0].since == 100.0
        assert await right.note(ALIVE) == "1600.0", "the newest one, for monitoring"


async def test_shards_that_are_dealt_out_anew_were_there_when_any_was(ours: Postgres) -> None:
    async with running(ours, None) as alone:
        table = await clocked_table(alone, HERE)
        await alone.schedule.note_alive(1_000.0, 150.0)
    async with running(ours, LEFT) as left:
        assert await left.schedule.note_alive(1_300.0, 150.0) == 300.0
        assert (await fresh(left, table.id)).time.clocks[0].since == 400.0


# Change notices


async def test_a_table_that_another_process_has_changed_is_read_anew(ours: Postgres) -> None:
    ears = RecordingListener()
    async with both(ours, ears) as (left, right):
        table = await begun_table(left, HERE, 100)
        assert await fresh(left, table.id) is await fresh(left, table.id), "its own is remembered"
        moved = await right.save(move(await fresh(right, table.id), 300))
        await until(lambda: ChangeNotice(ChangeSubject.TABLE, table.id) in ears.news)
        assert await fresh(left, table.id) == moved


async def test_others_tables_are_not_cached_so_a_move_at_ones_own_is_not_announced(
    ours: Postgres,
) -> None:
    ears = RecordingListener()
    async with both(ours, ears) as (left, right):
        table = await begun_table(right, THERE, 100)
        assert await fresh(left, table.id) is not await fresh(left, table.id)
        moved = await right.save(move(table, 200))
        assert await fresh(left, table.id) == moved
        await right.set_board(table.id, Board(5, 7), 20.0)
        await right.cluster.tell(ChangeNotice(ChangeSubject.COMMANDS))
        await until(lambda: ears.news)
        assert ears.news == [ChangeNotice(ChangeSubject.COMMANDS)]


async def test_a_click_through_another_process_writes_on_the_newest_revision_or_not_at_all(
    ours: Postgres,
) -> None:
    async with both(ours) as (left, right):
        table = await begun_table(left, HERE, 100)
        newest = await right.save(move(table, 200))
        with pytest.raises(StaleRevision) as stale:
            await left.save(move(table, 300))
        assert stale.value.current == newest
        assert (await left.save(move(await fresh(left, table.id), 400))).plies == newest.plies + 1


async def test_where_a_table_is_shown_is_told_to_whose_it_is(ours: Postgres) -> None:
    ears = RecordingListener()
    async with both(ours, ears) as (left, right):
        table = await begun_table(left, HERE, 100)
        await right.set_board(table.id, Board(5, 7), 20.0)
        await right.set_place(table.id, 6, None)
        await until(lambda: ears.news == [ChangeNotice(ChangeSubject.TABLE, table.id)] * 2)
        stored = await fresh(left, table.id)
        assert (stored.board, stored.channel_id) == (Board(5, 7), 6)


async def test_a_clock_that_another_process_stops_is_not_set_by_an_older_one(ours: Postgres) -> None:
    async with both(ours) as (left, right):
        table = await clocked_table(left, HERE)
        paused = SeatClock(0, 60.0, spent=50.0)
        await right.schedule.save(TimeChange(((table.id, table.turn, paused),)))
        change = replace(move(table, 300), clocks=CLOCKS, goes_by=table.time.clocks)
        with pytest.raises(StaleRevision) as stale:
            await left.save(change)
        assert stale.value.current.time.clocks == (paused, CLOCKS[1])
        saved = await left.save(replace(move(table, 300), goes_by=table.time.clocks))
        assert saved.plies == table.plies + 1, "a change without clocks holds"


async def test_preferences_are_known_everywhere(ours: Postgres) -> None:
    ears = RecordingListener()
    async with both(ours, ears) as (left, right):
        assert (await left.schedule.habits(11)).zone == Habits(11).zone
        await right.schedule.save(TimeChange(habits=Habits(11, "Europe/Berlin", language="de")))
        await until(lambda: ears.news)
        assert (await left.schedule.habits(11)).zone == "Europe/Berlin"
        assert left.servers.people_speak[11] == "de"
        await right.servers.set_server(ServerConfig(HERE, language="fr", keeps_record=True))
        await until(lambda: HERE in left.servers.recorded)
        assert left.servers.servers_speak[HERE] == "fr"


async def test_who_is_forgotten_is_forgotten_everywhere(ours: Postgres) -> None:
    ears = RecordingListener()
    async with both(ours, ears) as (left, right):
        table = await begun_table(left, HERE, 100)
        await right.schedule.save(TimeChange(habits=Habits(12, language="de")))
        await until(lambda: 12 in left.servers.people_speak)
        closed = replace(turn(await fresh(right, table.id), Status.CLOSED, 300), interaction=None)
        await right.erase(12, (closed,))
        await until(lambda: ChangeNotice(ChangeSubject.FORGOTTEN, 12) in ears.news)
        assert 12 not in left.servers.people_speak
        assert all(player.user_id != 12 for player in (await fresh(left, table.id)).players)


async def test_news_of_a_newer_version_are_passed_over(ours: Postgres) -> None:
    ears = RecordingListener()
    async with running(ours, LEFT, ears) as left:
        for text in ("", "{", "[]", '{"about":"weather"}', '{"about":"table","number":"x"}', "null"):
            rows_of(ours, f"SELECT pg_notify('taproom', '{text}')")
        await left.cluster.tell(ChangeNotice(ChangeSubject.SHOW, 7, lines=("Ann closes the table.", "…")))
        await until(lambda: ears.news)
        assert ears.news == [ChangeNotice(ChangeSubject.SHOW, 7, lines=("Ann closes the table.", "…"))]


async def test_one_process_alone_notifies_no_one(place: DatabaseLocation) -> None:
    ears = RecordingListener()
    async with running(place, ONE, ears) as store:
        await begun_table(store, HERE, 100)
        await store.cluster.tell(ChangeNotice(ChangeSubject.COMMANDS))
        await store.cluster.hand_over(1, ())
        await store.schedule.save(TimeChange(habits=Habits(11)))
        await asyncio.sleep(0.1)
        assert ears.news == []


async def test_who_agrees_to_a_move_through_another_process_at_the_same_moment_is_not_lost(
    place: DatabaseLocation,
) -> None:
    async with another(place) as one, another(place) as other:
        table = await begun_table(one, HERE, 100)
        asked = PendingTransfer(table.id, 11, 6, (0,), 4.0)
        await TransferStorage(one).save_transfer(asked)
        await asyncio.gather(
            *(
                TransferStorage(store).agree(asked, seat)
                for seat, store in enumerate((one, other) * 3, start=1)
            ),
            TransferStorage(other).set_message(asked, Board(5, 7)),
        )
        assert await TransferStorage(one).pending_transfer(table.id) == replace(
            asked, agreed=tuple(range(7)), message=Board(5, 7)
        )
        later = replace(asked, at=5.0, agreed=(1,))
        await TransferStorage(one).save_transfer(later)
        assert await TransferStorage(other).agree(asked, 0) is None, "something else is asked by now"
        await TransferStorage(other).set_message(asked, Board(5, 8))
        assert await TransferStorage(one).pending_transfer(table.id) == later
