"""Saving a change against a bare sqlite3 connection that runs the same statements at the same settings."""

from __future__ import annotations

import itertools
import sqlite3
from collections.abc import Callable
from pathlib import Path

from bot.store import Change, NewTable, Player, Status, Store, Table, rows
from bot.store import tables as sql
from bot.store.tables import INSERT_TABLE
from engine.fairness import commitment, first_hash, next_hash
from tools.bench.measure import Row, pair_async

STATE = '{"dwarfs":1,"trolls":2}' + " " * 600
PLAYERS = (Player(0, 1, "Ann"), Player(1, 2, "Ben"))


async def row(folder: Path) -> Row:
    """One saved move, store against bare connection."""
    store = await Store.open(folder / "store.db")
    table = await store.create(NewTable("thud", 1, 2, 1, "{}", 1, "seed", PLAYERS, 0.0), 1)
    table = await store.save(_beginning(table))
    bare = Bare(folder / "bare.db")
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
            seat=0,
            user_id=1,
            action="dE2-E10",
        )
        table = await store.save(change)

    try:
        spent, least = await pair_async(save, bare.save, 600)
    finally:
        await store.close()
        bare.connection.close()
    return Row("persist a move", "bare sqlite3", spent, least, 1.7)


def drawn_and_saved(bare: Bare, draw: Callable[[], bytes]) -> Callable[[], bytes]:
    """The least that a click costs until its picture may be shown: drawing it, and a commit to the disk."""

    def both() -> bytes:
        bare.save()
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
        head=first_hash("thud", "{}", len(PLAYERS), 1, commitment("seed")),
        options="{}",
    )


class Bare:
    """The statements of one move, without anything around them, on a disk that is waited for."""

    def __init__(self, path: Path) -> None:
        self.connection = sqlite3.connect(path, isolation_level=None)
        self.connection.execute("PRAGMA journal_mode = WAL")
        self.connection.execute("PRAGMA synchronous = FULL")
        self.connection.execute("PRAGMA foreign_keys = ON")
        from bot.store.migrations import migrate  # noqa: PLC0415

        migrate(self.connection)
        agreed = ("open", "{}", 1, "seed", 0, 0, "0" * 64, None)
        times = (0.0, 0.0, 0, 0.0, None, 0, 0, 0)
        values = ("thud", 1, 2, 1, *agreed, *times, *[None] * 5, "en", None, None, None, 0)
        self.connection.execute(INSERT_TABLE, values)
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
        run(sql.SELECT_TABLE, (1,)).fetchone()
        run(rows.SELECT_SEATS, (1,)).fetchall()
        run(sql.INSERT_LINE, (1, self.ply, 0, 1, "dE2-E10", "0" * 64, 0.0))
        row = ("playing", 0, self.ply, self.ply, "0" * 64, STATE, 0.0, "{}", 1, 1, 0.0, 0, "[]", "en", 0, 1)
        run(sql.UPDATE_TABLE, row)
        run(sql.INSERT_INTERACTION, (self.ply, 1, self.ply))
        run("COMMIT")
