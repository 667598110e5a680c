"""A match as the mind sees it: numbers in place of sides, and what is left to do in a turn."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from engine.ploc.mind.columns import NUMBER
from engine.ploc.mind.ways import Way
from engine.ploc.model import Dice, Side, Turn, View

Rope: TypeAlias = tuple[int, int, int, int, int, int]
"""A position between two turns: the number of the column, the standing and the lying of the village that will
roll, then those of the other one."""

Team: TypeAlias = tuple[int, int]
"""Athletes of a village, standing and lying."""

GONE: Final[Team] = (0, 0)


class Pull(NamedTuple):
    """A turn under way: the column of the village on turn, both teams, the other's column by number.

    `dice` are those to be used, the lowest first, `free` the places that none has met. `whole` tells that
    nothing was used yet, so that berserk is possible.
    """

    column: Dice
    own: Team
    other: Team
    facing: int
    dice: tuple[int, ...]
    free: tuple[int, ...]
    whole: bool

    @property
    def over(self) -> bool:
        """Whether somebody has no athlete left."""
        return GONE in (self.own, self.other)

    @property
    def rope(self) -> Rope:
        """The position once this turn is passed on: the other village will roll."""
        return (self.facing, *self.other, NUMBER[self.column], *self.own)


def team(side: Side) -> Team:
    """The athletes of a side."""
    return side.standing, side.lying


def pull_of(view: View) -> Pull:
    """The turn under way in a view, as far as it was played."""
    turn = view.turn
    own, other = view.sides[turn.seat], view.sides[1 - turn.seat]
    met = {use.place for use in turn.uses}
    idle = turn.berserk is None
    free = tuple(place for place in range(len(turn.dice)) if idle and place not in met)
    whole = idle and not turn.uses
    return Pull(own.column, team(own), team(other), NUMBER[other.column], _unused(turn), free, whole)


def _unused(turn: Turn) -> tuple[int, ...]:
    used = {use.die for use in turn.uses}
    if turn.berserk is not None:
        return ()
    return tuple(sorted(die for at, die in enumerate(turn.dice) if at not in used))


def lost(athletes: Team, number: int) -> Team:
    """A team after some have left by a swap: who lies goes first (Rule ploc:swap-2)."""
    standing, lying = athletes
    gone = min(number, lying)
    return max(standing - (number - gone), 0), lying - gone


def struck(athletes: Team, number: int) -> Team:
    """A team after hits that can take anybody: who stands goes first, for who lies can be hit more easily."""
    standing, lying = athletes
    gone = min(number, standing)
    return standing - gone, max(lying - (number - gone), 0)


def rope_after(rope: Rope, way: Way) -> Rope | None:
    """The position after a way, seen by the village that will roll then; none where the way is not open.

    Whoever has lost everybody has an empty team; if that is the other one, the swaps were not made any more.
    """
    _, standing, lying, facing, others, laid = rope
    column, came, went, high, low, lay = way
    if others < lay or laid + lay < low:
        return None
    other = struck((others - lay, laid + lay - low), high)
    if other == GONE:
        return (facing, 0, 0, rope[0], standing, lying)
    return (facing, *other, column, *lost((standing + came, lying), went))
