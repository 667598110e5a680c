"""Turns: drawing beasts and rolling dice at the beginning; tile, discards and clock at the end."""

from __future__ import annotations

from dataclasses import replace

from engine.core import Outcome
from engine.rng import Rng, shuffle_items
from engine.thrag.events import Advanced, Ended, Escaped, Event, Reshuffled, TileTurned, TurnBegan
from engine.thrag.model import BEASTS, TURNS, Foe, Stack, State, Suit, TurnedTile
from engine.thrag.position import count_living, pawns

StateAndEvents = tuple[State, tuple[Event, ...]]


def roll(rng: Rng) -> int:
    """Roll a die of the piecepack: 0 to 5 (Rule thrag:setup-2)."""
    return rng.below(6)


def begin_turn(state: State, rng: Rng) -> StateAndEvents:
    """Draw one beast from each stack that has one, and roll all four dice (Rule thrag:turn-1).

    A die without a beast is rolled too, so that the others do not depend on it; it is not used. Rerolls and
    shuffles draw from their own streams: the dice of a turn do not depend on what was done before.
    """
    dice = [roll(rng) for _ in BEASTS]
    own = roll(rng)
    foes = [
        Foe(stack.pile[0], die) if stack.pile else None for stack, die in zip(state.stacks, dice, strict=True)
    ]
    red, green, blue = (replace(stack, pile=stack.pile[1:]) for stack in state.stacks)
    drawn = (foes[0], foes[1], foes[2])
    begun = replace(state, stacks=(red, green, blue), foes=drawn, die=own, fights=0, rerolled=None)
    return begun, (TurnBegan(state.turn, drawn, own),)


def end_turn(state: State, rng: Rng) -> StateAndEvents:
    """End the turn: tile, discards, reshuffling, clock, and the next turn (Rule thrag:turn-4)."""
    healed, events = _turn_tile(state)
    away, fled = _send_away(healed)
    full, shuffles = _reshuffle(away, rng)
    turn_events = (*events, *fled, *shuffles, Advanced(TURNS - state.turn))
    if state.turn == TURNS:
        over = end(full, "breakfast")
        return over[0], (*turn_events, *over[1])
    begun, first = begin_turn(replace(full, turn=full.turn + 1), rng)
    return begun, (*turn_events, *first)


def end(state: State, ending: str) -> StateAndEvents:
    """End the game (Rules thrag:win-1, thrag:death-1, thrag:exhaust-1, thrag:breakfast-1).

    A win in turn t scores 13 - t, and the remaining pawns break ties (Rules thrag:score-1, thrag:score-2).
    """
    score = score_at(state.turn) if ending == "win" else 0
    outcome = Outcome(ending, (0,) if ending == "win" else (), (score,))
    ended = Ended(ending, state.turn, score, len(pawns(state)), count_living(state))
    return replace(state, owed=0, outcome=outcome), (ended,)


def score_at(turn: int) -> int:
    """The score of a win in this turn: the turns left, including this one (Rule thrag:score-1)."""
    return TURNS + 1 - turn


def _turn_tile(state: State) -> StateAndEvents:
    """Turn the black tile: a coin of exactly its value becomes a hit point again (Rule thrag:heal-1)."""
    tile, *rest = state.black.pile
    black = Stack(tuple(rest), (*state.black.discards, tile))
    healed = tile not in state.hit_points
    hit_points = tuple(sorted((*state.hit_points, tile))) if healed else state.hit_points
    after = replace(state, black=black, hit_points=hit_points, turned=TurnedTile(tile, healed))
    return after, (TileTurned(tile, healed),)


def _send_away(state: State) -> StateAndEvents:
    """Move the standing beasts to the discards of their suit (Rule thrag:turn-4)."""
    stacks, events = list(state.stacks), []
    for number, (suit, foe) in enumerate(zip(BEASTS, state.foes, strict=True)):
        if foe is not None:
            stacks[number] = replace(stacks[number], discards=(*stacks[number].discards, foe.tile))
            events.append(Escaped(suit, foe.tile))
    stood = (stacks[0], stacks[1], stacks[2])
    after = replace(state, stacks=stood, foes=(None, None, None), rerolled=None)
    return after, tuple(events)


def _reshuffle(state: State, rng: Rng) -> StateAndEvents:
    """Refill every empty stack from its discards (Rule thrag:shuffle-1)."""
    made, events = [], []
    for suit, stack in zip(Suit, (*state.stacks, state.black), strict=True):
        wanted = not stack.pile and stack.discards
        chance = rng.stream(f"stack {suit} {state.turn}")
        made.append(
            replace(stack, pile=shuffle_items(stack.discards, chance), discards=()) if wanted else stack
        )
        if wanted:
            events.append(Reshuffled(suit, len(stack.discards)))
    red, green, blue, black = made
    return replace(state, stacks=(red, green, blue), black=black), tuple(events)
