"""Games that move with their players: to another channel, another server or another installation.

Its players own a game, so each of them agrees. The table that it leaves is closed and tells its seed, so that
all play so far can be verified; what nobody could know is shuffled anew, under a seed of its own. Between
installations the game travels as its export. See docs/decisions/forks.md.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from bot.features.transfer.storage import PendingTransfer, TransferStorage
from bot.games.catalogue import AnyEntry
from bot.kernel.check_worker import CheckedPart, CheckResult
from bot.kernel.clicks import Click
from bot.kernel.errors import Refused, Stale
from bot.kernel.people.people import EVERY
from bot.kernel.session import Session, Shown
from bot.kernel.tables.opening import FIRST, NewTables, arrival_news, hides_information, usual_hints
from bot.kernel.tables.seats import (
    check_turn,
    is_for_one,
    player_at,
    player_of,
    seat_of,
    seats_at,
    second_board_of,
)
from bot.kernel.time.timing import Timing
from bot.kernel.trace import Trace
from bot.store import (
    NAMELESS,
    ArrivedBefore,
    Base,
    Change,
    NewTable,
    Overtime,
    Player,
    SeatClock,
    StaleRevision,
    Status,
    Table,
)
from bot.store.codec import canonical
from bot.store.model import Journey, Terms
from engine.core import Seat
from engine.fairness import commitment
from engine.faults import Problem
from engine.referee import UncheckedReason
from engine.replay import position_after_transfer
from engine.table_lines import transfer_line

HEAD: Final = 32
"""How many characters of the hash of its last line the next table of a game tells."""

LONGEST: Final = 28 * 24 * 60 * 60
"""The most seconds that a table has for a turn, a bank or its patience, whatever a file says."""


CHECKS: Final = frozenset({"check-busy", "check-too-much"})
"""The refusals of a check that say nothing of the file."""


class InvalidExport(Refused):
    """A file that is no whole game played by the rules; `problems` say where."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__("arrive-unsound")
        self.problems = problems


class SealedExport(Refused):
    """The export of a game whose seed is secret still; `part` is its last one."""

    def __init__(self, part: CheckedPart) -> None:
        super().__init__("arrive-running")
        self.part = part


@dataclass(frozen=True, slots=True)
class TransferRequest:
    """A move of house that was asked for, and the seats that are asked.

    `previous` is the question that was there before: the same one, or the one that it replaces.
    """

    table: Table
    transfer: PendingTransfer
    voters: tuple[Seat, ...]
    previous: PendingTransfer | None = None

    @property
    def stamp(self) -> str:
        """What its buttons carry, so that those of an earlier question are not taken for its own."""
        return str(int(self.transfer.at * 1_000_000))

    @property
    def missing(self) -> tuple[Seat, ...]:
        """The seats that have not agreed yet."""
        return tuple(seat for seat in self.voters if seat not in self.transfer.agreed)


class Transfer:
    """Games that change their table."""

    def __init__(self, session: Session) -> None:
        self._context = session.context
        self._store = session.context.store
        self._storage = TransferStorage(session.context.store)
        self._tables = session.tables
        self._access = session.access
        self._new_tables = NewTables(session.context, session.tables, Timing(session.context), session.server)
        self._leaving = asyncio.Lock()
        """Who leaves and who agrees is settled one at a time."""

    # Games that arrive

    async def import_game(self, click: Click, text: str, trace: Trace, *, alone: bool = False) -> Shown:
        """A game from elsewhere, as its export tells it: a new table where people say who of them is who.

        A game for one goes on at once; only such a one where somebody is `alone` with the bot. If the game
        left a table of this installation, that table's own export and position are kept and not the file's;
        else its position is where its lines lead, from the first one. Raises `Refused`, and `Unsound` for a
        file that does not hold.
        """
        found = await self._check_file(click, text)
        last = found.parts[-1]
        header, moved = last.header, (last.table, last.lines, last.head[:HEAD])
        entry = self._context.catalogue[header["game"]]
        if alone and not is_for_one(entry.game):
            raise Refused("alone-here", game=entry.game.title, seats=entry.game.seats.start)
        left = await self._origin_table(moved)
        if left is not None and last.unchecked is not UncheckedReason.RULES:
            state = entry.codec.load(left.state or "")
        elif found.standing is not None:
            state = found.standing.position.state
        else:
            raise Refused("arrive-other-rules")
        new = self._destination_table(click, entry.game.key, moved, state)
        terms = header["terms"] if left is None else left.terms.timing  # an older log does not cover them
        own = None if left is None else player_of(left, click.person)
        if left is not None and own is None and any(player.user_id > 0 for player in left.players):
            raise Refused("arrive-others", code=left.code)
        seat = min(entry.game.to_act(state)) if own is None else own.seat
        new = replace(
            new,
            terms=replace(
                new.terms,
                options=_options_text(header),
                patience=min(int(terms["patience"]), LONGEST),
                clock=min(int(terms["clock"]), LONGEST),
                bank=min(int(terms["bank"]), LONGEST),
                forfeit=bool(terms["forfeit"]),
                overtime=Overtime.WAIT if left is None else left.terms.overtime,
            ),
            players=self._with_absent_players(entry, state, Player(seat, click.person.id, click.person.name)),
            earlier=text if left is None else next(iter((await self._access.export(left)).values())),
            owners=_owner_ids(click.person.id, left),
        )
        if not is_for_one(entry.game):
            new = replace(
                new,
                state=None,
                entry=None,
                journey=replace(new.journey, base=Base(FIRST, entry.codec.dump(state), 0)),
            )
        try:
            shown = await self._new_tables.create(click, new, trace)
        except ArrivedBefore as error:
            there = await self._tables.get(error.table_id)
            raise Refused("arrive-before", there, code=there.code) from error
        return replace(shown, news=arrival_news(entry, moved, state))

    async def _origin_table(self, moved: tuple[str, int, str]) -> Table | None:
        """The table that a game from elsewhere has left, if it is one of this installation.

        It is found by its last hash, and not by the code that the file tells: anybody can write another one.
        Raises `Unsound` where it has another one.
        """
        code, plies, head = moved
        found = await self._store.find_departed(plies, head)
        if found is not None and found.code != code:
            raise InvalidExport((Problem(1, "header"),))
        return found

    def _destination_table(
        self, click: Click, game: str, moved: tuple[str, int, str], state: object
    ) -> NewTable:
        """A table where a game goes on from a state, as if its players were all there."""
        entry, seed = self._context.catalogue[game], self._context.seeds()
        position = position_after_transfer(entry.game, state, seed)
        text = entry.codec.dump(position.state)
        return NewTable(
            game=game,
            guild_id=click.guild_id,
            channel_id=click.channel_id,
            host_id=click.person.id,
            terms=Terms(
                options="{}",
                rules_version=entry.game.rules_version,
                language=self._tables.language_at(click),
                hints=usual_hints(entry.game),
            ),
            seed=seed,
            players=(),
            at=self._context.now(),
            state=text,
            counter=position.counter,
            journey=Journey(base=Base(FIRST, text, position.counter), moved=moved),
            entry=transfer_line(*moved),
        )

    async def _check_file(self, click: Click, text: str) -> CheckResult:
        """What the check found of a game that is to go on here; raises `Refused`.

        What became of a game since its file was made is told to who plays it.
        """
        try:
            return check_unfinished(await self._context.check_pool.check(text))
        except SealedExport as sealed:
            table = await self._store.table(int(sealed.part.table.removeprefix("T")))
            if table is None or commitment(table.seed) != sealed.part.header["commitment"]:
                raise
            if seat_of(table, click.person) is None:
                raise
            if table.status is Status.OVER:
                raise Refused("arrive-over") from sealed
            if table.status is Status.CLOSED:
                raise Refused("arrive-older", table, code=table.code) from sealed
            raise

    def _with_absent_players(self, entry: AnyEntry, state: object, host: Player) -> tuple[Player, ...]:
        """Whoever came first, with those beside them who had left the game before; they need not come."""
        gone = []
        if entry.game.cooperative:
            seats = range(seats_at(entry.game, state))
            gone = [seat for seat in seats if seat != host.seat and not entry.game.legal(state, seat)]
        nobody = [Player(seat, -1 - seat, NAMELESS) for seat in gone]
        return tuple(sorted((host, *nobody), key=lambda player: player.seat))

    # Games that leave

    async def ask_to_move(self, click: Click, table_id: int, channel_id: int | None) -> TransferRequest:
        """Somebody wants their game to move: to a channel of this installation, or (none) away, as a file.

        It takes the place of what was asked before; where that was the same, it is agreed to. Raises
        `Refused`.
        """
        table = await self._tables.get(table_id)
        seat = self._check_owner(click, table)
        if second_board_of(table) is not None:
            raise Refused("finding-stays", table)
        before = await self._storage.pending_transfer(table_id)
        if before is not None and before.channel_id == channel_id:
            departure = replace(before, agreed=tuple(sorted({*before.agreed, seat})))
            again = TransferRequest(table, departure, self._seats_to_agree(table), previous=before)
            # What others have to answer must have been shown to them; who plays alone is asked in private.
            if before.message is not None or not again.missing:
                agreed_by = await self._storage.agree(before, seat)
                if agreed_by is not None:  # nobody has answered meanwhile
                    return replace(again, transfer=agreed_by)
        if channel_id is None:
            await self._check_exportable(table)
        elif channel_id == table.channel_id:
            raise Refused("move-here", table, code=table.code)
        agreed = tuple(sorted({seat}))
        departure = PendingTransfer(table.id, click.person.id, channel_id, agreed, self._context.now())
        await self._storage.save_transfer(departure)
        return TransferRequest(table, departure, self._seats_to_agree(table), before)

    async def agree_to_move(self, click: Click, table_id: int, stamp: str | None = None) -> TransferRequest:
        """One of the others agrees. Raises `Refused`, also where nothing is asked any more.

        `stamp` is that of the question that was answered; another one may be asked by now.
        """
        async with self._leaving:
            leaving = await self.pending_request(click, table_id, stamp)
            seat = self._check_owner(click, leaving.table)
            if seat in leaving.transfer.agreed and leaving.missing:  # else it failed, and is tried again
                raise Refused("move-agreed", leaving.table, code=leaving.table.code)
            departure = await self._storage.agree(leaving.transfer, seat)
            if departure is None:
                raise Refused("move-off", leaving.table, code=leaving.table.code)
        return replace(leaving, transfer=departure)

    async def refuse_to_move(self, click: Click, table_id: int, stamp: str | None = None) -> TransferRequest:
        """One of them says no, or whoever asked takes it back: the game stays."""
        leaving = await self.pending_request(click, table_id, stamp)
        self._check_owner(click, leaving.table)
        await self._storage.drop_transfer(table_id)
        return leaving

    async def pending_request(self, click: Click, table_id: int, stamp: str | None = None) -> TransferRequest:
        """What is asked of a table's players; raises `Refused` where nothing is, and for who has no seat."""
        table = await self._tables.get(table_id)
        self._check_owner(click, table)
        departure = await self._storage.pending_transfer(table_id)
        if departure is None:
            raise Refused("move-off", table, code=table.code)
        found = TransferRequest(table, departure, self._seats_to_agree(table))
        if stamp is not None and stamp != found.stamp:
            raise Refused("move-off", table, code=table.code)
        return found

    async def find_request(self, table_id: int) -> TransferRequest | None:
        """What is asked of a table's players, if anything is."""
        table, departure = await self._tables.get(table_id), await self._storage.pending_transfer(table_id)
        if departure is None or table.status is not Status.PLAYING:
            return None
        return TransferRequest(table, departure, self._seats_to_agree(table))

    async def tables_with_question(self, user_id: int) -> tuple[int, ...]:
        """The tables of somebody whose players are asked."""
        tables = await self._store.of_user(user_id, live_only=True, limit=EVERY)
        return tuple(
            [table.id for table in tables if await self._storage.pending_transfer(table.id) is not None]
        )

    async def note_question(self, departure: PendingTransfer) -> None:
        """Remember a question together with the message that shows it, if there is one."""
        if departure.message is not None:
            await self._storage.set_message(departure, departure.message)

    def has_hidden_parts(self, table: Table) -> bool:
        """Whether anything at a table is known to nobody, so that it is shuffled anew when the game moves."""
        entry = self._context.catalogue[table.game]
        return table.state is not None and hides_information(entry, entry.codec.load(table.state))

    async def export_game(self, click: Click, table_id: int, trace: Trace) -> tuple[Shown, dict[str, str]]:
        """The game leaves as a file: its table is closed, and tells its seed. Raises `Refused`."""
        table = (await self._check_agreed(click, table_id)).table
        await self._check_exportable(table)
        journey = replace(table.journey, away=True)
        closing = replace(self._closing_change(table), interaction=click.interaction, journey=journey)
        saved = await self._tables.save(closing, trace)
        return replace(self._tables.show(saved), new_turn=False), await self._access.export(saved)

    async def move_to_channel(self, click: Click, table_id: int, there: Click, trace: Trace) -> Shown:
        """The game goes on at a new table in another channel, with the same people; the old one is closed.

        `there` is the click as if it had been made in that channel. That whoever asked for the move may open
        tables there was checked before. Raises `Refused`.
        """
        old = (await self._check_agreed(click, table_id)).table
        closing = self._closing_change(old)
        told = await self._access.export(replace(old, status=Status.CLOSED))
        moved = (old.code, old.plies, old.head[:HEAD])
        state = self._context.catalogue[old.game].codec.load(old.state or "")
        new = self._destination_table(there, old.game, moved, state)
        clocks = tuple(SeatClock(clock.seat, clock.bank) for clock in old.time.clocks)
        new = replace(
            new,
            host_id=old.host_id,
            terms=replace(
                new.terms,
                options=old.terms.options,
                patience=old.terms.patience,
                clock=old.terms.clock,
                bank=old.terms.bank,
                forfeit=old.terms.forfeit,
                overtime=old.terms.overtime,
            ),
            players=tuple(replace(player, salt="") for player in old.players),
            earlier=next(iter(told.values())),
            owners=_owner_ids(old.host_id, old),
            closes=closing,
            clocks=clocks,
        )
        try:
            shown = await self._new_tables.create(there, new, trace, opener=False)
        except StaleRevision as error:
            raise Stale(error.current) from error
        return replace(shown, news=arrival_news(shown.entry, moved, shown.state))

    async def _check_exportable(self, table: Table) -> None:
        """Refuse to send a game away that nobody could go on with: its file must hold.

        That of a fork does not lead to where it stands, and can come back here alone.
        """
        told = await self._access.export(replace(table, status=Status.CLOSED))
        try:
            found = check_unfinished(await self._context.check_pool.check(next(iter(told.values()))))
        except Refused as refused:
            if refused.key in CHECKS:
                raise
            raise Refused("move-untellable", table, code=table.code) from refused
        if found.parts[-1].unchecked is UncheckedReason.RULES:
            raise Refused("move-untellable", table, code=table.code)

    async def _check_agreed(self, click: Click, table_id: int) -> TransferRequest:
        """What everybody has agreed to; raises `Refused` as long as somebody has not."""
        leaving = await self.pending_request(click, table_id)
        if leaving.missing:
            names = tuple(player_at(leaving.table, seat).name for seat in leaving.missing)
            raise Refused("move-waits", leaving.table, code=leaving.table.code, names=names)
        return leaving

    def _check_owner(self, click: Click, table: Table) -> Seat:
        """The seat that is somebody's own in a game that goes on; refuses who only plays for others."""
        seat = check_turn(table, click.person, None)
        if table.deal is not None:
            raise Refused("move-day", table, code=table.code)
        owner = player_at(table, seat)
        if owner.user_id != click.person.id:
            raise Refused("move-owner", table, code=table.code, name=owner.name)
        return seat

    def _seats_to_agree(self, table: Table) -> tuple[Seat, ...]:
        """The seats whose people have to agree; not those of who left the game, or is forgotten."""
        entry = self._context.catalogue[table.game]
        state = entry.codec.load(table.state or "")
        here = [player.seat for player in table.players if player.user_id > 0]
        if not entry.game.cooperative:
            return tuple(here)
        return tuple(seat for seat in here if entry.game.legal(state, seat))

    def _closing_change(self, table: Table) -> Change:
        """The change that ends a table whose game goes on elsewhere; part of something else."""
        return replace(self._tables.automatic_change(table), status=Status.CLOSED, clocks=())


def _owner_ids(user_id: int, left: Table | None) -> tuple[int, ...]:
    """Whose game it is: who brings it, and, where the table that it has left is known, who played there."""
    others = () if left is None else (player.user_id for player in left.players if player.user_id > 0)
    return tuple(sorted({user_id, *others}))


def check_unfinished(found: CheckResult) -> CheckResult:
    """The same, if the file holds and its game could go on; raises `Refused`."""
    if found.problems:
        raise InvalidExport(found.problems)
    if not found.parts[-1].has_seed:
        raise SealedExport(found.parts[-1])
    if found.parts[-1].outcome is not None:
        raise Refused("arrive-over")
    return found


def _options_text(header: Mapping[str, object]) -> str:
    """What was agreed, as it is kept."""
    options = header["options"]
    assert isinstance(options, dict)  # noqa: S101 - the check of the file saw to that
    return canonical(options)
