"""Test players of whole games of Ploc: a random one, and a greedy one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Final, TypeAlias

from engine.core import Seat, read_settings
from engine.ploc import GAME
from engine.ploc.events import Event
from engine.ploc.model import Action, Deed, State, Verb
from engine.rng import SeededRng

Player: TypeAlias = Callable[[State, Random], tuple[Seat, Action]]
"""Who acts next, and what they do."""

ASIDE: Final = frozenset({Verb.UNDO, Verb.OFFER, Verb.CONCEDE, Verb.RESIGN})
"""Actions that the random player rarely takes."""


@dataclass(frozen=True)
class Ply:
    """An action: the state before it, and what came of it."""

    before: State
    seat: Seat
    action: Action
    state: State
    events: tuple[Event, ...]


def game(limit: int, seed: str, player: Player, chance: Random) -> Iterator[Ply]:
    """A whole game, action by action."""
    rng = SeededRng(seed)
    state = GAME.start(read_settings(GAME, {"turn_limit": str(limit)}, 2), 2, rng)
    while state.outcome is None:
        seat, action = player(state, chance)
        step = GAME.apply(state, seat, action, rng)
        yield Ply(state, seat, action, step.state, step.events)
        state = step.state


def wild(state: State, chance: Random) -> tuple[Seat, Action]:
    """A random action; rarely an undo or giving up, by any seat."""
    if chance.random() < 0.002:
        seat = chance.randrange(2)
        return seat, chance.choice([a for a in GAME.legal(state, seat) if a.verb in ASIDE - {Verb.UNDO}])
    (seat,) = GAME.to_act(state)
    legal = GAME.legal(state, seat)
    busy = [action for action in legal if action.verb not in ASIDE]
    if chance.random() < 0.1:
        busy += [action for action in legal if action.verb in (Verb.UNDO, Verb.OFFER)]
    return seat, chance.choice(busy)


def eager(state: State, chance: Random) -> tuple[Seat, Action]:
    """Berserk or hits where possible, good swaps, else a weakening."""
    (seat,) = GAME.to_act(state)
    ways = [action for action in GAME.legal(state, seat) if action.verb not in ASIDE]
    return seat, max(ways, key=lambda action: (worth(state, action), chance.random()))


def worth(state: State, action: Action) -> float:
    """The greedy player's rating of an action."""
    own = state.sides[state.turn.seat]
    match action.verb:
        case Verb.BERSERK:
            return 8 - action.lying / 4
        case Verb.REROLL:
            return 5 if action.die < 3 else -1
        case Verb.USE if action.deed is Deed.HIT:
            return 1.5 - action.lying / 4 - (action.die - own.column[action.place]) / 20
        case Verb.USE if action.deed is Deed.SWAP:
            change = 1 + action.die - own.column[action.place]
            return -20 if own.athletes + change <= 0 else change - 0.6
        case Verb.DECLINE:
            return 1
    return 0.4
