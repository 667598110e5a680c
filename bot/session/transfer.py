"""Moving house: a game that goes on leaves for another channel, another server or another installation.

Its players own it, so each of them agrees. The table that it leaves is closed and tells its seed, so that all
play so far can be verified; at the next one whatever nobody knows is shuffled anew under that one's own seed.
Between installations the game travels as its export. See docs/decisions/moving-house.md.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from functools import cached_property

from bot.errors import Refused, Stale
from bot.export import files
from bot.seats import (
    Click,
    check_turn,
    player_at,
)
from bot.session.arriving import HEAD, Arriving
from bot.session.opening import hides
from bot.session.shown import Shown
from bot.store import (
    Change,
    Departure,
    SeatClock,
    StaleRevision,
    Status,
    Table,
)
from bot.trace import Trace
from engine.core import Seat


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


class Moving(Arriving):
    """Games that change their table."""

    @cached_property
    def _leaving(self) -> asyncio.Lock:
        """Who leaves and who agrees is settled one at a time."""
        return asyncio.Lock()

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
        closing = self._closing(table)
        saved = await self._save(replace(closing, interaction=click.interaction, away=True), trace)
        await self.store.charter.drop_departure(table_id)
        return replace(self.shown(saved), new_turn=False), await self.exported(saved)

    async def move_here(self, click: Click, table_id: int, there: Click, trace: Trace) -> Shown:
        """The game goes on at a new table in another channel, with the same people; the old one is closed.

        `there` is the click as if it had been made in that channel. Whoever asked for the move may open
        tables there: that was seen to when they did. Raises `Refused`.
        """
        old = (await self._agreed(click, table_id)).table
        closing = self._closing(old)
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

    def _closing(self, table: Table) -> Change:
        """The change that ends a table whose game goes on elsewhere; part of something else."""
        return replace(self._silent(table), status=Status.CLOSED, clocks=())
