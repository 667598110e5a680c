"""Starting the children of `tests.bot.store.child`."""

from __future__ import annotations

import sys
from asyncio.subprocess import PIPE, Process, create_subprocess_exec
from pathlib import Path

from bot.ops.location import DatabaseLocation
from tests.databases import address

ROOT = Path(__file__).parents[4]


async def start(task: str, place: DatabaseLocation, number: int = 0) -> Process:
    """The running child; its end is the caller's business."""
    arguments = ("-m", "tests.bot.store.child", task, address(place), str(number))
    return await create_subprocess_exec(sys.executable, *arguments, cwd=ROOT, stdin=PIPE, stdout=PIPE)


async def next_line(child: Process) -> str:
    """The next line that the child says; empty when it has ended."""
    assert child.stdout is not None
    return (await child.stdout.readline()).decode().strip()


async def finish(child: Process) -> list[str]:
    """Say a word to the child, and hear all that it says until its end."""
    out, _ = await child.communicate(b"go\n")
    return out.decode().split()
