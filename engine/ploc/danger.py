"""What dice can do to a team: those on the table now, and those of the other village's next turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from engine.core import Seat
from engine.ploc.mind.columns import FACES, NUMBER
from engine.ploc.mind.odds import MANY, berserk, expected, removed
from engine.ploc.mind.rope import Rope, team
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


def rope_of(sides: Sides, seat: Seat) -> Rope:
    """The position with the other village of `seat` about to roll."""
    own, other = sides[seat], sides[1 - seat]
    return (NUMBER[other.column], *team(other), NUMBER[own.column], *team(own))


def next_turn_danger(sides: Sides, seat: Seat) -> NextTurnDanger:
    """The danger for the team of `seat` when the other village rolls next."""
    rope, athletes = rope_of(sides, seat), sides[seat].athletes
    column = rope[0]
    return NextTurnDanger(
        removal_chance(sides, seat),
        expected(column, lambda roll: removed(rope, roll) >= min(MANY, athletes)),
        expected(column, lambda roll: berserk(column, roll)),
        expected(column, lambda roll: removed(rope, roll)),
    )


def removal_chance(sides: Sides, seat: Seat) -> Fraction:
    """The chance that the other village can remove the whole team of `seat` in its next turn."""
    rope, athletes = rope_of(sides, seat), sides[seat].athletes
    if athletes > BERSERK:  # no turn removes more
        return Fraction(0)
    return expected(rope[0], lambda roll: removed(rope, roll) >= athletes)


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
