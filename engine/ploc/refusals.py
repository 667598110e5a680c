"""Why an action cannot be taken: the first rule that it breaks, and what would be legal near it."""

from __future__ import annotations

from typing import Final

from engine.core import Fault, IllegalAction, Seat
from engine.ploc.legality import legal, to_act
from engine.ploc.model import MATCHES, PLACES, REACH, Action, Deed, State, Verb
from engine.ploc.sides import berserk_choices, free_places, has_acted, is_complete, unused_dice

REFUSALS: Final = frozenset(
    {
        "not-notation",
        "which-athlete",
        "how-many-lying",
        "over",
        "not-your-turn",
        "answer-first",
        "offer-waits",
        "no-offer",
        "offered-already",
        "last-match",
        "no-reroll",
        "reroll-late",
        "rerolled-already",
        "no-such-die",
        "place-taken",
        "all-used",
        "too-low",
        "too-low-lying",
        "none-standing",
        "none-lying",
        "unequal",
        "berserk-too-low",
        "berserk-late",
        "wrong-number",
        "not-done",
        "nothing-to-undo",
    }
)
"""Every `key` of an `IllegalAction` of this game."""

NEAR: Final = 8
"""At most so many legal lines are named."""

GIVING_UP: Final = (Verb.CONCEDE, Verb.RESIGN)
"""What nobody means who mistypes."""

_Reason = tuple[str, str, dict[str, str | int]]


def refusal(state: State, seat: Seat, action: Action) -> IllegalAction:
    """What to tell somebody whose action is not legal."""
    rule, key, values = _why(state, seat, action)
    return IllegalAction(Fault.ILLEGAL, f"ploc:{rule}", key, nearest_lines(state, seat, action), **values)


def nearest_lines(state: State, seat: Seat, action: Action) -> tuple[str, ...]:
    """Legal lines with the same verb, of the same die before others; or any. Nobody is led to give up."""
    lines = [other for other in legal(state, seat) if other.verb not in GIVING_UP]
    alike = [other for other in lines if other.verb is action.verb]
    of_die = [other for other in alike if other.die == action.die]
    return tuple(map(str, (of_die or alike or lines)[:NEAR]))


def _why(state: State, seat: Seat, action: Action) -> _Reason:
    if state.outcome is not None:
        return "win-1", "over", {}
    if action.verb is Verb.CONCEDE:
        return "concede-1", "last-match", {"match": MATCHES}
    if state.offer is not None:
        return "offer-1", "offer-waits" if state.offer == seat else "answer-first", {}
    if action.verb in (Verb.ACCEPT, Verb.DECLINE):
        return "offer-1", "no-offer", {}
    if seat not in to_act(state):
        return "roll-1", "not-your-turn", {}
    return _why_not_now(state, action)


def _why_not_now(state: State, action: Action) -> _Reason:
    match action.verb:
        case Verb.OFFER:
            return "offer-1", "offered-already", {}
        case Verb.UNDO:
            return "undo-1", "nothing-to-undo", {}
        case Verb.DONE:
            return "done-1", "not-done", {"left": len(unused_dice(state.turn))}
        case Verb.REROLL:
            return _why_no_reroll(state, action)
        case Verb.BERSERK:
            return _why_not_berserk(state, action)
        case _:
            return _why_no_use(state, action)


def _why_no_reroll(state: State, action: Action) -> _Reason:
    turn, told = state.turn, {"die": action.die}
    if has_acted(turn):
        return "reroll-1", "reroll-late", {}
    if not turn.rerolls:
        return "reroll-1", "no-reroll", {"sixes": state.sides[turn.seat].column.count(6)}
    if action.die in turn.dice:
        return "reroll-1", "rerolled-already", {**told}
    return "reroll-1", "no-such-die", {**told}


def _why_not_berserk(state: State, action: Action) -> _Reason:
    turn = state.turn
    if has_acted(turn):
        return "berserk-1", "berserk-late", {}
    if len(set(turn.dice)) > 1:
        return "berserk-1", "unequal", {}
    lowest = min(state.sides[turn.seat].column)
    if turn.dice[0] < lowest:
        return "berserk-1", "berserk-too-low", {"die": turn.dice[0], "lowest": lowest}
    choices = berserk_choices(state.sides[1 - turn.seat])
    told: dict[str, str | int] = {"lying": action.lying, "least": choices[0], "most": choices[-1]}
    return "berserk-2", "wrong-number", told


def _why_no_use(state: State, action: Action) -> _Reason:  # noqa: PLR0911 - a case a reason
    turn = state.turn
    if is_complete(turn):
        return "done-1", "all-used", {}
    if action.die not in {turn.dice[at] for at in unused_dice(turn)}:
        return "use-1", "no-such-die", {"die": action.die}
    if action.place not in free_places(turn):
        return "use-1", "place-taken", {"place": PLACES[action.place]}
    other = state.sides[1 - turn.seat]
    met = state.sides[turn.seat].column[action.place]
    told: dict[str, str | int] = {"die": action.die, "place": PLACES[action.place], "met": met}
    if action.lying:
        if not other.lying:
            return "hit-2", "none-lying", {}
        return "hit-2", "too-low-lying", told | {"needed": met - REACH}
    if not other.standing:
        return ("weaken-1" if action.deed is Deed.WEAKEN else "hit-3"), "none-standing", {}
    return "hit-1", "too-low", told
