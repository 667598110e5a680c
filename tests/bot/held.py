"""How much is done on the event loop for whoever asks."""

# ruff: noqa: SLF001 - asyncio tells nobody else when a callback begins and ends

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import Any, Final

MUCH: Final = 50_000
"""So many calls take some 15 milliseconds, and hold up every click: they are the same on any machine."""


@dataclass
class CallCounts:
    """How many functions were called by the callback of the loop that called most."""

    calls: int = 0


@contextmanager
def count_calls() -> Iterator[CallCounts]:
    """Within it calls in this thread are counted, callback by callback; what is done in others is not."""
    most, loops, run, calls = CallCounts(), threading.get_ident(), asyncio.Handle._run, 0

    def count(_frame: FrameType, event: str, _argument: Any) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    def end() -> None:
        nonlocal calls
        sys.setprofile(None)
        most.calls, calls = max(most.calls, calls), 0

    def run_counted(handle: asyncio.Handle) -> None:
        if threading.get_ident() != loops:
            run(handle)
            return
        sys.setprofile(count)
        try:
            run(handle)
        finally:
            end()

    asyncio.Handle._run = run_counted  # type: ignore[method-assign, assignment]
    sys.setprofile(count)
    try:
        yield most
    finally:
        end()
        asyncio.Handle._run = run  # type: ignore[method-assign]


def steps(work: Callable[[], object]) -> int:
    """How many steps of Python some work takes in this thread: the same each time, on any machine."""
    count = 0

    def trace(frame: FrameType, event: str, _argument: Any) -> Any:
        nonlocal count
        frame.f_trace_opcodes = True
        count += event == "opcode"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return count
