"""How a board gets into its channel: no wait for the old one to go, and clicks may be deferred."""

from __future__ import annotations

import asyncio

import discord
import pytest

from bot.discord.request import Surface
from bot.discord.serving import serve_control
from tests.bot.ui.alarms.test_repair import assert_shown_once, ping_log
from tests.bot.ui.opening import open_table
from tests.bot.ui.wire import CALLBACK, CHANGED, cut_requests, refusal
from tests.bot.ui.world import World, board, labels, text_of

__all__ = ["ping_log"]

TAKING_AWAY = r"DELETE .*/(webhooks|channels)/.*messages"


@pytest.mark.parametrize("typed", [True, False], ids=("typed", "clicked"))
async def test_the_next_click_does_not_wait_until_the_old_board_is_gone(world: World, *, typed: bool) -> None:
    shown = await world.game()
    limited = asyncio.Event()
    with cut_requests(TAKING_AWAY, limited) as hit:
        if typed:
            moving = asyncio.create_task(world.move(world.ann, "dE2-E10"))
        else:
            moving = asyncio.create_task(world.ann.click(shown, label="Offer to end"))
        for _ in range(60_000):
            if hit:
                break
            await asyncio.sleep(0.001)
        surface = world.bot.surface
        assert surface is not None
        assert not surface.posting_lock(1).locked(), "the table is free for the next one"
        table = await world.table()
        assert table.board is not None
        assert table.board.message_id != shown.id, "and shown already"
        assert world.session.outbox.is_shown(table)
        limited.set()
        await moving
    await assert_shown_once(world)


@pytest.fixture
def late(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every click is put off before it is served, as one that had to wait."""

    async def serve_deferred(surface: Surface, interaction: discord.Interaction) -> None:
        await interaction.response.defer()
        await serve_control(surface, interaction)

    monkeypatch.setattr("bot.client.serve_control", serve_deferred)


@pytest.mark.usefixtures("late")
async def test_a_click_that_was_put_off_passes_the_turn(world: World, ping_log: list[set[int]]) -> None:
    shown = await world.game()
    ping_log.clear()
    await world.picks(world.ann, "E2", "E10")
    await assert_shown_once(world)
    assert ping_log == [{world.ben.id}]
    assert world.is_gone(shown)
    assert world.private_messages(world.ann) == []


@pytest.mark.usefixtures("late")
async def test_a_click_that_was_put_off_changes_the_board_in_place(world: World) -> None:
    shown = board(await open_table(world.ann, world.channel, "thrag"))
    before = await world.table()
    result = await world.ann.click(shown, label=labels(shown)[0])
    assert (await world.table()).revision > before.revision or result.acknowledged
    assert (await assert_shown_once(world)).message_id == shown.id


@pytest.mark.usefixtures("late")
async def test_a_click_that_was_put_off_redraws_a_board_that_was_left_behind(world: World) -> None:
    await world.game()
    with cut_requests(".*callback", "before", times=2):
        await world.move(world.ann, "dE2-E10")
    result = await world.ben.click(world.last("Thud · T1"), label="Resign")
    assert "Meanwhile: " in text_of(result.followups[-1].components)
    await assert_shown_once(world)


async def test_a_board_that_can_no_longer_change_is_posted_anew_with_the_click(world: World) -> None:
    shown = board(await open_table(world.ann, world.channel, "thrag"))
    gone = refusal(404, 10008)
    with cut_requests(CALLBACK, "before", failure=gone), cut_requests(CHANGED, "before", failure=gone) as hit:
        result = await world.ann.click(shown, label=labels(shown)[0])
    assert len(hit) == 1
    assert (await assert_shown_once(world)).message_id == board(result).id != shown.id
