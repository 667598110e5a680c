"""Impossible requests are refused in private, with a helpful sentence, and change nothing."""

from __future__ import annotations

import discord
import pytest
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle
from simcord.interactions import base_payload

from bot.discord.refusals import refusal
from bot.games.catalogue import IN_ENGLISH, words_in
from bot.kernel.errors import Refused
from bot.store import Status
from tests.bot.ui.opening import open_table, tap
from tests.bot.ui.world import World, board, labels, list_with, private, private_text, rule_behind, says


@pytest.mark.parametrize(
    ("language", "listed"), [("en", r"Ann, \*Ben\* and Cleo"), ("de", r"Ann, \*Ben\* und Cleo")]
)
def test_several_people_are_listed_as_the_language_lists_and_named_letter_for_letter(
    language: str, listed: str
) -> None:
    refused = Refused("late-others", code="T1", names=("Ann", "*Ben*", "Cleo"))
    assert listed in refusal(words_in(language), refused)


@pytest.mark.parametrize("label", ["Type a move", "Offer to end", "Resign"])
async def test_a_stranger_clicks(world: World, label: str) -> None:
    shown = await world.game()
    async with world.assert_unchanged():
        assert says(private_text(await world.cleo.click(shown, label=label)), "not-seated")


async def test_a_stranger_picks_a_piece(world: World) -> None:
    shown = await world.game()
    async with world.assert_unchanged():
        said = private_text(await world.cleo.select(shown, ["E2"], custom_id=list_with(shown, "E2")))
    assert "can move" in said


async def test_who_is_not_to_move_picks_a_piece(world: World) -> None:
    shown = await world.game()
    async with world.assert_unchanged():
        said = private_text(await world.ben.select(shown, ["E2"], custom_id=list_with(shown, "E2")))
    assert says(said, "not-your-turn", names="Ann")
    assert str(shown.id) not in said, "it stands under the board already"


async def test_who_is_not_to_move_sends_a_move(world: World) -> None:
    await world.game()
    async with world.assert_unchanged():
        result = await world.move(world.ben, "TG7-F7")
    assert says(private_text(result), "thud.not-your-turn", who="Ann")
    assert rule_behind(result).endswith("thud:turn-2")


def _keep_old_controls(world: World) -> None:
    """Keep old boards with their controls, as Discord fails to delete anything."""
    world.env.inject_error("DELETE", "*", times=None, status=503)


async def test_a_click_on_a_board_three_moves_old(world: World) -> None:
    shown = await world.game()
    _keep_old_controls(world)
    await world.move(world.ann, "dG1-G2")
    await world.move(world.ben, "TG7-F7")
    current = board(await world.move(world.ann, "dG2-G1"))
    assert "Resign" in labels(shown)
    link = f"https://discord.com/channels/{world.guild.id}/{world.channel.id}/{current.id}"
    async with world.assert_unchanged():
        for actor in (world.ann, world.ben):
            for label in ("Offer to end", "Resign", "Type a move"):
                text = private_text(await actor.click(shown, label=label))
                assert says(text, "old-board")
                assert link in text
            text = private_text(await actor.select(shown, ["E2"], custom_id=list_with(shown, "E2")))
            assert says(text, "old-board")
        assert "You're watching" in private_text(await world.cleo.click(shown, label="Resign"))
        assert says(
            private_text(await tap(world.cleo, shown, "As text")),
            "thud.text.last.dwarfs",
            origin="G2",
            target="G1",
        )


async def test_a_double_click_plays_once(world: World) -> None:
    shown = await world.game()
    _keep_old_controls(world)
    await world.ann.click(shown, label="Offer to end")
    async with world.assert_unchanged():
        assert says(
            private_text(await world.ann.click(shown, label=IN_ENGLISH("thud.menu.offer"))), "old-board"
        )


async def test_a_second_yes_is_too_late(world: World) -> None:
    shown = await world.game()
    _keep_old_controls(world)
    answer = await world.ann.click(shown, label="Resign")
    assert answer.response is not None
    await world.ann.click(answer.response, label="Yes: Resign")
    async with world.assert_unchanged():
        second = await world.ann.click(answer.response, label="Yes: Resign")
        assert [reply.ephemeral for reply in (second.response, *second.followups) if reply] == [True]


async def test_clicks_after_the_end(world: World) -> None:
    shown = await world.game()
    _keep_old_controls(world)
    await world.move(world.ben, "resign")
    assert (await world.table()).status is Status.OVER
    async with world.assert_unchanged():
        for label in ("Type a move", "Offer to end", "Resign"):
            text = private_text(await world.ann.click(shown, label=label))
            assert says(text, "game-over")
        text = private_text(await world.ann.select(shown, ["E2"], custom_id=list_with(shown, "E2")))
        assert "is over" in text
        assert "is over" in private_text(
            await world.ann.slash(world.channel, "move", move="dE2-E10", table="T1")
        )


async def click_forged(
    world: World, actor: MemberActor, custom_id: str, place: ChannelHandle | None = None
) -> str:
    """Return the answer to a click on a forged control."""
    layout = discord.ui.LayoutView(timeout=None)
    row: discord.ui.ActionRow[discord.ui.LayoutView] = discord.ui.ActionRow()
    row.add_item(discord.ui.Button(label="Strange", custom_id=custom_id))
    layout.add_item(row)
    layout.stop()
    channel = world.bot.get_channel((place or world.channel).id)
    assert isinstance(channel, discord.TextChannel)
    sent = await channel.send(view=layout)
    return private_text(await actor.click(sent, label="Strange"))


@pytest.mark.parametrize(
    ("custom_id", "sentence"),
    [
        ("something else", "This button is out of date"),
        ("t1.1.fly.E2", "This button is out of date"),
        ("t1.x.go.E2", "This button is out of date"),
        ("t99.1.go.E2", "There's no game T99"),
        ("t99.1.no.", "There's no game T99"),
        ("t1.0.play.dE2-E10", "The game has moved on."),
        ("t1.7.play.dE2-E10", "The game has moved on."),
        ("t1.1.play.nonsense", "as a move"),
        ("t1.1.sit.", "has already begun"),
        ("t999999999999999.999999999.play.x", "There's no game"),
    ],
)
async def test_controls_that_no_board_has(world: World, custom_id: str, sentence: str) -> None:
    await world.start_table()
    table, log = await world.table(), await world.log()
    assert sentence in await click_forged(world, world.ann, custom_id)
    assert (await world.table(), await world.log()) == (table, log)


@pytest.mark.parametrize(
    ("line", "sentence", "near"),
    [
        ("dE2E", "I can't read “dE2E” as a move. Try `E2 E10`", ".play.dE2-"),
        ("castle", "I can't read “castle” as a move", ""),
        ("dI2-I5", "there's no file I on this board", ""),
        ("dE2-E16", "“E16” isn't on the board", ""),
        ("dE2-H8", "H8 is the Thudstone", ".play.dE2-"),
        ("TE2-E10", "E2 belongs to the dwarfs", ".play.dE2-"),
        ("TG7-F7", "the one on G7 isn't yours.", ""),
        ("dE2-F12", "E2 to F12 isn't one.", ".play.dE2-"),
        (
            "dF1-F15",
            "Stop short of F15 or go another way: it's blocked, and nobody jumps.",
            ".play.dF1-",
        ),
        ("accept", "your opponent hasn't offered", ".play.offer"),
        ("claim", "no limit on moves", ".play.offer"),
    ],
)
async def test_moves_that_cannot_be(world: World, line: str, sentence: str, near: str) -> None:
    await world.game()
    async with world.assert_unchanged():
        result = await world.move(world.ann, line)
    assert sentence in private_text(result)
    assert "thud:" in rule_behind(result)
    assert near in str(private(result).components), "what would be legal is on a button"
    assert "dE2-" not in private_text(result)


async def test_typed_text_is_repeated_letter_for_letter(world: World) -> None:
    await world.game()
    said = private_text(await world.move(world.ann, "**@everyone** <@1> `x`"))
    assert r"\*\*@everyone\*\* \<@1> \`x\`" in said
    assert all(not posted.pings for posted in world.posts_since())


# Permissions and channels


def strict_channel(world: World, *denied: str) -> ChannelHandle:
    """Return a channel where the bot lacks these permissions."""
    overwrite = discord.PermissionOverwrite(**dict.fromkeys(denied, False))
    return world.guild.create_text_channel("strict", overwrites={world.guild.default_role: overwrite})


@pytest.mark.parametrize(
    ("denied", "named"),
    [
        (("attach_files",), "Attach Files"),
        (("send_messages",), "Send Messages"),
        (("attach_files", "send_messages"), "Send Messages and Attach Files"),
    ],
)
async def test_missing_permissions_are_named_before_anything_changes(
    world: World, denied: tuple[str, ...], named: str
) -> None:
    channel = strict_channel(world, *denied)
    said = private_text(await open_table(world.ann, channel, "thud"))
    assert says(said, "missing-permissions", names=named)
    assert await world.session.context.store.table(1) is None
    await world.start_table(channel=channel)
    async with world.assert_unchanged():
        assert named in private_text(await world.ann.slash(channel, "move", move="dE2-E10"))
        assert named in private_text(await world.ann.slash(channel, "board"))
        assert "A B C D" in private_text(await world.ann.slash(channel, "board", view="text")), (
            "private answers go anywhere"
        )


async def test_a_game_in_direct_messages_has_no_other_players(world: World) -> None:
    said = private_text(await open_table(world.ann.user, None, "thud"))
    assert says(said, "alone-here", game="Thud", seats=2)
    assert await world.session.context.store.table(1) is None


async def test_direct_messages_tell_of_ones_tables(world: World) -> None:
    await world.start_table()
    assert "**T1**" in private_text(await world.ann.user.slash("games"))
    assert "Thud · T1" in private_text(await world.ann.user.slash("board", table="T1"))
    assert "A B C D" in private_text(await world.ann.user.slash("board", table="T1", view="text"))
    async with world.assert_unchanged():
        text = private_text(await world.ann.user.slash("move", move="dE2-E10", table="T1"))
    assert f"<#{world.channel.id}>" in text
    assert "**Trolls**" in private_text(await world.ann.user.slash("rules", game="thud"))


async def new_thread(world: World, channel: ChannelHandle) -> ChannelHandle:
    channel_object = world.bot.get_channel(channel.id)
    assert isinstance(channel_object, discord.TextChannel)
    await channel_object.create_thread(name="a-game", type=discord.ChannelType.public_thread)
    return channel.threads[0]


async def test_a_whole_game_in_a_thread(world: World) -> None:
    thread = await new_thread(world, world.channel)
    result = await open_table(world.ann, thread, "thud", opponent=world.ben, side=0)
    await world.ben.click(board(result), label="Accept")
    await world.ann.slash(thread, "move", move="dE2-E10")
    assert [line.action for line in await world.log()] == ["dE2-E10"]
    assert (await world.table()).channel_id != world.channel.id
    assert says(private_text(await world.ann.slash(world.channel, "board")), "no-table-yet")


async def test_a_thread_needs_a_permission_of_its_own(world: World) -> None:
    thread = await new_thread(world, strict_channel(world, "send_messages_in_threads"))
    assert says(
        private_text(await open_table(world.ann, thread, "thud")), "permission.send_messages_in_threads"
    )


async def test_a_thread_does_not_need_the_permission_of_its_channel(world: World) -> None:
    thread = await new_thread(world, strict_channel(world, "send_messages"))
    board(await open_table(world.ann, thread, "thud"))


async def test_installed_by_a_person_it_needs_no_more_than_that_person(world: World) -> None:
    """The interaction as Discord sends it where the bot is no member; simcord knows only members."""
    channel = strict_channel(world, "send_messages", "view_channel")
    command = world.env.backend.find_command("play", None)
    assert command is not None
    data = {
        "id": command["id"],
        "name": "play",
        "type": 1,
        "options": [{"name": "game", "type": 3, "value": "thud"}],
    }
    record, payload = base_payload(
        world.env.backend,
        type=2,
        channel_id=channel.id,
        guild_id=world.guild.id,
        user_id=world.ann.id,
        data=data,
    )
    payload["authorizing_integration_owners"] = {"1": str(world.ann.id)}
    world.env.backend.emit("INTERACTION_CREATE", payload)
    await world.env.settle()
    assert record.responded
    assert says(world.posts_since()[-1].text, "panel.whom")
