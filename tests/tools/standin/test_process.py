"""The real bot as its own process, killed and started again."""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, create_subprocess_exec
from pathlib import Path

import pytest

from tools.load.opening import open_table
from tools.standin.process import ROOT, Bot
from tools.standin.standin import StandIn

pytestmark = pytest.mark.slow

PATIENCE = 30
"""Seconds until an answer is whole: a bot that has just come up puts some off while it draws its pieces."""


async def test_a_game_goes_on_after_the_bot_was_killed(tmp_path: Path) -> None:
    async with StandIn(patience=60) as discord:
        alice = discord.world.person("alice")
        games = discord.world.channel(discord.world.server())
        async with Bot(discord, tmp_path / "taproom.db", log=tmp_path / "log") as bot:
            asked = await open_table(discord, alice, games, "thrag")
            await discord.until(lambda: any(one.shown_to is None for one in asked.messages), PATIENCE)
            [board] = [one for one in asked.messages if one.shown_to is None]
            await bot.kill()
            assert not bot.is_running
            await bot.start()
            more = await discord.press(alice, board, label="More")
            await discord.until(lambda: bool(more.messages), PATIENCE)
            text = await discord.press(alice, more.messages[0], label="As text")
            await discord.until(lambda: "```" in text.private_text, PATIENCE)
            form = await discord.press(alice, board, label="Type a move")
            assert await form.wait_for_answer()
            typed = await discord.submit(form, {"move": "hello"})
            await discord.until(lambda: "hello" in typed.private_text, PATIENCE)
            assert await bot.stop() == 0
        assert not discord.rest.unknown
        assert "Traceback" not in (tmp_path / "log").read_text(encoding="utf-8")


async def test_a_bot_ends_with_whoever_has_started_it() -> None:
    async with StandIn() as discord:
        command = (sys.executable, "-m", "tools.standin.bot", discord.address, "tools.load.bare")
        environment = os.environ | {"TAPROOM_TOKEN": discord.token}
        bot = await create_subprocess_exec(*command, cwd=ROOT, stdin=PIPE, env=environment)
        assert bot.stdin is not None
        await discord.gateway.connected.wait()
        bot.stdin.close()
        async with asyncio.timeout(30):
            assert await bot.wait() != 0


async def test_a_command_that_is_killed_leaves_the_bot_connected(tmp_path: Path) -> None:
    database = tmp_path / "taproom.db"
    async with StandIn() as discord, Bot(discord, database, module="tools.load.bare"):
        command = Bot(discord, database, arguments=("status",))
        await command.start()
        await command.kill()
        await command.start()
        await command.stop()
        assert discord.gateway.connected.is_set()
