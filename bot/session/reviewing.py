"""Reviews of games that are over: a mind looks at every position, one game at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, Final

from bot.analysis import Analysis, Taken, analysed, closer, doubtful, first_look, loaded
from bot.errors import Refused
from bot.games.catalogue import AnyEntry
from bot.seats import closed, is_for_one
from bot.session.history import History
from bot.session.play import GIVING_UP
from bot.store import Kind, NewAlarm, Status, Table, TimeChange
from bot.thinking import CannotThink, Urgency
from bot.worker import Question, What
from engine.core import Outcome, Seat
from engine.mind import Weighed
from engine.minds import MINDS
from engine.replay import Position, lasting

LEVEL: Final = "grete"
"""Whose eyes a game is seen with."""

PATIENCE: Final = 60 * 60.0
"""Seconds that a question of a review waits: everybody else comes first."""

LEAST: Final = 3
"""A game of fewer lines has nothing to review: somebody gave up before the second move."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a review has come: how many questions are answered, and how many there are, as far as known."""

    done: int
    count: int


class Reviewing(History):
    """What the house's minds make of games."""

    @cached_property
    def _reviews(self) -> dict[int, Progress]:
        """The reviews that are being made, or wait for that, by table."""
        return {}

    @cached_property
    def _reviewing(self) -> asyncio.Lock:
        """Whoever holds it makes a review."""
        return asyncio.Lock()

    @cached_property
    def _failed(self) -> set[int]:
        """The tables of whose game no review could be made when that was last tried."""
        return set()

    async def review(self, table: Table) -> Analysis | None:
        """The review of a game as it ended, if it was made, and in the form that reviews have today."""
        body = await self.store.review(table.id, table.plies)
        try:
            return None if body is None else loaded(body)
        except (ValueError, KeyError, TypeError):
            return None

    def has_failed(self, table: Table) -> bool:
        """Whether the review of a table could not be made when that was last tried."""
        return table.id in self._failed

    def progress(self, table: Table) -> Progress | None:
        """How far the review of a table has come; none if nobody is at it."""
        return self._reviews.get(table.id)

    async def check_review(self, table: Table) -> tuple[Position, ...]:
        """The positions that a review is made of; raises `Refused` where there can be none."""
        if table.status is Status.CLOSED:
            raise closed(table) if table.state is None else Refused("review-closed", table, code=table.code)
        if table.status is Status.OPEN:
            raise Refused("not-begun", table, code=table.code)
        if table.status is not Status.OVER:
            raise Refused("review-not-over", table, code=table.code)
        if table.game not in MINDS:
            raise Refused("hint-no-mind", game=self.catalogue[table.game].game.title)
        found = lasting(await self.positions(table))
        if len(found) - 1 < LEAST:
            raise Refused("review-too-short", table, code=table.code)
        return found

    async def ask_for_review(self, table: Table) -> Progress:
        """Have a review made, unless somebody is at it; raises `Refused` where there can be none."""
        await self.check_review(table)
        alarms = await self.store.agenda.of_table(table.id)
        if not any(alarm.kind is Kind.REVIEW for alarm in alarms):
            alarm = NewAlarm(Kind.REVIEW, self._clock(), table.id)
            await self.store.agenda.save(TimeChange(alarms=(alarm,)))
        return self.progress(table) or Progress(0, 0)

    async def make_review(self, table: Table) -> Analysis:
        """The review of a game, made now and kept; it takes some minutes.

        Raises `Refused` where there can be none, and `CannotThink`.
        """
        self._reviews[table.id] = Progress(0, 0)
        try:
            async with self._reviewing:
                known = await self.review(table)
                if known is not None:
                    return known
                made = await self._seen(table, await self.check_review(table))
                await self.store.set_review(table.id, table.plies, made.dumped())
                self._failed.discard(table.id)
                return made
        except CannotThink:
            self._failed.add(table.id)
            raise
        finally:
            self._reviews.pop(table.id, None)

    async def _seen(self, table: Table, found: tuple[Position, ...]) -> Analysis:
        entry = self.catalogue[table.game]
        together = _together(entry)
        way = await asyncio.to_thread(taken, entry, found)
        standings = await self._standings(table, entry, found, first_look(len(found)))
        standings |= await self._standings(table, entry, found, closer(standings))
        doubts = doubtful(way, standings, together=together)
        self._expect(table, len(doubts))
        worths = {at: await self._weighed(table, entry, found[at], found[at + 1]) for at in doubts}
        return analysed(LEVEL, found[0].ply, way, standings, worths, together=together)

    async def _standings(
        self, table: Table, entry: AnyEntry, found: Sequence[Position], places: Sequence[int]
    ) -> dict[int, float]:
        """What the first seat could expect at these places of the way."""
        standings = {}
        self._expect(table, len(places))
        for at in places:
            state = found[at].state
            outcome = entry.game.outcome(state)
            if outcome is not None:
                standings[at] = ended(outcome, together=_together(entry))
                self._count(table)
                continue
            view = entry.game.view(state, min(entry.game.to_act(state)))
            question = self._question("standing", table, view, (), found[at].ply)
            standings[at] = await self.thinking.standing(question, Urgency.LATER, PATIENCE)
            self._count(table)
        return standings

    async def _weighed(
        self, table: Table, entry: AnyEntry, before: Position, after: Position
    ) -> tuple[Weighed[str], ...]:
        """What could have been done instead of a line, in notation."""
        assert after.seat is not None  # noqa: S101 - it is a seat's decision that is weighed
        view = entry.game.view(before.state, after.seat)
        legal = entry.game.legal(before.state, after.seat)
        question = self._question("weigh", table, view, legal, before.ply)
        weighed = await self.thinking.weigh(question, Urgency.LATER, PATIENCE)
        self._count(table)
        return tuple(Weighed(str(one.action), one.worth) for one in weighed)

    def _question(self, what: What, table: Table, view: object, legal: tuple[Any, ...], ply: int) -> Question:
        return Question(what, table.game, view, legal, LEVEL, f"review {table.code} {ply}")

    def _expect(self, table: Table, count: int) -> None:
        """So many questions more are known to come."""
        so_far = self._reviews.get(table.id, Progress(0, 0))
        self._reviews[table.id] = Progress(so_far.done, so_far.count + count)

    def _count(self, table: Table) -> None:
        """One more question is answered."""
        so_far = self._reviews.get(table.id, Progress(0, 0))
        self._reviews[table.id] = Progress(so_far.done + 1, so_far.count)


def _together(entry: AnyEntry) -> bool:
    """Whether all win or lose together, or there is one alone."""
    return entry.game.cooperative or is_for_one(entry.game)


def ended(outcome: Outcome, *, together: bool) -> float:
    """What a game that is over was worth to its first seat, or, where they play together, to all."""
    won = bool(outcome.winners) if together else 0 in outcome.winners
    drawn = not outcome.winners and not together
    return 0.5 if drawn else float(won)


def taken(entry: AnyEntry, found: Sequence[Position]) -> tuple[Taken, ...]:
    """What was done on the way from each position to the next."""
    return tuple(_taken(entry, before, after) for before, after in pairwise(found))


def _taken(entry: AnyEntry, before: Position, after: Position) -> Taken:
    seat: Seat = 0 if after.seat is None else after.seat
    action = str(after.action)
    ways = {str(able) for able in entry.game.legal(before.state, seat)} - set(GIVING_UP)
    return Taken(
        after.ply,
        seat,
        action,
        decided=action in ways and len(ways) > 1,
        chance=any(map(entry.game.reveals, after.events)),
    )
