"""A thread that a moderator archives and locks during a game, over real connections."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.games.catalogue import IN_ENGLISH
from tests.over_the_wire.tables import House, Place, Table
from tests.over_the_wire.test_faults import house, together
from tools.load.tables import GAMES
from tools.standin.checks import TEXT_INPUT
from tools.standin.faults import InjectedFault
from tools.standin.interaction_data import fields_of
from tools.standin.interactions import Interaction
from tools.standin.world import MANAGE_THREADS, FakeMessage, FakeUser


@pytest.mark.slow
async def test_a_thread_that_was_archived_and_locked(tmp_path: Path) -> None:
    """Whoever presses is told something, nothing changes, and once it is open again the board is right."""
    async with house(tmp_path) as (rooms, bot):
        pressed, caught = ([rooms.place(game, Place.THREAD) for game in GAMES] for _ in range(2))
        for table in (*pressed, *caught):
            assert table.channel.parent is not None
            table.channel.parent.denied = MANAGE_THREADS
        await bot.start()
        await together(rooms.open(table) for table in (*pressed, *caught))
        await together(everything_is_pressed(rooms, table) for table in pressed)
        await together(it_is_locked_before_the_answer(rooms, table) for table in caught)
        log = (tmp_path / "log").read_text("utf-8")
        assert "Traceback" not in log
        assert " ERROR " not in log
        for table in caught:
            about = [line for line in log.splitlines() if f"'T{table.number}'" in line and "50083" in line]
            assert len(about) == 1, "\n".join(about)
        for table in (*pressed, *caught):
            await rooms.discord.archive_thread(table.channel, archived=False, locked=False)
        await together(is_played_on(rooms, table) for table in (*pressed, *caught))


async def everything_is_pressed(rooms: House, table: Table) -> None:
    """Everybody presses each control of the board, of what they saw alone before, and of what these show."""
    discord = rooms.discord
    await rooms.ready(table)
    await rooms.until(lambda: not rooms.row(table).waiting)
    (board, _), there = rooms.boards(table)[-1], list(discord.world.messages.values())
    alone = [one for one in there if one.channel is table.channel and one.shown_to is not None]
    before, shown = rooms.row(table), board.data
    await discord.archive_thread(table.channel)
    for message in [board, *alone]:
        for person in table.people:
            if message.shown_to in (None, person):
                for answer in await everything_of(rooms, person, message):
                    await everything_of(rooms, person, answer)
    assert rooms.row(table) == before, f"{table} was changed where nobody sees it"
    assert rooms.boards(table)[-1][0].data == shown


async def everything_of(rooms: House, person: FakeUser, message: FakeMessage) -> list[FakeMessage]:
    """Somebody presses each control of a message, and is told something; returns with what messages."""
    answers = list[FakeMessage]()
    for part in list(message.controls):
        values = [one["value"] for one in part.get("options", ())][: part.get("min_values", 1)]
        asked = await rooms.discord.press(person, message, part["custom_id"], values)
        await wait_for_answer(rooms, asked)
        if asked.form:
            texts = {one["custom_id"]: "?" for one in fields_of(asked.form) if one["type"] == TEXT_INPUT}
            await wait_for_answer(rooms, await rooms.discord.submit(asked, texts))
        answers += asked.messages
    return answers


async def wait_for_answer(rooms: House, asked: Interaction) -> None:
    """Somebody is told something, or asked with a form."""
    await rooms.discord.until(lambda: asked.form or asked.private_text)


async def it_is_locked_before_the_answer(rooms: House, table: Table) -> None:
    """Somebody plays, and the moderator is quicker than Discord's answer: it is saved, and they are told."""
    await rooms.ready(table)
    clicks = list[Interaction]()

    def late(to: Interaction) -> list[InjectedFault]:
        clicks.append(to)
        return [InjectedFault(rf"POST /(interactions/{to.id}|webhooks/\d+/{to.token})", delay=2)]

    await rooms.click(table, late)
    await rooms.discord.archive_thread(table.channel)
    await rooms.discord.until(lambda: IN_ENGLISH("cannot-post.folded") in clicks[-1].private_text)


async def is_played_on(rooms: House, table: Table) -> None:
    """The board is the one on disk, by itself, and people play on at it."""
    await rooms.wait_until_right(table)
    await rooms.plays_on(table)
