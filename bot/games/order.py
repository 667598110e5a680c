"""Standing orders: what somebody has done by itself, so that they need not be asked each time.

An order never takes a decision. What it plays is a line of the log like any other, after a line of whoever
has given it; so the rules know nothing of it, an undo takes it back, and a log is verified as ever. Where the
rules of a game have such a setting of their own, as Trogdor's items, that is shown among the orders.

What an order is about is the game's sentence `GAME.order.KEY`, and `.told` what is done by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Generic

from engine.core import S, Seat

ASK: Final = "ask"
"""How somebody wants it: they are asked, which is so as long as they have ordered nothing."""

AUTO: Final = "auto"
"""It is done by itself."""


@dataclass(frozen=True, slots=True)
class SeatSetting:
    """A setting that is part of a game: how it is for a seat, and the line that makes it so, by value."""

    now: str
    lines: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Order(Generic[S]):
    """Something that can be ordered in a game; it has one of the two functions.

    `forced` is the line that a seat can only play as things stand, as far as anything is to be decided; empty
    where there are two ways that differ. `kept` is the setting that the game has for a seat, if it has one.
    """

    key: str
    forced_line: Callable[[S, Seat], str] | None = None
    setting: Callable[[S, Seat], SeatSetting | None] | None = None


def order_key(game: str, key: str) -> str:
    """An order as it is kept for somebody: `ploc.end`."""
    return f"{game}.{key}"
