"""Starting the children of `tests.bot.store.child`."""

from __future__ import annotations

import sys
from asyncio.subprocess import PIPE, Process, create_subprocess_exec
from pathlib import Path

from bot.ops.location import DatabaseLocation
from tests.databases import address

ROOT = Path(__file__).parents[4]


async def start(task: str, place: DatabaseLocation, number: int = 0) -> Process:
    """Start a child, which the caller has to end."""
    arguments = ("-m", "tests.bot.store.child", task, address(place), str(number))
    return await create_subprocess_exec(sys.executable, *arguments, cwd=ROOT, stdin=PIPE, stdout=PIPE)


async def next_line(child: Process) -> str:
    """Return the child's next line; empty when it has ended."""
    assert child.stdout is not None
    return (await child.stdout.readline()).decode().strip()


async def finish(child: Process) -> list[str]:
    """Write a line to the child, and return all its output until its end."""
    out, _ = await child.communicate(b"go\n")
    return out.decode().split()
