"""What a player can do."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core import Seat
from engine.ploc.model import MATCHES, Action, Deed, State, Verb
from engine.ploc.sides import (
    berserk_choices,
    deeds,
    free_places,
    goes_berserk,
    has_acted,
    is_complete,
    unused_dice,
)


def to_act(state: State) -> frozenset[Seat]:
    """Who has the dice, or who was offered an end; nobody once the game is over (Rule ploc:roll-1)."""
    if state.outcome is not None:
        return frozenset()
    return frozenset({state.turn.seat if state.offer is None else 1 - state.offer})


def legal(state: State, seat: Seat) -> tuple[Action, ...]:
    """Every action of a seat, giving up among them, which needs no turn.

    Rules ploc:use-1, ploc:offer-1, ploc:concede-1, ploc:resign-1.
    """
    if state.outcome is not None:
        return ()
    concede = (Action(Verb.CONCEDE),) if state.match < MATCHES else ()
    return (*(_turn_actions(state) if seat in to_act(state) else ()), *concede, Action(Verb.RESIGN))


def _turn_actions(state: State) -> Iterator[Action]:
    """What whoever must act is asked for."""
    if state.offer is not None:
        yield from (Action(Verb.ACCEPT), Action(Verb.DECLINE))
        return
    yield from rerolls(state)
    yield from uses(state)
    if goes_berserk(state):
        choices = berserk_choices(state.sides[1 - state.turn.seat])
        yield from (Action(Verb.BERSERK, lying=lying) for lying in choices)
    if has_acted(state.turn):
        yield Action(Verb.UNDO)
    if is_complete(state.turn):
        yield Action(Verb.DONE)
    if not state.offered:
        yield Action(Verb.OFFER)


def rerolls(state: State) -> Iterator[Action]:
    """Each die that can be rolled again, equal ones once (Rule ploc:reroll-1)."""
    turn = state.turn
    if turn.rerolls_now:
        fresh = (die for die, again in zip(turn.dice, turn.rerolled, strict=True) if not again)
        yield from (Action(Verb.REROLL, die=die) for die in dict.fromkeys(fresh))


def uses(state: State) -> Iterator[Action]:
    """Each unused die at each free place with all it can do there (Rules ploc:use-1, ploc:use-2)."""
    for die in dict.fromkeys(state.turn.dice[at] for at in unused_dice(state.turn)):
        for place in free_places(state.turn):
            for deed, lying in deeds(state, die, place):
                yield Action(Verb.USE, die, place, deed, int(lying and deed is Deed.HIT))
