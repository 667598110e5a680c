"""The game as the house plays it: whose turn it is, what an action does, what there is to see."""

from __future__ import annotations

from dataclasses import replace

from engine.core import Outcome, Seat, Step
from engine.rng import Rng, shuffle_items
from engine.thrag.events import CoinFlipped, Event, Rerolled, Resigned, TileTurned, TurnBegan
from engine.thrag.fights import fight, pay, reroll, stop
from engine.thrag.legality import legal
from engine.thrag.model import Action, Pile, Stack, State, Suit, Verb, View
from engine.thrag.position import black_pawns, count_living, is_lost, pawns
from engine.thrag.refusals import refusal
from engine.thrag.turns import StateAndEvents


def to_act(state: State) -> frozenset[Seat]:
    """The one player, until the game is over."""
    return frozenset() if state.outcome else frozenset({0})


def outcome(state: State) -> Outcome | None:
    """How the game ended, none while it runs."""
    return state.outcome


def apply(state: State, seat: Seat, action: Action, rng: Rng) -> Step[State, Event]:
    """The state after an action, and what happened; raises `IllegalAction`."""
    if action not in legal(state, seat):
        raise refusal(state, seat, action)
    return Step(*_apply_verb(state, action, rng))


def _apply_verb(state: State, action: Action, rng: Rng) -> StateAndEvents:
    match action:
        case Action(Verb.FIGHT, Suit() as suit, pool):
            return fight(state, suit, pool, rng)
        case Action(Verb.REROLL, Suit() as suit, pawn):
            return reroll(state, suit, pawn or suit, rng)
        case Action(Verb.PAY, coins=coins):
            return pay(state, coins)
        case Action(Verb.STOP):
            return stop(state, rng)
        case _:
            return _resign(state)


def _resign(state: State) -> StateAndEvents:
    """Thrag goes home; nobody wins (Rule thrag:resign-1)."""
    over = replace(state, owed=0, outcome=Outcome("resignation", (), (0,)))
    return over, (Resigned(state.turn, count_living(state)),)


def view(state: State, _viewer: Seat | None) -> View:
    """What everybody sees: what lies face down is counted and not shown (Rule thrag:secret-1).

    The coins still unseen are told in rising order, and only where they are tracked (Rule thrag:coin-3).
    """
    red, green, blue = state.pools
    unseen = (_sort_coins(red), _sort_coins(green), _sort_coins(blue))
    return View(
        turn=state.turn,
        weapons=state.weapons,
        null_coin=state.null_coin,
        foes=state.foes,
        die=state.die,
        piles=(_pile(state.stacks[0]), _pile(state.stacks[1]), _pile(state.stacks[2])),
        black=_pile(state.black),
        coins=(len(red), len(green), len(blue)),
        unseen=unseen if state.tracks else None,
        hit_points=state.hit_points,
        pawns=pawns(state),
        black_pawns=black_pawns(state),
        fights=state.fights,
        owed=state.owed,
        fight=state.fight,
        rerolled=state.rerolled,
        turned=state.turned,
        lost=is_lost(state),
        left=count_living(state),
        outcome=state.outcome,
    )


def needs_memory(state: State) -> bool:
    """Whether there are coins that have to be kept in mind (Rules thrag:coin-3, thrag:secret-1).

    Then no earlier position may be shown: strengths before a fight and what it cost tell the coin as well.
    """
    return not state.tracks and any(state.flipped)


def _pile(stack: Stack) -> Pile:
    return Pile(len(stack.pile), stack.discards, stack.slain)


def _sort_coins(coins: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(coins))


def reveals(event: Event) -> bool:
    """Whether a beast was drawn, a die rolled, a coin flipped or a black tile turned (Rule thrag:undo-1).

    A stack that is made anew shows nothing until something of it is drawn.
    """
    return isinstance(event, (TurnBegan, Rerolled, CoinFlipped, TileTurned))


def reshuffle(state: State, rng: Rng) -> State:
    """The state with every stack and every pool in a new order (Rule thrag:fork-1).

    Which pieces lie in each of them is known to whoever has watched, so that none leaves its own.
    """
    red, green, blue, black = (
        replace(stack, pile=shuffle_items(stack.pile, rng)) for stack in (*state.stacks, state.black)
    )
    coins = [shuffle_items(pool, rng) for pool in state.pools]
    return replace(state, stacks=(red, green, blue), black=black, pools=(coins[0], coins[1], coins[2]))
