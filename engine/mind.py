"""Players made of code: what a game's mind offers, to play its seats and to teach.

A mind knows what its seat may see and nothing else: a view, the actions that are legal there, a level and a
seed. It asks no clock and keeps nothing between two calls, so the same question has the same answer on every
machine. Strength is a budget, counted in the mind's own unit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Generic

from engine.core import A, V

LEVELS: Final = ("pip", "odo", "wenna", "grete")
"""The levels of every mind by name, the weakest first; who they are is told in the house's own words."""


@dataclass(frozen=True, slots=True)
class Level:
    """How strong a mind plays: its name, one of `LEVELS`, and its budget in the mind's unit (0: a glance)."""

    key: str
    budget: int


@dataclass(frozen=True, slots=True)
class ActionWorth(Generic[A]):
    """A legal action and what the seat that takes it can expect then: 1 is a win, 0 a defeat, a draw 1/2."""

    action: A
    worth: float


@dataclass(frozen=True, slots=True)
class Odds:
    """How likely something is that somebody may want to know before they decide.

    `key` and `values` make the game's own sentence (`ploc.odds.<key>`). `action` is the notation of the
    action that it is about, empty where it is about the position. `chance` is between 0 and 1, `exact` tells
    whether it was counted and not estimated.
    """

    key: str
    chance: float
    values: Mapping[str, str | int] = field(default_factory=dict)
    action: str = ""
    exact: bool = True


@dataclass(frozen=True, slots=True)
class Mind(Generic[V, A]):
    """How a game is played well, and at every level below that.

    All functions take the view of the seat that decides, and all of its legal actions. `plan` is what to do:
    the first action is legal now, each one after it as long as nothing was revealed and nobody else acted.
    `weigh` says what actions are worth to that seat, the best first, with which `plan` begins, too; it need
    not name all of them, and may value too low what begins the steps of the best in another order: one who
    says that an action was worse looks a step later, too (see `action_order`). `evaluate` is what the first
    seat can expect of the game as it stands (where all play together: all of them). `odds` are what somebody
    who must decide may want to know. `rivals` are simple players for comparison, by name; what the house
    plays for somebody absent is not among them, as every game has that (`Game.stands_in`). The text is a
    seed: where chance decides, it decides by that. `view_type` and `action_type` are what the functions are
    told and what they answer with, so that both can be sent as text.
    """

    levels: tuple[Level, ...]
    view_type: Any = field(repr=False)  # a type, or a union of such
    action_type: Any = field(repr=False)
    plan: Callable[[V, tuple[A, ...], Level, str], tuple[A, ...]] = field(repr=False)
    weigh: Callable[[V, tuple[A, ...], Level, str], tuple[ActionWorth[A], ...]] = field(repr=False)
    evaluate: Callable[[V, Level, str], float] = field(repr=False)
    odds: Callable[[V, tuple[A, ...]], tuple[Odds, ...]] = field(repr=False)
    baselines: Mapping[str, Callable[[V, tuple[A, ...], str], A]] = field(default_factory=dict, repr=False)

    def level(self, key: str) -> Level:
        """The level of that name; raises `KeyError`."""
        return {level.key: level for level in self.levels}[key]
