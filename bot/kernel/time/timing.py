"""The effects of a passing turn on clocks and alarms, for the change that passes it."""

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
"""Seconds that the house and bots take for a turn, so that players see whose it was."""


@dataclass(frozen=True, slots=True)
class TurnChange:
    """The effects of a new turn; empty where the turn stays."""

    turn: int
    clocks: tuple[SeatClock, ...] | None = None
    alarms: tuple[NewAlarm, ...] = ()

    @property
    def asleep(self) -> frozenset[int]:
        """Who must act now and is called later, as it is their night."""
        return frozenset(alarm.user_id for alarm in self.alarms if alarm.kind is Kind.CALL and alarm.user_id)


class Timing:
    """Computes the effects of new turns."""

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
        """Return the effects of a step between two states; None where the turn stays.

        `before` is None where the game begins. `again`: an earlier turn comes back. A player who is back in
        the middle of a substitute's turn has one of their own. An offer and its answer interrupt a turn and
        begin none: see docs/decisions/time.md.
        """
        entry = self._context.catalogue[table.game]
        were = frozenset[Seat]() if before is None else entry.game.to_act(before)
        are = entry.game.to_act(after)
        is_same_turn = were == are and _actors(table.players, are) == _actors(players, are)
        if (
            before is not None
            and is_same_turn
            and entry.rules.turn_key(before) == entry.rules.turn_key(after)
        ):
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
        """Pass the turn to these seats.

        `mover` is given where no one has moved, but an offer was made or answered: it is still that seat's
        move, and its time goes on once no answer is awaited any more.
        """
        turn = table.turn + 1
        if not acting:
            return TurnChange(turn, self._clocks(table, players, acting, {}), ())
        habits = await self._habits(players, acting)
        clocks = self._clocks(table, players, acting, habits, again=again, mover=mover)
        alarms = list[NewAlarm]()
        for player in players:
            if player.seat in acting:
                goes_on = player.seat == mover
                alarms += await self._turn_alarms(
                    table, turn, player, players, clocks or (), habits, goes_on=goes_on
                )
        return TurnChange(turn, clocks, tuple(alarms))

    async def new_table(self, new: NewTable) -> NewTable:
        """Return a table whose game begins with it, with its clocks and alarms."""
        table = preview_table(new)
        entry = self._context.catalogue[new.game]
        acting = entry.game.to_act(entry.codec.load(new.state or ""))
        timed = await self.new_turn(table, new.players, acting)
        alarms = tuple(replace(alarm, turn=0) for alarm in timed.alarms)
        return replace(new, clocks=timed.clocks or (), alarms=alarms)

    async def _habits(self, players: Iterable[Player], acting: frozenset[Seat]) -> dict[int, Habits]:
        """Return the preferences of the awaited players, by user id."""
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
        """Return all clocks of the table after the turn has passed; None if it has none.

        `mover` is as in `new_turn`.
        """
        if not table.terms.clock:
            return None
        now, current = self._context.now(), {clock.seat: clock for clock in table.time.clocks}
        updated = []
        for player in players:
            clock = current.get(player.seat, SeatClock(player.seat, float(table.terms.bank)))
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
            updated.append(clock)
        return tuple(updated)

    async def _turn_alarms(
        self,
        table: Table,
        turn: int,
        player: Player,
        players: tuple[Player, ...],
        clocks: tuple[SeatClock, ...],
        habits: dict[int, Habits],
        *,
        goes_on: bool = False,
    ) -> list[NewAlarm]:
        """Return the alarms for a seat that must act from now on; `goes_on`: in an interrupted turn."""
        now, user = self._context.now(), acting_for(player)
        if user == HOUSE or is_bot(user):
            return [NewAlarm(Kind.HOUSE, now + PACE, table.id or None, turn=turn, detail=str(player.seat))]
        if user < HOUSE:
            return []  # a free seat
        clock = next((clock for clock in clocks if clock.seat == player.seat), None)
        if has_gone(player):
            alarms = [NewAlarm(Kind.GONE, now, table.id or None, turn=turn, detail=str(player.seat))]
            if clock is not None and table.terms.forfeit:
                alarms += await self.time_up(table, turn, player, players, clock)
            return alarms
        own = habits[user]
        alarms = []
        if not is_awake(own, now) and not is_away(own, now):
            alarms.append(NewAlarm(Kind.CALL, next_awake(own, now), table.id or None, user, turn))
        if clock is not None:
            reminded = goes_on and self._was_reminded(table, own, clock)
            alarms += [] if reminded else self.reminder(table, turn, own, clock)
            alarms += await self.time_up(table, turn, player, players, clock)
        if table.terms.patience and any(
            acting_for(other) > HOUSE for other in players if other is not player
        ):
            free = now + table.terms.patience
            alarms.append(NewAlarm(Kind.FREE, free, table.id or None, turn=turn, detail=str(player.seat)))
            if clock is None:
                alarms += self.patient_reminder(
                    replace(table, time=replace(table.time, waiting_since=now)), turn, own
                )
        return alarms

    def reminder(self, table: Table, turn: int, habits: Habits, clock: SeatClock) -> list[NewAlarm]:
        """Return the one reminder of a turn, in the person's day: after its moment, or before their night."""
        due, end = clocks.reminds_at(clock, table.terms.clock), clocks.ends_at(clock, table.terms.clock)
        if due is None or end is None:
            return []
        return self._reminder(table, turn, habits, due, end)

    def patient_reminder(self, table: Table, turn: int, habits: Habits) -> list[NewAlarm]:
        """Return the reminder where there is no clock, before the others may act."""
        due = table.time.waiting_since + clocks.REMINDED_AT * table.terms.patience
        return self._reminder(table, turn, habits, due, table.time.waiting_since + table.terms.patience)

    def _was_reminded(self, table: Table, habits: Habits, clock: SeatClock) -> bool:
        """Whether the reminder of a turn had come before it was interrupted; its clock runs again."""
        before = replace(clock, since=table.time.waiting_since)  # as it ran on during the offer
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
        """Return when the others hear that time is over: by day; at once where that is a loss."""
        end = clocks.ends_at(clock, table.terms.clock)
        if end is None or clock.up:
            return []
        if table.terms.forfeit:
            return [NewAlarm(Kind.UP, end, table.id or None, turn=turn, detail=str(player.seat))]
        habits = [await self._store.schedule.habits(user) for user in choosers(players, player)]
        due = min(when_awake(preferences, end) for preferences in habits)
        return [NewAlarm(Kind.UP, due, table.id or None, turn=turn, detail=str(player.seat))]


def _reminder_time(habits: Habits, due: float, end: float) -> float:
    """Return when a due reminder comes: in the person's day, and before their time ends."""
    at = next_awake(habits, due)
    return at if at < end else last_awake_before(habits, due)


def when_awake(habits: Habits, at: float) -> float:
    """Return when a person can be notified: in their day, and after their vacation."""
    if is_away(habits, at) and habits.away_until is not None:
        at = max(at, habits.away_until)
    return at if is_awake(habits, at) else next_awake(habits, at)


def preview_table(new: NewTable) -> Table:
    """Return a table before it is saved; its id is not known yet."""
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
    """Return who acts on these seats, by user id."""
    return {player.seat: acting_for(player) for player in players if player.seat in seats}


def choosers(players: Iterable[Player], absent: Player) -> tuple[int, ...]:
    """Return who chooses how a game goes on without a player: the others; alone, the player."""
    others = tuple(
        acting_for(player) for player in players if player.seat != absent.seat and acting_for(player) > HOUSE
    )
    return others or (absent.user_id,)


def with_time(change: Change, timed: TurnChange | None) -> Change:
    """Return the change with the effects of the new turn."""
    if timed is None:
        return change
    return replace(change, turn=timed.turn, clocks=timed.clocks, alarms=(*change.alarms, *timed.alarms))


def asleep_in(timed: TurnChange | None) -> frozenset[int]:
    """Return who must act then and is called later, as it is their night; empty where the turn stays."""
    return frozenset() if timed is None else timed.asleep


def due_at(table: Table, seat: Seat) -> int | None:
    """Return when a seat's time will be over, in whole seconds; None without a running clock."""
    clock = clock_at(table, seat)
    end = None if clock is None else clocks.ends_at(clock, table.terms.clock)
    return None if end is None else math.ceil(end)


def clock_at(table: Table, seat: Seat) -> SeatClock | None:
    """Return a seat's clock; None at a table without."""
    return next((clock for clock in table.time.clocks if clock.seat == seat), None)
