"""Who sits where, and what they have picked; how many a game takes. Pure: no disk, no Discord."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import count
from typing import Any, Final

from bot.clicks import Opening, Person
from bot.errors import Refused
from bot.export import settings_of
from bot.games.catalogue import AnyEntry
from bot.store import HOUSE, Player, Table, bot_id, bot_name, is_bot
from bot.store.codec import canonical
from engine.core import Choice, Game, Seat, pick_key
from engine.minds import MINDS
from engine.rng import SeededRng

LEAVE: Final = "leave"
"""The line by which a player leaves a co-operative game."""

# How many play a game, and who else knows it


def has_lobby(game: Game[Any, Any, Any, Any]) -> bool:
    """Whether people gather until somebody starts: where a game is for several numbers of players."""
    return len(game.seats) > 1


def has_bots(game: Game[Any, Any, Any, Any]) -> bool:
    """Whether the house's own players know a game."""
    return game.key in MINDS


def is_for_one(game: Game[Any, Any, Any, Any]) -> bool:
    """Whether a game is played alone, so that it begins with its table."""
    return game.seats == range(1, 2)


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


# Who sits down, and who gets up


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


def renamed(players: tuple[Player, ...], person: Person) -> tuple[Player, ...]:
    """The players, with the name that `person` has by now; who played for them does so no longer."""
    return tuple(
        replace(player, name=person.name, substitute=None, substitute_name="")
        if player.user_id == person.id
        else player
        for player in players
    )


# Who is on a seat


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


# What they bring along


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
