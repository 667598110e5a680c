"""A click on a stale board: it is redrawn in place, and the answer says what happened meanwhile."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import discord
import pytest
from simcord.results import InteractionResult

from bot.discord.request import Surface
from bot.games.catalogue import IN_ENGLISH
from bot.store import Board, Status
from tests.bot.ui.alarms.test_repair import assert_shown_once, boards, list_of, ping_log
from tests.bot.ui.alarms.test_ticker import open_timed
from tests.bot.ui.opening import open_table
from tests.bot.ui.wire import CALLBACK, cut_requests
from tests.bot.ui.world import World, board, labels, message_text, says, text_of

__all__ = ["ping_log"]


async def stale_board(world: World, line: str = "dE2-E10") -> discord.Message:
    """The board of a game whose last move, by Ann, could not be shown."""
    await world.game()
    with cut_requests(CALLBACK, "before", times=2):
        await world.move(world.ann, line)
    return world.last("Thud · T1")


def redraw_text(result: InteractionResult) -> str:
    """The private text after the board was redrawn."""
    (told,) = result.followups
    assert told.ephemeral
    return text_of(told.components)


async def test_it_is_redrawn_in_place_and_tells_what_happened(world: World, ping_log: list[set[int]]) -> None:
    shown = await stale_board(world)
    table, log = await world.table(), await world.log()
    result = await world.ben.click(shown, label="Resign")
    told = redraw_text(result)
    assert told.startswith(
        IN_ENGLISH(
            "old-board.redrawn", what=IN_ENGLISH("thud.moved.dwarfs", name="Ann", origin="E2", target="E10")
        )
    )
    assert "discord.com" not in told
    assert says(message_text(world.last("Thud · T1")), "thud.moved.dwarfs", origin="E2", target="E10")
    assert (await world.table(), await world.log()) == (table, log)
    await assert_shown_once(world)
    await world.tick()
    assert ping_log == [], "the player to call has just seen it"
    moved = world.last("Thud · T1")
    asked = await world.ben.click(moved, label="Resign")
    assert asked.response is not None, "and its controls work"


async def test_the_player_on_turn_is_still_called_when_another_player_has_clicked(
    world: World, ping_log: list[set[int]]
) -> None:
    shown = await stale_board(world)
    assert "Meanwhile: " in redraw_text(await world.ann.click(shown, label=IN_ENGLISH("thud.menu.offer")))
    assert ping_log == []
    await world.tick()
    await assert_shown_once(world)
    assert ping_log == [{world.ben.id}]
    assert await world.tick() == []


async def test_every_control_of_it_does_so(world: World) -> None:
    shown = await stale_board(world)
    result = await world.ben.select(shown, ["E2"], custom_id=list_of(shown, "E2"))
    assert "Meanwhile: " in redraw_text(result)


async def test_what_is_refused_for_another_reason_is_told_too(world: World) -> None:
    shown = await stale_board(world, "resign")
    assert (await world.table()).status is Status.OVER
    told = redraw_text(await world.ben.click(shown, label="Offer to end"))
    assert says(told, "game-over")
    assert "discord.com" not in told
    assert labels(board(await world.ann.slash(world.channel, "board")))[-1] == "Play again"


async def test_a_control_of_an_earlier_turn_does_so(world: World) -> None:
    await open_timed(world)
    await world.later(10)
    shown = world.last("Dwarfs: Ann")
    with cut_requests(CALLBACK, "before", times=2):
        await world.move(world.ann, "dE2-E10")
    told = redraw_text(await world.ben.click(shown, label="Time's up: what now?"))
    assert "discord.com" not in told
    assert says(message_text(world.last("Dwarfs: Ann")), "thud.moved.dwarfs", origin="E2", target="E10")


async def test_a_board_that_was_posted_during_a_click_on_the_old_one_stays_the_board(
    world: World, ping_log: list[set[int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """They press again what they have just pressed, as its answer takes its time."""
    old = await stale_board(world)
    posting = Surface.posting_lock

    @asynccontextmanager
    async def meanwhile(surface: Surface, table_id: int) -> AsyncIterator[None]:
        monkeypatch.setattr(Surface, "posting_lock", posting)
        assert world.bot.ticker is not None
        await world.bot.ticker.tick()
        await world.bot.ticker.drain()
        async with posting(surface, table_id):
            yield

    monkeypatch.setattr(Surface, "posting_lock", meanwhile)
    result = await world.ann.click(old, label="Resign")
    table = await world.table()
    assert table.board is not None
    assert table.board.message_id != old.id
    assert ping_log == [{world.ben.id}]
    assert says(message_text(world.last("Thud · T1")), "thud.moved.dwarfs", origin="E2", target="E10")
    assert world.last("Thud · T1").id == table.board.message_id
    assert result.response is not None
    assert str(table.board.message_id) in text_of(result.response.components), "they are led to it"


async def test_a_board_that_arrived_but_was_not_noted_is_the_one_from_then_on(world: World) -> None:
    first = await world.game()
    with cut_requests(CALLBACK, "after"):
        await world.move(world.ann, "dE2-E10")
    arrived = world.last("Thud · T1")
    assert (await world.table()).board == Board(world.channel.id, first.id)
    with cut_requests(CALLBACK, "before", times=2):
        await world.move(world.ben, "TG7-F7")
    assert "Meanwhile: " in redraw_text(await world.ann.click(arrived, label="Resign"))
    assert (await assert_shown_once(world)).message_id == arrived.id
    assert world.is_gone(first)


async def test_a_lobby_that_was_left_behind_is_redrawn(world: World) -> None:
    lobby = board(await open_table(world.ann, world.channel, "thud", opponent=world.ben, side=0))
    with cut_requests(".*(callback|webhooks|messages)", "before", times=3):
        await world.ben.click(lobby, label="Accept")
    table = await world.table()
    assert table.status is Status.PLAYING
    (old,) = boards(world, table)
    assert says(redraw_text(await world.ben.click(old, label="Accept")), "already-begun")
    (new,) = boards(world, table)
    assert "Dwarfs: Ann" in message_text(new)
