"""How each game is measured in the arena: its value when stopped, and its number of turns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from engine.core import Outcome
from engine.ploc.model import View as PlocView
from engine.thrag.model import View as ThragView
from engine.thud.model import View as ThudView
from engine.thud.rules import balance_of
from engine.trogdor.model import View as TrogdorView

STOPPED: Final = "stopped"
"""The ending of a game that was cut short."""

LIMIT: Final = 1000
"""After how many plies a game is stopped, unless its measure says otherwise."""


@dataclass(frozen=True, slots=True)
class Measure:
    """How a game is measured; `limit` is how many plies it may take before it is stopped.

    `stopped` evaluates an unfinished game; None: without a winner. `turns` counts its turns (of several
    matches the longest), None where only plies can be counted. `wins` are the endings that are wins of a solo
    or cooperative game.
    """

    limit: int = LIMIT
    stopped: Callable[[Any], Outcome | None] = field(default=lambda _: None, repr=False)
    turns: Callable[[Any], int | None] = field(default=lambda _: None, repr=False)
    wins: tuple[str, ...] = ()


def _thud_as_it_stands(view: ThudView) -> Outcome:
    """Return the match as if the battle had ended now (Rule thud:match-2)."""
    first, second = view.points
    balance = balance_of(view.results) + first - second
    return Outcome(STOPPED, () if balance == 0 else (int(balance < 0),), (max(balance, 0), max(-balance, 0)))


def _ploc_turns(view: PlocView) -> int:
    running = (view.turn.number,) if view.outcome is None else ()
    return max((*(result.turns for result in view.results), *running), default=0)


def _thrag_turns(view: ThragView) -> int:
    return view.turn


def _trogdor_turns(view: TrogdorView) -> int:
    return view.turn.number


MEASURES: Final[dict[str, Measure]] = {
    "thud": Measure(limit=3 * LIMIT, stopped=_thud_as_it_stands),  # two battles, each to its end
    "ploc": Measure(limit=20 * LIMIT, turns=_ploc_turns),  # some matches are long and must not be cut short
    "thrag": Measure(turns=_thrag_turns, wins=("win",)),
    "trogdor": Measure(limit=20 * LIMIT, turns=_trogdor_turns, wins=("victory",)),
}


def measure(game: str) -> Measure:
    """Return how a game is measured; by default by its outcome alone."""
    return MEASURES.get(game, Measure())
