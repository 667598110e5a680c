"""Games that wait for somebody who does not come: the others choose how they go on.

Nobody loses because of the time alone, unless the table was opened that way. A seat whose people are
forgotten can be taken by anybody.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace
from itertools import takewhile
from typing import Any, Final

from bot.kernel.clicks import Click, Person
from bot.kernel.errors import NotSeated, Refused, Stale
from bot.kernel.tables.context import Context, News, Shown, Tables, alarm_interaction
from bot.kernel.tables.export import UNPLAYABLE, positions_of
from bot.kernel.tables.lookup import TableAccess
from bot.kernel.tables.opening import check_search_allowed
from bot.kernel.tables.play import STEPS, Play, is_automatic
from bot.kernel.tables.seats import (
    acting_for,
    changes_actor,
    has_gone,
    is_by_time,
    is_for_one,
    name_at,
    player_at,
    player_of,
    players_as_of,
    seat_of,
    vacant_seats,
    with_current_name,
    with_new_player,
)
from bot.kernel.time import clocks
from bot.kernel.time.calendar import is_away
from bot.kernel.time.timing import Timing, asleep_in, choosers, clock_at, when_awake, with_time
from bot.kernel.trace import Trace
from bot.store import (
    HOUSE,
    Alarm,
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
    nudge_detail,
)
from engine.core import Seat
from engine.fairness import seed_of_player
from engine.rng import SeededRng

NUDGES: Final = 12 * 60 * 60
"""Seconds between two nudges."""

TRIES: Final = 20
"""How often a seat is taken anew where somebody else was quicker; every time that was somebody's change."""


class Absence:
    """Who is late or gone, and what becomes of it."""

    def __init__(
        self, context: Context, tables: Tables, timing: Timing, play: Play, access: TableAccess
    ) -> None:
        self._context = context
        self._store = context.store
        self._tables = tables
        self._timing = timing
        self._play = play
        self._access = access

    # Who is late, and who chooses

    def absent_player(self, table: Table) -> Player | None:
        """Who must act and has no time left, if the others were told; or who has left the server."""
        if table.status is not Status.PLAYING:
            return None
        acting = self._tables.acting_seats(table)
        found = (player for player in table.players if player.seat in acting)
        return next(
            (player for player in found if _is_up(clock_at(table, player.seat)) or has_gone(player)), None
        )

    async def leave_server(self, table: Table, user_id: int, trace: Trace) -> Table | None:
        """Somebody of a table has left its server: the others are told, and choose how it goes on.

        A challenge that they did not answer becomes a seat for anybody. None where nothing is to be done.
        """
        player = next((one for one in table.players if one.user_id == user_id), None)
        if player is None or player.gone:
            return None
        if table.status is Status.OPEN:
            if player.seated:
                return None
            players = tuple(one for one in table.players if one is not player)
            return await self._tables.save(
                replace(self._tables.automatic_change(table), players=players), trace
            )
        if table.status is not Status.PLAYING or self.choosers(table, player) == (user_id,):
            return None
        players = tuple(replace(one, gone=True) if one is player else one for one in table.players)
        told = NewAlarm(Kind.GONE, self._context.now(), table.id, turn=table.turn, detail=str(player.seat))
        change = replace(self._tables.automatic_change(table), players=players, alarms=(told,))
        return await self._tables.save(change, trace)

    def choosers(self, table: Table, late: Player) -> tuple[int, ...]:
        """Whose choice it is how a game goes on, by user id; who has left it has no part in that."""
        shown = self._tables.show(table)
        game, state = shown.entry.game, shown.state
        there = [one for one in table.players if one.seat == late.seat or game.legal(state, one.seat)]
        return choosers(there, late)

    def check_chooser(self, person: Person, table: Table, late: Player) -> None:
        """Refuse somebody who has no say in how a game goes on without `late`."""
        choosing = self.choosers(table, late)
        if person.id in choosing:
            return
        if person.id in (late.user_id, acting_for(late)):
            raise Refused("late-yourself", table, code=table.code)
        names = tuple(_name_of(table, user) for user in choosing)
        raise Refused("late-others", table, code=table.code, names=names)

    async def _absent_for_chooser(self, click: Click, table_id: int, turn: int) -> tuple[Table, Player]:
        """The table, and who is late there or gone; refuses whoever has no choice to make."""
        table = await self._tables.get(table_id)
        late = self.absent_player(table)
        if table.turn != turn or late is None:
            raise Refused("late-no-more", table, code=table.code)
        self.check_chooser(click.person, table, late)
        return table, late

    async def _awaited_absentee(
        self, click: Click, table_id: int, turn: int
    ) -> tuple[Table, Player, SeatClock]:
        """The same of somebody who may come yet, and their clock."""
        table, late = await self._absent_for_chooser(click, table_id, turn)
        clock = clock_at(table, late.seat)
        if clock is None or has_gone(late):
            raise Refused("old-control")
        return table, late, clock

    # What they choose

    async def wait(self, click: Click, table_id: int, turn: int) -> Table:
        """Whoever is late gets the time for a whole turn once more; on vacation, when they are back."""
        table, late, clock = await self._awaited_absentee(click, table_id, turn)
        longer = clocks.restart_turn(clock, self._context.now())
        if is_away(await self._store.schedule.habits(acting_for(late)), self._context.now()):
            longer = clocks.pause_clock(longer, self._context.now())
        ends = await self._timing.time_up(table, table.turn, late, table.players, longer)
        alarms = await self._store.schedule.of_table(table.id)
        dropped = tuple(alarm.id for alarm in alarms if alarm.kind is Kind.UP)
        change = TimeChange(((table.id, table.turn, longer),), tuple(ends), dropped)
        return await self._tables.save_time(table, change)

    async def nudge(self, click: Click, table_id: int, turn: int) -> tuple[Table, NewAlarm]:
        """Whoever is late is asked for a move, in their day; not more often than `NUDGES`."""
        table, late, clock = await self._awaited_absentee(click, table_id, turn)
        now = self._context.now()
        if clock.nudged is not None and now < clock.nudged + NUDGES:
            again = f"<t:{int(clock.nudged + NUDGES) + 1}:R>"
            raise Refused("nudged-already", table, code=table.code, name=late.name, when=again)
        asks = nudge_detail(click.person.id, click.person.name)
        alarm = await self._in_waking_hours(NewAlarm(Kind.NUDGE, now, table.id, acting_for(late), turn, asks))
        nudged = replace(clock, nudged=now)
        change = TimeChange(((table.id, table.turn, nudged),), (alarm,))
        return await self._tables.save_time(table, change), alarm

    async def _in_waking_hours(self, alarm: NewAlarm) -> NewAlarm:
        """The alarm, not in the night of whom it is for."""
        habits = await self._store.schedule.habits(alarm.user_id or 0)
        return replace(alarm, due=when_awake(habits, alarm.due))

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
        table, late = await self._absent_for_chooser(click, table_id, turn)
        if friend is not None:
            _check_friend(table, friend)
            await self._access.check_deal_unplayed(friend, table, asks=click.person)
        user, name = (HOUSE, "") if friend is None else (friend.id, friend.name)
        if level is not None:
            await check_search_allowed(self._context, table)
            user, name = bot_id(level, late.seat), bot_name(level)
        lent = replace(late, substitute=user, substitute_name=name)
        players = tuple(lent if player.seat == late.seat else player for player in table.players)
        timed = await self._timing.new_turn(table, players, self._tables.acting_seats(table))
        change = replace(
            self._tables.change(click, table), players=players, waiting_since=self._context.now()
        )
        saved = await self._tables.save(with_time(change, timed), trace)
        key = "time.now.friend" if name else "time.now.house"
        if friend is None and is_for_one(self._context.catalogue[table.game].game):
            key = "time.now.house.turn" if level is None else "time.now.bot.turn"
        news = News(key, name=name, other=late.name)
        return replace(self._tables.show(saved), news=news, asleep=timed.asleep)

    async def end(self, click: Click, table_id: int, turn: int, trace: Trace) -> Shown:
        """Whoever is late gives up: loses a duel or a solitaire, or leaves those who play together."""
        table, late = await self._absent_for_chooser(click, table_id, turn)
        news = News("time.now.ended", name=click.person.name, other=late.name)
        shown = await self._resign_for(table, late, click.interaction, click.person.id, trace)
        return replace(shown, news=news)

    async def forfeit(self, alarm: Alarm, table: Table, player: Player, trace: Trace) -> Shown:
        """The time is over, and the table was opened so that this loses the game."""
        shown = await self._resign_for(table, player, alarm_interaction(alarm, table), None, trace)
        return replace(shown, news=None)

    async def _resign_for(
        self, table: Table, player: Player, interaction: int, user_id: int | None, trace: Trace
    ) -> Shown:
        game = self._context.catalogue[table.game].game
        notation = "leave" if game.cooperative else "resign"
        shown = await self._play.act_for(table, player.seat, notation, interaction, user_id, trace)
        return replace(shown, new_turn=True, by_time=True)

    async def stand_in(self, alarm: Alarm, table: Table, player: Player, trace: Trace) -> Shown:
        """The house plays a turn for somebody absent, an action a transaction.

        In a game for one that is all: it would play the whole game within a minute.
        """
        shown, events = self._tables.show(table), tuple[Any, ...]()
        for _ in range(STEPS):
            at = shown.table
            actions = shown.entry.game.legal(shown.state, player.seat)
            view = shown.entry.game.view(shown.state, player.seat)
            rng = SeededRng(seed_of_player(at.chance, at.head))
            action = shown.entry.game.stand_in_action(view, actions, rng)
            shown = await self._play.act_for(
                at, player.seat, str(action), alarm_interaction(alarm, at), None, trace
            )
            events += shown.events
            if shown.table.turn != table.turn:
                break
        return replace(shown, events=events, new_turn=True, news=_house_played_news(player))

    async def last_house_action(self, table: Table) -> Shown:
        """What the house did last at a table, or its clock: for a bot that was not there to tell it."""
        entry, lines = self._context.catalogue[table.game], await self._store.log(table.id)
        own = list(takewhile(lambda line: is_automatic(line.user_id), reversed(lines)))
        if not own:
            return self._tables.show(table)
        try:
            found = await asyncio.to_thread(positions_of, entry, table, lines)
        except UNPLAYABLE:
            found = ()
        events = tuple(event for position in found[-len(own) :] for event in position.events)
        player = player_at(players_as_of(table, own[0].ply), own[0].seat)
        by_time = is_by_time(table, own[0])
        news = None if is_bot(own[0].user_id) else _house_played_news(player)
        if by_time:
            news = None if events else News("time.now.forfeited", name=player.name)
        return replace(self._tables.show(table), events=events, news=news, by_time=by_time)

    async def return_player(self, click: Click, table_id: int, trace: Trace) -> Shown:
        """Somebody for whom the house or a friend plays is back: from now on they play themselves."""
        table = await self._tables.get(table_id)
        own = next((one for one in table.players if one.user_id == click.person.id), None)
        if own is None:
            raise NotSeated(table)
        if table.status is not Status.PLAYING or own.substitute is None:
            raise Refused("back-already", table, code=table.code)
        players, acting = with_current_name(table.players, click.person), self._tables.acting_seats(table)
        change = replace(self._tables.change(click, table), players=players)
        timed = await self._timing.new_turn(table, players, acting) if own.seat in acting else None
        saved = await self._tables.save(with_time(change, timed), trace)
        for alarm in await self._store.schedule.of_table(table.id):
            if alarm.kind is Kind.HOUSE and alarm.sending is None:  # the bots have waited for somebody
                await self._store.schedule.reschedule(alarm, self._context.now())
        shown = replace(self._tables.show(saved), news=News("time.back", name=click.person.name))
        return replace(shown, new_turn=own.seat in acting)

    # Seats without a name

    def vacant_seats_of(self, table: Table) -> tuple[Seat, ...]:
        """The seats of a table that anybody may take, as whoever had them is forgotten."""
        if table.status is not Status.PLAYING or not self._tables.is_readable(table):
            return ()
        shown = self._tables.show(table)
        return vacant_seats(shown.entry, table, shown.state)

    async def take_over(self, click: Click, table_id: int, trace: Trace) -> Shown:
        """The person has a nameless seat from now on: the one that must act, or else the first.

        Raises `Refused`.
        """
        for _ in range(TRIES):
            with suppress(Stale):  # somebody moved meanwhile, and the seat may be free all the same
                return await self._take_free_seat(click, table_id, trace)
        raise Stale(await self._tables.get(table_id))

    async def _take_free_seat(self, click: Click, table_id: int, trace: Trace) -> Shown:
        table = await self._tables.get(table_id)
        trace.table, trace.revision = table.code, table.revision
        self._check_free(click, table)
        await self._access.check_deal_unplayed(click.person, table)
        free, acting, entry = (
            self.vacant_seats_of(table),
            self._tables.acting_seats(table),
            self._context.catalogue[table.game],
        )
        if not free:
            raise Refused("vacant-none", table, code=table.code)
        own = next((seat for seat in free if seat in acting), free[0])
        players = with_new_player(entry, table, own, click.person.id, click.person.name)
        change = replace(self._tables.change(click, table), players=players)
        timed = None
        if changes_actor(table.players, players, acting):
            timed = await self._timing.new_turn(table, players, acting)
            change = replace(change, waiting_since=self._context.now())
        saved = await self._tables.save(with_time(change, timed), trace)
        news = News("seat.taken", name=click.person.name, other=name_at(table, own))
        return replace(self._tables.show(saved), news=news, new_turn=own in acting, asleep=asleep_in(timed))

    def _check_free(self, click: Click, table: Table) -> None:
        """Refuse who cannot take a seat here, whether or not one is free."""
        if table.terms.day is not None:
            raise Refused("vacant-deal", code=table.code)
        if table.channel_id != click.channel_id:
            raise Refused("vacant-elsewhere", table, code=table.code)
        if table.status is Status.OPEN:
            raise Refused("vacant-open", table, code=table.code)
        if table.status is not Status.PLAYING:
            raise Refused("vacant-over", table, code=table.code)
        if click.person.bot:
            raise Refused("with-a-bot", table, name=click.person.name)
        if player_of(table, click.person) is not None:
            raise Refused("seated-already", table, code=table.code)
        if seat_of(table, click.person) is not None:
            raise Refused("vacant-friend", table, code=table.code)


def _house_played_news(player: Player) -> News:
    """That the house has played for somebody."""
    return News("time.now.played", name="", other=player.name, house=player.seat)


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
