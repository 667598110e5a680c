"""From a click to its picture, session in, PNG bytes out: each game, and one of them among many tables."""

from __future__ import annotations

import itertools
import sqlite3
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from bot.features import FEATURES, HOOKS
from bot.games.catalogue import CATALOGUE, IN_ENGLISH
from bot.kernel.clicks import Click, Opening, Person
from bot.kernel.session import Context, Session, Shown
from bot.kernel.trace import Trace
from bot.store import Status, Store
from bot.ui.alarms.kinds import ALARMS
from bot.ui.play.post import menu_of, painted
from engine.rng import SeededRng
from render.kit.canvas import png
from render.kit.sheet import Sheet
from tools.bench import ploc, thrag, thud, trogdor
from tools.bench.measure import Row, pair_async
from tools.bench.saving import Bare, drawn_and_saved

NAMES: Final = ("Ann", "Ben", "Cleo")
TABLES: Final = (10, 1_000, 100_000)
ROUNDS: Final = 400
ACTIONS: Final = 100
"""How many actions of a game are measured before another begins: in one alone some squares never change."""


@dataclass(frozen=True)
class Bench:
    """A game for so many, what is done in it by chance, and the states of another one to be drawn alone."""

    game: str
    seats: int
    choice: Callable[[Any, SeededRng], object]
    played: Callable[[str], list[Any]]
    acting: Callable[[Any], int] | None = None
    """Whose action is chosen, where several may act."""


def _trogdors(seed: str) -> list[Any]:
    return [state for state, *_ in trogdor.played(ROUNDS, seed=seed)]


THUD: Final = Bench("thud", 2, thud.choice, partial(thud.played, ROUNDS))
BENCHES: Final = (
    Bench("trogdor", 3, trogdor.choice, _trogdors, lambda state: int(state.turn.seat)),
    Bench("thrag", 1, thrag.choice, thrag.played),
    Bench("ploc", 2, partial(ploc.choice, grow=False), partial(ploc.played, 300)),
)


async def rows(folder: Path) -> AsyncIterator[Row]:
    """A whole action against a picture of another table and a commit, an action further each time.

    So both meet squares that were not drawn before, as at a table where people play.
    """
    for count in TABLES:
        path = folder / f"tables-{count}.db"
        await _filled(path, count)
        yield await _row(THUD, path, f"Thud, {count:,} tables")
    for bench in BENCHES:
        yield await _row(bench, folder / f"{bench.game}.db", CATALOGUE[bench.game].game.title)


async def _row(bench: Bench, path: Path, title: str) -> Row:
    store = await Store.open(path, hooks=HOOKS)
    bare = Bare(path.with_suffix(".bare"))
    playing = _Playing(_session(store, title), bench, title)
    try:
        floor = drawn_and_saved(bare, _drawing(bench, title))
        spent, least = await pair_async(playing.act, floor, ROUNDS, playing.ready)
    finally:
        await store.close()
        bare.close()
    return Row(f"click to picture, {title}", "drawing and a commit", spent, least, 1.5)


def _session(store: Store, name: str) -> Session:
    """What is decided at tables, with a seed for every game that is begun."""
    numbers = itertools.count()
    return Session.over(
        Context(
            store, CATALOGUE, lambda: 0.0, lambda: f"{name} {next(numbers)}", features=FEATURES, alarms=ALARMS
        )
    )


class _Playing:
    """Plays one action of a game after the other, and begins another game when it is over."""

    def __init__(self, session: Session, bench: Bench, seed: str) -> None:
        self._session = session
        self._bench = bench
        self._chance = SeededRng(f"{seed} clicks")  # or the next row would meet the boards of the one before
        self._numbers = itertools.count(10**9)
        self._shown: Shown | None = None
        self._user = 0
        self._line = ""

    async def ready(self) -> None:
        """Choose what is played next: a click brings its line along."""
        shown = self._shown
        if shown is None or shown.table.status is Status.OVER or shown.table.plies >= ACTIONS:
            shown = self._shown = await _begun(self._session, self._bench, self._numbers)
        acting = self._bench.acting
        seat = min(shown.entry.game.to_act(shown.state)) if acting is None else acting(shown.state)
        self._user = shown.table.players[seat].user_id
        self._line = str(self._bench.choice(shown.state, self._chance))

    async def act(self) -> None:
        """A click: its action is played and saved, and its picture drawn, but for one with a new sprite."""
        assert self._shown is not None
        table, trace = self._shown.table, Trace("bench", 0)
        click = _click(self._user, next(self._numbers))
        shown = await self._session.play.move(click, table.id, self._line, trace, table.revision)
        painted(IN_ENGLISH, shown, menu_of(IN_ENGLISH, shown))
        self._shown = shown


def _drawing(bench: Bench, title: str) -> Callable[[], bytes]:
    """Draws the next state of other games, each with another stamp, as the log has another hash."""
    entry = CATALOGUE[bench.game]
    names = NAMES[: bench.seats]
    games = (bench.played(f"{title} drawn {number}")[1 : ACTIONS + 1] for number in itertools.count())
    states = iter(list(itertools.islice(itertools.chain.from_iterable(games), ROUNDS)))
    stamps = (blake2b(str(number).encode(), digest_size=3).hexdigest() for number in itertools.count())

    def alone() -> bytes:
        view = entry.game.view(next(states), None)
        turn = entry.speech.turn(IN_ENGLISH, names, view)
        sheet = Sheet("T8", next(stamps), entry.game.title, turn, names=names, say=IN_ENGLISH)
        return png(entry.drawing.paint(view, sheet))

    return alone


def _click(user: int, number: int) -> Click:
    return Click(Person(user, NAMES[user - 1]), channel_id=3, guild_id=4, interaction=number)


async def _begun(session: Session, bench: Bench, numbers: itertools.count[int]) -> Shown:
    """A table of a game, with its seats taken."""
    trace, opening = Trace("bench", 0), Opening(bench.game, {}, None, None)
    shown = await session.lobby.open(_click(1, next(numbers)), opening, trace)
    for user in range(2, bench.seats + 1):
        table, click = shown.table, _click(user, next(numbers))
        shown = await session.lobby.sit(click, table.id, table.revision, trace)
    if shown.table.status is Status.OPEN:
        table = shown.table
        shown = await session.lobby.start(_click(1, next(numbers)), table.id, table.revision, trace)
    return shown


async def _filled(path: Path, count: int) -> None:
    """A file with `count` running tables: one real one, and copies of its rows."""
    store = await Store.open(path, hooks=HOOKS)
    await _begun(_session(store, "one of many"), THUD, itertools.count(1))
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
