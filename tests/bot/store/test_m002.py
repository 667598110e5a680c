"""From schema 1: the logs of tables that were there are chained anew, and what was broken stays broken."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import pytest

from bot.store import Damaged, Status, tables
from bot.store.backup import examine
from bot.store.migrations import MIGRATIONS, migrate
from engine.fairness import commitment, first_hash

OPEN, PLAYING, OVER, CLOSED, BROKEN, UNBEGUN = range(1, 7)
LINES = ("dE2-E10", "TG9-G10", "offer")


@pytest.fixture
def old(path: Path) -> Iterator[sqlite3.Connection]:
    """A file of schema 1 with a table of every kind, one of them with a line that somebody changed."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        migrate(connection, MIGRATIONS[:1])
        add(connection, "open", ())
        add(connection, "playing", LINES)
        add(connection, "over", (*LINES, "accept"))
        add(connection, "closed", ())
        add(connection, "playing", LINES)
        connection.execute("UPDATE lines SET action = 'dE2-E9' WHERE table_id = ? AND ply = 1", (BROKEN,))
        add(connection, "playing", ())
        yield connection


def add(connection: sqlite3.Connection, status: str, lines: tuple[str, ...]) -> None:
    """A table as schema 1 kept it: what was agreed said nothing of seats."""
    head = hash_(f'thud\n{{"quiet_limit":0}}\n1\n{hash_("secret")}')
    chain = []
    for ply, action in enumerate(lines, 1):
        head = hash_(f"{head}\n{ply} {ply % 2} {action}")
        chain.append((ply, ply % 2, action, head))
    begun = status in ("playing", "over")
    id_ = connection.execute(
        "INSERT INTO tables (game, guild_id, channel_id, host_id, status, options, rules_version, seed,"
        " counter, revision, plies, head, state, created_at, changed_at)"
        """ VALUES ('thud', 3, 5, 11, ?, '{"quiet_limit":0}', 1, 'secret', 0, ?, ?, ?, ?, 1.5, 7.5)""",
        (status, len(lines) + begun, len(lines), head, "{}" if begun else None),
    ).lastrowid
    for seat, user in enumerate((11, 12)[: 2 if begun else 1]):
        connection.execute("INSERT INTO seats VALUES (?, ?, ?, 'Anna', 1)", (id_, seat, user))
    for line in chain:
        connection.execute("INSERT INTO lines VALUES (?, ?, ?, 11, ?, ?, 2.5)", (id_, *line))


def hash_(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def test_every_whole_log_is_whole_again_and_the_broken_one_is_told(old: sqlite3.Connection) -> None:
    migrate(old)
    assert tables.broken_chains(old) == (BROKEN,)


@pytest.mark.parametrize(
    ("table_id", "seats"), [(OPEN, 0), (PLAYING, 2), (OVER, 2), (CLOSED, 0), (UNBEGUN, 2)]
)
def test_a_log_begins_with_the_seats_of_its_game(old: sqlite3.Connection, table_id: int, seats: int) -> None:
    migrate(old)
    table, log = tables.table(old, table_id), tables.log(old, table_id)
    assert table is not None
    first = first_hash("thud", '{"quiet_limit":0}', seats, 1, commitment("secret"))
    assert (log[-1].hash if log else first) == table.head
    assert (table.head == first) is (not log)


def test_what_was_there_is_there_still(old: sqlite3.Connection) -> None:
    before = old.execute("SELECT table_id, ply, seat, user_id, action, at FROM lines").fetchall()
    migrate(old)
    assert old.execute("SELECT table_id, ply, seat, user_id, action, at FROM lines").fetchall() == before
    table = tables.table(old, PLAYING)
    assert table is not None
    assert (table.status, table.revision, table.plies) == (Status.PLAYING, 4, 3)
    assert (table.patience, table.waiting_since) == (0, 7.5)
    assert [(player.name, player.picks) for player in table.players] == [("Anna", "{}")] * 2


def test_a_backup_of_the_old_schema_is_checked_like_any_other(old: sqlite3.Connection, path: Path) -> None:
    with pytest.raises(Damaged, match=f"logs, 1 in all: T{BROKEN}"):
        examine(path)
    old.execute("UPDATE lines SET action = 'dE2-E10' WHERE table_id = ? AND ply = 1", (BROKEN,))
    report = examine(path)
    assert (report.tables, report.version) == (6, 1)
