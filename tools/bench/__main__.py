"""`make bench`: every figure that the project claims, as ratios within one run."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path

from bot import sprites
from tools import pages
from tools.bench import bots, clicks, logs, moves, ploc, replay, saving, thrag, thud, trogdor
from tools.bench.measure import Row


async def main() -> int:
    """Print the report; returns 1 if a bar is missed."""
    rows: list[Row] = []
    sprites.prepare()  # as a bot does at its start
    small = True
    # Beside the project rather than in memory: a temporary folder may not sync to a disk at all.
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as name:
        folder = Path(name)
        for row in (*thud.rows(), *trogdor.rows(), *thrag.rows(), *ploc.rows(), *replay.rows()):
            rows.append(row)
            print(row, flush=True)
        for line in moves.lines():
            print(line, flush=True)
        for line, fits in (
            *thud.sizes(),
            *trogdor.sizes(),
            *thrag.sizes(),
            *ploc.sizes(),
            *replay.sizes(),
            *logs.lines(),
        ):
            small &= fits
            print(line, flush=True)
        for row in (await saving.row(folder), saving.row_among_many(folder)):
            rows.append(row)
            print(row, flush=True)
        for measured in (
            saving.row_on_postgres(folder),
            clicks.rows(folder),
        ):
            async for row in measured:
                rows.append(row)
                print(row, flush=True)
        for told in (bots.lines(folder), pages.lines()):
            async for line, fits in told:
                small &= fits
                print(line, flush=True)
    return 0 if small and all(row.holds for row in rows) else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
