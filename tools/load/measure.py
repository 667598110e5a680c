"""What is measured: times to an answer, processor time, memory, and how late this tool itself is."""

from __future__ import annotations

import asyncio
import math
import os
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

_PROC: Final = Path("/proc")
_TICK: Final = 1 / os.sysconf("SC_CLK_TCK")
_PAGE: Final = os.sysconf("SC_PAGE_SIZE") / 2**20

LOOK: Final = 0.01
"""Seconds between two looks at how late this process is."""


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that so large a share of them does not exceed; not a number if there is none."""
    if not values:
        return math.nan
    return sorted(values)[max(math.ceil(share * len(values)) - 1, 0)]


@dataclass(frozen=True, slots=True)
class Usage:
    """Seconds of processor that a process has used, those of the processes it has started, and its MiB."""

    seconds: float
    children: float
    memory: float


def usage(pid: int) -> Usage:
    """What a process has used until now. Raises `OSError` where there is no Linux, or no such process."""
    _, seconds = _stat(pid)
    children = 0.0
    for folder in _PROC.glob("[0-9]*"):
        try:
            parent, used = _stat(int(folder.name))
        except OSError:  # it has ended meanwhile
            continue
        children += used if parent == pid else 0.0
    pages = int((_PROC / str(pid) / "statm").read_text().split()[1])
    return Usage(seconds, children, pages * _PAGE)


def _stat(pid: int) -> tuple[int, float]:
    """Who has started a process, and the seconds it has used; its name may have blanks in it."""
    fields = (_PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()
    return int(fields[1]), (int(fields[11]) + int(fields[12])) * _TICK


def machine_busy_seconds() -> float:
    """Seconds that all processors of this machine have been at work."""
    user, nice, system, _, _, interrupts, soft = map(int, (_PROC / "stat").read_text().split()[1:8])
    return (user + nice + system + interrupts + soft) * _TICK


@dataclass(slots=True)
class LoopLag:
    """How late this process came back from its naps, in seconds, and its share of a core."""

    late: list[float] = field(default_factory=list)
    share: float = 0.0


@asynccontextmanager
async def measure_loop_lag() -> AsyncIterator[LoopLag]:
    """Looks at this process while something runs."""
    lag = LoopLag()

    async def sample_lag() -> None:
        while True:
            before = time.perf_counter()
            await asyncio.sleep(LOOK)
            lag.late.append(time.perf_counter() - before - LOOK)

    looking = asyncio.create_task(sample_lag())
    began, used = time.perf_counter(), time.process_time()
    try:
        yield lag
    finally:
        looking.cancel()
        lag.share = (time.process_time() - used) / (time.perf_counter() - began)
