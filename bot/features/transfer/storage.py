"""Pending transfers in the database: the asker, the target, and the seats that have agreed.

A table has one at most, until it is answered or the table is over.
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
-- The pending transfer of a table, as in `PendingTransfer`.

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
    """A requested transfer of a game; `agreed` are the seats that agreed.

    `channel_id` is the target channel; none: an export. It is valid until it is answered.
    """

    table_id: int
    user_id: int
    channel_id: int | None
    agreed: tuple[Seat, ...]
    at: float
    message: Board | None = None


class TransferStorage(StorePart):
    """The stored transfers. Each call is one transaction."""

    async def pending_transfer(self, table_id: int) -> PendingTransfer | None:
        """The pending transfer of a table, or none."""
        return await self._reader.read(_load_transfer, table_id)

    @writes
    def save_transfer(self, connection: SqlConnection, transfer: PendingTransfer) -> None:
        """Store a transfer, in place of the previous one."""
        place = (
            (None, None)
            if transfer.message is None
            else (transfer.message.channel_id, transfer.message.message_id)
        )
        row = (
            transfer.table_id,
            transfer.user_id,
            transfer.channel_id,
            json.dumps(transfer.agreed),
            transfer.at,
        )
        connection.execute(UPSERT, (*row, *place))

    @writes
    def agree(
        self, connection: SqlConnection, transfer: PendingTransfer, seat: Seat
    ) -> PendingTransfer | None:
        """Add a seat that agrees; returns the transfer with all that agreed meanwhile, none if it is gone."""
        question = (transfer.table_id, transfer.user_id, transfer.at)
        while True:
            row = connection.execute(SELECT_AGREED, question).fetchone()
            if row is None:
                return None
            agreed = json.dumps(sorted({*json.loads(row[0]), seat}))
            if connection.execute(AGREE, (agreed, *question, row[0])).rowcount:  # else it has changed
                return _load_transfer(connection, transfer.table_id)

    @writes
    def set_message(self, connection: SqlConnection, transfer: PendingTransfer, message: Board) -> None:
        """Store the message of a transfer, unless it is gone."""
        where = (message.channel_id, message.message_id)
        connection.execute(ASKED, (*where, transfer.table_id, transfer.user_id, transfer.at))

    async def drop_transfer(self, table_id: int) -> None:
        """Delete the pending transfer of a table."""
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


# Hooks, run inside other transactions


def _drop_at_end(connection: SqlConnection, saved: SavedChange) -> None:
    """Delete the pending transfer of a table that is over."""
    if saved.ended:
        _drop_transfer(connection, saved.table)


def _questions(connection: SqlConnection, table_id: int, user_id: int | None) -> Sequence[Board]:
    """The message of a pending transfer; with a user id, only of their own."""
    transfer = _load_transfer(connection, table_id)
    if transfer is None or transfer.message is None or user_id not in (None, transfer.user_id):
        return ()
    return (transfer.message,)


def _forget(connection: SqlConnection, user_id: int, _at: float) -> None:
    """Delete the transfers that a user asked for, and the agreement of their seats."""
    connection.execute("DELETE FROM departures WHERE user_id = ?", (user_id,))
    for (table_id,) in connection.execute(ASKED_AT).fetchall():
        _drop_nameless_votes(connection, table_id)


def _drop_nameless_votes(connection: SqlConnection, table_id: int) -> None:
    """Drop the agreement of seats without a user; another process may add one meanwhile."""
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
