"""A lobby as people see it: one message that changes, private refusals, a start that calls who begins."""

from __future__ import annotations

import pytest
from simcord.actors import MemberActor
from simcord.results import ResponseMessage

from bot.games.catalogue import IN_ENGLISH
from bot.kernel.tables.seats import HOST_TIME
from bot.store import Status
from tests.bot.discord.test_limits import NASTY, WIDE, check
from tests.bot.ui.opening import behind, open_table, pick
from tests.bot.ui.world import World, board, labels, private, private_text, says, text_of, walk

pytestmark = pytest.mark.usefixtures("hilly")


async def lobby(world: World, **options: object) -> ResponseMessage:
    return board(await open_table(world.ann, world.channel, "hill", **options))


def guests(world: World, count: int, name: str = "Guest") -> list[MemberActor]:
    return [
        world.guild.add_member(world.env.create_user(f"guest{number}", global_name=f"{name} {number}"))
        for number in range(count)
    ]


async def pick_values(actor: MemberActor, shown: ResponseMessage) -> list[str]:
    form = await actor.click(shown, label="My pick")
    assert form.modal is not None
    (found,) = [part for part in walk(form.modal["components"]) if part.get("options")]
    return [option["value"] for option in found["options"]]


async def test_a_lobby_says_who_sits_what_is_agreed_and_how_it_goes_on(world: World) -> None:
    shown = await lobby(world, logs=5, hours=3)
    said = text_of(shown.components)
    for line in (
        "**Ann** wants to play **Up the Hill**. Who's in?",
        "At the table: **Ann**",
        "Logs: 5",
        "after 3 hours",
    ):
        assert line in said
    assert "Hats" not in said, "what is as usual is not listed"
    assert "Song" not in said, "a file that was left out"
    assert labels(shown) == ["Join", "Start", IN_ENGLISH("button.how"), "Details"]
    details = private(await world.ann.click(shown, label="Details"))
    assert "**Logs**: 5\n-# How many logs there are" in text_of(details.components)
    assert says(text_of(details.components), "details.patience", span="3 hours")
    assert labels(details) == ["Fair play", "Leave"]
    assert "Leave" not in labels(private(await world.cleo.click(shown, label="Details")))
    assert world.pings() == [set()]
    table = await world.table()
    assert (table.terms.patience, table.host_id) == (3 * 3600, world.ann.id)


async def test_a_lobby_with_nothing_agreed_is_short(world: World) -> None:
    said = text_of((await lobby(world, hats="dealt")).components)
    assert said.splitlines() == [
        IN_ENGLISH("table.open.drawn", host="Ann", game="Up the Hill"),
        IN_ENGLISH("lobby.seats", names="**Ann**"),
        "-# 1 to 6 players, together \N{MIDDLE DOT} Carry logs up a hill.",
    ]


async def test_the_default_patience_is_a_day(world: World) -> None:
    await lobby(world)
    assert (await world.table()).terms.patience == 24 * 3600


async def test_joining_and_leaving_change_the_one_message(world: World) -> None:
    shown = await lobby(world)
    mark = world.mark()
    await world.ben.click(shown, label="Join")
    await world.cleo.click(shown, label="Join")
    assert "**Ann**, **Ben** and **Cleo**" in text_of(shown.components)
    await behind(world.ben, shown, "Details", "Leave")
    assert "**Ann** and **Cleo**" in text_of(shown.components)
    assert world.pings(mark) == [], "nothing new is posted"
    assert "already" in private_text(await world.cleo.click(shown, label="Join"))
    assert says(private_text(await world.ben.slash(world.channel, "leave")), "no-table-here")


async def test_the_lobby_becomes_the_board_where_no_player_has_to_be_called(world: World) -> None:
    shown = await lobby(world)
    await world.ben.click(shown, label="Join")
    mark = world.mark()
    begun = board(await world.ann.click(shown, label="Start"))
    assert begun.id == shown.id
    assert world.pings(mark) == [], "Ann begins, and has just clicked"
    assert f"<@{world.ann.id}>" in text_of(begun.components), "she is named all the same"
    assert (await world.table()).status is Status.PLAYING


async def test_others_hear_who_starts_and_from_when_on_they_can(world: World) -> None:
    shown = await lobby(world)
    await world.ben.click(shown, label="Join")
    table = await world.table()
    async with world.assert_unchanged():
        said = private_text(await world.ben.click(shown, label="Start"))
        free = int(table.time.created_at) + HOST_TIME
        assert says(said, "start-is-the-hosts", name="Ann", when=f"<t:{free}:R>")
        assert says(private_text(await world.cleo.click(shown, label="Start")), "join-first")
    world.clock.now += HOST_TIME
    board(await world.ben.click(shown, label="Start"))
    assert (await world.table()).status is Status.PLAYING


async def test_a_host_who_leaves_hands_the_table_on_and_the_last_closes_it(world: World) -> None:
    shown = await lobby(world)
    await world.ben.click(shown, label="Join")
    await behind(world.ann, shown, "Details", "Leave")
    assert says(text_of(shown.components), "table.open.drawn", host="Ben")
    await behind(world.ben, shown, "Details", "Leave")
    assert says(text_of(shown.components), "closed")
    assert labels(shown) == []
    assert (await world.table()).status is Status.CLOSED


async def test_table_leave_leaves_a_lobby(world: World) -> None:
    shown = await lobby(world)
    await world.ben.click(shown, label="Join")
    said = private_text(await world.ben.slash(world.channel, "leave"))
    assert says(said, "lobby.left", name="Ben")
    assert "Ben" not in text_of(shown.components)
    assert [player.user_id for player in (await world.table()).players] == [world.ann.id]


async def test_table_leave_takes_an_invitation_back(world: World) -> None:
    shown = board(await open_table(world.ann, world.channel, "thud"))
    private_text(await world.ann.slash(world.channel, "leave"))
    assert (await world.table()).status is Status.CLOSED
    assert labels(shown) == []


async def test_picks_are_lists_without_what_is_taken(world: World) -> None:
    shown = await lobby(world, hats="chosen")
    await world.ben.click(shown, label="Join")
    every = await pick_values(world.ann, shown)
    await pick(world.ann, shown, hat="beret")
    assert "**Ann** (Beret)" in text_of(shown.components)
    assert await pick_values(world.ben, shown) == [hat for hat in every if hat != "beret"]
    await pick(world.ben, shown, hat="bowler")
    assert "**Ben** (Bowler)" in text_of(shown.components)
    async with world.assert_unchanged():
        assert says(private_text(await world.cleo.click(shown, label="My pick")), "join-first")
    await pick(world.ann, shown, hat="dealt")
    assert "**Ann** and **Ben** (Bowler)" in text_of(shown.components)
    assert "beret" in await pick_values(world.ben, shown)


async def test_all_picks_are_made_in_one_form(world: World) -> None:
    shown = board(await open_table(world.ann, world.channel, "trogdor", keepers="chosen", items="chosen"))
    before = (await world.table()).revision
    await pick(world.ann, shown, keeper="yubbitz", item="beans")
    assert (await world.table()).revision == before + 1
    assert "Yubbitz" in text_of(shown.components)
    assert "Beans" in text_of(shown.components)
    check(shown.components)


async def test_a_hat_that_was_taken_meanwhile_is_refused_with_the_name(world: World) -> None:
    shown = await lobby(world, hats="chosen")
    await world.ben.click(shown, label="Join")
    asked = [await who.click(shown, label="My pick") for who in (world.ann, world.ben)]
    await world.ann.submit_modal(asked[0], {"hat": ["beret"]})
    refused = private_text(await world.ben.submit_modal(asked[1], {"hat": ["beret"]}))
    assert says(refused, "picked-already", name="Ann")
    assert "**Ann** (Beret)" in text_of(shown.components)


async def test_a_lobby_outlives_a_restart(world: World) -> None:
    shown = await lobby(world, hats="chosen")
    await world.ben.click(shown, label="Join")
    await pick(world.ben, shown, hat="beret")
    await world.restart()
    await world.cleo.click(shown, label="Join")
    assert "**Ben** (Beret) and **Cleo**" in text_of((await world.shown_board()).components)
    await world.ann.click(await world.shown_board(), label="Start")
    shown_ = world.session.tables.show(await world.table())
    assert shown_.state is not None
    assert shown_.state.hats[1] == "beret"


async def test_a_lobby_that_is_shown_again_goes_on_there(world: World) -> None:
    first = await lobby(world)
    again = board(await world.ann.slash(world.channel, "board"))
    assert world.is_gone(first)
    await world.ben.click(again, label="Join")
    assert "**Ben**" in text_of(again.components)


async def test_a_double_click_on_start_begins_one_game(world: World) -> None:
    shown = await lobby(world)
    mark = world.mark()
    posted = await world.at_once((world.ann, shown, "Start"), (world.ann, shown, "Start"))
    assert len([one for one in posted if one.private]) == 1
    assert (await world.table()).revision == 1
    assert world.pings(mark) == [], "the lobby is the board now"


async def test_six_who_join_at_once_leave_a_message_that_is_true(world: World) -> None:
    shown = await lobby(world)
    crowd = [world.ben, world.cleo, *guests(world, 4)]
    posted = await world.at_once(*((person, shown, "Join") for person in crowd))
    assert [says(one.text, "table-full", most=6) for one in posted if one.private] == [True]
    table = await world.table()
    assert len(table.players) == 6
    seen = text_of(shown.components)
    assert all(f"**{player.name}**" in seen for player in table.players)


@pytest.mark.parametrize("name", ["*" * 32, WIDE, "`" * 32, NASTY[2], NASTY[4]], ids=ascii)
async def test_a_full_lobby_with_long_names_is_within_the_limits(world: World, name: str) -> None:
    shown = await lobby(world, hats="chosen", logs=9)
    for number in range(5):
        user = world.env.create_user(f"guest{number}", global_name=f"Guest {number}")
        guest = world.guild.add_member(user, nick=name)
        await guest.click(shown, label="Join")
        await pick(guest, shown, hat=(await pick_values(guest, shown))[1])
    assert len((await world.table()).players) == 6
    check(shown.components)
    begun = board(await world.ann.click(shown, label="Start"))
    check(begun.components)
    check(shown.components)
    assert all(pings <= {world.ann.id} for pings in world.pings())


# A file


def song_file(text: str) -> tuple[str, bytes]:
    return ("song.txt", text.encode())


async def test_a_file_comes_along_as_an_option(world: World) -> None:
    shown = await lobby(world, song=song_file("\ufeff la\n la "))
    assert "-# Song" in text_of(shown.components)
    assert '"song":"la la"' in (await world.table()).terms.options


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"la lu la li", "- line 2: 'lu' is not sung\n- line 4: 'li' is not sung\n- a song has at most"),
        (b"<@1> `*la*`", "- line 1: '\\<@1>' is not sung\n- line 2: '\\`\\*la\\*\\`' is not sung"),
        (b"\xff\xfe\x00", "isn't text. Save it as UTF-8"),
        (b"la " * 30_000, "64 KiB at most"),
        (b" \n", "is empty"),
    ],
)
async def test_a_file_that_cannot_be_used_is_refused_in_private(world: World, data: bytes, said: str) -> None:
    result = await open_table(world.ann, world.channel, "hill", song=("song.txt", data))
    assert said in private_text(result)
    assert await world.session.context.store.table(1) is None
