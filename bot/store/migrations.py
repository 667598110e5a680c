"""How a database comes to the schemas of this program: the kernel's first, then each feature's.

The table `schemas` notes how many steps of each owner were carried out. The tables of an owner that is not
among ours, as its feature was taken out, stay as they are.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Sequence
from typing import Final

from bot.store.errors import NewerSchema, OlderSchema
from bot.store.hooks import StorageHooks
from bot.store.schema import KERNEL, Schema, statements
from bot.store.sql import SqlConnection, has_table, upsert

LOG = logging.getLogger("taproom.store")

APPLICATION_ID: Final = 0x54415052
"""`TAPR`: says in the file's header whose database it is."""

NUMBERED: Final = 33
"""The last version of a database that was made by numbered migrations, before each owner had a schema."""

FROM_NUMBERED: Final = (
    "ALTER TABLE tables DROP COLUMN asking",
    "CREATE TABLE orders (user_id INTEGER PRIMARY KEY, given TEXT NOT NULL) STRICT",
    "INSERT INTO orders SELECT user_id, orders FROM people WHERE orders != ''",
    "ALTER TABLE people DROP COLUMN orders",
    # What a restore of that program left: votes on what is no more.
    (
        "DELETE FROM plan_votes WHERE NOT EXISTS"
        " (SELECT 1 FROM plans p WHERE p.table_id = plan_votes.table_id AND p.number = plan_votes.number)"
    ),
    "DELETE FROM ask_votes WHERE NOT EXISTS (SELECT 1 FROM asks a WHERE a.table_id = ask_votes.table_id)",
    "UPDATE alarms SET kind = 'answer' WHERE kind = 'house' AND user_id IS NOT NULL",
)
"""What such a database needs besides: all else is as the first steps would make it."""

GENERATION: Final = 34
"""Programs of the same generation can use each other's databases: they pass over what steps have added.

Raise it by one with a step of whatever owner that programs before would trip over. A server then refuses all
that they save, and everybody waits until the step is done; so a step that only adds is worth the trouble.
"""

NOTED: Final = "SELECT owner, version FROM schemas"
NOTE: Final = upsert("schemas", "owner, version", "owner")


def schemas_of(hooks: Sequence[StorageHooks]) -> tuple[Schema, ...]:
    """All schemas, in the order in which they are made: what is referred to comes first."""
    return (KERNEL, *(Schema(hook.key, hook.schema) for hook in hooks))


def schema_versions(connection: SqlConnection) -> dict[str, int]:
    """The version that each owner's tables have come to."""
    return dict(connection.execute(NOTED).fetchall()) if has_table(connection, "schemas") else {}


def check_generation(generation: int) -> None:
    """Raises `NewerSchema` or `OlderSchema` for a database that this program cannot use."""
    if generation > GENERATION:
        raise NewerSchema(generation, GENERATION)
    if 0 < generation < NUMBERED:
        raise OlderSchema(generation, NUMBERED)


def check_known(connection: SqlConnection, schemas: Sequence[Schema], *, every: bool = False) -> None:
    """Raises `NewerSchema` if an owner's tables are newer than ours; `every`: or if an owner is unknown."""
    known = {schema.key: schema.version for schema in schemas}
    for key, version in schema_versions(connection).items():
        if (every or key in known) and version > known.get(key, 0):
            raise NewerSchema(version, known.get(key, 0), key)


def take_step(connection: SqlConnection, schemas: Sequence[Schema]) -> bool:
    """Carry out the next step, within the caller's transaction; false if there is none.

    A first step passes over tables that are there: those that were another owner's before, or nobody's.
    """
    if (found := _next_step(connection, schemas)) is None:
        return False
    schema, version = found
    for statement in statements(schema.steps[version]):
        connection.execute(statement if version else _if_not_exists(statement))
    connection.execute(NOTE, (schema.key, version + 1))
    return True


def _next_step(connection: SqlConnection, schemas: Sequence[Schema]) -> tuple[Schema, int] | None:
    versions = schema_versions(connection)
    waiting = ((one, versions.get(one.key, 0)) for one in schemas)
    return next(((one, version) for one, version in waiting if version < one.version), None)


def _if_not_exists(statement: str) -> str:
    for kind in ("TABLE", "UNIQUE INDEX", "INDEX"):
        if statement.startswith(f"CREATE {kind} "):
            return statement.replace(f"CREATE {kind} ", f"CREATE {kind} IF NOT EXISTS ", 1)
    return statement


# Files


def generation_of(connection: sqlite3.Connection) -> int:
    """The generation that the file says it has, or the version by numbered migrations; 0 for an empty one."""
    generation: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return generation


def migrate(connection: sqlite3.Connection, hooks: Sequence[StorageHooks]) -> None:
    """Bring the file to our schemas, each step in its own transaction; raises `NewerSchema`, `OlderSchema`.

    The connection is in autocommit mode. A step that fails leaves the file as it was before it.
    """
    schemas = schemas_of(hooks)
    if generation_of(connection) and not _is_ours(connection, schemas):
        LOG.info("the database is brought to a newer schema; with millions of moves that takes minutes")
    while not _is_ours(connection, schemas):
        _migrate_step(connection, schemas)


def _is_ours(connection: sqlite3.Connection, schemas: Sequence[Schema]) -> bool:
    """Whether there is nothing to be done; raises what `migrate` raises."""
    generation = generation_of(connection)
    check_generation(generation)
    check_known(connection, schemas)
    return generation == GENERATION and _next_step(connection, schemas) is None


def _migrate_step(connection: sqlite3.Connection, schemas: Sequence[Schema]) -> None:
    """Take the next step, unless another process did it while this one waited for the lock."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        if not _is_ours(connection, schemas):
            if generation_of(connection) == NUMBERED:
                for statement in FROM_NUMBERED:
                    connection.execute(statement)
            take_step(connection, schemas)
            connection.execute(f"PRAGMA user_version = {GENERATION}")
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
