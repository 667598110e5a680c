"""Forks: a new table that goes on from a position of another one.

What nobody could know there is shuffled anew, under a seed of its own: the fork tells nothing of what lies
face down at its parent, and the parent nothing of what lies there now. See docs/decisions/forks.md.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.errors import Refused
from bot.games.catalogue import AnyEntry
from bot.seats import Click, closed, is_for_one, salts_of, seat_of
from bot.session.allowed import usual_hints
from bot.session.deals import Deals
from bot.session.history import History
from bot.session.shown import News, Shown
from bot.store import Base, NewTable, Player, Status, Table
from bot.trace import Trace
from engine.core import Seat
from engine.entries import begun_from, origin
from engine.fairness import commitment, first_hash, next_hash
from engine.replay import Position
from engine.rng import SeededRng

FIRST = 1
"""The line of a fork's log that says where it comes from; its first position stands after it."""

_TRIES: Final = 8
"""How often a position is shuffled to see whether anything lies face down; two cards may stay as they are."""


class Fork(History, Deals):
    """Tables that begin in the middle of a game."""

    async def fork(self, click: Click, table_id: int, ply: int | None, trace: Trace) -> Shown:
        """A new table of the same game, agreed as there, that goes on from line `ply`, or from the newest.

        A game for one begins; others wait until every seat of the position is taken. Whoever opens it has
        the seat that they have there, or else one that is to act. Raises `Refused` where the game was over,
        and where what is hidden must stay so: at a deal of the day that others have yet to play.
        """
        table, position = await self.beginning(click, table_id, ply)
        new = self._forked(click, table, self.catalogue[table.game], position)
        return replace(await self._created(click, new, trace), news=_goes_on((table.id, position.ply)))

    async def beginning(self, click: Click, table_id: int, ply: int | None) -> tuple[Table, Position]:
        """The parent of a fork and the position that it would go on from; raises `Refused` as `fork` does."""
        table = await self.table(table_id)
        await self.check_look(click.person, table)
        if not await self.is_published(table):
            raise Refused("fork-deal", table, code=table.code)
        position = await self.position_at(table, ply)
        if self.catalogue[table.game].game.outcome(position.state) is not None:
            raise Refused("fork-over", table, code=table.code, ply=position.ply)
        return table, position

    async def position_at(self, table: Table, ply: int | None) -> Position:
        """How a game stood after a line of its log, the last one if none is named; raises `Refused`."""
        if table.status is Status.CLOSED and table.state is None:
            raise closed(table)
        found = await self.positions(table)
        first, last = found[0].ply, found[-1].ply
        wanted = last if ply is None else ply
        if not first <= wanted <= last:
            raise Refused("history-no-move", table, code=table.code, move=wanted, first=first, last=last)
        return found[wanted - first]

    def _forked(self, click: Click, parent: Table, entry: AnyEntry, position: Position) -> NewTable:
        """The table to be opened."""
        seed = self._seeds()
        state = entry.game.reshuffled(position.state, SeededRng(f"{seed}/fork"))
        text, place = entry.codec.dump(state), (parent.id, position.ply)
        alone = is_for_one(entry.game)
        seat = _seat_there(parent, click, min(entry.game.to_act(state)))
        return NewTable(
            game=parent.game,
            guild_id=click.guild_id,
            channel_id=click.channel_id,
            host_id=click.person.id,
            options=parent.options,
            rules_version=entry.game.rules_version,
            seed=seed,
            players=(Player(seat, click.person.id, click.person.name),),
            at=self._clock(),
            patience=parent.patience,
            state=text if alone else None,
            clock=parent.clock,
            bank=parent.bank,
            forfeit=parent.forfeit,
            hints=parent.hints if parent.day is None else usual_hints(entry.game),
            language=self.language_at(click),
            parent=place,
            base=Base(FIRST, text, 0),
            entry=_first_line(place, seed, text) if alone else None,
        )

    async def _begin(self, click: Click, table: Table, players: tuple[Player, ...], trace: Trace) -> Shown:
        """The game begins; that of a fork with its position, and with a line that says so."""
        if table.parent is None or table.base is None:
            return await super()._begin(click, table, players, trace)
        line = _first_line(table.parent, table.seed, table.base.state)
        shown = await self._go_on(click, table, players, table.base, line, trace)
        return replace(shown, news=_goes_on(table.parent))

    async def _go_on(
        self, click: Click, table: Table, players: tuple[Player, ...], base: Base, line: str, trace: Trace
    ) -> Shown:
        """The game begins in its middle, with the line of the log that says where it comes from."""
        rules, salts = self.catalogue[table.game].game.rules_version, salts_of(players)
        agreed = first_hash(table.game, table.options, len(players), rules, commitment(table.seed), salts)
        change = replace(
            self._change(click, table),
            status=Status.PLAYING,
            players=players,
            state=base.state,
            counter=base.counter,
            options=table.options,
            rules_version=rules,
            head=next_hash(agreed, FIRST, 0, line),
            seat=0,
            user_id=click.person.id,
            action=line,
            waiting_since=self._clock(),
            salts=salts,
            base=base,
        )
        return await self._set_going(table, change, self.catalogue[table.game].codec.load(base.state), trace)


def hides(entry: AnyEntry, state: object) -> bool:
    """Whether there is anything in a position that nobody can know, apart from dice that have not fallen."""
    stands = entry.codec.dump(state)
    tries = (SeededRng(f"hides/{number}") for number in range(_TRIES))
    return any(entry.codec.dump(entry.game.reshuffled(state, rng)) != stands for rng in tries)


def _seat_there(parent: Table, click: Click, other: Seat) -> Seat:
    """Where somebody sits at a table, or the `other` seat if they have none there."""
    own = seat_of(parent, click.person)
    return other if own is None else own


def _first_line(parent: tuple[int, int], seed: str, state: str) -> str:
    """The line of the log that tells where the game comes from, and commits to the position."""
    table_id, ply = parent
    return begun_from(f"T{table_id}", ply, origin(seed, state))


def _goes_on(parent: tuple[int, int]) -> News:
    """What the first board of a fork tells."""
    return News("fork.goes-on", name=f"T{parent[0]}", other=str(parent[1]))
