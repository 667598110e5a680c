"""From a click to its picture: session in, PNG bytes out; and the same with many tables in the file."""

from __future__ import annotations

import itertools
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

from bot.clicks import Click, Opening, Person
from bot.games.catalogue import CATALOGUE, IN_ENGLISH
from bot.session import Context, Session, Shown
from bot.store import Store
from bot.trace import Trace
from bot.ui.play.post import sketcher
from render.kit.canvas import png
from render.kit.sheet import Sheet
from tools.bench.measure import Row, pair_async
from tools.bench.saving import Bare, drawn_and_saved

ANN, BEN = Person(1, "Ann"), Person(2, "Ben")
TABLES = (10, 1_000, 100_000)
ROUNDS = 200
WARM = 20
# Both sides walk to and fro, so that every ply is legal for ever.
PLIES = ("dF1-F2", "TG7-G6", "dF2-F1", "TG6-G7")


async def rows(folder: Path) -> AsyncIterator[Row]:
    """A whole move against drawing and a commit, at each number of stored tables."""
    for count in TABLES:
        path = folder / f"tables-{count}.db"
        await _filled(path, count)
        yield await _row(path, count)


async def _row(path: Path, count: int) -> Row:
    store = await Store.open(path)
    session = Session.over(Context(store, CATALOGUE, lambda: 0.0, lambda: "bench"))
    numbers = itertools.count(10**9)
    shown = await _begun(session, numbers)
    plies = itertools.cycle(enumerate(PLIES))

    async def move() -> bytes:
        nonlocal shown
        at, notation = next(plies)
        click = _click((ANN, BEN)[at % 2], next(numbers))
        table = shown.table
        trace = Trace("bench", 0)
        sketch = sketcher(lambda _: IN_ENGLISH, trace)
        shown = await session.play.move(click, table.id, notation, trace, table.revision, sketch)
        assert shown.picture is not None
        return shown.picture

    def alone() -> bytes:
        view = shown.entry.game.view(shown.state, None)
        names = ("Ann", "Ben")
        turn = shown.entry.turn(IN_ENGLISH, names, view)
        sheet = Sheet(shown.table.code, shown.table.head[:6], "Thud", turn, names=names, say=IN_ENGLISH)
        return png(shown.entry.paint(view, sheet))

    for _ in range(WARM):
        await move()
        alone()
    bare = Bare(path.with_suffix(".bare"))
    try:
        spent, least = await pair_async(move, drawn_and_saved(bare, alone), ROUNDS)
    finally:
        await store.close()
        bare.connection.close()
    return Row(f"click to picture, {count:,} tables", "drawing and a commit", spent, least, 1.5)


def _click(person: Person, number: int) -> Click:
    return Click(person, channel_id=3, guild_id=4, interaction=number)


async def _begun(session: Session, numbers: itertools.count[int]) -> Shown:
    opening = Opening("thud", {}, 0, BEN)
    opened = await session.lobby.open(_click(ANN, next(numbers)), opening, Trace("bench", 0))
    return await session.lobby.sit(_click(BEN, next(numbers)), opened.table.id, 0, Trace("bench", 0))


async def _filled(path: Path, count: int) -> None:
    """A file with `count` running tables: one real one, and copies of its rows."""
    store = await Store.open(path)
    session = Session.over(Context(store, CATALOGUE, lambda: 0.0, lambda: "bench"))
    await _begun(session, itertools.count(1))
    await store.close()
    connection = sqlite3.connect(path)
    with connection:
        for name, key in (("tables", "id"), ("seats", "table_id")):
            _copy_rows(connection, name, key, count)
    connection.close()


def _copy_rows(connection: sqlite3.Connection, name: str, key: str, count: int) -> None:
    columns = [row[1] for row in connection.execute(f"PRAGMA table_info({name})")]
    others = ", ".join(column for column in columns if column != key)
    numbers = f"WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < {count}) "  # noqa: S608
    chosen = f"SELECT n.i, {others} FROM n, {name} WHERE {name}.{key} = 1"  # noqa: S608
    connection.execute(f"INSERT INTO {name} ({key}, {others}) {numbers} {chosen}")
