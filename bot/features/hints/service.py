"""Hints and odds: what the best of the house's minds says while a game goes on.

With a hint, first the mind answers, then the line is saved, then the answer is shown. So what could not be
thought of is not counted, and what could not be shown can be asked for again: at one position a hint is
counted once.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.games.catalogue import AnyEntry
from bot.kernel.advice import BEST, HINT_PATIENCE, hints_in
from bot.kernel.clicks import Click
from bot.kernel.errors import Refused, Stale
from bot.kernel.session import Session
from bot.kernel.tables.context import News, Shown
from bot.kernel.tables.management import TRIES
from bot.kernel.tables.opening import ANY_HINTS, check_search_allowed, hints_at, limiting_duel
from bot.kernel.tables.play import not_your_turn
from bot.kernel.tables.seats import check_length, check_turn, stands_in_for
from bot.kernel.trace import Trace
from bot.minds.pool import NoSearchResult, Urgency
from bot.minds.worker import SearchQuestion
from bot.store import HINTS_SETTLED, Change, Line, NewLine, Player, Status, Table
from engine.core import Seat
from engine.fairness import next_hash
from engine.mind import ActionWorth, Odds
from engine.minds import MINDS
from engine.table_lines import HINT, effective_plies

QUICKER: Final = "wenna"
"""Who gives hints where the best one does not come to an end."""

KEPT: Final = 256
"""How many answers are kept for those who ask once more; one is some kilobytes."""


@dataclass(frozen=True, slots=True)
class HintRequest:
    """Somebody may have a hint: at a `table` as it is, on their `seat`, for the seat that they act for."""

    table: Table
    seat: Seat
    acting_seat: Seat


@dataclass(frozen=True, slots=True)
class Hint:
    """What the mind of a `level` says: actions of a seat with what they are worth to it, the best first.

    `shown` is the table with the hint noted; where it is `free`, as it was. `taken` is how many hints the
    seat has had by now.
    """

    shown: Shown
    weighed: tuple[ActionWorth[Any], ...]
    level: str
    taken: int
    free: bool


@dataclass(frozen=True, slots=True)
class CachedHint:
    """What the mind of a `level` has said to a question with this `seed`, which each position has its own."""

    seed: str
    weighed: tuple[ActionWorth[Any], ...]
    level: str


@dataclass(frozen=True, slots=True)
class OddsReport:
    """What may happen next at a table, and how likely it is."""

    shown: Shown
    odds: tuple[Odds, ...]


@dataclass(frozen=True, slots=True)
class HintCount:
    """How many hints a seat has had at a table, and whether it has had the one that it asks for now."""

    taken: int
    has_this: bool


class Hints:
    """Help for those who must act."""

    def __init__(self, session: Session) -> None:
        self._context = session.context
        self._tables = session.tables
        self._history = session.history
        self._given: OrderedDict[tuple[int, Seat], CachedHint] = OrderedDict()
        """The last answer for each seat of a table: the same is not thought twice."""

    async def request_hint(self, click: Click, table_id: int) -> HintRequest:
        """Whether somebody may have a hint now; raises `Refused` with the first thing that is wrong."""
        table = await self._tables.get(table_id)
        own = check_turn(table, click.person, None)
        shown = self._tables.show(table)
        game, state = shown.entry.game, shown.state
        if game.key not in MINDS:
            raise Refused("hint-no-mind", game=game.title)
        if table.deal is not None:
            raise Refused("hint-day", table, code=table.code)
        await check_search_allowed(self._context, table)
        if self.hints_allowed(table) == 0:
            raise self._no_hints_refusal(table, own)
        absent = stands_in_for(table, game, state, own, self._context.now())
        if own not in game.to_act(state) and not absent:
            raise not_your_turn(shown, own)
        check_length(table)
        asked = HintRequest(table, own, own if own in game.to_act(state) else absent[0])
        await self._check_hints_left(asked)
        return asked

    async def give_hint(self, click: Click, asked: HintRequest, trace: Trace) -> Hint:
        """The hint, thought of and noted; raises `Refused` where the minds are busy or the game went on."""
        weighed, level = await self._weigh_actions(asked)
        while True:
            tally = await self._check_hints_left(asked)
            if tally.has_this:
                return Hint(self._tables.show(asked.table), weighed, level, tally.taken, free=True)
            try:
                noted = await self._save_hint(click, asked, trace)
                return Hint(noted, weighed, level, tally.taken + 1, free=False)
            except Stale:
                asked = await self._reload_request(asked)

    # Agreeing on hints while a duel goes on

    async def settle_hints(self, click: Click, table_id: int, trace: Trace, *, wanted: bool) -> Shown:
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
                raise Refused("hints-asked", table, name=_opponent(table, seat).name)
            change, news = self._settlement(click, table, seat, wanted=wanted)
            with suppress(Stale):  # somebody moved meanwhile, which does not matter
                saved = await self._tables.save(change, trace)
                return replace(self._tables.show(saved), new_turn=False, news=news)
        raise Stale(await self._tables.get(table_id))

    def _settlement(
        self, click: Click, table: Table, seat: Seat, *, wanted: bool
    ) -> tuple[Change, News | None]:
        """What becomes of the question, and what the board says of it, besides asking on."""
        terms, asks, name = table.terms, table.terms.hints_asked, click.person.name
        if wanted and (asks is None or asks < 0):
            news, terms = None, replace(terms, hints_asked=seat)
        elif wanted:
            terms = replace(terms, hints=ANY_HINTS, hints_asked=HINTS_SETTLED)
            news = News("hints.told.yes", name=name)
        else:
            news, terms = News("hints.told.no", name=name), replace(terms, hints_asked=HINTS_SETTLED)
        return replace(self._tables.change(click, table), terms=terms), news

    def _no_hints_refusal(self, table: Table, seat: Seat) -> Refused:
        """The refusal where there are no hints; in a duel the other one can be asked for them."""
        if not may_agree_on_hints(self._context.catalogue[table.game], table):
            return Refused("hint-none", table)
        name = _opponent(table, seat).name
        if table.terms.hints_asked == seat:
            return Refused("hints-asked", table, name=name)
        return Refused("hint-ask", table, name=name)

    async def check_odds_possible(self, table: Table) -> Shown:
        """A table where there is something to reckon: a game that goes on; raises `Refused`."""
        if table.status is not Status.PLAYING:
            raise Refused("odds-not-playing", table, code=table.code)
        shown = self._tables.show(table)
        if table.game not in MINDS:
            raise Refused("hint-no-mind", game=shown.entry.game.title)
        await check_search_allowed(self._context, table)
        return shown

    async def compute_odds(self, shown: Shown) -> OddsReport:
        """The odds of what who must act could do, from what everybody sees; raises `Refused`."""
        game, state = shown.entry.game, shown.state
        seat = min(game.to_act(state))
        actions = game.legal(state, seat)
        question = SearchQuestion("odds", game.key, game.view(state, None), actions, BEST, "")
        try:
            odds: tuple[Odds, ...] = await self._context.search_pool.ask(
                question, Urgency.PERSON, HINT_PATIENCE
            )
        except NoSearchResult as error:
            raise Refused("odds-busy", shown.table, code=shown.table.code) from error
        return OddsReport(shown, odds)

    def hints_allowed(self, table: Table) -> int:
        """How many hints each seat may take at a table; negative: any number."""
        return hints_at(self._context.catalogue[table.game].game, table)

    async def may_warn(self, table: Table) -> bool:
        """Whether players may be told before a move what it gives away: where any number of hints is free.

        Then nobody plays for a rating there, or nobody has anything to gain from it.
        """
        if table.status is not Status.PLAYING or table.deal is not None or self.hints_allowed(table) >= 0:
            return False
        return await limiting_duel(self._context, table) is None

    async def _weigh_actions(self, asked: HintRequest) -> tuple[tuple[ActionWorth[Any], ...], str]:
        """What actions are worth, and whose opinion that is; the same each time somebody asks here."""
        table, shown = asked.table, self._tables.show(asked.table)
        game = shown.entry.game
        view, actions = game.view(shown.state, asked.acting_seat), game.legal(shown.state, asked.acting_seat)
        stands = effective_plies(line.action for line in await self._tables.log(table))[-1]
        seed, place = f"{table.code}/{stands}/hint", (table.id, asked.acting_seat)
        given = self._given.get(place)
        if given is not None and given.seed == seed:
            return given.weighed, given.level
        for level in (BEST, QUICKER):
            question = SearchQuestion("weigh", table.game, view, actions, level, seed)
            with suppress(NoSearchResult):
                if weighed := await self._context.search_pool.weigh(question, patience=HINT_PATIENCE):
                    self._cache_hint(place, CachedHint(seed, weighed, level))
                    return weighed, level
        raise Refused("hint-busy", table, code=table.code)

    def _cache_hint(self, place: tuple[int, Seat], given: CachedHint) -> None:
        """Remember an answer, in place of the one before it; the oldest goes first."""
        self._given.pop(place, None)
        self._given[place] = given
        if len(self._given) > KEPT:
            self._given.popitem(last=False)

    async def _check_hints_left(self, asked: HintRequest) -> HintCount:
        """How many hints the seat has had; raises `Refused` if there is none left."""
        table = asked.table
        most = self.hints_allowed(table)
        tally = count_hints(await self._tables.log(table), asked.seat)
        if 0 <= most <= tally.taken and not tally.has_this:
            raise Refused("hint-no-more", table, code=table.code, most=most)
        return tally

    async def _save_hint(self, click: Click, asked: HintRequest, trace: Trace) -> Shown:
        """The table with one more line in its log; the game stands as before."""
        table, seat = asked.table, asked.seat
        trace.table, trace.revision, trace.notation = table.code, table.revision, HINT
        change = replace(
            self._tables.change(click, table),
            head=next_hash(table.head, table.plies + 1, seat, HINT),
            line=NewLine(seat, click.person.id, HINT),
        )
        shown = await self._history.with_last_events(
            self._tables.show(await self._tables.save(change, trace))
        )
        return replace(shown, new_turn=False)

    async def _reload_request(self, asked: HintRequest) -> HintRequest:
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


def _opponent(table: Table, seat: Seat) -> Player:
    """The other one of a duel."""
    return next(player for player in table.players if player.seat != seat)


def count_hints(lines: Sequence[Line], seat: Seat) -> HintCount:
    """What a log tells of a seat's hints, at the position where it ends."""
    stands = effective_plies(line.action for line in lines)
    had = {stands[line.ply] for line in lines if line.action == HINT and line.seat == seat}
    return HintCount(hints_in(lines, seat), stands[-1] in had)
