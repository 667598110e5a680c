"""Thrag's standing order: damage is paid by itself where one way cannot turn out worse than any other."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import Final

from bot.games.order import Order
from engine.core import Seat
from engine.thrag.model import TURNS, Action, Phase, State, Verb
from engine.thrag.position import payments, phase


def choose_payment(state: State, seat: Seat) -> str:
    """The way to pay that is at least as good as every other, whatever comes; empty where there is none.

    Rules thrag:pay-1, thrag:pay-3, thrag:heal-1, thrag:order-1.
    """
    if seat != 0 or phase(state) is not Phase.PAY:
        return ""
    ways = payments(state.hit_points, state.owed)
    best = (way for way in ways if all(_is_no_worse(state, way, other) for other in ways))
    return next((str(Action(Verb.PAY, coins=way)) for way in best), "")


def _is_no_worse(state: State, way: Sequence[int], other: Sequence[int]) -> bool:
    """Whether whoever pays one way can do, from then on, all that they could have done after the other.

    So it is where each coin that only this way costs stands against a higher one that only the other costs,
    which would not be back any sooner. What the other costs besides is lost for nothing.
    """
    mine, theirs = sorted(set(way) - set(other)), sorted(set(other) - set(way))
    if len(mine) > len(theirs):
        return False
    return any(
        all(_is_spared(state, coin, higher) for coin, higher in zip(mine, chosen, strict=True))
        for chosen in permutations(theirs, len(mine))
    )


def _is_spared(state: State, coin: int, higher: int) -> bool:
    """Whether it cannot be worse to pay with a coin than with a higher one.

    A coin comes back with its tile. The tiles of the pile are turned over, in an order that nobody knows,
    before those of the discards. So it is where the coin's lies in the pile and the higher one's in the
    discards, or where the higher one cannot be back in time at all.
    """
    if higher < coin:
        return False
    in_pile = {tile: tile not in state.black.discards for tile in (coin, higher)}
    to_come = TURNS - state.turn  # tiles that are turned over before the fights of the last turn
    never = not to_come or (not in_pile[higher] and len(state.black.pile) >= to_come)
    return never or (in_pile[coin] and not in_pile[higher])


ORDERS: Final = (Order("pay", forced_line=choose_payment),)
