"""*Standing orders*: which obvious moves are played automatically, in one private panel for all games.

An order holds at all tables of a game. A setting that a game stores itself is a line of its log, and holds at
that table.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from bot.discord.endpoints import LABEL, At, Endpoint, routes
from bot.discord.frame import Layout, text_panel
from bot.discord.keyboard import Control, Key, Verb, in_rows
from bot.discord.request import Request
from bot.features.orders.storage import OrderStorage
from bot.games.catalogue import AnyEntry
from bot.games.order import ASK, AUTO, Order, order_key
from bot.kernel.clicks import Person
from bot.kernel.errors import Refused
from bot.kernel.session import Shown
from bot.kernel.tables.seats import check_may_act, seat_of
from bot.store import Status
from bot.words import Words
from bot.words.menu import ButtonLook
from engine.core import Seat


def shows_orders(shown: Shown, person: Person) -> bool:
    """Whether a person can give any orders at a table."""
    seat = seat_of(shown.table, person)
    if seat is None or shown.state is None or shown.table.status is not Status.PLAYING:
        return False
    return any(_is_available(order, shown, seat) for order in shown.entry.rules.orders)


def _is_available(order: Order[Any], shown: Shown, seat: Seat) -> bool:
    return order.setting is None or order.setting(shown.state, seat) is not None


# The panel


def _table_panel(words: Words, shown: Shown, seat: Seat, orders: frozenset[str]) -> Layout:
    """The orders of a table's game, for a seat."""
    lines, keys, at = list[str](), list[Key](), (shown.table.id, shown.table.revision)
    for order in shown.entry.rules.orders:
        setting = None if order.setting is None else order.setting(shown.state, seat)
        if order.setting is not None and setting is None:
            continue
        current = _current_value(shown.entry, order, orders) if setting is None else setting.now
        lines.append(_order_line(words, shown.entry, order, current))
        if setting is None:
            keys.append(_change_button(words, shown.entry, order, current, ORDER_HERE, at))
        else:
            keys += [
                Key(
                    label=_button_label(words, shown.entry, order, value),
                    custom_id=str(Control(*at, Verb.ASIDE_PLAY, line)),
                )
                for value, line in setting.lines.items()
            ]
    return _panel(words, lines, keys)


def _all_games_panel(words: Words, entries: Iterable[AnyEntry], orders: frozenset[str]) -> Layout:
    """The orders of all games that hold at every table."""
    lines, keys = list[str](), list[Key]()
    for entry in entries:
        own_orders = [order for order in entry.rules.orders if order.setting is None]
        for order in own_orders:
            current = _current_value(entry, order, orders)
            line = _order_line(words, entry, order, current)
            lines.append(words("orders.game", game=entry.game.title, line=line))
            keys.append(_change_button(words, entry, order, current, ORDER, (0, 0)))
    return _panel(words, lines, keys)


def _panel(words: Words, lines: list[str], keys: list[Key]) -> Layout:
    return text_panel("\n".join((words("orders.title"), *lines, words("orders.about"))), in_rows(keys))


def _current_value(entry: AnyEntry, order: Order[Any], orders: frozenset[str]) -> str:
    return AUTO if order_key(entry.game.key, order.key) in orders else ASK


def _order_line(words: Words, entry: AnyEntry, order: Order[Any], current: str) -> str:
    """The current value of an order, and what it plays automatically."""
    game = entry.game.key
    what, effect = words(f"{game}.order.{order.key}"), words(f"{game}.order.{order.key}.told")
    return words(f"orders.line.{current}", what=what, told=effect)


def _button_label(words: Words, entry: AnyEntry, order: Order[Any], value: str) -> str:
    return words(f"orders.set.{value}", what=words(f"{entry.game.key}.order.{order.key}"))[:LABEL]


def _change_button(
    words: Words, entry: AnyEntry, order: Order[Any], current: str, control: Endpoint[str, str], at: At
) -> Key:
    """The button that toggles an order."""
    value = AUTO if current == ASK else ASK
    label = _button_label(words, entry, order, value)
    return control.button(label, at, ButtonLook.PLAIN, order_key(entry.game.key, order.key), value)


# Handlers


async def show_all(request: Request) -> None:
    """Show the panel of all games."""
    orders = await _orders(request).orders_of(request.person.id)
    await request.ask(_all_games_panel(request.words, request.session.catalogue.values(), orders))


async def show_for_table(request: Request) -> None:
    """Show the panel of a table's game."""
    shown = request.session.tables.show(await request.table())
    seat = check_may_act(shown.table, request.person, None)
    if not shows_orders(shown, request.person):
        raise Refused("orders-none", shown.table)
    orders = await _orders(request).orders_of(request.person.id)
    await request.ask(_table_panel(request.words, shown, seat, orders))


async def change_order(request: Request, name: str, value: str) -> None:
    """Change an order from the panel of all games."""
    orders = await _set_order(request, name, value)
    await request.change(_all_games_panel(request.words, request.session.catalogue.values(), orders))


async def change_order_at_table(request: Request, name: str, value: str) -> None:
    """Change an order from the panel of a table."""
    shown = request.session.tables.show(await request.table())
    seat = check_may_act(shown.table, request.person, None)
    orders = await _set_order(request, name, value)
    await request.change(_table_panel(request.words, shown, seat, orders))


async def _set_order(request: Request, name: str, value: str) -> frozenset[str]:
    every = request.session.catalogue.values()
    known = {
        order_key(entry.game.key, order.key)
        for entry in every
        for order in entry.rules.orders
        if order.setting is None
    }
    if name not in known or value not in (ASK, AUTO):
        raise Refused("old-control")
    return await _orders(request).set_order(request.person.id, name, given=value == AUTO)


def _orders(request: Request) -> OrderStorage:
    return request.session.service(OrderStorage)


ORDERS_OF_ALL: Final = Endpoint("orders", show_all, bare=True, private=True)
ORDER: Final = Endpoint("order", change_order, bare=True, private=True)
ORDERS_HERE: Final = Endpoint("ordershere", show_for_table, private=True)
ORDER_HERE: Final = Endpoint("orderhere", change_order_at_table, private=True)

CONTROLS: Final = routes(ORDERS_OF_ALL, ORDER, ORDERS_HERE, ORDER_HERE)
