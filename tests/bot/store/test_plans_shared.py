"""Plans on disk: shared once by an interaction, however often that is delivered."""

from __future__ import annotations

import pytest

from bot.store import Plan, Repeated, Store
from tests.bot.store.samples import move, new_table

ANN = 11


async def test_an_interaction_that_comes_twice_shares_one_plan(store: Store) -> None:
    table = await store.save(move(await store.create(new_table(), 1), 2))
    plan = Plan(table.id, table.turn, 0, ANN, "{}", ("dE2-E10",), 4.0)
    assert await store.plans.share(plan, 9) is not None
    with pytest.raises(Repeated):
        await store.plans.share(plan, 9)
    assert len(await store.plans.of_table(table.id)) == 1
    assert await store.plans.share(plan, 10) is not None, "another one may be the same plan"
