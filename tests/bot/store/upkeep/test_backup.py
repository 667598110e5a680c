"""Backups are whole, and checked before they are restored."""

# ruff: noqa: ASYNC240 - nothing else runs in this loop

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from bot.features import HOOKS
from bot.features.undo.storage import UndoOffer, UndoStorage
from bot.store import (
    CannotWrite,
    DamagedDatabase,
    Kind,
    NewAlarm,
    NewerSchema,
    NotADatabase,
    Status,
    Store,
    StoreError,
    Table,
    TimeChange,
    db,
)
from bot.store.errors import AlreadyThere, InUse, NoFolder
from bot.store.migrations import GENERATION
from bot.store.upkeep.backup import DatabaseReport, backup, restore
from bot.store.upkeep.restored import CODES, STEP
from tests.bot.store.cluster.processes import finish, next_line, start
from tests.bot.store.numbered import make_numbered
from tests.bot.store.samples import another, begun_table, move, new_table, turn
from tests.bot.store.test_open import run
from tests.databases import rows_of

NOW = 1_800_000_000.0


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    (folder := tmp_path / "copies").mkdir()
    return folder / "monday.db"


@pytest.fixture
async def saved_table(path: Path, copy: Path) -> Table:
    """A table that is the same in the copy and in the closed file."""
    store = await Store.open(path, hooks=HOOKS)
    table = await begun_table(store, moves=4)
    backup(path, copy)
    await store.close()
    return table


async def only_table(path: Path) -> Table:
    store = await Store.open(path, hooks=HOOKS)
    table = await store.table(1)
    await store.close()
    assert table is not None
    return table


async def put_back(path: Path) -> Table:
    """Return the only table of a restored file, under the numbers that it had in the copy."""
    table = await only_table(path)
    assert table.revision >= STEP
    return replace(table, revision=4, turn=0)


def folder(path: Path) -> dict[str, bytes]:
    """Return every file beside `path` with its content."""
    return {file.name: file.read_bytes() for file in path.parent.iterdir() if file.is_file()}


async def test_a_copy_is_one_file_and_holds_everything(saved_table: Table, copy: Path) -> None:
    assert [file.name for file in copy.parent.iterdir()] == ["monday.db"]
    assert await only_table(copy) == saved_table


@pytest.mark.usefixtures("saved_table")
async def test_a_copy_is_readable_by_its_owner_only(path: Path, copy: Path) -> None:
    copy.chmod(0o644)
    restore(copy, path, HOOKS)
    backup(path, path.with_name("another.db"))
    assert {file.stat().st_mode & 0o777 for file in path.parent.glob("*.db")} == {0o600}


async def test_a_copy_may_be_made_while_the_bot_saves(store: Store, path: Path, copy: Path) -> None:
    table = await begun_table(store)

    async def play() -> Table:
        now = table
        for number in range(300):
            now = await store.save(move(now, 5_000 + number))
        return now

    playing = asyncio.create_task(play())
    for number in range(8):
        await asyncio.to_thread(backup, path, copy.with_name(f"{number}.db"))
    last = await playing
    for number in range(8):
        report = restore(copy.with_name(f"{number}.db"), copy.with_name(f"{number}-restored.db"), HOOKS)
        assert report.lines <= last.plies
        restored = await only_table(copy.with_name(f"{number}-restored.db"))
        assert restored.plies == report.lines


async def test_a_copy_does_not_replace_a_file(saved_table: Table, path: Path, copy: Path) -> None:
    before = copy.read_bytes()
    with pytest.raises(AlreadyThere, match=r"monday\.db exists already"):
        backup(path, copy)
    assert copy.read_bytes() == before
    assert saved_table == await only_table(copy)


@pytest.mark.parametrize("content", [None, b"", b"Dear diary, " * 500])
def test_only_a_database_of_ours_is_copied(path: Path, copy: Path, content: bytes | None) -> None:
    if content is not None:
        path.write_bytes(content)
    before = folder(path)
    with pytest.raises(NotADatabase, match=r"taproom\.db"):
        backup(path, copy)
    assert not copy.exists()
    assert folder(path) == before
    assert folder(copy) == {}


@pytest.mark.slow
async def test_what_a_dead_bot_left_in_its_log_is_copied(saved_table: Table, path: Path, copy: Path) -> None:
    child = await start("kill_before", path, 1_000)
    assert await child.wait() == -signal.SIGKILL
    assert Path(f"{path}-wal").stat().st_size > 0
    copy.unlink()
    backup(path, copy)
    assert (await only_table(copy)).revision == saved_table.revision + 1


async def test_a_copy_is_put_back_and_the_old_file_kept(saved_table: Table, path: Path, copy: Path) -> None:
    store = await Store.open(path, hooks=HOOKS)
    later = await store.save(move(saved_table, 7))
    await store.close()
    path.chmod(0o644)
    report = restore(copy, path, HOOKS)
    assert report == DatabaseReport(1, 4, path.with_name("taproom.old-1.db"))
    assert path.stat().st_mode & 0o777 == 0o600
    assert sorted(folder(path)) == ["taproom.db", "taproom.old-1.db"]
    assert await put_back(path) == saved_table
    assert await only_table(path.with_name("taproom.old-1.db")) == later
    assert restore(copy, path, HOOKS).kept == path.with_name("taproom.old-2.db")


async def test_a_copy_is_put_where_nothing_is(saved_table: Table, copy: Path, tmp_path: Path) -> None:
    target = tmp_path / "new folder" / "taproom.db"
    with pytest.raises(NoFolder, match="new folder: make it, or mend TAPROOM_DATABASE"):
        restore(copy, target, HOOKS)
    assert not target.parent.exists()
    target.parent.mkdir()
    assert restore(copy, target, HOOKS).kept is None
    assert sorted(folder(target)) == ["taproom.db"]
    assert await put_back(target) == saved_table


@pytest.mark.slow
async def test_a_log_without_its_database_does_not_get_into_the_new_one(
    saved_table: Table, path: Path, copy: Path
) -> None:
    child = await start("kill_before", path, 1_000)
    await child.wait()
    path.unlink()
    assert restore(copy, path, HOOKS).kept is None
    assert await put_back(path) == saved_table


@pytest.mark.slow
async def test_the_saves_of_a_dead_bot_are_kept_with_its_file(
    saved_table: Table, path: Path, copy: Path
) -> None:
    child = await start("kill_before", path, 1_000)
    await child.wait()
    report = restore(copy, path, HOOKS)
    assert report.kept is not None
    assert await put_back(path) == saved_table
    assert (await only_table(report.kept)).revision == saved_table.revision + 1


@pytest.mark.parametrize("damage", [b"", b"Dear diary, " * 500])
async def test_a_broken_file_is_replaced_and_kept(
    saved_table: Table, path: Path, copy: Path, damage: bytes
) -> None:
    path.write_bytes(damage)
    report = restore(copy, path, HOOKS)
    assert report.kept is not None
    assert report.kept.read_bytes() == damage
    assert await put_back(path) == saved_table


async def test_a_symbolic_link_stays_one(saved_table: Table, path: Path, copy: Path, tmp_path: Path) -> None:
    link = tmp_path / "link" / "taproom.db"
    link.parent.mkdir()
    link.symlink_to(path)
    restore(copy, link, HOOKS)
    assert link.is_symlink()
    assert await put_back(path) == saved_table


async def test_an_older_copy_is_brought_to_our_schema(saved_table: Table, path: Path, copy: Path) -> None:
    run(copy, "DROP TABLE ask_votes", "DROP TABLE asks", "DELETE FROM schemas WHERE owner = 'votes'")
    restore(copy, path, HOOKS)
    assert await put_back(path) == saved_table
    assert rows_of(path, "SELECT version FROM schemas WHERE owner = 'votes'") == [(1,)]
    assert rows_of(path, "SELECT * FROM asks") == []


async def test_a_copy_of_the_numbered_form_is_put_back_and_what_messages_knew_is_new(
    path: Path, tmp_path: Path
) -> None:
    make_numbered(copy := tmp_path / "old.db")
    assert restore(copy, path, HOOKS).tables == 8
    for name in ("plans", "plan_votes", "asks", "ask_votes", "searches", "offers"):
        assert rows_of(path, f"SELECT * FROM {name}") == []  # noqa: S608 - ours
    assert rows_of(path, "PRAGMA foreign_key_check") == []
    assert rows_of(path, "SELECT id FROM tournaments") == [(1,)]
    assert rows_of(path, "SELECT seq FROM sqlite_sequence WHERE name = 'tournaments'") == [(1 + CODES,)]


def no_database(copy: Path) -> None:
    copy.write_bytes(b"Dear diary, " * 500)


def empty(copy: Path) -> None:
    copy.write_bytes(b"")


def delete_file(copy: Path) -> None:
    copy.unlink()


def foreign(copy: Path) -> None:
    copy.unlink()
    run(copy, "CREATE TABLE tables (id)")


def newer(copy: Path) -> None:
    run(copy, f"PRAGMA user_version = {GENERATION + 1}")


def cut_short(copy: Path) -> None:
    os.truncate(copy, copy.stat().st_size - 5_000)


def broken_pages(copy: Path) -> None:
    content = bytearray(copy.read_bytes())
    content[4_096 * 2 : 4_096 * 3] = b"\xff" * 4_096
    copy.write_bytes(content)


def other_action(copy: Path) -> None:
    run(copy, "UPDATE lines SET action = 'dE2-E9' WHERE ply = 2")


def other_hash(copy: Path) -> None:
    run(copy, "UPDATE lines SET hash = x'abcd' WHERE ply = 4")


def missing_line(copy: Path) -> None:
    run(copy, "DELETE FROM lines WHERE ply = 4")


def other_seed(copy: Path) -> None:
    run(copy, "UPDATE tables SET seed = 'guess'")


def other_head(copy: Path) -> None:
    run(copy, "UPDATE tables SET head = 'abc'")


def orphans(copy: Path) -> None:
    stray = "INSERT INTO seats (table_id, seat, user_id, name, seated) VALUES (99, 0, 1, 'Nobody', 1)"
    run(copy, "PRAGMA foreign_keys = OFF", stray)


DAMAGE: list[tuple[Callable[[Path], None], type[StoreError]]] = [
    (no_database, NotADatabase),
    (empty, NotADatabase),
    (delete_file, NotADatabase),
    (foreign, NotADatabase),
    (newer, NewerSchema),
    (cut_short, DamagedDatabase),
    (broken_pages, DamagedDatabase),
    (other_action, DamagedDatabase),
    (other_hash, DamagedDatabase),
    (missing_line, DamagedDatabase),
    (other_seed, DamagedDatabase),
    (other_head, DamagedDatabase),
    (orphans, DamagedDatabase),
]


@pytest.mark.parametrize(("spoil", "kind"), DAMAGE, ids=lambda value: value.__name__)
async def test_what_fails_a_check_is_not_put_back(
    saved_table: Table, path: Path, copy: Path, spoil: Callable[[Path], None], kind: type[StoreError]
) -> None:
    spoil(copy)
    before = folder(path)
    with pytest.raises(kind):
        restore(copy, path, HOOKS)
    assert folder(path) == before
    assert await only_table(path) == saved_table


@pytest.mark.slow
async def test_nothing_is_put_back_under_a_bot_that_runs(saved_table: Table, path: Path, copy: Path) -> None:
    child = await start("hold", path)
    assert await next_line(child) == "ready"
    before = path.read_bytes()
    with pytest.raises(InUse, match="stop the bot first"):
        restore(copy, path, HOOKS)
    assert path.read_bytes() == before
    await finish(child)
    assert restore(copy, path, HOOKS).tables == 1
    assert await put_back(path) == saved_table


async def test_nor_under_a_store_of_the_same_process(store: Store, path: Path, copy: Path) -> None:
    table = await begun_table(store, moves=1)
    backup(path, copy)
    with pytest.raises(InUse):
        restore(copy, path, HOOKS)
    assert (await store.save(move(table, 7))).revision == 2


async def test_a_reader_counts_as_a_user(saved_table: Table, path: Path, copy: Path) -> None:
    with closing(sqlite3.connect(path)) as reader:
        assert reader.execute("SELECT id FROM tables").fetchall() == [(saved_table.id,)]
        with pytest.raises(InUse):
            restore(copy, path, HOOKS)


async def test_a_bot_that_starts_while_a_copy_is_put_back_does_no_harm(
    saved_table: Table, path: Path, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    has_it_open, identify = threading.Event(), db.identify

    def identify_and_signal(connection: sqlite3.Connection, path: Path) -> None:
        has_it_open.set()
        identify(connection, path)

    monkeypatch.setattr(db, "identify", identify_and_signal)
    run(path, "UPDATE tables SET game = 'old'", "PRAGMA journal_mode = DELETE")
    with closing(sqlite3.connect(path, isolation_level=None)) as restoring:
        restoring.execute("BEGIN EXCLUSIVE")
        opening = asyncio.create_task(Store.open(path, hooks=HOOKS))
        await asyncio.to_thread(has_it_open.wait, 60)
        copy.replace(path)
    with pytest.raises(CannotWrite):  # SQLite notices that the file was moved away
        await opening
    assert await only_table(path) == saved_table


def test_a_folder_in_the_way(path: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(NoFolder):
        backup(path, tmp_path / "file" / "copy.db")


# Numbers used since the copy was made


async def test_no_number_of_what_came_after_the_copy_is_given_again(path: Path, copy: Path) -> None:
    async with another(path) as store:
        table = await begun_table(store, moves=2)
        await store.schedule.save(TimeChange(alarms=(NewAlarm(Kind.CALL, 9.0, table.id, 11, table.turn),)))
        backup(path, copy)
        lost = await begun_table(store, moves=1)
        for number in range(5):
            table = await store.save(replace(move(table, 7_000 + number), turn=table.turn + 1))
            await store.schedule.save(
                TimeChange(alarms=(NewAlarm(Kind.CALL, 9.0, table.id, 11, table.turn),))
            )
        sent = {alarm.id for alarm in await store.schedule.due(99.0)}
    for later in range(3):  # the same copy is restored again and again, and the game continued
        restore(copy, path, HOOKS, now=NOW + 60.0 * later)
        async with another(path) as store:
            (again,) = await store.in_channel(5, live_only=True)
            assert again.revision > table.revision
            assert again.turn > table.turn
            (alarm,) = await store.schedule.due(99.0)
            assert alarm.turn == again.turn, "it is still about this turn"
            assert alarm.id not in sent
            new = await begun_table(store, moves=1)
            assert new.id > lost.id
            table, lost = await store.save(replace(move(again, 9_000), turn=again.turn + 1)), new
            await store.schedule.save(
                TimeChange(alarms=(NewAlarm(Kind.CALL, 9.0, table.id, 11, table.turn),))
            )
            fresh = {alarm.id for alarm in await store.schedule.due(99.0)}
            assert not fresh & sent
            sent |= fresh


@pytest.mark.slow
async def test_the_numbers_fit_into_what_discord_takes(path: Path, copy: Path) -> None:
    """Nine digits in a custom_id, and 32 bits in a component's id."""
    async with another(path) as store:
        table = await begun_table(store)
        await store.schedule.save(TimeChange(alarms=(NewAlarm(Kind.CALL, 9.0, table.id),)))
    for times in range(20):
        copy = copy.with_name(f"{times}.db")
        backup(path, copy)
        restore(copy, path, HOOKS, now=NOW + 20 * 365 * 24 * 60 * 60.0)
    async with another(path) as store:
        (table,) = await store.in_channel(5, live_only=True)
        (alarm,) = await store.schedule.due(99.0)
        assert max(table.revision, table.turn) < 10**9
        assert alarm.id < 10**9
        assert (await begun_table(store)).id <= 20 * CODES + 1


async def test_a_clock_that_is_wrong_does_not_bring_old_numbers_back(
    saved_table: Table, path: Path, copy: Path
) -> None:
    restore(copy, path, HOOKS, now=12.0)
    assert (await only_table(path)).revision == saved_table.revision + STEP


async def test_an_offer_is_asked_anew(path: Path, copy: Path) -> None:
    async with another(path) as store:
        table = await begun_table(store, moves=2)
        await UndoStorage(store).set_offer(UndoOffer(table.id, table.revision, 11, 0, 1, (0,), 5.0))
        backup(path, copy)
    restore(copy, path, HOOKS)
    async with another(path) as store:
        assert await UndoStorage(store).last_offer(table.id) is None


async def test_what_goes_on_is_shown_anew_and_calls(path: Path, copy: Path) -> None:
    async with another(path) as store:
        playing, over, private = (
            await begun_table(store, moves=1),
            await begun_table(store, moves=1),
            new_table(),
        )
        over = await store.save(turn(over, Status.OVER, 7_000))
        daily = await store.create(
            replace(private, terms=replace(private.terms, day="2026-11-20"), state="{}"), 7_001
        )
        for table in (playing, over, daily):
            store.outbox.confirm(table)
        await store.outbox.flush()
        backup(path, copy)
    restore(copy, path, HOOKS, now=NOW)
    async with another(path) as store:
        (row,) = await store.outbox.unshown()
        now = await store.table(playing.id)
        assert now is not None
        assert (row.table_id, row.revision, row.since, row.tries) == (playing.id, now.revision, NOW, 0)
        assert row.turn is not None
        assert row.turn < now.turn, "so the awaited player is called"
