"""What a host does about people: tell what is stored about them, forget them, block them or their server."""

from __future__ import annotations

import secrets
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime

from bot.features import FEATURES
from bot.games.catalogue import CATALOGUE, IN_ENGLISH
from bot.kernel.feature import storage_hooks
from bot.kernel.people.privacy import document, games_of, is_nothing
from bot.kernel.session import Context, Session
from bot.ops.location import DatabaseLocation
from bot.store import Store, StoreError
from bot.store.persons import PersonalData
from bot.ui.alarms.kinds import ALARMS


async def stored_about(database: DatabaseLocation, user_id: int) -> str:
    """All that is stored about somebody as JSON, the bot running or not."""
    async with _open_session(database) as session:
        return document(IN_ENGLISH, user_id, await session.privacy.data_of(user_id), time.time())


async def forget(database: DatabaseLocation, user_id: int, *, sure: bool) -> tuple[str, ...]:
    """Lines that tell what became of somebody's data: nothing unless that is `sure`, else it is gone.

    The bot must not run meanwhile: it would go on with what it remembers.
    """
    async with _open_session(database) as session:
        stored = await session.privacy.data_of(user_id)
        if is_nothing(stored):
            return (f"Nothing is stored about {user_id}.",)
        counted = _summarize_data(user_id, stored)
        if not sure:
            return counted, "Nothing was changed. It cannot be taken back: add --yes to do it."
        await session.forget(user_id)
        return (
            counted,
            "Forgotten. Boards in channels show the name until they are shown again.",
            *await _compact_file(session.context.store),
            "Backups and log files are yours to look after, and a block stays until you lift it.",
        )


async def block(database: DatabaseLocation, number: int) -> str:
    """Block a person or a server; a bot that runs goes by it within seconds. Tells what became of it."""
    async with _open_session(database) as session:
        if await session.context.store.servers.block(number, time.time()):
            return f"Blocked {number}: every command and click is refused. Their games stay as they are."
        return f"{number} was blocked before."


async def unblock(database: DatabaseLocation, number: int) -> str:
    """Let a person or a server use the bot again; tells what became of it."""
    async with _open_session(database) as session:
        if await session.context.store.servers.unblock(number):
            return f"{number} can use the bot again."
        return f"{number} was not blocked."


async def describe_blocked(database: DatabaseLocation) -> tuple[str, ...]:
    """Lines that tell who is blocked, and since when."""
    async with _open_session(database) as session:
        found = await session.context.store.servers.block_list()
    if not found:
        return ("Nobody is blocked.",)
    return tuple(
        f"{number}  since {datetime.fromtimestamp(at, UTC):%Y-%m-%d %H:%M} UTC"
        for number, at in sorted(found.items(), key=lambda one: one[1])
    )


def _summarize_data(user_id: int, stored: PersonalData) -> str:
    games, moves, results = games_of(stored), len(stored["moves"]), len(stored["results"])
    return (
        f"{user_id}: seats {games.all}, moves {moves}, results {results}; games that go on without them"
        f" {games.playing}, tables that they leave {games.open}, deals that are put away {games.deals}."
    )


async def _compact_file(store: Store) -> tuple[str, ...]:
    """Leave nothing in the gaps of the file either; they are forgotten all the same if there is no room."""
    try:
        await store.compact()
        await store.scrub()
    except StoreError as error:
        return (f"The file could not be written anew, so gaps in it may hold what was deleted: {error}",)
    return ()


@asynccontextmanager
async def _open_session(database: DatabaseLocation) -> AsyncIterator[Session]:
    """A session on a database; nobody is told anything by it."""
    store = await Store.open(database, hooks=storage_hooks(FEATURES))
    try:
        yield Session.over(
            Context(
                store, CATALOGUE, time.time, lambda: secrets.token_hex(16), features=FEATURES, alarms=ALARMS
            )
        )
    finally:
        await store.close()
