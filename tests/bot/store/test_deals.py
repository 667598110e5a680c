"""Tables of deals of the day on disk: once a person."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.features import HOOKS
from bot.ops.location import DatabaseLocation
from bot.store import DealtBefore, NewTable, Player, Repeated, Status, Store, deals
from engine.fairness import commitment, first_hash
from tests.bot.samples import on_disk, start_place
from tests.bot.store.samples import ANNA, new_table, turn

DAY, NEXT = "2026-11-21", "2026-11-22"


def daily(day: str = DAY, user: int = ANNA.user_id, channel_id: int = 5, game: str = "thud") -> NewTable:
    players = (Player(0, user, "Anna"),)
    new = new_table(channel_id, players)
    return replace(
        new, game=game, host_id=user, state='{"ply":0}', counter=7, terms=replace(new.terms, day=day)
    )


async def test_a_game_can_begin_with_its_table(store: Store) -> None:
    table = await store.create(daily(), 1)
    assert (table.status, table.revision, table.plies) == (Status.PLAYING, 0, 0)
    assert (table.state, table.counter, table.terms.day) == ('{"ply":0}', 7, DAY)
    assert table.head == first_hash(
        "thud", table.terms.options, 1, 1, commitment("secret"), **start_place(table)
    )
    assert await on_disk(store, table.id) == table
    saved = await store.save(turn(table, Status.OVER, 2))
    assert (saved.status, saved.terms.day) == (Status.OVER, DAY)
    assert await on_disk(store, table.id) == saved


async def test_a_person_begins_a_deal_once_wherever_that_was(store: Store) -> None:
    first = await store.create(daily(), 1)
    with pytest.raises(DealtBefore) as refused:
        await store.create(daily(channel_id=6), 2)
    assert refused.value.table_id == first.id
    with pytest.raises(Repeated):
        await store.create(daily(), 1)
    others = [daily(NEXT), daily(user=12), daily(game="ludo")]
    assert [(await store.create(new, 3 + n)).id for n, new in enumerate(others)] == [2, 3, 4]


async def test_of_two_beginnings_at_once_one_is_the_table(place: DatabaseLocation) -> None:
    stores = [await Store.open(place, hooks=HOOKS) for _ in range(2)]
    ends = await asyncio.gather(
        *(stores[n % 2].create(daily(), n) for n in range(1, 9)), return_exceptions=True
    )
    for store in stores:
        await store.close()
    assert sum(isinstance(end, DealtBefore) and end.table_id == 1 for end in ends) == 7


async def test_a_persons_table_of_a_deal_is_found(store: Store) -> None:
    table = await store.create(daily(), 1)
    assert await store.reader.read(deals.of_person, "thud", DAY, ANNA.user_id) == table
    assert await store.reader.read(deals.of_person, "thud", NEXT, ANNA.user_id) is None
    assert await store.reader.read(deals.of_person, "thud", DAY, 12) is None


async def test_a_deal_is_unfinished_as_long_as_somebody_plays_it(store: Store) -> None:
    tables = [await store.create(daily(user=user, channel_id=user), user) for user in (11, 12)]
    for table in tables:
        assert await store.reader.read(deals.is_unfinished, "thud", DAY)
        await store.save(turn(table, Status.OVER, 100 + table.id))
    assert not await store.reader.read(deals.is_unfinished, "thud", DAY)
    await store.create(daily(NEXT), 3)
    assert not await store.reader.read(deals.is_unfinished, "thud", DAY)


async def test_a_channels_tables_of_a_day(store: Store) -> None:
    first = await store.create(daily(), 1)
    second = await store.create(daily(user=12), 2)
    await store.create(daily(user=13, channel_id=6), 3)
    await store.create(daily(NEXT), 4)
    await store.create(new_table(), 5)
    assert await store.reader.read(deals.in_channel, 5, DAY) == (first, second)


async def test_the_days_of_a_channel_are_those_with_results(store: Store) -> None:
    for number, (day, channel_id) in enumerate(((DAY, 5), (NEXT, 5), (DAY, 6)), 1):
        table = await store.create(daily(day, user=10 + number, channel_id=channel_id), number)
        await store.save(turn(table, Status.OVER, 100 + number))
    await store.create(daily("2026-11-23"), 9)
    assert await store.reader.read(deals.days, 5, 9) == (NEXT, DAY)
    assert await store.reader.read(deals.days, 5, 1) == (NEXT,)
    assert await store.reader.read(deals.days, 6, 9) == (DAY,)
