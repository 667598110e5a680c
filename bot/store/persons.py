"""What is kept about somebody, and how they are forgotten: their seats stay, so that others keep the games.

A nameless seat has a user id of its own, made from its table and place, so that nothing tells which of them
were once the same person's. Every function runs inside a transaction of its caller (`bot.store.db`).
"""

# ruff: noqa: S608 - only constants of this module are put together

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from bot.store import deals, second_boards, web_sessions
from bot.store.errors import CorruptState, StaleRevision
from bot.store.hooks import SavedChange, StorageHooks
from bot.store.model import ASIDE, NAMELESS, Change, nameless_id, nudged_by
from bot.store.sql import SqlConnection, lock_seats
from bot.store.tables import LIVE, apply, require_table, run_hooks
from engine.core import Seat

Row: TypeAlias = dict[str, Any]
PersonalData: TypeAlias = Mapping[str, tuple[Row, ...]]
"""What is kept about somebody, part by part, each row by the names of what is in it."""

_TABLE: Final = "'T' || t.id AS \"table\", t.game"
_HERE: Final = "seats s JOIN tables t ON t.id = s.table_id"

_MIRROR: Final = "LEFT JOIN mirrors m ON m.table_id = {0} AND m.user_id = :user"
_SEEN: Final = (
    "CASE WHEN m.table_id IS NULL THEN {0}.guild_id ELSE m.guild_id END AS server,"
    " CASE WHEN m.table_id IS NULL THEN {0}.channel_id ELSE m.channel_id END AS channel"
)
"""Where somebody sees a table: where it is played in another server, it is no business of theirs which."""

AGREES: Final = "replace(replace({0}.agreed, '[', ' '), ']', ',') LIKE '% ' || s.seat || ',%'"
"""Whether a seat is in a list that was written by `json.dumps`: `[0, 1]`. Each database has its own JSON."""

PARTS: Final[Mapping[str, str]] = {
    "settings": (
        "SELECT zone, wakes, sleeps, remind, digest, away_from, away_until, year, used, language,"
        " quiet, warned, known_as"
        " FROM people WHERE user_id = :user"
    ),
    "seats": (
        f"SELECT {_TABLE}, t.day, t.week, t.status, {_SEEN.format('t')},"
        " CASE WHEN m.table_id IS NULL THEN t.home_id END AS parent_channel,"
        " t.created_at AS opened, t.changed_at AS changed, s.seat, s.name,"
        " s.seated, s.picks, s.salt, s.from_ply AS after_move,"
        " CASE WHEN s.substitute IS NULL THEN 0 ELSE 1 END AS played_for,"
        " s.gone AS left_the_server"
        f" FROM {_HERE} {_MIRROR.format('t.id')} WHERE s.user_id = :user ORDER BY t.id"
    ),
    "clocks": (
        f"SELECT {_TABLE}, c.seat, c.bank, c.spent, c.since, c.up, c.nudged, c.last"
        f" FROM {_HERE} JOIN clocks c ON (c.table_id, c.seat) = (s.table_id, s.seat)"
        " WHERE s.user_id = :user ORDER BY t.id"
    ),
    "substitutions": (
        f"SELECT {_TABLE}, s.seat, s.substitute_name AS name"
        f" FROM {_HERE} WHERE s.substitute = :user ORDER BY t.id, s.seat"
    ),
    "guest": (
        f"SELECT {_TABLE}, g.name FROM guests g JOIN tables t ON t.id = g.table_id"
        " WHERE g.user_id = :user ORDER BY t.id"
    ),
    "opened": (
        f"SELECT {_TABLE}, t.created_at AS opened, {_SEEN.format('t')}"
        f" FROM tables t {_MIRROR.format('t.id')} WHERE t.host_id = :user ORDER BY t.id"
    ),
    "deals": (
        f"SELECT {_TABLE}, t.day, t.status FROM tables t"
        " WHERE t.host_id = :user AND t.day IS NOT NULL ORDER BY t.id"
    ),
    "moves": (
        f"SELECT {_TABLE}, l.ply, l.seat, l.action, l.at FROM authors a"
        " JOIN tables t ON t.id = a.table_id JOIN lines l ON l.table_id = a.table_id"
        " WHERE a.user_id = :user AND l.user_id = :user ORDER BY t.id, l.ply"
    ),
    "results": (
        f"SELECT 'T' || r.table_id AS \"table\", r.game, r.seat, r.name, {_SEEN.format('r')},"
        " r.result, r.points, r.seats, r.plies, r.began, r.ended, r.counts"
        f" FROM results r {_MIRROR.format('r.table_id')} WHERE r.user_id = :user ORDER BY r.ended, r.table_id"
    ),
    "alarms": (
        "SELECT kind, due, 'T' || table_id AS \"table\" FROM alarms WHERE user_id = :user ORDER BY due, id"
    ),
    "nudges": (
        f"SELECT {_TABLE}, a.due, substr(a.detail, length(CAST(:user AS TEXT)) + 2) AS name"
        f" FROM {_HERE} JOIN alarms a ON a.table_id = t.id"
        " WHERE s.user_id = :user AND a.kind = 'nudge' AND a.detail LIKE CAST(:user AS TEXT) || ' %'"
        " ORDER BY a.due, a.id"
    ),
    "mirrors": (
        "SELECT 'T' || table_id AS \"table\", guild_id AS server, channel_id AS channel FROM mirrors"
        " WHERE user_id = :user ORDER BY table_id"
    ),
    "browser": "SELECT epoch AS logged_out FROM web_epochs WHERE user_id = :user",
    "blocked": "SELECT at FROM blocked WHERE id = :user",
}
"""What is looked up for somebody: nothing of others, and nothing that a running game keeps secret.

Features bring more of it.
"""

SEATS: Final = "SELECT table_id, seat FROM seats WHERE user_id = ?"
LENT: Final = "SELECT DISTINCT table_id FROM seats WHERE substitute = ?"
WROTE: Final = "SELECT table_id FROM authors WHERE user_id = ?"
OPENED: Final = "SELECT id FROM tables WHERE host_id = ?"
STILL_LIVE: Final = (
    "SELECT id FROM tables WHERE id IN (SELECT table_id FROM seats WHERE user_id = :user"
    f" UNION ALL SELECT table_id FROM seats WHERE substitute = :user) AND {LIVE}"
)
HAS_LINES: Final = "SELECT 1 FROM lines WHERE table_id = ? AND user_id = ? LIMIT 1"
_PLACE: Final = f"-(table_id * {ASIDE + 1} + seat) - 1"
ERASE: Final = (
    f"UPDATE seats SET user_id = {_PLACE}, name = :name, salt = '' WHERE user_id = :user",
    "UPDATE seats SET substitute = NULL, substitute_name = '' WHERE substitute = :user",
    f"UPDATE results SET user_id = {_PLACE}, name = :name WHERE user_id = :user",
    "DELETE FROM authors WHERE user_id = :user",
    "DELETE FROM guests WHERE user_id = :user",
    "DELETE FROM alarms WHERE user_id = :user",
    "DELETE FROM web_epochs WHERE user_id = :user",
    "DELETE FROM people WHERE user_id = :user",
)


def data_queries(hooks: Iterable[StorageHooks]) -> Mapping[str, str]:
    """The queries for all that is kept about somebody, with those of features, by part."""
    return {**PARTS, **{name: sql for hook in hooks for name, sql in hook.personal.items()}}


def data_of(connection: SqlConnection, user_id: int, hooks: Iterable[StorageHooks]) -> PersonalData:
    """All that is kept about somebody."""
    found = {}
    for part, sql in data_queries(hooks).items():
        cursor = connection.execute(sql, {"user": user_id})
        names = [column[0] for column in cursor.description]
        found[part] = tuple(dict(zip(names, row, strict=True)) for row in cursor)
    return found


def erase(
    connection: SqlConnection,
    user_id: int,
    changes: Iterable[Change],
    at: float,
    hooks: Sequence[StorageHooks],
) -> tuple[int, ...]:
    """Forget somebody, wherever they are; returns the ids of the tables that they had a part in.

    `changes` are for the tables that are open or being played: how these go on without them. `at` is now.
    Raises `StaleRevision` if one of them has changed meanwhile, or another one has come. What they may not do
    twice is marked without their number (`bot.store.used_up`).
    """
    lock_seats(connection)
    seats: dict[int, Seat] = dict(connection.execute(SEATS, (user_id,)).fetchall())
    dealt = deals.deals_begun_by(connection, user_id)
    lent = _ids(connection, LENT, user_id)
    _close_or_change(connection, user_id, changes, at, hooks)
    wrote, opened = _ids(connection, WROTE, user_id), _ids(connection, OPENED, user_id)
    for table_id in wrote:
        _erase_lines(connection, table_id, user_id, seats.get(table_id, ASIDE))
    for table_id in opened:
        host = nameless_id(table_id, seats.get(table_id, ASIDE))
        connection.execute("UPDATE tables SET host_id = ? WHERE id = ?", (host, table_id))
    for hook in hooks:
        hook.forget(connection, user_id, at)
    second_boards.forget(connection, user_id, at)
    deals.mark_spent(connection, dealt, user_id, at)
    web_sessions.forget(connection, user_id, at)
    for sql in ERASE:
        connection.execute(sql, {"user": user_id, "name": NAMELESS} if ":name" in sql else {"user": user_id})
    for table_id in seats.keys() | lent:
        _forget_nudges(connection, table_id, user_id)
    return tuple(sorted(seats.keys() | lent | wrote | opened))


def _close_or_change(
    connection: SqlConnection,
    user_id: int,
    changes: Iterable[Change],
    at: float,
    hooks: Sequence[StorageHooks],
) -> None:
    """The tables that are open or being played go on without somebody; raises `StaleRevision` as `erase`."""
    for change in changes:
        apply(connection, change, hooks)
    for (left,) in connection.execute(STILL_LIVE, {"user": user_id}).fetchall():
        try:
            current = require_table(connection, left)
        except CorruptState:  # nobody can play it on, and whoever wants to be forgotten must be
            connection.execute("UPDATE tables SET status = 'closed' WHERE id = ?", (left,))
            run_hooks(connection, SavedChange(left, at, turn_passed=True, moved=False, ended=True), hooks)
        else:
            raise StaleRevision(current)


def _ids(connection: SqlConnection, sql: str, user_id: int) -> set[int]:
    return {row[0] for row in connection.execute(sql, (user_id,))}


def _erase_lines(connection: SqlConnection, table_id: int, user_id: int, seat: Seat) -> None:
    """Their lines are those of the nameless seat, unless it has lines of somebody who had it before."""
    nameless = nameless_id(table_id, seat)
    if connection.execute(HAS_LINES, (table_id, nameless)).fetchone() is not None:
        nameless = nameless_id(table_id, ASIDE)
    lines = "UPDATE lines SET user_id = ? WHERE table_id = ? AND user_id = ?"
    connection.execute(lines, (nameless, table_id, user_id))


def _forget_nudges(connection: SqlConnection, table_id: int, user_id: int) -> None:
    """Nobody is told any more that they ask for a move; one that names nobody by id may be theirs."""
    nudges = "SELECT id, detail FROM alarms WHERE table_id = ? AND kind = 'nudge'"
    for alarm_id, detail in connection.execute(nudges, (table_id,)).fetchall():
        if nudged_by(detail)[0] in (None, user_id):
            connection.execute("UPDATE alarms SET detail = ? WHERE id = ?", (NAMELESS, alarm_id))
