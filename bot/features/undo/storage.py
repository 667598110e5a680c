"""Offers to go back, on disk: one for a table, which holds for one revision of it.

Each call of an `UndoStorage` is one transaction.
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
-- What players offer each other: to take back.

CREATE TABLE offers (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id),
    revision INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    ply INTEGER NOT NULL,
    agreed TEXT NOT NULL,
    at REAL NOT NULL,
    channel_id INTEGER,
    message_id INTEGER
) STRICT;
CREATE INDEX offers_user ON offers (user_id);
"""

_OFFER: Final = "table_id, revision, user_id, seat, ply, agreed, at, channel_id, message_id"
SELECT: Final = f"SELECT {_OFFER} FROM offers WHERE table_id = ?"
UPSERT: Final = upsert("offers", _OFFER, "table_id")
DELETE: Final = "DELETE FROM offers WHERE table_id = ?"


@dataclass(frozen=True, slots=True)
class UndoOffer:
    """Somebody asks to go back to how a table stood after line `ply`; `agreed` are the seats that said yes.

    It holds while the table is at `revision`.
    """

    table_id: int
    revision: int
    user_id: int
    seat: Seat
    ply: int
    agreed: tuple[Seat, ...]
    at: float
    message: Board | None = None


class UndoStorage(StorePart):
    """The offers on disk."""

    async def last_offer(self, table_id: int) -> UndoOffer | None:
        """The last offer to undo at a table, whether or not it still holds."""
        return await self._reader.read(_offer, table_id)

    @writes
    def set_offer(self, connection: SqlConnection, made: UndoOffer) -> None:
        """Remember an offer, in place of the one before."""
        place = (None, None) if made.message is None else (made.message.channel_id, made.message.message_id)
        whose = (made.table_id, made.revision, made.user_id, made.seat, made.ply)
        connection.execute(UPSERT, (*whose, json.dumps(made.agreed), made.at, *place))

    async def drop_offer(self, table_id: int) -> None:
        """The offer at a table is answered."""
        await self._writer.write(_drop_offer, table_id)


def _offer(connection: SqlConnection, table_id: int) -> UndoOffer | None:
    row = connection.execute(SELECT, (table_id,)).fetchone()
    if row is None:
        return None
    table, revision, user_id, seat, ply, agreed, at, channel_id, message_id = row
    board = None if message_id is None else Board(channel_id, message_id)
    return UndoOffer(table, revision, user_id, seat, ply, tuple(json.loads(agreed)), at, board)


def _drop_offer(connection: SqlConnection, table_id: int) -> None:
    connection.execute(DELETE, (table_id,))


def _end_with_game(connection: SqlConnection, saved: SavedChange) -> None:
    if saved.ended:
        _drop_offer(connection, saved.table)


def _questions(connection: SqlConnection, table_id: int, _user_id: int | None) -> Sequence[Board]:
    """Where an offer is asked; whoever is forgotten changes the table, so that nobody's holds any more."""
    offer = _offer(connection, table_id)
    return () if offer is None or offer.message is None else (offer.message,)


def _forget(connection: SqlConnection, user_id: int, _at: float) -> None:
    connection.execute("DELETE FROM offers WHERE user_id = ?", (user_id,))


def _drop_all(connection: SqlConnection) -> None:
    """After a restore whoever wants to go back asks anew."""
    connection.execute("DELETE FROM offers")


HOOKS: Final = StorageHooks(
    key="undo",
    schema=(_FIRST,),
    on_saved=_end_with_game,
    tables=("offers",),
    questions=_questions,
    personal={
        "undo_offers": (
            "SELECT 'T' || t.id AS \"table\", t.game, o.seat, o.ply, o.at"
            " FROM offers o JOIN tables t ON t.id = o.table_id"
            " WHERE o.user_id = :user ORDER BY t.id"
        ),
        "undo_agreements": (
            "SELECT 'T' || t.id AS \"table\", t.game, s.seat FROM offers o"
            " JOIN tables t ON t.id = o.table_id JOIN seats s ON s.table_id = t.id"
            f" WHERE s.user_id = :user AND {AGREES.format('o')} ORDER BY t.id"
        ),
    },
    forget=_forget,
    on_restored=_drop_all,
)
