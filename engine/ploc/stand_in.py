"""The stand-in player: plays the die that helps most right now."""

from __future__ import annotations

from typing import Final, TypeAlias

from engine.ploc.model import Action, Deed, Side, Verb, View
from engine.ploc.sides import leader, swap_change
from engine.rng import Rng

Worth: TypeAlias = tuple[int, ...]
"""The worth of an action: first its kind, then its value among equals."""

NEVER: Final = frozenset({Verb.UNDO, Verb.OFFER, Verb.CONCEDE, Verb.RESIGN})
"""Actions that only the player may take."""

# Tuned by hand.

MANY: Final = 5
"""From so many gained athletes on a swap is better than a hit."""

FEW: Final = 1
"""Maximum athletes that a lower column die, which is easier to hit with, may cost."""


def stand_in_action(view: View, actions: tuple[Action, ...], _rng: Rng) -> Action:
    """Choose the action that helps most right now; never gives up, offers or takes back (Rule ploc:away-1).

    Raises `ValueError` if no other action is legal.
    """
    ways = [action for action in actions if action.verb not in NEVER]
    if not ways:
        raise ValueError("there is nothing to do but to offer, to take back or to give up")
    return max(ways, key=lambda action: _worth(view, action))


def _worth(view: View, action: Action) -> Worth:
    """Rate an action: accept an end that wins, pass the turn only when nothing else is left."""
    match action.verb:
        case Verb.BERSERK:
            return 9, -action.lying  # lying athletes are easier to remove later
        case Verb.REROLL:
            return (8, -action.die) if _falls_short(view) else (-1,)
        case Verb.USE:
            return _worth_of_use(view, action)
        case Verb.ACCEPT:
            return (1,) if {leader(view.sides, view.match)} == view.to_act else (-1,)
        case _:
            return (0,)


def _own_side(view: View) -> Side:
    return view.sides[view.turn.seat]


def _falls_short(view: View) -> bool:
    """Whether the dice cannot all hit an athlete, wherever they are placed (Rule ploc:hit-1)."""
    return any(
        die < met for die, met in zip(sorted(view.turn.dice), sorted(_own_side(view).column), strict=True)
    )


def _worth_of_use(view: View, action: Action) -> Worth:
    """Rate a use: a large swap, then hits, then a small loss for a lower die, then weakening.

    The highest die hits first, at the highest place that it can, so that most dice find a place. A swap that
    takes the last athlete is made only where nothing else is legal (Rule ploc:swap-3).
    """
    own, met = _own_side(view), _own_side(view).column[action.place]
    change = swap_change(own, action.die, met)
    match action.deed:
        case Deed.HIT:
            return 5 if action.lying else 6, action.die, met
        case Deed.WEAKEN:
            return 3, met - action.die
        case _ if own.athletes + change <= 0:
            return (-2,)
        case _:
            return 7 if change >= MANY else 4 if change >= -FEW else 2, change
