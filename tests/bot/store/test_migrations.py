"""From nothing, from an older schema and from the numbered form to ours, one whole step after another."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from bot.features import HOOKS
from bot.ops.location import DatabaseLocation
from bot.store import NewAlarm, NewerSchema, OlderSchema, Store, schedule
from bot.store.hooks import StorageHooks
from bot.store.migrations import APPLICATION_ID, GENERATION, NUMBERED, generation_of, migrate, schema_versions
from bot.store.rows import add_alarms
from bot.store.schema import statements
from tests.bot.store.numbered import numbered_file
from tests.databases import raw, rows_of, tables_of


def _nothing(*_: object) -> None:
    """There is nobody to forget."""


POKES: Final = StorageHooks(
    key="pokes",
    schema=("CREATE TABLE pokes (user_id INTEGER PRIMARY KEY) STRICT;",),
    personal={},
    forget=_nothing,
)
ADD_COLOUR: Final = "ALTER TABLE pokes ADD COLUMN colour TEXT"
LATER: Final = replace(POKES, schema=(*POKES.schema, ADD_COLOUR))
OURS: Final = {"kernel": 1, **{hook.key: 1 for hook in HOOKS}}


@pytest.fixture
def connection(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        yield connection


def shape(connection: sqlite3.Connection) -> dict[str, list[str]]:
    """Each table and index, by its parts: in whatever order, and however it is written."""
    found = connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    return {name: parts(sql) for name, sql in found if name != "sqlite_sequence"}


def parts(sql: str) -> list[str]:
    """What stands between commas, apart from those within brackets."""
    head, _, inside = " ".join(sql.replace('"', "").split()).partition("(")
    depth, found = 0, [""]
    for letter in inside:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and not depth:
            found.append("")
        else:
            found[-1] += letter
    *parts, last = found
    last, _, after = last.rpartition(")")
    return [head.strip(), after.strip(), *sorted(part.strip() for part in (*parts, last))]


def fresh() -> dict[str, list[str]]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        migrate(connection, HOOKS)
        return shape(connection)


# Owners and their steps


def test_each_owner_has_its_version(connection: sqlite3.Connection) -> None:
    migrate(connection, (*HOOKS, LATER))
    assert schema_versions(connection) == {**OURS, "pokes": 2}
    assert generation_of(connection) == GENERATION
    assert connection.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)


def test_a_feature_that_is_not_there_has_no_tables(connection: sqlite3.Connection) -> None:
    for out in HOOKS:
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as without:
            migrate(without, [hook for hook in HOOKS if hook is not out])
            made = {name for step in out.schema for name in re.findall(r"CREATE TABLE (\w+)", step)}
            assert made
            assert fresh().keys() - shape(without).keys() >= made
            assert out.key not in schema_versions(without)
    migrate(connection, ())
    assert schema_versions(connection) == {"kernel": 1}


async def test_a_feature_that_is_added_later_gets_its_tables_and_keeps_them(place: DatabaseLocation) -> None:
    await (await Store.open(place, hooks=HOOKS)).close()
    before = tables_of(place)
    await (await Store.open(place, hooks=(POKES, *HOOKS))).close()
    assert set(tables_of(place)) - set(before) == {"pokes"}
    with raw(place) as connection:
        connection.execute("INSERT INTO pokes VALUES (11)")
    await (await Store.open(place, hooks=HOOKS)).close()  # it is taken out
    assert rows_of(place, "SELECT * FROM pokes") == [(11,)]
    await (await Store.open(place, hooks=(*HOOKS, LATER))).close()  # and comes back
    assert rows_of(place, "SELECT * FROM pokes") == [(11, None)]
    assert rows_of(place, "SELECT version FROM schemas WHERE owner = 'pokes'") == [(2,)]


async def test_tables_that_were_another_owners_are_taken_over(place: DatabaseLocation) -> None:
    """A section that moves from the kernel to a feature makes nothing twice, and loses nothing."""
    await (await Store.open(place, hooks=(POKES,))).close()
    with raw(place) as connection:
        connection.execute("INSERT INTO pokes VALUES (11)")
    await (await Store.open(place, hooks=(replace(LATER, key="nudges"),))).close()
    assert rows_of(place, "SELECT * FROM pokes") == [(11, None)]


def test_a_step_that_fails_leaves_what_was_before_it(connection: sqlite3.Connection) -> None:
    fails = replace(LATER, schema=(*LATER.schema, "CREATE TABLE half (id); INSERT INTO nowhere VALUES (1)"))
    with pytest.raises(sqlite3.OperationalError, match="nowhere"):
        migrate(connection, (fails,))
    assert schema_versions(connection) == {"kernel": 1, "pokes": 2}
    assert "half" not in shape(connection)
    assert not connection.in_transaction
    migrate(connection, (LATER,))


def test_another_process_may_have_done_it_meanwhile(connection: sqlite3.Connection, path: Path) -> None:
    def be_quicker(sql: str) -> None:
        if sql == "BEGIN IMMEDIATE":
            connection.set_trace_callback(None)
            with closing(sqlite3.connect(path, isolation_level=None)) as other:
                migrate(other, HOOKS)

    connection.set_trace_callback(be_quicker)
    migrate(connection, HOOKS)
    assert schema_versions(connection) == OURS


def test_a_newer_one_may_have_been_quicker_and_is_left_alone(
    connection: sqlite3.Connection, path: Path
) -> None:
    def be_quicker(sql: str) -> None:
        if sql == "BEGIN IMMEDIATE":
            connection.set_trace_callback(None)
            with closing(sqlite3.connect(path, isolation_level=None)) as other:
                other.execute(f"PRAGMA user_version = {GENERATION + 1}")

    connection.set_trace_callback(be_quicker)
    with pytest.raises(NewerSchema):
        migrate(connection, HOOKS)
    assert generation_of(connection) == GENERATION + 1


def test_a_newer_version_of_a_feature_is_refused(connection: sqlite3.Connection) -> None:
    migrate(connection, (LATER,))
    with pytest.raises(NewerSchema, match=r"schema version 2 of pokes.*up to 1: update the bot") as refused:
        migrate(connection, (POKES,))
    assert (refused.value.found, refused.value.known) == (2, 1)


def test_statements_are_told_without_what_is_said_of_them() -> None:
    step = "-- Both; of one.\n\nCREATE TABLE a (\n    -- its key\n    b TEXT\n);\nCREATE INDEX c ON a (b);\n"
    assert statements(step) == ("CREATE TABLE a (\n    b TEXT\n)", "CREATE INDEX c ON a (b)")


# The numbered form


def test_a_numbered_file_has_the_same_schema_afterwards_and_every_row(path: Path) -> None:
    with closing(numbered_file(path)) as connection:
        before = content(connection)
        assert all(before.values()), "every table has rows to lose"
        orders = connection.execute("SELECT user_id, orders FROM people WHERE orders != ''").fetchall()
        migrate(connection, HOOKS)
        assert shape(connection) == fresh()
        assert schema_versions(connection) == OURS
        assert connection.execute("SELECT user_id, given FROM orders").fetchall() == orders != []
        after = content(connection)
        del after["orders"]
        assert after == before
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []


def test_a_prepared_answer_that_was_due_has_an_alarm_of_its_own_kind(path: Path) -> None:
    with closing(numbered_file(path)) as connection:
        insert = (
            "INSERT INTO alarms (kind, due, table_id, user_id, turn, detail) VALUES ('house', 9, 1, ?, 1, ?)"
        )
        connection.executemany(insert, [(11, "answer"), (None, "house")])
        migrate(connection, HOOKS)
        kinds = connection.execute("SELECT detail, kind FROM alarms WHERE due = 9 ORDER BY detail").fetchall()
        assert kinds == [("answer", "answer"), ("house", "house")]


def test_votes_that_a_restore_left_behind_are_not_brought_over(path: Path) -> None:
    with closing(numbered_file(path)) as connection:
        connection.execute("INSERT INTO ask_votes VALUES (8, 11, 0)")
        connection.execute("INSERT INTO plan_votes VALUES (8, 7, 11)")
        assert len(connection.execute("PRAGMA foreign_key_check").fetchall()) == 2
        migrate(connection, HOOKS)
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []


@pytest.mark.parametrize("version", [1, NUMBERED - 1])
async def test_an_older_numbered_file_is_refused_and_told_what_to_do(path: Path, version: int) -> None:
    with closing(numbered_file(path)) as connection:
        connection.execute(f"PRAGMA user_version = {version}")
        before = shape(connection)
        with pytest.raises(OlderSchema, match=rf"version {version}, .* start the bot of commit 736419e1"):
            migrate(connection, HOOKS)
        assert shape(connection) == before


def content(connection: sqlite3.Connection) -> dict[str, list[str]]:
    """Every row of every table, without what has gone."""
    found = dict[str, list[str]]()
    for name in shape(connection).keys() - {"schemas"}:
        with suppress(sqlite3.OperationalError):  # an index
            cursor = connection.execute(f"SELECT * FROM {name}")  # noqa: S608 - ours
            columns = [column[0] for column in cursor.description]
            rows = [sorted(zip(columns, row, strict=True)) for row in cursor]
            found[name] = sorted(
                str([pair for pair in row if pair[0] not in {"asking", "orders"}]) for row in rows
            )
    return found


# What the database itself refuses


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE tables SET forfeit = 2",
        "UPDATE tables SET parent_id = 99",
        "UPDATE tables SET board_channel_id = 5, board_message_id = NULL",
        "UPDATE tables SET game = 'thud', day = '2026-11-29', host_id = 11",
        "INSERT INTO clocks VALUES (99, 0, 1.0, 0.0, NULL, 0, NULL, 0.0)",
        "INSERT INTO clocks VALUES (8, 0, 1.0, 0.0, NULL, 7, NULL, 0.0)",
        "INSERT INTO alarms (kind, due, table_id) VALUES ('call', 1.0, 99)",
        "UPDATE people SET remind = 'loudly'",
        "INSERT INTO offers VALUES (99, 1, 11, 0, 0, '[]', 1.0, NULL, NULL)",
        "UPDATE results SET result = 'left'",
        "UPDATE results SET counts = 5",
        "UPDATE results SET table_id = 99",
        "UPDATE servers SET opener = 'role'",
    ],
)
def test_what_cannot_be_is_not_written(path: Path, sql: str) -> None:
    with closing(numbered_file(path)) as connection:
        migrate(connection, HOOKS)
        connection.execute("PRAGMA foreign_keys = ON")
        with pytest.raises(sqlite3.IntegrityError):
            connection.execute(sql)


def test_the_number_of_an_alarm_is_never_given_again(connection: sqlite3.Connection) -> None:
    """Messages carry it, so that one that was sent is known again."""
    migrate(connection, HOOKS)
    add_alarms(connection, (NewAlarm("call", 1.0), NewAlarm("call", 2.0)))
    ids = "SELECT id FROM alarms ORDER BY due"
    (first,), (last,) = connection.execute(ids).fetchall()
    connection.execute(schedule.DROP, (last,))
    add_alarms(connection, (NewAlarm("call", 3.0),))
    (still,), (new,) = connection.execute(ids).fetchall()
    assert still == first
    assert new > last
