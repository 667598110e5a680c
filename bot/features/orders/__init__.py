"""*Standing orders*: what goes without saying is played by itself, for those who want that."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from bot.discord.keyboard import Key
from bot.discord.request import Request
from bot.features.orders.english import ENGLISH
from bot.features.orders.panel import CONTROLS, ORDERS_HERE, ORDERS_OF_ALL, shows_orders
from bot.features.orders.storage import HOOKS, OrderStorage
from bot.games.catalogue import AnyEntry
from bot.games.order import order_key
from bot.kernel.feature import AtTable, Buttons, Feature
from bot.kernel.session import Shown
from bot.store import Habits, Store
from bot.words import Words
from engine.core import Seat


async def _next_line(store: Store, user_id: int, entry: AnyEntry, state: Any, seat: Seat) -> str:  # noqa: ANN401
    """What somebody has ordered to be played as things stand; the disk is asked where a line is forced."""
    forced = {
        one.key: one.forced_line(state, seat) for one in entry.rules.orders if one.forced_line is not None
    }
    if not any(forced.values()):
        return ""
    given = await OrderStorage(store).orders_of(user_id)
    return next(
        (line for key, line in forced.items() if line and order_key(entry.game.key, key) in given), ""
    )


async def _menu_buttons(request: Request, shown: Shown) -> Sequence[Key]:
    if not shows_orders(shown, request.person):
        return ()
    return (ORDERS_HERE.button(request.words("button.orders"), (shown.table.id, shown.table.revision)),)


def _settings_buttons(words: Words, _habits: Habits) -> Sequence[Key]:
    return (ORDERS_OF_ALL.button(words("button.orders"), (0, 0)),)


ORDERS: Final = Feature(
    key="orders",
    storage=HOOKS,
    service=lambda session: OrderStorage(session.context.store),
    controls=CONTROLS,
    english=ENGLISH,
    buttons=Buttons(more=_menu_buttons, settings=_settings_buttons),
    at_table=AtTable(next_line=_next_line),
)
