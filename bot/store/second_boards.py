"""Second boards: where a player sees a table that is played in a server where they are not.

A row tells up to which revision the table is shown there, and for which turn its player was called. What is
behind the table is to be shown: nobody has to write that down. See docs/decisions/matchmaking.md.
"""

# ruff: noqa: S608 - only constants of this module are put together

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from bot.cluster.shards import Shards
from bot.store import outbox
from bot.store.model import Board, SecondBoard, Table
from bot.store.rows import tables_of
from bot.store.sql import Connections, SqlConnection, StorePart, for_shards, reads, writes

NEVER: Final = 1e18
"""When a mirror is due that shows the end of its game."""

INSERT: Final = (
    "INSERT INTO mirrors (table_id, user_id, guild_id, channel_id, language, revision, turn, due)"
    " VALUES (?, ?, ?, ?, ?, -1, -1, 0)"
)
_NEWEST: Final = "(SELECT revision FROM tables WHERE tables.id = mirrors.table_id)"
_TURN: Final = "(SELECT turn FROM tables WHERE tables.id = mirrors.table_id)"
BEHIND: Final = (
    f"SELECT table_id, revision, turn, {_NEWEST} FROM mirrors WHERE due <= ?"
    f" AND (revision < {_NEWEST} OR turn < {_TURN}) ORDER BY due, table_id"
)
ONE: Final = f"SELECT table_id, revision, turn, {_NEWEST} FROM mirrors WHERE table_id = ?"
SHOWN: Final = (
    "UPDATE mirrors SET message_id = ?, revision = ?, turn = ?, due = ? WHERE table_id = ? AND channel_id = ?"
)
SHOWN_TO: Final = (
    "SELECT table_id, channel_id, message_id FROM mirrors WHERE user_id = ? AND message_id IS NOT NULL"
)
SHOWN_BY: Final = "SELECT channel_id, message_id FROM mirrors WHERE table_id = ? AND message_id IS NOT NULL"
AS_SHOWN: Final = "SELECT message_id, revision, turn FROM mirrors WHERE table_id = ? AND channel_id = ?"
DROP_OF: Final = "DELETE FROM mirrors WHERE user_id = ?"
PUT_OFF: Final = "UPDATE mirrors SET due = ? WHERE table_id = ?"
GO: Final = (
    "UPDATE mirrors SET guild_id = NULL, channel_id = ?, message_id = NULL, revision = -1, due = 0"
    " WHERE table_id = ?"
)
HOME: Final = (
    "UPDATE tables SET guild_id = ?, channel_id = ?, home_id = NULL, language = ?, board_channel_id = ?,"
    " board_message_id = ? WHERE id = ? AND channel_id = ?"
)
EXCHANGE: Final = (
    "UPDATE mirrors SET user_id = ?, guild_id = NULL, channel_id = ?, language = ?, message_id = NULL,"
    " revision = -1, turn = -1, due = 0 WHERE table_id = ?"
)
LIVE: Final = "SELECT id FROM tables WHERE status = 'playing' AND id IN (SELECT table_id FROM mirrors)"
_IN: Final = "SELECT id FROM tables WHERE id IN (SELECT table_id FROM mirrors WHERE channel_id = ?)"
IN_CHANNEL: Final = f"{_IN} ORDER BY changed_at DESC, id DESC LIMIT ?"
IN_CHANNEL_LIVE: Final = f"{_IN} AND status IN ('open', 'playing') ORDER BY changed_at DESC, id DESC LIMIT ?"


@dataclass(frozen=True, slots=True)
class StaleSecondBoard:
    """A mirror that shows its table at `revision` (-1: not at all), and has called its player in `turn`.

    `newest` is the revision that the table is at.
    """

    table_id: int
    revision: int
    turn: int
    newest: int


class StoredSecondBoards(StorePart):
    """The store's part for second boards. Each call is one transaction."""

    def __init__(
        self,
        store: Connections,
        changed: Callable[[SqlConnection, set[int]], None],
        forget: Callable[[int], None],
        shards: Shards | None = None,
    ) -> None:
        """`changed` and `forget`: other processes, and this one, read a table anew."""
        super().__init__(store)
        self._changed = changed
        self._forget = forget
        self._shards = shards

    @reads
    def due_boards(self, connection: SqlConnection, at: float) -> tuple[StaleSecondBoard, ...]:
        """The mirrors of this process that do not show their table as it stands, and are due."""
        return tuple(
            StaleSecondBoard(*row)
            for row in connection.execute(for_shards(BEHIND, self._shards), (at,)).fetchall()
        )

    @reads
    def find(self, connection: SqlConnection, table_id: int) -> StaleSecondBoard | None:
        """The mirror of a table, or none."""
        row = connection.execute(ONE, (table_id,)).fetchone()
        return None if row is None else StaleSecondBoard(*row)

    async def confirm_shown(self, table: Table, board: Board, turn: int, *, done: bool) -> None:
        """A table is shown there as it is here, and its player was called in this turn."""
        due = NEVER if done else 0.0

        def write_shown(connection: SqlConnection) -> None:
            row = (board.message_id, table.revision, turn, due, table.id, board.channel_id)
            connection.execute(SHOWN, row)
            self._changed(connection, {table.id})

        await self._writer.write(write_shown)
        self._forget(table.id)

    @writes
    def put_off(self, connection: SqlConnection, table_id: int, due: float) -> None:
        """It could not be shown, and will be tried again then."""
        connection.execute(PUT_OFF, (due, table_id))

    async def move_to_direct_messages(self, table_id: int, channel_id: int, at: float) -> None:
        """The table is shown to its player by direct message from now on, in this channel.

        The message that showed it before is to go.
        """

        def write_channel(connection: SqlConnection) -> None:
            for before in connection.execute(SHOWN_BY, (table_id,)).fetchall():
                outbox.remove_message(connection, table_id, Board(*before), at)
            connection.execute(GO, (channel_id, table_id))
            self._changed(connection, {table_id})

        await self._writer.write(write_channel)
        self._forget(table_id)

    async def promote_second_board(self, table: Table, channel_id: int, at: float) -> bool:
        """Whether a table is played where its mirror was from now on, and its host sees it in this channel.

        The message that showed it at home is to go. Nothing happens if either is elsewhere by now.
        """

        def swap_boards(connection: SqlConnection) -> bool:
            mirror = next(one.afar for one in table.players if one.afar is not None)
            host = next(one.user_id for one in table.players if one.afar is None)
            there = connection.execute(AS_SHOWN, (table.id, mirror.channel_id)).fetchone()
            if there is None:
                return False
            message_id, *shown = there
            board = (None, None) if message_id is None else (mirror.channel_id, message_id)
            home = (mirror.guild_id, mirror.channel_id, mirror.language, *board)
            if not connection.execute(HOME, (*home, table.id, table.channel_id)).rowcount:
                return False
            if table.board is not None:
                outbox.remove_message(connection, table.id, table.board, at)
            outbox.exchange(connection, table, *shown)
            connection.execute(EXCHANGE, (host, channel_id, table.terms.language, table.id))
            self._changed(connection, {table.id})
            return True

        done = await self._writer.write(swap_boards)
        self._forget(table.id)
        return done

    async def move_game_to_direct_messages(
        self, table: Table, first: tuple[int, int], second: tuple[int, int], at: float
    ) -> None:
        """Two play by direct messages from now on: each is given by user id and channel.

        The table is at home with the first. The board that showed it before is to go.
        """

        def write_channels(connection: SqlConnection) -> None:
            here = (None, first[1], table.terms.language, None, None, table.id, table.channel_id)
            if connection.execute(HOME, here).rowcount == 0:
                return  # somebody was quicker
            if table.board is not None:
                outbox.remove_message(connection, table.id, table.board, at)
            add(connection, table.id, second[0], SecondBoard(None, second[1], table.terms.language))
            self._changed(connection, {table.id})

        await self._writer.write(write_channels)
        self._forget(table.id)

    @reads
    def live(self, connection: SqlConnection) -> tuple[Table, ...]:
        """The tables of this process that have a mirror, and whose games go on."""
        return tables_of(connection, connection.execute(for_shards(LIVE, self._shards)).fetchall())

    @reads
    def in_channel(
        self, connection: SqlConnection, channel_id: int, *, live_only: bool, limit: int = 25
    ) -> tuple[Table, ...]:
        """At most `limit` tables that a channel mirrors, the last changed first."""
        sql = IN_CHANNEL_LIVE if live_only else IN_CHANNEL
        return tables_of(connection, connection.execute(sql, (channel_id, limit)).fetchall())


def add(connection: SqlConnection, table_id: int, user_id: int, mirror: SecondBoard) -> None:
    """A player sees a new table there; nothing is shown yet."""
    connection.execute(INSERT, (table_id, user_id, mirror.guild_id, mirror.channel_id, mirror.language))


def forget(connection: SqlConnection, user_id: int, at: float) -> None:
    """Nobody is shown a table for somebody any more, and the messages that did it are to go."""
    for table_id, channel_id, message_id in connection.execute(SHOWN_TO, (user_id,)).fetchall():
        outbox.remove_message(connection, table_id, Board(channel_id, message_id), at)
    connection.execute(DROP_OF, (user_id,))
