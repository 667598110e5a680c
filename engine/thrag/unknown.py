"""What nobody at the table can know: dice that have not fallen, and the order of what lies face down."""

from __future__ import annotations

from dataclasses import replace

from engine.rng import Rng, shuffled
from engine.thrag.events import CoinFlipped, Event, Rerolled, TileTurned, TurnBegan
from engine.thrag.model import State


def reveals(event: Event) -> bool:
    """Whether a beast was drawn, a die rolled, a coin flipped or a black tile turned (Rule thrag:undo-1).

    A stack that is made anew shows nothing until something of it is drawn.
    """
    return isinstance(event, (TurnBegan, Rerolled, CoinFlipped, TileTurned))


def reshuffled(state: State, rng: Rng) -> State:
    """The state with every stack and every pool in a new order (Rule thrag:fork-1).

    Which pieces lie in each of them is known to whoever has watched, so that none leaves its own.
    """
    red, green, blue, black = (
        replace(stack, pile=shuffled(stack.pile, rng)) for stack in (*state.stacks, state.black)
    )
    coins = [shuffled(pool, rng) for pool in state.pools]
    return replace(state, stacks=(red, green, blue), black=black, pools=(coins[0], coins[1], coins[2]))
