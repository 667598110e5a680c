"""Saving a change against a bare sqlite3 connection; and what a question costs among many tables.

The bare connection runs the same statements at the same settings, in a thread of its own: while a disk takes
its time a bot hears whoever else clicks, so that a save that its loop waits for is none it could do with.
"""

from __future__ import annotations

import asyncio
import itertools
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Generic, TypeVar

import psycopg

from bot.features import HOOKS
from bot.ops.location import Place, Postgres
from bot.store import Change, NewLine, NewTable, Player, Status, Store, Table, Terms, outbox, persons, rows
from bot.store import tables as sql
from bot.store.postgres import Statements, shape, told
from bot.store.tables import INSERT_TABLE, agreed
from engine.fairness import next_hash
from tools.bench.measure import Row, pair, pair_async
from tools.postgres import binary, started

STATE = '{"dwarfs":1,"trolls":2}' + " " * 600
RARE = 7
"""A person who has played few games."""

PLAYERS = (Player(0, 1, "Ann"), Player(1, 2, "Ben"))


async def row(folder: Path) -> Row:
    """One saved move, store against bare connection."""
    bare = Bare(folder / "bare.db")
    try:
        spent, least = await _saved(folder / "store.db", bare.saved)
    finally:
        bare.close()
    return Row("persist a move", "bare sqlite3 in a thread", spent, least, 1.7)


async def row_on_postgres(folder: Path) -> AsyncIterator[Row]:
    """The same on PostgreSQL, which waits for its disk; nothing where no server is installed."""
    if binary("initdb") is None:
        return
    with started(folder, fsync="on", full_page_writes="on") as url:
        bare = BarePostgres(url)
        try:
            with psycopg.connect(url, autocommit=True) as other:
                other.execute("CREATE DATABASE store ENCODING 'UTF8' TEMPLATE template0")
            spent, least = await _saved(Postgres(url.replace("/postgres?", "/store?")), bare.saved)
        finally:
            bare.close()
    yield Row("persist a move on PostgreSQL", "bare psycopg in a thread", spent, least, 1.7)


async def _saved(place: Place, floor: Callable[[], Awaitable[object]]) -> tuple[float, float]:
    """Milliseconds for a move of the store, and for the floor."""
    store = await Store.open(place, hooks=HOOKS)
    table = await store.create(NewTable("thud", 1, 2, 1, Terms("{}", 1), "seed", PLAYERS, 0.0), 1)
    table = await store.save(_beginning(table))
    numbers = itertools.count(3)

    async def save() -> None:
        nonlocal table
        head = next_hash(table.head, table.plies + 1, 0, "dE2-E10")
        change = Change(
            table=table.id,
            revision=table.revision,
            interaction=next(numbers),
            status=Status.PLAYING,
            players=PLAYERS,
            state=STATE,
            counter=0,
            at=0.0,
            head=head,
            line=NewLine(0, 1, "dE2-E10"),
        )
        table = await store.save(change)

    try:
        return await pair_async(save, floor, 600)
    finally:
        await store.close()


def row_among_many(folder: Path) -> Row:
    """All that is kept about somebody who played some games, among four thousand tables and among forty."""
    few, many = folder / "few.db", folder / "many.db"
    fill(few, 40)
    fill(many, 4_000)
    with closing(sqlite3.connect(few)) as small, closing(sqlite3.connect(many)) as large:
        spent, least = pair(
            lambda: persons.data_of(large, RARE, HOOKS), lambda: persons.data_of(small, RARE, HOOKS), 200
        )
    return Row("the data of somebody among 4,000 tables", "the same among 40", spent, least, 2.0)


def fill(path: Path, tables: int) -> None:
    """Games that are over, of thirty moves each; ten of them are of the same person, who also opened them."""
    bare = Bare(path)
    run, bulk = bare.connection.execute, bare.connection.executemany
    run("BEGIN IMMEDIATE")
    run("UPDATE tables SET status = 'over', host_id = 1")
    columns = ", ".join(row[1] for row in run("PRAGMA table_info(tables)").fetchall()[1:])
    for number in range(1, tables):
        player = RARE if number % (tables // 10) == 0 else 100 + number % 50
        host = columns.replace("host_id", str(player))
        last = run(f"INSERT INTO tables ({columns}) SELECT {host} FROM tables WHERE id = 1").lastrowid  # noqa: S608
        run(rows.INSERT_SEAT, (last, 0, player, "Ann", 1, "{}", None, "", "", 0, 0))
        bulk(
            sql.INSERT_LINE,
            [(last, ply, 0, player, "dE2-E10", bytes(32), 0.0, 0) for ply in range(1, 31)],
        )
        run(sql.INSERT_AUTHOR, (player, last))
    run("COMMIT")
    bare.close()


def drawn_and_saved(bare: Bare, draw: Callable[[], bytes]) -> Callable[[], Awaitable[bytes]]:
    """The least that a click costs until its picture may be shown: drawing it, and a commit to the disk."""

    async def both() -> bytes:
        await bare.saved()
        return draw()

    return both


def _beginning(table: Table) -> Change:
    """The change that begins the game, so that moves can follow."""
    return Change(
        table=table.id,
        revision=table.revision,
        interaction=2,
        status=Status.PLAYING,
        players=PLAYERS,
        state=STATE,
        counter=0,
        at=0.0,
        head=agreed(table, len(PLAYERS)),
    )


_OPENED = (
    *("thud", 1, 2, 1, "open", "seed", 0, 0, 0, "0" * 64, None, 0.0, 0.0, 0.0),
    *[None] * 8,
    *rows.term_row(Terms("{}", 1)),
)
"""The values of a table's row when it is opened, in the order of `INSERT_TABLE`."""


def _played(ply: int) -> tuple[object, ...]:
    """The values of a table's row after so many moves, in the order of `UPDATE_TABLE`."""
    agreed_on = ("{}", 1, 1, 0.0, 0, "[]", "en", 0, 0, None)
    return ("playing", 0, ply, ply, "0" * 64, STATE, 0.0, *agreed_on)


C = TypeVar("C", sqlite3.Connection, psycopg.Connection)


class _InAThread(ABC, Generic[C]):
    """Saves in a thread of its own."""

    connection: C

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1)

    async def saved(self) -> None:
        """One transaction, which the loop does not wait for."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self.save)

    @abstractmethod
    def save(self) -> None:
        """One transaction."""

    def close(self) -> None:
        """End the thread and close the connection."""
        self._thread.shutdown()
        self.connection.close()


class Bare(_InAThread[sqlite3.Connection]):
    """The statements of one move, without anything around them, on a disk that is waited for."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        self.connection.execute("PRAGMA journal_mode = WAL")
        self.connection.execute("PRAGMA synchronous = FULL")
        self.connection.execute("PRAGMA foreign_keys = ON")
        self.connection.execute("PRAGMA secure_delete = ON")
        from bot.store.migrations import migrate  # noqa: PLC0415

        migrate(self.connection, ())
        self.connection.execute(INSERT_TABLE, _OPENED)
        for player in PLAYERS:
            seat = (1, player.seat, player.user_id, player.name, 1, "{}", None, "", "", 0, 0)
            self.connection.execute(rows.INSERT_SEAT, seat)
        self.ply = 0

    def save(self) -> None:
        """One transaction."""
        self.ply += 1
        run = self.connection.execute
        run("BEGIN IMMEDIATE")
        run(sql.SELECT_INTERACTION, (self.ply,)).fetchone()
        run(rows.SELECT_TABLE, (1,)).fetchone()
        run(rows.SELECT_SEATS, (1,)).fetchall()
        run(sql.UPDATE_TABLE, (*_played(self.ply), 1, self.ply - 1))
        run(sql.INSERT_LINE, (1, self.ply, 0, 1, "dE2-E10", bytes(32), 0.0, 0))
        run(sql.INSERT_AUTHOR, (1, 1))
        run(outbox.PUT, (1, self.ply, 0, 0.0, 0.0))
        run(sql.INSERT_INTERACTION, (self.ply, 1, self.ply))
        run("COMMIT")


class BarePostgres(_InAThread[psycopg.Connection]):
    """The same by psycopg, as it comes."""

    def __init__(self, url: str) -> None:
        super().__init__()
        with closing(psycopg.connect(url, autocommit=True)) as made:
            shape(Statements(made), Postgres(url), ())
        self.connection = psycopg.connect(url, autocommit=True)
        self.connection.execute(told(INSERT_TABLE), _OPENED)
        for player in PLAYERS:
            seat = (1, player.seat, player.user_id, player.name, 1, "{}", None, "", "", 0, 0)
            self.connection.execute(told(rows.INSERT_SEAT), seat)
        self.ply = 0

    def save(self) -> None:
        """One transaction."""
        self.ply += 1
        run = self.connection.execute
        run("BEGIN")
        run(told(sql.SELECT_INTERACTION), (self.ply,)).fetchone()
        run(told(rows.SELECT_TABLE), (1,)).fetchone()
        run(told(rows.SELECT_SEATS), (1,)).fetchall()
        row = _played(self.ply)
        run(told(sql.UPDATE_TABLE), (*row, 1, self.ply - 1))
        run(told(sql.INSERT_LINE), (1, self.ply, 0, 1, "dE2-E10", bytes(32), 0.0, 0))
        run(told(sql.INSERT_AUTHOR), (1, 1))
        run(told(outbox.PUT), (1, self.ply, 0, 0.0, 0.0))
        run(told(sql.INSERT_INTERACTION), (self.ply, 1, self.ply))
        run("COMMIT")
