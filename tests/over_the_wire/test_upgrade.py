"""A bot whose database a newer one has changed: it saves nothing, and says so, once and to whoever clicks."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Final

import pytest

from bot.ops.health import missing
from bot.ops.location import Postgres
from bot.store.migrations import GENERATION
from bot.store.upkeep.statistics import running_processes
from tests.bot.store.test_upgrades import ADD_COLOUR, migrate, newer
from tests.over_the_wire.tables import House, Place
from tools.standin.process import Bot
from tools.standin.standin import StandIn

BEATS: Final = 12.0
"""Seconds in which a process has told once more that it is there, and looked for what is due."""


@pytest.mark.slow
async def test_players_hear_of_an_update_and_nothing_is_saved(
    ours: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "log"
    async with StandIn(patience=60) as discord:
        rooms = House(discord, ours)
        table = rooms.place("thud", Place.CHANNEL)
        async with Bot(discord, ours, log=log) as bot:
            await rooms.open(table)
            press = await rooms.ready(table)
            (process,) = running_processes(ours).processes
            assert process.pid == bot.pid
            assert not missing(running_processes(ours))
            before = rooms.row(table)
            with newer(monkeypatch, ADD_COLOUR, GENERATION + 1):
                await migrate(ours)
                assert missing(running_processes(ours)), "until it is replaced"
            asked = await rooms.press(press)
            assert await rooms.until(lambda: "I'm being updated just now" in asked.private_text), (
                asked.private_text
            )
            await asyncio.sleep(BEATS)
            assert rooms.row(table) == before
        rooms.close()
    lines = log.read_text(encoding="utf-8").splitlines()
    assert len([line for line in lines if " ERROR " in line]) == 1
    assert [line for line in lines if "nothing is saved any more by this process; update it" in line]
    assert not [line for line in lines if "Traceback" in line]
