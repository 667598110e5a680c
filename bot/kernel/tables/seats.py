"""Seats: who sits where, their picks, how many a game takes, and who may act for whom.

Pure: no database, no Discord.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import count
from typing import Any, Final

from bot.games.catalogue import AnyEntry
from bot.kernel.clicks import Click, Opening, Person
from bot.kernel.errors import NotSeated, Refused, Stale
from bot.kernel.tables.export import settings_of
from bot.store import (
    HOUSE,
    NAMELESS,
    Board,
    Line,
    Player,
    SecondBoard,
    Status,
    Table,
    bot_id,
    bot_name,
    is_bot,
    is_nameless,
    nameless_id,
)
from bot.store.codec import canonical
from engine.core import Choice, Game, Seat, pick_key
from engine.minds import MINDS
from engine.rng import SeededRng

LEAVE: Final = "leave"
"""The line by which a player leaves a cooperative game."""

LIVE: Final = (Status.OPEN, Status.PLAYING)
DONE: Final = (Status.OVER, Status.CLOSED)
MOST_LINES: Final = 10_000
"""The most lines of a game: moves, undos, and hints.

A replay of that many takes a few seconds in the background; real games have some hundred.
"""

HOST_TIME: Final = 24 * 60 * 60
"""Seconds after which a game no longer waits for its host to start it."""

# How many play a game, and whether bots do


def has_lobby(game: Game[Any, Any, Any, Any]) -> bool:
    """Whether players gather until one of them starts: where a game allows several numbers of players."""
    return len(game.seats) > 1


def has_bots(game: Game[Any, Any, Any, Any]) -> bool:
    """Whether bots play a game."""
    return game.key in MINDS


def is_for_one(game: Game[Any, Any, Any, Any]) -> bool:
    """Whether a game is played alone, so that it begins with its table."""
    return game.seats == range(1, 2)


def seats_for(entry: AnyEntry, table: Table) -> range:
    """Return how many may play at a table: what its game allows; at a fork exactly the position's seats."""
    if not table.goes_on or table.journey.base is None:
        return entry.game.seats
    seats = seats_at(entry.game, entry.codec.load(table.journey.base.state))
    return range(seats, seats + 1)


def seats_at(game: Game[Any, Any, Any, Any], state: object) -> int:
    """Return how many play in this state: each of them has points in its outcome.

    Where that may differ from game to game, everyone leaves on a copy, which is an action in all cooperative
    games.
    """
    if len(game.seats) == 1:
        return game.seats.start
    rng = SeededRng("")
    while (outcome := game.outcome(state)) is None:
        seat = next(seat for seat in range(game.seats[-1]) if game.legal(state, seat))
        state = game.apply(state, seat, game.parse(LEAVE, state), rng).state
    return len(outcome.points)


# Sitting down, and getting up


def seating(host: Person, opening: Opening, seed: str) -> tuple[Player, ...]:
    """Return the players in seat order; the lot has a random stream apart from the game's chance."""
    seat = SeededRng(f"{seed}/seats").below(2) if opening.seat is None else opening.seat
    players = [Player(seat, host.id, host.name)]
    if opening.bots and opening.level is not None:
        players.append(new_bot(opening.level, 1 - seat, players))
    elif opening.guest is not None:
        players.append(Player(1 - seat, opening.guest.id, opening.guest.name, seated=False))
    return tuple(sorted(players, key=lambda player: player.seat))


def new_bot(level: str, seat: Seat, others: Iterable[Player]) -> Player:
    """Return a bot for a seat, distinguishable from those at the table."""
    taken = {player.user_id for player in others}
    number = next(number for number in count() if bot_id(level, number) not in taken)
    name = bot_name(level) if number == 0 else f"{bot_name(level)} {number + 1}"
    return Player(seat, bot_id(level, number), name)


def with_bots(players: Iterable[Player], level: str, bots: int) -> tuple[Player, ...]:
    """Return the players of a lobby with so many bots behind them."""
    every = list(players)
    for _ in range(bots):
        every.append(new_bot(level, len(every), every))
    return tuple(every)


def without_last_bot(table: Table) -> tuple[Player, ...]:
    """Return the players without the last bot; those behind it move up, as in `without_player`."""
    bots = [player.user_id for player in table.players if is_bot(player.user_id)]
    return _without_user(table, bots[-1]) if bots else table.players


def with_person(
    players: tuple[Player, ...], person: Person, seats: int, salt: str = ""
) -> tuple[Player, ...]:
    """Return the players with `person` seated: where they were asked to, or on the first free seat.

    Their contribution to the table's chance stays, unless a new `salt` is given.
    """
    before = "".join(player.salt for player in players if player.user_id == person.id)
    others = [player for player in players if player.user_id != person.id]
    taken = {player.seat for player in others}
    seat = next(seat for seat in range(seats) if seat not in taken)
    mine = Player(seat, person.id, person.name, salt=salt or before)
    return tuple(sorted((*others, mine), key=lambda player: player.seat))


def without_player(table: Table, person: Person) -> tuple[Player, ...]:
    """Return the players in order, without `person`.

    Those behind move up. At a fork a seat is one of the position, and every player keeps theirs.
    """
    return _without_user(table, person.id)


def _without_user(table: Table, user_id: int) -> tuple[Player, ...]:
    rest = tuple(player for player in table.players if player.user_id != user_id)
    if table.goes_on:
        return rest
    return tuple(replace(player, seat=seat) for seat, player in enumerate(rest))


def with_current_name(players: tuple[Player, ...], person: Person) -> tuple[Player, ...]:
    """Return the players with the current name of `person`, who are back if a substitute played for them.

    A player who acts is back, and a second seat of theirs is numbered. Where one of them sees the table in
    another server, all keep the names that they agreed to.
    """
    keep = any(player.afar is not None for player in players)
    own_names = iter((person.name, *(f"{person.name} {number}" for number in range(2, len(players) + 1))))
    return tuple(
        replace(
            player,
            name=player.name if keep else next(own_names),
            substitute=None,
            substitute_name="",
            gone=False,
        )
        if player.user_id == person.id
        else player
        for player in players
    )


def stops_for_vacations(table: Table) -> bool:
    """Whether a clock stops while its player is on vacation.

    Not in games of matchmaking and tournaments, where the clock's bank of extra hours has to cover absences.
    See docs/decisions/absence.md.
    """
    return not (table.terms.forfeit and (table.terms.found or table.host_id == HOUSE))


# Who is on a seat


def acting_for(player: Player) -> int:
    """Return who acts on a seat, by user id: its owner, or their substitute."""
    return player.user_id if player.substitute is None else player.substitute


def has_gone(player: Player) -> bool:
    """Whether the awaited player has left the server."""
    return player.gone and player.substitute is None


def is_code(player: Player) -> bool:
    """Whether a bot or the house acts on a seat."""
    return acting_for(player) == HOUSE or is_bot(acting_for(player))


def seat_of(table: Table, person: Person) -> Seat | None:
    """Return where a person sits, is invited, or substitutes; None if they have no part in the table."""
    own = [player.seat for player in table.players if player.user_id == person.id]
    lent = [player.seat for player in table.players if player.substitute == person.id]
    return next(iter((*own, *lent)), None)


def seats_beside(table: Table, own: Seat) -> frozenset[Seat]:
    """Return the other seats of the person who acts on `own`: that of a second keeper."""
    user = acting_for(player_at(table, own))
    return frozenset(player.seat for player in table.players if acting_for(player) == user > HOUSE) - {own}


def player_of(table: Table, person: Person) -> Player | None:
    """Return the person as a player, None if they have no part in the table."""
    return next((player for player in table.players if player.user_id == person.id), None)


def players_of(table: Table, person: Person) -> tuple[Player, ...]:
    """Return the person's seats as players, in order; several where they play two keepers."""
    return tuple(player for player in table.players if player.user_id == person.id)


def companions_of(table: Table, person: Person) -> tuple[Player, ...]:
    """Return the other people at a table, as far as they can still be asked there."""
    return tuple(
        player
        for player in table.players
        if player.user_id not in (HOUSE, person.id)
        and not (is_bot(player.user_id) or is_nameless(player.user_id) or player.gone)
        and player.afar is None
    )


def player_at(table: Table, seat: Seat) -> Player:
    """Return the player on a seat."""
    return next(player for player in table.players if player.seat == seat)


def name_at(table: Table, seat: Seat) -> str:
    """Return the name of the player on a seat."""
    return next(player.name for player in table.players if player.seat == seat)


def names_at(table: Table, seats: frozenset[Seat]) -> list[str]:
    """Return the names of the players on some seats."""
    return [player.name for player in table.players if player.seat in seats]


# Picks and salts


def picks_at(game: Game[Any, Any, Any, Any], table: Table) -> tuple[Choice, ...]:
    """Return what there is to pick before the game begins; empty at a fork, where it is picked already."""
    return game.picks(settings_of(table)) if not table.goes_on else ()


def picks_of(player: Player) -> dict[str, str]:
    """Return a player's picks."""
    picks: dict[str, str] = json.loads(player.picks)
    return picks


def with_pick(table: Table, person: Person, pick: Choice, value: str, which: int = 0) -> tuple[Player, ...]:
    """Return the players after `person` has picked `value`; refuses what another player has.

    The default can be picked by everyone. `which` of their own seats it is for counts from 0.
    """
    own = players_of(table, person)
    if not own:
        raise Refused("pick-unseated", table, code=table.code)
    if which >= len(own):
        raise Refused("old-control")
    mine = own[which]
    holders = [player for player in table.players if picks_of(player).get(pick.key) == value]
    if value != pick.default and holders and mine not in holders:
        raise Refused("picked-already", table, name=holders[0].name)
    picked = {key: choice for key, choice in picks_of(mine).items() if key != pick.key}
    if value != pick.default:
        picked[pick.key] = value
    players = with_current_name(table.players, person)
    return tuple(
        replace(player, picks=canonical(picked)) if player.seat == mine.seat else player for player in players
    )


def salts_of(players: Iterable[Player]) -> tuple[str, ...]:
    """Return the players' contributions to the chance of their table, in the order of their seats."""
    return tuple(player.salt for player in players if player.salt)


def agreed_options(options: Mapping[str, str], players: Iterable[Player]) -> dict[str, str]:
    """Return the options of a table with its players' picks, for `read_settings`."""
    picked = {
        pick_key(key, player.seat): value for player in players for key, value in picks_of(player).items()
    }
    return {**options, **picked}


# Permissions: each check refuses with the first thing that is wrong


def refuse_closed(table: Table) -> Refused:
    """Return the refusal of a closed table: before its game, in the middle of it, or after a transfer."""
    if table.journey.gone is not None:
        return Refused("closed-gone", table, code=table.code, next=f"T{table.journey.gone}")
    if table.journey.away:
        return Refused("closed-away", table, code=table.code)
    return Refused("closed" if table.state is None else "closed-midway", table, code=table.code)


def check_open(table: Table, revision: int | None) -> None:
    """Refuse what only works before a game begins, and clicks on an outdated invitation with a `revision`."""
    if table.status is Status.CLOSED:
        raise refuse_closed(table)
    if table.status is not Status.OPEN:
        raise Refused("already-begun", table, code=table.code)
    if revision is not None and revision != table.revision:
        raise Stale(table)


def check_may_act(table: Table, person: Person, revision: int | None) -> Seat:
    """Return the seat of a person who wants to act; refuses with the first problem.

    The game must be running, the person have a seat, and the table be at `revision`, the one that the clicked
    board shows; None: any. Whose turn it is, is not checked.
    """
    if table.status is Status.OPEN:
        raise Refused("not-begun", table, code=table.code)
    if table.status is Status.CLOSED:
        raise refuse_closed(table)
    seat = seat_of(table, person)
    if seat is None:
        raise NotSeated(table)
    if table.status is Status.OVER:
        raise Refused("game-over", table, code=table.code)
    if revision is not None and revision != table.revision:
        raise Stale(table)
    return seat


def check_length(table: Table, line: str = "") -> None:
    """Refuse a line in a game of maximum length, except a resignation."""
    if table.plies >= MOST_LINES and line.strip().casefold() not in GIVING_UP:
        raise Refused("game-too-long", table, most=MOST_LINES)


def may_see(table: Table, click: Click) -> bool:
    """Whether a person may look at a table from where they are; a thread's belongs to its channel, too."""
    here = click.channel_id == table.home_id or is_played_in(table, click.channel_id)
    return here or seat_of(table, click.person) is not None


def may_start_from(table: Table) -> float:
    """Return from when on any player of a table may start its game."""
    return table.time.created_at + HOST_TIME


def overdue_from(table: Table) -> int | None:
    """Return from when on others may act for the awaited player: whole seconds since 1970; None: never."""
    return math.ceil(table.time.waiting_since + table.terms.patience) if table.terms.patience else None


def is_overdue(table: Table, now: float) -> bool:
    """Whether others may act now for the awaited player."""
    free_from = overdue_from(table)
    return free_from is not None and now >= free_from


def seats_to_stand_in_for(
    table: Table, game: Game[Any, Any, Any, Any], state: object, own: Seat, now: float
) -> tuple[Seat, ...]:
    """Return the other seats for which the player on `own` may act now: theirs, and those awaited too long.

    A player who has left the game, so that they have no legal actions, acts for no one else.
    """
    acting = game.to_act(state) - {own}
    if not is_overdue(table, now) or not game.legal(state, own):
        acting &= seats_beside(table, own)
    return tuple(sorted(acting))


def awaited_seats(entry: AnyEntry, state: object) -> frozenset[Seat]:
    """Return the seats that must act, and those with an offer that they need not answer."""
    return entry.game.to_act(state) | asked_seats(entry, state)


def asked_seats(entry: AnyEntry, state: object) -> frozenset[Seat]:
    """Return the seats with an offer that they need not answer."""
    return frozenset[Seat]() if entry.rules.offered_seats is None else entry.rules.offered_seats(state)


GIVING_UP: Final = ("resign", LEAVE)
"""The lines by which a player resigns or leaves."""


def is_by_time(table: Table, line: Line) -> bool:
    """Whether a resignation was due to time, and not written by the player."""
    return (
        line.action in GIVING_UP
        and line.user_id != player_at(players_as_of(table, line.ply), line.seat).user_id
    )


# Seats of forgotten people: who may take them, and who plays them until then


def vacant_seats(entry: AnyEntry, table: Table, state: object) -> tuple[Seat, ...]:
    """Return the free seats of a running game, those of forgotten people; not of players who left the game.

    A deal of the day is played by its opener alone; a game over two servers has no free seats, as its players
    agreed to each other's names.
    """
    if (
        table.status is not Status.PLAYING
        or table.terms.day is not None
        or second_board_of(table) is not None
    ):
        return ()
    nameless = (player.seat for player in table.players if is_nameless(player.user_id))
    # no legal actions: this player left; all others can resign or leave, out of turn too
    return tuple(seat for seat in nameless if entry.game.legal(state, seat))


def without_name(entry: AnyEntry, table: Table, user_id: int) -> tuple[Player, ...]:
    """Return the players without one user's name; the house plays for the player they substituted."""
    lent = None if is_for_one(entry.game) else HOUSE
    return with_house_substitutes(entry, without_names(table, user_id, lent))


def without_names(table: Table, user_id: int, lent: int | None = None) -> tuple[Player, ...]:
    """Return the players without one user's name; `lent` plays for the player they substituted."""

    def without_name_or_substitute(player: Player) -> Player:
        if player.user_id == user_id:
            return Player(
                player.seat,
                nameless_id(table.id, player.seat),
                NAMELESS,
                seated=player.seated,
                picks=player.picks,
            )
        if player.substitute == user_id:
            return replace(player, substitute=lent, substitute_name="")
        return player

    return tuple(map(without_name_or_substitute, table.players))


def with_new_player(entry: AnyEntry, table: Table, seat: Seat, user_id: int, name: str) -> tuple[Player, ...]:
    """Return the players with a new user on a nameless seat; earlier lines of the log are not theirs."""

    def with_owner(player: Player) -> Player:
        return replace(
            player,
            user_id=user_id,
            name=name,
            substitute=None,
            substitute_name="",
            from_ply=table.plies,
            gone=False,
        )

    every = (with_owner(player) if player.seat == seat else player for player in table.players)
    return with_house_substitutes(entry, every)


def players_as_of(table: Table, ply: int) -> Table:
    """Return the table with the players who had its seats when line `ply` of its log was written.

    Only a nameless seat changes hands, so its earlier owner is nameless.
    """
    if not any(0 < ply <= player.from_ply for player in table.players):
        return table

    def player_then(player: Player) -> Player:
        if not 0 < ply <= player.from_ply:
            return player
        nameless = nameless_id(table.id, player.seat)
        return replace(player, user_id=nameless, name=NAMELESS, substitute=None, substitute_name="")

    return replace(table, players=tuple(map(player_then, table.players)))


def later_players(table: Table, ply: int) -> tuple[Player, ...]:
    """Return those who took a nameless seat after line `ply` of the log, and have it still."""
    return tuple(player for player in table.players if player.from_ply == ply > 0 and player.user_id > 0)


def with_house_substitutes(entry: AnyEntry, players: Iterable[Player]) -> tuple[Player, ...]:
    """Return the players with the house as a substitute on nameless seats, as long as a person plays.

    It never plays a game for one, which it would end within a minute, nor against itself.
    """
    every = tuple(players)
    company = not is_for_one(entry.game) and any(not is_nameless(player.user_id) for player in every)
    substitute = HOUSE if company else None
    return tuple(
        replace(player, substitute=substitute, substitute_name="") if is_nameless(player.user_id) else player
        for player in every
    )


# Whether any person plays, and with whom


def without_substitutes(players: Iterable[Player]) -> tuple[Player, ...]:
    """Return the players of a game that never begins, without substitutes."""
    return tuple(replace(player, substitute=None, substitute_name="") for player in players)


def is_waited_for(players: Iterable[Player]) -> bool:
    """Whether any person plays at a table, for themselves or as a substitute."""
    return any(acting_for(player) > HOUSE for player in players)


def remaining_players(entry: AnyEntry, table: Table, state: object) -> tuple[Player, ...]:
    """Return the players of a running game who have not left it."""
    return tuple(player for player in table.players if entry.game.legal(state, player.seat))


def is_deserted(entry: AnyEntry, table: Table, state: object) -> bool:
    """Whether all but voluntary bots have left a running game."""
    return all(is_bot(player.user_id) for player in remaining_players(entry, table, state))


def is_played_by_code(entry: AnyEntry, table: Table, state: object, acting: Iterable[Player]) -> bool:
    """Whether the awaited seats are bots' alone: no person plays, and none has asked a bot to substitute.

    A bot does act as a substitute for a late player, since it was asked to; and bots leave a game that every
    person has left.
    """
    has_bot_substitute = any(
        player.substitute is not None and not is_nameless(player.user_id) for player in acting
    )
    company = is_waited_for(remaining_players(entry, table, state))
    return not has_bot_substitute and not company and not is_deserted(entry, table, state)


def changes_actor(before: Iterable[Player], after: Iterable[Player], seats: Iterable[Seat]) -> bool:
    """Whether another user acts on one of these seats."""
    were = {player.seat: acting_for(player) for player in before}
    are = {player.seat: acting_for(player) for player in after}
    return any(were.get(seat) != are.get(seat) for seat in seats)


# Tables with a second board


def second_board_of(table: Table) -> SecondBoard | None:
    """Return a table's second board; None if all its players are in its server."""
    return next((player.afar for player in table.players if player.afar is not None), None)


def at_second_board(table: Table) -> Table:
    """Return the table as its second board shows it, only for display: the other player is elsewhere there.

    A table without a second board is unchanged.
    """
    mirror = second_board_of(table)
    if mirror is None:
        return table
    board = None if mirror.message_id is None else Board(mirror.channel_id, mirror.message_id)
    message = None if table.board is None else table.board.message_id
    home = SecondBoard(table.guild_id, table.channel_id, table.terms.language, message)
    return replace(
        table,
        guild_id=mirror.guild_id,
        channel_id=mirror.channel_id,
        home_id=None,
        terms=replace(table.terms, language=mirror.language),
        board=board,
        players=tuple(
            replace(player, afar=home if player.afar is None else None) for player in table.players
        ),
    )


def seen_by(table: Table, user_id: int) -> Table:
    """Return the table from a player's point of view, only for display."""
    afar = any(player.user_id == user_id and player.afar is not None for player in table.players)
    return at_second_board(table) if afar else table


def seen_in(table: Table, channel_id: int) -> Table:
    """Return the table as it is shown in a channel, only for display."""
    mirror = second_board_of(table)
    return at_second_board(table) if mirror is not None and mirror.channel_id == channel_id else table


def is_played_in(table: Table, channel_id: int) -> bool:
    """Whether a table has its board or its second board in a channel."""
    return seen_in(table, channel_id).channel_id == channel_id


def is_played_together(entry: AnyEntry, table: Table) -> bool:
    """Whether several players play a table together, and its game goes on."""
    together = entry.game.cooperative and not is_for_one(entry.game)
    return together and table.status is Status.PLAYING and table.terms.day is None
