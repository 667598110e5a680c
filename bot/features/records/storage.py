"""What a group has played before: read from results, options and seats; nothing is stored for it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from bot.store.model import Result
from bot.store.sql import SqlConnection, StorePart, reads

MOST: Final = 500
"""The most rows that are read: seats of one person's games, the newest first."""

PLAYED: Final = (
    "SELECT results.table_id, results.result, tables.options, seats.user_id FROM results"
    " JOIN tables ON tables.id = results.table_id JOIN seats ON seats.table_id = results.table_id"
    " WHERE results.user_id = ? AND results.game = ? AND results.seats = ?"
    " ORDER BY results.ended DESC, results.table_id LIMIT ?"
)


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A finished game of a person: its options as JSON, who sat there, and whether they won."""

    options: str
    users: frozenset[int]
    won: bool


class RecordStorage(StorePart):
    """The finished games of a group."""

    @reads
    def played(
        self, connection: SqlConnection, user_id: int, game: str, seats: int
    ) -> tuple[PlayedGame, ...]:
        """Return a person's finished games with so many seats, the newest first."""
        return tuple(_games(connection.execute(PLAYED, (user_id, game, seats, MOST))))


def _games(rows: Iterable[tuple[int, str, str, int]]) -> Iterable[PlayedGame]:
    games = dict[int, PlayedGame]()
    for table_id, result, options, user_id in rows:
        before = games.get(table_id)
        users = frozenset({user_id}) if before is None else before.users | {user_id}
        games[table_id] = PlayedGame(options, users, result == Result.WON)
    return games.values()
