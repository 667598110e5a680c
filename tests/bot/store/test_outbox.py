"""What must be shown is saved with the change that makes it necessary, and gone once it is confirmed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.ops.location import DatabaseLocation
from bot.store import Board, OldBoard, StaleRevision, Status, Store, Table, Unshown
from bot.store.outbox import GRACE
from tests.bot.store.samples import TERMS, move, new_table, turn
from tests.databases import failing, rows_of


async def rows(store: Store) -> list[tuple[int, int, int | None]]:
    """What is not known to be shown: table, revision, and the turn for which people were called."""
    return [(one.table_id, one.revision, one.turn) for one in await store.outbox.unshown()]


def on_disk(place: DatabaseLocation) -> list[tuple[int, int]]:
    """The same as another process would find it: tables and revisions."""
    return rows_of(place, "SELECT table_id, revision FROM outbox ORDER BY table_id")


async def pass_turn(store: Store, table: Table, interaction: int) -> Table:
    """The table after a move with which the turn passes."""
    return await store.save(replace(move(table, interaction), turn=table.turn + 1))


async def test_every_change_must_be_shown(store: Store) -> None:
    table = await store.create(new_table(), 1)
    assert await store.outbox.entry_of(table.id) == Unshown(table.id, 0, None, 1.5, 0, 1.5 + GRACE)
    table = await store.save(move(table, 2))
    assert await rows(store) == [(table.id, 1, None)]
    store.outbox.confirm(table)
    assert await rows(store) == []
    table = await store.save(turn(table, Status.CLOSED, 3))
    assert await rows(store) == [(table.id, 2, 0)]


async def test_a_change_that_is_refused_leaves_nothing_to_show(store: Store) -> None:
    table = await store.create(new_table(), 1)
    store.outbox.confirm(table)
    with pytest.raises(StaleRevision):
        await store.save(replace(move(table, 2), revision=5))
    assert await rows(store) == [], "and what was confirmed before is not forgotten"


async def test_who_was_called_last_is_known_until_somebody_is_called_again(store: Store) -> None:
    table = await store.create(new_table(), 1)
    store.outbox.confirm(table)
    table = await pass_turn(store, table, 2)
    table = await pass_turn(store, table, 3)
    assert await rows(store) == [(table.id, 2, 0)], "two turns have passed since the last message"
    store.outbox.confirm(table)
    table = await store.save(move(table, 4))
    assert await rows(store) == [(table.id, 3, 2)]


async def test_what_was_shown_too_late_is_still_known_to_have_called(store: Store) -> None:
    table = await store.create(new_table(), 1)
    store.outbox.confirm(table)
    first = await pass_turn(store, table, 2)
    second = await store.save(move(first, 3))
    store.outbox.confirm(first)
    assert await rows(store) == [(table.id, second.revision, first.turn)]


async def test_a_board_changed_in_place_does_not_stand_for_a_call(store: Store) -> None:
    table = await store.create(new_table(), 1)
    store.outbox.confirm(table)
    table = await store.save(move(table, 2))
    store.outbox.confirm(table, called=False)
    assert await rows(store) == [], "the turn has not passed"
    table = await pass_turn(store, table, 3)
    store.outbox.confirm(table, called=False)
    assert await rows(store) == [(table.id, 2, 0)]
    assert not store.outbox.is_shown(table)
    store.outbox.confirm(table)
    assert await rows(store) == []


async def test_a_confirmation_is_written_with_what_is_written_next(
    store: Store, place: DatabaseLocation
) -> None:
    one, other = await store.create(new_table(), 1), await store.create(new_table(6), 2)
    store.outbox.confirm(one)
    assert store.outbox.is_shown(one)
    assert on_disk(place) == [(one.id, 0), (other.id, 0)], "it costs no commit of its own"
    await store.set_board(other.id, Board(6, 7), 1.0)
    assert on_disk(place) == [(other.id, 0)]


async def test_a_confirmation_that_the_disk_does_not_take_is_known_all_the_same(
    store: Store, place: DatabaseLocation
) -> None:
    one, other = await store.create(new_table(), 1), await store.create(new_table(6), 2)
    store.outbox.confirm(one)
    with failing(place, "DELETE", "outbox"):
        assert await rows(store) == [(other.id, 0, None)]
        assert await store.outbox.entry_of(one.id) is None
    assert await rows(store) == [(other.id, 0, None)]


async def test_a_confirmation_is_written_by_whoever_looks_and_at_the_end(
    store: Store, place: DatabaseLocation
) -> None:
    one, other = await store.create(new_table(), 1), await store.create(new_table(6), 2)
    store.outbox.confirm(one)
    assert [row.table_id for row in await store.outbox.unshown()] == [other.id]
    store.outbox.confirm(other)
    await store.close()
    assert on_disk(place) == []


async def test_a_confirmation_of_an_older_revision_hides_no_newer_one(store: Store) -> None:
    table = await store.create(new_table(), 1)
    newer = await store.save(move(table, 2))
    store.outbox.confirm(newer)
    store.outbox.confirm(table)
    assert await rows(store) == []
    newest = await store.save(move(newer, 3))
    store.outbox.confirm(table)
    assert await rows(store) == [(table.id, newest.revision, 0)]


async def test_nothing_is_repaired_of_a_deal_in_a_server(store: Store) -> None:
    """Only its player sees it, in answers that the bot cannot change by itself."""
    await store.create(replace(new_table(), terms=replace(TERMS, day="2026-06-01")), 1)
    assert await rows(store) == []
    alone = await store.create(
        replace(new_table(), terms=replace(TERMS, day="2026-06-01"), guild_id=None, host_id=12), 2
    )
    assert await rows(store) == [(alone.id, 0, None)]


async def test_what_is_tried_in_vain_is_put_off_until_the_table_changes(store: Store) -> None:
    table = await store.create(new_table(), 1)
    (row,) = await store.outbox.unshown()
    await store.outbox.put_off(row, 100.0)
    (again,) = await store.outbox.unshown()
    assert (again.tries, again.due) == (1, 100.0)
    table = await store.save(move(table, 2))
    await store.outbox.put_off(again, 200.0)
    await store.outbox.drop(again)
    (fresh,) = await store.outbox.unshown()
    assert (fresh.revision, fresh.tries, fresh.due) == (1, 0, table.time.changed_at + GRACE)
    await store.outbox.drop(fresh)
    assert await rows(store) == []


async def old(store: Store) -> list[Board]:
    """The messages that are to lose their controls."""
    return [row.board for row in await store.outbox.old_boards()]


async def test_what_showed_a_table_before_is_to_be_settled(store: Store) -> None:
    table = await store.create(new_table(), 1)
    await store.set_board(table.id, Board(5, 6), 100.0)
    assert await old(store) == []
    await store.set_board(table.id, Board(5, 7), 200.0, left=Board(5, 1))
    assert await store.outbox.old_boards() == (
        OldBoard(Board(5, 1), table.id, 200.0, 0, 200.0 + GRACE),
        OldBoard(Board(5, 6), table.id, 200.0, 0, 200.0 + GRACE),
    )
    await store.set_board(table.id, Board(5, 7), 300.0)
    assert await old(store) == [Board(5, 1), Board(5, 6)], "the same message is no old one"
    await store.set_board(table.id, None, 400.0)
    assert await old(store) == [Board(5, 1), Board(5, 6), Board(5, 7)]
    await store.set_board(table.id, Board(5, 6), 500.0)
    assert await old(store) == [Board(5, 1), Board(5, 7)], "it shows the table again"


async def test_what_was_settled_is_written_with_what_is_written_next(
    store: Store, place: DatabaseLocation
) -> None:
    def old_board_ids() -> list[int]:
        return [number for (number,) in rows_of(place, "SELECT message_id FROM old_boards")]

    table = await store.create(new_table(), 1)
    await store.set_board(table.id, Board(5, 6), 100.0)
    await store.set_board(table.id, Board(5, 7), 200.0)
    store.outbox.confirm_removed(6)
    assert old_board_ids() == [6], "it costs no commit of its own"
    await store.set_note("anything", "else")
    assert await old(store) == []
    await store.set_board(table.id, Board(5, 8), 300.0)
    assert old_board_ids() == [7]
    store.outbox.confirm_removed(7)
    await store.close()
    assert old_board_ids() == []


async def test_an_old_board_is_put_off(store: Store) -> None:
    table = await store.create(new_table(), 1)
    await store.set_board(table.id, Board(5, 6), 100.0)
    await store.set_board(table.id, Board(5, 7), 200.0)
    [row] = await store.outbox.old_boards()
    await store.outbox.put_off_old(row, 999.0)
    assert await store.outbox.old_boards() == (replace(row, tries=1, due=999.0),)
