"""Test players of whole games of Thrag: a random one, a sensible one, and a mixture."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Final, TypeAlias

from engine.core import read_settings
from engine.rng import SeededRng
from engine.thrag import GAME
from engine.thrag.events import Event
from engine.thrag.model import BEASTS, Action, State, Suit, Verb, View

Player: TypeAlias = Callable[[View, tuple[Action, ...], Random], Action]
"""Chooses an action, from the view and the legal actions."""

OPTIONS: Final = {option.key: option for option in GAME.options}


@dataclass(frozen=True)
class Ply:
    """An action: the state before it, and what came of it."""

    before: State
    action: Action
    state: State
    events: tuple[Event, ...]


def options(chance: Random) -> dict[str, str]:
    """Random options."""
    return {
        "weapons": chance.choice(OPTIONS["weapons"].choices),  # type: ignore[union-attr]
        "null_coin": str(chance.randint(0, 5)),
        "track_coins": chance.choice(("no", "yes")),
    }


def game(given: dict[str, str], seed: str, player: Player, chance: Random) -> Iterator[Ply]:
    """A whole game, action by action."""
    rng = SeededRng(seed)
    state = GAME.start(read_settings(GAME, given, 1), 1, rng)
    while state.outcome is None:
        action = player(GAME.view(state, 0), GAME.legal(state, 0), chance)
        step = GAME.apply(state, 0, action, rng)
        yield Ply(state, action, step.state, step.events)
        state = step.state


def wild(_view: View, legal: tuple[Action, ...], chance: Random) -> Action:
    """A random action, rarely giving up."""
    kept = [action for action in legal if action.verb is not Verb.RESIGN]
    return chance.choice(kept if chance.random() < 0.995 else legal)


def fickle(view: View, legal: tuple[Action, ...], chance: Random) -> Action:
    """Mostly `sensible`, sometimes `wild`."""
    return (wild if chance.random() < 0.1 else sensible)(view, legal, chance)


def sensible(view: View, legal: tuple[Action, ...], _chance: Random) -> Action:
    """Slays what it can for nothing, spends coins and pawns on what they are worth, and stops in time."""
    if view.owed:
        return legal[0]
    ways = {action: worth(view, action) for action in legal if action.verb is not Verb.RESIGN}
    return max(ways, key=lambda action: (ways[action], action.verb is Verb.STOP))


def worth(view: View, action: Action) -> float:
    """The player's rating of an action; stopping is 0."""
    match action.verb:
        case Verb.STOP:
            return -100 if view.turn == 12 else 0
        case Verb.REROLL:
            return _worth_of_reroll(view, action)
        case _:
            return _worth_of_fight(view, action)


def _worth_of_fight(view: View, action: Action) -> float:
    foe = view.foes[BEASTS.index(action.suit or Suit.RED)]
    assert foe is not None
    short = foe.strength - view.die
    if action.spent is None:
        return 10 - foe.tile / 10 if short <= 0 else -_pain(view, short)
    if short <= 0:
        return -1
    chances = coins(view, action.spent)
    slain = sum(coin >= short for coin in chances) / len(chances)
    hurt = sum(_pain(view, short - coin) for coin in chances if coin < short) / len(chances)
    return slain * 5 - hurt - 1.8 - (sum(view.coins) <= view.left) * 0.7


def coins(view: View, pool: Suit) -> list[int]:
    """What the top coin of a pool may add."""
    known = view.unseen[BEASTS.index(pool)] if view.unseen else (0, 1, 2, 3, 4, 5)
    return [coin or view.null_coin for coin in known]


def _pain(view: View, damage: int) -> float:
    """The cost of damage, which grows with its share of Thrag's hit points."""
    held = sum(view.hit_points)
    return 50 if damage > held else damage + 4 * damage / held


def _worth_of_reroll(view: View, action: Action) -> float:
    """Rate a reroll: a pawn is for a far stronger beast, or for a bad die of Thrag's."""
    left = 12 - view.turn
    if action.suit is Suit.BLACK:
        return 3 if view.die == 0 and any(view.foes) else -5
    foe = view.foes[BEASTS.index(action.suit or Suit.RED)]
    assert foe is not None
    return 4 if foe.die >= 4 and foe.strength - view.die > 2 and left < 9 else -5
