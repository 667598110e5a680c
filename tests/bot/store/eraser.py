"""A process that forgets somebody, and is killed before statement `NUMBER`, counted from 1.

`python -m tests.bot.store.eraser PATH NUMBER`.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path

from bot.store import Store
from tests.bot.store.test_persons import ME, without_me


async def main(path: Path, number: int) -> None:
    store = await Store.open(path)
    running, helped = await store.table(2), await store.table(3)
    assert running is not None
    assert helped is not None
    seen = 0

    def count(_sql: str) -> None:
        nonlocal seen
        seen += 1
        if seen == number:
            os.kill(os.getpid(), signal.SIGKILL)

    await store._writer.set_trace_callback(count)  # noqa: SLF001 - to die exactly there
    await store.erase(ME, without_me(running, helped))
    await store.close()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), int(sys.argv[2])))
