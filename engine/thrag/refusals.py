"""Why an action cannot be taken: the first rule that it breaks, and what would be legal near it."""

from __future__ import annotations

from typing import Final

from engine.core import Fault, IllegalAction
from engine.thrag.legality import legal
from engine.thrag.model import NULL, Action, Phase, State, Suit, Verb
from engine.thrag.position import count_living_of, index, pawns, paying_coins, phase, pools_for

REFUSALS: Final = frozenset(
    {
        "not-notation",
        "which-pool",
        "which-pawn",
        "over",
        "not-your-turn",
        "pay-first",
        "nothing-owed",
        "must-fight",
        "no-beast",
        "pool-empty",
        "own-pool-first",
        "pawn-out",
        "pawn-spent",
        "pawn-is-black",
        "pawn-not-black",
        "last-breath",
        "not-held",
        "too-little",
        "needless",
    }
)
"""Every `key` of an `IllegalAction` of this game."""

NEAR: Final = 8
"""At most so many legal lines are named."""

_Reason = tuple[str, str, dict[str, str | int]]


def refusal(state: State, seat: int, action: Action) -> IllegalAction:
    """What to tell somebody whose action is not legal."""
    rule, key, values = _why(state, seat, action)
    return IllegalAction(Fault.ILLEGAL, f"thrag:{rule}", key, nearest_lines(state, action.verb), **values)


def nearest_lines(state: State, verb: Verb) -> tuple[str, ...]:
    """Legal lines with the same verb, or any; nobody is led to give up."""
    lines = [other for other in legal(state, 0) if other.verb is not Verb.RESIGN]
    alike = [other for other in lines if other.verb is verb]
    return tuple(map(str, (alike or lines)[:NEAR]))


def _why(state: State, seat: int, action: Action) -> _Reason:
    if state.outcome is not None:
        return "win-1", "over", {}
    if seat != 0:
        return "turn-1", "not-your-turn", {}
    if action.verb is Verb.PAY:
        return _why_no_payment(state, action)
    if phase(state) is Phase.PAY:
        return "pay-1", "pay-first", {"damage": state.owed}
    if action.verb is Verb.STOP:
        return "turn-2", "must-fight", {}
    return _why_no_reroll(state, action) if action.verb is Verb.REROLL else _why_no_fight(state, action)


def _why_no_fight(state: State, action: Action) -> _Reason:
    suit, pool = action.suit or Suit.BLACK, action.spent or Suit.BLACK
    if state.foes[index(suit)] is None:
        return "fight-4", "no-beast", {"suit": suit}
    if not state.pools[index(pool)]:
        return "coin-2", "pool-empty", {"suit": pool, "others": len(pools_for(state, suit))}
    return "coin-2", "own-pool-first", {"suit": suit, "pool": pool}


def _why_no_reroll(state: State, action: Action) -> _Reason:
    suit = action.suit or Suit.BLACK
    pawn = action.spent or suit
    told: dict[str, str | int] = {"pawn": pawn}
    if pawn not in state.weapons:
        return "setup-5", "pawn-out", told
    if pawn not in pawns(state):
        return "pawn-1", "pawn-spent", told
    if suit is Suit.BLACK:
        return "pawn-2", "pawn-not-black", told | {"living": count_living_of(state, pawn)}
    if not count_living_of(state, pawn):
        return "pawn-2", "pawn-is-black", told
    return "pawn-1", "no-beast", {"suit": suit}


def _why_no_payment(state: State, action: Action) -> _Reason:
    if phase(state) is not Phase.PAY:
        return "pay-1", "nothing-owed", {}
    coins, told = action.coins, {"damage": state.owed, "sum": sum(set(action.coins))}
    if NULL in coins:
        return "breath-1", "last-breath", {}
    missing = [coin for coin in coins if coin not in paying_coins(state.hit_points)]
    if missing or len(set(coins)) < len(coins):
        return "pay-1", "not-held", {"coin": missing[0] if missing else coins[-1]}
    return "pay-1", "too-little" if sum(coins) < state.owed else "needless", {**told}
