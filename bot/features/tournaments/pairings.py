"""What becomes of a tournament when something else is saved: its game ends or moves, somebody is forgotten.

Every function runs inside a transaction of its caller (`bot.store.db`).
"""

from __future__ import annotations

from typing import Final

from bot.store import NAMELESS, NewAlarm
from bot.store.hooks import SavedChange, StorageHooks
from bot.store.rows import add_alarms
from bot.store.sql import SqlConnection, last_given, set_last_given
from bot.store.upkeep.restored import CODES

ROUND: Final = "round"
"""The alarm that leads a tournament on; its detail is the number of the tournament."""

PODIUM: Final = "podium"
"""The alarm that tells who has won; the same."""

_FIRST: Final = """
-- Tournaments, as in `Tournament`. `interaction` is that of the command, so that it is carried out once.

CREATE TABLE tournaments (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    interaction INTEGER NOT NULL UNIQUE,
    game TEXT NOT NULL,
    form TEXT NOT NULL,
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    host_id INTEGER,
    host_name TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('open', 'playing', 'over', 'closed')),
    places INTEGER NOT NULL,
    by_rating INTEGER NOT NULL,
    bots TEXT NOT NULL,
    threads INTEGER NOT NULL,
    clock INTEGER NOT NULL,
    seed TEXT NOT NULL,
    language TEXT NOT NULL,
    at REAL NOT NULL,
    changed_at REAL NOT NULL,
    round INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    message_channel_id INTEGER,
    message_id INTEGER
) STRICT;
CREATE INDEX tournaments_channel ON tournaments (channel_id, status);
CREATE INDEX tournaments_host ON tournaments (host_id);

-- Who takes part, as in `Entrant`, and their games, as in `Pairing`.

CREATE TABLE entrants (
    tournament_id INTEGER NOT NULL REFERENCES tournaments (id),
    number INTEGER NOT NULL,
    user_id INTEGER,
    name TEXT NOT NULL,
    out INTEGER NOT NULL,
    place INTEGER NOT NULL,
    PRIMARY KEY (tournament_id, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX entrants_user ON entrants (user_id);
CREATE TABLE pairings (
    tournament_id INTEGER NOT NULL REFERENCES tournaments (id),
    round INTEGER NOT NULL,
    number INTEGER NOT NULL,
    game INTEGER NOT NULL,
    first INTEGER NOT NULL,
    second INTEGER,
    table_id INTEGER REFERENCES tables (id),
    ended TEXT NOT NULL,
    how TEXT NOT NULL DEFAULT '',
    first_points INTEGER NOT NULL,
    second_points INTEGER NOT NULL,
    PRIMARY KEY (tournament_id, round, number, game)
) STRICT, WITHOUT ROWID;
CREATE INDEX pairings_table ON pairings (table_id);
"""

OF_TABLE: Final = "SELECT tournament_id FROM pairings WHERE table_id = ?"
MOVE: Final = "UPDATE pairings SET table_id = ? WHERE table_id = ?"
CHANGED: Final = "UPDATE tournaments SET revision = revision + 1 WHERE id = ?"
OF_ENTRANT: Final = "SELECT tournament_id FROM entrants WHERE user_id = :user"
ERASE: Final = (
    f"UPDATE tournaments SET revision = revision + 1 WHERE id IN ({OF_ENTRANT})",  # noqa: S608 - a constant
    "UPDATE entrants SET user_id = NULL, name = :name WHERE user_id = :user",
    (
        "UPDATE tournaments SET host_id = NULL, host_name = :name, revision = revision + 1"
        " WHERE host_id = :user"
    ),
)


def tournament_of_table(connection: SqlConnection, table_id: int) -> int | None:
    """The tournament that a table's game belongs to, or none."""
    row = connection.execute(OF_TABLE, (table_id,)).fetchone()
    return None if row is None else int(row[0])


def _schedule_round(connection: SqlConnection, saved: SavedChange) -> None:
    """A table is over or put away: if its game is one of a tournament, that goes on."""
    tournament_id = tournament_of_table(connection, saved.table) if saved.ended else None
    if tournament_id is not None:
        add_alarms(connection, (NewAlarm(ROUND, saved.at, saved.table, detail=str(tournament_id)),))


def _move_pairing(connection: SqlConnection, left: int, arrived: int) -> None:
    """A game has moved from one table to another: it is still the game of its tournament."""
    tournament_id = tournament_of_table(connection, left)
    if tournament_id is not None:
        connection.execute(CHANGED, (tournament_id,))
        connection.execute(MOVE, (arrived, left))


def _forget(connection: SqlConnection, user_id: int, _: float) -> None:
    """Somebody is nameless in every tournament, and in those that they have called."""
    for sql in ERASE:
        values = {"user": user_id, "name": NAMELESS} if ":name" in sql else {"user": user_id}
        connection.execute(sql, values)


def _skip_numbers(connection: SqlConnection) -> None:
    """Messages of tournaments that were called since the backup are those of none that comes."""
    set_last_given(connection, "tournaments", last_given(connection, "tournaments") + CODES)


HOOKS: Final = StorageHooks(
    key="tournaments",
    schema=(_FIRST,),
    on_saved=_schedule_round,
    on_moved=_move_pairing,
    needs="EXISTS (SELECT 1 FROM pairings p WHERE p.table_id = tables.id)",
    personal={
        "tournaments": (
            "SELECT id AS number, game, form, status, guild_id AS server, channel_id AS channel,"
            " at AS opened, host_name AS name FROM tournaments WHERE host_id = :user ORDER BY id"
        ),
        "entries": (
            "SELECT t.id AS number, t.game, t.status, t.guild_id AS server, t.channel_id AS channel, e.name,"
            " e.number AS seed, e.out AS withdrawn, e.place FROM entrants e"
            " JOIN tournaments t ON t.id = e.tournament_id WHERE e.user_id = :user ORDER BY t.id"
        ),
    },
    forget=_forget,
    on_restored=_skip_numbers,
)
