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
from bot.kernel.advice import BEST, taken_between, weigh_decision
from bot.kernel.errors import Refused
from bot.kernel.session import Session
from bot.minds.analysis import Mark, TakenAction, mark_of
from bot.minds.pool import NoSearchResult, Urgency
from bot.minds.worker import SearchQuestion
from bot.store import Player, Status, Table, is_bot, level_of
from engine.core import Seat
from engine.mind import ActionWorth
from engine.minds import MINDS
from engine.replay import LogPosition, effective_positions

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

    async def may_remark(self, table: Table, bot: Player) -> bool:
        """Whether a bot that has just played may remark on something here and now."""
        is_its_seat = is_bot(bot.user_id) and bot.substitute is None
        if (
            table.status is not Status.PLAYING
            or table.terms.quiet
            or table.deal is not None
            or not is_its_seat
        ):
            return False
        if table.game not in MINDS or self._context.search_pool.waiting:
            return False
        last = self._last.setdefault(table.id, 0 if table.turn <= APART else table.turn)
        if len(self._last) > KEPT:
            self._last.popitem(last=False)
        if table.turn - last < APART:
            return False
        people = [player.user_id for player in table.players if player.user_id > 0]
        habits = [await self._context.store.schedule.habits(person) for person in people]
        return bool(people) and not any(one.quiet for one in habits)

    async def find_remark(self, table: Table, bot: Player) -> Remark | None:
        """What a bot that has just played remarks on; mostly nothing. It may take some seconds."""
        if not await self.may_remark(table, bot):
            return None
        entry = self._context.catalogue[table.game]
        try:
            found = effective_positions(await self._history.positions(table))[-LOOKED_AT:]
        except Refused:
            return None
        way = await asyncio.to_thread(taken_between, entry, found)
        for turn in decisions_to_judge(way, frozenset(_bot_seats(table))):
            try:
                mark = await self._judge_turn(
                    table, entry, [(way[at], found[at], found[at + 1]) for at in turn]
                )
            except NoSearchResult:
                return None
            if mark is not None:
                self._last[table.id] = table.turn
                self._last.move_to_end(table.id)
                own = way[turn[0]].seat == bot.seat
                return Remark(level_of(bot.user_id), own, mark, 1 + table.turn // APART % WAYS)
        return None

    async def _judge_turn(
        self, table: Table, entry: AnyEntry, turn: Sequence[tuple[TakenAction, LogPosition, LogPosition]]
    ) -> Mark | None:
        """What a turn stood out by: one of its decisions, each with the positions before and after it.

        Only one after which its seat stands otherwise is weighed at all. At a glance that costs a fiftieth of
        what weighing does.
        """
        moved = list[tuple[float, TakenAction, LogPosition, LogPosition]]()
        for taken_, before, after in turn:
            stood, stands = [await self._evaluate(table, entry, position) for position in (before, after)]
            moved.append((abs(stands - stood), taken_, before, after))
        for change, taken_, before, after in sorted(moved, key=lambda one: -one[0])[:WEIGHED]:
            if change < entry.help.remarkable * AT_A_GLANCE:
                break
            weighed = await self._weigh_alternatives(table, entry, before, after)
            mark = mark_of(taken_.action, weighed, entry.help.remarkable)
            if mark is not None:
                return mark
        return None

    async def _evaluate(self, table: Table, entry: AnyEntry, at: LogPosition) -> float:
        """What the first seat can expect of a position."""
        view = entry.game.view(at.state, min(entry.game.to_act(at.state)))
        question = SearchQuestion("evaluate", table.game, view, (), BEST, f"remark {table.code} {at.ply}")
        return await self._context.search_pool.evaluate(question, Urgency.LATER, PATIENCE)

    async def _weigh_alternatives(
        self, table: Table, entry: AnyEntry, before: LogPosition, after: LogPosition
    ) -> tuple[ActionWorth[str], ...]:
        """What a seat could have done at a position, the best first, in notation."""
        assert after.seat is not None  # noqa: S101 - it is a seat's decision that is weighed
        seat = after.seat

        async def weigh(state: object, ply: int) -> tuple[ActionWorth[Any], ...]:
            view, legal = entry.game.view(state, seat), entry.game.legal(state, seat)
            question = SearchQuestion("weigh", table.game, view, legal, BEST, f"remark {table.code} {ply}")
            return await self._context.search_pool.weigh(question, Urgency.LATER, PATIENCE)

        return await weigh_decision(entry, before, after, weigh, entry.help.remarkable)


def _bot_seats(table: Table) -> Iterator[Seat]:
    return (player.seat for player in table.players if is_bot(player.user_id))


def decisions_to_judge(way: Sequence[TakenAction], bots: frozenset[Seat]) -> tuple[tuple[int, ...], ...]:
    """Which decisions may be remarked on, by their place on the way: a person's last turn, then a bot's.

    The person's is the last one before the bots that have played since; the bot's is the last of theirs. A
    turn can have several: which die went where counts for more than passing the dice.
    """
    first = len(way)
    while first > 0 and way[first - 1].seat in bots:
        first -= 1
    turns = (_last_turn(way, 0, first), _last_turn(way, first, len(way)))
    return tuple(turn for turn in turns if turn)


def _last_turn(way: Sequence[TakenAction], first: int, end: int) -> tuple[int, ...]:
    """The decisions at the end of a part of the way that are all of one seat."""
    start = end
    while start > first and way[start - 1].seat == way[end - 1].seat:
        start -= 1
    return tuple(at for at in range(start, end) if way[at].decided)
