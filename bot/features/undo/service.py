"""Taking back: at once where it is nobody else's business, by an offer to the others where it is.

An offer is a row on disk that holds for one revision of its table, so a restart changes nothing about it,
and a game that goes on answers it.
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
    check_turn,
    seat_of,
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
    """A way back to `position`.

    `undone` are the actions that stand no longer then, in order, and `redone` those that stand again, as they
    had been taken back themselves. Since the game last stood there, the seats of `others` have acted, and
    `revealed` is the first position at which somebody learned what nobody could know before.
    """

    position: LogPosition
    undone: tuple[LogPosition, ...]
    redone: tuple[LogPosition, ...]
    others: frozenset[Seat]
    revealed: LogPosition | None

    @property
    def is_free(self) -> bool:
        """Whether it is nobody's business but that of whose seat it is."""
        return not self.others and self.revealed is None


@dataclass(frozen=True, slots=True)
class UndoRequest:
    """What somebody asks for: to go `back` at a table, for a `seat`.

    `voters` are the seats that are asked where it is not free; none if nobody else plays. `stamp` is the hash
    of the log's line that the game would stand after, `found` are the positions of the game so far.
    """

    table: Table
    entry: AnyEntry
    seat: Seat
    user_id: int
    takeback: Takeback
    voters: tuple[Seat, ...]
    target_hash: str
    positions: tuple[LogPosition, ...]

    def state_before(self, move: LogPosition) -> Any:  # noqa: ANN401 - each game has its own states
        """How the game stood when a move was made."""
        return self.positions[(move.before or 0) - self.positions[0].ply].state

    @property
    def is_from_memory(self) -> bool:
        """Whether the players have to keep in mind what they would see again."""
        return any(
            self.entry.rules.from_memory(one.state) for one in (self.takeback.position, *self.takeback.undone)
        )

    @property
    def table_after(self) -> Shown:
        """The table as it would stand."""
        return Shown(replace(self.table, head=self.target_hash), self.entry, self.takeback.position.state)


@dataclass(frozen=True, slots=True)
class Agreement:
    """What became of an offer when somebody agreed: `shown` is the table, if that was enough of them."""

    offer: UndoOffer
    request: UndoRequest
    table_after: Shown | None

    @property
    def missing(self) -> int:
        """How many more have to agree."""
        return votes_needed(self.request.voters) - len(set(self.offer.agreed) & set(self.request.voters))


@dataclass(frozen=True, slots=True)
class PlacedOffer:
    """An offer that stands now. `fresh`: it has yet to be posted. `before`: the one that was asked before."""

    offer: UndoOffer
    is_new: bool
    previous: UndoOffer | None = None


class Undo:
    """Going back in a game that goes on."""

    def __init__(self, session: Session) -> None:
        self._context = session.context
        self._offers = UndoStorage(session.context.store)
        self._tables = session.tables
        self._timing = Timing(session.context)
        self._history = session.history
        self._answering: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        """An offer is answered by one at a time, table by table."""

    async def find_request(
        self,
        click: Click,
        table_id: int,
        *,
        moves: int | None = None,
        to: int | None = None,
        revision: int | None = None,
    ) -> UndoRequest:
        """The way to before so many of one's own moves, to a move's number, or to before one's last move.

        Raises `Refused` where there is none; `revision` is that of the board that was clicked.
        """
        table = await self._tables.get(table_id)
        seat = check_turn(table, click.person, revision)
        check_length(table)
        if moves is not None and to is not None:
            raise Refused("undo-either", table, code=table.code)
        found = await self._history.positions(table)
        if to is None:
            ply = await asyncio.to_thread(_ply_before_moves, table, found, seat, moves or 1)
        else:
            ply = _check_ply(table, found, to)
        way = await self._undo_request(table, found, seat, click.person.id, ply)
        if second_board_of(table) is not None and way.voters and not way.takeback.is_free:
            raise Refused("finding-no-undo", table)
        return way

    async def take_back(self, click: Click, way: UndoRequest, trace: Trace) -> Shown:
        """The game stands as before. Only where that is free, or nobody has to be asked but who asks."""
        if not way.takeback.is_free and way.voters:
            raise Refused("undo-asks", way.table, code=way.table.code)
        shown = await self._go_back(click, way, trace)
        before, after = self._tables.show(way.table).state, shown.state
        return replace(shown, new_turn=way.entry.rules.turn_key(before) != way.entry.rules.turn_key(after))

    # Offers

    async def place_offer(self, click: Click, way: UndoRequest) -> PlacedOffer:
        """Ask the others; what was asked at the table before is asked no longer, unless it is the same."""
        table, ply = way.table, way.takeback.position.ply
        async with self._lock(table.id):
            before = await self._offers.last_offer(table.id)
            same = before is not None and (before.revision, before.ply) == (table.revision, ply)
            if before is not None and same and before.message is not None:
                return PlacedOffer(before, is_new=False, previous=before)
            now = self._context.now()
            made = UndoOffer(table.id, table.revision, click.person.id, way.seat, ply, (), now)
            await self._offers.set_offer(made)
        return PlacedOffer(made, is_new=True, previous=before)

    async def note_offer(self, offer: UndoOffer, message: Board) -> None:
        """Remember which message shows an offer, if it still stands."""
        async with self._lock(offer.table_id):
            now = await self._offers.last_offer(offer.table_id)
            if now is not None and (now.revision, now.ply) == (offer.revision, offer.ply):
                await self._offers.set_offer(replace(now, message=message))

    async def agree(self, click: Click, table_id: int, revision: int, ply: int, trace: Trace) -> Agreement:
        """The person agrees to an offer; once that is enough, the game goes back.

        In a duel the other one is enough, else more than half of the others who still play.
        """
        async with self._lock(table_id):
            table, offer = await self._current_offer(table_id, revision, ply)
            trace.table, trace.revision, trace.notation = table.code, table.revision, undo_line(ply)
            found = await self._history.positions(table)
            way = await self._undo_request(table, found, offer.seat, offer.user_id, ply)
            seats = _answering_seats(click.person, way)
            if set(seats) <= set(offer.agreed):
                raise Refused("undo-agreed", table, code=table.code)
            offer = replace(offer, agreed=tuple(sorted({*offer.agreed, *seats})))
            if Agreement(offer, way, None).missing > 0:
                await self._offers.set_offer(offer)
                return Agreement(offer, way, None)
            shown = await self._go_back(click, way, trace)
            await self._offers.drop_offer(table_id)
            return Agreement(offer, way, shown)

    async def decline(self, click: Click, table_id: int, revision: int, ply: int) -> UndoOffer:
        """Somebody who was asked says no, which ends the offer."""
        async with self._lock(table_id):
            table, offer = await self._current_offer(table_id, revision, ply)
            found = await self._history.positions(table)
            _answering_seats(
                click.person, await self._undo_request(table, found, offer.seat, offer.user_id, ply)
            )
            await self._offers.drop_offer(table_id)
            return offer

    async def withdraw(self, click: Click, table_id: int, revision: int, ply: int) -> UndoOffer:
        """Whoever asked does so no longer."""
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
        """The table and the offer that a control belongs to; refused if it does not stand any more."""
        table = await self._tables.get(table_id)
        offer = await self._offers.last_offer(table_id)
        if offer is None or not offer.revision == revision == table.revision or offer.ply != ply:
            raise Refused("undo-off", table, code=table.code)
        return table, offer

    def _lock(self, table_id: int) -> asyncio.Lock:
        """Offers of a table are made and answered one at a time."""
        return self._answering.setdefault(table_id, asyncio.Lock())

    # Going back

    async def _undo_request(
        self, table: Table, found: tuple[LogPosition, ...], seat: Seat, user_id: int, ply: int
    ) -> UndoRequest:
        """The way to a position; refused if the game stands there, or at a deal whose secrets are known.

        Rule trogdor:weekly-5.
        """
        entry = self._context.catalogue[table.game]
        back = await asyncio.to_thread(takeback_of, entry.game, found, seat, ply)
        if not back.undone and not back.redone:
            raise Refused("undo-here", table, code=table.code)
        if table.deal is not None and back.revealed is not None:
            raise Refused("undo-day", table, code=table.code)
        voters = tuple(
            player.seat
            for player in table.players
            if player.seat != seat
            and acting_for(player) > HOUSE
            and entry.game.legal(found[-1].state, player.seat)
        )
        stamp = await self._hash_after(table, back.position.ply)
        return UndoRequest(table, entry, seat, user_id, back, () if back.is_free else voters, stamp, found)

    async def _hash_after(self, table: Table, ply: int) -> str:
        """The hash of a line of the log, or that which the log starts from."""
        lines = await self._context.store.log(table.id)
        return lines[ply - 1].hash if ply else start_of(table, len(table.players), lines)

    async def _go_back(self, click: Click, way: UndoRequest, trace: Trace) -> Shown:
        """The game as it stood, saved as one more line of its log."""
        table, position = way.table, way.takeback.position
        action = undo_line(position.ply)
        trace.table, trace.revision, trace.notation = table.code, table.revision, action
        players = with_current_name(_with_asker_back(table.players, way.user_id), click.person)
        change = replace(
            self._tables.change(click, table),
            players=players,
            state=way.entry.codec.dump(position.state),
            counter=position.counter,
            head=next_hash(table.head, table.plies + 1, way.seat, action),
            line=NewLine(way.seat, way.user_id, action),
            waiting_since=self._context.now(),
        )
        before = self._tables.show(table).state
        timed = await self._timing.turn_change(table, players, before, position.state, again=True)
        saved = await self._tables.save(with_time(change, timed), trace)
        first = position.action is None and (position.ply == 0 or table.journey.parent is not None)
        news = _news(way, first=first)
        return Shown(saved, way.entry, position.state, news=news, asleep=asleep_in(timed))


def _news(way: UndoRequest, *, first: bool) -> News:
    """What a board says of an undo."""
    name, undone = name_of(way.table, way.user_id), len(way.takeback.undone)
    if first:
        return News("undo.told.beginning", name=name)
    if undone > 1:
        return News("undo.told.several", name=name, other=str(undone))
    return News("undo.told.single" if undone else "undo.told.again", name=name)


def name_of(table: Table, user_id: int) -> str:
    """What somebody is called who plays at a table, on their own seat or for another."""
    for player in table.players:
        if player.user_id == user_id:
            return player.name
        if player.substitute == user_id:
            return player.substitute_name
    return "—"


def _ply_before_moves(table: Table, found: tuple[LogPosition, ...], seat: Seat, moves: int) -> int:
    """After which line the game stood before so many of a seat's moves."""
    own = own_actions(found, seat)
    if not own:
        raise Refused("undo-nothing", table, code=table.code)
    if moves > len(own):
        raise Refused("undo-fewer", table, code=table.code, most=len(own))
    return own[-moves].before or 0


def _check_ply(table: Table, found: tuple[LogPosition, ...], to: int) -> int:
    """The number of a move that can be gone back to."""
    first, last = found[0].ply, found[-1].ply
    if not first <= to <= last:
        raise Refused("undo-no-move", table, code=table.code, move=to, first=first, last=last)
    return to


def votes_needed(voters: tuple[Seat, ...]) -> int:
    """How many have to agree: more than half."""
    return len(voters) // 2 + 1


def _is_asker(person: Person, table: Table, seat: Seat, user_id: int) -> bool:
    """Whether it was the person who asked, or for their seat."""
    return user_id == person.id or seat_of(table, person) == seat


def _answering_seats(person: Person, way: UndoRequest) -> tuple[Seat, ...]:
    """The seats that somebody answers for: their own, and those of whom they play for."""
    table = way.table
    if seat_of(table, person) is None:
        raise NotSeated(table)
    if _is_asker(person, table, way.seat, way.user_id):
        raise Refused("undo-own", table, code=table.code)
    seats = [player.seat for player in table.players if person.id in (player.user_id, player.substitute)]
    voices = tuple(seat for seat in seats if seat in way.voters)
    if not voices:
        raise Refused("undo-no-voice", table, code=table.code)
    return voices


def _with_asker_back(players: tuple[Player, ...], user_id: int) -> tuple[Player, ...]:
    """The players; who asked for it themselves is back, and nobody plays for them any more."""
    return tuple(
        replace(player, substitute=None, substitute_name="") if player.user_id == user_id else player
        for player in players
    )


# What a way back undoes, and what has come between


def takeback_of(game: AnyGame, found: Sequence[LogPosition], seat: Seat, ply: int) -> Takeback:
    """What it means for a seat that a game goes back to how it stood after line `ply`."""
    course, first = UndoIndex(found), found[0].ply
    goal = course.first_reached(ply - first)
    way, new = effective_positions(found), effective_positions(found[: goal + 1])
    shared = len(list(takewhile(lambda pair: pair[0] is pair[1], zip(way, new, strict=False))))
    between = found[course.first_after(goal) :]
    return Takeback(
        position=found[goal],
        undone=way[shared:],
        redone=new[shared:],
        others=course.seats_since(goal) - {seat},
        revealed=next((one for one in between if reveals(game, one)), None),
    )


def own_actions(found: Sequence[LogPosition], seat: Seat) -> tuple[LogPosition, ...]:
    """The actions of a seat that have not been taken back, in order.

    A game may have ways back of its own, such as for a die within a turn: what they have undone stands no
    longer either, and neither do they.
    """
    kept = list[LogPosition]()
    turns = list[int]()  # for each that is kept, where the turn begins that it is part of
    alike = dict[int, list[int]]()  # those that are kept, by how much chance was drawn
    for position in effective_positions(found):
        turn = turns[-1] if kept and kept[-1].seat == position.seat else len(kept)
        same = alike.setdefault(position.counter, [])
        candidates = same[bisect_left(same, turn - 1) :]
        stood = next((at for at in candidates if bool(kept[at].state == position.state)), None)
        if stood is None:
            same.append(len(kept))
            kept.append(position)
            turns.append(turn)
            continue
        for one in reversed(kept[stood + 1 :]):
            alike[one.counter].pop()
        del kept[stood + 1 :], turns[stood + 1 :]
    return tuple(position for position in kept[1:] if position.seat == seat)
