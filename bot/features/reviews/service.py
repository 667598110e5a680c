"""What the house's minds make of games that are over, one game at a time: a mind looks at every position."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.features.reviews.storage import REVIEW, ReviewStorage
from bot.games.catalogue import AnyEntry
from bot.kernel.advice import BEST, taken_between, value_of_end, weigh_decision
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
)
from bot.minds.pool import NoSearchResult, Urgency
from bot.minds.worker import SearchQuestion, What
from bot.store import NewAlarm, Status, Table, TimeChange
from engine.action_order import state_if_turn_goes_on
from engine.core import Seat
from engine.mind import ActionWorth
from engine.minds import MINDS
from engine.replay import LogPosition, effective_positions

REVIEW_PATIENCE: Final = 60 * 60.0
"""Seconds that a question of a review waits: everybody else comes first."""

LEAST: Final = 3
"""A game of fewer lines has nothing to review: somebody gave up before the second move."""


@dataclass(frozen=True, slots=True)
class ReviewProgress:
    """How far a review has come: how many questions are answered, and how many there are, as far as known."""

    done: int
    count: int


class Reviews:
    """What the house's minds make of games."""

    def __init__(self, session: Session) -> None:
        self._context = session.context
        self._schedule = session.context.store.schedule
        self._reviews = ReviewStorage(session.context.store)
        self._history = session.history
        self._under_way: dict[int, ReviewProgress] = {}
        """The reviews that are being made, or wait for that, by table."""
        self._one_at_a_time = asyncio.Lock()
        self._failed: set[int] = set()
        """The tables of whose game no review could be made when that was last tried."""

    async def find_review(self, table: Table) -> Analysis | None:
        """The review of a game as it ended, if it was made, and in the form that reviews have today."""
        body = await self._reviews.find(table.id, table.plies)
        try:
            return None if body is None else load_analysis(body)
        except (ValueError, KeyError, TypeError):
            return None

    def has_failed(self, table: Table) -> bool:
        """Whether the review of a table could not be made when that was last tried."""
        return table.id in self._failed

    def progress(self, table: Table) -> ReviewProgress | None:
        """How far the review of a table has come; none if nobody is at it."""
        return self._under_way.get(table.id)

    async def check_reviewable(self, table: Table) -> tuple[LogPosition, ...]:
        """The positions that a review is made of; raises `Refused` where there can be none."""
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
        found = effective_positions(await self._history.positions(table))
        if len(found) - 1 < LEAST:
            raise Refused("review-too-short", table, code=table.code)
        return found

    async def request_review(self, click: Click, table: Table) -> ReviewProgress:
        """Have a review made, unless somebody is at it.

        Raises `Refused` where there can be none, and for somebody who waits for the review of another game.
        """
        await self.check_reviewable(table)
        alarms = await self._schedule.of_table(table.id)
        if not any(alarm.kind == REVIEW for alarm in alarms):
            await self._check_no_other(click, table)
            alarm = NewAlarm(REVIEW, self._context.now(), table.id, user_id=click.person.id)
            await self._schedule.save(TimeChange(alarms=(alarm,)))
        return self.progress(table) or ReviewProgress(0, 0)

    async def _check_no_other(self, click: Click, table: Table) -> None:
        """Refuse a second review to somebody who waits for one: each takes minutes, and others wait."""
        for alarm in await self._schedule.of_person(click.person.id):
            if alarm.kind == REVIEW and alarm.table_id not in (None, table.id):
                raise Refused("review-one", code=f"T{alarm.table_id}")

    async def make_review(self, table: Table) -> Analysis:
        """The review of a game, made now and kept; it takes some minutes.

        Raises `Refused` where there can be none, and `CannotThink`.
        """
        self._under_way[table.id] = ReviewProgress(0, 0)
        try:
            async with self._one_at_a_time:
                known = await self.find_review(table)
                if known is not None:
                    return known
                made = await self._analyse(table, await self.check_reviewable(table))
                await self._reviews.keep(table.id, table.plies, made.dump())
                self._failed.discard(table.id)
                return made
        except NoSearchResult:
            self._failed.add(table.id)
            raise
        finally:
            self._under_way.pop(table.id, None)

    async def _analyse(self, table: Table, found: tuple[LogPosition, ...]) -> Analysis:
        entry = self._context.catalogue[table.game]
        together = is_together(entry)
        way = await asyncio.to_thread(taken_between, entry, found)
        standings = await self._standings(table, entry, found, first_positions(len(found)))
        standings |= await self._standings(table, entry, found, positions_between(standings))
        doubts = decisions_to_weigh(way, standings, together=together)
        self._expect_questions(table, len(doubts))
        worths = {at: await self._weigh_decision(table, entry, found[at], found[at + 1]) for at in doubts}
        made = analyse(BEST, found[0].ply, way, standings, worths, together=together)
        at_ply = {way[at].ply: (found[at], worths[at]) for at in doubts}
        slips = [await self._with_equal_actions(table, entry, slip, *at_ply[slip.ply]) for slip in made.slips]
        return replace(made, slips=tuple(slips))

    async def _standings(
        self, table: Table, entry: AnyEntry, found: Sequence[LogPosition], places: Sequence[int]
    ) -> dict[int, float]:
        """What the first seat could expect at these places of the way."""
        standings = {}
        self._expect_questions(table, len(places))
        for at in places:
            state = found[at].state
            outcome = entry.game.outcome(state)
            if outcome is not None:
                standings[at] = value_of_end(outcome, together=is_together(entry))
                self._count_answer(table)
                continue
            view = entry.game.view(state, min(entry.game.to_act(state)))
            question = self._question("evaluate", table, view, (), found[at].ply)
            standings[at] = await self._context.search_pool.evaluate(question, Urgency.LATER, REVIEW_PATIENCE)
            self._count_answer(table)
        return standings

    async def _weigh_decision(
        self, table: Table, entry: AnyEntry, before: LogPosition, after: LogPosition
    ) -> tuple[ActionWorth[str], ...]:
        """What could have been done instead of a line, in notation."""
        assert after.seat is not None  # noqa: S101 - it is a seat's decision that is weighed

        async def weigh(state: object, ply: int) -> tuple[ActionWorth[Any], ...]:
            return await self._weigh_actions(table, entry, state, seat, ply)

        seat = after.seat
        weighed = await weigh_decision(entry, before, after, weigh, COSTLY)
        self._count_answer(table)
        return weighed

    async def _weigh_actions(
        self, table: Table, entry: AnyEntry, state: object, seat: Seat, ply: int
    ) -> tuple[ActionWorth[Any], ...]:
        """What the actions of a seat are worth in a state."""
        view, legal = entry.game.view(state, seat), entry.game.legal(state, seat)
        question = self._question("weigh", table, view, legal, ply)
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

        Those after which the turn goes on are weighed a step later, too: they may begin the same steps in
        another order.
        """
        least = slip.best - AS_GOOD
        good = {one.action for one in weighed if one.worth >= least}
        others = await asyncio.to_thread(
            _actions_within_turn, entry, before.state, slip.seat, {*good, slip.action}
        )
        self._expect_questions(table, len(others))
        for line, state in others:
            later = await self._weigh_actions(table, entry, state, slip.seat, before.ply)
            if later and later[0].worth >= least:
                good.add(line)
            self._count_answer(table)
        return replace(slip, also=tuple(sorted(good - {slip.better})))

    def _question(
        self, what: What, table: Table, view: object, legal: tuple[Any, ...], ply: int
    ) -> SearchQuestion:
        return SearchQuestion(what, table.game, view, legal, BEST, f"review {table.code} {ply}")

    def _expect_questions(self, table: Table, count: int) -> None:
        """So many questions more are known to come."""
        so_far = self._under_way.get(table.id, ReviewProgress(0, 0))
        self._under_way[table.id] = ReviewProgress(so_far.done, so_far.count + count)

    def _count_answer(self, table: Table) -> None:
        """One more question is answered."""
        so_far = self._under_way.get(table.id, ReviewProgress(0, 0))
        self._under_way[table.id] = ReviewProgress(so_far.done + 1, so_far.count)


def _actions_within_turn(
    entry: AnyEntry,
    state: Any,  # noqa: ANN401
    seat: Seat,
    known: Collection[str],
) -> list[tuple[str, Any]]:
    """The other actions of a seat after which its turn goes on, in notation, each with the state after it."""
    left_out = {*known, *GIVING_UP}
    lines = {str(action): action for action in entry.game.legal(state, seat)}
    after = {
        line: state_if_turn_goes_on(entry.game, state, seat, action)
        for line, action in lines.items()
        if line not in left_out
    }
    return [(line, one) for line, one in after.items() if one is not None]


def is_together(entry: AnyEntry) -> bool:
    """Whether all win or lose together, or there is one alone."""
    return entry.game.cooperative or is_for_one(entry.game)
