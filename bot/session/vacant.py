"""Seats of people who are forgotten: whether somebody may take them, and who plays them until then. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bot.games.catalogue import AnyEntry
from bot.seats import acting_for, is_for_one
from bot.store import HOUSE, NAMELESS, Player, Status, Table, is_bot, is_nameless, nameless_id
from engine.core import Seat


def vacant_seats(entry: AnyEntry, table: Table, state: object) -> tuple[Seat, ...]:
    """The seats of a running game that anybody may take; not those of who has left the game.

    A deal of the day is played by whoever began it, or by nobody.
    """
    if table.status is not Status.PLAYING or table.day is not None:
        return ()
    nameless = (player.seat for player in table.players if is_nameless(player.user_id))
    return tuple(seat for seat in nameless if entry.game.legal(state, seat))


def without_name(entry: AnyEntry, table: Table, user_id: int) -> tuple[Player, ...]:
    """The players, one of them without a name from now on; whoever they played for is played by the house."""
    lent = None if is_for_one(entry.game) else HOUSE

    def forgotten(player: Player) -> Player:
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

    return played_by_the_house(entry, map(forgotten, table.players))


def taken_by(entry: AnyEntry, table: Table, seat: Seat, user_id: int, name: str) -> tuple[Player, ...]:
    """The players, somebody new on a nameless seat; what the log has by now is not theirs."""

    def taken(player: Player) -> Player:
        return replace(
            player,
            user_id=user_id,
            name=name,
            substitute=None,
            substitute_name="",
            from_ply=table.plies,
        )

    every = (taken(player) if player.seat == seat else player for player in table.players)
    return played_by_the_house(entry, every)


def as_of(table: Table, ply: int) -> Table:
    """The table with those who had its seats when line `ply` of its log was written.

    Only a nameless seat changes hands, so whoever had one before is nameless.
    """

    def then(player: Player) -> Player:
        if not 0 < ply <= player.from_ply:
            return player
        nameless = nameless_id(table.id, player.seat)
        return replace(player, user_id=nameless, name=NAMELESS, substitute=None, substitute_name="")

    return replace(table, players=tuple(map(then, table.players)))


def came_after(table: Table, ply: int) -> tuple[Player, ...]:
    """Those who took a nameless seat when line `ply` was the last of the log, and have it still."""
    return tuple(player for player in table.players if player.from_ply == ply > 0 and player.user_id > 0)


def played_by_the_house(entry: AnyEntry, players: Iterable[Player]) -> tuple[Player, ...]:
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


def not_played(players: Iterable[Player]) -> tuple[Player, ...]:
    """The players of a game that never begins: nobody plays for anybody."""
    return tuple(replace(player, substitute=None, substitute_name="") for player in players)


def is_waited_for(players: Iterable[Player]) -> bool:
    """Whether any person plays at a table, be it for themselves or for somebody absent."""
    return any(acting_for(player) > HOUSE for player in players)


def still_in(entry: AnyEntry, table: Table, state: object) -> tuple[Player, ...]:
    """The players of a running game who have not left it."""
    return tuple(player for player in table.players if entry.game.legal(state, player.seat))


def is_deserted(entry: AnyEntry, table: Table, state: object) -> bool:
    """Whether everybody has left a running game but bots that nobody sent there in their place."""
    return all(is_bot(player.user_id) for player in still_in(entry, table, state))


def is_at_rest(entry: AnyEntry, table: Table, state: object, acting: Iterable[Player]) -> bool:
    """Whether those who must act are nobody's company: no person plays, and none has asked anybody to.

    For somebody who is late a bot or the house does act, since that is what was asked of it; and from a game
    that everybody else has left, bots get up as well.
    """
    asked = any(player.substitute is not None and not is_nameless(player.user_id) for player in acting)
    company = is_waited_for(still_in(entry, table, state))
    return not asked and not company and not is_deserted(entry, table, state)


def changes_hands(before: Iterable[Player], after: Iterable[Player], seats: Iterable[Seat]) -> bool:
    """Whether somebody else acts on one of these seats."""
    were = {player.seat: acting_for(player) for player in before}
    are = {player.seat: acting_for(player) for player in after}
    return any(were.get(seat) != are.get(seat) for seat in seats)
