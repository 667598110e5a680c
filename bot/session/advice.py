"""Hints: what the best of the house's minds would do, told to one person and noted in the log.

First the mind answers, then the line is saved, then the answer is shown. So what could not be thought of is
not counted, and what could not be shown can be asked for again: at one position a hint is counted once.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.errors import Refused, Stale
from bot.seats import Click, check_turn
from bot.session.allowed import hints_at
from bot.session.history import History
from bot.session.search import Search
from bot.session.shown import Shown
from bot.store import Line, Status, Table
from bot.thinking import CannotThink, Urgency
from bot.trace import Trace
from bot.worker import Question
from engine.core import Seat
from engine.entries import HINT, stands_after
from engine.fairness import next_hash
from engine.mind import Odds, Weighed
from engine.minds import MINDS

BEST: Final = "grete"
"""The level that gives hints."""

QUICKER: Final = "wenna"
"""Who gives them where that one does not come to an end."""

PATIENCE: Final = 90.0
"""Seconds that somebody waits for an answer while others are answered before them."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Somebody may have a hint: at a `table` as it is, on their `seat`, for the seat that they act for."""

    table: Table
    seat: Seat
    acting: Seat


@dataclass(frozen=True, slots=True)
class Hint:
    """What the mind of a `level` says: actions of a seat with what they are worth to it, the best first.

    `shown` is the table with the hint noted; where it is `free`, as it was. `taken` is how many hints the
    seat has had by now.
    """

    shown: Shown
    weighed: tuple[Weighed[Any], ...]
    level: str
    taken: int
    free: bool


@dataclass(frozen=True, slots=True)
class Reckoned:
    """What may happen next at a table, and how likely it is."""

    shown: Shown
    odds: tuple[Odds, ...]


@dataclass(frozen=True, slots=True)
class Tally:
    """How many hints a seat has had at a table, and whether it has had the one that it asks for now."""

    taken: int
    has_this: bool


class Hints(History, Search):
    """Help for those who must act."""

    async def ask_hint(self, click: Click, table_id: int) -> Asked:
        """Whether somebody may have a hint now; raises `Refused` with the first thing that is wrong."""
        table = await self.table(table_id)
        own = check_turn(table, click.person, None)
        shown = self.shown(table)
        game, state = shown.entry.game, shown.state
        if game.key not in MINDS:
            raise Refused("hint-no-mind", game=game.title)
        if table.day is not None:
            raise Refused("hint-day", table, code=table.code)
        if self.hints_at(table) == 0:
            raise Refused("hint-none", table, code=table.code, game=game.title, play=game.key)
        absent = self._stands_in_for(table, game, state, own)
        if own not in game.to_act(state) and not absent:
            raise self._not_your_turn(shown, own)
        asked = Asked(table, own, own if own in game.to_act(state) else absent[0])
        await self._tallied(asked)
        return asked

    async def hint(self, click: Click, asked: Asked, trace: Trace) -> Hint:
        """The hint, thought of and noted; raises `Refused` where the minds are busy or the game went on."""
        weighed, level = await self._thought(asked)
        while True:
            tally = await self._tallied(asked)
            if tally.has_this:
                return Hint(self.shown(asked.table), weighed, level, tally.taken, free=True)
            try:
                noted = await self._noted(click, asked, trace)
                return Hint(noted, weighed, level, tally.taken + 1, free=False)
            except Stale:
                asked = await self._as_before(asked)

    def check_reckoning(self, table: Table) -> Shown:
        """A table where there is something to reckon: a game that goes on; raises `Refused`."""
        if table.status is not Status.PLAYING:
            raise Refused("odds-not-playing", table, code=table.code)
        shown = self.shown(table)
        if table.game not in MINDS:
            raise Refused("hint-no-mind", game=shown.entry.game.title)
        return shown

    async def reckon(self, shown: Shown) -> Reckoned:
        """The odds of what who must act could do, from what everybody sees; raises `Refused`."""
        game, state = shown.entry.game, shown.state
        seat = min(game.to_act(state))
        actions = game.legal(state, seat)
        question = Question("odds", game.key, game.view(state, None), actions, BEST, "")
        try:
            odds: tuple[Odds, ...] = await self.thinking.ask(question, Urgency.PERSON, PATIENCE)
        except CannotThink as error:
            raise Refused("odds-busy", shown.table, code=shown.table.code) from error
        return Reckoned(shown, odds)

    def hints_at(self, table: Table) -> int:
        """How many hints each seat may take at a table; negative: any number."""
        return hints_at(self.catalogue[table.game].game, table)

    async def _thought(self, asked: Asked) -> tuple[tuple[Weighed[Any], ...], str]:
        """What actions are worth, and whose opinion that is; the same each time somebody asks here."""
        table, shown = asked.table, self.shown(asked.table)
        game = shown.entry.game
        view, actions = game.view(shown.state, asked.acting), game.legal(shown.state, asked.acting)
        stands = stands_after(line.action for line in await self.log(table))[-1]
        for level in (BEST, QUICKER):
            question = Question("weigh", table.game, view, actions, level, f"{table.code}/{stands}/hint")
            with suppress(CannotThink):
                if weighed := await self.thinking.weigh(question, patience=PATIENCE):
                    return weighed, level
        raise Refused("hint-busy", table, code=table.code)

    async def _tallied(self, asked: Asked) -> Tally:
        """How many hints the seat has had; raises `Refused` if there is none left."""
        table = asked.table
        most = self.hints_at(table)
        tally = tallied(await self.log(table), asked.seat)
        if 0 <= most <= tally.taken and not tally.has_this:
            raise Refused("hint-no-more", table, code=table.code, most=most)
        return tally

    async def _noted(self, click: Click, asked: Asked, trace: Trace) -> Shown:
        """The table with one more line in its log; the game stands as before."""
        table, seat = asked.table, asked.seat
        trace.table, trace.revision, trace.notation = table.code, table.revision, HINT
        change = replace(
            self._change(click, table),
            head=next_hash(table.head, table.plies + 1, seat, HINT),
            seat=seat,
            user_id=click.person.id,
            action=HINT,
        )
        shown = await self.recalled(self.shown(await self._save(change, trace)))
        return replace(shown, new_turn=False)

    async def _as_before(self, asked: Asked) -> Asked:
        """The table as it is by now; refused unless the game stands as it stood, so that the answer holds."""
        table = await self.table(asked.table.id)
        if table.status is not Status.PLAYING or table.state != asked.table.state:
            raise Refused("hint-overtaken", table, code=table.code)
        return replace(asked, table=table)


def hints_in(lines: Sequence[Line], seat: Seat | None = None) -> int:
    """How many hints a log tells of, of one seat or of all; those that were gone back over stay taken."""
    return sum(line.action == HINT and seat in (None, line.seat) for line in lines)


def tallied(lines: Sequence[Line], seat: Seat) -> Tally:
    """What a log tells of a seat's hints, at the position where it ends."""
    stands = stands_after(line.action for line in lines)
    had = {stands[line.ply] for line in lines if line.action == HINT and line.seat == seat}
    return Tally(hints_in(lines, seat), stands[-1] in had)
