"""What people send, as discord.py at the other end reads it; and what nobody can send."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import discord
import pytest
from discord import app_commands

from tests.tools.standin.caller import Caller
from tools.standin.bot import redirect_discord
from tools.standin.interaction_data import CannotPress
from tools.standin.interactions import CallbackType, Interaction
from tools.standin.standin import StandIn
from tools.standin.world import MANAGER, FakeMessage, Upload

SELECTS = {"people": 5, "roles": 6, "channels": 8}


class Fields(discord.ui.Modal):
    """A form with a field of every kind."""

    text = discord.ui.Label[Any](text="text", component=discord.ui.TextInput(custom_id="text", min_length=2))
    usual = discord.ui.Label[Any](
        text="usual", component=discord.ui.TextInput(custom_id="usual", default="as it was", required=False)
    )
    picked = discord.ui.Label[Any](
        text="picked",
        component=discord.ui.Select(
            custom_id="picked", options=[discord.SelectOption(label=one, value=one) for one in "ab"]
        ),
    )
    people = discord.ui.Label[Any](
        text="people", component=discord.ui.UserSelect(custom_id="people", required=True)
    )
    files = discord.ui.Label[Any](text="files", component=discord.ui.FileUpload(custom_id="files"))

    def __init__(self) -> None:
        super().__init__(title="form", custom_id="form")


class Choices(discord.ui.Modal):
    """A form with what is ticked."""

    one = discord.ui.Label[Any](
        text="one",
        component=discord.ui.RadioGroup(
            custom_id="one", options=[discord.RadioGroupOption(label=one, value=one) for one in "ab"]
        ),
    )
    many = discord.ui.Label[Any](
        text="many",
        component=discord.ui.CheckboxGroup(
            custom_id="many", options=[discord.CheckboxGroupOption(label=one, value=one) for one in "abc"]
        ),
    )
    yes = discord.ui.Label[Any](text="yes", component=discord.ui.Checkbox(custom_id="yes"))

    def __init__(self) -> None:
        super().__init__(title="choices", custom_id="choices")


class Listening(discord.Client):
    """A bot that keeps all that it is sent."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self.tree = app_commands.CommandTree(self)
        self.given: dict[str, Any] = {}
        self.last: discord.Interaction | None = None
        self.joined: list[str] = []
        self.has_joined = asyncio.Event()

    async def setup_hook(self) -> None:
        """Set the commands."""

        @app_commands.describe(text="text")
        async def options(  # noqa: PLR0917 - each an option
            interaction: discord.Interaction,
            text: app_commands.Range[str, 2, 9],
            number: app_commands.Range[int, 1, 5] = 1,
            truth: bool = False,
            person: discord.User | discord.Member | None = None,
            channel: discord.TextChannel | None = None,
            role: discord.Role | None = None,
            file: discord.Attachment | None = None,
        ) -> None:
            self.last = interaction
            data = None if file is None else await file.read()
            self.given = {"text": text, "number": number, "truth": truth, "person": person}
            self.given |= {"channel": channel, "role": role, "file": data}
            await interaction.response.send_message("heard")

        async def offer_choices(_: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
            return [app_commands.Choice(name=f"{current}!", value=current)]

        async def challenge(interaction: discord.Interaction, user: discord.User) -> None:
            self.last, self.given = interaction, {"user": user.name}
            await interaction.response.send_modal(Choices() if user.name == "bob" else Fields())

        everywhere = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)
        both = app_commands.AppInstallationType(guild=True, user=True)
        group = app_commands.Group(
            name="give", description="give", allowed_contexts=everywhere, allowed_installs=both
        )
        command = app_commands.Command[Any, ..., Any](name="all", description="all", callback=options)
        command.autocomplete("text")(offer_choices)
        group.add_command(command)
        self.tree.add_command(group)
        menu = app_commands.ContextMenu(name="Challenge", callback=challenge)
        self.tree.add_command(menu)
        await self.tree.sync()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Keep what was pressed or entered."""
        if interaction.type is discord.InteractionType.component:
            self.last = interaction
            await interaction.response.defer()
        elif interaction.type is discord.InteractionType.modal_submit:
            self.last = interaction
            await interaction.response.send_message("thanks")

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Keep where it has come to."""
        self.joined.append(guild.name)
        self.has_joined.set()


class Room:
    """People in a channel, and a bot that listens."""

    def __init__(self, there: StandIn) -> None:
        self.there, self.bot = there, Listening()
        world = there.world
        self.house = world.server("house", locale="fr")
        self.games = world.channel(self.house, "games")
        self.watch = world.role(self.house, "watch")
        self.alice = world.person("alice", MANAGER, "de")
        self.bob = world.person("bob")
        self.afar = world.channel(world.server("afar", joined=False), "elsewhere")

    @property
    def last_interaction(self) -> discord.Interaction:
        assert self.bot.last is not None
        return self.bot.last

    async def wait_answered(self, asked: Interaction) -> Interaction:
        assert await asked.wait_for_answer()
        return asked


@asynccontextmanager
async def listening() -> AsyncIterator[Room]:
    async with StandIn(patience=30) as there:
        room = Room(there)
        with redirect_discord(there.address):
            async with room.bot:
                running = asyncio.create_task(room.bot.start(there.token))
                await there.gateway.connected.wait()
                yield room
            await asyncio.gather(running, return_exceptions=True)


@pytest.fixture
async def room() -> AsyncIterator[Room]:
    async with listening() as room:
        yield room


async def test_options_of_every_kind_arrive_as_what_they_are(room: Room) -> None:
    given: dict[str, Any] = {
        "text": "hello",
        "number": 3,
        "truth": True,
        "person": room.bob,
        "channel": room.games,
        "role": room.watch,
        "file": Upload("a.txt", b"what is in it"),
    }
    asked = await room.there.command(room.alice, room.games, "give all", **given)
    await room.wait_answered(asked)
    assert asked.messages[0].text == "heard"
    assert room.bot.given["person"].id == room.bob.id
    assert isinstance(room.bot.given["person"], discord.Member)
    assert room.bot.given["channel"].id == room.games.id
    assert room.bot.given["role"].id == room.watch.id
    assert {key: room.bot.given[key] for key in ("text", "number", "truth", "file")} == {
        "text": "hello",
        "number": 3,
        "truth": True,
        "file": b"what is in it",
    }
    assert room.last_interaction.locale is discord.Locale.german
    assert room.last_interaction.guild_locale is discord.Locale.french
    assert room.last_interaction.permissions.manage_guild


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"text": "x"},
        {"text": "hello", "number": 6},
        {"text": "hello", "number": True},
        {"text": "hello", "person": "bob"},
        {"text": "hello", "unknown": 1},
    ],
)
async def test_what_a_command_does_not_take_nobody_can_send(room: Room, given: dict[str, Any]) -> None:
    await room.wait_answered(await room.there.command(room.alice, room.games, "give all", text="once"))
    with pytest.raises(CannotPress):
        await room.there.command(room.alice, room.games, "give all", **given)
    with pytest.raises(CannotPress):
        await room.there.command(room.alice, room.games, "give nothing")


async def test_what_is_offered_while_somebody_types_is_kept(room: Room) -> None:
    await room.wait_answered(await room.there.command(room.alice, room.games, "give all", text="once"))
    typed = await room.wait_answered(await room.there.type(room.alice, room.games, "give all", "text", "d"))
    assert typed.answer is CallbackType.CHOICES
    assert typed.choices == [{"name": "d!", "value": "d"}]
    with pytest.raises(CannotPress):
        await room.there.type(room.alice, room.games, "give all", "number", "1")


async def test_a_form_is_filled_in_whatever_its_fields_are(room: Room) -> None:
    asked = await room.wait_answered(await room.there.menu(room.bob, room.games, "Challenge", room.alice))
    assert room.bot.given == {"user": "alice"}
    entered = {"text": "hi", "picked": ["b"], "people": [room.bob], "files": [Upload("a.txt", b"!")]}
    for missing in entered:
        with pytest.raises(CannotPress):
            await room.there.submit(asked, {key: one for key, one in entered.items() if key != missing})
    with pytest.raises(CannotPress):
        await room.there.submit(asked, entered | {"text": "x"})
    with pytest.raises(CannotPress):
        await room.there.submit(asked, entered | {"picked": ["c"]})
    await room.wait_answered(await room.there.submit(asked, entered))
    data: Any = room.last_interaction.data
    filled = {one["component"]["custom_id"]: one["component"] for one in data["components"]}
    assert filled["text"]["value"] == "hi"
    assert filled["usual"]["value"] == "as it was"
    assert filled["picked"]["values"] == ["b"]
    assert filled["people"]["values"] == [str(room.bob.id)]
    (file,) = filled["files"]["values"]
    assert data["resolved"]["attachments"][file]["filename"] == "a.txt"


async def test_what_is_ticked_in_a_form(room: Room) -> None:
    asked = await room.wait_answered(await room.there.menu(room.alice, room.games, "Challenge", room.bob))
    with pytest.raises(CannotPress):
        await room.there.submit(asked, {"many": ["a"]})
    await room.wait_answered(await room.there.submit(asked, {"one": "b", "many": ["a", "c"], "yes": True}))
    data: Any = room.last_interaction.data
    filled = {one["component"]["custom_id"]: one["component"] for one in data["components"]}
    assert (filled["one"]["value"], filled["many"]["values"], filled["yes"]["value"]) == (
        "b",
        ["a", "c"],
        True,
    )


def with_lists(room: Room) -> FakeMessage:
    rows = [{"type": 1, "components": [{"type": kind, "custom_id": name}]} for name, kind in SELECTS.items()]
    return room.there.world.write(room.games, {"components": rows}, {}, 0.0)


async def test_lists_whose_values_discord_offers(room: Room) -> None:
    message = with_lists(room)
    for name, one in (("people", room.bob), ("roles", room.watch), ("channels", room.games)):
        pressed = await room.wait_answered(await room.there.press(room.alice, message, name, [one]))
        data: Any = room.last_interaction.data
        assert data["values"] == [str(one.id)]
        assert str(one.id) in data["resolved"][{"people": "users"}.get(name, name)]
        assert pressed.answer is CallbackType.LATER
        with pytest.raises(CannotPress):
            await room.there.press(room.alice, message, name, [])
        with pytest.raises(CannotPress):
            await room.there.press(room.alice, message, name, ["7"])


async def test_where_somebody_has_brought_the_bot_along(room: Room) -> None:
    await room.wait_answered(await room.there.command(room.alice, room.games, "give all", text="once"))
    assert room.bot.get_guild(room.afar.server.id) is None  # type: ignore[union-attr]
    for where, context in ((room.afar, "guild"), (room.there.world.group(room.alice), "private_channel")):
        await room.wait_answered(await room.there.command(room.alice, where, "give all", text="hello"))
        assert room.last_interaction.is_user_integration()
        assert not room.last_interaction.is_guild_integration()
        assert getattr(room.last_interaction.context, context)
        with pytest.raises(CannotPress):
            await room.there.menu(room.alice, where, "Challenge", room.bob)


async def test_a_server_that_the_bot_joins_later(room: Room) -> None:
    await room.bot.wait_until_ready()
    server = room.there.world.server("new")
    room.there.world.channel(server)
    await room.there.join(server)
    async with asyncio.timeout(30):
        await room.bot.has_joined.wait()
    assert room.bot.joined == ["new"]


async def test_the_bot_reaches_nothing_where_it_is_not(caller: Caller) -> None:
    world = caller.discord.world
    away = world.server(joined=False)
    for where in (world.channel(away), world.group(caller.alice)):
        for call in (f"GET /channels/{where.id}", f"GET /channels/{where.id}/messages/1"):
            assert (await caller.call(call))[1]["code"] == 50001
    for call in (f"GET /guilds/{away.id}", f"GET /guilds/{away.id}/members/{caller.alice.id}"):
        assert (await caller.call(call))[1]["code"] == 10004


@pytest.mark.parametrize(("joined", "codes"), [(True, []), (False, [40094])])
async def test_where_the_bot_is_not_it_follows_up_five_times(
    caller: Caller, *, joined: bool, codes: list[int]
) -> None:
    channel = caller.discord.world.channel(caller.discord.world.server(joined=joined))
    board = caller.discord.world.write(channel, {"content": "x"}, {}, 0.0)
    asked = await caller.discord.press(caller.alice, board, ":old")
    await caller.answer(asked, 6)
    hook = f"POST /webhooks/{caller.discord.world.bot.id}/{asked.token}"
    answers = [(await caller.call(hook, {"content": str(number)}))[1] for number in range(6)]
    assert [answer["code"] for answer in answers if "code" in answer] == codes
