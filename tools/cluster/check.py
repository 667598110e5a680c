"""The invariants of a cluster: every board as stored, every log intact, every alarm sent once."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from typing import Protocol

from bot.discord.keyboard import parse_control
from bot.store.errors import DamagedDatabase
from bot.store.upkeep import hosted
from bot.ui.alarms.messenger import MARK
from tools.cluster.database import Database
from tools.load.tables import shown_at
from tools.standin.payloads import walk
from tools.standin.standin import StandIn
from tools.standin.world import FakeMessage

# The outbox is not checked: it may still have a board that was shown, because that is recorded together with
# the next save. The channels' messages decide.
_TABLES = (
    "SELECT id, revision, board_message_id FROM tables WHERE status IN ('playing', 'over')"
    " AND state IS NOT NULL"
)
_SAVED = "SELECT id, table_id, revision FROM interactions WHERE id > 0"
_WAITING = "SELECT id FROM alarms WHERE id = ANY(%s)"


class RowSource(Protocol):
    """A database that can be queried."""

    async def rows(self, statement: str, /, *values: object) -> list[tuple[object, ...]]:
        """Return the rows of a statement."""


@dataclass(slots=True)
class Watcher:
    """Everything that was shown: the messages of each alarm, and the boards of each table."""

    discord: StandIn
    alarm_messages: dict[int, set[int]] = field(default_factory=dict)
    boards: dict[int, dict[int, FakeMessage]] = field(default_factory=dict)

    def watch(self, message: FakeMessage) -> None:
        """Record a message that was sent or edited."""
        if message.shown_to is not None:
            return
        for part in walk(message.components):
            if (number := part.get("id") or 0) >= MARK:
                self.alarm_messages.setdefault(number - MARK, set()).add(message.id)
        if shown_at(message) is not None:
            self.boards.setdefault(_table_of(message), {})[message.id] = message

    def current_boards(self, table: int) -> list[FakeMessage]:
        """Return the boards of a table that still exist, with controls."""
        known = self.boards.get(table, {}).values()
        return [
            board
            for board in known
            if board.id in self.discord.world.messages and shown_at(board) is not None
        ]


def _table_of(board: FakeMessage) -> int:
    meant = next(filter(None, (parse_control(control["custom_id"]) for control in board.controls)))
    return meant.table


async def wrong_boards(database: RowSource, watcher: Watcher) -> list[str]:
    """Return what is wrong with the shown boards, a line for each table."""
    rows = await database.rows(_TABLES)
    return [problems for row in rows if (problems := "; ".join(_board_problems(watcher, *map(_number, row))))]


async def lasting_problems(
    find: Callable[[], Awaitable[list[str]]], patience: float, pause: float = 1.0
) -> list[str]:
    """Return the problems that are still found after `patience` seconds; looked for every `pause`.

    A bot's move is saved a moment before it is shown, and a bot that has just been started looks for due
    alarms a moment later: a board or an alarm that lags is wrong only if it never follows.
    """
    end = time.perf_counter() + patience
    while True:
        wrong = await find()
        if not wrong or time.perf_counter() > end:
            return wrong
        await asyncio.sleep(pause)


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0


def _board_problems(watcher: Watcher, table: int, revision: int, message_id: int) -> Iterator[str]:
    message = watcher.discord.world.messages.get(message_id)
    if message is None:
        yield f"T{table} has no board"
    elif shown_at(message) != revision:
        yield f"T{table} shows {shown_at(message)}, on disk it is {revision}"
    if len(boards := watcher.current_boards(table)) > 1:
        yield f"T{table} has {len(boards)} boards"


async def wrong_logs(database: Database) -> list[str]:
    """Return the logs whose hash chain is broken."""
    try:
        await asyncio.to_thread(hosted.examine, database.location("tools"))
    except DamagedDatabase as damaged:
        return [str(damaged)]
    return []


async def wrong_moves(database: RowSource, acknowledged: dict[int, tuple[int, int]]) -> list[str]:
    """Return the moves that were shown but not stored, and the revisions that two clicks led to."""
    saved = {_number(row[0]): (_number(row[1]), _number(row[2])) for row in await database.rows(_SAVED)}
    lost = [
        f"T{table}: a move on revision {revision} was shown, and is not on disk"
        for interaction, (table, revision) in acknowledged.items()
        if saved.get(interaction, (table, 0))[1] <= revision
    ]
    twice = [where for where, count in Counter(saved.values()).items() if count > 1]
    return [*lost, *(f"T{table}: two clicks led to revision {revision}" for table, revision in twice)]


async def wrong_alarms(database: RowSource, watcher: Watcher, due: list[int]) -> list[str]:
    """Return alarms that were due and not sent, or sent twice, including unplanned ones."""
    waiting = {_number(row[0]) for row in await database.rows(_WAITING, due)}
    problems = [f"alarm {alarm} is still on disk" for alarm in waiting]
    problems += [f"alarm {alarm} was not sent" for alarm in due if alarm not in watcher.alarm_messages]
    return problems + [
        f"alarm {alarm} was sent {len(messages)} times"
        for alarm, messages in watcher.alarm_messages.items()
        if len(messages) > 1
    ]
