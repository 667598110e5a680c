"""Offers to go back on disk: one at a table, and gone with its game. On both databases."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.features.undo.storage import UndoOffer, UndoStorage
from bot.ops.location import DatabaseLocation
from bot.store import Board, Status, Store, StoreError
from tests.bot.store.samples import another, begun_table, turn


async def test_an_offer_is_kept_with_who_agreed_and_where_it_is_shown(
    store: Store, place: DatabaseLocation
) -> None:
    table = await begun_table(store, moves=2)
    plain = UndoOffer(table.id, 2, 11, 0, 1, (), 5.5)
    await UndoStorage(store).set_offer(plain)
    assert await UndoStorage(store).last_offer(table.id) == plain
    shown = replace(plain, agreed=(1, 3), message=Board(5, 77))
    await UndoStorage(store).set_offer(shown)
    async with another(place) as later:
        assert await UndoStorage(later).last_offer(table.id) == shown
    await UndoStorage(store).drop_offer(table.id)
    assert await UndoStorage(store).last_offer(table.id) is None
    await UndoStorage(store).drop_offer(table.id)


async def test_each_table_has_its_own_offer(store: Store) -> None:
    one, other = await begun_table(store, moves=1), await begun_table(store, moves=1)
    for table in (one, other):
        await UndoStorage(store).set_offer(UndoOffer(table.id, 1, 11, 0, 0, (), 5.5))
    await UndoStorage(store).drop_offer(one.id)
    assert await UndoStorage(store).last_offer(other.id) is not None
    with pytest.raises(StoreError):
        await UndoStorage(store).set_offer(UndoOffer(99, 1, 11, 0, 0, (), 5.5))


async def test_it_ends_with_the_game_and_no_sooner(store: Store) -> None:
    table = await begun_table(store, moves=1)
    await UndoStorage(store).set_offer(UndoOffer(table.id, table.revision, 11, 0, 0, (), 5.5))
    table = await store.save(turn(table, Status.PLAYING, 7_000))
    assert await UndoStorage(store).last_offer(table.id) is not None
    await store.save(turn(table, Status.OVER, 7_001))
    assert await UndoStorage(store).last_offer(table.id) is None
