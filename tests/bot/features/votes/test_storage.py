"""Votes on disk: one at a table, closed once, and gone with whoever has asked. On both databases."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.features.votes.model import Vote
from bot.features.votes.storage import VOTE, VoteStorage
from bot.store import Board, Player, Status, Store, Table
from bot.store.outbox import GRACE
from tests.bot.store.samples import move, new_table

ANN, BEN, CLEO = 11, 12, 13
HERE = Board(5, 900)


async def played_table(store: Store) -> Table:
    table = await store.create(
        replace(new_table(players=(Player(0, ANN, "Ann"), Player(1, BEN, "Ben"))), at=1.0), 1
    )
    return await store.save(move(table, 2))


def new_vote(table: Table, number: int = 7, ends: float = 100.0) -> Vote:
    lines = ("dE2-E10", "dE2-E9")
    return Vote(table.id, number, table.turn, table.plies, 0, ANN, "{}", lines, 4.0, ends)


LOOKED = 4.0 + GRACE
"""When it is looked whether a vote is shown that was asked for at 4."""


async def alarms(store: Store, table: Table) -> list[float]:
    return [one.due for one in await store.schedule.of_table(table.id) if one.kind == VOTE]


async def leaving(store: Store) -> list[int]:
    """The messages that go at once."""
    return [row.board.message_id for row in await store.outbox.old_boards() if row.due < 1e17]


async def test_it_is_kept_with_its_alarm_and_its_message(store: Store) -> None:
    table = await played_table(store)
    ask = new_vote(table)
    assert await VoteStorage(store).begin(ask, None)
    await VoteStorage(store).set_message(ask, HERE, 5.0)
    assert await VoteStorage(store).of_table(table.id) == replace(ask, message=HERE)
    assert await alarms(store, table) == [LOOKED]


async def test_of_two_who_ask_at_once_the_first_has_asked(store: Store) -> None:
    table = await played_table(store)
    assert await VoteStorage(store).begin(new_vote(table), None)
    assert not await VoteStorage(store).begin(new_vote(table, 8), None)
    assert await VoteStorage(store).begin(new_vote(table, 9), new_vote(table))
    assert await alarms(store, table) == [LOOKED]


async def test_a_table_that_went_on_meanwhile_has_none(store: Store) -> None:
    table = await played_table(store)
    ask = new_vote(table)
    await store.save(move(table, 3))
    assert not await VoteStorage(store).begin(ask, None)
    assert await VoteStorage(store).of_table(table.id) is None


async def test_one_vote_a_person_which_they_can_change_until_it_is_closed(store: Store) -> None:
    table = await played_table(store)
    ask = new_vote(table)
    await VoteStorage(store).begin(ask, None)
    assert await VoteStorage(store).cast_vote(ask, BEN, 0, 5.0) == {BEN: 0}
    assert await VoteStorage(store).cast_vote(ask, CLEO, 0, 5.0) == {BEN: 0, CLEO: 0}
    assert await VoteStorage(store).cast_vote(ask, BEN, 1, 5.0) == {BEN: 1, CLEO: 0}
    assert await VoteStorage(store).cast_vote(replace(ask, number=8), BEN, 0, 5.0) is None, (
        "that of another vote"
    )
    await VoteStorage(store).close(ask, 12.0)
    assert await VoteStorage(store).cast_vote(ask, BEN, 0, 5.0) is None
    assert await VoteStorage(store).votes(table.id) == {BEN: 1, CLEO: 0}
    assert await alarms(store, table) == [12.0]
    await VoteStorage(store).close(ask, 11.0)
    assert await alarms(store, table) == [12.0], "it is closed once"


async def test_a_vote_has_the_alarm_look_soon_whether_it_is_shown(store: Store) -> None:
    table = await played_table(store)
    ask = new_vote(table)
    await VoteStorage(store).begin(ask, None)
    (alarm,) = [one for one in await store.schedule.of_table(table.id) if one.kind == VOTE]
    await store.schedule.reschedule(alarm, ask.ends)
    await VoteStorage(store).cast_vote(ask, BEN, 0, 20.0)
    assert await alarms(store, table) == [20.0 + GRACE]
    await VoteStorage(store).cast_vote(ask, CLEO, 0, 25.0)
    assert await alarms(store, table) == [20.0 + GRACE], "no later than for the first"


async def test_whatever_is_done_at_the_table_has_the_alarm_look_at_it(store: Store) -> None:
    table = await played_table(store)
    await VoteStorage(store).begin(new_vote(table), None)
    after = await store.save(replace(move(table, 3), at=9.0))
    assert await alarms(store, table) == [9.0]
    assert await VoteStorage(store).of_table(table.id) is not None, "its message says first how it ended"
    await store.save(replace(move(after, 4), at=8.0))
    assert await alarms(store, table) == [8.0]


async def test_an_alarm_that_is_being_carried_out_is_left_alone(store: Store) -> None:
    table = await played_table(store)
    await VoteStorage(store).begin(new_vote(table), None)
    (alarm,) = [one for one in await store.schedule.of_table(table.id) if one.kind == VOTE]
    assert await store.schedule.claim(alarm, 100.0)
    await store.save(replace(move(table, 3), at=9.0))
    assert await alarms(store, table) == [LOOKED]


@pytest.mark.parametrize("passes", ["turn", "status"])
async def test_one_that_is_closed_goes_with_the_turn(store: Store, passes: str) -> None:
    table = await played_table(store)
    ask = new_vote(table)
    await VoteStorage(store).begin(ask, None)
    await VoteStorage(store).set_message(ask, HERE, 5.0)
    await VoteStorage(store).close(ask, 50.0)
    table = await store.save(replace(move(table, 3), turn=table.turn))
    assert await VoteStorage(store).of_table(table.id) is not None
    if passes == "turn":
        await store.save(replace(move(table, 4), turn=table.turn + 1))
    else:
        await store.save(replace(move(table, 4), status=Status.OVER))
    assert await VoteStorage(store).of_table(table.id) is None
    assert await leaving(store) == [], "the message keeps what came of it"


async def test_a_new_one_takes_the_message_of_an_open_one_along_and_leaves_that_of_a_closed_one(
    store: Store,
) -> None:
    table = await played_table(store)
    first, second, third = (new_vote(table, number) for number in (7, 8, 9))
    await VoteStorage(store).begin(first, None)
    await VoteStorage(store).set_message(first, HERE, 5.0)
    await VoteStorage(store).begin(second, first)
    assert await leaving(store) == [HERE.message_id]
    await VoteStorage(store).set_message(second, Board(5, 901), 5.0)
    await VoteStorage(store).close(second, 50.0)
    await VoteStorage(store).begin(third, second)
    assert await leaving(store) == [HERE.message_id]


async def test_a_message_that_comes_too_late_goes(store: Store) -> None:
    table = await played_table(store)
    ask = new_vote(table)
    await VoteStorage(store).begin(ask, None)
    await VoteStorage(store).drop(ask)
    await VoteStorage(store).set_message(ask, HERE, 5.0)
    assert await leaving(store) == [HERE.message_id]
    assert await alarms(store, table) == []


async def test_what_is_told_of_it_goes_with_the_turn(store: Store) -> None:
    table = await played_table(store)
    ask = new_vote(table)
    await VoteStorage(store).begin(ask, None)
    await VoteStorage(store).set_result_message(ask, Board(5, 902), 5.0)
    assert await leaving(store) == []
    await store.save(replace(move(table, 3), turn=table.turn + 1))
    assert await leaving(store) == [902]
    await VoteStorage(store).set_result_message(ask, Board(5, 903), 5.0)
    assert await leaving(store) == [902, 903], "the turn has passed already"


async def test_a_table_without_one_is_not_looked_through(store: Store) -> None:
    """No click pays for votes where there are none: the row of the table itself tells that."""
    table = await played_table(store)
    asks = VoteStorage(store)
    await asks.begin(new_vote(table), None)
    ask = await asks.of_table(table.id)
    assert ask is not None
    await asks.drop(ask)
    read = await store.schedule.of_table(table.id)
    await store.save(move(table, 3))
    assert await store.schedule.of_table(table.id) == read
