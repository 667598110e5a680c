"""Whether a cluster has kept its word: every board as on disk, every log whole, every alarm sent once."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Iterator
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

# What is still to be shown is not asked for: a row there may be of a board that was shown, as that is written
# together with the next save. What channels show tells.
_TABLES = (
    "SELECT id, revision, board_message_id FROM tables WHERE status IN ('playing', 'over')"
    " AND state IS NOT NULL"
)
_SAVED = "SELECT id, table_id, revision FROM interactions WHERE id > 0"
_WAITING = "SELECT id FROM alarms WHERE id = ANY(%s)"


class RowSource(Protocol):
    """What is asked what is on disk."""

    async def rows(self, statement: str, /, *values: object) -> list[tuple[object, ...]]:
        """What a statement finds."""


@dataclass(slots=True)
class Watcher:
    """What everybody was shown: for each alarm the messages that told of it, for each table its boards."""

    discord: StandIn
    alarm_messages: dict[int, set[int]] = field(default_factory=dict)
    boards: dict[int, dict[int, FakeMessage]] = field(default_factory=dict)

    def watch(self, message: FakeMessage) -> None:
        """Note a message that was sent or edited."""
        if message.shown_to is not None:
            return
        for part in walk(message.components):
            if (number := part.get("id") or 0) >= MARK:
                self.alarm_messages.setdefault(number - MARK, set()).add(message.id)
        if shown_at(message) is not None:
            self.boards.setdefault(_table_of(message), {})[message.id] = message

    def current_boards(self, table: int) -> list[FakeMessage]:
        """The boards of a table that are still there, with controls."""
        known = self.boards.get(table, {}).values()
        return [one for one in known if one.id in self.discord.world.messages and shown_at(one) is not None]


def _table_of(board: FakeMessage) -> int:
    meant = next(filter(None, (parse_control(one["custom_id"]) for one in board.controls)))
    return meant.table


async def wrong_boards(database: RowSource, watcher: Watcher) -> list[str]:
    """What is wrong with what channels show, a line for each table."""
    rows = await database.rows(_TABLES)
    return [told for row in rows if (told := "; ".join(_board_problems(watcher, *map(_number, row))))]


async def lasting_board_problems(
    database: RowSource, watcher: Watcher, patience: float, pause: float = 1.0
) -> list[str]:
    """What is wrong with boards and stays so for `patience` seconds; asked again after each `pause`.

    A bot's move is saved a moment before it is shown: a board that lags is wrong only if it never follows.
    """
    end = time.perf_counter() + patience
    while True:
        wrong = await wrong_boards(database, watcher)
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
    if len(there := watcher.current_boards(table)) > 1:
        yield f"T{table} has {len(there)} boards"


async def wrong_logs(database: Database) -> list[str]:
    """The logs whose hashes do not lead from one line to the next."""
    try:
        await asyncio.to_thread(hosted.examine, database.location("tools"))
    except DamagedDatabase as damaged:
        return [str(damaged)]
    return []


async def wrong_moves(database: RowSource, acknowledged: dict[int, tuple[int, int]]) -> list[str]:
    """Moves that were shown and are not on disk, and revisions that two clicks have led to."""
    saved = {_number(row[0]): (_number(row[1]), _number(row[2])) for row in await database.rows(_SAVED)}
    lost = [
        f"T{table}: a move on revision {revision} was shown, and is not on disk"
        for interaction, (table, revision) in acknowledged.items()
        if saved.get(interaction, (table, 0))[1] <= revision
    ]
    twice = [where for where, count in Counter(saved.values()).items() if count > 1]
    return [*lost, *(f"T{table}: two clicks led to revision {revision}" for table, revision in twice)]


async def wrong_alarms(database: RowSource, watcher: Watcher, due: list[int]) -> list[str]:
    """Alarms that were due and not sent, or sent twice; also those that nobody has planned here."""
    waiting = {_number(row[0]) for row in await database.rows(_WAITING, due)}
    found = [f"alarm {alarm} is still on disk" for alarm in waiting]
    found += [f"alarm {alarm} was not sent" for alarm in due if alarm not in watcher.alarm_messages]
    return found + [
        f"alarm {alarm} was sent {len(messages)} times"
        for alarm, messages in watcher.alarm_messages.items()
        if len(messages) > 1
    ]
