"""The store's part for time and people: alarms, clocks, habits, offers, results."""

from __future__ import annotations

import sqlite3
from collections import OrderedDict
from typing import Final

from bot.store import results, times
from bot.store.db import Connection
from bot.store.model import Alarm, Habits, Kind, Record, UndoOffer
from bot.store.tables import note, set_note
from bot.store.times import TimeChange

ALIVE: Final = "alive"
"""The note that tells when the bot was last known to be connected."""

REMEMBERED: Final = 4096
"""How many people's habits are kept in memory."""


class Schedule:
    """What is to be done when, and for whom. Each call is one transaction, as in the store."""

    def __init__(self, writer: Connection, reader: Connection, speak: dict[int, str]) -> None:
        self._writer = writer
        self._reader = reader
        self._speak = speak
        self._habits: OrderedDict[int, Habits] = OrderedDict()

    async def save(self, change: TimeChange) -> None:
        """Clocks, alarms and habits, together. The tables of these clocks must be read anew after it."""
        said = change.habits
        if said is not None:
            self._habits.pop(said.user_id, None)
        await self._writer.write(times.apply, change)
        if said is not None:
            self._habits[said.user_id] = said
            self._speak[said.user_id] = said.language

    async def due(self, at: float, limit: int = 50) -> tuple[Alarm, ...]:
        """At most `limit` alarms that are due, the earliest first."""
        return await self._reader.read(times.due, at, limit)

    async def under_way(self) -> tuple[Alarm, ...]:
        """The alarms that were being sent when the bot was last stopped, or are now."""
        return await self._reader.read(times.under_way)

    async def of_table(self, table_id: int) -> tuple[Alarm, ...]:
        """A table's alarms, the earliest first."""
        return await self._reader.read(times.of_table, table_id)

    async def of_person(self, user_id: int) -> tuple[Alarm, ...]:
        """A person's alarms, the earliest first."""
        return await self._reader.read(times.of_person, user_id)

    async def take(self, alarm: Alarm, at: float) -> bool:
        """Whether the alarm may be sent now: it was noted that it is being sent, and by nobody else."""
        return await self._writer.write(times.take, alarm.id, at)

    async def put_back(self, alarm: Alarm, due: float) -> None:
        """The alarm was not sent, and will be at another time."""
        await self._writer.write(times.put_back, alarm.id, due)

    async def drop(self, alarm: Alarm) -> None:
        """The alarm is done with."""
        await self._writer.write(times.drop, alarm.id)

    async def habits(self, user_id: int) -> Habits:
        """How somebody wants to be treated: as everybody is, if they never said."""
        known = self._habits.get(user_id)
        if known is None:
            found = await self._reader.read(times.habits, user_id) or Habits(user_id)
            known = self._habits.setdefault(user_id, found)  # what was saved meanwhile is newer
            if len(self._habits) > REMEMBERED:
                self._habits.popitem(last=False)
        return known

    def forget(self, user_id: int) -> None:
        """Read somebody's habits anew when they are next asked for."""
        self._habits.pop(user_id, None)

    async def offer(self, table_id: int) -> UndoOffer | None:
        """The last offer to undo at a table, whether or not it still holds."""
        return await self._reader.read(times.offer, table_id)

    async def set_offer(self, offer: UndoOffer) -> None:
        """Remember an offer, in place of the one before."""
        await self._writer.write(times.set_offer, offer)

    async def drop_offer(self, table_id: int) -> None:
        """The offer at a table is answered."""
        await self._writer.write(times.drop_offer, table_id)

    async def alive(self, at: float, patience: float, kinds: tuple[Kind, ...]) -> float:
        """Note that the bot is there; returns for how many seconds it was not: 0 up to `patience`.

        After a longer absence every clock and the alarms of these `kinds` are put off by it, in the same
        transaction: tables must be read anew then.
        """

        def noted(connection: sqlite3.Connection) -> float:
            before = note(connection, ALIVE)
            gap = 0.0 if before is None else at - float(before)
            away = gap if gap > patience else 0.0
            if away:
                times.skip(connection, away, kinds)
            set_note(connection, ALIVE, repr(at))
            return away

        return await self._writer.write(noted)

    async def results_of_user(self, user_id: int) -> tuple[Record, ...]:
        """Everything that somebody has finished, in order."""
        return await self._reader.read(results.of_user, user_id)

    async def results_of_channel(self, channel_id: int) -> tuple[Record, ...]:
        """Everything that was finished at tables opened in a channel, in order."""
        return await self._reader.read(results.of_channel, channel_id)

    async def results_of_game(self, game: str, after: tuple[float, int] = (0.0, 0)) -> tuple[Record, ...]:
        """All of a game that ended after a moment and table, in order."""
        return await self._reader.read(results.of_game, game, after)

    async def unrecorded(self) -> tuple[int, ...]:
        """The ids of tables whose game is over and has no records yet."""
        return await self._reader.read(results.missing)

    async def record(self, records: tuple[Record, ...]) -> None:
        """How games ended; what is known already stays."""
        await self._writer.write(results.add_records, records)
