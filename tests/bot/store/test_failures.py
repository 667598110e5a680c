"""A disk that is full, read-only, taken or broken, a caller who goes away: all or nothing, and it goes on."""

# ruff: noqa: ASYNC240 - pragmas are per connection; nobody waits for this loop

from __future__ import annotations

import asyncio
import resource
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest

from bot.features import HOOKS
from bot.store import CannotWrite, DamagedDatabase, Repeated, Status, Store, StoreError, Table
from bot.store.db import kind_of, primary_error_code
from tests.bot.store.samples import begun_table, move
from tests.databases import of_file


def pragma(connection: sqlite3.Connection, setting: str) -> int:
    value: int = connection.execute(f"PRAGMA {setting}").fetchone()[0]
    return value


async def check_refused(store: Store, table: Table, why: str) -> None:
    """A big save fails for this reason, with SQLite's own error as the cause, and nothing has changed."""
    log = await store.log(table.id)
    with pytest.raises(CannotWrite) as error:
        await store.save(replace(move(table, 7), state="x" * 100_000))
    assert error.value.why == why
    assert isinstance(error.value.__cause__, sqlite3.Error)
    assert await store.table(table.id) == table
    assert await store.log(table.id) == log


async def goes_on(store: Store, table: Table) -> None:
    """The same interaction can be saved now."""
    saved = await store.save(move(table, 7))
    assert await store.table(table.id) == saved
    assert saved.revision == table.revision + 1


@pytest.mark.usefixtures("path")
async def test_a_full_disk(store: Store) -> None:
    table = await begun_table(store, moves=1)
    pages = await of_file(store.writer).read(pragma, "page_count")
    await of_file(store.writer).read(pragma, f"max_page_count = {pages}")
    await check_refused(store, table, "full")
    await of_file(store.writer).read(pragma, f"max_page_count = {pages * 1_000}")
    await goes_on(store, table)


@pytest.mark.usefixtures("path")
async def test_a_read_only_disk(store: Store) -> None:
    table = await begun_table(store, moves=1)
    await of_file(store.writer).execute_fetchall("PRAGMA query_only = ON")
    await check_refused(store, table, "readonly")
    await of_file(store.writer).execute_fetchall("PRAGMA query_only = OFF")
    await goes_on(store, table)


async def test_another_process_that_does_not_stop_writing(store: Store, path: Path) -> None:
    table = await begun_table(store, moves=1)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        await check_refused(store, table, "locked")
        other.execute("ROLLBACK")
    await goes_on(store, table)


@contextmanager
def files_up_to(size: int) -> Iterator[None]:
    """Writing beyond `size` bytes of a file fails meanwhile."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize("room", [0, 10, 5_000, 50_000])
async def test_a_disk_that_fails_in_the_middle_of_a_save(store: Store, path: Path, room: int) -> None:
    table = await begun_table(store, moves=1)
    with files_up_to(Path(f"{path}-wal").stat().st_size + room):
        await check_refused(store, table, "io")
    await goes_on(store, table)


async def test_reading_does_not_wait_behind_writing(store: Store, path: Path) -> None:
    table = await begun_table(store, moves=1)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert await store.table(table.id) == table
        assert await store.in_channel(5, live_only=True) == (table,)


@pytest.mark.parametrize("pauses", range(4))
async def test_a_cancelled_save_is_whole_or_did_not_happen(store: Store, pauses: int) -> None:
    before = await begun_table(store, moves=1)
    change = move(before, 7)
    task = asyncio.create_task(store.save(change))
    for _ in range(pauses):
        await asyncio.sleep(0)
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
    await store.set_note("after", "the save")  # the writer takes one thing after the other
    after = await store.table(before.id)
    assert after is not None
    assert (after.revision, after.plies, len(await store.log(after.id))) in {(1, 1, 1), (2, 2, 2)}
    if after.revision == before.revision:
        await goes_on(store, before)
    else:
        with pytest.raises(Repeated):
            await store.save(change)
        assert (await store.save(move(after, 8))).revision == after.revision + 1


async def test_cancelling_what_waits_leaves_the_connection_usable(store: Store) -> None:
    table = await begun_table(store)
    for round_ in range(30):
        tasks = [asyncio.create_task(store.save(move(table, 100 * round_ + n))) for n in range(3)]
        await asyncio.sleep(0)
        tasks[round_ % 3].cancel()
        results = await asyncio.gather(*tasks, return_exceptions=True)
        assert any(isinstance(result, BaseException) for result in results)
        await store.set_note("after", "the saves")
        now = await store.table(table.id)
        assert now is not None
        assert now.revision == table.revision + 1 == len(await store.log(table.id))
        table = now


async def test_closing_waits_for_what_is_being_saved(store: Store, path: Path) -> None:
    table = await begun_table(store)
    task = asyncio.create_task(store.save(move(table, 7)))
    await asyncio.sleep(0)
    await store.close()
    saved = await task
    again = await Store.open(path, hooks=HOOKS)
    assert await again.table(table.id) == saved
    await again.close()


async def test_many_tasks_on_one_revision_have_one_winner(store: Store) -> None:
    table = await begun_table(store)
    results = await asyncio.gather(
        *(store.save(move(table, 7 + n)) for n in range(20)), return_exceptions=True
    )
    assert sum(isinstance(result, Table) for result in results) == 1


async def test_a_row_that_breaks_a_rule_of_the_schema_is_refused_whole(store: Store) -> None:
    table = await begun_table(store, moves=1)
    twice = (table.players[0], table.players[0])
    with pytest.raises(StoreError, match=r"(?i)unique") as error:
        await store.save(move(table, 7, players=twice))
    assert isinstance(error.value.__cause__, sqlite3.IntegrityError | psycopg.IntegrityError)
    assert await store.table(table.id) == table
    assert (await store.save(move(table, 7))).status is Status.PLAYING


def test_errors_without_a_kind_stay_errors_of_the_store() -> None:
    error = sqlite3.OperationalError("no such table: chairs")
    assert primary_error_code(error) == 0
    assert type(kind_of(error, "file")) is StoreError


def test_broken_pages_are_damage(path: Path) -> None:
    error = sqlite3.DatabaseError("malformed")
    error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT_INDEX
    assert isinstance(kind_of(error, path), DamagedDatabase)
