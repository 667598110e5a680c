"""Reviews on disk: one for a table, as its game was after so many lines."""

from __future__ import annotations

from bot.features import HOOKS
from bot.features.reviews.storage import ReviewStorage
from bot.ops.location import DatabaseLocation
from bot.store import Store
from tests.bot.store.samples import new_table


async def test_a_review_is_there_for_the_game_as_it_was(store: Store) -> None:
    table = await store.create(new_table(), 1)
    assert await ReviewStorage(store).find(table.id, 34) is None
    await ReviewStorage(store).keep(table.id, 34, "{}")
    assert await ReviewStorage(store).find(table.id, 34) == "{}"
    assert await ReviewStorage(store).find(table.id, 35) is None
    assert await ReviewStorage(store).find(table.id + 1, 34) is None


async def test_a_new_review_takes_the_place_of_the_old_one(store: Store) -> None:
    table = await store.create(new_table(), 1)
    await ReviewStorage(store).keep(table.id, 34, "old")
    await ReviewStorage(store).keep(table.id, 36, "new")
    assert await ReviewStorage(store).find(table.id, 34) is None
    assert await ReviewStorage(store).find(table.id, 36) == "new"


async def test_a_review_outlives_the_process(store: Store, place: DatabaseLocation) -> None:
    table = await store.create(new_table(), 1)
    await ReviewStorage(store).keep(table.id, 34, "{}")
    await store.close()
    again = await Store.open(place, hooks=HOOKS)
    try:
        assert await ReviewStorage(again).find(table.id, 34) == "{}"
    finally:
        await again.close()
