"""Where Discord's rate limits are short: what people wait for is sent first, what only tidies comes last."""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

import pytest

from tools.load.clicks import ClickResult
from tools.load.tables import LoadTable, LoadTables
from tools.standin.faults import FOREVER
from tools.standin.process import Bot
from tools.standin.rates import SHARED
from tools.standin.standin import StandIn
from tools.standin.world import FakeChannel

REQUESTS: Final = 10
"""How many a second Discord allows here."""

OLD: Final = 200
"""How many old boards are to go, in as many channels."""

FOLLOW_UPS: Final = 30
"""How many Discord takes in a channel within a minute."""

LONG: Final = 60.0
"""Seconds for which somebody is looked up here; and those that a busy machine may take for anything."""


@dataclass(slots=True)
class Room:
    """A table where somebody plays."""

    discord: StandIn
    tables: LoadTables

    @property
    def table(self) -> LoadTable:
        return self.tables.tables[0]

    async def play(self) -> Sequence[str]:
        """Somebody plays a move, which is shown; returns what was called from their last click on."""
        while True:
            moves, before = self.tables.moves, self.discord.rest.count
            clicked = await (await self._click())
            if self.tables.moves > moves:
                assert clicked.picture is not None, "the move is not shown"
                served = list(self.discord.rest.served)
                return [one.call for one in served[before - self.discord.rest.count :]]

    async def _click(self) -> Awaitable[ClickResult]:
        """The next click, once a person is to act, and not a bot."""
        found = list[Awaitable[ClickResult]]()

        def is_found() -> bool:
            click = self.tables.next_click()
            found.extend(() if click is None else (click,))
            return bool(found)

        await self.discord.until(is_found, LONG)
        return found[0]


def goes(database: Path, messages: Sequence[tuple[FakeChannel, int]], table: int) -> None:
    """These messages are to go, as soon as the bot looks."""
    rows = [(number, channel.id, table) for channel, number in messages]
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.executemany(
            "INSERT INTO old_boards (message_id, channel_id, table_id, since, tries, due)"
            " VALUES (?, ?, ?, 0, 0, 0)",
            rows,
        )


def count(calls: Sequence[str], beginning: str) -> int:
    """How many calls begin like that."""
    return sum(call.startswith(beginning) for call in calls)


@pytest.mark.slow
async def test_what_people_wait_for_is_not_held_up(tmp_path: Path) -> None:
    database = tmp_path / "taproom.db"
    async with StandIn(limited=True, patience=LONG) as discord:
        rates, world = discord.rest.rates, discord.world
        assert rates is not None
        rates.most = REQUESTS
        server = world.server()
        channels = [world.channel(server, f"old {number}") for number in range(OLD)]
        old = [(one, world.write(one, {"content": "old"}, {}, 0.0).id) for one in channels]
        people, bots = (
            LoadTables(discord, ["thud"], Random(5)),
            LoadTables(discord, ["thud"], Random(5), bots=1.0),
        )
        people.prepare_world(1)
        bots.prepare_world(1)
        async with Bot(discord, database, settings={"TAPROOM_REQUESTS": str(REQUESTS)}):
            room = Room(discord, people)
            await _play_while_somebody_is_looked_up(room, Room(discord, bots))
            await _play_while_old_boards_go(room, database, old)
            await _play_where_people_talk(room)
        assert not any(one.scope == SHARED for one in rates.refused)
        assert len(rates.refused) < REQUESTS, "where a machine is busy, some arrive together"
        assert not discord.rest.unknown


async def _play_while_somebody_is_looked_up(room: Room, other: Room) -> None:
    """In another room a bot moves, though Discord does not say whether those in this one are there."""
    fault = room.discord.fail(r"GET /guilds/\d+/members/", delay=LONG, times=FOREVER)
    await room.tables.open(1)
    while not fault.hits:
        await room.play()
    await other.tables.open(1)
    for _ in range(2):
        await other.play()
    calls = [one.call for one in room.discord.rest.served]
    assert not count(calls, "GET /guilds/"), "they were looked up by then"


async def _play_while_old_boards_go(
    room: Room, database: Path, old: Sequence[tuple[FakeChannel, int]]
) -> None:
    """A move that is shown by the bot's token, while hundreds of old boards are to go by it."""
    for _ in range(2):  # so that both of them are there, and the board changes in front of them
        await room.play()
    goes(database, old, room.table.number)
    there = room.discord.world.messages
    await room.discord.until(lambda: any(number not in there for _, number in old), LONG)
    calls = await room.play()
    assert count(calls, f"PATCH /channels/{room.table.board.channel.id}/") == 1
    assert count(calls, "DELETE /channels/") < 35, "fifty of them wait at a time"
    assert sum(number in there for _, number in old) > OLD / 2


async def _play_where_people_talk(room: Room) -> None:
    """Moves whose boards are posted anew: not all of them can be follow-ups."""
    for _ in range(FOLLOW_UPS):
        room.discord.world.talk(room.table.board.channel)
        calls = await room.play()
        if count(calls, f"POST /channels/{room.table.board.channel.id}/"):
            return
    pytest.fail("all of them were follow-ups")
