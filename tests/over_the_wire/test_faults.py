"""Faults at boards over real connections: the board recovers automatically, with one ping in all."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import pytest

from tests.over_the_wire.tables import House, Place, Table
from tools.load.tables import GAMES
from tools.standin.faults import FOREVER, InjectedFault
from tools.standin.gateway import Break
from tools.standin.interactions import Interaction
from tools.standin.process import Bot
from tools.standin.standin import StandIn

TRIES: Final = 5
"""How often discord.py tries a request that Discord fails at."""

AT_ONCE: Final = 4
"""The number of tables opened or clicked concurrently: a busy bot sheds clicks."""

NEVER: Final = 300.0
"""Seconds until an answer that does not arrive in a process's lifetime."""

Faults = Callable[[Interaction], list[InjectedFault]]
"""The failing answers to an interaction; a test is about the first one."""


def callback(**how: object) -> Faults:
    """The first answer fails."""
    return lambda to: [InjectedFault(rf"POST /interactions/{to.id}/", **how)]  # type: ignore[arg-type]


def new(**how: object) -> Faults:
    """The new message fails."""
    return lambda to: [InjectedFault(rf"POST /webhooks/\d+/{to.token}$", **how)]  # type: ignore[arg-type]


def delete(**how: object) -> Faults:
    """Every deletion of a message fails: it is the old board that stays."""
    return lambda to: [_fault("DELETE /(webhooks/{token}|channels/{channel})/messages/", to, how)]


def everything(**how: object) -> Faults:
    """Every request about the interaction or its channel fails."""
    return lambda to: [_fault(r"\w+ /(interactions/{id}|webhooks/{token}|channels/{channel})/", to, how)]


def _fault(pattern: str, to: Interaction, how: dict[str, object]) -> InjectedFault:
    """The fault of requests whose path matches `pattern`, with the numbers of an interaction filled in."""
    where = pattern.format(id=to.id, token=rf"\d+/{to.token}", channel=to.channel.id)
    return InjectedFault(where, **how)  # type: ignore[arg-type]


ANSWERS: Final[dict[str, Faults]] = {
    "callback cut before it took effect": callback(cut=True),
    "callback cut after it took effect": callback(cut=True, took_effect=True),
    "callback 500": callback(status=500, times=TRIES),
    "callback 503": callback(status=503, times=TRIES),
    "everything cut for a while": everything(cut=True, times=4),
}
MESSAGES: Final[dict[str, Faults]] = {
    "new message cut before it took effect": new(cut=True),
    "new message cut after it took effect": new(cut=True, took_effect=True),
    "new message 500": new(status=500, times=TRIES),
    "old board cut before it is gone": delete(cut=True),
    "old board cut after it is gone": delete(cut=True, took_effect=True),
    "old board 500": delete(status=500, times=TRIES),
}
"""Games whose turn passes to another player, who is called by a new message."""


@asynccontextmanager
async def house(tmp_path: Path) -> AsyncIterator[tuple[House, Bot]]:
    """A house without tables, and a bot that is not started yet; afterwards the bot's calls are looked at."""
    database = tmp_path / "taproom.db"
    async with StandIn(patience=60) as discord:
        rooms = House(discord, database)
        bot = Bot(discord, database, log=tmp_path / "log")
        try:
            yield rooms, bot
        finally:
            if bot.is_running:
                await bot.stop()
            rooms.close()
        assert not discord.rest.unknown


async def together(work: Iterable[Awaitable[object]]) -> None:
    """Do all of it, a few at a time; after a failure, what has not begun is dropped."""
    few, waiting = asyncio.Semaphore(AT_ONCE), list(work)

    async def one(task: Awaitable[object]) -> None:
        async with few:
            await task

    try:
        async with asyncio.TaskGroup() as group:
            for task in waiting:
                group.create_task(one(task))
    finally:
        for task in waiting:
            if asyncio.iscoroutine(task):
                task.close()  # else a later test fails by the warning that it was never awaited


async def wrong_after(rooms: House, table: Table) -> str:
    """The lasting problems after a fault at a table, also when the game continues.

    Waits until nothing is left to be shown, so that later calls would be noticed.
    """
    await rooms.until(lambda: not rooms.wrong(table) and not rooms.row(table).waiting)
    waiting = "still to be shown" if rooms.row(table).waiting else ""
    found = ", ".join(filter(None, (rooms.wrong(table), waiting, rooms.wrong_pings(table))))
    rooms.end_faults(table)
    if not found:
        await rooms.plays_on(table)
        found = rooms.wrong(table)
    return found


async def verdicts(rooms: House, tables: Sequence[tuple[str, Table]]) -> dict[str, str]:
    """The problems by table and fault."""
    found = await asyncio.gather(*(wrong_after(rooms, table) for _, table in tables))
    return {f"{table}: {fault}": why for (fault, table), why in zip(tables, found, strict=True) if why}


def answer_lost(_: Table) -> Faults:
    """The first answer does not arrive before the process ends."""
    return callback(delay=NEVER, cut=True, times=FOREVER)


def message_unconfirmed(table: Table) -> Faults:
    """A message arrives, but the bot gets no confirmation before its process ends."""
    return (new if table.passes else callback)(late=NEVER)


async def kill_while_answering(
    rooms: House, bot: Bot, tables: Sequence[Table], how: Callable[[Table], Faults]
) -> None:
    """Click all tables, kill the bot while it answers, and start it again."""
    await together([rooms.click(table, how(table)) for table in tables])
    await bot.kill()
    for table in tables:
        rooms.end_faults(table)
    await bot.start()


@pytest.mark.slow
async def test_boards_are_right_again_after_a_cut_and_after_a_kill(tmp_path: Path) -> None:
    async with house(tmp_path) as (rooms, bot):
        thud, thrag = rooms.place("thud", Place.CHANNEL), rooms.place("thrag", Place.THREAD)
        other = rooms.place("thud", Place.THREAD)
        await bot.start()
        await together([rooms.open(table) for table in (thud, thrag, other)])
        await rooms.click(thud, MESSAGES["new message cut after it took effect"])
        await rooms.click(thrag, ANSWERS["callback cut before it took effect"])
        await together([rooms.wait_until_right(table) for table in (thud, thrag)])
        await kill_while_answering(rooms, bot, [other], answer_lost)
        assert await verdicts(rooms, [("cut", thud), ("cut", thrag), ("killed", other)]) == {}


@pytest.mark.slow
async def test_an_answer_that_is_dead_holds_up_no_table(tmp_path: Path) -> None:
    """discord.py would retry for 25 seconds, during which the table could not be shown."""
    async with house(tmp_path) as (rooms, bot):
        table = rooms.place("thud", Place.CHANNEL)
        await bot.start()
        await rooms.open(table)
        await rooms.click(table, callback(status=503, times=FOREVER))
        assert await rooms.until(lambda: not rooms.wrong(table) and not rooms.row(table).waiting, 12)
        assert rooms.wrong_pings(table) == ""


@pytest.mark.slow
async def test_boards_are_right_again_after_every_fault(tmp_path: Path) -> None:
    async with house(tmp_path) as (rooms, bot):
        cases = [
            (fault, faults, rooms.place(game, place))
            for fault, faults in (ANSWERS | MESSAGES).items()
            for game in GAMES
            for place in Place
        ]
        cases = [(fault, faults, table) for fault, faults, table in cases if table.passes or fault in ANSWERS]
        cases.sort(key=lambda case: "50" not in case[0])  # they take longest
        await bot.start()

        async def one(table: Table, faults: Faults) -> None:
            await rooms.open(table)
            await rooms.click(table, faults)

        await together([one(table, faults) for _, faults, table in cases])
        assert await verdicts(rooms, [(fault, table) for fault, _, table in cases]) == {}


@pytest.mark.slow
@pytest.mark.parametrize("how", [answer_lost, message_unconfirmed])
async def test_boards_are_right_again_after_a_kill(tmp_path: Path, how: Callable[[Table], Faults]) -> None:
    async with house(tmp_path) as (rooms, bot):
        tables = [rooms.place(game, place) for game in GAMES for place in Place]
        await bot.start()
        await together([rooms.open(table) for table in tables])
        await kill_while_answering(rooms, bot, tables, how)
        assert await verdicts(rooms, [("killed", table) for table in tables]) == {}


@pytest.mark.slow
async def test_boards_are_right_again_after_the_gateway_was_cut(tmp_path: Path) -> None:
    async with house(tmp_path) as (rooms, bot):
        await bot.start()
        wrong: dict[str, str] = {}
        for how in Break:  # each at tables of its own, as a game that goes on for long may come to its end
            tables = [rooms.place(game, place) for game in GAMES for place in Place]
            await together([rooms.open(table) for table in tables])
            await together([rooms.click(table, callback(late=0.5)) for table in tables])
            await rooms.discord.end(how)
            connected = rooms.discord.gateway.connected
            assert await rooms.until(connected.is_set)
            wrong |= await verdicts(rooms, [(how, table) for table in tables])
        assert wrong == {}
