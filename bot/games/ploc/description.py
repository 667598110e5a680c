"""An action of Ploc in a few words, as a suggestion."""

from __future__ import annotations

from bot.words import Names, Words
from engine.core import Seat
from engine.ploc.model import BERSERK, PLACES, Action, Deed, State, Verb
from engine.ploc.sides import swap_change


def describe(words: Words, _names: Names, state: State, seat: Seat, action: Action) -> str:
    """Return a legal action in words: `4 at a: hit a standing athlete`."""
    match action.verb:
        case Verb.USE:
            return _use(words, state, seat, action)
        case Verb.REROLL:
            return words("ploc.describe.reroll", die=action.die)
        case Verb.BERSERK:
            removed = min(BERSERK, state.sides[1 - seat].athletes)
            return words("ploc.describe.berserk", standing=removed - action.lying, lying=action.lying)
        case _:
            return words(f"ploc.describe.{action.verb}", match=state.match)


def _use(words: Words, state: State, seat: Seat, action: Action) -> str:
    """Return what a die does at a place; for a swap, what becomes of one's own athletes."""
    own = state.sides[seat]
    after = own.athletes
    key = "ploc.describe.weaken"
    if action.deed is Deed.HIT:
        key = "ploc.describe.hit.lying" if action.lying else "ploc.describe.hit"
    elif action.deed is Deed.SWAP:
        after += swap_change(own, action.die, own.column[action.place])
        key = "ploc.describe.swap" if after != own.athletes else "ploc.describe.swap.same"
    return words(key, die=action.die, place=PLACES[action.place], before=own.athletes, after=after)
