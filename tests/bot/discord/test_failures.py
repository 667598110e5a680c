"""What fails: Discord, the painter, the disk, the process. A saved move stands, and somebody is told."""

# ruff: noqa: SLF001 - pragmas are per connection, and locks are private

from __future__ import annotations

import asyncio
import logging
import re
import socket
import sqlite3
import ssl
from collections.abc import Awaitable, Callable
from contextlib import closing as closing_
from dataclasses import replace
from typing import NoReturn

import aiohttp
import pytest
from discord import app_commands
from PIL import Image
from simcord.backend.serializers import message_payload
from simcord.interactions import base_payload

from bot.discord.failures import is_outside
from bot.discord.frame import close_board
from bot.games.catalogue import CATALOGUE, IN_ENGLISH
from bot.store import CannotWrite, Change, Table
from engine.thud.model import View
from render.kit.sheet import Sheet
from tests.bot.discord.test_limits import check
from tests.bot.samples import QUIET
from tests.bot.ui.opening import open_table
from tests.bot.ui.wire import CALLBACK as CALLBACK_OF
from tests.bot.ui.wire import cut_requests, refusal
from tests.bot.ui.world import (
    World,
    board,
    labels,
    list_with,
    pick,
    private,
    private_text,
    says,
    text_of,
    walk,
)
from tests.databases import of_file

CALLBACK, FOLLOWUP = "/interactions/*/callback", "/webhooks/*"


def error_id(said: str) -> str:
    """The id that a player is told."""
    found = re.search(r"[Ee]rror ([0-9a-f]{8})\b", said)
    assert found, said
    return found[1]


def fault_record(caplog: pytest.LogCaptureFixture, error: str) -> logging.LogRecord:
    """The line of the log with this id and what happened."""
    (line,) = [record for record in caplog.records if f"error={error}" in record.getMessage()]
    assert line.exc_info
    return line


def in_one_line(caplog: pytest.LogCaptureFixture, error: str) -> str:
    """The one warning with this id, about a failure that is not ours; there is no traceback anywhere."""
    (line,) = [record for record in caplog.records if f"error={error}" in record.getMessage()]
    assert (line.levelname, line.exc_info) == ("WARNING", None)
    assert not [record for record in caplog.records if record.exc_info]
    return line.getMessage()


def raising(failure: BaseException) -> Callable[..., Awaitable[NoReturn]]:
    """A function that fails so."""

    async def fails(*_: object) -> NoReturn:
        raise failure

    return fails


# Discord


@pytest.mark.parametrize(("status", "code"), [(403, 50013), (400, 30046), (400, 50035), (500, 0)])
async def test_a_board_that_cannot_be_posted_is_told_and_the_move_stands(
    world: World, caplog: pytest.LogCaptureFixture, status: int, code: int
) -> None:
    await world.game()
    world.env.inject_error("POST", CALLBACK, status=status, code=code, message="No (by the test)")
    said = private_text(await world.move(world.ann, "dE2-E10"))
    assert says(said, "cannot-post", why="No (by the test)")
    if code == 50035:
        fault_record(caplog, error_id(said))
    else:
        assert "No (by the test)" in in_one_line(caplog, error_id(said))
    assert [line.action for line in await world.log()] == ["dE2-E10"]
    again = board(await world.cleo.slash(world.channel, "board"))
    assert says(text_of(again.components), "thud.moved.dwarfs")


@pytest.mark.parametrize(("status", "code"), [(403, 50013), (400, 30046), (500, 0)])
async def test_a_followup_that_cannot_be_posted_is_told(
    world: World, caplog: pytest.LogCaptureFixture, status: int, code: int
) -> None:
    shown = await world.game()
    world.env.inject_error("POST", FOLLOWUP, status=status, code=code)
    said = private_text(await world.ann.click(shown, label="Offer to end"))
    assert "saved, but" in said
    in_one_line(caplog, error_id(said))
    assert [line.action for line in await world.log()] == ["offer"]


async def test_what_is_played_in_private_and_cannot_be_shown_is_told_there(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    shown = await world.game()
    mine = private(await pick(world.ann, shown, "E2"))
    await pick(world.ann, mine, "E10")
    world.env.inject_error("POST", FOLLOWUP, status=403, code=50013)
    await world.ann.click(mine, label="Play it")
    said = text_of(world.private_messages(world.ann)[-1].components)
    assert "saved, but" in said
    in_one_line(caplog, error_id(said))
    await world.tick()
    assert says(text_of((await world.shown_board()).components), "thud.moved.dwarfs"), "it comes by itself"


async def test_an_opening_that_cannot_be_posted_is_told_as_saved(world: World) -> None:
    world.env.inject_error("POST", CALLBACK, status=400, code=50035)
    assert "saved, but" in private_text(
        await open_table(world.ann, world.channel, "thud", opponent=world.ben)
    )
    assert labels(board(await world.ann.slash(world.channel, "board"))) == [
        "Accept",
        "Decline",
        "Teach me",
        "Details",
    ]


async def test_a_guided_step_that_cannot_be_shown_saved_nothing(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    shown = await world.game()
    world.env.inject_error("POST", CALLBACK, status=400, code=50035)
    async with world.assert_unchanged():
        said = private_text(await world.ann.select(shown, ["E2"], custom_id=list_with(shown, "E2")))
    assert says(said, "our-fault")
    fault_record(caplog, error_id(said))


OUTSIDE: dict[str, tuple[BaseException, str]] = {
    "gone": (refusal(404, 10003), "discord-refused"),
    "barred": (refusal(403, 50001), "discord-refused"),
    "not well": (refusal(503), "discord-refused"),
    "too much": (refusal(429), "discord-refused"),
    "folded": (refusal(400, 50083), "thread-archived"),
    "locked": (refusal(400, 160005), "thread-locked"),
    "cut": (aiohttp.ServerDisconnectedError(), "discord-silent"),
    "cut in an answer": (aiohttp.ClientPayloadError("Response payload is not completed"), "discord-silent"),
    "no name": (socket.gaierror(-3, "Temporary failure in name resolution"), "discord-silent"),
    "reset": (ConnectionResetError(), "discord-silent"),
    "no certificate": (ssl.SSLCertVerificationError("expired"), "discord-silent"),
}


async def test_what_the_surroundings_do_is_a_sentence_and_one_line(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    shown = await world.game()
    for name, (failure, sentence) in OUTSIDE.items():
        caplog.clear()
        with cut_requests(CALLBACK_OF, "before", failure=failure) as hit:
            async with world.assert_unchanged():
                said = private_text(await world.ann.select(shown, ["E2"], custom_id=list_with(shown, "E2")))
        assert len(hit) == 1, name
        assert says(said, sentence), f"{name}: {said}"
        lines = [record for record in caplog.records if record.levelno >= logging.WARNING]
        assert [(line.levelname, line.exc_info) for line in lines] == [("WARNING", None)], name


OURS: tuple[BaseException, ...] = (
    ConnectionResetError("a pipe to a process"),
    BrokenPipeError("the same"),
    TimeoutError("a lock"),
    socket.gaierror(-3, "the database's name"),
    ssl.SSLError("the database's certificate"),
)
"""What code of ours can raise, too."""


async def test_what_our_own_code_raises_is_a_traceback(
    world: World, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.game()
    for failure in OURS:
        caplog.clear()
        with monkeypatch.context() as broken_store:
            broken_store.setattr(world.session.context.store, "save", raising(failure))
            async with world.assert_unchanged():
                said = private_text(await world.move(world.ann, "dE2-E10"))
        assert says(said, "our-fault")
        assert fault_record(caplog, error_id(said)).exc_info[1] is failure  # type: ignore[index]


async def test_a_time_limit_is_discords_fault_where_discord_was_waited_for(world: World) -> None:
    with cut_requests(r"GET .*/channels/", asyncio.Event()), pytest.raises(TimeoutError) as exceeded:
        async with asyncio.timeout(0.01):
            await world.bot.fetch_channel(world.channel.id)
    assert is_outside(exceeded.value)
    ticker = world.bot.ticker
    assert ticker is not None
    with pytest.raises(TimeoutError) as exceeded:
        async with ticker._ticking, asyncio.timeout(0.01):
            await ticker.tick()
    assert not is_outside(exceeded.value)


async def test_what_is_saved_in_a_thread_that_is_closed_is_told_so(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    await world.game()
    world.env.inject_error("POST", CALLBACK, status=400, code=50083, message="Thread is archived")
    said = private_text(await world.move(world.ann, "dE2-E10"))
    assert said == IN_ENGLISH("cannot-post.folded")
    assert not [record for record in caplog.records if record.exc_info]
    assert [line.action for line in await world.log()] == ["dE2-E10"]


async def test_a_deferral_that_is_cut_is_no_traceback(world: World, caplog: pytest.LogCaptureFixture) -> None:
    """The answer itself comes all the same."""
    shown = await world.game()
    assert world.bot.surface is not None
    world.bot.surface.patience = 0.0
    with cut_requests(CALLBACK_OF, "before", failure=aiohttp.ServerDisconnectedError()) as hit:
        await world.ann.click(shown, label="Offer to end")
    assert hit
    assert any("could not defer" in record.getMessage() for record in caplog.records)
    assert not [record for record in caplog.records if record.exc_info]


async def test_when_nothing_can_be_said_the_log_says_so(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    await world.game()
    world.env.inject_error("POST", "*", status=403, code=50001, times=None)
    result = await world.move(world.ann, "dE2-E10")
    assert not result.acknowledged
    assert [line.action for line in await world.log()] == ["dE2-E10"]
    assert any("could not answer" in record.getMessage() for record in caplog.records)


def make_answer_late(world: World, seconds: float) -> None:
    """The next answer of the bot comes so much later: the clock moves while it is drawing."""
    thud = CATALOGUE["thud"]

    def slowly(view: View, sheet: Sheet) -> Image.Image:
        world.env.backend.advance_clock(seconds)
        return thud.drawing.paint(view, sheet)

    world.session.context.catalogue = {"thud": replace(thud, drawing=replace(thud.drawing, paint=slowly))}


@pytest.mark.parametrize("seconds", [3, 16 * 60])
async def test_a_late_answer_to_a_command_becomes_a_message(
    world: World, caplog: pytest.LogCaptureFixture, seconds: int
) -> None:
    await world.start_table()
    make_answer_late(world, seconds)
    mark = world.mark()
    result = await world.move(world.ann, "dE2-E10")
    assert not result.acknowledged
    assert world.pings(mark)[-1] == {world.ben.id}
    shown = world.channel.last_message
    assert shown is not None
    assert shown.interaction_metadata is None, "a plain message of the bot"
    assert (await world.table()).board.message_id == shown.id  # type: ignore[union-attr]
    assert any("posting without it" in record.getMessage() for record in caplog.records)


async def test_a_late_answer_to_a_click_becomes_a_message(world: World) -> None:
    shown = await world.game()
    mine = private(await pick(world.ann, shown, "E2"))
    await pick(world.ann, mine, "E10")
    make_answer_late(world, 4)
    await world.ann.click(mine, label="Play it")
    assert [line.action for line in await world.log()] == ["dE2-E10"]
    last = world.channel.last_message
    assert last is not None
    assert last.id == (await world.shown_board()).id
    assert world.is_gone(shown), "the old board goes without the interaction"


async def test_a_late_answer_to_a_guided_step_saves_nothing(world: World) -> None:
    shown = await world.game()
    make_answer_late(world, 4)
    async with world.assert_unchanged():
        result = await world.ann.select(shown, ["E2"], custom_id=list_with(shown, "E2"))
    assert not result.acknowledged


async def test_an_interaction_that_somebody_else_answered(world: World) -> None:
    """Two processes with one token: the other was faster to answer, this one saved the move."""
    await world.start_table()
    world.env.inject_error("POST", CALLBACK, status=400, code=40060)
    await world.move(world.ann, "dE2-E10")
    assert [line.action for line in await world.log()] == ["dE2-E10"]
    shown = world.channel.last_message
    assert shown is not None
    assert (await world.table()).board.message_id == shown.id  # type: ignore[union-attr]


async def test_an_interaction_that_comes_twice_is_carried_out_once(world: World) -> None:
    shown = await world.game()
    offer = next(part["custom_id"] for part in walk(shown.components) if part.get("label") == "Offer to end")
    backend = world.env.backend
    record, payload = base_payload(
        backend,
        type=3,
        channel_id=world.channel.id,
        guild_id=world.guild.id,
        user_id=world.ann.id,
        data={"custom_id": offer, "component_type": 2},
    )
    stored = backend.get_message(world.channel.id, shown.id)
    payload["message"] = dict(message_payload(backend, stored))
    record.source_message_id = shown.id
    mark = world.mark()
    backend.emit("INTERACTION_CREATE", payload)
    await world.env.settle()
    table = await world.table()
    backend.emit("INTERACTION_CREATE", payload)
    await world.env.settle()
    assert [line.action for line in await world.log()] == ["offer"]
    assert await world.table() == table
    assert world.pings(mark) == [{world.ben.id}]


# The painter


async def test_a_painter_that_fails_gives_way_to_text(world: World, caplog: pytest.LogCaptureFixture) -> None:
    def fail_to_paint(*_: object) -> NoReturn:
        raise RuntimeError("out of paint")

    await world.start_table()
    world.session.context.catalogue = {
        "thud": replace(CATALOGUE["thud"], drawing=replace(CATALOGUE["thud"].drawing, paint=fail_to_paint))
    }
    shown = board(await world.move(world.ann, "dE2-E10"))
    said = text_of(shown.components)
    assert says(said, "not-drawn")
    assert "A B C D E F G H J K L M N O P" in said
    assert shown.attachments == []
    fault_record(caplog, error_id(said))
    await world.picks(world.ben, "G7", "F7")
    assert [line.action for line in await world.log()] == ["dE2-E10", "TG7-F7"]
    world.session.context.catalogue = CATALOGUE
    again = board(await world.ann.slash(world.channel, "board"))
    assert len(again.attachments) == 1


# The disk


def _pragma(connection: sqlite3.Connection, setting: str) -> int:
    value: int = connection.execute(f"PRAGMA {setting}").fetchone()[0]
    return value


async def test_a_full_disk_is_told_with_an_id_that_is_in_the_log(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    store = world.session.context.store
    await world.start_table()
    pages = await of_file(store.writer).read(_pragma, "page_count")
    await of_file(store.writer).read(_pragma, f"max_page_count = {pages}")
    before, lines, seat, said = await world.table(), await world.log(), 0, ""
    while "disk" not in said:
        before, lines = await world.table(), await world.log()
        shown = world.session.tables.show(before)
        (seat,) = shown.entry.game.to_act(shown.state)
        result = await world.move(world.person(seat), QUIET[before.plies % 4])
        said = text_of(result.response.components) if result.response else ""
    assert says(said, "disk-full")
    assert isinstance(fault_record(caplog, error_id(said)).exc_info[1], CannotWrite)  # type: ignore[index]
    assert (await world.table(), await world.log()) == (before, lines)
    await of_file(store.writer).read(_pragma, f"max_page_count = {pages * 1_000}")
    board(await world.move(world.person(seat), QUIET[before.plies % 4]))
    assert len(await world.log()) == len(lines) + 1


async def test_where_newer_processes_play_by_newer_rules_players_hear_of_an_update(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    await world.start_table()
    caplog.set_level(logging.INFO)
    world.session.context.store.processes.superseded = frozenset({"thud"})
    async with world.assert_unchanged():
        said = private_text(await world.move(world.ann, "dE2-E10"))
    assert said == IN_ENGLISH("being-updated")
    assert "outcome=outdated" in caplog.text
    assert not [record for record in caplog.records if record.exc_info], "it is no fault of ours"
    world.session.context.store.processes.superseded = frozenset()
    board(await world.move(world.ann, "dE2-E10"))


async def test_a_disk_that_fails_after_the_move_costs_only_the_link(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    store = world.session.context.store
    await world.start_table()
    await of_file(store.writer).execute_fetchall(
        "CREATE TEMP TRIGGER no_boards BEFORE UPDATE OF board_message_id ON main.tables"
        " WHEN new.board_message_id IS NOT NULL BEGIN SELECT raise(ABORT, 'no boards today'); END"
    )
    shown = board(await world.move(world.ann, "dE2-E10"))
    assert says(text_of(shown.components), "thud.moved.dwarfs", origin="E2", target="E10")
    assert [line.action for line in await world.log()] == ["dE2-E10"]
    assert any("could not be noted" in record.getMessage() for record in caplog.records)


def _spoil(connection: sqlite3.Connection) -> None:
    connection.execute("UPDATE tables SET state = 'spoilt'")


async def test_a_state_that_cannot_be_read_is_said_to_be_that_and_stays(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    shown = await world.game()
    await of_file(world.session.context.store.writer).write(_spoil)
    await world.restart()
    async with world.assert_unchanged():
        said = private_text(await world.ann.click(shown, label="Offer to end"))
    assert says(said, "not-read")
    fault_record(caplog, error_id(said))
    assert await world.ann.autocomplete(world.channel, "move", "move", "") == []


# The process


async def test_a_restart_between_any_two_clicks(world: World) -> None:
    invitation = board(await open_table(world.ann, world.channel, "thud", opponent=world.ben, side=0))
    await world.restart()
    shown = board(await world.ben.click(invitation, label="Accept"))
    await world.restart()
    mine = private(await pick(world.ann, shown, "E2"))
    await world.restart()
    await pick(world.ann, mine, "E10")
    await world.restart()
    await world.ann.click(mine, label="Play it")
    assert world.is_gone(mine)
    await world.restart()
    shown = board(await world.ben.click(await world.shown_board(), label="Offer to end"))
    await world.restart()
    await world.ann.click(shown, label="Decline")
    asked = private(await world.ann.click(await world.shown_board(), label="Resign"))
    await world.restart()
    await world.ann.click(asked, label="Yes: Resign")
    assert says(text_of((await world.shown_board()).components), "thud.match.resigned", name="Ben")
    assert [line.action for line in await world.log()] == ["dE2-E10", "offer", "decline", "resign"]


async def test_commands_are_synced_only_when_they_have_changed(world: World) -> None:
    def syncs() -> int:
        return sum(request.method == "PUT" for request in world.env.http_requests)

    assert syncs() == 1
    await world.restart()
    assert syncs() == 1
    await world.session.context.store.set_note(f"commands of {world.bot.application_id}", "others")
    await world.restart()
    assert syncs() == 2


@pytest.mark.parametrize("status", [400, 403, 404, 429])
async def test_a_bot_whose_commands_are_refused_runs_on_with_those_there_are(
    world: World, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, status: int
) -> None:
    note = f"commands of {world.bot.application_id}"
    await world.game()
    await world.session.context.store.set_note(note, "others")
    world.env.inject_error("PUT", "/applications/*/commands", status=status, message="No (by the test)")
    with monkeypatch.context() as patience:
        patience.setattr("bot.client.SYNCING", 0.5)  # a limit of the day would last for hours
        await world.restart()
    (line,) = [one for one in caplog.records if "did not take the commands" in one.getMessage()]
    assert line.exc_info is None
    assert "tries again at the next start" in line.getMessage()
    await world.move(world.ann, "dE2-E10")
    assert (await world.table()).plies == 1
    assert await world.session.context.store.note(note) == "others"
    await world.restart()
    assert await world.session.context.store.note(note) != "others"


async def test_closing_waits_for_what_is_being_saved(world: World) -> None:
    await world.start_table()
    store, saving, go_on = world.session.context.store, asyncio.Event(), asyncio.Event()
    save = store.save

    async def slowly(change: Change) -> Table:
        saving.set()
        await go_on.wait()
        return await save(change)

    store.save = slowly  # type: ignore[method-assign]
    moving = asyncio.create_task(world.move(world.ann, "dE2-E10"))
    await saving.wait()
    closing = asyncio.create_task(world.bot.close())
    for _ in range(20):
        await asyncio.sleep(0)
    assert not closing.done()
    go_on.set()
    await closing
    shown = board(await moving)
    assert says(text_of(shown.components), "thud.moved.dwarfs", origin="E2", target="E10"), (
        "it was also answered"
    )
    assert not store.writer.is_open
    with closing_(sqlite3.connect(world.path)) as raw:
        assert raw.execute("SELECT action FROM lines").fetchall() == [("dE2-E10",)]
        assert raw.execute("SELECT board_message_id FROM tables").fetchall() == [(shown.id,)]


async def test_a_click_while_closing_is_answered(world: World) -> None:
    shown = await world.game()
    assert world.bot.surface is not None
    world.bot.surface.closing = True
    async with world.assert_unchanged():
        sentence = "I'm restarting. Try again in a minute."
        assert private_text(await world.ann.click(shown, label=IN_ENGLISH("thud.menu.offer"))) == sentence
        assert private_text(await world.move(world.ann, "dE2-E10")) == sentence
    assert await world.ann.autocomplete(world.channel, "move", "move", "") == []


async def test_a_command_that_the_bot_no_longer_has_is_answered(world: World) -> None:
    known = world.env.backend.commands[None]
    known["gone", 1] = known["move", 1] | {"name": "gone"}
    said = private_text(await world.ann.slash(world.channel, "gone", move="dE2-E10"))
    assert says(said, "outdated-command")
    assert [type(error) for error in world.env.errors] == [app_commands.CommandNotFound]


async def test_a_command_that_has_other_options_by_now_is_answered(world: World) -> None:
    await world.start_table()
    move = world.env.backend.commands[None]["move", 1]
    move["options"] = [option for option in move["options"] if option["name"] != "move"]
    async with world.assert_unchanged():
        said = private_text(await world.ann.slash(world.channel, "move"))
    assert says(said, "outdated-command")
    assert [type(error) for error in world.env.errors] == [app_commands.CommandSignatureMismatch]


async def test_closing_twice_is_closing(world: World) -> None:
    await world.bot.close()
    await world.bot.close()


async def test_settling_a_message_twice_is_settling_it_once(world: World) -> None:
    """Such as a question that was answered: it keeps its texts and a small picture, and loses its buttons."""
    shown = await world.game()
    place = world.bot.get_partial_messageable(world.channel.id, guild_id=world.guild.id)
    left = [await place.fetch_message(shown.id)]
    for line in ("It went on.", "It went on.", "It went on elsewhere."):
        await left[-1].edit(view=close_board(left[-1], line))
        left.append(await place.fetch_message(shown.id))
    _, once, twice, other = ([one.to_dict() for one in message.components] for message in left)
    assert once == twice
    assert text_of(other) == f"{text_of(once)[: -len('It went on.')]}It went on elsewhere."
    assert [part["type"] for part in walk(twice) if part["type"] in {11, 12}] == [11], "a thumbnail"
    check(shown.components)


async def test_nothing_is_kept_in_memory_for_a_message_that_was_posted(world: World) -> None:
    """Clicks find the bot by their custom_id alone, so a year of boards costs nothing."""
    shown = await world.game()
    asked = await world.ann.click(shown, label="Resign")
    await world.ann.click(shown, label="Type a move")
    assert asked.response is not None
    await world.ann.click(asked.response, label="Back")
    await world.picks(world.ann, "E2", "E10")
    assert list(world.bot.persistent_views) == []
