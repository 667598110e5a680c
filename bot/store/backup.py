"""Copies of the database: made while the bot runs, put back while it does not."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from itertools import count, takewhile
from pathlib import Path
from time import time
from typing import Final

from bot.store.db import (
    OTHERS,
    companions,
    connect,
    make_private,
    primary_code,
    transaction,
    translating,
)
from bot.store.errors import AlreadyThere, Damaged, InUse, NoSuchFile, NotADatabase
from bot.store.migrations import APPLICATION_ID, migrate, version_of
from bot.store.tables import LIVE, broken_chains, counts

_PATIENCE: Final = 5.0  # seconds
_SHOWN: Final = 5  # problems named in one sentence
_TAKEN: Final = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
STEP: Final = 100_000
"""By how much a restore raises revisions, turns and the numbers of alarms, at the least."""

CODES: Final = 1_000
"""After a restore the codes of new tables begin behind the next thousand that is not near."""

_EPOCH: Final = 1_767_225_600.0  # 2026 began
_TICK: Final = 5.0
"""Seconds. No table changes more often in the long run, so that numbers which grow like this are new ones.

They stay below the nine digits that a control carries for 158 years.
"""

SHOW_LIVE: Final = (
    "INSERT INTO outbox (table_id, revision, turn, since, tries, due)"  # noqa: S608 - a constant
    f" SELECT id, revision, turn - 1, ?, 0, ? FROM tables WHERE {LIVE}"
    " AND (day IS NULL OR guild_id IS NULL)"
    " ON CONFLICT (table_id) DO UPDATE SET revision = excluded.revision, turn = excluded.turn,"
    " since = excluded.since, tries = 0, due = excluded.due"
)
_BROKEN: Final = {sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT}


@dataclass(frozen=True, slots=True)
class Report:
    """What was put back: how many tables and log lines, and the schema version they were written with.

    `kept` is where the file went that was there before, none if there was none.
    """

    tables: int
    lines: int
    version: int
    kept: Path | None


def backup(source: Path, target: Path) -> None:
    """Copy the database as it is at one moment into the new file `target`; the bot may go on saving.

    `target` is one file, complete as soon as it is there. Raises `AlreadyThere`, `NotADatabase`,
    `CannotWrite`; then there is no `target`.
    """
    if target.exists():
        raise AlreadyThere(target)
    with translating(target), _temporary(target) as temporary:
        _copy(source, temporary)
        _put(temporary, target)
        _sync_folder(target.parent)


def restore(backup_file: Path, target: Path, now: float | None = None) -> Report:
    """Put a backup in the place of the bot's database, after every check; the old file is kept beside it.

    An older backup is brought to our schema. What was said since then is in people's channels still, so
    numbers that it may carry are not given again, and boards of games that go on are shown anew: see
    `_number_anew`. `now` is the moment in seconds since 1970; none: what the clock says.

    Raises `NotADatabase`, `NewerSchema`, `Damaged` (pages, rows or the hash chain of a log), `InUse` while
    anybody has `target` open, `CannotWrite`; then `target` is what it was.
    """
    target = target.resolve()
    with translating(target), _temporary(target) as temporary:
        _copy(backup_file, temporary)
        version, (tables, lines) = _check(temporary)
        with _alone(target):
            with closing(connect(temporary, _PATIENCE)) as copy:
                seen = _highest(target, *takewhile(Path.exists, _old_names(target)))
                transaction(copy, "BEGIN IMMEDIATE", lambda: _number_anew(copy, seen, now or time()))
            _sync(temporary)
            kept = _keep(target)
            temporary.replace(target)
            _sync_folder(target.parent)
    return Report(tables, lines, version, kept)


def examine(source: Path) -> Report:
    """What a database holds, after every check that `restore` makes; the bot may go on saving meanwhile.

    Raises `NotADatabase`, `NewerSchema`, `Damaged`, `CannotWrite`.
    """
    with tempfile.TemporaryDirectory() as folder, translating(source):
        copy = Path(folder) / "copy.db"
        _copy(source, copy)
        version, (tables, lines) = _check(copy)
    return Report(tables, lines, version, None)


def read_by_others(target: Path) -> tuple[Path, ...]:
    """The database, old ones and what lies beside them, as far as others than their owner may use them.

    Empty where a system keeps no such modes.
    """
    if os.name != "posix":
        return ()
    files = [target, *companions(target), target.with_name(f"{target.name}.sprites")]
    with suppress(PermissionError):
        beside = sorted(target.absolute().parent.iterdir())
        files += [file for file in beside if file.name.startswith(f"{target.stem}.old-")]
    return tuple(file for file in files if file.is_file() and file.stat().st_mode & OTHERS)


def check_there(target: Path) -> None:
    """Raises `NoSuchFile` unless the database is there."""
    if not target.exists():
        raise NoSuchFile(target)


def check_unused(target: Path) -> None:
    """Raises `InUse` if anybody has the database open, `NoSuchFile` if it is not there."""
    check_there(target)
    with translating(target), _alone(target):
        pass


def _copy(source: Path, target: Path) -> None:
    """Copy a database of ours, with what is still in its write-ahead log, into one synced file."""
    check_there(source)
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
    _sync(target)


def _check(path: Path) -> tuple[int, tuple[int, int]]:
    """The schema version of a copy, and how many tables and lines it has; it has our version afterwards.

    Raises `Damaged`, `NewerSchema`.
    """
    with closing(connect(path, _PATIENCE)) as copy:
        version = version_of(copy)
        _refuse("pages", [row[0] for row in copy.execute("PRAGMA integrity_check") if row[0] != "ok"])
        migrate(copy)
        _refuse("rows", [f"{row[0]} {row[1]}" for row in copy.execute("PRAGMA foreign_key_check")])
        _refuse("logs", [f"T{table_id}" for table_id in broken_chains(copy)])
        found = counts(copy)
    _sync(path)
    return version, found


def _highest(*files: Path) -> dict[str, int]:
    """The last number that any of these databases has given, by table of the schema; what can be read of it.

    They may be damaged, or those of an older version. None of them is changed.
    """
    found: dict[str, int] = {}
    for file in files:
        uri = f"{file.absolute().as_uri()}?mode=ro&immutable=1"
        with suppress(sqlite3.Error), closing(sqlite3.connect(uri, uri=True)) as connection:
            for name, last in connection.execute("SELECT name, seq FROM sqlite_sequence").fetchall():
                found[name] = max(found.get(name, 0), last)
    return found


def _number_anew(connection: sqlite3.Connection, seen: Mapping[str, int], now: float) -> None:
    """Give tables and alarms numbers that nothing carries which was said after the backup was made.

    Revisions, turns and alarms go up by a step, and at least to a number that grows with time, as the same
    backup may be put back twice: a board of then is an old one, and an alarm that is sent again is no repeat.
    New tables get codes behind all that were ever given. Offers to undo are asked anew by who wants to.
    What goes on is shown, and calls whose turn it is: nobody knows what they have seen since.
    """
    given = dict(connection.execute("SELECT name, seq FROM sqlite_sequence").fetchall())
    last = {name: max(given.get(name, 0), seen.get(name, 0)) for name in ("tables", "alarms")}
    floor = int(max(0.0, now - _EPOCH) / _TICK)
    raised = {"step": STEP, "floor": floor}
    connection.execute("DELETE FROM offers")
    connection.execute(
        "UPDATE alarms SET sending = NULL,"
        " turn = iif(turn = (SELECT turn FROM tables WHERE id = table_id), max(turn + :step, :floor), turn)",
        raised,
    )
    alarms = [alarm_id for (alarm_id,) in connection.execute("SELECT id FROM alarms ORDER BY id").fetchall()]
    numbered = list(enumerate(alarms, start=max(last["alarms"] + STEP, floor)))
    connection.executemany("UPDATE alarms SET id = ? WHERE id = ?", numbered)
    connection.execute(
        "UPDATE tables SET revision = max(revision + :step, :floor), turn = max(turn + :step, :floor)", raised
    )
    connection.execute("UPDATE outbox SET revision = (SELECT revision FROM tables WHERE id = table_id)")
    connection.execute(SHOW_LIVE, (now, now))
    numbers = {
        "tables": -(-(last["tables"] + CODES // 2) // CODES) * CODES,
        "alarms": max(last["alarms"] + STEP, floor) + len(alarms),
    }
    connection.execute("DELETE FROM sqlite_sequence WHERE name IN ('tables', 'alarms')")
    connection.executemany("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", list(numbers.items()))


def _refuse(what: str, problems: list[str]) -> None:
    """Raises `Damaged` if there are problems, naming the first few."""
    if problems:
        raise Damaged(f"damaged {what}, {len(problems)} in all: {', '.join(problems[:_SHOWN])}")


@contextmanager
def _alone(target: Path) -> Iterator[None]:
    """Nobody else has the database open meanwhile; raises `InUse`. Its write-ahead log is folded in.

    A connection in WAL mode holds a shared lock as long as it is open, so that leaving WAL mode fails. A
    file too damaged to be opened has no user; the log beside it is moved with it (see `_keep`).
    """
    if not target.exists():
        yield
        return
    with closing(connect(target, 0.0)) as connection:
        try:
            connection.execute("PRAGMA journal_mode = DELETE")
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            if primary_code(error) in _TAKEN:
                raise InUse(target) from error
            if primary_code(error) not in _BROKEN:
                raise
        if connection.in_transaction and connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal":
            raise InUse(target)  # somebody came between the two statements
        yield


def _keep(target: Path) -> Path | None:
    """Where the old file can be found from now on; it stays in its place too, until it is replaced.

    A log that lies beside it is moved: SQLite would take it for the log of the file that comes.
    """
    kept = next(name for name in _old_names(target) if not name.exists())
    for companion, beside in zip(companions(target), companions(kept), strict=True):
        with suppress(FileNotFoundError):
            companion.rename(beside)
    if not target.exists():
        return None
    try:
        kept.hardlink_to(target)
    except OSError:  # not every file system has hard links
        shutil.copy2(target, kept)
        _sync(kept)
    make_private(kept)
    return kept


def _old_names(target: Path) -> Iterator[Path]:
    """`taproom.old-1.db`, `taproom.old-2.db`, ..."""
    return (target.with_name(f"{target.stem}.old-{number}{target.suffix}") for number in count(1))


@contextmanager
def _temporary(target: Path) -> Iterator[Path]:
    """An empty file in the target's folder that its owner alone reads; gone afterwards, unless renamed."""
    target.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    os.close(handle)
    try:
        yield Path(name)
    finally:
        for file in (Path(name), *companions(Path(name))):
            file.unlink(missing_ok=True)


def _put(temporary: Path, target: Path) -> None:
    """Give the file its name, which must be free; raises `AlreadyThere`."""
    try:
        target.hardlink_to(temporary)  # unlike a rename, this never replaces what came there meanwhile
    except FileExistsError as error:
        raise AlreadyThere(target) from error
    except OSError:  # not every file system has hard links
        temporary.rename(target)


def _sync(path: Path) -> None:
    """Wait until the file's content is on the disk."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def _sync_folder(path: Path) -> None:
    """Wait until the names in the folder are on the disk; only POSIX systems can be asked to."""
    if os.name != "posix":
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
