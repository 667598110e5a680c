"""Positions of games that play themselves, for what is claimed of any position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import islice
from typing import Any

from engine.core import Game, Seat, read_settings
from engine.minds import MINDS
from engine.registry import GAMES
from engine.rng import SeededRng

SEATS = {"thud": 2, "trogdor": 3, "thrag": 1, "ploc": 2, "koom": 2}
LEAVING = {"resign", "leave", "concede"}
APART = {"thud": 3, "trogdor": 5, "thrag": 2, "ploc": 2, "koom": 3}
"""Of a game each position of so many is looked at, so that many games are met."""


@dataclass(frozen=True)
class Decision:
    """A position in which a seat must act, and what it can do."""

    game: Game[Any, Any, Any, Any]
    state: Any
    seat: Seat
    actions: tuple[Any, ...]

    @cached_property
    def view(self) -> Any:
        """What the seat sees."""
        return self.game.view(self.state, self.seat)

    @cached_property
    def hint_actions(self) -> tuple[Any, ...]:
        """What a mind would do, the best first: what hints are made of."""
        mind = MINDS[self.game.key]
        weighed = mind.weigh(self.view, self.actions, mind.level("pip"), "hint")
        return tuple(one.action for one in weighed)


def decisions(key: str, count: int) -> Sequence[Decision]:
    """The first positions of seeded games of the simplest players, now and then with something else done."""
    met, more = _decisions_so_far(key)
    met.extend(islice(more, max(0, count - len(met))))
    return met[:count]


@cache
def _decisions_so_far(key: str) -> tuple[list[Decision], Iterator[Decision]]:
    """Those that were looked for in this process, and those to come: to play takes long."""
    return [], _play_decisions(key)


def _play_decisions(key: str) -> Iterator[Decision]:
    game, seed = GAMES[key], 0
    while True:
        seed += 1
        rng, chance = SeededRng(f"{key} {seed}"), SeededRng(f"{key} {seed} whims")
        state = game.start(read_settings(game, {}, SEATS[key]), SEATS[key], rng)
        ply = 0
        while game.to_act(state) and ply < 400:
            ply += 1
            seat = min(game.to_act(state))
            view, actions = game.view(state, seat), game.legal(state, seat)
            able = tuple(action for action in actions if str(action) not in LEAVING)
            if ply % APART[key] == seed % APART[key]:
                yield Decision(game, state, seat, able)
            whim = chance.below(5) == 0 and key != "trogdor"
            done = able[chance.below(len(able))] if whim else game.stand_in_action(view, actions, chance)
            state = game.apply(state, seat, done, rng).state
