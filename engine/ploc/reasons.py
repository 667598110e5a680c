"""Reasons for and against an action in Ploc: facts of the position, without search.

A reason states what the action does at once, what a new roll can bring, or what the other village can do in
its next turn if nothing more happens in this one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from engine.core import Seat
from engine.ploc.danger import removal_chance
from engine.ploc.matches import SIX
from engine.ploc.mind.columns import DICE_NUMBER, FACES
from engine.ploc.mind.odds import after_rerolling, max_hitting
from engine.ploc.model import BERSERK, Action, Deed, Verb, View
from engine.ploc.sides import (
    Sides,
    lay_down_athlete,
    leader,
    remove_athlete,
    remove_by_berserk,
    swap_change,
    swap_die,
    with_side,
)


@dataclass(frozen=True, slots=True)
class WinsMatch:
    """The other village has no athlete left: the match is won."""


@dataclass(frozen=True, slots=True)
class Removes:
    """`athletes` of the other village leave, `lying` of them from the ground; `left` pull on."""

    athletes: int
    lying: int
    left: int


@dataclass(frozen=True, slots=True)
class LaysDown:
    """One of the other village's athletes is laid down; dice two lower than usual can hit a lying one."""

    lying: int


@dataclass(frozen=True, slots=True)
class Grows:
    """The own team grows by `change` to `athletes`."""

    change: int
    athletes: int


@dataclass(frozen=True, slots=True)
class Eases:
    """The own column shows `now` instead of `met` at a place: lower, so that more dice hit beside it."""

    place: int
    met: int
    now: int


@dataclass(frozen=True, slots=True)
class Rerolls:
    """The own column shows `sixes` sixes, one more: each gives a reroll per turn."""

    sixes: int


@dataclass(frozen=True, slots=True)
class ChangesNothing:
    """The swap changes the number of athletes by nothing."""

    athletes: int


@dataclass(frozen=True, slots=True)
class HitsMore:
    """With this chance a new roll lets more dice hit a standing athlete; now `now` of three can."""

    die: int
    chance: float
    now: int


@dataclass(frozen=True, slots=True)
class Higher:
    """With this chance a new roll shows more than the die does."""

    die: int
    chance: float


@dataclass(frozen=True, slots=True)
class Triple:
    """With this chance a new roll makes three equal dice."""

    die: int
    face: int
    chance: float


@dataclass(frozen=True, slots=True)
class EvenChances:
    """A new roll of the highest die: every result is equally likely."""

    die: int


@dataclass(frozen=True, slots=True)
class AllDiceUsed:
    """All dice of the turn are used."""


@dataclass(frozen=True, slots=True)
class Safe:
    """The other village cannot remove the own team in its next turn."""

    athletes: int


@dataclass(frozen=True, slots=True)
class Leads:
    """The own side has more athletes and would win the match now."""

    own: int
    other: int


@dataclass(frozen=True, slots=True)
class Trails:
    """The own side has fewer athletes and would lose the match now."""

    own: int
    other: int


@dataclass(frozen=True, slots=True)
class Reconsiders:
    """The last deed is undone: its die is free again."""

    die: int


@dataclass(frozen=True, slots=True)
class Shrinks:
    """Against it: the own team loses athletes and has `athletes` left."""

    lost: int
    athletes: int


@dataclass(frozen=True, slots=True)
class Exposed:
    """Against it: with this chance the other village can remove the own team in its next turn."""

    chance: float
    athletes: int


@dataclass(frozen=True, slots=True)
class LosesMatch:
    """Against it: the action loses the match."""


Reason: TypeAlias = (
    WinsMatch
    | Removes
    | LaysDown
    | Grows
    | Eases
    | Rerolls
    | ChangesNothing
    | HitsMore
    | Higher
    | Triple
    | EvenChances
    | AllDiceUsed
    | Safe
    | Leads
    | Trails
    | Reconsiders
    | Shrinks
    | Exposed
    | LosesMatch
)

AGAINST: Final = (Shrinks, Exposed, LosesMatch)
"""The reasons that speak against an action."""


def reasons(view: View, seat: Seat, action: Action) -> tuple[Reason, ...]:
    """The reasons for and against a legal action of a seat, most important first; never empty."""
    reasons_found = tuple(_reasons_by_verb(view, seat, action))
    return (
        *(reason for reason in reasons_found if not isinstance(reason, AGAINST)),
        *(reason for reason in reasons_found if isinstance(reason, AGAINST)),
    )


def _reasons_by_verb(view: View, seat: Seat, action: Action) -> Iterator[Reason]:
    match action.verb:
        case Verb.USE:
            yield from _use_reasons(view, seat, action)
        case Verb.BERSERK:
            yield from _berserk_reasons(view, seat, action)
        case Verb.REROLL:
            yield from _reroll_reasons(view, action)
        case Verb.DONE:
            yield AllDiceUsed()
            yield from _safety_reasons(view.sides, seat)
        case Verb.UNDO:
            yield Reconsiders(view.turn.dice[view.turn.uses[-1].die] if view.turn.uses else view.turn.dice[0])
        case _:
            yield _score_reason(view, seat)
            if action.verb in (Verb.CONCEDE, Verb.RESIGN) or (
                action.verb is Verb.ACCEPT and leader(view.sides, view.match) != seat
            ):
                yield LosesMatch()


def sides_after(view: View, seat: Seat, action: Action) -> Sides:
    """Both sides after a deed or berserk; unchanged for any other action."""
    own, other = view.sides[seat], view.sides[1 - seat]
    if action.verb is Verb.BERSERK:
        return with_side(view.sides, 1 - seat, remove_by_berserk(other, action.lying))
    if action.verb is not Verb.USE:
        return view.sides
    if action.deed is Deed.SWAP:
        return with_side(view.sides, seat, swap_die(own, action.die, action.place))
    if action.deed is Deed.WEAKEN:
        return with_side(view.sides, 1 - seat, lay_down_athlete(other))
    return with_side(view.sides, 1 - seat, remove_athlete(other, lying=bool(action.lying)))


def _use_reasons(view: View, seat: Seat, action: Action) -> Iterator[Reason]:
    after = sides_after(view, seat, action)
    other = after[1 - seat]
    if action.deed is Deed.SWAP:
        yield from _swap_reasons(view, seat, action)
    elif action.deed is Deed.WEAKEN:
        yield LaysDown(other.lying)
    else:
        if not other.athletes:
            yield WinsMatch()
        yield Removes(1, action.lying, other.athletes)
    yield from _danger_reasons(after, seat)


def _swap_reasons(view: View, seat: Seat, action: Action) -> Iterator[Reason]:
    own = view.sides[seat]
    met, after = own.column[action.place], swap_die(own, action.die, action.place)
    change = swap_change(own, action.die, met)
    if change > 0:
        yield Grows(change, after.athletes)
    if action.die < met:
        yield Eases(action.place, met, action.die)
    if action.die == SIX != met:
        yield Rerolls(after.column.count(SIX))
    if not change:
        yield ChangesNothing(after.athletes)
    if change < 0:
        yield Shrinks(-change, after.athletes)
    if not after.athletes:
        yield LosesMatch()


def _berserk_reasons(view: View, seat: Seat, action: Action) -> Iterator[Reason]:
    after = sides_after(view, seat, action)
    if not after[1 - seat].athletes:
        yield WinsMatch()
    gone = min(BERSERK, view.sides[1 - seat].athletes)
    yield Removes(gone, action.lying, after[1 - seat].athletes)
    yield from _danger_reasons(after, seat)


def _danger_reasons(sides: Sides, seat: Seat) -> Iterator[Reason]:
    """That the other village can end the match in its next turn, if it can."""
    if sides[seat].athletes and sides[1 - seat].athletes and (chance := removal_chance(sides, seat)):
        yield Exposed(float(chance), sides[seat].athletes)


def _safety_reasons(sides: Sides, seat: Seat) -> Iterator[Reason]:
    chance = removal_chance(sides, seat)
    athletes = sides[seat].athletes
    yield Exposed(float(chance), athletes) if chance else Safe(athletes)


def _reroll_reasons(view: View, action: Action) -> Iterator[Reason]:
    dice, column = view.turn.dice, DICE_NUMBER[view.sides[view.turn.seat].column]
    at = dice.index(action.die)
    rolls, now = after_rerolling(dice, at), max_hitting(column, DICE_NUMBER[dice])
    if more := sum(max_hitting(column, roll) > now for roll in rolls):
        yield HitsMore(action.die, more / len(rolls), now)
    first, second = (die for place, die in enumerate(dice) if place != at)
    if first == second != action.die:
        yield Triple(action.die, first, 1 / len(rolls))
    if higher := sum(face > action.die for face in FACES):
        yield Higher(action.die, higher / len(FACES))
    else:
        yield EvenChances(action.die)


def _score_reason(view: View, seat: Seat) -> Reason:
    """How the match would end now (Rule ploc:offer-1)."""
    own, other = view.sides[seat].athletes, view.sides[1 - seat].athletes
    return Leads(own, other) if leader(view.sides, view.match) == seat else Trails(own, other)


# Avoidable losses, for a warning before the action


@dataclass(frozen=True, slots=True)
class Loses:
    """What an action gives away for nothing.

    `match`: the match is lost with it. `berserk`: three equal dice could remove `athletes` at once, and one
    of them is used alone.
    """

    what: Literal["match", "berserk"]
    athletes: int = 0


def loss(view: View, seat: Seat, action: Action) -> Loses | None:
    """What an action gives away; None where that is little, or cannot be avoided."""
    other = view.sides[1 - seat]
    if action.verb is Verb.ACCEPT and leader(view.sides, view.match) != seat:
        return Loses("match")
    if action.verb is not Verb.USE:
        return None
    after = sides_after(view, seat, action)
    if not after[seat].athletes:
        return Loses("match")
    if not after[1 - seat].athletes:
        return None
    if view.berserk:
        return Loses("berserk", min(BERSERK, other.athletes))
    return None
