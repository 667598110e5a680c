"""What the best of the house's minds says, and how moves are judged, for several rooms to ask."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from itertools import pairwise
from typing import Any, Final, TypeAlias

from bot.games.catalogue import AnyEntry
from bot.kernel.tables.play import GIVING_UP
from bot.minds.analysis import TakenAction, cost_of
from bot.store import Line
from engine.action_order import raise_worth, turn_goes_on
from engine.core import Outcome, Seat
from engine.mind import ActionWorth
from engine.replay import LogPosition
from engine.table_lines import HINT

BEST: Final = "grete"
"""The level that gives hints."""

HINT_PATIENCE: Final = 90.0
"""Seconds that somebody waits for an answer while others are answered before them."""


def hints_in(lines: Sequence[Line], seat: Seat | None = None) -> int:
    """How many hints a log tells of, of one seat or of all; those that were gone back over stay taken."""
    return sum(line.action == HINT and seat in (None, line.seat) for line in lines)


Weigh: TypeAlias = Callable[[Any, int], Awaitable[tuple[ActionWorth[Any], ...]]]
"""Asks a mind what the actions of a seat are worth in a state, after so many lines."""


async def weigh_decision(
    entry: AnyEntry, before: LogPosition, after: LogPosition, weigh: Weigh, least: float
) -> tuple[ActionWorth[str], ...]:
    """What could have been done at a position, in notation, the best first.

    Where what was done seems to have cost `least` or more, and its turn goes on, it is worth what the best is
    that can follow: the same steps in another order are no mistake.
    """
    assert after.seat is not None  # noqa: S101 - it is a seat's decision that is weighed
    action = str(after.action)
    weighed = tuple(ActionWorth(str(one.action), one.worth) for one in await weigh(before.state, before.ply))
    cost = cost_of(action, weighed)
    if cost is None or cost < least or not turn_goes_on(entry.game, after.seat, after.state, after.events):
        return weighed
    later = await weigh(after.state, after.ply)
    return raise_worth(weighed, action, later[0].worth) if later else weighed


def value_of_end(outcome: Outcome, *, together: bool) -> float:
    """What a game that is over was worth to its first seat, or, where they play together, to all."""
    won = bool(outcome.winners) if together else 0 in outcome.winners
    drawn = not outcome.winners and not together
    return 0.5 if drawn else float(won)


def taken_between(entry: AnyEntry, found: Sequence[LogPosition]) -> tuple[TakenAction, ...]:
    """What was done on the way from each position to the next."""
    return tuple(_taken_at(entry, before, after) for before, after in pairwise(found))


def _taken_at(entry: AnyEntry, before: LogPosition, after: LogPosition) -> TakenAction:
    seat: Seat = 0 if after.seat is None else after.seat
    action = str(after.action)
    ways = {str(able) for able in entry.game.legal(before.state, seat)} - set(GIVING_UP)
    return TakenAction(
        after.ply,
        seat,
        action,
        decided=action in ways and len(ways) > 1,
        chance=any(map(entry.game.reveals, after.events)),
    )
