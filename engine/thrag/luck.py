"""Luck in One Man, Thrag!: dice against dice, and coins against the odds of their moment.

Every turn Thrag's die meets the die of each beast that was drawn: how much it is ahead of them, beast by
beast, is what he need not make up with coins. A die that a pawn rolls anew meets those that lie there once
more. Which tiles are drawn does not count: each beast has to be slain some time.

A coin is flipped to slay a beast. Whether it will is known as a chance to whoever has kept count of the
coins, from those that were left in its pool; how many did is luck. The black tiles do not count: which of
them heals depends on what was paid with.
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
    """How much Thrag's die was ahead of the beasts' in each turn, and at each new roll."""
    return tuple(_dice(positions))


def _dice(positions: Sequence[LogPosition]) -> Iterator[Throw]:
    """A game that is known from its beginning has its first turn's dice before the first line."""
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
    """How much one die is ahead of so many others, all of them together."""
    return uniform_chances(beasts * own - sum(others) for own, *others in product(VALUES, repeat=beasts + 1))


def _reroll_throw(state: State, event: Rerolled) -> Throw:
    """Thrag's new die against those that lie there, or a beast's new one against his."""
    if event.suit is Suit.BLACK:
        dice = [foe.die for foe in state.foes if foe is not None]
        ahead = {own: sum(own - die for die in dice) for own in VALUES}
    else:
        ahead = {die: state.die - die for die in VALUES}
    return Throw(ahead[event.after], uniform_chances(ahead.values()))


def coins(positions: Sequence[LogPosition]) -> tuple[Throw, ...]:
    """Whether each coin that was flipped slew its beast, 1 or 0."""
    return tuple(
        _flip(before.state, after.action.suit, event)
        for before, after in pairwise(positions)
        for event in after.events
        if isinstance(event, CoinFlipped)
    )


def _flip(state: State, suit: Suit, event: CoinFlipped) -> Throw:
    """Raises `ValueError` where no such beast stood."""
    foe = state.foes[index(suit)]
    if foe is None:
        raise ValueError(f"no {suit} beast stands")
    slays = [worth(state, coin) >= foe.strength - state.die for coin in state.pools[index(event.pool)]]
    slew = worth(state, event.value) >= foe.strength - state.die
    return Throw(int(slew), uniform_chances(map(int, slays)))
