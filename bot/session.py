"""From what somebody wants to what is on disk. Knows tables, seats and revisions; knows nothing of Discord.

Every method that changes something saves it as one transaction and returns the table as it is then. What
cannot be is refused with `bot.errors.Refused`; failures of the disk come as `bot.store.StoreError`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from bot.catalogue import AnyEntry
from bot.errors import AlreadyDone, Illegal, Refused, Stale
from bot.export import options_of
from bot.seating import (
    LIVE,
    Click,
    Opening,
    Person,
    check_guest,
    check_open,
    check_turn,
    foreseen,
    letters,
    may_see,
    names_at,
    narrowed,
    parse_code,
    renamed,
    seat_of,
    seating,
    the_only,
    with_person,
)
from bot.store import Board, Change, Line, NewTable, Repeated, StaleRevision, Status, Store, Table
from bot.store.codec import canonical
from bot.trace import Trace
from engine.core import BadOption, IllegalAction, Seat, read_options
from engine.fairness import next_hash
from engine.rng import SeededRng


@dataclass(frozen=True, slots=True)
class Shown:
    """A table to be shown: its state, what just happened, and how far a guided move has come.

    `new_turn` tells that a new message is due; otherwise the message that is there changes in place.
    `picture` is the board as PNG, if it has been drawn already.
    """

    table: Table
    entry: AnyEntry
    state: Any | None
    events: tuple[Any, ...] = ()
    path: str = ""
    new_turn: bool = True
    picture: bytes | None = None


Sketch = Callable[[Shown], bytes | None]
"""Draws a table as it will stand; none if that fails."""


class Session:
    """The tables of this bot. `clock` gives seconds since 1970, `seeds` a new secret at each call."""

    def __init__(
        self,
        store: Store,
        catalogue: Mapping[str, AnyEntry],
        clock: Callable[[], float],
        seeds: Callable[[], str],
    ) -> None:
        self.store = store
        self.catalogue = catalogue
        self._clock = clock
        self._seeds = seeds

    async def open(self, click: Click, opening: Opening, trace: Trace) -> Shown:
        """A new table that waits for its players; raises `Refused`."""
        entry = self.catalogue[opening.game]
        check_guest(click.person, opening.guest)
        try:
            settings = read_options(entry.game.options, opening.options)
        except BadOption as error:
            raise Refused("bad-option", option=error.key, value=error.value, allowed=error.allowed) from error
        seed = self._seeds()
        new = NewTable(
            game=opening.game,
            guild_id=click.guild_id,
            channel_id=click.channel_id,
            host_id=click.person.id,
            options=canonical(settings),
            rules_version=entry.game.rules_version,
            seed=seed,
            players=seating(click.person, opening, seed),
            at=self._clock(),
        )
        with trace.span("store"):
            try:
                table = await self.store.create(new, click.interaction)
            except Repeated as error:
                raise await self._done(error) from error
        trace.table, trace.revision, trace.saved = table.code, table.revision, True
        return Shown(table, entry, None)

    async def sit(self, click: Click, table_id: int, revision: int, trace: Trace) -> Shown:
        """The person joins a free seat or accepts a challenge; the game begins when all seats are taken."""
        table = await self.table(table_id)
        check_open(table, revision)
        mine = next((player for player in table.players if player.user_id == click.person.id), None)
        if mine is not None and mine.seated:
            raise Refused("own-table", table, code=table.code)
        asked = next((player for player in table.players if not player.seated), None)
        if mine is None and asked is not None:
            raise Refused("not-asked", table, code=table.code, name=asked.name)
        entry = self.catalogue[table.game]
        players = with_person(table.players, click.person, entry.game.seats.start)
        rng = SeededRng(table.seed)
        with trace.span("engine"):
            settings = read_options(entry.game.options, options_of(table))
            state = entry.game.start(settings, len(players), rng)
        change = replace(
            self._change(click, table),
            status=Status.PLAYING,
            players=players,
            state=entry.codec.dump(state),
            counter=rng.counter,
        )
        return Shown(await self._save(change, trace), entry, state)

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
            host = next(player.name for player in table.players if player.user_id == table.host_id)
            raise Refused("not-host", table, code=table.code, name=host)
        return await self._close(click, table, trace)

    async def play(
        self,
        click: Click,
        table_id: int,
        notation: str,
        trace: Trace,
        revision: int | None = None,
        sketch: Sketch | None = None,
    ) -> Shown:
        """The person's action, played and saved. `revision`: of the board that was clicked, if any was.

        While the disk is busy, `sketch` draws what is being saved. Nobody sees the drawing before it is.
        """
        table = await self.table(table_id)
        trace.table, trace.revision, trace.notation = table.code, table.revision, notation
        seat = check_turn(table, click.person, revision)
        entry = self.catalogue[table.game]
        with trace.span("engine"):
            state = entry.codec.load(table.state or "")
            rng = SeededRng(table.seed, table.counter)
            try:
                action = entry.game.parse(notation, state)
                step = entry.game.apply(state, seat, action, rng)
            except IllegalAction as error:
                acting = names_at(table, entry.game.to_act(state))
                raise Illegal(table, error, table.game, who=" and ".join(acting)) from error
            change = self._move(click, table, seat, str(action), step.state, rng.counter)
        new_turn = entry.turn_key(step.state) != entry.turn_key(state)
        shown = Shown(foreseen(table, change), entry, step.state, step.events, new_turn=new_turn)
        saving = asyncio.ensure_future(self._save(change, trace))
        await asyncio.sleep(0)  # the writer has it now
        picture = None if sketch is None else sketch(shown)
        return replace(shown, table=await saving, picture=picture)

    def _move(
        self,
        click: Click,
        table: Table,
        seat: Seat,
        action: str,
        state: object,
        counter: int,
    ) -> Change:
        """What a move changes; `state` is the game's, `counter` counts the chance that was used."""
        entry = self.catalogue[table.game]
        over = entry.game.outcome(state) is not None
        return replace(
            self._change(click, table),
            status=Status.OVER if over else Status.PLAYING,
            players=renamed(table.players, click.person),
            state=entry.codec.dump(state),
            counter=counter,
            head=next_hash(table.head, table.plies + 1, seat, action),
            seat=seat,
            user_id=click.person.id,
            action=action,
        )

    async def guide(self, click: Click, table_id: int, revision: int, path: str, trace: Trace) -> Shown:
        """The board with the next question of a guided move; only for who must act. Saves nothing."""
        table = await self.table(table_id)
        trace.table, trace.revision, trace.notation = table.code, table.revision, path
        seat = check_turn(table, click.person, revision)
        shown = self.shown(table)
        acting = shown.entry.game.to_act(shown.state)
        if seat not in acting:
            names = " and ".join(names_at(table, acting))
            raise Refused("not-your-turn", table, code=table.code, names=names)
        return replace(shown, path=path, new_turn=False)

    async def table(self, table_id: int) -> Table:
        """The table with this id; raises `Refused` if there is none."""
        found = await self.store.table(table_id)
        if found is None:
            raise Refused("no-table", code=f"T{table_id}")
        return found

    def shown(self, table: Table) -> Shown:
        """The table as it stands, to be shown again."""
        entry = self.catalogue[table.game]
        state = None if table.state is None else entry.codec.load(table.state)
        return Shown(table, entry, state)

    async def visible(self, click: Click) -> tuple[Table, ...]:
        """The tables that somebody may look at here: the channel's and their own, live ones first."""
        here = await self.store.in_channel(click.channel_id, live_only=False)
        mine = await self.store.of_user(click.person.id, live_only=False)
        every = {table.id: table for table in (*here, *mine)}.values()
        return tuple(sorted(every, key=lambda table: table.status not in LIVE))

    async def find(self, click: Click, code: str | None) -> Table:
        """The table that somebody means when looking: by its code, or the only one that fits."""
        if code:
            wanted = parse_code(code)
            table = None if wanted is None else await self.store.table(wanted)
            if table is None or not may_see(table, click):
                raise Refused("no-table", code=code.strip()[:10])
            return table
        here = await self.store.in_channel(click.channel_id, live_only=False)
        live = [table for table in here if table.status in LIVE]
        fitting = narrowed(live, click.person) or list(here[:1])
        return the_only(fitting, "no-table-yet")

    async def find_own(self, click: Click, code: str | None) -> Table:
        """The table where somebody means to move: one of theirs here, first where they must act.

        With none of theirs going on, it is their last one, so that they hear that it is over.
        """
        if code:
            table = await self.find(click, code)
            if table.channel_id != click.channel_id:
                raise Refused("elsewhere", table, code=table.code, channel=f"<#{table.channel_id}>")
            return table
        here = await self.store.in_channel(click.channel_id, live_only=True)
        own = [table for table in here if seat_of(table, click.person) is not None]
        playing = [table for table in own if table.status is Status.PLAYING]
        acting = [table for table in playing if self._must_act(table, click.person)]
        if own:
            return the_only(acting or playing or own, "no-table-here")
        ever = await self.store.in_channel(click.channel_id, live_only=False)
        once = [table for table in ever if seat_of(table, click.person) is not None]
        return the_only(once[:1], "no-table-here")

    async def listed(self, click: Click, *, mine: bool) -> tuple[Table, ...]:
        """The live tables of the channel, or the person's own everywhere, the last changed first."""
        if mine:
            return await self.store.of_user(click.person.id, live_only=True)
        return await self.store.in_channel(click.channel_id, live_only=True)

    async def suggest(self, click: Click, code: str | None, typed: str, most: int) -> tuple[str, ...]:
        """Legal lines of the person that fit what they have typed; none where they cannot act."""
        try:
            table = await self.find_own(click, code)
            seat = check_turn(table, click.person, None)
        except Refused:
            return ()
        shown = self.shown(table)
        wanted = letters(typed)
        lines = shown.entry.suggest(shown.state, seat)
        fitting = [line for line in lines if wanted in letters(line)]
        fitting.sort(key=lambda line: not letters(line).startswith(wanted))
        return tuple(fitting[:most])

    async def log(self, table: Table) -> tuple[Line, ...]:
        """The table's log."""
        return await self.store.log(table.id)

    async def post(self, table: Table, board: Board) -> None:
        """Remember which message shows the table now."""
        await self.store.set_board(table.id, board)

    def _must_act(self, table: Table, person: Person) -> bool:
        shown = self.shown(table)
        return shown.state is not None and seat_of(table, person) in shown.entry.game.to_act(shown.state)

    async def _close(self, click: Click, table: Table, trace: Trace) -> Shown:
        change = replace(self._change(click, table), status=Status.CLOSED)
        return Shown(await self._save(change, trace), self.catalogue[table.game], None, new_turn=False)

    def _change(self, click: Click, table: Table) -> Change:
        return Change(
            table=table.id,
            revision=table.revision,
            interaction=click.interaction,
            status=table.status,
            players=table.players,
            state=table.state,
            counter=table.counter,
            at=self._clock(),
            head=table.head,
        )

    async def _save(self, change: Change, trace: Trace) -> Table:
        with trace.span("store"):
            try:
                table = await self.store.save(change)
            except StaleRevision as error:
                raise Stale(error.current) from error
            except Repeated as error:
                raise await self._done(error) from error
        trace.table, trace.revision, trace.saved = table.code, table.revision, True
        return table

    async def _done(self, error: Repeated) -> AlreadyDone:
        return AlreadyDone(await self.table(error.table_id))
