"""What is due is done, once: calls, reminders, turns of the house, cards, and the ends of vacations.

Due times are rows. An alarm is noted as being sent, sent, and then dropped; if the bot dies in between, it
looks in the channel whether the message is there before it sends it again. The alarms of a channel, or of a
person, are carried out one after the other; those of another channel do not wait for them.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Hashable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from math import inf
from typing import Any, Final

import discord

from bot.calendar import is_week
from bot.games.catalogue import words_in
from bot.seats import acting_for, seen_by
from bot.session import Session, Shown
from bot.session.outbox import ENOUGH, pause
from bot.session.schedule import CLOSE, Due, is_question
from bot.session.timing import when_awake
from bot.store import (
    Alarm,
    Board,
    CannotWrite,
    Kind,
    NewAlarm,
    Outdated,
    Player,
    StoreError,
    Table,
    TimeChange,
    is_bot,
)
from bot.trace import Trace
from bot.ui.alarms import idle, speak
from bot.ui.alarms.idle import Idle
from bot.ui.alarms.members import Members
from bot.ui.alarms.mirrors import Mirrors
from bot.ui.alarms.notices import call, calls, free, time_up, times_up
from bot.ui.alarms.pairing import Pairing
from bot.ui.alarms.repair import Repair
from bot.ui.alarms.surroundings import Surroundings
from bot.ui.kit.failures import FOLDED, is_outside
from bot.ui.kit.frame import Message, boxed, note, words_at
from bot.ui.kit.places import Reach, is_shut
from bot.ui.kit.presence import THERE
from bot.ui.kit.request import FAILURES, Surface
from bot.ui.people.games import digest_text
from bot.ui.people.stats import seasons_text
from bot.ui.plan.asking import finish, outcome
from bot.ui.plan.asking import show as show_vote
from bot.ui.plan.together import show as show_plan
from bot.ui.play.daily import podium
from bot.ui.play.living import parted
from bot.ui.play.post import away, is_for_code
from bot.ui.play.remark import has_room, remark
from bot.ui.review.card import end_card
from bot.ui.review.reviewing import PAUSE, make_review, note_card
from bot.ui.tournament.going_on import bring_home, go_on, tell
from bot.words import Words

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

SOON_AFTER: Final = 60 * 60.0
"""Seconds between two messages that tell the same people in a channel that time is up."""

SOON: Final = 10.0
"""Seconds after which it is looked whether what was shown besides a board still holds."""

WEEK: Final = 7 * 24 * 60 * 60.0
"""Seconds after which no card comes any more of a game that is over."""

_DAY: Final = 24
"""As often calls are tried, hourly, where neither the channel nor the person takes them."""

ABREAST: Final = 32
"""In how many channels something is done at the same time."""

SOME: Final = 50
"""How many alarms are looked up at a time."""

_BESIDE: Final = (Kind.HOUSE, Kind.REVIEW)
"""What waits for nothing that is said in its channel: turns of the house and of bots, and reviews."""

_SAID: Final = (
    Kind.CALL,
    Kind.REMIND,
    Kind.SNOOZE,
    Kind.NUDGE,
    Kind.UP,
    Kind.FREE,
    Kind.ASKED,
    Kind.GONE,
    Kind.VOTE,
    Kind.PLAN,
    Kind.CARD,
)
"""What is said where a table is played, and waits while the bot cannot write there."""

_OF_PLACES: Final = (Kind.ROUND, Kind.PODIUM, Kind.SEASON)
"""What is said in a channel of many tables: it is tried for hours where the bot cannot write."""

_AGAIN: Final = (Kind.REVIEW, Kind.ROUND, Kind.PLAN)
"""What is carried out once more if it is not known how it went: it says nothing of its own."""

Work = Callable[[], Awaitable[None]]

Notice = Callable[[Words, tuple[int, ...]], Message]
"""Makes a message for these people in their language."""


class Lanes:
    """Work that is done one after the other within a lane, and in `most` lanes at the same time."""

    def __init__(self, most: int) -> None:
        self._room = asyncio.Semaphore(most)
        self._lanes = dict[Hashable, deque[Work]]()
        self._tasks = set[asyncio.Task[None]]()
        self._raised = list[BaseException]()

    def put(self, lane: Hashable, work: Work) -> None:
        """Have something done when all that was put into its lane before is done."""
        if lane in self._lanes:
            self._lanes[lane].append(work)
            return
        self._lanes[lane] = deque([work])
        task = asyncio.create_task(self._drive(lane))
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (failure := task.exception()) is not None:
            self._raised.append(failure)

    async def _drive(self, lane: Hashable) -> None:
        waiting = self._lanes[lane]
        try:
            while waiting:
                async with self._room:
                    await waiting.popleft()()
        finally:
            del self._lanes[lane]

    async def join(self) -> None:
        """Wait until nothing is left to do; raises the first of what work has raised, after all of it."""
        while self._tasks:
            await asyncio.wait(self._tasks)
        raised, self._raised = self._raised, []
        if raised:
            raise raised[0]

    async def stop(self) -> None:
        """End all of it, wherever it is."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


class Ticker:
    """Does what is due. `look` and `tick` may be called at any time; one looks at a time."""

    def __init__(self, surface: Surface, client: discord.Client, untouched: Idle | None = None) -> None:
        """`untouched` says when tables that nobody touches are asked about, and when they are closed."""
        self._surface = surface
        self._client = client
        self._untouched = Idle() if untouched is None else untouched
        self._swept = -inf
        self._brought_home = -inf
        self._session = surface.session
        self._schedule = surface.session.schedule
        self._ticking = asyncio.Lock()
        self._recovered = False
        self._unsure = set[int]()
        """The alarms that were taken, or may have been, and of which it could not be noted how that went."""
        self._noted = 0.0
        self._unwritten = False
        self._thinking = set[asyncio.Task[None]]()
        self._repair = Repair(surface, client)
        self._pairing = Pairing(surface, client)
        self.surroundings = Surroundings(surface, client)
        self._mirrors = Mirrors(surface, client, lambda: self.surroundings.shut)
        self._channels = Lanes(ABREAST)
        self._turns = Lanes(ABREAST)
        self._reviews = Lanes(1)
        self._begun = set[int]()
        self._next: float | None = None
        self._tries = dict[int, int]()
        """How often each alarm was kept back, as the bot could not write where it is to be said."""
        self._by_bots = dict[int, tuple[int, tuple[Any, ...]]]()
        """What bots have done at a table up to a revision, where another one of them is next."""
        self._failed = dict[int, tuple[int, float]]()
        """How often each alarm failed in a way that may pass, and since when."""
        self._told_up = dict[tuple[int, tuple[int, ...]], float]()
        """When people were told last in a channel that time is up."""
        self._members = Members(surface, client)

    @property
    def looked(self) -> float:
        """When the bot last noted that it is there, in seconds since 1970; 0 while it cannot."""
        return self._noted

    async def run(self, pulse: float) -> None:
        """Look every `pulse` seconds, when the next alarm falls due, or when something is to be done at once.

        This goes on until the bot ends. What was begun by then is waited for; a look waits for nothing.
        """
        await self._client.wait_until_ready()
        while not self._surface.closing:
            self._next = None  # a look that fails knows of none
            connected = not self._client.is_closed() and self._client.is_ready()
            if connected and self._schedule.is_ours:
                await self._safely(self.look())
            with suppress(TimeoutError):
                await asyncio.wait_for(self._surface.due.wait(), min(pulse, self._until_next()))
            self._surface.due.clear()
        await self._safely(self._carried_out())

    def _until_next(self) -> float:
        """Seconds until the first alarm falls due that the last look knew of: a bot's turn is soon."""
        return inf if self._next is None else max(0.0, self._next - self._session.now())

    async def tick(self) -> None:
        """Everything that is due by now, until it is carried out; bots may still be thinking."""
        tried = set[int]()
        while await self.look(tried):
            await self._carried_out()

    async def look(self, tried: set[int] | None = None) -> bool:
        """Begin with what is due by now, and not under way; whether there was anything.

        What is `tried` already, by its id, is left for another time, and what is begun with is added to it.
        """
        tried = set() if tried is None else tried
        async with self._ticking:
            await self._be_alive()
            await self._recover()
            await self._look_around()
            await self._sweep()
            await self._repair.look()
            await self._mirrors.look()
            found = False
            # Each in a lane of its own: whoever is looked up keeps no channel waiting.
            if self._members.is_due():
                self._channels.put(Members, self._members.look)
                found = True
            if self._pairing.is_due():
                self._channels.put(Pairing, self._pairing.look)
                found = True
            while not self._surface.closing and (fresh := await self._fresh(tried)):
                found = True
                for alarm in fresh:
                    tried.add(alarm.id)
                    await self._begin(alarm)
            self._next = await self._schedule.next_due(self._session.now())
            return found

    async def _fresh(self, tried: set[int]) -> list[Alarm]:
        """Some of the alarms that are due and were not begun with, the earliest first."""
        known = tried | self._begun
        # Those that wait in their lanes are due like the others, and must not hide them.
        alarms = await self._schedule.due(self._session.now(), SOME + len(known))
        return [alarm for alarm in alarms if alarm.id not in known]

    async def _begin(self, alarm: Alarm) -> None:
        """Put an alarm into the lane of its channel or person; a turn or a review into one of its table."""
        table = None if alarm.table_id is None else await self._session.tables.known(alarm.table_id)
        self._begun.add(alarm.id)
        work = partial(self._carry_out, alarm)
        if alarm.kind is Kind.ROUND:
            self._channels.put((Kind.ROUND, alarm.detail), work)
        elif alarm.kind in _BESIDE:
            self._turns.put((alarm.kind, alarm.table_id), work)
        elif table is not None:
            self._channels.put(table.channel_id, work)
        else:
            self._channels.put(alarm.user_id, work)

    async def _carry_out(self, alarm: Alarm) -> None:
        """Attend to an alarm; what may follow it is looked for at once."""
        try:
            if not self._surface.closing:
                await self._surface.budget.begin()
            if not self._surface.closing and await self._attend(alarm):
                self._surface.wake()
        except Outdated:
            self._noted = 0.0  # the next look begins with that, and leaves it all to newer processes
        except Exception:
            # It is due again: the next look tries it anew, and the others of its lane go on.
            LOG.exception("alarm=%s kind=%s table=%s failed", alarm.id, alarm.kind, alarm.table_id)
        finally:
            self._begun.discard(alarm.id)

    async def _carried_out(self) -> None:
        """Wait for all that was begun, but not for bots that think."""
        await self._channels.join()
        await self._turns.join()

    async def _be_alive(self) -> None:
        """Note that the bot is there. After an absence no clock has lost time by it."""
        now = self._session.now()
        if self._recovered and 0 <= now - self._noted < HEARTBEAT:
            return
        away = await self._schedule.alive(now, ABSENCE)
        self._noted = now
        await self._session.looks.save()
        if away:
            self.surroundings.was_away()
            LOG.warning("nobody could play for %.0f s; every clock is put off by that", away)

    async def _sweep(self) -> None:
        """Once an hour, whether there is anything that nobody has touched for long."""
        now = self._session.now()
        if now < self._swept + HOURLY:
            return
        self._swept = now
        if self._untouched.days:
            await self._schedule.look_for_idle(self._untouched.days * idle.DAY)
        await self._session.visits.expire(now)
        if removed := await self._session.management.remove_unplayed():
            LOG.info(
                "%s tables are deleted: they were closed long ago, before anybody had moved", len(removed)
            )
        for cancelled in await self._session.tournaments.cancel_unbegun():
            LOG.info("tournament=%s is cancelled: nobody has begun it for long", cancelled)

    async def _look_around(self) -> None:
        """Where people can play again, boards tell how much time there is."""
        for table in await self.surroundings.look():
            self._channels.put(table.channel_id, partial(self._refresh, table))
        if self._session.now() >= self._brought_home + HEARTBEAT:
            self._brought_home = self._session.now()
            await bring_home(self._surface, self._client)

    def asked(self, table_id: int, remarks: tuple[str, ...]) -> None:
        """Another process has changed a table of ours, or its time, and has `remarks` to it: show it."""
        self._channels.put((Kind.ASKED, table_id), partial(self._show_for_others, table_id, remarks))

    async def _show_for_others(self, table_id: int, remarks: tuple[str, ...]) -> None:
        try:
            table = await self._session.tables.known(table_id)
            if table is None or not self._session.tables.is_ours(table.guild_id):
                return
            is_shown = await self._session.outbox.of_table(table_id) is None
            if (is_shown or remarks) and await speak.refresh(self._surface, self._client, table, remarks):
                return
            self._session.outbox.failed(table_id)
            self._surface.wake()
        except Exception:
            LOG.exception("table=T%s could not be shown for another process", table_id)

    async def _refresh(self, table: Table) -> None:
        try:
            await speak.refresh(self._surface, self._client, table)
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
            if alarm.kind not in _AGAIN and await self._was_sent(alarm):
                await self._finish(alarm)
            else:
                await self._schedule.put_back(alarm, alarm.due)
        self._unsure -= unsure
        self._recovered = True

    async def _was_sent(self, alarm: Alarm) -> bool:
        """Whether the message of an alarm is there."""
        since, wanted = alarm.sending or 0.0, speak.is_marked(alarm.id)
        table = None if alarm.table_id is None else await self._session.tables.known(alarm.table_id)
        places = list[discord.abc.Messageable]()
        if alarm.kind is Kind.PODIUM:
            of = await self._session.tournaments.get(int(alarm.detail))
            places.append(self._client.get_partial_messageable(of.channel_id, guild_id=of.guild_id))
        elif table is not None and alarm.kind is Kind.SEASON:
            channel = table.home_id or table.channel_id
            places.append(self._client.get_partial_messageable(channel, guild_id=table.guild_id))
        elif table is not None:
            seen = seen_by(table, alarm.user_id or 0)
            places.append(self._client.get_partial_messageable(seen.channel_id, guild_id=seen.guild_id))
        if alarm.user_id is not None:
            with suppress(discord.HTTPException):
                user = self._client.get_user(alarm.user_id) or await self._client.fetch_user(alarm.user_id)
                places.append(await user.create_dm())
        return any([await speak.was_sent(self._client, place, since, wanted) for place in places])

    async def _attend(self, alarm: Alarm) -> bool:
        """Carry an alarm out, put it off, or drop it; false if somebody else has it."""
        due = await self._session.schedule.assess(alarm)
        if due is None:
            await self._schedule.drop(alarm)
            return True
        if not isinstance(due, Due):  # a moment: a float or whole seconds
            await self._schedule.put_back(alarm, max(due, self._session.now() + 1))
            return True
        if await self._looks_on(alarm, due) or await self._is_kept_back(alarm, due):
            return True
        if await self._is_soon_after(alarm, due):
            return True
        if not await self._take(alarm):
            return False
        due = await self._taken_along(due)
        if alarm.kind is Kind.REVIEW:
            # It may wait for a thousand others: until its turn nothing is kept of its game.
            self._reviews.put(Kind.REVIEW, partial(self._fire_late, alarm))
        elif _is_for_a_bot(due):
            self._begin_to_think(self._fire(alarm, due))
        else:
            await self._fire(alarm, due)
        return True

    async def _fire_late(self, alarm: Alarm) -> None:
        """Do what was taken some time ago, if that is still to be done."""
        try:
            due = await self._session.schedule.assess(alarm)
            if isinstance(due, Due):
                await self._fire(alarm, due)
            elif due is None:
                await self._schedule.drop(alarm)
            else:
                await self._schedule.put_back(alarm, due)
        except StoreError as failure:
            LOG.warning("alarm=%s kind=%s is looked up later: %s", alarm.id, alarm.kind, failure)
            self._unsure.add(alarm.id)
        except Exception:
            # After the next start it is due again; those behind it go on.
            LOG.exception("alarm=%s kind=%s table=%s failed", alarm.id, alarm.kind, alarm.table_id)

    async def _looks_on(self, alarm: Alarm, due: Due) -> bool:
        """Whether somebody who is asked something sees the board at this moment: they are called later."""
        now, user = self._session.now(), alarm.user_id or 0
        if alarm.kind is not Kind.ASKED or due.table is None:
            return False
        if not self._surface.presence.are_there(due.table.id, (user,), now):
            return False
        await self._schedule.put_back(alarm, now + THERE)
        return True

    async def _is_kept_back(self, alarm: Alarm, due: Due) -> bool:
        """Whether an alarm waits, as nobody can play where it is to be said, and the bot cannot write there.

        That time is up is told directly after some hours, unless it loses the game.
        """
        if due.table is None or alarm.kind not in _SAID:
            return False
        table, places = seen_by(due.table, alarm.user_id or 0), self._surface.places
        reach = await places.reach(self._client, table.guild_id, table.channel_id)
        if reach is Reach.OPEN and alarm.kind is Kind.UP and table.forfeit:
            # Perhaps nothing was said there all the turn: nobody loses where Discord refuses messages.
            reach = await places.tried(self._client, table.guild_id, table.channel_id)
        asks = alarm.kind is Kind.GONE or (alarm.kind is Kind.UP and not table.forfeit)
        told = asks and self._tries.get(alarm.id, 0) >= DIRECTLY
        if reach is Reach.OPEN or told:
            return False
        if alarm.kind is Kind.CARD and (reach is Reach.GONE or self._is_old(table)):
            await self._schedule.drop(alarm)
            return True
        self._tries[alarm.id] = self._tries.get(alarm.id, 0) + 1
        await self._schedule.put_back(alarm, self._session.now() + HOURLY)
        return True

    async def _is_soon_after(self, alarm: Alarm, due: Due) -> bool:
        """Whether the same people were told in this channel just now that time was up: the rest comes later.

        Then it comes together, by one message.
        """
        if alarm.kind is not Kind.UP or due.table is None or due.player is None or due.table.forfeit:
            return False
        now = self._session.now()
        self._told_up = {whom: at for whom, at in self._told_up.items() if now < at + SOON_AFTER}
        told = self._told_up.get(_whom(self._session, due.table, due.player))
        if told is None:
            return False
        await self._schedule.put_back(alarm, told + SOON_AFTER)
        return True

    async def _taken_along(self, due: Due) -> Due:
        """The same with what else is told by the same message, noted as being sent as well."""
        try:
            gathered = await self._schedule.gathered(due)
        except StoreError as failure:
            LOG.info("alarm=%s nothing is told with it: %s", due.alarm.id, failure)
            return due
        return replace(
            gathered, others=tuple([one for one in gathered.others if await self._take(one.alarm)])
        )

    async def _take(self, alarm: Alarm) -> bool:
        """Whether an alarm may be sent now; where the disk does not say, that is looked up later."""
        try:
            return await self._schedule.take(alarm, self._session.now())
        except StoreError as failure:
            LOG.warning("alarm=%s kind=%s is looked up later: %s", alarm.id, alarm.kind, failure)
            self._unsure.add(alarm.id)
            return False

    def _is_old(self, table: Table) -> bool:
        """Whether nobody waits any more for what is said of a table whose game is over."""
        return self._session.now() - table.changed_at > WEEK

    def _begin_to_think(self, turn: Coroutine[Any, Any, None]) -> None:
        """A bot takes its time, and nothing else that is due waits for it."""
        task = asyncio.create_task(turn)
        self._thinking.add(task)
        task.add_done_callback(self._thinking.discard)

    async def settle(self) -> None:
        """Wait until all that was begun is carried out, no bot is thinking and no board being repaired."""
        await self._carried_out()
        while self._thinking:
            await asyncio.wait(self._thinking)
        await self._reviews.join()
        await self._repair.settle()
        await self._mirrors.settle()

    async def stop(self) -> None:
        """Stop whatever is under way; what was not sent or played is sent or played after the next start."""
        await self._channels.stop()
        await self._turns.stop()
        await self._reviews.stop()
        for task in self._thinking:
            task.cancel()
        await asyncio.gather(*self._thinking, return_exceptions=True)
        await self._repair.stop()
        await self._mirrors.stop()

    async def _fire(self, alarm: Alarm, due: Due) -> None:
        """Do it; where the disk does not take what became of it, that is looked up later."""
        try:
            await self._fire_once(alarm, due)
        except StoreError as failure:
            LOG.warning("alarm=%s kind=%s is looked up later: %s", alarm.id, alarm.kind, failure)
            self._unsure |= {one.alarm.id for one in due.every}

    async def _fire_once(self, alarm: Alarm, due: Due) -> None:
        """Do it; what cannot be sent for good is given up, what may be later is tried again.

        So is what says at which moment it is to be looked at again.
        """
        try:
            again = await self._do[alarm.kind](self, due)
        except (*FAILURES, StoreError) as failure:
            if is_shut(failure):
                for one in due.every:
                    await self._shut_out(one.alarm, one, failure)
                return
            again = self._session.now() + self._pause(alarm)
            ours = None if isinstance(failure, StoreError) or is_outside(failure) else failure
            LOG.warning("alarm=%s kind=%s is tried again: %s", alarm.id, alarm.kind, failure, exc_info=ours)
            for one in due.every:
                await self._schedule.put_back(one.alarm, again)
            return
        except Exception:
            LOG.exception("alarm=%s kind=%s table=%s", alarm.id, alarm.kind, alarm.table_id)
        else:
            if again is not None:
                await self._schedule.put_back(alarm, again)
                return
        for one in due.every:
            await self._finish(one.alarm)

    def _pause(self, alarm: Alarm) -> float:
        """Seconds until an alarm that has just failed is tried again, as a board would be."""
        tries, since = self._failed.get(alarm.id, (0, self._session.now()))
        self._failed[alarm.id] = (tries + 1, since)
        return pause(tries, self._session.now() - since)

    async def _shut_out(self, alarm: Alarm, due: Due, failure: BaseException) -> None:
        """It was refused where it was to be said: tried again, less and less often; some of it not for ever.

        A thread that is folded away may be opened soon; rights are given back within hours.
        """
        if alarm.kind in _OF_PLACES:
            await self._try_for_hours(alarm, failure)
            return
        tries = self._tries[alarm.id] = self._tries.get(alarm.id, 0) + 1
        table = due.table
        is_guest = (
            table is not None and table.guild_id is not None and not self._client.get_guild(table.guild_id)
        )
        most = {Kind.UP: inf, Kind.GONE: inf, Kind.CARD: 0 if is_guest else _DAY}.get(
            alarm.kind, 0 if is_guest else _DAY
        )
        if table is None or alarm.kind not in _SAID or tries > most:
            LOG.warning("alarm=%s kind=%s cannot be sent: %s", alarm.id, alarm.kind, failure)
            await self._finish(alarm)
            return
        folded = isinstance(failure, discord.HTTPException) and failure.code in FOLDED
        seconds = min(HOURLY, FOLDED_AGAIN * 2**tries) if folded else HOURLY
        LOG.warning("alarm=%s kind=%s is tried again in %.0f s: %s", alarm.id, alarm.kind, seconds, failure)
        await self._schedule.put_back(alarm, self._session.now() + seconds)

    async def _try_for_hours(self, alarm: Alarm, failure: BaseException) -> None:
        """It was refused in a channel of which the bot is not told whether it may write there again."""
        now = self._session.now()
        seconds = self._pause(alarm)
        if now - self._failed[alarm.id][1] > ENOUGH:
            LOG.warning("alarm=%s kind=%s cannot be sent: %s", alarm.id, alarm.kind, failure)
            await self._finish(alarm)
            return
        LOG.warning("alarm=%s kind=%s is tried again in %.0f s: %s", alarm.id, alarm.kind, seconds, failure)
        await self._schedule.put_back(alarm, now + seconds)

    async def _finish(self, alarm: Alarm) -> None:
        """The alarm is done with; the daily one comes again, and after a card comes a review."""
        self._tries.pop(alarm.id, None)
        self._failed.pop(alarm.id, None)
        follows = await self._session.people.next_digest(alarm) if alarm.kind is Kind.DIGEST else None
        if alarm.kind is Kind.CARD:
            follows = NewAlarm(Kind.REVIEW, self._session.now() + PAUSE, alarm.table_id)
        if is_question(alarm):
            due = self._session.now() + self._untouched.grace * idle.DAY
            revision = alarm.detail.partition(":")[2]
            follows = NewAlarm(Kind.IDLE, due, alarm.table_id, detail=f"{CLOSE}:{revision}")
        again: tuple[NewAlarm, ...] = () if follows is None else (follows,)
        await self._schedule.save(TimeChange(dropped=(alarm.id,), alarms=again))

    async def _call(self, due: Due) -> None:
        """In the channel or directly, as they want it; the other way, if that one is closed."""
        due = _as_seen(due)
        table, player, alarm = due.table, due.player, due.alarm
        assert table is not None  # noqa: S101 - such an alarm is about a table and its player
        assert player is not None  # noqa: S101

        entry = self._session.catalogue[table.game]
        snoozes = self._snoozes(due)

        def message_in(language: str) -> Message:
            if due.others:
                spans = [self._snoozes(one) for one in due.every]
                return calls(words_in(language), self._session.catalogue, due.every, spans)
            return call(words_in(language), entry, table, player, alarm.kind, alarm.detail, snoozes)

        own = self._session.tables.language_of(alarm.user_id or 0, table.language)
        ways = [(self._say, table.language), (self._write, own)]
        if due.habits is not None and due.habits.remind == "direct":
            ways.reverse()
        try:
            send, language = ways[0]
            sent = await send(due, message_in(language))
        except discord.HTTPException as failure:
            if not is_shut(failure):
                raise
            send, language = ways[1]
            sent = await send(due, message_in(language))
        await self._goes_with_the_turn(due, table, sent)

    async def _goes_with_the_turn(self, due: Due, table: Table, sent: Board) -> None:
        """What was said of one table's turn in its channel is taken away when that has passed."""
        if sent.channel_id == table.channel_id and not due.others:
            await self._session.outbox.said(table, sent)

    def _snoozes(self, due: Due) -> tuple[str, ...]:
        """The spans by which a reminder can be put off; none for other calls."""
        if due.habits is None or due.table is None or due.player is None or due.alarm.kind is not Kind.REMIND:
            return ()
        return self._schedule.snoozes(due.table, due.player, due.habits)

    async def _write(self, due: Due, told: Message) -> Board:
        """A direct message to whom the alarm is for."""
        return await speak.to_person(
            self._client, due.alarm.user_id or 0, _marked(due, told), _nonce(due.alarm)
        )

    async def _say(self, due: Due, told: Message) -> Board:
        assert due.table is not None  # noqa: S101 - said where the table is played
        try:
            return await speak.in_channel(self._client, due.table, _marked(due, told), _nonce(due.alarm))
        except discord.Forbidden as failure:
            self._surface.places.note_failure(due.table.channel_id, failure)
            raise

    async def _up(self, due: Due) -> None:
        assert due.table is not None  # noqa: S101
        assert due.player is not None  # noqa: S101
        if due.alarm.kind is Kind.UP and due.table.forfeit:
            trace = Trace("tick.forfeit", 0)
            shown = await self._session.absence.forfeit(due.alarm, due.table, due.player, trace)
            await speak.show_within_reach(self._surface, self._client, shown)
            return
        left = await self._by_default(due)
        if left is None:
            return
        due = left
        if due.others:
            await self._several_up(due)
            return
        table, users = await self._session.schedule.time_is_up(due)
        entry, late = self._session.catalogue[table.game], due.player
        assert late is not None  # noqa: S101

        def notice(words: Words, users: tuple[int, ...]) -> Message:
            return time_up(words, entry, table, late, users)

        try:
            board = await self._tell_up(due, table, users, notice)
            self._told_up[_whom(self._session, table, late)] = self._session.now()
            await self._goes_with_the_turn(due, table, board)
            place = f"{board.channel_id}:{board.message_id}"
            await self._session.tables.set_note(speak.notice_of(table), place)
        finally:  # the board offers the choice, whatever became of the notice
            await speak.refresh(self._surface, self._client, table)

    async def _by_default(self, due: Due) -> Due | None:
        """What is left of it once votes have decided where their table has agreed to that.

        None where every turn has passed by that.
        """
        left = list[Due]()
        for one in due.every:
            assert one.table is not None  # noqa: S101 - such an alarm is about a table and its player
            assert one.player is not None  # noqa: S101
            trace = Trace("tick.vote", 0)
            shown = None
            if one.alarm.kind is Kind.UP:
                shown = await self._session.asking.by_default(one.alarm, one.table, one.player, trace)
            if shown is None:
                left.append(one)
                continue
            await speak.show_within_reach(self._surface, self._client, shown)
            self._surface.wake()
            if shown.table.turn == one.table.turn:
                left.append(replace(one, table=shown.table))
            elif one.alarm.id != due.alarm.id:
                await self._finish(one.alarm)
        if not left:
            return None
        return replace(left[0], others=tuple(replace(one, others=()) for one in left[1:]))

    async def _vote(self, due: Due) -> float | None:
        """A vote closes: its message says what came of it; who has asked is called if they must decide.

        One that goes on is shown, and looked at soon, as people may have voted meanwhile.
        """
        assert due.table is not None  # noqa: S101
        now, habits = self._session.now(), due.habits
        async with self._surface.posting(due.table.id):
            asked = await self._session.asking.of_alarm(due.alarm, due.table)
            if asked is not None and asked.goes_on(now):
                await show_vote(self._surface, self._client, asked)
                return now + SOON
            asked = await self._session.asking.closed(due.alarm, due.table)
            if asked is None:
                return None
            asked = await finish(self._client, asked)
        if not asked.is_open:
            await self._session.asking.over(asked)
            return None
        asleep = habits is not None and when_awake(habits, now) > now
        told = outcome(words_at(due.table), asked, calls=not asleep)
        await self._session.asking.told(asked, await self._say(due, told))
        return None

    async def _plan(self, due: Due) -> None:
        """A plan is shown as it is liked, unless it is known to be."""
        assert due.table is not None  # noqa: S101
        async with self._surface.posting(due.table.id):
            liked = await self._session.plans.of_alarm(due.alarm, due.table)
            if liked is not None:
                await show_plan(self._surface, self._client, liked)

    async def _free(self, due: Due) -> None:
        """The others may act for somebody away: it is said once, and the board says so, too."""
        assert due.table is not None  # noqa: S101
        assert due.player is not None  # noqa: S101
        table, users = await self._session.schedule.time_is_up(due)
        words, entry = words_at(table), self._session.catalogue[table.game]
        told = away(words, table, (due.player,))
        board = await self._say(due, free(words, entry, table, due.player, users, told))
        await self._goes_with_the_turn(due, table, board)
        await speak.refresh(self._surface, self._client, table)

    async def _asked(self, due: Due) -> None:
        """Somebody is offered something: the board comes to the bottom, and calls them."""
        assert due.table is not None  # noqa: S101
        shown = await self._session.history.recalled(self._session.tables.shown(due.table))
        await speak.call_to(self._surface, self._client, shown, due.alarm)

    async def _several_up(self, due: Due) -> None:
        """Time is up at several tables, for the same people to choose; the boards offer it as well."""
        late, users = list[Due](), dict[int, None]()
        for one in due.every:
            table, awake = await self._session.schedule.time_is_up(one)
            late.append(replace(one, table=table))
            users |= dict.fromkeys(awake)
        first = late[0]
        assert first.table is not None  # noqa: S101 - such an alarm is about a table and its player
        assert first.player is not None  # noqa: S101

        def notice(words: Words, users: tuple[int, ...]) -> Message:
            return times_up(words, self._session.catalogue, late, users)

        try:
            await self._tell_up(replace(first, others=tuple(late[1:])), first.table, tuple(users), notice)
            self._told_up[_whom(self._session, first.table, first.player)] = self._session.now()
        finally:
            for one in late:
                assert one.table is not None  # noqa: S101
                await speak.refresh(self._surface, self._client, one.table)

    async def _tell_up(self, due: Due, table: Table, users: tuple[int, ...], notice: Notice) -> Board:
        """Where it is said that time is up: in the channel; after some tries in vain, directly.

        Raises what became of the channel where nobody takes it directly either.
        """
        try:
            return await self._say(due, notice(words_at(table), users))
        except discord.HTTPException as failure:
            if not is_shut(failure) or self._tries.get(due.alarm.id, 0) < DIRECTLY:
                raise
            found = None
            for user in users:
                words = words_in(self._session.tables.language_of(user, table.language))
                told, nonce = _marked(due, notice(words, (user,))), f"up{due.alarm.id}.{user}"[:25]
                try:
                    found = await speak.to_person(self._client, user, told, nonce)
                except FAILURES as other:
                    LOG.info("alarm=%s user=%s takes no message: %s", due.alarm.id, user, other)
            if found is None:
                raise
            return found

    async def _house(self, due: Due) -> None:
        assert due.table is not None  # noqa: S101
        assert due.player is not None  # noqa: S101
        if _is_for_a_bot(due):
            trace = Trace("tick.bot", 0)
            before = await self._told_before(due.table)
            shown = await self._session.play.bot_turn(due.alarm, due.table, due.player, trace)
            shown = self._with_those_before(due.table, before, shown)
        elif due.alarm.user_id is not None:
            trace = Trace("tick.prepared", due.alarm.user_id)
            answered = await self._session.prepared.play_due(due.alarm, due.table, due.player, trace)
            if answered is None:
                self._surface.wake()
                return
            shown = answered
        else:
            trace = Trace("tick.house", 0)
            shown = await self._session.absence.stand_in(due.alarm, due.table, due.player, trace)
        await speak.show_within_reach(self._surface, self._client, shown)
        self._surface.wake()
        is_done = _is_for_a_bot(due) and not is_for_code(shown)
        if is_done and await self._session.remarks.may_speak(shown.table, due.player):
            self._begin_to_think(self._remark(shown, due.player))

    async def _remark(self, shown: Shown, bot: Player) -> None:
        """A bot that has just played says a word on a move that stood out; mostly nothing.

        It is thought of while it is somebody's turn, and not said if they were quicker.
        """
        try:
            found = await self._session.remarks.think_of(shown.table, bot)
            if found is not None:
                words = words_at(shown.table)
                said = remark(words, found)
                if has_room(words, parted(self._surface, shown, shown.events)[1], said):
                    await speak.add(self._surface, self._client, shown, (said,))
        except Exception:
            LOG.exception("table=%s a remark could not be made", shown.table.code)

    async def _told_before(self, table: Table) -> tuple[Any, ...]:
        """What is told once more with a bot's turn: it comes so soon that nobody has read it.

        Those are the turns of the bots just before it, or, where they play together, what came of the last
        line of whoever was before it.
        """
        revision, events = self._by_bots.pop(table.id, (-1, ()))
        if revision == table.revision:
            return events
        shown = self._session.tables.shown(table)
        if not shown.entry.game.cooperative or not table.plies:
            return ()
        return (await self._session.history.recalled(shown)).recalled

    def _with_those_before(self, before: Table, told: tuple[Any, ...], shown: Shown) -> Shown:
        """A bot's turn, told with what was `told` before it: one board shows all of it."""
        if shown.table.revision > before.revision:
            shown = replace(shown, events=(*told, *shown.events))
        if is_for_code(shown):
            self._by_bots[before.id] = (shown.table.revision, shown.events)
        return shown

    async def _card(self, due: Due) -> None:
        assert due.table is not None  # noqa: S101
        if due.table.day is None:
            board = await self._say(due, await end_card(self._session, due.table))
            await note_card(self._session, due.table, board)

    async def _review(self, due: Due) -> None:
        assert due.table is not None  # noqa: S101
        await make_review(self._session, self._client, due.table)

    async def _idle(self, due: Due) -> None:
        if is_question(due.alarm):
            await idle.ask(self._surface, self._client, due, self._untouched)
        else:
            await idle.close(self._surface, self._client, due, self._untouched)

    async def _round(self, due: Due) -> float | None:
        if await go_on(self._surface, self._client, int(due.alarm.detail)):
            return None
        now = self._session.now()  # there are games whose boards are not up yet
        again = now + self._pause(due.alarm)
        return None if now - self._failed[due.alarm.id][1] > ENOUGH else again

    async def _podium(self, due: Due) -> None:
        await tell(self._surface, self._client, due.alarm)

    async def _season(self, due: Due) -> None:
        """A month or a week is over: its podium, where somebody played in it whom one may still name."""
        table = await self._session.tables.known(due.alarm.table_id or 0)
        if table is None:
            return
        channel, period = table.home_id or table.channel_id, due.alarm.detail
        words, text = words_in(self._session.tables.language_in(table)), ""
        if is_week(period):
            if best := await self._session.scores.close_week(channel, period):
                text = podium(words, self._session, period, best)
        elif seasons := await self._session.scores.close_month(channel, period):
            text = seasons_text(words, self._session, period, seasons, podium=True)
        if text:
            told = speak.marked(Message(boxed(text)), due.alarm.id)
            await speak.into(self._client, table.guild_id, channel, told, _nonce(due.alarm))

    async def _digest(self, due: Due) -> None:
        user = due.alarm.user_id or 0
        tables = await self._session.people.digest(user)
        if tables:
            words = words_in(self._session.tables.language_of(user, tables[0].table.language))
            told = Message(note(digest_text(words, self._session, tables)))
            await speak.to_person(self._client, user, speak.marked(told, due.alarm.id), _nonce(due.alarm))

    async def _away(self, due: Due) -> None:
        user = due.alarm.user_id or 0
        await self._session.schedule.stop_clocks(user, self._session.now())
        await self._refresh_where(user)

    async def _back(self, due: Due) -> None:
        user = due.alarm.user_id or 0
        await self._session.schedule.start_clocks(user, self._session.now())
        await self._refresh_where(user)

    async def _refresh_where(self, user_id: int) -> None:
        """The boards where somebody must act say what has become of their time."""
        for table in await self._session.schedule.timed_by(user_id):
            await speak.refresh(self._surface, self._client, table)

    async def _safely(self, work: Awaitable[object]) -> None:
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
        except Outdated:  # which the store has said
            self._noted = 0.0
        except Exception:
            LOG.exception("a tick failed")
        else:
            if self._unwritten:
                LOG.warning("the database can be written again")
            self._unwritten = False

    _do: Final[dict[Kind, Callable[[Ticker, Due], Awaitable[float | None]]]] = {
        Kind.CALL: _call,
        Kind.REMIND: _call,
        Kind.SNOOZE: _call,
        Kind.NUDGE: _call,
        Kind.UP: _up,
        Kind.FREE: _free,
        Kind.ASKED: _asked,
        Kind.GONE: _up,
        Kind.HOUSE: _house,
        Kind.CARD: _card,
        Kind.REVIEW: _review,
        Kind.VOTE: _vote,
        Kind.PLAN: _plan,
        Kind.IDLE: _idle,
        Kind.DIGEST: _digest,
        Kind.AWAY: _away,
        Kind.BACK: _back,
        Kind.ROUND: _round,
        Kind.PODIUM: _podium,
        Kind.SEASON: _season,
    }


def _is_for_a_bot(due: Due) -> bool:
    """Whether it is a bot that has to act."""
    if due.alarm.kind is not Kind.HOUSE or due.alarm.user_id is not None:
        return False
    return due.player is not None and is_bot(acting_for(due.player))


def _as_seen(due: Due) -> Due:
    """The same, each table as the person sees it whom it is for: perhaps from another server."""
    user = due.alarm.user_id or 0
    table = None if due.table is None else seen_by(due.table, user)
    return replace(due, table=table, others=tuple(_as_seen(one) for one in due.others))


def _whom(session: Session, table: Table, late: Player) -> tuple[int, tuple[int, ...]]:
    """In which channel, and to whom, it is said that somebody's time is up."""
    return table.channel_id, session.absence.choosers(table, late)


def _marked(due: Due, told: Message) -> Message:
    """The message with its alarm's number; what tells of several has the number of each already."""
    return told if due.others else speak.marked(told, due.alarm.id)


def _nonce(alarm: Alarm) -> str:
    """What Discord knows a message by if it is sent twice within some minutes."""
    return f"alarm{alarm.id}"
