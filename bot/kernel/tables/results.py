"""Results of finished games: records, statistics, a channel's rankings, ratings."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import chain, groupby, islice
from operator import attrgetter, itemgetter
from typing import Any, Final, TypeAlias

from bot.games.catalogue import AnyEntry
from bot.games.entry import Deal
from bot.kernel.ratings import Ladder, Rating
from bot.kernel.result_count import ResultCount, count_results, first_places, group_records
from bot.kernel.tables.context import Context, Tables
from bot.kernel.tables.export import UNPLAYABLE, positions_of
from bot.kernel.tables.history import History
from bot.kernel.tables.seats import has_lobby, is_for_one
from bot.kernel.tables.undo_index import takes_back_revealed
from bot.kernel.time.calendar import end_of, is_week
from bot.store import Change, Line, NewLine, Player, Record, Status, Store, Table, deals, is_bot, is_nameless
from bot.store import Result as Ended
from engine.core import GIVING_UP, Game, Outcome, Seat
from engine.table_lines import is_new_beginning, is_table_line, undo_target

AnyGame = Game[Any, Any, Any, Any]

LoggedGame: TypeAlias = tuple[Table, Sequence[Line]]
"""A table, and the lines of its log."""

GIVEN_UP: Final = "resign"
"""The line that resigns a game."""

AT_ONCE: Final = 1_000
"""How many games are rated at a time, in some hundredths of a second; a shutdown waits no longer."""

TURNS: Final = 2
"""The number of turns that each player of a duel must have taken before a resignation counts."""

SAID: Final = frozenset(
    ("offer", "accept", "decline", "claim", "concede", "trade", "withdraw", "prefer", *GIVING_UP)
)
"""The first words of players' lines that are no moves: offers, answers, settings and giving up."""

SETTLED: Final = 60.0
"""Seconds after which no earlier result can still appear."""

# A row for each seat


class Records:
    """Creates the records of games that end."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._store = context.store

    async def records_of_end(
        self, table: Table, change: Change, outcome: Outcome | None
    ) -> tuple[Record, ...]:
        """Return a record for each seat of a game that ends with this change; empty while it goes on."""
        if outcome is None:
            return ()
        new = change.line or NewLine(0, None, "")
        last = Line(table.plies + 1, new.seat, new.user_id, new.action, change.head, change.at)
        lines = (*await self._store.log(table.id), last)
        entry, after = self._context.catalogue[table.game], replace(table, players=change.players)
        before = await earlier_games(self._store, table)
        return await asyncio.to_thread(records_of, entry, after, lines, outcome, change.at, before)


async def earlier_games(store: Store, table: Table) -> tuple[LoggedGame, ...]:
    """Return the tables from which a game was transferred in this installation, with logs, in order.

    Empty if it came from elsewhere at some time: then it is unknown who played it there.
    """
    games = list[LoggedGame]()
    while table.journey.moved is not None:
        code, _, head = table.journey.moved
        old = await store.table(int(code.removeprefix("T")))
        if old is None or old.journey.gone != table.id or not old.head.startswith(head):
            return ()
        games.append((old, await store.log(old.id)))
        table = old
    return tuple(reversed(games))


def records_of(
    entry: AnyEntry,
    table: Table,
    lines: Sequence[Line],
    outcome: Outcome,
    ended: float,
    before: Sequence[LoggedGame] = (),
) -> tuple[Record, ...]:
    """Return a record for each player, of their first seat. The last of the `lines` has ended the game.

    `before` are the tables from which it was transferred; empty, too, if that was from elsewhere. Only a game
    that `counts` is part of ratings and streaks.
    """
    game, players = entry.game, table.players
    parts = (*before, (table, lines))
    counts = bool(before) or table.journey.moved is None  # else it is unknown who played it elsewhere
    counts = counts and all(_counts(game, part, players, log) for part, log in parts)
    # a duel that was resigned before both had some turns does not count
    counts = counts and (not is_duel(game) or is_game(players, [log for _, log in parts]))
    counts = counts and not any(_took_back_knowledge(entry, part, log) for part, log in parts)
    whole = [line for _, log in parts for line in log]
    return tuple(
        Record(
            table_id=table.id,
            seat=player.seat,
            user_id=player.user_id,
            name=player.name,
            game=table.game,
            guild_id=table.guild_id,
            channel_id=table.home_id or table.channel_id,
            result=result_of(game, outcome, player.seat, len(players)),
            points=outcome.points[player.seat] if player.seat < len(outcome.points) else 0,
            seats=len(players),
            plies=len(whole),
            began=whole[0].at if whole else table.time.created_at,
            ended=ended,
            counts=counts,
        )
        for player in {player.user_id: player for player in reversed(players)}.values()
    )


def result_of(game: AnyGame, outcome: Outcome, seat: int, seats: int) -> Ended:
    """Return a seat's result: a game without winners is a draw between opponents, a defeat otherwise."""
    if seat in outcome.winners:
        return Ended.WON
    if not outcome.winners and not game.cooperative and seats > 1:
        return Ended.DRAWN
    return Ended.LOST


def _counts(game: AnyGame, table: Table, players: Sequence[Player], lines: Sequence[Line]) -> bool:
    """Whether a game was played from its beginning, and every player in it played for themselves.

    A player who loses by absence still loses. In a cooperative game, others may help. A game with a bot in it
    is practice, and so is one between opponents with hints.
    """
    owners = {player.seat: player.user_id for player in players}
    acted = [line for line in lines if not is_new_beginning(line.action)]
    if acted and acted[-1].action == GIVEN_UP:
        acted.pop()
    alone = game.cooperative or all(line.user_id == owners[line.seat] for line in acted)
    against_bots = any(is_bot(player.user_id) for player in players)
    practice = against_bots or (len(players) > 1 and not game.cooperative and table.terms.hints != 0)
    return table.journey.parent is None and alone and not practice


def is_game(players: Sequence[Player], logs: Sequence[Sequence[Line]]) -> bool:
    """Whether a finished duel counts as a game: no player resigned before both had some turns.

    `logs` are those of the tables at which it was played, one after the other. A loss by absence or time is
    no resignation.
    """
    if not logs[-1]:
        return False
    last = logs[-1][-1]
    owner = next(player.user_id for player in players if player.seat == last.seat)
    return last.action != GIVEN_UP or last.user_id != owner or has_begun(logs)


def has_begun(logs: Iterable[Sequence[Line]]) -> bool:
    """Whether both players of a duel have taken `TURNS` turns that were not undone."""
    turns = Counter[Seat]()
    for lines in logs:
        turns.update(seat for seat, _ in groupby(standing_moves(lines), key=lambda line: line.seat))
    return all(turns[seat] >= TURNS for seat in (0, 1))


def standing_moves(lines: Iterable[Line]) -> list[Line]:
    """Return the moves of a log that were not undone; without hints, offers, settings and giving up."""
    moved = list[Line]()
    for line in lines:
        if (back := undo_target(line.action)) is not None:
            while moved and moved[-1].ply > back:
                moved.pop()
        elif line.action.partition(" ")[0] not in SAID and not is_table_line(line.action):
            moved.append(line)
    return moved


def _took_back_knowledge(entry: AnyEntry, table: Table, lines: Sequence[Line]) -> bool:
    """Whether a single player undid what they had learned; false where the rules have changed since."""
    if not any(undo_target(line.action) is not None for line in lines):
        return False
    try:
        positions = positions_of(entry, table, lines)
    except UNPLAYABLE:
        return False
    return takes_back_revealed(positions, entry.game, len(table.players))


# Totals


@dataclass(frozen=True, slots=True)
class Score:
    """The totals of a person's games of a kind; `rating` only for duels that count."""

    game: str
    tally: ResultCount
    rating: Rating | None = None


@dataclass(frozen=True, slots=True)
class RankedPlayer:
    """A person in a channel's ranking. `rank` counts from 1, and equal scores share it."""

    rank: int
    user_id: int
    name: str
    score: Score


@dataclass(frozen=True, slots=True)
class ChannelRanking:
    """A channel's ranking for a game, the best first; of how many games that count, and how many do not."""

    game: str
    games: int
    apart: int
    places: tuple[RankedPlayer, ...]


class Unranked(StrEnum):
    """Why a finished game of a deal has no place, where the game itself would give it one."""

    LATE = "late"  # the week was over
    HELPED = "helped"  # a bot, the house or a substitute has played in it


@dataclass(frozen=True, slots=True)
class DealResult:
    """The result of a person, or a group, in a deal of the day or week.

    `place` counts from 1, and equal results share it; 0 while the game goes on, and where the game gives its
    end no rank, or it is unranked by `apart`. `winners` are the seats that have won it. `states` are the
    input of the game's `Deal.share`, empty where today's rules no longer allow the game.
    """

    table: Table
    place: int
    states: tuple[Any, ...] = ()
    apart: Unranked | None = None
    winners: tuple[Seat, ...] = ()


def deal_of(entry: AnyEntry, period: str) -> Deal[Any] | None:
    """Return how a day's or a week's deal is described and compared; None where the game has no deals."""
    return entry.rules.weekly if is_week(period) else entry.rules.daily


def unranked_reason(table: Table, lines: Sequence[Line]) -> Unranked | None:
    """Return why a game of a deal is unranked, besides the game's own rules (Rule trogdor:weekly-4)."""
    if is_week(table.deal or "") and table.time.changed_at >= end_of(table.deal or ""):
        return Unranked.LATE  # the best of that week are announced already
    people = {player.user_id for player in table.players if not is_bot(player.user_id)}
    strange = any(line.user_id not in people and line.action not in GIVING_UP for line in lines)
    helped = strange or len(people) < len(table.players)
    return Unranked.HELPED if table.terms.week is not None and helped else None


def is_duel(game: Game[Any, Any, Any, Any]) -> bool:
    """Whether two play a game against each other, so that it can be rated."""
    return not (game.cooperative or has_lobby(game) or is_for_one(game))


class Scores:
    """Results and ratings of finished games."""

    def __init__(self, context: Context, tables: Tables, history: History) -> None:
        self._context = context
        self._store = context.store
        self._tables = tables
        self._history = history
        self._reckoning = asyncio.Lock()
        self._ladders: dict[str, Ladder] = {}
        """Ratings that no longer change, by game."""

    async def ladder(self, game: str) -> Ladder:
        """Return all ratings in a duel, over all of this bot's channels."""
        async with self._reckoning:  # the first time it takes seconds, and many may ask meanwhile
            ladders = self._ladders  # replaced by others, if a user is forgotten meanwhile
            cached = ladders.get(game, Ladder(second_wins=self._context.catalogue[game].rules.second_wins))
            records = await self._store.schedule.results_of_game(game, cached.last)
            before = self._context.now() - SETTLED
            settled = [record for record in records if record.ended <= before]
            for some in in_batches(settled):
                cached = await asyncio.to_thread(cached.after, some)
                ladders[game] = cached
        return cached.after(records[len(settled) :])

    async def compute_ratings(self) -> None:
        """Compute all ratings, so that the first request need not wait; cancelling keeps partial results."""
        for entry in self._context.catalogue.values():
            if is_duel(entry.game):
                await self.ladder(entry.game.key)

    def forget_ladders(self) -> None:
        """Discard the ratings; the next request computes them."""
        self._ladders = {}

    async def of_person(self, user_id: int, game: str | None) -> tuple[Score, ...]:
        """Return a person's totals, a score for each game, or only for `game`."""
        records = await self._store.schedule.results_of_user(user_id)
        groups = group_records(records, lambda record: record.game)
        kinds = [key for key in self._context.catalogue if key in groups and game in (None, key)]
        return tuple([_score(key, user_id, groups[key], await self._ladder(key)) for key in kinds])

    async def standings(self, channel_id: int, game: str | None) -> tuple[ChannelRanking, ...]:
        """Return a channel's ranking of each game finished there, or only of `game`."""
        records = await self._store.schedule.results_of_channel(channel_id)
        groups = await asyncio.to_thread(group_records, records, lambda record: record.game)
        kinds = [key for key in self._context.catalogue if key in groups and game in (None, key)]
        ladders = {key: await self._ladder(key) for key in kinds}
        return tuple([await asyncio.to_thread(_ranking_of, key, groups[key], ladders[key]) for key in kinds])

    async def _ladder(self, game: str) -> Ladder | None:
        """Return the ratings of a game, None if it is not rated."""
        return await self.ladder(game) if is_duel(self._context.catalogue[game].game) else None

    # Deals of the day and of the week

    async def deal_days(self, channel_id: int, limit: int) -> tuple[str, ...]:
        """Return at most `limit` dates whose deals were finished in a channel, the last first."""
        return await self._store.reader.read(deals.days, channel_id, limit)

    async def deal_weeks(self, channel_id: int, limit: int) -> tuple[str, ...]:
        """Return at most `limit` weeks whose deals were finished in a channel, the last first."""
        return await self._store.reader.read(deals.weeks, channel_id, limit)

    async def deal_results(self, channel_id: int, game: str, day: str) -> tuple[DealResult, ...]:
        """Return a channel's results of a deal, the best first, and earlier before later ones.

        After them come games without a rank, and last running ones.
        """
        every = await self._store.reader.read(deals.in_channel, channel_id, day)
        tables = [
            one
            for one in every
            if one.game == game
            and not all(is_nameless(player.user_id) for player in one.players)
            and self._tables.is_readable(one)
        ]
        over = [table for table in tables if table.status is Status.OVER]
        playing = [DealResult(table, 0) for table in tables if table.status is Status.PLAYING]
        placed = [
            replace(result, states=await self._history.final_states(result.table))
            for result in _assign_places([await self._rank_end(table) for table in over])
        ]
        return (*placed, *playing)

    async def _rank_end(self, table: Table) -> tuple[tuple[int, ...], DealResult]:
        """Return the rank of a game's end; empty where it counts for nothing, such as a resignation.

        So does one that was played on after its week, or with help (Rule thrag:weekly-2).
        """
        entry = self._context.catalogue[table.game]
        deal, state = deal_of(entry, table.deal or ""), entry.codec.load(table.state or "")
        assert deal is not None  # noqa: S101 - only such a game has tables of a deal
        outcome, why = entry.game.outcome(state), unranked_reason(table, await self._store.log(table.id))
        winners = () if outcome is None else outcome.winners
        return deal.rank(state) if why is None else (), DealResult(table, 0, apart=why, winners=winners)


def _assign_places(ranked: Iterable[tuple[tuple[int, ...], DealResult]]) -> list[DealResult]:
    """Return finished games of a deal with their places, in order; 0 is no place, and last."""
    earlier = sorted(ranked, key=lambda pair: pair[1].table.time.changed_at)
    ranks = [rank for rank, _ in earlier]
    best = sorted(earlier, key=lambda pair: pair[0], reverse=True)
    return [
        replace(result, place=1 + sum(rank > own for rank in ranks) if own else 0) for own, result in best
    ]


def in_batches(records: Iterable[Record], most: int = AT_ONCE) -> Iterator[tuple[Record, ...]]:
    """Yield records in order, in batches of whole tables."""
    tables = (group for _, group in groupby(records, key=attrgetter("table_id")))
    while piece := tuple(chain.from_iterable(islice(tables, most))):
        yield piece


def _ranking_of(game: str, records: tuple[Record, ...], ratings: Ladder | None) -> ChannelRanking:
    """Return a channel's ranking of a game from the records of all its games there."""
    people = group_records(records, lambda record: record.user_id)
    scores = {
        user_id: _score(game, user_id, theirs, ratings)
        for user_id, theirs in people.items()
        if not is_nameless(user_id)
    }
    counted = {user_id: _sort_key(score) for user_id, score in scores.items() if score.tally.games}
    best = sorted(counted.items(), key=itemgetter(1), reverse=True)
    ranks = first_places(merit for _, merit in best)
    return ChannelRanking(
        game,
        games=_tables(record for record in records if record.counts),
        apart=_tables(record for record in records if not record.counts),
        places=tuple(
            RankedPlayer(ranks[merit], user_id, people[user_id][-1].name, scores[user_id])
            for user_id, merit in best
        ),
    )


def _score(game: str, user_id: int, records: Iterable[Record], ladder: Ladder | None) -> Score:
    """Return the totals of a person's games of a kind."""
    rating = None if ladder is None else ladder.rating_of(user_id)
    return Score(game, count_results(records), rating if rating is not None and rating.games else None)


def _tables(records: Iterable[Record]) -> int:
    return len({record.table_id for record in records})


def _sort_key(score: Score) -> tuple[float, int, int]:
    """Return the sort key of a channel's ranking: the nearly certain rating, then wins and few defeats."""
    rating, counts = score.rating, score.tally
    certain = 0.0 if rating is None else rating.value - rating.uncertainty
    return certain, counts.won, -counts.lost
