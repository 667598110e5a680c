"""A game for one over Discord: it begins at once, users may watch, and no one is pinged."""

from __future__ import annotations

from bot.games.catalogue import IN_ENGLISH
from bot.store import Status
from tests.bot.discord.test_limits import check
from tests.bot.ui.opening import open_table, tap
from tests.bot.ui.world import World, board, labels, private_text, says, text_of


async def test_it_begins_at_once_with_its_own_options_alone(world: World) -> None:
    shown = board(await open_table(world.ann, world.channel, "thrag", weapons="red", null_coin=1))
    table = await world.table()
    assert (table.status, table.revision, len(table.players)) == (Status.PLAYING, 0, 1)
    assert table.board is not None
    assert table.board.message_id == shown.id
    assert "who first?" in text_of(shown.components)
    assert IN_ENGLISH("button.type") in labels(shown)
    check(shown.components)


async def test_others_watch_and_cannot_act(world: World) -> None:
    shown = board(await open_table(world.ann, world.channel, "thrag"))
    async with world.assert_unchanged():
        assert private_text(await tap(world.ben, shown, "As text")).startswith("```")
        assert says(private_text(await world.ben.click(shown, label="Other ways…")), "not-seated")
        assert says(private_text(await world.move(world.ben, "fight red")), "no-table-here")


async def test_leaving_is_resigning(world: World) -> None:
    shown = board(await open_table(world.ann, world.channel, "thrag"))
    async with world.assert_unchanged():
        said = private_text(await world.ann.slash(world.channel, "leave"))
        assert said.startswith(IN_ENGLISH("leave-alone"))
    asked = (await world.ann.slash(world.channel, "resign")).response
    assert asked is not None
    await world.ann.click(asked, label="Yes: Resign")
    assert (await world.table()).status is Status.OVER
    assert labels(shown) == ["History", "Luck", "Fair play", "Play again"]


async def test_in_direct_messages_with_the_bot(world: World) -> None:
    user = world.ann.user
    shown = board(await open_table(user, None, "thrag"))
    assert (await world.table()).guild_id is None
    mark = world.mark()
    await user.click(shown, label=labels(shown)[0])
    assert (await world.table()).plies == 1
    assert all(not pinged for pinged in world.pings(mark))
