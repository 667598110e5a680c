"""*Challenge to a game*, in a user's menu: from there to their invitation, and which users it refuses."""

from __future__ import annotations

import discord
from simcord.actors import MemberActor
from simcord.backend.models import Overwrite
from simcord.builders import ChannelHandle
from simcord.enums import OverwriteType
from simcord.results import InteractionResult

from bot.store import Status
from tests.bot.discord.test_limits import check
from tests.bot.ui.world import World, labels, private, private_text, says, text_of

MENU = "Challenge to a game"


async def challenge(
    world: World, someone: MemberActor, channel: ChannelHandle | None = None
) -> InteractionResult:
    """Ann opens a user's menu."""
    return await world.ann.context_menu(channel or world.channel, MENU, someone)


async def test_it_asks_which_game_and_challenges_that_person(world: World) -> None:
    mark = world.mark()
    asked = private(await challenge(world, world.ben))
    assert f"<@{world.ben.id}>" in text_of(asked.components)
    assert labels(asked) == ["Thud", "Ploc", "Koom Valley"], "the games for two"
    check(asked.components)
    assert world.pings(mark) == [], "no one else is told of it yet"
    await world.ann.click(asked, label="Ploc")
    table = await world.table()
    assert (table.game, table.status) == ("ploc", Status.OPEN)
    assert [player.user_id for player in table.players] == [world.ann.id, world.ben.id]
    assert world.pings(mark)[-1] == {world.ben.id}


async def test_the_challenged_player_accepts(world: World) -> None:
    asked = private(await challenge(world, world.ben))
    await world.ann.click(asked, label="Thud")
    await world.ben.click(await world.shown_board(), label="Accept")
    assert (await world.table()).status is Status.PLAYING


async def test_oneself_is_refused(world: World) -> None:
    assert "against yourself" in private_text(await challenge(world, world.ann))


async def test_another_bot_is_refused(world: World) -> None:
    robot = world.guild.add_member(world.env.create_user("Robot", bot=True))
    assert says(private_text(await challenge(world, robot)), "with-a-bot", name="Robot")


async def test_who_cannot_see_the_channel_is_refused(world: World) -> None:
    hidden = discord.PermissionOverwrite(view_channel=False)
    snug = world.guild.create_text_channel("snug", overwrites={world.ben: hidden})
    assert says(private_text(await challenge(world, world.ben, snug)), "guest-elsewhere")
    assert text_of(private(await challenge(world, world.cleo, snug)).components)


async def test_who_may_not_connect_to_a_voice_channel_does_not_see_its_chat(world: World) -> None:
    parlour, away = world.guild.create_voice_channel("parlour"), discord.Permissions(connect=True).value
    world.env.backend.set_overwrite(parlour.id, Overwrite(world.ben.id, OverwriteType.MEMBER, deny=away))
    await world.env.settle()
    assert says(private_text(await challenge(world, world.ben, parlour)), "guest-elsewhere")
    assert text_of(private(await challenge(world, world.cleo, parlour)).components)
