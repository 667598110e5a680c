"""Prepared answers in the channel: the board that tells of them, who is called, and what nobody else sees."""

from __future__ import annotations

import pytest

from bot.features.prepared.service import PreparedAnswers
from bot.features.prepared.storage import ANSWER
from bot.store import Habits, TimeChange
from tests.bot.samples import QUIET
from tests.bot.ui.world import World, message_text, private, says, text_of

OUT, OVER, HOME, BACK = QUIET


async def prepare(world: World, *lines: str) -> None:
    """Ann enters a branch, without a click."""
    number = 0
    for line in lines:
        by = world.click_by(world.ann)
        found = await world.session.service(PreparedAnswers).load(by, 1)
        ply = found.current_lines.ply
        _, ahead = await world.session.service(PreparedAnswers).enter_line(by, 1, ply, number, line)
        number = ahead.number


async def test_it_is_played_and_told_and_only_the_other_one_is_called(world: World) -> None:
    await world.game(OUT)
    await prepare(world, OVER, HOME)
    world.let_presence_expire()
    mark = world.mark()
    await world.move(world.ben, OVER)
    assert not any(world.ann.id in pings for pings in world.pings(mark))
    world.let_presence_expire()
    posted = await world.tick()
    told = [one for one in posted if "had this answer *prepared*" in one.text]
    assert told
    assert {user for one in posted for user in one.pings} <= {world.ben.id}
    lines = await world.log()
    assert [(line.action, line.prepared) for line in lines][1:] == [(OVER, False), (HOME, True)]
    assert (await world.table()).board is not None
    assert "*prepared*" in text_of((await world.shown_board()).components)
    # Ben, who does not look any more, is called once, as for any move.
    await world.later(0.1)
    assert [one for one in world.pings(mark) if one] == [{world.ben.id}]


async def test_a_line_that_was_not_foreseen_calls_as_ever(world: World) -> None:
    await world.game(OUT)
    await prepare(world, OVER, HOME)
    world.let_presence_expire()
    mark = world.mark()
    await world.move(world.ben, "TG7-G6")
    await world.tick()
    assert [one for one in world.pings(mark) if one] == [{world.ann.id}]


async def test_in_the_night_of_its_player_it_is_played_and_wakes_nobody(world: World) -> None:
    await world.game(OUT)
    await prepare(world, OVER, HOME, BACK, OUT)
    minute = int(world.clock.now // 60) % (24 * 60)
    night = Habits(world.ann.id, wakes=(minute + 300) % 1440, sleeps=(minute - 60) % 1440)
    await world.session.schedule.save(TimeChange(habits=night))
    mark = world.mark()
    for line in (OVER, BACK):
        await world.move(world.ben, line)
        await world.tick()
    await world.later(12)
    assert [line.action for line in await world.log()] == [OUT, OVER, HOME, BACK, OUT]
    assert not any(world.ann.id in pings for pings in world.pings(mark))


async def test_a_bot_that_is_killed_in_between_plays_and_tells_it_once(world: World) -> None:
    await world.game(OUT)
    await prepare(world, OVER, HOME)
    await world.move(world.ben, OVER)
    for _ in range(3):
        await world.kill()
        await world.tick()
    assert [line.action for line in await world.log()] == [OUT, OVER, HOME]
    assert sum(says(message_text(one), "prepared.played") for one in world.channel.history()) == 1
    alarms = await world.session.context.store.schedule.of_table(1)
    assert [one.kind for one in alarms if one.user_id == world.ann.id] == []
    assert not [one for one in alarms if one.kind == ANSWER]


async def test_history_and_log_mark_it(world: World) -> None:
    await world.game(OUT)
    await prepare(world, OVER, HOME)
    await world.move(world.ben, OVER)
    await world.tick()
    page = await world.cleo.slash(world.channel, "history")
    shown = page.response if page.response is not None else page.followups[-1]
    assert "Ann (prepared)" in text_of(shown.components)
    told = private(await world.cleo.slash(world.channel, "table log"))
    assert f"Ann (prepared): {HOME}" in text_of(told.components)


@pytest.mark.parametrize("look", ["board", "hint", "history", "table log", "table export", "games"])
async def test_nobody_else_sees_any_of_it(world: World, look: str) -> None:
    await world.game(OUT)
    await prepare(world, OVER, "dA6-B6", "TF7-E7", "dB6-A6")
    mark = world.mark()
    for person in (world.ben, world.cleo):
        await person.slash(world.channel, look)
    sent = "".join(str(one.json) for one in world.env.http_requests[mark:])
    for secret in ("dA6-B6", "dB6-A6", "TF7-E7", "prepared"):
        assert secret not in sent, look
