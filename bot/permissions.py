"""Who may do what at a table, and when: each check refuses with the first thing that is wrong. Pure."""

from __future__ import annotations

import math
from typing import Any, Final

from bot.clicks import Click, Person
from bot.errors import NotSeated, Refused, Stale
from bot.games.catalogue import AnyEntry
from bot.seats import seat_of
from bot.store import Status, Table
from engine.core import Game, Seat

LIVE: Final = (Status.OPEN, Status.PLAYING)
DONE: Final = (Status.OVER, Status.CLOSED)
DAY: Final = 24 * 60 * 60
"""Seconds after which a game no longer waits for its host to start it."""


def check_guest(host: Person, guest: Person | None) -> None:
    """Refuse a challenge to oneself or to a bot."""
    if guest is None:
        return
    if guest.id == host.id:
        raise Refused("with-yourself")
    if guest.bot:
        raise Refused("with-a-bot", name=guest.name)


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


def may_see(table: Table, click: Click) -> bool:
    """Whether somebody may look at a table from where they are; a thread's belongs to its channel, too."""
    return click.channel_id in (table.channel_id, table.home_id) or seat_of(table, click.person) is not None


def may_start_from(table: Table) -> float:
    """From when on anybody who sits at a table may start its game."""
    return table.created_at + DAY


def overdue_from(table: Table) -> int | None:
    """From when on others may act for who must: whole seconds since 1970; none if they never may."""
    return math.ceil(table.waiting_since + table.patience) if table.patience else None


def stands_in_for(
    table: Table, game: Game[Any, Any, Any, Any], state: object, own: Seat, now: float
) -> tuple[Seat, ...]:
    """The seats that somebody may act for by now: who must act and was awaited too long.

    Whoever has left the game can do nothing in it, and does not act for others either.
    """
    free_from = overdue_from(table)
    if free_from is None or now < free_from or not game.legal(state, own):
        return ()
    return tuple(sorted(game.to_act(state) - {own}))


def awaited_seats(entry: AnyEntry, state: object) -> frozenset[Seat]:
    """The seats that must act, and those that were asked something and need not answer."""
    asked = frozenset[Seat]() if entry.asked is None else entry.asked(state)
    return entry.game.to_act(state) | asked
