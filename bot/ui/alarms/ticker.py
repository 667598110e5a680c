"""What is due is done, once: calls, reminders, turns of the house, cards, and the ends of vacations.

Due times are rows. An alarm is noted as being sent, sent, and then dropped; if the bot dies in between, it
looks in the channel whether the message is there before it sends it again. The alarms of a channel, or of a
person, are carried out one after the other; those of another channel do not wait for them.
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
"""Seconds between two notes that the bot is there."""

ABSENCE: Final = 150.0
"""Seconds without such a note after which the bot was away, and every clock is put off by that time."""

FOLDED_AGAIN: Final = 60.0
"""Seconds until the first try again in a thread that was folded away; twice as many after each."""

HOURLY: Final = 60 * 60.0
"""Seconds after which it is tried again where the bot cannot write."""

DIRECTLY: Final = 3
"""After how many tries in vain it is told directly that time is up."""

_DAY: Final = 24
"""As often calls are tried, hourly, where neither the channel nor the person takes them."""

ABREAST: Final = 32
"""In how many channels something is done at the same time."""

SOME: Final = 50
"""How many alarms are looked up at a time."""

T = TypeVar("T")


class Ticker:
    """Does what is due. `look` and `tick` may be called at any time; one looks at a time."""

    def __init__(self, surface: Surface, client: discord.Client, untouched: IdlePolicy | None = None) -> None:
        """`untouched` says when tables that nobody touches are asked about, and when they are closed."""
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
        """The alarms that were taken, or may have been, and of which it could not be noted how that went."""
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
        """How often each alarm was kept back, as the bot could not write where it is to be said."""
        self._states = dict[type, object]()
        self._failed = dict[int, tuple[int, float]]()
        """How often each alarm failed in a way that may pass, and since when."""
        self._members = MembershipChecker(surface, client)

    @property
    def last_heartbeat(self) -> float:
        """When the bot last noted that it is there, in seconds since 1970; 0 while it cannot."""
        return self._noted

    async def run(self, pulse: float) -> None:
        """Look every `pulse` seconds, when the next alarm falls due, or when something is to be done at once.

        This goes on until the bot ends. What was begun by then is waited for; a look waits for nothing.
        """
        await self.client.wait_until_ready()
        while not self.surface.closing:
            self._next = None  # a look that fails knows of none
            connected = not self.client.is_closed() and self.client.is_ready()
            if connected and self._schedule.is_ours:
                await self._run_safely(self.poll())
            with suppress(TimeoutError):
                await asyncio.wait_for(self.surface.due.wait(), min(pulse, self._until_next()))
            self.surface.due.clear()
        await self._run_safely(self._join_work())

    def _until_next(self) -> float:
        """Seconds until the first alarm falls due that the last look knew of: a bot's turn is soon."""
        return inf if self._next is None else max(0.0, self._next - self.session.now())

    async def tick(self) -> None:
        """Everything that is due by now, until it is carried out; bots may still be thinking."""
        tried = set[int]()
        while await self.poll(tried):
            await self._join_work()

    async def poll(self, tried: set[int] | None = None) -> bool:
        """Begin with what is due by now, and not under way; whether there was anything.

        What is `tried` already, by its id, is left for another time, and what is begun with is added to it.
        """
        tried = set() if tried is None else tried
        async with self._ticking:
            await self._record_heartbeat()
            await self._recover()
            await self._check_channels()
            await self._sweep()
            await self._repair.poll()
            await self._mirrors.poll()
            found = False
            if self._members.is_due():
                # In a lane of its own: whoever is looked up keeps no channel waiting.
                self._channels.put(MembershipChecker, self._members.check_members)
                found = True
            for feature in self.session.features:
                if feature.each_look is not None:
                    found |= feature.each_look(self)
            while not self.surface.closing and (fresh := await self._unstarted_alarms(tried)):
                found = True
                for alarm in fresh:
                    tried.add(alarm.id)
                    await self._begin(alarm)
            self._next = await self._schedule.next_due(self.session.now())
            return found

    async def _unstarted_alarms(self, tried: set[int]) -> list[Alarm]:
        """Some of the alarms that are due and were not begun with, the earliest first."""
        known = tried | self._begun
        # Those that wait in their lanes are due like the others, and must not hide them.
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
        """Attend to an alarm; what may follow it is looked for at once."""
        try:
            if not self.surface.closing:
                await self.surface.budget.begin()
            if not self.surface.closing and await self._process(alarm):
                self.surface.wake()
        except OutdatedProgram:
            self._noted = 0.0  # the next look begins with that, and leaves it all to newer processes
        except Exception:
            # It is due again: the next look tries it anew, and the others of its lane go on.
            LOG.exception("alarm=%s kind=%s table=%s failed", alarm.id, alarm.kind, alarm.table_id)
        finally:
            self._begun.discard(alarm.id)

    async def _join_work(self) -> None:
        """Wait for all that was begun, but not for bots that think."""
        await self._channels.join()
        await self._turns.join()

    async def _record_heartbeat(self) -> None:
        """Note that the bot is there. After an absence no clock has lost time by it."""
        now = self.session.now()
        if self._recovered and 0 <= now - self._noted < HEARTBEAT:
            return
        away = await self._schedule.note_alive(now, ABSENCE)
        self._noted = now
        if away:
            self.surroundings.skip_absence()
            LOG.warning("nobody could play for %.0f s; every clock is put off by that", away)

    async def _sweep(self) -> None:
        """Once an hour, whether there is anything that nobody has touched for long."""
        now = self.session.now()
        if now < self._swept + HOURLY:
            return
        self._swept = now
        if self.untouched.days:
            await self._schedule.look_for_idle(self.untouched.days * idle.DAY)
        await self.session.web_sessions.expire(now)
        if removed := await self.session.management.remove_unplayed():
            LOG.info(
                "%s tables are deleted: they were closed long ago, before anybody had moved", len(removed)
            )
        for feature in self.session.features:
            if feature.each_hour is not None:
                await feature.each_hour(self.session)

    async def _check_channels(self) -> None:
        """Where people can play again, boards tell how much time there is; features look after theirs."""
        for table in await self.surroundings.update():
            self._channels.put(table.channel_id, partial(self._refresh, table))
        if self.session.now() >= self._looked_after + HEARTBEAT:
            self._looked_after = self.session.now()
            for feature in self.session.features:
                if feature.each_minute is not None:
                    await feature.each_minute(self.surface, self.client)

    def show_changed_table(self, table_id: int, remarks: tuple[str, ...]) -> None:
        """Another process has changed a table of ours, or its time, and has `remarks` to it: show it."""
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
        """Alarms that were being sent when the bot died: gone if they were sent, due again if not.

        So are those of which the disk could not be told, or did not say, what became of them.
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
        """Whether the message of an alarm is there."""
        since, wanted = alarm.sending or 0.0, messenger.alarm_filter(alarm.id)
        table = None if alarm.table_id is None else await self.session.tables.find(alarm.table_id)
        places = list[discord.abc.Messageable]()
        place = self._kinds[alarm.kind].place
        if place is not None:
            if (there := await place(self.session, alarm)) is not None:
                places.append(self.client.get_partial_messageable(there[1], guild_id=there[0]))
        elif table is not None:
            seen = seen_by(table, alarm.user_id or 0)
            places.append(self.client.get_partial_messageable(seen.channel_id, guild_id=seen.guild_id))
        if alarm.user_id is not None:
            with suppress(discord.HTTPException):
                user = self.client.get_user(alarm.user_id) or await self.client.fetch_user(alarm.user_id)
                places.append(await user.create_dm())
        return any([await messenger.was_sent(self.client, place, since, wanted) for place in places])

    async def _process(self, alarm: Alarm) -> bool:
        """Carry an alarm out, put it off, or drop it; false if somebody else has it."""
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
            # It may wait for a thousand others: until its turn nothing is kept of its game.
            self._single.put(alarm.kind, partial(self._fire_queued, alarm))
        elif kind.is_slow is not None and kind.is_slow(due):
            self.run_in_background(self._fire(alarm, due))
        else:
            await self._fire(alarm, due)
        return True

    async def _fire_queued(self, alarm: Alarm) -> None:
        """Do what was taken some time ago, if that is still to be done."""
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
            # After the next start it is due again; those behind it go on.
            LOG.exception("alarm=%s kind=%s table=%s failed", alarm.id, alarm.kind, alarm.table_id)

    async def _is_held_back(self, alarm: Alarm, due: DueAlarm) -> bool:
        """Whether an alarm waits, as nobody can play where it is to be said, and the bot cannot write there.

        That time is up is told directly after some hours, unless it loses the game.
        """
        kind = self._kinds[alarm.kind]
        if due.table is None or not kind.posts:
            return False
        table, places = seen_by(due.table, alarm.user_id or 0), self.surface.channels
        reach = await places.access(self.client, table.guild_id, table.channel_id)
        decides = kind.decides is not None and kind.decides(table)
        if reach is WriteAccess.OPEN and decides:
            # Perhaps nothing was said there all the turn: nobody loses where Discord refuses messages.
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
        """Whether its kind puts an alarm off, for a reason of its own."""
        delay = self._kinds[alarm.kind].delay
        moment = None if delay is None else await delay(self, due)
        if moment is None:
            return False
        await self._schedule.reschedule(alarm, moment)
        return True

    def has_tried_enough(self, alarm: Alarm) -> bool:
        """Whether it was kept back so often that it is told directly."""
        return self._tries.get(alarm.id, 0) >= DIRECTLY

    async def _claim_merged(self, due: DueAlarm) -> DueAlarm:
        """The same with what else is told by the same message, noted as being sent as well."""
        try:
            gathered = await self._schedule.merge_due(due)
        except StoreError as failure:
            LOG.info("alarm=%s nothing is told with it: %s", due.alarm.id, failure)
            return due
        return replace(
            gathered, others=tuple([one for one in gathered.others if await self._claim(one.alarm)])
        )

    async def _claim(self, alarm: Alarm) -> bool:
        """Whether an alarm may be sent now; where the disk does not say, that is looked up later."""
        try:
            return await self._schedule.claim(alarm, self.session.now())
        except StoreError as failure:
            LOG.warning("alarm=%s kind=%s is looked up later: %s", alarm.id, alarm.kind, failure)
            self._unsure.add(alarm.id)
            return False

    def put(self, lane: Hashable, work: Work) -> None:
        """Have a feature's work done, after what was put into its lane before; no look waits for it."""
        self._channels.put(lane, work)

    def run_in_background(self, work: Coroutine[Any, Any, None]) -> None:
        """Do what takes its time, such as a bot's turn; nothing else that is due waits for it."""
        task = asyncio.create_task(work)
        self._aside.add(task)
        task.add_done_callback(self._aside.discard)

    async def drain(self) -> None:
        """Wait until all that was begun is carried out, no bot is thinking and no board being repaired."""
        await self._join_work()
        while self._aside:
            await asyncio.wait(self._aside)
        await self._single.join()
        await self._repair.drain()
        await self._mirrors.drain()

    async def stop(self) -> None:
        """Stop whatever is under way; what was not sent or played is sent or played after the next start."""
        await self._channels.stop()
        await self._turns.stop()
        await self._single.stop()
        for task in self._aside:
            task.cancel()
        await asyncio.gather(*self._aside, return_exceptions=True)
        await self._repair.stop()
        await self._mirrors.stop()

    async def _fire(self, alarm: Alarm, due: DueAlarm) -> None:
        """Do it; where the disk does not take what became of it, that is looked up later."""
        try:
            await self._fire_once(alarm, due)
        except StoreError as failure:
            LOG.warning("alarm=%s kind=%s is looked up later: %s", alarm.id, alarm.kind, failure)
            self._unsure |= {one.alarm.id for one in due.all_alarms}

    async def _fire_once(self, alarm: Alarm, due: DueAlarm) -> None:
        """Do it; what cannot be sent for good is given up, what may be later is tried again.

        So is what says at which moment it is to be looked at again.
        """
        try:
            again = await self._kinds[alarm.kind].run(self, due)
        except (*FAILURES, StoreError) as failure:
            if is_access_failure(failure):
                for one in due.all_alarms:
                    await self._handle_refusal(one.alarm, one, failure)
                return
            again = self.session.now() + self._retry_pause(alarm)
            ours = None if isinstance(failure, StoreError) or is_outside(failure) else failure
            LOG.warning("alarm=%s kind=%s is tried again: %s", alarm.id, alarm.kind, failure, exc_info=ours)
            for one in due.all_alarms:
                await self._schedule.reschedule(one.alarm, again)
            return
        except Exception:
            LOG.exception("alarm=%s kind=%s table=%s", alarm.id, alarm.kind, alarm.table_id)
        else:
            if again is not None:
                await self._schedule.reschedule(alarm, again)
                return
        for one in due.all_alarms:
            await self.finish(one.alarm)

    def retry_time(self, alarm: Alarm) -> float | None:
        """When something that could not be done is tried anew; none once it was tried for hours."""
        now = self.session.now()
        again = now + self._retry_pause(alarm)
        return None if now - self._failed[alarm.id][1] > ENOUGH else again

    def _retry_pause(self, alarm: Alarm) -> float:
        """Seconds until an alarm that has just failed is tried again, as a board would be."""
        tries, since = self._failed.get(alarm.id, (0, self.session.now()))
        self._failed[alarm.id] = (tries + 1, since)
        return pause(tries, self.session.now() - since)

    async def _handle_refusal(self, alarm: Alarm, due: DueAlarm, failure: BaseException) -> None:
        """It was refused where it was to be said: tried again, less and less often; some of it not for ever.

        A thread that is folded away may be opened soon; rights are given back within hours.
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
        """It was refused in a channel of which the bot is not told whether it may write there again."""
        again = self.retry_time(alarm)
        if again is None:
            LOG.warning("alarm=%s kind=%s cannot be sent: %s", alarm.id, alarm.kind, failure)
            await self.finish(alarm)
            return
        seconds = again - self.session.now()
        LOG.warning("alarm=%s kind=%s is tried again in %.0f s: %s", alarm.id, alarm.kind, seconds, failure)
        await self._schedule.reschedule(alarm, again)

    async def finish(self, alarm: Alarm) -> None:
        """The alarm is done with, and what follows it is set."""
        self._tries.pop(alarm.id, None)
        self._failed.pop(alarm.id, None)
        follow = self._kinds[alarm.kind].follow
        next_one = None if follow is None else await follow(self, alarm)
        again: tuple[NewAlarm, ...] = () if next_one is None else (next_one,)
        await self._schedule.save(TimeChange(dropped=(alarm.id,), alarms=again))

    def state(self, kind: type[T]) -> T:
        """What a kind of alarm remembers between two runs; made by its class when it is first asked for."""
        return cast("T", self._states.setdefault(kind, kind()))

    async def send_direct(self, due: DueAlarm, message: Message) -> Board:
        """A direct message to whom the alarm is for."""
        return await messenger.send_direct(
            self.client, due.alarm.user_id or 0, mark_single(due, message), nonce_of(due.alarm)
        )

    async def remove_with_turn(self, due: DueAlarm, table: Table, sent: Board) -> None:
        """What was said of one table's turn in its channel is taken away when that has passed."""
        if sent.channel_id == table.channel_id and not due.others:
            await self.session.outbox.note_message(table, sent)

    async def post_at_table(self, due: DueAlarm, message: Message) -> Board:
        """Say it where its table is played; raises what Discord refuses."""
        assert due.table is not None  # noqa: S101 - said where the table is played
        try:
            return await messenger.in_channel(
                self.client, due.table, mark_single(due, message), nonce_of(due.alarm)
            )
        except discord.Forbidden as failure:
            self.surface.channels.note_failure(due.table.channel_id, failure)
            raise

    async def _run_safely(self, work: Awaitable[object]) -> None:
        """Whatever goes wrong in one tick must not end the ticking.

        That nothing can be written is told once, and once more when it can: the next tick tries to.
        """
        try:
            await work
        except CannotWrite as failure:
            self._noted = 0.0
            if not self._unwritten:
                LOG.error("nothing can be saved: %s; `python -m bot doctor` says what to do", failure)  # noqa: TRY400
            self._unwritten = True
        except OutdatedProgram:  # which the store has said
            self._noted = 0.0
        except Exception:
            LOG.exception("a tick failed")
        else:
            if self._unwritten:
                LOG.warning("the database can be written again")
            self._unwritten = False


def mark_single(due: DueAlarm, message: Message) -> Message:
    """The message with its alarm's number; what tells of several has the number of each already."""
    return message if due.others else messenger.mark_message(message, due.alarm.id)


def nonce_of(alarm: Alarm) -> str:
    """What Discord knows a message by if it is sent twice within some minutes."""
    return f"alarm{alarm.id}"
