"""Plans for the turn that a table is at: drafts, those that are shared, and who likes them.

They go in the transaction in which the turn passes. What everybody is to see leaves an alarm (`PLAN`), which
looks soon whether they do. Each method is one transaction.
"""

# ruff: noqa: S608 - only constants of this module are put together

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from bot.features.plans.model import Plan
from bot.store import Board, NewAlarm, Repeated, outbox
from bot.store.hooks import SavedChange, StorageHooks
from bot.store.rows import add_alarms
from bot.store.sql import SqlConnection, StorePart, reads, writes

PLAN: Final = "plan"
"""The alarm that looks whether a plan is shown as it is liked; its detail is the number of the plan."""

MOST: Final = 8
"""How many plans a table has at once, drafts aside."""

_FIRST: Final = """
-- Plans, as in `Plan`; `lines` has one on each of its lines.

CREATE TABLE plans (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    turn INTEGER NOT NULL,
    number INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    draft INTEGER NOT NULL CHECK (draft IN (0, 1)),
    name TEXT NOT NULL,
    begins TEXT NOT NULL,
    lines TEXT NOT NULL,
    at REAL NOT NULL,
    worth REAL,
    worth_now REAL,
    channel_id INTEGER,
    message_id INTEGER,
    PRIMARY KEY (table_id, number)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX plans_draft ON plans (table_id, user_id) WHERE draft = 1;
CREATE INDEX plans_user ON plans (user_id);

-- Who likes them.

CREATE TABLE plan_votes (
    table_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    PRIMARY KEY (table_id, number, user_id),
    FOREIGN KEY (table_id, number) REFERENCES plans (table_id, number) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX plan_votes_user ON plan_votes (user_id);
"""

_COLUMNS: Final = (
    "table_id, turn, number, seat, user_id, draft, name, begins, lines, at, worth, worth_now,"
    " channel_id, message_id"
)
INSERT: Final = f"INSERT INTO plans ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
NEXT: Final = "SELECT coalesce(max(number), 0) + 1 FROM plans WHERE table_id = ?"
TURN: Final = "SELECT turn FROM tables WHERE id = ? AND status = 'playing'"
DRAFT: Final = f"SELECT {_COLUMNS} FROM plans WHERE table_id = ? AND user_id = ? AND draft = 1"
DROP_DRAFT: Final = "DELETE FROM plans WHERE table_id = ? AND user_id = ? AND draft = 1"
UPDATE_DRAFT: Final = (
    "UPDATE plans SET begins = ?, lines = ?, seat = ?, at = ?"
    " WHERE table_id = ? AND user_id = ? AND draft = 1 AND turn = ? AND lines = ?"
)
COUNT: Final = "SELECT count(*) FROM plans WHERE table_id = ? AND draft = 0"
ONE: Final = f"SELECT {_COLUMNS} FROM plans WHERE table_id = ? AND number = ? AND draft = 0"
SHARED: Final = f"SELECT {_COLUMNS} FROM plans WHERE table_id = ? AND draft = 0 ORDER BY number"
SET_MESSAGE: Final = "UPDATE plans SET channel_id = ?, message_id = ? WHERE table_id = ? AND number = ?"
SET_WORTH: Final = "UPDATE plans SET worth = ?, worth_now = ? WHERE table_id = ? AND number = ?"
DROP: Final = "DELETE FROM plans WHERE table_id = ? AND number = ?"
CLEAR: Final = "DELETE FROM plans WHERE table_id = ?"
LIKE: Final = "INSERT INTO plan_votes (table_id, number, user_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
UNLIKE: Final = "DELETE FROM plan_votes WHERE table_id = ? AND number = ? AND user_id = ?"
VOTES: Final = "SELECT user_id FROM plan_votes WHERE table_id = ? AND number = ? ORDER BY user_id"
ONCE: Final = (
    "INSERT INTO interactions (id, table_id, revision) SELECT ?, id, revision FROM tables WHERE id = ?"
    " ON CONFLICT DO NOTHING"
)
LOOKED_AT: Final = "SELECT 1 FROM alarms WHERE table_id = ? AND kind = ? AND detail = ? AND sending IS NULL"
DROP_ALARMS: Final = "DELETE FROM alarms WHERE table_id = ? AND kind = ?"
POSTED_BY: Final = (
    "SELECT table_id, channel_id, message_id FROM plans WHERE user_id = ? AND message_id IS NOT NULL"
)


class PlanStorage(StorePart):
    """The plans on disk."""

    @reads
    def draft(self, connection: SqlConnection, table_id: int, user_id: int) -> Plan | None:
        """What somebody is composing at a table, or none."""
        row = connection.execute(DRAFT, (table_id, user_id)).fetchone()
        return None if row is None else _plan_from_row(row)

    @writes
    def begin_draft(self, connection: SqlConnection, plan: Plan) -> Plan | None:
        """A new draft in place of the one before; none if the turn has passed meanwhile."""
        if not _is_turn_current(connection, plan):
            return None
        connection.execute(DROP_DRAFT, (plan.table_id, plan.user_id))
        begun = _with_number(connection, replace(plan, draft=True))
        connection.execute(INSERT, _row(begun))
        return begun

    @writes
    def update_draft(self, connection: SqlConnection, before: Plan, after: Plan) -> bool:
        """Keep what became of a draft, unless something else came between it and how it was `before`."""
        new = (after.begins, "\n".join(after.lines), after.seat, after.at)
        was = (before.table_id, before.user_id, before.turn, "\n".join(before.lines))
        return connection.execute(UPDATE_DRAFT, (*new, *was)).rowcount == 1

    @writes
    def share(self, connection: SqlConnection, plan: Plan, interaction: int) -> Plan | None:
        """A plan for all, with its number; none if the turn has passed, or there are `MOST` already.

        Raises `Repeated` if it was shared by this very interaction.
        """
        if not _is_turn_current(connection, plan):
            return None
        if not connection.execute(ONCE, (interaction, plan.table_id)).rowcount:
            raise Repeated(plan.table_id, plan.turn)
        if connection.execute(COUNT, (plan.table_id,)).fetchone()[0] >= MOST:
            return None
        shared = _with_number(connection, replace(plan, draft=False))
        connection.execute(INSERT, _row(shared))
        _schedule_check(connection, shared, plan.at)
        return shared

    async def plan(self, table_id: int, number: int) -> Plan | None:
        """A plan for all, or none."""
        return await self._reader.read(_plan, table_id, number)

    @reads
    def of_table(self, connection: SqlConnection, table_id: int) -> tuple[Plan, ...]:
        """The plans for all at a table, the oldest first."""
        return tuple(map(_plan_from_row, connection.execute(SHARED, (table_id,)).fetchall()))

    @writes
    def set_message(self, connection: SqlConnection, plan: Plan, message: Board, at: float) -> None:
        """Remember which message shows a plan; it goes when the turn has passed."""
        place = (message.channel_id, message.message_id, plan.table_id, plan.number)
        if connection.execute(SET_MESSAGE, place).rowcount and _is_turn_current(connection, plan):
            outbox.note_message(connection, plan.table_id, message, at)
        else:  # the turn has passed while it was posted
            outbox.remove_message(connection, plan.table_id, message, at)

    @writes
    def set_worth(self, connection: SqlConnection, plan: Plan) -> None:
        """Keep what a mind makes of a plan."""
        connection.execute(SET_WORTH, (plan.worth, plan.worth_now, plan.table_id, plan.number))

    @writes
    def withdraw(self, connection: SqlConnection, plan: Plan, at: float) -> None:
        """A plan is gone, and its message is to go."""
        connection.execute(DROP, (plan.table_id, plan.number))
        if plan.message is not None:
            outbox.remove_message(connection, plan.table_id, plan.message, at)

    @writes
    def toggle_like(
        self, connection: SqlConnection, plan: Plan, user_id: int, at: float
    ) -> tuple[int, ...] | None:
        """Who likes a plan once somebody has said so, or no longer does; none if there is no such plan."""
        if _plan(connection, plan.table_id, plan.number) is None:
            return None
        row = (plan.table_id, plan.number, user_id)
        if not connection.execute(UNLIKE, row).rowcount:
            connection.execute(LIKE, row)
        _schedule_check(connection, plan, at)
        return _votes(connection, plan.table_id, plan.number)

    async def votes(self, table_id: int, number: int) -> tuple[int, ...]:
        """Who likes a plan, by user id."""
        return await self._reader.read(_votes, table_id, number)


def _plan_from_row(row: tuple[Any, ...]) -> Plan:
    table_id, turn, number, seat, user_id, draft, name, begins, lines, at, worth, now, channel, message = row
    board = None if message is None else Board(channel, message)
    steps = tuple(lines.splitlines())
    return Plan(
        table_id, turn, seat, user_id, begins, steps, at, number, bool(draft), name, worth, now, board
    )


def _row(plan: Plan) -> tuple[Any, ...]:
    place = (None, None) if plan.message is None else (plan.message.channel_id, plan.message.message_id)
    told = (plan.seat, plan.user_id, int(plan.draft), plan.name, plan.begins, "\n".join(plan.lines), plan.at)
    return (plan.table_id, plan.turn, plan.number, *told, plan.worth, plan.worth_now, *place)


def _with_number(connection: SqlConnection, plan: Plan) -> Plan:
    (number,) = connection.execute(NEXT, (plan.table_id,)).fetchone()
    return replace(plan, number=number)


def _is_turn_current(connection: SqlConnection, plan: Plan) -> bool:
    """Whether the turn that a plan is for goes on."""
    row = connection.execute(TURN, (plan.table_id,)).fetchone()
    return row is not None and row[0] == plan.turn


def _schedule_check(connection: SqlConnection, plan: Plan, at: float) -> None:
    """It is looked soon after this moment whether a plan is shown."""
    number = str(plan.number)
    if connection.execute(LOOKED_AT, (plan.table_id, PLAN, number)).fetchone() is None:
        due = at + outbox.GRACE
        add_alarms(connection, (NewAlarm(PLAN, due, plan.table_id, turn=plan.turn, detail=number),))


def _plan(connection: SqlConnection, table_id: int, number: int) -> Plan | None:
    row = connection.execute(ONE, (table_id, number)).fetchone()
    return None if row is None else _plan_from_row(row)


def _votes(connection: SqlConnection, table_id: int, number: int) -> tuple[int, ...]:
    return tuple(user for (user,) in connection.execute(VOTES, (table_id, number)).fetchall())


# Inside the transactions of others


def _clear_turn(connection: SqlConnection, saved: SavedChange) -> None:
    """Once the turn has passed its plans are gone. Their messages go with what else was said of it."""
    if saved.turn_passed:
        connection.execute(CLEAR, (saved.table,))
        connection.execute(DROP_ALARMS, (saved.table, PLAN))


def _forget(connection: SqlConnection, user_id: int, at: float) -> None:
    """Somebody's plans and votes are gone, and the messages of those are to go."""
    for table_id, channel_id, message_id in connection.execute(POSTED_BY, (user_id,)).fetchall():
        outbox.remove_message(connection, table_id, Board(channel_id, message_id), at)
    connection.execute("DELETE FROM plan_votes WHERE user_id = ?", (user_id,))
    connection.execute("DELETE FROM plans WHERE user_id = ?", (user_id,))


def _drop_all(connection: SqlConnection) -> None:
    """After a restore plans are made anew: the messages of those that are there are of another time."""
    connection.execute("DELETE FROM plan_votes")  # a copy that is put back does not cascade
    connection.execute("DELETE FROM plans")


HOOKS: Final = StorageHooks(
    key="plans",
    schema=(_FIRST,),
    on_saved=_clear_turn,
    tables=("plans",),
    personal={
        "plans": (
            "SELECT 'T' || table_id AS \"table\", turn, seat, draft, name, lines, at FROM plans"
            " WHERE user_id = :user ORDER BY table_id, number"
        ),
        "plan_votes": (
            "SELECT 'T' || table_id AS \"table\", number FROM plan_votes"
            " WHERE user_id = :user ORDER BY table_id, number"
        ),
    },
    forget=_forget,
    on_restored=_drop_all,
)
