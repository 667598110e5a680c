"""Moves of house that were asked for: who asked, where to, and which seats have agreed.

There is one at a table, until it is answered or the table is over.
"""

# ruff: noqa: S608 - only constants of this module are put together

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.store import Board
from bot.store.hooks import SavedChange, StorageHooks
from bot.store.persons import AGREES
from bot.store.sql import SqlConnection, StorePart, upsert, writes
from engine.core import Seat

_FIRST: Final = """
-- The move of house that is asked of the players of a table, as in `Departure`.

CREATE TABLE departures (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id),
    user_id INTEGER NOT NULL,
    channel_id INTEGER,
    agreed TEXT NOT NULL,
    at REAL NOT NULL,
    message_channel_id INTEGER,
    message_id INTEGER
) STRICT;
CREATE INDEX departures_user ON departures (user_id);
"""

_DEPARTURE: Final = "table_id, user_id, channel_id, agreed, at, message_channel_id, message_id"
SELECT: Final = f"SELECT {_DEPARTURE} FROM departures WHERE table_id = ?"
UPSERT: Final = upsert("departures", _DEPARTURE, "table_id")
DELETE: Final = "DELETE FROM departures WHERE table_id = ?"
_SAME: Final = "WHERE table_id = ? AND user_id = ? AND at = ?"
SELECT_AGREED: Final = f"SELECT agreed FROM departures {_SAME}"
AGREE: Final = f"UPDATE departures SET agreed = ? {_SAME} AND agreed = ?"
ASKED: Final = f"UPDATE departures SET message_channel_id = ?, message_id = ? {_SAME}"
_TABLE: Final = "'T' || t.id AS \"table\", t.game"

ASKED_AT: Final = "SELECT table_id FROM departures"
AGREED_AT: Final = "SELECT agreed FROM departures WHERE table_id = ?"
SEATED: Final = "SELECT seat FROM seats WHERE table_id = ? AND user_id > 0"
DISAGREE: Final = "UPDATE departures SET agreed = ? WHERE table_id = ? AND agreed = ?"


@dataclass(frozen=True, slots=True)
class PendingTransfer:
    """Somebody wants a game to move house; `agreed` are the seats that said yes.

    `channel_id` is the channel it is to go to; none: it leaves as a file. It holds until it is answered.
    """

    table_id: int
    user_id: int
    channel_id: int | None
    agreed: tuple[Seat, ...]
    at: float
    message: Board | None = None


class TransferStorage(StorePart):
    """The moves of house on disk. Each call is one transaction."""

    async def pending_transfer(self, table_id: int) -> PendingTransfer | None:
        """The move of house that somebody wants for a table, or none."""
        return await self._reader.read(_load_transfer, table_id)

    @writes
    def save_transfer(self, connection: SqlConnection, made: PendingTransfer) -> None:
        """Remember it, in place of the one before."""
        place = (None, None) if made.message is None else (made.message.channel_id, made.message.message_id)
        row = (made.table_id, made.user_id, made.channel_id, json.dumps(made.agreed), made.at)
        connection.execute(UPSERT, (*row, *place))

    @writes
    def agree(
        self, connection: SqlConnection, departure: PendingTransfer, seat: Seat
    ) -> PendingTransfer | None:
        """The same with one more who agrees, and all who did meanwhile; none if it is not asked any more."""
        question = (departure.table_id, departure.user_id, departure.at)
        while True:
            row = connection.execute(SELECT_AGREED, question).fetchone()
            if row is None:
                return None
            agreed = json.dumps(sorted({*json.loads(row[0]), seat}))
            if connection.execute(AGREE, (agreed, *question, row[0])).rowcount:  # else somebody was quicker
                return _load_transfer(connection, departure.table_id)

    @writes
    def set_message(self, connection: SqlConnection, departure: PendingTransfer, message: Board) -> None:
        """By which message it is asked, unless it is not any more."""
        where = (message.channel_id, message.message_id)
        connection.execute(ASKED, (*where, departure.table_id, departure.user_id, departure.at))

    async def drop_transfer(self, table_id: int) -> None:
        """It is answered."""
        await self._writer.write(_drop_transfer, table_id)


def _load_transfer(connection: SqlConnection, table_id: int) -> PendingTransfer | None:
    row = connection.execute(SELECT, (table_id,)).fetchone()
    if row is None:
        return None
    table, user_id, channel_id, agreed, at, message_channel_id, message_id = row
    message = None if message_id is None else Board(message_channel_id, message_id)
    return PendingTransfer(table, user_id, channel_id, tuple(json.loads(agreed)), at, message)


def _drop_transfer(connection: SqlConnection, table_id: int) -> None:
    connection.execute(DELETE, (table_id,))


# Inside the transactions of others


def _drop_at_end(connection: SqlConnection, saved: SavedChange) -> None:
    """Nobody is asked any more where the game is over."""
    if saved.ended:
        _drop_transfer(connection, saved.table)


def _questions(connection: SqlConnection, table_id: int, user_id: int | None) -> Sequence[Board]:
    """By which message a move is asked for; if a user is forgotten, only by them."""
    departure = _load_transfer(connection, table_id)
    if departure is None or departure.message is None or user_id not in (None, departure.user_id):
        return ()
    return (departure.message,)


def _forget(connection: SqlConnection, user_id: int, _at: float) -> None:
    """What they have asked is asked no more, and a nameless seat has agreed to no move of house."""
    connection.execute("DELETE FROM departures WHERE user_id = ?", (user_id,))
    for (table_id,) in connection.execute(ASKED_AT).fetchall():
        _drop_nameless_votes(connection, table_id)


def _drop_nameless_votes(connection: SqlConnection, table_id: int) -> None:
    """Only who still sits at a table has agreed; another process may note one more who agrees meanwhile."""
    seated = {seat for (seat,) in connection.execute(SEATED, (table_id,))}
    while (row := connection.execute(AGREED_AT, (table_id,)).fetchone()) is not None:
        left = json.dumps([seat for seat in json.loads(row[0]) if seat in seated])
        if left == row[0] or connection.execute(DISAGREE, (left, table_id, row[0])).rowcount:
            return


HOOKS: Final = StorageHooks(
    key="transfer",
    schema=(_FIRST,),
    on_saved=_drop_at_end,
    tables=("departures",),
    questions=_questions,
    personal={
        "departures": (
            f"SELECT {_TABLE}, d.channel_id AS channel, d.at FROM departures d"
            " JOIN tables t ON t.id = d.table_id WHERE d.user_id = :user ORDER BY t.id"
        ),
        "agreements": (
            f"SELECT {_TABLE}, s.seat, 'departure' AS what FROM seats s JOIN tables t ON t.id = s.table_id"
            " JOIN departures d ON d.table_id = t.id"
            f" WHERE s.user_id = :user AND {AGREES.format('d')} ORDER BY t.id, s.seat"
        ),
    },
    forget=_forget,
)
