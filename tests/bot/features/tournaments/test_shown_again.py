"""Tournaments whose messages Discord does not take, or takes without an answer: shown by themselves, once."""

from __future__ import annotations

import discord
import pytest
from simcord.results import ResponseMessage

from tests.bot.features.tournaments.test_page import (
    open_tournament,
    resigns,
    running,
    shows,
    start_tournament,
    stored_tournament,
)
from tests.bot.ui.wire import CALLBACK, CHANGED, POSTED, Fault, cut_requests, refusal
from tests.bot.ui.world import World, board, message_text, says

SECOND = 1 / 3600
"""In hours."""


def messages(world: World) -> list[discord.Message]:
    """The messages that show the tournament."""
    return [message for message in world.channel.history() if "Thud tournament" in message_text(message)]


@pytest.mark.parametrize("fault", ["before", "after"])
@pytest.mark.parametrize("is_killed", [False, True])
async def test_one_that_was_called_is_posted_once(world: World, fault: Fault, *, is_killed: bool) -> None:
    with cut_requests(CALLBACK, fault) as hit:
        await world.ann.slash(world.channel, "tournament", game="thud", players=4, tables="here")
    assert hit
    if is_killed:
        await world.kill()
    await world.later(11 * SECOND)
    (message,) = messages(world)
    known = (await stored_tournament(world)).message
    assert known is not None
    assert known.message_id == message.id


@pytest.mark.parametrize("is_killed", [False, True])
async def test_who_has_signed_up_is_shown_by_itself(world: World, *, is_killed: bool) -> None:
    message = await open_tournament(world)
    with cut_requests(CALLBACK, "before"):
        await world.ben.click(message, label="Join")
    assert "Ben" not in shows(world, message)
    if is_killed:
        await world.kill()
    await world.later(11 * SECOND)
    assert "2. Ben" in shows(world, message)
    with cut_requests(CHANGED, "before") as hit:  # it is known to be shown, and not drawn again
        await world.later(11 * SECOND)
    assert not hit


async def test_a_change_that_was_shown_is_not_shown_again(world: World) -> None:
    message = await open_tournament(world)
    await world.ben.click(message, label="Join")
    with cut_requests(CHANGED, "before") as hit:
        await world.later(11 * SECOND)
    assert not hit


async def test_one_whose_message_was_deleted_is_posted_anew_with_the_next_change(world: World) -> None:
    message = await open_tournament(world)
    with cut_requests(CALLBACK, "before", failure=refusal(404, 10008)):
        await world.ben.click(message, label="Join")
        await (await messages(world)[0].channel.fetch_message(message.id)).delete()
    await world.later(11 * SECOND)
    assert ["2. Ben" in message_text(one) for one in messages(world)] == [True]


async def test_a_message_that_people_talk_about_in_a_thread_stays(world: World) -> None:
    message = await open_tournament(world)
    world.env.backend.create_thread(world.channel.id, "Who joins?", world.ann.id, message_id=message.id)
    await world.env.settle()
    again = board(await world.ann.slash(world.channel, "tournament"))
    assert again.id != message.id
    assert {message.id, again.id} <= {one.id for one in messages(world)}


async def last_joins(world: World, fault: Fault, pattern: str) -> ResponseMessage:
    """The last one signs up to one with threads, and this fails of it."""
    message = await open_tournament(world, players=3, tables="threads")
    await world.ben.click(message, label="Join")
    with cut_requests(pattern, fault) as hit:
        await world.cleo.click(message, label="Join")
    assert hit
    return message


@pytest.mark.parametrize("fault", ["before", "after"])
async def test_a_game_gets_its_thread_though_the_click_that_began_it_is_not_answered(
    world: World, fault: Fault
) -> None:
    message = await last_joins(world, fault, CALLBACK)
    await world.tick()
    (table,) = await running(world)
    assert table.home_id == world.channel.id
    assert table.board is not None
    await world.later(21 * SECOND)
    assert f"/{table.channel_id}/{table.board.message_id}" in shows(world, message)


async def test_a_thread_that_was_opened_without_an_answer_is_that_of_the_game(world: World) -> None:
    await last_joins(world, "after", r"POST .*/channels/\d+/threads")
    await world.tick()
    (table,) = await running(world)
    assert table.home_id == world.channel.id


async def test_where_no_thread_can_be_opened_the_game_is_in_the_channel(world: World) -> None:
    await last_joins(world, "before", r"POST .*/channels/\d+/threads")
    await world.tick()
    (table,) = await running(world)
    assert (table.home_id, table.channel_id) == (None, world.channel.id)
    assert table.board is not None


async def test_why_the_games_of_a_later_round_get_no_thread_is_said_in_the_channel(world: World) -> None:
    await start_tournament(world, tables="threads")
    await world.tick()
    (semi,) = await running(world)
    assert semi.home_id == world.channel.id
    why = "Missing Permissions"
    world.env.inject_error("POST", "/channels/*/threads", status=403, code=50013, message=why)
    await resigns(world, semi, 0)
    posted = await world.tick()
    (final,) = await running(world)
    assert (final.home_id, final.channel_id) == (None, world.channel.id)
    told = [one for one in posted if says(one.text, "thread.refused", why=why)]
    assert [one.pings for one in told] == [set()]
    assert not [one for one in await world.later(1) if says(one.text, "thread.refused")], "once"


async def test_who_has_won_is_told_though_the_bot_may_not_write_for_a_while(world: World) -> None:
    await start_tournament(world)
    await world.tick()
    (semi,) = await running(world)
    await resigns(world, semi, 0)
    await world.tick()
    (final,) = await running(world)
    await resigns(world, final, 0)
    with cut_requests(f"{POSTED}|{CHANGED}", "before", times=100, failure=refusal(403, 50013)) as hit:
        await world.tick()
        await world.later(60 * SECOND)
    assert hit
    await world.later(16 * SECOND)
    told = [
        message for message in world.channel.history() if "wins the Thud tournament" in message_text(message)
    ]
    assert len(told) == 2, "the message of the tournament, and one that calls who has won"
