"""From the value of a battle to the chance to win the match.

Margins are those of the dwarfs, in hundredths of a point. How sure an expected margin is depends on how many
pieces are left. Lines and spreads were fitted by least squares to 2,900 positions of 60 self-play battles,
8,000 nodes a move (docs/minds/thud.md).
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Final, NamedTuple

from engine.core import Seat
from engine.octagon.model import Side
from engine.thud.model import TROLL_POINTS, View
from engine.thud.rules import BATTLES, balance_of


class MarginLine(NamedTuple):
    """The expected margin as a line over the value of a search, both in hundredths of a point."""

    percent: int
    constant: int


MARGIN_LINES: Final = {
    Side.DWARFS: MarginLine(percent=61, constant=92),
    Side.TROLLS: MarginLine(percent=60, constant=496),
}
"""By the side whose weights the search used; fitted, see above."""

USUAL_MARGIN: Final = -1360
"""The value of `expected_margin` at the start of a battle: it makes a match even before the first battle."""

BATTLE_SPREAD: Final = 1250
"""The spread of the margin of a whole battle; fitted, see above."""

POINT_SPREAD: Final = 36
"""How much spread each point of the pieces on the board adds; fitted, see above."""

STANDSTILL_POINTS: Final = 28
"""With so many points of pieces on the board little happens any more; fitted, see above."""

MIN_SPREAD: Final = 100
"""The least spread of a battle that goes on, however few pieces are left; fitted, see above."""

LOGISTIC_WIDTH: Final = 1.7
"""The factor that makes the logistic curve about as wide as the normal one."""


def expected_margin(view: View, value: int, side: Side) -> int:
    """The margin to expect by a search with the weights of `side`, whose `value` is that of the dwarfs.

    Never more than there are pieces for.
    """
    line = MARGIN_LINES[side]
    most, least = 100 * len(view.dwarfs), -100 * TROLL_POINTS * len(view.trolls)
    return max(least, min(most, line.percent * value // 100 + line.constant))


def win_chance(view: View, seat: Seat, margin: int) -> float:
    """The chance of `seat` to win the match if the dwarfs can expect this margin of the battle."""
    return _match_chance(
        view, seat, margin, max(MIN_SPREAD, POINT_SPREAD * (sum(view.points) - STANDSTILL_POINTS))
    )


def win_chance_if_ended(view: View, seat: Seat) -> float:
    """The chance of `seat` to win the match if the battle ended now."""
    margin = 100 * (view.points[view.dwarf_seat] - view.points[1 - view.dwarf_seat])
    return _match_chance(view, seat, margin, 0)


def _match_chance(view: View, seat: Seat, margin: int, spread: float) -> float:
    """The chance that the sum over both battles is in favour of `seat` (Rule thud:match-2)."""
    total = 100 * balance_of(view.results) + (margin if view.dwarf_seat == 0 else -margin)
    for _ in range(view.battle, BATTLES):
        total -= USUAL_MARGIN  # seat 0 commands the trolls then
        spread = sqrt(spread * spread + BATTLE_SPREAD * BATTLE_SPREAD)
    total = total if seat == 0 else -total
    if not spread:
        return 0.5 + (total > 0) / 2 - (total < 0) / 2
    return 1 / (1 + exp(max(-40.0, min(40.0, -LOGISTIC_WIDTH * total / spread))))


def seat_of(view: View, side: Side) -> Seat:
    """The seat that commands `side` in this battle."""
    return view.dwarf_seat if side is Side.DWARFS else 1 - view.dwarf_seat
