"""The search of a turn to its end: every use of the dice, in every order, and every reroll."""

from __future__ import annotations

from collections.abc import Iterator
from typing import final

from engine.ploc.mind.columns import DICE_NUMBER, FACES
from engine.ploc.mind.judging import SURE, Judge, roll_worth
from engine.ploc.mind.positions import Team, TurnStart, TurnState, team_after_loss
from engine.ploc.model import BERSERK, REACH, Action, Deed, Dice, Verb


def die_uses(turn: TurnState) -> Iterator[tuple[Action, TurnState]]:
    """Every use of a die at a free place, and berserk, each with the turn after it.

    Rules ploc:use-1, ploc:use-2, ploc:hit-1, ploc:hit-2, ploc:swap-1, ploc:weaken-1, ploc:berserk-1.
    """
    for die in dict.fromkeys(turn.dice):
        left = list(turn.dice)
        left.remove(die)
        for place in turn.free_places:
            free = tuple(other for other in turn.free_places if other != place)
            used = turn._replace(dice=tuple(left), free_places=free, is_unused=False)
            yield from _uses_at(used, die, place)
    if turn.is_unused and turn.dice[0] == turn.dice[-1] and turn.dice[0] >= min(turn.column):
        yield from _berserk_uses(turn)


def _uses_at(turn: TurnState, die: int, place: int) -> Iterator[tuple[Action, TurnState]]:
    """What a die can do at a place; it was taken from the dice of the turn already."""
    met, (standing, lying) = turn.column[place], turn.other
    if standing and die >= met:
        yield Action(Verb.USE, die, place, Deed.HIT, 0), turn._replace(other=(standing - 1, lying))
    if lying and die >= met - REACH:
        yield Action(Verb.USE, die, place, Deed.HIT, 1), turn._replace(other=(standing, lying - 1))
    column = tuple(die if number == place else old for number, old in enumerate(turn.column))
    own = team_after_swap(turn.own, 1 + die - met)
    yield Action(Verb.USE, die, place, Deed.SWAP), turn._replace(column=_dice(column), own=own)
    if standing:
        yield Action(Verb.USE, die, place, Deed.WEAKEN), turn._replace(other=(standing - 1, lying + 1))


def _berserk_uses(turn: TurnState) -> Iterator[tuple[Action, TurnState]]:
    """Berserk, with every number of lying athletes among those removed (Rule ploc:berserk-2)."""
    standing, lying = turn.other
    removed = min(BERSERK, standing + lying)
    for down in range(max(removed - standing, 0), min(removed, lying) + 1):
        left = (standing - removed + down, lying - down)
        yield (
            Action(Verb.BERSERK, lying=down),
            turn._replace(other=left, dice=(), free_places=(), is_unused=False),
        )


def team_after_swap(own: Team, change: int) -> Team:
    """A team after a swap (Rules ploc:swap-1, ploc:swap-2, ploc:swap-3)."""
    standing, lying = own
    return (standing + change, lying) if change >= 0 else team_after_loss(own, -change)


def _dice(dice: tuple[int, ...]) -> Dice:
    first, second, third = dice
    return first, second, third


@final
class TurnSearch:
    """The chances of the village on turn, by a judge of the positions after it; all are cached."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self._chances: dict[TurnState, int] = {}
        self._rolls: dict[tuple[TurnStart, int], int] = {}

    def chance(self, turn: TurnState) -> int:
        """The chance of the village on turn with the best use of the dice that are left."""
        known = self._chances.get(turn)
        if known is None:
            known = self._chances[turn] = self._best_chance(turn)
        return known

    def _best_chance(self, turn: TurnState) -> int:
        if sum(turn.other) == 0:
            return SURE
        if sum(turn.own) == 0:
            return 0
        if not turn.dice:
            return SURE - self._judge(turn.next_start)
        return max(self.chance(after) for _, after in die_uses(turn))

    def turn_ends(self, turn: TurnState) -> tuple[TurnStart, ...]:
        """The positions in which the turn can end without a winner, the best for the village first."""
        ends: dict[TurnStart, None] = {}
        pending, seen = [turn], {turn}
        while pending:
            state = pending.pop()
            if state.dice:
                fresh = {after for _, after in die_uses(state) if not after.is_over} - seen
                seen |= fresh
                pending += sorted(fresh)
            else:
                ends[state.next_start] = None
        return tuple(sorted(ends, key=lambda end: (self._judge(end), end)))

    def chance_after_roll(
        self, start: TurnStart, fresh: tuple[int, ...], fixed: tuple[int, ...], rerolls: int
    ) -> int:
        """The chance of the village that has rolled, with so many rerolls of the `fresh` dice left."""
        best = self._roll_worth(start, DICE_NUMBER[_dice(fresh + fixed)])
        if rerolls:
            best = max(
                best, *(self.chance_after_reroll(start, fresh, fixed, rerolls, die) for die in fresh), 0
            )
        return best

    def chance_after_reroll(
        self, start: TurnStart, fresh: tuple[int, ...], fixed: tuple[int, ...], rerolls: int, die: int
    ) -> int:
        """The chance if one of the `fresh` dice is rolled again, and the best is done after that."""
        left = list(fresh)
        left.remove(die)
        return sum(
            self.chance_after_roll(start, tuple(left), (*fixed, face), rerolls - 1) for face in FACES
        ) // len(FACES)

    def _roll_worth(self, start: TurnStart, roll: int) -> int:
        known = self._rolls.get((start, roll))
        if known is None:
            known = self._rolls[start, roll] = roll_worth(start, roll, self._judge)
        return known
