"""Runs due alarms, once each: calls, reminders, turns of stand-ins, cards, ends of vacations.

Alarms are database rows. An alarm is claimed, its message is sent, and the row is deleted; after a crash in
between the bot looks for the message before it sends it again. The alarms of one channel, or of one user, run
one after the other; other channels do not wait for them.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Coroutine, Hashable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from math import inf
from typing import Any, Final, TypeVar, cast

import discord

from bot import COMMAND
from bot.discord.channels import WriteAccess, is_access_failure
from bot.discord.failures import FOLDED, is_outside
from bot.discord.frame import Message
from bot.discord.request import FAILURES, Surface
from bot.kernel.tables.outbox import ENOUGH, pause
from bot.kernel.tables.seats import seen_by
from bot.kernel.time.alarms import Lane
from bot.kernel.time.schedule import DueAlarm
from bot.store import (
    Alarm,
    Board,
    CannotWrite,
    Kind,
    NewAlarm,
    OutdatedProgram,
    StoreError,
    Table,
    TimeChange,
)
from bot.ui.alarms import idle, messenger
from bot.ui.alarms.channel_access import ChannelAccess
from bot.ui.alarms.idle import IdlePolicy
from bot.ui.alarms.lanes import Lanes, Work
from bot.ui.alarms.members import MembershipChecker
from bot.ui.alarms.repair import Repair
from bot.ui.alarms.second_boards import SecondBoardUpdater

LOG = logging.getLogger("taproom.ticker")

HEARTBEAT: Final = 60.0
"""Seconds between two heartbeats."""

ABSENCE: Final = 150.0
"""Seconds without a heartbeat after which the bot was absent, and every clock is postponed by that time."""

FOLDED_AGAIN: Final = 60.0
"""Seconds until the first new attempt in an archived thread; doubled after each."""

HOURLY: Final = 60 * 60.0
"""Seconds between attempts where the bot cannot write."""

DIRECTLY: Final = 3
"""Failed attempts after which a time notice is sent by direct message."""

_DAY: Final = 24
"""The most hourly attempts of a call that neither the channel nor the user accepts."""

ABREAST: Final = 32
"""The most channels that are served concurrently."""

SOME: Final = 50
"""The most alarms that are loaded at a time."""

T = TypeVar("T")


class Ticker:
    """Runs due alarms. `poll` and `tick` may be called at any time; only one polls at a time."""

    def __init__(self, surface: Surface, client: discord.Client, untouched: IdlePolicy | None = None) -> None:
        """`untouched` says when an idle table's players are asked, and when it is closed."""
        self.surface = surface
        self.client = client
        self.untouched = IdlePolicy() if untouched is None else untouched
        self._swept = -inf
        self._looked_after = -inf
        self.session = surface.session
        self._schedule = surface.session.schedule
        self._kinds = surface.session.alarm_kinds
        self._ticking = asyncio.Lock()
        self._recovered = False
        self._unsure = set[int]()
        """Alarms that were claimed, or may have been, without a recorded result."""
        self._noted = 0.0
        self._unwritten = False
        self._aside = set[asyncio.Task[None]]()
        self._repair = Repair(surface, client)
        self.surroundings = ChannelAccess(surface, client)
        self._mirrors = SecondBoardUpdater(surface, client, lambda: self.surroundings.closed_channels)
        self._channels = Lanes(ABREAST)
        self._turns = Lanes(ABREAST)
        self._single = Lanes(1)
        self._begun = set[int]()
        self._next: float | None = None
        self._tries = dict[int, int]()
        """How often each alarm was held back, as the bot could not write at its table."""
        self._states = dict[type, object]()
        self._failed = dict[int, tuple[int, float]]()
        """How often each alarm failed temporarily, and since when."""
        self._members = MembershipChecker(surface, client)

    @property
    def last_heartbeat(self) -> float:
        """When the last heartbeat was recorded, in seconds since 1970; 0 while that fails."""
        return self._noted

    async def run(self, pulse: float) -> None:
        """Poll every `pulse` seconds, when the next alarm is due, or when woken up.

        Runs until the bot stops, then waits for what was started. Polling itself waits for nothing.
        """
        await self.client.wait_until_ready()
        while not self.surface.closing:
            self._next = None  # unknown if the poll fails
            connected = not self.client.is_closed() and self.client.is_ready()
            if connected and self._schedule.is_ours:
                await self._run_safely(self.poll())
            with suppress(TimeoutError):
                await asyncio.wait_for(self.surface.due.wait(), min(pulse, self._until_next()))
            self.surface.due.clear()
        await self._run_safely(self._join_work())

    def _until_next(self) -> float:
        """Seconds until the first alarm is due that the last poll knew of."""
        return inf if self._next is None else max(0.0, self._next - self.session.now())

    async def tick(self) -> None:
        """Run everything that is due by now to its end; searches of bots may still be running."""
        tried = set[int]()
        while await self.poll(tried):
            await self._join_work()

    async def poll(self, tried: set[int] | None = None) -> bool:
        """Start what is due and not under way; return whether there was anything.

        Alarms whose ids are in `tried` are skipped, and those that are started are added to it.
        """
        tried = set() if tried is None else tried
        async with self._ticking:
            await self._record_heartbeat()
            await self._recover()
            await self._check_channels()
            await self._sweep()
            await self._repair.poll()
            await self._mirrors.poll()
            has_work = False
            if self._members.is_due():
                # In its own lane, so that lookups do not block channels.
                self._channels.put(MembershipChecker, self._members.check_members)
                has_work = True
            for feature in self.session.features:
                if feature.each_look is not None:
                    has_work |= feature.each_look(self)
            while not self.surface.closing and (fresh := await self._unstarted_alarms(tried)):
                has_work = True
                for alarm in fresh:
                    tried.add(alarm.id)
                    await self._begin(alarm)
            self._next = await self._schedule.next_due(self.session.now())
            return has_work

    async def _unstarted_alarms(self, tried: set[int]) -> list[Alarm]:
        """Return some of the due alarms that were not started, the earliest first."""
        known = tried | self._begun
        # Alarms that wait in lanes are still due, and must not hide the others.
        alarms = await self._schedule.due(self.session.now(), SOME + len(known))
        return [alarm for alarm in alarms if alarm.id not in known]

    async def _begin(self, alarm: Alarm) -> None:
        """Put an alarm into its lane."""
        table = None if alarm.table_id is None else await self.session.tables.find(alarm.table_id)
        self._begun.add(alarm.id)
        work = partial(self._carry_out, alarm)
        kind = self._kinds.get(alarm.kind)
        lane = Lane.CHANNEL if kind is None else kind.lane
        if lane is Lane.DETAIL:
            self._channels.put((alarm.kind, alarm.detail), work)
        elif lane is Lane.TABLE:
            self._turns.put((alarm.kind, alarm.table_id), work)
        elif table is not None:
            self._channels.put(table.channel_id, work)
        else:
            self._channels.put(alarm.user_id, work)

    async def _carry_out(self, alarm: Alarm) -> None:
        """Process an alarm, then wake the ticker, as another alarm may follow."""
        try:
            if not self.surface.closing:
                await self.surface.budget.begin()
            if not self.surface.closing and await self._process(alarm):
                self.surface.wake()
        except OutdatedProgram:
            self._noted = 0.0  # the next poll begins with a heartbeat, and leaves all work to newer processes
        except Exception:
            # It stays due: the next poll tries it again, and the rest of its lane goes on.
            LOG.exception("alarm=%s kind=%s table=%s failed", alarm.id, alarm.kind, alarm.table_id)
        finally:
            self._begun.discard(alarm.id)

    async def _join_work(self) -> None:
        """Wait for all started alarms, but not for searches of bots."""
        await self._channels.join()
        await self._turns.join()

    async def _record_heartbeat(self) -> None:
        """Record a heartbeat. After an absence all clocks are postponed by it."""
        now = self.session.now()
        if self._recovered and 0 <= now - self._noted < HEARTBEAT:
            return
        away = await self._schedule.note_alive(now, ABSENCE)
        self._noted = now
        if away:
            self.surroundings.skip_absence()
            LOG.warning("the bot was unreachable for %.0f s; every clock is put off by that", away)

    async def _sweep(self) -> None:
        """Once an hour: find idle tables, expire web sessions, delete unplayed tables."""
        now = self.session.now()
        if now < self._swept + HOURLY:
            return
        self._swept = now
        if self.untouched.days:
            await self._schedule.look_for_idle(self.untouched.days * idle.DAY)
        await self.session.web_sessions.expire(now)
        if removed := await self.session.management.remove_unplayed():
            LOG.info("%s tables are deleted: they were closed long ago, before the first move", len(removed))
        for feature in self.session.features:
            if feature.each_hour is not None:
                await feature.each_hour(self.session)

    async def _check_channels(self) -> None:
        """Redraw boards where people can play again, and run the features' hooks once a minute."""
        for table in await self.surroundings.update():
            self._channels.put(table.channel_id, partial(self._refresh, table))
        if self.session.now() >= self._looked_after + HEARTBEAT:
            self._looked_after = self.session.now()
            for feature in self.session.features:
                if feature.each_minute is not None:
                    await feature.each_minute(self.surface, self.client)

    def show_changed_table(self, table_id: int, remarks: tuple[str, ...]) -> None:
        """Redraw a table of this process that another process has changed, with its `remarks`."""
        self._channels.put((Kind.ASKED, table_id), partial(self._show_changed, table_id, remarks))

    async def _show_changed(self, table_id: int, remarks: tuple[str, ...]) -> None:
        try:
            table = await self.session.tables.find(table_id)
            if table is None or not self.session.tables.is_ours(table.guild_id):
                return
            is_shown = await self.session.outbox.entry_of(table_id) is None
            if (is_shown or remarks) and await messenger.refresh_board(
                self.surface, self.client, table, remarks
            ):
                return
            self.session.outbox.retry_now(table_id)
            self.surface.wake()
        except Exception:
            LOG.exception("table=T%s could not be shown for another process", table_id)

    async def _refresh(self, table: Table) -> None:
        try:
            await messenger.refresh_board(self.surface, self.client, table)
        except Exception:
            LOG.exception("table=%s its board could not be refreshed", table.code)

    async def _recover(self) -> None:
        """Resolve alarms that were claimed when the bot stopped: finished if sent, else due again.

        The same for alarms whose result could not be recorded.
        """
        if self._recovered and not self._unsure:
            return
        unsure = set(self._unsure)
        for alarm in await self._schedule.under_way():
            if self._recovered and alarm.id not in unsure:
                continue
            kind = self._kinds.get(alarm.kind)
            if kind is not None and not kind.repeatable and await self._was_sent(alarm):
                await self.finish(alarm)
            else:
                await self._schedule.reschedule(alarm, alarm.due)
        self._unsure -= unsure
        self._recovered = True

    async def _was_sent(self, alarm: Alarm) -> bool:
        """Return whether the message of an alarm was sent."""
        since, wanted = alarm.sending or 0.0, messenger.alarm_filter(alarm.id)
        table = None if alarm.table_id is None else await self.session.tables.find(alarm.table_id)
        places = list[discord.abc.Messageable]()
        place = self._kinds[alarm.kind].place
        if place is not None:
            if (destination := await place(self.session, alarm)) is not None:
                places.append(self.client.get_partial_messageable(destination[1], guild_id=destination[0]))
        elif table is not None:
            seen = seen_by(table, alarm.user_id or 0)
            places.append(self.client.get_partial_messageable(seen.channel_id, guild_id=seen.guild_id))
        if alarm.user_id is not None:
            with suppress(discord.HTTPException):
                user = self.client.get_user(alarm.user_id) or await self.client.fetch_user(alarm.user_id)
                places.append(await user.create_dm())
        return any([await messenger.was_sent(self.client, place, since, wanted) for place in places])

    async def _process(self, alarm: Alarm) -> bool:
        """Run an alarm, postpone it, or drop it; return false if another process has claimed it."""
        due = await self.session.assess(alarm)
        if due is None:
            await self._schedule.drop(alarm)
            return True
        if not isinstance(due, DueAlarm):  # a moment: a float or whole seconds
            await self._schedule.reschedule(alarm, max(due, self.session.now() + 1))
            return True
        if await self._is_held_back(alarm, due) or await self._is_delayed(alarm, due):
            return True
        if not await self._claim(alarm):
            return False
        due = await self._claim_merged(due)
        kind = self._kinds[alarm.kind]
        if kind.one_at_a_time:
            # It may wait behind a thousand others: its game is loaded when it runs.
            self._single.put(alarm.kind, partial(self._fire_queued, alarm))
        elif kind.is_slow is not None and kind.is_slow(due):
            self.run_in_background(self._fire(alarm, due))
        else:
            await self._fire(alarm, due)
        return True

    async def _fire_queued(self, alarm: Alarm) -> None:
        """Run an alarm that was queued for some time, if it is still due."""
        try:
            due = await self.session.assess(alarm)
            if isinstance(due, DueAlarm):
                await self._fire(alarm, due)
            elif due is None:
                await self._schedule.drop(alarm)
            else:
                await self._schedule.reschedule(alarm, due)
        except StoreError as failure:
            LOG.warning("alarm=%s kind=%s is looked up later: %s", alarm.id, alarm.kind, failure)
            self._unsure.add(alarm.id)
        except Exception:
            # It is due again after the next start; the queue goes on.
            LOG.exception("alarm=%s kind=%s table=%s failed", alarm.id, alarm.kind, alarm.table_id)

    async def _is_held_back(self, alarm: Alarm, due: DueAlarm) -> bool:
        """Return whether an alarm waits, as the bot cannot write where its message belongs.

        After some hours a time notice is sent by direct message, unless the player loses by it.
        """
        kind = self._kinds[alarm.kind]
        if due.table is None or not kind.posts:
            return False
        table, places = seen_by(due.table, alarm.user_id or 0), self.surface.channels
        reach = await places.access(self.client, table.guild_id, table.channel_id)
        decides = kind.decides is not None and kind.decides(table)
        if reach is WriteAccess.OPEN and decides:
            # No message may have been sent in this turn: a player must not lose if Discord refuses them.
            reach = await places.probe(self.client, table.guild_id, table.channel_id)
        is_told_directly = kind.persistent and not decides and self.has_tried_enough(alarm)
        if reach is WriteAccess.OPEN or is_told_directly:
            return False
        is_old = self.session.now() - table.time.changed_at > kind.expires
        if kind.expires < inf and (reach is WriteAccess.GONE or is_old):
            await self._schedule.drop(alarm)
            return True
        self._tries[alarm.id] = self._tries.get(alarm.id, 0) + 1
        await self._schedule.reschedule(alarm, self.session.now() + HOURLY)
        return True

    async def _is_delayed(self, alarm: Alarm, due: DueAlarm) -> bool:
        """Return whether an alarm's kind postpones it."""
        delay = self._kinds[alarm.kind].delay
        moment = None if delay is None else await delay(self, due)
        if moment is None:
            return False
        await self._schedule.reschedule(alarm, moment)
        return True

    def has_tried_enough(self, alarm: Alarm) -> bool:
        """Return whether an alarm was held back so often that a direct message replaces its post."""
        return self._tries.get(alarm.id, 0) >= DIRECTLY

    async def _claim_merged(self, due: DueAlarm) -> DueAlarm:
        """Return the alarm with the others that the same message covers, all of them claimed."""
        try:
            merged = await self._schedule.merge_due(due)
        except StoreError as failure:
            LOG.info("alarm=%s nothing is told with it: %s", due.alarm.id, failure)
            return due
        return replace(
            merged, others=tuple([other for other in merged.others if await self._claim(other.alarm)])
        )

    async def _claim(self, alarm: Alarm) -> bool:
        """Claim an alarm; return whether it may run. A database failure is resolved later."""
        try:
            return await self._schedule.claim(alarm, self.session.now())
        except StoreError as failure:
            LOG.warning("alarm=%s kind=%s is looked up later: %s", alarm.id, alarm.kind, failure)
            self._unsure.add(alarm.id)
            return False

    def put(self, lane: Hashable, work: Work) -> None:
        """Queue a feature's work in a lane; polling does not wait for it."""
        self._channels.put(lane, work)

    def run_in_background(self, work: Coroutine[Any, Any, None]) -> None:
        """Run slow work, such as a bot's turn, in the background."""
        task = asyncio.create_task(work)
        self._aside.add(task)
        task.add_done_callback(self._aside.discard)

    async def drain(self) -> None:
        """Wait until all started work is done: alarms, searches, repairs, second boards."""
        await self._join_work()
        while self._aside:
            await asyncio.wait(self._aside)
        await self._single.join()
        await self._repair.drain()
        await self._mirrors.drain()

    async def stop(self) -> None:
        """Cancel all work; the next start resumes what was not sent or played."""
        await self._channels.stop()
        await self._turns.stop()
        await self._single.stop()
        for task in self._aside:
            task.cancel()
        await asyncio.gather(*self._aside, return_exceptions=True)
        await self._repair.stop()
        await self._mirrors.stop()

    async def _fire(self, alarm: Alarm, due: DueAlarm) -> None:
        """Run an alarm; a result that the database did not accept is resolved later."""
        try:
            await self._fire_once(alarm, due)
        except StoreError as failure:
            LOG.warning("alarm=%s kind=%s is looked up later: %s", alarm.id, alarm.kind, failure)
            self._unsure |= {other.alarm.id for other in due.all_alarms}

    async def _fire_once(self, alarm: Alarm, due: DueAlarm) -> None:
        """Run an alarm; a failure is tried again or given up.

        A kind may return when the alarm is due again.
        """
        try:
            again = await self._kinds[alarm.kind].run(self, due)
        except (*FAILURES, StoreError) as failure:
            if is_access_failure(failure):
                for other in due.all_alarms:
                    await self._handle_refusal(other.alarm, other, failure)
                return
            again = self.session.now() + self._retry_pause(alarm)
            ours = None if isinstance(failure, StoreError) or is_outside(failure) else failure
            LOG.warning("alarm=%s kind=%s is tried again: %s", alarm.id, alarm.kind, failure, exc_info=ours)
            for other in due.all_alarms:
                await self._schedule.reschedule(other.alarm, again)
            return
        except Exception:
            LOG.exception("alarm=%s kind=%s table=%s", alarm.id, alarm.kind, alarm.table_id)
        else:
            if again is not None:
                await self._schedule.reschedule(alarm, again)
                return
        for other in due.all_alarms:
            await self.finish(other.alarm)

    def retry_time(self, alarm: Alarm) -> float | None:
        """Return when a failed alarm is tried again; none once that was done for hours."""
        now = self.session.now()
        again = now + self._retry_pause(alarm)
        return None if now - self._failed[alarm.id][1] > ENOUGH else again

    def _retry_pause(self, alarm: Alarm) -> float:
        """Return the seconds until an alarm that has just failed is tried again."""
        tries, since = self._failed.get(alarm.id, (0, self.session.now()))
        self._failed[alarm.id] = (tries + 1, since)
        return pause(tries, self.session.now() - since)

    async def _handle_refusal(self, alarm: Alarm, due: DueAlarm, failure: BaseException) -> None:
        """Postpone an alarm that Discord refused, more and more; some kinds are given up.

        An archived thread may be opened soon; permissions are usually restored within hours.
        """
        kind = self._kinds[alarm.kind]
        if kind.patient:
            await self._retry_for_hours(alarm, failure)
            return
        tries = self._tries[alarm.id] = self._tries.get(alarm.id, 0) + 1
        table = due.table
        is_guest = (
            table is not None and table.guild_id is not None and not self.client.get_guild(table.guild_id)
        )
        most = inf if kind.persistent else 0 if is_guest else _DAY
        if table is None or not kind.posts or tries > most:
            LOG.warning("alarm=%s kind=%s cannot be sent: %s", alarm.id, alarm.kind, failure)
            await self.finish(alarm)
            return
        folded = isinstance(failure, discord.HTTPException) and failure.code in FOLDED
        seconds = min(HOURLY, FOLDED_AGAIN * 2**tries) if folded else HOURLY
        LOG.warning("alarm=%s kind=%s is tried again in %.0f s: %s", alarm.id, alarm.kind, seconds, failure)
        await self._schedule.reschedule(alarm, self.session.now() + seconds)

    async def _retry_for_hours(self, alarm: Alarm, failure: BaseException) -> None:
        """Postpone an alarm that was refused in a channel whose permissions the bot is not told of."""
        again = self.retry_time(alarm)
        if again is None:
            LOG.warning("alarm=%s kind=%s cannot be sent: %s", alarm.id, alarm.kind, failure)
            await self.finish(alarm)
            return
        seconds = again - self.session.now()
        LOG.warning("alarm=%s kind=%s is tried again in %.0f s: %s", alarm.id, alarm.kind, seconds, failure)
        await self._schedule.reschedule(alarm, again)

    async def finish(self, alarm: Alarm) -> None:
        """Delete a finished alarm, and set the one that follows it."""
        self._tries.pop(alarm.id, None)
        self._failed.pop(alarm.id, None)
        follow = self._kinds[alarm.kind].follow
        next_one = None if follow is None else await follow(self, alarm)
        again: tuple[NewAlarm, ...] = () if next_one is None else (next_one,)
        await self._schedule.save(TimeChange(dropped=(alarm.id,), alarms=again))

    def state(self, kind: type[T]) -> T:
        """Return the memory of a kind of alarm between runs; created on first use."""
        return cast("T", self._states.setdefault(kind, kind()))

    async def send_direct(self, due: DueAlarm, message: Message) -> Board:
        """Send the alarm's recipient a direct message."""
        return await messenger.send_direct(
            self.client, due.alarm.user_id or 0, mark_single(due, message), nonce_of(due.alarm)
        )

    async def remove_after_turn(self, due: DueAlarm, table: Table, sent: Board) -> None:
        """Have a message about one table's turn deleted when that turn has passed."""
        if sent.channel_id == table.channel_id and not due.others:
            await self.session.outbox.note_message(table, sent)

    async def post_at_table(self, due: DueAlarm, message: Message) -> Board:
        """Post a message where the alarm's table is played; raises what Discord refuses."""
        assert due.table is not None  # noqa: S101 - posted where the table is played
        try:
            return await messenger.in_channel(
                self.client, due.table, mark_single(due, message), nonce_of(due.alarm)
            )
        except discord.Forbidden as failure:
            self.surface.channels.note_failure(due.table.channel_id, failure)
            raise

    async def _run_safely(self, work: Awaitable[object]) -> None:
        """Run one poll; its failure must not end the loop.

        A database that cannot be written is logged once, and once more when it can be.
        """
        try:
            await work
        except CannotWrite as failure:
            self._noted = 0.0
            if not self._unwritten:
                LOG.error("nothing can be saved: %s; `%s doctor` says what to do", failure, COMMAND)  # noqa: TRY400
            self._unwritten = True
        except OutdatedProgram:  # the store has logged it
            self._noted = 0.0
        except Exception:
            LOG.exception("a tick failed")
        else:
            if self._unwritten:
                LOG.warning("the database can be written again")
            self._unwritten = False


def mark_single(due: DueAlarm, message: Message) -> Message:
    """Return the message with its alarm's id; a message for several alarms has all ids already."""
    return message if due.others else messenger.mark_message(message, due.alarm.id)


def nonce_of(alarm: Alarm) -> str:
    """Return the nonce by which Discord drops a message that is sent twice within some minutes."""
    return f"alarm{alarm.id}"
