"""What is saved comes back, once, and only on the revision it was made for."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import replace
from typing import Any

import pytest

from bot.features import HOOKS
from bot.ops.location import DatabaseLocation
from bot.store import (
    Board,
    Line,
    NoSuchTable,
    Player,
    Repeated,
    StaleRevision,
    Status,
    Store,
    WrongHead,
    persons,
    results,
    sql,
    tables,
)
from engine.fairness import commitment, first_hash, next_hash
from tests.bot.samples import start_place
from tests.bot.store.samples import ANNA, BERT, CHALLENGED, FIRST, TERMS, begun_table, move, new_table, turn
from tests.databases import run_sql


async def test_a_new_table_is_open_and_has_an_empty_log(store: Store) -> None:
    table = await store.create(new_table(), interaction=1)
    assert (table.code, table.status, table.revision, table.plies) == ("T1", Status.OPEN, 0, 0)
    assert (table.state, table.counter, table.board) == (None, 0, None)
    assert table.head == first_hash("thud", '{"quiet":0}', 0, 1, commitment("secret"), **start_place(table))
    assert table.players == (ANNA, CHALLENGED)
    assert (table.time.created_at, table.time.changed_at) == (1.5, 1.5)
    assert await store.table(table.id) == table
    assert await store.log(table.id) == ()


async def test_a_table_outside_of_a_server(store: Store) -> None:
    table = await store.create(replace(new_table(), guild_id=None), interaction=1)
    assert (await store.table(table.id)) == table
    assert table.guild_id is None


async def test_a_move_is_saved_whole(store: Store) -> None:
    before = await begun_table(store)
    after = await store.save(move(before, 7, "dE2-E10", players=(ANNA, BERT)))
    first = first_hash("thud", '{"quiet":0}', 2, 1, commitment("secret"), **start_place(before))
    head = next_hash(first, 1, 0, "dE2-E10")
    assert after == replace(
        before,
        status=Status.PLAYING,
        revision=1,
        plies=1,
        counter=2,
        head=head,
        state='{"ply":1}',
        players=(ANNA, BERT),
        time=replace(before.time, changed_at=2.5),
    )
    assert await store.table(after.id) == after
    assert await store.log(after.id) == (Line(1, 0, 11, "dE2-E10", head, 2.5),)


async def test_players_are_kept_by_seat(store: Store) -> None:
    table = await store.create(new_table(players=(BERT, ANNA)), interaction=1)
    assert table.players == (ANNA, BERT)
    table = await store.save(move(table, 2, players=(Player(1, 13, "Zoë 🎲"), ANNA)))
    assert table.players == (ANNA, Player(1, 13, "Zoë 🎲"))
    assert await store.table(table.id) == table


async def test_a_change_without_a_move_leaves_the_log_alone(store: Store) -> None:
    before = await begun_table(store, moves=2)
    after = await store.save(turn(before, Status.OVER, 7))
    assert (after.revision, after.plies, after.head, after.status) == (3, 2, before.head, Status.OVER)
    assert len(await store.log(after.id)) == 2


async def test_each_line_carries_the_hash_of_the_one_before(store: Store) -> None:
    table = await begun_table(store, moves=5)
    hash_ = first_hash(
        table.game,
        table.terms.options,
        2,
        table.terms.rules_version,
        commitment(table.seed),
        **start_place(table),
    )
    for ply, line in enumerate(await store.log(table.id), start=1):
        hash_ = next_hash(hash_, ply, line.seat, line.action)
        assert (line.ply, line.hash) == (ply, hash_)
    assert table.head == hash_


@pytest.mark.parametrize("revision", [0, 2, 99])
async def test_another_revision_is_refused_with_the_current_table(store: Store, revision: int) -> None:
    table = await begun_table(store, moves=1)
    with pytest.raises(StaleRevision) as refused:
        await store.save(replace(move(table, 7), revision=revision))
    assert refused.value.current == table == await store.table(table.id)


async def test_a_head_that_does_not_follow_is_refused(store: Store) -> None:
    table = await begun_table(store, moves=1)
    for change in (replace(move(table, 7), head=table.head), replace(turn(table, Status.OVER, 7), head="0")):
        with pytest.raises(WrongHead):
            await store.save(change)
    assert await store.table(table.id) == table


async def test_a_repeated_interaction_changes_nothing(store: Store) -> None:
    table = await begun_table(store)
    first = move(table, 7)
    saved = await store.save(first)
    for again in (first, move(saved, 7), replace(first, table=999)):
        with pytest.raises(Repeated) as refused:
            await store.save(again)
        assert (refused.value.table_id, refused.value.revision) == (table.id, 1)
    with pytest.raises(Repeated):
        await store.create(new_table(), interaction=7)
    assert await store.in_channel(5, live_only=False) == (saved,)
    assert len(await store.log(table.id)) == 1


async def test_a_table_is_opened_once(store: Store) -> None:
    table = await store.create(new_table(), interaction=1)
    with pytest.raises(Repeated) as refused:
        await store.create(new_table(), interaction=1)
    assert (refused.value.table_id, refused.value.revision) == (table.id, 0)


async def test_a_refused_interaction_can_be_tried_again(store: Store) -> None:
    table = await begun_table(store, moves=1)
    with pytest.raises(StaleRevision):
        await store.save(replace(move(table, 7), revision=0))
    assert (await store.save(move(table, 7))).revision == 2


async def test_a_table_that_is_not_there(store: Store) -> None:
    table = await begun_table(store)
    for missing in (0, -1, 2, 2**63, 10**30, -(10**30)):
        assert await store.table(missing) is None
    with pytest.raises(NoSuchTable):
        await store.save(replace(move(table, 7), table=2))
    with pytest.raises(NoSuchTable):
        await store.set_board(2, None, 1.0)
    assert await store.log(2) == ()


async def test_the_board_is_not_a_revision(store: Store) -> None:
    table = await begun_table(store, moves=1)
    await store.set_board(table.id, Board(5, 2**62), 1.0)
    assert await store.table(table.id) == replace(table, board=Board(5, 2**62))
    assert (await store.save(move(table, 7))).board == Board(5, 2**62)
    await store.set_board(table.id, None, 1.0)
    shown = await store.table(table.id)
    assert shown is not None
    assert shown.board is None


async def test_what_was_read_before_a_change_is_not_remembered_after_it(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await begun_table(store)
    read: Any = store.reader.read

    async def overtaken(*args: object) -> object:
        found = await read(*args)
        await store.set_board(table.id, Board(5, 77), 2.0)
        return found

    store.forget()
    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(store.reader, "read", overtaken)
        await store.table(table.id)
    after = await store.table(table.id)
    assert after is not None
    assert after.board == Board(5, 77)


async def test_nobody_waits_behind_a_long_question(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    table, asked, answered = await begun_table(store), threading.Event(), threading.Event()

    def takes_long(*_: object) -> dict[str, tuple[()]]:
        asked.set()
        answered.wait()
        return {}

    for module, name in ((persons, "data_of"), (results, "of_game"), (results, "tables_without_records")):
        monkeypatch.setattr(module, name, takes_long)
    for question in (
        store.data_of(1),
        store.schedule.results_of_game("thud"),
        store.schedule.tables_without_records(),
    ):
        asked.clear()
        answered.clear()
        asking = asyncio.ensure_future(question)
        await asyncio.to_thread(asked.wait)
        store.forget()
        assert await store.table(table.id) == table
        answered.set()
        await asking


async def test_a_channel_lists_the_newest_change_first(store: Store) -> None:
    first, second, third = [await begun_table(store) for _ in range(3)]
    await begun_table(store, channel_id=6)
    first = await store.save(turn(first, Status.PLAYING, 7, at=9.0))
    second = await store.save(turn(second, Status.OVER, 8, at=8.0))
    assert await store.in_channel(5, live_only=False) == (first, second, third)
    assert await store.in_channel(5, live_only=True) == (first, third)
    assert await store.in_channel(5, live_only=False, limit=2) == (first, second)
    assert await store.in_channel(7, live_only=False) == ()


async def test_a_user_finds_tables_in_every_channel(store: Store) -> None:
    alone = await store.create(new_table(players=(ANNA,), at=3.0), interaction=1)
    challenged = await store.create(new_table(channel_id=6), interaction=2)
    closed = await store.save(turn(alone, Status.CLOSED, 3))
    both_seats = await store.create(new_table(players=(BERT, Player(0, 12, "Bert"))), interaction=4)
    assert await store.of_user(11, live_only=False) == (closed, challenged)
    assert await store.of_user(11, live_only=True) == (challenged,)
    assert await store.of_user(12, live_only=True) == (both_seats, challenged)
    assert await store.of_user(12, live_only=True, limit=1) == (both_seats,)
    assert await store.of_user(99, live_only=False) == ()


async def test_who_left_a_table_does_not_find_it(store: Store) -> None:
    table = await begun_table(store)
    await store.save(move(table, 7, players=(ANNA,)))
    assert await store.of_user(12, live_only=False) == ()


async def test_the_tables_to_check_at_a_start_are_those_being_played(store: Store) -> None:
    opened, playing, over = (
        await begun_table(store),
        await begun_table(store, moves=1),
        await begun_table(store, moves=1),
    )
    await store.save(turn(over, Status.OVER, 7))
    assert await store.live_tables() == (playing,)
    assert await store.live_tables(but={"thud": playing.terms.rules_version + 1}) == (playing,)
    assert await store.live_tables(but={"ploc": playing.terms.rules_version}) == (playing,)
    assert await store.live_tables(but={"thud": playing.terms.rules_version}) == ()
    assert opened.status is Status.OPEN


async def test_notes(store: Store) -> None:
    assert await store.note("commands") is None
    await store.set_note("commands", "abc")
    await store.set_note("commands", "def")
    assert await store.note("commands") == "def"


async def test_everything_is_there_after_a_restart(store: Store, place: DatabaseLocation) -> None:
    table = await begun_table(store, moves=3)
    log = await store.log(table.id)
    await store.close()
    again = await Store.open(place, hooks=HOOKS)
    assert await again.table(table.id) == table
    assert await again.log(table.id) == log
    with pytest.raises(Repeated):
        await again.create(new_table(), FIRST)
    assert (await again.create(new_table(), interaction=1)).id == table.id + 1
    await again.close()


# What came with tables for several


async def test_a_game_begins_with_options_written_anew(store: Store) -> None:
    before = await store.create(new_table(players=(ANNA, BERT)), interaction=1)
    options = '{"hat/0":"beret","quiet":0}'
    terms = replace(before.terms, options=options)
    change = replace(turn(before, Status.PLAYING, 2), terms=terms, state="{}", waiting_since=9.0)
    head = first_hash("thud", options, 2, 1, commitment("secret"), **start_place(before))
    with pytest.raises(WrongHead):
        await store.save(change)
    after = await store.save(replace(change, head=head))
    assert (after.terms.options, after.head, after.plies, after.time.waiting_since) == (options, head, 0, 9.0)
    assert await store.table(after.id) == after


async def test_options_are_agreed_once(store: Store) -> None:
    table = await begun_table(store, moves=1)
    with pytest.raises(ValueError, match="before its first ply"):
        await store.save(replace(move(table, 7), terms=replace(table.terms, options='{"quiet":1}')))
    store.forget()
    assert await store.table(table.id) == table


async def test_patience_host_and_picks_are_kept(store: Store) -> None:
    new = replace(new_table(players=(ANNA,)), terms=replace(TERMS, patience=3600))
    table = await store.create(new, interaction=1)
    assert (table.terms.patience, table.time.waiting_since) == (3600, 1.5)
    hatted = replace(BERT, seat=0, picks='{"hat":"beret"}')
    change = replace(turn(table, Status.CLOSED, 2), status=Status.OPEN, players=(hatted,), host_id=12)
    after = await store.save(change)
    assert (after.host_id, after.players, after.terms.patience, after.time.waiting_since) == (
        12,
        (hatted,),
        3600,
        1.5,
    )
    assert after.head == table.head, "nothing is agreed yet"
    assert await store.table(after.id) == after


# Interactions that are forgotten


def told_at(milliseconds: int) -> int:
    """The number that Discord gives an interaction at a moment."""
    return milliseconds << 22


async def test_what_discord_can_repeat_is_known_and_what_it_cannot_is_forgotten(store: Store) -> None:
    table = await store.create(new_table(), told_at(1_000))
    hour = 60 * 60 * 1_000
    table = await store.save(move(table, told_at(20 * hour)))
    await store.save(move(table, told_at(30 * hour)))
    await store.writer.write(tables.prune_interactions)
    with pytest.raises(Repeated):
        await store.save(move(table, told_at(20 * hour)))
    ids = await run_sql(store, "SELECT id FROM interactions ORDER BY id")
    assert [row[0] for row in ids] == [told_at(20 * hour), told_at(30 * hour)]


async def test_a_clock_that_is_wrong_makes_nothing_forgotten(store: Store) -> None:
    """They are told by Discord's clock; ours may say what it wants."""
    table = await store.create(new_table(), told_at(1_000))
    for at in (5.0, 10.0**12):
        await store.schedule.note_alive(at, 150.0)
    with pytest.raises(Repeated):
        await store.create(new_table(), told_at(1_000))
    assert table.revision == 0


async def test_what_an_alarm_did_is_known_while_it_may_be_tried_again(store: Store) -> None:
    table = await store.create(new_table(), 500)
    billion = 10**9
    for alarm in (1, 2, 200_000):
        await run_sql(store, "INSERT INTO interactions VALUES (?, ?, 0)", (-alarm * billion - 7, table.id))
    await store.writer.write(sql.set_last_given, "alarms", 200_000)
    await store.writer.write(tables.prune_interactions)
    ids = await run_sql(store, "SELECT id FROM interactions WHERE id < 0")
    assert [row[0] for row in ids] == [-200_000 * billion - 7]


async def test_it_takes_few_at_once_and_gets_to_all(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "PRUNED", 3)
    table = await store.create(new_table(), told_at(10**9))
    rows = [(told_at(number), table.id) for number in range(1, 8)]
    for row in rows:
        await run_sql(store, "INSERT INTO interactions VALUES (?, ?, 0)", row)
    left = []
    for _ in range(3):
        await store.writer.write(tables.prune_interactions)
        ((many,),) = await run_sql(store, "SELECT count(*) FROM interactions")
        left.append(many)
    assert left == [5, 2, 1]
