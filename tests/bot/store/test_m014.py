"""From schema 13: the servers where the bot has been are known still."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from bot.features import HOOKS
from bot.store import Store
from bot.store.m014_met import m014_met
from bot.store.migrations import MIGRATIONS, migrate
from tests.databases import rows_of

BEFORE = MIGRATIONS.index(m014_met)


async def test_the_servers_of_the_note_are_rows_and_the_other_notes_stay(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        migrate(connection, MIGRATIONS[:BEFORE])
        connection.execute("INSERT INTO notes VALUES ('servers', '[3, 1436000000000000000]')")
        connection.execute("INSERT INTO notes VALUES ('alive', '7.0')")
    store = await Store.open(path, hooks=HOOKS)
    assert await store.servers.met() == {3, 1436000000000000000}
    await store.servers.meet((3, 4))
    assert await store.servers.met() == {3, 4, 1436000000000000000}
    await store.close()
    assert rows_of(path, "SELECT key, value FROM notes") == [("alive", "7.0")]


async def test_a_bot_that_was_nowhere_yet_is_in_no_server(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        migrate(connection, MIGRATIONS[:BEFORE])
    store = await Store.open(path, hooks=HOOKS)
    assert await store.servers.met() == set()
    await store.close()
