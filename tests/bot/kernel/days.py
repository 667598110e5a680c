"""A table over days: the clock is moved, and due alarms run, without posting anything."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from bot.features.people.service import AWAY, BACK, PersonalSettings
from bot.kernel.clicks import Opening, Person
from bot.kernel.session import Session, Shown
from bot.kernel.tables.seats import acting_for
from bot.kernel.time.schedule import DueAlarm
from bot.store import Alarm, Habits, Kind, Line, Player, SeatClock, Table, Terms, TimeChange
from engine.rng import SeededRng
from tests.bot.samples import ANN, BEN, CLEO, Clock, click, stored_table, trace

HOUR: Final = 3600
SECOND: Final = 1 / HOUR
NOON: Final = datetime(2026, 6, 1, 12, tzinfo=UTC).timestamp()
"""When these tests begin."""

GAMES: Final = ("thud", "trogdor", "thrag", "ploc")
SHARED: Final = ("thud", "trogdor", "ploc")
"""The games for more than one."""

PEOPLE: Final = {person.id: person for person in (ANN, BEN, CLEO)}


def name(user_id: int) -> str:
    return PEOPLE[user_id].name


def other(user_id: int) -> str:
    """Return the opponent's name: Ann's or Ben's."""
    return BEN.name if user_id == ANN.id else ANN.name


@dataclass
class Days:
    """A session, its clock, and the table under test."""

    session: Session
    clock: Clock
    number: int = 1

    async def opens(
        self,
        game: str,
        *others: Person,
        hours: float = 10,
        bank: float = 0,
        forfeit: bool = False,
    ) -> Table:
        """Ann opens a table; Ben and the `others` join, and its game begins."""
        opening = Opening(
            game,
            {},
            0,
            BEN if game in ("thud", "koom", "ploc") else None,
            terms=Terms(clock=int(hours * HOUR), bank=int(bank * HOUR), forfeit=forfeit),
        )
        table = (await self.session.lobby.open(click(ANN), opening, trace())).table
        for person in (BEN, *others) if game != "thrag" else ():
            table = (
                await self.session.lobby.sit(click(person), table.id, table.revision, trace(), agreed=True)
            ).table
        if game == "trogdor":
            table = (await self.session.lobby.start(click(ANN), table.id, table.revision, trace())).table
        self.number = table.id
        return await self.table()

    async def table(self) -> Table:
        return await stored_table(self.session, await self.session.tables.get(self.number))

    async def log(self) -> tuple[Line, ...]:
        return await self.session.tables.log(await self.table())

    async def awaited_player(self) -> Player:
        """Return the player whose turn it is."""
        table = await self.table()
        (seat,) = self.session.tables.acting_seats(table)
        return table.players[seat]

    async def clock_of(self, player: Player) -> SeatClock:
        return (await self.table()).time.clocks[player.seat]

    async def plays(self, line: str = "", person: Person | None = None) -> Shown:
        """Play a line by the awaited player, or by `person`; by default the house's."""
        table, player = await self.table(), await self.awaited_player()
        shown = self.session.tables.show(table)
        game, seat = shown.entry.game, player.seat
        if not line:
            actions = game.legal(shown.state, seat)
            line = str(game.stand_in_action(game.view(shown.state, seat), actions, SeededRng(table.head)))
        who = PEOPLE[acting_for(player)] if person is None else person
        return await self.session.play.move(click(who), table.id, line, trace())

    async def passes(self) -> Shown:
        """Play by the awaited player until the turn passes."""
        turn = (await self.table()).turn
        shown = await self.plays()
        while shown.table.turn == turn:
            shown = await self.plays()
        return shown

    async def alarms(self) -> dict[str, Alarm]:
        """Return the alarms of this turn, by kind; there must not be two of a kind."""
        table = await self.table()
        found = [
            one
            for one in await self.session.context.store.schedule.of_table(table.id)
            if one.turn == table.turn
        ]
        assert len({one.kind for one in found}) == len(found)
        return {one.kind: one for one in found}

    async def later(self, hours: float) -> list[str]:
        """Advance the clock by hours; returns the notices at the end, such as `remind Ann`."""
        self.clock.now += hours * HOUR
        return await self.tick()

    async def tick(self) -> list[str]:
        """Run the due alarms; returns their notices."""
        schedule, told = self.session.context.store.schedule, list[str]()
        while alarms := await schedule.due(self.clock.now):
            for alarm in alarms:
                due = await self.session.schedule.assess(alarm)
                if isinstance(due, float):
                    assert due > self.clock.now
                    await schedule.reschedule(alarm, due)
                    continue
                await schedule.drop(alarm)
                if due is not None:
                    told.append(" ".join((str(alarm.kind), *await self._carry_out(due))))
        return told

    async def _carry_out(self, due: DueAlarm) -> tuple[str, ...]:
        """Carry out an alarm; returns its recipients."""
        alarm, table, player = due.alarm, due.table, due.player
        if alarm.kind in (AWAY, BACK):
            change = (
                self.session.schedule.stop_clocks
                if alarm.kind == AWAY
                else self.session.schedule.start_clocks
            )
            await change(alarm.user_id or 0, self.clock.now)
        if alarm.user_id is not None:
            return (name(alarm.user_id),)
        if table is None or player is None:
            return ()
        if alarm.kind is Kind.HOUSE:
            await self.session.absence.stand_in(alarm, table, player, trace())
        elif table.terms.forfeit:
            await self.session.absence.forfeit(alarm, table, player, trace())
        else:
            _, users = await self.session.schedule.note_time_up(due)
            return tuple(map(name, users))
        return (player.name,)

    # Preferences

    async def sleeps(self, person: Person, bed: int, up: int, *, zone: str = "UTC") -> None:
        """Set a person's night, from one hour of their clock to another."""
        await self.session.service(PersonalSettings).set_hours(person.id, up * 60, bed * 60, zone)

    async def goes_away(self, person: Person, days: int = 5) -> None:
        """Start a person's vacation, with all its effects."""
        await self.session.service(PersonalSettings).set_vacation(person.id, days, None)
        assert await self.tick() == [f"away {person.name}"]

    async def says(self, habits: Habits) -> None:
        await self.session.context.store.schedule.save(TimeChange(habits=habits))
