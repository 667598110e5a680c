"""However many tables there are, none of the questions reads them all."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing

import pytest

from bot.features import HOOKS
from bot.features.deals import storage as deals_room
from bot.features.matchmaking import storage
from bot.features.prepared import storage as prepared
from bot.features.undo import storage as undo
from bot.store import deals, outbox, persons, results, rows, schedule, second_boards, servers, tables
from bot.store.migrations import migrate
from tests.bot.parts import PARTS


@pytest.fixture
def connection() -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        migrate(connection, HOOKS)
        yield connection


def plan(connection: sqlite3.Connection, sql: str) -> str:
    values = dict.fromkeys(re.findall(r":(\w+)", sql), 1) or (1,) * sql.count("?")
    rows = connection.execute(f"EXPLAIN QUERY PLAN {sql}", values)
    return "\n".join(row[3] for row in rows)


@pytest.mark.parametrize(
    ("sql", "index"),
    [
        (tables.IN_CHANNEL, "INDEX tables_channel (channel_id=?)"),
        (tables.IN_CHANNEL_LIVE, "INDEX tables_channel_live (channel_id=?)"),
        (tables.IN_THREADS, "INDEX tables_home (home_id=?)"),
        (tables.IN_THREADS_LIVE, "INDEX tables_home (home_id=?)"),
        (tables.FORKED_IN, "INDEX tables_parent (parent_id=?)"),
        (tables.UPDATE_PLACE, "INTEGER PRIMARY KEY (rowid=?)"),
        (tables.OF_USER, "INDEX seats_user (user_id=?)"),
        (tables.OF_USER_LIVE, "INDEX seats_user (user_id=?)"),
        (rows.SELECT_TABLE, "INTEGER PRIMARY KEY (rowid=?)"),
        (rows.SELECT_SEATS, "PRIMARY KEY (table_id=?)"),
        (tables.SELECT_LINES, "PRIMARY KEY (table_id=? AND ply>?)"),
        (tables.SELECT_LAST_LINE, "PRIMARY KEY (table_id=? AND ply<?)"),
        (tables.SELECT_INTERACTION, "INTEGER PRIMARY KEY (rowid=?)"),
        (tables.SELECT_NOTE, "PRIMARY KEY (key=?)"),
        (deals_room.SELECT, "PRIMARY KEY (game=? AND day=?)"),
        (deals.OF_DEAL, "INDEX tables_deal (game=? AND day=? AND host_id=?)"),
        (deals.UNFINISHED, "INDEX tables_deal (game=? AND day=?)"),
        (deals.OF_DAY, "INDEX tables_day (channel_id=? AND day=?)"),
        (deals.DAYS, "INDEX tables_day (channel_id=?"),
        (deals.WEEKS, "INDEX tables_day (channel_id=?"),
        (deals.TRIED, "INDEX tables_week (game=? AND week=?)"),
        (deals.UNFINISHED_TOGETHER, "INDEX tables_week (game=? AND week=?)"),
        (deals.OF_WEEK, "INDEX tables_week_channel (channel_id=? AND week=?)"),
        (deals.OF_WEEK, "INDEX tables_week_home (home_id=? AND week=?)"),
        (deals.TOGETHER, "INDEX tables_week_channel (channel_id=?"),
        (deals.TOGETHER, "INDEX tables_week_home (home_id=?"),
        (tables.UPDATE_TABLE, "INTEGER PRIMARY KEY (rowid=?)"),
        (tables.UPDATE_BOARD, "INTEGER PRIMARY KEY (rowid=?)"),
        (rows.DELETE_SEATS, "PRIMARY KEY (table_id=?)"),
        (rows.SELECT_GUESTS, "PRIMARY KEY (table_id=?)"),
        (rows.SELECT_CLOCKS, "PRIMARY KEY (table_id=?)"),
        (rows.DELETE_CLOCKS, "PRIMARY KEY (table_id=?)"),
        (rows.SELECT_MIRROR, "INTEGER PRIMARY KEY (rowid=?)"),
        (storage.TAKE, "PRIMARY KEY (user_id=? AND game=?)"),
        (storage.ARE_APART, "PRIMARY KEY (user_id=? AND other_id=?)"),
        (storage.MET, "INDEX tables_found (created_at>?)"),
        (second_boards.BEHIND, "INDEX mirrors_due (due<?)"),
        (second_boards.SHOWN_TO, "INDEX mirrors_user (user_id=?)"),
        (second_boards.IN_CHANNEL, "INDEX mirrors_channel (channel_id=?)"),
        (prepared.SELECT, "PRIMARY KEY (table_id=?)"),
        (prepared.TAKE, "PRIMARY KEY (table_id=? AND user_id=? AND number=?)"),
        (prepared.DELETE_ALL, "PRIMARY KEY (table_id=?)"),
        (schedule.DUE, "INDEX alarms_due (due<?)"),
        (schedule.UNTOUCHED, "INDEX tables_untouched (changed_at<?)"),
        (schedule.IN_SERVERS, "INDEX tables_guild_live (guild_id>?)"),
        (schedule.HOLD_CLOCKS, "INDEX tables_channel_live (channel_id=?)"),
        (schedule.HOLD_WAITS, "INDEX tables_channel_live (channel_id=?)"),
        (schedule.HELD_LONG, "INDEX tables_channel_live (channel_id=?)"),
        (schedule.WAKE, "INDEX tables_channel_live (channel_id=?)"),
        (schedule.OF_TABLE, "INDEX alarms_table (table_id=?)"),
        (schedule.OF_PERSON, "INDEX alarms_user (user_id=?)"),
        (schedule.DROP_KINDS, "INDEX alarms_user (user_id=?)"),
        (schedule.SET_CLOCK, "PRIMARY KEY (table_id=? AND seat=?)"),
        (schedule.SELECT_HABITS, "INTEGER PRIMARY KEY (rowid=?)"),
        (undo.SELECT, "INTEGER PRIMARY KEY (rowid=?)"),
        (servers.LIVE_THERE, "INDEX tables_guild_live (guild_id=?)"),
        (tables.LIVE_IN_GUILD, "INDEX tables_guild_live (guild_id=?)"),
        (servers.SELECT_CHANNELS, "PRIMARY KEY (guild_id=?)"),
        (outbox.SEEN, "INTEGER PRIMARY KEY (rowid=?)"),
        (outbox.CALLED, "INTEGER PRIMARY KEY (rowid=?)"),
        (outbox.SELECT_ONE, "INTEGER PRIMARY KEY (rowid=?)"),
        (outbox.SETTLED, "INTEGER PRIMARY KEY (rowid=?)"),
        (tables.UPDATE_GONE, "INDEX tables_left (head>? AND head<?)"),
        (tables.PRUNE, "INTEGER PRIMARY KEY (rowid>? AND rowid<?)"),
        (persons.OPENED, "INDEX tables_host (host_id=?)"),
        (persons.WROTE, "PRIMARY KEY (user_id=?)"),
        (results.OF_USER, "INDEX results_user (user_id=?)"),
        (results.OF_CHANNEL, "INDEX results_channel (channel_id=?)"),
        (results.OF_GAME, "INDEX results_game (game=? AND (ended,table_id)>"),
    ],
)
def test_a_question_is_answered_from_an_index(connection: sqlite3.Connection, sql: str, index: str) -> None:
    steps = plan(connection, sql)
    assert index in steps
    assert "SCAN" not in steps


@pytest.mark.parametrize(
    "sql",
    [
        tables.IN_CHANNEL,
        tables.IN_CHANNEL_LIVE,
        tables.IN_THREADS,
        tables.IN_THREADS_LIVE,
        tables.SELECT_LINES,
        deals.OF_DAY,
        deals.DAYS,
    ],
)
def test_the_order_comes_from_the_index_too(connection: sqlite3.Connection, sql: str) -> None:
    assert "TEMP B-TREE" not in plan(connection, sql)


@pytest.mark.parametrize("part", PARTS)
def test_the_data_of_a_user_are_found_without_reading_all_tables(
    connection: sqlite3.Connection, part: str
) -> None:
    rows = connection.execute(f"EXPLAIN QUERY PLAN {PARTS[part]}", {"user": 1})
    assert [row[3] for row in rows if "SCAN" in row[3]] == []


@pytest.mark.parametrize("sql", persons.ERASE)
def test_a_user_is_forgotten_without_reading_all_tables(connection: sqlite3.Connection, sql: str) -> None:
    rows = connection.execute(f"EXPLAIN QUERY PLAN {sql}", {"user": 1, "name": ""})
    assert [row[3] for row in rows if "SCAN" in row[3]] == []


def test_games_that_are_over_are_looked_through_in_an_index(connection: sqlite3.Connection) -> None:
    assert "USING COVERING INDEX tables_over" in plan(connection, results.MISSING)


def test_tables_being_played_are_found_without_the_others(connection: sqlite3.Connection) -> None:
    assert plan(connection, tables.PLAYING) == "SCAN tables USING INDEX tables_playing"
