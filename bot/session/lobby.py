"""Before a game begins: opening a table, sitting down, picking, leaving, starting."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Final

from bot.errors import NotSeated, Refused, Stale
from bot.export import options_of
from bot.games.catalogue import AnyEntry
from bot.seats import (
    Click,
    Opening,
    Person,
    agreed,
    check_guest,
    check_open,
    has_lobby,
    is_for_one,
    may_start_from,
    picking,
    picks_at,
    player_of,
    salts_of,
    seating,
    seats_for,
    with_bots,
    with_person,
    without,
    without_last_bot,
)
from bot.session.allowed import agreed_hints
from bot.session.server import HouseRules
from bot.session.shown import News, Shown
from bot.session.tables import bad_option, begun
from bot.session.timing import Timing, asleep_in, unsaved, with_time
from bot.store import (
    HOUSE,
    Change,
    Kind,
    NewAlarm,
    NewTable,
    Player,
    Repeated,
    Status,
    Table,
    TooManyTables,
)
from bot.store.codec import canonical
from bot.trace import Trace
from engine.core import BadOption, read_options
from engine.fairness import commitment, first_hash, salted
from engine.mind import LEVELS

SALT: Final = 40
"""The most characters that somebody may add to a table's chance."""

_TRIES: Final = 20
"""How often a seat is taken anew when somebody else was quicker; every time that was somebody's change."""


class Lobby(Timing, HouseRules):
    """Tables that wait for their players."""

    async def open(self, click: Click, opening: Opening, trace: Trace) -> Shown:
        """A new table that waits for its players, or where a game for one has begun; raises `Refused`."""
        check_guest(click.person, opening.guest)
        return await self._created(click, self._new(click, opening, self._seeds()), trace)

    def _new(self, click: Click, opening: Opening, seed: str) -> NewTable:
        """The table that somebody wants, its game begun if it is for one; raises `Refused`."""
        entry = self.catalogue[opening.game]
        players = _seated(entry, click.person, opening, seed)
        state, counter = None, 0
        if not has_lobby(entry.game) and len(players) == entry.game.seats.start and opening.guest is None:
            options, first, counter = begun(entry, opening.options, len(players), seed)
            state = entry.codec.dump(first)
        else:
            options = _read(entry, opening)
        return NewTable(
            game=opening.game,
            guild_id=click.guild_id,
            channel_id=click.channel_id,
            host_id=click.person.id,
            options=options,
            rules_version=entry.game.rules_version,
            seed=seed,
            players=players,
            at=self._clock(),
            patience=opening.patience,
            state=state,
            counter=counter,
            clock=opening.clock,
            bank=opening.bank,
            forfeit=opening.forfeit,
            language=self.language_at(click),
            hints=agreed_hints(entry.game, opening.hints, opening.bots),
        )

    async def _created(self, click: Click, new: NewTable, trace: Trace, *, opener: bool = True) -> Shown:
        """The table, saved; every table is made here. Raises `Refused` if its server does not allow it.

        `opener` is as in `check_opening`.
        """
        most = await self.check_opening(click, opener=opener)
        new = await self._timed_new(new) if new.state is not None else await self._inviting(new)
        with trace.span("store"):
            try:
                table = await self.store.create(replace(new, most=most), click.interaction)
            except Repeated as error:
                raise await self._done(error) from error
            except TooManyTables as error:
                raise await self.no_room(click, error.most) from error
        trace.table, trace.revision, trace.saved = table.code, table.revision, True
        asleep = frozenset(alarm.user_id for alarm in new.alarms if alarm.kind is Kind.CALL and alarm.user_id)
        return replace(self.shown(await self._with_home(table)), asleep=asleep)

    async def _with_home(self, table: Table) -> Table:
        """The table; in a thread that was opened for another one it belongs to the same channel."""
        there = await self.store.in_channel(table.channel_id, live_only=False, limit=2)
        home = next((other.home_id for other in there if other.home_id is not None), None)
        if home is None:
            return table
        await self.store.set_place(table.id, table.channel_id, home)
        return await self.table(table.id)

    async def _inviting(self, new: NewTable) -> NewTable:
        """A table that waits for its players; who was challenged in their night is called in the morning."""
        asked = [player.user_id for player in new.players if not player.seated]
        habits = [await self.store.agenda.habits(user) for user in asked]
        waking = [(said.user_id, self._when_awake(said, new.at)) for said in habits]
        alarms = [NewAlarm(Kind.CALL, due, user_id=user, turn=0) for user, due in waking if due > new.at]
        return replace(new, alarms=tuple(alarms))

    async def into_thread(self, table: Table, thread_id: int) -> Table:
        """The table is played in this thread of its channel from now on."""
        await self.store.set_place(table.id, thread_id, table.channel_id)
        return await self.table(table.id)

    async def out_of_thread(self, table: Table) -> Table:
        """The table is played in the channel of its thread, which is gone."""
        if table.home_id is not None:
            await self.store.set_place(table.id, table.home_id, None)
        return await self.table(table.id)

    async def sit(
        self, click: Click, table_id: int, revision: int | None, trace: Trace, *, salt: str = ""
    ) -> Shown:
        """The person joins a free seat or accepts a challenge; with a `salt`, if they add one as they do.

        Where a game has but one number of players, it begins when all seats are taken. A lobby takes anybody
        in as long as there is room, however old the message is that was clicked.
        """
        table = await self.table(table_id)
        entry = self.catalogue[table.game]
        if has_lobby(entry.game):
            news = News("lobby.joined", name=click.person.name)
            return await self._arranged(click, table_id, self._joined, news, trace)
        check_open(table, revision)
        mine = player_of(table, click.person)
        if mine is not None and mine.seated:
            raise Refused("own-table", table, code=table.code)
        asked = next((player for player in table.players if not player.seated), None)
        if mine is None and asked is not None:
            raise Refused("not-asked", table, code=table.code, name=asked.name)
        players = with_person(table.players, click.person, entry.game.seats.start, salt)
        return await self._begin(click, table, players, trace)

    async def decline(self, click: Click, table_id: int, revision: int, trace: Trace) -> Shown:
        """Who was challenged declines; the table is closed."""
        table = await self.table(table_id)
        check_open(table, revision)
        asked = next((player for player in table.players if not player.seated), None)
        if asked is None or asked.user_id != click.person.id:
            raise Refused("not-asked", table, code=table.code, name=asked.name if asked else "—")
        return await self._close(click, table, trace)

    async def cancel(self, click: Click, table_id: int, revision: int, trace: Trace) -> Shown:
        """Who opened the table takes it back before the game begins."""
        table = await self.table(table_id)
        check_open(table, revision)
        if table.host_id != click.person.id:
            raise Refused("not-host", table, code=table.code, name=host_of(table).name)
        return await self._close(click, table, trace)

    async def leave(self, click: Click, table_id: int, trace: Trace) -> Shown:
        """The person leaves a table that waits; those behind move up, and the last one closes it."""
        table = await self.table(table_id)
        news = News("lobby.left", name=click.person.name)
        if has_lobby(self.catalogue[table.game].game):
            return await self._arranged(click, table_id, self._left, news, trace)
        check_open(table, None)
        if player_of(table, click.person) is None:
            raise NotSeated(table)
        return replace(await self._close(click, table, trace), news=news)

    async def pick(self, click: Click, table_id: int, key: str, value: str, trace: Trace) -> Shown:
        """The person picks something for themselves; two cannot have the same."""

        def picked(click: Click, table: Table) -> Change:
            game = self.catalogue[table.game].game
            choices = {pick.key: pick for pick in picks_at(game, table)}
            if key not in choices or value not in choices[key].choices:
                raise Refused("old-control")
            players = picking(table, click.person, choices[key], value)
            return replace(self._change(click, table), players=players)

        news = News("lobby.picked", name=click.person.name)
        return await self._arranged(click, table_id, picked, news, trace)

    async def salt(self, click: Click, table_id: int, text: str, trace: Trace) -> Shown:
        """The person adds something to the table's chance, in place of what they added before; or nothing.

        The secret was committed to before, so nobody, not even the house, can know what comes of it. Where a
        game begins with the last seat, whoever takes that one adds theirs as they sit down.
        """
        said = " ".join(text.split())
        if len(said) > SALT:
            raise Refused("salt-long", most=SALT)
        if not said.isprintable():
            raise Refused("salt-unprintable")

        table = await self.table(table_id)
        entry = self.catalogue[table.game]
        check_chance(entry)
        if sits_down_to_salt(entry, table, click.person):
            return await self.sit(click, table_id, None, trace, salt=said)

        def adding(click: Click, table: Table) -> Change:
            mine = player_of(table, click.person)
            if mine is None:
                raise Refused("salt-unseated", table, code=table.code)
            new = replace(mine, name=click.person.name, salt=said)
            players = tuple(new if player == mine else player for player in table.players)
            return replace(self._change(click, table), players=players)

        news = News("lobby.salted" if said else "lobby.unsalted", name=click.person.name)
        return await self._arranged(click, table_id, adding, news, trace)

    async def start(self, click: Click, table_id: int, revision: int, trace: Trace) -> Shown:
        """The game begins with those who sit here: by the host, after a day by any of them."""
        table = await self.table(table_id)
        check_open(table, revision)
        if player_of(table, click.person) is None:
            raise NotSeated(table)
        free_from = may_start_from(table)
        if click.person.id != table.host_id and self._clock() < free_from:
            when = f"<t:{int(free_from)}:R>"
            raise Refused("start-is-the-hosts", table, code=table.code, name=host_of(table).name, when=when)
        least = seats_for(self.catalogue[table.game], table).start
        if len(table.players) < least:
            raise Refused("too-few", table, code=table.code, least=least)
        return await self._begin(click, table, table.players, trace)

    async def _begin(self, click: Click, table: Table, players: tuple[Player, ...], trace: Trace) -> Shown:
        """The game begins: what was agreed is written anew, with what the players picked."""
        entry, seats, salts = self.catalogue[table.game], len(players), salts_of(players)
        chance = salted(table.seed, salts)
        with trace.span("engine"):
            options, state, counter = begun(entry, agreed(options_of(table), players), seats, chance)
        rules = entry.game.rules_version
        change = replace(
            self._change(click, table),
            status=Status.PLAYING,
            players=players,
            state=entry.codec.dump(state),
            counter=counter,
            options=options,
            rules_version=rules,
            head=first_hash(table.game, options, seats, rules, commitment(table.seed), salts),
            waiting_since=self._clock(),
            salts=salts,
        )
        return await self._set_going(table, change, state, trace)

    async def _set_going(self, table: Table, change: Change, state: object, trace: Trace) -> Shown:
        """The table with the change that its game begins with, and with the time of the first turn."""
        timed = await self._timed(table, change.players, None, state)
        saved = await self._save(with_time(change, timed), trace)
        return Shown(saved, self.catalogue[table.game], state, asleep=asleep_in(timed))

    async def _timed_new(self, new: NewTable) -> NewTable:
        """A table whose game begins with it, with its clocks and alarms."""
        table = unsaved(new)
        acting = self.catalogue[new.game].game.to_act(self.catalogue[new.game].codec.load(new.state or ""))
        timed = await self._passed(table, new.players, acting)
        alarms = tuple(replace(alarm, turn=0) for alarm in timed.alarms)
        return replace(new, clocks=timed.clocks or (), alarms=alarms)

    async def _arranged(
        self, click: Click, table_id: int, arrange: Callable[[Click, Table], Change], news: News, trace: Trace
    ) -> Shown:
        """A lobby with the change that `arrange` makes; made anew where somebody else was quicker."""
        for _ in range(_TRIES):
            table = await self.table(table_id)
            check_open(table, None)
            with suppress(Stale):
                table = await self._save(arrange(click, table), trace)
                return Shown(table, self.catalogue[table.game], None, new_turn=False, news=news)
        raise Stale(await self.table(table_id))

    def _joined(self, click: Click, table: Table) -> Change:
        most = seats_for(self.catalogue[table.game], table)[-1]
        if player_of(table, click.person) is not None:
            raise Refused("seated-already", table, code=table.code)
        players = table.players
        if len(players) >= most:
            players = without_last_bot(table)  # it gives way to people
        if len(players) >= most:
            raise Refused("table-full", table, code=table.code, most=most)
        return replace(self._change(click, table), players=with_person(players, click.person, most))

    def _left(self, click: Click, table: Table) -> Change:
        if player_of(table, click.person) is None:
            raise NotSeated(table)
        rest = without(table, click.person)
        named = [player for player in rest if player.user_id > HOUSE]
        if not named:
            return replace(self._change(click, table), status=Status.CLOSED)
        host = named[0].user_id if table.host_id == click.person.id else table.host_id
        return replace(self._change(click, table), players=rest, host_id=host)


def check_chance(entry: AnyEntry) -> None:
    """Raises `Refused` for a game in which nothing is left to chance, so that there is nothing to salt."""
    if not entry.chance:
        raise Refused("salt-chanceless", game=entry.game.title)


def sits_down_to_salt(entry: AnyEntry, table: Table, person: Person) -> bool:
    """Whether somebody takes the last seat by salting: a game that begins with it leaves no other moment."""
    return player_of(table, person) is None and not (has_lobby(entry.game) or table.goes_on)


def _seated(entry: AnyEntry, host: Person, opening: Opening, seed: str) -> tuple[Player, ...]:
    """Who sits at a table from its beginning."""
    alone = (Player(0, host.id, host.name),)
    if is_for_one(entry.game):
        return alone
    if has_lobby(entry.game):
        return with_bots(alone, opening.level or LEVELS[0], opening.bots)
    return seating(host, opening, seed)


def _read(entry: AnyEntry, opening: Opening) -> str:
    """The options of a table that waits for players, as canonical JSON; raises `Refused`."""
    try:
        return canonical(read_options(entry.game.options, opening.options))
    except BadOption as error:
        raise bad_option(error) from error


def host_of(table: Table) -> Player:
    """Whoever opened the table, or took it over from them."""
    return next(player for player in table.players if player.user_id == table.host_id)
