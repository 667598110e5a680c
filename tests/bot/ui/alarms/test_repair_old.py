"""A message that showed a table before goes, however long Discord does not take that."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from bot.discord.budget import RequestBudget
from tests.bot.ui.alarms.test_repair import assert_shown_once, boards, by_click, by_command
from tests.bot.ui.wire import cut_requests
from tests.bot.ui.world import World

TAKEN_AWAY = r"DELETE .*/(webhooks|channels)/.*/messages/"
"""How the clicked message is deleted, by its interaction, and any by its channel."""


async def can_be_pressed(world: World) -> int:
    """At how many messages something of the table can be pressed."""
    return len(boards(world, await world.table()))


async def play_turn(world: World) -> None:
    """Play a turn after the bot's first poll, which handles everything."""
    await world.game()
    await world.tick()


async def by_button(world: World) -> None:
    """A click on the board itself, which so can be deleted by the interaction."""
    await world.ann.click(await world.shown_board(), label="Offer to end")


@pytest.mark.parametrize("play", [by_button, by_click, by_command])
async def test_an_old_board_goes_as_soon_as_discord_takes_it(
    world: World, play: Callable[[World], Awaitable[None]]
) -> None:
    await play_turn(world)
    with cut_requests(TAKEN_AWAY, "before", times=100) as hit:
        await play(world)
        assert hit
        for pause in (11, 5, 10):
            await world.tick()
            tried = len(hit)
            assert await world.tick() == []
            assert len(hit) == tried, "not at once again"
            world.clock.now += pause
        assert await can_be_pressed(world) == 2
    world.clock.now += 20
    assert await world.tick() == [], "nothing is posted, and no one is called"
    await assert_shown_once(world)


@pytest.mark.parametrize("play", [by_button, by_click, by_command])
async def test_an_old_board_goes_after_a_restart(
    world: World, play: Callable[[World], Awaitable[None]]
) -> None:
    await play_turn(world)
    with cut_requests(TAKEN_AWAY, "before", times=100):
        await play(world)
    await world.kill()
    assert await can_be_pressed(world) == 2
    await world.tick()
    await assert_shown_once(world)


async def test_a_board_that_is_gone_costs_one_try_after_a_kill(world: World) -> None:
    """The kill came before that could be written."""
    await play_turn(world)
    await by_click(world)
    await world.kill()
    with cut_requests(TAKEN_AWAY, "after", times=100) as hit:
        await world.tick()
    assert len(hit) <= 1
    await assert_shown_once(world)


async def test_a_click_whose_token_is_dead_has_its_board_taken_away_all_the_same(world: World) -> None:
    await play_turn(world)
    world.env.inject_error("DELETE", "/webhooks/*", status=404, code=10015)
    await by_button(world)
    assert await can_be_pressed(world) == 1
    await assert_shown_once(world)


@pytest.mark.parametrize(("status", "code"), [(429, 0), (400, 50083), (403, 50001)])
async def test_an_old_board_that_cannot_be_deleted_yet_is_tried_later(
    world: World, status: int, code: int
) -> None:
    await play_turn(world)
    world.env.inject_error("DELETE", "/channels/*", status=status, code=code, times=2)
    await by_command(world)
    for pause in (11, 5):
        assert await can_be_pressed(world) == 2
        world.clock.now += pause
        await world.tick()
    await assert_shown_once(world)


@pytest.mark.parametrize("code", [10003, 10008])
async def test_an_old_board_that_is_not_there_is_left_for_good(world: World, code: int) -> None:
    await play_turn(world)
    world.env.inject_error("DELETE", "/channels/*/messages/*", status=404, code=code, times=2)
    await by_command(world)
    world.clock.now += 11
    await world.tick()
    assert await world.session.context.store.outbox.old_boards() == ()


async def test_what_cannot_be_deleted_for_hours_is_given_up(world: World) -> None:
    await play_turn(world)
    with cut_requests(TAKEN_AWAY, "before", times=100):
        await by_command(world)
        world.clock.now += 11
        await world.tick()
        assert await world.session.context.store.outbox.old_boards() != ()
        await world.later(7)
    assert await world.session.context.store.outbox.old_boards() == ()


async def test_an_old_board_goes_later_where_requests_are_scarce(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await play_turn(world)
    monkeypatch.setattr(RequestBudget, "is_short", property(lambda _: True))
    with cut_requests(TAKEN_AWAY, "before", times=100) as hit:
        await by_command(world)
        assert not hit, "no player waits for that"
    assert await can_be_pressed(world) == 2
    world.clock.now += 11
    await world.tick()
    await assert_shown_once(world)


async def test_a_board_that_shows_the_table_again_is_left_alone(world: World) -> None:
    """A click has redrawn the older message, which is the board from then on."""
    await play_turn(world)
    before = (await world.table()).board
    with cut_requests(TAKEN_AWAY, "before", times=100):
        await by_command(world)
    store = world.session.context.store
    assert [row.board for row in await store.outbox.old_boards()] == [before]
    later = (await world.table()).board
    await world.session.tables.set_board(await world.table(), before)
    assert [row.board for row in await store.outbox.old_boards()] == [later]
