"""Every change of servers, channels, rights and people, at every kind of table, with a clock and without.

Afterwards no player is held, nothing is lost, and no player was called twice for the same.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import pytest
from simcord.actors import MemberActor
from simcord.backend.serializers import guild_create_payload
from simcord.builders import ChannelHandle

from bot.kernel.clicks import Opening, Person
from bot.kernel.trace import Trace
from bot.store import Status, Table, Terms
from bot.store.upkeep.backup import backup
from tests.bot.discord.test_refusals import new_thread, strict_channel
from tests.bot.ui.alarms.test_restored import put_back
from tests.bot.ui.table.test_out_of_reach import bar_bot, bot_return, delete_channel, remove_bot, unbar_bot
from tests.bot.ui.world import World, labels, message_text, parse_post

pytestmark = pytest.mark.slow

HOUR = 3600


@dataclass
class Scene:
    """A table in a channel of its own, and a channel from where people act who cannot act there."""

    world: World
    table: Table
    place: ChannelHandle
    elsewhere: ChannelHandle
    mark: int
    alone: MemberActor | None = None
    shut: bool = False
    refused: int | None = None

    async def now(self) -> Table:
        return await self.world.table(self.table.id)

    def people(self) -> list[MemberActor]:
        """Those who sit there and are in the server."""
        sits = {player.user_id for player in self.table.players}
        there = [one for one in (self.world.ann, self.world.ben) if one.id in sits]
        return [one for one in there if one is not self.alone]


async def duel(world: World, channel: ChannelHandle, clock: int) -> Table:
    """A duel in which it is Ann's turn."""
    trace, session = Trace("scene", 0), world.session
    opening = Opening("thud", {}, 0, Person(world.ben.id, "Ben"), terms=Terms(clock=clock))
    table = (await session.lobby.open(world.click_by(world.ann, channel), opening, trace)).table
    return (await session.lobby.sit(world.click_by(world.ben, channel), table.id, 0, trace)).table


async def challenge(world: World, channel: ChannelHandle, clock: int) -> Table:
    """Ann has challenged Ben."""
    opening = Opening("thud", {}, 0, Person(world.ben.id, "Ben"), terms=Terms(clock=clock))
    return (
        await world.session.lobby.open(world.click_by(world.ann, channel), opening, Trace("scene", 0))
    ).table


async def lobby(world: World, channel: ChannelHandle, clock: int) -> Table:
    """Ann and Ben gather."""
    trace, session = Trace("scene", 0), world.session
    opening = Opening("trogdor", {}, None, None, terms=Terms(clock=clock))
    table = (await session.lobby.open(world.click_by(world.ann, channel), opening, trace)).table
    return (await session.lobby.sit(world.click_by(world.ben, channel), table.id, 0, trace)).table


async def together(world: World, channel: ChannelHandle, clock: int) -> Table:
    """Ann and Ben play together."""
    table = await lobby(world, channel, clock)
    return (
        await world.session.lobby.start(
            world.click_by(world.ann, channel), table.id, table.revision, Trace("", 0)
        )
    ).table


TABLES = {"duel": duel, "challenge": challenge, "lobby": lobby, "together": together}


# What happens


async def channel_deleted(scene: Scene) -> None:
    delete_channel(scene.world, scene.place)
    scene.shut = True


async def bot_removed(scene: Scene) -> None:
    remove_bot(scene.world, scene.place)
    scene.shut = True


async def bot_removed_for_hours(scene: Scene) -> None:
    back = bot_return(scene.world)
    remove_bot(scene.world, scene.place)
    for _ in range(3):
        await scene.world.later(1)
    back()
    await scene.world.env.settle()


async def server_out_for_hours(scene: Scene) -> None:
    """An outage of Discord's."""
    backend = scene.world.env.backend
    backend.emit("GUILD_DELETE", {"id": str(scene.world.guild.id), "unavailable": True})
    for _ in range(3):
        await scene.world.later(1)
    guild = backend.guilds[scene.world.guild.id]
    backend.emit("GUILD_CREATE", guild_create_payload(backend, guild))
    await scene.world.env.settle()


async def server_blocked_for_hours(scene: Scene) -> None:
    """By the bot's host."""
    blocks = scene.world.session.context.store.servers
    await blocks.block(scene.world.guild.id, scene.world.clock.now)
    for _ in range(3):
        assert await scene.world.later(1) == []
    await blocks.unblock(scene.world.guild.id)


async def backup_put_back(scene: Scene) -> None:
    """The player on turn is called once more: it is unknown what they have seen since."""
    copy = scene.world.path.with_name("copy.db")
    backup(scene.world.path, copy)
    await put_back(scene.world, copy)
    scene.mark = scene.world.mark()


async def rights_taken(scene: Scene) -> None:
    bar_bot(scene.world, scene.place)
    scene.shut = True


async def rights_taken_for_hours(scene: Scene) -> None:
    bar_bot(scene.world, scene.place)
    for _ in range(3):
        await scene.world.later(1)
    unbar_bot(scene.world, scene.place)
    await scene.world.env.settle()


async def thread_locked(scene: Scene) -> None:
    scene.world.env.backend.edit_channel(
        scene.place.id, {}, thread_metadata={"archived": True, "locked": True}
    )
    scene.shut = True


async def thread_locked_for_hours(scene: Scene) -> None:
    await thread_locked(scene)
    await scene.world.later(3)
    scene.world.env.backend.edit_channel(
        scene.place.id, {}, thread_metadata={"archived": False, "locked": False}
    )
    await scene.world.env.settle()
    scene.shut = False


async def bot_away_for_days(scene: Scene) -> None:
    scene.world.clock.now += 72 * HOUR
    await scene.world.restart()


async def player_left(scene: Scene) -> None:
    scene.world.guild.remove_member(scene.world.ben)
    scene.alone = scene.world.ben


async def refused_once(scene: Scene) -> None:
    """A 403 that passes, though the rights are there."""
    path = f"/channels/{scene.place.id}/messages"
    scene.world.env.inject_error("POST", path, status=403, code=50013, times=1)
    scene.refused = scene.world.mark()


CHANGES: dict[str, Callable[[Scene], Awaitable[None]]] = {
    change.__name__: change
    for change in (
        channel_deleted,
        bot_removed,
        bot_removed_for_hours,
        server_out_for_hours,
        server_blocked_for_hours,
        backup_put_back,
        rights_taken,
        rights_taken_for_hours,
        thread_locked,
        thread_locked_for_hours,
        bot_away_for_days,
        player_left,
        refused_once,
    )
}


async def set_scene(world: World, kind: str, change: str, clock: int) -> Scene:
    home = strict_channel(world, "manage_threads")
    in_thread = change.startswith("thread")
    place = await new_thread(world, home) if in_thread else world.guild.create_text_channel("table")
    elsewhere = world.guild.create_text_channel("elsewhere")
    table = await TABLES[kind](world, place, clock)
    mark = world.mark()
    await world.tick()
    await world.later(1)
    return Scene(world, await world.table(table.id), place, elsewhere, mark)


def called_twice(scene: Scene) -> list[object]:
    """The players who were called more than once for the same reason, by message."""
    calls, path = Counter[object](), f"/channels/{scene.place.id}/messages"
    requests = list(enumerate(scene.world.env.http_requests))[scene.mark :]
    refused = scene.refused
    for at, request in requests:
        if refused is not None and at >= refused and (request.method, request.path) == ("POST", path):
            refused = None  # that one was not posted
            continue
        one = parse_post(request)
        if one is not None and one.new and not one.private:
            about = re.sub(r"<[^>]*>|\d+", "", one.text)[:40]
            calls.update((user, about) for user in one.pings)
    return [call for call, times in calls.items() if times > 1]


@pytest.mark.parametrize("seconds", [0, 10 * HOUR], ids=["no clock", "clock"])
@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("kind", TABLES)
async def test_a_table_survives(world: World, kind: str, change: str, seconds: int) -> None:
    scene = await set_scene(world, kind, change, seconds)
    before, lines = await scene.now(), await world.log(scene.table.id)
    await CHANGES[change](scene)
    await world.env.settle()
    for _ in range(30):
        await world.later(0.5)
    table = await scene.now()
    assert (table.state, await world.log(table.id)) == (before.state, lines), "nothing is lost"
    assert table.status is before.status
    assert called_twice(scene) == []
    if scene.shut:
        for one in table.time.clocks:
            assert not one.up, "no time has run"
    else:
        await assert_shown(scene)
    await assert_all_can_leave(scene)


async def assert_shown(scene: Scene) -> None:
    """The channel shows the table as it is on disk, with what can be used."""
    table = await scene.now()
    assert table.board is not None
    board = next(one for one in scene.place.history() if one.id == table.board.message_id)
    parts = str([part.to_dict() for part in board.components])
    custom_ids = re.findall(rf"t{table.id}\.(\d+)\.(?:sit|more|start|details)\.", parts)
    assert custom_ids, message_text(board)
    assert set(custom_ids) == {str(table.revision)}
    assert await scene.world.session.outbox.entry_of(table.id) is None


async def assert_all_can_leave(scene: Scene) -> None:
    """Every present player can end it, or leave it: where it is played, or from elsewhere."""
    world = scene.world
    for actor in scene.people():
        table = await scene.now()
        if table.status not in (Status.OPEN, Status.PLAYING):
            return
        player = next((one for one in table.players if one.user_id == actor.id), None)
        if player is None or not player.seated:
            continue
        command = "resign" if table.game == "thud" and table.status is Status.PLAYING else "leave"
        if not scene.shut:
            asked = await actor.slash(scene.place, command, table=table.code)
        elif world.bot.get_guild(world.guild.id) is None:
            asked = await actor.user.slash(command, table=table.code)
        else:
            asked = await actor.slash(scene.elsewhere, command, table=table.code)
        if table.status is Status.PLAYING:
            assert asked.response is not None
            (yes,) = [label for label in labels(asked.response) if label.startswith("Yes")]
            by = actor.user if scene.shut and world.bot.get_guild(world.guild.id) is None else actor
            await by.click(asked.response, label=yes)
        after = await scene.now()
        gone = after.status in (Status.OVER, Status.CLOSED)
        left = await world.log(after.id)
        assert gone or actor.id not in {one.user_id for one in after.players} or left[-1].action == "leave"
    if scene.alone is None:
        assert (await scene.now()).status in (Status.OVER, Status.CLOSED)
