"""Fifty tables that wait for a bot at once: how fast people are answered, and whether all bots get on."""

from __future__ import annotations

import asyncio
import itertools
import os
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter
from typing import Final

from bot import sprites
from bot.features import FEATURES, HOOKS
from bot.games.catalogue import CATALOGUE, IN_ENGLISH
from bot.kernel.clicks import Click, Opening, Person
from bot.kernel.session import Context, Session, Shown
from bot.kernel.tables.seats import player_at
from bot.kernel.trace import Trace
from bot.minds.pool import Thinking
from bot.store import Alarm, Kind, Store
from bot.ui.alarms.kinds import ALARMS
from bot.ui.play.post import menu_of, painted
from bot.words.menu import Menu

ANN, BEN = Person(1, "Ann"), Person(2, "Ben")
TABLES: Final = {"thud": 20, "ploc": 15, "trogdor": 15}
"""How many tables of each game wait for a bot; each of the best level."""

LEVEL: Final = "grete"
BAR: Final = 250.0
"""Milliseconds within which 99 of 100 clicks are to be answered with a picture."""

BETWEEN: Final = 0.05
"""Seconds from one answer to the next click: a busy evening in many channels."""

LEAST: Final = 400
"""Clicks, so that the slowest one in a hundred is not one of a few."""

PLIES: Final = ("dF1-F2", "TG7-G6", "dF2-F1", "TG6-G7")


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of a bot: milliseconds until its board was drawn, and whether its own mind had played it."""

    took: float
    thought: bool


async def lines(folder: Path) -> AsyncIterator[tuple[str, bool]]:
    """What is found, a line each, and whether the bars hold."""
    sprites.prepare()
    store = await Store.open(folder / "bots.db", hooks=HOOKS)
    thinking = Thinking(max(1, (os.cpu_count() or 1) - 1))
    session = Session.over(
        Context(store, CATALOGUE, lambda: 0.0, _seeds(), thinking, features=FEATURES, alarms=ALARMS)
    )
    try:
        numbers = itertools.count(10**9)
        waiting = [
            await _waiting(session, game, numbers) for game, count in TABLES.items() for _ in range(count)
        ]
        own = await _own(session, numbers)
        bots = asyncio.gather(*(_turn(session, shown, at) for at, shown in enumerate(waiting)))
        clicks = await _clicks(session, own, numbers, bots)
        turns = await bots
    finally:
        await thinking.close()
        await store.close()
    yield _answered(len(waiting), clicks)
    yield _thought(len(waiting), turns)


def _answered(tables: int, clicks: list[float]) -> tuple[str, bool]:
    """How fast people were answered."""
    slowest = quantiles(clicks, n=100)[98]
    held = slowest <= BAR
    told = f"median {median(clicks):.1f} ms, p99 {slowest:.1f} ms, longest {max(clicks):.1f} ms"
    verdict = "holds" if held else "TOO SLOW"
    return (
        f"{tables} tables with bots to move, {len(clicks)} clicks: {told}  (p99 at most {BAR:g}: {verdict})",
        held,
    )


def _thought(tables: int, turns: list[Turn]) -> tuple[str, bool]:
    """How long the bots took, and whether each of them was played by its own mind."""
    thought, took = sum(turn.thought for turn in turns), [turn.took / 1000 for turn in turns]
    told = f"the median after {median(took):.1f} s, the last after {max(took):.1f} s"
    return f"turns of bots: {thought} of {tables} thought out, {told}", thought == tables


def _seeds() -> Callable[[], str]:
    """A seed for every game that is begun."""
    numbers = itertools.count()
    return lambda: f"bots {next(numbers)}"


def _click(person: Person, number: int) -> Click:
    return Click(person, channel_id=3, guild_id=4, interaction=number)


async def _waiting(session: Session, game: str, numbers: itertools.count[int]) -> Shown:
    """A table of Ann's where a bot has to act first."""
    trace = Trace("bench", 0)
    while True:
        opening = Opening(game, {}, 1, None, level=LEVEL, bots=1)
        shown = await session.lobby.open(_click(ANN, next(numbers)), opening, trace)
        if shown.state is None:
            table = shown.table
            shown = await session.lobby.start(_click(ANN, next(numbers)), table.id, table.revision, trace)
        if shown.entry.game.to_act(shown.state) != {_seat_of(shown, ANN)}:
            return shown


def _seat_of(shown: Shown, person: Person) -> int:
    """On which seat somebody sits."""
    return next(player.seat for player in shown.table.players if player.user_id == person.id)


async def _own(session: Session, numbers: itertools.count[int]) -> Shown:
    """A game of people."""
    trace = Trace("bench", 0)
    opened = await session.lobby.open(_click(ANN, next(numbers)), Opening("thud", {}, 0, BEN), trace)
    return await session.lobby.sit(_click(BEN, next(numbers)), opened.table.id, 0, trace)


async def _turn(session: Session, shown: Shown, number: int) -> Turn:
    """A bot's turn, saved and drawn."""
    began = perf_counter()
    (seat,) = shown.entry.game.to_act(shown.state)
    alarm = Alarm(number + 1, Kind.HOUSE, 0.0, shown.table.id, None, shown.table.turn, str(seat), None)
    player = player_at(shown.table, seat)
    after = await session.play.bot_turn(alarm, shown.table, player, Trace("bench", 0))
    painted(IN_ENGLISH, after, Menu())
    return Turn(1000 * (perf_counter() - began), after.news is None)


async def _clicks(
    session: Session, shown: Shown, numbers: itertools.count[int], bots: asyncio.Future[list[Turn]]
) -> list[float]:
    """Milliseconds from each click of people to its picture, until the bots are through."""
    found = list[float]()
    for at, notation in itertools.cycle(enumerate(PLIES)):
        if bots.done() and len(found) >= LEAST:
            return found
        began = perf_counter()
        trace = Trace("bench", 0)
        click = _click((ANN, BEN)[at % 2], next(numbers))
        shown = await session.play.move(click, shown.table.id, notation, trace, shown.table.revision)
        painted(IN_ENGLISH, shown, menu_of(IN_ENGLISH, shown))
        found.append(1000 * (perf_counter() - began))
        await asyncio.sleep(BETWEEN)
    raise AssertionError("people never stop")
