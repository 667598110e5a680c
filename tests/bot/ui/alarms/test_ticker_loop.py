"""The loop that looks for what is due: again and again, at once when asked to, and until the bot ends."""

from __future__ import annotations

import asyncio
from typing import Final, cast

import discord

from bot.session import Session
from bot.store.schedule import ALIVE
from bot.ui.alarms.ticker import HEARTBEAT, Ticker
from bot.ui.kit.request import Surface
from tests.bot.samples import Clock

PATIENCE: Final = 60.0
"""Seconds after which a loop that does nothing counts as hanging, on a busy machine."""

PAUSE: Final = 0.01
"""Seconds between two looks."""


class Connected:
    """As much of a client as the loop asks for."""

    ready = True

    async def wait_until_ready(self) -> None:
        """It is."""

    def is_ready(self) -> bool:
        return self.ready

    def is_closed(self) -> bool:
        return False


def ticker(session: Session, client: Connected) -> tuple[Ticker, Surface]:
    surface = Surface(session)
    return Ticker(surface, cast("discord.Client", client)), surface


async def noted(session: Session, wanted: float) -> bool:
    """Whether the bot notes, sooner or later, that it is there at this moment."""
    for _ in range(round(PATIENCE / PAUSE)):
        if await session.context.store.note(ALIVE) == repr(wanted):
            return True
        await asyncio.sleep(PAUSE)
    return False


async def test_it_looks_again_and_again_and_ends_when_the_bot_does(session: Session, clock: Clock) -> None:
    looking, surface = ticker(session, Connected())
    task = asyncio.create_task(looking.run(0.01))
    assert await noted(session, clock.now)
    clock.now += HEARTBEAT
    assert await noted(session, clock.now)
    surface.closing = True
    surface.wake()
    await asyncio.wait_for(task, PATIENCE)


async def test_it_looks_at_once_when_something_is_due(session: Session, clock: Clock) -> None:
    looking, surface = ticker(session, Connected())
    task = asyncio.create_task(looking.run(3600))
    assert await noted(session, clock.now)
    clock.now += HEARTBEAT
    surface.wake()
    assert await noted(session, clock.now)
    surface.closing = True
    surface.wake()
    await asyncio.wait_for(task, PATIENCE)


async def test_without_a_connection_it_does_not_count_as_being_there(session: Session, clock: Clock) -> None:
    """So the time in which nobody could play is given back."""
    client = Connected()
    looking, surface = ticker(session, client)
    task = asyncio.create_task(looking.run(0.01))
    assert await noted(session, clock.now)
    before, client.ready = clock.now, False
    clock.now += 10 * HEARTBEAT
    await asyncio.sleep(0.1)
    assert await session.context.store.note(ALIVE) == repr(before)
    surface.closing = True
    surface.wake()
    await asyncio.wait_for(task, PATIENCE)


async def test_a_tick_that_fails_does_not_end_the_loop(session: Session, clock: Clock) -> None:
    looking, surface = ticker(session, Connected())
    whole = session.context.store.schedule.due
    failures = iter((RuntimeError("once"),))

    async def failing(at: float, limit: int = 50) -> object:
        for failure in failures:
            raise failure
        return await whole(at, limit)

    session.context.store.schedule.due = failing  # type: ignore[method-assign, assignment] # a disk that fails once
    task = asyncio.create_task(looking.run(0.01))
    assert await noted(session, clock.now)
    clock.now += HEARTBEAT
    assert await noted(session, clock.now)
    surface.closing = True
    surface.wake()
    await asyncio.wait_for(task, PATIENCE)
