"""What the best of the house's minds says: hints and odds while a game goes on, reviews when it is over.

With a hint, first the mind answers, then the line is saved, then the answer is shown. So what could not be
thought of is not counted, and what could not be shown can be asked for again: at one position a hint is
counted once. Reviews are made one game at a time: a mind looks at every position.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Final, TypeAlias

from bot.games.catalogue import AnyEntry
from bot.kernel.clicks import Click
from bot.kernel.errors import Refused, Stale
from bot.kernel.tables.context import Context, News, Shown, Tables
from bot.kernel.tables.history import History
from bot.kernel.tables.management import TRIES
from bot.kernel.tables.opening import ANY_HINTS, check_minds, held_back_by, hints_at
from bot.kernel.tables.play import GIVING_UP, not_your_turn
from bot.kernel.tables.seats import check_length, check_turn, closed, is_for_one, stands_in_for
from bot.kernel.trace import Trace
from bot.minds.analysis import (
    AS_GOOD,
    COSTLY,
    Analysis,
    Slip,
    Taken,
    analysed,
    closer,
    cost_of,
    doubtful,
    first_look,
    loaded,
)
from bot.minds.pool import CannotThink, Urgency
from bot.minds.worker import Question, What
from bot.store import (
    HINTS_SETTLED,
    Change,
    Kind,
    Line,
    NewAlarm,
    NewLine,
    Player,
    Status,
    Table,
    TimeChange,
)
from engine.core import Outcome, Seat
from engine.entries import HINT, stands_after
from engine.fairness import next_hash
from engine.mind import Odds, Weighed
from engine.minds import MINDS
from engine.orders import raise_worth, state_if_turn_goes_on, turn_goes_on
from engine.replay import Position, lasting

BEST: Final = "grete"
"""The level that gives hints."""

QUICKER: Final = "wenna"
"""Who gives them where that one does not come to an end."""

HINT_PATIENCE: Final = 90.0
"""Seconds that somebody waits for an answer while others are answered before them."""

KEPT: Final = 256
"""How many answers are kept for those who ask once more; one is some kilobytes."""

REVIEW_PATIENCE: Final = 60 * 60.0
"""Seconds that a question of a review waits: everybody else comes first."""

LEAST: Final = 3
"""A game of fewer lines has nothing to review: somebody gave up before the second move."""


# While a game goes on


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
class Given:
    """What the mind of a `level` has said to a question with this `seed`, which each position has its own."""

    seed: str
    weighed: tuple[Weighed[Any], ...]
    level: str


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


class Hints:
    """Help for those who must act."""

    def __init__(self, context: Context, tables: Tables, history: History) -> None:
        self._context = context
        self._tables = tables
        self._history = history
        self._given: OrderedDict[tuple[int, Seat], Given] = OrderedDict()
        """The last answer for each seat of a table: the same is not thought twice."""

    async def ask(self, click: Click, table_id: int) -> Asked:
        """Whether somebody may have a hint now; raises `Refused` with the first thing that is wrong."""
        table = await self._tables.get(table_id)
        own = check_turn(table, click.person, None)
        shown = self._tables.shown(table)
        game, state = shown.entry.game, shown.state
        if game.key not in MINDS:
            raise Refused("hint-no-mind", game=game.title)
        if table.deal is not None:
            raise Refused("hint-day", table, code=table.code)
        await check_minds(self._context, table)
        if self.allowed(table) == 0:
            raise self._without(table, own)
        absent = stands_in_for(table, game, state, own, self._context.now())
        if own not in game.to_act(state) and not absent:
            raise not_your_turn(shown, own)
        check_length(table)
        asked = Asked(table, own, own if own in game.to_act(state) else absent[0])
        await self._tallied(asked)
        return asked

    async def give(self, click: Click, asked: Asked, trace: Trace) -> Hint:
        """The hint, thought of and noted; raises `Refused` where the minds are busy or the game went on."""
        weighed, level = await self._thought(asked)
        while True:
            tally = await self._tallied(asked)
            if tally.has_this:
                return Hint(self._tables.shown(asked.table), weighed, level, tally.taken, free=True)
            try:
                noted = await self._noted(click, asked, trace)
                return Hint(noted, weighed, level, tally.taken + 1, free=False)
            except Stale:
                asked = await self._as_before(asked)

    # Agreeing on hints while a duel goes on

    async def settle(self, click: Click, table_id: int, trace: Trace, *, wanted: bool) -> Shown:
        """Somebody wants hints in a duel, or none; once both want them, each may take as many as they like.

        One who says no has settled it. Raises `Refused` where nobody is asked, and for who has asked already.
        """
        for _ in range(TRIES):
            table = await self._tables.get(table_id)
            seat = check_turn(table, click.person, None)
            asked = table.terms.hints_asked
            if not may_agree_on_hints(self._context.catalogue[table.game], table):
                raise Refused("hints-settled", table)
            if wanted and asked == seat:
                raise Refused("hints-asked", table, name=_other(table, seat).name)
            change, news = self._settled(click, table, seat, wanted=wanted)
            with suppress(Stale):  # somebody moved meanwhile, which does not matter
                saved = await self._tables.save(change, trace)
                return replace(self._tables.shown(saved), new_turn=False, news=news)
        raise Stale(await self._tables.get(table_id))

    def _settled(self, click: Click, table: Table, seat: Seat, *, wanted: bool) -> tuple[Change, News | None]:
        """What becomes of the question, and what the board says of it, besides asking on."""
        terms, asks, name = (
            replace(table.terms, hints_asked=HINTS_SETTLED),
            table.terms.hints_asked,
            click.person.name,
        )
        news: News | None = News("hints.told.no", name=name)
        if wanted and (asks is None or asks < 0):
            terms, news = replace(terms, hints_asked=seat), None
        elif wanted:
            terms, news = replace(terms, hints=ANY_HINTS), News("hints.told.yes", name=name)
        return replace(self._tables.change(click, table), terms=terms), news

    def _without(self, table: Table, seat: Seat) -> Refused:
        """The refusal where there are no hints; in a duel the other one can be asked for them."""
        if not may_agree_on_hints(self._context.catalogue[table.game], table):
            return Refused("hint-none", table)
        name = _other(table, seat).name
        if table.terms.hints_asked == seat:
            return Refused("hints-asked", table, name=name)
        return Refused("hint-ask", table, name=name)

    async def check_reckoning(self, table: Table) -> Shown:
        """A table where there is something to reckon: a game that goes on; raises `Refused`."""
        if table.status is not Status.PLAYING:
            raise Refused("odds-not-playing", table, code=table.code)
        shown = self._tables.shown(table)
        if table.game not in MINDS:
            raise Refused("hint-no-mind", game=shown.entry.game.title)
        await check_minds(self._context, table)
        return shown

    async def reckon(self, shown: Shown) -> Reckoned:
        """The odds of what who must act could do, from what everybody sees; raises `Refused`."""
        game, state = shown.entry.game, shown.state
        seat = min(game.to_act(state))
        actions = game.legal(state, seat)
        question = Question("odds", game.key, game.view(state, None), actions, BEST, "")
        try:
            odds: tuple[Odds, ...] = await self._context.thinking.ask(question, Urgency.PERSON, HINT_PATIENCE)
        except CannotThink as error:
            raise Refused("odds-busy", shown.table, code=shown.table.code) from error
        return Reckoned(shown, odds)

    def allowed(self, table: Table) -> int:
        """How many hints each seat may take at a table; negative: any number."""
        return hints_at(self._context.catalogue[table.game].game, table)

    async def may_warn(self, table: Table) -> bool:
        """Whether players may be told before a move what it gives away: where any number of hints is free.

        Then nobody plays for a rating there, or nobody has anything to gain from it.
        """
        if table.status is not Status.PLAYING or table.deal is not None or self.allowed(table) >= 0:
            return False
        return await held_back_by(self._context, table) is None

    async def _thought(self, asked: Asked) -> tuple[tuple[Weighed[Any], ...], str]:
        """What actions are worth, and whose opinion that is; the same each time somebody asks here."""
        table, shown = asked.table, self._tables.shown(asked.table)
        game = shown.entry.game
        view, actions = game.view(shown.state, asked.acting), game.legal(shown.state, asked.acting)
        stands = stands_after(line.action for line in await self._tables.log(table))[-1]
        seed, place = f"{table.code}/{stands}/hint", (table.id, asked.acting)
        given = self._given.get(place)
        if given is not None and given.seed == seed:
            return given.weighed, given.level
        for level in (BEST, QUICKER):
            question = Question("weigh", table.game, view, actions, level, seed)
            with suppress(CannotThink):
                if weighed := await self._context.thinking.weigh(question, patience=HINT_PATIENCE):
                    self._keep(place, Given(seed, weighed, level))
                    return weighed, level
        raise Refused("hint-busy", table, code=table.code)

    def _keep(self, place: tuple[int, Seat], given: Given) -> None:
        """Remember an answer, in place of the one before it; the oldest goes first."""
        self._given.pop(place, None)
        self._given[place] = given
        if len(self._given) > KEPT:
            self._given.popitem(last=False)

    async def _tallied(self, asked: Asked) -> Tally:
        """How many hints the seat has had; raises `Refused` if there is none left."""
        table = asked.table
        most = self.allowed(table)
        tally = tallied(await self._tables.log(table), asked.seat)
        if 0 <= most <= tally.taken and not tally.has_this:
            raise Refused("hint-no-more", table, code=table.code, most=most)
        return tally

    async def _noted(self, click: Click, asked: Asked, trace: Trace) -> Shown:
        """The table with one more line in its log; the game stands as before."""
        table, seat = asked.table, asked.seat
        trace.table, trace.revision, trace.notation = table.code, table.revision, HINT
        change = replace(
            self._tables.change(click, table),
            head=next_hash(table.head, table.plies + 1, seat, HINT),
            line=NewLine(seat, click.person.id, HINT),
        )
        shown = await self._history.recalled(self._tables.shown(await self._tables.save(change, trace)))
        return replace(shown, new_turn=False)

    async def _as_before(self, asked: Asked) -> Asked:
        """The table as it is by now; refused unless the game stands as it stood, so that the answer holds."""
        table = await self._tables.get(asked.table.id)
        if table.status is not Status.PLAYING or table.state != asked.table.state:
            raise Refused("hint-overtaken", table, code=table.code)
        return replace(asked, table=table)


def may_agree_on_hints(entry: AnyEntry, table: Table) -> bool:
    """Whether the two of a duel that goes on without hints can still agree on them."""
    game = entry.game
    duel = not game.cooperative and len(table.players) > 1
    if not duel or game.key not in MINDS or table.status is not Status.PLAYING:
        return False
    return hints_at(game, table) == 0 and table.terms.hints_asked != HINTS_SETTLED


def _other(table: Table, seat: Seat) -> Player:
    """The other one of a duel."""
    return next(player for player in table.players if player.seat != seat)


def hints_in(lines: Sequence[Line], seat: Seat | None = None) -> int:
    """How many hints a log tells of, of one seat or of all; those that were gone back over stay taken."""
    return sum(line.action == HINT and seat in (None, line.seat) for line in lines)


def tallied(lines: Sequence[Line], seat: Seat) -> Tally:
    """What a log tells of a seat's hints, at the position where it ends."""
    stands = stands_after(line.action for line in lines)
    had = {stands[line.ply] for line in lines if line.action == HINT and line.seat == seat}
    return Tally(hints_in(lines, seat), stands[-1] in had)


# When it is over


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a review has come: how many questions are answered, and how many there are, as far as known."""

    done: int
    count: int


class Reviews:
    """What the house's minds make of games."""

    def __init__(self, context: Context, history: History) -> None:
        self._context = context
        self._store = context.store
        self._history = history
        self._under_way: dict[int, Progress] = {}
        """The reviews that are being made, or wait for that, by table."""
        self._one_at_a_time = asyncio.Lock()
        self._failed: set[int] = set()
        """The tables of whose game no review could be made when that was last tried."""

    async def find(self, table: Table) -> Analysis | None:
        """The review of a game as it ended, if it was made, and in the form that reviews have today."""
        body = await self._store.review(table.id, table.plies)
        try:
            return None if body is None else loaded(body)
        except (ValueError, KeyError, TypeError):
            return None

    def has_failed(self, table: Table) -> bool:
        """Whether the review of a table could not be made when that was last tried."""
        return table.id in self._failed

    def progress(self, table: Table) -> Progress | None:
        """How far the review of a table has come; none if nobody is at it."""
        return self._under_way.get(table.id)

    async def check(self, table: Table) -> tuple[Position, ...]:
        """The positions that a review is made of; raises `Refused` where there can be none."""
        if table.status is Status.CLOSED:
            raise closed(table) if table.state is None else Refused("review-closed", table, code=table.code)
        if table.status is Status.OPEN:
            raise Refused("not-begun", table, code=table.code)
        if table.status is not Status.OVER:
            raise Refused("review-not-over", table, code=table.code)
        if table.game not in MINDS:
            raise Refused("hint-no-mind", game=self._context.catalogue[table.game].game.title)
        await check_minds(self._context, table)
        found = lasting(await self._history.positions(table))
        if len(found) - 1 < LEAST:
            raise Refused("review-too-short", table, code=table.code)
        return found

    async def ask(self, click: Click, table: Table) -> Progress:
        """Have a review made, unless somebody is at it.

        Raises `Refused` where there can be none, and for somebody who waits for the review of another game.
        """
        await self.check(table)
        alarms = await self._store.schedule.of_table(table.id)
        if not any(alarm.kind is Kind.REVIEW for alarm in alarms):
            await self._check_no_other(click, table)
            alarm = NewAlarm(Kind.REVIEW, self._context.now(), table.id, user_id=click.person.id)
            await self._store.schedule.save(TimeChange(alarms=(alarm,)))
        return self.progress(table) or Progress(0, 0)

    async def _check_no_other(self, click: Click, table: Table) -> None:
        """Refuse a second review to somebody who waits for one: each takes minutes, and others wait."""
        for alarm in await self._store.schedule.of_person(click.person.id):
            if alarm.kind is Kind.REVIEW and alarm.table_id not in (None, table.id):
                raise Refused("review-one", code=f"T{alarm.table_id}")

    async def make(self, table: Table) -> Analysis:
        """The review of a game, made now and kept; it takes some minutes.

        Raises `Refused` where there can be none, and `CannotThink`.
        """
        self._under_way[table.id] = Progress(0, 0)
        try:
            async with self._one_at_a_time:
                known = await self.find(table)
                if known is not None:
                    return known
                made = await self._analysed(table, await self.check(table))
                await self._store.set_review(table.id, table.plies, made.dumped())
                self._failed.discard(table.id)
                return made
        except CannotThink:
            self._failed.add(table.id)
            raise
        finally:
            self._under_way.pop(table.id, None)

    async def _analysed(self, table: Table, found: tuple[Position, ...]) -> Analysis:
        entry = self._context.catalogue[table.game]
        together = _together(entry)
        way = await asyncio.to_thread(taken, entry, found)
        standings = await self._standings(table, entry, found, first_look(len(found)))
        standings |= await self._standings(table, entry, found, closer(standings))
        doubts = doubtful(way, standings, together=together)
        self._expect(table, len(doubts))
        worths = {at: await self._weighed(table, entry, found[at], found[at + 1]) for at in doubts}
        made = analysed(BEST, found[0].ply, way, standings, worths, together=together)
        at_ply = {way[at].ply: (found[at], worths[at]) for at in doubts}
        slips = [await self._with_others(table, entry, slip, *at_ply[slip.ply]) for slip in made.slips]
        return replace(made, slips=tuple(slips))

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
            question = self._question("evaluate", table, view, (), found[at].ply)
            standings[at] = await self._context.thinking.evaluate(question, Urgency.LATER, REVIEW_PATIENCE)
            self._count(table)
        return standings

    async def _weighed(
        self, table: Table, entry: AnyEntry, before: Position, after: Position
    ) -> tuple[Weighed[str], ...]:
        """What could have been done instead of a line, in notation."""
        assert after.seat is not None  # noqa: S101 - it is a seat's decision that is weighed

        async def weigh(state: object, ply: int) -> tuple[Weighed[Any], ...]:
            return await self._weigh(table, entry, state, seat, ply)

        seat = after.seat
        weighed = await weigh_decision(entry, before, after, weigh, COSTLY)
        self._count(table)
        return weighed

    async def _weigh(
        self, table: Table, entry: AnyEntry, state: object, seat: Seat, ply: int
    ) -> tuple[Weighed[Any], ...]:
        """What the actions of a seat are worth in a state."""
        view, legal = entry.game.view(state, seat), entry.game.legal(state, seat)
        question = self._question("weigh", table, view, legal, ply)
        return await self._context.thinking.weigh(question, Urgency.LATER, REVIEW_PATIENCE)

    async def _with_others(
        self, table: Table, entry: AnyEntry, slip: Slip, before: Position, weighed: Sequence[Weighed[str]]
    ) -> Slip:
        """The slip with all other actions that would have been as good as the best one.

        Those after which the turn goes on are weighed a step later, too: they may begin the same steps in
        another order.
        """
        least = slip.best - AS_GOOD
        good = {one.action for one in weighed if one.worth >= least}
        others = await asyncio.to_thread(_going_on, entry, before.state, slip.seat, {*good, slip.action})
        self._expect(table, len(others))
        for line, state in others:
            later = await self._weigh(table, entry, state, slip.seat, before.ply)
            if later and later[0].worth >= least:
                good.add(line)
            self._count(table)
        return replace(slip, also=tuple(sorted(good - {slip.better})))

    def _question(self, what: What, table: Table, view: object, legal: tuple[Any, ...], ply: int) -> Question:
        return Question(what, table.game, view, legal, BEST, f"review {table.code} {ply}")

    def _expect(self, table: Table, count: int) -> None:
        """So many questions more are known to come."""
        so_far = self._under_way.get(table.id, Progress(0, 0))
        self._under_way[table.id] = Progress(so_far.done, so_far.count + count)

    def _count(self, table: Table) -> None:
        """One more question is answered."""
        so_far = self._under_way.get(table.id, Progress(0, 0))
        self._under_way[table.id] = Progress(so_far.done + 1, so_far.count)


Weigh: TypeAlias = Callable[[Any, int], Awaitable[tuple[Weighed[Any], ...]]]
"""Asks a mind what the actions of a seat are worth in a state, after so many lines."""


async def weigh_decision(
    entry: AnyEntry, before: Position, after: Position, weigh: Weigh, least: float
) -> tuple[Weighed[str], ...]:
    """What could have been done at a position, in notation, the best first.

    Where what was done seems to have cost `least` or more, and its turn goes on, it is worth what the best is
    that can follow: the same steps in another order are no mistake.
    """
    assert after.seat is not None  # noqa: S101 - it is a seat's decision that is weighed
    action = str(after.action)
    weighed = tuple(Weighed(str(one.action), one.worth) for one in await weigh(before.state, before.ply))
    cost = cost_of(action, weighed)
    if cost is None or cost < least or not turn_goes_on(entry.game, after.seat, after.state, after.events):
        return weighed
    later = await weigh(after.state, after.ply)
    return raise_worth(weighed, action, later[0].worth) if later else weighed


def _going_on(entry: AnyEntry, state: Any, seat: Seat, known: Collection[str]) -> list[tuple[str, Any]]:  # noqa: ANN401
    """The other actions of a seat after which its turn goes on, in notation, each with the state after it."""
    left_out = {*known, *GIVING_UP}
    lines = {str(action): action for action in entry.game.legal(state, seat)}
    after = {
        line: state_if_turn_goes_on(entry.game, state, seat, action)
        for line, action in lines.items()
        if line not in left_out
    }
    return [(line, one) for line, one in after.items() if one is not None]


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
