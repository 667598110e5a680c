"""The stand-in player: fights where the odds are good, and stops in time."""

from __future__ import annotations

from typing import Final

from engine.rng import Rng
from engine.thrag.model import NULL, TURNS, VALUES, Action, Suit, Verb, View
from engine.thrag.position import aimed_at, index

# Chosen by trial, and not measured; the mind has fitted numbers (`mind/rule_of_thumb.py`).

SLAIN: Final = 5.0
"""The worth of a slain beast, in points of damage."""

COIN: Final = 1.8
"""The cost of a coin, in points of damage."""

SCARCE: Final = 0.7
"""The extra cost of a coin when there are no more coins than beasts."""

DEATH: Final = 50.0
"""The cost of dying, in points of damage."""

HIGH_DIE: Final = 4
"""The lowest die of a beast that is worth a pawn."""

OUT_OF_REACH: Final = 2
"""By how much such a beast is stronger than Thrag, so that most coins would not suffice."""


def stand_in_action(view: View, actions: tuple[Action, ...], _rng: Rng) -> Action:
    """Choose the action with the highest gain less likely damage; never gives up (Rule thrag:away-1).

    Raises `ValueError` if no other action is legal.
    """
    ways = [action for action in actions if action.verb is not Verb.RESIGN]
    if not ways:
        raise ValueError("there is nothing to do but to give up")
    return max(ways, key=lambda action: (_worth(view, action), action.verb is Verb.STOP))


def _worth(view: View, action: Action) -> float:
    """Rate an action; stopping is 0, except in the last turn."""
    match action.verb:
        case Verb.PAY:
            return -sum(action.coins)  # there is no change (Rule thrag:pay-3)
        case Verb.STOP:
            return -DEATH if view.turn == TURNS else 0
        case Verb.REROLL:
            return _worth_of_reroll(view, action)
        case _:
            return _worth_of_fight(view, action)


def _worth_of_fight(view: View, action: Action) -> float:
    """The gain of a fight less its likely cost, in points of damage (Rules thrag:fight-2, thrag:fight-3).

    `action.spent` is the pool whose top coin is added to Thrag's die; None: fight with the die alone.
    """
    foe = aimed_at(view, action)
    short = foe.strength - view.die
    if action.spent is None:
        # a kill without a coin comes before any with one, that of the highest tile first
        return 2 * SLAIN + foe.tile / 10 if short <= 0 else -_damage_cost(view, short)
    if short <= 0:
        return -COIN  # the die alone is enough
    values = _coins(view, action.spent)  # what the coin may add, each taken as equally likely
    slain = sum(value >= short for value in values) / len(values)
    hurt = sum(_damage_cost(view, short - value) for value in values if value < short) / len(values)
    price = COIN + SCARCE * (sum(view.coins) <= view.left)  # more, if no more coins than beasts are left
    return SLAIN * slain - hurt - price


def _coins(view: View, pool: Suit) -> tuple[int, ...]:
    """What the top coin of a pool may add: the known values, or any."""
    values = VALUES if view.unseen is None else view.unseen[index(pool)]
    return tuple(view.null_coin if value == NULL else value for value in values)


def _damage_cost(view: View, damage: int) -> float:
    """The cost of damage, which grows with its share of Thrag's hit points."""
    held = sum(view.hit_points)
    return DEATH if damage > held else damage + 4 * damage / held


def _worth_of_reroll(view: View, action: Action) -> float:
    """Rate a reroll: a pawn is for a far stronger beast, a black one for a null of Thrag's own."""
    if action.suit is Suit.BLACK:
        return SLAIN if view.die == 0 and any(view.foes) else -SLAIN
    foe = aimed_at(view, action)
    strong = foe.die >= HIGH_DIE and foe.strength - view.die > OUT_OF_REACH
    return SLAIN if strong else -SLAIN
