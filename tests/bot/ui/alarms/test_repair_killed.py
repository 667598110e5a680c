"""A bot that dies anywhere in a click: the next one shows the current board, and calls once in all."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

import pytest

from bot.kernel.trace import Trace
from bot.store import Table
from tests.bot.ui.alarms.test_repair import assert_shown_once, ping_log
from tests.bot.ui.opening import open_table
from tests.bot.ui.wire import Life, process_life
from tests.bot.ui.world import World, board, labels, pick, private

__all__ = ["ping_log"]

Deed = Callable[[], Awaitable[object]]


async def by_click(world: World) -> tuple[Table, Deed, list[set[int]]]:
    """The last click of a move with which the turn passes to Ben, in private."""
    table = await world.start_table()
    await world.ann.slash(world.channel, "board", table=table.code)
    mine = private(await pick(world.ann, await world.shown_board(table.id), "E2"))
    await pick(world.ann, mine, "E10")

    async def deed() -> object:
        return await world.ann.click(mine, label="Play it")

    return table, deed, [{world.ben.id}]


async def by_command(world: World) -> tuple[Table, Deed, list[set[int]]]:
    """The move as a typed command."""
    table = await world.start_table()
    await world.ann.slash(world.channel, "board", table=table.code)

    async def deed() -> object:
        return await world.ann.slash(world.channel, "move", move="dE2-E10", table=table.code)

    return table, deed, [{world.ben.id}]


async def click_in_turn(world: World) -> tuple[Table, Deed, list[set[int]]]:
    """A click within a turn."""
    shown = board(await open_table(world.ann, world.channel, "thrag"))

    async def deed() -> object:
        return await world.ann.click(shown, label=labels(shown)[0])

    return await newest_table(world), deed, []


async def accept_challenge(world: World) -> tuple[Table, Deed, list[set[int]]]:
    """A challenge is accepted, and Ann begins."""
    invitation = board(await open_table(world.ann, world.channel, "thud", opponent=world.ben, side=0))
    world.let_presence_expire()

    async def deed() -> object:
        return await world.ben.click(invitation, label="Accept")

    return await newest_table(world), deed, [{world.ann.id}]


async def join_lobby(world: World) -> tuple[Table, Deed, list[set[int]]]:
    """A player joins a lobby."""
    lobby = board(await open_table(world.ann, world.channel, "trogdor"))

    async def deed() -> object:
        return await world.ben.click(lobby, label="Join")

    return await newest_table(world), deed, []


async def end_game(world: World) -> tuple[Table, Deed, list[set[int]]]:
    """The game ends."""
    table = await world.start_table()
    await world.ann.slash(world.channel, "board", table=table.code)

    async def deed() -> object:
        return await world.ann.slash(world.channel, "move", move="resign", table=table.code)

    return table, deed, []


async def newest_table(world: World) -> Table:
    """The table that was opened last."""
    (table, *_) = await world.session.context.store.in_channel(world.channel.id, live_only=True)
    return table


async def end_battle(world: World) -> tuple[Table, Deed, list[set[int]]]:
    """A battle ends: how stays in the channel, above the new board."""
    table = await world.start_table("offer")
    await world.ann.slash(world.channel, "board", table=table.code)
    shown = await world.shown_board(table.id)

    async def deed() -> object:
        return await world.ben.click(shown, label="Accept")

    return table, deed, []


SCENES: Final[dict[str, Callable[[World], Awaitable[tuple[Table, Deed, list[set[int]]]]]]] = {
    "click": by_click,
    "command": by_command,
    "in place": click_in_turn,
    "accepted": accept_challenge,
    "joined": join_lobby,
    "over": end_game,
    "ended": end_battle,
}


@pytest.mark.parametrize(
    "name",
    [name if name in {"click", "joined"} else pytest.param(name, marks=pytest.mark.slow) for name in SCENES],
)
async def test_the_board_is_right_again_wherever_the_bot_dies(
    world: World, ping_log: list[set[int]], name: str
) -> None:
    """One table a place, all in one server, since a server is what takes time to make."""
    whole, scene = Life(), SCENES[name]
    table, deed, expected = await scene(world)
    ping_log.clear()
    with process_life(whole):
        await deed()
    assert ping_log == expected
    assert len(whole.passed) >= 4, whole.passed
    saved = {True: 0, False: 0}
    for deadly, place in enumerate(whole.passed, start=1):
        await end_all(world)
        table, deed, expected = await scene(world)
        ping_log.clear()
        with process_life(Life(deadly)):
            await deed()
        await world.kill()
        await world.tick()
        await assert_shown_once(world, table.id)
        done = (await world.table(table.id)).revision > table.revision
        saved[done] += 1
        assert ping_log == (expected if done else []), f"died {place}"
    assert all(saved.values()), "some died before it was saved, and some after"


async def end_all(world: World) -> None:
    """No table goes on, and nothing of one is due any more."""
    store = world.session.context.store
    for table in await store.live_tables():
        await world.session.play.move(world.click_by(world.ann), table.id, "resign", Trace("scene", 0))
    for row in await store.outbox.unshown():
        await store.outbox.drop(row)
    for alarm in await store.schedule.due(float("inf"), 1000):
        await store.schedule.drop(alarm)
