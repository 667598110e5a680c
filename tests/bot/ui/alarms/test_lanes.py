"""Work in one lane does not wait for another, and within a lane it runs in order."""

from __future__ import annotations

import asyncio

import pytest

from bot.ui.alarms.lanes import Lanes


async def test_a_lane_that_hangs_keeps_no_other_waiting() -> None:
    lanes, go_on, done = Lanes(2), asyncio.Event(), list[str]()
    other = asyncio.Event()

    async def hanging() -> None:
        await go_on.wait()
        done.append("hanging")

    async def after() -> None:
        done.append("after")

    async def elsewhere() -> None:
        done.append("elsewhere")
        other.set()

    lanes.put(1, hanging)
    lanes.put(1, after)
    lanes.put(2, elsewhere)
    await asyncio.wait_for(other.wait(), 60)
    assert done == ["elsewhere"]
    go_on.set()
    await lanes.join()
    assert done == ["elsewhere", "hanging", "after"]


async def test_what_is_raised_is_raised_to_who_waits() -> None:
    lanes = Lanes(2)

    async def failing() -> None:
        raise RuntimeError("by the test")

    lanes.put(1, failing)
    with pytest.raises(RuntimeError, match="by the test"):
        await lanes.join()
    await lanes.join()
