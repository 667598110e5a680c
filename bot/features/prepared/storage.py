"""Stored prepared answers, and the effect of a line on them.

A due answer is played by an alarm (`ANSWER`), saved with the line that it answers. See
docs/decisions/prepared-answers.md. Every function runs inside a transaction of its caller.
"""

# ruff: noqa: N818 - failures are named by what happened

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from bot.features.prepared.model import MOST, CurrentLines, Fit, Played, PreparedAnswer, current_lines_of
from bot.store import NOTHING, WAITING, Change, NewAlarm, NewLine, Player, Status, Store, StoreError, Table
from bot.store.hooks import StorageHooks
from bot.store.rows import SELECT_TABLE as TABLE
from bot.store.rows import add_alarms, as_table
from bot.store.sql import SqlConnection, StorePart
from engine.table_lines import undo_target

_FIRST: Final = """
-- Prepared answers, as in `PreparedAnswer`: `way` has a seat and its line on each line. One without
-- an `answer` is being entered.

CREATE TABLE prepared (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    user_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    ply INTEGER NOT NULL,
    way TEXT NOT NULL,
    answer TEXT NOT NULL,
    PRIMARY KEY (table_id, user_id, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX prepared_user ON prepared (user_id);
"""

ANSWER: Final = "answer"
"""The alarm that plays the due answer; its detail is the seat."""

SELECT: Final = (
    "SELECT user_id, number, seat, ply, way, answer FROM prepared WHERE table_id = ? ORDER BY user_id, number"
)
INSERT: Final = (
    "INSERT INTO prepared (table_id, user_id, number, seat, ply, way, answer) VALUES (?, ?, ?, ?, ?, ?, ?)"
)
FILL_IN: Final = "UPDATE prepared SET answer = ? WHERE table_id = ? AND user_id = ? AND number = ?"
DELETE: Final = "DELETE FROM prepared WHERE table_id = ? AND user_id = ? AND number = ?"
TAKE: Final = f"{DELETE} AND seat = ? AND answer = ?"
DELETE_ALL: Final = "DELETE FROM prepared WHERE table_id = ?"
SET_ANSWERING: Final = "UPDATE tables SET answering = ? WHERE id = ?"
GIVE_UP: Final = f"{SET_ANSWERING} AND answering = ?"
SOMETHING: Final = (
    "UPDATE tables SET answering = CASE WHEN answering = ? THEN ? ELSE answering END WHERE id = ?"
)
SELECT_PLAYED: Final = "SELECT ply, seat, action FROM lines WHERE table_id = ? ORDER BY ply"


class AnswerWithdrawn(StoreError):
    """The answer that was to be played was withdrawn."""

    def __init__(self, table_id: int) -> None:
        super().__init__(f"the answer at table T{table_id} was withdrawn")


class PositionChanged(StoreError):
    """The game is no longer at the position that an answer starts from."""

    def __init__(self, table_id: int) -> None:
        super().__init__(f"table T{table_id} stands elsewhere by now")


class TooManyPrepared(StoreError):
    """The user has the maximum number of answers at a table: `most`."""

    def __init__(self, most: int) -> None:
        super().__init__(f"there are {most} prepared answers already")
        self.most = most


class PreparedStorage(StorePart):
    """The stored answers. Each call is one transaction."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self._tell_others = store.tell_others
        self._forget = store.forget

    async def load_prepared(
        self, table_id: int, user_id: int
    ) -> tuple[Table | None, CurrentLines, tuple[PreparedAnswer, ...]]:
        """A table, its current lines, and a user's answers, from one transaction."""
        return await self._reader.read(load_prepared, table_id, user_id)

    async def enter(self, table_id: int, new: PreparedAnswer) -> None:
        """Store an answer, complete or not, in place of any for the same position.

        Raises `PositionChanged` unless the game is where it starts from, and `TooManyPrepared`.
        """

        def write(connection: SqlConnection) -> None:
            enter_answer(connection, table_id, new)
            self._tell_others(connection, {table_id})

        await self._writer.write(write)
        self._forget(table_id)

    async def withdraw(self, table_id: int, user_id: int, number: int) -> bool:
        """Delete an answer and those that follow from it; returns whether it existed."""
        return await self._writer.write(withdraw_answer, table_id, user_id, number)

    async def drop(self, table_id: int, user_id: int, numbers: tuple[int, ...]) -> None:
        """Delete these answers of a user."""
        await self._writer.write(drop_answers, table_id, user_id, numbers)

    async def give_up(self, table: Table, call: NewAlarm) -> None:
        """Give up the due answer of a table's turn, and schedule a call to the player to act."""

        def write(connection: SqlConnection) -> None:
            connection.execute(GIVE_UP, (WAITING, table.id, table.turn))
            add_alarms(connection, (call,))
            self._tell_others(connection, {table.id})

        await self._writer.write(write)
        self._forget(table.id)


# Reading and writing


def answers_at_table(connection: SqlConnection, table_id: int) -> tuple[PreparedAnswer, ...]:
    """All answers at a table, by user, in the order in which they were entered."""
    return tuple(
        PreparedAnswer(user_id, number, seat, ply, _way_from_text(way), answer)
        for user_id, number, seat, ply, way, answer in connection.execute(SELECT, (table_id,)).fetchall()
    )


def load_current_lines(connection: SqlConnection, table_id: int) -> CurrentLines:
    """The current lines of a table's log."""
    return current_lines_of(connection.execute(SELECT_PLAYED, (table_id,)).fetchall())


def load_prepared(
    connection: SqlConnection, table_id: int, user_id: int
) -> tuple[Table | None, CurrentLines, tuple[PreparedAnswer, ...]]:
    """A table, its current lines, and a user's answers."""
    row = connection.execute(TABLE, (table_id,)).fetchone()
    table = None if row is None else as_table(connection, row)
    answers = answers_at_table(connection, table_id)
    return (
        table,
        load_current_lines(connection, table_id),
        tuple(answer for answer in answers if answer.user_id == user_id),
    )


def enter_answer(connection: SqlConnection, table_id: int, new: PreparedAnswer) -> None:
    """Store an answer, complete or not, in place of any for the same position.

    Also deletes what followed from a replaced answer, other drafts, and answers that became impossible: the
    user has been told by then. Raises `PositionChanged` unless the game is where it starts from, and
    `TooManyPrepared`.
    """
    # Locks the table: a concurrent line is saved before or after, and sees this answer.
    connection.execute(SOMETHING, (NOTHING, WAITING, table_id))
    row = connection.execute(TABLE, (table_id,)).fetchone()
    table = None if row is None else as_table(connection, row)
    current = load_current_lines(connection, table_id)
    if table is None or table.status is not Status.PLAYING or current.ply != new.ply:
        raise PositionChanged(table_id)
    count = 0
    for old in answers_at_table(connection, table_id):
        if old.user_id != new.user_id or old.number == new.number:
            continue
        if (
            current.fit_of(old) is not Fit.AHEAD
            or not old.answer
            or (new.answer and _is_replaced_by(current, old, new))
        ):
            connection.execute(DELETE, (table_id, old.user_id, old.number))
        else:
            count += 1
    if count >= MOST:
        raise TooManyPrepared(MOST)
    connection.execute(DELETE, (table_id, new.user_id, new.number))
    row = (table_id, new.user_id, new.number, new.seat, new.ply, _way_to_text(new.way), new.answer)
    connection.execute(INSERT, row)


def _is_replaced_by(current: CurrentLines, old: PreparedAnswer, new: PreparedAnswer) -> bool:
    """Whether an answer is for the same position as a `new` one, or follows from another one there."""
    way, depth = current.remaining_way(old), len(new.way)
    if way[:depth] != new.way:
        return False
    return len(way) == depth or way[depth] != (new.seat, new.answer)


def withdraw_answer(connection: SqlConnection, table_id: int, user_id: int, number: int) -> bool:
    """Delete an answer and those that follow from it; returns whether it existed."""
    current, answers = load_current_lines(connection, table_id), answers_at_table(connection, table_id)
    own_answers = [answer for answer in answers if answer.user_id == user_id]
    withdrawn = next((answer for answer in own_answers if answer.number == number), None)
    if withdrawn is None:
        return False
    for answer in own_answers:
        if answer is withdrawn or _depends_on(current, answer, withdrawn):
            connection.execute(DELETE, (table_id, user_id, answer.number))
    return True


def _depends_on(current: CurrentLines, answer: PreparedAnswer, first: PreparedAnswer) -> bool:
    """Whether an answer is possible only after another one was played."""
    if Fit.AHEAD not in (current.fit_of(answer), current.fit_of(first)):
        return False
    branch = (*current.remaining_way(first), (first.seat, first.answer))
    return current.fit_of(answer) is Fit.AHEAD and current.remaining_way(answer)[: len(branch)] == branch


def drop_answers(connection: SqlConnection, table_id: int, user_id: int, numbers: Iterable[int]) -> None:
    """Delete these answers of a user."""
    connection.executemany(DELETE, [(table_id, user_id, number) for number in numbers])


# Effects of a line


def take_answer(connection: SqlConnection, table_id: int, line: NewLine) -> None:
    """Delete the answer that a line plays; raises `AnswerWithdrawn` if it does not exist."""
    row = (table_id, line.user_id, line.prepared, line.seat, line.action)
    if connection.execute(TAKE, row).rowcount == 0:
        raise AnswerWithdrawn(table_id)


def _settle_answers(connection: SqlConnection, after: Table, change: Change) -> Table:
    """Update `Table.answering` after a change, and delete past answers.

    The change's line is already in the log; the alarm that plays a due answer belongs to this transaction.
    Raises `AnswerWithdrawn`.
    """
    if change.line is not None and change.line.prepared is not None:
        take_answer(connection, change.table, change.line)
    if after.answering == NOTHING or (change.line is None and after.status is Status.PLAYING):
        return after
    answering = _update_answering(connection, after, change)
    connection.execute(SET_ANSWERING, (answering, after.id))
    return replace(after, answering=answering)


def _update_answering(connection: SqlConnection, after: Table, change: Change) -> int:
    if after.status is not Status.PLAYING:
        connection.execute(DELETE_ALL, (after.id,))
        return NOTHING
    current, answering, due = load_current_lines(connection, after.id), NOTHING, None
    for answer in answers_at_table(connection, after.id):
        fit = current.fit_of(answer)
        if fit is Fit.PAST or (not answer.answer and fit is not Fit.AHEAD):
            connection.execute(DELETE, (after.id, answer.user_id, answer.number))
            continue
        answering = WAITING
        if fit is Fit.DUE and answer.answer and due is None and _acts_for_seat(after.players, answer):
            due = answer
    line = change.line
    if due is None or (line and undo_target(line.action) is not None and line.user_id == due.user_id):
        return answering
    alarm = NewAlarm(ANSWER, change.at, after.id, due.user_id, after.turn, str(due.seat))
    add_alarms(connection, (alarm,))
    return after.turn


def _acts_for_seat(players: Iterable[Player], answer: PreparedAnswer) -> bool:
    """Whether the user of an answer acts for its seat now."""
    return any(
        (player.user_id if player.substitute is None else player.substitute) == answer.user_id
        for player in players
        if player.seat == answer.seat
    )


def _way_to_text(way: Iterable[Played]) -> str:
    return "\n".join(f"{seat} {line}" for seat, line in way)


def _way_from_text(text: str) -> tuple[Played, ...]:
    parts = (line.partition(" ") for line in text.splitlines())
    return tuple((int(seat), line) for seat, _, line in parts)


def _forget(connection: SqlConnection, user_id: int, _at: float) -> None:
    connection.execute("DELETE FROM prepared WHERE user_id = ?", (user_id,))


HOOKS: Final = StorageHooks(
    key="prepared",
    schema=(_FIRST,),
    on_settled=_settle_answers,
    tables=("prepared",),
    personal={
        "prepared": (
            "SELECT 'T' || t.id AS \"table\", t.game, p.seat, p.ply AS after_move, p.way, p.answer"
            " FROM prepared p JOIN tables t ON t.id = p.table_id WHERE p.user_id = :user"
            " ORDER BY t.id, p.number"
        )
    },
    forget=_forget,
)
