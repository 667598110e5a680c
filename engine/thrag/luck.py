"""Luck in One Man, Thrag!: dice against dice, and coins against the odds of their moment.

Every turn Thrag's die meets the die of each drawn beast: the sum of the differences is what he need not make
up with coins. A rerolled die is compared once more with the dice on the table. Which tiles are drawn does not
count: each beast has to be slain some time.

A coin is flipped to slay a beast. Counting the coins left in its pool gives the chance that it will; how many
did is luck. The black tiles do not count: which of them heals depends on what was paid with.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise, product

from engine.luck import Chances, Throw, uniform_chances
from engine.replay import LogPosition
from engine.thrag.events import CoinFlipped, Rerolled, TurnBegan
from engine.thrag.model import VALUES, Foe, State, Suit
from engine.thrag.position import index, worth


def dice(positions: Sequence[LogPosition]) -> tuple[Throw, ...]:
    """By how much Thrag's die exceeded the beasts' dice in each turn, and at each reroll."""
    return tuple(_dice(positions))


def _dice(positions: Sequence[LogPosition]) -> Iterator[Throw]:
    """The throws; a game known from its beginning has its first dice before the first line."""
    first: State = positions[0].state
    if positions[0].ply == 0:
        yield _turn(first.foes, first.die)
    for before, after in pairwise(positions):
        for event in after.events:
            if isinstance(event, TurnBegan):
                yield _turn(event.foes, event.die)
            elif isinstance(event, Rerolled):
                yield _reroll_throw(before.state, event)


def _turn(foes: Sequence[Foe | None], own: int) -> Throw:
    against = [foe.die for foe in foes if foe is not None]
    return Throw(sum(own - die for die in against), _die_lead(len(against)))


@cache
def _die_lead(beasts: int) -> Chances:
    """The distribution of one die's lead over `beasts` other dice, summed."""
    return uniform_chances(beasts * own - sum(others) for own, *others in product(VALUES, repeat=beasts + 1))


def _reroll_throw(state: State, event: Rerolled) -> Throw:
    """The throw of a reroll: Thrag's die against the beasts', or a beast's against his."""
    if event.suit is Suit.BLACK:
        dice = [foe.die for foe in state.foes if foe is not None]
        ahead = {own: sum(own - die for die in dice) for own in VALUES}
    else:
        ahead = {die: state.die - die for die in VALUES}
    return Throw(ahead[event.after], uniform_chances(ahead.values()))


def coins(positions: Sequence[LogPosition]) -> tuple[Throw, ...]:
    """For each flipped coin whether it slew its beast, 1 or 0."""
    return tuple(
        _flip(before.state, after.action.suit, event)
        for before, after in pairwise(positions)
        for event in after.events
        if isinstance(event, CoinFlipped)
    )


def _flip(state: State, suit: Suit, event: CoinFlipped) -> Throw:
    """The throw of a flipped coin; raises `ValueError` if no such beast stood."""
    foe = state.foes[index(suit)]
    if foe is None:
        raise ValueError(f"no {suit} beast stands")
    slays = [worth(state, coin) >= foe.strength - state.die for coin in state.pools[index(event.pool)]]
    slew = worth(state, event.value) >= foe.strength - state.die
    return Throw(int(slew), uniform_chances(map(int, slays)))
