"""Which files are opened, and which are refused and left unchanged."""

# ruff: noqa: ASYNC240 - nothing else runs in this loop

from __future__ import annotations

import asyncio
import sqlite3
import threading
from contextlib import closing, suppress
from functools import partial
from pathlib import Path

import pytest

from bot.features import HOOKS
from bot.store import CannotWrite, NewerSchema, NotADatabase, Store, db
from bot.store.errors import IsFolder, NoFolder
from bot.store.migrations import GENERATION
from tests.bot.store.cluster.processes import finish, start
from tests.bot.store.samples import begun_table
from tests.databases import of_file


def run(path: Path, *statements: str) -> None:
    """Change a file behind the store's back."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


async def test_a_folder_may_have_any_name_but_must_be_there(tmp_path: Path) -> None:
    path = tmp_path / "a folder" / "ünd 100%?" / "taproom.db"
    with pytest.raises(NoFolder, match=r"no folder .*100.*: make it, or mend TAPROOM_DATABASE"):
        await Store.open(path, hooks=HOOKS)
    assert list(tmp_path.iterdir()) == []
    path.parent.mkdir(parents=True)
    store = await Store.open(path, hooks=HOOKS)
    await begun_table(store)
    await store.close()
    assert [file.name for file in path.parent.iterdir()] == ["taproom.db"]


def modes(path: Path) -> dict[str, int]:
    """Return the modes of a database and of the files beside it."""
    return {file.name: file.stat().st_mode & 0o777 for file in path.parent.iterdir()}


async def test_only_the_owner_can_read_it_and_the_files_beside_it(path: Path) -> None:
    store = await Store.open(path, hooks=HOOKS)
    await begun_table(store)
    assert modes(path) == dict.fromkeys(("taproom.db", "taproom.db-wal", "taproom.db-shm"), 0o600)
    await store.close()


async def test_from_an_older_file_that_right_is_taken(path: Path) -> None:
    store = await Store.open(path, hooks=HOOKS)
    await begun_table(store)
    for file in path.parent.iterdir():
        file.chmod(0o644)
    again = await Store.open(path, hooks=HOOKS)
    assert set(modes(path).values()) == {0o600}
    await again.close()
    await store.close()


async def test_the_file_of_another_program_keeps_its_mode(path: Path) -> None:
    run(path, "CREATE TABLE diary (day)")
    path.chmod(0o644)
    with pytest.raises(NotADatabase):
        await Store.open(path, hooks=HOOKS)
    assert modes(path) == {"taproom.db": 0o644}


async def test_an_empty_file_becomes_a_database(path: Path) -> None:
    path.touch()
    store = await Store.open(path, hooks=HOOKS)
    await begun_table(store)
    await store.close()


async def test_a_file_that_can_only_be_read_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite silently opens a file without write permission for reading."""
    await (await Store.open(path, hooks=HOOKS)).close()
    before, only_reading = path.read_bytes(), partial(db.connect, readonly=True)
    monkeypatch.setattr(db, "connect", only_reading)
    with pytest.raises(CannotWrite, match=r"can only be read\. Give the bot's user write access") as refused:
        await Store.open(path, hooks=HOOKS)
    assert refused.value.why == "readonly"
    assert path.read_bytes() == before


@pytest.mark.usefixtures("path")
async def test_what_is_saved_survives_a_power_cut(store: Store) -> None:
    raw = of_file(store.writer)._conn  # noqa: SLF001 - pragmas are per connection

    def settings(connection: sqlite3.Connection) -> list[object]:
        names = ("journal_mode", "synchronous", "foreign_keys")
        return [connection.execute(f"PRAGMA {name}").fetchone()[0] for name in names]

    assert raw.in_transaction is False
    full = 2
    assert await of_file(store.writer).read(settings) == ["wal", full, 1]


async def test_a_newer_schema_is_refused(path: Path) -> None:
    await (await Store.open(path, hooks=HOOKS)).close()
    run(path, f"PRAGMA user_version = {GENERATION + 3}")
    before = path.read_bytes()
    with pytest.raises(NewerSchema, match="update the bot, or restore the backup") as refused:
        await Store.open(path, hooks=HOOKS)
    assert (refused.value.found, refused.value.known) == (GENERATION + 3, GENERATION)
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", [b"Dear diary, " * 500, b"short"])
async def test_a_file_that_is_no_database_is_refused(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(NotADatabase, match=r"taproom\.db"):
        await Store.open(path, hooks=HOOKS)
    assert path.read_bytes() == content


@pytest.mark.parametrize("statement", ["CREATE TABLE tables (id)", "PRAGMA application_id = 7"])
async def test_a_strangers_database_is_refused(path: Path, statement: str) -> None:
    run(path, statement)
    before = path.read_bytes()
    with pytest.raises(NotADatabase):
        await Store.open(path, hooks=HOOKS)
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == ["taproom.db"]


async def test_a_folder_or_a_file_in_the_way_is_refused(tmp_path: Path) -> None:
    with pytest.raises(IsFolder, match=f"{tmp_path} is a folder: name a file in it"):
        await Store.open(tmp_path, hooks=HOOKS)
    (tmp_path / "file").touch()
    with pytest.raises(NoFolder, match=f"there is no folder {tmp_path / 'file'}: "):
        await Store.open(tmp_path / "file" / "taproom.db", hooks=HOOKS)


async def test_closing_twice_is_as_good_as_once(path: Path) -> None:
    store = await Store.open(path, hooks=HOOKS)
    await store.close()
    await store.close()
    assert not Path(f"{path}-wal").exists()


async def test_after_closing_the_file_alone_holds_everything(path: Path) -> None:
    store = await Store.open(path, hooks=HOOKS)
    with closing(
        sqlite3.connect(path)
    ) as other:  # as long as it is open, SQLite keeps the log beside the file
        assert other.execute("SELECT count(*) FROM tables").fetchone() == (0,)
        table = await begun_table(store, moves=3)
        await store.close()
        alone = path.with_name("alone.db")
        alone.write_bytes(path.read_bytes())
    store = await Store.open(alone, hooks=HOOKS)
    assert await store.table(table.id) == table
    await store.close()


@pytest.mark.parametrize("pauses", range(6))
async def test_opening_may_be_cancelled(path: Path, pauses: int) -> None:
    task = asyncio.create_task(Store.open(path, hooks=HOOKS))
    for _ in range(pauses):
        await asyncio.sleep(0)
    task.cancel()
    with suppress(asyncio.CancelledError):
        await (await task).close()
    for thread in threading.enumerate():
        if "connection" in thread.name:
            thread.join()  # no thread is left behind that waits for work
    store = await Store.open(path, hooks=HOOKS)
    await begun_table(store)
    await store.close()


@pytest.mark.slow
async def test_several_processes_may_create_the_file_together(path: Path) -> None:
    children = await asyncio.gather(*(start("begin", path, number) for number in range(1, 5)))
    answers = await asyncio.gather(*(finish(child) for child in children))
    assert sorted(answers) == [["1"], ["2"], ["3"], ["4"]]
