"""The playground's one channel: tables opened there are visible there."""

from __future__ import annotations

from pathlib import Path

import simcord

from bot.client import Taproom
from bot.playground import _make_world
from tests.bot.ui.opening import open_table
from tests.bot.ui.world import private_text, says, text_of


async def test_a_table_that_asks_for_a_thread_is_played_in_the_channel_and_says_why(tmp_path: Path) -> None:
    bot = Taproom(tmp_path / "taproom.db", always_sync=True, hurried=False)
    try:
        async with simcord.run(bot) as env:
            channel, (ann, *_) = _make_world(env)
            result = await open_table(ann, channel, "thud", thread=True)
            assert "Who's in?" in text_of(result.followups[0].components)
            assert says(private_text(result), "thread.may-not")
            assert says(private_text(result), "permission.create_public_threads")
            assert channel.threads == []
    finally:
        await bot.close()
