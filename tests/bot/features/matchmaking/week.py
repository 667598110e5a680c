"""A week of people who look for opponents, by a simulated clock: how long they wait, and that all is well.

The people come by the rhythm of their days, from servers all over the world; sessions and store are the real
ones, Discord is not there. Everything follows from one seed.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from heapq import heappop, heappush
from itertools import count
from random import Random
from typing import Final

from bot.features import FEATURES, HOOKS
from bot.features.matchmaking.model import OpponentSearch, Pace
from bot.features.matchmaking.pairing import DAY, HOUR, LATELY, TERMS
from bot.features.matchmaking.service import Matchmaking, Reachability
from bot.features.matchmaking.storage import SearchStorage
from bot.features.people.service import PersonalSettings
from bot.games.catalogue import CATALOGUE
from bot.kernel.clicks import Click, Person
from bot.kernel.errors import Refused
from bot.kernel.session import Context, Session
from bot.kernel.time.calendar import is_awake, is_away, local
from bot.kernel.trace import Trace
from bot.ops.location import DatabaseLocation
from bot.store import Habits, Store, Table, TimeChange
from bot.ui.alarms.kinds import ALARMS

BEGINS: Final = 1_780_272_000.0
"""The first of June 2026, a Monday, at midnight UTC."""

STEP: Final = 60.0
"""Seconds between two looks at who fits whom; the bot looks more often."""

ZONES: Final = (
    "Europe/London",
    "Europe/Berlin",
    "Europe/Paris",
    "America/New_York",
    "America/Chicago",
    "America/Los_Angeles",
    "America/Sao_Paulo",
    "Australia/Sydney",
    "Asia/Tokyo",
)
_WEIGHTS: Final = (6, 9, 6, 7, 4, 5, 2, 2, 2)

BY_HOUR: Final = (2, 1, 0, 0, 0, 0, 1, 2, 3, 3, 3, 4, 5, 4, 3, 3, 4, 6, 8, 10, 12, 11, 8, 4)
"""How many come in each hour of their day, among each other: in the evening."""

LAST: Final[dict[Pace, float]] = {Pace.QUICK: 1.5 * HOUR, Pace.DAY: 3 * DAY, Pace.SLOW: 8 * DAY}
"""Seconds that a game takes, on average."""


@dataclass
class SimulatedPerson:
    """Somebody: where they are, how strong, how fast they like to play, and how often they come."""

    person: Person
    guild: int
    zone: str
    strength: float
    pace: Pace
    rated: bool
    near: bool
    visits: float
    """How often they want a game, in a week."""
    gone: bool = False
    blocked: bool = False


@dataclass
class WaitTimes:
    """What became of the searches of a pace: seconds until an opponent was there, and how many found none.

    `left` were still looking when the week was over.
    """

    found: list[float] = field(default_factory=list)
    given_up: int = 0
    ended: int = 0
    left: int = 0


class Week:
    """A week of `people` in `servers`. What must never be is asserted as it would happen."""

    def __init__(self, people: int, servers: int, days: float, seed: int) -> None:
        self._rng = Random(seed)
        self._days = days
        self._now = BEGINS
        self._guilds = [(1000 + number) << 22 for number in range(servers)]
        self._zones = {guild: self._rng.choices(ZONES, _WEIGHTS)[0] for guild in self._guilds}
        self._on = dict.fromkeys(self._guilds, True)
        self._people = {one.person.id: one for one in self._create_people(people)}
        self._numbers = count(1)
        self._events = list[tuple[float, int, str, int, int]]()
        self._looking = dict[tuple[int, str], OpponentSearch]()
        self._apart = set[tuple[int, int]]()
        self._together = dict[frozenset[int], float]()
        self.waits = defaultdict[Pace, WaitTimes](WaitTimes)
        self.tables = 0
        self.mirrored = 0
        self.again = 0
        self.playing = Counter[int]()

    def _create_people(self, people: int) -> Iterator[SimulatedPerson]:
        rng = self._rng
        sizes = [1 / (rank + 2) for rank in range(len(self._guilds))]  # few servers have most of the people
        for number in range(people):
            guild = rng.choices(self._guilds, sizes)[0]
            yield SimulatedPerson(
                person=Person(100_000 + number, f"P{number}"),
                guild=guild,
                zone=self._zones[guild],
                strength=rng.gauss(1500, 250),
                pace=rng.choices(tuple(Pace), (35, 45, 20))[0],
                rated=rng.random() < 0.7,
                near=rng.random() < 0.5,
                visits=rng.choice((1, 2, 3, 7)),
            )

    async def pass_by(self, place: DatabaseLocation) -> None:
        """All of it, with its tables in this place."""
        store = await Store.open(place, hooks=HOOKS)
        secrets = self._rng.getrandbits
        session = Session.over(
            Context(
                store,
                CATALOGUE,
                lambda: self._now,
                lambda: f"{secrets(128):032x}",
                features=FEATURES,
                alarms=ALARMS,
            )
        )
        try:
            await self._settle_in(session)
            self._plan()
            await self._go_by(session)
            for search in self._looking.values():
                self.waits[search.pace].left += 1
            assert {
                (one.user_id, one.game) for one in await SearchStorage(store).all_searches()
            } == self._looking.keys()
        finally:
            await session.close()

    async def _settle_in(self, session: Session) -> None:
        """The servers take part, and everybody has said when they sleep and what they are called."""
        for guild in self._guilds:
            manager = Click(Person(1, "M"), guild + 1, guild, next(self._numbers), manages=True)
            await session.server.set_finds(manager, guild + 1)
        for one in self._people.values():
            habits = Habits(one.person.id, one.zone, 7 * 60, 23 * 60, known_as=one.person.name)
            await session.context.store.schedule.save(TimeChange(habits=habits))

    # What happens when

    def _plan(self) -> None:
        """When people come, leave for good, are blocked; and when servers take part no longer."""
        rng, people = self._rng, tuple(self._people)
        for user, one in self._people.items():
            for _ in range(round(one.visits * self._days / 7)):
                self._at(self._evening(one), "comes", user)
        for what, share in (("leaves", 0.03), ("blocked", 0.01), ("vacation", 0.05)):
            for user in rng.sample(people, max(1, round(share * len(people)))):
                self._at(self._sometime(), what, user)
        for guild in rng.sample(self._guilds, max(1, len(self._guilds) // 30)):
            self._at(self._sometime(), "off", guild)

    def _sometime(self) -> float:
        return BEGINS + self._rng.random() * self._days * DAY

    def _evening(self, one: SimulatedPerson) -> float:
        """A moment by the rhythm of somebody's day."""
        habits = Habits(one.person.id, one.zone)
        while True:
            at = self._sometime()
            if self._rng.random() * max(BY_HOUR) < BY_HOUR[_hour(habits, at)]:
                return at

    def _at(self, when: float, what: str, who: int, table: int = 0) -> None:
        heappush(self._events, (when, next(self._numbers), what, who, table))

    async def _go_by(self, session: Session) -> None:
        """Minute after minute: what has happened, whose search is over, and who fits whom."""
        end, looked = BEGINS + self._days * DAY, BEGINS
        while self._now < end:
            self._now += STEP
            happened = False
            while self._events and self._events[0][0] <= self._now:
                _, _, what, who, table = heappop(self._events)
                await getattr(self, f"_{what}")(session, who, table)
                happened = True
            # Without news only waiting changes who fits: that is looked at now and then.
            if happened or self._now >= looked + 5 * STEP:
                looked = self._now
                await self._look(session)

    async def _comes(self, session: Session, user: int, _: int) -> None:
        one, game = self._people[user], self._rng.choice(("thud", "thud", "ploc"))
        if one.gone or one.blocked:
            return
        click = Click(one.person, one.guild + 1, one.guild, next(self._numbers))
        refused, search = "", None
        try:
            search = await session.service(Matchmaking).start_search(
                click, game, one.pace, rated=one.rated, near=one.near
            )
        except Refused as why:
            refused = why.key
        assert refused in {"", "finding-already", "finding-off", "finding-away", "finding-most"}
        assert (refused == "finding-already") <= ((user, game) in self._looking)
        if search is None:
            return
        assert (user, game) not in self._looking, "looks twice at once"
        self._looking[user, game] = replace(search, channel_id=one.guild + 1)
        if one.pace is Pace.QUICK:  # nobody sits there for three hours
            self._at(self._now + self._rng.expovariate(1 / (0.75 * HOUR)), "tires", user)

    async def _tires(self, session: Session, user: int, _: int) -> None:
        for game in ("thud", "ploc"):
            search = self._looking.get((user, game))
            click = Click(self._people[user].person, 1, None, next(self._numbers))
            was = search is not None and search.since < self._now - 10 * STEP
            if was and await session.service(Matchmaking).cancel_search(click, game):
                del self._looking[user, game]
                self.waits[Pace.QUICK].given_up += 1

    async def _leaves(self, _: Session, user: int, __: int) -> None:
        self._people[user].gone = True

    async def _blocked(self, session: Session, user: int, _: int) -> None:
        self._people[user].blocked = True
        await session.context.store.servers.block(user, self._now)

    async def _vacation(self, session: Session, user: int, _: int) -> None:
        await session.service(PersonalSettings).set_vacation(user, 2, None)

    async def _off(self, session: Session, guild: int, _: int) -> None:
        self._on[guild] = False
        manager = Click(Person(1, "M"), guild + 1, guild, next(self._numbers), manages=True)
        await session.server.set_finds(manager, None)

    async def _ends(self, session: Session, loser: int, table_id: int) -> None:
        """A game is over; now and then one of two has had enough of the other."""
        person = self._people[loser].person
        click = Click(person, 1, None, next(self._numbers))
        shown = await session.play.move(click, table_id, "resign", Trace("week", loser))
        assert shown.table.players[0].afar is None or shown.table.players[1].afar is None
        self.playing.subtract(player.user_id for player in shown.table.players)
        other = next(player.user_id for player in shown.table.players if player.user_id != loser)
        if self._rng.random() < 0.1:
            await session.service(Matchmaking).avoid_opponent(click, table_id)
            self._apart.add((loser, other))

    # Who fits whom

    async def _look(self, session: Session) -> None:
        for search, _ in await session.service(Matchmaking).end_searches():
            self._remove_search(search)
            self.waits[search.pace].ended += 1

        async def looks(search: OpponentSearch) -> Reachability:
            return Reachability.GONE if self._people[search.user_id].gone else Reachability.YES

        tables, lost = await session.service(Matchmaking).pair_players(looks)
        for search in lost:
            assert self._people[search.user_id].gone
            self._remove_search(search)
        for table in tables:
            await self._check_pair(session, table)

    def _remove_search(self, search: OpponentSearch) -> None:
        del self._looking[search.user_id, search.game]

    async def _check_pair(self, session: Session, table: Table) -> None:
        """Two were brought together: each was looking, and nothing speaks against it."""
        users = [player.user_id for player in table.players]
        searches = [self._looking.pop((user, table.game)) for user in users]  # a `KeyError`: twice at once
        one, other = searches
        assert users[0] != users[1]
        assert (one.pace, one.rated) == (other.pace, other.rated)
        assert not {(users[0], users[1]), (users[1], users[0])} & self._apart, "across a block"
        terms, both = TERMS[one.pace], frozenset(users)
        met = self._together.get(both)
        if met is not None and self._now - met < LATELY:
            self.again += 1
            assert max(self._now - search.since for search in searches) >= terms.patience
        self._together[both] = self._now
        for search in searches:
            who = self._people[search.user_id]
            habits = await session.people.habits(search.user_id)
            assert not who.gone, "paired when gone"
            assert not who.blocked, "blocked by the host"
            assert not is_away(habits, self._now), "on vacation"
            assert one.pace is not Pace.QUICK or is_awake(habits, self._now), "in their night"
            assert self._on[search.guild_id], "from a server that takes no part"
            self.waits[search.pace].found.append(self._now - search.since)
        apart = one.guild_id != other.guild_id
        assert [player.afar is not None for player in table.players].count(True) == int(apart)
        self.tables += 1
        self.mirrored += apart
        self.playing.update(users)
        strengths = [self._people[user].strength for user in users]
        first_wins = self._rng.random() < 1 / (1 + 10 ** ((strengths[1] - strengths[0]) / 400))
        lasts = self._rng.expovariate(1 / LAST[one.pace])
        self._at(self._now + lasts, "ends", users[1] if first_wins else users[0], table.id)


def _hour(habits: Habits, at: float) -> int:
    return local(habits, at).hour
