"""The interface of a game's search (`Mind`): it plays the bots' seats, gives hints and reviews games.

A search knows only what its seat may see: a view, the legal actions, a level and a seed. It uses no clock and
keeps nothing between two calls, so the same question has the same answer on every machine. Strength is a
budget, counted in the search's own unit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Generic

from engine.core import A, V

LEVELS: Final = ("pip", "odo", "wenna", "grete")
"""The levels of every game's search by name, weakest first."""


@dataclass(frozen=True, slots=True)
class Level:
    """A bot's strength: its name, one of `LEVELS`, and its budget in the search's unit (0: no search)."""

    key: str
    budget: int


@dataclass(frozen=True, slots=True)
class ActionWorth(Generic[A]):
    """A legal action and the expected result for its seat: 1 is a win, 0 a defeat, 1/2 a draw."""

    action: A
    worth: float


@dataclass(frozen=True, slots=True)
class Odds:
    """A probability that a player may want to know before deciding.

    `key` and `values` make the game's own sentence (`ploc.odds.<key>`). `action` is the notation of the
    action it is about, empty where it is about the position. `chance` is between 0 and 1; `exact` tells that
    it was counted, not estimated.
    """

    key: str
    chance: float
    values: Mapping[str, str | int] = field(default_factory=dict)
    action: str = ""
    exact: bool = True


@dataclass(frozen=True, slots=True)
class Mind(Generic[V, A]):
    """A game's search, at every level.

    All functions take the view of the deciding seat and all of its legal actions. `plan` returns what to do:
    the first action is legal now, each later one as long as nothing is revealed and no other seat acts.
    `weigh` rates actions for that seat, best first, and its first action is that of `plan`; it may omit
    actions, and may undervalue one that begins the steps of the best in another order, so callers who call an
    action worse look one step further (`engine/action_order.py`). `evaluate` returns the expected result of
    the first seat (in cooperative games: of all). `odds` are probabilities that help the player decide.
    `baselines` are simple players for comparison, by name, without the stand-in, which every game has
    (`Game.stand_in_action`). The text argument is a seed for random choices. `view_type` and `action_type`
    are the types of the functions' input and output, so that both can be sent as text.
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
