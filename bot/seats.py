"""Who sits where, who may do what, and which table somebody means. Pure: no disk, no Discord."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from itertools import count
from typing import Any, Final

from bot.errors import NotSeated, Refused, Stale
from bot.export import settings_of
from bot.games.catalogue import AnyEntry
from bot.store import HOUSE, Change, Player, Status, Table, bot_id, bot_name, is_bot
from bot.store.codec import canonical
from bot.words import ENGLISH
from engine.core import Choice, Game, Seat, pick_key
from engine.minds import MINDS
from engine.rng import SeededRng


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody on Discord. `bot` accounts cannot play."""

    id: int
    name: str
    bot: bool = False


@dataclass(frozen=True, slots=True)
class Click:
    """Where a request comes from: who, in which channel, and Discord's id of the interaction.

    `home_id` is the channel of the thread, if it is one. `roles` are those of the person there, `manages`
    tells whether they may manage the server. `language` is what is spoken there, `own_language` what the
    person speaks, as Discord says; both are languages of the house.
    """

    person: Person
    channel_id: int
    guild_id: int | None
    interaction: int
    home_id: int | None = None
    roles: frozenset[int] = frozenset()
    manages: bool = False
    language: str = ENGLISH
    own_language: str = ENGLISH


@dataclass(frozen=True, slots=True)
class Opening:
    """A table somebody wants. `seat` none: by lot. `guest` none: a free seat for whoever joins.

    `patience`: after how many seconds others may act for somebody who is awaited; 0: never. `clock`, `bank`
    and `forfeit` are as in `NewTable`. `bots` are how many of the house's players sit down at once, at a
    `level` of theirs. `hints` none: as is usual (`usual_hints`).
    """

    game: str
    options: Mapping[str, str]
    seat: Seat | None
    guest: Person | None
    patience: int = 0
    clock: int = 0
    bank: int = 0
    forfeit: bool = False
    level: str | None = None
    bots: int = 0
    hints: int | None = None


LEAVE: Final = "leave"
"""The line by which a player leaves a co-operative game."""

LIVE = (Status.OPEN, Status.PLAYING)
DONE = (Status.OVER, Status.CLOSED)
DAY: Final = 24 * 60 * 60
"""Seconds after which a game no longer waits for its host to start it."""


def has_lobby(game: Game[Any, Any, Any, Any]) -> bool:
    """Whether people gather until somebody starts: where a game is for several numbers of players."""
    return len(game.seats) > 1


def has_bots(game: Game[Any, Any, Any, Any]) -> bool:
    """Whether the house's own players know a game."""
    return game.key in MINDS


def is_for_one(game: Game[Any, Any, Any, Any]) -> bool:
    """Whether a game is played alone, so that it begins with its table."""
    return game.seats == range(1, 2)


def day_of(at: float) -> str:
    """The date of a moment, in UTC and ISO form: whose deal of the day is played then."""
    return datetime.fromtimestamp(at, UTC).date().isoformat()


def end_of(day: str) -> int:
    """When the next day begins: whole seconds since 1970."""
    after = date.fromisoformat(day) + timedelta(days=1)
    return int(datetime.combine(after, time(), UTC).timestamp())


def parse_day(text: str) -> str | None:
    """The date that somebody has typed, in ISO form; none if it is not one."""
    try:
        return date.fromisoformat(text.strip()).isoformat()
    except ValueError:
        return None


def parse_code(text: str) -> int | None:
    """The id in a table's code (`T7`, `t7` or `7`), none if it is not one."""
    digits = text.strip().upper().removeprefix("T")
    return int(digits) if digits.isascii() and digits.isdecimal() and len(digits) <= 15 else None  # noqa: PLR2004


def check_guest(host: Person, guest: Person | None) -> None:
    """Refuse a challenge to oneself or to a bot."""
    if guest is None:
        return
    if guest.id == host.id:
        raise Refused("with-yourself")
    if guest.bot:
        raise Refused("with-a-bot", name=guest.name)


def seating(host: Person, opening: Opening, seed: str) -> tuple[Player, ...]:
    """Who sits where; the lot is drawn from a stream of its own, so that the game's chance is untouched."""
    seat = SeededRng(f"{seed}/seats").below(2) if opening.seat is None else opening.seat
    players = [Player(seat, host.id, host.name)]
    if opening.bots and opening.level is not None:
        players.append(a_bot(opening.level, 1 - seat, players))
    elif opening.guest is not None:
        players.append(Player(1 - seat, opening.guest.id, opening.guest.name, seated=False))
    return tuple(sorted(players, key=lambda player: player.seat))


def a_bot(level: str, seat: Seat, others: Iterable[Player]) -> Player:
    """One of the house's players for a seat; it can be told from those that sit there already."""
    taken = {player.user_id for player in others}
    number = next(number for number in count() if bot_id(level, number) not in taken)
    name = bot_name(level) if number == 0 else f"{bot_name(level)} {number + 1}"
    return Player(seat, bot_id(level, number), name)


def with_bots(players: Iterable[Player], level: str, bots: int) -> tuple[Player, ...]:
    """The players of a lobby, and so many of the house's behind them."""
    every = list(players)
    for _ in range(bots):
        every.append(a_bot(level, len(every), every))
    return tuple(every)


def without_last_bot(table: Table) -> tuple[Player, ...]:
    """The players, the last of the house's among them gone; those behind it move up, as in `without`."""
    bots = [player.user_id for player in table.players if is_bot(player.user_id)]
    return _without(table, bots[-1]) if bots else table.players


def with_person(
    players: tuple[Player, ...], person: Person, seats: int, salt: str = ""
) -> tuple[Player, ...]:
    """The players with `person` seated: where they were asked to, or on the first free seat.

    What they had added to the table's chance before stays, unless it is another `salt` now.
    """
    before = "".join(player.salt for player in players if player.user_id == person.id)
    others = [player for player in players if player.user_id != person.id]
    taken = {player.seat for player in others}
    seat = next(seat for seat in range(seats) if seat not in taken)
    mine = Player(seat, person.id, person.name, salt=salt or before)
    return tuple(sorted((*others, mine), key=lambda player: player.seat))


def without(table: Table, person: Person) -> tuple[Player, ...]:
    """The players in the order in which they came, `person` no longer among them.

    Those behind move up. At a fork a seat is one of the position, and everybody keeps theirs.
    """
    return _without(table, person.id)


def _without(table: Table, user_id: int) -> tuple[Player, ...]:
    rest = tuple(player for player in table.players if player.user_id != user_id)
    if table.goes_on:
        return rest
    return tuple(replace(player, seat=seat) for seat, player in enumerate(rest))


def seats_for(entry: AnyEntry, table: Table) -> range:
    """How many may play at a table: what its game takes; at a fork just as many as the position has seats."""
    if not table.goes_on or table.base is None:
        return entry.game.seats
    seats = seats_at(entry.game, entry.codec.load(table.base.state))
    return range(seats, seats + 1)


def seats_at(game: Game[Any, Any, Any, Any], state: object) -> int:
    """How many play in a game that stands like this: each of them has points in its outcome.

    Where that may differ from game to game, everybody leaves in thought, which is an action of all who
    play together.
    """
    if len(game.seats) == 1:
        return game.seats.start
    rng = SeededRng("")
    while (outcome := game.outcome(state)) is None:
        seat = next(seat for seat in range(game.seats[-1]) if game.legal(state, seat))
        state = game.apply(state, seat, game.parse(LEAVE, state), rng).state
    return len(outcome.points)


def picks_at(game: Game[Any, Any, Any, Any], table: Table) -> tuple[Choice, ...]:
    """What there is to pick before the game begins; nothing at a fork, where everybody has it already."""
    return game.picks(settings_of(table)) if not table.goes_on else ()


def picks_of(player: Player) -> dict[str, str]:
    """What somebody has picked for themselves."""
    found: dict[str, str] = json.loads(player.picks)
    return found


def picking(table: Table, person: Person, pick: Choice, value: str) -> tuple[Player, ...]:
    """The players, `person` having picked `value`; refuses what somebody else has.

    The default, whatever it is, can be had by everybody.
    """
    mine = player_of(table, person)
    if mine is None:
        raise Refused("pick-unseated", table, code=table.code)
    holders = [player for player in table.players if picks_of(player).get(pick.key) == value]
    if value != pick.default and holders and mine not in holders:
        raise Refused("picked-already", table, name=holders[0].name)
    picked = {key: kept for key, kept in picks_of(mine).items() if key != pick.key}
    if value != pick.default:
        picked[pick.key] = value
    new = replace(renamed((mine,), person)[0], picks=canonical(picked))
    return tuple(new if player == mine else player for player in table.players)


def salts_of(players: Iterable[Player]) -> tuple[str, ...]:
    """What the players have added to the chance of their table, in the order of their seats."""
    return tuple(player.salt for player in players if player.salt)


def agreed(options: Mapping[str, str], players: Iterable[Player]) -> dict[str, str]:
    """The options of a table with what its players picked, as `read_settings` takes them."""
    picked = {
        pick_key(key, player.seat): value for player in players for key, value in picks_of(player).items()
    }
    return {**options, **picked}


def may_start_from(table: Table) -> float:
    """From when on anybody who sits at a table may start its game."""
    return table.created_at + DAY


def overdue_from(table: Table) -> int | None:
    """From when on others may act for who must: whole seconds since 1970; none if they never may."""
    return math.ceil(table.waiting_since + table.patience) if table.patience else None


def renamed(players: tuple[Player, ...], person: Person) -> tuple[Player, ...]:
    """The players, with the name that `person` has by now; who played for them does so no longer."""
    return tuple(
        replace(player, name=person.name, substitute=None, substitute_name="")
        if player.user_id == person.id
        else player
        for player in players
    )


def acting_for(player: Player) -> int:
    """Who acts on a seat, by user id: its owner, or who plays for them until they are back."""
    return player.user_id if player.substitute is None else player.substitute


def is_code(player: Player) -> bool:
    """Whether a bot or the house acts on a seat, and no person."""
    return acting_for(player) == HOUSE or is_bot(acting_for(player))


def seat_of(table: Table, person: Person) -> Seat | None:
    """Where a person sits, is asked to sit, or plays for somebody; none if they have no part in the table."""
    own = [player.seat for player in table.players if player.user_id == person.id]
    lent = [player.seat for player in table.players if player.substitute == person.id]
    return next(iter((*own, *lent)), None)


def player_of(table: Table, person: Person) -> Player | None:
    """The person as a player, none if they have no part in the table."""
    return next((player for player in table.players if player.user_id == person.id), None)


def player_at(table: Table, seat: Seat) -> Player:
    """Who sits on a seat."""
    return next(player for player in table.players if player.seat == seat)


def name_at(table: Table, seat: Seat) -> str:
    """What the one on a seat is called."""
    return next(player.name for player in table.players if player.seat == seat)


def names_at(table: Table, seats: frozenset[Seat]) -> list[str]:
    """What those on some seats are called."""
    return [player.name for player in table.players if player.seat in seats]


def closed(table: Table) -> Refused:
    """That a table is closed, before its game began or in the middle of it; or that its game has moved."""
    if table.gone is not None:
        return Refused("closed-gone", table, code=table.code, next=f"T{table.gone}")
    if table.away:
        return Refused("closed-away", table, code=table.code)
    return Refused("closed" if table.state is None else "closed-midway", table, code=table.code)


def check_open(table: Table, revision: int | None) -> None:
    """Refuse what only works before a game begins, and clicks on an old invitation if that matters."""
    if table.status is Status.CLOSED:
        raise closed(table)
    if table.status is not Status.OPEN:
        raise Refused("already-begun", table, code=table.code)
    if revision is not None and revision != table.revision:
        raise Stale(table)


def check_turn(table: Table, person: Person, revision: int | None) -> Seat:
    """The seat of somebody who wants to act in a running game; refuses with the first thing that is wrong."""
    if table.status is Status.OPEN:
        raise Refused("not-begun", table, code=table.code)
    if table.status is Status.CLOSED:
        raise closed(table)
    seat = seat_of(table, person)
    if seat is None:
        raise NotSeated(table)
    if table.status is Status.OVER:
        raise Refused("game-over", table, code=table.code)
    if revision is not None and revision != table.revision:
        raise Stale(table)
    return seat


def foreseen(table: Table, change: Change) -> Table:
    """The table as it will be once a move is saved."""
    return replace(
        table,
        status=change.status,
        players=change.players,
        state=change.state,
        counter=change.counter,
        revision=table.revision + 1,
        plies=table.plies + 1,
        head=change.head,
        changed_at=change.at,
        waiting_since=table.waiting_since if change.waiting_since is None else change.waiting_since,
        turn=table.turn if change.turn is None else change.turn,
        clocks=table.clocks if change.clocks is None else change.clocks,
    )


def may_see(table: Table, click: Click) -> bool:
    """Whether somebody may look at a table from where they are; a thread's belongs to its channel, too."""
    return click.channel_id in (table.channel_id, table.home_id) or seat_of(table, click.person) is not None


def narrowed(tables: list[Table], person: Person) -> list[Table]:
    """The tables where the person sits, if there are such; else all of them."""
    own = [table for table in tables if seat_of(table, person) is not None]
    return own or tables


def the_only(tables: list[Table], none: str) -> Table:
    """The one table of a list; refused if there is none, with the key `none`, or if there are several."""
    if not tables:
        raise Refused(none)
    if len(tables) > 1:
        raise Refused("which-table", codes=", ".join(table.code for table in tables))
    return tables[0]


def letters(text: str) -> str:
    """A line as people type it: without case, blanks and dashes."""
    return "".join(letter for letter in text.casefold() if letter.isalnum())
