"""The positions that the search uses: between two turns, and within one."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from engine.ploc.mind.columns import DICE_NUMBER
from engine.ploc.mind.outcomes import RollResult
from engine.ploc.model import Dice, Side, Turn, View

TurnStart: TypeAlias = tuple[int, int, int, int, int, int]
"""A position between two turns, both villages with three numbers, first the one that will roll.

They are the number of its column (`COLUMNS`), its standing and its lying athletes. In hot code it is unpacked
as `column, standing, lying, other_column, other_standing, other_lying`.
"""

Team: TypeAlias = tuple[int, int]
"""Athletes of a village, standing and lying."""

EMPTY_TEAM: Final[Team] = (0, 0)
"""A village that has lost the match."""


class TurnState(NamedTuple):
    """A turn under way: the column of the village on turn, both teams, the number of the other's column.

    `dice` are those still to be used, the lowest first, `free_places` the places that no die has met.
    `is_unused`: no die was used yet, so that berserk is possible.
    """

    column: Dice
    own: Team
    other: Team
    other_column: int
    dice: tuple[int, ...]
    free_places: tuple[int, ...]
    is_unused: bool

    @property
    def is_over(self) -> bool:
        """Whether one of the villages has no athlete left."""
        return EMPTY_TEAM in (self.own, self.other)

    @property
    def next_start(self) -> TurnStart:
        """The position at the end of this turn, before the other village rolls."""
        return (self.other_column, *self.other, DICE_NUMBER[self.column], *self.own)


def team(side: Side) -> Team:
    """The athletes of a side."""
    return side.standing, side.lying


def turn_of(view: View) -> TurnState:
    """The turn under way in a view, as far as it was played."""
    turn = view.turn
    own, other = view.sides[turn.seat], view.sides[1 - turn.seat]
    met = {use.place for use in turn.uses}
    can_use = turn.berserk is None
    return TurnState(
        column=own.column,
        own=team(own),
        other=team(other),
        other_column=DICE_NUMBER[other.column],
        dice=_unused_dice(turn),
        free_places=tuple(place for place in range(len(turn.dice)) if can_use and place not in met),
        is_unused=can_use and not turn.uses,
    )


def _unused_dice(turn: Turn) -> tuple[int, ...]:
    """The dice that were not used yet, the lowest first."""
    used = {use.die for use in turn.uses}
    if turn.berserk is not None:
        return ()
    return tuple(sorted(die for number, die in enumerate(turn.dice) if number not in used))


def team_after_loss(athletes: Team, number: int) -> Team:
    """A team after some have left by a swap, lying athletes first (Rule ploc:swap-2)."""
    standing, lying = athletes
    lying_gone = min(number, lying)
    return max(standing - (number - lying_gone), 0), lying - lying_gone


def team_after_hits(athletes: Team, number: int) -> Team:
    """A team after hits that reach every athlete: standing ones first, as lying ones are easier to hit."""
    standing, lying = athletes
    standing_gone = min(number, standing)
    return standing - standing_gone, max(lying - (number - standing_gone), 0)


def start_after(start: TurnStart, result: RollResult) -> TurnStart | None:
    """The position after a result of a roll, before the other village rolls; `None` where it is not possible.

    A village without athletes has an empty team; if it is the other one, the swaps were not made any more.
    """
    own_column, standing, lying, other_column, other_standing, other_lying = start
    column, gained, lost, hits, low_hits, weakened = result
    if other_standing < weakened or other_lying + weakened < low_hits:
        return None
    other = team_after_hits((other_standing - weakened, other_lying + weakened - low_hits), hits)
    if other == EMPTY_TEAM:
        return (other_column, 0, 0, own_column, standing, lying)
    return (other_column, *other, column, *team_after_loss((standing + gained, lying), lost))
