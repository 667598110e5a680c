"""Occasional remarks of a bot on a notable decision, its own or a player's.

Decisions are judged as in reviews, after the board is shown, while a person's turn goes on: no move waits for
it, other searches come first, and late remarks are dropped. The last remarks are kept in memory only; after a
restart it takes some turns until the first one.
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
"""The fewest turns between two remarks at a table."""

AT_A_GLANCE: Final = 0.5
"""A decision is weighed if it changed the position's value by this part of a remarkable change."""

WEIGHED: Final = 2
"""The most decisions of a turn that are weighed: those that changed the value most."""

LOOKED_AT: Final = 40
"""The number of last lines that are searched for decisions: two turns have fewer."""

PATIENCE: Final = 20.0
"""Seconds after which a remark would come too late."""

KEPT: Final = 1024
"""The most tables whose last remark is kept in memory."""


@dataclass(frozen=True, slots=True)
class Remark:
    """A remark of the bot of a `level` on a decision, its `own` or a person's, and its kind.

    `number` chooses one of the wordings.
    """

    level: str
    own: bool
    mark: Mark
    number: int


WAYS: Final = 2
"""The number of wordings that each bot has for a remark."""


class Remarks:
    """The remarks of bots."""

    def __init__(self, session: Session) -> None:
        self._context = session.context
        self._history = session.history
        self._last: OrderedDict[int, int] = OrderedDict()
        """The turn of a table's last remark, or of the first possible one."""

    async def may_remark(self, table: Table, bot: Player) -> bool:
        """Whether a bot that has just played may make a remark at a table now."""
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
        return bool(people) and not any(habit.quiet for habit in habits)

    async def find_remark(self, table: Table, bot: Player) -> Remark | None:
        """The remark of a bot that has just played; mostly none. It may take some seconds."""
        if not await self.may_remark(table, bot):
            return None
        entry = self._context.catalogue[table.game]
        try:
            positions = effective_positions(await self._history.positions(table))[-LOOKED_AT:]
        except Refused:
            return None
        taken_lines = await asyncio.to_thread(taken_between, entry, positions)
        for turn in decisions_to_judge(taken_lines, frozenset(_bot_seats(table))):
            try:
                mark = await self._judge_turn(
                    table, entry, [(taken_lines[at], positions[at], positions[at + 1]) for at in turn]
                )
            except NoSearchResult:
                return None
            if mark is not None:
                self._last[table.id] = table.turn
                self._last.move_to_end(table.id)
                is_own = taken_lines[turn[0]].seat == bot.seat
                return Remark(level_of(bot.user_id), is_own, mark, 1 + table.turn // APART % WAYS)
        return None

    async def _judge_turn(
        self, table: Table, entry: AnyEntry, turn: Sequence[tuple[TakenAction, LogPosition, LogPosition]]
    ) -> Mark | None:
        """What stands out in a turn: its decisions, each with the positions before and after it.

        A cheap evaluation comes first: only decisions that changed the value are weighed, which costs fifty
        times as much.
        """
        moved = list[tuple[float, TakenAction, LogPosition, LogPosition]]()
        for taken_, before, after in turn:
            stood, stands = [await self._evaluate(table, entry, position) for position in (before, after)]
            moved.append((abs(stands - stood), taken_, before, after))
        for change, taken_, before, after in sorted(moved, key=lambda change_of_turn: -change_of_turn[0])[
            :WEIGHED
        ]:
            if change < entry.help.remarkable * AT_A_GLANCE:
                break
            weighed = await self._weigh_alternatives(table, entry, before, after)
            mark = mark_of(taken_.action, weighed, entry.help.remarkable)
            if mark is not None:
                return mark
        return None

    async def _evaluate(self, table: Table, entry: AnyEntry, at: LogPosition) -> float:
        """The first seat's chances in a position."""
        view = entry.game.view(at.state, min(entry.game.to_act(at.state)))
        question = SearchQuestion("evaluate", table.game, view, (), BEST, f"remark {table.code} {at.ply}")
        return await self._context.search_pool.evaluate(question, Urgency.LATER, PATIENCE)

    async def _weigh_alternatives(
        self, table: Table, entry: AnyEntry, before: LogPosition, after: LogPosition
    ) -> tuple[ActionWorth[str], ...]:
        """The seat's actions in a position, the best first, in notation."""
        assert after.seat is not None  # noqa: S101 - it is a seat's decision that is weighed
        seat = after.seat

        async def weigh(state: object, ply: int) -> tuple[ActionWorth[Any], ...]:
            view, legal = entry.game.view(state, seat), entry.game.legal(state, seat)
            question = SearchQuestion("weigh", table.game, view, legal, BEST, f"remark {table.code} {ply}")
            return await self._context.search_pool.weigh(question, Urgency.LATER, PATIENCE)

        return await weigh_decision(entry, before, after, weigh, entry.help.remarkable)


def _bot_seats(table: Table) -> Iterator[Seat]:
    return (player.seat for player in table.players if is_bot(player.user_id))


def decisions_to_judge(lines: Sequence[TakenAction], bots: frozenset[Seat]) -> tuple[tuple[int, ...], ...]:
    """The decisions that may be remarked on, by index: of the last person's turn, then of the last bot's.

    The person's turn is the last one before the bots that have played since. A turn can have several
    decisions: which die is used for what matters more than passing the dice.
    """
    first = len(lines)
    while first > 0 and lines[first - 1].seat in bots:
        first -= 1
    turns = (_last_turn(lines, 0, first), _last_turn(lines, first, len(lines)))
    return tuple(turn for turn in turns if turn)


def _last_turn(lines: Sequence[TakenAction], first: int, end: int) -> tuple[int, ...]:
    """The decisions at the end of a stretch of lines that all belong to one seat."""
    start = end
    while start > first and lines[start - 1].seat == lines[end - 1].seat:
        start -= 1
    return tuple(at for at in range(start, end) if lines[at].decided)
