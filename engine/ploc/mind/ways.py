"""All that three dice can do in a turn beside a column, leaving out what is never better.

A way forgets which die did what and keeps what came of it. Each die of a turn meets its own place, so the
deeds do not touch each other but for one thing: whoever was laid down can be hit more easily. It is best to
lay down first, to hit then, and to swap last, what brings athletes before what costs some.
"""

from __future__ import annotations

from functools import cache
from itertools import permutations, product
from typing import Final, TypeAlias

from engine.ploc.mind.columns import COLUMNS, NUMBER
from engine.ploc.model import BERSERK, REACH, Dice

Way: TypeAlias = tuple[int, int, int, int, int, int]
"""The number of the own column afterwards, athletes who come, athletes who leave, dice that hit anybody, dice
that only reach somebody lying, dice that lay somebody down. Berserk hits four times."""

HIT: Final = 0
LOW: Final = 1
LAY: Final = 2
SWAP: Final = 3

Deeds: TypeAlias = tuple[int, ...]


def deeds(die: int, met: int) -> Deeds:
    """What a die is good for beside the column's `met`: laying down only where it cannot hit anybody."""
    if die >= met:
        return (HIT, SWAP)
    return (LOW, LAY, SWAP) if die >= met - REACH else (LAY, SWAP)


@cache
def ways(column: int, roll: int) -> tuple[Way, ...]:
    """What a roll can do beside a column, in a fixed order, each once; berserk too where it is possible."""
    own, dice = COLUMNS[column], COLUMNS[roll]
    found = dict.fromkeys(
        way(own, placed, done)
        for placed in dict.fromkeys(permutations(dice))
        for done in product(*(deeds(die, met) for die, met in zip(placed, own, strict=True)))
    )
    if dice[0] == dice[2] and dice[0] >= own[0]:
        found[column, 0, 0, BERSERK, 0, 0] = None
    return tuple(found)


def way(own: Dice, placed: tuple[int, ...], done: Deeds) -> Way:
    """What comes of dice that lie beside the places of a column and each do something there."""
    left, came, went = list(own), 0, 0
    for place, (die, deed) in enumerate(zip(placed, done, strict=True)):
        if deed == SWAP:
            change = 1 + die - own[place]
            came, went = came + max(change, 0), went + max(-change, 0)
            left[place] = die
    column = NUMBER[left[0], left[1], left[2]]
    return column, came, went, done.count(HIT), done.count(LOW), done.count(LAY)
