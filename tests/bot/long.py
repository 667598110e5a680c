"""Games of many lines, written into a log at once, and how much is done for them on the event loop."""

# ruff: noqa: SLF001 - asyncio tells nobody else when a callback begins and ends

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import cycle, islice
from types import FrameType
from typing import Any, Final, TypeAlias

from bot.games.catalogue import CATALOGUE
from bot.store import Line, Store, Table, tables
from bot.store.sql import SqlConnection
from engine.core import Seat
from engine.entries import HINT, undo
from engine.fairness import next_hash
from engine.replay import Position, positions
from tests.bot.samples import QUIET

Played: TypeAlias = tuple[Seat, str]
"""A line of a log: whose, and what."""

ROUND: Final[tuple[Played, ...]] = tuple((number % 2, line) for number, line in enumerate(QUIET))


def rounds(count: int) -> Iterator[Played]:
    """So many moves of Thud, none of which is taken back."""
    return islice(cycle(ROUND), count)


def slips(count: int) -> Iterator[Played]:
    """A move of Thud and its taking back, over and over."""
    return ((0, undo(at - 1) if at % 2 else QUIET[0]) for at in range(count))


def mixed(count: int) -> Iterator[Played]:
    """Rounds of Thud, each with a hint, a slip and a way back to its beginning, and played once more."""
    every = (
        (*ROUND, (0, HINT), (0, QUIET[0]), (0, undo(at + 5)), (0, undo(at)), *ROUND)
        for at in range(0, count, 12)
    )
    return islice((line for one in every for line in one), count)


async def prolonged(store: Store, table: Table, lines: Iterable[Played]) -> Table:
    """A table on whose log these lines follow; none of them ends the game."""
    entry, every = CATALOGUE[table.game], tuple(lines)
    stands = Position(table.plies, entry.codec.load(table.state or ""), table.counter)
    last = positions(entry.game, stands, table.chance, every)[-1]
    users = {player.seat: player.user_id for player in table.players}

    def write(connection: SqlConnection) -> None:
        plies, head = table.plies, table.head
        for plies, (seat, action) in enumerate(every, table.plies + 1):
            head = next_hash(head, plies, seat, action)
            line = Line(plies, seat, users[seat], action, head, table.changed_at + plies)
            tables.add_line(connection, table.id, line)
        connection.execute(
            "UPDATE tables SET plies = ?, head = ?, state = ?, counter = ?, revision = ? WHERE id = ?",
            (plies, head, entry.codec.dump(last.state), last.counter, table.revision + 1, table.id),
        )

    await store.outbox.write(write)
    store.forget(table.id)
    found = await store.table(table.id)
    assert found is not None
    return found


MUCH: Final = 50_000
"""So many calls take some 15 milliseconds, and hold up every click: they are the same on any machine."""


@dataclass
class Held:
    """How many functions were called by the callback of the loop that called most."""

    calls: int = 0


@contextmanager
def held() -> Iterator[Held]:
    """Within it calls in this thread are counted, callback by callback; what is done in others is not."""
    most, loops, run, calls = Held(), threading.get_ident(), asyncio.Handle._run, 0

    def count(_frame: FrameType, event: str, _argument: Any) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    def end() -> None:
        nonlocal calls
        sys.setprofile(None)
        most.calls, calls = max(most.calls, calls), 0

    def counted(handle: asyncio.Handle) -> None:
        if threading.get_ident() != loops:
            run(handle)
            return
        sys.setprofile(count)
        try:
            run(handle)
        finally:
            end()

    asyncio.Handle._run = counted  # type: ignore[method-assign, assignment]
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
