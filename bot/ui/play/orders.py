"""*Standing orders*: what goes without saying is done by itself, in one private panel for all games.

What somebody has ordered holds at all tables of a game. A setting that a game has of its own is a line of its
log, and holds at that table.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import discord

from bot.clicks import Person
from bot.errors import Refused
from bot.games.catalogue import AnyEntry
from bot.games.order import ASK, AUTO, Order, named
from bot.seats import check_turn, seat_of
from bot.session import Shown
from bot.store import Habits, Status, Table
from bot.ui.kit.frame import Layout, boxed
from bot.ui.kit.keyboard import Control, Key, Verb, in_rows
from bot.ui.kit.request import Request, Route
from bot.words import Words
from engine.core import Seat


def shows_orders(shown: Shown, person: Person) -> bool:
    """Whether somebody can order anything at a table that goes on."""
    seat = seat_of(shown.table, person)
    if seat is None or shown.state is None or shown.table.status is not Status.PLAYING:
        return False
    return any(_can_be_given(order, shown, seat) for order in shown.entry.rules.orders)


def _can_be_given(order: Order[Any], shown: Shown, seat: Seat) -> bool:
    return order.kept is None or order.kept(shown.state, seat) is not None


# The panel


def _of_table(words: Words, shown: Shown, seat: Seat, habits: Habits) -> Layout:
    """The orders of a table's game, as they are for a seat."""
    lines, keys = list[str](), list[Key]()
    for order in shown.entry.rules.orders:
        kept = None if order.kept is None else order.kept(shown.state, seat)
        if order.kept is not None and kept is None:
            continue
        now = _given(shown.entry, order, habits) if kept is None else kept.now
        lines.append(_line(words, shown.entry, order, now))
        if kept is None:
            keys.append(_key(words, shown.entry, order, _other(now), shown.table, Verb.ORDER_HERE))
        else:
            keys += [
                _key(words, shown.entry, order, value, shown.table, Verb.ASIDE_PLAY, line)
                for value, line in kept.lines.items()
            ]
    return _panel(words, lines, keys)


def _of_all(words: Words, entries: Iterable[AnyEntry], habits: Habits) -> Layout:
    """The orders of all games, as far as they hold at every table."""
    lines, keys = list[str](), list[Key]()
    for entry in entries:
        own = [order for order in entry.rules.orders if order.kept is None]
        for order in own:
            now = _given(entry, order, habits)
            line = _line(words, entry, order, now)
            lines.append(words("orders.game", game=entry.game.title, line=line))
            keys.append(_key(words, entry, order, _other(now), None, Verb.ORDER))
    return _panel(words, lines, keys)


def _panel(words: Words, lines: list[str], keys: list[Key]) -> Layout:
    return boxed("\n".join((words("orders.title"), *lines, words("orders.about"))), in_rows(keys))


def _given(entry: AnyEntry, order: Order[Any], habits: Habits) -> str:
    return AUTO if named(entry.game.key, order.key) in habits.orders else ASK


def _line(words: Words, entry: AnyEntry, order: Order[Any], now: str) -> str:
    """How it is, and what is done by itself."""
    game = entry.game.key
    what, told = words(f"{game}.order.{order.key}"), words(f"{game}.order.{order.key}.told")
    return words(f"orders.line.{now}", what=what, told=told)


def _other(now: str) -> str:
    return AUTO if now == ASK else ASK


def _key(
    words: Words,
    entry: AnyEntry,
    order: Order[Any],
    value: str,
    table: Table | None,
    verb: Verb,
    line: str = "",
) -> Key:
    """A button that changes an order; `line` is played where the game itself has the setting."""
    label = words(f"orders.set.{value}", what=words(f"{entry.game.key}.order.{order.key}"))
    detail = line or f"{named(entry.game.key, order.key)}:{value}"
    table_id, revision = (0, 0) if table is None else (table.id, table.revision)
    return discord.ui.Button(label=label[:80], custom_id=str(Control(table_id, revision, verb, detail)))


# What is used on it


async def show_all(request: Request) -> None:
    """The panel, of all games."""
    habits = await request.session.people.habits(request.person.id)
    await request.ask(_of_all(request.words, request.session.catalogue.values(), habits))


async def show_here(request: Request) -> None:
    """The panel, of a table's game."""
    shown = request.session.tables.shown(await request.table())
    seat = check_turn(shown.table, request.person, None)
    if not shows_orders(shown, request.person):
        raise Refused("orders-none", shown.table)
    habits = await request.session.people.habits(request.person.id)
    await request.ask(_of_table(request.words, shown, seat, habits))


async def change(request: Request) -> None:
    """Another order, at all tables of a game; the panel of all games says so."""
    habits = await _changed(request)
    await request.change(_of_all(request.words, request.session.catalogue.values(), habits))


async def change_here(request: Request) -> None:
    """The same from the panel of a table."""
    shown = request.session.tables.shown(await request.table())
    seat = check_turn(shown.table, request.person, None)
    habits = await _changed(request)
    await request.change(_of_table(request.words, shown, seat, habits))


async def _changed(request: Request) -> Habits:
    name, _, value = request.control.detail.partition(":")
    every = request.session.catalogue.values()
    known = {
        named(entry.game.key, one.key) for entry in every for one in entry.rules.orders if one.kept is None
    }
    if name not in known or value not in (ASK, AUTO):
        raise Refused("old-control")
    return await request.session.people.set_order(request.person.id, name, given=value == AUTO)


CONTROLS: Final = {
    Verb.ORDERS: Route(show_all, bare=True, private=True),
    Verb.ORDER: Route(change, bare=True, private=True),
    Verb.ORDERS_HERE: Route(show_here, private=True),
    Verb.ORDER_HERE: Route(change_here, private=True),
}
