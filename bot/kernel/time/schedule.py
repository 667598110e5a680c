"""Alarms: which are due, and whether they still apply; clocks that stop and start."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from bot.kernel.clicks import Click
from bot.kernel.errors import Refused
from bot.kernel.tables.context import Context, Tables
from bot.kernel.tables.seats import (
    LIVE,
    acting_for,
    asked_seats,
    awaited_seats,
    has_gone,
    is_code,
    is_played_by_code,
    overdue_from,
    seen_by,
    stops_for_vacations,
)
from bot.kernel.time import clocks
from bot.kernel.time.absence import Absence
from bot.kernel.time.alarms import AlarmScope
from bot.kernel.time.calendar import is_away, morning_after, next_awake
from bot.kernel.time.timing import PACE, Timing, clock_at, due_at, when_awake
from bot.store import (
    Alarm,
    Habits,
    Kind,
    NewAlarm,
    Player,
    Status,
    Table,
    TimeChange,
)

LATER: Final = 60 * 60.0
"""Seconds after which an alarm is rechecked whose clock is stopped, or whose table cannot be read."""

SNOOZES: Final = {"1h": 60 * 60, "3h": 3 * 60 * 60, "morning": None}
"""Seconds by which a reminder can be postponed; None: until the player next wakes up."""

SOON: Final = 60 * 60.0
"""Seconds within which reminders of one person in one channel are merged into one message."""

TOGETHER: Final = 12
"""The most tables in one message."""

MANY: Final = 50
"""How many idle tables are asked about at a time, the oldest first."""

ASK, CLOSE = "ask", "close"
"""The details of an alarm about an idle table; its revision follows."""


@dataclass(frozen=True, slots=True)
class DueAlarm:
    """An alarm to be carried out now, with its table and player.

    `others` are in the same message: to the same person, in the same channel.
    """

    alarm: Alarm
    table: Table | None = None
    player: Player | None = None
    habits: Habits | None = None
    others: tuple[DueAlarm, ...] = ()

    @property
    def all_alarms(self) -> tuple[DueAlarm, ...]:
        """This alarm and those merged with it."""
        return (self, *self.others)


def is_question(alarm: Alarm) -> bool:
    """Whether an alarm asks about an idle table."""
    return alarm.kind is Kind.IDLE and alarm.detail.startswith(ASK)


class Schedule:
    """Alarms that are due, and clocks that stop and start."""

    def __init__(self, context: Context, tables: Tables, timing: Timing, absence: Absence) -> None:
        self._context = context
        self._store = context.store
        self._tables = tables
        self._timing = timing
        self._absence = absence

    # The stored alarms

    @property
    def is_ours(self) -> bool:
        """Whether this process may run alarms: not while another one may have its shards."""
        return self._store.cluster.holds

    async def due(self, at: float, limit: int) -> tuple[Alarm, ...]:
        """Return at most `limit` of the due alarms, the earliest first."""
        return await self._store.schedule.due(at, limit)

    async def next_due(self, at: float) -> float | None:
        """Return when the next alarm falls due that is not due yet; None if there is none."""
        return await self._store.schedule.next_due(at)

    async def under_way(self) -> tuple[Alarm, ...]:
        """Return the alarms that were being sent when the bot was last stopped, or are now."""
        return await self._store.schedule.under_way()

    async def claim(self, alarm: Alarm, at: float) -> bool:
        """Claim an alarm: mark it as being sent; returns false if another task has it."""
        return await self._store.schedule.claim(alarm, at)

    async def reschedule(self, alarm: Alarm, due: float) -> None:
        """Return an unsent alarm to the queue, for another time."""
        await self._store.schedule.reschedule(alarm, due)

    async def drop(self, alarm: Alarm) -> None:
        """Delete a finished alarm."""
        await self._store.schedule.drop(alarm)

    async def save(self, change: TimeChange) -> None:
        """Delete alarms and add others, together."""
        await self._store.schedule.save(change)

    async def note_alive(self, at: float, patience: float) -> float:
        """Note that the bot runs; returns for how many seconds it did not: 0 up to `patience`.

        After a longer absence every clock is delayed by it.
        """
        away = await self._store.schedule.note_alive(at, patience)
        if away:
            self._store.forget()
        return away

    # Channels out of reach

    async def live_channels(self) -> tuple[tuple[int | None, int], ...]:
        """Return the channels with live tables or with a board to be shown, each with its server."""
        return await self._store.schedule.live_channels()

    async def tables_in_servers(self) -> tuple[int, ...]:
        """Return the ids of all live tables in servers."""
        return await self._store.schedule.tables_in_servers()

    async def pause_channels(self, channels: frozenset[int], seconds: float) -> None:
        """Delay clocks and waits in channels where no one could play for so long."""
        if channels and seconds > 0:
            held = await self._store.schedule.pause_channels(
                tuple(sorted(channels)), seconds, self._context.now()
            )
            if held:
                self._store.forget(*held)

    async def resume_channels(self, channels: frozenset[int]) -> tuple[Table, ...]:
        """Return the tables with a clock or a pending message in channels that are reachable again.

        The alarms that waited for it are due at once.
        """
        held = tuple(kind.key for kind in self._context.alarm_kinds.values() if kind.held)
        await self._store.schedule.recheck_alarms(tuple(sorted(channels)), held, self._context.now())
        tables = list[Table]()
        for channel in channels:
            tables += await self._store.in_channel(channel, live_only=True, limit=10_000)
        return tuple(tables)

    # Assessing an alarm

    async def table_of(self, alarm: Alarm) -> Table | float | None:
        """Return the table of an alarm; a later time if it cannot be read, and None if it is gone."""
        table = None if alarm.table_id is None else await self._store.table(alarm.table_id)
        if table is not None and not self._tables.is_readable(table):
            return self._context.now() + LATER
        return table

    async def assess(self, alarm: Alarm) -> DueAlarm | float | None:
        """Assess an alarm as `Session.assess` does, for the kinds without an `assess` of their own."""
        about = self._context.alarm_kinds[alarm.kind].about
        if alarm.table_id is None or about is AlarmScope.NOTHING:
            return DueAlarm(alarm)
        table = await self.table_of(alarm)
        if not isinstance(table, Table):
            return table
        if alarm.kind is Kind.IDLE:
            return await self._assess_idle(alarm, table)
        if about is AlarmScope.TABLE:
            return DueAlarm(alarm, table) if table.status is Status.OVER else None
        goes_on = table.turn == alarm.turn and table.status in LIVE
        player = self._player_meant(alarm, table) if goes_on else None
        if player is None or _is_for_nobody(alarm, table, player):
            return None
        return await self._for_player(alarm, table, player)

    async def _assess_idle(self, alarm: Alarm, table: Table) -> DueAlarm | float | None:
        """Assess an alarm about an idle table; returns a later time if the awaited player is on vacation."""
        if table.status not in LIVE or alarm.detail.partition(":")[2] != str(table.revision):
            return None
        now, until = self._context.now(), list[float]()
        acting = self._tables.acting_seats(table) if table.status is Status.PLAYING else frozenset()
        for player in table.players:
            if player.seat in acting:
                habits = await self._store.schedule.habits(acting_for(player))
                until.append(habits.away_until if is_away(habits, now) and habits.away_until else now)
        return max(until) if until and max(until) > now else DueAlarm(alarm, table)

    async def look_for_idle(self, seconds: float) -> bool:
        """Set alarms to ask about tables that are idle for so long; returns whether there are any."""
        now = self._context.now()
        table_ids = await self._store.schedule.idle_tables(now - seconds, MANY)
        tables = [await self._tables.get(table_id) for table_id in table_ids]
        alarms = tuple(
            NewAlarm(Kind.IDLE, now, table.id, detail=f"{ASK}:{table.revision}") for table in tables
        )
        if alarms:
            await self._store.schedule.save(TimeChange(alarms=alarms))
        return bool(alarms)

    async def merge_due(self, due: DueAlarm) -> DueAlarm:
        """Merge an alarm with others for the same people in the same channel, the earliest first.

        A reminder that is due soon is included, once half of the time is over. Where a player has lost by
        time, each game is a message of its own.
        """
        table, now = due.table, self._context.now()
        if table is None:
            return due
        every = self._context.alarm_kinds
        if every[due.alarm.kind].merges and due.alarm.user_id is not None:
            among = await self._store.schedule.of_person(due.alarm.user_id)
            kinds = tuple(kind.key for kind in every.values() if kind.merges)
        elif due.alarm.kind is Kind.UP and not table.terms.forfeit:
            among, kinds = await self._store.schedule.due(now, 500), (Kind.UP,)
        elif is_question(due.alarm) and table.terms.day is None:
            among, kinds = await self._store.schedule.due(now, 500), (Kind.IDLE,)
        else:
            return due
        others = list[DueAlarm]()
        for alarm in among:
            if len(others) == TOGETHER - 1:
                break
            if alarm.id == due.alarm.id or alarm.kind not in kinds or alarm.due > now + SOON or alarm.sending:
                continue
            other = await self._mergeable(alarm, due)
            if other is not None:
                others.append(other)
        return replace(due, others=tuple(others))

    async def _mergeable(self, alarm: Alarm, due: DueAlarm) -> DueAlarm | None:
        """Assess an alarm that could be merged with another one."""
        table = None if alarm.table_id is None else await self._store.table(alarm.table_id)
        if table is None or due.table is None:
            return None
        user = alarm.user_id or 0
        apart = seen_by(table, user).channel_id != seen_by(due.table, user).channel_id
        if apart or (alarm.kind is Kind.UP and table.terms.forfeit):
            return None
        assessed = await self.assess(alarm)
        if alarm.kind is Kind.IDLE:
            alike = is_question(alarm) and table.terms.day is None
            return assessed if isinstance(assessed, DueAlarm) and alike else None
        moment = None if isinstance(assessed, DueAlarm) else assessed
        if moment is not None and alarm.kind is Kind.REMIND and moment <= self._context.now() + SOON:
            assessed = self._early(alarm, table, due)
        if not isinstance(assessed, DueAlarm) or assessed.player is None or due.player is None:
            return None
        if alarm.kind is Kind.UP:
            alike = self._absence.choosers(table, assessed.player) == self._absence.choosers(
                due.table, due.player
            )
            return assessed if alike else None
        return assessed

    def _early(self, alarm: Alarm, table: Table, due: DueAlarm) -> DueAlarm | None:
        """Return a reminder before its time, if half of the turn's time is over by now."""
        player = self._player_meant(alarm, table)
        clock = None if player is None else clock_at(table, player.seat)
        if player is None or clock is None or has_gone(player):
            return None
        half = clocks.time_used(clock, self._context.now()) >= table.terms.clock / 2
        return DueAlarm(alarm, table, player, due.habits) if half else None

    def _player_meant(self, alarm: Alarm, table: Table) -> Player | None:
        """Return the player an alarm is about, awaited or challenged; None if that is outdated."""
        if table.status is Status.OPEN:
            return next(
                (
                    candidate
                    for candidate in table.players
                    if not candidate.seated and candidate.user_id == alarm.user_id
                ),
                None,
            )
        if alarm.kind is Kind.HOUSE:
            shown = self._tables.show(table)
            seats = awaited_seats(shown.entry, shown.state)
            return next(
                (
                    candidate
                    for candidate in table.players
                    if str(candidate.seat) == alarm.detail and candidate.seat in seats
                ),
                None,
            )
        if alarm.kind is Kind.ASKED:
            shown = self._tables.show(table)
            offered = [
                candidate
                for candidate in table.players
                if candidate.seat in asked_seats(shown.entry, shown.state)
            ]
            return next((candidate for candidate in offered if acting_for(candidate) == alarm.user_id), None)
        acting = self._tables.acting_seats(table)
        awaited = [player for player in table.players if player.seat in acting]
        if alarm.kind in (Kind.UP, Kind.FREE, Kind.GONE):
            return next((player for player in awaited if str(player.seat) == alarm.detail), None)
        return next((player for player in awaited if acting_for(player) == alarm.user_id), None)

    async def _for_player(self, alarm: Alarm, table: Table, player: Player) -> DueAlarm | float | None:
        if alarm.kind is Kind.HOUSE:
            return self._for_the_house(alarm, table, player)
        # A player whose prepared answer is about to be played is neither called nor late.
        if table.is_answered:
            return self._context.now() + PACE
        return await self._for_person(alarm, table, player)

    async def _for_person(self, alarm: Alarm, table: Table, player: Player) -> DueAlarm | float | None:
        now = self._context.now()
        runs = self._context.alarm_kinds[alarm.kind].clock
        if runs and (later := await self._too_early(alarm, table, player)) is not None:
            return later
        if alarm.user_id is None:
            return await self._for_others(alarm, table, player)
        habits = await self._store.schedule.habits(alarm.user_id)
        if await self._is_needless(alarm, habits, now):
            return None
        due, end = when_awake(habits, now), due_at(table, player.seat) or overdue_from(table)
        if alarm.kind is Kind.REMIND and end is not None and due >= end:
            return None  # they sleep until it is too late
        return DueAlarm(alarm, table, player, habits) if due <= now else due

    def _for_the_house(self, alarm: Alarm, table: Table, player: Player) -> DueAlarm | float | None:
        """Assess an alarm for a bot's or the house's turn: void where no person plays."""
        shown = self._tables.show(table)
        if is_played_by_code(shown.entry, table, shown.state, (player,)):
            return self._context.now() + LATER
        return DueAlarm(alarm, table, player) if is_code(player) else None

    async def _is_needless(self, alarm: Alarm, habits: Habits, now: float) -> bool:
        """Whether a player wants no reminders, or gets a call at the same time."""
        if alarm.kind is Kind.REMIND:
            return habits.remind == "never"
        return alarm.kind is Kind.CALL and await self._reminds_too(alarm, now)

    async def _reminds_too(self, alarm: Alarm, now: float) -> bool:
        """Whether a reminder says the same, and more, at the same moment: in the morning after a night."""
        others = await self._store.schedule.of_table(alarm.table_id or 0)
        same = [one for one in others if (one.turn, one.user_id) == (alarm.turn, alarm.user_id)]
        return any(one.kind is Kind.REMIND and one.due <= now for one in same)

    async def _for_others(self, alarm: Alarm, table: Table, player: Player) -> DueAlarm | float:
        """Assess an alarm that time is up: now if that loses the game, else when another player is awake."""
        now, users = self._context.now(), self._absence.choosers(table, player)
        due = [when_awake(await self._store.schedule.habits(user), now) for user in users]
        return DueAlarm(alarm, table, player) if table.terms.forfeit or min(due) <= now else min(due)

    async def _too_early(self, alarm: Alarm, table: Table, player: Player) -> float | None:
        """Return when to recheck an alarm of a clock; None if its moment has come."""
        clock, now = clock_at(table, player.seat), self._context.now()
        if alarm.kind is Kind.FREE or (clock is None and table.terms.patience):
            return await self._is_patient(alarm, table)
        end = None if clock is None else clocks.ends_at(clock, table.terms.clock)
        if clock is None or end is None:
            return now + LATER
        if alarm.kind is Kind.UP:
            return end if end > now else None
        habits = await self._store.schedule.habits(alarm.user_id or 0)
        fresh = self._timing.reminder(table, table.turn, habits, clock)
        due = fresh[0].due if fresh else now
        return due if due > self._context.now() else None  # not in the past: the time has moved on

    async def _is_patient(self, alarm: Alarm, table: Table) -> float | None:
        """Return when to recheck an alarm where the table has no clock; others may have acted meanwhile."""
        now, free_from = self._context.now(), overdue_from(table)
        if alarm.kind is Kind.FREE:
            return free_from if free_from is not None and free_from > now else None
        habits = await self._store.schedule.habits(alarm.user_id or 0)
        fresh = self._timing.patient_reminder(table, table.turn, habits)
        return fresh[0].due if fresh and fresh[0].due > self._context.now() else None

    async def note_time_up(self, late: DueAlarm) -> tuple[Table, tuple[int, ...]]:
        """Note that a player's time is up; returns the table and whom to call, except at night."""
        table, player = late.table, late.player
        assert table is not None  # noqa: S101 - such an alarm is about a table and a player
        assert player is not None  # noqa: S101
        clock = clock_at(table, player.seat)
        if late.alarm.kind is Kind.UP and clock is not None and not clock.up:
            change = TimeChange(((table.id, table.turn, replace(clock, up=True)),))
            table = await self._tables.save_time(table, change)
        return table, await self._awake_choosers(table, player)

    async def _awake_choosers(self, table: Table, late: Player) -> tuple[int, ...]:
        now = self._context.now()
        habits = [await self._store.schedule.habits(user) for user in self._absence.choosers(table, late)]
        return tuple(preferences.user_id for preferences in habits if when_awake(preferences, now) <= now)

    def snoozes(self, table: Table, player: Player, habits: Habits) -> tuple[str, ...]:
        """Return the spans of `SNOOZES` by which a player can postpone a reminder: not past their time."""
        now = self._context.now()
        return tuple(
            span for span in SNOOZES if _is_in_time(table, player, _snoozed_until(habits, now, span))
        )

    async def snooze(self, click: Click, table_id: int, turn: int, span: str) -> float:
        """Postpone a reminder by a span of `SNOOZES`, in the player's day; returns its time.

        Refused for a time after the end of the player's time, and for an unknown span.
        """
        table = await self._tables.get(table_id)
        user = click.person.id
        players = [player for player in table.players if player.seat in self._tables.acting_seats(table)]
        player = next((player for player in players if acting_for(player) == user), None)
        if table.turn != turn or table.status is not Status.PLAYING or not players:
            raise Refused("snooze-over", table, code=table.code)
        if player is None:
            raise Refused("snooze-not-yours", table)
        if span not in SNOOZES:
            raise Refused("old-control")
        at = _snoozed_until(await self._store.schedule.habits(user), self._context.now(), span)
        if not _is_in_time(table, player, at):
            raise Refused("snooze-late", table, code=table.code, when=f"<t:{int(at)}:f>")
        old = [one for one in await self._store.schedule.of_table(table.id) if one.kind is Kind.SNOOZE]
        dropped = tuple(one.id for one in old if one.user_id == user)
        alarm = NewAlarm(Kind.SNOOZE, at, table.id, user, turn)
        await self._store.schedule.save(TimeChange(alarms=(alarm,), dropped=dropped))
        return at

    # Clocks and vacations

    async def stop_clocks(self, user_id: int, at: float) -> None:
        """Stop the clocks of a player who goes on vacation, where vacations stop them.

        Postponed reminders are dropped: they are called when they are back.
        """
        held, dropped = [], list[int]()
        for table, player in await self._turns_of(user_id):
            old = await self._store.schedule.of_table(table.id)
            dropped += [one.id for one in old if (one.kind, one.user_id) == (Kind.SNOOZE, user_id)]
            clock = clock_at(table, player.seat)
            if clock is not None and clock.since is not None and stops_for_vacations(table):
                held.append((table.id, table.turn, clocks.pause_clock(clock, at)))
        if held or dropped:
            await self._store.schedule.save(TimeChange(tuple(held), dropped=tuple(dropped)))
            self._store.forget(*(table_id for table_id, _, _ in held))

    async def start_clocks(self, user_id: int, at: float) -> None:
        """Start the clocks of a player who is back, and call them where they must act, in their day.

        A reminder that they had in this turn does not come again.
        """
        habits = await self._store.schedule.habits(user_id)
        running, alarms, dropped = [], list[NewAlarm](), list[int]()
        for table, player in await self._turns_of(user_id):
            old = [one for one in await self._store.schedule.of_table(table.id) if one.turn == table.turn]
            alarms.append(NewAlarm(Kind.CALL, next_awake(habits, at), table.id, user_id, table.turn))
            dropped += [one.id for one in old if one.kind in (Kind.UP, Kind.CALL, Kind.REMIND)]
            clock = clock_at(table, player.seat)
            if clock is None or clock.up:
                continue
            unused = clock.since is None and not clock.spent  # it has not run in this turn
            clock = clocks.resume_clock(clock, at)
            running.append((table.id, table.turn, clock))
            alarms += await self._timing.time_up(table, table.turn, player, table.players, clock)
            if unused or any(one.kind is Kind.REMIND for one in old):
                alarms += self._timing.reminder(table, table.turn, habits, clock)
        if alarms:
            await self._store.schedule.save(TimeChange(tuple(running), tuple(alarms), tuple(dropped)))
            self._store.forget(*(table_id for table_id, _, _ in running))

    async def clocked_tables_of(self, user_id: int) -> tuple[Table, ...]:
        """Return the tables with a clock where a user must act."""
        return tuple(table for table, _ in await self._turns_of(user_id) if table.terms.clock)

    async def _turns_of(self, user_id: int) -> list[tuple[Table, Player]]:
        """Return the tables where a user must act, with the player whose seat it is."""
        turns = []
        for table in self._tables.readable(await self._store.of_user(user_id, live_only=True, limit=10_000)):
            acting = self._tables.acting_seats(table) if table.status is Status.PLAYING else frozenset()
            turns += [
                (table, player)
                for player in table.players
                if player.seat in acting and acting_for(player) == user_id
            ]
        return turns


def _is_for_nobody(alarm: Alarm, table: Table, player: Player) -> bool:
    """Whether an alarm is void as its player has left the server, or is back: the others are asked.

    Where time decides, it does so all the same.
    """
    if alarm.kind is Kind.UP and table.terms.forfeit:
        return False
    return has_gone(player) is not (alarm.kind is Kind.GONE)


def _snoozed_until(habits: Habits, now: float, span: str) -> float:
    """Return the time to which a span of `SNOOZES` postpones something, in the player's day."""
    seconds = SNOOZES[span]
    return morning_after(habits, now) if seconds is None else next_awake(habits, now + seconds)


def _is_in_time(table: Table, player: Player, at: float) -> bool:
    """Whether a moment is before the end of a player's time."""
    end = due_at(table, player.seat)
    return end is None or at < end
