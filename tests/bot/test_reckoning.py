"""Ratings are reckoned soon after the start, and no end waits for them."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.client import Taproom
from bot.discord.request import Surface
from bot.kernel.session import Session
from bot.kernel.tables.results import Scores


async def test_ratings_are_reckoned_soon_after_the_start_and_no_end_waits_for_them(
    tmp_path: Path, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = Taproom(tmp_path / "taproom.db", ahead=True)
    begun, ended = asyncio.Event(), list[bool]()

    async def reckon(_: Scores) -> None:
        begun.set()
        try:
            await asyncio.sleep(600)
        finally:
            ended.append(True)

    monkeypatch.setattr(Scores, "compute_ratings", reckon)
    bot.surface = Surface(session)
    await bot.on_ready()
    await bot.on_ready()
    await begun.wait()
    await asyncio.wait_for(bot.close(), 60)
    assert ended == [True], "and once"
