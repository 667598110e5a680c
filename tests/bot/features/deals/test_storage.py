"""The secrets of deals on disk: one a game and date. On both databases."""

from __future__ import annotations

import asyncio

from bot.features import HOOKS
from bot.features.deals.storage import DealStorage
from bot.ops.location import DatabaseLocation
from bot.store import Store

DAY, NEXT = "2026-11-21", "2026-11-22"


async def test_the_first_secret_of_a_deal_stays_its_secret(store: Store) -> None:
    assert await DealStorage(store).secret("thud", DAY, "one") == "one"
    assert await DealStorage(store).secret("thud", DAY, "two") == "one"
    assert await DealStorage(store).secret("thud", NEXT, "three") == "three"
    assert await DealStorage(store).secret("ludo", DAY, "four") == "four"


async def test_two_who_ask_at_once_get_the_same_secret(place: DatabaseLocation) -> None:
    stores = [await Store.open(place, hooks=HOOKS) for _ in range(2)]
    seeds = await asyncio.gather(*(DealStorage(stores[n % 2]).secret("thud", DAY, str(n)) for n in range(10)))
    for store in stores:
        await store.close()
    assert len(set(seeds)) == 1
