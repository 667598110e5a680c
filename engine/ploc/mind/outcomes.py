"""The results that three dice can have in a turn beside a column, without those that are never better.

A result does not say which die did what. Each die of a turn meets its own place, so the deeds do not affect
each other but for one thing: a weakened athlete can be hit more easily. It is best to weaken first, to hit
then, and to swap last, swaps that gain athletes before swaps that lose some.
"""

from __future__ import annotations

from functools import cache
from itertools import permutations, product
from typing import Final, TypeAlias

from engine.ploc.mind.columns import COLUMNS, DICE_NUMBER
from engine.ploc.model import BERSERK, REACH, Dice

RollResult: TypeAlias = tuple[int, int, int, int, int, int]
"""The number of the own column afterwards, the athletes gained and lost by swaps, and numbers of dice.

Those are the dice that hit any athlete, those that hit only a lying one, and those that weaken one. Berserk
counts as four hits. It is unpacked as `column, gained, lost, hits, low_hits, weakened`.
"""

HIT: Final = 0  # remove any athlete
LOW_HIT: Final = 1  # remove a lying athlete
WEAKEN: Final = 2  # lay a standing athlete down
SWAP: Final = 3  # replace the die of the column

Deeds: TypeAlias = tuple[int, ...]
"""What dice do, by the constants above."""


def useful_deeds(die: int, met: int) -> Deeds:
    """What a die can do beside the column's `met`; weakening only where it cannot hit a standing athlete."""
    if die >= met:
        return (HIT, SWAP)
    return (LOW_HIT, WEAKEN, SWAP) if die >= met - REACH else (WEAKEN, SWAP)


@cache
def roll_results(column: int, roll: int) -> tuple[RollResult, ...]:
    """The results of a roll beside a column, in a fixed order; berserk, too, where it is possible."""
    own, dice = COLUMNS[column], COLUMNS[roll]
    results = dict.fromkeys(
        roll_result(own, placed, done)
        for placed in dict.fromkeys(permutations(dice))
        for done in product(*(useful_deeds(die, met) for die, met in zip(placed, own, strict=True)))
    )
    if dice[0] == dice[2] and dice[0] >= own[0]:
        results[column, 0, 0, BERSERK, 0, 0] = None
    return tuple(results)


def roll_result(own: Dice, placed: tuple[int, ...], done: Deeds) -> RollResult:
    """The result of dice that lie beside the places of a column and each do something there."""
    column, gained, lost = list(own), 0, 0
    for place, (die, deed) in enumerate(zip(placed, done, strict=True)):
        if deed == SWAP:
            change = 1 + die - own[place]
            gained, lost = gained + max(change, 0), lost + max(-change, 0)
            column[place] = die
    first, second, third = column
    number = DICE_NUMBER[first, second, third]
    return number, gained, lost, done.count(HIT), done.count(LOW_HIT), done.count(WEAKEN)
