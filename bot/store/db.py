"""The database file: opened, a connection set up, failures by kind, whole transactions in one hop."""

from __future__ import annotations

import asyncio
import errno
import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Concatenate, Final, ParamSpec, Self, TypeVar

import aiosqlite

from bot.store.errors import CannotWrite, DamagedDatabase, NotADatabase, StoreError
from bot.store.hooks import StorageHooks
from bot.store.migrations import APPLICATION_ID, generation_of, migrate

T = TypeVar("T")
P = ParamSpec("P")

PRIVATE: Final = 0o600
"""The mode of every file that holds tables: its owner reads and writes it."""

OTHERS: Final = 0o077
"""What a file's mode says of everybody else."""

_PAUSE: Final = 0.01  # seconds between two tries to switch a file that others have open
_ROWS_UNUSED: Final = 64  # aiosqlite's chunk size for iterated cursors; we fetch within the transaction


_BY_CODE: Final = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_READONLY: "readonly",
    sqlite3.SQLITE_PERM: "readonly",
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_IOERR: "io",
    sqlite3.SQLITE_CANTOPEN: "io",
}
_BY_ERRNO: Final = {
    errno.ENOSPC: "full",
    errno.EDQUOT: "full",
    errno.EROFS: "readonly",
    errno.EACCES: "readonly",
    errno.EPERM: "readonly",
}


# What goes wrong, by kind


def primary_error_code(error: sqlite3.Error) -> int:
    """SQLite's primary result code: the low byte, without what an extended code adds. 0 if it has none."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def kind_of(error: sqlite3.Error, path: Path | str) -> StoreError:
    """The kind of failure that an error of SQLite is; a plain `StoreError` for what has no kind."""
    code = primary_error_code(error)
    if code in _BY_CODE:
        return CannotWrite(_BY_CODE[code], str(error))
    if code == sqlite3.SQLITE_NOTADB:
        return NotADatabase(path)
    if code == sqlite3.SQLITE_CORRUPT:
        return DamagedDatabase(str(error))
    return StoreError(str(error))


@contextmanager
def translating(path: Path | str) -> Iterator[None]:
    """Errors of SQLite and of the file system become kinds of `StoreError`, with the cause attached."""
    try:
        yield
    except sqlite3.Error as error:
        raise kind_of(error, path) from error
    except OSError as error:
        raise CannotWrite(_BY_ERRNO.get(error.errno or 0, "io"), str(error)) from error


# Connections and transactions


def transaction(connection: sqlite3.Connection, begin: str, work: Callable[[], T]) -> T:
    """What `work` returns, after it was committed; if it raises, nothing has happened."""
    connection.execute(begin)
    try:
        result = work()
        connection.execute("COMMIT")
    finally:
        # Some errors, a full disk among them, have rolled back already.
        if connection.in_transaction:
            connection.execute("ROLLBACK")
    return result


def connect(path: Path, patience: float, *, readonly: bool = False) -> sqlite3.Connection:
    """A bare connection in autocommit mode that waits up to `patience` seconds for others' locks."""
    uri = f"{path.absolute().as_uri()}?mode={'ro' if readonly else 'rwc'}"
    return sqlite3.connect(uri, uri=True, timeout=patience, isolation_level=None)


def identify(connection: sqlite3.Connection, path: Path) -> None:
    """Raises `NotADatabase` unless the file is ours or empty; changes nothing."""

    def facts() -> tuple[int, int]:
        owner = connection.execute("PRAGMA application_id").fetchone()[0]
        return owner, connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]

    # One snapshot: another process may be creating the schema at this moment.
    owner, objects = transaction(connection, "BEGIN", facts)
    if owner != APPLICATION_ID and (owner, objects) != (0, 0):
        raise NotADatabase(path)


def companions(path: Path) -> tuple[Path, ...]:
    """The files that SQLite keeps beside a database."""
    return tuple(Path(f"{path}{ending}") for ending in ("-wal", "-shm", "-journal"))


def _make(path: Path) -> None:
    """An empty file, if there is none; SQLite gives its mode to what it keeps beside it."""
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE))


def make_private(path: Path) -> None:
    """Nobody but its owner reads a database from now on: seeds of running games are in it, and people.

    The file of another user stays as it is; `python -m bot doctor` names it.
    """
    for file in (path, *companions(path)):
        with suppress(FileNotFoundError, PermissionError):
            if file.stat().st_mode & OTHERS:
                file.chmod(PRIVATE)


def open_writer(path: Path, patience: float, hooks: Sequence[StorageHooks]) -> sqlite3.Connection:
    """The connection that writes, to a file of our schemas; created with its folder if need be."""
    with translating(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        _make(path)
        connection = connect(path, patience)
        try:
            _prepare(connection, path, patience, hooks)
        except BaseException:
            connection.close()
            raise
        return connection


def _prepare(
    connection: sqlite3.Connection, path: Path, patience: float, hooks: Sequence[StorageHooks]
) -> None:
    """Make the connection one that may save: our file, durable commits, our schemas."""
    identify(connection, path)
    make_private(path)
    _check_takes_changes(connection, path)
    _enable_wal(connection, patience)
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    # Whoever asks to be forgotten must not be found in the gaps of the file.
    connection.execute("PRAGMA secure_delete = ON")
    migrate(connection, hooks)


def _check_takes_changes(connection: sqlite3.Connection, path: Path) -> None:
    """Raises `CannotWrite` for a file that SQLite could open for reading alone: it says so only at a change.

    Such a connection stays so, whatever is done to the file later. What is tried here is rolled back.
    """
    try:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute(f"PRAGMA user_version = {generation_of(connection)}")
    except sqlite3.OperationalError as error:
        if primary_error_code(error) == sqlite3.SQLITE_READONLY:
            told = f"{path} can only be read. Give the bot's user write access to the file and to its folder."
            raise CannotWrite("readonly", told) from error
        if primary_error_code(error) != sqlite3.SQLITE_BUSY:
            raise
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def _enable_wal(connection: sqlite3.Connection, patience: float) -> None:
    """Switch the file to a write-ahead log.

    SQLite does not wait for others here, whatever the connection's timeout says, so this does.
    """
    deadline = monotonic() + patience
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if primary_error_code(error) != sqlite3.SQLITE_BUSY or monotonic() > deadline:
                raise
            sleep(_PAUSE)
        else:
            return


def open_reader(path: Path, patience: float) -> sqlite3.Connection:
    """A connection that only reads, so that looking something up never waits behind a save."""
    with translating(path):
        return connect(path, patience, readonly=True)


class SqliteConnection(aiosqlite.Connection):
    """A connection in a thread of its own, to which whole transactions are handed: one hop each.

    When the task that waits is cancelled, the transaction is carried out all the same.
    """

    def __init__(
        self, opener: Callable[[Path, float], sqlite3.Connection], path: Path, patience: float
    ) -> None:
        super().__init__(lambda: opener(path, patience), _ROWS_UNUSED)
        # A bot that ends without closing must end; what it was saving is whole or did not happen.
        self._thread.daemon = True
        self._path = path
        self._stopped: asyncio.Future[object] | None = None

    @classmethod
    async def open(
        cls, opener: Callable[[Path, float], sqlite3.Connection], path: Path, patience: float
    ) -> Self:
        """The connection, once `opener` has made it in the new thread; raises what that raises."""
        connection = cls(opener, path, patience)
        opening = asyncio.ensure_future(connection)
        try:
            await asyncio.shield(opening)
        except BaseException:
            await connection._give_up(opening)
            raise
        return connection

    async def _give_up(self, opening: asyncio.Future[aiosqlite.Connection]) -> None:
        """Wait until the thread has ended; it reports to the event loop, which may be closed after us."""
        await asyncio.wait({opening})
        if opening.exception() is None:
            await self.close()
        elif self._stopped is not None:
            await self._stopped

    def stop(self) -> asyncio.Future[object] | None:
        """What comes true when the thread has ended; kept, as aiosqlite does not wait for it."""
        self._stopped = super().stop()
        return self._stopped

    @property
    def is_open(self) -> bool:
        """Whether it was not closed yet."""
        return self._connection is not None

    async def write(
        self, work: Callable[Concatenate[sqlite3.Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """What `work` returns, once it is on disk. It holds the write lock from its first statement on."""
        return await self._run_transaction("BEGIN IMMEDIATE", lambda raw: work(raw, *args, **kwargs))

    async def read(
        self, work: Callable[Concatenate[sqlite3.Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """What `work` returns; all its statements see the same state of the file."""
        try:
            return await self._run_transaction("BEGIN", lambda raw: work(raw, *args, **kwargs))
        except StoreError as failure:
            failure.reading = True
            raise

    async def checkpoint(self) -> None:
        """Move what is in the write-ahead log into the file, as far as that goes without waiting."""
        with translating(self._path):
            await self.execute_fetchall("PRAGMA wal_checkpoint(PASSIVE)")

    async def empty_log(self) -> bool:
        """Move the whole write-ahead log into the file and cut it off; false while others still read it."""
        with translating(self._path):
            ((busy, *_),) = await self.execute_fetchall("PRAGMA wal_checkpoint(TRUNCATE)")
        return not busy

    async def rewrite(self) -> None:
        """Write the whole file anew, without the gaps that things which are gone have left in it."""
        with translating(self._path):
            await self.execute_fetchall("VACUUM")

    async def _run_transaction(self, begin: str, work: Callable[[sqlite3.Connection], T]) -> T:
        # A closure and not arguments: aiosqlite writes arguments into its debug log, and seeds are secret.
        raw = self._conn

        def run_whole() -> T:
            return transaction(raw, begin, lambda: work(raw))

        with translating(self._path):
            result: T = await self._execute(run_whole)  # type: ignore[no-untyped-call] # theirs is untyped
        return result
