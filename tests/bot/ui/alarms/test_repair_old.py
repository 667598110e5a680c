"""A message that showed a table before loses its controls, however long Discord does not take that."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from tests.bot.ui.alarms.test_repair import boards, by_click, by_command, right
from tests.bot.ui.wire import broken
from tests.bot.ui.world import World

SETTLED = r"PATCH .*/(webhooks|channels)/.*/messages/"
"""How the clicked message is changed, by its interaction, and any by its channel."""


async def can_be_pressed(world: World) -> int:
    """At how many messages something of the table can be pressed."""
    return len(boards(world, await world.table()))


async def played(world: World) -> None:
    """A turn after the first look of this bot, at which it takes everything."""
    await world.game()
    await world.tick()


@pytest.mark.parametrize("play", [by_click, by_command])
async def test_an_old_board_is_settled_as_soon_as_discord_takes_it(
    world: World, play: Callable[[World], Awaitable[None]]
) -> None:
    await played(world)
    with broken(SETTLED, "before", times=100) as hit:
        await play(world)
        assert len(hit) == 1
        for pause in (11, 5, 10):
            await world.tick()
            tried = len(hit)
            assert await world.tick() == []
            assert len(hit) == tried, "not at once again"
            world.clock.now += pause
        assert await can_be_pressed(world) == 2
    world.clock.now += 20
    [settled] = await world.tick()
    assert not settled.new, "nothing is posted, and nobody is called"
    board = await right(world)
    assert f"/{board.message_id})" in settled.text, "it leads to where the table is shown by now"


@pytest.mark.parametrize("play", [by_click, by_command])
async def test_an_old_board_is_settled_after_a_restart(
    world: World, play: Callable[[World], Awaitable[None]]
) -> None:
    await played(world)
    with broken(SETTLED, "before", times=100):
        await play(world)
    await world.killed()
    assert await can_be_pressed(world) == 2
    await world.tick()
    await right(world)


async def test_a_board_that_was_settled_costs_one_look_after_a_kill(world: World) -> None:
    """The kill came before that could be written."""
    await played(world)
    await by_click(world)
    await world.killed()
    with broken(SETTLED, "before") as hit:
        await world.tick()
    assert hit == []
    await right(world)


async def test_what_discord_refuses_as_it_was_clicked_is_settled_as_it_is(world: World) -> None:
    """Somebody else's click has changed its picture meanwhile."""
    await played(world)
    world.env.inject_error("PATCH", "/webhooks/*", status=400, code=50035)
    await by_click(world)
    assert await can_be_pressed(world) == 1
    await right(world)


@pytest.mark.parametrize(("status", "code"), [(429, 30046), (400, 50035)])
async def test_an_old_board_that_discord_lets_nobody_change_yet_is_tried_later(
    world: World, status: int, code: int
) -> None:
    await played(world)
    world.env.inject_error("PATCH", "/channels/*", status=status, code=code, times=2)
    await by_command(world)
    for pause in (11, 5):
        assert await can_be_pressed(world) == 2
        world.clock.now += pause
        await world.tick()
    await right(world)


@pytest.mark.parametrize(("status", "code"), [(403, 50001), (404, 10008)])
async def test_an_old_board_out_of_reach_is_left_for_good(world: World, status: int, code: int) -> None:
    await played(world)
    world.env.inject_error("GET", "/channels/*/messages/*", status=status, code=code, times=2)
    await by_command(world)
    world.clock.now += 11
    await world.tick()
    assert await world.session.context.store.outbox.unsettled() == ()


async def test_what_cannot_be_settled_for_hours_is_given_up(world: World) -> None:
    await played(world)
    with broken(SETTLED, "before", times=100):
        await by_command(world)
        world.clock.now += 11
        await world.tick()
        assert await world.session.context.store.outbox.unsettled() != ()
        await world.later(7)
    assert await world.session.context.store.outbox.unsettled() == ()


async def test_a_board_that_shows_the_table_again_is_left_alone(world: World) -> None:
    """A click has drawn the older message anew, and it is the board from then on."""
    await played(world)
    before = (await world.table()).board
    with broken(SETTLED, "before", times=100):
        await by_command(world)
    store = world.session.context.store
    assert [row.board for row in await store.outbox.unsettled()] == [before]
    later = (await world.table()).board
    await world.session.tables.set_board(await world.table(), before)
    assert [row.board for row in await store.outbox.unsettled()] == [later]
