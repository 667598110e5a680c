"""A turn for which nobody else waits changes the board that is there, as long as that one is young."""

from __future__ import annotations

import pytest
from simcord.results import ResponseMessage

from bot.clicks import Opening
from bot.store import Status
from bot.trace import Trace
from engine.thrag.model import State
from tests.bot.samples import offered
from tests.bot.ui.opening import open_table
from tests.bot.ui.scripted import press, way_to
from tests.bot.ui.world import World, board, labels, text_of, told

HOUR = 3600


def later(world: World, seconds: float) -> None:
    """Discord's clock goes on; the ids of messages and clicks follow it."""
    world.env.backend.advance_clock(seconds)


async def turn(world: World) -> int:
    found = world.session.tables.shown(await world.table()).state
    assert isinstance(found, State)
    return found.turn


async def line(world: World) -> str:
    """To stop as soon as that is possible, and what must be done until then."""
    lines = await offered(world.session, world.click_by(world.ann))
    return next((line for line in lines if line == "stop"), lines[0])


async def next_turn(world: World, shown: ResponseMessage) -> ResponseMessage:
    """Ann clicks on until her next turn; returns the board of it."""
    now = await turn(world)
    while True:
        last = await press(world.ann, shown, await way_to(world, await line(world)))
        if await turn(world) > now:
            return board(last)


async def test_turn_after_turn_is_one_message(world: World) -> None:
    mark = world.mark()
    shown = board(await open_table(world.ann, world.channel, "thrag"))
    for number in (2, 3):
        assert (await next_turn(world, shown)).id == shown.id
        assert f"**Turn {number}:**" in text_of(shown.components)
        assert f"<@{world.ann.id}>" in text_of(shown.components), "she is named"
    await press(world.ann, shown, await way_to(world, "resign"))
    table = await world.table()
    assert table.status is Status.OVER
    assert table.board is not None
    assert table.board.message_id == shown.id
    assert labels(shown) == ["History", "Luck", "Play again"]
    assert world.pings(mark) == [set()], "one message, from the first turn to the end"


async def test_typed_moves_change_it_too(world: World) -> None:
    shown = board(await open_table(world.ann, world.channel, "thrag"))
    mark = world.mark()
    while await turn(world) == 1:
        assert told(await world.move(world.ann, await line(world)))
    assert "**Turn 2:**" in text_of(shown.components)
    assert world.pings(mark) == []


@pytest.mark.parametrize("typed", [False, True], ids=("clicked", "typed"))
async def test_after_a_pause_the_next_turn_comes_to_the_bottom(world: World, *, typed: bool) -> None:
    first = board(await open_table(world.ann, world.channel, "thrag"))
    later(world, HOUR - 10)
    assert (await next_turn(world, first)).id == first.id
    later(world, 20)
    await world.restart()
    if typed:
        last = await world.move(world.ann, await line(world))
        while await turn(world) == 2:
            last = await world.move(world.ann, await line(world))
        second = board(last)
    else:
        second = await next_turn(world, first)
    assert second.id != first.id
    assert labels(first) == []
    assert f"{second.id})" in text_of(first.components), "the old one leads to the new one"
    assert (await next_turn(world, second)).id == second.id


async def test_the_end_of_a_game_after_a_pause_comes_to_the_bottom(world: World) -> None:
    shown = board(await open_table(world.ann, world.channel, "thrag"))
    later(world, HOUR)
    over = board(await world.move(world.ann, "resign"))
    assert over.id != shown.id
    assert (labels(shown), labels(over)) == ([], ["History", "Luck", "Play again"])


async def test_within_a_turn_an_old_board_changes_as_ever(world: World) -> None:
    shown = board(await open_table(world.ann, world.channel, "thrag"))
    later(world, 2 * HOUR)
    (first, *_) = await way_to(world, await line(world))
    await world.ann.click(shown, label=first)
    assert labels(shown)


async def test_a_board_that_is_gone_is_posted_anew(world: World) -> None:
    shown = board(await open_table(world.ann, world.channel, "thrag"))
    world.env.inject_error("PATCH", "/channels/*/messages/*", status=404, code=10008, times=1)
    result = await world.move(world.ann, "resign")
    table = await world.table()
    assert table.board is not None
    assert table.board.message_id != shown.id
    assert any("Play again" in labels(one) for one in result.followups)


async def test_a_duel_has_a_message_a_turn(world: World) -> None:
    shown = await world.game()
    after = board(await world.move(world.ann, "dE2-E10"))
    assert after.id != shown.id
    over = board(await world.move(world.ben, "resign"))
    assert over.id != after.id, "the other one learns that it is over"


@pytest.mark.usefixtures("hilly")
@pytest.mark.parametrize("alone", [True, False])
async def test_a_game_for_several_that_one_plays_stays_in_place(world: World, *, alone: bool) -> None:
    trace, opening = Trace("scene", 0), Opening("hill", {}, None, None)
    table = (await world.session.lobby.open(world.click_by(world.ann), opening, trace)).table
    if not alone:
        table = (await world.session.lobby.sit(world.click_by(world.ben), table.id, 0, trace)).table
    lobby = board(await world.ann.slash(world.channel, "board"))
    shown = board(await world.ann.click(lobby, label="Start"))
    assert shown.id != lobby.id, "the game begins with a message of its own"
    after = board(await world.ann.click(shown, label="On"))
    assert (after.id == shown.id) == alone
