"""Stored votes: the question at a table, and the votes cast.

A table has one at most. An alarm (`VOTE`) closes it: a line that may have settled the decision makes the
alarm due at once, and a new vote makes it due soon, to check whether it is shown. Each method is one
transaction.
"""

# ruff: noqa: S608 - only constants of this module are put together

from __future__ import annotations

from typing import Any, Final

from bot.features.votes.model import Vote
from bot.store import Board, NewAlarm, outbox
from bot.store.hooks import SavedChange, StorageHooks
from bot.store.rows import add_alarms
from bot.store.sql import SqlConnection, StorePart, writes

VOTE: Final = "vote"
"""The alarm that closes a vote; its detail is the number of the vote."""

_FIRST: Final = """
-- The vote of a table, as in `Vote`; `lines` has an option on each of its lines.

CREATE TABLE asks (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    number INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    ply INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    begins TEXT NOT NULL,
    lines TEXT NOT NULL,
    at REAL NOT NULL,
    ends REAL NOT NULL,
    closed INTEGER NOT NULL CHECK (closed IN (0, 1)),
    channel_id INTEGER,
    message_id INTEGER,
    PRIMARY KEY (table_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX asks_user ON asks (user_id);

-- Who has voted for which option.

CREATE TABLE ask_votes (
    table_id INTEGER NOT NULL REFERENCES asks (table_id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL,
    choice INTEGER NOT NULL,
    PRIMARY KEY (table_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX ask_votes_user ON ask_votes (user_id);
"""

_COLUMNS: Final = (
    "table_id, number, turn, ply, seat, user_id, begins, lines, at, ends, closed, channel_id, message_id"
)
INSERT: Final = f"INSERT INTO asks ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
SELECT: Final = f"SELECT {_COLUMNS} FROM asks WHERE table_id = ?"
HAS: Final = "SELECT 1 FROM asks WHERE table_id = ?"
DELETE: Final = "DELETE FROM asks WHERE table_id = ?"
STANDS: Final = "SELECT 1 FROM tables WHERE id = ? AND status = 'playing' AND turn = ? AND plies = ?"
TURN: Final = "SELECT 1 FROM tables WHERE id = ? AND status = 'playing' AND turn = ?"
SET_MESSAGE: Final = "UPDATE asks SET channel_id = ?, message_id = ? WHERE table_id = ? AND number = ?"
CLOSE: Final = "UPDATE asks SET closed = 1 WHERE table_id = ? AND number = ? AND closed = 0"
DROP_ALARMS: Final = "DELETE FROM alarms WHERE table_id = ? AND kind = ?"
PULL: Final = "UPDATE alarms SET due = ? WHERE table_id = ? AND kind = ? AND sending IS NULL AND due > ?"
CAST: Final = (
    "INSERT INTO ask_votes (table_id, user_id, choice) VALUES (?, ?, ?)"
    " ON CONFLICT (table_id, user_id) DO UPDATE SET choice = excluded.choice"
)
VOTES: Final = "SELECT user_id, choice FROM ask_votes WHERE table_id = ? ORDER BY user_id"
BY: Final = "SELECT table_id, channel_id, message_id FROM asks WHERE user_id = ?"


class VoteStorage(StorePart):
    """The stored votes."""

    async def of_table(self, table_id: int) -> Vote | None:
        """The vote of a table, open or closed, or none."""
        return await self._reader.read(_of_table, table_id)

    @writes
    def begin(self, connection: SqlConnection, vote: Vote, before: Vote | None) -> bool:
        """Store an open vote, in place of the one `before`; its alarm soon checks whether it is shown.

        False where the table has changed meanwhile, or has another vote.
        """
        if connection.execute(STANDS, (vote.table_id, vote.turn, vote.ply)).fetchone() is None:
            return False
        existing = _of_table(connection, vote.table_id)
        if (existing and existing.number) != (before and before.number):
            return False
        if existing is not None:
            connection.execute(DELETE, (vote.table_id,))
            connection.execute(DROP_ALARMS, (vote.table_id, VOTE))
            if existing.message is not None and not existing.closed:
                outbox.remove_message(connection, vote.table_id, existing.message, vote.at)
        place = (None, None) if vote.message is None else (vote.message.channel_id, vote.message.message_id)
        question = (
            vote.number,
            vote.turn,
            vote.ply,
            vote.seat,
            vote.user_id,
            vote.begins,
            "\n".join(vote.lines),
        )
        connection.execute(INSERT, (vote.table_id, *question, vote.at, vote.ends, int(vote.closed), *place))
        look = min(vote.at + outbox.GRACE, vote.ends)
        alarm = NewAlarm(VOTE, look, vote.table_id, vote.user_id, vote.turn, str(vote.number))
        add_alarms(connection, (alarm,))
        return True

    @writes
    def set_message(self, connection: SqlConnection, vote: Vote, message: Board, at: float) -> None:
        """Store which message shows a vote; it is deleted at once if the vote is gone by now."""
        place = (message.channel_id, message.message_id, vote.table_id, vote.number)
        if not connection.execute(SET_MESSAGE, place).rowcount:
            outbox.remove_message(connection, vote.table_id, message, at)

    @writes
    def drop(self, connection: SqlConnection, vote: Vote) -> None:
        """Delete a vote with all votes cast."""
        if _is_current(connection, vote):
            connection.execute(DELETE, (vote.table_id,))
            connection.execute(DROP_ALARMS, (vote.table_id, VOTE))

    async def votes(self, table_id: int) -> dict[int, int]:
        """The chosen options, by user id."""
        return await self._reader.read(_votes, table_id)

    @writes
    def cast_vote(
        self, connection: SqlConnection, vote: Vote, user_id: int, choice: int, at: float
    ) -> dict[int, int] | None:
        """Store a user's vote and return all votes; none if the vote is closed.

        The alarm soon checks whether they are shown: `at` is now.
        """
        existing = _of_table(connection, vote.table_id)
        if existing is None or existing.number != vote.number or existing.closed:
            return None
        connection.execute(CAST, (vote.table_id, user_id, choice))
        look = at + outbox.GRACE
        connection.execute(PULL, (look, vote.table_id, VOTE, look))
        return _votes(connection, vote.table_id)

    @writes
    def close(self, connection: SqlConnection, vote: Vote, at: float) -> None:
        """Close a vote and make its alarm due: `at` is now."""
        if connection.execute(CLOSE, (vote.table_id, vote.number)).rowcount:
            connection.execute(PULL, (at, vote.table_id, VOTE, at))

    @writes
    def set_result_message(self, connection: SqlConnection, vote: Vote, message: Board, at: float) -> None:
        """Store the message with the result, which is deleted when the turn passes."""
        if connection.execute(TURN, (vote.table_id, vote.turn)).fetchone() is not None:
            outbox.note_message(connection, vote.table_id, message, at)
        else:  # the turn has passed while it was sent
            outbox.remove_message(connection, vote.table_id, message, at)

    @writes
    def drop_message(self, connection: SqlConnection, table_id: int, message: Board, at: float) -> None:
        """Delete a message at once instead of at the end of the turn."""
        outbox.remove_message(connection, table_id, message, at)


def _vote_from_row(row: tuple[Any, ...]) -> Vote:
    table_id, number, turn, ply, seat, user_id, begins, lines, at, ends, closed, channel, message = row
    board = None if message is None else Board(channel, message)
    options = tuple(lines.splitlines())
    return Vote(table_id, number, turn, ply, seat, user_id, begins, options, at, ends, bool(closed), board)


def _of_table(connection: SqlConnection, table_id: int) -> Vote | None:
    row = connection.execute(SELECT, (table_id,)).fetchone()
    return None if row is None else _vote_from_row(row)


def _is_current(connection: SqlConnection, vote: Vote) -> bool:
    """Whether a table still has this vote."""
    existing = _of_table(connection, vote.table_id)
    return existing is not None and existing.number == vote.number


def _votes(connection: SqlConnection, table_id: int) -> dict[int, int]:
    return dict(connection.execute(VOTES, (table_id,)).fetchall())


# Hooks, run inside other transactions


def _follow(connection: SqlConnection, saved: SavedChange) -> None:
    """Make the alarm of a table's vote due, as the saved change may have settled it.

    When the turn passes, a vote that was closed before is deleted.
    """
    if not (saved.turn_passed or saved.moved):
        return
    if connection.execute(HAS, (saved.table,)).fetchone() is None:
        return
    connection.execute(PULL, (saved.at, saved.table, VOTE, saved.at))
    if saved.turn_passed:
        connection.execute(f"{DELETE} AND closed = 1", (saved.table,))


def _forget(connection: SqlConnection, user_id: int, at: float) -> None:
    """Delete the votes that a user has started, their messages, and the votes that they cast."""
    for table_id, channel_id, message_id in connection.execute(BY, (user_id,)).fetchall():
        if message_id is not None:
            outbox.remove_message(connection, table_id, Board(channel_id, message_id), at)
        connection.execute(DROP_ALARMS, (table_id, VOTE))
    connection.execute("DELETE FROM ask_votes WHERE user_id = ?", (user_id,))
    connection.execute("DELETE FROM asks WHERE user_id = ?", (user_id,))


def _drop_all(connection: SqlConnection) -> None:
    """Delete all votes after a restore: their messages belong to another time."""
    connection.execute("DELETE FROM ask_votes")  # a restored copy does not cascade
    connection.execute("DELETE FROM asks")


HOOKS: Final = StorageHooks(
    key="votes",
    schema=(_FIRST,),
    on_saved=_follow,
    tables=("asks",),
    personal={
        "asks": (
            "SELECT 'T' || table_id AS \"table\", turn, seat, lines, at, ends, closed FROM asks"
            " WHERE user_id = :user ORDER BY table_id"
        ),
        "ask_votes": (
            "SELECT 'T' || table_id AS \"table\", choice FROM ask_votes"
            " WHERE user_id = :user ORDER BY table_id"
        ),
    },
    forget=_forget,
    on_restored=_drop_all,
)
