"""From a click to its picture in One Man, Thrag! and in Ploc, each against drawing and a commit."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from bot.clicks import Click, Opening, Person
from bot.games.catalogue import CATALOGUE, IN_ENGLISH
from bot.session import Context, Session, Shown
from bot.store import Status, Store
from bot.trace import Trace
from bot.ui.play.post import sketcher
from engine.rng import SeededRng
from render.kit.canvas import png
from render.kit.sheet import Sheet
from tools.bench import ploc, thrag
from tools.bench.measure import Row, pair_async
from tools.bench.saving import Bare, drawn_and_saved

NAMES: Final = ("Ann", "Ben")
ROUNDS: Final = 400


@dataclass(frozen=True)
class Bench:
    """A game, what is done in it by chance, and the states of another one to be drawn alone."""

    game: str
    choice: Callable[[Any, SeededRng], object]
    played: Callable[[str], list[Any]]


BENCHES: Final = (
    Bench("thrag", thrag.choice, thrag.played),
    Bench("ploc", partial(ploc.choice, grow=False), partial(ploc.played, 300)),
)


async def rows(folder: Path) -> AsyncIterator[Row]:
    """A whole action of each game against a picture of another table, an action further each time."""
    for bench in BENCHES:
        store = await Store.open(folder / f"{bench.game}.db")
        session = Session.over(Context(store, CATALOGUE, lambda: 0.0, _seeds(bench.game)))
        bare = Bare(folder / f"{bench.game}.bare")
        floor = drawn_and_saved(bare, _drawing(bench))
        try:
            spent, least = await pair_async(_action(session, bench), floor, ROUNDS)
        finally:
            await store.close()
            bare.connection.close()
        title = CATALOGUE[bench.game].game.title
        yield Row(f"click to picture, {title}", "drawing and a commit", spent, least, 1.5)


def _seeds(game: str) -> Callable[[], str]:
    """A seed for every game that is begun."""
    numbers = itertools.count()
    return lambda: f"{game} {next(numbers)}"


def _action(session: Session, bench: Bench) -> Callable[[], Any]:
    """Plays one action of a game, and begins another game when it is over."""
    numbers, chance = itertools.count(10**9), SeededRng("clicks")
    tables: list[Shown] = []

    async def action() -> bytes:
        if not tables or tables[-1].table.status is Status.OVER:
            tables.append(await _begun(session, bench.game, numbers))
        shown, trace = tables[-1], Trace("bench", 0)
        (seat,) = shown.entry.game.to_act(shown.state)
        click, line = _click(seat, next(numbers)), str(bench.choice(shown.state, chance))
        sketch = sketcher(lambda _: IN_ENGLISH, trace)
        tables[-1] = await session.play.move(click, shown.table.id, line, trace, shown.table.revision, sketch)
        assert tables[-1].picture is not None
        return tables[-1].picture

    return action


def _drawing(bench: Bench) -> Callable[[], bytes]:
    entry = CATALOGUE[bench.game]
    names = NAMES[: entry.game.seats.start]
    states: Iterator[Any] = itertools.chain.from_iterable(
        bench.played(f"drawn {number}") for number in itertools.count()
    )

    def alone() -> bytes:
        view = entry.game.view(next(states), None)
        turn = entry.turn(IN_ENGLISH, names, view)
        return png(
            entry.paint(view, Sheet("T8", "a1b2c3", entry.game.title, turn, names=names, say=IN_ENGLISH))
        )

    return alone


def _click(seat: int, number: int) -> Click:
    return Click(Person(seat + 1, NAMES[seat]), channel_id=3, guild_id=4, interaction=number)


async def _begun(session: Session, game: str, numbers: itertools.count[int]) -> Shown:
    shown = await session.lobby.open(_click(0, next(numbers)), Opening(game, {}, 0, None), Trace("bench", 0))
    if shown.table.status is Status.OPEN:
        shown = await session.lobby.sit(_click(1, next(numbers)), shown.table.id, 0, Trace("bench", 0))
    return shown
