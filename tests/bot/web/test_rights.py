"""Who may do what from a page: what Discord would let them do where the table is shown, and no more."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import aiohttp
import discord
import pytest
from simcord.actors import MemberActor
from simcord.backend.models.channel import Overwrite
from simcord.enums import ChannelType, OverwriteType

from bot.cluster.shards import Shards, shard_of
from bot.discord.keyboard import Control, Verb
from bot.kernel.clicks import Person
from bot.web.rights import AGAIN, LATE, LOOKS, OUTAGE, USES, Press, Right, Visitor
from tests.bot.ui.opening import open_table
from tests.bot.ui.wire import cut_requests
from tests.bot.ui.world import World, text_of
from tests.bot.web.browser import House, wait_for_event

PLAYS = str(Control(1, 1, Verb.PLAY, "dE2-E10"))
MEMBER = r"GET .*/guilds/\d+/members/"


def kick(world: World, actor: MemberActor) -> None:
    world.guild.remove_member(actor)


def ban(world: World, actor: MemberActor) -> None:
    world.env.backend.apply_ban(world.guild.id, actor.id, None)


def shut_out(world: World, actor: MemberActor) -> None:
    seen = discord.Permissions(view_channel=True).value
    world.env.backend.set_overwrite(world.channel.id, Overwrite(actor.id, OverwriteType.MEMBER, deny=seen))


def time_out(world: World, actor: MemberActor) -> None:
    until = (datetime.now(UTC) + timedelta(days=1)).isoformat()
    world.env.backend.edit_member(world.guild.id, actor.id, {"timed_out_until": until})


def member_requests(world: World, mark: int) -> int:
    """How often Discord was asked about a member."""
    return sum("/members/" in one.path and one.method == "GET" for one in world.env.http_requests[mark:])


@pytest.mark.parametrize("goes", [kick, ban, shut_out])
async def test_a_session_ends_with_the_right(
    world: World, house: House, goes: Callable[[World, MemberActor], None]
) -> None:
    await world.game()
    page, other = await house.open_browser(world.ann), await house.open_browser(world.ben)
    stream = await page.get("live")
    await wait_for_event(stream, "1")
    goes(world, world.ann)
    await world.env.settle()
    world.clock.now += USES
    async with world.assert_unchanged():
        for press in (PLAYS, str(Control(1, 1, Verb.PAGE)), str(Control(1, 0, "fork", "yes:0"))):
            assert (await page.send(custom_id=press)).status == 403
    for what in ("board", "picture", "past", "past/0", "live", ""):
        assert (await page.get(what)).status == 403
    house.site._bad._left.clear()  # noqa: SLF001 - the same address here
    changed = world.session.context.store.changed
    assert changed is not None
    changed(1)
    async with asyncio.timeout(10):
        await stream.read()
    assert (await other.get("board")).status == 200


async def test_a_spectator_is_shut_out_as_well(world: World, house: House) -> None:
    """Without a press it is noticed within minutes, at the view after the one that asks Discord."""
    await world.game()
    page = await house.open_browser(world.cleo)
    await page.board()
    kick(world, world.cleo)
    world.clock.now += LOOKS
    await page.board()
    await world.env.settle()
    assert (await page.get("board")).status == 403


async def test_a_visitor_who_was_away_for_long_is_checked_first(world: World, house: House) -> None:
    await world.game()
    page = await house.open_browser(world.cleo)
    kick(world, world.cleo)
    world.clock.now += LATE
    assert (await page.get("board")).status == 403
    world.cleo = world.guild.add_member(world.cleo.user)
    world.clock.now += AGAIN
    assert (await page.get("board")).status == 200


async def test_a_link_of_a_user_who_is_gone_opens_nothing(world: World, house: House) -> None:
    await world.game()
    link = await house.link(world.cleo)
    kick(world, world.cleo)
    session = house.session()
    await house.enter(session, link)
    assert (await session.get(house.url / "t/1")).status == 403


async def test_who_was_timed_out_looks_on(world: World, house: House) -> None:
    await world.game()
    page = await house.open_browser(world.ann)
    time_out(world, world.ann)
    world.clock.now += USES
    async with world.assert_unchanged():
        (refused,) = await page.use(PLAYS)
    assert text_of(refused["components"]) == "You can only look at this table here."
    await page.board()


async def test_a_private_thread_is_its_members_alone(world: World, house: House) -> None:
    thread = world.env.backend.create_thread(
        world.channel.id, "snug", world.ann.id, type=ChannelType.PRIVATE_THREAD
    )
    thread.thread_members[world.ben.id] = thread.thread_members[world.ann.id]
    (snug,) = world.channel.threads
    await world.start_table(channel=snug)
    await world.ann.slash(snug, "board", table="T1")
    page = await house.open_browser(world.ben)
    await page.board()
    del thread.thread_members[world.ben.id]
    world.clock.now += LATE
    assert (await page.get("board")).status == 403


async def test_the_chat_of_a_voice_channel_is_for_those_who_may_connect(world: World, house: House) -> None:
    parlour = world.guild.create_voice_channel("parlour")
    await world.env.settle()
    await world.start_table(channel=parlour)
    await world.ann.slash(parlour, "board", table="T1")
    page = await house.open_browser(world.cleo)
    await page.board()
    away = discord.Permissions(connect=True).value
    world.env.backend.set_overwrite(parlour.id, Overwrite(world.cleo.id, OverwriteType.MEMBER, deny=away))
    await world.env.settle()
    world.clock.now += LATE
    assert (await page.get("board")).status == 403


async def test_discord_is_not_asked_at_every_look(world: World, house: House) -> None:
    await world.game()
    page, mark = await house.open_browser(world.ann), world.mark()
    await asyncio.gather(*(page.board() for _ in range(5)))
    await page.get("picture")
    await page.use(PLAYS)
    assert member_requests(world, mark) == 1
    world.clock.now += USES
    await page.use(str(Control(1, 2, Verb.MORE)))
    assert member_requests(world, mark) == 2


async def test_while_discord_does_not_answer_people_look_on(world: World, house: House) -> None:
    await world.game()
    page, late = await house.open_browser(world.ann), await house.open_browser(world.cleo)
    await page.board()
    with cut_requests(MEMBER, "before", times=99, failure=aiohttp.ServerDisconnectedError()):
        world.clock.now += LATE
        await page.board()
        async with world.assert_unchanged():
            assert (await page.send(custom_id=PLAYS)).status == 503
        assert (await late.get("board")).status == 503
        world.clock.now += OUTAGE
        assert (await page.get("board")).status == 503
    await page.use(PLAYS)
    assert (await world.table()).plies == 1


async def test_until_discord_has_answered_people_look_on(
    world: World, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord gives five members a second per server, and after a restart all are requested at once."""
    monkeypatch.setattr("bot.web.rights.PATIENCE", 0.01)
    await world.game()
    page, answers = await house.open_browser(world.cleo), asyncio.Event()
    kick(world, world.cleo)
    with cut_requests(MEMBER, answers):
        await page.board()
        assert (await page.send(custom_id=PLAYS)).status == 503
        answers.set()
        await world.env.settle()
    assert (await page.get("board")).status == 403


async def test_a_server_that_is_out_of_reach_lets_no_visitor_use_anything(
    world: World, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor does a bot that has just begun, and knows of no server yet."""
    await world.game()
    page = await house.open_browser(world.ann)
    await page.board()
    world.clock.now += USES
    with monkeypatch.context() as patch:
        patch.setattr(discord.Client, "get_guild", lambda *_: None)
        patch.setattr(discord.Client, "is_ready", lambda *_: False)
        async with world.assert_unchanged():
            assert (await page.send(custom_id=PLAYS)).status == 503
        await page.board()
    guild = world.bot.get_guild(world.guild.id)
    assert guild is not None
    monkeypatch.setattr(guild, "unavailable", True)
    assert (await page.send(custom_id=PLAYS)).status == 503


async def test_a_server_that_is_there_can_be_used_before_all_others_are(
    world: World, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot waits two seconds for its last server; the others need not wait with it."""
    await world.game()
    page = await house.open_browser(world.ann)
    monkeypatch.setattr(discord.Client, "is_ready", lambda *_: False)
    assert (await page.send(custom_id=PLAYS)).status == 200


async def test_of_another_processs_server_discord_is_asked_as_well(
    world: World, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.game()
    page, guild = await house.open_browser(world.ann), world.bot.get_guild(world.guild.id)

    async def fetch_guild(*_: object, **__: object) -> discord.Guild | None:
        return guild

    monkeypatch.setattr(discord.Client, "get_guild", lambda *_: None)
    monkeypatch.setattr(discord.Client, "fetch_guild", fetch_guild)
    others = (1, 1) if shard_of(world.guild.id, 2) == 0 else (0, 0)
    monkeypatch.setattr(world.session.context.store.cluster, "shards", Shards(*others, 2))
    assert not world.session.tables.is_ours(world.guild.id)
    kick(world, world.ann)
    world.clock.now += LATE
    assert (await page.get("board")).status == 403


async def test_a_game_by_direct_message_is_its_players(world: World, house: House) -> None:
    """Where Discord tells nothing, as where the bot is a guest, others only view."""
    await open_table(world.ann.user, None, "thrag")
    table = await world.table()
    assert table.guild_id is None
    house.site.tickets()  # it is ready
    desk = house.site._get_desk()  # noqa: SLF001
    for actor, may in ((world.ann, Right.USE), (world.ben, Right.LOOK)):
        visitor = Visitor(table.id, Person(actor.id, actor.name))
        assert await desk.rights.check(visitor, table) is None
        given = await desk.serve(visitor, Press(str(Control(1, table.revision, Verb.MORE))))
        looks = "You can only look" in text_of(given[0]["components"])
        assert looks is (may is Right.LOOK)
