"""A bot and a thinker, each a process as a host runs it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.ops.location import Postgres
from tools.standin.process import Bot
from tools.standin.standin import StandIn


def times(log: Path, sentence: str) -> int:
    return log.read_text(encoding="utf-8").count(sentence)


async def wait_for_log(log: Path, sentence: str, often: int = 1) -> None:
    """Wait until a log says something, so often in all."""
    async with asyncio.timeout(60.0):
        while times(log, sentence) < often:  # noqa: ASYNC110 - no event tells that
            await asyncio.sleep(0.1)


@pytest.mark.slow
async def test_a_bot_asks_thinkers_as_long_as_there_are_some(ours: Postgres, tmp_path: Path) -> None:
    log, other = tmp_path / "bot", tmp_path / "thinker"
    async with StandIn(patience=60) as discord, Bot(discord, ours, log=log):
        await wait_for_log(log, "there is no thinker of this version: the bot thinks by itself")
        async with Bot(discord, ours, log=other, arguments=("think",), settings={"TAPROOM_TOKEN": ""}):
            await wait_for_log(log, "there are thinkers: thoughts go to them")
        await wait_for_log(log, "there is no thinker of this version: the bot thinks by itself", often=2)
    assert times(other, "stopped thinking") == 1
    assert times(log, "Traceback") == times(other, "Traceback") == 0
