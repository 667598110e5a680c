"""From the margin of a battle to the chance to win the match.

A margin is expected, in hundredths of a point; how sure that is depends on how much is still to come.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Final

from engine.core import Seat
from engine.thud.battle import BATTLES, balance_of
from engine.thud.model import Side, View

USUAL: Final = -500
"""What the dwarfs note in a battle between equals, in hundredths of a point."""

BATTLE_SPREAD: Final = 1100
"""How far a whole battle between equals strays from what is usual, in hundredths of a point."""

LEAST_SPREAD: Final = 60
"""How far the end of a battle strays from what is expected of it however little is left to happen."""

ALL_PIECES: Final = 64
"""What all pieces count at the start of a battle."""


def chance(view: View, seat: Seat, dwarf_margin: int) -> float:
    """The chance of `seat` to win the match if the dwarfs can expect this of the battle, in hundredths."""
    return _chance(view, seat, dwarf_margin, _battle_spread(view))


def chance_if_ended(view: View, seat: Seat) -> float:
    """The chance of `seat` to win the match if the battle ended now as it stands."""
    dwarf_margin = 100 * (view.points[view.dwarf_seat] - view.points[1 - view.dwarf_seat])
    return _chance(view, seat, dwarf_margin, 0)


def _chance(view: View, seat: Seat, dwarf_margin: int, spread: float) -> float:
    """The logistic curve that fits a margin of that spread, summed over the battles (Rule thud:match-2)."""
    total = 100 * balance_of(view.results) + (dwarf_margin if view.dwarf_seat == 0 else -dwarf_margin)
    for battle in range(view.battle, BATTLES):
        total += -USUAL if battle % 2 else USUAL
        spread = sqrt(spread * spread + BATTLE_SPREAD * BATTLE_SPREAD)
    total = total if seat == 0 else -total
    if not spread:
        return 0.5 + (total > 0) / 2 - (total < 0) / 2
    return 1 / (1 + exp(max(-40.0, min(40.0, -1.7 * total / spread))))


def _battle_spread(view: View) -> float:
    """How far this battle can still stray: the more pieces are left, the further."""
    left = sum(view.points) / ALL_PIECES
    return max(LEAST_SPREAD, BATTLE_SPREAD * sqrt(left))


def seat_of(view: View, side: Side) -> Seat:
    """Who commands `side` in this battle."""
    return view.dwarf_seat if side is Side.DWARFS else 1 - view.dwarf_seat


"""The seat of a side."""
