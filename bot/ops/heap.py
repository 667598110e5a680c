"""The memory of a process that runs for months, where the C library is glibc."""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
from typing import Final

_ARENA_MAX: Final = -8
"""The number of this setting in glibc's malloc.h."""


def share_heap() -> None:
    """Make all threads use one heap, where the C library is glibc.

    By default each thread gets a heap of its own, in which what a finished game's card needed stays: 57 MiB
    unused after 2,000 moves at a thousand tables. One thread runs Python at a time, so they do not wait for
    each other.
    """
    with contextlib.suppress(AttributeError, OSError, TypeError):  # another C library or system
        ctypes.CDLL(None).mallopt(_ARENA_MAX, 1)


async def tidy_heap(every: float = 60.0) -> None:
    """Return free heap memory to the system every few seconds, where the C library is glibc.

    glibc returns only what lies at the heap's end. It would keep the 50 MiB that the start and the opening of
    a thousand tables needed for a moment. Runs in a thread, as it takes 7 to 33 ms.
    """
    try:
        trim = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):
        return
    while True:
        await asyncio.sleep(every)
        await asyncio.to_thread(trim, 0)
