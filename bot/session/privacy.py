"""What is kept about somebody, and how they are forgotten; how others take a seat that has no name any more.

See docs/privacy.md.
"""

from __future__ import annotations

import logging
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from bot.errors import Refused, Stale
from bot.seats import Click, Person, has_lobby, name_at, parse_code, player_of, seat_of, the_only, without
from bot.session.people import EVERY, People
from bot.session.shown import News, Shown
from bot.session.timing import asleep_in, with_time
from bot.session.vacant import changes_hands, not_played, taken_by, vacant_seats, without_name
from bot.store import Board, Change, StaleRevision, Status, StoreError, Table, is_nameless
from bot.store.persons import Kept
from bot.trace import Trace
from engine.core import Seat

LOG = logging.getLogger("taproom.privacy")

TRIES: Final = 20
"""How often it is tried anew where somebody else was quicker; every time that was somebody's change."""


@dataclass(frozen=True, slots=True)
class Forgotten:
    """The ids of the tables that somebody had a part in, and messages that ask what is asked no longer."""

    tables: tuple[int, ...]
    questions: tuple[tuple[int, Board], ...] = ()


class Privacy(People):
    """People who want to know what is kept about them, or want it to be gone."""

    async def kept(self, user_id: int) -> Kept:
        """All that is kept about somebody, part by part."""
        return await self.store.kept(user_id)

    async def forget(self, user_id: int) -> Forgotten:
        """Forget somebody: what only concerns them is deleted, and elsewhere stands a nameless seat.

        Their running games go on, those for several with the house; open tables are left, and a deal of the
        day is put away. All of it is one transaction; raises `Refused` if others are quicker all the time.
        """
        for _ in range(TRIES):
            tables = await self.store.of_user(user_id, live_only=True, limit=EVERY)
            questions = [await self._questions(table, user_id) for table in tables]
            changes = [await self._without(table, user_id) for table in tables]
            with suppress(StaleRevision):
                found = await self.store.erase(user_id, tuple(changes))
                self._ladders.clear()
                await self._scrub()
                return Forgotten(found, tuple(question for asked in questions for question in asked))
        raise Refused("forget-busy")

    async def _questions(self, table: Table, user_id: int) -> list[tuple[int, Board]]:
        """Where a way back was asked for that is asked no longer, or by somebody where the game should go."""
        offer = await self.store.agenda.offer(table.id)
        departure = await self.store.charter.departure(table.id)
        boards = [None if offer is None else offer.message]
        if departure is not None and departure.user_id == user_id:
            boards.append(departure.message)
        return [(table.id, board) for board in boards if board is not None]

    async def _scrub(self) -> None:
        """Nothing that was replaced is left in the files; it is forgotten all the same if that fails."""
        try:
            scrubbed = await self.store.scrub()
        except StoreError as failure:
            LOG.warning("what was forgotten is in the write-ahead log until the bot stops: %s", failure)
            return
        if not scrubbed:
            LOG.warning("what was forgotten is in the write-ahead log until the bot stops: it is being read")

    async def _without(self, table: Table, user_id: int) -> Change:
        """How a table goes on without somebody."""
        entry, change = self.catalogue[table.game], self._silent(table)
        players = without_name(entry, table, user_id)
        if table.status is Status.OPEN:
            return self._gathering_without(table, user_id, replace(change, players=not_played(players)))
        if table.day is not None and players[0].user_id != table.players[0].user_id:
            # Nobody can play it on, and the others' deal is sealed as long as it is played.
            return replace(change, players=players, status=Status.CLOSED, turn=table.turn + 1)
        acting = self.acting(table)
        change = replace(change, players=players)
        if not changes_hands(table.players, players, acting):
            return change
        timed = await self._passed(table, players, acting)
        return with_time(replace(change, waiting_since=self._clock()), timed)

    def _gathering_without(self, table: Table, user_id: int, closed: Change) -> Change:
        """How people gather without somebody; `closed` becomes of a table that waits for them alone."""
        rest = without(table, Person(user_id, ""))
        here = [player for player in rest if not is_nameless(player.user_id)]
        if not has_lobby(self.catalogue[table.game].game) or not here:
            return replace(closed, status=Status.CLOSED)
        host = here[0].user_id if table.host_id == user_id else table.host_id
        return replace(closed, players=rest, host_id=host)

    # Seats without a name

    async def find_vacant(self, click: Click, code: str | None) -> Table:
        """The table whose nameless seat somebody means: by its code, or the only one where they do not sit.

        Raises `Refused`.
        """
        if code is None:
            here = await self.store.in_channel(click.channel_id, live_only=True, limit=EVERY)
            vacant = [table for table in here if self.vacant(table)]
            strange = [table for table in vacant if seat_of(table, click.person) is None]
            return the_only(strange or vacant[:1], "vacant-none-here")
        wanted = parse_code(code)
        found = None if wanted is None else await self.store.table(wanted)
        if found is None or found.channel_id != click.channel_id:
            raise Refused("vacant-elsewhere", code=code.strip()[:10])
        return found

    def vacant(self, table: Table) -> tuple[Seat, ...]:
        """The seats of a table that anybody may take, as whoever had them is forgotten."""
        if table.status is not Status.PLAYING:
            return ()
        shown = self.shown(table)
        return vacant_seats(shown.entry, table, shown.state)

    async def take_over(self, click: Click, table_id: int, trace: Trace) -> Shown:
        """The person has a nameless seat from now on: the one that must act, or else the first.

        Raises `Refused`.
        """
        for _ in range(TRIES):
            with suppress(Stale):  # somebody moved meanwhile, and the seat may be free all the same
                return await self._taken_over(click, table_id, trace)
        raise Stale(await self.table(table_id))

    async def _taken_over(self, click: Click, table_id: int, trace: Trace) -> Shown:
        table = await self.table(table_id)
        trace.table, trace.revision = table.code, table.revision
        self._check_free(click, table)
        free, acting, entry = self.vacant(table), self.acting(table), self.catalogue[table.game]
        if not free:
            raise Refused("vacant-none", table, code=table.code)
        own = next((seat for seat in free if seat in acting), free[0])
        players = taken_by(entry, table, own, click.person.id, click.person.name)
        change = replace(self._change(click, table), players=players)
        timed = None
        if changes_hands(table.players, players, acting):
            timed = await self._passed(table, players, acting)
            change = replace(change, waiting_since=self._clock())
        saved = await self._save(with_time(change, timed), trace)
        news = News("seat.taken", name=click.person.name, other=name_at(table, own))
        return replace(self.shown(saved), news=news, new_turn=own in acting, asleep=asleep_in(timed))

    def _check_free(self, click: Click, table: Table) -> None:
        """Refuse who cannot take a seat here, whether or not one is free."""
        if table.day is not None:
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
