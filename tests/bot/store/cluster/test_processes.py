"""A process has a row, which goes when it ends, and is swept away by its successor if it was killed."""

from __future__ import annotations

import asyncio
import logging
import os

import pytest

from bot import VERSION
from bot.cluster.heartbeat import Heartbeat
from bot.ops.location import DatabaseLocation
from bot.store import Status, Store
from bot.store.cluster.processes import FORGOTTEN, MISSED, Process
from bot.store.errors import OldRules
from bot.store.migrations import GENERATION
from engine.registry import GAMES
from tests.bot.store.samples import another, begun_table, move, turn
from tests.databases import failing, raw, rows_of

RULES = {"thud": 2, "ploc": 1}


async def those_of(store: Store) -> list[str]:
    found, _ = await store.processes.all()
    return [process.shards for process in found]


def silent(place: DatabaseLocation, process: Process, seconds: float) -> None:
    """Its heart has not beaten for so long."""
    with raw(place) as connection:
        connection.execute("UPDATE processes SET seen = seen - ? WHERE id = ?", (seconds, process.id))


async def heard_again(place: DatabaseLocation, before: float) -> None:
    """Wait until the heart of the only process has beaten after a moment."""
    async with asyncio.timeout(10):
        while rows_of(place, "SELECT seen FROM processes")[0][0] <= before:  # noqa: ASYNC110 - on the disk
            await asyncio.sleep(0.01)


async def test_a_process_is_known_by_what_it_speaks_until_it_ends(place: DatabaseLocation) -> None:
    async with another(place) as store, another(place) as other:
        process = await store.processes.begin("0-3/16", RULES)
        (found,), now = await other.processes.all()
        assert found == process
        assert (found.shards, found.rules) == ("0-3/16", RULES)
        assert (found.pid, found.version, found.schema) == (os.getpid(), VERSION, GENERATION)
        assert found.is_alive(now, store.processes.every)
        await store.processes.end(process)
        assert (await other.processes.all())[0] == ()


async def test_a_heartbeat_keeps_it_alive(place: DatabaseLocation) -> None:
    async with another(place) as store:
        process = await store.processes.begin("2/3", RULES)
        silent(place, process, MISSED * store.processes.every + 1)
        (found,), now = await store.processes.all()
        assert not found.is_alive(now, store.processes.every)
        assert await store.processes.beat(process) == process
        (found,), now = await store.processes.all()
        assert found.is_alive(now, store.processes.every)
        assert found.started == process.started


async def test_one_that_was_taken_for_dead_comes_back(place: DatabaseLocation) -> None:
    async with another(place) as store:
        process = await store.processes.begin("0/3", RULES)
        await store.processes.end(process)
        again = await store.processes.beat(process)
        assert again.id != process.id
        assert (await store.processes.all())[0] == (again,)


async def test_who_takes_the_place_of_a_dead_one_sweeps_it_away(place: DatabaseLocation) -> None:
    async with another(place) as store:
        killed = await store.processes.begin("0/3", RULES)
        elsewhere = await store.processes.begin("1/3", RULES)
        for process in (killed, elsewhere):
            silent(place, process, MISSED * store.processes.every + 1)
        await store.processes.begin("2/3", RULES)
        assert await those_of(store) == ["0/3", "1/3", "2/3"]
        successor = await store.processes.begin("0/3", RULES)
        assert [process.id for process in (await store.processes.all())[0]][:2] == [
            successor.id,
            elsewhere.id,
        ]
        silent(place, elsewhere, FORGOTTEN)
        await store.processes.beat(successor)
        assert await those_of(store) == ["0/3", "2/3"], "that was too long ago for anybody"


async def test_it_beats_by_itself_until_it_stops(place: DatabaseLocation) -> None:
    async with another(place) as store:
        store.processes.every = 0.02
        heart = await Heartbeat.begin(store.processes)
        assert heart.process.rules == {key: game.rules_version for key, game in GAMES.items()}
        began = heart.process.seen
        await heard_again(place, began)
        await heart.stop()
        assert rows_of(place, "SELECT * FROM processes") == []


async def test_a_beat_that_is_not_taken_is_said_once_and_left_out(
    place: DatabaseLocation, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    async with another(place) as store:
        store.processes.every = 0.01
        heart = await Heartbeat.begin(store.processes)
        with failing(place, "UPDATE", "processes"):
            await asyncio.sleep(0.2)
        told = [record for record in caplog.records if "not seen any more" in record.message]
        assert len(told) == 1
        (seen,) = rows_of(place, "SELECT seen FROM processes")[0]
        await heard_again(place, seen)
        await heart.stop()


async def test_moves_are_left_to_who_plays_by_newer_rules(
    place: DatabaseLocation, caplog: pytest.LogCaptureFixture
) -> None:
    async with another(place) as store, another(place) as newer:
        table = await begun_table(store, moves=1)
        process = await store.processes.begin("0/3", {"thud": 1, "ploc": 1})
        other = await newer.processes.begin("1/3", {"thud": 2, "ploc": 1, "chess": 1})
        for _ in range(3):
            await store.processes.beat(process)
        assert store.processes.superseded == {"thud"}
        assert [record.message for record in caplog.records if "rules of thud" in record.message] != []
        assert len(caplog.records) == 1, "it is said once"
        with pytest.raises(OldRules, match="T1 goes on by newer rules of thud"):
            await store.save(move(table, 7))
        assert len(await store.log(table.id)) == 1
        closed = await store.save(turn(table, Status.CLOSED, 8))
        assert closed.status is Status.CLOSED, "that has nothing to do with rules"
        assert newer.processes.superseded == frozenset()
        await newer.processes.end(other)
        await store.processes.beat(process)
        again = await begun_table(store, moves=2)
        assert again.plies == 2


async def test_a_dead_process_with_newer_rules_keeps_nobody_from_playing(place: DatabaseLocation) -> None:
    async with another(place) as store:
        other = await store.processes.begin("1/3", {"thud": 2})
        silent(place, other, MISSED * store.processes.every + 1)
        await store.processes.begin("0/3", {"thud": 1})
        assert (await begun_table(store, moves=1)).plies == 1
