"""From schema 8: every log is the same text as before, whole or broken, and its authors are known."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.features import HOOKS
from bot.store import Repeated, persons, tables
from bot.store.m009_data import m009_data
from bot.store.migrations import MIGRATIONS, migrate
from engine.fairness import commitment, first_hash, next_hash
from tests.bot.store.samples import move

BEFORE = MIGRATIONS.index(m009_data)
WHOLE, CHANGED, NO_HASH, SHOUTED = range(1, 5)
ANNA, BERT, HOUSE = 11, 12, None
LINES = (("dE2-E10", ANNA), ("TG9-G10", BERT), ("dG1-G2", ANNA), ("TG10-G9", HOUSE))
DAY = 24 * 60 * 60 * 1_000 << 22


@pytest.fixture
def old(path: Path) -> Iterator[sqlite3.Connection]:
    """A file of the schema before with four games, three of which have a broken log."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        migrate(connection, MIGRATIONS[:BEFORE])
        for _ in range(4):
            add(connection)
        connection.execute("UPDATE lines SET action = 'dE2-E9' WHERE table_id = ? AND ply = 1", (CHANGED,))
        connection.execute("UPDATE lines SET hash = 'none' WHERE table_id = ? AND ply = 2", (NO_HASH,))
        connection.execute("UPDATE lines SET hash = upper(hash) WHERE table_id = ?", (SHOUTED,))
        rows = [(-5, WHOLE, 1), (70, WHOLE, 2), (2 * DAY, WHOLE, 3), (2 * DAY + 70, WHOLE, 4)]
        connection.executemany("INSERT INTO interactions VALUES (?, ?, ?)", rows)
        yield connection


def add(connection: sqlite3.Connection) -> None:
    """A game of two with a few lines, as that schema kept it."""
    head = first_hash("thud", "{}", 2, 1, commitment("secret"))
    chain = []
    for ply, (action, user) in enumerate(LINES, 1):
        head = next_hash(head, ply, ply % 2, action)
        chain.append((ply, ply % 2, user, action, head, 2.5 + ply))
    id_ = connection.execute(
        "INSERT INTO tables (game, channel_id, host_id, status, options, rules_version, seed, counter,"
        " revision, plies, head, state, created_at, changed_at)"
        " VALUES ('thud', 5, 11, 'playing', '{}', 1, 'secret', 4, 5, ?, ?, '{}', 1.5, 7.5)",
        (len(LINES), head),
    ).lastrowid
    for seat, user in enumerate((ANNA, BERT)):
        connection.execute(
            "INSERT INTO seats (table_id, seat, user_id, name, seated) VALUES (?, ?, ?, 'A', 1)",
            (id_, seat, user),
        )
    for line in chain:
        connection.execute("INSERT INTO lines VALUES (?, ?, ?, ?, ?, ?, ?)", (id_, *line))


def test_every_line_is_the_same(old: sqlite3.Connection) -> None:
    before = old.execute(
        "SELECT ply, seat, user_id, action, hash, at FROM lines WHERE table_id = 1"
    ).fetchall()
    migrate(old)
    after = [
        (line.ply, line.seat, line.user_id, line.action, line.hash, line.at)
        for line in tables.log(old, WHOLE)
    ]
    assert after == before


def test_what_was_broken_stays_broken_and_what_was_whole_stays_whole(old: sqlite3.Connection) -> None:
    migrate(old)
    assert tables.broken_chains(old) == (CHANGED, NO_HASH, SHOUTED)


def test_a_hash_takes_half_the_room(old: sqlite3.Connection) -> None:
    migrate(old)
    lengths = old.execute("SELECT DISTINCT length(hash) FROM lines WHERE table_id = ?", (WHOLE,)).fetchall()
    assert lengths == [(32,)]


def test_who_wrote_any_of_a_log_is_known(old: sqlite3.Connection) -> None:
    migrate(old)
    kept = persons.data_of(old, ANNA, HOOKS)["moves"]
    assert [(row["table"], row["ply"]) for row in kept] == [
        (f"T{id_}", ply) for id_ in range(1, 5) for ply in (1, 3)
    ]
    assert old.execute("SELECT count(*) FROM authors").fetchone() == (8,)


def test_the_game_goes_on(old: sqlite3.Connection) -> None:
    migrate(old)
    before = tables.table(old, WHOLE)
    assert before is not None
    after = tables.save(old, move(before, 3 * DAY), HOOKS)
    assert tables.log(old, WHOLE)[-1].hash == after.head
    assert WHOLE not in tables.broken_chains(old)


def test_only_what_discord_can_repeat_is_still_known(old: sqlite3.Connection) -> None:
    migrate(old)
    assert old.execute("SELECT id FROM interactions ORDER BY id").fetchall() == [(2 * DAY,), (2 * DAY + 70,)]
    before = tables.table(old, WHOLE)
    assert before is not None
    with pytest.raises(Repeated):
        tables.save(old, move(before, 2 * DAY), HOOKS)
