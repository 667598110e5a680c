"""After a restored backup: newer messages are still in the channel, and their controls play nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.features import HOOKS
from bot.games.catalogue import IN_ENGLISH
from bot.store.upkeep.backup import backup, restore
from tests.bot.ui.opening import open_table
from tests.bot.ui.world import World, board, labels, message_text, new_bot, private_text, says, text_of


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    (folder := tmp_path / "copies").mkdir()
    return folder / "monday.db"


async def put_back(world: World, copy: Path) -> None:
    """The bot is stopped, the copy put in the place of its database, and another bot started."""
    await world.bot.close()
    restore(copy, world.path, HOOKS, world.clock.now)
    world.bot = new_bot(world.path, world.clock)
    world.bots.append(world.bot)
    await world.env.restart_bot(world.bot)


async def test_a_board_of_the_time_that_is_lost_plays_nothing(world: World, copy: Path) -> None:
    await world.game()
    backup(world.path, copy)
    lost = board(await world.move(world.ann, "dE2-E10"))
    await put_back(world, copy)
    await world.move(world.ann, "dG1-G2")
    async with world.assert_unchanged():
        assert "moved on" in private_text(await world.ben.click(lost, label=IN_ENGLISH("thud.menu.offer")))
    assert [line.action for line in await world.log()] == ["dG1-G2"]


async def test_it_is_shown_as_it_stands_by_a_new_message_that_calls_whose_turn_it_is(
    world: World, copy: Path
) -> None:
    await world.game("dE2-E10", "TG9-G10")
    await world.tick()
    seen = world.clock.now
    backup(world.path, copy)
    world.clock.now += 3_600
    lost = board(await world.move(world.ann, "dG1-G2"))
    await put_back(world, copy)
    (said,) = [one for one in await world.tick() if one.new]
    assert said.pings == {world.ann.id}
    assert not said.private
    assert world.channel.history()[-1].id > lost.id
    assert (await world.table()).board is not None
    assert await world.tick() == [], "and once"
    assert says(message_text(world.channel.history()[-1]), "restored", when=f"<t:{int(seen)}:f>")
    next_board = board(await world.move(world.ann, "dG1-G2"))
    assert "backup" not in text_of(next_board.components), "it is said once"


async def test_a_lobby_of_the_time_that_is_lost_is_none_of_a_new_table(world: World, copy: Path) -> None:
    await world.game()
    backup(world.path, copy)
    lost = board(await open_table(world.ann, world.channel, "thud", side=0))
    await put_back(world, copy)
    board(await open_table(world.ann, world.channel, "thud", side=0))
    await world.ben.click(lost, label=labels(lost)[0])
    tables = await world.session.context.store.of_user(world.ben.id, live_only=True)
    assert [table.id for table in tables] == [1], "he sits at the game that goes on, and nowhere else"
