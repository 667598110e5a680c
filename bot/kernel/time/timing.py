"""What a turn that passes does to clocks and alarms: part of the change that makes it pass."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from bot.kernel.tables.context import Context
from bot.kernel.tables.seats import acting_for, has_gone, stops_for_vacations
from bot.kernel.time import clocks
from bot.kernel.time.calendar import is_awake, is_away, last_awake_before, next_awake
from bot.store import (
    HOUSE,
    Change,
    Habits,
    Kind,
    NewAlarm,
    NewTable,
    Player,
    SeatClock,
    Status,
    Table,
    Time,
    is_bot,
)
from engine.core import Seat

PACE: Final = 3.0
"""Seconds that the house and its bots take for a turn, so that people see whose it was."""


@dataclass(frozen=True, slots=True)
class TurnChange:
    """What a change of turn brings; nothing of it where the turn stays."""

    turn: int
    clocks: tuple[SeatClock, ...] | None = None
    alarms: tuple[NewAlarm, ...] = ()

    @property
    def asleep(self) -> frozenset[int]:
        """Who must act now and is called later, as it is their night."""
        return frozenset(alarm.user_id for alarm in self.alarms if alarm.kind is Kind.CALL and alarm.user_id)


class Timing:
    """Turns that pass."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._store = context.store

    async def turn_change(
        self,
        table: Table,
        players: tuple[Player, ...],
        before: object,
        after: object,
        *,
        again: bool = False,
    ) -> TurnChange | None:
        """What the step from one state to the next does; none where it is still the same turn.

        `before` is none where the game begins. `again`: an earlier turn comes back. Who is back in the middle
        of a substitute's turn has one of their own. An offer and its answer interrupt a turn and begin none:
        see docs/decisions/time.md.
        """
        entry = self._context.catalogue[table.game]
        were = frozenset[Seat]() if before is None else entry.game.to_act(before)
        are = entry.game.to_act(after)
        kept = were == are and _actors(table.players, are) == _actors(players, are)
        if before is not None and kept and entry.rules.turn_key(before) == entry.rules.turn_key(after):
            return None
        same_people = _actors(table.players, were | are) == _actors(players, were | are)
        to_move = entry.rules.to_move if before is not None and same_people and are else None
        if to_move is not None and to_move(before) == to_move(after):
            return await self.new_turn(table, players, are, mover=to_move(after)[1])
        return await self.new_turn(table, players, are, again=again)

    async def new_turn(
        self,
        table: Table,
        players: tuple[Player, ...],
        acting: frozenset[Seat],
        *,
        again: bool = False,
        mover: Seat | None = None,
    ) -> TurnChange:
        """The turn passes to these seats: whoever had it no longer has.

        `mover` is given where nobody has moved, but something was offered or answered: it is still that
        seat's move, and its time goes on as it was once nobody else is asked any more.
        """
        turn = table.turn + 1
        if not acting:
            return TurnChange(turn, self._clocks(table, players, acting, {}), ())
        habits = await self._habits(players, acting)
        made = self._clocks(table, players, acting, habits, again=again, mover=mover)
        alarms = list[NewAlarm]()
        for player in players:
            if player.seat in acting:
                goes_on = player.seat == mover
                alarms += await self._turn_alarms(
                    table, turn, player, players, made or (), habits, goes_on=goes_on
                )
        return TurnChange(turn, made, tuple(alarms))

    async def new_table(self, new: NewTable) -> NewTable:
        """A table whose game begins with it, with its clocks and alarms."""
        table = preview_table(new)
        entry = self._context.catalogue[new.game]
        acting = entry.game.to_act(entry.codec.load(new.state or ""))
        timed = await self.new_turn(table, new.players, acting)
        alarms = tuple(replace(alarm, turn=0) for alarm in timed.alarms)
        return replace(new, clocks=timed.clocks or (), alarms=alarms)

    async def _habits(self, players: Iterable[Player], acting: frozenset[Seat]) -> dict[int, Habits]:
        """How those who must act want to be treated, by user id."""
        users = {acting_for(player) for player in players if player.seat in acting}
        return {user: await self._store.schedule.habits(user) for user in users if user > HOUSE}

    def _clocks(
        self,
        table: Table,
        players: tuple[Player, ...],
        acting: frozenset[Seat],
        habits: dict[int, Habits],
        *,
        again: bool = False,
        mover: Seat | None = None,
    ) -> tuple[SeatClock, ...] | None:
        """All clocks of the table, as they are once the turn has passed; none if it has none.

        `mover` is as in `new_turn`.
        """
        if not table.terms.clock:
            return None
        now, known = self._context.now(), {clock.seat: clock for clock in table.time.clocks}
        found = []
        for player in players:
            clock = known.get(player.seat, SeatClock(player.seat, float(table.terms.bank)))
            if mover is None:
                clock = clocks.end_turn(clock, now, table.terms.clock)
            elif player.seat not in acting:
                clock = clocks.interrupt_turn(clock, now, table.terms.clock, moves=player.seat == mover)
            if player.seat in acting:
                own = habits.get(acting_for(player))
                away = own is not None and is_away(own, now) and stops_for_vacations(table)
                running = acting_for(player) >= HOUSE and not away
                if mover is not None:
                    clock = clocks.resume_clock(clock, now) if running else clock
                elif again:
                    clock = clocks.resume_turn(clock, now, table.terms.clock, running=running)
                else:
                    clock = clocks.start_turn(clock, now, running=running)
            found.append(clock)
        return tuple(found)

    async def _turn_alarms(
        self,
        table: Table,
        turn: int,
        player: Player,
        players: tuple[Player, ...],
        made: tuple[SeatClock, ...],
        habits: dict[int, Habits],
        *,
        goes_on: bool = False,
    ) -> list[NewAlarm]:
        """The alarms for a seat that must act from now on; `goes_on`: in a turn that was interrupted."""
        now, user = self._context.now(), acting_for(player)
        if user == HOUSE or is_bot(user):
            return [NewAlarm(Kind.HOUSE, now + PACE, table.id or None, turn=turn, detail=str(player.seat))]
        if user < HOUSE:
            return []  # a seat that waits for whoever takes it
        clock = next((clock for clock in made if clock.seat == player.seat), None)
        if has_gone(player):
            found = [NewAlarm(Kind.GONE, now, table.id or None, turn=turn, detail=str(player.seat))]
            if clock is not None and table.terms.forfeit:
                found += await self.time_up(table, turn, player, players, clock)
            return found
        own = habits[user]
        found = []
        if not is_awake(own, now) and not is_away(own, now):
            found.append(NewAlarm(Kind.CALL, next_awake(own, now), table.id or None, user, turn))
        if clock is not None:
            reminded = goes_on and self._was_reminded(table, own, clock)
            found += [] if reminded else self.reminder(table, turn, own, clock)
            found += await self.time_up(table, turn, player, players, clock)
        if table.terms.patience and any(
            acting_for(other) > HOUSE for other in players if other is not player
        ):
            free = now + table.terms.patience
            found.append(NewAlarm(Kind.FREE, free, table.id or None, turn=turn, detail=str(player.seat)))
            if clock is None:
                found += self.patient_reminder(
                    replace(table, time=replace(table.time, waiting_since=now)), turn, own
                )
        return found

    def reminder(self, table: Table, turn: int, habits: Habits, clock: SeatClock) -> list[NewAlarm]:
        """The one reminder of a turn, in the person's day: after its moment, or before their night."""
        due, end = clocks.reminds_at(clock, table.terms.clock), clocks.ends_at(clock, table.terms.clock)
        if due is None or end is None:
            return []
        return self._reminder(table, turn, habits, due, end)

    def patient_reminder(self, table: Table, turn: int, habits: Habits) -> list[NewAlarm]:
        """The same where there is no clock, before the others may act."""
        due = table.time.waiting_since + clocks.REMINDED_AT * table.terms.patience
        return self._reminder(table, turn, habits, due, table.time.waiting_since + table.terms.patience)

    def _was_reminded(self, table: Table, habits: Habits, clock: SeatClock) -> bool:
        """Whether the reminder of a turn had come before it was interrupted; its clock runs again."""
        before = replace(clock, since=table.time.waiting_since)  # as it ran on when the other one was asked
        due, end = clocks.reminds_at(before, table.terms.clock), clocks.ends_at(before, table.terms.clock)
        return (
            due is not None
            and end is not None
            and _reminder_time(habits, due, end) <= table.time.waiting_since
        )

    def _reminder(self, table: Table, turn: int, habits: Habits, due: float, end: float) -> list[NewAlarm]:
        if habits.remind == "never":
            return []
        at = max(_reminder_time(habits, due, end), self._context.now())
        return [NewAlarm(Kind.REMIND, at, table.id or None, habits.user_id, turn)]

    async def time_up(
        self, table: Table, turn: int, player: Player, players: tuple[Player, ...], clock: SeatClock
    ) -> list[NewAlarm]:
        """When the others hear that time is over, unless they did: by day; at once where that is a loss."""
        end = clocks.ends_at(clock, table.terms.clock)
        if end is None or clock.up:
            return []
        if table.terms.forfeit:
            return [NewAlarm(Kind.UP, end, table.id or None, turn=turn, detail=str(player.seat))]
        habits = [await self._store.schedule.habits(user) for user in choosers(players, player)]
        due = min(when_awake(one, end) for one in habits)
        return [NewAlarm(Kind.UP, due, table.id or None, turn=turn, detail=str(player.seat))]


def _reminder_time(habits: Habits, due: float, end: float) -> float:
    """When a reminder comes that is due then: in the person's day, and before their time ends."""
    at = next_awake(habits, due)
    return at if at < end else last_awake_before(habits, due)


def when_awake(habits: Habits, at: float) -> float:
    """When somebody can be told something: in their day, and after their vacation."""
    if is_away(habits, at) and habits.away_until is not None:
        at = max(at, habits.away_until)
    return at if is_awake(habits, at) else next_awake(habits, at)


def preview_table(new: NewTable) -> Table:
    """A table as it will be; its id is not known yet."""
    return Table(
        id=0,
        game=new.game,
        guild_id=new.guild_id,
        channel_id=new.channel_id,
        host_id=new.host_id,
        status=Status.PLAYING,
        terms=new.terms,
        seed=new.seed,
        counter=new.counter,
        revision=0,
        plies=0,
        head="",
        state=new.state,
        players=new.players,
        board=None,
        time=Time(created_at=new.at, changed_at=new.at, clocks=new.clocks),
    )


def _actors(players: Iterable[Player], seats: frozenset[Seat]) -> dict[Seat, int]:
    """Who acts on these seats, by user id."""
    return {player.seat: acting_for(player) for player in players if player.seat in seats}


def choosers(players: Iterable[Player], absent: Player) -> tuple[int, ...]:
    """Whose choice it is how a game goes on without somebody: the others'; alone, their own."""
    others = tuple(
        acting_for(player) for player in players if player.seat != absent.seat and acting_for(player) > HOUSE
    )
    return others or (absent.user_id,)


def with_time(change: Change, timed: TurnChange | None) -> Change:
    """The change with what the passing of the turn brings."""
    if timed is None:
        return change
    return replace(change, turn=timed.turn, clocks=timed.clocks, alarms=(*change.alarms, *timed.alarms))


def asleep_in(timed: TurnChange | None) -> frozenset[int]:
    """Who must act then and is called later, as it is their night; nobody where the turn stays."""
    return frozenset() if timed is None else timed.asleep


def due_at(table: Table, seat: Seat) -> int | None:
    """When a seat's time will be over, in whole seconds; none without a clock that runs."""
    clock = clock_at(table, seat)
    end = None if clock is None else clocks.ends_at(clock, table.terms.clock)
    return None if end is None else math.ceil(end)


def clock_at(table: Table, seat: Seat) -> SeatClock | None:
    """A seat's clock; none at a table without."""
    return next((clock for clock in table.time.clocks if clock.seat == seat), None)
