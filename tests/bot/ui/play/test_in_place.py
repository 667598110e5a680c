"""The one board of a game: when it changes in place, and when a new one takes its place."""

from __future__ import annotations

import gc
import time
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from simcord.results import ResponseMessage

from bot.discord.presence import LIVES, THERE, newest_in
from bot.kernel.clicks import Opening
from bot.kernel.trace import Trace
from bot.store import Status
from engine.thrag.model import State
from tests.bot.samples import offered_lines
from tests.bot.ui.opening import open_table
from tests.bot.ui.scripted import press, way_to
from tests.bot.ui.world import World, board, labels, pick, private, says, text_of

HOUR = 3600


def advance_clock(world: World, seconds: float) -> None:
    """Discord's clock goes on; the ids of messages and clicks follow it."""
    world.env.backend.advance_clock(seconds)


async def current_turn(world: World) -> int:
    found = world.session.tables.show(await world.table()).state
    assert isinstance(found, State)
    return found.turn


async def stop_line(world: World) -> str:
    """To stop as soon as that is possible, and what must be done until then."""
    lines = await offered_lines(world.session, world.click_by(world.ann))
    return next((line for line in lines if line == "stop"), lines[0])


async def next_turn(world: World) -> ResponseMessage:
    """Ann clicks on until her next turn; returns the board of it."""
    now = await current_turn(world)
    while True:
        await press(world.ann, await world.shown_board(), await way_to(world, await stop_line(world)))
        if await current_turn(world) > now:
            return await world.shown_board()


async def test_turn_after_turn_is_one_message(world: World) -> None:
    mark = world.mark()
    shown = board(await open_table(world.ann, world.channel, "thrag"))
    for number in (2, 3):
        assert (await next_turn(world)).id == shown.id
        assert f"**Turn {number}:**" in text_of(shown.components)
        assert f"<@{world.ann.id}>" in text_of(shown.components), "she is named"
    await press(world.ann, shown, await way_to(world, "resign"))
    table = await world.table()
    assert table.status is Status.OVER
    assert table.board is not None
    assert table.board.message_id == shown.id
    assert labels(shown) == ["History", "Luck", "Fair play", "Play again"]
    assert world.pings(mark) == [set()], "one message, from the first turn to the end"


async def test_a_typed_move_is_answered_by_the_board_which_calls_no_player_who_sees_it(world: World) -> None:
    shown = board(await open_table(world.ann, world.channel, "thrag"))
    mark = world.mark()
    while await current_turn(world) == 1:
        shown = board(await world.move(world.ann, await stop_line(world)))
    assert "**Turn 2:**" in text_of(shown.components)
    assert not any(world.pings(mark))
    assert [one.id for one in world.channel.history()] == [shown.id]


@pytest.mark.parametrize("typed", [False, True], ids=("clicked", "typed"))
async def test_after_a_pause_the_next_turn_comes_to_the_bottom(world: World, *, typed: bool) -> None:
    first = board(await open_table(world.ann, world.channel, "thrag"))
    advance_clock(world, HOUR - 10)
    assert (await next_turn(world)).id == first.id
    advance_clock(world, 20)
    await world.restart()
    if typed:
        last = await world.move(world.ann, await stop_line(world))
        while await current_turn(world) == 2:
            last = await world.move(world.ann, await stop_line(world))
        second = board(last)
    else:
        second = await next_turn(world)
    assert second.id != first.id
    assert world.is_gone(first)
    assert (await next_turn(world)).id == second.id


async def test_the_end_of_a_game_after_a_pause_comes_to_the_bottom(world: World) -> None:
    shown = board(await open_table(world.ann, world.channel, "thrag"))
    advance_clock(world, HOUR)
    over = board(await world.move(world.ann, "resign"))
    assert over.id != shown.id
    assert world.is_gone(shown)
    assert labels(over) == ["History", "Luck", "Fair play", "Play again"]


async def test_an_old_board_is_replaced_within_a_turn_too(world: World) -> None:
    """Discord lets few messages be changed that are older than an hour."""
    shown = board(await open_table(world.ann, world.channel, "thrag"))
    advance_clock(world, 2 * HOUR)
    mark = world.mark()
    (first, *_) = await way_to(world, await stop_line(world))
    await world.ann.click(shown, label=first)
    assert world.is_gone(shown)
    assert labels(await world.shown_board())
    assert world.pings(mark) == [set()]


async def test_a_board_that_is_gone_is_posted_anew(world: World) -> None:
    shown = board(await open_table(world.ann, world.channel, "thrag"))
    *steps, yes = await way_to(world, "resign")
    asked = private(await press(world.ann, shown, steps))
    world.env.inject_error("PATCH", "/channels/*/messages/*", status=404, code=10008, times=1)
    await world.ann.click(asked, label=yes)
    over = await world.shown_board()
    assert over.id != shown.id
    assert "Play again" in labels(over)


# Who looks on, and who is called


async def test_between_two_present_players_the_board_stays_without_a_ping(world: World) -> None:
    shown = await world.game()
    await world.picks(world.ann, "E2", "E10")
    called = await world.shown_board()
    assert called.id != shown.id, "Ben has not been seen yet"
    mark = world.mark()
    await world.picks(world.ben, "G7", "F7")
    await world.picks(world.ann, "F1", "F3")
    await world.picks(world.ben, "F7", "E7")
    assert (await world.shown_board()).id == called.id
    assert world.pings(mark) == []
    assert [one.id for one in world.channel.history()] == [called.id]


async def test_who_looked_on_and_does_not_act_is_called_a_minute_later(world: World) -> None:
    await world.game()
    await world.picks(world.ann, "E2", "E10")
    await world.picks(world.ben, "G7", "F7")
    shown = await world.shown_board()
    assert await world.tick() == [], "Ann looks on"
    world.clock.now += THERE / 2
    assert await world.tick() == []
    world.clock.now += THERE / 2
    (called,) = await world.tick()
    assert called.pings == {world.ann.id}
    assert says(called.text, "thud.moved.trolls", name="Ben"), "it tells what has happened"
    assert world.is_gone(shown)
    world.clock.now += THERE
    assert await world.tick() == [], "once"


async def test_who_is_choosing_at_that_moment_is_not_called(world: World) -> None:
    await world.game()
    await world.picks(world.ann, "E2", "E10")
    await world.picks(world.ben, "G7", "F7")
    shown = await world.shown_board()
    world.clock.now += THERE / 2
    mine = private(await pick(world.ann, shown, "F1"))
    world.clock.now += THERE / 2
    assert await world.tick() == []
    world.clock.now += THERE / 2
    assert await world.tick() == [], "she was asked again not long ago"
    await pick(world.ann, mine, "F3")
    assert not world.is_gone(shown)
    mark = world.mark()
    await world.ann.click(mine, label="Play it")
    assert world.pings(mark) == [{world.ben.id}], "he has not been seen for long"


async def test_what_was_clicked_is_let_go_of(world: World) -> None:
    """An interaction waits for the garbage collector; the message with all its controls must not."""
    await world.game()
    await pick(world.ann, private(await pick(world.ann, await world.shown_board(), "E2")), "E10")
    waiting = [one for one in gc.get_objects() if isinstance(one, discord.Interaction)]
    assert waiting
    assert all(one.message is None for one in waiting)


async def test_a_private_message_that_cannot_be_deleted_any_more_is_forgotten(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.game()
    first = private(await pick(world.ann, await world.shown_board(), "E2"))
    now = time.monotonic() + LIVES + 1
    monkeypatch.setattr("bot.discord.presence.time", SimpleNamespace(monotonic=lambda: now))
    await world.start_table()
    other = await world.ann.slash(world.channel, "board", table="T2")
    await pick(world.ann, board(other), "E2")
    await world.picks(world.ann, "F1", "F3")
    assert not world.is_gone(first), "Discord would not have taken it"


async def test_a_player_who_acts_in_time_is_never_called(world: World) -> None:
    await world.game()
    await world.picks(world.ann, "E2", "E10")
    await world.picks(world.ben, "G7", "F7")
    world.clock.now += THERE / 2
    await world.picks(world.ann, "F1", "F3")
    world.clock.now += THERE / 2
    mark = world.mark()
    assert await world.tick() == [], "Ben has his own minute"
    world.clock.now += THERE
    assert [one.pings for one in await world.tick()] == [{world.ben.id}]
    assert len(world.pings(mark)) == 1


async def test_a_restart_forgets_who_looked_on_and_calls(world: World) -> None:
    await world.game()
    await world.picks(world.ann, "E2", "E10")
    await world.picks(world.ben, "G7", "F7")
    await world.restart()
    assert [one.pings for one in await world.tick()] == [{world.ann.id}]
    assert await world.tick() == []


async def test_a_board_that_drifted_out_of_sight_comes_to_the_bottom(world: World) -> None:
    """Only the interaction tells the bot that people talk."""
    await world.game()
    await world.picks(world.ann, "E2", "E10")
    shown = await world.shown_board()
    await world.cleo.send(world.channel, "Nice weather.")
    mark = world.mark()
    await world.picks(world.ben, "G7", "F7")
    after = await world.shown_board()
    assert world.pings(mark) == [{world.ann.id}], "as it is new, it calls whose turn it is"
    assert world.is_gone(shown)
    assert world.channel.history()[-1].id == after.id
    await world.picks(world.ann, "F1", "F3")
    assert (await world.shown_board()).id == after.id, "private messages push nothing out of sight"


async def test_a_step_of_ones_own_comes_to_the_bottom_too(world: World) -> None:
    shown = board(await open_table(world.ann, world.channel, "thrag"))
    await world.cleo.send(world.channel, "Is this the one with the dragon?")
    (first, *_) = await way_to(world, await stop_line(world))
    mark = world.mark()
    await world.ann.click(shown, label=first)
    assert world.is_gone(shown)
    assert world.pings(mark) == [set()]


async def test_a_channel_that_tells_nothing_is_taken_to_be_quiet(world: World) -> None:
    """Discord may leave out what the newest message is."""
    await world.game()
    await world.picks(world.ann, "E2", "E10")
    shown = await world.shown_board()
    world.env.backend.channels[world.channel.id].last_message_id = None
    await world.picks(world.ben, "G7", "F7")
    assert (await world.shown_board()).id == shown.id


@pytest.mark.parametrize(
    ("payload", "newest"),
    [
        ({"channel": {"id": "5", "last_message_id": "7"}}, (5, 7)),
        ({"channel": {"id": "5", "last_message_id": None}}, None),
        ({"channel": {"id": "5"}}, None),
        ({"channel": None}, None),
        ({}, None),
    ],
)
def test_what_an_interaction_tells_of_its_channel(
    payload: dict[str, Any], newest: tuple[int, int] | None
) -> None:
    assert newest_in(payload) == newest


async def test_a_library_without_message_events_costs_nothing_else(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("bot.client._INTERACTION", "SOMETHING_ELSE")
    await world.restart()
    assert "does not say which message is the newest" in caplog.text
    shown = board(await open_table(world.ann, world.channel, "thrag"))
    await world.cleo.send(world.channel, "Is this the one with the dragon?")
    (first, *_) = await way_to(world, await stop_line(world))
    await world.ann.click(shown, label=first)
    assert (await world.shown_board()).id == shown.id, "it is taken to be in sight"


async def test_the_library_lets_us_hear_it(world: World) -> None:
    """It has no public way: should a version of it take no listener any more, this says so."""
    await world.game()
    assert world.bot.surface is not None
    assert world.bot.surface.presence.has_drifted(world.channel.id, 1) is False, "its first message"
    await world.ann.slash(world.channel, "board", view="text")
    assert world.bot.surface.presence.has_drifted(world.channel.id, 1)


@pytest.mark.usefixtures("hilly")
@pytest.mark.parametrize("alone", [True, False])
async def test_a_game_for_several_that_one_plays_stays_in_place(world: World, *, alone: bool) -> None:
    trace, opening = Trace("scene", 0), Opening("hill", {}, None, None)
    table = (await world.session.lobby.open(world.click_by(world.ann), opening, trace)).table
    if not alone:
        table = (await world.session.lobby.sit(world.click_by(world.ben), table.id, 0, trace)).table
    lobby = board(await world.ann.slash(world.channel, "board"))
    shown = board(await world.ann.click(lobby, label="Start"))
    assert shown.id == lobby.id, "the lobby becomes the board"
    world.let_presence_expire()
    after = board(await world.ann.click(shown, label="On"))
    assert (after.id == shown.id) == alone


async def test_a_board_with_a_thread_stays_when_a_click_on_it_calls_a_player(world: World) -> None:
    shown = await world.game()
    backend = world.env.backend
    backend.create_thread(world.channel.id, "What a start", world.ann.id, message_id=shown.id)
    backend.get_message(world.channel.id, shown.id).flags |= discord.MessageFlags(has_thread=True).value
    advance_clock(world, 2 * HOUR)
    await world.ann.click(shown, label="Offer to end")
    then = await world.shown_board()
    assert then.id != shown.id, "a new board calls Ben"
    assert not world.is_gone(shown)
    for _ in range(3):
        await world.later(1 / 60)
    assert not world.is_gone(shown)
    await world.ben.click(then, label="Decline")
    assert world.is_gone(then), "no one has opened a thread on this one"


@pytest.mark.parametrize(("hours", "folded"), [(0, False), (2, False), (2, True)])
async def test_a_board_that_people_talk_about_in_a_thread_stays(
    world: World, hours: int, *, folded: bool
) -> None:
    shown = await world.game()
    backend = world.env.backend
    thread = backend.create_thread(world.channel.id, "What a start", world.ann.id, message_id=shown.id)
    advance_clock(world, hours * HOUR + 60)
    if folded:
        backend.edit_channel(thread.id, {}, thread_metadata={"archived": True})
    await world.move(world.ann, "dE2-E10")
    assert (await world.shown_board()).id != shown.id, "a new board calls Ben"
    assert not world.is_gone(shown)
    then = await world.shown_board()
    await world.move(world.ben, "TG7-F7")
    assert world.is_gone(then), "no one has opened a thread on this one"
