"""What is answered after a deferral arrives over real connections, with a file or without one."""

from __future__ import annotations

from pathlib import Path

from tests.over_the_wire.tables import Place
from tests.over_the_wire.test_faults import house
from tools.standin.interactions import CallbackType
from tools.standin.payloads import LOADING
from tools.standin.world import Upload


async def test_a_late_answer_without_a_file_arrives(tmp_path: Path) -> None:
    async with house(tmp_path) as (rooms, bot):
        discord, table = rooms.discord, rooms.place("thud", Place.CHANNEL)
        alice, _ = table.people
        await bot.start()
        file = Upload("game.jsonl", b"no game at all")
        for command in ("table verify", "table arrive"):
            asked = await discord.command(alice, table.channel, command, file=file)
            assert await asked.wait_for_answer()
            assert asked.answer is CallbackType.THINKING, "it takes a while to read a file"
            await discord.until(lambda asked=asked: "line 1" in asked.private_text)  # type: ignore[misc]
        await discord.quiet()
        assert not any(message.flags & LOADING for message in discord.world.messages.values())
