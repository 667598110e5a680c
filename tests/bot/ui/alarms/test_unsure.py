"""Alarms whose result the database did not accept or confirm: they are resolved, and sent once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.store import CannotWrite, CommitUncertain, Kind, TimeChange
from bot.store.schedule import StoredSchedule
from tests.bot.ui.alarms.test_ticker import news, open_timed
from tests.bot.ui.world import World


async def alarms(world: World) -> list[tuple[Kind, bool]]:
    """A table's alarms that matter here, and whether each is being sent."""
    found = await world.session.context.store.schedule.of_table(1)
    return [(one.kind, one.sending is not None) for one in found if one.kind is Kind.REMIND]


def fail_once(monkeypatch: pytest.MonkeyPatch, name: str, failing: Callable[..., Awaitable[Any]]) -> None:
    """The next call of the store's schedule fails so; those after it do not."""
    real = getattr(StoredSchedule, name)

    async def call(schedule: StoredSchedule, *args: Any) -> Any:
        monkeypatch.setattr(StoredSchedule, name, real)
        return await failing(real, schedule, *args)

    monkeypatch.setattr(StoredSchedule, name, call)


async def lose_write(*_: object) -> None:
    raise CannotWrite("lost", "the server is away")


async def test_what_was_sent_and_could_not_be_noted_is_not_sent_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await open_timed(world)
    await world.later(7.9)
    fail_once(monkeypatch, "save", lose_write)
    (reminder,) = news(await world.later(0.1))
    assert reminder.pings == {world.ann.id}
    assert news(await world.tick()) == []
    assert await alarms(world) == []


async def test_what_was_claimed_without_an_answer_is_sent(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def unclear(real: Callable[..., Awaitable[bool]], *args: object) -> bool:
        assert await real(*args)
        raise CommitUncertain("the database")

    await open_timed(world)
    await world.later(7.9)
    fail_once(monkeypatch, "claim", unclear)
    assert news(await world.later(0.1)) == []
    assert await alarms(world) == [(Kind.REMIND, False)]
    (reminder,) = news(await world.tick())
    assert reminder.pings == {world.ann.id}
    assert await alarms(world) == []


async def test_what_was_neither_sent_nor_could_be_put_off_is_tried_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def time_out(*_: object) -> None:
        raise TimeoutError("Discord is slow")

    await open_timed(world)
    await world.later(7.9)
    with monkeypatch.context() as patched:
        patched.setattr("bot.ui.alarms.messenger.in_channel", time_out)
        fail_once(monkeypatch, "reschedule", lose_write)
        assert news(await world.later(0.1)) == []
        assert await alarms(world) == [(Kind.REMIND, False)]
    (reminder,) = news(await world.tick())
    assert reminder.pings == {world.ann.id}


async def test_what_was_not_taken_at_all_is_simply_due(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await open_timed(world)
    await world.later(7.9)
    fail_once(monkeypatch, "claim", lose_write)
    assert news(await world.later(0.1)) == []
    assert await alarms(world) == [(Kind.REMIND, False)]
    assert len(news(await world.tick())) == 1


async def test_only_what_is_unsure_is_looked_up(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """What this process is sending at this moment is under way as well."""
    await open_timed(world)
    await world.later(7.9)
    schedule = world.session.context.store.schedule
    (alarm,) = [one for one in await schedule.of_table(1) if one.kind is Kind.UP]
    assert await schedule.claim(alarm, world.clock.now)
    fail_once(monkeypatch, "claim", lose_write)
    await world.later(0.1)
    await world.tick()
    (now,) = [one for one in await schedule.of_table(1) if one.kind is Kind.UP]
    assert now.sending is not None
    await schedule.save(TimeChange(dropped=(alarm.id,)))
