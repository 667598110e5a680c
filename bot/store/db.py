"""The SQLite file: opening it, connections, kinds of failure, transactions in a thread."""

from __future__ import annotations

import asyncio
import errno
import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Concatenate, Final, ParamSpec, Self, TypeVar

import aiosqlite

from bot.store.errors import (
    AnotherBot,
    CannotWrite,
    DamagedDatabase,
    IsFolder,
    NoFolder,
    NotADatabase,
    StoreError,
)
from bot.store.hooks import StorageHooks
from bot.store.migrations import APPLICATION_ID, generation_of, migrate

T = TypeVar("T")
P = ParamSpec("P")

PRIVATE: Final = 0o600
"""The mode of database files: their owner reads and writes them."""

OTHERS: Final = 0o077
"""The mode bits of other users."""

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


# Failures by kind


def primary_error_code(error: sqlite3.Error) -> int:
    """Return SQLite's primary result code: the low byte of an extended code. 0 if it has none."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def kind_of(error: sqlite3.Error, path: Path | str) -> StoreError:
    """Return an SQLite error as a `StoreError` of its kind; a plain `StoreError` if it has none."""
    code = primary_error_code(error)
    if code in _BY_CODE:
        place = f"{path}: " if code == sqlite3.SQLITE_CANTOPEN else ""
        return CannotWrite(_BY_CODE[code], f"{place}{error}")
    if code == sqlite3.SQLITE_NOTADB:
        return NotADatabase(path)
    if code == sqlite3.SQLITE_CORRUPT:
        return DamagedDatabase(f"{path}: {error}")
    return StoreError(str(error))


@contextmanager
def translating(path: Path | str) -> Iterator[None]:
    """Convert errors of SQLite and of the file system to kinds of `StoreError`, with the cause attached."""
    try:
        yield
    except sqlite3.Error as error:
        raise kind_of(error, path) from error
    except OSError as error:
        raise CannotWrite(_BY_ERRNO.get(error.errno or 0, "io"), str(error)) from error


# Connections and transactions


def transaction(connection: sqlite3.Connection, begin: str, work: Callable[[], T]) -> T:
    """Run `work` in a transaction, and return its result; if it raises, nothing has happened."""
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
    """Open a connection in autocommit mode that waits up to `patience` seconds for others' locks."""
    uri = f"{path.absolute().as_uri()}?mode={'ro' if readonly else 'rwc'}"
    return sqlite3.connect(uri, uri=True, timeout=patience, isolation_level=None)


def identify(connection: sqlite3.Connection, path: Path) -> None:
    """Raise `NotADatabase` unless the file is ours or empty; changes nothing."""

    def facts() -> tuple[int, int]:
        owner = connection.execute("PRAGMA application_id").fetchone()[0]
        return owner, connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]

    # One snapshot: another process may be creating the schema at this moment.
    owner, objects = transaction(connection, "BEGIN", facts)
    if owner != APPLICATION_ID and (owner, objects) != (0, 0):
        raise NotADatabase(path)


def companions(path: Path) -> tuple[Path, ...]:
    """Return the files that SQLite keeps beside a database."""
    return tuple(Path(f"{path}{ending}") for ending in ("-wal", "-shm", "-journal"))


def _make(path: Path) -> None:
    """Make an empty file, if there is none; SQLite gives its mode to the files beside it."""
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE))


def check_path(path: Path) -> None:
    """Raise `IsFolder` or `NoFolder` where the bot's database cannot be."""
    if path.is_dir():
        raise IsFolder(path.absolute())
    if not (folder := path.absolute().parent).is_dir():
        raise NoFolder(folder, "mend TAPROOM_DATABASE")


@contextmanager
def claim_database(path: Path) -> Iterator[None]:
    """Keep other bots from a database within this block; raises `AnotherBot` if one runs on it.

    The lock is that of an empty file beside it, so that a host's commands can use the database meanwhile.
    SQLite's locks work on every system, and end with their process, however it ends.
    """
    lock = Path(f"{path.resolve()}-lock")
    with translating(lock):
        check_path(path)
        _make(lock)
        if os.name == "posix" and path.exists():  # as SQLite does it, for the bot's user after the superuser
            status = path.stat()
            with suppress(PermissionError):
                os.chown(lock, status.st_uid, status.st_gid)
        connection = connect(lock, 0.0)
    with closing(connection):
        try:
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if primary_error_code(error) == sqlite3.SQLITE_BUSY:
                raise AnotherBot(path.absolute()) from error
            raise kind_of(error, lock) from error
        yield


def make_private(path: Path) -> None:
    """Make a database readable by its owner only: it contains seeds of running games, and personal data.

    The file of another user stays unchanged; `python -m bot doctor` reports it.
    """
    for file in (path, *companions(path)):
        with suppress(FileNotFoundError, PermissionError):
            if file.stat().st_mode & OTHERS:
                file.chmod(PRIVATE)


def open_writer(path: Path, patience: float, hooks: Sequence[StorageHooks]) -> sqlite3.Connection:
    """Open the connection that writes, migrating the file; it is created if need be, but not its folder."""
    with translating(path):
        check_path(path)
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
    """Prepare a connection for saving: check the file, set durable commits, migrate."""
    identify(connection, path)
    make_private(path)
    _check_takes_changes(connection, path)
    _enable_wal(connection, patience)
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    # Deleted personal data must not remain in gaps of the file.
    connection.execute("PRAGMA secure_delete = ON")
    migrate(connection, hooks)


def _check_takes_changes(connection: sqlite3.Connection, path: Path) -> None:
    """Raise `CannotWrite` for a file that SQLite opened read-only: it says so only at a change.

    Such a connection stays read-only, whatever is done to the file later. The attempt is rolled back.
    """
    try:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute(f"PRAGMA user_version = {generation_of(connection)}")
    except sqlite3.OperationalError as error:
        if primary_error_code(error) == sqlite3.SQLITE_READONLY:
            message = (
                f"{path} can only be read. Give the bot's user write access to the file and to its folder."
            )
            raise CannotWrite("readonly", message) from error
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
    """Open a connection that only reads, so that a lookup never waits behind a save."""
    with translating(path):
        return connect(path, patience, readonly=True)


class SqliteConnection(aiosqlite.Connection):
    """A connection in a thread of its own, which runs whole transactions.

    When the waiting task is cancelled, the transaction still completes.
    """

    def __init__(
        self, opener: Callable[[Path, float], sqlite3.Connection], path: Path, patience: float
    ) -> None:
        super().__init__(lambda: opener(path, patience), _ROWS_UNUSED)
        # A bot that ends without closing must end; a save under way is whole or did not happen.
        self._thread.daemon = True
        self._path = path
        self._stopped: asyncio.Future[object] | None = None

    @classmethod
    async def open(
        cls, opener: Callable[[Path, float], sqlite3.Connection], path: Path, patience: float
    ) -> Self:
        """Open a connection by calling `opener` in the new thread; raises what that raises."""
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
        """Return a future for the end of the thread; stored, as aiosqlite does not wait for it."""
        self._stopped = super().stop()
        return self._stopped

    @property
    def is_open(self) -> bool:
        """Whether the connection is open."""
        return self._connection is not None

    async def write(
        self, work: Callable[Concatenate[sqlite3.Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run `work` in a transaction that locks for writing from its first statement; returns its result."""
        return await self._run_transaction("BEGIN IMMEDIATE", lambda raw: work(raw, *args, **kwargs))

    async def read(
        self, work: Callable[Concatenate[sqlite3.Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run `work` on one snapshot of the file; returns its result."""
        try:
            return await self._run_transaction("BEGIN", lambda raw: work(raw, *args, **kwargs))
        except StoreError as failure:
            failure.reading = True
            raise

    async def checkpoint(self) -> None:
        """Move the write-ahead log into the file, as far as that goes without waiting."""
        with translating(self._path):
            await self.execute_fetchall("PRAGMA wal_checkpoint(PASSIVE)")

    async def empty_log(self) -> bool:
        """Move the whole write-ahead log into the file and truncate it; false while others still read it."""
        with translating(self._path):
            ((busy, *_),) = await self.execute_fetchall("PRAGMA wal_checkpoint(TRUNCATE)")
        return not busy

    async def rewrite(self) -> None:
        """Rewrite the whole file, without the gaps left by deleted data."""
        with translating(self._path):
            await self.execute_fetchall("VACUUM")

    async def _run_transaction(self, begin: str, work: Callable[[sqlite3.Connection], T]) -> T:
        # A closure and not arguments: aiosqlite writes arguments into its debug log, and seeds are secret.
        raw = self._conn

        def run_whole() -> T:
            return transaction(raw, begin, lambda: work(raw))

        with translating(self._path):
            result: T = await self._execute(run_whole)  # type: ignore[no-untyped-call] # untyped in aiosqlite
        return result
