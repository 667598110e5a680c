"""Reviews of finished games, one at a time: the engine evaluates every position."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.features.reviews.storage import REVIEW, ReviewStorage
from bot.games.catalogue import AnyEntry
from bot.kernel.advice import (
    BEST,
    taken_between,
    value_of_end,
    weigh_decision,
    weigh_question,
)
from bot.kernel.clicks import Click
from bot.kernel.errors import Refused
from bot.kernel.session import Session
from bot.kernel.tables.opening import check_search_allowed
from bot.kernel.tables.play import GIVING_UP
from bot.kernel.tables.seats import is_for_one, refuse_closed
from bot.minds.analysis import (
    AS_GOOD,
    COSTLY,
    Analysis,
    Slip,
    analyse,
    decisions_to_weigh,
    first_positions,
    load_analysis,
    positions_between,
    value_for_seat,
)
from bot.minds.pool import NoSearchResult, Urgency
from bot.minds.worker import SearchQuestion
from bot.store import NewAlarm, Status, Table, TimeChange
from engine.action_order import state_if_turn_goes_on
from engine.core import Seat
from engine.mind import ActionWorth
from engine.minds import MINDS
from engine.replay import LogPosition, effective_positions

REVIEW_PATIENCE: Final = 60 * 60.0
"""Seconds that a review's search may wait: all other searches come first."""

LEAST: Final = 3
"""The fewest lines of a game that can be reviewed; below, a player resigned before the second move."""


@dataclass(frozen=True, slots=True)
class ReviewProgress:
    """The progress of a review: searches done, and their known number."""

    done: int
    count: int


class Reviews:
    """The reviews of games."""

    def __init__(self, session: Session) -> None:
        self._context = session.context
        self._schedule = session.context.store.schedule
        self._reviews = ReviewStorage(session.context.store)
        self._history = session.history
        self._under_way: dict[int, ReviewProgress] = {}
        """The reviews that are being made or wait, by table."""
        self._one_at_a_time = asyncio.Lock()
        self._failed: set[int] = set()
        """The tables whose last review failed."""

    async def find_review(self, table: Table) -> Analysis | None:
        """The stored review of a game's current end, if it has today's format."""
        body = await self._reviews.find(table.id, table.plies)
        try:
            return None if body is None else load_analysis(body)
        except (ValueError, KeyError, TypeError):
            return None

    def has_failed(self, table: Table) -> bool:
        """Whether the last try to review a table failed."""
        return table.id in self._failed

    def progress(self, table: Table) -> ReviewProgress | None:
        """The progress of a table's review; none if none is being made."""
        return self._under_way.get(table.id)

    async def check_reviewable(self, table: Table) -> tuple[LogPosition, ...]:
        """The positions to review; raises `Refused` where a game cannot be reviewed."""
        if table.status is Status.CLOSED:
            raise (
                refuse_closed(table)
                if table.state is None
                else Refused("review-closed", table, code=table.code)
            )
        if table.status is Status.OPEN:
            raise Refused("not-begun", table, code=table.code)
        if table.status is not Status.OVER:
            raise Refused("review-not-over", table, code=table.code)
        if table.game not in MINDS:
            raise Refused("hint-no-mind", game=self._context.catalogue[table.game].game.title)
        await check_search_allowed(self._context, table)
        positions = effective_positions(await self._history.positions(table))
        if len(positions) - 1 < LEAST:
            raise Refused("review-too-short", table, code=table.code)
        return positions

    async def request_review(self, click: Click, table: Table) -> ReviewProgress:
        """Request a review, unless it is being made.

        Raises `Refused` where there can be none, and for a user who waits for another review.
        """
        await self.check_reviewable(table)
        alarms = await self._schedule.of_table(table.id)
        if not any(alarm.kind == REVIEW for alarm in alarms):
            await self._check_no_other(click, table)
            alarm = NewAlarm(REVIEW, self._context.now(), table.id, user_id=click.person.id)
            await self._schedule.save(TimeChange(alarms=(alarm,)))
        return self.progress(table) or ReviewProgress(0, 0)

    async def _check_no_other(self, click: Click, table: Table) -> None:
        """Refuse a second review to a user who waits for one: each takes minutes, and others wait."""
        for alarm in await self._schedule.of_person(click.person.id):
            if alarm.kind == REVIEW and alarm.table_id not in (None, table.id):
                raise Refused("review-one", code=f"T{alarm.table_id}")

    async def make_review(self, table: Table) -> Analysis:
        """Make and store the review of a game; it takes some minutes.

        Raises `Refused` where there can be none, and `NoSearchResult`.
        """
        self._under_way[table.id] = ReviewProgress(0, 0)
        try:
            async with self._one_at_a_time:
                stored = await self.find_review(table)
                if stored is not None:
                    return stored
                analysis = await self._analyse(table, await self.check_reviewable(table))
                await self._reviews.keep(table.id, table.plies, analysis.dump())
                self._failed.discard(table.id)
                return analysis
        except NoSearchResult:
            self._failed.add(table.id)
            raise
        finally:
            self._under_way.pop(table.id, None)

    async def _analyse(self, table: Table, positions: tuple[LogPosition, ...]) -> Analysis:
        entry = self._context.catalogue[table.game]
        together = is_together(entry)
        lines = await asyncio.to_thread(taken_between, entry, positions)
        standings = await self._standings(table, entry, positions, first_positions(len(positions)))
        standings |= await self._standings(table, entry, positions, positions_between(standings))
        doubts = decisions_to_weigh(lines, standings, together=together)
        self._expect_questions(table, len(doubts))
        worths = {
            at: await self._weigh_decision(table, entry, positions[at], positions[at + 1]) for at in doubts
        }
        standings |= {  # a weighed position has one number: the one that a hint gives
            at: value_for_seat(weighed[0].worth, lines[at].seat, together=together)
            for at, weighed in worths.items()
            if weighed
        }
        analysis = analyse(BEST, positions[0].ply, lines, standings, worths, together=together)
        at_ply = {lines[at].ply: (positions[at], worths[at]) for at in doubts}
        slips = [
            await self._with_equal_actions(table, entry, slip, *at_ply[slip.ply]) for slip in analysis.slips
        ]
        return replace(analysis, slips=tuple(slips))

    async def _standings(
        self, table: Table, entry: AnyEntry, positions: Sequence[LogPosition], places: Sequence[int]
    ) -> dict[int, float]:
        """The first seat's chances at these positions."""
        standings = {}
        self._expect_questions(table, len(places))
        for at in places:
            state = positions[at].state
            outcome = entry.game.outcome(state)
            if outcome is not None:
                standings[at] = value_of_end(outcome, together=is_together(entry))
                self._count_answer(table)
                continue
            view = entry.game.view(state, min(entry.game.to_act(state)))
            question = SearchQuestion(
                "evaluate", table.game, view, (), BEST, f"review {table.code} {positions[at].ply}"
            )
            standings[at] = await self._context.search_pool.evaluate(question, Urgency.LATER, REVIEW_PATIENCE)
            self._count_answer(table)
        return standings

    async def _weigh_decision(
        self, table: Table, entry: AnyEntry, before: LogPosition, after: LogPosition
    ) -> tuple[ActionWorth[str], ...]:
        """The worth of a line and its alternatives, in notation."""
        assert after.seat is not None  # noqa: S101 - it is a seat's decision that is weighed

        async def weigh(state: object, _ply: int) -> tuple[ActionWorth[Any], ...]:
            return await self._weigh_actions(entry, state, seat)

        seat = after.seat
        weighed = await weigh_decision(entry, before, after, weigh, COSTLY)
        self._count_answer(table)
        return weighed

    async def _weigh_actions(
        self, entry: AnyEntry, state: object, seat: Seat
    ) -> tuple[ActionWorth[Any], ...]:
        """The worth of a seat's actions in a state."""
        question = weigh_question(entry, state, seat)
        return await self._context.search_pool.weigh(question, Urgency.LATER, REVIEW_PATIENCE)

    async def _with_equal_actions(
        self,
        table: Table,
        entry: AnyEntry,
        slip: Slip,
        before: LogPosition,
        weighed: Sequence[ActionWorth[str]],
    ) -> Slip:
        """The slip with all other actions that would have been as good as the best one.

        Actions that continue the turn are also weighed a step later: they may begin the same steps in another
        order.
        """
        least = slip.best - AS_GOOD
        good = {option.action for option in weighed if option.worth >= least}
        others = await asyncio.to_thread(
            _actions_within_turn, entry, before.state, slip.seat, {*good, slip.action}
        )
        self._expect_questions(table, len(others))
        for line, state in others:
            later = await self._weigh_actions(entry, state, slip.seat)
            if later and later[0].worth >= least:
                good.add(line)
            self._count_answer(table)
        return replace(slip, also=tuple(sorted(good - {slip.better})))

    def _expect_questions(self, table: Table, count: int) -> None:
        """Add `count` searches to the known number."""
        so_far = self._under_way.get(table.id, ReviewProgress(0, 0))
        self._under_way[table.id] = ReviewProgress(so_far.done, so_far.count + count)

    def _count_answer(self, table: Table) -> None:
        """Count one search as done."""
        so_far = self._under_way.get(table.id, ReviewProgress(0, 0))
        self._under_way[table.id] = ReviewProgress(so_far.done + 1, so_far.count)


def _actions_within_turn(
    entry: AnyEntry,
    state: Any,  # noqa: ANN401
    seat: Seat,
    known: Collection[str],
) -> list[tuple[str, Any]]:
    """The seat's other actions that do not end its turn, in notation, each with the state after it."""
    left_out = {*known, *GIVING_UP}
    lines = {str(action): action for action in entry.game.legal(state, seat)}
    after = {
        line: state_if_turn_goes_on(entry.game, state, seat, action)
        for line, action in lines.items()
        if line not in left_out
    }
    return [(line, state_after) for line, state_after in after.items() if state_after is not None]


def is_together(entry: AnyEntry) -> bool:
    """Whether all players win or lose together, or there is only one."""
    return entry.game.cooperative or is_for_one(entry.game)
