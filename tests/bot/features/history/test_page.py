"""Leafing through a game over Discord: `/history`, the button, the keys, and who sees what."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from simcord.results import ResponseMessage

from bot.discord.frame import escape_markdown
from bot.features.history.page import PageButtons, page_message, target_ply
from bot.games.catalogue import CATALOGUE, IN_ENGLISH
from bot.kernel.clicks import Opening
from bot.kernel.session import Shown
from bot.kernel.trace import Trace
from bot.names import clean_name
from bot.store import Line, Status, Terms
from bot.ui.history.page import Page
from bot.ui.play.board_layout import board_picture
from bot.words.menu import Menu
from engine.replay import LogPosition
from tests.bot.discord.test_limits import NASTY, check, components, worst_table
from tests.bot.discord.test_refusals import click_forged
from tests.bot.kernel.tables.test_history import taken_back
from tests.bot.samples import QUIET
from tests.bot.ui.opening import open_table, tap
from tests.bot.ui.world import World, board, labels, private, private_text, says, text_of, walk
from tests.playthroughs.golden import FILES, plies, seats_of

FIRST, BACK, NEXT, LAST = KEYS = ("⏮", "◀", "▶", "⏭")


def keys(message: ResponseMessage) -> str:
    """The keys that can be used."""
    return "".join(
        part["label"]
        for part in walk(message.components)
        if part.get("label") in KEYS and not part.get("disabled")
    )


def page_of(message: ResponseMessage) -> tuple[str, str]:
    """The line that numbers the move, and the picture beside it."""
    (line,) = [line for line in text_of(message.components).splitlines() if line.startswith("**Move ")]
    (picture,) = message.attachments
    return line, picture.filename


def shown_at(session: Shown, line: Line | None, position: LogPosition) -> bytes:
    """What the painter makes of a position under the hash that the log had then."""
    assert line is not None
    return board_picture(
        IN_ENGLISH,
        replace(session, table=replace(session.table, head=line.hash), state=position.state),
        Menu(),
    )


async def history(world: World, **options: object) -> ResponseMessage:
    page = private(await world.cleo.slash(world.channel, "history", **options))
    return board(await world.cleo.click(page, label="Show everyone"))


async def click(world: World, message: ResponseMessage, label: str) -> ResponseMessage:
    """The same message, leafed on by somebody who has no seat."""
    mark = world.mark()
    result = await world.cleo.click(message, label=label)
    assert result.response is not None
    assert result.response.id == message.id
    (posted,) = world.posts_since(mark)
    assert not posted.new
    check(message.components)
    return message


# The page


async def test_the_newest_move_is_told_and_painted(world: World) -> None:
    table = await world.start_table("dE2-E10", "TG9-F9xE10")
    mark = world.mark()
    shown = await history(world)
    assert world.pings(mark) == [set()]
    said = text_of(shown.components)
    assert said.startswith("### Thud, history\n")
    assert says(said, "history.move", ply=2, last=2, told="Ben")
    moved = IN_ENGLISH("thud.moved.trolls", name="Ben", origin="G9", target="F9")
    assert said.endswith(f"{moved} {IN_ENGLISH('thud.captured.dwarfs.one', squares='E10')}")
    lines, positions = await world.log(), await world.session.history.positions(table)
    expected = shown_at(world.session.tables.show(table), lines[1], positions[2])
    assert await shown.attachments[0].read() == expected
    alt = next(part["items"][0]["description"] for part in walk(shown.components) if part.get("type") == 12)
    view = CATALOGUE["thud"].game.view(positions[2].state, None)
    assert alt == CATALOGUE["thud"].speech.alt(IN_ENGLISH, ("Ann", "Ben"), view)
    check(shown.components)


async def test_it_is_no_board_of_its_table(world: World) -> None:
    shown = await world.game(*QUIET)
    async with world.assert_unchanged():
        before = (await world.table()).board
        result = await tap(world.cleo, shown, "History")
        assert "**Move 4 of 4**" in private_text(result)
    assert (await world.table()).board == before
    page = await history(world)
    assert (await world.table()).board == before
    assert IN_ENGLISH("button.type") in labels(shown)
    assert labels(page) == [*KEYS, "As text", "Film", "Fork here"]


async def test_a_page_is_for_one_until_they_show_it_to_everyone(world: World) -> None:
    await world.start_table(*QUIET)
    page = private(await world.cleo.slash(world.channel, "history", table="T1", move=1))
    assert labels(page) == [*KEYS, "As text", "Film", "Fork here", "Show everyone"]
    shown = board(await world.cleo.click(page, label="Show everyone"))
    assert page_of(shown) == page_of(page)
    assert labels(shown) == [*KEYS, "As text", "Film", "Fork here"]
    await world.ben.click(shown, label="▶")
    assert "**Move 2 of 4**" in text_of(shown.components)


async def test_a_named_move_is_shown_as_it_was_then(world: World) -> None:
    table = await world.start_table(*QUIET)
    shown = await history(world, table="T1", move=1)
    assert page_of(shown) == (IN_ENGLISH("history.move", ply=1, last=4, told="Ann"), "T1-move-1.png")
    lines, positions = await world.log(), await world.session.history.positions(table)
    assert await shown.attachments[0].read() == shown_at(
        world.session.tables.show(table), lines[0], positions[1]
    )
    begins = await history(world, table="T1", move=0)
    start = IN_ENGLISH("history.move", ply=0, last=4, told=IN_ENGLISH("history.begins"))
    assert page_of(begins) == (start, "T1-move-0.png")


async def test_the_keys_leaf_to_both_ends_of_a_game_that_is_over(world: World) -> None:
    await world.start_table(*QUIET[:2], "resign")
    shown = await history(world)
    assert (page_of(shown)[0], keys(shown)) == (
        IN_ENGLISH("history.move", ply=3, last=3, told="Ann"),
        FIRST + BACK,
    )
    for label, ply, left in (
        (BACK, 2, FIRST + BACK + NEXT + LAST),
        (BACK, 1, FIRST + BACK + NEXT + LAST),
        (BACK, 0, NEXT + LAST),
        (NEXT, 1, FIRST + BACK + NEXT + LAST),
        (LAST, 3, FIRST + BACK),
        (FIRST, 0, NEXT + LAST),
    ):
        await click(world, shown, label)
        line, picture = page_of(shown)
        assert line.startswith(f"**Move {ply} of 3** · "), label
        assert picture == f"T1-move-{ply}.png"
        assert keys(shown) == left, ply


async def test_while_the_game_goes_on_last_leads_to_the_newest(world: World) -> None:
    await world.start_table(*QUIET[:2])
    shown = await history(world)
    assert keys(shown) == FIRST + BACK + LAST
    await world.move(world.ann, "dG2-G1")
    await click(world, shown, LAST)
    assert page_of(shown)[0] == IN_ENGLISH("history.move", ply=3, last=3, told="Ann")
    await world.move(world.ben, "resign")
    await click(world, shown, BACK)
    assert page_of(shown)[0] == IN_ENGLISH("history.move", ply=2, last=4, told="Ben")
    await click(world, shown, LAST)
    assert (page_of(shown)[0], keys(shown)) == (
        IN_ENGLISH("history.move", ply=4, last=4, told="Ben"),
        FIRST + BACK,
    )


async def test_the_text_of_a_move_is_that_of_its_position(world: World) -> None:
    table = await world.start_table(*QUIET)
    shown = await history(world, table="T1", move=1)
    positions, game = await world.session.history.positions(table), CATALOGUE["thud"].game
    async with world.assert_unchanged():
        said = private_text(await tap(world.ben, shown, "As text"))
    assert said == f"```\n{game.text(game.view(positions[1].state, None))}\n```"
    assert said != private_text(await world.ben.slash(world.channel, "board", view="text"))


async def test_it_works_after_a_restart_and_long_after_the_end(world: World) -> None:
    await world.start_table(*QUIET, "resign")
    shown = await history(world)
    world.env.backend.advance_clock(40 * 24 * 3600)
    world.clock.now += 40 * 24 * 3600
    await world.restart()
    await click(world, shown, BACK)
    assert page_of(shown)[0] == IN_ENGLISH("history.move", ply=4, last=5, told="Ben")
    await world.restart()
    await click(world, shown, FIRST)
    begins = IN_ENGLISH("history.begins")
    assert page_of(shown)[0] == IN_ENGLISH("history.move", ply=0, last=5, told=begins)


# Several at once


async def test_two_who_leaf_at_once_see_one_page(world: World) -> None:
    await world.start_table(*QUIET)
    shown = await history(world)
    posted = await world.at_once((world.ann, shown, BACK), (world.ben, shown, BACK))
    assert [one.new for one in posted] == [False, False]
    assert page_of(shown) == (IN_ENGLISH("history.move", ply=3, last=4, told="Ann"), "T1-move-3.png")


async def test_clicks_out_of_order_keep_number_and_picture_together(world: World) -> None:
    table = await world.start_table(*QUIET)
    shown = await history(world)
    await world.at_once((world.ann, shown, FIRST), (world.ben, shown, BACK), (world.cleo, shown, LAST))
    line, picture = page_of(shown)
    number = int(line.split()[1])
    assert picture == f"T1-move-{number}.png"
    positions, lines = await world.session.history.positions(table), await world.log()
    if number:
        expected = shown_at(world.session.tables.show(table), lines[number - 1], positions[number])
        assert await shown.attachments[0].read() == expected


async def test_leafing_while_somebody_moves(world: World) -> None:
    shown = await world.game(*QUIET[:2])
    page = await history(world)
    await world.at_once((world.ann, shown, "Offer to end"), (world.cleo, page, BACK))
    assert page_of(page)[0].startswith("**Move 1 of ")
    assert (await world.table()).plies == 3


# Who did it


async def test_what_was_taken_back_and_who_did_it(world: World) -> None:
    table = await world.start_table(*QUIET)
    await taken_back(world.session, table, 1, user_id=world.ben.id)
    shown = await history(world)
    back = IN_ENGLISH("history.took-back", name="Ben", ply=1)
    assert page_of(shown)[0] == IN_ENGLISH("history.move", ply=5, last=5, told=back)
    assert "undone later" not in text_of(shown.components)
    await click(world, shown, BACK)
    assert page_of(shown)[0] == IN_ENGLISH("history.move", ply=4, last=5, told="Ben")
    assert text_of(shown.components).endswith(IN_ENGLISH("history.taken-back"))
    await click(world, shown, FIRST)
    await click(world, shown, NEXT)
    assert page_of(shown)[0] == IN_ENGLISH("history.move", ply=1, last=5, told="Ann")
    assert "undone later" not in text_of(shown.components)


@pytest.mark.usefixtures("hilly")
async def test_who_played_for_somebody_else_is_named(world: World) -> None:
    trace, opening = Trace("scene", 0), Opening("hill", {}, None, None, terms=Terms(patience=3600))
    table = (await world.session.lobby.open(world.click_by(world.ann), opening, trace)).table
    await world.session.lobby.sit(world.click_by(world.ben), table.id, 0, trace)
    await world.session.lobby.start(world.click_by(world.ann), table.id, 1, trace)
    world.clock.now += 3600
    await world.session.play.move(world.click_by(world.ben), table.id, "lift", trace)
    shown = await history(world)
    who = IN_ENGLISH("history.stood-in", name="Ben", other="Ann")
    assert page_of(shown)[0] == IN_ENGLISH("history.move", ply=1, last=1, told=who)
    assert "**Ann**: lift." in text_of(shown.components)


async def line_by(user_id: int | None) -> str:
    """What is said of Ann's first move if this user has made it."""
    entry, table = CATALOGUE["thud"], worst_table("Ann", "Ben")
    ann, ben = table.players
    players = (replace(ann, substitute=5, substitute_name="Dora"), ben)
    (text,) = (file.read_text(encoding="utf-8") for file in FILES if file.stem == "thud_resignation")
    ply = plies(text)[1][0]
    positions = (LogPosition(0, ply.state, 0), LogPosition(1, ply.state, 0, 0, ply.action))
    lines = (Line(1, 0, user_id, str(ply.action), "0" * 64, 1.0),)
    told_ = await page_message(
        IN_ENGLISH, Page(replace(table, players=players), entry, positions, lines, 1), PageButtons()
    )
    said = text_of(components(told_.layout)).splitlines()
    return next(line for line in said if line.startswith("**Move")).partition(" · ")[2].partition(":")[0]


async def test_the_house_a_friend_and_somebody_who_is_gone() -> None:
    assert await line_by(worst_table("Ann", "Ben").players[0].user_id) == "Ann"
    assert await line_by(None) == IN_ENGLISH("history.stood-in", name="Taproom", other="Ann")
    assert await line_by(5) == IN_ENGLISH("history.stood-in", name="Dora", other="Ann")
    assert await line_by(77) == "<@77> for Ann"


async def test_what_was_played_by_older_rules_is_said_to_be_kept() -> None:
    (text,) = (file.read_text(encoding="utf-8") for file in FILES if file.stem == "thud_resignation")
    state, table = plies(text)[1][0].state, replace(worst_table("Ann", "Ben"), plies=5)
    lines = tuple(Line(ply, 0, None, "!rules 2" if ply == 5 else "-", "0" * 64, 1.0) for ply in range(1, 6))
    page = Page(table, CATALOGUE["thud"], (LogPosition(5, state, 0),), lines, 0)
    said = text_of(components((await page_message(IN_ENGLISH, page, PageButtons())).layout))
    older = IN_ENGLISH("history.other-rules")
    assert says(said, "history.move", ply=5, last=5, told=older)


# Who sees what


async def test_a_deal_of_the_day_is_leafed_through_by_its_player_alone(world: World) -> None:
    result = await open_table(world.ann, world.channel, "thrag", daily=True)
    assert result.response is not None
    async with world.assert_unchanged():
        page = (await world.ann.slash(world.channel, "history")).response
        assert page is not None
        assert page.ephemeral
        assert "One Man, Thrag!, " in text_of(page.components)
        by_button = await tap(world.ann, result.response, "History")
        assert by_button.response is not None
        assert by_button.response.id != result.response.id, "the board stays"
        assert "Move 0 of 0" in private_text(by_button)
        said = private_text(await world.ben.slash(world.channel, "history", table="T1"))
        assert says(said, "daily-unplayed")
    for forgery in ("t1.0.history.", "t1.0.leaf.first", "t1.0.leaftext.0"):
        assert says(await click_forged(world, world.ben, forgery), "daily-unplayed")


async def test_a_table_of_another_channel_is_shown_to_its_player_alone(world: World) -> None:
    await world.start_table(*QUIET)
    elsewhere = world.guild.create_text_channel("elsewhere")
    async with world.assert_unchanged():
        assert "**Move 4 of 4**" in private_text(await world.ann.slash(elsewhere, "history", table="T1"))
        assert says(
            private_text(await world.cleo.slash(elsewhere, "history", table="T1")), "no-table", code="T1"
        )


async def test_before_the_game_there_is_nothing_to_leaf_through(world: World) -> None:
    await open_table(world.ann, world.channel, "thud")
    assert "hasn't begun" in private_text(await world.ben.slash(world.channel, "history"))
    await world.session.lobby.cancel(world.click_by(world.ann), 1, 0, Trace("scene", 0))
    assert says(private_text(await world.ben.slash(world.channel, "history")), "closed")


async def test_a_move_that_there_never_was(world: World) -> None:
    await world.start_table(*QUIET)
    async with world.assert_unchanged():
        said = private_text(await world.cleo.slash(world.channel, "history", move=5))
    assert said.startswith(IN_ENGLISH("history-no-move", move=5, first=0, last=4))


@pytest.mark.parametrize(
    ("custom_id", "sentence"),
    [
        ("t1.4.history.99", "There's no move 99: they go from 0 to 4."),
        ("t1.4.leaftext.99", "There's no move 99"),
        ("t1.4.history.x", "This button is out of date"),
        ("t1.4.leaf.", "This button is out of date"),
        ("t1.4.leaf.over:3", "This button is out of date"),
        ("t9.4.leaf.first", "There's no game T9"),
    ],
)
async def test_controls_that_no_page_has(world: World, custom_id: str, sentence: str) -> None:
    await world.start_table(*QUIET)
    assert sentence in await click_forged(world, world.cleo, custom_id)


@pytest.mark.parametrize(
    ("detail", "ply"),
    [
        ("first", 2),
        ("last", 9),
        ("back:5", 4),
        ("next:5", 6),
        ("back:2", 2),
        ("next:9", 9),
        ("next:70", 9),
        ("back:0", 2),
        ("back:-3", None),
        ("next:²", None),
        ("back", None),
        ("", None),
    ],
)
def test_a_step_stays_between_the_ends(detail: str, ply: int | None) -> None:
    assert target_ply(detail, 2, 9) == ply


# Limits


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_page_of_every_game_is_within_the_limits(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures have tests of their own; here only what stands around them counts."""
    monkeypatch.setattr("bot.ui.play.board_layout.png", lambda _: b"picture")
    text = file.read_text(encoding="utf-8")
    game, every = plies(text)
    status = Status.OVER if game.outcome(every[-1].state) is not None else Status.PLAYING
    table = replace(worst_table("*" * 32, "`" * 32, status, seats_of(text)), game=game.key, plies=len(every))
    lines = tuple(
        Line(number, ply.seat, table.players[0].user_id, str(ply.action), "f" * 64, 1.0)
        for number, ply in enumerate(every, 1)
    )
    positions = tuple(
        LogPosition(number, ply.state, 0, ply.seat, ply.action, ply.events, before=number - 1)
        for number, ply in enumerate((every[0], *every))
    )
    parent = replace(table, id=table.id - 1)
    for at in {0, *range(1, len(positions), 7), len(positions) - 1}:
        page = Page(table, CATALOGUE[game.key], positions, lines, at, parent)
        check(components(asyncio.run(page_message(IN_ENGLISH, page, PageButtons())).layout))


@pytest.mark.parametrize("name", NASTY, ids=ascii)
async def test_nasty_names_stand_letter_for_letter(world: World, name: str) -> None:
    mallory = world.guild.add_member(world.env.create_user("mallory", global_name="Mallory"), nick=name)
    invitation = board(await open_table(mallory, world.channel, "thud", side=0))
    await world.ben.click(invitation, label="Join")
    await mallory.slash(world.channel, "move", move="dG1-G2")
    mark = world.mark()
    shown = await history(world)
    assert world.pings(mark) == [set()]
    assert f"**Move 1 of 1** · {escape_markdown(clean_name(name, mallory.id))}\n" in text_of(shown.components)
    check(shown.components)
