"""Undo: at once where it concerns no one else, by an offer to the other players where it does.

An offer is a database row that is valid for one revision of its table: it survives a restart, and the next
move of the game ends it.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any
from weakref import WeakValueDictionary

from bot.features.undo.storage import UndoOffer, UndoStorage
from bot.games.catalogue import AnyEntry
from bot.kernel.clicks import Click, Person
from bot.kernel.errors import NotSeated, Refused
from bot.kernel.session import Session
from bot.kernel.tables.context import News, Shown
from bot.kernel.tables.seats import (
    acting_for,
    check_length,
    check_may_act,
    seat_of,
    seats_beside,
    second_board_of,
    with_current_name,
)
from bot.kernel.tables.undo_index import AnyGame, UndoIndex, reveals
from bot.kernel.time.timing import Timing, asleep_in, with_time
from bot.kernel.trace import Trace
from bot.store import HOUSE, Board, NewLine, Player, Table
from bot.store.tables import start_of
from engine.core import Seat
from engine.fairness import next_hash
from engine.replay import LogPosition, effective_positions
from engine.table_lines import undo_line


@dataclass(frozen=True, slots=True)
class Takeback:
    """What going back to `position` means.

    `undone` are the actions that would be taken back, in order, and `redone` those that would be restored.
    Since the game last was at that position, the seats of `others` have acted, and at the positions of
    `revelations` hidden information was revealed.
    """

    position: LogPosition
    undone: tuple[LogPosition, ...]
    redone: tuple[LogPosition, ...]
    others: frozenset[Seat]
    revelations: tuple[LogPosition, ...]

    @property
    def revealed(self) -> LogPosition | None:
        """The first position at which hidden information was revealed."""
        return next(iter(self.revelations), None)

    @property
    def is_free(self) -> bool:
        """Whether it concerns only the seat that asks."""
        return not self.others and self.revealed is None


@dataclass(frozen=True, slots=True)
class UndoRequest:
    """A user's request to go back at a table, for a `seat`.

    `voters` are the seats that must be asked where it is not free; none if no one else plays. `target_hash`
    is the hash of the log's line that the game would go back to, `positions` are those of the game so far.
    """

    table: Table
    entry: AnyEntry
    seat: Seat
    user_id: int
    takeback: Takeback
    voters: tuple[Seat, ...]
    target_hash: str
    positions: tuple[LogPosition, ...]

    def state_before(self, move: LogPosition) -> Any:  # noqa: ANN401 - a state of any game
        """The state on which a move was made."""
        return self.positions[(move.before or 0) - self.positions[0].ply].state

    @property
    def is_from_memory(self) -> bool:
        """Whether players must remember what the positions would show again."""
        return any(
            self.entry.rules.from_memory(position.state)
            for position in (self.takeback.position, *self.takeback.undone)
        )

    @property
    def table_after(self) -> Shown:
        """The table as it would be after the undo."""
        return Shown(replace(self.table, head=self.target_hash), self.entry, self.takeback.position.state)


@dataclass(frozen=True, slots=True)
class Agreement:
    """The result of a vote for an offer: `table_after` is set once the game went back."""

    offer: UndoOffer
    request: UndoRequest
    table_after: Shown | None

    @property
    def missing(self) -> int:
        """How many more have to agree."""
        return votes_needed(self.request.voters) - len(set(self.offer.agreed) & set(self.request.voters))


@dataclass(frozen=True, slots=True)
class PlacedOffer:
    """The current offer. `is_new`: it has yet to be posted. `previous`: the table's offer before it."""

    offer: UndoOffer
    is_new: bool
    previous: UndoOffer | None = None


class Undo:
    """Undo in games that go on."""

    def __init__(self, session: Session) -> None:
        self._context = session.context
        self._offers = UndoStorage(session.context.store)
        self._tables = session.tables
        self._timing = Timing(session.context)
        self._history = session.history
        self._answering: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        """The locks under which offers are answered, by table."""

    async def find_request(
        self,
        click: Click,
        table_id: int,
        *,
        moves: int | None = None,
        to: int | None = None,
        revision: int | None = None,
    ) -> UndoRequest:
        """The request to undo own moves (`moves`), to go back to a line (`to`), or to undo the last own move.

        Raises `Refused` where there is none; `revision` is that of the clicked board.
        """
        table = await self._tables.get(table_id)
        seat = check_may_act(table, click.person, revision)
        check_length(table)
        if moves is not None and to is not None:
            raise Refused("undo-either", table, code=table.code)
        positions = await self._history.positions(table)
        if to is None:
            ply = await asyncio.to_thread(_ply_before_moves, table, positions, seat, moves or 1)
        else:
            ply = _check_ply(table, positions, to)
        undo_request = await self._undo_request(table, positions, seat, click.person.id, ply)
        if second_board_of(table) is not None and undo_request.voters and not undo_request.takeback.is_free:
            raise Refused("finding-no-undo", table)
        return undo_request

    async def take_back(self, click: Click, undo_request: UndoRequest, trace: Trace) -> Shown:
        """Go back at once. Only where that is free, or there are no voters."""
        if not undo_request.takeback.is_free and undo_request.voters:
            raise Refused("undo-asks", undo_request.table, code=undo_request.table.code)
        shown = await self._go_back(click, undo_request, trace)
        before, after = self._tables.show(undo_request.table).state, shown.state
        return replace(
            shown,
            new_turn=undo_request.entry.rules.turn_key(before) != undo_request.entry.rules.turn_key(after),
        )

    # Offers

    async def place_offer(self, click: Click, undo_request: UndoRequest) -> PlacedOffer:
        """Offer an undo to the other players; it replaces the table's previous offer, unless it is equal."""
        table, ply = undo_request.table, undo_request.takeback.position.ply
        async with self._lock(table.id):
            before = await self._offers.last_offer(table.id)
            same = before is not None and (before.revision, before.ply) == (table.revision, ply)
            if before is not None and same and before.message is not None:
                return PlacedOffer(before, is_new=False, previous=before)
            now = self._context.now()
            new_offer = UndoOffer(table.id, table.revision, click.person.id, undo_request.seat, ply, (), now)
            await self._offers.set_offer(new_offer)
        return PlacedOffer(new_offer, is_new=True, previous=before)

    async def note_offer(self, offer: UndoOffer, message: Board) -> None:
        """Store which message shows an offer, if it is still current."""
        async with self._lock(offer.table_id):
            current = await self._offers.last_offer(offer.table_id)
            if current is not None and (current.revision, current.ply) == (offer.revision, offer.ply):
                await self._offers.set_offer(replace(current, message=message))

    async def agree(self, click: Click, table_id: int, revision: int, ply: int, trace: Trace) -> Agreement:
        """Agree to an offer; once enough have, the game goes back.

        In a duel the opponent is enough, else more than half of the others who still play.
        """
        async with self._lock(table_id):
            table, offer = await self._current_offer(table_id, revision, ply)
            trace.table, trace.revision, trace.notation = table.code, table.revision, undo_line(ply)
            positions = await self._history.positions(table)
            undo_request = await self._undo_request(table, positions, offer.seat, offer.user_id, ply)
            seats = _answering_seats(click.person, undo_request)
            if set(seats) <= set(offer.agreed):
                raise Refused("undo-agreed", table, code=table.code)
            offer = replace(offer, agreed=tuple(sorted({*offer.agreed, *seats})))
            if Agreement(offer, undo_request, None).missing > 0:
                await self._offers.set_offer(offer)
                return Agreement(offer, undo_request, None)
            shown = await self._go_back(click, undo_request, trace)
            await self._offers.drop_offer(table_id)
            return Agreement(offer, undo_request, shown)

    async def decline(self, click: Click, table_id: int, revision: int, ply: int) -> UndoOffer:
        """Decline an offer, which ends it."""
        async with self._lock(table_id):
            table, offer = await self._current_offer(table_id, revision, ply)
            positions = await self._history.positions(table)
            _answering_seats(
                click.person, await self._undo_request(table, positions, offer.seat, offer.user_id, ply)
            )
            await self._offers.drop_offer(table_id)
            return offer

    async def withdraw(self, click: Click, table_id: int, revision: int, ply: int) -> UndoOffer:
        """Withdraw the user's own offer."""
        async with self._lock(table_id):
            table, offer = await self._current_offer(table_id, revision, ply)
            if seat_of(table, click.person) is None:
                raise NotSeated(table)
            if not _is_asker(click.person, table, offer.seat, offer.user_id):
                name = name_of(table, offer.user_id)
                raise Refused("undo-not-yours", table, code=table.code, name=name)
            await self._offers.drop_offer(table_id)
            return offer

    async def _current_offer(self, table_id: int, revision: int, ply: int) -> tuple[Table, UndoOffer]:
        """The table and the offer of a control; raises `Refused` if the offer is out of date."""
        table = await self._tables.get(table_id)
        offer = await self._offers.last_offer(table_id)
        if offer is None or not offer.revision == revision == table.revision or offer.ply != ply:
            raise Refused("undo-off", table, code=table.code)
        return table, offer

    def _lock(self, table_id: int) -> asyncio.Lock:
        """The lock under which the offers of a table are made and answered."""
        return self._answering.setdefault(table_id, asyncio.Lock())

    # Going back

    async def _undo_request(
        self, table: Table, positions: tuple[LogPosition, ...], seat: Seat, user_id: int, ply: int
    ) -> UndoRequest:
        """The request to go back to a position; refused if the game is there, or a deal's secrets are known.

        Rule trogdor:weekly-5.
        """
        entry = self._context.catalogue[table.game]
        beside = seats_beside(table, seat)
        back = await asyncio.to_thread(takeback_of, entry.game, positions, seat, ply, *beside)
        if not back.undone and not back.redone:
            raise Refused("undo-here", table, code=table.code)
        if table.deal is not None and back.revealed is not None:
            raise Refused("undo-day", table, code=table.code)
        voters = tuple(
            player.seat
            for player in table.players
            if player.seat not in {seat, *beside}
            and acting_for(player) > HOUSE
            and entry.game.legal(positions[-1].state, player.seat)
        )
        stamp = await self._hash_after(table, back.position.ply)
        return UndoRequest(
            table, entry, seat, user_id, back, () if back.is_free else voters, stamp, positions
        )

    async def _hash_after(self, table: Table, ply: int) -> str:
        """The hash of a line of the log, or of the log's start."""
        lines = await self._context.store.log(table.id)
        return lines[ply - 1].hash if ply else start_of(table, len(table.players), lines)

    async def _go_back(self, click: Click, undo_request: UndoRequest, trace: Trace) -> Shown:
        """Go back to the position, saved as one more line of the log."""
        table, position = undo_request.table, undo_request.takeback.position
        action = undo_line(position.ply)
        trace.table, trace.revision, trace.notation = table.code, table.revision, action
        players = with_current_name(_with_asker_back(table.players, undo_request.user_id), click.person)
        change = replace(
            self._tables.change(click, table),
            players=players,
            state=undo_request.entry.codec.dump(position.state),
            counter=position.counter,
            head=next_hash(table.head, table.plies + 1, undo_request.seat, action),
            line=NewLine(undo_request.seat, undo_request.user_id, action),
            waiting_since=self._context.now(),
        )
        before = self._tables.show(table).state
        timed = await self._timing.turn_change(table, players, before, position.state, again=True)
        saved = await self._tables.save(with_time(change, timed), trace)
        # Without an action a position begins a game, or a table that goes on with one from elsewhere.
        first = position.action is None and (position.ply == 0 or table.journey.parent is not None)
        news = _news(undo_request, first=first)
        return Shown(saved, undo_request.entry, position.state, news=news, asleep=asleep_in(timed))


def _news(undo_request: UndoRequest, *, first: bool) -> News:
    """What a board says about an undo."""
    name, undone = name_of(undo_request.table, undo_request.user_id), len(undo_request.takeback.undone)
    if first:
        return News("undo.told.beginning", name=name)
    if undone > 1:
        return News("undo.told.several", name=name, other=str(undone))
    return News("undo.told.single" if undone else "undo.told.again", name=name)


def name_of(table: Table, user_id: int) -> str:
    """The name of a user who plays at a table, on their own seat or as a stand-in."""
    for player in table.players:
        if player.user_id == user_id:
            return player.name
        if player.substitute == user_id:
            return player.substitute_name
    return "—"


def _ply_before_moves(table: Table, positions: tuple[LogPosition, ...], seat: Seat, moves: int) -> int:
    """The line of the log before a number of the own moves of the person on a seat."""
    own_moves = own_actions(positions, seat, *seats_beside(table, seat))
    if not own_moves:
        raise Refused("undo-nothing", table, code=table.code)
    if moves > len(own_moves):
        raise Refused("undo-fewer", table, code=table.code, most=len(own_moves))
    return own_moves[-moves].before or 0


def _check_ply(table: Table, positions: tuple[LogPosition, ...], to: int) -> int:
    """The number of a move; raises `Refused` where the game cannot go back to it."""
    first, last = positions[0].ply, positions[-1].ply
    if not first <= to <= last:
        raise Refused("undo-no-move", table, code=table.code, move=to, first=first, last=last)
    return to


def votes_needed(voters: tuple[Seat, ...]) -> int:
    """How many have to agree: more than half."""
    return len(voters) // 2 + 1


def _is_asker(person: Person, table: Table, seat: Seat, user_id: int) -> bool:
    """Whether the person made the offer, or has the seat it was made for."""
    return user_id == person.id or seat_of(table, person) == seat


def _answering_seats(person: Person, undo_request: UndoRequest) -> tuple[Seat, ...]:
    """The seats that a person votes for: their own, and those they stand in for."""
    table = undo_request.table
    if seat_of(table, person) is None:
        raise NotSeated(table)
    if _is_asker(person, table, undo_request.seat, undo_request.user_id):
        raise Refused("undo-own", table, code=table.code)
    seats = [player.seat for player in table.players if person.id in (player.user_id, player.substitute)]
    voices = tuple(seat for seat in seats if seat in undo_request.voters)
    if not voices:
        raise Refused("undo-no-voice", table, code=table.code)
    return voices


def _with_asker_back(players: tuple[Player, ...], user_id: int) -> tuple[Player, ...]:
    """The players, with the asker back on their own seat instead of a stand-in."""
    return tuple(
        replace(player, substitute=None, substitute_name="") if player.user_id == user_id else player
        for player in players
    )


# The effect of an undo


def takeback_of(
    game: AnyGame, positions: Sequence[LogPosition], seat: Seat, ply: int, *own: Seat
) -> Takeback:
    """What it means for a seat that a game goes back to its state after line `ply`.

    `own` are further seats of the same person.
    """
    course, first = UndoIndex(positions), positions[0].ply
    goal = course.first_reached(ply - first)
    current_path, new_path = effective_positions(positions), effective_positions(positions[: goal + 1])
    shared = len(list(takewhile(lambda pair: pair[0] is pair[1], zip(current_path, new_path, strict=False))))
    between = positions[course.first_after(goal) :]
    return Takeback(
        position=positions[goal],
        undone=current_path[shared:],
        redone=new_path[shared:],
        others=course.seats_since(goal) - {seat, *own},
        revelations=tuple(position for position in between if reveals(game, position)),
    )


def own_actions(positions: Sequence[LogPosition], *own: Seat) -> tuple[LogPosition, ...]:
    """The actions of a person's seats that have not been taken back, in order.

    A game may have its own undo, such as for a die within a turn: actions undone by it, and the undo itself,
    do not count either.
    """
    kept_positions = list[LogPosition]()
    turns = list[int]()  # for each kept position, the index where its turn begins
    alike = dict[int, list[int]]()  # indexes of kept positions by their chance counter
    for position in effective_positions(positions):
        turn = (
            turns[-1] if kept_positions and kept_positions[-1].seat == position.seat else len(kept_positions)
        )
        same = alike.setdefault(position.counter, [])
        candidates = same[bisect_left(same, turn - 1) :]
        stood = next((at for at in candidates if bool(kept_positions[at].state == position.state)), None)
        if stood is None:
            same.append(len(kept_positions))
            kept_positions.append(position)
            turns.append(turn)
            continue
        for dropped in reversed(kept_positions[stood + 1 :]):
            alike[dropped.counter].pop()
        del kept_positions[stood + 1 :], turns[stood + 1 :]
    return tuple(position for position in kept_positions[1:] if position.seat in own)
