"""The polling loop: periodic, at once when woken up, and until the bot ends."""

# ruff: noqa: SLF001 - pragmas are per connection

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, cast

import discord
import pytest

from bot.discord.request import Surface
from bot.kernel.session import Session
from bot.store import Alarm, Kind, NewAlarm, OutdatedProgram, TimeChange
from bot.store.schedule import ALIVE
from bot.ui.alarms.ticker import HEARTBEAT, Ticker
from tests.bot.samples import Clock
from tests.databases import of_file

PATIENCE: Final = 60.0
"""Seconds after which a loop that does nothing counts as hanging, on a busy machine."""

PAUSE: Final = 0.01
"""Seconds between two checks."""


class Connected:
    """As much of a client as the loop asks for."""

    ready = True
    guilds: tuple[discord.Guild, ...] = ()

    async def wait_until_ready(self) -> None:
        """It is."""

    def is_ready(self) -> bool:
        return self.ready

    def is_closed(self) -> bool:
        return False


def ticker(session: Session, client: Connected) -> tuple[Ticker, Surface]:
    surface = Surface(session)
    return Ticker(surface, cast("discord.Client", client)), surface


async def comes_true(condition: Callable[[], bool]) -> bool:
    """Whether something comes true, sooner or later."""
    for _ in range(round(PATIENCE / PAUSE)):
        if condition():
            return True
        await asyncio.sleep(PAUSE)
    return False


async def notes_moment(session: Session, wanted: float) -> bool:
    """Whether the bot notes, sooner or later, that it is there at this moment."""
    for _ in range(round(PATIENCE / PAUSE)):
        if await session.context.store.note(ALIVE) == repr(wanted):
            return True
        await asyncio.sleep(PAUSE)
    return False


async def test_it_looks_again_and_again_and_ends_when_the_bot_does(session: Session, clock: Clock) -> None:
    looking, surface = ticker(session, Connected())
    task = asyncio.create_task(looking.run(0.01))
    assert await notes_moment(session, clock.now)
    clock.now += HEARTBEAT
    assert await notes_moment(session, clock.now)
    surface.closing = True
    surface.wake()
    await asyncio.wait_for(task, PATIENCE)


async def test_it_looks_at_once_when_something_is_due(session: Session, clock: Clock) -> None:
    looking, surface = ticker(session, Connected())
    task = asyncio.create_task(looking.run(3600))
    assert await notes_moment(session, clock.now)
    clock.now += HEARTBEAT
    surface.wake()
    assert await notes_moment(session, clock.now)
    surface.closing = True
    surface.wake()
    await asyncio.wait_for(task, PATIENCE)


async def test_it_looks_when_the_next_alarm_falls_due(
    session: Session, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot's turn falls due seconds after a move, and its opponent waits for that alone."""
    looking, surface = ticker(session, Connected())
    begun: list[Alarm] = []

    async def begin(alarm: Alarm) -> None:
        begun.append(alarm)
        looking._begun.add(alarm.id)

    monkeypatch.setattr(looking, "_begin", begin)
    turn = NewAlarm(Kind.HOUSE, clock.now + 5 * PAUSE, user_id=1)
    await session.context.store.schedule.save(TimeChange(alarms=(turn,)))
    task = asyncio.create_task(looking.run(3600))
    assert await notes_moment(session, clock.now)
    assert begun == []
    clock.now += 5 * PAUSE
    assert await comes_true(lambda: len(begun) == 1)
    surface.closing = True
    surface.wake()
    await asyncio.wait_for(task, PATIENCE)


async def test_without_a_connection_it_does_not_count_as_being_there(session: Session, clock: Clock) -> None:
    """So the time in which no one could play is given back."""
    client = Connected()
    looking, surface = ticker(session, client)
    task = asyncio.create_task(looking.run(0.01))
    assert await notes_moment(session, clock.now)
    before, client.ready = clock.now, False
    clock.now += 10 * HEARTBEAT
    await asyncio.sleep(0.1)
    assert await session.context.store.note(ALIVE) == repr(before)
    surface.closing = True
    surface.wake()
    await asyncio.wait_for(task, PATIENCE)


async def test_a_clock_that_is_set_back_is_told_and_changes_no_note(
    session: Session, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    looking, _ = ticker(session, Connected())
    await looking.poll()
    before, clock.now = clock.now, 12.0
    await looking.poll()
    assert [record.name for record in caplog.records if record.levelname == "WARNING"] == ["taproom.store"]
    assert await session.context.store.note(ALIVE) == repr(before)


async def test_a_database_that_cannot_be_written_is_told_once_and_once_more_when_it_can(
    session: Session, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    looking, surface = ticker(session, Connected())
    writer = of_file(session.context.store.writer)
    await writer.execute_fetchall("PRAGMA query_only = ON")
    task = asyncio.create_task(looking.run(0.01))
    ticks = 0
    whole = looking.poll

    async def count_tick(tried: set[int] | None = None) -> bool:
        nonlocal ticks
        ticks += 1
        return await whole(tried)

    looking.poll = count_tick  # type: ignore[method-assign]
    assert await comes_true(lambda: ticks >= 5)
    told = [record.getMessage() for record in caplog.records if record.name == "taproom.ticker"]
    assert len(told) == 1, told
    assert "nothing can be saved: readonly: " in told[0]
    assert "python -m bot doctor" in told[0]
    assert caplog.records[-1].exc_info is None
    await writer.execute_fetchall("PRAGMA query_only = OFF")
    assert await notes_moment(session, clock.now)
    ticks = 0
    assert await comes_true(lambda: ticks >= 5)
    (again,) = [record.getMessage() for record in caplog.records if record.name == "taproom.ticker"][1:]
    assert again == "the database can be written again"
    surface.closing = True
    surface.wake()
    await asyncio.wait_for(task, PATIENCE)


async def test_a_process_that_is_too_old_for_the_database_leaves_everything_to_newer_ones(
    session: Session, clock: Clock, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The store says why, once; the loop only tries again."""
    looking, surface = ticker(session, Connected())
    tries = 0

    async def refuse_write(*_: object) -> float:
        nonlocal tries
        tries += 1
        raise OutdatedProgram("the database", 14)

    with monkeypatch.context() as newer:
        newer.setattr(session.context.store.schedule, "note_alive", refuse_write)
        task = asyncio.create_task(looking.run(0.01))
        assert await comes_true(lambda: tries >= 5)
        assert looking.last_heartbeat == 0, "which is not well"
    assert await notes_moment(session, clock.now)
    assert [record for record in caplog.records if record.name == "taproom.ticker"] == []
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
    assert await notes_moment(session, clock.now)
    clock.now += HEARTBEAT
    assert await notes_moment(session, clock.now)
    surface.closing = True
    surface.wake()
    await asyncio.wait_for(task, PATIENCE)
