"""`/server`: what those who manage a server settle, and what everybody else hears."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import discord
import pytest
from simcord.actors import MemberActor
from simcord.backend.errors import SetupError
from simcord.builders import RoleHandle

from bot.session.server import CHANNELS
from bot.store import Openers, Server
from tests.bot.ui.kit.test_refusals import new_thread
from tests.bot.ui.world import World, board, told

CHANGES: dict[str, dict[str, object]] = {
    "openers": {"who": "managers"},
    "channels add": {},
    "channels remove": {"channel": "general"},
    "channels all": {},
    "limit": {"tables": 3},
    "language": {"language": "de"},
    "tables": {},
}
"""Every subcommand that only those may use who manage the server, with options that it takes."""


@dataclass
class House:
    """A server that Mia manages."""

    world: World
    mia: MemberActor
    hosts: RoleHandle

    async def mia_says(self, command: str, **options: Any) -> str:
        """What she is told, and nobody else."""
        mark = self.world.mark()
        said = told(await self.mia.slash(self.world.channel, f"server {command}", **options))
        assert all(posted.private and not posted.pings for posted in self.world.posted(mark))
        return said

    async def settled(self) -> Server:
        return await self.world.session.context.store.servers.server(self.world.guild.id)

    def opened_to_all(self) -> None:
        """Those who manage the server let everybody use the command; Discord does not ask them any more."""
        command = self.world.env.backend.find_command("server", self.world.guild.id, type=1)
        assert command is not None
        self.world.guild.set_command_permissions(int(command["id"]), {self.world.guild.default_role: True})


@pytest.fixture
def house(world: World) -> House:
    manage = discord.Permissions(manage_guild=True)
    keepers = world.guild.create_role("Keepers", permissions=manage)
    mia = world.guild.add_member(world.env.create_user("mia", global_name="Mia"), roles=[keepers])
    return House(world, mia, world.guild.create_role("Hosts"))


# Whose it is


async def test_discord_offers_it_only_to_those_who_manage_the_server(house: House) -> None:
    assert "server" in str(house.mia.available_commands(house.world.channel))
    with pytest.raises(SetupError, match="default-member-permissions"):
        await house.world.ann.slash(house.world.channel, "server show")


async def test_it_is_not_there_in_direct_messages(house: House) -> None:
    assert "server" not in str(house.mia.user.available_commands())


@pytest.mark.parametrize("command", CHANGES)
async def test_who_was_given_the_command_without_the_right_changes_nothing_and_hears_why(
    house: House, command: str
) -> None:
    house.opened_to_all()
    before = await house.settled()
    said = told(await house.world.ann.slash(house.world.channel, f"server {command}", **CHANGES[command]))
    assert "Only people who may manage this server (Discord's permission Manage Server) can do that." in said
    assert await house.settled() == before


async def test_every_change_is_among_those(house: House) -> None:
    group = house.world.bot.tree.get_command("server")
    assert isinstance(group, discord.app_commands.Group)
    every = {
        one.qualified_name for one in group.walk_commands() if isinstance(one, discord.app_commands.Command)
    }
    assert every - {"server show"} == {f"server {command}" for command in CHANGES}


async def test_what_holds_is_told_to_whoever_may_use_the_command(house: House) -> None:
    house.opened_to_all()
    await house.mia_says("openers", who="managers")
    said = told(await house.world.ann.slash(house.world.channel, "server show"))
    assert "Only people who manage the server may open tables." in said
    assert "Only people who manage this server may open tables here." in said
    assert "You manage this server" not in said


# What holds


async def test_where_nobody_ever_settled_anything_everything_is_allowed(house: House) -> None:
    said = await house.mia_says("show")
    assert "Everybody may open tables." in said
    assert "Tables may be opened in every channel." in said
    assert "Tables at once: any number, 0 now." in said
    assert "New tables speak the language that Discord has for this server: English." in said
    assert "You may open a table in this channel." in said
    assert "`/server openers`, `/server channels`, `/server limit` and `/server language` change this" in said


async def test_a_role_may_open_tables(house: House) -> None:
    said = await house.mia_says("openers", who="role", role=house.hosts)
    assert said.startswith("Noted.")
    assert (
        f"People with the role <@&{house.hosts.id}> may open tables, and so may people who manage the server."
        in said
    )
    assert "You may open a table in this channel." in said, "she manages the server"
    assert (await house.settled()).role_id == house.hosts.id


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"who": "role"}, "Say which role, too: `/server openers who:role role:` and its name."),
        ({"who": "managers", "role": "Hosts"}, "A role is only needed with `who:role`. Nothing was changed."),
    ],
)
async def test_a_role_is_named_where_it_is_one_and_only_there(
    house: House, options: dict[str, str], sentence: str
) -> None:
    given = {key: house.hosts if value == "Hosts" else value for key, value in options.items()}
    assert sentence in await house.mia_says("openers", **given)
    assert (await house.settled()).opener is Openers.EVERYONE


async def test_the_role_that_everybody_has_is_everybody(house: House) -> None:
    said = await house.mia_says("openers", who="role", role=house.world.guild.default_role)
    assert "Everybody may open tables." in said


async def test_a_role_that_was_deleted_is_told_as_such(house: House) -> None:
    await house.mia_says("openers", who="role", role=house.hosts)
    house.world.env.backend.delete_role(house.world.guild.id, house.hosts.id)
    await house.world.env.settle()
    assert "The role that may open tables is gone" in await house.mia_says("show")


async def test_a_channel_left_out_is_the_one_where_it_is_said(house: House) -> None:
    said = await house.mia_says("channels add")
    assert f"in these channels and their threads: <#{house.world.channel.id}>." in said
    assert "You may open a table in this channel." in said


async def test_in_a_thread_it_is_the_channel_of_the_thread(house: House) -> None:
    thread = await new_thread(house.world, house.world.channel)
    await house.mia.slash(thread, "server channels add")
    assert (await house.settled()).channels == {house.world.channel.id}


async def test_what_it_means_here_is_told_with_what_holds(house: House) -> None:
    elsewhere = house.world.guild.create_text_channel("elsewhere")
    said = await house.mia_says("channels add", channel=elsewhere)
    assert (
        f"Tables are not opened in this channel, but in these and their threads: <#{elsewhere.id}>." in said
    )
    assert "`/server channels` changes that." in said


async def test_channels_are_taken_off_by_choosing_one_of_them(house: House) -> None:
    elsewhere = house.world.guild.create_text_channel("elsewhere")
    await house.mia_says("channels add", channel=elsewhere)
    await house.mia_says("channels add")
    offered = await house.mia.autocomplete(house.world.channel, "server channels remove", "channel", "else")
    assert offered == [{"name": "#elsewhere", "value": str(elsewhere.id)}]
    await house.mia_says("channels remove", channel=offered[0]["value"])
    assert (await house.settled()).channels == {house.world.channel.id}


@pytest.mark.parametrize("typed", ["elsewhere", "#elsewhere", "<#{id}>", "{id}"])
async def test_or_by_typing_its_name_or_number(house: House, typed: str) -> None:
    elsewhere = house.world.guild.create_text_channel("elsewhere")
    await house.mia_says("channels add", channel=elsewhere)
    said = await house.mia_says("channels remove", channel=typed.format(id=elsewhere.id))
    assert "Tables may be opened in every channel." in said


async def test_a_channel_that_is_none_of_them_is_not_taken_off(house: House) -> None:
    await house.mia_says("channels add")
    said = await house.mia_says("channels remove", channel="@everyone")
    assert said.startswith("@everyone is not among the channels that are named; pick one from the list.")
    assert (await house.settled()).channels == {house.world.channel.id}


async def test_a_channel_that_was_deleted_shows_as_such_and_can_be_taken_off(house: House) -> None:
    doomed = house.world.guild.create_text_channel("doomed")
    await house.mia_says("channels add", channel=doomed)
    await house.mia_says("channels add")
    house.world.env.backend.delete_channel(doomed.id)
    await house.world.env.settle()
    said = await house.mia_says("show")
    assert f"in these channels and their threads: <#{house.world.channel.id}>." in said
    assert f"Gone, as they were deleted: `{doomed.id}`." in said
    (choice,) = await house.mia.autocomplete(
        house.world.channel, "server channels remove", "channel", "deleted"
    )
    assert choice == {"name": f"deleted channel {doomed.id}", "value": str(doomed.id)}
    assert "Gone" not in await house.mia_says("channels remove", channel=choice["value"])


async def test_where_all_of_them_were_deleted_it_says_what_helps(house: House) -> None:
    doomed = house.world.guild.create_text_channel("doomed")
    await house.mia_says("channels add", channel=doomed)
    house.world.env.backend.delete_channel(doomed.id)
    await house.world.env.settle()
    assert "`/server channels all` allows them everywhere." in await house.mia_says("show")
    assert "Tables may be opened in every channel." in await house.mia_says("channels all")
    board(await house.world.ann.slash(house.world.channel, "play thud"))


async def test_no_more_channels_are_named_than_can_be_offered(house: House) -> None:
    many = frozenset(range(1, CHANNELS + 1))
    await house.world.session.context.store.servers.set_server(Server(house.world.guild.id, channels=many))
    assert f"At most {CHANNELS} channels can be named." in await house.mia_says("channels add")
    offered = await house.mia.autocomplete(house.world.channel, "server channels remove", "channel", "")
    assert len(offered) == CHANNELS == 25


async def test_a_limit_is_told_with_how_many_there_are(house: House) -> None:
    await house.world.begun()
    assert "Tables at once: 3 at most, 1 now." in await house.mia_says("limit", tables=3)
    said = await house.mia_says("limit", tables=1)
    assert "Tables at once: 1 at most, 1 now." in said
    assert "there are 1 of at most 1. One has to end first." in said
    await house.world.session.context.store.servers.set_server(Server(house.world.guild.id))
    await house.world.begun()
    assert "there are 2 of at most 1. 2 have to end first." in await house.mia_says("limit", tables=1)
    assert "Tables at once: any number, 2 now." in await house.mia_says("limit", tables=0)


async def test_settings_outlive_the_bot(house: House) -> None:
    await house.mia_says("limit", tables=7)
    await house.mia_says("channels add")
    await house.world.restart()
    said = await house.mia_says("show")
    assert "Tables at once: 7 at most" in said
    assert f"<#{house.world.channel.id}>" in said


async def test_one_setting_leaves_the_others_as_they_are(house: House) -> None:
    await house.mia_says("openers", who="role", role=house.hosts)
    await house.mia_says("channels add")
    await house.mia_says("limit", tables=7)
    await house.mia_says("language", language="fr")
    here = frozenset({house.world.channel.id})
    assert await house.settled() == Server(house.world.guild.id, Openers.ROLE, house.hosts.id, here, 7, "fr")


# The language of new tables


async def test_new_tables_speak_what_the_server_has_chosen(house: House) -> None:
    before = await house.world.begun()
    assert "New tables speak Deutsch." in await house.mia_says("language", language="de")
    after = await house.world.begun()
    assert ((await house.world.table(before.id)).language, after.language) == ("en", "de")
    said = await house.mia_says("language", language="auto")
    assert "the language that Discord has for this server: English." in said
    assert (await house.world.begun()).language == "en"


# Its tables


async def test_its_tables_are_listed_for_those_who_manage_it(house: House) -> None:
    assert await house.mia_says("tables") == "No table of this server is open or being played."
    hidden = house.world.guild.create_text_channel("hidden")
    await house.world.begun("dE2-E10")
    await house.world.ann.slash(hidden, "play thrag")
    await house.world.ann.user.slash("play thrag")
    said = (await house.mia_says("tables")).splitlines()
    when = f"<t:{int(house.world.clock.now)}:R>"
    assert said[0] == "**Tables of this server that are open or being played**"
    assert said[1].startswith("**T2** One Man, Thrag!: Ann; Ann to act ([board](")
    assert said[1].endswith(f" · <#{hidden.id}>, {when}")
    assert said[2] == f"**T1** Thud: Ann / Ben; Ben to act · <#{house.world.channel.id}>, {when}"
    assert said[3] == "-# `/table close` closes one."
    assert len(said) == 4, "what is played in direct messages is no server's"


async def test_many_tables_are_told_as_far_as_there_is_room(house: House) -> None:
    for _ in range(60):
        await house.world.begun()
    said = (await house.mia_says("tables")).splitlines()
    assert len("\n".join(said)) <= 4000
    told_ = [line for line in said if " Thud: " in line]
    assert said[-2] == f"And {60 - len(told_)} more."
    assert told_[0].startswith("**T60**")
