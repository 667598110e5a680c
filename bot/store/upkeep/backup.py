"""Backups of the database: made while the bot runs, restored while it does not."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from itertools import count, takewhile
from pathlib import Path
from time import time
from typing import Final

from bot.ops.location import DatabaseLocation, Postgres
from bot.store.db import (
    OTHERS,
    check_path,
    companions,
    connect,
    make_private,
    primary_error_code,
    transaction,
    translating,
)
from bot.store.errors import (
    AlreadyThere,
    DamagedDatabase,
    InUse,
    IsFolder,
    NoFolder,
    NoSuchFile,
    NotADatabase,
)
from bot.store.hooks import StorageHooks
from bot.store.migrations import APPLICATION_ID, migrate
from bot.store.upkeep import hosted
from bot.store.upkeep.chains import broken_chains, counts
from bot.store.upkeep.restored import number_anew

_PATIENCE: Final = 5.0  # seconds
_SHOWN: Final = 5  # problems named in one sentence
_TAKEN: Final = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_BROKEN: Final = {sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT}


@dataclass(frozen=True, slots=True)
class DatabaseReport:
    """The contents of a restored or checked database: how many tables and log lines.

    `kept` is the new place of the previous file, None if there was none.
    """

    tables: int
    lines: int
    kept: Path | None


def backup(source: Path, target: Path) -> None:
    """Copy the database at one moment into the new file `target`; the bot may go on saving.

    `target` is one file, complete as soon as it exists. Raises `AlreadyThere`, `NoFolder`, `NotADatabase`,
    `CannotWrite`; then there is no `target`.
    """
    if target.exists():
        raise AlreadyThere(target)
    with translating(target), temporary_file(target) as temporary:
        _copy(source, temporary)
        rename_into_place(temporary, target)
        sync_folder(target.parent)


def restore(
    backup_file: Path, target: Path, hooks: Sequence[StorageHooks], now: float | None = None
) -> DatabaseReport:
    """Replace the bot's database by a backup, after every check; the old file is kept beside it.

    An older backup is migrated. Messages sent since then are still in people's channels, so numbers that
    these may carry are not used again, and boards of running games are shown again: see `number_anew`. `now`
    is the moment in seconds since 1970; None: the clock's.

    Raises `NotADatabase`, `NewerSchema`, `OlderSchema`, `DamagedDatabase` (pages, rows or the hash chain of a
    log), `InUse` while another process has `target` open, `CannotWrite`; then `target` is unchanged.
    """
    target = target.resolve()
    with translating(target):
        check_path(target)
    with translating(target), temporary_file(target) as temporary:
        _copy(backup_file, temporary)
        tables, lines = _check(temporary, hooks, backup_file)
        with exclusive_connection(target):
            with closing(connect(temporary, _PATIENCE)) as copy:
                highest = _highest(target, *takewhile(Path.exists, _old_names(target)))
                transaction(copy, "BEGIN IMMEDIATE", lambda: number_anew(copy, highest, now or time(), hooks))
            sync(temporary)
            old_file = _keep_old_file(target)
            temporary.replace(target)
            sync_folder(target.parent)
    return DatabaseReport(tables, lines, old_file)


def examine(source: DatabaseLocation, hooks: Sequence[StorageHooks]) -> DatabaseReport:
    """Return the contents of a database, after every check that `restore` makes; the bot may go on saving.

    Raises `NotADatabase`, `NewerSchema`, `OlderSchema`, `DamagedDatabase`, `CannotWrite`.
    """
    if isinstance(source, Postgres):
        return DatabaseReport(*hosted.examine(source), None)
    with tempfile.TemporaryDirectory() as folder, translating(source):
        copy = Path(folder) / "copy.db"
        _copy(source, copy)
        tables, lines = _check(copy, hooks, source)
    return DatabaseReport(tables, lines, None)


def readable_by_others(target: Path) -> tuple[Path, ...]:
    """Return the database files, old ones and those beside them, that users other than the owner may access.

    Empty where a system has no such modes.
    """
    if os.name != "posix":
        return ()
    files = [target, *companions(target)]
    with suppress(PermissionError):
        beside = sorted(target.absolute().parent.iterdir())
        files += [file for file in beside if file.name.startswith(f"{target.stem}.old-")]
    return tuple(file for file in files if file.is_file() and file.stat().st_mode & OTHERS)


def check_there(target: DatabaseLocation) -> None:
    """Raise `NoSuchFile` unless the database exists."""
    if isinstance(target, Postgres):
        return hosted.check_there(target)
    if not target.exists():
        raise NoSuchFile(target)
    return None


def check_unused(target: DatabaseLocation) -> None:
    """Raise `InUse` if another process has the database open, `NoSuchFile` if it does not exist."""
    if isinstance(target, Postgres):
        return hosted.check_unused(target)
    check_there(target)
    with translating(target), exclusive_connection(target):
        return None


def _copy(source: Path, target: Path) -> None:
    """Copy a database of ours, including its write-ahead log, into one synced file."""
    check_there(source)
    if source.is_dir():
        raise IsFolder(source.absolute())
    if not source.is_file():
        raise NotADatabase(source)
    with (
        translating(source),
        closing(connect(source, _PATIENCE, readonly=True)) as live,
        closing(connect(target, _PATIENCE)) as copy,
    ):
        if live.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
            raise NotADatabase(source)
        live.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")
    sync(target)


def _check(path: Path, hooks: Sequence[StorageHooks], source: Path) -> tuple[int, int]:
    """Check and migrate a copy; returns how many tables and lines it has.

    Raises `DamagedDatabase`, which names the `source` of the copy, `NewerSchema`, `OlderSchema`.
    """

    def refuse(what: str, problems: list[str]) -> None:
        if problems:
            first = ", ".join(problems[:_SHOWN])
            raise DamagedDatabase(f"{source}: damaged {what}, {len(problems)} in all: {first}")

    with translating(source), closing(connect(path, _PATIENCE)) as copy:
        refuse("pages", [row[0] for row in copy.execute("PRAGMA integrity_check") if row[0] != "ok"])
        migrate(copy, hooks)
        refuse("rows", [f"{row[0]} {row[1]}" for row in copy.execute("PRAGMA foreign_key_check")])
        refuse("logs", [f"T{table_id}" for table_id in broken_chains(copy)])
        numbers = counts(copy)
    sync(path)
    return numbers


def _highest(*files: Path) -> dict[str, int]:
    """Return the highest number used in any of these databases, by table, as far as they can be read.

    They may be damaged, or of an older version. None of them is changed.
    """
    numbers: dict[str, int] = {}
    for file in files:
        uri = f"{file.absolute().as_uri()}?mode=ro&immutable=1"
        with suppress(sqlite3.Error), closing(sqlite3.connect(uri, uri=True)) as connection:
            for name, last in connection.execute("SELECT name, seq FROM sqlite_sequence").fetchall():
                numbers[name] = max(numbers.get(name, 0), last)
    return numbers


@contextmanager
def exclusive_connection(target: Path) -> Iterator[sqlite3.Connection | None]:
    """Open the only connection to a database, None if there is no file; raises `InUse` if there are others.

    Its write-ahead log is merged into it. A connection in WAL mode holds a shared lock as long as it is open,
    so that leaving WAL mode fails. A file too damaged to be opened has no user; the log beside it is moved
    with it (see `_keep_old_file`).
    """
    if not target.exists():
        yield None
        return
    with closing(connect(target, 0.0)) as connection:
        try:
            connection.execute("PRAGMA journal_mode = DELETE")
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            if primary_error_code(error) in _TAKEN:
                raise InUse(target) from error
            if primary_error_code(error) not in _BROKEN:
                raise
        if connection.in_transaction and connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal":
            raise InUse(target)  # another process came between the two statements
        yield connection


def _keep_old_file(target: Path) -> Path | None:
    """Keep the old file under another name; it stays in its place too, until it is replaced.

    A log beside it is moved: SQLite would use it for the new file.
    """
    new_name = next(name for name in _old_names(target) if not name.exists())
    for companion, beside in zip(companions(target), companions(new_name), strict=True):
        with suppress(FileNotFoundError):
            companion.rename(beside)
    if not target.exists():
        return None
    try:
        new_name.hardlink_to(target)
    except OSError:  # not every file system has hard links
        shutil.copy2(target, new_name)
        sync(new_name)
    make_private(new_name)
    return new_name


def _old_names(target: Path) -> Iterator[Path]:
    """Yield `taproom.old-1.db`, `taproom.old-2.db`, ..."""
    return (target.with_name(f"{target.stem}.old-{number}{target.suffix}") for number in count(1))


@contextmanager
def temporary_file(target: Path) -> Iterator[Path]:
    """Make an empty file in the target's folder, readable by its owner only; deleted unless renamed.

    Raises `NoFolder`.
    """
    if not (folder := target.absolute().parent).is_dir():
        raise NoFolder(folder)
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    os.close(handle)
    try:
        yield Path(name)
    finally:
        for file in (Path(name), *companions(Path(name))):
            file.unlink(missing_ok=True)


def rename_into_place(temporary: Path, target: Path) -> None:
    """Give the file its name, which must be free; raises `AlreadyThere`."""
    try:
        target.hardlink_to(temporary)  # unlike a rename, this never replaces a file made meanwhile
    except FileExistsError as error:
        raise AlreadyThere(target) from error
    except OSError:  # not every file system has hard links
        temporary.rename(target)


def sync(path: Path) -> None:
    """Wait until the file's content is on the disk."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def sync_folder(path: Path) -> None:
    """Wait until the names in the folder are on the disk; only possible on POSIX systems."""
    if os.name != "posix":
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
