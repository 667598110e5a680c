"""The game as the house plays it: what an action does, and what there is to see."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.core import Outcome, Seat, Step
from engine.ploc.events import (
    EndOffered,
    Event,
    Hit,
    MatchBegan,
    OfferAccepted,
    OfferDeclined,
    Rerolled,
    Resigned,
    Rolled,
    Swapped,
    TookBack,
    Weakened,
    WentBerserk,
)
from engine.ploc.legality import legal, to_act
from engine.ploc.matches import StateAndEvents, end_game, end_if_decided, end_match, pass_turn, roll
from engine.ploc.model import Action, Deed, State, Turn, Use, Verb, View
from engine.ploc.refusals import refusal
from engine.ploc.sides import (
    Sides,
    goes_berserk,
    is_complete,
    lay_down_athlete,
    leader,
    remove_athlete,
    remove_by_berserk,
    swap_change,
    swap_die,
    unused_dice,
    with_side,
)
from engine.rng import Rng

RESERVE: Final = 18
"""Athletes of each village; more than that can pull all the same (Rule ploc:setup-2)."""


def outcome(state: State) -> Outcome | None:
    """How the game ended, none while it runs."""
    return state.outcome


def apply(state: State, seat: Seat, action: Action, rng: Rng) -> Step[State, Event]:
    """The state after an action, and what happened; raises `IllegalAction`."""
    if action not in legal(state, seat):
        raise refusal(state, seat, action)
    return Step(*_apply_verb(state, seat, action, rng))


def _apply_verb(state: State, seat: Seat, action: Action, rng: Rng) -> StateAndEvents:
    match action.verb:
        case Verb.USE:
            return _use(state, action, rng)
        case Verb.REROLL:
            return _reroll(state, action.die, rng)
        case Verb.BERSERK:
            return _go_berserk(state, action.lying, rng)
        case Verb.UNDO:
            return _take_back(state)
        case Verb.DONE:
            return pass_turn(state, rng)
        case _:
            return _apply_agreement(state, seat, action.verb, rng)


def _apply_agreement(state: State, seat: Seat, verb: Verb, rng: Rng) -> StateAndEvents:
    """An end that the players agree on, or that one of them gives (Rules ploc:offer-1, ploc:concede-1)."""
    answered = replace(state, offer=None)
    match verb:
        case Verb.OFFER:
            counts = (state.sides[0].athletes, state.sides[1].athletes)
            return replace(state, offer=seat, offered=True), (EndOffered(seat, counts),)
        case Verb.DECLINE:
            return answered, (OfferDeclined(seat),)
        case Verb.ACCEPT:
            over, events = end_match(answered, leader(state.sides, state.match), "agreement", rng)
            return over, (OfferAccepted(seat), *events)
        case Verb.CONCEDE:
            return end_match(answered, 1 - seat, "concession", rng)
        case _:
            over, events = end_game(state, 1 - seat, "resignation")
            return over, (Resigned(seat), *events)


def _reroll(state: State, die: int, rng: Rng) -> StateAndEvents:
    """One die once more; its second number holds (Rule ploc:reroll-1)."""
    turn = state.turn
    at = next(at for at, shown in enumerate(turn.dice) if shown == die and not turn.rerolled[at])
    new = roll(rng)
    dice = [new if place == at else old for place, old in enumerate(turn.dice)]
    again = [place == at or before for place, before in enumerate(turn.rerolled)]
    after = replace(
        turn,
        dice=(dice[0], dice[1], dice[2]),
        rerolled=(again[0], again[1], again[2]),
        rerolls=turn.rerolls - 1,
    )
    return replace(state, turn=after), (Rerolled(turn.seat, die, new),)


def _use(state: State, action: Action, rng: Rng) -> StateAndEvents:
    """One die at one place, doing one thing (Rule ploc:use-1)."""
    turn, place, lying = state.turn, action.place, bool(action.lying)
    own, other = state.sides[turn.seat], state.sides[1 - turn.seat]
    at = next(at for at in unused_dice(turn) if turn.dice[at] == action.die)
    deed = action.deed or Deed.SWAP
    met, change = own.column[place], 0
    event: Event
    if deed is Deed.SWAP:
        change = swap_change(own, action.die, met)
        sides = with_side(state.sides, turn.seat, swap_die(own, action.die, place))
        event = Swapped(turn.seat, action.die, met, change)
    elif deed is Deed.HIT:
        sides = with_side(state.sides, 1 - turn.seat, remove_athlete(other, lying=lying))
        event = Hit(turn.seat, action.die, met, lying)
    else:
        sides = with_side(state.sides, 1 - turn.seat, lay_down_athlete(other))
        event = Weakened(turn.seat, action.die)
    use = Use(at, place, deed, met, lying, change)
    return _finish_deed(state, replace(turn, uses=(*turn.uses, use)), sides, (event, deed.value), rng)


def _go_berserk(state: State, lying: int, rng: Rng) -> StateAndEvents:
    """Four athletes at once, for all three dice (Rule ploc:berserk-1)."""
    turn = state.turn
    other = state.sides[1 - turn.seat]
    left = remove_by_berserk(other, lying)
    standing = other.standing - left.standing
    event = WentBerserk(turn.seat, turn.dice[0], standing, lying)
    sides = with_side(state.sides, 1 - turn.seat, left)
    return _finish_deed(state, replace(turn, berserk=(lying, standing)), sides, (event, "berserk"), rng)


def _finish_deed(state: State, turn: Turn, sides: Sides, what: tuple[Event, str], rng: Rng) -> StateAndEvents:
    """The state after a deed, which may be a match's last (Rule ploc:match-1)."""
    event, how = what
    kept = replace(turn, before=(*turn.before, state.sides))
    after, events = end_if_decided(replace(state, turn=kept, sides=sides), how, rng)
    return after, (event, *events)


def _take_back(state: State) -> StateAndEvents:
    """The last die's deed, or berserk, undone; it had shown nothing new (Rule ploc:undo-1)."""
    turn = state.turn
    kept = replace(turn, uses=turn.uses[:-1], berserk=None, before=turn.before[:-1])
    return replace(state, sides=turn.before[-1], turn=kept), (TookBack(turn.seat),)


def view(state: State, _viewer: Seat | None) -> View:
    """What everybody sees, which is everything (Rule ploc:open-1)."""
    turn, first, second = state.turn, *state.sides
    idle = state.outcome is None and state.offer is None
    return View(
        match=state.match,
        sides=state.sides,
        opening=turn.before[0] if turn.before else state.sides,
        reserves=(max(RESERVE - first.athletes, 0), max(RESERVE - second.athletes, 0)),
        turn=turn,
        last=state.last,
        offer=state.offer,
        results=state.results,
        limit=state.limit,
        berserk=idle and goes_berserk(state),
        complete=idle and is_complete(turn),
        to_act=to_act(state),
        outcome=state.outcome,
    )


def reveals(event: Event) -> bool:
    """Whether dice fell; what is done with them tells nothing new (Rule ploc:undo-2)."""
    return isinstance(event, (MatchBegan, Rolled, Rerolled))


def reshuffle(state: State, _rng: Rng) -> State:
    """The state as it is: nothing of it is hidden (Rules ploc:open-1, ploc:fork-1)."""
    return state
