"""Hints and odds: the engine's answers while a game goes on.

For a hint the engine answers first, then the line is saved, then the answer is shown. So a failed search is
not counted, and an answer that was not shown can be asked for again: one position counts one hint.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.games.catalogue import AnyEntry
from bot.kernel.advice import BEST, HINT_PATIENCE, hints_in, weigh_question
from bot.kernel.clicks import Click
from bot.kernel.errors import Refused, Stale
from bot.kernel.session import Session
from bot.kernel.tables.context import News, Shown
from bot.kernel.tables.lobby import host_of
from bot.kernel.tables.management import TRIES
from bot.kernel.tables.opening import ANY_HINTS, check_search_allowed, hints_at, limiting_duel
from bot.kernel.tables.play import not_your_turn
from bot.kernel.tables.seats import check_length, check_may_act, check_open, seats_to_stand_in_for
from bot.kernel.trace import Trace
from bot.minds.pool import NoSearchResult, Urgency
from bot.minds.worker import SearchQuestion
from bot.store import HINTS_SETTLED, HOST_ASKED, Change, Line, NewLine, Player, Status, Table
from engine.core import Seat
from engine.fairness import next_hash
from engine.mind import ActionWorth, Odds
from engine.minds import MINDS
from engine.table_lines import HINT, effective_plies

QUICKER: Final = "wenna"
"""The bot that gives hints where the best one runs out of time."""

KEPT: Final = 256
"""The number of cached answers; one is some kilobytes."""


@dataclass(frozen=True, slots=True)
class HintRequest:
    """A permitted hint: at this version of a `table`, by the player of a `seat`, for the seat to act."""

    table: Table
    seat: Seat
    acting_seat: Seat


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint of a bot `level`: the actions of a seat with their worth, the best first.

    `shown` is the table with the hint saved; if it is `free`, the unchanged table. `taken` is how many hints
    the seat has had.
    """

    shown: Shown
    weighed: tuple[ActionWorth[Any], ...]
    level: str
    taken: int
    free: bool


@dataclass(frozen=True, slots=True)
class CachedHint:
    """The answer of a bot `level` in a `position`, which is named by the table and the moves that count."""

    position: str
    weighed: tuple[ActionWorth[Any], ...]
    level: str


@dataclass(frozen=True, slots=True)
class OddsReport:
    """What may happen next at a table, with probabilities."""

    shown: Shown
    odds: tuple[Odds, ...]


@dataclass(frozen=True, slots=True)
class HintCount:
    """How many hints a seat has had at a table, and whether it has had the current position's."""

    taken: int
    has_this: bool


class Hints:
    """Hints and odds for the player to act."""

    def __init__(self, session: Session) -> None:
        self._context = session.context
        self._tables = session.tables
        self._history = session.history
        self._given: OrderedDict[tuple[int, Seat], CachedHint] = OrderedDict()
        """The last answer for each seat of a table, so that a position is searched once."""

    async def request_hint(self, click: Click, table_id: int) -> HintRequest:
        """Check whether the user may have a hint now; raises `Refused` with the first reason against it."""
        table = await self._tables.get(table_id)
        own_seat = check_may_act(table, click.person, None)
        shown = self._tables.show(table)
        game, state = shown.entry.game, shown.state
        if game.key not in MINDS:
            raise Refused("hint-no-mind", game=game.title)
        if table.deal is not None:
            raise Refused("hint-day", table, code=table.code)
        await check_search_allowed(self._context, table)
        if self.hints_allowed(table) == 0:
            raise self._no_hints_refusal(table, own_seat)
        absent = seats_to_stand_in_for(table, game, state, own_seat, self._context.now())
        if own_seat not in game.to_act(state) and not absent:
            raise not_your_turn(shown, own_seat)
        check_length(table)
        hint_request = HintRequest(table, own_seat, own_seat if own_seat in game.to_act(state) else absent[0])
        await self._check_hints_left(hint_request)
        return hint_request

    async def give_hint(self, click: Click, hint_request: HintRequest, trace: Trace) -> Hint:
        """Compute and save a hint; raises `Refused` if the engine is busy or the game went on."""
        weighed, level = await self._weigh_actions(hint_request)
        while True:
            count = await self._check_hints_left(hint_request)
            if count.has_this:
                return Hint(self._tables.show(hint_request.table), weighed, level, count.taken, free=True)
            try:
                shown = await self._save_hint(click, hint_request, trace)
                return Hint(shown, weighed, level, count.taken + 1, free=False)
            except Stale:
                hint_request = await self._reload_request(hint_request)

    # Agreeing on hints

    async def allow_in_lobby(self, click: Click, table_id: int, trace: Trace) -> Shown:
        """Let the host of a duel that waits for its opponent allow any number of hints."""
        table = await self._tables.get(table_id)
        check_open(table, None)
        if table.host_id != click.person.id:
            raise Refused("hints-not-host", table, name=host_of(table).name)
        if table.terms.hints_asked != HOST_ASKED:
            raise Refused("hints-settled", table)
        terms = replace(table.terms, hints=ANY_HINTS, hints_asked=HINTS_SETTLED)
        change = replace(self._tables.change(click, table), terms=terms)
        return self._tables.show(await self._tables.save(change, trace))

    async def settle_hints(self, click: Click, table_id: int, trace: Trace, *, wanted: bool) -> Shown:
        """Accept or decline hints in a duel; once both accept, each may take any number.

        A refusal is final. Raises `Refused` where there is no open question, and for the player who asked.
        """
        for _ in range(TRIES):
            table = await self._tables.get(table_id)
            seat = check_may_act(table, click.person, None)
            asking_seat = table.terms.hints_asked
            if not may_agree_on_hints(self._context.catalogue[table.game], table):
                raise Refused("hints-settled", table)
            if wanted and asking_seat == seat:
                raise Refused("hints-asked", table, name=opponent_of(table, seat).name)
            change, news = self._settlement(click, table, seat, wanted=wanted)
            with suppress(Stale):  # a concurrent move does not matter
                saved = await self._tables.save(change, trace)
                return replace(self._tables.show(saved), new_turn=False, news=news)
        raise Stale(await self._tables.get(table_id))

    def _settlement(
        self, click: Click, table: Table, seat: Seat, *, wanted: bool
    ) -> tuple[Change, News | None]:
        """The change that an answer makes, and the board's news; none while the question stays open."""
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
        """The refusal where there are no hints; in a duel it offers to ask the opponent."""
        if not may_agree_on_hints(self._context.catalogue[table.game], table):
            return Refused("hint-none", table)
        name = opponent_of(table, seat).name
        if table.terms.hints_asked == seat:
            return Refused("hints-asked", table, name=name)
        return Refused("hint-ask", table, name=name)

    async def check_odds_possible(self, table: Table) -> Shown:
        """The state of a table that is playing a known game; raises `Refused` for others."""
        if table.status is not Status.PLAYING:
            raise Refused("odds-not-playing", table, code=table.code)
        shown = self._tables.show(table)
        if table.game not in MINDS:
            raise Refused("hint-no-mind", game=shown.entry.game.title)
        await check_search_allowed(self._context, table)
        return shown

    async def compute_odds(self, shown: Shown) -> OddsReport:
        """The odds of the acting player's actions, from the public view; raises `Refused`."""
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
        """Whether players may be warned before a move: where hints are unlimited.

        Then the game is not rated, or a warning cannot influence a rating.
        """
        if table.status is not Status.PLAYING or table.deal is not None or self.hints_allowed(table) >= 0:
            return False
        return await limiting_duel(self._context, table) is None

    async def _weigh_actions(self, hint_request: HintRequest) -> tuple[tuple[ActionWorth[Any], ...], str]:
        """The worth of the actions, and the level that weighed them; cached for each position."""
        table, shown = hint_request.table, self._tables.show(hint_request.table)
        stands = effective_plies(line.action for line in await self._tables.log(table))[-1]
        position, place = f"{table.code}/{stands}", (table.id, hint_request.acting_seat)
        cached = self._given.get(place)
        if cached is not None and cached.position == position:
            return cached.weighed, cached.level
        for level in (BEST, QUICKER):
            question = weigh_question(shown.entry, shown.state, hint_request.acting_seat, level)
            with suppress(NoSearchResult):
                if weighed := await self._context.search_pool.weigh(question, patience=HINT_PATIENCE):
                    self._cache_hint(place, CachedHint(position, weighed, level))
                    return weighed, level
        raise Refused("hint-busy", table, code=table.code)

    def _cache_hint(self, place: tuple[int, Seat], answer: CachedHint) -> None:
        """Cache an answer in place of the seat's previous one; the oldest is dropped first."""
        self._given.pop(place, None)
        self._given[place] = answer
        if len(self._given) > KEPT:
            self._given.popitem(last=False)

    async def _check_hints_left(self, hint_request: HintRequest) -> HintCount:
        """The seat's hint count; raises `Refused` if no hint is left."""
        table = hint_request.table
        most = self.hints_allowed(table)
        count = count_hints(await self._tables.log(table), hint_request.seat)
        if 0 <= most <= count.taken and not count.has_this:
            raise Refused("hint-no-more", table, code=table.code, most=most)
        return count

    async def _save_hint(self, click: Click, hint_request: HintRequest, trace: Trace) -> Shown:
        """The table with a hint line in its log; the state does not change."""
        table, seat = hint_request.table, hint_request.seat
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

    async def _reload_request(self, hint_request: HintRequest) -> HintRequest:
        """The request for the current table; raises `Refused` unless the state is unchanged."""
        table = await self._tables.get(hint_request.table.id)
        if table.status is not Status.PLAYING or table.state != hint_request.table.state:
            raise Refused("hint-overtaken", table, code=table.code)
        return replace(hint_request, table=table)


def may_agree_on_hints(entry: AnyEntry, table: Table) -> bool:
    """Whether the players of a duel without hints can still agree on them."""
    game = entry.game
    duel = not game.cooperative and len(table.players) > 1
    if not duel or game.key not in MINDS or table.status is not Status.PLAYING:
        return False
    return hints_at(game, table) == 0 and table.terms.hints_asked != HINTS_SETTLED


def opponent_of(table: Table, seat: Seat) -> Player:
    """The opponent in a duel."""
    return next(player for player in table.players if player.seat != seat)


def count_hints(lines: Sequence[Line], seat: Seat) -> HintCount:
    """The hints of a seat in a log, up to the position at its end."""
    stands = effective_plies(line.action for line in lines)
    had = {stands[line.ply] for line in lines if line.action == HINT and line.seat == seat}
    return HintCount(hints_in(lines, seat), stands[-1] in had)
