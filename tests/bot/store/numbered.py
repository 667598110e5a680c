"""A database as the numbered migrations made it at their last version, with something in every table.

`numbered.sql.gz` was written by the code of commit 736419e1: a session that plays games of all five kinds,
plans and votes at one of Trogdor!!, prepares an answer at one of Thud, and holds a tournament; then a row in
each table that was still empty. Ann is 11, Ben 12, Cleo 13, Dan 15.
"""

from __future__ import annotations

import gzip
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from bot.ops.location import DatabaseLocation, Postgres
from tests.databases import raw

DUMP: Final = Path(__file__).with_name("numbered.sql.gz")

_SERVER: Final = (
    (
        "CREATE TABLE writers (id INTEGER PRIMARY KEY AUTOINCREMENT, done INTEGER NOT NULL,"
        " shard INTEGER, last_shard INTEGER, shards INTEGER)"
    ),
    "CREATE TABLE taproom (version INTEGER NOT NULL)",
    "INSERT INTO taproom VALUES (33)",
    "ALTER TABLE writers ADD COLUMN schema INTEGER NOT NULL DEFAULT 13",
    "ALTER TABLE writers ADD CONSTRAINT speaks_the_schema CHECK (schema >= 28) NOT VALID",
    "ALTER TABLE taproom ADD COLUMN oldest INTEGER NOT NULL DEFAULT 0",
    "UPDATE taproom SET oldest = 28",
    "INSERT INTO writers (done, schema) VALUES (5, 33)",
)
"""What that code made on a server besides, and a process that saves."""


def numbered_file(path: Path | str) -> sqlite3.Connection:
    """The file, just made; the connection is in autocommit mode."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.executescript(f"BEGIN; {gzip.decompress(DUMP.read_bytes()).decode()} COMMIT;")
    return connection


def make_numbered(place: DatabaseLocation) -> None:
    """The same at any place; a database of PostgreSQL is empty before."""
    if not isinstance(place, Postgres):
        numbered_file(place).close()
        return
    with closing(numbered_file(":memory:")) as model, raw(place) as connection:
        made = model.execute(
            "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite%'"
            " ORDER BY type DESC, rowid"
        ).fetchall()
        for statement in (*(sql for _, _, sql in made), *_SERVER):
            connection.execute(statement)
        tables = [name for kind, name, _ in made if kind == "table"]
        for name in sorted(tables, key=lambda name: name not in {"tables", "servers"}):
            rows = model.execute(f"SELECT * FROM {name}").fetchall()  # noqa: S608 - ours
            marks = ", ".join("?" for _ in rows[0])
            connection.executemany(f"INSERT INTO {name} VALUES ({marks})", rows)  # noqa: S608
        for name, last in model.execute("SELECT name, seq FROM sqlite_sequence").fetchall():
            connection.execute("SELECT setval(?, ?)", (f"{name}_id_seq", last))
