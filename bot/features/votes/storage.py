"""Votes on a decision: what was asked at a table, and who has voted how.

There is one at a table. It is closed by an alarm (`VOTE`), whose row lies with it: what may have settled the
decision makes that alarm due at once, and a vote makes it due soon, to see whether that was shown. Each
method is one transaction.
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
-- The vote of a table, as in `Ask`; `lines` has an option on each of its lines.

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
    """The votes on disk."""

    async def of_table(self, table_id: int) -> Vote | None:
        """The vote of a table, open or closed; none if there is none."""
        return await self._reader.read(_of_table, table_id)

    @writes
    def begin(self, connection: SqlConnection, ask: Vote, before: Vote | None) -> bool:
        """A vote is open, in place of the one `before`; soon its alarm looks whether it is shown.

        False where the table has changed meanwhile, or somebody else was quicker to ask.
        """
        if connection.execute(STANDS, (ask.table_id, ask.turn, ask.ply)).fetchone() is None:
            return False
        found = _of_table(connection, ask.table_id)
        if (found and found.number) != (before and before.number):
            return False
        if found is not None:
            connection.execute(DELETE, (ask.table_id,))
            connection.execute(DROP_ALARMS, (ask.table_id, VOTE))
            if found.message is not None and not found.closed:
                outbox.remove_message(connection, ask.table_id, found.message, ask.at)
        place = (None, None) if ask.message is None else (ask.message.channel_id, ask.message.message_id)
        asked = (ask.number, ask.turn, ask.ply, ask.seat, ask.user_id, ask.begins, "\n".join(ask.lines))
        connection.execute(INSERT, (ask.table_id, *asked, ask.at, ask.ends, int(ask.closed), *place))
        look = min(ask.at + outbox.GRACE, ask.ends)
        alarm = NewAlarm(VOTE, look, ask.table_id, ask.user_id, ask.turn, str(ask.number))
        add_alarms(connection, (alarm,))
        return True

    @writes
    def set_message(self, connection: SqlConnection, ask: Vote, message: Board, at: float) -> None:
        """Remember which message shows a vote; it goes at once if the vote is gone by now."""
        place = (message.channel_id, message.message_id, ask.table_id, ask.number)
        if not connection.execute(SET_MESSAGE, place).rowcount:
            outbox.remove_message(connection, ask.table_id, message, at)

    @writes
    def drop(self, connection: SqlConnection, ask: Vote) -> None:
        """A vote is over and done with, or was never seen: its row goes, votes and all."""
        if _is_current(connection, ask):
            connection.execute(DELETE, (ask.table_id,))
            connection.execute(DROP_ALARMS, (ask.table_id, VOTE))

    async def votes(self, table_id: int) -> dict[int, int]:
        """Who has voted for which option, by user id."""
        return await self._reader.read(_votes, table_id)

    @writes
    def cast_vote(
        self, connection: SqlConnection, ask: Vote, user_id: int, choice: int, at: float
    ) -> dict[int, int] | None:
        """All votes once somebody has voted, or changed their vote; none if the vote is closed.

        Soon its alarm looks whether they are shown: `at` is now.
        """
        found = _of_table(connection, ask.table_id)
        if found is None or found.number != ask.number or found.closed:
            return None
        connection.execute(CAST, (ask.table_id, user_id, choice))
        look = at + outbox.GRACE
        connection.execute(PULL, (look, ask.table_id, VOTE, look))
        return _votes(connection, ask.table_id)

    @writes
    def close(self, connection: SqlConnection, ask: Vote, at: float) -> None:
        """Nobody votes any more, and its alarm is due: `at` is now."""
        if connection.execute(CLOSE, (ask.table_id, ask.number)).rowcount:
            connection.execute(PULL, (at, ask.table_id, VOTE, at))

    @writes
    def set_result_message(self, connection: SqlConnection, ask: Vote, message: Board, at: float) -> None:
        """What came of it was said to who asked: that message goes with the turn."""
        if connection.execute(TURN, (ask.table_id, ask.turn)).fetchone() is not None:
            outbox.note_message(connection, ask.table_id, message, at)
        else:  # the turn has passed while it was sent
            outbox.remove_message(connection, ask.table_id, message, at)

    @writes
    def drop_message(self, connection: SqlConnection, table_id: int, message: Board, at: float) -> None:
        """What was said is done: that message goes at once, and not only with the turn."""
        outbox.remove_message(connection, table_id, message, at)


def _vote_from_row(row: tuple[Any, ...]) -> Vote:
    table_id, number, turn, ply, seat, user_id, begins, lines, at, ends, closed, channel, message = row
    board = None if message is None else Board(channel, message)
    said = tuple(lines.splitlines())
    return Vote(table_id, number, turn, ply, seat, user_id, begins, said, at, ends, bool(closed), board)


def _of_table(connection: SqlConnection, table_id: int) -> Vote | None:
    row = connection.execute(SELECT, (table_id,)).fetchone()
    return None if row is None else _vote_from_row(row)


def _is_current(connection: SqlConnection, ask: Vote) -> bool:
    """Whether it is still this vote that a table has."""
    found = _of_table(connection, ask.table_id)
    return found is not None and found.number == ask.number


def _votes(connection: SqlConnection, table_id: int) -> dict[int, int]:
    return dict(connection.execute(VOTES, (table_id,)).fetchall())


# Inside the transactions of others


def _follow(connection: SqlConnection, saved: SavedChange) -> None:
    """Something was done at a table that has a vote: its alarm looks whether that has settled it.

    Once the turn is over, a vote that was closed before is gone.
    """
    if not (saved.turn_passed or saved.moved):
        return
    if connection.execute(HAS, (saved.table,)).fetchone() is None:
        return
    connection.execute(PULL, (saved.at, saved.table, VOTE, saved.at))
    if saved.turn_passed:
        connection.execute(f"{DELETE} AND closed = 1", (saved.table,))


def _forget(connection: SqlConnection, user_id: int, at: float) -> None:
    """What somebody has asked is gone with all votes on it, and so are their own; its message is to go."""
    for table_id, channel_id, message_id in connection.execute(BY, (user_id,)).fetchall():
        if message_id is not None:
            outbox.remove_message(connection, table_id, Board(channel_id, message_id), at)
        connection.execute(DROP_ALARMS, (table_id, VOTE))
    connection.execute("DELETE FROM ask_votes WHERE user_id = ?", (user_id,))
    connection.execute("DELETE FROM asks WHERE user_id = ?", (user_id,))


def _drop_all(connection: SqlConnection) -> None:
    """After a restore votes are called anew: the messages of those that are there are of another time."""
    connection.execute("DELETE FROM ask_votes")  # a copy that is put back does not cascade
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
