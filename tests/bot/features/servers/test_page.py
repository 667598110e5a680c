"""`/server`: what those who manage a server settle on one panel, and what everybody else sees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import discord
import pytest
from simcord.actors import MemberActor
from simcord.builders import RoleHandle
from simcord.results import InteractionResult, ResponseMessage

from bot.discord.keyboard import Control
from bot.discord.setting_controls import SERVER_PICK
from bot.features import FEATURES
from bot.features.servers import page
from bot.games.catalogue import IN_ENGLISH
from bot.kernel.people.servers import CHANNELS
from bot.store import Openers, ServerConfig
from bot.ui.controls import controls_of
from tests.bot.discord.test_forged import send_forged
from tests.bot.discord.test_limits import check
from tests.bot.discord.test_refusals import new_thread
from tests.bot.ui.opening import open_table
from tests.bot.ui.world import Component, World, board, labels, private_text, says, text_of, walk

NOT_YOURS = "Only people who can manage this server can change that."


@dataclass
class House:
    """A server that Mia manages, and her panel as it is now."""

    world: World
    mia: MemberActor
    hosts: RoleHandle
    panel: ResponseMessage

    @property
    def text(self) -> str:
        return text_of(self.panel.components)

    async def open(self) -> str:
        self.panel = await open_panel(self.world, self.mia)
        return self.text

    async def press(self, label: str) -> str:
        return self._check_panel(await self.mia.click(self.panel, label=label))

    async def pick(self, which: str, *values: object) -> str:
        """A choice in a list; what the panel says then."""
        custom_id = str(Control(0, 0, SERVER_PICK, which))
        return self._check_panel(await self.mia.select(self.panel, list(values), custom_id=custom_id))

    async def limit(self, most: str) -> str:
        """What is entered into that form; what the panel says then, or what is refused."""
        form = await self.mia.click(self.panel, label="Limit…")
        result = await self.mia.submit_modal(form, {"most": most})
        if result.response is not None and result.response.id == self.panel.id:
            return self._check_panel(result)
        return private_text(result)

    def picked_values(self, which: str) -> list[str]:
        """What a list says holds."""
        parts: list[Component] = list(walk(self.panel.components))
        custom_id = str(Control(0, 0, SERVER_PICK, which))
        (found,) = [part for part in parts if part.get("custom_id") == custom_id]
        chosen = [one["value"] for one in found.get("options", ()) if one.get("default")]
        return chosen + [str(one["id"]) for one in found.get("default_values", ())]

    async def stored_settings(self) -> ServerConfig:
        return await self.world.session.context.store.servers.server(self.world.guild.id)

    def _check_panel(self, result: InteractionResult) -> str:
        """The same message, as it is now; within what Discord allows, and for nobody else."""
        assert result.response is not None
        assert result.response.id == self.panel.id
        check(result.response.components)
        self.panel = result.response
        return self.text


async def open_panel(world: World, actor: MemberActor) -> ResponseMessage:
    """The panel as somebody gets it."""
    panel = (await actor.slash(world.channel, "server")).response
    assert panel is not None
    assert panel.ephemeral
    check(panel.components)
    return panel


@pytest.fixture
async def house(world: World) -> House:
    manage = discord.Permissions(manage_guild=True)
    keepers = world.guild.create_role("Keepers", permissions=manage)
    mia = world.guild.add_member(world.env.create_user("mia", global_name="Mia"), roles=[keepers])
    return House(world, mia, world.guild.create_role("Hosts"), await open_panel(world, mia))


# Whose it is


async def test_everybody_may_look_and_only_those_who_manage_it_may_change(house: House) -> None:
    await house.pick("openers", "managers")
    seen = await open_panel(house.world, house.world.ann)
    assert says(text_of(seen.components), "server.openers.managers")
    assert says(text_of(seen.components), "opening-managers")
    assert not [part for part in walk(seen.components) if "custom_id" in part]
    assert labels(house.panel) == [
        "Limit…",
        IN_ENGLISH("button.server.record"),
        IN_ENGLISH("button.server.games"),
    ]


async def test_it_is_not_there_in_direct_messages(house: House) -> None:
    assert "server" not in str(house.mia.user.available_commands())


def uses(verb: str, value: str) -> dict[str, Any]:
    """What comes with a button, a list or a form."""
    if verb == page.FILL_IN.path:
        written = {"type": 4, "custom_id": "most", "value": "3"}
        return {"components": [{"type": 18, "component": written}]}
    return {"component_type": 3, "values": [value]} if verb == SERVER_PICK else {"component_type": 2}


@pytest.mark.parametrize(
    ("verb", "detail", "value"),
    [
        *((page.USE.path, detail, "") for detail in ("", "everywhere", "limit", "record:yes", "games")),
        *((SERVER_PICK, "openers", who.value) for who in Openers),
        (SERVER_PICK, "role", "7"),
        (SERVER_PICK, "channels", "7"),
        (SERVER_PICK, "language", "de"),
        (page.FILL_IN.path, "limit", ""),
    ],
)
async def test_the_right_is_asked_for_at_every_click(
    house: House, verb: str, detail: str, value: str
) -> None:
    """Also of somebody who had it when they opened the panel."""
    before, mark = await house.stored_settings(), house.world.mark()
    seen = await open_panel(house.world, house.world.ann)
    send_forged(
        house.world,
        house.world.ann,
        seen,
        {"custom_id": str(Control(0, 0, verb, detail)), **uses(verb, value)},
    )
    await house.world.env.settle()
    assert [posted.text for posted in house.world.posts_since(mark)][1:] == [NOT_YOURS]
    assert await house.stored_settings() == before


def test_no_other_verb_settles_anything_of_a_server() -> None:
    assert {verb for verb in controls_of(FEATURES) if verb.startswith("server")} == {
        page.USE.path,
        SERVER_PICK,
        page.FILL_IN.path,
    }


# What holds


async def test_where_nobody_ever_settled_anything_everything_is_allowed(house: House) -> None:
    assert house.text.splitlines() == [
        IN_ENGLISH("server.title"),
        f"- {IN_ENGLISH('server.openers.everyone')}",
        f"- {IN_ENGLISH('server.channels.all')}",
        f"- {IN_ENGLISH('server.limit.none', running=0)}",
        f"- {IN_ENGLISH('server.language.auto', language='English')}",
        f"- {IN_ENGLISH('server.record.none')}",
        f"- {IN_ENGLISH('server.finds.none')}",
    ]
    seen = await open_panel(house.world, house.world.ann)
    assert text_of(seen.components).splitlines()[-1] == IN_ENGLISH("server.you.may")


async def test_one_message_shows_every_change_and_calls_nobody(house: House) -> None:
    mark = house.world.mark()
    await house.pick("openers", "role")
    await house.pick("role", house.hosts)
    await house.pick("channels", house.world.channel)
    await house.pick("language", "fr")
    await house.limit("7")
    await house.press("Keep a record")
    assert not any(posted.new or posted.pings for posted in house.world.posts_since(mark))
    here = frozenset({house.world.channel.id})
    guild, hosts = house.world.guild.id, house.hosts.id
    assert await house.stored_settings() == ServerConfig(
        guild, Openers.ROLE, hosts, here, 7, "fr", keeps_record=True
    )


async def test_settings_outlive_the_bot_and_so_does_the_panel(house: House) -> None:
    await house.limit("7")
    await house.world.restart()
    said = await house.pick("channels", house.world.channel)
    assert says(said, "server.limit", most=7)
    assert says(said, "server.channels", channels=f"<#{house.world.channel.id}>")


# Who


async def test_a_role_may_open_tables_once_it_is_said_which(house: House) -> None:
    asked = await house.pick("openers", "role")
    assert says(asked, "server.openers.everyone"), "nothing is settled yet"
    assert (await house.stored_settings()).opener is Openers.EVERYONE
    said = await house.pick("role", house.hosts)
    assert says(said, "server.openers.role", role=f"<@&{house.hosts.id}>")
    assert (house.picked_values("openers"), house.picked_values("role")) == (["role"], [str(house.hosts.id)])
    assert (await house.stored_settings()).role_id == house.hosts.id
    await house.pick("openers", "everyone")
    assert (await house.stored_settings()).role_id is None


async def test_the_role_that_everybody_has_is_everybody(house: House) -> None:
    await house.pick("openers", "role")
    assert "one:** everyone." in await house.pick("role", house.world.guild.default_role)


async def test_a_role_that_was_deleted_is_told_as_such(house: House) -> None:
    await house.pick("openers", "role")
    await house.pick("role", house.hosts)
    house.world.env.backend.delete_role(house.world.guild.id, house.hosts.id)
    await house.world.env.settle()
    assert says(await house.open(), "server.openers.gone")
    assert house.picked_values("role") == []


# Where


async def test_channels_are_picked_all_at_once_and_none_is_everywhere(house: House) -> None:
    elsewhere = house.world.guild.create_text_channel("elsewhere")
    both = sorted((house.world.channel.id, elsewhere.id))
    said = await house.pick("channels", elsewhere, house.world.channel)
    assert says(said, "server.channels", channels=f"<#{both[0]}>, <#{both[1]}>")
    assert house.picked_values("channels") == [str(one) for one in both]
    await house.pick("channels", elsewhere)
    assert (await house.stored_settings()).channels == {elsewhere.id}
    assert says(await house.pick("channels"), "server.channels.all")
    await house.pick("channels", elsewhere)
    assert says(await house.press("Every channel"), "server.channels.all")
    assert "Every channel" not in labels(house.panel)


async def test_what_it_means_here_is_told_to_everybody_else(house: House) -> None:
    elsewhere = house.world.guild.create_text_channel("elsewhere")
    await house.pick("channels", elsewhere)
    seen = await open_panel(house.world, house.world.ann)
    assert says(text_of(seen.components), "opening-channel", channels=f"<#{elsewhere.id}>")
    await house.pick("channels", house.world.channel)
    thread = await new_thread(house.world, house.world.channel)
    said = private_text(await house.world.ann.slash(thread, "server"))
    assert says(said, "server.you.may")


async def test_a_channel_that_was_deleted_is_passed_over_and_goes_with_the_next_choice(house: House) -> None:
    doomed = house.world.guild.create_text_channel("doomed")
    await house.pick("channels", doomed, house.world.channel)
    house.world.env.backend.delete_channel(doomed.id)
    await house.world.env.settle()
    assert says(await house.open(), "server.channels", channels=f"<#{house.world.channel.id}>")
    assert house.picked_values("channels") == [str(house.world.channel.id)]


async def test_where_all_of_them_were_deleted_it_says_so(house: House) -> None:
    doomed = house.world.guild.create_text_channel("doomed")
    await house.pick("channels", doomed)
    house.world.env.backend.delete_channel(doomed.id)
    await house.world.env.settle()
    assert says(await house.open(), "server.channels.nowhere")
    await house.press("Every channel")
    board(await open_table(house.world.ann, house.world.channel, "thud"))


async def test_as_many_channels_are_shown_as_can_be_picked(house: House) -> None:
    many = [house.world.guild.create_text_channel(f"room-{number}") for number in range(CHANNELS)]
    await house.pick("channels", *many)
    assert len((await house.stored_settings()).channels) == CHANNELS == len(house.picked_values("channels"))


# How many


async def test_a_limit_is_told_with_how_many_there_are(house: House) -> None:
    await house.world.start_table()
    assert says(await house.limit("3"), "server.limit", most=3, running=1)
    await house.limit("1")
    seen = await open_panel(house.world, house.world.ben)
    assert says(text_of(seen.components), "opening-full-own", running=1, most=1)
    assert says(await house.limit(""), "server.limit.none", running=1)
    assert (await house.stored_settings()).most == 0


@pytest.mark.parametrize("most", ["many", "-1", "501", "1.5"])
async def test_a_limit_is_a_number(house: House, most: str) -> None:
    assert await house.limit(most[:3]) == IN_ENGLISH("server-limit", most=500)
    assert (await house.stored_settings()).most == 0


# The record


async def test_a_record_is_kept_and_kept_no_more(house: House) -> None:
    table = await house.world.start_table()
    assert says(await house.press(IN_ENGLISH("button.server.record")), "server.record")
    assert house.world.session.server.keeps_record(table)
    assert says(await house.press(IN_ENGLISH("button.server.record.none")), "server.record.none")
    assert not house.world.session.server.keeps_record(table)


# The language of new tables


async def test_new_tables_speak_what_the_server_has_chosen(house: House) -> None:
    before = await house.world.start_table()
    assert says(await house.pick("language", "de"), "server.language", language="Deutsch")
    after = await house.world.start_table()
    assert ((await house.world.table(before.id)).terms.language, after.terms.language) == ("en", "de")
    assert says(await house.pick("language", "auto"), "server.language.auto", language="English")
    assert (await house.world.start_table()).terms.language == "en"


# Its tables


async def running(house: House) -> Sequence[str]:
    """The lines of the list, which takes the place of the panel, and gives it back."""
    said = await house.press("Games going on")
    assert labels(house.panel) == ["Back"]
    assert says(await house.press("Back"), "server.title")
    return said.splitlines()


async def test_its_tables_are_listed_for_those_who_manage_it(house: House) -> None:
    assert await running(house) == [IN_ENGLISH("server.running.none")]
    hidden = house.world.guild.create_text_channel("hidden")
    await house.world.start_table("dE2-E10")
    await open_table(house.world.ann, hidden, "thrag")
    await open_table(house.world.ann.user, None, "thrag")
    said = await running(house)
    when = f"<t:{int(house.world.clock.now)}:R>"
    assert said[0] == IN_ENGLISH("server.running")
    anns, bens = (IN_ENGLISH("table.state.playing", names=name) for name in ("Ann", "Ben"))
    assert said[1].startswith(f"- **T2** One Man, Thrag!: Ann; {anns} ([board](")
    assert said[1].endswith(f" · <#{hidden.id}>, {when}")
    assert said[2] == f"- **T1** Thud: Ann / Ben; {bens} · <#{house.world.channel.id}>, {when}"
    assert said[3] == IN_ENGLISH("server.running.close")
    assert len(said) == 4, "what is played in direct messages is no server's"


async def test_many_tables_are_told_as_far_as_there_is_room(house: House) -> None:
    for _ in range(60):
        await house.world.start_table()
    said = await running(house)
    told_ = [line for line in said if " Thud: " in line]
    assert said[-2] == f"And {60 - len(told_)} more."
    assert told_[0].startswith("- **T60**")
