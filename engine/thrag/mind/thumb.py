"""A rule of thumb without any search, and what somebody sees who only glances at the table."""

from __future__ import annotations

from typing import Final

from engine.rng import SeededRng
from engine.thrag.mind.odds import coins
from engine.thrag.model import TURNS, VALUES, Action, Foe, Suit, Verb, View
from engine.thrag.position import index

SLAIN: Final = 5.0
"""What a slain beast is worth, in points of damage."""

COIN: Final = 1.8
"""What a coin costs, in points of damage."""

PAWN: Final = 1.0
"""What a pawn costs, in points of damage."""

FEAR: Final = 4.0
"""What damage hurts more, the part that it takes of all hit points."""

DEATH: Final = 50.0
"""What dying costs, in points of damage."""

DARING: Final = 3
"""How many points somebody who glances trusts a coin to bring."""

SLIP: Final = 4
"""By how many points a glance can be wrong, to either side."""


def thumb(view: View, actions: tuple[Action, ...], _seed: str) -> Action:
    """What the rule of thumb does, one of the actions."""
    return max(actions, key=lambda action: worth(view, action))


def worth(view: View, action: Action) -> float:
    """How much the rule thinks of an action, in points of damage; a stop is 0, but not in the last turn."""
    match action.verb:
        case Verb.RESIGN:
            return -2 * DEATH
        case Verb.PAY:
            return -sum(action.coins) - len(action.coins) / 10
        case Verb.STOP:
            return -DEATH if view.turn == TURNS else 0.0
        case Verb.REROLL:
            return _reroll(view, action)
        case _:
            return _fight(view, _foe(view, action), view.die, action.spent)


def _fight(view: View, foe: Foe, own: int, pool: Suit | None) -> float:
    """A beast that falls, less what it costs; a fight that the die wins is always worth it."""
    short = foe.strength - own
    if pool is None:
        return 2 * SLAIN + foe.tile / 10 if short <= 0 else -_pain(view, short)
    if short <= 0:
        return -COIN
    worths, _ = coins(view, pool)
    gains = [SLAIN if coin >= short else -_pain(view, short - coin) for coin in worths]
    return sum(gains) / len(gains) - COIN


def _pain(view: View, damage: int) -> float:
    """How much damage hurts: the more, the more it takes of what Thrag has."""
    held = sum(view.hit_points)
    return DEATH if damage > held else damage + FEAR * damage / held


def _reroll(view: View, action: Action) -> float:
    """What a new roll makes of the best that can be done, less the pawn."""
    foes = [foe for foe in view.foes if foe is not None]
    if action.suit is Suit.BLACK:
        now = sum(_best(view, foe, view.die) for foe in foes)
        then = sum(_best(view, foe, die) for foe in foes for die in VALUES) / len(VALUES)
    else:
        foe = _foe(view, action)
        now = _best(view, foe, view.die)
        then = sum(_best(view, Foe(foe.tile, die), view.die) for die in VALUES) / len(VALUES)
    return then - now - PAWN


def _best(view: View, foe: Foe, own: int) -> float:
    """The best that can come of a beast: a fight with a coin or without, or to leave it alone."""
    pools: list[Suit | None] = [None, *(suit for suit in Suit if suit is not Suit.BLACK)]
    usable = [pool for pool in pools if pool is None or view.coins[index(pool)]]
    return max(0.0, *(_fight(view, foe, own, pool) for pool in usable))


def glance(view: View, action: Action, seed: str) -> float:
    """How an action looks to a beginner, who trusts coins, forgets the pawns and counts nothing."""
    slip = SeededRng(f"{seed}/{view.turn}.{view.fights}/{action}").below(20 * SLIP + 1) / 10 - SLIP
    match action.verb:
        case Verb.PAY:
            return slip
        case Verb.FIGHT:
            short = _foe(view, action).strength - view.die
            if action.spent is None:
                return 2.0 * DARING if short <= 0 else -DARING - short
            return DARING - short + slip if short > 0 else -2.0 * DARING
        case Verb.REROLL:
            return slip - DARING
        case _:
            return worth(view, action)


def _foe(view: View, action: Action) -> Foe:
    """The beast that an action is aimed at; raises `ValueError` where none stands."""
    foe = view.foes[index(action.suit or Suit.RED)]
    if foe is None:
        raise ValueError(f"no {action.suit} beast stands")
    return foe
