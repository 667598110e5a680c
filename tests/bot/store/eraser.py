"""A process that forgets somebody, and is killed before statement `NUMBER`, counted from 1.

`python -m tests.bot.store.eraser PATH NUMBER`.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys

from bot.features import HOOKS
from bot.ops.location import DatabaseLocation, parse_location
from bot.store import Store
from tests.bot.store.test_persons import ME, without_me
from tests.databases import trace_statements


async def main(place: DatabaseLocation, number: int) -> None:
    store = await Store.open(place, hooks=HOOKS)
    running, helped = await store.table(2), await store.table(3)
    assert running is not None
    assert helped is not None
    seen = 0

    def count(_sql: str) -> None:
        nonlocal seen
        seen += 1
        if seen == number:
            os.kill(os.getpid(), signal.SIGKILL)

    await trace_statements(store.writer, count)
    await store.erase(ME, without_me(running, helped))
    await store.close()


if __name__ == "__main__":
    asyncio.run(main(parse_location(sys.argv[1]), int(sys.argv[2])))
