"""What one change makes of a table: all that it brings is saved whole or not at all, and once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.features.ladders.storage import SEASON
from bot.features.reviews.storage import CARD
from bot.ops.location import DatabaseLocation
from bot.store import (
    HOUSE,
    Base,
    Change,
    Journey,
    Kind,
    NewAlarm,
    Player,
    Repeated,
    SeatClock,
    StaleRevision,
    Status,
    Store,
    StoreError,
    Table,
    Terms,
    WrongHead,
)
from bot.store.tables import apply_change, start_hash
from engine.fairness import commitment, first_hash, next_hash
from tests.bot.samples import start_place
from tests.bot.store.samples import ANNA, BERT, TERMS, another, begun_table, move, new_table, turn
from tests.bot.store.test_schedule import CLOCKS, clocked_table, record
from tests.databases import failing


def everything(table: Table) -> Change:
    """A move that ends a game, with all that a change can bring."""
    lent = replace(ANNA, substitute=HOUSE), replace(BERT, substitute=13, substitute_name="Cleo")
    return replace(
        move(table, 700, players=lent),
        status=Status.OVER,
        turn=table.turn + 1,
        clocks=(SeatClock(0, 5.0), SeatClock(1, 6.0)),
        alarms=(NewAlarm(Kind.REMIND, 9.0, turn=table.turn + 1), NewAlarm(Kind.CALL, 8.0, user_id=11)),
        records=(record(table.id, 0, 8.0), record(table.id, 1, 8.0)),
        journey=Journey(base=Base(table.plies + 1, '{"ply":9}', 4)),
        waiting_since=8.5,
    )


async def stored_rows(store: Store, table_id: int) -> tuple[object, ...]:
    """Everything that the file has of a table."""
    store.forget()
    schedule = store.schedule
    results = await schedule.results_of_channel(5)
    return await store.table(table_id), await store.log(table_id), await schedule.of_table(table_id), results


async def test_a_change_with_everything_in_it_is_saved_whole(store: Store, place: DatabaseLocation) -> None:
    table = await clocked_table(store)
    change = everything(table)
    after = await store.save(change)
    async with another(place) as later:
        assert await later.table(table.id) == after
        card, call, remind, season = await later.schedule.of_table(table.id)
        assert await later.schedule.results_of_channel(5) == change.records
        assert await later.schedule.tables_without_records() == ()
    assert (call.kind, call.user_id, call.turn) == (Kind.CALL, 11, None)
    assert (remind.kind, remind.due, remind.turn) == (Kind.REMIND, 9.0, 1)
    assert (card.kind, card.due, card.turn) == (CARD, change.at, 1)
    assert (season.kind, season.detail) == (SEASON, "1970-01")
    assert (after.turn, after.time.clocks, after.journey) == (1, change.clocks, change.journey)
    assert (after.time.waiting_since, after.status) == (8.5, Status.OVER)
    assert [player.substitute for player in after.players] == [HOUSE, 13]
    assert [player.substitute_name for player in after.players] == ["", "Cleo"]


@pytest.mark.parametrize("name", ["lines", "seats", "clocks", "alarms", "results", "tables", "interactions"])
async def test_a_change_that_fails_at_any_of_its_rows_leaves_nothing(
    store: Store, place: DatabaseLocation, name: str
) -> None:
    table = await clocked_table(store)
    before = await stored_rows(store, table.id)
    with failing(place, "UPDATE" if name == "tables" else "INSERT", name):
        with pytest.raises(StoreError):
            await store.save(everything(table))
        assert await stored_rows(store, table.id) == before
    await store.save(everything(table))
    assert (await stored_rows(store, table.id))[3] == everything(table).records


async def test_a_change_for_another_revision_brings_nothing_of_it(store: Store) -> None:
    table = await clocked_table(store)
    await store.save(move(table, 502))
    before = await stored_rows(store, table.id)
    with pytest.raises(StaleRevision):
        await store.save(everything(table))
    assert await stored_rows(store, table.id) == before


async def test_a_change_is_not_saved_twice(store: Store) -> None:
    table = await clocked_table(store)
    await store.save(everything(table))
    after = await stored_rows(store, table.id)
    with pytest.raises(Repeated):
        await store.save(everything(table))
    assert await stored_rows(store, table.id) == after


async def test_a_new_table_brings_its_clocks_alarms_parent_and_first_line(
    store: Store, place: DatabaseLocation
) -> None:
    parent = await begun_table(store, moves=2)
    new = replace(
        new_table(players=(ANNA, Player(1, 12, "Bert"))),
        state='{"ply":2}',
        counter=4,
        terms=replace(TERMS, clock=3600),
        clocks=CLOCKS,
        alarms=(NewAlarm(Kind.REMIND, 9.0, user_id=11, turn=0),),
        journey=Journey(
            parent=(parent.id, 2),
            base=Base(1, '{"ply":2}', 4),
        ),
        entry="!from T1 2 0123456789abcdef",
    )
    table = await store.create(new, 800)
    async with another(place) as later:
        assert await later.table(table.id) == table
        (line,) = await later.log(table.id)
        (one,) = await later.schedule.of_table(table.id)
    assert (table.journey.parent, table.journey.base, table.plies, table.time.clocks) == (
        (parent.id, 2),
        new.journey.base,
        1,
        CLOCKS,
    )
    assert (line.ply, line.action, line.user_id, line.hash) == (1, new.entry, 11, table.head)
    assert (one.kind, one.user_id, one.turn) == (Kind.REMIND, 11, 0)


async def test_a_new_table_that_fails_leaves_no_alarm(store: Store) -> None:
    new = replace(
        new_table(),
        alarms=(NewAlarm(Kind.CALL, 9.0, user_id=12),),
        journey=Journey(parent=(99, 1)),
    )
    with pytest.raises(StoreError):
        await store.create(new, 800)
    assert await store.schedule.due(99.0) == ()
    assert await store.in_channel(5, live_only=False) == ()


# What a table becomes


async def test_what_a_change_says_nothing_of_stays_as_it_was(store: Store) -> None:
    table = await clocked_table(store, turns=4)
    journey, host = Journey(base=Base(1, "{}", 2)), table.host_id
    table = await store.save(replace(move(table, 502), journey=journey))
    bare = move(table, 503)
    after = apply_change(table, bare)
    assert (after.turn, after.time.clocks, after.journey, after.host_id) == (4, CLOCKS, journey, host)
    assert after.time.waiting_since == table.time.waiting_since
    assert (after.revision, after.plies) == (table.revision + 1, table.plies + 1)
    assert await store.save(bare) == after


async def test_no_clocks_at_all_are_something_that_a_change_can_bring(store: Store) -> None:
    table = await clocked_table(store)
    after = await store.save(replace(move(table, 502), clocks=(), turn=0))
    assert (after.time.clocks, after.turn) == ((), 0)
    store.forget()
    assert await store.table(table.id) == after


async def test_players_are_kept_in_the_order_of_their_seats(store: Store) -> None:
    table = await clocked_table(store)
    assert apply_change(table, move(table, 502, players=(BERT, ANNA))).players == (ANNA, BERT)


async def test_the_chain_starts_from_what_was_agreed_by_so_many_seats(store: Store) -> None:
    table = await store.create(new_table(), 500)
    start = first_hash("thud", '{"quiet":1}', 2, 7, commitment("secret"), **start_place(table))
    begins = replace(move(table, 501), terms=Terms('{"quiet":1}', 7))
    after = apply_change(table, replace(begins, head=next_hash(start, 1, 0, "dE2-E10")))
    assert (after.terms.options, after.terms.rules_version) == ('{"quiet":1}', 7)
    assert start_hash(after, 2) == start


async def test_the_rules_stay_those_of_the_table_if_nothing_is_said_of_them(store: Store) -> None:
    table = await store.create(new_table(), 500)
    assert apply_change(table, move(table, 501)).terms.rules_version == table.terms.rules_version


async def test_a_hash_that_does_not_follow_is_refused(store: Store) -> None:
    table = await clocked_table(store)
    with pytest.raises(WrongHead):
        apply_change(table, replace(move(table, 502), head="0" * 64))
    with pytest.raises(WrongHead):
        apply_change(table, replace(turn(table, Status.OVER, 502), head="0" * 64))


async def test_changes_that_contradict_themselves_are_no_changes(store: Store) -> None:
    plays = await clocked_table(store)
    for terms in (Terms("{}", 1), replace(TERMS, rules_version=2), replace(TERMS, salts=("s",))):
        with pytest.raises(ValueError, match="before its first ply"):
            apply_change(plays, replace(move(plays, 502), terms=terms))
