"""A second process on the same file: `python -m tests.bot.store.child TASK PATH [NUMBER]`."""

# ruff: noqa: ASYNC240 - nobody waits for this loop

from __future__ import annotations

import asyncio
import os
import resource
import signal
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

from bot.features import HOOKS
from bot.ops.location import DatabaseLocation, parse_location
from bot.store import StaleRevision, Store, Table
from tests.bot.store.samples import ANNA, BERT, move, new_table
from tests.databases import trace_statements

INTERACTION: Final = 100_000_000
"""What the children's interactions are counted from."""


def say(word: object) -> None:
    """One line to the parent, at once: what was said before a kill was said."""
    os.write(sys.stdout.fileno(), f"{word}\n".encode())


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


async def one(store: Store) -> Table:
    table = await store.table(1)
    assert table is not None
    return table


async def kill_before(store: Store, _place: DatabaseLocation, number: int) -> None:
    """Save once, and die before statement `number` of the save, counted from 1, or after all of them."""
    table = await one(store)
    seen = 0

    def count(_sql: str) -> None:
        nonlocal seen
        seen += 1
        if seen == number:
            die()

    await trace_statements(store.writer, count)
    await store.save(move(table, INTERACTION, players=(ANNA, BERT)))
    die()


async def tear(store: Store, place: DatabaseLocation, number: int) -> None:
    """Save once, and be killed by the system when the write-ahead log would grow beyond `number` bytes."""
    table = await one(store)
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
    limit = Path(f"{place}-wal").stat().st_size + number
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
    await store.save(move(table, INTERACTION, players=(ANNA, BERT)))
    die()


async def chatter(store: Store, _place: DatabaseLocation, _number: int) -> None:
    """Save without end, and say each revision once it is saved."""
    table = await one(store)
    while True:
        table = await store.save(move(table, INTERACTION + table.revision))
        say(table.revision)


async def race(store: Store, _place: DatabaseLocation, number: int) -> None:
    """Try to be the one who saves, fifty times; say which revisions were won."""
    table = await one(store)
    say("ready")
    sys.stdin.readline()
    for attempt in range(50):
        try:
            table = await store.save(move(table, INTERACTION * number + attempt))
        except StaleRevision as error:
            table = error.current
        else:
            say(table.revision)


async def hold(_store: Store, _place: DatabaseLocation, _number: int) -> None:
    """Keep the file open until the parent says a word."""
    say("ready")
    sys.stdin.readline()


async def begin(store: Store, _place: DatabaseLocation, number: int) -> None:
    """Open one table."""
    say((await store.create(new_table(), number)).id)


async def forget(store: Store, place: DatabaseLocation, _number: int) -> None:
    """End in an error, with a save on its way and a second store that nobody closes."""
    table = await one(store)
    other = await Store.open(place, hooks=HOOKS)
    asyncio.ensure_future(other.save(move(table, INTERACTION, players=(ANNA, BERT))))  # noqa: RUF006
    await asyncio.sleep(0)
    os.close(sys.stderr.fileno())
    raise RuntimeError


TASKS: Final[dict[str, Callable[[Store, DatabaseLocation, int], Awaitable[None]]]] = {
    "kill_before": kill_before,
    "tear": tear,
    "chatter": chatter,
    "race": race,
    "hold": hold,
    "begin": begin,
    "forget": forget,
}


async def main(task: str, place: DatabaseLocation, number: int) -> None:
    store = await Store.open(place, hooks=HOOKS)
    try:
        await TASKS[task](store, place, number)
    finally:
        await store.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], parse_location(sys.argv[2]), int(sys.argv[3])))
