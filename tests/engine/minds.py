"""Minds for the tests of the arena, which say what they were asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from engine.mind import LEVELS, ActionWorth, Level, Mind

Actions = tuple[Any, ...]


@dataclass
class ScriptedMind:
    """A mind that plans the same words each time they are legal, and else the first thing that is.

    `seeds` are the seeds that it was given, in order; `counts` how many actions were legal each time;
    `weighed` the seeds that it was given to weigh by.
    """

    words: tuple[str, ...]
    seeds: list[str] = field(default_factory=list)
    counts: list[int] = field(default_factory=list)
    weighed: list[str] = field(default_factory=list)

    def plan(self, _view: object, actions: Actions, _level: Level, seed: str) -> Actions:
        self.seeds.append(seed)
        self.counts.append(len(actions))
        return self.words

    def weigh(
        self, _view: object, actions: Actions, _level: Level, seed: str
    ) -> tuple[ActionWorth[Any], ...]:
        self.weighed.append(seed)
        return tuple(ActionWorth(action, 0.25) for action in actions if action == self.words[0])

    def mind(self, **rivals: Callable[[Any, Actions, str], Any]) -> Mind[Any, Any]:
        return Mind(
            levels=tuple(Level(key, 0) for key in LEVELS),
            view_type=object,
            action_type=object,
            plan=self.plan,
            weigh=self.weigh,
            evaluate=lambda *_: 0.5,
            odds=lambda *_: (),
            baselines=rivals,
        )
