"""Transfers of games with their players: to another channel, server or installation.

A game belongs to its players, so all of them must agree. The old table is closed and publishes its seed, so
that the play so far can be verified; hidden information is shuffled anew, under a new seed. Between
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
    check_may_act,
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
"""Characters of the last line's hash that the next table of a game records."""

LONGEST: Final = 28 * 24 * 60 * 60
"""The most seconds of an imported table's turn, bank or patience."""


CHECKS: Final = frozenset({"check-busy", "check-too-much"})
"""The refusals of a check that are not about the file."""


class InvalidExport(Refused):
    """A file that is no complete, legal game; `problems` say where."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__("arrive-unsound")
        self.problems = problems


class SealedExport(Refused):
    """The export of a game whose seed is still secret; `part` is its last one."""

    def __init__(self, part: CheckedPart) -> None:
        super().__init__("arrive-running")
        self.part = part


@dataclass(frozen=True, slots=True)
class TransferRequest:
    """A requested transfer, and the seats that must agree.

    `previous` is the open question before it: the same one, or the one that it replaces.
    """

    table: Table
    transfer: PendingTransfer
    voters: tuple[Seat, ...]
    previous: PendingTransfer | None = None

    @property
    def stamp(self) -> str:
        """An id for its buttons, so that those of an earlier question do not match."""
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
        """The lock under which players agree."""

    # Import

    async def import_game(self, click: Click, text: str, trace: Trace, *, alone: bool = False) -> Shown:
        """A new table that continues a game from its export, with a lobby to take the seats.

        A game for one continues at once; where a user is `alone` with the bot only such games are allowed. If
        the game left a table of this installation, that table's own export and position are used instead of
        the file's; else the position comes from replaying the file. Raises `Refused`, and `InvalidExport`.
        """
        result = await self._check_file(click, text)
        last = result.parts[-1]
        header, moved = last.header, (last.table, last.lines, last.head[:HEAD])
        entry = self._context.catalogue[header["game"]]
        if alone and not is_for_one(entry.game):
            raise Refused("alone-here", game=entry.game.title, seats=entry.game.seats.start)
        origin = await self._origin_table(moved)
        if origin is not None and last.unchecked is not UncheckedReason.RULES:
            state = entry.codec.load(origin.state or "")
        elif result.standing is not None:
            state = result.standing.position.state
        else:
            raise Refused("arrive-other-rules")
        new = self._destination_table(click, entry.game.key, moved, state)
        terms = header["terms"] if origin is None else origin.terms.timing  # an older log does not cover them
        own_player = None if origin is None else player_of(origin, click.person)
        if origin is not None and own_player is None and any(player.user_id > 0 for player in origin.players):
            raise Refused("arrive-others", code=origin.code)
        seat = min(entry.game.to_act(state)) if own_player is None else own_player.seat
        new = replace(
            new,
            terms=replace(
                new.terms,
                options=_options_text(header),
                patience=min(int(terms["patience"]), LONGEST),
                clock=min(int(terms["clock"]), LONGEST),
                bank=min(int(terms["bank"]), LONGEST),
                forfeit=bool(terms["forfeit"]),
                overtime=Overtime.WAIT if origin is None else origin.terms.overtime,
                quiet=origin is not None and origin.terms.quiet,
            ),
            players=self._with_absent_players(entry, state, Player(seat, click.person.id, click.person.name)),
            earlier=text if origin is None else next(iter((await self._access.export(origin)).values())),
            owners=_owner_ids(click.person.id, origin),
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
            existing = await self._tables.get(error.table_id)
            raise Refused("arrive-before", existing, code=existing.code) from error
        return replace(shown, news=arrival_news(entry, moved, state))

    async def _origin_table(self, moved: tuple[str, int, str]) -> Table | None:
        """The table of this installation that an imported game has left, or none.

        It is found by its last hash, not by the file's code, which can be edited. Raises `InvalidExport` if
        the code differs.
        """
        code, plies, head = moved
        origin = await self._store.find_departed(plies, head)
        if origin is not None and origin.code != code:
            raise InvalidExport((Problem(1, "header"),))
        return origin

    def _destination_table(
        self, click: Click, game: str, moved: tuple[str, int, str], state: object
    ) -> NewTable:
        """The draft of the table where a transferred game continues from a state, without its players yet."""
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
        """The result of checking a file to import; raises `Refused`.

        A seated player is told if the game has ended or moved since the file was made.
        """
        try:
            return check_unfinished(await self._context.check_pool.check(text))
        except SealedExport as sealed:  # made while the game went on; perhaps here
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
        """The first player, and nameless ones on the seats that had left the game."""
        gone = []
        if entry.game.cooperative:
            seats = range(seats_at(entry.game, state))
            gone = [seat for seat in seats if seat != host.seat and not entry.game.legal(state, seat)]
        absent = [Player(seat, -1 - seat, NAMELESS) for seat in gone]
        return tuple(sorted((host, *absent), key=lambda player: player.seat))

    # Leaving the table

    async def ask_to_move(self, click: Click, table_id: int, channel_id: int | None) -> TransferRequest:
        """Ask to transfer a game: to a channel of this installation, or (none) as an exported file.

        It replaces the table's open question; asking the same agrees to it. Raises `Refused`.
        """
        table = await self._tables.get(table_id)
        seat = self._check_owner(click, table)
        if second_board_of(table) is not None:
            raise Refused("finding-stays", table)
        before = await self._storage.pending_transfer(table_id)
        if before is not None and before.channel_id == channel_id:
            transfer = replace(before, agreed=tuple(sorted({*before.agreed, seat})))
            again = TransferRequest(table, transfer, self._seats_to_agree(table), previous=before)
            # Agreeing by asking again needs a posted question, unless no one else has to agree.
            if before.message is not None or not again.missing:
                agreed_by = await self._storage.agree(before, seat)
                if agreed_by is not None:  # no one has answered meanwhile
                    return replace(again, transfer=agreed_by)
        if channel_id is None:
            await self._check_exportable(table)
        elif channel_id == table.channel_id:
            raise Refused("move-here", table, code=table.code)
        agreed = tuple(sorted({seat}))
        transfer = PendingTransfer(table.id, click.person.id, channel_id, agreed, self._context.now())
        await self._storage.save_transfer(transfer)
        return TransferRequest(table, transfer, self._seats_to_agree(table), before)

    async def agree_to_move(self, click: Click, table_id: int, stamp: str | None = None) -> TransferRequest:
        """Agree to a transfer. Raises `Refused`, also where there is no open question.

        `stamp` is that of the answered question, which may have been replaced by now.
        """
        async with self._leaving:
            transfer_request = await self.pending_request(click, table_id, stamp)
            seat = self._check_owner(click, transfer_request.table)
            if seat in transfer_request.transfer.agreed and transfer_request.missing:  # else it failed: retry
                raise Refused("move-agreed", transfer_request.table, code=transfer_request.table.code)
            transfer = await self._storage.agree(transfer_request.transfer, seat)
            if transfer is None:
                raise Refused("move-off", transfer_request.table, code=transfer_request.table.code)
        return replace(transfer_request, transfer=transfer)

    async def refuse_to_move(self, click: Click, table_id: int, stamp: str | None = None) -> TransferRequest:
        """Refuse a transfer, or withdraw it as the asker: the game stays."""
        transfer_request = await self.pending_request(click, table_id, stamp)
        self._check_owner(click, transfer_request.table)
        await self._storage.drop_transfer(table_id)
        return transfer_request

    async def pending_request(self, click: Click, table_id: int, stamp: str | None = None) -> TransferRequest:
        """The open question of a table; raises `Refused` if there is none, and for users without a seat."""
        table = await self._tables.get(table_id)
        self._check_owner(click, table)
        transfer = await self._storage.pending_transfer(table_id)
        if transfer is None:
            raise Refused("move-off", table, code=table.code)
        transfer_request = TransferRequest(table, transfer, self._seats_to_agree(table))
        if stamp is not None and stamp != transfer_request.stamp:
            raise Refused("move-off", table, code=table.code)
        return transfer_request

    async def find_request(self, table_id: int) -> TransferRequest | None:
        """The open question of a table, or none."""
        table, transfer = await self._tables.get(table_id), await self._storage.pending_transfer(table_id)
        if transfer is None or table.status is not Status.PLAYING:
            return None
        return TransferRequest(table, transfer, self._seats_to_agree(table))

    async def tables_with_question(self, user_id: int) -> tuple[int, ...]:
        """The tables of a user with an open question."""
        tables = await self._store.of_user(user_id, live_only=True, limit=EVERY)
        return tuple(
            [table.id for table in tables if await self._storage.pending_transfer(table.id) is not None]
        )

    async def note_question(self, transfer: PendingTransfer) -> None:
        """Store the message of a question, if it has one."""
        if transfer.message is not None:
            await self._storage.set_message(transfer, transfer.message)

    def has_hidden_parts(self, table: Table) -> bool:
        """Whether a table has hidden information, which a transfer shuffles anew."""
        entry = self._context.catalogue[table.game]
        return table.state is not None and hides_information(entry, entry.codec.load(table.state))

    async def export_game(self, click: Click, table_id: int, trace: Trace) -> tuple[Shown, dict[str, str]]:
        """Close the table and export its game with the seed. Raises `Refused`."""
        table = (await self._check_agreed(click, table_id)).table
        await self._check_exportable(table)
        journey = replace(table.journey, away=True)
        closing = replace(self._closing_change(table), interaction=click.interaction, journey=journey)
        saved = await self._tables.save(closing, trace)
        return replace(self._tables.show(saved), new_turn=False), await self._access.export(saved)

    async def move_to_channel(self, click: Click, table_id: int, target_click: Click, trace: Trace) -> Shown:
        """Continue the game at a new table in another channel, with the same players; the old one is closed.

        `target_click` is the click as if made in that channel. The asker's permission to open tables was
        checked before. Raises `Refused`.
        """
        old = (await self._check_agreed(click, table_id)).table
        closing = self._closing_change(old)
        exported = await self._access.export(replace(old, status=Status.CLOSED))
        moved = (old.code, old.plies, old.head[:HEAD])
        state = self._context.catalogue[old.game].codec.load(old.state or "")
        new = self._destination_table(target_click, old.game, moved, state)
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
                quiet=old.terms.quiet,
            ),
            players=tuple(replace(player, salt="") for player in old.players),
            earlier=next(iter(exported.values())),
            owners=_owner_ids(old.host_id, old),
            closes=closing,
            clocks=clocks,
        )
        try:
            shown = await self._new_tables.create(target_click, new, trace, opener=False)
        except StaleRevision as error:
            raise Stale(error.current) from error
        return replace(shown, news=arrival_news(shown.entry, moved, shown.state))

    async def _check_exportable(self, table: Table) -> None:
        """Refuse to export a game that could not be continued: its file must be valid.

        The file of a fork does not lead to its position, so it can only return to this installation.
        """
        exported = await self._access.export(replace(table, status=Status.CLOSED))
        try:
            result = check_unfinished(await self._context.check_pool.check(next(iter(exported.values()))))
        except Refused as refused:
            if refused.key in CHECKS:
                raise
            raise Refused("move-untellable", table, code=table.code) from refused
        if result.parts[-1].unchecked is UncheckedReason.RULES:
            raise Refused("move-untellable", table, code=table.code)

    async def _check_agreed(self, click: Click, table_id: int) -> TransferRequest:
        """The question that everyone has agreed to; raises `Refused` while a seat has not."""
        transfer_request = await self.pending_request(click, table_id)
        if transfer_request.missing:
            names = tuple(player_at(transfer_request.table, seat).name for seat in transfer_request.missing)
            raise Refused("move-waits", transfer_request.table, code=transfer_request.table.code, names=names)
        return transfer_request

    def _check_owner(self, click: Click, table: Table) -> Seat:
        """The user's own seat in a game that goes on; refuses stand-ins."""
        seat = check_may_act(table, click.person, None)
        if table.deal is not None:
            raise Refused("move-day", table, code=table.code)
        owner = player_at(table, seat)
        if owner.user_id != click.person.id:
            raise Refused("move-owner", table, code=table.code, name=owner.name)
        return seat

    def _seats_to_agree(self, table: Table) -> tuple[Seat, ...]:
        """The seats whose players must agree; not those who left the game, or are forgotten."""
        entry = self._context.catalogue[table.game]
        state = entry.codec.load(table.state or "")
        here = [player.seat for player in table.players if player.user_id > 0]
        if not entry.game.cooperative:
            return tuple(here)
        return tuple(seat for seat in here if entry.game.legal(state, seat))

    def _closing_change(self, table: Table) -> Change:
        """The change that closes a transferred table."""
        return replace(self._tables.automatic_change(table), status=Status.CLOSED, clocks=())


def _owner_ids(user_id: int, left: Table | None) -> tuple[int, ...]:
    """The users who own a game: the importer, and the players of the table that it left, if known."""
    others = () if left is None else (player.user_id for player in left.players if player.user_id > 0)
    return tuple(sorted({user_id, *others}))


def check_unfinished(result: CheckResult) -> CheckResult:
    """The check's result, if the file is valid and its game can continue; raises `Refused`."""
    if result.problems:
        raise InvalidExport(result.problems)
    if not result.parts[-1].has_seed:
        raise SealedExport(result.parts[-1])
    if result.parts[-1].outcome is not None:
        raise Refused("arrive-over")
    return result


def _options_text(header: Mapping[str, object]) -> str:
    """The options of a game, as they are stored."""
    options = header["options"]
    assert isinstance(options, dict)  # noqa: S101 - guaranteed by the check of the file
    return canonical(options)
