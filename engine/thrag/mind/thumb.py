"""A rule of thumb without any search, and what somebody sees who only glances at the table.

The rule counts in points of damage. Its numbers were found by trying many, thousands of nights each
(docs/minds/thrag.md).
"""

from __future__ import annotations

from typing import Final

from engine.rng import SeededRng
from engine.thrag.mind.odds import coins
from engine.thrag.model import BEASTS, TURNS, VALUES, Action, Foe, Suit, Verb, View
from engine.thrag.position import aimed_at, index

# The first ten numbers come from the cross-entropy method: forty rules at a time, a few thousand nights for
# each, the ten best giving the next middle, fifty rounds (docs/minds/thrag.md).

SLAIN: Final = 3.5
"""What it is worth to slay a beast."""

TILE: Final = 1.5
"""What it is worth more for each point of its tile."""

HASTE: Final = 0.75
"""What it is worth more for each beast that Thrag is behind."""

PACE: Final = 1.6
"""Beasts a turn that can live for each turn to come, this one among them, before he is behind."""

COIN: Final = 1.2
"""What a coin costs."""

SCARCE: Final = 1.0
"""What it costs more for each coin that is wanting."""

SPARE: Final = 3
"""How many more coins than beasts there should be."""

PAWN: Final = 5.7
"""What a pawn costs."""

FEAR: Final = 1.6
"""What damage hurts more that takes all hit points."""

DEATH: Final = 35.0
"""What dying costs."""

FREE: Final = 2 * DEATH
"""A beast that falls for nothing comes before all else."""

DARING: Final = 3
"""How many points somebody who glances trusts a coin to bring."""


def by_thumb(view: View, actions: tuple[Action, ...], _seed: str) -> Action:
    """What the rule of thumb does, one of the actions."""
    return max(actions, key=lambda action: worth(view, action))


def worth(view: View, action: Action) -> float:
    """How much the rule thinks of an action; a stop is 0, but not in the last turn."""
    match action.verb:
        case Verb.RESIGN:
            return -2 * DEATH
        case Verb.PAY:
            return -sum(action.coins) + len(action.coins) / 10
        case Verb.STOP:
            return -DEATH if view.turn == TURNS else 0.0
        case Verb.REROLL:
            return _reroll(view, action)
        case _:
            return _fight(view, aimed_at(view, action), view.die, action.spent)


def _prize(view: View, foe: Foe) -> float:
    """What it is worth to slay a beast."""
    behind = view.left - PACE * (TURNS + 1 - view.turn)
    return SLAIN + TILE * foe.tile + HASTE * max(behind, 0.0)


def _price(view: View) -> float:
    """What a coin costs; in the last turn there is nothing to save it for."""
    if view.turn == TURNS:
        return 0.0
    wanting = view.left + SPARE - sum(view.coins)
    return COIN + SCARCE * max(wanting, 0)


def _pain(view: View, damage: int) -> float:
    """How much damage hurts: the more, the more it takes of what Thrag has."""
    held = sum(view.hit_points)
    return DEATH if damage > held else damage + FEAR * damage / held


def _fight(view: View, foe: Foe, own: int, pool: Suit | None) -> float:
    """What a fight may bring, less what it is likely to cost."""
    short = foe.strength - own
    if pool is None:
        return FREE + foe.tile if short <= 0 else -_pain(view, short)
    if short <= 0:
        return -_price(view)
    worths, _ = coins(view, pool)
    prize = _prize(view, foe)
    gains = [prize if coin >= short else -_pain(view, short - coin) for coin in worths]
    return sum(gains) / len(gains) - _price(view)


def _reroll(view: View, action: Action) -> float:
    """What a new roll makes of the best that can be done, less the pawn."""
    if action.suit is Suit.BLACK:
        standing = [(suit, foe) for suit, foe in zip(BEASTS, view.foes, strict=True) if foe]
        now = sum(_best(view, suit, foe, view.die) for suit, foe in standing)
        then = sum(_best(view, suit, foe, die) for suit, foe in standing for die in VALUES) / len(VALUES)
    else:
        suit, foe = action.suit or Suit.RED, aimed_at(view, action)
        now = _best(view, suit, foe, view.die)
        then = sum(_best(view, suit, Foe(foe.tile, die), view.die) for die in VALUES) / len(VALUES)
    return then - now - (0.0 if view.turn == TURNS else PAWN)


def _best(view: View, suit: Suit, foe: Foe, own: int) -> float:
    """The best that can come of a beast: it falls by itself or to a coin, or is left alone."""
    if foe.strength <= own:
        return _prize(view, foe)
    whole = [pool for pool in BEASTS if view.coins[index(pool)]]
    serving = [suit] if suit in whole else whole
    return max([0.0, *(_fight(view, foe, own, pool) for pool in serving)])


def glance(view: View, action: Action) -> float:
    """How an action looks to a beginner, who trusts coins, shrinks from damage and forgets the pawns."""
    match action.verb:
        case Verb.PAY:
            return 0.0
        case Verb.FIGHT if action.spent is None:
            short = aimed_at(view, action).strength - view.die
            return FREE if short <= 0 else -DARING - short
        case Verb.FIGHT:
            short = aimed_at(view, action).strength - view.die
            return DARING - short if short > 0 else -FREE
        case Verb.REROLL:
            return -DARING
        case _:
            return worth(view, action)


def slip(view: View, action: Action, most: int, seed: str) -> float:
    """How far somebody's eye is off, at most so many points to either side; the same for the same seed."""
    chance = SeededRng(f"{seed}/{view.turn}.{view.fights}/{action}")
    return chance.below(20 * most + 1) / 10 - most
