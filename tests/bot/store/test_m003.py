"""From schema 2: what was there has no day, and from now on a person begins a day's deal once."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from bot.features import HOOKS
from bot.store import Board, DealtBefore, Status, deals, tables
from bot.store.backup import examine
from bot.store.migrations import MIGRATIONS, migrate
from engine.fairness import commitment, first_hash
from tests.bot.store.samples import ANNA, new_table

DAY = "2026-11-21"
HEAD = first_hash("thud", '{"quiet_limit":0}', 2, 1, commitment("secret"))


@pytest.fixture
def old(path: Path) -> Iterator[sqlite3.Connection]:
    """A file of schema 2 with a game that goes on and is shown, and one that is over."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        migrate(connection, MIGRATIONS[:2])
        for status in ("playing", "over"):
            connection.execute(
                "INSERT INTO tables (game, guild_id, channel_id, host_id, status, options, rules_version,"
                " seed, counter, revision, plies, head, state, board_channel_id, board_message_id,"
                " created_at, changed_at, patience, waiting_since)"
                """ VALUES ('thud', 3, 5, 11, ?, '{"quiet_limit":0}', 1, 'secret', 4, 1, 0, ?, '{}',"""
                " 5, 77, 1.5, 7.5, 60, 7.5)",
                (status, HEAD),
            )
        for table_id, seat, user in ((1, 0, 11), (1, 1, 12), (2, 0, 11), (2, 1, 12)):
            connection.execute(
                "INSERT INTO seats (table_id, seat, user_id, name, seated) VALUES (?, ?, ?, 'Anna', 1)",
                (table_id, seat, user),
            )
        yield connection


def test_what_was_there_is_there_still_and_of_no_day(old: sqlite3.Connection) -> None:
    before = old.execute("SELECT * FROM tables").fetchall()
    migrate(old, MIGRATIONS[:3])
    assert old.execute("SELECT * FROM tables").fetchall() == [(*row, None) for row in before]
    migrate(old)
    assert tables.broken_chains(old) == ()
    table = tables.table(old, 1)
    assert table is not None
    assert (table.status, table.day, table.board) == (Status.PLAYING, None, Board(5, 77))
    assert (table.patience, table.waiting_since, table.counter) == (60, 7.5, 4)


def test_tables_of_no_day_do_not_stand_in_each_others_way(old: sqlite3.Connection) -> None:
    migrate(old)
    for interaction in (1, 2):
        tables.create(old, new_table(), interaction, HOOKS)
    assert deals.days(old, 5, 9) == ()


def test_the_file_itself_refuses_a_second_table_of_a_deal(old: sqlite3.Connection) -> None:
    migrate(old)
    new = replace(new_table(players=(ANNA,)), state="{}", day=DAY)
    first = tables.create(old, new, 1, HOOKS)
    with pytest.raises(DealtBefore) as refused:
        tables.create(old, new, 2, HOOKS)
    assert refused.value.table_id == first.id
    with pytest.raises(sqlite3.IntegrityError):
        old.execute("UPDATE tables SET day = ? WHERE id < 3", (DAY,))


def test_a_backup_of_the_old_schema_can_be_put_back(old: sqlite3.Connection, path: Path) -> None:
    del old
    report = examine(path)
    assert (report.tables, report.version) == (2, 2)
