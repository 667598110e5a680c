"""What a feature adds to the database: its tables, and rules for their rows when the kernel's rows change."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from bot.store.model import Board, Change, Table
from bot.store.sql import SqlConnection


@dataclass(frozen=True, slots=True)
class SavedChange:
    """A change of a table, inside the transaction that saves it.

    `turn_passed`: another player is to act, or the status has changed; `moved`: a line was added to the log;
    `ended`: the table is over or closed.
    """

    table: int
    at: float
    turn_passed: bool
    moved: bool
    ended: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Statistic:
    """A number that a host is told: how it is counted, in SQL.

    Its `metric` says what it is `about`; `line` tells it in `status`, unless it is 0.
    """

    metric: str
    about: str
    line: str
    count: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StorageHooks:
    """What the store does for a feature. Each function runs inside the caller's transaction.

    `key` names it in the database. `schema` are the steps that make its tables, as in `bot.store.schema`.

    `on_saved(connection, saved)` runs after a table changes, when its outbox row is written.
    `on_settled(connection, after, change)` runs last, when all of a change is written, and returns the table
    as it is by then. `on_moved(connection, left, arrived)` runs when a game goes on at another table. Rows of
    `tables`, each with a column `table_id`, are deleted with a table that was never played; a table for which
    the condition `needs`, in SQL, holds is not deleted.

    `questions(connection, table, user)` returns the messages that ask the players of a table something, and
    do so no longer once it is closed; or, where there is a user, once they are forgotten.

    `personal` are the queries, by part, for what is stored about the person `:user`;
    `forget(connection, user, at)` deletes it. `on_restored(connection)` runs when a backup is put back: what
    messages of the time that is lost may refer to goes, or gets other numbers. `figures` are what a host is
    told.
    """

    key: str
    schema: tuple[str, ...]
    on_saved: Callable[[SqlConnection, SavedChange], None] | None = None
    on_settled: Callable[[SqlConnection, Table, Change], Table] | None = None
    on_moved: Callable[[SqlConnection, int, int], None] | None = None
    tables: Sequence[str] = ()
    needs: str = ""
    questions: Callable[[SqlConnection, int, int | None], Sequence[Board]] | None = None
    personal: Mapping[str, str]
    forget: Callable[[SqlConnection, int, float], None]
    on_restored: Callable[[SqlConnection], None] | None = None
    statistics: Sequence[Statistic] = ()
