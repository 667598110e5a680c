"""Plans on disk: shared once by an interaction, however often that is delivered."""

from __future__ import annotations

import pytest

from bot.features.plans.model import Plan
from bot.features.plans.storage import PlanStorage
from bot.store import Repeated, Store
from tests.bot.store.samples import move, new_table

ANN = 11


async def test_an_interaction_that_comes_twice_shares_one_plan(store: Store) -> None:
    table = await store.save(move(await store.create(new_table(), 1), 2))
    plan = Plan(table.id, table.turn, 0, ANN, "{}", ("dE2-E10",), 4.0)
    assert await PlanStorage(store).share(plan, 9) is not None
    with pytest.raises(Repeated):
        await PlanStorage(store).share(plan, 9)
    assert len(await PlanStorage(store).of_table(table.id)) == 1
    assert await PlanStorage(store).share(plan, 10) is not None, "another one may be the same plan"
