"""Advice of the strongest bot, and the evaluation of moves, for several features."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from itertools import pairwise
from typing import Any, Final, TypeAlias

from bot.games.catalogue import AnyEntry
from bot.kernel.tables.play import GIVING_UP
from bot.minds.analysis import TakenAction, cost_of
from bot.minds.worker import SearchQuestion
from bot.store import Line
from bot.words import Names, Words
from bot.words.reasons import WordedReason, distinctive_reasons, weightiest_reasons
from engine.action_order import raise_worth, turn_goes_on
from engine.core import Outcome, Seat
from engine.mind import ActionWorth
from engine.replay import LogPosition
from engine.table_lines import HINT

BEST: Final = "grete"
"""The level that gives hints."""

HINT_PATIENCE: Final = 90.0
"""Seconds that a player waits for an answer while others are answered first."""

ADVICE_SEED: Final = "advice"
"""The seed of every search whose numbers people see: one position has one number, whoever shows it."""


def weigh_question(entry: AnyEntry, state: Any, seat: Seat, level: str = BEST) -> SearchQuestion:  # noqa: ANN401
    """Ask what the actions of a seat are worth: the source of the numbers in hints, plans and reviews."""
    game = entry.game
    return SearchQuestion(
        "weigh", game.key, game.view(state, seat), game.legal(state, seat), level, ADVICE_SEED
    )


COMPARED: Final = 12
"""The most other actions with which a reason is compared: each takes up to eight milliseconds."""


def reasons_to_show(
    words: Words,
    names: Names,
    entry: AnyEntry,
    state: Any,  # noqa: ANN401
    seat: Seat,
    action: Any,  # noqa: ANN401
) -> tuple[WordedReason, ...]:
    """Return the weightiest reasons for and against an action; none for it that most others have, too."""
    why, game = entry.help.why, entry.game
    if why is None:
        return ()
    view = game.view(state, seat)
    others = [other for other in game.legal(state, seat) if other != action and str(other) not in GIVING_UP]
    compared = others[:: -(-len(others) // COMPARED) or 1]
    reasons = why(words, names, view, seat, action)
    return weightiest_reasons(
        distinctive_reasons(reasons, [why(words, names, view, seat, other) for other in compared])
    )


def hints_in(lines: Sequence[Line], seat: Seat | None = None) -> int:
    """Count the hints in a log, of one seat or of all; hints before an undo still count."""
    return sum(line.action == HINT and seat in (None, line.seat) for line in lines)


Weigh: TypeAlias = Callable[[Any, int], Awaitable[tuple[ActionWorth[Any], ...]]]
"""Asks a search what the actions of a seat are worth in a state, after so many lines."""


async def weigh_decision(
    entry: AnyEntry, before: LogPosition, after: LogPosition, weigh: Weigh, least: float
) -> tuple[ActionWorth[str], ...]:
    """Return the actions that were possible at a position, in notation, with their values, the best first.

    Where the chosen action seems to cost `least` or more, and its turn goes on, it is worth the best
    follow-up: the same steps in another order are no mistake.
    """
    assert after.seat is not None  # noqa: S101 - a decision always has a seat
    action = str(after.action)
    weighed = tuple(
        ActionWorth(str(option.action), option.worth) for option in await weigh(before.state, before.ply)
    )
    cost = cost_of(action, weighed)
    if cost is None or cost < least or not turn_goes_on(entry.game, after.seat, after.state, after.events):
        return weighed
    later = await weigh(after.state, after.ply)
    return raise_worth(weighed, action, later[0].worth) if later else weighed


def value_of_end(outcome: Outcome, *, together: bool) -> float:
    """Return the value of a finished game for the first seat, or, in a cooperative game, for all."""
    won = bool(outcome.winners) if together else 0 in outcome.winners
    drawn = not outcome.winners and not together
    return 0.5 if drawn else float(won)


def taken_between(entry: AnyEntry, positions: Sequence[LogPosition]) -> tuple[TakenAction, ...]:
    """Return the actions that led from each position to the next."""
    return tuple(_taken_at(entry, before, after) for before, after in pairwise(positions))


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
