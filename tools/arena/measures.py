"""How a game of the arena is measured: what it is worth as it stands, and how many turns it took."""

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
"""The ending of a game that was stopped, as it had gone on for too long."""

LIMIT: Final = 1000
"""After how many plies a game is stopped, where its measure says nothing else."""


@dataclass(frozen=True, slots=True)
class Measure:
    """`limit` is how many plies a game may take before it is stopped.

    `stopped` says who leads a game as it stands, and its points by seat; none: nobody. `turns` counts its
    turns (of several matches the longest), none where plies are all there is to count. `wins` are the
    endings that are wins for those who play together or alone.
    """

    limit: int = LIMIT
    stopped: Callable[[Any], Outcome | None] = field(default=lambda _: None, repr=False)
    turns: Callable[[Any], int | None] = field(default=lambda _: None, repr=False)
    wins: tuple[str, ...] = ()


def _thud_as_it_stands(view: ThudView) -> Outcome:
    """The match as if the battle had ended now (Rule thud:match-2)."""
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
    "ploc": Measure(limit=20 * LIMIT, turns=_ploc_turns),  # some matches are long, and are to be counted
    "thrag": Measure(turns=_thrag_turns, wins=("win",)),
    "trogdor": Measure(limit=20 * LIMIT, turns=_trogdor_turns, wins=("victory",)),
}


def measure(game: str) -> Measure:
    """How a game is measured; a game that says nothing of its own is measured by its outcome alone."""
    return MEASURES.get(game, Measure())
