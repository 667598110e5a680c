"""The playground's one channel: tables opened there are visible there, and its clock goes on."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path

import discord
import pytest
import simcord

from bot.client import Taproom
from bot.playground import _let_time_pass, _make_world
from tests.bot.ui.opening import open_table
from tests.bot.ui.world import private_text, says, text_of


async def test_a_table_that_asks_for_a_thread_is_played_in_the_channel_and_says_why(tmp_path: Path) -> None:
    bot = Taproom(tmp_path / "taproom.db", always_sync=True, hurried=False)
    try:
        async with simcord.run(bot, settle_timeout=60.0) as env:
            channel, (ann, *_) = _make_world(env)
            result = await open_table(ann, channel, "thud", thread=True)
            assert "Who's in?" in text_of(result.followups[0].components)
            assert says(private_text(result), "thread.may-not")
            assert says(private_text(result), "permission.create_public_threads")
            assert channel.threads == []
    finally:
        await bot.close()


class Later(datetime):
    """The real clock two hours from now."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> Later:
        return cls.fromtimestamp(datetime.now(tz).timestamp() + 7200, tz)


async def test_a_message_of_two_hours_later_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its stamp is that of the simulated clock, and so are *in 2 hours* and *2 hours ago*."""
    bot = Taproom(tmp_path / "taproom.db", always_sync=True, hurried=False)
    try:
        async with simcord.run(bot, settle_timeout=60.0) as env:
            channel, (ann, *_) = _make_world(env)
            begun = await open_table(ann, channel, "thud")
            monkeypatch.setattr("bot.playground.datetime", Later)
            env._begin_operation("a click")  # noqa: SLF001 - as the page does
            _let_time_pass(env)
            assert datetime.now(UTC) - env.now() >= timedelta(0), "not while a person acts"
            env._end_operation()  # noqa: SLF001
            _let_time_pass(env)
            later = await open_table(ann, channel, "thud")
            first, second = (discord.utils.snowflake_time(one.followups[0].id) for one in (begun, later))
            assert timedelta(hours=2) <= second - first < timedelta(hours=2, minutes=1)
    finally:
        await bot.close()
