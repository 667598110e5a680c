"""Two processes with a shard each, over real connections: nothing is said twice, boards are as on disk."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import pytest

from bot.ops.location import Postgres
from bot.store.cluster.membership import GIVING_UP, SHARD
from bot.store.upkeep.hosted import examine
from bot.ui.alarms.messenger import MARK
from tests.databases import raw, rows_of
from tests.over_the_wire.tables import House, Place, Table
from tools.standin.gateway import Break
from tools.standin.process import Bot
from tools.standin.standin import StandIn

LOOKS: Final = 6.0
"""Seconds in which each process has looked once more for what is due."""


class Pair:
    """Two processes, a table at a server of each, and one in direct messages."""

    def __init__(self, discord: StandIn, ours: Postgres, folder: Path) -> None:
        self.discord, self.ours = discord, ours
        self.rooms = House(discord, ours)
        self.bots = [
            Bot(discord, ours, log=folder / f"log{number}", shards=f"{number}/2") for number in (0, 1)
        ]
        servers = [discord.world.server(f"server {number}", (number, 2)) for number in (0, 1)]
        self.tables = [self.rooms.place("thud", Place.CHANNEL, server) for server in servers]
        self.alone = self.rooms.place("thud", Place.DIRECT)

    async def alarm(self, table: Table, sending: float | None = None) -> int:
        """Schedule a call to the player to act at a table now; returns the alarm's number."""
        (person,) = self.rooms.acting_people(table)
        with raw(self.ours) as connection:
            ((alarm,),) = connection.execute(
                "INSERT INTO alarms (kind, due, table_id, user_id, turn, sending)"
                " VALUES ('call', ?, ?, ?, ?, ?) RETURNING id",
                (time.time(), table.number, person.id, self.rooms.row(table).turn, sending),
            ).fetchall()
        return int(alarm)

    def count_messages(self, alarm: int) -> int:
        """The number of messages sent for an alarm, including deleted ones."""
        known = (one for channel in self.rooms.seen.values() for one in channel.values())
        return sum(any(part.get("id") == MARK + alarm for part in message.components) for message in known)

    def is_idle(self) -> bool:
        """Whether nothing is due any more."""
        return rows_of(self.ours, "SELECT count(*) FROM alarms WHERE kind = 'call'") == [(0,)]

    async def play(self, table: Table, shard: int) -> None:
        """Play a move at a table, by a click that a given shard receives."""
        self.rooms.shard = shard
        await self.rooms.click(table, lambda _: [])
        await self.rooms.wait_until_right(table)
        assert self.rooms.wrong_pings(table) == ""
        self.rooms.shard = None


@asynccontextmanager
async def pair(ours: Postgres, folder: Path) -> AsyncIterator[Pair]:
    """Both of them, with their tables; afterwards every log is whole, and nothing is left to be shown."""
    async with StandIn(patience=60, shards=2, at_a_time=16) as discord:
        two = Pair(discord, ours, folder)
        try:
            await asyncio.gather(*(bot.start() for bot in two.bots))
            await asyncio.gather(*(two.rooms.open(table) for table in (*two.tables, two.alone)))
            yield two
            tables = (*two.tables, two.alone)
            await two.rooms.until(
                lambda: not any(two.rooms.wrong(one) or two.rooms.row(one).waiting for one in tables)
            )
            assert [two.rooms.wrong(one) for one in tables] == ["", "", ""]
            assert [two.rooms.row(one).waiting for one in tables] == [0, 0, 0]
        finally:
            await asyncio.gather(*(bot.stop() for bot in two.bots if bot.is_running))
            two.rooms.close()
        examine(ours)
        assert not discord.rest.unknown
        for number in (0, 1):
            assert "Traceback" not in (folder / f"log{number}").read_text(encoding="utf-8")


@pytest.mark.slow
async def test_two_processes_say_nothing_twice_and_write_on_what_is_newest(
    ours: Postgres, tmp_path: Path
) -> None:
    async with pair(ours, tmp_path) as two:
        # An alarm at a table of each is posted once, though both processes look.
        alarms = [await two.alarm(table) for table in two.tables]
        assert await two.rooms.until(two.is_idle)
        await asyncio.sleep(LOOKS)
        assert [two.count_messages(alarm) for alarm in alarms] == [1, 1]
        # Clicks at a table come through both: each sees what the other one has saved, and what it remembers
        # of its own is not older.
        for shard in (1, 0, 1, 0, 0, 1):
            await two.play(two.tables[1], shard)
        for shard in (1, 0):
            await two.play(two.tables[0], shard)
            await two.play(two.alone, 0)
        # After one of them was cut off from Discord, the other one goes on, and both do.
        await two.discord.end(Break.CUT, shard=1)
        await two.play(two.tables[0], 0)
        await two.play(two.tables[1], 1)


@pytest.mark.slow
async def test_what_a_dead_process_was_sending_only_its_successor_sends(
    ours: Postgres, tmp_path: Path
) -> None:
    async with pair(ours, tmp_path) as two:
        there = two.tables[1]
        await two.bots[1].kill()
        alarm = await two.alarm(there, sending=time.time())
        await asyncio.sleep(2 * LOOKS)
        assert two.count_messages(alarm) == 0, "it is not the other one's"
        await two.bots[1].start()
        assert await two.rooms.until(two.is_idle)
        await asyncio.sleep(LOOKS)
        assert two.count_messages(alarm) == 1
        await two.play(there, 1)  # with the turn what was said of it goes


@pytest.mark.slow
async def test_a_second_process_with_the_same_shard_ends_and_says_why(ours: Postgres, tmp_path: Path) -> None:
    async with StandIn(patience=60, shards=2) as discord, Bot(discord, ours, shards="1/2"):
        for number, shards in enumerate(("1/2", "")):
            log = tmp_path / f"log{number}"
            assert await Bot(discord, ours, log=log, shards=shards).failed_start_code() == 1
            assert "TAPROOM_SHARDS" in log.read_text(encoding="utf-8").splitlines()[-1]
        assert discord.gateway.listens([(1, 2)])


@pytest.mark.slow
async def test_one_process_runs_as_many_shards_as_discord_asks_for(tmp_path: Path) -> None:
    async with StandIn(patience=60, shards=3) as discord:
        rooms = House(discord, tmp_path / "taproom.db")
        servers = [discord.world.server(f"server {number}", (number, 3)) for number in range(3)]
        tables = [rooms.place("thud", Place.CHANNEL, server) for server in servers]
        async with Bot(discord, tmp_path / "taproom.db", log=tmp_path / "log"):
            await discord.gateway.until_listening((number, 3) for number in range(3))
            await asyncio.gather(*(rooms.open(table) for table in tables))
            await discord.end(Break.CUT, shard=2)
            await asyncio.gather(*(rooms.plays_on(table) for table in tables))
            assert [rooms.wrong(table) for table in tables] == ["", "", ""]
        rooms.close()


@pytest.mark.slow
async def test_a_process_that_finds_its_shard_taken_by_another_ends_by_itself(
    ours: Postgres, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    async with StandIn(patience=60, shards=2) as discord, Bot(discord, ours, log=log, shards="1/2") as bot:
        with raw(ours) as thief:
            holder = f"SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND classid = {SHARD}"  # noqa: S608
            ((pid,),) = thief.execute(holder).fetchall()
            thief.execute(f"SELECT pg_terminate_backend({pid})")
            while thief.execute(f"SELECT pg_try_advisory_lock({SHARD}, 1)").fetchall() != [(True,)]:
                pass
            assert await bot.wait_for_exit(2 * GIVING_UP) == 1
    *_, why = log.read_text(encoding="utf-8").splitlines()
    assert "taproom: another process already runs shard 1 of 2" in why
