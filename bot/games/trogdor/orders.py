"""Trogdor's standing orders: what a player's item does when its moment comes, a setting of the game."""

from __future__ import annotations

from functools import partial
from typing import Final

from bot.games.order import Order, StorageHooks
from engine.core import Seat
from engine.trogdor.cards import INTERRUPTS, Item
from engine.trogdor.legality import legal
from engine.trogdor.model import State, Verb


def _kept(item: Item, state: State, seat: Seat) -> StorageHooks | None:
    """What a player has said of their item; none if they have another one, or have left."""
    player = state.players[seat]
    if player.item is not item or player.gone:
        return None
    said = {str(action.asks): str(action) for action in legal(state, seat) if action.verb is Verb.PREFER}
    return StorageHooks(str(player.asks), said)


ORDERS: Final = tuple(Order(str(item), kept=partial(_kept, item)) for item in sorted(INTERRUPTS))
