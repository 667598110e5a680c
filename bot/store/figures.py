"""What a host asks about a database: how many tables it has, how large it is, when a bot last used it."""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bot.place import Place, Postgres
from bot.store.db import connect, translating
from bot.store.errors import NoSuchFile, NotADatabase
from bot.store.migrations import APPLICATION_ID
from bot.store.schedule import ALIVE
from bot.store.tables import note

_PATIENCE: Final = 1.0  # seconds

LIVE: Final = "SELECT count(*) FROM tables WHERE status IN ('open', 'playing')"
PLAYING: Final = "SELECT count(*) FROM tables WHERE status = 'playing'"
ALL: Final = "SELECT count(*) FROM tables"
"""None goes through the tables of the past: there is an index of those that are live, and one of all."""


@dataclass(frozen=True, slots=True)
class Figures:
    """Tables that wait for players, those that are played at, and those of the past; bytes on disk.

    `alive` is when a bot last noted that it is there, in seconds since 1970; none if no bot ever did.
    """

    open: int
    playing: int
    past: int
    size: int
    alive: float | None


def figures(path: Place) -> Figures:
    """The figures of a database, whether a bot runs on it or not; raises `NotADatabase`, `StoreError`."""
    if isinstance(path, Postgres):
        from bot.store import hosted  # noqa: PLC0415 - which makes figures, too

        return hosted.figures(path)
    if not path.exists():
        raise NoSuchFile(path)
    with translating(path), closing(connect(path, _PATIENCE, readonly=True)) as connection:
        if connection.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
            raise NotADatabase(path)
        live, playing, known = (_count(connection, query) for query in (LIVE, PLAYING, ALL))
        alive = note(connection, ALIVE)
    return Figures(
        live - playing, playing, known - live, _size(path), None if alive is None else float(alive)
    )


def _count(connection: sqlite3.Connection, query: str) -> int:
    found: int = connection.execute(query).fetchone()[0]
    return found


def _size(path: Path) -> int:
    """Bytes of the file and of the log beside it."""
    size = 0
    for part in (path, Path(f"{path}-wal")):
        with suppress(FileNotFoundError):
            size += part.stat().st_size
    return size
