"""A rule of thumb without any search, and the glance of a beginner.

Both count in points of damage.
"""

from __future__ import annotations

from typing import Final

from engine.rng import SeededRng
from engine.thrag.mind.odds import coin_worths
from engine.thrag.model import BEASTS, TURNS, VALUES, Action, Foe, Suit, Verb, View
from engine.thrag.position import aimed_at, index

# The next ten numbers were fitted by the cross-entropy method: forty rules of a few thousand nights each, the
# ten best give the next mean, fifty rounds (docs/minds/thrag.md).

SLAIN: Final = 3.5
"""For slaying a beast."""

TILE: Final = 1.5
"""In addition for each point of its tile."""

HASTE: Final = 0.75
"""In addition for each beast that Thrag is behind `PACE`."""

PACE: Final = 1.6
"""How many beasts may live for each turn that is left, this one included, before Thrag is behind."""

COIN: Final = 1.2
"""The cost of a coin."""

SCARCE: Final = 1.0
"""The additional cost for each coin that is missing, see `SPARE`."""

SPARE: Final = 3
"""How many more coins than beasts there should be, so that none is missing."""

PAWN: Final = 5.7
"""The cost of a pawn."""

FEAR: Final = 1.6
"""The additional cost of damage that takes all hit points; less damage costs its share of that."""

DEATH: Final = 35.0
"""The cost of dying."""

FREE: Final = 2 * DEATH
"""For a beast that falls to the die alone: more than anything else; set by hand."""

TRUSTED_COIN: Final = 3
"""The points that a beginner trusts a coin to bring; set by hand."""


def play_by_thumb(view: View, actions: tuple[Action, ...], _seed: str) -> Action:
    """The action with most points by the rule of thumb."""
    return max(actions, key=lambda action: thumb_points(view, action))


def thumb_points(view: View, action: Action) -> float:
    """The points of an action by the rule; 0 for a stop, but for the last turn."""
    match action.verb:
        case Verb.RESIGN:
            return -2 * DEATH
        case Verb.PAY:
            return -sum(action.coins) + len(action.coins) / 10
        case Verb.STOP:
            return -DEATH if view.turn == TURNS else 0.0
        case Verb.REROLL:
            return _reroll_points(view, action)
        case _:
            return _fight_points(view, aimed_at(view, action), view.die, action.spent)


def _slaying_prize(view: View, foe: Foe) -> float:
    """The points for slaying a beast."""
    behind = view.left - PACE * (TURNS + 1 - view.turn)
    return SLAIN + TILE * foe.tile + HASTE * max(behind, 0.0)


def _coin_price(view: View) -> float:
    """The cost of a coin; none in the last turn."""
    if view.turn == TURNS:
        return 0.0
    missing = view.left + SPARE - sum(view.coins)
    return COIN + SCARCE * max(missing, 0)


def _damage_cost(view: View, damage: int) -> float:
    """The cost of damage: more, the larger its share of Thrag's hit points."""
    held = sum(view.hit_points)
    return DEATH if damage > held else damage + FEAR * damage / held


def _fight_points(view: View, foe: Foe, own: int, pool: Suit | None) -> float:
    """The mean points of a fight, less its cost."""
    short = foe.strength - own
    if pool is None:
        return FREE + foe.tile if short <= 0 else -_damage_cost(view, short)
    if short <= 0:
        return -_coin_price(view)
    worths, _ = coin_worths(view, pool)
    prize = _slaying_prize(view, foe)
    gains = [prize if coin >= short else -_damage_cost(view, short - coin) for coin in worths]
    return sum(gains) / len(gains) - _coin_price(view)


def _reroll_points(view: View, action: Action) -> float:
    """By how much a new roll improves the best fights on the average, less the pawn."""
    if action.suit is Suit.BLACK:
        standing = [(suit, foe) for suit, foe in zip(BEASTS, view.foes, strict=True) if foe]
        now = sum(_best_points(view, suit, foe, view.die) for suit, foe in standing)
        then = sum(_best_points(view, suit, foe, die) for suit, foe in standing for die in VALUES) / len(
            VALUES
        )
    else:
        suit, foe = action.suit or Suit.RED, aimed_at(view, action)
        now = _best_points(view, suit, foe, view.die)
        then = sum(_best_points(view, suit, Foe(foe.tile, die), view.die) for die in VALUES) / len(VALUES)
    return then - now - (0.0 if view.turn == TURNS else PAWN)


def _best_points(view: View, suit: Suit, foe: Foe, own: int) -> float:
    """The best points of a beast: it falls to the die, which shows `own`, or to a coin, or is left."""
    if foe.strength <= own:
        return _slaying_prize(view, foe)
    filled = [pool for pool in BEASTS if view.coins[index(pool)]]
    usable = [suit] if suit in filled else filled  # other colours only without a coin of this one
    return max([0.0, *(_fight_points(view, foe, own, pool) for pool in usable)])


def glance_points(view: View, action: Action) -> float:
    """The points of an action for a beginner, who trusts coins, avoids damage and ignores pawns."""
    match action.verb:
        case Verb.PAY:
            return 0.0
        case Verb.FIGHT if action.spent is None:
            short = aimed_at(view, action).strength - view.die
            return FREE if short <= 0 else -TRUSTED_COIN - short
        case Verb.FIGHT:
            short = aimed_at(view, action).strength - view.die
            return TRUSTED_COIN - short if short > 0 else -FREE
        case Verb.REROLL:
            return -TRUSTED_COIN
        case _:
            return thumb_points(view, action)


def judging_error(view: View, action: Action, max_error: int, seed: str) -> float:
    """A random error of at most `max_error` points to either side; the same for the same seed."""
    chance = SeededRng(f"{seed}/{view.turn}.{view.fights}/{action}")
    return chance.below(20 * max_error + 1) / 10 - max_error
