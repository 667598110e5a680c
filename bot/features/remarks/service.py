"""What a bot remarks now and then: on a decision that stood out, a person's or its own.

It is judged as reviews judge, when the board is shown already and it is a person's turn: no move waits for
it, no other question does, and what comes too late is not said. What was said last is kept in memory alone;
after a start of the bot it is some turns before anybody remarks on anything.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from bot.games.catalogue import AnyEntry
from bot.kernel.advice import BEST, taken, weigh_decision
from bot.kernel.errors import Refused
from bot.kernel.session import Session
from bot.minds.analysis import Mark, Taken, mark_of
from bot.minds.pool import CannotThink, Urgency
from bot.minds.worker import Question
from bot.store import Player, Status, Table, is_bot, level_of
from engine.core import Seat
from engine.mind import Weighed
from engine.minds import MINDS
from engine.replay import Position, lasting

APART: Final = 5
"""A table hears at most one remark in so many turns."""

AT_A_GLANCE: Final = 0.5
"""The part of what is remarkable that a position must be worth more or less, for a decision to be weighed."""

WEIGHED: Final = 2
"""So many decisions of a turn are weighed at most: those that changed most at a glance."""

LOOKED_AT: Final = 40
"""Among so many of the last lines the decisions are looked for: two turns have fewer."""

PATIENCE: Final = 20.0
"""Seconds after which a remark would come too late."""

KEPT: Final = 1024
"""Of so many tables it is kept in mind when somebody remarked on something last."""


@dataclass(frozen=True, slots=True)
class Remark:
    """What the bot of a `level` remarks on: a decision of its `own` or of somebody else, and what it was.

    `number` tells which of the ways it is said in.
    """

    level: str
    own: bool
    mark: Mark
    number: int


WAYS: Final = 2
"""In how many ways each bot says the same."""


class Remarks:
    """Bots that have something to say."""

    def __init__(self, session: Session) -> None:
        self._context = session.context
        self._history = session.history
        self._last: OrderedDict[int, int] = OrderedDict()
        """At which turn of a table somebody remarked on something, or could have done so first."""

    async def may_speak(self, table: Table, bot: Player) -> bool:
        """Whether a bot that has just played may remark on something here and now."""
        is_its_seat = is_bot(bot.user_id) and bot.substitute is None
        if (
            table.status is not Status.PLAYING
            or table.terms.quiet
            or table.deal is not None
            or not is_its_seat
        ):
            return False
        if table.game not in MINDS or self._context.thinking.waiting:
            return False
        last = self._last.setdefault(table.id, 0 if table.turn <= APART else table.turn)
        if len(self._last) > KEPT:
            self._last.popitem(last=False)
        if table.turn - last < APART:
            return False
        people = [player.user_id for player in table.players if player.user_id > 0]
        habits = [await self._context.store.schedule.habits(person) for person in people]
        return bool(people) and not any(one.quiet for one in habits)

    async def think_of(self, table: Table, bot: Player) -> Remark | None:
        """What a bot that has just played remarks on; mostly nothing. It may take some seconds."""
        if not await self.may_speak(table, bot):
            return None
        entry = self._context.catalogue[table.game]
        try:
            found = lasting(await self._history.positions(table))[-LOOKED_AT:]
        except Refused:
            return None
        way = await asyncio.to_thread(taken, entry, found)
        for turn in decisions(way, frozenset(_bots(table))):
            try:
                mark = await self._judged(table, entry, [(way[at], found[at], found[at + 1]) for at in turn])
            except CannotThink:
                return None
            if mark is not None:
                self._last[table.id] = table.turn
                self._last.move_to_end(table.id)
                own = way[turn[0]].seat == bot.seat
                return Remark(level_of(bot.user_id), own, mark, 1 + table.turn // APART % WAYS)
        return None

    async def _judged(
        self, table: Table, entry: AnyEntry, turn: Sequence[tuple[Taken, Position, Position]]
    ) -> Mark | None:
        """What a turn stood out by: one of its decisions, each with the positions before and after it.

        Only one after which its seat stands otherwise is weighed at all. At a glance that costs a fiftieth of
        what weighing does.
        """
        moved = list[tuple[float, Taken, Position, Position]]()
        for taken_, before, after in turn:
            stood, stands = [await self._standing(table, entry, position) for position in (before, after)]
            moved.append((abs(stands - stood), taken_, before, after))
        for change, taken_, before, after in sorted(moved, key=lambda one: -one[0])[:WEIGHED]:
            if change < entry.help.remarkable * AT_A_GLANCE:
                break
            weighed = await self._weighed(table, entry, before, after)
            mark = mark_of(taken_.action, weighed, entry.help.remarkable)
            if mark is not None:
                return mark
        return None

    async def _standing(self, table: Table, entry: AnyEntry, at: Position) -> float:
        """What the first seat can expect of a position."""
        view = entry.game.view(at.state, min(entry.game.to_act(at.state)))
        question = Question("evaluate", table.game, view, (), BEST, f"remark {table.code} {at.ply}")
        return await self._context.thinking.evaluate(question, Urgency.LATER, PATIENCE)

    async def _weighed(
        self, table: Table, entry: AnyEntry, before: Position, after: Position
    ) -> tuple[Weighed[str], ...]:
        """What a seat could have done at a position, the best first, in notation."""
        assert after.seat is not None  # noqa: S101 - it is a seat's decision that is weighed
        seat = after.seat

        async def weigh(state: object, ply: int) -> tuple[Weighed[Any], ...]:
            view, legal = entry.game.view(state, seat), entry.game.legal(state, seat)
            question = Question("weigh", table.game, view, legal, BEST, f"remark {table.code} {ply}")
            return await self._context.thinking.weigh(question, Urgency.LATER, PATIENCE)

        return await weigh_decision(entry, before, after, weigh, entry.help.remarkable)


def _bots(table: Table) -> Iterator[Seat]:
    return (player.seat for player in table.players if is_bot(player.user_id))


def decisions(way: Sequence[Taken], bots: frozenset[Seat]) -> tuple[tuple[int, ...], ...]:
    """Which decisions may be remarked on, by their place on the way: a person's last turn, then a bot's.

    The person's is the last one before the bots that have played since; the bot's is the last of theirs. A
    turn can have several: which die went where counts for more than passing the dice.
    """
    first = len(way)
    while first > 0 and way[first - 1].seat in bots:
        first -= 1
    turns = (_turn(way, 0, first), _turn(way, first, len(way)))
    return tuple(turn for turn in turns if turn)


def _turn(way: Sequence[Taken], first: int, end: int) -> tuple[int, ...]:
    """The decisions at the end of a part of the way that are all of one seat."""
    start = end
    while start > first and way[start - 1].seat == way[end - 1].seat:
        start -= 1
    return tuple(at for at in range(start, end) if way[at].decided)
