"""A baseline: a simple player for comparison."""

from __future__ import annotations

from engine.ploc.model import Action, Deed, Verb, View
from engine.ploc.sides import swap_change
from engine.ploc.stand_in import NEVER


def hitter(view: View, actions: tuple[Action, ...], _seed: str) -> Action:
    """Removes an athlete whenever a die can, berserk first; other dice swap up, or weaken an athlete."""
    return max(
        (action for action in actions if action.verb not in NEVER), key=lambda action: _priority(view, action)
    )


def _priority(view: View, action: Action) -> tuple[int, ...]:
    """The priority of an action, then its tie-breaks; set by hand."""
    own = view.sides[view.turn.seat]
    met = own.column[action.place]
    match action.verb:
        case Verb.BERSERK:
            return 9, -action.lying
        case Verb.USE if action.deed is Deed.HIT:
            return 8 - action.lying, met - action.die, action.die
        case Verb.REROLL:
            return (6, -action.die) if action.die < min(own.column) else (-1,)
        case Verb.USE if action.deed is Deed.SWAP:
            change = swap_change(own, action.die, met)
            return (-2,) if own.athletes + change <= 0 else (5 if change > 0 else 3, change)
        case _:
            return {Verb.USE: 4, Verb.DECLINE: 1}.get(action.verb, 0), met - action.die
