"""Tables in threads of their own, and spectators: what they may use, and what they may not."""

from __future__ import annotations

import re
from typing import Any

import discord
import pytest
from simcord.backend.serializers import message_payload
from simcord.builders import ChannelHandle
from simcord.results import InteractionResult, ResponseMessage

from bot.features.people.service import PersonalSettings
from bot.games.catalogue import IN_ENGLISH
from bot.kernel.clicks import Opening, Person
from bot.kernel.trace import Trace
from bot.store import Status
from bot.ui.play.threads import NAME
from tests.bot.discord.test_limits import NASTY, check
from tests.bot.discord.test_refusals import click_forged, new_thread, strict_channel
from tests.bot.samples import QUIET
from tests.bot.ui.opening import open_table
from tests.bot.ui.world import Component, World, board, labels, list_with, private_text, says, text_of


def line(result: InteractionResult) -> str:
    """The line in the channel."""
    (answer,) = [one for one in (result.response, *result.followups) if one is not None and one.components]
    assert not answer.ephemeral
    return text_of(answer.components)


def newest(thread: ChannelHandle) -> discord.Message:
    """The last message of a thread."""
    found = thread.last_message
    assert found is not None
    return found


def parts(world: World, thread: ChannelHandle) -> list[Component]:
    """What the last message of a thread is made of."""
    stored = world.env.backend.get_message(thread.id, newest(thread).id)
    payload: dict[str, Any] = {**message_payload(world.env.backend, stored)}
    return list(payload["components"])


async def start_in_thread(
    world: World, channel: ChannelHandle | None = None
) -> tuple[ChannelHandle, ResponseMessage]:
    """The thread of a game of Ann against Ben, and its board."""
    place = channel or world.channel
    await open_table(world.ann, place, "thud", opponent=world.ben, side=0, thread=True)
    (thread,) = place.threads
    shown = board(await world.ben.click(newest(thread), label="Accept"))
    assert shown.id == newest(thread).id
    return thread, shown


# Opening


async def test_the_invitation_is_in_the_thread_and_the_channel_hears_where(world: World) -> None:
    mark = world.mark()
    result = await open_table(world.ann, world.channel, "thud", opponent=world.ben, side=0, thread=True)
    (thread,) = world.channel.threads
    assert thread.name == "Thud: Ann and Ben"
    assert line(result) == IN_ENGLISH("thread.opened", name="Ann", game="Thud", thread=f"<#{thread.id}>")
    invitation = parts(world, thread)
    assert says(text_of(invitation), "table.challenge", guest=f"<@{world.ben.id}>", host="Ann", game="Thud")
    assert world.pings(mark) == [{world.ben.id}, set()], "in the thread, and no one in the channel"
    table = await world.table()
    assert (table.channel_id, table.home_id) == (thread.id, world.channel.id)
    assert table.board is not None
    assert (table.board.channel_id, table.board.message_id) == (thread.id, newest(thread).id)
    check(invitation)


async def test_a_whole_game_stays_in_its_thread(world: World) -> None:
    thread, _ = await start_in_thread(world)
    for actor, move in ((world.ann, "dE2-E10"), (world.ben, "TG9-F9xE10"), (world.ann, "resign")):
        await actor.slash(thread, "move", move=move)
    table = await world.table()
    assert (table.status, table.plies) == (Status.OVER, 3)
    assert table.board is not None
    assert table.board.channel_id == thread.id
    assert "Play again" in str(parts(world, thread))
    (record, *_) = await world.session.context.store.schedule.results_of_user(world.ann.id)
    assert record.channel_id == world.channel.id, "the channel counts it as its own"


async def test_a_game_for_one_has_its_board_there_and_pings_no_one(world: World) -> None:
    mark = world.mark()
    await open_table(world.ann, world.channel, "thrag", thread=True)
    (thread,) = world.channel.threads
    assert world.pings(mark) == [set(), set()]
    assert thread.name == "One Man, Thrag!: Ann"
    assert "who first?" in text_of(parts(world, thread))


async def test_a_lobby_gathers_in_its_thread(world: World) -> None:
    await open_table(world.ann, world.channel, "trogdor", thread=True)
    (thread,) = world.channel.threads
    await world.ben.click(newest(thread), label="Join")
    await world.ann.click(newest(thread), label="Start")
    table = await world.table()
    assert (table.status, len(table.players)) == (Status.PLAYING, 2)
    assert table.board is not None
    assert table.board.message_id == newest(thread).id


@pytest.mark.parametrize("name", NASTY, ids=ascii)
async def test_any_name_makes_a_name_for_a_thread(world: World, name: str) -> None:
    mallory = world.guild.add_member(world.env.create_user("mallory", global_name="Mallory"), nick=name)
    mark = world.mark()
    await open_table(mallory, world.channel, "thud", opponent=world.ben, side=0, thread=True)
    (thread,) = world.channel.threads
    assert thread.name is not None
    assert thread.name.startswith("Thud: ")
    assert len(thread.name) <= NAME
    assert not re.search(r"\s\s|\n", thread.name)
    assert world.pings(mark) == [{world.ben.id}, set()]


# Where no thread can be


@pytest.mark.parametrize(
    ("denied", "named"),
    [
        (("create_public_threads",), "Create Public Threads"),
        (("send_messages_in_threads",), "Send Messages in Threads"),
        (
            ("create_public_threads", "send_messages_in_threads"),
            "Create Public Threads and Send Messages in Threads",
        ),
    ],
)
async def test_without_the_permission_the_table_stays_in_the_channel(
    world: World, denied: tuple[str, ...], named: str
) -> None:
    channel = strict_channel(world, *denied)
    result = await open_table(world.ann, channel, "thud", opponent=world.ben, side=0, thread=True)
    invitation = await world.shown_board()
    assert "with you" in text_of(invitation.components)
    assert says(private_text(result), "thread.may-not", names=named)
    assert channel.threads == []
    table = await world.table()
    assert (table.channel_id, table.home_id) == (channel.id, None)
    await world.ben.click(invitation, label="Accept")
    assert (await world.table()).status is Status.PLAYING


async def test_in_a_thread_there_is_no_thread(world: World) -> None:
    thread = await new_thread(world, world.channel)
    result = await open_table(world.ann, thread, "thud", thread=True)
    assert says(private_text(result), "thread.inside")
    assert len(world.channel.threads) == 1
    assert (await world.table()).channel_id == thread.id


async def test_alone_with_the_bot_there_is_no_thread(world: World) -> None:
    result = await open_table(world.ann.user, None, "thrag", thread=True)
    assert says(private_text(result), "thread.nowhere")
    assert (await world.table()).status is Status.PLAYING


async def test_a_thread_that_discord_refuses_leaves_the_table_in_the_channel(world: World) -> None:
    world.env.inject_error("POST", "/channels/*/threads", status=400, code=160006, times=1)
    mark = world.mark()
    result = await open_table(world.ann, world.channel, "thud", opponent=world.ben, side=0, thread=True)
    assert says(private_text(result), "thread.refused")
    assert world.pings(mark) == [{world.ben.id}]
    table = await world.table()
    assert (table.channel_id, table.home_id, table.board is not None) == (world.channel.id, None, True)


async def test_a_deal_of_the_day_is_private_and_has_no_thread(world: World) -> None:
    said = private_text(await open_table(world.ann, world.channel, "thrag", daily=True, thread=True))
    assert says(said, "daily-options")
    assert await world.session.context.store.table(1) is None


async def test_what_cannot_be_opened_opens_no_thread(world: World) -> None:
    said = private_text(await open_table(world.ann, world.channel, "thud", opponent=world.ann, thread=True))
    assert says(said, "with-yourself")
    assert world.channel.threads == []


# The bot dies in between


async def test_a_table_whose_thread_was_not_opened_any_more(world: World) -> None:
    opening = Opening("thud", {}, 0, Person(world.ben.id, "Ben"))
    await world.session.lobby.open(world.click_by(world.ann), opening, Trace("scene", 0))
    await new_thread(world, world.channel)  # and the thread that it never moved to
    await world.restart()
    invitation = board(await world.ann.slash(world.channel, "board"))
    await world.ben.click(invitation, label="Accept")
    await world.move(world.ann, "dE2-E10")
    assert (await world.table()).plies == 1


async def test_a_table_in_a_thread_without_an_invitation(world: World) -> None:
    opening = Opening("thud", {}, 0, Person(world.ben.id, "Ben"))
    shown = await world.session.lobby.open(world.click_by(world.ann), opening, Trace("scene", 0))
    thread = await new_thread(world, world.channel)
    await world.session.lobby.move_into_thread(shown.table, thread.id)
    await world.restart()
    said = private_text(await world.ann.slash(world.channel, "games"))
    game = IN_ENGLISH("my.with", game="Thud", names="Ben")
    place = IN_ENGLISH("thread.at", thread=f"<#{thread.id}>")
    assert f"**T1** {game}{place} · {IN_ENGLISH('my.gathering')}" in said
    invitation = board(await world.ann.slash(thread, "board"))
    await world.restart()
    await world.ben.click(invitation, label="Accept")
    await world.ann.slash(thread, "move", move="dE2-E10")
    assert (await world.table()).plies == 1


async def test_a_thread_that_was_deleted_gives_its_table_back(world: World) -> None:
    thread, _ = await start_in_thread(world)
    await world.ann.slash(thread, "move", move="dE2-E10")
    world.env.backend.delete_channel(thread.id)
    await world.env.settle()
    shown = board(await world.ben.slash(world.channel, "board", table="T1"))
    assert "Resign" in labels(shown)
    table = await world.table()
    assert (table.channel_id, table.home_id) == (world.channel.id, None)
    await world.move(world.ben, "TG9-F9xE10")
    assert (await world.table()).plies == 2


async def test_a_thread_that_was_locked_takes_nothing_more(world: World) -> None:
    thread, shown = await start_in_thread(world, strict_channel(world, "manage_threads"))
    world.env.backend.edit_channel(thread.id, {}, thread_metadata={"archived": True, "locked": True})
    await world.env.settle()
    async with world.assert_unchanged():
        said = private_text(await world.ann.slash(thread, "move", move="dE2-E10"))
        assert said.startswith(IN_ENGLISH("thread-locked"))
        assert says(
            private_text(await world.ann.click(shown, label=IN_ENGLISH("thud.menu.offer"))), "thread-locked"
        )
        assert "A B C D" in private_text(await world.ann.slash(thread, "board", view="text")), (
            "private answers go anywhere"
        )


async def test_a_thread_that_was_folded_away_goes_on(world: World) -> None:
    thread, _ = await start_in_thread(world)
    world.env.backend.edit_channel(thread.id, {}, thread_metadata={"archived": True})
    await world.env.settle()
    board(await world.ann.slash(thread, "move", move="dE2-E10"))
    assert (await world.table()).plies == 1


async def test_what_is_played_next_in_a_thread_belongs_to_the_channel_too(world: World) -> None:
    thread, _ = await start_in_thread(world)
    await world.ann.slash(thread, "move", move="resign")
    await world.ann.click(newest(thread), label="Play again")
    await world.cleo.slash(thread, "table fork", table="T1", move=0)
    places = [(table.channel_id, table.home_id) for table in [await world.table(2), await world.table(3)]]
    assert places == [(thread.id, world.channel.id)] * 2
    said = private_text(await world.cleo.slash(world.channel, "games"))
    assert [row[2:8] for row in said.splitlines() if row.startswith("- ")] == ["**T3**", "**T2**"]


async def test_no_player_is_called_into_a_thread_in_their_night(world: World) -> None:
    """It is a quarter to two in the afternoon, UTC."""
    await world.session.service(PersonalSettings).set_hours(world.ben.id, 9 * 60, 10 * 60)
    mark = world.mark()
    await open_table(world.ann, world.channel, "thud", opponent=world.ben, side=0, thread=True)
    assert world.pings(mark) == [set(), set()]


# From the channel


async def test_the_channel_finds_the_tables_of_its_threads(world: World) -> None:
    thread, shown = await start_in_thread(world)
    said = private_text(await world.cleo.slash(world.channel, "games"))
    link = f"https://discord.com/channels/{world.guild.id}/{thread.id}/{shown.id}"
    acts = IN_ENGLISH("table.state.playing", names="Ann")
    assert f"**T1** Thud: Ann / Ben; {acts} ([board]({link}))" in said
    choices = await world.cleo.autocomplete(world.channel, "board", "table", "")
    assert [choice["value"] for choice in choices] == ["T1"]
    for code in ({}, {"table": "T1"}):
        async with world.assert_unchanged():
            assert "Thud · T1" in private_text(await world.cleo.slash(world.channel, "board", **code))
    elsewhere = world.guild.create_text_channel("elsewhere")
    assert says(private_text(await world.cleo.slash(elsewhere, "board", table="T1")), "no-table")


async def test_of_several_the_channel_asks_which(world: World) -> None:
    await start_in_thread(world)
    await world.start_table()
    said = private_text(await world.cleo.slash(world.channel, "board", view="text"))
    assert says(said, "which-table", ways="`table:T2` (Thud), `table:T1` (Thud)")
    assert "A B C D" in private_text(await world.cleo.slash(world.channel, "board", view="text", table="T1"))


async def test_moves_are_made_in_the_thread(world: World) -> None:
    thread, _ = await start_in_thread(world)
    async with world.assert_unchanged():
        for code in ({}, {"table": "T1"}):
            said = private_text(await world.ann.slash(world.channel, "move", move="dE2-E10", **code))
            assert said.startswith(IN_ENGLISH("elsewhere", channel=f"<#{thread.id}>"))
    await world.start_table()
    await world.move(world.ann, "dE2-E10")
    assert [(await world.table(number)).plies for number in (1, 2)] == [0, 1]


# Spectators

LOOKS = (
    "board",
    "history",
    "table log",
    "review",
)


@pytest.mark.parametrize("in_thread", [False, True], ids=("channel", "thread"))
async def test_spectators_look_at_everything_from_both_places(world: World, in_thread: bool) -> None:
    thread, _ = await start_in_thread(world)
    for actor, move in ((world.ann, "dE2-E10"), (world.ben, "TG9-F9xE10"), (world.ann, "resign")):
        await actor.slash(thread, "move", move=move)
    before = await world.table(), await world.log()
    for command in LOOKS:
        result = await world.cleo.slash(thread if in_thread else world.channel, command, table="T1")
        said = [text_of(one.components) for one in (result.response, *result.followups) if one is not None]
        assert any(said), command
        assert not any(says(text, key) for text in said for key in ("no-table-here", "no-table")), command
    table, log = await world.table(), await world.log()
    assert (table.plies, table.state, log) == (before[0].plies, before[0].state, before[1])


@pytest.mark.parametrize("in_thread", [False, True], ids=("channel", "thread"))
async def test_spectators_use_what_only_shows_and_nothing_that_acts(world: World, in_thread: bool) -> None:
    if in_thread:
        _, shown = await start_in_thread(world)
    else:
        shown = await world.game()
    shows = {"More": "### Thud · T1"}
    async with world.assert_unchanged():
        for label in labels(shown):
            said = private_text(await world.cleo.click(shown, label=label))
            assert shows.get(label, IN_ENGLISH("not-seated", names="Ann and Ben")) in said, label
        picked = await world.cleo.select(shown, ["E2"], custom_id=list_with(shown, "E2"))
        assert says(private_text(picked), "not-seated")


@pytest.mark.parametrize("in_thread", [False, True], ids=("channel", "thread"))
async def test_spectators_send_no_moves_and_take_nothing_back(world: World, in_thread: bool) -> None:
    place = world.channel
    if in_thread:
        place, _ = await start_in_thread(world)
    else:
        await world.game()
    async with world.assert_unchanged():
        for command, options in (
            ("move", {"move": "dE2-E10"}),
            ("resign", {}),
            ("leave", {}),
            ("undo", {}),
        ):
            said = private_text(await world.cleo.slash(place, command, table="T1", **options))
            assert says(said, "not-seated"), command


async def test_forged_controls_of_a_spectator_are_refused(world: World) -> None:
    await world.start_table(*QUIET)
    before = await world.table(), await world.log()
    revision = before[0].revision
    for verb in (
        "play.dG1-G2",
        "ask.resign",
        "ap.dG1-G2",
        "type.",
        "undo.",
        "undoyes.2",
        "go.E2",
        "aa.leave",
    ):
        said = await click_forged(world, world.cleo, f"t1.{revision}.{verb}")
        assert says(said, "not-seated"), verb
    assert (await world.table(), await world.log()) == before
