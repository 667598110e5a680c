"""Games that continue from a position of another table, which stays as it is.

Hidden information is shuffled anew under a new seed, so the new table reveals nothing of the old one. See
docs/decisions/forks.md.
"""

from __future__ import annotations

from dataclasses import replace

from bot.games.catalogue import AnyEntry
from bot.kernel.clicks import Click
from bot.kernel.errors import Refused
from bot.kernel.session import Session, Shown
from bot.kernel.tables.opening import FIRST, NewTables, fork_line, fork_news, usual_hints
from bot.kernel.tables.seats import is_for_one, seat_of, seats_beside, with_current_name
from bot.kernel.time.timing import Timing
from bot.kernel.trace import Trace
from bot.store import Base, Journey, NewTable, Player, Table
from engine.core import Seat
from engine.replay import LogPosition
from engine.rng import SeededRng


class Forks:
    """Tables that begin in the middle of a game."""

    def __init__(self, session: Session) -> None:
        self._context = session.context
        self._tables = session.tables
        self._access = session.access
        self._history = session.history
        self._new_tables = NewTables(session.context, session.tables, Timing(session.context), session.server)

    async def fork(self, click: Click, table_id: int, ply: int | None, trace: Trace) -> Shown:
        """A new table of the same game and options that continues from line `ply`, or from the newest.

        A game for one begins at once; others wait in a lobby. The opener gets their own seat of the old
        table, or else one that is to act. Raises `Refused` where the game was over, and for a deal that
        others have yet to play.
        """
        table, position = await self.fork_position(click, table_id, ply)
        new = self._new_fork(click, table, self._context.catalogue[table.game], position)
        return replace(
            await self._new_tables.create(click, new, trace), news=fork_news((table.id, position.ply))
        )

    async def fork_position(self, click: Click, table_id: int, ply: int | None) -> tuple[Table, LogPosition]:
        """The parent table and the position of a fork; raises `Refused` as `fork` does."""
        table = await self._tables.get(table_id)
        await self._access.check_may_look(click.person, table)
        if not await self._access.is_published(table):
            raise Refused("fork-deal", table, code=table.code)
        position = await self._history.position_at(table, ply)
        if self._context.catalogue[table.game].game.outcome(position.state) is not None:
            raise Refused("fork-over", table, code=table.code, ply=position.ply)
        return table, position

    def _new_fork(self, click: Click, parent: Table, entry: AnyEntry, position: LogPosition) -> NewTable:
        """The table to be opened."""
        seed = self._context.seeds()
        state = entry.game.reshuffle(position.state, SeededRng(f"{seed}/fork"))
        text, place = entry.codec.dump(state), (parent.id, position.ply)
        alone = is_for_one(entry.game)
        seat = _seat_of_opener(parent, click, min(entry.game.to_act(state)))
        return NewTable(
            game=parent.game,
            guild_id=click.guild_id,
            channel_id=click.channel_id,
            host_id=click.person.id,
            terms=replace(
                parent.terms.renewed(),
                rules_version=entry.game.rules_version,
                hints=parent.terms.hints if parent.deal is None else usual_hints(entry.game),
                language=self._tables.language_at(click),
            ),
            seed=seed,
            players=_seats_of_opener(parent, click, seat),
            at=self._context.now(),
            state=text if alone else None,
            journey=Journey(parent=place, base=Base(FIRST, text, 0)),
            entry=fork_line(place, seed, text) if alone else None,
        )


def _seats_of_opener(parent: Table, click: Click, seat: Seat) -> tuple[Player, ...]:
    """The opener on their seat, and on that of their second keeper if they had one."""
    beside = () if seat_of(parent, click.person) is None else seats_beside(parent, seat)
    own = tuple(Player(each, click.person.id, "") for each in sorted({seat, *beside}))
    return with_current_name(own, click.person)


def _seat_of_opener(parent: Table, click: Click, other: Seat) -> Seat:
    """The seat of the user at the parent table, or the `other` seat."""
    own_seat = seat_of(parent, click.person)
    return other if own_seat is None else own_seat
