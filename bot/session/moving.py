"""Moving house: a game that goes on leaves for another channel, another server or another installation.

Its players own it, so each of them agrees. The table that it leaves is closed and tells its seed, so that all
play so far can be verified; at the next one whatever nobody knows is shuffled anew under that one's own seed.
Between installations the game travels as its export. See docs/decisions/moving-house.md.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from bot.catalogue import AnyEntry
from bot.errors import Refused, Stale
from bot.export import decoder, files
from bot.seating import (
    Click,
    check_open,
    check_turn,
    has_lobby,
    is_for_one,
    player_at,
    player_of,
    salts_of,
    seats_at,
)
from bot.session.fork import FIRST, Fork, hides
from bot.session.shown import News, Shown
from bot.session.timing import with_time
from bot.store import (
    NAMELESS,
    ArrivedBefore,
    Base,
    Change,
    Departure,
    NewTable,
    Player,
    SeatClock,
    StaleRevision,
    Status,
    Store,
    Table,
)
from bot.store.codec import canonical
from bot.trace import Trace
from engine.core import Seat
from engine.entries import moved_from
from engine.exported import Stretch
from engine.fairness import commitment, first_hash, next_hash, salted
from engine.faults import Problem
from engine.replay import arrived
from engine.verify import Standing, checked, final_position, is_sealed

HEAD: Final = 32
"""How many characters of the hash of its last line the next table of a game tells."""


LONGEST: Final = 28 * 24 * 60 * 60
"""The most seconds that a table has for a turn, a bank or its patience, whatever a file says."""


@dataclass(frozen=True, slots=True)
class Leaving:
    """A move of house that was asked for, and the seats that are asked.

    `standing` is the question that was there before: the same one, or the one that it replaces.
    """

    table: Table
    departure: Departure
    voters: tuple[Seat, ...]
    standing: Departure | None = None

    @property
    def stamp(self) -> str:
        """What its buttons carry, so that those of an earlier question are not taken for its own."""
        return str(int(self.departure.at * 1_000_000))

    @property
    def missing(self) -> tuple[Seat, ...]:
        """The seats that have not agreed yet."""
        return tuple(seat for seat in self.voters if seat not in self.departure.agreed)


class Unsound(Refused):
    """A file that is no whole game played by the rules; `problems` say where."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__("arrive-unsound")
        self.problems = problems


class Sealed(Refused):
    """The export of a game whose seed is secret still; `stretch` is its last part."""

    def __init__(self, stretch: Stretch) -> None:
        super().__init__("arrive-running")
        self.stretch = stretch


class Moving(Fork):
    """Games that change their table."""

    def __init__(
        self,
        store: Store,
        catalogue: Mapping[str, AnyEntry],
        clock: Callable[[], float],
        seeds: Callable[[], str],
    ) -> None:
        super().__init__(store, catalogue, clock, seeds)
        self._leaving = asyncio.Lock()

    async def exported(self, table: Table) -> dict[str, str]:
        """Every file of a table by name; the first is the one that `engine.verify` reads."""
        lines, earlier = await self.store.log(table.id), await self.store.charter.earlier(table.id)
        published = await self.is_published(table)
        entry = self.catalogue[table.game]
        return await asyncio.to_thread(
            files, entry, table, lines[: table.plies], published=published, earlier=earlier
        )

    async def ask_to_move(self, click: Click, table_id: int, channel_id: int | None) -> Leaving:
        """Somebody wants their game to move: to a channel of this installation, or (none) away, as a file.

        It takes the place of what was asked before; where that was the same, it is agreed to. Raises
        `Refused`.
        """
        table = await self.table(table_id)
        seat = self._owned(click, table)
        before = await self.store.charter.departure(table_id)
        if before is not None and before.channel_id == channel_id and before.message is not None:
            agreed = tuple(sorted({*before.agreed, seat}))
            departure = replace(before, agreed=agreed)
            await self.store.charter.set_departure(departure)
            return Leaving(table, departure, self._movers(table), standing=before)
        if channel_id is None:
            await self._check_tellable(table)
        elif channel_id == table.channel_id:
            raise Refused("move-here", table, code=table.code)
        agreed = tuple(sorted({seat}))
        departure = Departure(table.id, click.person.id, channel_id, agreed, self._clock())
        await self.store.charter.set_departure(departure)
        return Leaving(table, departure, self._movers(table), before)

    async def agree_to_move(self, click: Click, table_id: int, stamp: str | None = None) -> Leaving:
        """One of the others agrees. Raises `Refused`, also where nothing is asked any more.

        `stamp` is that of the question that was answered; another one may be asked by now.
        """
        async with self._leaving:
            leaving = await self.leaving(click, table_id, stamp)
            seat = self._owned(click, leaving.table)
            if seat in leaving.departure.agreed:
                raise Refused("move-agreed", leaving.table, code=leaving.table.code)
            agreed = tuple(sorted({*leaving.departure.agreed, seat}))
            departure = replace(leaving.departure, agreed=agreed)
            await self.store.charter.set_departure(departure)
        return replace(leaving, departure=departure)

    async def refuse_to_move(self, click: Click, table_id: int, stamp: str | None = None) -> Leaving:
        """One of them says no, or whoever asked takes it back: the game stays."""
        leaving = await self.leaving(click, table_id, stamp)
        self._owned(click, leaving.table)
        await self.store.charter.drop_departure(table_id)
        return leaving

    async def leaving(self, click: Click, table_id: int, stamp: str | None = None) -> Leaving:
        """What is asked of a table's players; raises `Refused` where nothing is, and for who has no seat."""
        table = await self.table(table_id)
        self._owned(click, table)
        departure = await self.store.charter.departure(table_id)
        if departure is None:
            raise Refused("move-off", table, code=table.code)
        found = Leaving(table, departure, self._movers(table))
        if stamp is not None and stamp != found.stamp:
            raise Refused("move-off", table, code=table.code)
        return found

    async def asked_to_move(self, table_id: int) -> Leaving | None:
        """What is asked of a table's players, if anything is."""
        table, departure = await self.table(table_id), await self.store.charter.departure(table_id)
        if departure is None or table.status is not Status.PLAYING:
            return None
        return Leaving(table, departure, self._movers(table))

    def hides(self, table: Table) -> bool:
        """Whether anything at a table is known to nobody, so that it is shuffled anew when the game moves."""
        entry = self.catalogue[table.game]
        return table.state is not None and hides(entry, entry.codec.load(table.state))

    async def move_away(self, click: Click, table_id: int, trace: Trace) -> tuple[Shown, dict[str, str]]:
        """The game leaves as a file: its table is closed, and tells its seed. Raises `Refused`."""
        table = (await self._agreed(click, table_id)).table
        await self._check_tellable(table)
        closing = self._closing(click, table)
        saved = await self._save(replace(closing, interaction=click.interaction, away=True), trace)
        await self.store.charter.drop_departure(table_id)
        return replace(self.shown(saved), new_turn=False), await self.exported(saved)

    async def move_here(self, click: Click, table_id: int, there: Click, trace: Trace) -> Shown:
        """The game goes on at a new table in another channel, with the same people; the old one is closed.

        `there` is the click as if it had been made in that channel. Whoever asked for the move may open
        tables there: that was seen to when they did. Raises `Refused`.
        """
        old = (await self._agreed(click, table_id)).table
        closing = self._closing(click, old)
        told = await self.exported(replace(old, status=Status.CLOSED))
        moved = (old.code, old.plies, old.head[:HEAD])
        new = self._moving_in(there, old.game, moved, self.catalogue[old.game].codec.load(old.state or ""))
        clocks = tuple(SeatClock(clock.seat, clock.bank) for clock in old.clocks)
        new = replace(
            new,
            host_id=old.host_id,
            options=old.options,
            players=tuple(replace(player, salt="") for player in old.players),
            patience=old.patience,
            clock=old.clock,
            bank=old.bank,
            forfeit=old.forfeit,
            earlier=next(iter(told.values())),
            closes=closing,
            clocks=clocks,
        )
        try:
            shown = await self._created(there, new, trace, opener=False)
        except StaleRevision as error:
            raise Stale(error.current) from error
        await self.store.charter.drop_departure(table_id)
        return replace(shown, news=self._came(old.game, moved, shown.state))

    async def arrive(self, click: Click, text: str, trace: Trace, *, alone: bool = False) -> Shown:
        """A game from elsewhere, as its export tells it: a new table where people say who of them is who.

        A game for one goes on at once; only such a one where somebody is `alone` with the bot. Raises
        `Refused`, and `Unsound` for a file that does not hold.
        """
        standing = await self._arriving(text)
        entry = self.catalogue[standing.header["game"]]
        if alone and not is_for_one(entry.game):
            raise Refused("alone-here", game=entry.game.title, seats=entry.game.seats.start)
        state, header = standing.position.state, standing.header
        new = self._moving_in(click, entry.game.key, standing.moved, state)
        terms = header["terms"]
        left = await self._left_here(standing.moved)
        own = None if left is None else player_of(left, click.person)
        if left is not None and own is None and any(player.user_id > 0 for player in left.players):
            raise Refused("arrive-others", code=left.code)
        seat = min(entry.game.to_act(state)) if own is None else own.seat
        new = replace(
            new,
            options=_canonical_options(header),
            players=self._with_the_gone(entry, state, Player(seat, click.person.id, click.person.name)),
            patience=min(int(terms["patience"]), LONGEST),
            clock=min(int(terms["clock"]), LONGEST),
            bank=min(int(terms["bank"]), LONGEST),
            forfeit=bool(terms["forfeit"]),
            earlier=text,
        )
        if not is_for_one(entry.game):
            new = replace(new, state=None, entry=None, base=Base(FIRST, entry.codec.dump(state), 0))
        try:
            shown = await self._created(click, new, trace)
        except ArrivedBefore as error:
            there = await self.table(error.table_id)
            raise Refused("arrive-before", there, code=there.code) from error
        return replace(shown, news=self._came(new.game, standing.moved, state))

    async def take_seat(self, click: Click, table_id: int, seat: Seat, trace: Trace) -> Shown:
        """The person says who they are at a table of a game that goes on; a duel begins with the last one."""
        table = await self.table(table_id)
        check_open(table, None)
        entry = self.catalogue[table.game]
        if not table.goes_on or table.base is None:
            raise Refused("old-control")
        seats = seats_at(entry.game, entry.codec.load(table.base.state))
        players = _seated(table, seat, seats, click)
        if len(players) == seats and not has_lobby(entry.game):
            return await self._begin(click, table, players, trace)

        def seated(click: Click, table: Table) -> Change:
            return replace(self._change(click, table), players=_seated(table, seat, seats, click))

        return await self._arranged(
            click, table_id, seated, News("lobby.joined", name=click.person.name), trace
        )

    async def _begin(self, click: Click, table: Table, players: tuple[Player, ...], trace: Trace) -> Shown:
        """The game begins; that of a table that was moved to goes on, by the chance of this one."""
        if table.moved is None or table.base is None:
            return await super()._begin(click, table, players, trace)
        entry, salts = self.catalogue[table.game], salts_of(players)
        rules, line = entry.game.rules_version, moved_from(*table.moved)
        position = arrived(entry.game, entry.codec.load(table.base.state), salted(table.seed, salts))
        state = entry.codec.dump(position.state)
        secret = commitment(table.seed)
        agreed = first_hash(table.game, table.options, len(players), rules, secret, salts)
        change = replace(
            self._change(click, table),
            status=Status.PLAYING,
            players=players,
            state=state,
            counter=position.counter,
            options=table.options,
            rules_version=rules,
            head=next_hash(agreed, FIRST, 0, line),
            seat=0,
            user_id=click.person.id,
            action=line,
            waiting_since=self._clock(),
            salts=salts,
            base=Base(FIRST, state, position.counter),
        )
        timed = await self._timed(table, players, None, position.state)
        saved = await self._save(with_time(change, timed), trace)
        asleep = frozenset[int]() if timed is None else timed.asleep
        news = self._came(table.game, table.moved, position.state)
        return Shown(saved, entry, position.state, news=news, asleep=asleep)

    def _came(self, game: str, moved: tuple[str, int, str], state: object) -> News:
        """Where a game came from, and whether anything in it is shuffled anew."""
        key = "move.arrived" if hides(self.catalogue[game], state) else "move.arrived.known"
        return News(key, name=moved[0], other=str(moved[1]))

    async def _left_here(self, moved: tuple[str, int, str]) -> Table | None:
        """The table that a game from elsewhere has left, if it is one of this installation."""
        found = await self.store.table(int(moved[0].removeprefix("T")))
        if found is None or (found.plies, found.head[:HEAD]) != moved[1:]:
            return None
        return found

    def _moving_in(self, click: Click, game: str, moved: tuple[str, int, str], state: object) -> NewTable:
        """A table where a game goes on from a state, as if its players were all there."""
        entry, seed = self.catalogue[game], self._seeds()
        position = arrived(entry.game, state, seed)
        text = entry.codec.dump(position.state)
        return NewTable(
            game=game,
            guild_id=click.guild_id,
            channel_id=click.channel_id,
            host_id=click.person.id,
            options="{}",
            rules_version=entry.game.rules_version,
            seed=seed,
            players=(),
            at=self._clock(),
            state=text,
            counter=position.counter,
            base=Base(FIRST, text, position.counter),
            entry=moved_from(*moved),
            moved=moved,
            language=self.language_at(click),
        )

    async def _arriving(self, text: str) -> Standing:
        """Where a game stands that is to go on here; raises `Refused`."""
        try:
            return await asyncio.to_thread(self._told_position, text)
        except Sealed as sealed:
            table = await self.store.table(int(sealed.stretch.table.removeprefix("T")))
            if table is None or commitment(table.seed) != sealed.stretch.header.record["commitment"]:
                raise
            if table.status is Status.OVER:
                raise Refused("arrive-over") from sealed
            if table.status is Status.CLOSED:
                raise Refused("arrive-older", table, code=table.code) from sealed
            raise

    def _told_position(self, text: str) -> Standing:
        """Where a game stands that is to go on here; raises `Refused`."""
        games = {key: entry.game for key, entry in self.catalogue.items()}
        decode = decoder(self.catalogue)
        found = checked(text, games, decode=decode)
        if found.problems:
            raise Unsound(found.problems)
        if is_sealed(text):
            raise Sealed(found.parts[-1].stretch)
        standing = final_position(text, games, decode=decode)
        if standing is None:
            over = found.parts[-1].position
            raise Refused("arrive-over" if over is not None else "arrive-other-rules")
        return standing

    async def _check_tellable(self, table: Table) -> None:
        """Refuse to send a game away that nobody could go on with: its file must lead to where it stands."""
        told = await self.exported(replace(table, status=Status.CLOSED))
        try:
            await asyncio.to_thread(self._told_position, next(iter(told.values())))
        except Refused as refused:
            raise Refused("move-untellable", table, code=table.code) from refused

    async def _agreed(self, click: Click, table_id: int) -> Leaving:
        """What everybody has agreed to; raises `Refused` as long as somebody has not."""
        leaving = await self.leaving(click, table_id)
        if leaving.missing:
            names = tuple(player_at(leaving.table, seat).name for seat in leaving.missing)
            raise Refused("move-waits", leaving.table, code=leaving.table.code, names=names)
        return leaving

    def _owned(self, click: Click, table: Table) -> Seat:
        """The seat that is somebody's own in a game that goes on; refuses who only plays for others."""
        seat = check_turn(table, click.person, None)
        if table.day is not None:
            raise Refused("move-day", table, code=table.code)
        owner = player_at(table, seat)
        if owner.user_id != click.person.id:
            raise Refused("move-owner", table, code=table.code, name=owner.name)
        return seat

    def _movers(self, table: Table) -> tuple[Seat, ...]:
        """The seats whose people have to agree; not those of who left the game, or is forgotten."""
        entry = self.catalogue[table.game]
        state = entry.codec.load(table.state or "")
        here = [player.seat for player in table.players if player.user_id > 0]
        if not entry.game.cooperative:
            return tuple(here)
        return tuple(seat for seat in here if entry.game.legal(state, seat))

    def _closing(self, click: Click, table: Table) -> Change:
        """The change that ends a table whose game goes on elsewhere; part of something else."""
        return replace(self._change(click, table), interaction=None, status=Status.CLOSED, clocks=())

    def _with_the_gone(self, entry: AnyEntry, state: object, host: Player) -> tuple[Player, ...]:
        """Whoever came first, with those beside them who had left the game before; they need not come."""
        gone = []
        if entry.game.cooperative:
            seats = range(seats_at(entry.game, state))
            gone = [seat for seat in seats if seat != host.seat and not entry.game.legal(state, seat)]
        nobody = [Player(seat, -1 - seat, NAMELESS) for seat in gone]
        return tuple(sorted((host, *nobody), key=lambda player: player.seat))


def _seated(table: Table, seat: Seat, seats: int, click: Click) -> tuple[Player, ...]:
    """The players with somebody on a seat, who may have had another one; refuses one that is taken."""
    if seat not in range(seats):
        raise Refused("old-control")
    holder = next((player for player in table.players if player.seat == seat), None)
    if holder is not None:
        key = "seat-yours" if holder.user_id == click.person.id else "seat-taken"
        raise Refused(key, table, code=table.code, name=holder.name)
    own = next((player for player in table.players if player.user_id == click.person.id), None)
    salt = "" if own is None else own.salt
    mine = Player(seat, click.person.id, click.person.name, salt=salt)
    others = [player for player in table.players if player is not own]
    return tuple(sorted((*others, mine), key=lambda player: player.seat))


def _canonical_options(header: Mapping[str, object]) -> str:
    """What was agreed, as it is kept."""
    options = header["options"]
    assert isinstance(options, dict)  # noqa: S101 - the check of the file saw to that
    return canonical(options)
