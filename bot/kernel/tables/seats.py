"""Who sits where, and what they have picked; how many a game takes; who may act for whom, and when.

Pure: no disk, no Discord.
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
"""The line by which a player leaves a co-operative game."""

LIVE: Final = (Status.OPEN, Status.PLAYING)
DONE: Final = (Status.OVER, Status.CLOSED)
MOST_LINES: Final = 10_000
"""As many lines as a game may have: the moves of its players, what they took back, and hints.

What is asked of a game of so many is done beside the loop within a few seconds; real ones have some hundred.
"""

HOST_TIME: Final = 24 * 60 * 60
"""Seconds after which a game no longer waits for its host to start it."""

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
    if not table.goes_on or table.journey.base is None:
        return entry.game.seats
    seats = seats_at(entry.game, entry.codec.load(table.journey.base.state))
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
        players.append(new_bot(opening.level, 1 - seat, players))
    elif opening.guest is not None:
        players.append(Player(1 - seat, opening.guest.id, opening.guest.name, seated=False))
    return tuple(sorted(players, key=lambda player: player.seat))


def new_bot(level: str, seat: Seat, others: Iterable[Player]) -> Player:
    """One of the house's players for a seat; it can be told from those that sit there already."""
    taken = {player.user_id for player in others}
    number = next(number for number in count() if bot_id(level, number) not in taken)
    name = bot_name(level) if number == 0 else f"{bot_name(level)} {number + 1}"
    return Player(seat, bot_id(level, number), name)


def with_bots(players: Iterable[Player], level: str, bots: int) -> tuple[Player, ...]:
    """The players of a lobby, and so many of the house's behind them."""
    every = list(players)
    for _ in range(bots):
        every.append(new_bot(level, len(every), every))
    return tuple(every)


def without_last_bot(table: Table) -> tuple[Player, ...]:
    """The players, the last of the house's among them gone; those behind it move up, as in `without`."""
    bots = [player.user_id for player in table.players if is_bot(player.user_id)]
    return _without_user(table, bots[-1]) if bots else table.players


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


def without_player(table: Table, person: Person) -> tuple[Player, ...]:
    """The players in the order in which they came, `person` no longer among them.

    Those behind move up. At a fork a seat is one of the position, and everybody keeps theirs.
    """
    return _without_user(table, person.id)


def _without_user(table: Table, user_id: int) -> tuple[Player, ...]:
    rest = tuple(player for player in table.players if player.user_id != user_id)
    if table.goes_on:
        return rest
    return tuple(replace(player, seat=seat) for seat, player in enumerate(rest))


def with_current_name(players: tuple[Player, ...], person: Person) -> tuple[Player, ...]:
    """The players, with the name that `person` has by now; who played for them does so no longer.

    Whoever acts is there, wherever they were. Where one of them sees the table in another server, all keep
    the names that they agreed to.
    """
    keep = any(player.afar is not None for player in players)
    return tuple(
        replace(
            player, name=player.name if keep else person.name, substitute=None, substitute_name="", gone=False
        )
        if player.user_id == person.id
        else player
        for player in players
    )


def stops_for_vacations(table: Table) -> bool:
    """Whether a clock stands still while its player is on vacation.

    Not where the bot has brought two together, or a tournament has: there the bank is for that. See
    docs/decisions/absence.md.
    """
    return not (table.terms.forfeit and (table.terms.found or table.host_id == HOUSE))


# Who is on a seat


def acting_for(player: Player) -> int:
    """Who acts on a seat, by user id: its owner, or who plays for them until they are back."""
    return player.user_id if player.substitute is None else player.substitute


def has_gone(player: Player) -> bool:
    """Whether it is up to somebody to act who has left the server."""
    return player.gone and player.substitute is None


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


def with_pick(table: Table, person: Person, pick: Choice, value: str) -> tuple[Player, ...]:
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
    new = replace(with_current_name((mine,), person)[0], picks=canonical(picked))
    return tuple(new if player == mine else player for player in table.players)


def salts_of(players: Iterable[Player]) -> tuple[str, ...]:
    """What the players have added to the chance of their table, in the order of their seats."""
    return tuple(player.salt for player in players if player.salt)


def agreed_options(options: Mapping[str, str], players: Iterable[Player]) -> dict[str, str]:
    """The options of a table with what its players picked, as `read_settings` takes them."""
    picked = {
        pick_key(key, player.seat): value for player in players for key, value in picks_of(player).items()
    }
    return {**options, **picked}


# Who may do what, and when: each check refuses with the first thing that is wrong


def check_guest(host: Person, guest: Person | None) -> None:
    """Refuse a challenge to oneself or to a bot."""
    if guest is None:
        return
    if guest.id == host.id:
        raise Refused("with-yourself")
    if guest.bot:
        raise Refused("with-a-bot", name=guest.name)


def refuse_closed(table: Table) -> Refused:
    """That a table is closed, before its game began or in the middle of it; or that its game has moved."""
    if table.journey.gone is not None:
        return Refused("closed-gone", table, code=table.code, next=f"T{table.journey.gone}")
    if table.journey.away:
        return Refused("closed-away", table, code=table.code)
    return Refused("closed" if table.state is None else "closed-midway", table, code=table.code)


def check_open(table: Table, revision: int | None) -> None:
    """Refuse what only works before a game begins, and clicks on an old invitation if that matters."""
    if table.status is Status.CLOSED:
        raise refuse_closed(table)
    if table.status is not Status.OPEN:
        raise Refused("already-begun", table, code=table.code)
    if revision is not None and revision != table.revision:
        raise Stale(table)


def check_turn(table: Table, person: Person, revision: int | None) -> Seat:
    """The seat of somebody who wants to act in a running game; refuses with the first thing that is wrong."""
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
    """Refuse a person's line more where a game has as many as it may have; to give up is possible always."""
    if table.plies >= MOST_LINES and line.strip().casefold() not in GIVING_UP:
        raise Refused("game-too-long", table, most=MOST_LINES)


def may_see(table: Table, click: Click) -> bool:
    """Whether somebody may look at a table from where they are; a thread's belongs to its channel, too."""
    here = click.channel_id == table.home_id or is_played_in(table, click.channel_id)
    return here or seat_of(table, click.person) is not None


def may_start_from(table: Table) -> float:
    """From when on anybody who sits at a table may start its game."""
    return table.time.created_at + HOST_TIME


def overdue_from(table: Table) -> int | None:
    """From when on others may act for who must: whole seconds since 1970; none if they never may."""
    return math.ceil(table.time.waiting_since + table.terms.patience) if table.terms.patience else None


def is_overdue(table: Table, now: float) -> bool:
    """Whether others may act by now for who must."""
    free_from = overdue_from(table)
    return free_from is not None and now >= free_from


def stands_in_for(
    table: Table, game: Game[Any, Any, Any, Any], state: object, own: Seat, now: float
) -> tuple[Seat, ...]:
    """The seats that somebody may act for by now: who must act and was awaited too long.

    Whoever has left the game can do nothing in it, and does not act for others either.
    """
    if not is_overdue(table, now) or not game.legal(state, own):
        return ()
    return tuple(sorted(game.to_act(state) - {own}))


def awaited_seats(entry: AnyEntry, state: object) -> frozenset[Seat]:
    """The seats that must act, and those that were asked something and need not answer."""
    return entry.game.to_act(state) | asked_seats(entry, state)


def asked_seats(entry: AnyEntry, state: object) -> frozenset[Seat]:
    """The seats that were asked something and need not answer."""
    return frozenset[Seat]() if entry.rules.offered_seats is None else entry.rules.offered_seats(state)


GIVING_UP: Final = ("resign", LEAVE)
"""The lines by which somebody gives up."""


def is_by_time(table: Table, line: Line) -> bool:
    """Whether somebody gave up by this line as their time was over: it was not they who wrote it."""
    return (
        line.action in GIVING_UP
        and line.user_id != player_at(players_as_of(table, line.ply), line.seat).user_id
    )


# Seats of people who are forgotten: whether somebody may take them, and who plays them until then


def vacant_seats(entry: AnyEntry, table: Table, state: object) -> tuple[Seat, ...]:
    """The seats of a running game that anybody may take; not those of who has left the game.

    A deal of the day is played by whoever began it, or by nobody; so is a game over two servers, where nobody
    else is called by a name that they agreed to.
    """
    if (
        table.status is not Status.PLAYING
        or table.terms.day is not None
        or second_board_of(table) is not None
    ):
        return ()
    nameless = (player.seat for player in table.players if is_nameless(player.user_id))
    return tuple(seat for seat in nameless if entry.game.legal(state, seat))


def without_name(entry: AnyEntry, table: Table, user_id: int) -> tuple[Player, ...]:
    """The players, one of them without a name from now on; whoever they played for is played by the house."""
    lent = None if is_for_one(entry.game) else HOUSE
    return with_house_substitutes(entry, without_names(table, user_id, lent))


def without_names(table: Table, user_id: int, lent: int | None = None) -> tuple[Player, ...]:
    """The players, one of them without a name; `lent` plays from now on for whoever they played for."""

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
    """The players, somebody new on a nameless seat; what the log has by now is not theirs."""

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
    """The table with those who had its seats when line `ply` of its log was written.

    Only a nameless seat changes hands, so whoever had one before is nameless.
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
    """Those who took a nameless seat when line `ply` was the last of the log, and have it still."""
    return tuple(player for player in table.players if player.from_ply == ply > 0 and player.user_id > 0)


def with_house_substitutes(entry: AnyEntry, players: Iterable[Player]) -> tuple[Player, ...]:
    """The players; the house plays for those without a name, as long as there is anybody to play with.

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
    """The players of a game that never begins: nobody plays for anybody."""
    return tuple(replace(player, substitute=None, substitute_name="") for player in players)


def is_waited_for(players: Iterable[Player]) -> bool:
    """Whether any person plays at a table, be it for themselves or for somebody absent."""
    return any(acting_for(player) > HOUSE for player in players)


def remaining_players(entry: AnyEntry, table: Table, state: object) -> tuple[Player, ...]:
    """The players of a running game who have not left it."""
    return tuple(player for player in table.players if entry.game.legal(state, player.seat))


def is_deserted(entry: AnyEntry, table: Table, state: object) -> bool:
    """Whether everybody has left a running game but bots that nobody sent there in their place."""
    return all(is_bot(player.user_id) for player in remaining_players(entry, table, state))


def is_played_by_code(entry: AnyEntry, table: Table, state: object, acting: Iterable[Player]) -> bool:
    """Whether those who must act are nobody's company: no person plays, and none has asked anybody to.

    For somebody who is late a bot or the house does act, since that is what was asked of it; and from a game
    that everybody else has left, bots get up as well.
    """
    asked = any(player.substitute is not None and not is_nameless(player.user_id) for player in acting)
    company = is_waited_for(remaining_players(entry, table, state))
    return not asked and not company and not is_deserted(entry, table, state)


def changes_actor(before: Iterable[Player], after: Iterable[Player], seats: Iterable[Seat]) -> bool:
    """Whether somebody else acts on one of these seats."""
    were = {player.seat: acting_for(player) for player in before}
    are = {player.seat: acting_for(player) for player in after}
    return any(were.get(seat) != are.get(seat) for seat in seats)


# A table that one of two sees from another server


def second_board_of(table: Table) -> SecondBoard | None:
    """Where a table is shown for the second time; none if all who play it are in its server."""
    return next((player.afar for player in table.players if player.afar is not None), None)


def at_second_board(table: Table) -> Table:
    """The table as it is shown for the second time, only to be shown: there the other one is elsewhere.

    One without a second board is as it is.
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
        players=tuple(replace(one, afar=home if one.afar is None else None) for one in table.players),
    )


def seen_by(table: Table, user_id: int) -> Table:
    """The table as somebody sees it who plays there, only to be shown."""
    afar = any(player.user_id == user_id and player.afar is not None for player in table.players)
    return at_second_board(table) if afar else table


def seen_in(table: Table, channel_id: int) -> Table:
    """The table as it is shown in a channel, only to be shown."""
    mirror = second_board_of(table)
    return at_second_board(table) if mirror is not None and mirror.channel_id == channel_id else table


def is_played_in(table: Table, channel_id: int) -> bool:
    """Whether a table is played in a channel: it, or a second board of it, is there."""
    return seen_in(table, channel_id).channel_id == channel_id


def is_played_together(entry: AnyEntry, table: Table) -> bool:
    """Whether several play a table together, and its game goes on."""
    together = entry.game.cooperative and not is_for_one(entry.game)
    return together and table.status is Status.PLAYING and table.terms.day is None
