"""Ploc's standing order: a turn ends automatically once its dice have nothing left to do."""

from __future__ import annotations

from typing import Final

from bot.games.order import Order
from engine.core import Seat
from engine.ploc.legality import legal, to_act
from engine.ploc.model import Action, State, Verb

_AT_ANY_TIME: Final = frozenset({Verb.UNDO, Verb.OFFER, Verb.CONCEDE, Verb.RESIGN})
"""Actions without dice: undoing, and early ends."""


def end_turn(state: State, seat: Seat) -> str:
    """Return the end of a turn whose dice are used up (Rules ploc:done-1, ploc:order-1).

    Not where it ends the match as well (Rule ploc:limit-1): there undoing a die, or offering an end, makes a
    difference.
    """
    if seat not in to_act(state) or (state.limit and state.turn.number >= state.limit):
        return ""
    left = [action for action in legal(state, seat) if action.verb not in _AT_ANY_TIME]
    return str(Action(Verb.DONE)) if left == [Action(Verb.DONE)] else ""


ORDERS: Final = (Order("end", forced_line=end_turn),)
