"""The legal actions of the player."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core import Seat
from engine.thrag.model import BEASTS, Action, Phase, State, Suit, Verb
from engine.thrag.position import black_pawns, index, pawns, payments, phase, pools_for


def legal(state: State, seat: Seat) -> tuple[Action, ...]:
    """Every legal action: fights, rerolls, stopping, or payments; giving up at any time.

    Rules thrag:turn-2, thrag:pay-1, thrag:resign-1.
    """
    match phase(state) if seat == 0 else Phase.OVER:
        case Phase.OVER:
            return ()
        case Phase.PAY:
            paid = (Action(Verb.PAY, coins=coins) for coins in payments(state.hit_points, state.owed))
            return (*paid, Action(Verb.RESIGN))
        case _:
            ended = (Action(Verb.STOP),) if state.fights else ()
            return (*_fights(state), *_rerolls(state), *ended, Action(Verb.RESIGN))


def _fights(state: State) -> Iterator[Action]:
    """A fight with each standing beast, without a coin and with each coin that can be used.

    Rules thrag:fight-4, thrag:coin-1.
    """
    for suit in BEASTS:
        if state.foes[index(suit)] is not None:
            yield Action(Verb.FIGHT, suit)
            yield from (Action(Verb.FIGHT, suit, pool) for pool in pools_for(state, suit))


def _rerolls(state: State) -> Iterator[Action]:
    """A reroll with each pawn that can be spent, while a choice of fights is open (Rule thrag:pawn-3)."""
    for pawn in pawns(state):
        if state.foes[index(pawn)] is not None:
            yield Action(Verb.REROLL, pawn)
    for pawn in black_pawns(state):
        yield Action(Verb.REROLL, Suit.BLACK, pawn)
