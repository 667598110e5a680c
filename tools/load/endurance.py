"""Memory over a long time: as many moves as the bot can play, some at a time, and what it holds meanwhile."""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import AsyncIterator
from typing import Final

from tools.load.measure import usage
from tools.load.tables import LoadTables

AT_ONCE: Final = 8
"""Clicks under way."""

EVERY: Final = 2_000
"""Moves between two lines; the first one is what the others are compared with."""


HEADING: Final = f"{'moves':>8}{'MiB':>8}{'more':>8}{'ms each':>9}{'a second':>10}"


async def play_and_report(tables: LoadTables, pid: int, moves: int) -> AsyncIterator[str]:
    """Play so many moves; a line under `HEADING` each time that some are played.

    The same number of tables stays under way: those that are over are replaced, which counts for nothing but
    the memory.
    """
    count, played, base = len(tables.tables), 0, 0.0
    goal = 0

    async def play_some() -> None:
        nonlocal played
        while played < goal and (click := tables.next_click()) is not None:
            played += 1
            await click

    while played < moves:
        first, goal = played, min(played + EVERY, moves)
        seconds, processor = 0.0, 0.0
        while played < goal:
            began, before = time.perf_counter(), usage(pid).seconds
            await asyncio.gather(*(play_some() for _ in range(AT_ONCE)))
            seconds += time.perf_counter() - began
            processor += usage(pid).seconds - before
            await tables.open(count)
            gc.collect()
        memory = usage(pid).memory
        base = base or memory
        each, pace = processor / (goal - first) * 1e3, (goal - first) / seconds
        yield f"{played:8}{memory:8.0f}{memory - base:+8.0f}{each:9.2f}{pace:10.0f}"
