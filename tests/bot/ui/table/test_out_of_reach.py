"""A table whose channel or server is out of reach lets people go: they end or move it from elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import discord
import pytest
from simcord.actors import MemberActor
from simcord.backend.models import Overwrite
from simcord.backend.serializers import guild_create_payload
from simcord.builders import ChannelHandle
from simcord.enums import OverwriteType
from simcord.results import InteractionResult

from bot.games.catalogue import IN_ENGLISH
from bot.kernel.clicks import Opening
from bot.kernel.trace import Trace
from bot.store import Status, Table, Terms
from tests.bot.discord.test_refusals import new_thread, strict_channel
from tests.bot.ui.opening import open_table
from tests.bot.ui.world import World, board, message_text, private_text, says, text_of

Loss = Callable[[World, ChannelHandle], None]


def delete_channel(world: World, channel: ChannelHandle) -> None:
    """Delete the channel."""
    world.env.backend.delete_channel(channel.id)


def bar_bot(world: World, channel: ChannelHandle) -> None:
    """Take away the bot's permission to write there."""
    send = discord.Permissions(send_messages=True).value
    world.env.backend.set_overwrite(
        channel.id,
        Overwrite(target_id=world.guild.default_role.id, type=OverwriteType.ROLE, allow=0, deny=send),
    )


def unbar_bot(world: World, channel: ChannelHandle) -> None:
    """They give it back."""
    world.env.backend.delete_overwrite(channel.id, world.guild.default_role.id)


def remove_bot(world: World, _: ChannelHandle) -> None:
    """Remove the bot from the server."""
    world.env.backend.remove_guild(world.guild.id)


def bot_return(world: World) -> Callable[[], None]:
    """A function that brings the bot back into the server, with its channels and messages."""
    backend = world.env.backend
    guild = backend.guilds[world.guild.id]
    channels = {number: backend.channels[number] for number in (*guild.channel_ids, *guild.thread_ids)}
    messages = {number: backend.messages.get(number, {}) for number in channels}

    def back() -> None:
        backend.guilds[guild.id] = guild
        backend.channels.update(channels)
        backend.messages.update(messages)
        backend.emit("GUILD_CREATE", guild_create_payload(backend, guild))

    return back


LOSSES: dict[str, Loss] = {"deleted": delete_channel, "barred": bar_bot, "thrown out": remove_bot}


@pytest.fixture
def office(world: World) -> ChannelHandle:
    """Another channel of the server."""
    return world.guild.create_text_channel("office")


def direct_texts(world: World, user: int) -> list[str]:
    """The texts of a user's direct messages with the bot."""
    channel = world.env.backend.get_dm_channel(user)
    return [text_of(one.components) for one in world.env.backend.messages.get(channel.id, {}).values()]


async def lose(world: World, loss: str, channel: ChannelHandle | None = None) -> None:
    assert world.bot.ticker is not None
    await world.bot.ticker.tick()  # the bot has seen where it is
    LOSSES[loss](world, channel or world.channel)
    await world.env.settle()


async def click_answer(
    world: World, asked: InteractionResult, label: str, *, direct: bool = False
) -> InteractionResult:
    assert asked.response is not None
    actor = world.ann.user if direct else world.ann
    found: InteractionResult = await actor.click(asked.response, label=label)
    return found


@pytest.mark.parametrize("loss", ["deleted", "barred"])
async def test_a_duel_is_conceded_from_another_channel(
    world: World, office: ChannelHandle, loss: str
) -> None:
    await world.game("dE2-E10")
    await lose(world, loss)
    mark = world.mark()
    result = await click_answer(world, await world.ann.slash(office, "resign", table="T1"), "Yes: Resign")
    assert (await world.table()).status is Status.OVER
    assert [line.action for line in await world.log()] == ["dE2-E10", "resign"]
    assert "Ann" in text_of(result.response.components) if result.response else False
    assert not any(one.new and not one.private and one.pings for one in world.posts_since(mark))
    assert not any("T1" in message_text(one) for one in office.history()), "others there have no part in it"
    (told_ben,) = direct_texts(world, world.ben.id)
    assert "**T1**" in told_ben


@pytest.mark.parametrize("loss", LOSSES)
async def test_a_duel_is_conceded_by_direct_message_and_needs_no_code(world: World, loss: str) -> None:
    await world.game("dE2-E10")
    await lose(world, loss)
    await click_answer(world, await world.ann.user.slash("resign"), "Yes: Resign", direct=True)
    assert (await world.table()).status is Status.OVER
    assert len(direct_texts(world, world.ben.id)) == 1


async def test_a_lobby_is_left(world: World, office: ChannelHandle) -> None:
    await open_table(world.ann, world.channel, "trogdor")
    await lose(world, "deleted")
    assert "has left" in private_text(await world.ann.slash(office, "leave", table="T1"))
    assert (await world.table()).status is Status.CLOSED


async def together(world: World, *others: MemberActor, **agreed: int | bool) -> Table:
    """A co-operative game of Ann, Ben and others, with its board in the channel."""
    trace, session = Trace("scene", 0), world.session
    terms = replace(Terms(), **agreed)  # type: ignore[arg-type]
    opening = Opening("trogdor", {}, None, None, terms=terms)
    table = (await session.lobby.open(world.click_by(world.ann), opening, trace)).table
    for person in (world.ben, *others):
        table = (await session.lobby.sit(world.click_by(person), table.id, 0, trace)).table
    await session.lobby.start(world.click_by(world.ann), table.id, table.revision, trace)
    await world.ann.slash(world.channel, "board")
    return await world.table(table.id)


async def test_a_game_together_goes_on_without_who_leaves(world: World, office: ChannelHandle) -> None:
    await together(world)
    await lose(world, "deleted")
    await click_answer(world, await world.ann.slash(office, "leave", table="T1"), "Yes: Leave the game")
    assert (await world.log())[-1].action == "leave"
    assert len(direct_texts(world, world.ben.id)) == 1


async def test_it_moves_to_another_channel_once_all_agree(world: World, office: ChannelHandle) -> None:
    await world.game("dE2-E10")
    await lose(world, "deleted")
    asked = board(await world.ann.slash(office, "table transfer", channel=office, table="T1"))
    await world.ben.click(asked, label="Agree")
    new = await world.table(2)
    assert (new.channel_id, new.status) == (office.id, Status.PLAYING)
    assert new.board is not None
    await world.ben.slash(office, "move", move="TG7-F7")
    assert (await world.table(2)).plies == 2


async def test_it_leaves_as_a_file_by_direct_message_and_everybody_gets_it(world: World) -> None:
    await world.game("dE2-E10")
    await lose(world, "thrown out")
    await world.ann.user.slash("table transfer")
    question = world.ben.user.dm_channel.last_message
    assert question is not None
    await world.ben.user.click(question, label="Agree")
    assert (await world.table()).status is Status.CLOSED
    for person in (world.ann, world.ben):
        last = person.user.dm_channel.last_message
        assert last is not None
        assert [one.filename for one in last.attachments] == ["T1.jsonl"]


async def test_no_player_is_led_to_a_question_in_the_direct_messages_of_another(world: World) -> None:
    await together(world, world.cleo)
    await lose(world, "thrown out")
    await world.ann.user.slash("table transfer")
    said_ = private_text(await world.ben.user.slash("table transfer"))
    assert said_ == IN_ENGLISH("move-waits", code="T1", names="Cleo")
    last = world.cleo.user.dm_channel.last_message
    assert last is not None
    await world.cleo.user.click(last, label="Agree")
    assert (await world.table()).journey.away


async def test_a_table_within_reach_is_ended_where_it_is_played(world: World, office: ChannelHandle) -> None:
    await world.game("dE2-E10")
    async with world.assert_unchanged():
        for command in ("resign", "table transfer"):
            said_ = private_text(await world.ann.slash(office, command, table="T1"))
            assert says(said_, "elsewhere", channel=f"<#{world.channel.id}>")


@pytest.mark.parametrize("command", ["undo", "hint"])
async def test_what_needs_the_channel_says_what_can_be_done(
    world: World, office: ChannelHandle, command: str
) -> None:
    await world.game("dE2-E10")
    await lose(world, "deleted")
    said_ = private_text(await world.ann.slash(office, command, table="T1"))
    assert "`/table transfer`" in said_
    assert str(world.channel.id) not in said_, "no player is sent to a channel that is gone"


async def test_others_end_nothing_and_another_server_is_no_place_for_it(
    world: World, office: ChannelHandle
) -> None:
    await world.game("dE2-E10")
    await lose(world, "deleted")
    abroad = world.env.create_guild("Abroad")
    away = abroad.create_text_channel("away")
    ann = abroad.add_member(world.ann.user)
    async with world.assert_unchanged():
        assert says(private_text(await world.cleo.slash(office, "resign", table="T1")), "no-table")
        assert "another server" in private_text(await ann.slash(away, "resign", table="T1"))


async def test_a_thread_that_is_locked_is_out_of_reach(world: World) -> None:
    home = strict_channel(world, "manage_threads")
    thread = await new_thread(world, home)
    invitation = board(await open_table(world.ann, thread, "thud", opponent=world.ben, side=0))
    await world.ben.click(invitation, label="Accept")
    world.env.backend.edit_channel(thread.id, {}, thread_metadata={"archived": True, "locked": True})
    await world.env.settle()
    await click_answer(world, await world.ann.slash(home, "resign", table="T1"), "Yes: Resign")
    assert (await world.table()).status is Status.OVER


async def test_the_board_is_shown_once_the_channel_is_within_reach_again(
    world: World, office: ChannelHandle
) -> None:
    await world.game("dE2-E10")
    await lose(world, "barred")
    await click_answer(world, await world.ann.slash(office, "resign", table="T1"), "Yes: Resign")
    await world.later(10)
    assert "wins" not in message_text(world.last("T1"))
    unbar_bot(world, world.channel)
    await world.later(0.1)
    assert "**Ben** wins" in message_text(world.last("T1"))


async def test_tables_out_of_reach_are_offered_from_elsewhere(world: World, office: ChannelHandle) -> None:
    await world.game("dE2-E10")
    assert await world.ann.autocomplete(office, "resign", "table", "") == []
    await lose(world, "deleted")
    for command in ("resign", "table transfer"):
        (choice,) = await world.ann.autocomplete(office, command, "table", "")
        assert choice["value"] == "T1"
    assert await world.ann.autocomplete(office, "leave", "table", "") == [], "a duel is conceded"
