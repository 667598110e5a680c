"""People who look for an opponent, and the table of two: opened once, whole or not at all."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.cluster.shards import Shards
from bot.features import HOOKS
from bot.features.matchmaking.model import OpponentSearch, Pace
from bot.features.matchmaking.storage import SearchGone, SearchStorage
from bot.ops.health import statistics_text
from bot.ops.location import DatabaseLocation, Postgres
from bot.store import Board, Player, SecondBoard, ServerConfig, Store, TooManyTables
from bot.store.upkeep.restored import number_anew
from bot.store.upkeep.statistics import statistics_of
from tests.bot.store.samples import TERMS, move, new_table
from tests.databases import raw, rows_of

ANN = OpponentSearch(
    11, "thud", 3, "Ann", "en", Pace.DAY, rated=True, near=True, since=1.0, ends=9.0, channel_id=5
)
BEN = OpponentSearch(
    12, "thud", 4, "Ben", "de", Pace.DAY, rated=True, near=False, since=2.0, ends=9.0, channel_id=6
)
THERE = (BEN.user_id, SecondBoard(4, 6, "de"))
NEW = replace(
    new_table(players=(Player(0, 11, "A."), Player(1, 12, "B."))),
    terms=replace(TERMS, found=True),
    state="{}",
)


@pytest.fixture
async def looking(store: Store) -> Store:
    """Ann and Ben look, each in a server of their own."""
    for search in (ANN, BEN):
        await store.servers.set_server(ServerConfig(search.guild_id, finds=search.channel_id))
        assert await SearchStorage(store).begin(search)
    return store


async def test_one_search_a_person_and_game(looking: Store) -> None:
    assert not await SearchStorage(looking).begin(replace(ANN, pace=Pace.SLOW))
    assert await SearchStorage(looking).begin(replace(ANN, game="ploc"))
    assert await SearchStorage(looking).searches_of(11) == (replace(ANN, game="ploc"), ANN)
    assert await SearchStorage(looking).all_searches() == (replace(ANN, game="ploc"), ANN, BEN)


async def test_a_host_is_told_how_many_look(looking: Store, place: DatabaseLocation) -> None:
    """Each search is counted; where there are none, it is not worth a line."""
    (found,) = statistics_of(place, HOOKS).others
    assert (found.metric, found.number) == ("searches_waiting", 2)
    assert "looking:   2 for an opponent" in statistics_text(statistics_of(place, HOOKS))
    for search in (ANN, BEN):
        await SearchStorage(looking).cancel(search.user_id, search.game)
    assert not [line for line in statistics_text(statistics_of(place, HOOKS)) if line.startswith("looking")]


async def test_a_server_that_takes_part_no_longer_has_no_channel(looking: Store) -> None:
    await looking.servers.set_server(ServerConfig(3))
    assert [search.channel_id for search in await SearchStorage(looking).all_searches()] == [None, 6]


async def test_two_are_brought_together_and_look_no_longer(looking: Store) -> None:
    table = await SearchStorage(looking).bring_together((ANN, BEN), NEW, THERE)
    assert table.terms.found
    assert [player.afar for player in table.players] == [None, SecondBoard(4, 6, "de")]
    assert await SearchStorage(looking).all_searches() == ()
    assert [row.table_id for row in await looking.outbox.unshown()] == [table.id]
    assert [row.table_id for row in await looking.mirrors.due_boards(1.0)] == [table.id]
    assert await SearchStorage(looking).recent_pairs(0.0) == {(11, 12): table.time.created_at}
    assert await SearchStorage(looking).recent_pairs(table.time.created_at + 1) == {}


async def test_of_two_who_bring_them_together_one_does(looking: Store, place: DatabaseLocation) -> None:
    other = await Store.open(place, hooks=HOOKS)
    try:
        came = await asyncio.gather(
            SearchStorage(looking).bring_together((ANN, BEN), NEW, THERE),
            SearchStorage(other).bring_together((BEN, ANN), NEW, THERE),
            return_exceptions=True,
        )
    finally:
        await other.close()
    assert sorted(type(one).__name__ for one in came) == ["SearchGone", "Table"]
    assert rows_of(place, "SELECT count(*) FROM tables") == [(1,)]


async def avoid_ann(store: Store) -> None:
    await SearchStorage(store).add_avoided(12, 11, 3.0)


async def cancel_search(store: Store) -> None:
    assert await SearchStorage(store).cancel(12, "thud")


async def begun_anew(store: Store) -> None:
    await SearchStorage(store).cancel(12, "thud")
    await SearchStorage(store).begin(replace(BEN, since=3.0))


async def switched_off(store: Store) -> None:
    await store.servers.set_server(ServerConfig(4))


async def elsewhere(store: Store) -> None:
    await store.servers.set_server(ServerConfig(3, finds=55))


@pytest.mark.parametrize("happens", [avoid_ann, cancel_search, begun_anew, switched_off, elsewhere])
async def test_what_has_changed_meanwhile_lets_nothing_happen(
    looking: Store, place: DatabaseLocation, happens: object
) -> None:
    await happens(looking)  # type: ignore[operator]
    before = rows_of(place, "SELECT user_id FROM searches ORDER BY user_id")
    with pytest.raises(SearchGone):
        await SearchStorage(looking).bring_together((ANN, BEN), NEW, THERE)
    assert rows_of(place, "SELECT user_id FROM searches ORDER BY user_id") == before
    assert rows_of(place, "SELECT count(*) FROM tables") == [(0,)]


async def test_a_full_server_leaves_them_looking(looking: Store) -> None:
    await looking.create(new_table(), 1)
    with pytest.raises(TooManyTables):
        await SearchStorage(looking).bring_together((ANN, BEN), replace(NEW, most=1), THERE)
    assert len(await SearchStorage(looking).all_searches()) == 2


async def test_a_mirror_is_behind_until_it_shows_the_table_as_it_stands(looking: Store) -> None:
    table = await SearchStorage(looking).bring_together((ANN, BEN), NEW, THERE)
    await looking.mirrors.confirm_shown(table, Board(6, 77), 0, done=False)
    assert await looking.mirrors.due_boards(9.0) == ()
    found = await looking.table(table.id)
    assert found is not None
    assert found.players[1].afar == SecondBoard(4, 6, "de", 77)
    after = await looking.save(move(found, 1))
    assert [(one.revision, one.turn) for one in await looking.mirrors.due_boards(9.0)] == [(0, 0)]
    await looking.mirrors.put_off(table.id, 20.0)
    assert await looking.mirrors.due_boards(9.0) == ()
    await looking.mirrors.confirm_shown(after, Board(6, 77), 1, done=True)
    assert await looking.mirrors.due_boards(1e9) == ()
    assert [one.id for one in await looking.mirrors.in_channel(6, live_only=True)] == [table.id]


async def test_a_mirror_that_goes_to_direct_messages_is_shown_there_anew(looking: Store) -> None:
    table = await SearchStorage(looking).bring_together((ANN, BEN), NEW, THERE)
    await looking.mirrors.confirm_shown(table, Board(6, 77), 0, done=False)
    await looking.mirrors.move_to_direct_messages(table.id, 99, 9.0)
    found = await looking.table(table.id)
    assert found is not None
    assert found.players[1].afar == SecondBoard(None, 99, "de")
    assert [row.board for row in await looking.outbox.old_boards()] == [Board(6, 77)], "the one before goes"
    assert [one.revision for one in await looking.mirrors.due_boards(9.0)] == [-1]


async def test_after_a_restore_nobody_looks_and_mirrors_are_shown_anew(
    looking: Store, place: DatabaseLocation
) -> None:
    table = await SearchStorage(looking).bring_together((ANN, BEN), NEW, THERE)
    await looking.mirrors.confirm_shown(table, Board(6, 77), 0, done=False)
    await SearchStorage(looking).begin(ANN)
    await looking.close()
    with raw(place) as connection:
        number_anew(connection, {}, 10.0, HOOKS)
    again = await Store.open(place, hooks=HOOKS)
    try:
        assert await SearchStorage(again).all_searches() == ()
        assert [one.table_id for one in await again.mirrors.due_boards(10.0)] == [table.id]
    finally:
        await again.close()


async def test_who_is_forgotten_has_no_mirror_and_keeps_nobody_apart(looking: Store) -> None:
    table = await SearchStorage(looking).bring_together((ANN, BEN), NEW, THERE)
    await SearchStorage(looking).add_avoided(11, 12, 3.0)
    await SearchStorage(looking).add_avoided(12, 11, 3.0)
    await looking.mirrors.confirm_shown(table, Board(6, 77), 0, done=False)
    nameless = replace(table.players[1], user_id=-9, name="N. N.", afar=None)
    change = replace(
        move(table, 0), interaction=None, line=None, head=table.head, state="{}",
        players=(table.players[0], nameless),
    )  # fmt: skip
    await looking.erase(12, (change,))
    found = await looking.table(table.id)
    assert found is not None
    assert [player.afar for player in found.players] == [None, None]
    assert await SearchStorage(looking).count_avoided(11) == 0
    assert Board(6, 77) in [old.board for old in await looking.outbox.old_boards()], "its board goes"


async def test_each_process_shows_the_mirrors_of_its_own_servers(
    looking: Store, place: DatabaseLocation
) -> None:
    """The table is in a server of shard 3 of 8, its mirror in one of shard 4, and direct messages are 0's."""
    if not isinstance(place, Postgres):
        return  # a file has one process
    there = SecondBoard(4 << 22, 6, "de")
    table = await SearchStorage(looking).bring_together(
        (ANN, BEN), replace(NEW, guild_id=3 << 22), (12, there)
    )
    for shard in range(8):
        other = await Store.open(place, shards=Shards(shard, shard, 8), hooks=HOOKS)
        try:
            assert [one.table_id for one in await other.mirrors.due_boards(9.0)] == [table.id] * (shard == 4)
            assert [one.id for one in await other.mirrors.live()] == [table.id] * (shard == 3)
        finally:
            await other.close()
