"""Copies are whole, and what is put back was checked first."""

# ruff: noqa: ASYNC240 - nobody waits for this loop

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from bot.store import CannotWrite, Damaged, NewerSchema, NotADatabase, Store, StoreError, Table, db
from bot.store.backup import Report, backup, restore
from bot.store.errors import AlreadyThere, InUse
from bot.store.migrations import MIGRATIONS
from tests.bot.store.processes import finish, heard, start
from tests.bot.store.samples import begun, move
from tests.bot.store.test_open import run


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return tmp_path / "copies" / "monday.db"


@pytest.fixture
async def saved(path: Path, copy: Path) -> Table:
    """A table that is in the copy as it is in the file, which is closed."""
    store = await Store.open(path)
    table = await begun(store, moves=4)
    backup(path, copy)
    await store.close()
    return table


async def only_table(path: Path) -> Table:
    store = await Store.open(path)
    table = await store.table(1)
    await store.close()
    assert table is not None
    return table


def folder(path: Path) -> dict[str, bytes]:
    """Every file beside `path` with its content."""
    return {file.name: file.read_bytes() for file in path.parent.iterdir() if file.is_file()}


async def test_a_copy_is_one_file_and_holds_everything(saved: Table, copy: Path) -> None:
    assert [file.name for file in copy.parent.iterdir()] == ["monday.db"]
    assert await only_table(copy) == saved


async def test_a_copy_may_be_made_while_the_bot_saves(store: Store, path: Path, copy: Path) -> None:
    table = await begun(store)

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
        report = restore(copy.with_name(f"{number}.db"), copy.with_name(f"{number}-restored.db"))
        assert report.lines <= last.plies
        restored = await only_table(copy.with_name(f"{number}-restored.db"))
        assert restored.plies == report.lines


async def test_a_copy_does_not_replace_a_file(saved: Table, path: Path, copy: Path) -> None:
    before = copy.read_bytes()
    with pytest.raises(AlreadyThere, match=r"monday\.db exists already"):
        backup(path, copy)
    assert copy.read_bytes() == before
    assert saved == await only_table(copy)


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


async def test_what_a_dead_bot_left_in_its_log_is_copied(saved: Table, path: Path, copy: Path) -> None:
    child = await start("kill_before", path, 1_000)
    assert await child.wait() == -signal.SIGKILL
    assert Path(f"{path}-wal").stat().st_size > 0
    copy.unlink()
    backup(path, copy)
    assert (await only_table(copy)).revision == saved.revision + 1


async def test_a_copy_is_put_back_and_the_old_file_kept(saved: Table, path: Path, copy: Path) -> None:
    store = await Store.open(path)
    later = await store.save(move(saved, 7))
    await store.close()
    path.chmod(0o640)
    report = restore(copy, path)
    assert report == Report(1, 4, len(MIGRATIONS), path.with_name("taproom.old-1.db"))
    assert path.stat().st_mode & 0o777 == 0o640
    assert sorted(folder(path)) == ["taproom.db", "taproom.old-1.db"]
    assert await only_table(path) == saved
    assert await only_table(path.with_name("taproom.old-1.db")) == later
    assert restore(copy, path).kept == path.with_name("taproom.old-2.db")


async def test_a_copy_is_put_where_nothing_is(saved: Table, copy: Path, tmp_path: Path) -> None:
    target = tmp_path / "new folder" / "taproom.db"
    assert restore(copy, target).kept is None
    assert sorted(folder(target)) == ["taproom.db"]
    assert await only_table(target) == saved


async def test_a_log_without_its_database_does_not_get_into_the_new_one(
    saved: Table, path: Path, copy: Path
) -> None:
    child = await start("kill_before", path, 1_000)
    await child.wait()
    path.unlink()
    assert restore(copy, path).kept is None
    assert await only_table(path) == saved


async def test_the_saves_of_a_dead_bot_are_kept_with_its_file(saved: Table, path: Path, copy: Path) -> None:
    child = await start("kill_before", path, 1_000)
    await child.wait()
    report = restore(copy, path)
    assert report.kept is not None
    assert await only_table(path) == saved
    assert (await only_table(report.kept)).revision == saved.revision + 1


@pytest.mark.parametrize("damage", [b"", b"Dear diary, " * 500])
async def test_a_broken_file_is_replaced_and_kept(
    saved: Table, path: Path, copy: Path, damage: bytes
) -> None:
    path.write_bytes(damage)
    report = restore(copy, path)
    assert report.kept is not None
    assert report.kept.read_bytes() == damage
    assert await only_table(path) == saved


async def test_a_symbolic_link_stays_one(saved: Table, path: Path, copy: Path, tmp_path: Path) -> None:
    link = tmp_path / "link" / "taproom.db"
    link.parent.mkdir()
    link.symlink_to(path)
    restore(copy, link)
    assert link.is_symlink()
    assert await only_table(path) == saved


async def test_an_older_copy_is_brought_to_our_schema(saved: Table, path: Path, copy: Path) -> None:
    run(copy, "DROP TABLE notes", "DROP TABLE interactions", "DROP TABLE lines", "DROP TABLE seats")
    run(copy, "DROP TABLE clocks", "DROP TABLE alarms", "DROP TABLE offers", "DROP TABLE guests")
    run(
        copy,
        "DROP TABLE stretches",
        "DROP TABLE reviews",
        "DROP TABLE departures",
        "DROP TABLE outbox",
        "DROP TABLE old_boards",
        "DROP TABLE blocked",
        "DROP TABLE server_channels",
        "DROP TABLE servers",
    )
    run(copy, "DROP TABLE results", "DROP TABLE people", "DROP TABLE deals", "DROP TABLE tables")
    run(copy, "PRAGMA user_version = 0")
    assert restore(copy, path) == Report(0, 0, 0, path.with_name("taproom.old-1.db"))
    store = await Store.open(path)
    assert await store.table(saved.id) is None
    await store.close()


def no_database(copy: Path) -> None:
    copy.write_bytes(b"Dear diary, " * 500)


def empty(copy: Path) -> None:
    copy.write_bytes(b"")


def gone(copy: Path) -> None:
    copy.unlink()


def foreign(copy: Path) -> None:
    copy.unlink()
    run(copy, "CREATE TABLE tables (id)")


def newer(copy: Path) -> None:
    run(copy, f"PRAGMA user_version = {len(MIGRATIONS) + 1}")


def cut_short(copy: Path) -> None:
    os.truncate(copy, copy.stat().st_size - 5_000)


def broken_pages(copy: Path) -> None:
    content = bytearray(copy.read_bytes())
    content[4_096 * 2 : 4_096 * 3] = b"\xff" * 4_096
    copy.write_bytes(content)


def other_action(copy: Path) -> None:
    run(copy, "UPDATE lines SET action = 'dE2-E9' WHERE ply = 2")


def other_hash(copy: Path) -> None:
    run(copy, "UPDATE lines SET hash = 'abc' WHERE ply = 4")


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
    (gone, NotADatabase),
    (foreign, NotADatabase),
    (newer, NewerSchema),
    (cut_short, Damaged),
    (broken_pages, Damaged),
    (other_action, Damaged),
    (other_hash, Damaged),
    (missing_line, Damaged),
    (other_seed, Damaged),
    (other_head, Damaged),
    (orphans, Damaged),
]


@pytest.mark.parametrize(("spoil", "kind"), DAMAGE, ids=lambda value: value.__name__)
async def test_what_fails_a_check_is_not_put_back(
    saved: Table, path: Path, copy: Path, spoil: Callable[[Path], None], kind: type[StoreError]
) -> None:
    spoil(copy)
    before = folder(path)
    with pytest.raises(kind):
        restore(copy, path)
    assert folder(path) == before
    assert await only_table(path) == saved


async def test_nothing_is_put_back_under_a_bot_that_runs(saved: Table, path: Path, copy: Path) -> None:
    child = await start("hold", path)
    assert await heard(child) == "ready"
    before = path.read_bytes()
    with pytest.raises(InUse, match="stop the bot first"):
        restore(copy, path)
    assert path.read_bytes() == before
    await finish(child)
    assert restore(copy, path).tables == 1
    assert await only_table(path) == saved


async def test_nor_under_a_store_of_the_same_process(store: Store, path: Path, copy: Path) -> None:
    table = await begun(store, moves=1)
    backup(path, copy)
    with pytest.raises(InUse):
        restore(copy, path)
    assert (await store.save(move(table, 7))).revision == 2


async def test_a_reader_counts_as_a_user(saved: Table, path: Path, copy: Path) -> None:
    with closing(sqlite3.connect(path)) as reader:
        assert reader.execute("SELECT id FROM tables").fetchall() == [(saved.id,)]
        with pytest.raises(InUse):
            restore(copy, path)


async def test_a_bot_that_starts_while_a_copy_is_put_back_does_no_harm(
    saved: Table, path: Path, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    has_it_open, identify = threading.Event(), db.identify

    def observed(connection: sqlite3.Connection, path: Path) -> None:
        has_it_open.set()
        identify(connection, path)

    monkeypatch.setattr(db, "identify", observed)
    run(path, "UPDATE tables SET game = 'old'", "PRAGMA journal_mode = DELETE")
    with closing(sqlite3.connect(path, isolation_level=None)) as restoring:
        restoring.execute("BEGIN EXCLUSIVE")
        opening = asyncio.create_task(Store.open(path))
        await asyncio.to_thread(has_it_open.wait, 60)
        copy.replace(path)
    with pytest.raises(CannotWrite):  # SQLite notices that the file was moved away
        await opening
    assert await only_table(path) == saved


def test_a_folder_in_the_way(path: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(CannotWrite):
        backup(path, tmp_path / "file" / "copy.db")
