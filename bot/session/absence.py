"""Games that wait for somebody who does not come: the others choose how they go on.

Nobody loses because of the time alone, unless the table was opened that way.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from itertools import takewhile
from typing import Any, Final

from bot import clocks
from bot.errors import NotSeated, Refused
from bot.export import UNPLAYABLE, positions_of
from bot.games.catalogue import AnyEntry
from bot.seats import Click, Person, acting_for, foreseen, is_for_one, name_at, player_at, renamed, seat_of
from bot.session.play import Moves, Played
from bot.session.shown import News, Shown
from bot.session.timing import asleep_in, choosers, clock_at, with_time
from bot.session.vacant import as_of
from bot.store import (
    HOUSE,
    Alarm,
    Change,
    Kind,
    NewAlarm,
    Player,
    SeatClock,
    Status,
    Table,
    TimeChange,
    bot_id,
    bot_name,
    is_bot,
)
from bot.trace import Trace
from bot.vacation import is_away
from engine.core import Seat
from engine.fairness import next_hash
from engine.rng import SeededRng

NUDGES: Final = 12 * 60 * 60
"""Seconds between two nudges."""

STEPS: Final = 200
"""The most actions that the house takes in one turn; it is over long before."""


class Absent(Moves):
    """Who is late, and what becomes of it."""

    def late(self, table: Table) -> Player | None:
        """Who must act and has no time left, if the others were told."""
        if table.status is not Status.PLAYING:
            return None
        acting = self.acting(table)
        found = (player for player in table.players if player.seat in acting)
        return next((player for player in found if _is_up(clock_at(table, player.seat))), None)

    def acting(self, table: Table) -> frozenset[Seat]:
        """The seats that must act."""
        entry = self.catalogue[table.game]
        return entry.game.to_act(entry.codec.load(table.state)) if table.state else frozenset()

    def awaited(self, entry: AnyEntry, state: object) -> frozenset[Seat]:
        """The seats that must act, and those that were asked something and need not answer."""
        asked = frozenset[Seat]() if entry.asked is None else entry.asked(state)
        return entry.game.to_act(state) | asked

    def choosers(self, table: Table, late: Player) -> tuple[int, ...]:
        """Whose choice it is how a game goes on, by user id; who has left it has no part in that."""
        shown = self.shown(table)
        game, state = shown.entry.game, shown.state
        there = [one for one in table.players if one.seat == late.seat or game.legal(state, one.seat)]
        return choosers(there, late)

    async def wait(self, click: Click, table_id: int, turn: int) -> Table:
        """Whoever is late gets the time for a whole turn once more; on vacation, when they are back."""
        table, late, clock = await self._chosen(click, table_id, turn)
        longer = clocks.prolonged(clock, self._clock())
        if is_away(await self.store.agenda.habits(acting_for(late)), self._clock()):
            longer = clocks.paused(longer, self._clock())
        ends = await self._time_up(table, table.turn, late, table.players, longer)
        alarms = await self.store.agenda.of_table(table.id)
        dropped = tuple(alarm.id for alarm in alarms if alarm.kind is Kind.UP)
        change = TimeChange(((table.id, table.turn, longer),), tuple(ends), dropped)
        return await self._save_time(table, change)

    async def nudge(self, click: Click, table_id: int, turn: int) -> tuple[Table, NewAlarm]:
        """Whoever is late is asked for a move, in their day; not more often than `NUDGES`."""
        table, late, clock = await self._chosen(click, table_id, turn)
        now = self._clock()
        if clock.nudged is not None and now < clock.nudged + NUDGES:
            again = f"<t:{int(clock.nudged + NUDGES) + 1}:R>"
            raise Refused("nudged-already", table, code=table.code, name=late.name, when=again)
        alarm = await self._awake(
            NewAlarm(Kind.NUDGE, now, table.id, acting_for(late), turn, click.person.name)
        )
        nudged = replace(clock, nudged=now)
        change = TimeChange(((table.id, table.turn, nudged),), (alarm,))
        return await self._save_time(table, change), alarm

    async def substitute(
        self,
        click: Click,
        table_id: int,
        turn: int,
        friend: Person | None,
        trace: Trace,
        *,
        level: str | None = None,
    ) -> Shown:
        """From now on somebody plays for who is late, until they are back: a friend, a bot, or the house."""
        table, late, _ = await self._chosen(click, table_id, turn)
        if friend is not None:
            _check_friend(table, friend)
        user, name = (HOUSE, "") if friend is None else (friend.id, friend.name)
        if level is not None:
            user, name = bot_id(level, late.seat), bot_name(level)
        lent = replace(late, substitute=user, substitute_name=name)
        players = tuple(lent if player.seat == late.seat else player for player in table.players)
        timed = await self._passed(table, players, self.acting(table))
        change = replace(self._change(click, table), players=players, waiting_since=self._clock())
        saved = await self._save(with_time(change, timed), trace)
        key = "time.now.friend" if name else "time.now.house"
        if friend is None and is_for_one(self.catalogue[table.game].game):
            key = "time.now.house.turn" if level is None else "time.now.bot.turn"
        news = News(key, name=name, other=late.name)
        return replace(self.shown(saved), news=news, asleep=timed.asleep)

    async def end(self, click: Click, table_id: int, turn: int, trace: Trace) -> Shown:
        """Whoever is late gives up: loses a duel or a solitaire, or leaves those who play together."""
        table, late, _ = await self._chosen(click, table_id, turn)
        news = News("time.now.ended", name=click.person.name, other=late.name)
        shown = await self._given_up(table, late, click.interaction, click.person.id, trace)
        return replace(shown, news=news)

    async def forfeit(self, alarm: Alarm, table: Table, player: Player, trace: Trace) -> Shown:
        """The time is over, and the table was opened so that this loses the game."""
        shown = await self._given_up(table, player, alarmed(alarm, table), None, trace)
        return replace(shown, news=News("time.now.forfeited", name=player.name))

    async def stand_in(self, alarm: Alarm, table: Table, player: Player, trace: Trace) -> Shown:
        """The house plays a turn for somebody absent, an action a transaction.

        In a game for one that is all: it would play the whole game within a minute.
        """
        shown, events = self.shown(table), tuple[Any, ...]()
        for _ in range(STEPS):
            at = shown.table
            actions = shown.entry.game.legal(shown.state, player.seat)
            view = shown.entry.game.view(shown.state, player.seat)
            action = shown.entry.game.stands_in(view, actions, SeededRng(at.head))
            shown = await self._for(at, player.seat, str(action), alarmed(alarm, at), None, trace)
            events += shown.events
            if shown.table.turn != table.turn:
                break
        return replace(shown, events=events, new_turn=True, news=_played(player))

    async def unseen(self, table: Table) -> Shown:
        """What the house did last at a table, or its clock: for a bot that was not there to tell it."""
        entry, lines = self.catalogue[table.game], await self.store.log(table.id)
        own = list(takewhile(lambda line: is_automatic(line.user_id), reversed(lines)))
        if not own:
            return self.shown(table)
        try:
            found = await asyncio.to_thread(positions_of, entry, table, lines)
        except UNPLAYABLE:
            found = ()
        events = tuple(event for position in found[-len(own) :] for event in position.events)
        player = player_at(as_of(table, own[0].ply), own[0].seat)
        ended = table.status is Status.OVER and table.forfeit
        news: News | None = _played(player)
        if ended:
            news = News("time.now.forfeited", name=player.name)
        elif is_bot(own[0].user_id):
            news = None
        return replace(self.shown(table), events=events, news=news)

    async def _given_up(
        self, table: Table, player: Player, interaction: int, user_id: int | None, trace: Trace
    ) -> Shown:
        game = self.catalogue[table.game].game
        notation = "leave" if game.cooperative else "resign"
        shown = await self._for(table, player.seat, notation, interaction, user_id, trace)
        return replace(shown, new_turn=True)

    async def _for(  # one action of a seat that somebody else, or nobody, takes
        self, table: Table, seat: Seat, notation: str, interaction: int, user_id: int | None, trace: Trace
    ) -> Shown:
        entry = self.catalogue[table.game]
        played = self._tried_as(table, seat, notation)
        over = entry.game.outcome(played.after)
        players = table.players
        if is_automatic(user_id) and is_for_one(entry.game) and _passes(entry, played):
            players = tuple(replace(one, substitute=None, substitute_name="") for one in players)
        change = Change(
            table=table.id,
            revision=table.revision,
            interaction=interaction,
            status=Status.PLAYING if over is None else Status.OVER,
            players=players,
            state=entry.codec.dump(played.after),
            counter=played.counter,
            at=self._clock(),
            head=next_hash(table.head, table.plies + 1, seat, played.action),
            seat=seat,
            user_id=user_id,
            action=played.action,
            waiting_since=self._clock(),
        )
        timed = await self._timed(table, players, played.before, played.after)
        change = replace(with_time(change, timed), records=await self._records(table, change, over))
        shown = Shown(foreseen(table, change), entry, played.after, played.events)
        return replace(shown, table=await self._save(change, trace), asleep=asleep_in(timed))

    async def _chosen(self, click: Click, table_id: int, turn: int) -> tuple[Table, Player, SeatClock]:
        """The table, who is late there, and their clock; refuses whoever has no choice to make."""
        table = await self.table(table_id)
        late = self.late(table)
        clock = None if late is None else clock_at(table, late.seat)
        if table.turn != turn or late is None or clock is None:
            raise Refused("late-no-more", table, code=table.code)
        self.check_chooser(click.person, table, late)
        return table, late, clock

    def check_chooser(self, person: Person, table: Table, late: Player) -> None:
        """Refuse somebody who has no say in how a game goes on without `late`."""
        choosing = self.choosers(table, late)
        if person.id in choosing:
            return
        if person.id in (late.user_id, acting_for(late)):
            raise Refused("late-yourself", table, code=table.code)
        names = tuple(_name_of(table, user) for user in choosing)
        raise Refused("late-others", table, code=table.code, names=names)

    async def back(self, click: Click, table_id: int, trace: Trace) -> Shown:
        """Somebody for whom the house or a friend plays is back: from now on they play themselves."""
        table = await self.table(table_id)
        own = next((one for one in table.players if one.user_id == click.person.id), None)
        if own is None:
            raise NotSeated(table)
        if table.status is not Status.PLAYING or own.substitute is None:
            raise Refused("back-already", table, code=table.code)
        players, acting = renamed(table.players, click.person), self.acting(table)
        change = replace(self._change(click, table), players=players)
        timed = await self._passed(table, players, acting) if own.seat in acting else None
        saved = await self._save(with_time(change, timed), trace)
        for alarm in await self.store.agenda.of_table(table.id):
            if alarm.kind is Kind.HOUSE and alarm.sending is None:  # the bots have waited for somebody
                await self.store.agenda.put_back(alarm, self._clock())
        shown = replace(self.shown(saved), news=News("time.back", name=click.person.name))
        return replace(shown, new_turn=own.seat in acting)

    async def _awake(self, alarm: NewAlarm) -> NewAlarm:
        """The alarm, not in the night of whom it is for."""
        said = await self.store.agenda.habits(alarm.user_id or 0)
        return replace(alarm, due=self._when_awake(said, alarm.due))

    async def _save_time(self, table: Table, change: TimeChange) -> Table:
        """The table after its clocks have changed."""
        await self.store.agenda.save(change)
        self.store.forget(table.id)
        return await self.table(table.id)


def is_automatic(user_id: int | None) -> bool:
    """Whether a line of a log was the house's or a bot's, and nobody has written it."""
    return user_id is None or is_bot(user_id)


def _passes(entry: AnyEntry, played: Played) -> bool:
    """Whether a line has ended a turn."""
    return entry.turn_key(played.before) != entry.turn_key(played.after)


def _played(player: Player) -> News:
    """That the house has played for somebody."""
    return News("time.now.played", name="", other=player.name, house=player.seat)


def alarmed(alarm: Alarm, table: Table) -> int:
    """What stands for an interaction where nobody clicked: no alarm does anything twice at one revision."""
    return -(alarm.id * 1_000_000 + table.revision)


def _is_up(clock: SeatClock | None) -> bool:
    return clock is not None and clock.up


def _name_of(table: Table, user_id: int) -> str:
    """What somebody who acts at a table is called."""
    player = next(one for one in table.players if acting_for(one) == user_id or one.user_id == user_id)
    return player.name if player.user_id == user_id else player.substitute_name


def _check_friend(table: Table, friend: Person) -> None:
    """Refuse somebody who cannot play for who is late."""
    if friend.bot:
        raise Refused("with-a-bot", table, name=friend.name)
    seat = seat_of(table, friend)
    if seat is not None:
        raise Refused("friend-seated", table, name=friend.name, other=name_at(table, seat))
