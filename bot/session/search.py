"""Which table somebody means, and what they could do there."""

from __future__ import annotations

from bot.errors import NotSeated, Refused
from bot.seats import (
    LIVE,
    Click,
    Person,
    check_turn,
    letters,
    may_see,
    narrowed,
    parse_code,
    seat_of,
    the_only,
)
from bot.session.access import Looks
from bot.session.play import Moves
from bot.store import Board, Status, Table


class Search(Moves, Looks):
    """Finding tables."""

    async def visible(self, click: Click) -> tuple[Table, ...]:
        """The tables that somebody may look at here: the channel's and their own, live ones first.

        Those in threads are the channel's as well.
        """
        here = await self.store.around(click.channel_id, live_only=False)
        mine = await self.store.of_user(click.person.id, live_only=False)
        every = {table.id: table for table in (*here, *mine)}.values()
        return tuple(sorted(every, key=lambda table: table.status not in LIVE))

    async def find(self, click: Click, code: str | None) -> Table:
        """The table that somebody means when looking: by its code, or the only one that fits."""
        if code:
            table = await self._coded(click, code)
            await self.check_look(click.person, table)
            return table
        every = await self.store.around(click.channel_id, live_only=False)
        here = await self.seen(click.person, every)
        if every and not here:
            await self.check_look(click.person, every[0])
        live = [table for table in here if table.status in LIVE]
        begun = [table for table in here if table.state is not None]
        fitting = narrowed(live, click.person) or (begun or list(here))[:1]
        return the_only(fitting, "no-table-yet")

    async def _coded(self, click: Click, code: str) -> Table:
        """The table with this code, if the person may know of it."""
        wanted = parse_code(code)
        table = None if wanted is None else await self.store.table(wanted)
        if table is None or not may_see(table, click):
            raise Refused("no-table", code=code.strip()[:10])
        return table

    async def find_own(self, click: Click, code: str | None) -> Table:
        """The table where somebody means to move: one of theirs here, first where they must act.

        Then where they may act for somebody absent. With none of theirs going on, it is their last one, so
        that they hear that it is over.
        """
        if code:
            table = await self._coded(click, code)
            if table.day is not None and seat_of(table, click.person) is None:
                raise NotSeated(table)
            if table.channel_id != click.channel_id:
                raise _elsewhere(table)
            return table
        here = await self.store.in_channel(click.channel_id, live_only=True)
        own = [table for table in here if seat_of(table, click.person) is not None]
        playing = [table for table in own if table.status is Status.PLAYING]
        acting = [table for table in playing if self._must_act(table, click.person)]
        if own:
            free = [table for table in playing if not acting and self._may_stand_in(table, click.person)]
            return the_only(acting or free or playing or own, "no-table-here")
        below = await self.store.around(click.channel_id, live_only=True)
        if in_threads := [table for table in below if seat_of(table, click.person) is not None]:
            raise _elsewhere(the_only(in_threads, "no-table-here"))
        ever = await self.store.in_channel(click.channel_id, live_only=False)
        once = [table for table in ever if seat_of(table, click.person) is not None]
        return the_only(once[:1], "no-table-here")

    async def listed(self, click: Click, *, mine: bool) -> tuple[Table, ...]:
        """The live tables of the channel, or the person's own everywhere, the last changed first."""
        if mine:
            return await self.store.of_user(click.person.id, live_only=True)
        return await self.store.around(click.channel_id, live_only=True)

    async def suggest(self, click: Click, code: str | None, typed: str, most: int) -> tuple[str, ...]:
        """Legal lines of the person that fit what they have typed; none where they cannot act.

        Where they may act for somebody absent, those lines come after their own.
        """
        try:
            table = await self.find_own(click, code)
            seat = check_turn(table, click.person, None)
        except Refused:
            return ()
        shown = self.shown(table)
        wanted = letters(typed)
        absent = self._stands_in_for(table, shown.entry.game, shown.state, seat)
        lines = [line for able in (seat, *absent) for line in shown.entry.suggest(shown.state, able)]
        fitting = [line for line in dict.fromkeys(lines) if wanted in letters(line)]
        fitting.sort(key=lambda line: not letters(line).startswith(wanted))
        return tuple(fitting[:most])

    async def post(self, table: Table, board: Board | None) -> None:
        """Remember which message shows the table now, or that none does."""
        await self.store.set_board(table.id, board)

    def _must_act(self, table: Table, person: Person) -> bool:
        shown = self.shown(table)
        return shown.state is not None and seat_of(table, person) in shown.entry.game.to_act(shown.state)

    def _may_stand_in(self, table: Table, person: Person) -> bool:
        shown, seat = self.shown(table), seat_of(table, person)
        if shown.state is None or seat is None:
            return False
        return bool(self._stands_in_for(table, shown.entry.game, shown.state, seat))


def _elsewhere(table: Table) -> Refused:
    """That a table is played in another channel, or in a thread of this one."""
    return Refused("elsewhere", table, code=table.code, channel=f"<#{table.channel_id}>")
