"""From what a search says of a battle to the chance to win the match.

Margins are those of the dwarfs, in hundredths of a point. How sure an expected margin is depends on how much
is still to come. The lines and the spreads are least squares over 2,900 positions of 60 battles of the house
with itself, 8,000 nodes a move (docs/minds/thud.md).
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Final

from engine.core import Seat
from engine.octagon.model import Side
from engine.thud.model import TROLL_POINTS, View
from engine.thud.rules import BATTLES, balance_of

LINES: Final = {Side.DWARFS: (61, 92), Side.TROLLS: (60, 496)}
"""By who thinks: the percentage of a search's value that becomes margin, and what comes to it."""

USUAL: Final = -1360
"""What `expected` says of a battle that begins: so the first one decides nothing before it is played."""

BATTLE_SPREAD: Final = 1250
"""How far a whole battle strays from that."""

POINT_SPREAD: Final = 36
"""How far each point of pieces that is left lets a battle stray."""

STANDSTILL: Final = 28
"""The points of pieces with which little happens any more."""

LEAST_SPREAD: Final = 100
"""How far the end of a battle strays however little is left."""

LOGISTIC: Final = 1.7
"""What makes the logistic curve about as wide as the normal one."""


def expected(view: View, value: int, thinker: Side) -> int:
    """The margin to expect, never more than there are pieces for; `value` is the dwarfs'."""
    percent, base = LINES[thinker]
    most, least = 100 * len(view.dwarfs), -100 * TROLL_POINTS * len(view.trolls)
    return max(least, min(most, percent * value // 100 + base))


def chance(view: View, seat: Seat, margin: int) -> float:
    """The chance of `seat` to win the match if the dwarfs can expect this margin of the battle."""
    return _chance(view, seat, margin, max(LEAST_SPREAD, POINT_SPREAD * (sum(view.points) - STANDSTILL)))


def chance_if_ended(view: View, seat: Seat) -> float:
    """The chance of `seat` to win the match if the battle ended now as it stands."""
    margin = 100 * (view.points[view.dwarf_seat] - view.points[1 - view.dwarf_seat])
    return _chance(view, seat, margin, 0)


def _chance(view: View, seat: Seat, margin: int, spread: float) -> float:
    """The chance that the sum over both battles is in favour of `seat` (Rule thud:match-2)."""
    total = 100 * balance_of(view.results) + (margin if view.dwarf_seat == 0 else -margin)
    for _ in range(view.battle, BATTLES):
        total -= USUAL  # seat 0 commands the trolls then
        spread = sqrt(spread * spread + BATTLE_SPREAD * BATTLE_SPREAD)
    total = total if seat == 0 else -total
    if not spread:
        return 0.5 + (total > 0) / 2 - (total < 0) / 2
    return 1 / (1 + exp(max(-40.0, min(40.0, -LOGISTIC * total / spread))))


def seat_of(view: View, side: Side) -> Seat:
    """Who commands `side` in this battle."""
    return view.dwarf_seat if side is Side.DWARFS else 1 - view.dwarf_seat
