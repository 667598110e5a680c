"""Who looks for an opponent, whom they never want again, and the table at which two are brought together.

A search is a row, and whoever takes it away has it: of two processes that bring the same people together at
the same moment, one finds the row gone, and nothing has happened. See docs/decisions/matchmaking.md.
"""

# ruff: noqa: S608 - only constants of this module are put together

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from bot.features.matchmaking.model import OpponentSearch, Pace
from bot.store import NewTable, SecondBoard, Store, StoreError, Table, second_boards
from bot.store.hooks import Statistic, StorageHooks
from bot.store.sql import SqlConnection, StorePart, lock_exclusively, reads, writes
from bot.store.tables import open_table, require_table

_FIRST: Final = """
-- Who looks for an opponent, as in `Seeking`, and who does not want whom.

CREATE TABLE searches (
    user_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    guild_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    language TEXT NOT NULL,
    pace TEXT NOT NULL,
    rated INTEGER NOT NULL CHECK (rated IN (0, 1)),
    near INTEGER NOT NULL CHECK (near IN (0, 1)),
    since REAL NOT NULL,
    ends REAL NOT NULL,
    PRIMARY KEY (user_id, game)
) STRICT, WITHOUT ROWID;
CREATE TABLE avoided (
    user_id INTEGER NOT NULL,
    other_id INTEGER NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (user_id, other_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX avoided_other ON avoided (other_id);
"""

_COLUMNS: Final = "user_id, game, guild_id, name, language, pace, rated, near, since, ends"
_FINDS: Final = "(SELECT finds FROM servers WHERE servers.guild_id = searches.guild_id)"
INSERT: Final = (
    f"INSERT INTO searches ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
)
DELETE: Final = "DELETE FROM searches WHERE user_id = ? AND game = ?"
TAKE: Final = f"{DELETE} AND since = ?"
OF_PERSON: Final = f"SELECT {_COLUMNS}, {_FINDS} FROM searches WHERE user_id = ? ORDER BY game"
EVERY: Final = f"SELECT {_COLUMNS}, {_FINDS} FROM searches ORDER BY since, user_id, game"
FINDS: Final = "SELECT finds FROM servers WHERE guild_id = ?"
AVOID: Final = "INSERT INTO avoided (user_id, other_id, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
PARDON: Final = "DELETE FROM avoided WHERE user_id = ?"
AVOIDED_BY: Final = "SELECT count(*) FROM avoided WHERE user_id = ?"
ARE_APART: Final = "SELECT 1 FROM avoided WHERE user_id = ? AND other_id = ?"
APART: Final = "SELECT user_id, other_id FROM avoided WHERE user_id IN (SELECT user_id FROM searches)"
MET: Final = (
    # A cross join, as SQLite keeps its order: few tables were found, and seats there are many.
    "SELECT one.user_id, other.user_id, max(t.created_at) FROM tables t"
    " CROSS JOIN seats one CROSS JOIN seats other"
    " WHERE t.found = 1 AND t.created_at >= ? AND one.table_id = t.id AND other.table_id = t.id"
    " AND one.user_id < other.user_id GROUP BY one.user_id, other.user_id"
)


class SearchGone(StoreError):  # noqa: N818 - named by what happened
    """Of two people who were to be brought together, one does not look any more, or may not."""

    def __init__(self) -> None:
        super().__init__("one of the two does not look for an opponent any more")


class SearchStorage(StorePart):
    """The store's part for people who look for an opponent. Each call is one transaction."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self._hooks = store.hooks
        self._tell_others = store.tell_others

    @writes
    def begin(self, connection: SqlConnection, search: OpponentSearch) -> bool:
        """Whether somebody looks from now on; not if they do already, in that game."""
        what = (search.pace, int(search.rated), int(search.near), search.since, search.ends)
        row = (search.user_id, search.game, search.guild_id, search.name, search.language, *what)
        return connection.execute(INSERT, row).rowcount > 0

    @writes
    def cancel(self, connection: SqlConnection, user_id: int, game: str) -> bool:
        """Whether somebody was looking; they are not any more."""
        return connection.execute(DELETE, (user_id, game)).rowcount > 0

    async def claim(self, search: OpponentSearch) -> bool:
        """Whether this search was going on, and is ended by this call and by no other."""
        return await self._writer.write(_claim, search)

    @reads
    def searches_of(self, connection: SqlConnection, user_id: int) -> tuple[OpponentSearch, ...]:
        """What somebody looks for, by game."""
        return tuple(map(_search_from_row, connection.execute(OF_PERSON, (user_id,)).fetchall()))

    @reads
    def all_searches(self, connection: SqlConnection) -> tuple[OpponentSearch, ...]:
        """Everybody who looks, whoever has waited longest first."""
        return tuple(map(_search_from_row, connection.execute(EVERY).fetchall()))

    @reads
    def avoided_pairs(self, connection: SqlConnection) -> frozenset[tuple[int, int]]:
        """Of those who look: who (first) does not want whom again."""
        return _id_pairs(connection.execute(APART).fetchall())

    @reads
    def recent_pairs(self, connection: SqlConnection, since: float) -> Mapping[tuple[int, int], float]:
        """When two were brought together last, if it was since then; the lower user id comes first."""
        return {(one, other): at for one, other, at in connection.execute(MET, (since,)).fetchall()}

    @writes
    def add_avoided(self, connection: SqlConnection, user_id: int, other_id: int, at: float) -> None:
        """Never bring these two together again."""
        connection.execute(AVOID, (user_id, other_id, at))

    @reads
    def count_avoided(self, connection: SqlConnection, user_id: int) -> int:
        """How many people somebody does not want again."""
        return int(connection.execute(AVOIDED_BY, (user_id,)).fetchone()[0])

    @writes
    def clear_avoided(self, connection: SqlConnection, user_id: int) -> None:
        """Somebody takes anybody again."""
        connection.execute(PARDON, (user_id,))

    async def bring_together(
        self,
        both: tuple[OpponentSearch, OpponentSearch],
        new: NewTable,
        mirror: tuple[int, SecondBoard] | None,
    ) -> Table:
        """The table at which two play from now on who both were looking; neither does any more.

        `mirror` is who of them sees it elsewhere, and where. Raises `NotLooking`, `TooManyTables`,
        `TooManyOfOne`.
        """

        def together(connection: SqlConnection) -> Table:
            table = bring_together(connection, both, new, mirror, self._hooks)
            self._tell_others(connection, {table.id})
            return table

        return await self._writer.write(together)


def bring_together(
    connection: SqlConnection,
    both: tuple[OpponentSearch, OpponentSearch],
    new: NewTable,
    mirror: tuple[int, SecondBoard] | None,
    hooks: Sequence[StorageHooks],
) -> Table:
    """As in `Searches`, within a transaction: it is rolled back by what is raised."""
    lock_exclusively(connection)
    one, other = sorted(both, key=lambda search: (search.user_id, search.game))
    for search in (one, other):
        here = connection.execute(FINDS, (search.guild_id,)).fetchone()
        if not _claim(connection, search) or here is None or here[0] != search.channel_id:
            raise SearchGone
    for users in ((one.user_id, other.user_id), (other.user_id, one.user_id)):
        if connection.execute(ARE_APART, users).fetchone() is not None:
            raise SearchGone
    table_id = open_table(connection, new, hooks)
    if mirror is not None:
        second_boards.add(connection, table_id, *mirror)
    return require_table(connection, table_id)


def _search_from_row(row: tuple[Any, ...]) -> OpponentSearch:
    user_id, game, guild_id, name, language, pace, rated, near, since, ends, channel_id = row
    return OpponentSearch(
        user_id,
        game,
        guild_id,
        name,
        language,
        Pace(pace),
        rated=bool(rated),
        near=bool(near),
        since=since,
        ends=ends,
        channel_id=channel_id,
    )


def _claim(connection: SqlConnection, search: OpponentSearch) -> bool:
    return connection.execute(TAKE, (search.user_id, search.game, search.since)).rowcount > 0


def _id_pairs(rows: Iterable[tuple[int, int]]) -> frozenset[tuple[int, int]]:
    return frozenset((one, other) for one, other in rows)


def _forget(connection: SqlConnection, user_id: int, _at: float) -> None:
    connection.execute("DELETE FROM searches WHERE user_id = ?", (user_id,))
    connection.execute("DELETE FROM avoided WHERE user_id = ? OR other_id = ?", (user_id, user_id))


def _forget_searches(connection: SqlConnection) -> None:
    """Who was brought together since the backup would be so again."""
    connection.execute("DELETE FROM searches")


HOOKS: Final = StorageHooks(
    key="matchmaking",
    schema=(_FIRST,),
    personal={
        "searches": (
            "SELECT game, guild_id AS server, name, pace, rated, near, since, ends FROM searches"
            " WHERE user_id = :user ORDER BY game"
        ),
        "avoided": "SELECT at FROM avoided WHERE user_id = :user ORDER BY at",
    },
    forget=_forget,
    on_restored=_forget_searches,
    statistics=(
        Statistic(
            metric="searches_waiting",
            about="People who look for an opponent, by game",
            line="looking:   {} for an opponent",
            count="SELECT count(*) FROM searches",
        ),
    ),
)
