"""A bot that dies while it saves: afterwards the table is the old one or the new one, whole."""

from __future__ import annotations

import asyncio
import signal
from dataclasses import replace
from pathlib import Path

import pytest

from bot.features import HOOKS
from bot.ops.location import DatabaseLocation, Postgres
from bot.store import Repeated, Store, Table
from bot.store.upkeep.chains import broken_chains
from tests.bot.store.child import INTERACTION
from tests.bot.store.cluster.processes import next_line, start
from tests.bot.store.samples import ANNA, BERT, CHALLENGED, begun_table, move
from tests.databases import raw, trace_statements

pytestmark = pytest.mark.slow

STATEMENTS = 14  # of a save that changes the seats: BEGIN to COMMIT, one of them for votes
MOVES = 3


def statements(place: DatabaseLocation) -> int:
    """Return the number of statements; one less where several rows of a kind go at once."""
    return STATEMENTS - isinstance(place, Postgres)


async def survivor(place: DatabaseLocation) -> Table:
    """Return the table after a crash, checked in every way."""
    with raw(place) as connection:
        if not isinstance(place, Postgres):
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        assert broken_chains(connection) == ()
    store = await Store.open(place, hooks=HOOKS)
    table = await store.table(1)
    assert table is not None
    assert len(await store.log(1)) == table.plies == table.revision
    await store.close()
    return table


async def is_old_or_new(place: DatabaseLocation, old: Table) -> bool:
    """Whether the child's save happened; anything in between fails."""
    table = await survivor(place)
    store = await Store.open(place, hooks=HOOKS)
    new = table.revision > old.revision
    row = await store.outbox.entry_of(1)
    assert row is not None
    assert row.revision == table.revision, "what must be shown is saved with the change"
    if new:
        assert table == (await expected_table(old))
        with pytest.raises(Repeated):
            await store.save(move(table, INTERACTION))
    else:
        assert table == old
        assert (await store.save(move(table, INTERACTION))).revision == old.revision + 1
    await store.close()
    return new


async def expected_table(old: Table) -> Table:
    """Return the table after the child's save, made with a store that is not killed."""
    change = move(old, INTERACTION, players=(ANNA, BERT))
    return replace(
        old,
        status=change.status,
        revision=MOVES + 1,
        plies=MOVES + 1,
        head=change.head,
        state=change.state,
        counter=change.counter,
        players=change.players,
        time=replace(old.time, changed_at=change.at),
    )


@pytest.fixture
async def old(place: DatabaseLocation) -> Table:
    store = await Store.open(place, hooks=HOOKS)
    table = await begun_table(store, moves=MOVES)
    await store.close()
    assert table.players == (ANNA, CHALLENGED)
    return table


async def test_how_many_statements_a_save_has(store: Store, place: DatabaseLocation) -> None:
    table = await begun_table(store, moves=MOVES)
    seen: list[str] = []
    await trace_statements(store.writer, seen.append)
    await store.save(move(table, 7, players=(ANNA, BERT)))
    assert (len(seen), seen[0][:5], seen[-1]) == (statements(place), "BEGIN", "COMMIT")


@pytest.mark.parametrize("statement", [1, 2, 5, 9, STATEMENTS - 1, STATEMENTS, STATEMENTS + 1])
async def test_killed_before_a_statement_of_a_save(
    place: DatabaseLocation, old: Table, statement: int
) -> None:
    child = await start("kill_before", place, statement)
    assert await child.wait() == -signal.SIGKILL
    assert await is_old_or_new(place, old) is (statement > statements(place))


@pytest.mark.parametrize("room", [0, 10, 24, 1_000, 4_120, 4_121, 9_000, 15_000, 20_000, 25_000, 33_000])
async def test_killed_in_the_middle_of_writing_to_the_disk(path: Path, old: Table, room: int) -> None:
    child = await start("tear", path, room)
    assert await child.wait() in {-signal.SIGXFSZ, -signal.SIGKILL}
    await is_old_or_new(path, old)


async def test_killed_with_no_room_nothing_happened_and_with_room_all_of_it(path: Path, old: Table) -> None:
    child = await start("tear", path, 10)
    assert await child.wait() == -signal.SIGXFSZ
    assert await survivor(path) == old
    child = await start("tear", path, 1_000_000)
    assert await child.wait() == -signal.SIGKILL
    assert await survivor(path) == await expected_table(old)


async def test_a_bot_that_ends_without_closing_ends(place: DatabaseLocation, old: Table) -> None:
    child = await start("forget", place)
    assert await child.wait() != 0
    await is_old_or_new(place, old)


@pytest.mark.parametrize("patience", [1, 7, 40])
async def test_what_was_acknowledged_is_there_after_a_kill(
    place: DatabaseLocation, old: Table, patience: int
) -> None:
    child = await start("chatter", place)
    said = [int(await next_line(child)) for _ in range(patience)]
    child.kill()
    while line := await next_line(child):
        said.append(int(line))
    await child.wait()
    table = await survivor(place)
    assert said == list(range(old.revision + 1, old.revision + 1 + len(said)))
    # The last save may have reached the disk before its line reached us.
    assert table.revision in {said[-1], said[-1] + 1}


async def test_two_processes_on_one_file(place: DatabaseLocation, old: Table) -> None:
    children = await asyncio.gather(*(start("race", place, number) for number in (1, 2)))
    for child in children:
        assert await next_line(child) == "ready"
    for child in children:
        assert child.stdin is not None
        child.stdin.write(b"go\n")
    won = [
        int(revision)
        for out, _ in [await child.communicate() for child in children]
        for revision in out.split()
    ]
    table = await survivor(place)
    assert sorted(won) == list(range(old.revision + 1, table.revision + 1))
    assert len(won) >= 50
