"""Looking for an opponent in all servers that take part, and bringing two of those who look together.

See docs/decisions/matchmaking.md; who fits whom is in `bot.features.matchmaking.pairing`.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import replace
from enum import Enum
from typing import Final, TypeAlias

from bot.features.matchmaking.model import OpponentSearch, Pace
from bot.features.matchmaking.pairing import LATELY, TERMS, PlayerFacts, find_pairs, pool_of
from bot.features.matchmaking.storage import SearchGone, SearchStorage
from bot.kernel.clicks import Click
from bot.kernel.errors import NotSeated, Refused
from bot.kernel.session import Session
from bot.kernel.tables.opening import ANY_HINTS, seated_by_lot, start_game
from bot.kernel.tables.results import is_duel
from bot.kernel.tables.seats import player_of
from bot.kernel.time.calendar import is_awake, is_away
from bot.kernel.time.timing import Timing
from bot.names import clean_name
from bot.store import (
    HINTS_SETTLED,
    HOUSE,
    Habits,
    NewTable,
    Player,
    SecondBoard,
    Table,
    Terms,
    TimeChange,
    TooManyOfOne,
    TooManyTables,
)

AT_ONCE: Final = 5
"""How many games somebody may have going on, at the most, whose opponents the bot has found."""

EVERY: Final = 10_000
"""More live tables than anybody has."""


NAME: Final = 32
"""The most characters of the name that people of other servers see."""

PAUSE: Final = 10.0
"""Seconds between two looks at who fits whom, unless somebody has just begun to look."""


class Reachability(Enum):
    """How somebody who looks for an opponent can be reached, as Discord tells."""

    YES = "yes"
    LATER = "later"  # the bot cannot write there at the moment
    GONE = "gone"  # they have left the server, or the bot has, or the channel is deleted


class EndReason(Enum):
    """Why a search has ended without an opponent."""

    TIME = "time"
    SERVER = "server"  # it takes part no longer, or the bot cannot show tables there any more


Looks: TypeAlias = Callable[[OpponentSearch], Awaitable[Reachability]]


class Matchmaking:
    """People who look for an opponent."""

    def __init__(self, session: Session) -> None:
        self._context = session.context
        self._store = session.context.store
        self._searches = SearchStorage(self._store)
        self._tables = session.tables
        self._timing = Timing(session.context)
        self._scores = session.scores
        self._blocks = session.block_list
        self._server = session.server
        self._news = False
        self._looked: float | None = None

    # What somebody wants

    async def takes_part(self, guild_id: int | None) -> bool:
        """Whether people of a server can look for opponents."""
        return guild_id is not None and (await self._store.servers.server(guild_id)).finds is not None

    async def search_of(self, user_id: int, game: str) -> OpponentSearch | None:
        """What somebody looks for in a game, or none."""
        found = await self._searches.searches_of(user_id)
        return next((search for search in found if search.game == game), None)

    async def count_searches(self) -> int:
        """How many searches go on."""
        return len(await self._searches.all_searches())

    async def start_search(
        self, click: Click, game: str, pace: Pace, *, rated: bool, near: bool
    ) -> OpponentSearch:
        """From now on somebody looks for an opponent; raises `Refused` where they cannot."""
        entry, now = self._context.catalogue[game], self._context.now()
        if not is_duel(entry.game):
            raise Refused("old-control")
        if click.guild_id is None or not await self.takes_part(click.guild_id):
            raise Refused("finding-off")
        await self._server.check_opener(click)
        habits = await self._store.schedule.habits(click.person.id)
        if not habits.known_as:
            raise Refused("finding-name")
        if is_away(habits, now):
            raise Refused("finding-away")
        mine = await self._store.of_user(click.person.id, live_only=True, limit=EVERY)
        if sum(table.terms.found for table in mine) >= AT_ONCE:
            raise Refused("finding-most", most=AT_ONCE)
        language = self._tables.language_at(click)
        ends = now + TERMS[pace].lasts
        name = click.person.name
        search = OpponentSearch(
            click.person.id, game, click.guild_id, name, language, pace, rated, near, now, ends
        )
        if not await self._searches.begin(search):
            raise Refused("finding-already", game=entry.game.title)
        self._news = True
        return search

    async def cancel_search(self, click: Click, game: str) -> bool:
        """Whether somebody looked for an opponent in a game; they do not any more."""
        return await self._searches.cancel(click.person.id, game)

    async def set_name(self, user_id: int, name: str) -> Habits:
        """What people of other servers may call somebody; empty: nothing, and nobody is looked for.

        Raises `Refused` for a name of which too little or too much can be seen.
        """
        name = clean_name(name, user_id) if name.strip() else ""
        if len(name) > NAME:
            raise Refused("finding-name-long", most=NAME)
        self._store.schedule.forget(user_id)  # another process may have saved others just now
        habits = replace(await self._store.schedule.habits(user_id), known_as=name)
        await self._store.schedule.save(TimeChange(habits=habits))
        if not name:
            for search in await self._searches.searches_of(user_id):
                await self._searches.cancel(user_id, search.game)
        return habits

    async def avoid_opponent(self, click: Click, table_id: int) -> str:
        """Never bring somebody together again with their opponent of a table; returns that one's name.

        Raises `Refused` where the bot has not brought them together, or nobody knows any more who it was.
        """
        table = await self._tables.get(table_id)
        if player_of(table, click.person) is None:
            raise NotSeated(table)
        other = next((player for player in table.players if player.user_id != click.person.id), None)
        if not table.terms.found or other is None or other.user_id <= HOUSE:
            raise Refused("old-control")
        await self._searches.add_avoided(click.person.id, other.user_id, self._context.now())
        return other.name

    async def count_avoided(self, user_id: int) -> int:
        """How many people somebody does not want to play again."""
        return await self._searches.count_avoided(user_id)

    async def clear_avoided(self, user_id: int) -> None:
        """Somebody takes anybody again."""
        await self._searches.clear_avoided(user_id)

    # What comes of it

    def is_due(self) -> bool:
        """Whether it is time for a look at who fits whom, which then is begun with."""
        now = self._context.now()
        if self._looked is not None and 0 <= now - self._looked < PAUSE and not self._news:
            return False
        self._looked, self._news = now, False
        return True

    async def end_searches(self) -> tuple[tuple[OpponentSearch, EndReason], ...]:
        """The searches that end by now, each told to one who asks."""
        now, found = self._context.now(), list[tuple[OpponentSearch, EndReason]]()
        for search in await self._searches.all_searches():
            why = (
                EndReason.SERVER
                if search.channel_id is None
                else EndReason.TIME
                if search.ends <= now
                else None
            )
            if why is not None and await self._searches.claim(search):
                found.append((search, why))
        return tuple(found)

    async def pair_players(self, looks: Looks) -> tuple[tuple[Table, ...], tuple[OpponentSearch, ...]]:
        """Bring together who fits; returns their tables, and who had to be struck off as nobody is there.

        `looks` tells of somebody whom an opponent is found for whether they can be reached.
        """
        now, tables, lost = self._context.now(), list[Table](), list[OpponentSearch]()
        searches = [search for search in await self._searches.all_searches() if search.ends > now]
        searches = await self._available_searches(_with_candidates(searches), now)
        if not searches:
            return (), ()
        known = await self._player_facts(searches, now)
        # Where nobody fits, everybody is compared with everybody.
        for both in await asyncio.to_thread(lambda: tuple(find_pairs(searches, known, now))):
            there = [(search, await looks(search)) for search in both]
            for search, how in there:
                if how is Reachability.GONE and await self._searches.claim(search):
                    lost.append(search)
            if all(how is Reachability.YES for _, how in there):
                table = await self._bring_together(*both)
                if table is not None:
                    tables.append(table)
        return tuple(tables), tuple(lost)

    async def _available_searches(
        self, searches: Sequence[OpponentSearch], now: float
    ) -> list[OpponentSearch]:
        """Those who may begin a game by now: neither on vacation, nor blocked, nor without a name.

        A game for people who are there waits until it is nobody's night.
        """
        found = []
        for search in searches:
            habits = await self._store.schedule.habits(search.user_id)
            awake = search.pace is not Pace.QUICK or is_awake(habits, now)
            blocked = [await self._blocks.is_blocked(one) for one in (search.user_id, search.guild_id)]
            if search.channel_id is None or not habits.known_as or any(blocked):
                continue
            if awake and not is_away(habits, now):
                found.append(search)
        return found

    async def _player_facts(self, searches: Iterable[OpponentSearch], now: float) -> PlayerFacts:
        """What is known of those who look."""
        ratings = dict[str, dict[int, float]]()
        for game in {search.game for search in searches}:
            ladder = await self._scores.ladder(game)
            users = {search.user_id for search in searches if search.game == game}
            ratings[game] = {user: ladder.rating_of(user).value for user in users}
        met = frozenset(await self._searches.recent_pairs(now - LATELY))
        return PlayerFacts(ratings, await self._searches.avoided_pairs(), met)

    async def _bring_together(self, one: OpponentSearch, other: OpponentSearch) -> Table | None:
        """The table of two, in the server of the first or else of the second; none if neither can be."""
        for home, away in ((one, other), (other, one)):
            new, mirror = await self._new_table(home, away)
            try:
                return await self._searches.bring_together((one, other), new, mirror)
            except (TooManyTables, TooManyOfOne):
                continue
            except SearchGone:
                return None
        return None

    async def _new_table(
        self, home: OpponentSearch, away: OpponentSearch
    ) -> tuple[NewTable, tuple[int, SecondBoard] | None]:
        """The table to be opened, and where the second one sees it, if they are in another server."""
        entry, terms = self._context.catalogue[home.game], TERMS[home.pace]
        here = home.guild_id == away.guild_id
        names = [one.name if here else await self._public_name(one) for one in (home, away)]
        seed = self._context.seeds()
        both = (Player(0, home.user_id, names[0]), Player(1, away.user_id, names[1]))
        options, state, counter = start_game(entry, entry.rules.ends, len(both), seed)
        most = (await self._store.servers.server(home.guild_id)).most
        new = NewTable(
            game=home.game,
            guild_id=home.guild_id,
            channel_id=home.channel_id or 0,
            host_id=home.user_id,
            terms=Terms(
                options=options,
                rules_version=entry.game.rules_version,
                clock=terms.clock,
                bank=terms.bank,
                forfeit=True,
                language=home.language,
                hints=0 if home.rated else ANY_HINTS,
                hints_asked=HINTS_SETTLED,
                found=True,
            ),
            seed=seed,
            players=seated_by_lot(seed, both),
            at=self._context.now(),
            state=entry.codec.dump(state),
            counter=counter,
            most=most or None,
            most_each=self._context.most_each,
        )
        mirror = (
            None if here else (away.user_id, SecondBoard(away.guild_id, away.channel_id or 0, away.language))
        )
        return await self._timing.new_table(new), mirror

    async def _public_name(self, search: OpponentSearch) -> str:
        return (await self._store.schedule.habits(search.user_id)).known_as


def _with_candidates(searches: Sequence[OpponentSearch]) -> list[OpponentSearch]:
    """Those who are not the only ones to look for what they want."""
    many = Counter(map(pool_of, searches))
    return [search for search in searches if many[pool_of(search)] > 1]
