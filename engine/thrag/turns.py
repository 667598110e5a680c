"""A turn: drawing beasts and rolling dice at its beginning, tile, discards and clock at its end."""

from __future__ import annotations

from dataclasses import replace

from engine.core import Outcome
from engine.rng import Rng, shuffle_items
from engine.thrag.events import Advanced, Ended, Escaped, Event, Reshuffled, TileTurned, TurnBegan
from engine.thrag.model import BEASTS, TURNS, Foe, Stack, State, Suit, TurnedTile
from engine.thrag.position import count_living, pawns

StateAndEvents = tuple[State, tuple[Event, ...]]


def roll(rng: Rng) -> int:
    """A die of the piecepack: 0 to 5 (Rule thrag:setup-2)."""
    return rng.below(6)


def begin_turn(state: State, rng: Rng) -> StateAndEvents:
    """One beast from each stack that has one, and all four dice (Rule thrag:turn-1).

    A die without a beast is rolled too, so that the others do not depend on it; it is not kept. Rerolls and
    shuffles have chance of their own: the dice of a turn are the same whatever was done before.
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
    """The fighting is over: tile, discards, reshuffling, clock, and the next turn (Rule thrag:turn-4)."""
    healed, events = _turn_tile(state)
    away, fled = _send_away(healed)
    full, shuffles = _reshuffle(away, rng)
    told = (*events, *fled, *shuffles, Advanced(TURNS - state.turn))
    if state.turn == TURNS:
        over = end(full, "breakfast")
        return over[0], (*told, *over[1])
    begun, first = begin_turn(replace(full, turn=full.turn + 1), rng)
    return begun, (*told, *first)


def end(state: State, ending: str) -> StateAndEvents:
    """The game is over (Rules thrag:win-1, thrag:death-1, thrag:exhaust-1, thrag:breakfast-1).

    A win in turn t scores 13 - t, and the pawns left break ties (Rules thrag:score-1, thrag:score-2).
    """
    score = score_at(state.turn) if ending == "win" else 0
    outcome = Outcome(ending, (0,) if ending == "win" else (), (score,))
    told = Ended(ending, state.turn, score, len(pawns(state)), count_living(state))
    return replace(state, owed=0, outcome=outcome), (told,)


def score_at(turn: int) -> int:
    """What a win in this turn scores: the turns left, this one among them (Rule thrag:score-1)."""
    return TURNS + 1 - turn


def _turn_tile(state: State) -> StateAndEvents:
    """The black tile: a coin of exactly its value comes back (Rule thrag:heal-1)."""
    tile, *rest = state.black.pile
    black = Stack(tuple(rest), (*state.black.discards, tile))
    healed = tile not in state.hit_points
    hit_points = tuple(sorted((*state.hit_points, tile))) if healed else state.hit_points
    after = replace(state, black=black, hit_points=hit_points, turned=TurnedTile(tile, healed))
    return after, (TileTurned(tile, healed),)


def _send_away(state: State) -> StateAndEvents:
    """Beasts that stand go to the discards of their suit (Rule thrag:turn-4)."""
    stacks, events = list(state.stacks), []
    for at, (suit, foe) in enumerate(zip(BEASTS, state.foes, strict=True)):
        if foe is not None:
            stacks[at] = replace(stacks[at], discards=(*stacks[at].discards, foe.tile))
            events.append(Escaped(suit, foe.tile))
    stood = (stacks[0], stacks[1], stacks[2])
    after = replace(state, stacks=stood, foes=(None, None, None), rerolled=None)
    return after, tuple(events)


def _reshuffle(state: State, rng: Rng) -> StateAndEvents:
    """Every empty stack that has discards is made anew of them (Rule thrag:shuffle-1)."""
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
