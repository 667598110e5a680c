"""What dice do to athletes: hits, swaps, weakening, berserk."""

from __future__ import annotations

from dataclasses import replace

from engine.core import Seat
from engine.ploc.model import BERSERK, REACH, Deed, Side, State, Turn

Sides = tuple[Side, Side]


def with_side(sides: Sides, seat: Seat, side: Side) -> Sides:
    """Both sides, that of `seat` replaced."""
    return (side, sides[1]) if seat == 0 else (sides[0], side)


def hits(die: int, met: int, *, lying: bool) -> bool:
    """Whether a die beside the column's `met` hits an athlete (Rules ploc:hit-1, ploc:hit-2)."""
    return die >= met - (REACH if lying else 0)


def remove_athlete(side: Side, *, lying: bool) -> Side:
    """The side with one athlete less; who lies stays lying until then (Rules ploc:hit-3, ploc:lying-1)."""
    if lying:
        return replace(side, lying=side.lying - 1)
    return replace(side, standing=side.standing - 1)


def lay_down_athlete(side: Side) -> Side:
    """The side with one athlete laid down (Rule ploc:weaken-1)."""
    return replace(side, standing=side.standing - 1, lying=side.lying + 1)


def swap_change(side: Side, die: int, met: int) -> int:
    """By how much a swap changes the own column: 1 + new - old (Rules ploc:swap-1, ploc:swap-3).

    At most all leave, and that loses the match.
    """
    return max(1 + die - met, -side.athletes)


def swap_die(side: Side, die: int, place: int) -> Side:
    """The side with a rolled die in place of the column's (Rules ploc:swap-1, ploc:swap-2).

    Those who come stand; of those who leave the lying go first.
    """
    change = swap_change(side, die, side.column[place])
    first, second, third = (die if at == place else old for at, old in enumerate(side.column))
    gone = min(max(-change, 0), side.lying)
    return Side((first, second, third), side.standing + change + gone, side.lying - gone)


def berserk_choices(side: Side) -> range:
    """How many of those whom berserk removes from this side can be lying (Rule ploc:berserk-2)."""
    removed = min(BERSERK, side.athletes)
    return range(max(removed - side.standing, 0), min(removed, side.lying) + 1)


def remove_by_berserk(side: Side, lying: int) -> Side:
    """The side after berserk, `lying` of those removed having lain (Rule ploc:berserk-1)."""
    standing = min(BERSERK, side.athletes) - lying
    return replace(side, standing=side.standing - standing, lying=side.lying - lying)


def goes_berserk(state: State) -> bool:
    """Whether three equal dice reach the lowest of the own column, none used yet (Rule ploc:berserk-1)."""
    turn = state.turn
    lowest = min(state.sides[turn.seat].column)
    return not has_acted(turn) and len(set(turn.dice)) == 1 and turn.dice[0] >= lowest


def has_acted(turn: Turn) -> bool:
    """Whether a die was used this turn, or berserk."""
    return bool(turn.uses) or turn.berserk is not None


def is_complete(turn: Turn) -> bool:
    """Whether nothing is left to do but to pass the turn on (Rule ploc:done-1)."""
    return turn.berserk is not None or len(turn.uses) == len(turn.dice)


def unused_dice(turn: Turn) -> tuple[int, ...]:
    """The indices of the dice that wait to be used; none after berserk."""
    used = {use.die for use in turn.uses}
    return () if turn.berserk is not None else tuple(at for at in range(len(turn.dice)) if at not in used)


def free_places(turn: Turn) -> tuple[int, ...]:
    """The places that no die has met this turn (Rule ploc:use-1)."""
    met = {use.place for use in turn.uses}
    return tuple(place for place in range(len(turn.dice)) if place not in met)


def deeds(state: State, die: int, place: int) -> tuple[tuple[Deed, bool], ...]:
    """What a die can do at a place: the deed, and whether it hits a lying athlete.

    Rules ploc:hit-1, ploc:hit-2, ploc:swap-1, ploc:weaken-1.
    """
    seat = state.turn.seat
    met, other = state.sides[seat].column[place], state.sides[1 - seat]
    found = []
    if other.standing and hits(die, met, lying=False):
        found.append((Deed.HIT, False))
    if other.lying and hits(die, met, lying=True):
        found.append((Deed.HIT, True))
    found.append((Deed.SWAP, False))
    if other.standing:
        found.append((Deed.WEAKEN, False))
    return tuple(found)


def leader(sides: Sides, match: int) -> Seat:
    """Who has more athletes; on a tie whoever did not begin the match (Rules ploc:offer-1, ploc:limit-1)."""
    ahead = sides[0].athletes - sides[1].athletes
    return 1 - starter(match) if ahead == 0 else int(ahead < 0)


def starter(match: int) -> Seat:
    """Who begins a match: Plockton the first, Broadford the second (Rules ploc:setup-3, ploc:match-2)."""
    return match - 1
