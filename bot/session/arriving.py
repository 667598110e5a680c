"""Games that arrive from elsewhere: read from their export, checked, and gone on with at a table here.

What nobody knew is shuffled anew by the chance of that table. See `bot.session.transfer` for how they leave.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from bot.errors import Refused
from bot.export import decoder
from bot.games.catalogue import AnyEntry
from bot.seats import Click, check_open, has_lobby, is_for_one, player_of, salts_of, seats_at
from bot.session.allowed import usual_hints
from bot.session.opening import FIRST, Fork, hides
from bot.session.shown import News, Shown
from bot.store import (
    NAMELESS,
    ArrivedBefore,
    Base,
    Change,
    NewTable,
    Player,
    Status,
    Table,
)
from bot.store.codec import canonical
from bot.trace import Trace
from engine.core import Seat
from engine.entries import moved_from
from engine.exported import Stretch
from engine.fairness import commitment, salted
from engine.faults import Problem
from engine.replay import arrived
from engine.verify import Standing, checked, final_position, is_sealed

HEAD: Final = 32
"""How many characters of the hash of its last line the next table of a game tells."""

LONGEST: Final = 28 * 24 * 60 * 60
"""The most seconds that a table has for a turn, a bank or its patience, whatever a file says."""


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


class Arriving(Fork):
    """Games that come from another table."""

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
        entry, chance = self.catalogue[table.game], salted(table.seed, salts_of(players))
        position = arrived(entry.game, entry.codec.load(table.base.state), chance)
        base = Base(FIRST, entry.codec.dump(position.state), position.counter)
        shown = await self._go_on(click, table, players, base, moved_from(*table.moved), trace)
        return replace(shown, news=self._came(table.game, table.moved, position.state))

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
            hints=usual_hints(entry.game),
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
