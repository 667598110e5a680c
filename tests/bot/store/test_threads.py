"""Tables in threads: where they are played, and whose they are."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.store import NoSuchTable, Status, Store, Table, tables
from tests.bot.store.samples import begun_table, move, turn

HOME, THREAD, OTHER = 5, 50, 6


async def ids(store: Store, channel_id: int, *, live_only: bool = False, limit: int = 25) -> list[int]:
    """The tables around a channel."""
    return [table.id for table in await store.around(channel_id, live_only=live_only, limit=limit)]


async def test_a_table_moves_without_a_change_of_the_game(store: Store) -> None:
    table = await begun_table(store, 2, HOME)
    await store.set_place(table.id, THREAD, HOME)
    moved = replace(table, channel_id=THREAD, home_id=HOME)
    assert await store.table(table.id) == moved
    assert await store.reader.read(tables.table, table.id) == moved
    saved = await store.save(move(moved, 77))
    assert (saved.channel_id, saved.home_id) == (THREAD, HOME)
    await store.set_place(table.id, HOME, None)
    assert await store.reader.read(tables.table, table.id) == replace(saved, channel_id=HOME, home_id=None)


async def test_a_table_that_is_not_there_goes_nowhere(store: Store) -> None:
    with pytest.raises(NoSuchTable):
        await store.set_place(9, THREAD, HOME)


async def test_a_channel_has_the_tables_of_its_threads_the_last_changed_first(store: Store) -> None:
    first, second, elsewhere = [await begun_table(store, 1, channel) for channel in (HOME, HOME, OTHER)]
    await store.set_place(first.id, THREAD, HOME)
    assert await ids(store, HOME) == [second.id, first.id]
    assert await ids(store, THREAD) == [first.id]
    assert await ids(store, OTHER) == [elsewhere.id]
    assert [table.id for table in await store.in_channel(HOME, live_only=False)] == [second.id]
    await store.save(turn(await _at(store, first.id), Status.OVER, 91, at=9e9))
    assert await ids(store, HOME) == [first.id, second.id]
    assert await ids(store, HOME, live_only=True) == [second.id]
    assert await ids(store, HOME, limit=1) == [first.id]


async def _at(store: Store, table_id: int) -> Table:
    found = await store.table(table_id)
    assert found is not None
    return found
