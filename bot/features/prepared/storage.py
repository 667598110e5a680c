"""Answers that people have prepared, on disk, and what a line does to them.

An answer that is due is played by an alarm (`ANSWER`), whose row is saved with the line that it answers.
See docs/decisions/prepared-answers.md. Every function runs inside a transaction of its caller.
"""

# ruff: noqa: N818 - a kind of failure is named by what happened

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
-- Prepared answers, as in `Answer`: `way` has a seat and what it plays on each of its lines. One without an
-- `answer` is being entered.

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
"""The alarm that plays what is due; its detail is the seat."""

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
    """The answer that was to be played at this table is not prepared any more."""

    def __init__(self, table_id: int) -> None:
        super().__init__(f"the answer at table T{table_id} was withdrawn")


class PositionChanged(StoreError):
    """The game does not stand any more where an answer was to start from."""

    def __init__(self, table_id: int) -> None:
        super().__init__(f"table T{table_id} stands elsewhere by now")


class TooManyPrepared(StoreError):
    """Somebody has prepared as many answers at a table as they can: `most`."""

    def __init__(self, most: int) -> None:
        super().__init__(f"there are {most} prepared answers already")
        self.most = most


class PreparedStorage(StorePart):
    """The prepared answers on disk. Each call is one transaction."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self._tell_others = store.tell_others
        self._forget = store.forget

    async def load_prepared(
        self, table_id: int, user_id: int
    ) -> tuple[Table | None, CurrentLines, tuple[PreparedAnswer, ...]]:
        """A table, what stands there, and what somebody has prepared, all of one moment."""
        return await self._reader.read(load_prepared, table_id, user_id)

    async def enter(self, table_id: int, new: PreparedAnswer) -> None:
        """Keep an answer, complete or not, in the place of whatever was prepared for the same position.

        Raises `MovedOn` unless the game stands where it starts from, and `TooMuchPrepared`.
        """

        def write(connection: SqlConnection) -> None:
            enter_answer(connection, table_id, new)
            self._tell_others(connection, {table_id})

        await self._writer.write(write)
        self._forget(table_id)

    async def withdraw(self, table_id: int, user_id: int, number: int) -> bool:
        """Whether an answer was prepared; it is no longer, nor is what follows from it."""
        return await self._writer.write(withdraw_answer, table_id, user_id, number)

    async def drop(self, table_id: int, user_id: int, numbers: tuple[int, ...]) -> None:
        """These answers of somebody are prepared no longer."""
        await self._writer.write(drop_answers, table_id, user_id, numbers)

    async def give_up(self, table: Table, call: NewAlarm) -> None:
        """What was due in the turn of a table is not played, and who is to act is called after all."""

        def write(connection: SqlConnection) -> None:
            connection.execute(GIVE_UP, (WAITING, table.id, table.turn))
            add_alarms(connection, (call,))
            self._tell_others(connection, {table.id})

        await self._writer.write(write)
        self._forget(table.id)


# Reading and writing


def answers_at_table(connection: SqlConnection, table_id: int) -> tuple[PreparedAnswer, ...]:
    """All that is prepared at a table, by person, in the order in which it was entered."""
    return tuple(
        PreparedAnswer(user_id, number, seat, ply, _way_from_text(way), answer)
        for user_id, number, seat, ply, way, answer in connection.execute(SELECT, (table_id,)).fetchall()
    )


def load_current_lines(connection: SqlConnection, table_id: int) -> CurrentLines:
    """What stands of a table's log."""
    return current_lines_of(connection.execute(SELECT_PLAYED, (table_id,)).fetchall())


def load_prepared(
    connection: SqlConnection, table_id: int, user_id: int
) -> tuple[Table | None, CurrentLines, tuple[PreparedAnswer, ...]]:
    """A table, what stands there, and what somebody has prepared, all of one moment."""
    row = connection.execute(TABLE, (table_id,)).fetchone()
    table = None if row is None else as_table(connection, row)
    every = answers_at_table(connection, table_id)
    return (
        table,
        load_current_lines(connection, table_id),
        tuple(one for one in every if one.user_id == user_id),
    )


def enter_answer(connection: SqlConnection, table_id: int, new: PreparedAnswer) -> None:
    """Keep an answer, complete or not, in the place of whatever was prepared for the same position.

    What followed from an answer that is replaced goes with it, and so do what was being entered before and
    what came to nothing: whoever enters something has been told. Raises `MovedOn` unless the game stands
    where it starts from, and `TooMuchPrepared`.
    """
    # Whoever saves a line of this table at this moment comes before or after, and notices it.
    connection.execute(SOMETHING, (NOTHING, WAITING, table_id))
    row = connection.execute(TABLE, (table_id,)).fetchone()
    table = None if row is None else as_table(connection, row)
    now = load_current_lines(connection, table_id)
    if table is None or table.status is not Status.PLAYING or now.ply != new.ply:
        raise PositionChanged(table_id)
    kept = 0
    for one in answers_at_table(connection, table_id):
        if one.user_id != new.user_id or one.number == new.number:
            continue
        if (
            now.fit_of(one) is not Fit.AHEAD
            or not one.answer
            or (new.answer and _is_replaced_by(now, one, new))
        ):
            connection.execute(DELETE, (table_id, one.user_id, one.number))
        else:
            kept += 1
    if kept >= MOST:
        raise TooManyPrepared(MOST)
    connection.execute(DELETE, (table_id, new.user_id, new.number))
    row = (table_id, new.user_id, new.number, new.seat, new.ply, _way_to_text(new.way), new.answer)
    connection.execute(INSERT, row)


def _is_replaced_by(now: CurrentLines, one: PreparedAnswer, new: PreparedAnswer) -> bool:
    """Whether an answer is for the same position as a `new` one, or follows from another one there."""
    way, depth = now.remaining_way(one), len(new.way)
    if way[:depth] != new.way:
        return False
    return len(way) == depth or way[depth] != (new.seat, new.answer)


def withdraw_answer(connection: SqlConnection, table_id: int, user_id: int, number: int) -> bool:
    """Whether an answer was prepared; it is no longer, nor is what follows from it."""
    now, every = load_current_lines(connection, table_id), answers_at_table(connection, table_id)
    mine = [one for one in every if one.user_id == user_id]
    gone = next((one for one in mine if one.number == number), None)
    if gone is None:
        return False
    for one in mine:
        if one is gone or _depends_on(now, one, gone):
            connection.execute(DELETE, (table_id, user_id, one.number))
    return True


def _depends_on(now: CurrentLines, one: PreparedAnswer, first: PreparedAnswer) -> bool:
    """Whether an answer comes true only where another one was played."""
    if Fit.AHEAD not in (now.fit_of(one), now.fit_of(first)):
        return False
    branch = (*now.remaining_way(first), (first.seat, first.answer))
    return now.fit_of(one) is Fit.AHEAD and now.remaining_way(one)[: len(branch)] == branch


def drop_answers(connection: SqlConnection, table_id: int, user_id: int, numbers: Iterable[int]) -> None:
    """These answers of somebody are prepared no longer."""
    connection.executemany(DELETE, [(table_id, user_id, number) for number in numbers])


# What a line does to what is prepared


def take_answer(connection: SqlConnection, table_id: int, line: NewLine) -> None:
    """The answer that a line is, is gone; raises `Withdrawn` if it was not there."""
    row = (table_id, line.user_id, line.prepared, line.seat, line.action)
    if connection.execute(TAKE, row).rowcount == 0:
        raise AnswerWithdrawn(table_id)


def _settle_answers(connection: SqlConnection, after: Table, change: Change) -> Table:
    """The table after a change, with what `Table.answering` is by now; rows that are past go.

    Its line is in the log by now; the alarm that plays what is due belongs to this transaction. Raises
    `Withdrawn`.
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
    now, found, due = load_current_lines(connection, after.id), NOTHING, None
    for one in answers_at_table(connection, after.id):
        fit = now.fit_of(one)
        if fit is Fit.PAST or (not one.answer and fit is not Fit.AHEAD):
            connection.execute(DELETE, (after.id, one.user_id, one.number))
            continue
        found = WAITING
        if fit is Fit.DUE and one.answer and due is None and _acts_for_seat(after.players, one):
            due = one
    line = change.line
    if due is None or (line and undo_target(line.action) is not None and line.user_id == due.user_id):
        return found
    alarm = NewAlarm(ANSWER, change.at, after.id, due.user_id, after.turn, str(due.seat))
    add_alarms(connection, (alarm,))
    return after.turn


def _acts_for_seat(players: Iterable[Player], answer: PreparedAnswer) -> bool:
    """Whether whoever has prepared an answer acts for its seat now."""
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
