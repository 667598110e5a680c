"""New tables and the first positions of games: at the start, at a fork's position, or after a transfer.

Hints are part of the terms. See docs/decisions/forks.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.games.catalogue import AnyEntry
from bot.games.entry import EVEN
from bot.kernel.clicks import Click, Opening, Person
from bot.kernel.errors import DealPlayedBefore, DealSpent, Refused
from bot.kernel.people.servers import ServerSettings
from bot.kernel.people.storage import TABLE
from bot.kernel.tables.context import Context, News, Shown, Tables, latest_table, original_table
from bot.kernel.tables.export import options_of
from bot.kernel.tables.seats import (
    agreed_options,
    has_lobby,
    is_for_one,
    salts_of,
    seating,
    with_bots,
    with_current_name,
)
from bot.kernel.time.calendar import end_of
from bot.kernel.time.timing import Timing, asleep_in, when_awake, with_time
from bot.kernel.trace import Trace
from bot.store import (
    HINTS_SETTLED,
    HOST_ASKED,
    Base,
    DealtToForgotten,
    Journey,
    Kind,
    NewAlarm,
    NewLine,
    NewTable,
    Player,
    Repeated,
    Sides,
    Status,
    Table,
    TooManyOfOne,
    TooManyTables,
    TriedBefore,
    is_bot,
)
from bot.store.codec import canonical
from bot.store.tables import start_hash
from data.sentence import Sentence
from engine.core import BadDocument, BadOption, Game, read_options, read_settings
from engine.fairness import chance_seed, next_hash
from engine.mind import LEVELS
from engine.minds import MINDS
from engine.replay import position_after_transfer
from engine.rng import SeededRng
from engine.table_lines import forked_from_line, position_digest, transfer_line

FIRST = 1
"""The line of a fork's log that says where it comes from; its first position follows it."""

_TRIES: Final = 8
"""How often a position is shuffled to see whether anything is hidden; two cards may stay in place."""

ANY_HINTS: Final = -1
"""Any number of hints, as a number for each seat."""

NEVER: Final = -2
"""None where there would be any number: a player against a bot wants no hints."""


class NewTables:
    """Opens tables, and begins their games."""

    def __init__(self, context: Context, tables: Tables, timing: Timing, server: ServerSettings) -> None:
        self._context = context
        self._store = context.store
        self._tables = tables
        self._timing = timing
        self._server = server

    def draft(self, click: Click, opening: Opening, seed: str) -> NewTable:
        """Draft the table that a user wants, its game begun if it is for one; raises `Refused`."""
        entry = self._context.catalogue[opening.game]
        players = _initial_players(entry, click.person, opening, seed)
        state, counter = None, 0
        if _is_complete(entry, opening, len(players)):
            options, first, counter = start_game(entry, opening.options, len(players), seed)
            state = entry.codec.dump(first)
        else:
            options = _read_options(entry, opening)
        return NewTable(
            game=opening.game,
            guild_id=click.guild_id,
            channel_id=click.channel_id,
            host_id=click.person.id,
            terms=replace(
                opening.terms,
                options=options,
                rules_version=entry.game.rules_version,
                language=self._tables.language_at(click),
                hints=agreed_hints(entry.game, opening.hints, opening.bots),
                sides=_sides(entry, opening),
                hints_asked=None if opening.hints is None else HINTS_SETTLED,
            ),
            seed=seed,
            players=players,
            at=self._context.now(),
            state=state,
            counter=counter,
        )

    async def create(self, click: Click, new: NewTable, trace: Trace, *, opener: bool = True) -> Shown:
        """Save a new table; every table is made here. Raises `Refused` if its server does not allow it.

        `opener` is as in `check_opening`.
        """
        most = await self._server.check_opening(click, opener=opener)
        new = await self._timing.new_table(new) if new.state is not None else await self._with_invitation(new)
        with self._counting_storage(click, new), trace.span("store"):
            try:
                new = replace(new, most=most, most_each=self._context.most_each)
                table = await self._store.create(new, click.interaction)
            except Repeated as error:
                raise await self._tables.already_done(error) from error
            except DealtToForgotten as error:
                raise DealSpent(end_of(error.period)) from error
            except TooManyTables as error:
                raise await self._server.channel_full(click, error.most) from error
            except TooManyOfOne as error:
                raise await self._server.too_many_tables(click, error.most) from error
        trace.table, trace.revision, trace.saved = table.code, table.revision, True
        asleep = frozenset(alarm.user_id for alarm in new.alarms if alarm.kind is Kind.CALL and alarm.user_id)
        return replace(self._tables.show(await self._with_home(table)), asleep=asleep)

    def _counting_storage(self, click: Click, new: NewTable) -> AbstractContextManager[None]:
        """Count what a new table stores: itself, uploaded files, its positions, and a transferred game."""
        base = new.journey.base
        brought = (new.terms.options, new.earlier, new.state or "", "" if base is None else base.state)
        size = TABLE + sum(len(text.encode()) for text in brought)
        return self._context.storage.reserve(click.person.id, size, self._context.now())

    async def _with_home(self, table: Table) -> Table:
        """Return the table with its parent channel, if it is in a thread opened for another one."""
        tables = await self._store.in_channel(table.channel_id, live_only=False, limit=2)
        home = next((other.home_id for other in tables if other.home_id is not None), None)
        if home is None:
            return table
        await self._store.set_place(table.id, table.channel_id, home)
        return await self._tables.get(table.id)

    async def _with_invitation(self, new: NewTable) -> NewTable:
        """Return a lobby; a player challenged in their night is called in the morning."""
        invited = [player.user_id for player in new.players if not player.seated]
        habits = [await self._store.schedule.habits(user) for user in invited]
        waking = [(preferences.user_id, when_awake(preferences, new.at)) for preferences in habits]
        alarms = [NewAlarm(Kind.CALL, due, user_id=user, turn=0) for user, due in waking if due > new.at]
        asks = await self._is_host_asked(new)
        terms = replace(new.terms, hints_asked=HOST_ASKED) if asks else new.terms
        return replace(new, alarms=tuple(alarms), terms=terms)

    async def begin(
        self, click: Click, table: Table, players: tuple[Player, ...], trace: Trace, *, agreed: bool = True
    ) -> Shown:
        """Begin the game, and save it with the clocks and alarms of its first turn.

        `agreed`: to the side that the opener has asked for; else it is drawn.
        """
        entry = self._context.catalogue[table.game]
        if table.terms.week is not None and end_of(table.terms.week) <= self._context.now():
            raise Refused("weekly-over", table, code=table.code)
        by_lot = table.terms.sides is Sides.DRAWN or (table.terms.sides is Sides.WISHED and not agreed)
        if by_lot:
            players = seated_by_lot(table.seed, players)
        with trace.span("engine"):
            first = first_position(entry, table, players)
        rules, salts = entry.game.rules_version, salts_of(players)
        terms = replace(table.terms, options=first.options, rules_version=rules, salts=salts)
        if terms.hints_asked == HOST_ASKED:  # the host did not answer in the lobby
            terms = replace(terms, hints_asked=None)
        change = replace(
            self._tables.change(click, table),
            status=Status.PLAYING,
            players=players,
            state=first.state,
            counter=first.counter,
            terms=terms,
            head=first.head,
            line=None if first.line is None else NewLine(0, click.person.id, first.line),
            waiting_since=self._context.now(),
            journey=replace(table.journey, base=first.base),
        )
        state = entry.codec.load(first.state)
        timed = await self._timing.turn_change(table, players, None, state)
        try:
            saved = await self._tables.save(with_time(change, timed), trace)
        except TriedBefore as error:
            other = next(player.name for player in players if player.user_id == error.user_id)
            raise DealPlayedBefore(
                error.table_id, "" if error.user_id == click.person.id else other
            ) from error
        except DealtToForgotten as error:
            other = next(player.name for player in players if player.user_id == error.user_id)
            name = "" if error.user_id == click.person.id else other
            raise DealSpent(end_of(error.period), name) from error
        news = first.news
        if by_lot:
            news = News("sides.lot", name=players[0].name)
        return Shown(saved, entry, state, news=news, asleep=asleep_in(timed))

    async def _is_host_asked(self, new: NewTable) -> bool:
        """Whether a lobby asks its host about hints: before a first duel of this kind, unless it is set."""
        game = self._context.catalogue[new.game].game
        duel = not (game.cooperative or has_lobby(game) or is_for_one(game))
        if not duel or game.key not in MINDS or new.journey != Journey():
            return False
        if new.terms.hints or new.terms.hints_asked is not None:
            return False
        return not await self._store.schedule.has_finished(new.host_id, new.game)


# The first position


@dataclass(frozen=True, slots=True)
class FirstPosition:
    """A game's first position: the state as the codec writes it, and how many random words it took.

    `options` are the options, as canonical JSON, and `head` is the hash that its log continues. Where it does
    not begin at its start, `line` is the first line of that log, `base` the position after it, and `news` the
    notice on its first board.
    """

    state: str
    counter: int
    options: str
    head: str
    line: str | None = None
    base: Base | None = None
    news: News | None = None


def first_position(entry: AnyEntry, table: Table, players: tuple[Player, ...]) -> FirstPosition:
    """Return the first position of a table's game: after a transfer, of a fork, or at its start."""
    match table.journey:
        case Journey(moved=(_, _, _) as moved, base=Base() as base):
            return _from_transfer(entry, table, players, moved, base)
        case Journey(parent=(_, _) as parent, base=Base() as base):
            line = fork_line(parent, table.seed, base.state)
            return _from_position(entry, table, players, base, line, fork_news(parent))
        case _:
            return _from_start(entry, table, players)


def _from_start(entry: AnyEntry, table: Table, players: tuple[Player, ...]) -> FirstPosition:
    """Begin a game at its start: the options are stored with the players' picks."""
    seats, salts = len(players), salts_of(players)
    chance = chance_seed(table.seed, salts)
    options, state, counter = start_game(entry, agreed_options(options_of(table), players), seats, chance)
    rules = entry.game.rules_version
    terms = replace(table.terms, options=options, rules_version=rules, salts=salts)
    start = start_hash(replace(table, terms=terms), seats)
    return FirstPosition(entry.codec.dump(state), counter, options, start)


def _from_transfer(
    entry: AnyEntry,
    table: Table,
    players: tuple[Player, ...],
    moved: tuple[str, int, str],
    base: Base,
) -> FirstPosition:
    """Continue a transferred game; hidden information is shuffled by the chance of this table."""
    chance = chance_seed(table.seed, salts_of(players))
    position = position_after_transfer(entry.game, entry.codec.load(base.state), chance)
    base = Base(FIRST, entry.codec.dump(position.state), position.counter)
    news = arrival_news(entry, moved, position.state)
    return _from_position(entry, table, players, base, transfer_line(*moved), news)


def _from_position(
    entry: AnyEntry, table: Table, players: tuple[Player, ...], base: Base, line: str, news: News
) -> FirstPosition:
    """Begin a game in its middle, with the line of the log that says where it comes from."""
    rules, salts = entry.game.rules_version, salts_of(players)
    terms = replace(table.terms, rules_version=rules, salts=salts)
    start = start_hash(replace(table, terms=terms), len(players))
    head = next_hash(start, FIRST, 0, line)
    return FirstPosition(base.state, base.counter, table.terms.options, head, line, base, news)


def start_game(entry: AnyEntry, options: Mapping[str, str], seats: int, seed: str) -> tuple[str, Any, int]:
    """Return the options, as canonical JSON, the first state, and how many random words were drawn for it.

    Raises `Refused`.
    """
    rng = SeededRng(seed)
    try:
        settings = read_settings(entry.game, options, seats)
    except BadOption as error:
        raise refuse_option(entry, error) from error
    return canonical(settings), entry.game.start(settings, seats, rng), rng.counter


def refuse_option(entry: AnyEntry, error: BadOption) -> Refused:
    """Return the refusal of an option: each fault of a file has a line of its own."""
    if isinstance(error, BadDocument):
        option = Sentence(f"{entry.game.key}.option.{error.key}.title", error.key)
        return Refused("bad-file", option=option, faults=error.sentences)
    return Refused("bad-option", option=error.key, value=error.value, allowed=error.why)


def fork_line(parent: tuple[int, int], seed: str, state: str) -> str:
    """Return the first line of a fork's log: where the game comes from, with a commitment to the position."""
    table_id, ply = parent
    return forked_from_line(f"T{table_id}", ply, position_digest(seed, state))


def fork_news(parent: tuple[int, int]) -> News:
    """Return the notice on the first board of a fork."""
    return News("fork.goes-on", name=f"T{parent[0]}", other=str(parent[1]))


def arrival_news(entry: AnyEntry, moved: tuple[str, int, str], state: object) -> News:
    """Return the notice of a transferred game: where it came from, and whether anything is shuffled anew."""
    key = "move.arrived" if hides_information(entry, state) else "move.arrived.known"
    return News(key, name=moved[0], other=str(moved[1]))


def hides_information(entry: AnyEntry, state: object) -> bool:
    """Whether a position hides information from all players, apart from future dice."""
    stands = entry.codec.dump(state)
    tries = (SeededRng(f"hides/{number}") for number in range(_TRIES))
    return any(entry.codec.dump(entry.game.reshuffle(state, rng)) != stands for rng in tries)


def _sides(entry: AnyEntry, opening: Opening) -> Sides:
    """Return how sides are chosen at a new table: as they sit, unless a better one would count in ratings."""
    unrated = opening.bots or agreed_hints(entry.game, opening.hints, opening.bots)
    if entry.rules.second_wins == EVEN or unrated:
        return Sides.FIXED
    return Sides.DRAWN if opening.seat is None else Sides.WISHED


def seated_by_lot(seed: str, players: tuple[Player, ...]) -> tuple[Player, ...]:
    """Draw both players' seats from the secret seed and their salts, whatever their order.

    So neither of them can know the result before both are there.
    """
    first, second = sorted(players, key=lambda player: player.user_id)
    lot = SeededRng(f"{chance_seed(seed, salts_of((first, second)))}/sides").below(2)
    return tuple(
        replace(drawn, seat=seat) for seat, drawn in enumerate((second, first) if lot else (first, second))
    )


def _is_complete(entry: AnyEntry, opening: Opening, players: int) -> bool:
    """Whether no other player is waited for, and nothing has to be picked first, so that the game begins."""
    if has_lobby(entry.game):
        return opening.alone and not entry.game.picks(read_options(entry.game.options, opening.options))
    return players == entry.game.seats.start and opening.guest is None


def _initial_players(entry: AnyEntry, host: Person, opening: Opening, seed: str) -> tuple[Player, ...]:
    """Return the first players of a table."""
    alone = (Player(0, host.id, host.name),)
    if is_for_one(entry.game):
        return alone
    if has_lobby(entry.game):
        own = with_current_name(tuple(Player(seat, host.id, "") for seat in range(opening.own_seats)), host)
        return with_bots(own, opening.level or LEVELS[0], opening.bots)
    return seating(host, opening, seed)


def _read_options(entry: AnyEntry, opening: Opening) -> str:
    """Return the options of a lobby, as canonical JSON; raises `Refused`."""
    try:
        return canonical(read_options(entry.game.options, opening.options))
    except BadOption as error:
        raise refuse_option(entry, error) from error


# Hints


def usual_hints(game: Game[Any, Any, Any, Any], bots: int = 0) -> int:
    """Return the default number of hints for each seat: none where people play against each other."""
    return ANY_HINTS if game.cooperative or is_for_one(game) or bots else 0


def agreed_hints(game: Game[Any, Any, Any, Any], wanted: int | None, bots: int) -> int:
    """Return the number of hints of a new table, where the opener `wanted` so many, or did not say."""
    usual = usual_hints(game, bots)
    if wanted is None:
        return usual
    return NEVER if wanted == 0 and bots and not game.cooperative else wanted


async def limiting_duel(context: Context, table: Table) -> Table | None:
    """Return the running duel with limited hints from which a fork goes on, perhaps over others; or None.

    Its players could ask at the fork what they may not ask at the duel: so no bot advises there, nor where
    the fork was transferred to.
    """
    first = await original_table(context, table)
    while (place := first.journey.parent) and (parent := await context.store.table(place[0])) is not None:
        now = await latest_table(context, parent)
        game = context.catalogue[now.game].game
        duel = not game.cooperative and not is_for_one(game)
        if duel and now.status is Status.PLAYING and hints_at(game, now) >= 0:
            return now
        first = await original_table(context, parent)
    return None


async def check_search_allowed(context: Context, table: Table) -> None:
    """Refuse a search for a fork whose duel still runs."""
    duel = await limiting_duel(context, table)
    if duel is not None:
        raise Refused("fork-of-duel", table, code=table.code, parent=duel.code)


def hints_at(game: Game[Any, Any, Any, Any], table: Table) -> int:
    """Return the number of hints for each seat: any number in a duel whose other side has become a bot."""
    if table.terms.hints == NEVER:
        return 0
    against_bots = not game.cooperative and any(is_bot(player.user_id) for player in table.players)
    return ANY_HINTS if against_bots and not table.terms.hints else table.terms.hints
