"""From schema 3: tables in every state are there still, and their games go on, with a clock or without."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from bot.features import HOOKS
from bot.store import (
    Board,
    Damaged,
    Habits,
    Kind,
    Line,
    NewAlarm,
    Player,
    Repeated,
    SeatClock,
    Status,
    Table,
    deals,
    results,
    schedule,
    tables,
)
from bot.store.backup import examine
from bot.store.migrations import MIGRATIONS, migrate, version_of
from bot.store.rows import add_alarms
from engine.fairness import commitment, first_hash, next_hash
from tests.bot.store.samples import move, new_table

OPEN, PLAYING, OVER, CLOSED, DAILY, UNBEGUN = range(1, 7)
DAY = "2026-11-21"
LINES = ("dE2-E10", "TG9-G10", "offer")
STATE = '{"ply":3}'


@pytest.fixture
def old(path: Path) -> Iterator[sqlite3.Connection]:
    """A file of schema 3 with a table of every kind, a deal, notes, and interactions."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        migrate(connection, MIGRATIONS[:3])
        add(connection, "open", ())
        add(connection, "playing", LINES, board=77)
        add(connection, "over", (*LINES, "accept"), board=78)
        add(connection, "closed", ())
        add(connection, "playing", LINES, day=DAY)
        add(connection, "playing", ())
        connection.execute("INSERT INTO deals VALUES ('thud', ?, 'of the day')", (DAY,))
        connection.execute("INSERT INTO notes VALUES ('next:3', '2'), ('commands', 'abc')")
        connection.execute("INSERT INTO interactions VALUES (901, 2, 3), (902, 3, 4)")
        yield connection


def add(
    connection: sqlite3.Connection,
    status: str,
    lines: tuple[str, ...],
    *,
    board: int | None = None,
    day: str | None = None,
) -> None:
    """A table as schema 3 kept it."""
    begun = status in ("playing", "over")
    seats = 2 if begun else 0
    head = first_hash("thud", '{"quiet_limit":0}', seats, 1, commitment("secret"))
    chain = []
    for ply, action in enumerate(lines, 1):
        head = next_hash(head, ply, ply % 2, action)
        chain.append((ply, ply % 2, 11 + ply % 2, action, head, 2.5 + ply))
    id_ = connection.execute(
        "INSERT INTO tables (game, guild_id, channel_id, host_id, status, options, rules_version, seed,"
        " counter, revision, plies, head, state, board_channel_id, board_message_id, created_at, changed_at,"
        " patience, waiting_since, day)"
        """ VALUES ('thud', 3, 5, 11, ?, '{"quiet_limit":0}', 1, 'secret', 4, ?, ?, ?, ?, ?, ?, 1.5, 7.5,"""
        " 60, 6.5, ?)",
        (
            status,
            len(lines) + begun,
            len(lines),
            head,
            STATE if begun else None,
            5 if board else None,
            board,
            day,
        ),
    ).lastrowid
    for seat, user in enumerate((11, 12)):
        seated = begun or seat == 0
        connection.execute(
            "INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?)",
            (id_, seat, user, f"Player {user}", seated, '{"hat":"red"}' if seat else "{}"),
        )
    for line in chain:
        connection.execute("INSERT INTO lines VALUES (?, ?, ?, ?, ?, ?, ?)", (id_, *line))


def content(connection: sqlite3.Connection) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every table of the old schema, with the columns that it had; hashes as in exports."""
    kept = {}
    for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"):
        columns = [row[1] for row in connection.execute(f"PRAGMA table_info({name})")]
        found = connection.execute(f"SELECT {', '.join(columns)} FROM {name}").fetchall()  # noqa: S608
        kept[name] = [tuple(one.hex() if isinstance(one, bytes) else one for one in row) for row in found]
    return kept


def read(connection: sqlite3.Connection, table_id: int) -> Table:
    found = tables.table(connection, table_id)
    assert found is not None
    return found


# Nothing is lost


def test_every_row_that_was_there_is_there_still(old: sqlite3.Connection) -> None:
    before = content(old)
    migrate(old)
    assert version_of(old) >= 4
    after = content(old)
    assert {name: [row[: width(before, name)] for row in after[name]] for name in before} == before


def width(kept: dict[str, list[tuple[object, ...]]], name: str) -> int:
    """How many columns a table had."""
    return len(kept[name][0]) if kept[name] else 0


def test_every_log_is_whole(old: sqlite3.Connection) -> None:
    migrate(old)
    assert tables.broken_chains(old) == ()
    assert [line.action for line in tables.log(old, OVER)] == [*LINES, "accept"]
    assert tables.log(old, PLAYING)[0] == Line(1, 1, 12, "dE2-E10", tables.log(old, DAILY)[0].hash, 3.5), (
        "the tables began alike"
    )


def test_a_log_that_was_broken_stays_broken(old: sqlite3.Connection) -> None:
    old.execute("UPDATE lines SET action = 'dE2-E9' WHERE table_id = ? AND ply = 1", (PLAYING,))
    migrate(old)
    assert tables.broken_chains(old) == (PLAYING,)


@pytest.mark.parametrize(
    ("table_id", "status", "plies"),
    [
        (OPEN, Status.OPEN, 0),
        (PLAYING, Status.PLAYING, 3),
        (OVER, Status.OVER, 4),
        (CLOSED, Status.CLOSED, 0),
        (DAILY, Status.PLAYING, 3),
        (UNBEGUN, Status.PLAYING, 0),
    ],
)
def test_a_table_has_no_clock_no_parent_and_nobody_plays_for_others(
    old: sqlite3.Connection, table_id: int, status: Status, plies: int
) -> None:
    migrate(old)
    table = read(old, table_id)
    assert (table.status, table.plies, table.patience, table.waiting_since) == (status, plies, 60, 6.5)
    assert (table.clock, table.bank, table.forfeit, table.clocks, table.turn) == (0, 0, False, (), 0)
    assert (table.parent, table.base, table.home_id) == (None, None, None)
    assert table.day == (DAY if table_id == DAILY else None)
    begun = status in (Status.PLAYING, Status.OVER)
    assert table.players == (
        Player(0, 11, "Player 11"),
        Player(1, 12, "Player 12", seated=begun, picks='{"hat":"red"}'),
    )


def test_boards_are_where_they_were(old: sqlite3.Connection) -> None:
    migrate(old)
    assert read(old, PLAYING).board == Board(5, 77)
    assert read(old, UNBEGUN).board is None


def test_deals_and_followers_and_interactions_are_remembered(old: sqlite3.Connection) -> None:
    migrate(old)
    assert deals.secret(old, "thud", DAY, "another") == "of the day"
    assert tables.note(old, "next:3") == "2"
    with pytest.raises(Repeated):
        tables.save(old, move(read(old, PLAYING), 901), HOOKS)


# It goes on


def test_a_game_that_was_going_on_takes_a_move_a_turn_and_an_alarm(old: sqlite3.Connection) -> None:
    migrate(old)
    before = read(old, PLAYING)
    change = replace(move(before, 903), turn=1, alarms=(NewAlarm(Kind.CALL, 9.0, user_id=12, turn=1),))
    after = tables.save(old, change, HOOKS)
    assert (after.plies, after.turn, after.clocks) == (4, 1, ())
    assert read(old, PLAYING) == after
    (alarm,) = schedule.of_table(old, PLAYING)
    assert (alarm.kind, alarm.due, alarm.user_id, alarm.turn) == (Kind.CALL, 9.0, 12, 1)
    assert tables.broken_chains(old) == ()


def test_an_invitation_that_waited_can_begin(old: sqlite3.Connection) -> None:
    migrate(old)
    both = (Player(0, 11, "Player 11"), Player(1, 12, "Player 12"))
    after = tables.save(old, move(read(old, OPEN), 903, players=both), HOOKS)
    assert (after.status, after.plies) == (Status.PLAYING, 1)


def test_a_new_table_has_a_clock_beside_those_that_have_none(old: sqlite3.Connection) -> None:
    migrate(old)
    clocks = (SeatClock(0, 9.0, since=4.0), SeatClock(1, 9.0, 2.0, None, up=True, nudged=3.0))
    new = replace(new_table(), state=STATE, clock=36_000, bank=9, forfeit=True, clocks=clocks)
    table = tables.create(old, new, 904, HOOKS)
    assert table.id == UNBEGUN + 1
    assert read(old, table.id) == table
    assert (table.clock, table.bank, table.forfeit, table.clocks) == (36_000, 9, True, clocks)
    assert read(old, PLAYING).clocks == ()


def test_games_that_were_over_have_no_records_yet_and_are_named(old: sqlite3.Connection) -> None:
    migrate(old)
    assert results.missing(old) == (OVER,)


def test_nobody_has_said_anything_of_themselves_yet(old: sqlite3.Connection) -> None:
    migrate(old)
    assert schedule.habits(old, 11) is None
    assert schedule.due(old, 10.0**12, 50) == ()
    assert schedule.offer(old, PLAYING) is None


# What the file itself refuses


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE tables SET forfeit = 2",
        "INSERT INTO clocks VALUES (99, 0, 1.0, 0.0, NULL, 0, NULL, 0.0)",
        "INSERT INTO clocks VALUES (2, 0, 1.0, 0.0, NULL, 7, NULL, 0.0)",
        "INSERT INTO alarms (kind, due, table_id) VALUES ('call', 1.0, 99)",
        "INSERT INTO people VALUES (11, 'UTC', 0, 0, 'loudly', NULL, NULL, NULL, 0, 0.0, '', 0, 0, '', '')",
        "INSERT INTO offers VALUES (99, 1, 11, 0, 0, '[]', 1.0, NULL, NULL)",
        "INSERT INTO results VALUES (2, 0, 11, 'A', 'thud', 3, 5, 'left', 0, 2, 1, 1.0, 2.0, 1)",
        "INSERT INTO results VALUES (2, 0, 11, 'A', 'thud', 3, 5, 'won', 0, 2, 1, 1.0, 2.0, 5)",
        "INSERT INTO results VALUES (99, 0, 11, 'A', 'thud', 3, 5, 'won', 0, 2, 1, 1.0, 2.0, 1)",
        "UPDATE tables SET parent_id = 99",
    ],
)
def test_what_cannot_be_is_not_written(old: sqlite3.Connection, sql: str) -> None:
    migrate(old)
    old.execute("PRAGMA foreign_keys = ON")
    with pytest.raises(sqlite3.IntegrityError):
        old.execute(sql)


def test_the_number_of_an_alarm_is_never_given_again(old: sqlite3.Connection) -> None:
    """Messages carry it, so that one that was sent is known again."""
    migrate(old)
    add_alarms(old, (NewAlarm(Kind.CALL, 1.0), NewAlarm(Kind.CALL, 2.0)))
    first, last = schedule.due(old, 9.0, 9)
    schedule.drop(old, last.id)
    add_alarms(old, (NewAlarm(Kind.CALL, 3.0),))
    numbers = [alarm.id for alarm in schedule.due(old, 9.0, 9)]
    assert numbers[0] == first.id
    assert numbers[1] > last.id


# Halfway, twice, and from a backup


def test_a_step_that_fails_leaves_schema_3_as_it_was(old: sqlite3.Connection) -> None:
    def fails(connection: sqlite3.Connection) -> None:
        MIGRATIONS[3](connection)
        raise RuntimeError("the lights went out")

    before, shape = content(old), old.execute("SELECT name, sql FROM sqlite_master ORDER BY name").fetchall()
    with pytest.raises(RuntimeError, match="lights"):
        migrate(old, (*MIGRATIONS[:3], fails))
    assert version_of(old) == 3
    assert content(old) == before
    assert old.execute("SELECT name, sql FROM sqlite_master ORDER BY name").fetchall() == shape
    migrate(old)
    assert tables.broken_chains(old) == ()


def test_a_second_time_it_changes_nothing(old: sqlite3.Connection) -> None:
    migrate(old)
    schedule.set_habits(old, Habits(11, "Europe/Berlin", 420, 1380))
    before = content(old)
    migrate(old)
    assert content(old) == before


def test_a_backup_of_the_old_schema_is_checked_like_any_other(old: sqlite3.Connection, path: Path) -> None:
    report = examine(path)
    assert (report.tables, report.version) == (6, 3)
    old.execute("UPDATE lines SET action = 'dE2-E9' WHERE table_id = ? AND ply = 1", (PLAYING,))
    with pytest.raises(Damaged, match=f"logs, 1 in all: T{PLAYING}"):
        examine(path)
