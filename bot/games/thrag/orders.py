"""Thrag's standing order: damage is paid automatically if one way cannot be worse than any other."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import Final

from bot.games.order import Order
from engine.core import Seat
from engine.thrag.model import TURNS, Action, Phase, State, Verb
from engine.thrag.position import payments, phase


def choose_payment(state: State, seat: Seat) -> str:
    """Return the payment that is never worse than any other; empty if there is none.

    Rules thrag:pay-1, thrag:pay-3, thrag:heal-1, thrag:order-1.
    """
    if seat != 0 or phase(state) is not Phase.PAY:
        return ""
    ways = payments(state.hit_points, state.owed)
    best = (way for way in ways if all(_is_no_worse(state, way, other) for other in ways))
    return next((str(Action(Verb.PAY, coins=way)) for way in best), "")


def _is_no_worse(state: State, way: Sequence[int], other: Sequence[int]) -> bool:
    """Return whether one payment allows all that the other one does.

    True if each coin that only this payment costs is matched by a higher one that only the other costs, which
    would not be back any sooner.
    """
    mine, theirs = sorted(set(way) - set(other)), sorted(set(other) - set(way))
    if len(mine) > len(theirs):
        return False
    return any(
        all(_is_spared(state, coin, higher) for coin, higher in zip(mine, chosen, strict=True))
        for chosen in permutations(theirs, len(mine))
    )


def _is_spared(state: State, coin: int, higher: int) -> bool:
    """Return whether paying with a coin cannot be worse than with a higher one.

    A coin comes back with its tile. The tiles of the pile are turned over, in an unknown order, before those
    of the discards. So it is if the coin's tile is in the pile and the higher one's in the discards, or if
    the higher one cannot be back in time.
    """
    if higher < coin:
        return False
    in_pile = {tile: tile not in state.black.discards for tile in (coin, higher)}
    to_come = TURNS - state.turn  # tiles that are turned over before the fights of the last turn
    never = not to_come or (not in_pile[higher] and len(state.black.pile) >= to_come)
    return never or (in_pile[coin] and not in_pile[higher])


ORDERS: Final = (Order("pay", forced_line=choose_payment),)
