"""How many tables a server has at once, and which: it is decided where a table is written."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.features import HOOKS
from bot.ops.location import DatabaseLocation
from bot.store import (
    DealtBefore,
    FollowedBefore,
    NewTable,
    Repeated,
    ServerConfig,
    Status,
    Store,
    TooManyTables,
)
from tests.bot.store.samples import TERMS, new_table, turn

GUILD = new_table().guild_id or 0


def limited_table(most: int, guild_id: int | None = GUILD) -> NewTable:
    return replace(new_table(), most=most, guild_id=guild_id)


async def test_a_server_has_as_many_as_it_allows_and_no_more(store: Store) -> None:
    for number in (1, 2):
        await store.create(limited_table(2), number)
    with pytest.raises(TooManyTables) as refused:
        await store.create(limited_table(2), 3)
    assert refused.value.most == 2
    assert await store.table(3) is None
    assert (await store.create(limited_table(3), 3)).id == 3


async def test_those_elsewhere_and_those_that_ended_do_not_count(store: Store) -> None:
    first = await store.create(new_table(), 1)
    await store.create(limited_table(1, None), 2)
    await store.create(limited_table(1, GUILD + 1), 3)
    with pytest.raises(TooManyTables):
        await store.create(limited_table(1), 4)
    await store.save(replace(turn(first, Status.CLOSED, 5), line=None, head=first.head))
    assert (await store.create(limited_table(1), 6)).guild_id == GUILD


async def test_what_was_done_before_is_told_before_there_is_no_room(store: Store) -> None:
    """Whoever clicks twice, or comes second, hears where the table is and not that there are too many."""
    first = await store.create(limited_table(2), 1)
    await store.create(replace(limited_table(2), follows=first.id), 2)
    with pytest.raises(Repeated):
        await store.create(limited_table(2), 2)
    with pytest.raises(FollowedBefore):
        await store.create(replace(limited_table(2), follows=first.id), 3)


async def test_a_deal_that_was_begun_is_found_before_there_is_no_room(store: Store) -> None:
    deal = replace(limited_table(1), terms=replace(TERMS, day="2026-11-21"))
    begun = await store.create(deal, 1)
    with pytest.raises(DealtBefore) as refused:
        await store.create(deal, 2)
    assert refused.value.table_id == begun.id


async def test_of_many_at_once_as_many_are_made_as_there_is_room_for(place: DatabaseLocation) -> None:
    stores = [await Store.open(place, hooks=HOOKS) for _ in range(2)]
    asked = (stores[number % 2].create(limited_table(3), number) for number in range(1, 9))
    ends = await asyncio.gather(*asked, return_exceptions=True)
    for store in stores:
        await store.close()
    assert sum(isinstance(end, TooManyTables) for end in ends) == 5


async def test_a_servers_tables_are_those_that_go_on_the_last_changed_first(store: Store) -> None:
    made = [await store.create(replace(new_table(), at=float(at)), at) for at in (1, 2, 3)]
    await store.create(replace(new_table(), guild_id=GUILD + 1), 4)
    closed = replace(turn(made[1], Status.CLOSED, 5), line=None, head=made[1].head)
    await store.save(closed)
    assert [table.id for table in await store.servers.live(GUILD, 10)] == [3, 1]
    assert [table.id for table in await store.servers.live(GUILD, 1)] == [3]
    assert await store.servers.how_many(GUILD) == 2
    assert await store.servers.how_many(GUILD + 2) == 0


async def test_what_is_settled_takes_the_place_of_what_was(store: Store) -> None:
    await store.servers.set_server(ServerConfig(GUILD, channels=frozenset({1, 2}), most=3, language="de"))
    await store.servers.set_server(ServerConfig(GUILD, channels=frozenset({2, 4})))
    assert await store.servers.server(GUILD) == ServerConfig(GUILD, channels=frozenset({2, 4}))
    assert await store.servers.server(GUILD + 1) == ServerConfig(GUILD + 1)
