"""Fighting: strength against strength, damage, and the pawns."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from engine.rng import Rng
from engine.thrag.events import CoinFlipped, Event, Paid, PawnTurnedBlack, Rerolled, Slain, Struck
from engine.thrag.model import BEASTS, Fight, Foe, State, Suit
from engine.thrag.position import black_pawns, count_living, index, paying_coins, payments, worth
from engine.thrag.turns import StateAndEvents, end, end_turn, roll

T = TypeVar("T")


def fight(state: State, suit: Suit, pool: Suit | None, rng: Rng) -> StateAndEvents:
    """One fight against the beast of a suit, with the top coin of a pool or without.

    Rules thrag:fight-1, thrag:fight-2, thrag:fight-3.
    """
    foe = state.foes[index(suit)]
    if foe is None:
        raise ValueError(f"no {suit} beast stands")
    fought = Fight(suit, foe.tile, foe.die, state.die)
    flipped: tuple[Event, ...] = ()
    state = replace(state, fights=state.fights + 1, rerolled=None, turned=None)
    if pool is not None:
        state, coin = _flip(state, pool)
        fought = replace(fought, pool=pool, coin=coin, worth=worth(state, coin))
        flipped = (CoinFlipped(pool, coin),)
    after, events = _resolve(replace(state, fight=fought), fought, rng)
    return after, (*flipped, *events)


def _flip(state: State, pool: Suit) -> tuple[State, int]:
    """The top coin of a pool, out of play from now on (Rule thrag:coin-3)."""
    at = index(pool)
    coin, *rest = state.pools[at]
    pools = replace_at(state.pools, at, tuple(rest))
    return replace(
        state, pools=pools, flipped=replace_at(state.flipped, at, (*state.flipped[at], coin))
    ), coin


def _resolve(state: State, fought: Fight, rng: Rng) -> StateAndEvents:
    return _strike(state, fought) if fought.damage else _slay(state, fought, rng)


def _slay(state: State, fought: Fight, rng: Rng) -> StateAndEvents:
    """The beast falls; with the last of its suit an unspent pawn turns black.

    With the last of all the game is won; with the last of this turn the fighting is over by itself.
    Otherwise Thrag needs a coin to go on. Rules thrag:fight-2, thrag:pawn-2, thrag:win-1, thrag:turn-3,
    thrag:exhaust-1.
    """
    at = index(fought.suit)
    stack = state.stacks[at]
    before = black_pawns(state)
    slain = replace(
        state,
        stacks=replace_at(state.stacks, at, replace(stack, slain=(*stack.slain, fought.tile))),
        foes=replace_at(state.foes, at, None),
    )
    black = [PawnTurnedBlack(pawn) for pawn in black_pawns(slain) if pawn not in before]
    told: tuple[Event, ...] = (Slain(fought), *black)
    if not count_living(slain):
        after, events = end(slain, "win")
    elif not any(slain.pools):
        after, events = end(slain, "exhaustion")
    elif not any(slain.foes):
        after, events = end_turn(slain, rng)
    else:
        after, events = slain, ()
    return after, (*told, *events)


def _strike(state: State, fought: Fight) -> StateAndEvents:
    """Thrag takes the difference: he dies, collapses, pays, or is asked how.

    Damage beyond all numbered coins is death; only then does it matter that the last coin is gone. Rules
    thrag:fight-3, thrag:pay-2, thrag:death-1, thrag:exhaust-2.
    """
    told: tuple[Event, ...] = (Struck(fought),)
    ways = payments(state.hit_points, fought.damage)
    if sum(paying_coins(state.hit_points)) < fought.damage:
        after, events = end(state, "death")
    elif not any(state.pools):
        after, events = end(state, "exhaustion")
    elif len(ways) == 1:
        after, events = _pay_coins(state, ways[0], fought.damage, chosen=False)
    else:
        after, events = replace(state, owed=fought.damage), ()
    return after, (*told, *events)


def pay(state: State, coins: tuple[int, ...]) -> StateAndEvents:
    """The damage is paid with these hit points (Rules thrag:pay-1, thrag:pay-3)."""
    return _pay_coins(state, coins, state.owed, chosen=True)


def _pay_coins(state: State, coins: tuple[int, ...], damage: int, *, chosen: bool) -> StateAndEvents:
    hit_points = tuple(coin for coin in state.hit_points if coin not in coins)
    return replace(state, hit_points=hit_points, owed=0), (Paid(coins, damage, chosen),)


def reroll(state: State, suit: Suit, pawn: Suit, rng: Rng) -> StateAndEvents:
    """A pawn rerolls its own beast's die, a black one Thrag's (Rules thrag:pawn-1, thrag:pawn-2)."""
    after = roll(rng.stream(f"reroll {suit} {pawn} {state.turn}"))
    spent = tuple(other for other in BEASTS if other in (*state.spent, pawn))
    state = replace(state, spent=spent, fight=None, rerolled=suit, turned=None)
    if suit is Suit.BLACK:
        return replace(state, die=after), (Rerolled(suit, pawn, state.die, after),)
    at = index(suit)
    foe = state.foes[at]
    if foe is None:
        raise ValueError(f"no {suit} beast stands")
    told = Rerolled(suit, pawn, foe.die, after)
    return replace(state, foes=replace_at(state.foes, at, Foe(foe.tile, after))), (told,)


def stop(state: State, rng: Rng) -> StateAndEvents:
    """No more fights this turn (Rule thrag:turn-2)."""
    return end_turn(state, rng)


def replace_at(triple: tuple[T, T, T], at: int, new: T) -> tuple[T, T, T]:
    """The triple with one of its three replaced."""
    first, second, third = (new if place == at else old for place, old in enumerate(triple))
    return first, second, third
