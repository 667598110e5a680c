"""What the house plays for somebody absent: it pulls as well as it can, a die at a time."""

from __future__ import annotations

from typing import Final, TypeAlias

from engine.ploc.model import Action, Deed, Side, Verb, View
from engine.ploc.sides import leader, swap_change
from engine.rng import Rng

Worth: TypeAlias = tuple[int, ...]
"""What an action is worth: first its kind, then what is best among equals."""

NEVER: Final = frozenset({Verb.UNDO, Verb.OFFER, Verb.CONCEDE, Verb.RESIGN})
"""What is for the player alone to say."""

# Chosen by trial, and not measured.

MANY: Final = 5
"""Athletes for whom a swap is better than a hit."""

FEW: Final = 1
"""Athletes at most whom a lower die of the column, which is hit with more easily, may cost."""


def stand_in_action(view: View, actions: tuple[Action, ...], _rng: Rng) -> Action:
    """The action that promises most right now; nothing is given up, offered or taken back.

    Rule ploc:away-1. Raises `ValueError` where nothing else could be done.
    """
    ways = [action for action in actions if action.verb not in NEVER]
    if not ways:
        raise ValueError("there is nothing to do but to offer, to take back or to give up")
    return max(ways, key=lambda action: _worth(view, action))


def _worth(view: View, action: Action) -> Worth:
    """An end is accepted by whoever wins by it, and a turn passed on when there is nothing else."""
    match action.verb:
        case Verb.BERSERK:
            return 9, -action.lying  # those who lie are removed more easily later
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
    """Whether the dice cannot all hit somebody, wherever they are placed (Rule ploc:hit-1)."""
    return any(
        die < met for die, met in zip(sorted(view.turn.dice), sorted(_own_side(view).column), strict=True)
    )


def _worth_of_use(view: View, action: Action) -> Worth:
    """A large swap, then hits, then a small step back for a lower die, then weakening.

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
