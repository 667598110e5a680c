"""Games that change their table, by commands and clicks: who is asked, what is posted, what arrives."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.builders import ChannelHandle
from simcord.enums import OverwriteType
from simcord.results import ResponseMessage

from bot.features.transfer.storage import TransferStorage
from bot.games.catalogue import IN_ENGLISH
from bot.kernel.people import storage
from bot.store import Openers, Status
from bot.ui.table.game_files import LARGEST
from engine.registry import GAMES
from engine.verify import verify
from tests.bot.discord.test_limits import check
from tests.bot.discord.test_refusals import new_thread
from tests.bot.samples import QUIET
from tests.bot.ui.opening import add_salt, open_table
from tests.bot.ui.play.test_together import game as hill_game
from tests.bot.ui.scripted import playthrough
from tests.bot.ui.world import World, board, labels, message_text, private_text, says, text_of, walk

AGREE, NO = "Agree", "No, stay here"
YES = IN_ENGLISH("button.yes", what=IN_ENGLISH("move.yes"))


async def text_in(message: ResponseMessage | discord.Message) -> str:
    """The one file that came with a message."""
    (attached,) = message.attachments
    return (await attached.read()).decode()


async def ask_to_move(world: World, **options: object) -> ResponseMessage:
    """Ann asks to move the game of hers."""
    return board(await world.ann.slash(world.channel, "table transfer", **options))


async def exported_file(world: World) -> str:
    """The file of a duel that has left, everybody agreeing."""
    await world.game(*QUIET)
    question = await ask_to_move(world)
    result = await world.ben.click(question, label=AGREE)
    return await text_in(result.followups[-1])


async def test_the_others_are_asked_and_called_once(world: World) -> None:
    await world.game(*QUIET)
    there = world.guild.create_text_channel("upstairs")
    mark = world.mark()
    question = await ask_to_move(world, channel=there)
    told_ = text_of(question.components)
    assert says(told_, "move.ask", name="Ann", game="Thud", code="T1", channel=f"<#{there.id}>")
    assert "Agreed: Ann." in told_
    assert labels(question) == [AGREE, NO]
    agree, refuse = (part["custom_id"] for part in walk(question.components) if "custom_id" in part)
    stamp = agree.removeprefix("t1.0.moveyes.")
    assert stamp.isdecimal()
    assert refuse == f"t1.0.moveno.{stamp}"
    assert world.pings(mark) == [{world.ben.id}]
    assert (await world.table()).status is Status.PLAYING


async def test_with_the_last_yes_the_game_goes_on_in_the_other_channel(world: World) -> None:
    old = await world.game(*QUIET)
    there = world.guild.create_text_channel("upstairs")
    question = await ask_to_move(world, channel=there)
    mark = world.mark()
    await world.ben.click(question, label=AGREE)
    new = world.last("T2", there)
    assert "Whoever" not in message_text(new)
    assert says(message_text(new), "move.arrived.known", name="T1", other="4")
    assert f"<@{world.ann.id}>" in message_text(new)
    assert {world.ann.id} in world.pings(mark)
    way = f"https://discord.com/channels/{world.guild.id}/{there.id}/{new.id}"
    assert way in message_text(world.last("has moved"))
    closed = world.last("The game went on")
    assert closed.id == old.id
    assert says(message_text(closed), "move.gone", next="T2")
    moved = await world.table(2)
    assert (moved.channel_id, moved.guild_id, moved.plies) == (there.id, world.guild.id, 1)
    shown = private_text(await world.ben.slash(world.channel, "move", move="TF7-G7", table="T1"))
    assert says(shown, "closed-gone", next="T2")
    await world.ann.slash(there, "move", move="dG1-G2")
    assert (await world.table(2)).plies == 2


async def test_a_no_keeps_the_game_where_it_is(world: World) -> None:
    await world.game(*QUIET)
    question = await ask_to_move(world)
    refused = await world.ben.click(question, label=NO)
    assert text_of(board(refused).components) == IN_ENGLISH("move.refused", name="Ben", code="T1")
    assert labels(board(refused)) == []
    assert await TransferStorage(world.session.context.store).pending_transfer(1) is None


async def test_who_does_not_play_is_not_asked(world: World) -> None:
    await world.game(*QUIET)
    question = await ask_to_move(world)
    async with world.assert_unchanged():
        for label in (AGREE, NO):
            assert says(private_text(await world.cleo.click(question, label=label)), "not-seated")
        assert says(private_text(await world.ann.click(question, label=AGREE)), "move-agreed")


async def test_the_file_that_leaves_can_be_verified_and_holds_nobodys_name(world: World) -> None:
    text = await exported_file(world)
    assert verify(text, GAMES) == ()
    for person in (world.ann, world.ben):
        assert person.name.casefold() not in text.casefold()
        assert str(person.id) not in text
    table = await world.table()
    assert (table.status, table.time.clocks) == (Status.CLOSED, ())
    again = await world.ann.slash(world.channel, "table export", table="T1")
    assert again.response is not None
    assert await text_in(again.response) == text


async def test_what_arrives_waits_until_everybody_has_said_who_they_are(world: World) -> None:
    text = await exported_file(world)
    elsewhere = world.env.create_guild("Elsewhere")
    hall = elsewhere.create_text_channel("hall")
    ann, eve = elsewhere.add_member(world.ann.user), elsewhere.add_member(world.env.create_user("eve"))
    stranger = private_text(await eve.slash(hall, "table arrive", file=("game.jsonl", text.encode())))
    assert stranger.startswith(IN_ENGLISH("arrive-others", code="T1"))
    lobby = board(await ann.slash(hall, "table arrive", file=("game.jsonl", text.encode())))
    check(lobby.components)
    shown = text_of(lobby.components)
    assert says(shown, "move.open", game="Thud", code="T1", ply=4)
    assert "sealed" not in shown, "there are no dice in it"
    (pick,) = (part for part in walk(lobby.components) if part.get("type") == 3)
    assert IN_ENGLISH("button.add-bot") in labels(lobby)
    assert pick["placeholder"] == "I am…"
    (seat,) = pick["options"]
    begun = board(await eve.select(lobby, [seat["value"]], custom_id=pick["custom_id"]))
    assert "T2" in text_of(begun.components)
    table = await world.table(2)
    assert (table.status, table.guild_id, table.plies) == (Status.PLAYING, elsewhere.id, 1)
    assert {player.name.lower() for player in table.players} == {"ann", "eve"}
    again = private_text(await ann.slash(hall, "table arrive", file=("game.jsonl", text.encode())))
    assert again.startswith(IN_ENGLISH("arrive-before", code="T2"))


async def test_a_game_for_one_is_asked_about_again_whenever_its_player_asks(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await playthrough("thrag_win", monkeypatch).game(world, 3)
    first = (await world.ann.slash(world.channel, "table transfer")).response
    second = await world.ann.slash(world.channel, "table transfer")
    assert first is not None
    assert private_text(second) == text_of(first.components)
    assert second.response is not None
    assert labels(second.response) == labels(first) == [YES, "Back"]
    moved = await world.ann.click(first, label=YES)
    assert await text_in(moved.followups[-1])
    assert (await world.table()).status is Status.CLOSED
    async with world.assert_unchanged():
        assert says(private_text(await world.ann.click(second.response, label=YES)), "closed-away")
        assert private_text(await world.ann.slash(world.channel, "table transfer", table="T1"))


async def test_a_game_for_one_asks_only_whether_it_is_meant(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await playthrough("thrag_win", monkeypatch).game(world, 3)
    question = (await world.ann.slash(world.channel, "table transfer")).response
    assert question is not None
    assert question.ephemeral
    result = await world.ann.click(question, label=YES)
    text = await text_in(result.followups[-1])
    assert (await world.table()).status is Status.CLOSED
    assert result.followups[-1].ephemeral, "the file is theirs alone"
    here = board(await world.ann.slash(world.channel, "table arrive", file=("t.jsonl", text.encode())))
    assert says(text_of(here.components), "move.arrived", name="T1", other="3")
    table = await world.table(2)
    assert [(player.name, player.user_id) for player in table.players] == [("Ann", world.ann.id)]
    assert table.status is Status.PLAYING


SPOILT: list[tuple[str, Callable[[str], str], str]] = [
    ("T1 changed", lambda text: text.replace('"action": "dG1-G2"', '"action": "dG1-G3"', 1), "line 2"),
    ("a line less", lambda text: "\n".join([*text.split("\n")[:2], *text.split("\n")[3:]]), "line 3"),
    ("nonsense", lambda _: "Dear diary", "line 1"),
]


@pytest.mark.parametrize(("spoil", "where"), [one[1:] for one in SPOILT], ids=[one[0] for one in SPOILT])
async def test_a_file_that_does_not_hold_is_refused_with_its_line(
    world: World, spoil: Callable[[str], str], where: str
) -> None:
    text = await exported_file(world)
    async with world.assert_unchanged():
        answer = private_text(
            await world.ann.slash(world.channel, "table arrive", file=("x", spoil(text).encode()))
        )
    assert answer.startswith(IN_ENGLISH("arrive-unsound"))
    assert where in answer


@pytest.mark.parametrize(
    ("data", "begins"),
    [
        (b" \n", "This file is empty. Use the one `/table transfer` gave you."),
        (b"\xff\xfe\xfd", "This file isn't a game: it isn't even text."),
        (b"x" * (LARGEST + 1), "This file is too big for a game: 4096 KiB at most."),
    ],
)
async def test_a_file_that_is_none_is_refused_as_the_file_of_a_game(
    world: World, data: bytes, begins: str
) -> None:
    answer = private_text(await world.ann.slash(world.channel, "table arrive", file=("x", data)))
    assert answer.startswith(begins)
    assert await world.session.context.store.table(1) is None


async def test_a_file_for_which_there_is_no_room_today_is_refused_in_private(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = await exported_file(world)
    monkeypatch.setattr(storage, "A_DAY", 0)
    async with world.assert_unchanged():
        answer = private_text(await world.ann.slash(world.channel, "table arrive", file=("x", text.encode())))
    assert "you can store only 0 KiB more today" in answer


async def test_asking_for_what_is_asked_is_agreeing(world: World) -> None:
    await world.game(*QUIET)
    question = await ask_to_move(world)
    mark = world.mark()
    meant = (await world.ben.slash(world.channel, "table transfer")).response
    assert meant is not None
    assert meant.ephemeral
    assert world.pings(mark) == []
    await world.ben.click(meant, label=YES)
    assert (await world.table()).journey.away
    changed = next(one for one in world.channel.history() if one.id == question.id)
    assert says(message_text(changed), "move.done.away")
    assert not [part for part in walk([row.to_dict() for row in changed.components]) if part.get("type") == 2]


async def test_another_question_takes_the_place_of_the_first(world: World) -> None:
    await world.game(*QUIET)
    first = await ask_to_move(world)
    there = world.guild.create_text_channel("upstairs")
    second = board(await world.ben.slash(world.channel, "table transfer", channel=there))
    changed = next(one for one in world.channel.history() if one.id == first.id)
    assert says(message_text(changed), "move.replaced", name="Ben")
    await world.ann.click(second, label=AGREE)
    assert (await world.table(2)).channel_id == there.id


@pytest.mark.usefixtures("hilly")
async def test_a_question_whose_message_is_gone_is_asked_again(world: World) -> None:
    await hill_game(world)
    there = world.guild.create_text_channel("upstairs")
    first = await ask_to_move(world, channel=there)
    world.delete(first)
    mark = world.mark()
    second = await ask_to_move(world, channel=there)
    told_ = text_of(second.components)
    assert says(told_, "move.ask", name="Ann", game="Up the Hill", code="T1", channel=f"<#{there.id}>")
    assert world.pings(mark) == [{world.ben.id, world.cleo.id}]
    standing = private_text(await world.ann.slash(world.channel, "table transfer", channel=there))
    assert says(standing, "move.standing")
    assert f"/{second.id})" in standing
    world.delete(second)
    mark = world.mark()
    third = board(await world.ben.slash(world.channel, "table transfer", channel=there))
    assert text_of(third.components).startswith("**Ann** wants to move"), "Ben only agrees"
    assert says(text_of(third.components), "move.agreed", names="Ann and Ben")
    assert world.pings(mark) == [{world.cleo.id}]
    await world.cleo.click(third, label=AGREE)
    assert (await world.table(2)).channel_id == there.id


# What has changed between the question and the answer


def hide(world: World, there: ChannelHandle) -> None:
    """Nobody sees the channel any more."""
    view = discord.Permissions(view_channel=True).value
    everyone = world.guild.default_role.id
    overwrite = Overwrite(target_id=everyone, type=OverwriteType.ROLE, allow=0, deny=view)
    world.env.backend.set_overwrite(there.id, overwrite)


def hide_from_ann(world: World, there: ChannelHandle) -> None:
    """The one who asked does not see the channel any more."""
    view = discord.Permissions(view_channel=True).value
    overwrite = Overwrite(target_id=world.ann.id, type=OverwriteType.MEMBER, allow=0, deny=view)
    world.env.backend.set_overwrite(there.id, overwrite)


def take_rights(world: World, there: ChannelHandle) -> None:
    """The bot may attach no files there any more."""
    files = discord.Permissions(attach_files=True).value
    assert world.bot.user is not None
    overwrite = Overwrite(target_id=world.bot.user.id, type=OverwriteType.MEMBER, allow=0, deny=files)
    world.env.backend.set_overwrite(there.id, overwrite)


def lock(world: World, there: ChannelHandle) -> None:
    """A moderator locks the thread."""
    world.env.backend.edit_channel(there.id, {}, thread_metadata={"locked": True})


def delete_channel(world: World, there: ChannelHandle) -> None:
    """Somebody deletes the channel."""
    world.env.backend.delete_channel(there.id)


def kick_ann(world: World, _: ChannelHandle) -> None:
    """The one who asked is in the server no longer."""
    world.env.backend.remove_member(world.guild.id, world.ann.id)


CHANGES = {
    "deleted": (delete_channel, "move-gone"),
    "hidden": (hide, "move-unseen"),
    "hidden from who asked": (hide_from_ann, "move-asker"),
    "who asked has left": (kick_ann, "move-asker"),
    "barred": (take_rights, "move-barred"),
}


@pytest.mark.parametrize(("change", "key"), CHANGES.values(), ids=list(CHANGES))
async def test_a_channel_that_has_changed_is_refused_before_the_last_yes_counts(
    world: World, change: Callable[[World, ChannelHandle], None], key: str
) -> None:
    await world.game(*QUIET)
    there = world.guild.create_text_channel("upstairs")
    question = await ask_to_move(world, channel=there)
    change(world, there)
    await world.env.settle()
    async with world.assert_unchanged():
        assert says(private_text(await world.ben.click(question, label=AGREE)), key)
    departure = await TransferStorage(world.session.context.store).pending_transfer(1)
    assert departure is not None
    assert departure.agreed == (0,), "Ben can still agree once it is mended"
    assert await world.session.context.store.table(2) is None


async def test_somebody_else_can_ask_for_the_channel_that_the_first_one_does_not_see_any_more(
    world: World,
) -> None:
    await world.game(*QUIET)
    there = world.guild.create_text_channel("upstairs")
    await ask_to_move(world, channel=there)
    hide_from_ann(world, there)
    await world.env.settle()
    mine = (await world.ben.slash(world.channel, "table transfer", channel=there)).response
    assert mine is not None
    await world.ben.click(mine, label=YES)
    assert (await world.table(2)).channel_id == there.id


async def test_a_locked_thread_is_refused_when_it_is_asked_and_when_it_is_agreed_to(world: World) -> None:
    await world.game(*QUIET)
    there = await new_thread(world, world.channel)
    question = await ask_to_move(world, channel=there)
    lock(world, there)
    await world.env.settle()
    async with world.assert_unchanged():
        assert says(private_text(await world.ben.click(question, label=AGREE)), "move-locked")
        assert says(
            private_text(await world.ben.slash(world.channel, "table transfer", channel=there)), "move-locked"
        )
    world.env.backend.edit_channel(there.id, {}, thread_metadata={"locked": False})
    await world.env.settle()
    await world.ben.click(question, label=AGREE)
    assert (await world.table(2)).channel_id == there.id


async def test_who_plays_alone_is_refused_such_a_channel_too(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await playthrough("thrag_win", monkeypatch).game(world, 3)
    there = world.guild.create_text_channel("upstairs")
    question = (await world.ann.slash(world.channel, "table transfer", channel=there)).response
    assert question is not None
    delete_channel(world, there)
    await world.env.settle()
    async with world.assert_unchanged():
        assert says(private_text(await world.ann.click(question, label=YES)), "move-gone")
    assert (await world.table()).status is Status.PLAYING


async def test_what_the_server_allows_is_checked_again_and_agreeing_can_be_tried_again(world: World) -> None:
    await world.game(*QUIET)
    there = world.guild.create_text_channel("upstairs")
    question = await ask_to_move(world, channel=there)
    servers = world.session.context.store.servers
    settled = await servers.server(world.guild.id)
    await servers.set_server(replace(settled, opener=Openers.MANAGERS))
    async with world.assert_unchanged():
        assert says(private_text(await world.ben.click(question, label=AGREE)), "opening-managers"), (
            "Ann may not"
        )
    await servers.set_server(replace(settled, channels=frozenset({world.channel.id})))
    async with world.assert_unchanged():
        assert says(private_text(await world.ben.click(question, label=AGREE)), "opening-channel")
    await world.start_table()
    await servers.set_server(replace(settled, most=1))
    assert says(private_text(await world.ben.click(question, label=AGREE)), "opening-full-own-over")
    assert (await world.table()).status is Status.PLAYING
    await servers.set_server(settled)
    await world.ben.click(question, label=AGREE)
    assert (await world.table(3)).channel_id == there.id


async def test_a_channel_where_one_cannot_play_is_refused(world: World) -> None:
    await world.game(*QUIET)
    hidden = world.guild.create_text_channel(
        "announcements",
        overwrites={world.guild.default_role: discord.PermissionOverwrite(send_messages=False)},
    )
    async with world.assert_unchanged():
        assert "can't see" in private_text(
            await world.ann.slash(world.channel, "table transfer", channel=hidden)
        )
        assert says(
            private_text(await world.ann.slash(world.channel, "table transfer", channel=world.channel)),
            "move-here",
        )


async def test_two_who_agree_at_once_move_the_game_once(world: World) -> None:
    await world.game(*QUIET)
    there = world.guild.create_text_channel("upstairs")
    question = await ask_to_move(world, channel=there)
    await world.at_once((world.ben, question, AGREE), (world.ben, question, AGREE))
    assert [
        table.code for table in await world.session.context.store.in_channel(there.id, live_only=False)
    ] == ["T2"]


# Whether it is fair


async def test_a_table_that_has_not_begun_has_nothing_to_export(world: World) -> None:
    await open_table(world.ann, world.channel, "thud")
    assert "hasn't begun" in private_text(await world.ann.slash(world.channel, "table export"))


# Salt


async def test_the_dice_are_salted_with_a_form(world: World) -> None:
    lobby = board(await open_table(world.ann, world.channel, "ploc", opponent=world.ben))
    await add_salt(world.ben, lobby, "Himalaya")
    assert "Himalaya" not in message_text(world.last("T1"))
    await world.ben.click(world.last("T1"), label="Accept")
    table = await world.table()
    assert table.terms.salts == ("Himalaya",)


async def test_who_takes_the_last_seat_of_a_duel_can_salt_as_they_do(world: World) -> None:
    await add_salt(world.ben, board(await open_table(world.ann, world.channel, "ploc")), "rock")
    table = await world.table()
    assert (table.status, table.terms.salts) == (Status.PLAYING, ("rock",))
