"""A table that is played again: it has one that follows it, and the note of it comes with that one."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.features import HOOKS
from bot.ops.location import DatabaseLocation
from bot.store import FollowedBefore, NewTable, Repeated, Status, Store
from tests.bot.store.samples import new_table, turn


def following(table_id: int) -> NewTable:
    return replace(new_table(), follows=table_id)


async def test_a_table_is_followed_once(store: Store) -> None:
    first = await store.create(new_table(), 1)
    second = await store.create(following(first.id), 2)
    with pytest.raises(FollowedBefore) as refused:
        await store.create(following(first.id), 3)
    assert refused.value.table_id == second.id
    with pytest.raises(Repeated):
        await store.create(following(first.id), 2)
    assert (await store.create(following(second.id), 4)).id == 3


async def test_one_that_was_closed_makes_room(store: Store) -> None:
    first = await store.create(new_table(), 1)
    second = await store.create(following(first.id), 2)
    await store.save(replace(turn(second, Status.CLOSED, 3), line=None, head=second.head))
    third = await store.create(following(first.id), 4)
    with pytest.raises(FollowedBefore) as refused:
        await store.create(following(first.id), 5)
    assert refused.value.table_id == third.id


async def test_of_two_who_ask_at_once_one_is_the_first(place: DatabaseLocation) -> None:
    stores = [await Store.open(place, hooks=HOOKS) for _ in range(2)]
    first = await stores[0].create(new_table(), 1)
    asked = (stores[n % 2].create(following(first.id), n) for n in range(2, 10))
    ends = await asyncio.gather(*asked, return_exceptions=True)
    for store in stores:
        await store.close()
    assert sum(isinstance(end, FollowedBefore) and end.table_id == 2 for end in ends) == 7
