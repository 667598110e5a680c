"""The SQL of tables, their logs, interactions and notes; see `rows` for the conversion of rows.

Every function runs inside a transaction of its caller (`bot.store.db`) and in the connection's thread.
"""

# ruff: noqa: S608 - only constants of this module are put together

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import Final, TypeVar

from bot.cluster.shards import Shards
from bot.store import deals, outbox
from bot.store.errors import (
    ArrivedBefore,
    DealtBefore,
    FollowedBefore,
    NoSuchTable,
    OldRules,
    Repeated,
    StaleRevision,
    TooManyOfOne,
    TooManyTables,
    WrongHead,
)
from bot.store.hooks import SavedChange, StorageHooks
from bot.store.model import Base, Board, Change, Line, NewTable, Status, Table
from bot.store.results import add_records
from bot.store.rows import (
    COLUMNS,
    DELETE_SEATS,
    SELECT_TABLE,
    TERMS,
    add_alarms,
    add_guests,
    add_players,
    as_table,
    set_clocks,
    tables_of,
    term_row,
)
from bot.store.sql import SqlConnection, for_shards, last_given, lock_exclusively
from engine.fairness import canonical, commitment, first_hash, next_hash

T = TypeVar("T")

_DONE: Final = (Status.OVER, Status.CLOSED)

KEPT: Final = 24 * 60 * 60 * 1000
"""Milliseconds for which an interaction is remembered after a later one: far more than needed."""

ALARMS_KEPT: Final = 100_000
"""The number of alarms whose effects are remembered: far more than are ever under way."""

PRUNED: Final = 10_000
"""How many interactions are deleted with each heartbeat: more than come in a minute."""

LARGEST_ID: Final = 2**63 - 1
"""SQLite's largest integer; typed numbers can be larger."""

LIVE: Final = "status IN ('open', 'playing')"  # word for word as in the partial index, or it is not used
_NEWEST: Final = "ORDER BY changed_at DESC, id DESC LIMIT ?"

UPDATE_TABLE: Final = (
    "UPDATE tables SET status = ?, counter = ?, revision = ?, plies = ?, head = ?, state = ?, changed_at = ?,"
    " options = ?, rules_version = ?, host_id = ?, waiting_since = ?, turn = ?, salts = ?, language = ?,"
    " away = ?, hints = ?, hints_asked = ? WHERE id = ? AND revision = ?"
    " RETURNING answering"
)
UPDATE_BASE: Final = "UPDATE tables SET base_ply = ?, base_state = ?, base_counter = ? WHERE id = ?"
UPDATE_BOARD: Final = "UPDATE tables SET board_channel_id = ?, board_message_id = ? WHERE id = ?"
IN_CHANNEL: Final = f"SELECT id FROM tables WHERE channel_id = ? {_NEWEST}"
IN_CHANNEL_LIVE: Final = f"SELECT id FROM tables WHERE channel_id = ? AND {LIVE} {_NEWEST}"
IN_THREADS: Final = f"SELECT id FROM tables WHERE home_id = ? {_NEWEST}"
IN_THREADS_LIVE: Final = f"SELECT id FROM tables WHERE home_id = ? AND {LIVE} {_NEWEST}"
FORKED_IN: Final = "SELECT 1 FROM tables WHERE channel_id = ? AND parent_id = ? LIMIT 1"
UPDATE_PLACE: Final = "UPDATE tables SET channel_id = ?, home_id = ? WHERE id = ?"
_HAS_SEAT: Final = (
    "id IN (SELECT table_id FROM seats WHERE user_id = ?"
    " UNION ALL SELECT table_id FROM seats WHERE substitute = ?)"
)
OF_USER: Final = f"SELECT id FROM tables WHERE {_HAS_SEAT} {_NEWEST}"
OF_USER_LIVE: Final = f"SELECT id FROM tables WHERE {_HAS_SEAT} AND {LIVE} {_NEWEST}"
SERVER_OF: Final = "SELECT guild_id FROM tables WHERE id = ?"
PLAYING: Final = "SELECT id, game, rules_version FROM tables WHERE status = 'playing' ORDER BY id"
SELECT_LINES: Final = (
    "SELECT ply, seat, user_id, action, hash, at, prepared FROM lines"
    " WHERE table_id = ? AND ply > ? ORDER BY ply"
)
SELECT_LAST_LINE: Final = (
    "SELECT ply, at FROM lines WHERE table_id = ? AND user_id = ? AND ply <= ? ORDER BY ply DESC LIMIT 1"
)
INSERT_LINE: Final = (
    "INSERT INTO lines (table_id, ply, seat, user_id, action, hash, at, prepared)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
)
INSERT_AUTHOR: Final = "INSERT INTO authors (user_id, table_id) VALUES (?, ?) ON CONFLICT DO NOTHING"
SELECT_INTERACTION: Final = "SELECT table_id, revision FROM interactions WHERE id = ?"
INSERT_INTERACTION: Final = "INSERT INTO interactions (id, table_id, revision) VALUES (?, ?, ?)"
PRUNE: Final = (
    "DELETE FROM interactions WHERE id IN (SELECT id FROM interactions"
    " WHERE id > 0 AND id < (SELECT max(id) FROM interactions) - ? ORDER BY id LIMIT ?)"
)
PRUNE_ALARMS: Final = (
    "DELETE FROM interactions WHERE id IN"
    " (SELECT id FROM interactions WHERE id < 0 AND id > ? ORDER BY id DESC LIMIT ?)"
)
SELECT_NOTE: Final = "SELECT value FROM notes WHERE key = ?"
INSERT_NOTE: Final = "INSERT INTO notes (key, value) VALUES (?, ?) ON CONFLICT DO NOTHING"
UPSERT_NOTE: Final = (
    "INSERT INTO notes (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value"
)
INSERT_TABLE: Final = (
    "INSERT INTO tables (game, guild_id, channel_id, host_id, status, seed, counter, revision, plies, head,"
    " state, created_at, changed_at, waiting_since, parent_id, parent_ply, moved_code, moved_ply, moved_head,"
    f" base_ply, base_state, base_counter, {TERMS})"
    f" VALUES ({', '.join('?' * (22 + TERMS.count(',') + 1))})"
    " RETURNING id"
)
ARRIVED: Final = (
    "SELECT t.id, s.user_id FROM tables t JOIN seats s ON s.table_id = t.id"
    " WHERE t.moved_head = ? AND (t.status != 'closed' OR t.state IS NOT NULL) ORDER BY t.id"
)
LIVE_OF_HOST: Final = f"SELECT count(*) FROM tables WHERE host_id = ? AND {LIVE}"
LIVE_IN_GUILD: Final = f"SELECT count(*) FROM tables WHERE guild_id = ? AND {LIVE}"
INSERT_STRETCHES: Final = "INSERT INTO stretches (table_id, text) VALUES (?, ?)"
_LEFT: Final = "head >= ? AND head < ? AND plies = ? AND status = 'closed' AND state IS NOT NULL"
SELECT_LEFT: Final = f"SELECT {COLUMNS} FROM tables WHERE {_LEFT} ORDER BY id LIMIT 1"
UPDATE_HEAD: Final = "UPDATE tables SET head = ? WHERE id = ?"
UPDATE_GONE: Final = f"UPDATE tables SET gone_id = ? WHERE {_LEFT}"


# Saving a change


def save(
    connection: SqlConnection,
    change: Change,
    hooks: Sequence[StorageHooks],
    superseded: AbstractSet[str] = frozenset(),
) -> Table:
    """Save a change, with the `hooks` of features in the same transaction; returns the table.

    `superseded`: games that others play by newer rules.

    Raises the first that holds: `Repeated`, `NoSuchTable`, `OldRules`, `StaleRevision`, `TriedBefore`,
    `WrongHead`.
    """
    refuse_repeated(connection, change.interaction)
    if superseded:
        before = require_table(connection, change.table)
        if before.game in superseded and (change.line is not None or _begins(before, change)):
            raise OldRules(change.table, before.game)
    return apply(connection, change, hooks)


def apply(connection: SqlConnection, change: Change, hooks: Sequence[StorageHooks]) -> Table:
    """Save a change whose interaction is not known yet; returns the table.

    Its parts are written in this order: the log, the outbox, messages about the turn, each feature
    (`on_saved`), seats, clocks, alarms, results, and each feature again (`on_settled`).
    """
    before = require_table(connection, change.table)
    if before.revision != change.revision or not _has_clocks(before, change):
        raise StaleRevision(before)
    if before.terms.week is not None and before.state is None and change.state is not None:
        lock_exclusively(connection)
        deals.refuse_played(connection, before.game, before.terms.week, change.players)
    after = apply_change(before, change)
    counts = (after.counter, after.revision, after.plies)
    terms, time = after.terms, after.time
    agreed_ = (terms.options, terms.rules_version, after.host_id, time.waiting_since, after.turn)
    spoken = (json.dumps(terms.salts, ensure_ascii=False), terms.language, after.journey.away)
    hints = (terms.hints, terms.hints_asked)
    row = (after.status, *counts, after.head, after.state, time.changed_at, *agreed_, *spoken, *hints)
    # The revision is the lock: of two concurrent changes, the second waits here, and matches no row.
    updated = connection.execute(UPDATE_TABLE, (*row, after.id, before.revision)).fetchall()
    if not updated:
        raise StaleRevision(require_table(connection, after.id))
    if (new := change.line) is not None:
        prepared = new.prepared is not None
        line = Line(after.plies, new.seat, new.user_id, new.action, after.head, change.at, prepared=prepared)
        add_line(connection, change.table, line)
    outbox.add_entry(connection, after, before.turn)
    _run_hooks_for(connection, before, after, hooks)
    if after.players != before.players:
        connection.execute(DELETE_SEATS, (after.id,))
        add_players(connection, after.id, after.players)
        add_guests(connection, after.id, after.players)
    _save_besides(connection, change)
    if change.interaction is not None:
        connection.execute(INSERT_INTERACTION, (change.interaction, after.id, after.revision))
    ((answering,),) = updated
    after = replace(after, answering=answering)
    for hook in hooks:
        if hook.on_settled is not None:
            after = hook.on_settled(connection, after, change)
    return after


def _run_hooks_for(
    connection: SqlConnection, before: Table, after: Table, hooks: Sequence[StorageHooks]
) -> None:
    """Mark messages about the passed turn for deletion, and run the features' hooks."""
    changed_status = after.status is not before.status
    saved = SavedChange(
        after.id,
        after.time.changed_at,
        turn_passed=after.turn != before.turn or changed_status,
        moved=after.plies > before.plies,
        ended=changed_status and after.status in _DONE,
    )
    if saved.turn_passed:
        outbox.turn_passed(connection, after.id, after.time.changed_at)
    run_hooks(connection, saved, hooks)


def run_hooks(connection: SqlConnection, saved: SavedChange, hooks: Sequence[StorageHooks]) -> None:
    """Run the features' hooks for a changed table."""
    for hook in hooks:
        if hook.on_saved is not None:
            hook.on_saved(connection, saved)


def _has_clocks(before: Table, change: Change) -> bool:
    """Whether new clocks were made from the table's current ones."""
    if change.clocks is None or change.goes_by is None:
        return True
    return {clock.seat: clock for clock in change.goes_by} == {
        clock.seat: clock for clock in before.time.clocks
    }


def _save_besides(connection: SqlConnection, change: Change) -> None:
    """Save the rarer parts of a change: clocks, alarms, results, a position to replay from."""
    if change.clocks is not None:
        set_clocks(connection, change.table, change.clocks)
    if change.alarms:
        add_alarms(connection, change.alarms, change.table)
    if change.records:
        add_records(connection, change.records)
    if change.journey is not None:
        connection.execute(UPDATE_BASE, (*base_columns(change.journey.base), change.table))


# Applying a change to a table


def start_hash(table: Table, seats: int) -> str:
    """Return the first hash of the table's log with this number of seats."""
    return first_hash(*_hashed_terms(table, seats), table=table.code, terms=canonical(table.terms.timing))


def start_of(table: Table, seats: int, lines: Sequence[Line]) -> str:
    """Return the first hash of this log: `start_hash`, or for older logs one without code and terms."""
    for start in (candidates := (start_hash(table, seats), first_hash(*_hashed_terms(table, seats)))):
        after = next_hash(start, 1, lines[0].seat, lines[0].action) if lines else start
        if after == (lines[0].hash if lines else table.head):
            return start
    return candidates[0]


def _hashed_terms(table: Table, seats: int) -> tuple[str, str, int, int, str, tuple[str, ...]]:
    sealed = commitment(table.seed)
    return table.game, table.terms.options, seats, table.terms.rules_version, sealed, table.terms.salts


def apply_change(before: Table, change: Change) -> Table:
    """Return the table after `change`. Raises `WrongHead`."""
    table = _begin_game(before, change)
    plies, head = _log_after(table, change)
    if head != change.head:
        raise WrongHead(before.id, head, change.head)
    return replace(
        table,
        plies=plies,
        head=head,
        status=change.status,
        counter=change.counter,
        revision=before.revision + 1,
        state=change.state,
        players=tuple(sorted(change.players, key=lambda player: player.seat)),
        time=replace(
            table.time,
            changed_at=change.at,
            waiting_since=_new_or_old(change.waiting_since, before.time.waiting_since),
            clocks=_new_or_old(change.clocks, before.time.clocks),
        ),
        host_id=_new_or_old(change.host_id, before.host_id),
        turn=_new_or_old(change.turn, before.turn),
        journey=_new_or_old(change.journey, before.journey),
    )


def _begins(before: Table, change: Change) -> bool:
    """Whether the game begins with this change."""
    return before.status is Status.OPEN and change.status in (Status.PLAYING, Status.OVER)


def _begin_game(before: Table, change: Change) -> Table:
    """Return the table with its terms after the change, with which the hash chain of a game begins."""
    table = replace(before, terms=_new_or_old(change.terms, before.terms))
    if _begins(before, change):
        return replace(table, head=start_hash(table, len(change.players)))
    if _hashed_terms(table, 0) != _hashed_terms(before, 0):
        raise ValueError("options are agreed when a game begins, before its first ply")
    return table


def _log_after(table: Table, change: Change) -> tuple[int, str]:
    """Return how many lines a table's log has after the change, and the hash of the last one."""
    if change.line is None:
        return table.plies, table.head
    plies = table.plies + 1
    return plies, next_hash(table.head, plies, change.line.seat, change.line.action)


def _new_or_old(given: T | None, before: T) -> T:
    """Return a change's value, or the previous one if it is None."""
    return before if given is None else given


# Opening a table, and what can prevent it


def create(
    connection: SqlConnection, new: NewTable, interaction: int, hooks: Sequence[StorageHooks]
) -> Table:
    """Save a new table: revision 0, an empty log.

    Raises the first that holds: `Repeated`, those of `save` for the table that it `closes`, `ArrivedBefore`,
    `DealtBefore`, `TriedBefore`, `FollowedBefore`, `TooManyTables`, `TooManyOfOne`.
    """
    lock_exclusively(connection)
    refuse_repeated(connection, interaction)
    table_id = open_table(connection, new, hooks)
    connection.execute(INSERT_INTERACTION, (interaction, table_id, 0))
    return require_table(connection, table_id)


def open_table(connection: SqlConnection, new: NewTable, hooks: Sequence[StorageHooks]) -> int:
    """Open a table exclusively; returns its id. Raises what `create` does."""
    if new.closes is not None:
        apply(connection, new.closes, hooks)
    _check_can_open(connection, new)
    table_id, head = _insert_table(connection, new)
    add_players(connection, table_id, new.players)
    if new.entry is not None:
        add_line(connection, table_id, Line(1, 0, new.host_id, new.entry, head, new.at))
    if new.clocks:
        set_clocks(connection, table_id, new.clocks)
    if new.alarms:
        add_alarms(connection, new.alarms, table_id)
    if new.follows is not None:
        set_note(connection, _rematch_note(new.follows), str(table_id))
    if new.journey.moved is not None:
        connection.execute(INSERT_STRETCHES, (table_id, new.earlier))
        _, ply, head = new.journey.moved
        connection.execute(UPDATE_GONE, (table_id, head, f"{head}g", ply))  # all that begin like it
        if new.closes is not None:
            for hook in hooks:
                if hook.on_moved is not None:
                    hook.on_moved(connection, new.closes.table, table_id)
    outbox.add_entry(connection, require_table(connection, table_id), None)
    return table_id


def _insert_table(connection: SqlConnection, new: NewTable) -> tuple[int, str]:
    """Write the table's row; returns its id, and the hash of its log so far."""
    begun, plies = new.state is not None, 0 if new.entry is None else 1
    place = (new.game, new.guild_id, new.channel_id, new.host_id, Status.PLAYING if begun else Status.OPEN)
    stands = (new.seed, new.counter, 0, plies, "", new.state, new.at, new.at, new.at)
    came = (*(new.journey.parent or (None, None)), *(new.journey.moved or (None, None, None)))
    row = (*place, *stands, *came, *base_columns(new.journey.base), *term_row(new.terms))
    (table_id,) = connection.execute(INSERT_TABLE, row).fetchall()[0]
    agreed_ = (new.game, new.terms.options, len(new.players) if begun else 0, new.terms.rules_version)
    head = first_hash(*agreed_, commitment(new.seed), table=f"T{table_id}", terms=canonical(new.terms.timing))
    if new.entry is not None:
        head = next_hash(head, 1, 0, new.entry)
    connection.execute(UPDATE_HEAD, (head, table_id))  # it contains the code, which is known by now
    return table_id, head


def _check_can_open(connection: SqlConnection, new: NewTable) -> None:
    """Refuse a table that cannot be opened, with the first that holds.

    - `ArrivedBefore`: one of its owners plays the transferred game here already.
    - `DealtBefore`, `TriedBefore`: the host has a table with the deal, or a player has played the week's one.
    - `DealtToForgotten`: one of them had played the deal before they were forgotten.
    - `FollowedBefore`: the table that it follows is played again already.
    - `TooManyTables`, `TooManyOfOne`: the server, or the host, has as many live tables as allowed.
    """
    if new.journey.moved is not None:
        _refuse_arrived(connection, new.journey.moved, new.owners)
    if new.terms.day is not None:
        earlier = deals.of_person(connection, new.game, new.terms.day, new.host_id)
        if earlier is not None:
            raise DealtBefore(earlier.id)
        deals.refuse_spent(connection, new.game, new.terms.day, new.host_id)
    if new.terms.week is not None and new.state is not None:
        deals.refuse_played(connection, new.game, new.terms.week, new.players)
    if new.follows is not None:
        _refuse_followed(connection, new.follows)
    if new.most:
        _refuse_many(connection, new.guild_id, new.most)
    if new.most_each and connection.execute(LIVE_OF_HOST, (new.host_id,)).fetchone()[0] >= new.most_each:
        raise TooManyOfOne(new.most_each)


def _refuse_arrived(connection: SqlConnection, moved: tuple[str, int, str], owners: tuple[int, ...]) -> None:
    """Raise `ArrivedBefore` if an owner plays the transferred game here; others cannot import it."""
    for table_id, user_id in connection.execute(ARRIVED, (moved[2],)).fetchall():
        if user_id in owners:
            raise ArrivedBefore(table_id)


def _refuse_many(connection: SqlConnection, guild_id: int | None, most: int) -> None:
    """Raise `TooManyTables` if a server has reached its limit on live tables."""
    if connection.execute(LIVE_IN_GUILD, (guild_id,)).fetchone()[0] >= most:
        raise TooManyTables(most)


def _refuse_followed(connection: SqlConnection, table_id: int) -> None:
    """Raise `FollowedBefore` if a table is played again already, at one that was not closed meanwhile."""
    noted = note(connection, _rematch_note(table_id))
    following = None if noted is None else table(connection, int(noted))
    if following is not None and following.status is not Status.CLOSED:
        raise FollowedBefore(following.id)


def _rematch_note(table_id: int) -> str:
    """Return the key of the note where a table is played again."""
    return f"next:{table_id}"


# Reading and notes


def table(connection: SqlConnection, table_id: int) -> Table | None:
    """Return the table, or None if there is no such one."""
    if abs(table_id) > LARGEST_ID:
        return None
    row = connection.execute(SELECT_TABLE, (table_id,)).fetchone()
    return None if row is None else as_table(connection, row)


def find_departed(connection: SqlConnection, plies: int, head: str) -> Table | None:
    """Return the table that a game has left after so many lines, by the beginning of its last hash."""
    row = connection.execute(SELECT_LEFT, (head, f"{head}g", plies)).fetchone()
    return None if row is None else as_table(connection, row)


def set_board(
    connection: SqlConnection, table_id: int, board: Board | None, now: float, left: Board | None
) -> None:
    """Store which message shows the table, if any. Raises `NoSuchTable`."""
    outbox.remove_other_boards(connection, table_id, board, now, left)
    place = (None, None) if board is None else (board.channel_id, board.message_id)
    if connection.execute(UPDATE_BOARD, (*place, table_id)).rowcount == 0:
        raise NoSuchTable(table_id)


def set_place(connection: SqlConnection, table_id: int, channel_id: int, home_id: int | None) -> None:
    """Store where the table is played, and a thread's parent channel. Raises `NoSuchTable`."""
    if connection.execute(UPDATE_PLACE, (channel_id, home_id, table_id)).rowcount == 0:
        raise NoSuchTable(table_id)


def log(connection: SqlConnection, table_id: int, after: int = 0) -> tuple[Line, ...]:
    """Return the lines of a table's log after a ply; empty for an unknown table."""
    rows = connection.execute(SELECT_LINES, (table_id, after))
    return tuple(
        Line(ply, seat, user_id, action, hash_.hex(), at, bool(prepared))
        for ply, seat, user_id, action, hash_, at, prepared in rows
    )


def last_line(connection: SqlConnection, table_id: int, user_id: int, up_to: int) -> tuple[int, float] | None:
    """Return the ply and the time of a user's last line at a table, up to a ply."""
    row = connection.execute(SELECT_LAST_LINE, (table_id, user_id, up_to)).fetchone()
    return None if row is None else (row[0], row[1])


def add_line(connection: SqlConnection, table_id: int, line: Line) -> None:
    """Write the next line of a log; its writer is indexed, to be found without reading the log."""
    hash_ = bytes.fromhex(line.hash)
    row = (table_id, line.ply, line.seat, line.user_id, line.action, hash_, line.at, line.prepared)
    connection.execute(INSERT_LINE, row)
    if line.user_id is not None and line.user_id > 0:
        connection.execute(INSERT_AUTHOR, (line.user_id, table_id))


def in_channel(
    connection: SqlConnection, channel_id: int, limit: int, *, live_only: bool
) -> tuple[Table, ...]:
    """Return at most `limit` tables of the channel, the last changed first; `live_only`: open or playing."""
    sql = IN_CHANNEL_LIVE if live_only else IN_CHANNEL
    return tables_of(connection, connection.execute(sql, (channel_id, limit)))


def around(connection: SqlConnection, channel_id: int, limit: int, *, live_only: bool) -> tuple[Table, ...]:
    """Return tables as `in_channel`, with those in threads of the channel."""
    sql = IN_THREADS_LIVE if live_only else IN_THREADS
    tables = tables_of(connection, connection.execute(sql, (channel_id, limit)))
    if not tables:
        return in_channel(connection, channel_id, limit, live_only=live_only)
    tables += in_channel(connection, channel_id, limit, live_only=live_only)
    return tuple(sorted(tables, key=lambda table: (table.time.changed_at, table.id), reverse=True)[:limit])


def is_forked_in(connection: SqlConnection, table_id: int, channel_id: int) -> bool:
    """Whether a fork of the table was opened in the channel."""
    return connection.execute(FORKED_IN, (channel_id, table_id)).fetchone() is not None


def of_user(connection: SqlConnection, user_id: int, limit: int, *, live_only: bool) -> tuple[Table, ...]:
    """Return at most `limit` tables where the user sits, is challenged or substitutes, as `in_channel`."""
    sql = OF_USER_LIVE if live_only else OF_USER
    return tables_of(connection, connection.execute(sql, (user_id, user_id, limit)))


def live_tables(
    connection: SqlConnection, shards: Shards | None = None, but: Mapping[str, int] | None = None
) -> tuple[Table, ...]:
    """Return all tables of these shards with a running game, by id.

    `but`: those that began under these rules of their game are left out. A start looks for the others among
    hundreds of thousands, where reading each of them whole would take minutes.
    """
    rows = connection.execute(for_shards(PLAYING, shards)).fetchall()
    rules = {} if but is None else but
    return tables_of(connection, [(id_,) for id_, game, version in rows if rules.get(game) != version])


def others_of(connection: SqlConnection, table_ids: Iterable[int], shards: Shards) -> tuple[int, ...]:
    """Return those of the tables that belong to none of these shards, by id."""
    others = []
    for table_id in sorted(table_ids):
        row = connection.execute(SERVER_OF, (table_id,)).fetchone()
        if row is not None and not shards.has(row[0]):
            others.append(table_id)
    return tuple(others)


def note(connection: SqlConnection, key: str) -> str | None:
    """Return the note under `key`, or None."""
    row = connection.execute(SELECT_NOTE, (key,)).fetchone()
    return None if row is None else str(row[0])


def first_note(connection: SqlConnection, key: str, value: str) -> str:
    """Store a note under `key` unless there is one; returns the stored note."""
    connection.execute(INSERT_NOTE, (key, value))
    return note(connection, key) or value


def set_note(connection: SqlConnection, key: str, value: str) -> None:
    """Store a note under `key`, replacing the previous one."""
    connection.execute(UPSERT_NOTE, (key, value))


def refuse_repeated(connection: SqlConnection, interaction: int | None) -> None:
    """Raise `Repeated` if the interaction was saved before."""
    if interaction is None:
        return
    earlier = connection.execute(SELECT_INTERACTION, (interaction,)).fetchone()
    if earlier is not None:
        raise Repeated(*earlier)


def prune_interactions(connection: SqlConnection) -> None:
    """Delete interactions that cannot come a second time, a limited number at once.

    Those of clicks are dated by Discord's clock, in their ids: a token is valid for a quarter of an hour, and
    they are kept for `KEPT`. An alarm's pseudo interaction is below zero, later ones lower.
    """
    connection.execute(PRUNE, (KEPT << 22, PRUNED))
    oldest = last_given(connection, "alarms") - ALARMS_KEPT
    connection.execute(PRUNE_ALARMS, (oldest * -1_000_000_000, PRUNED))


def require_table(connection: SqlConnection, table_id: int) -> Table:
    """Return the table; raises `NoSuchTable`."""
    existing_table = table(connection, table_id)
    if existing_table is None:
        raise NoSuchTable(table_id)
    return existing_table


def base_columns(base: Base | None) -> tuple[int | None, str | None, int | None]:
    """Return a position to replay from as its columns."""
    return (None, None, None) if base is None else (base.ply, base.state, base.counter)
