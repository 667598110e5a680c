"""What can be read off a position: who lives, which pawns are left, how damage can be paid."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from engine.thrag.model import BEASTS, NULL, TURNS, Action, Foe, Phase, State, Suit, View

_INDEX: Final = {suit: index for index, suit in enumerate(BEASTS)}


def index(suit: Suit) -> int:
    """Where a beast's suit stands in the triples of a state."""
    return _INDEX[suit]


def aimed_at(view: View, action: Action) -> Foe:
    """The beast that an action is aimed at; raises `ValueError` where none stands."""
    foe = view.foes[index(action.suit or Suit.RED)]
    if foe is None:
        raise ValueError(f"no {action.suit} beast stands")
    return foe


def phase(state: State) -> Phase:
    """What the player is asked for."""
    if state.outcome is not None:
        return Phase.OVER
    return Phase.PAY if state.owed else Phase.FIGHT


def count_living_of(state: State, suit: Suit) -> int:
    """How many beasts of a suit are not slain, the one that stands among them."""
    at = index(suit)
    stack = state.stacks[at]
    return len(stack.pile) + len(stack.discards) + (state.foes[at] is not None)


def count_living(state: State) -> int:
    """How many beasts are not slain."""
    return sum(count_living_of(state, suit) for suit in BEASTS)


def paying_coins(hit_points: Sequence[int]) -> tuple[int, ...]:
    """The hit points that can pay: all but the null (Rule thrag:breath-1)."""
    return tuple(coin for coin in hit_points if coin != NULL)


def payments(hit_points: Sequence[int], damage: int) -> tuple[tuple[int, ...], ...]:
    """Every way to pay: sets that cover the damage and hold no needless coin (Rule thrag:pay-1).

    The cheapest first, then those with fewer coins; none if the damage cannot be covered.
    """
    coins = paying_coins(hit_points)
    sets = [chosen for size in range(1, len(coins) + 1) for chosen in combinations(coins, size)]
    covering = [chosen for chosen in sets if sum(chosen) >= damage > sum(chosen) - min(chosen)]
    return tuple(sorted(covering, key=lambda chosen: (sum(chosen), len(chosen), chosen)))


def worth(state: State, coin: int) -> int:
    """What an attack coin adds to Thrag's strength (Rule thrag:null-1)."""
    return state.null_coin if coin == NULL else coin


def pools_for(state: State, suit: Suit) -> tuple[Suit, ...]:
    """Whose coins can be flipped against a beast: its own, or, once these are gone, any other's.

    Rules thrag:coin-1, thrag:coin-2.
    """
    if state.pools[index(suit)]:
        return (suit,)
    return tuple(other for other in BEASTS if state.pools[index(other)])


def pawns(state: State) -> tuple[Suit, ...]:
    """The weapons that are in play and unspent."""
    return tuple(pawn for pawn in state.weapons if pawn not in state.spent)


def black_pawns(state: State) -> tuple[Suit, ...]:
    """Those of them whose beasts are all slain (Rule thrag:pawn-2)."""
    return tuple(pawn for pawn in pawns(state) if not count_living_of(state, pawn))


def is_lost(state: State) -> bool:
    """Whether more beasts of a suit live than can still be met: one a turn (Rule thrag:hopeless-1)."""
    later = TURNS - state.turn
    return state.outcome is None and any(
        count_living_of(state, suit) > later + (state.foes[index(suit)] is not None) for suit in BEASTS
    )
