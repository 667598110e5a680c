"""Whatever opens a table asks the server first: who may, in which channel, and how many at once."""

from __future__ import annotations

import ast
import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeAlias

import discord
import pytest
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle, RoleHandle
from simcord.results import InteractionResult

import bot
from bot.features.transfer.service import Transfer
from bot.games.catalogue import CATALOGUE, IN_ENGLISH
from bot.kernel.clicks import Opening
from bot.kernel.trace import Trace
from bot.store import Openers, ServerConfig, Status
from tests.bot.discord.test_refusals import new_thread
from tests.bot.samples import refusing
from tests.bot.ui.opening import open_table
from tests.bot.ui.world import World, board, labels, private, private_text, says, text_of

BOT = Path(str(bot.__file__)).parent

Way: TypeAlias = "Callable[[Scene], Awaitable[Callable[[], Awaitable[InteractionResult]]]]"
"""Sets a scene in which a table could be opened, and returns what opens it."""


@dataclass
class Scene:
    """A server with Mia, who manages it, and Dora, who has the role of those who open tables.

    A table of Ben is open already.
    """

    world: World
    mia: MemberActor
    dora: MemberActor
    hosts: RoleHandle
    others: RoleHandle
    elsewhere: ChannelHandle

    async def settle(self, **settled: Any) -> None:
        """What those who manage the server have settled before."""
        server = ServerConfig(self.world.guild.id, **settled)
        await self.world.session.context.store.servers.set_server(server)

    async def running_tables(self) -> int:
        """How many tables are open or being played in the server."""
        return await self.world.session.context.store.servers.how_many(self.world.guild.id)

    def stored_lines(self) -> list[str]:
        """All that is on disk, but for the secrets of deals, which are drawn on first use."""
        with closing(sqlite3.connect(self.world.path)) as connection:
            return [line for line in connection.iterdump() if not line.startswith('INSERT INTO "deals"')]


@pytest.fixture
async def scene(world: World) -> Scene:
    hosts, others = world.guild.create_role("Hosts"), world.guild.create_role("Others")
    manage = discord.Permissions(manage_guild=True)
    mia = world.guild.add_member(
        world.env.create_user("mia", global_name="Mia"),
        roles=[world.guild.create_role("Keepers", permissions=manage)],
    )
    dora = world.guild.add_member(world.env.create_user("dora", global_name="Dora"), roles=[hosts])
    elsewhere = world.guild.create_text_channel("elsewhere")
    await world.session.lobby.open(
        world.click_by(world.ben), Opening("trogdor", {}, None, None), Trace("scene", 0)
    )
    return Scene(world, mia, dora, hosts, others, elsewhere)


# Every way to open a table


def playing(game: str, **options: object) -> Way:
    """`/play`, with these options; a user's name stands for them."""

    async def way(scene: Scene) -> Callable[[], Awaitable[InteractionResult]]:
        given = {key: scene.world.ben if value == "Ben" else value for key, value in options.items()}
        return lambda: open_table(scene.dora, scene.world.channel, game, **given)

    return way


async def end_game(scene: Scene) -> None:
    """A game of Ann against Ben that was given up; it is table 2."""
    await scene.world.game("dE2-E10")
    await scene.world.move(scene.world.ben, "resign")


async def play_again_click(scene: Scene) -> Callable[[], Awaitable[InteractionResult]]:
    await end_game(scene)
    last = scene.world.last("T2")
    return lambda: scene.dora.click(last, label="Play again")


async def fork(scene: Scene) -> Callable[[], Awaitable[InteractionResult]]:
    await end_game(scene)
    return lambda: scene.dora.slash(scene.world.channel, "table fork", table="T2", move=1)


async def fork_here(scene: Scene) -> Callable[[], Awaitable[InteractionResult]]:
    """The button of the history, and the question that it asks of those who may open tables here."""
    await end_game(scene)
    page = private(await scene.dora.slash(scene.world.channel, "history", table="T2", move=1))

    async def act() -> InteractionResult:
        asked = await scene.dora.click(page, label="Fork here")
        assert asked.response is not None
        sure = [label for label in labels(asked.response) if label.startswith("Yes")]
        return await scene.dora.click(asked.response, label=sure[0]) if sure else asked

    return act


async def alone(scene: Scene) -> str:
    """The code of a game that Dora plays by herself."""
    shown = board(await open_table(scene.dora, scene.world.channel, "thrag"))
    await scene.dora.click(shown, label=labels(shown)[0])
    return "T2"


async def move_here(scene: Scene) -> Callable[[], Awaitable[InteractionResult]]:
    """A game of hers comes to the channel from elsewhere; the table that it leaves counts no more."""
    await open_table(scene.dora, scene.elsewhere, "thrag")

    async def act() -> InteractionResult:
        asked = await scene.dora.slash(scene.elsewhere, "table transfer", channel=scene.world.channel)
        assert asked.response is not None
        sure = [label for label in labels(asked.response) if label.startswith("Yes")]
        return await scene.dora.click(asked.response, label=sure[0]) if sure else asked

    return act


async def arrive(scene: Scene) -> Callable[[], Awaitable[InteractionResult]]:
    session, code = scene.world.session, await alone(scene)
    click = scene.world.click_by(scene.dora)
    await session.service(Transfer).ask_to_move(click, int(code[1:]), None)
    _, files = await session.service(Transfer).export_game(click, int(code[1:]), Trace("scene", 0))
    ((name, text), *_) = files.items()
    return lambda: scene.dora.slash(scene.world.channel, "table arrive", file=(name, text.encode()))


WAYS: dict[str, dict[str, Way]] = {
    "open": {
        **{f"/play {game}": playing(game) for game in CATALOGUE},
        "a challenge": playing("thud", opponent="Ben"),
        "in a thread": playing("thud", thread=True),
    },
    "open_deal": {"daily:true": playing("thrag", daily=True)},
    "open_weekly": {"weekly:true": playing("trogdor", weekly=True)},
    "rematch": {"Play again": play_again_click},
    "fork": {"/table fork": fork, "Fork here": fork_here},
    "move_to_channel": {"/table transfer": move_here},
    "import_game": {"/table arrive": arrive},
}
"""By the method of the session that makes the table: how people come there."""

EVERY = {name: way for ways in WAYS.values() for name, way in ways.items()}


def callers(name: str) -> Iterator[tuple[str, str, str]]:
    """Every function of the bot that calls a method of this name, with its module and whose method it is."""
    for path in sorted(BOT.rglob("*.py")):
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                calls = (node.func for node in ast.walk(function) if isinstance(node, ast.Call))
                for call in calls:
                    if isinstance(call, ast.Attribute) and call.attr == name:
                        yield path.stem, function.name, ast.unparse(call.value)


def test_every_way_to_make_a_table_is_known_here() -> None:
    """A new caller must be listed above, and tried below."""
    made = {call for call in callers("create") if call[0] != "store"}
    ways = {function for _, function, whose in made if whose == "self._new_tables"}
    assert ways == set(WAYS)
    others = {call for call in made if call[2] not in ("self._new_tables", "self._tournaments")}
    assert others == {("opening", "create", "self._store")}, "no other function asks the store for a table"


def not_her_role(scene: Scene) -> dict[str, Any]:
    return {"opener": Openers.ROLE, "role_id": scene.others.id}


def managers(_: Scene) -> dict[str, Any]:
    return {"opener": Openers.MANAGERS}


def another_channel(scene: Scene) -> dict[str, Any]:
    return {"channels": frozenset({scene.elsewhere.id})}


def as_many_as_run(_: Scene) -> dict[str, Any]:
    return {"most": 1}


SETTINGS: dict[str, tuple[Callable[[Scene], dict[str, Any]], str]] = {
    "another role": (
        not_her_role,
        "Only people with <@&{others}> can start games here.",
    ),
    "managers": (managers, "Only those who manage this server can start games here."),
    "`/table transfer`": (
        another_channel,
        "No games start in this channel. Try <#{elsewhere}>",
    ),
    "as many as run": (as_many_as_run, "This server is full: "),
}


@pytest.mark.sampled(4)
@pytest.mark.parametrize("setting", SETTINGS)
@pytest.mark.parametrize("name", EVERY)
async def test_what_a_server_has_settled_refuses_every_way_in_private(
    scene: Scene, name: str, setting: str
) -> None:
    act = await EVERY[name](scene)
    settled, sentence = SETTINGS[setting]
    await scene.settle(**settled(scene))
    before, seen, threads = (
        await scene.running_tables(),
        scene.world.public(),
        len(scene.world.channel.threads),
    )
    disk = [
        line for line in scene.stored_lines() if "departures" not in line
    ]  # that she asked to move may stay

    said = private_text(await act())
    assert sentence.format(others=scene.others.id, elsewhere=scene.elsewhere.id) in said
    assert await scene.running_tables() == before
    assert [line for line in scene.stored_lines() if "departures" not in line] == disk
    assert scene.world.public() == seen
    assert len(scene.world.channel.threads) == threads
    assert not any(posted.pings for posted in scene.world.posts_since() if posted.private)


@pytest.mark.parametrize("name", EVERY)
async def test_what_a_server_allows_every_way_does(scene: Scene, name: str) -> None:
    act = await EVERY[name](scene)
    before = await scene.running_tables()
    here = frozenset({scene.world.channel.id})
    most = before + 1
    await scene.settle(opener=Openers.ROLE, role_id=scene.hosts.id, channels=here, most=most)

    await act()
    table = await scene.world.table(await newest(scene))
    assert table.status in (Status.OPEN, Status.PLAYING)
    assert scene.world.channel.id in (table.channel_id, table.home_id)
    assert {player.user_id: player.name for player in table.players}[scene.dora.id] == "Dora"
    assert await scene.running_tables() == (before if name == "/table transfer" else before + 1)


async def newest(scene: Scene) -> int:
    """The number of the last table that was opened."""
    number = 1
    while await scene.world.session.context.store.table(number + 1) is not None:
        number += 1
    return number


# Who, where, how many


async def test_server_managers_always_open_tables(scene: Scene) -> None:
    for settled in (managers(scene), not_her_role(scene)):
        await scene.settle(**settled)
        board(await open_table(scene.mia, scene.world.channel, "thud"))
    assert await scene.running_tables() == 3


@pytest.mark.parametrize(
    ("setting", "sentence"),
    [
        (another_channel, "or change that with `/server`."),
        (
            as_many_as_run,
            "`/server` shows them, and can allow more.",
        ),
    ],
)
async def test_channels_and_the_limit_hold_for_them_too_and_they_hear_what_they_can_change(
    scene: Scene, setting: Callable[[Scene], dict[str, Any]], sentence: str
) -> None:
    await scene.settle(**setting(scene))
    assert sentence in private_text(await open_table(scene.mia, scene.world.channel, "thud"))
    assert await scene.running_tables() == 1


async def test_a_thread_belongs_to_its_channel(scene: Scene) -> None:
    thread, other = (
        await new_thread(scene.world, scene.world.channel),
        await new_thread(scene.world, scene.elsewhere),
    )
    await scene.settle(channels=frozenset({scene.elsewhere.id}))
    assert f"<#{scene.elsewhere.id}>" in private_text(await open_table(scene.dora, thread, "thud"))
    board(await open_table(scene.dora, other, "thud"))
    assert (await scene.world.table(2)).channel_id == other.id


async def test_at_the_limit_one_hears_which_of_ones_own_tables_could_end(scene: Scene) -> None:
    await scene.settle(most=1)
    said = private_text(await open_table(scene.world.ben, scene.elsewhere, "thud"))
    assert says(said, "opening-full-own", codes="T1")
    assert "T1" not in private_text(await open_table(scene.dora, scene.elsewhere, "thud"))


async def test_below_the_limit_only_so_many_ends_make_room(scene: Scene) -> None:
    for _ in range(3):
        await open_table(scene.mia, scene.world.channel, "thud")
    running = await scene.running_tables()
    assert running == 4
    await scene.settle(most=1)
    stranger = private_text(await open_table(scene.dora, scene.world.channel, "thud"))
    assert stranger == IN_ENGLISH("opening-full-over", running=4, most=1, ends=4)
    own = private_text(await open_table(scene.world.ben, scene.world.channel, "thud"))
    assert says(own, "opening-full-own-over", ends=4, codes="T1")
    await scene.settle(most=4)
    assert says(private_text(await open_table(scene.dora, scene.world.channel, "thud")), "opening-full")


async def test_who_may_open_none_hears_that_before_anything_else(scene: Scene) -> None:
    await scene.settle(**managers(scene))
    for table in ("T1", "T99"):
        said = private_text(await scene.dora.slash(scene.world.channel, "table fork", table=table, move=99))
        assert says(said, "opening-managers")


async def test_tables_of_other_servers_and_of_messages_do_not_count(scene: Scene) -> None:
    await scene.settle(most=2)
    await open_table(scene.dora.user, None, "thrag")
    guild = scene.world.env.create_guild("Another house")
    visitor = guild.add_member(scene.dora.user)
    await open_table(visitor, guild.create_text_channel("there"), "thud")
    board(await open_table(scene.dora, scene.world.channel, "thud"))
    assert says(
        private_text(await open_table(scene.dora, scene.world.channel, "thud")),
        "opening-full-own",
        running=2,
        most=2,
    )


async def test_alone_with_the_bot_no_server_has_a_say(scene: Scene) -> None:
    await scene.settle(opener=Openers.MANAGERS, channels=frozenset({scene.elsewhere.id}), most=1)
    shown = board(await open_table(scene.dora.user, None, "thrag"))
    assert "who first?" in text_of(shown.components)


async def test_two_at_once_for_the_last_table_and_one_of_them_is_told(scene: Scene) -> None:
    await end_game(scene)
    questions = []
    for one in (scene.world.ann, scene.dora):
        page = private(await one.slash(scene.world.channel, "history", table="T2", move=1))
        questions.append((await one.click(page, label="Fork here")).response)
    await scene.settle(most=2)
    sure = [
        (one, question, "Yes: Play on")
        for one, question in zip((scene.world.ann, scene.dora), questions, strict=True)
        if question is not None
    ]
    posted = await scene.world.at_once(*sure)
    assert await scene.running_tables() == 2
    assert sum(says(one.text, "opening-full", running=2, most=2) for one in posted if one.private) == 1
    assert sum("from **T2**" in one.text for one in posted if not one.private) == 1


async def test_who_is_later_with_play_again_hears_where_it_goes_on_also_at_the_limit(scene: Scene) -> None:
    await end_game(scene)
    last = scene.world.last("T2")
    await scene.settle(most=2)
    scene.world.env.inject_error("PATCH", "*", times=None, status=400, code=30046)  # the button stays
    await scene.dora.click(last, label="Play again")
    said = private_text(await scene.world.ann.click(last, label="Play again"))
    assert said.startswith(IN_ENGLISH("again-opened", next="T3"))


async def test_a_deal_that_was_begun_is_shown_wherever_tables_may_be_opened(scene: Scene) -> None:
    await open_table(scene.dora, scene.world.channel, "thrag", daily=True)
    await scene.settle(opener=Openers.MANAGERS, channels=frozenset({scene.elsewhere.id}), most=1)
    shown = private(await open_table(scene.dora, scene.world.channel, "thrag", daily=True))
    assert IN_ENGLISH("button.type") in labels(shown)
    assert await scene.running_tables() == 2


async def test_what_was_opened_before_goes_on(scene: Scene) -> None:
    """Players join, start and move at a table that could not be opened any more."""
    await scene.world.ben.slash(scene.world.channel, "board", table="T1")
    await scene.settle(opener=Openers.MANAGERS, channels=frozenset({scene.elsewhere.id}), most=1)
    await scene.dora.click(scene.world.last("T1"), label="Join")
    await scene.world.ben.click(scene.world.last("T1"), label="Start")
    table = await scene.world.table()
    assert (table.status, len(table.players)) == (Status.PLAYING, 2)


async def test_a_server_is_asked_however_the_bot_came_there(scene: Scene) -> None:
    """The bot is a guest of one user; Discord's data of the click is the same."""
    await scene.settle(opener=Openers.ROLE, role_id=scene.hosts.id)
    click, opening = scene.world.click_by(scene.world.cleo), Opening("thrag", {}, None, None)
    with refusing("opening-role"):
        await scene.world.session.lobby.open(click, opening, Trace("test", 0))
    allowed = replace(click, roles=frozenset({scene.hosts.id}))
    await scene.world.session.lobby.open(allowed, opening, Trace("test", 0))
    assert await scene.running_tables() == 2
