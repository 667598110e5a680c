"""Trogdor's standing orders: the automatic use of a player's item, a setting of the game."""

from __future__ import annotations

from functools import partial
from typing import Final

from bot.games.order import Order, SeatSetting
from engine.core import Seat
from engine.trogdor.cards import INTERRUPTS, Item
from engine.trogdor.legality import legal
from engine.trogdor.model import State, Verb


def _item_setting(item: Item, state: State, seat: Seat) -> SeatSetting | None:
    """Return the setting of a player's item; none if they have another one, or have left."""
    player = state.players[seat]
    if player.item is not item or player.gone:
        return None
    lines = {str(action.asks): str(action) for action in legal(state, seat) if action.verb is Verb.PREFER}
    return SeatSetting(str(player.asks), lines)


ORDERS: Final = tuple(Order(str(item), setting=partial(_item_setting, item)) for item in sorted(INTERRUPTS))
