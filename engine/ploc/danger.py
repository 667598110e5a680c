"""What dice can do to a team: those on the table now, and those of the other village's next turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from engine.core import Seat
from engine.ploc.mind.columns import DICE_NUMBER, FACES
from engine.ploc.mind.odds import MANY, can_go_berserk, expected_worth, max_removed
from engine.ploc.mind.positions import TurnStart, team
from engine.ploc.model import BERSERK, REACH, View
from engine.ploc.sides import Sides


@dataclass(frozen=True, slots=True)
class NextTurnDanger:
    """The chances of what the other village can do to a team in its next turn, with the best use of its dice.

    `finish`: all athletes are removed; `many`: three or more; `berserk`: three equal dice high enough. `mean`
    is the expected number of athletes that can be removed at most.
    """

    finish: Fraction
    many: Fraction
    berserk: Fraction
    mean: Fraction


def turn_start_of(sides: Sides, seat: Seat) -> TurnStart:
    """The position with the other village of `seat` about to roll."""
    own, other = sides[seat], sides[1 - seat]
    return (DICE_NUMBER[other.column], *team(other), DICE_NUMBER[own.column], *team(own))


def next_turn_danger(sides: Sides, seat: Seat) -> NextTurnDanger:
    """What the team of `seat` is in for when the other village rolls next, as the sides stand."""
    start, athletes = turn_start_of(sides, seat), sides[seat].athletes
    column, _, _, _, _, _ = start
    return NextTurnDanger(
        removal_chance(sides, seat),
        expected_worth(column, lambda roll: max_removed(start, roll) >= min(MANY, athletes)),
        expected_worth(column, lambda roll: can_go_berserk(column, roll)),
        expected_worth(column, lambda roll: max_removed(start, roll)),
    )


def removal_chance(sides: Sides, seat: Seat) -> Fraction:
    """The chance that the other village can remove the whole team of `seat` in its next turn."""
    start, athletes = turn_start_of(sides, seat), sides[seat].athletes
    if athletes > BERSERK:  # no turn removes more
        return Fraction(0)
    column, _, _, _, _, _ = start
    return expected_worth(column, lambda roll: max_removed(start, roll) >= athletes)


def hit_chance(met: int, *, lying: bool) -> Fraction:
    """The chance that one die hits beside a column's die (Rules ploc:hit-1, ploc:hit-2)."""
    least = met - (REACH if lying else 0)
    return Fraction(sum(face >= least for face in FACES), len(FACES))


def hits_now(view: View) -> Iterator[tuple[int, int, bool]]:
    """The hits possible with the current dice: die, place, and whether only a lying athlete can be hit."""
    turn = view.turn
    if turn.berserk is not None or view.outcome is not None:
        return
    own, other = view.sides[turn.seat], view.sides[1 - turn.seat]
    used, met = {use.die for use in turn.uses}, {use.place for use in turn.uses}
    seen = set[tuple[int, int]]()
    for index, die in enumerate(turn.dice):
        for place, shown in enumerate(own.column):
            if index in used or place in met or (die, place) in seen:
                continue
            seen.add((die, place))
            if other.standing and die >= shown:
                yield die, place, False
            elif other.lying and die >= shown - REACH:
                yield die, place, True
