"""Standing orders: what is done automatically for a player, so that they need not be asked each time.

An order never takes a decision. It plays a line of the log like any other, after a line of its player; so the
rules know nothing of it, an undo removes it, and a log is verified as usual. If the rules of a game have such
a setting themselves, as for Trogdor's items, it is listed among the orders.

The title of an order is the game's sentence `GAME.order.KEY`, and `.told` says what is done.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Generic

from engine.core import S, Seat

ASK: Final = "ask"
"""The player is asked, the default."""

AUTO: Final = "auto"
"""It is done automatically."""


@dataclass(frozen=True, slots=True)
class SeatSetting:
    """A setting within a game: its value for a seat, and the line that sets each value."""

    now: str
    lines: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Order(Generic[S]):
    """Something that can be ordered in a game; it has one of the two functions.

    `forced_line` returns the only line that a seat can play, as far as there is a decision; empty if there
    are two that differ. `setting` returns the game's setting for a seat, if it has one.
    """

    key: str
    forced_line: Callable[[S, Seat], str] | None = None
    setting: Callable[[S, Seat], SeatSetting | None] | None = None


def order_key(game: str, key: str) -> str:
    """Return the key under which an order is stored: `ploc.end`."""
    return f"{game}.{key}"
