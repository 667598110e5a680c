"""A turn read to its end: every use of the dice that are left, in every order, and every reroll."""

from __future__ import annotations

from collections.abc import Iterator
from typing import final

from engine.ploc.mind.columns import FACES, NUMBER
from engine.ploc.mind.judging import SURE, Judge, roll_worth
from engine.ploc.mind.rope import Pull, Rope, Team, lost
from engine.ploc.model import BERSERK, REACH, Action, Deed, Dice, Verb


def uses(pull: Pull) -> Iterator[tuple[Action, Pull]]:
    """Every die at every free place with all it can do there, and berserk; what each leaves.

    Rules ploc:use-1, ploc:use-2, ploc:hit-1, ploc:hit-2, ploc:swap-1, ploc:weaken-1, ploc:berserk-1.
    """
    for die in dict.fromkeys(pull.dice):
        left = list(pull.dice)
        left.remove(die)
        for place in pull.free:
            free = tuple(other for other in pull.free if other != place)
            begun = pull._replace(dice=tuple(left), free=free, whole=False)
            yield from _deeds(begun, die, place)
    if pull.whole and pull.dice[0] == pull.dice[-1] and pull.dice[0] >= min(pull.column):
        yield from _berserk(pull)


def _deeds(pull: Pull, die: int, place: int) -> Iterator[tuple[Action, Pull]]:
    met, (standing, lying) = pull.column[place], pull.other
    if standing and die >= met:
        yield Action(Verb.USE, die, place, Deed.HIT, 0), pull._replace(other=(standing - 1, lying))
    if lying and die >= met - REACH:
        yield Action(Verb.USE, die, place, Deed.HIT, 1), pull._replace(other=(standing, lying - 1))
    column = tuple(die if at == place else old for at, old in enumerate(pull.column))
    own = changed(pull.own, 1 + die - met)
    yield Action(Verb.USE, die, place, Deed.SWAP), pull._replace(column=_dice(column), own=own)
    if standing:
        yield Action(Verb.USE, die, place, Deed.WEAKEN), pull._replace(other=(standing - 1, lying + 1))


def _berserk(pull: Pull) -> Iterator[tuple[Action, Pull]]:
    """However many of those removed were lying (Rule ploc:berserk-2)."""
    standing, lying = pull.other
    removed = min(BERSERK, standing + lying)
    for down in range(max(removed - standing, 0), min(removed, lying) + 1):
        left = (standing - removed + down, lying - down)
        yield Action(Verb.BERSERK, lying=down), pull._replace(other=left, dice=(), free=(), whole=False)


def changed(own: Team, change: int) -> Team:
    """A team after a swap (Rules ploc:swap-1, ploc:swap-2, ploc:swap-3)."""
    return (own[0] + change, own[1]) if change >= 0 else lost(own, -change)


def _dice(dice: tuple[int, ...]) -> Dice:
    first, second, third = dice
    return first, second, third


@final
class Reading:
    """What turns are worth to whoever plays them, by a judge; everything is looked at once only."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self._worths: dict[Pull, int] = {}
        self._rolls: dict[tuple[Rope, int], int] = {}

    def worth(self, pull: Pull) -> int:
        """The chance of the village on turn if it uses the dice that are left as well as it can."""
        known = self._worths.get(pull)
        if known is None:
            known = self._worths[pull] = self._best(pull)
        return known

    def _best(self, pull: Pull) -> int:
        if sum(pull.other) == 0:
            return SURE
        if sum(pull.own) == 0:
            return 0
        if not pull.dice:
            return SURE - self._judge(pull.rope)
        return max(self.worth(after) for _, after in uses(pull))

    def ends(self, pull: Pull) -> tuple[Rope, ...]:
        """The positions in which the turn can end with the match still going on, the most promising first."""
        found: dict[Rope, None] = {}
        todo, seen = [pull], {pull}
        while todo:
            at = todo.pop()
            if at.dice:
                fresh = {after for _, after in uses(at) if not after.over} - seen
                seen |= fresh
                todo += sorted(fresh)
            else:
                found[at.rope] = None
        return tuple(sorted(found, key=lambda rope: (self._judge(rope), rope)))

    def rolled(self, rope: Rope, fresh: tuple[int, ...], fixed: tuple[int, ...], again: int) -> int:
        """The chance of the village that has rolled, where some dice can be rolled again and some not."""
        best = self._roll_worth(rope, NUMBER[_dice(fresh + fixed)])
        if again:
            best = max(best, *(self.rerolled(rope, fresh, fixed, again, die) for die in fresh), 0)
        return best

    def rerolled(
        self, rope: Rope, fresh: tuple[int, ...], fixed: tuple[int, ...], again: int, die: int
    ) -> int:
        """The chance if a die is rolled again and all is done as well as can be after that."""
        left = list(fresh)
        left.remove(die)
        return sum(self.rolled(rope, tuple(left), (*fixed, face), again - 1) for face in FACES) // len(FACES)

    def _roll_worth(self, rope: Rope, roll: int) -> int:
        known = self._rolls.get((rope, roll))
        if known is None:
            known = self._rolls[rope, roll] = roll_worth(rope, roll, self._judge)
        return known
