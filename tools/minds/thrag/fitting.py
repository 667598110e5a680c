"""How the numbers of the judge are found: it plays many nights, and learns from how they went on.

A night is played by the search, now and then with something odd in it, so that more is seen than what is
best. What an evening was worth is told from the end of its night back: for the most part by how the night
went on, for the rest by what the judge thought of the evening after it. Evenings whose next turn saw
something odd are not learnt from, and what came before them rests on what the judge thought of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.core import Settings, read_options
from engine.rng import Rng, SeededRng
from engine.thrag.legality import legal
from engine.thrag.mind.fray import BITS
from engine.thrag.mind.judge import Judge
from engine.thrag.mind.reading import fray, free_fights, set_of, worth
from engine.thrag.model import BEASTS, NULL, TURNS, Action, State, Turned, Verb
from engine.thrag.position import pawns
from engine.thrag.rules import apply, view
from engine.thrag.setup import ALL, OPTIONS, start
from tools.minds.thrag.learning import Colour, Evening, Learner, chance

TRUST: Final = 0.9
"""How much an evening's worth is told by how the night went on, and not by the judge."""

ODD: Final = (0, 0, 50, 50, 50, 200, 200, 200)
"""Of a thousand choices so many are odd, in one night or another."""

Lesson = tuple[Evening, float]
"""An evening and what it was worth."""


def sweep(learner: Learner, nights: int, ahead: int, pace: float, seed: str) -> float:
    """Plays so many nights and learns from them once; returns the mean error."""
    rng = SeededRng(f"{seed}/tables")
    lessons: list[Lesson] = []
    for number in range(nights):
        settings = table(learner.judge.tracked, rng)
        odd = ODD[rng.below(len(ODD))]
        lessons += played(learner.judge, settings, ahead, odd, f"{seed}/{number}")
    return learner.learn(lessons, pace, seed)


def table(tracked: bool, rng: Rng) -> Settings:
    """A table's options: seven of ten have all weapons, seven of ten plain nulls."""
    weapons, null = (option for option in OPTIONS if option.key in ("weapons", "null_coin"))
    choices = getattr(weapons, "choices", (ALL,))
    given = {
        weapons.key: ALL if rng.below(10) < 7 else choices[rng.below(len(choices))],  # noqa: PLR2004
        null.key: "0" if rng.below(10) < 7 else str(rng.below(6)),  # noqa: PLR2004
        "track_coins": "yes" if tracked else "no",
    }
    return read_options(OPTIONS, given)


def played(judge: Judge, settings: Settings, ahead: int, odd: int, seed: str) -> list[Lesson]:
    """What a night teaches; of a thousand choices `odd` are any that is legal."""
    rng, whim = SeededRng(seed), SeededRng(f"{seed}/whim")
    state = start(settings, 1, rng)
    evenings: list[Evening] = []
    oddities = [False]
    while state.outcome is None:
        if whim.below(1000) < odd:
            actions = [action for action in legal(state, 0) if action.verb is not Verb.RESIGN]
            action = actions[whim.below(len(actions))]
            oddities[-1] = True
        else:
            action = best(judge, state, ahead)
        after = apply(state, 0, action, rng).state
        if after.turn > state.turn:
            evenings.append(evening_before(after))
            oddities.append(False)
        state = after
    return lessons_of(judge, evenings, oddities, float(state.outcome.ending == "win"))


def best(judge: Judge, state: State, ahead: int) -> Action:
    """What the search does with this judge."""
    shown = view(state, 0)
    free = free_fights(shown)
    if free:
        return free[0]
    turn = fray(shown, judge)
    return max(legal(state, 0), key=lambda action: worth(turn, action, shown.owed, ahead))


def evening_before(state: State) -> Evening:
    """How the turn before ended, told at the beginning of a turn; raises `ValueError` at any other time."""
    match state.turned:
        case Turned(tile, healed):
            hit_points = [coin for coin in state.hit_points if coin != tile or not healed]
            black = (*state.black.pile, tile) if state.black.discards else (tile,)
            red, green, blue = (_colour(state, at) for at in range(len(BEASTS)))
            held, turned = set_of(hit_points, 1), set_of(black, 1)
            return Evening(state.turn - 1, held, turned, state.null_coin, (red, green, blue))
        case _:
            raise ValueError("no turn has just begun")


def _colour(state: State, at: int) -> Colour:
    """A colour before the beast of the new turn was drawn."""
    stack, foe, pool = state.stacks[at], state.foes[at], state.pools[at]
    pile = (*stack.pile, *([foe.tile] if foe else []))
    coins = set_of(pool, NULL) if state.tracks else len(pool)
    return set_of(pile, 1), set_of(stack.discards, 1), coins, int(BEASTS[at] in pawns(state))


def lessons_of(
    judge: Judge, evenings: Sequence[Evening], oddities: Sequence[bool], end: float
) -> list[Lesson]:
    """What each evening was worth, from the last to the first; `oddities` are those of each turn."""
    lessons: list[Lesson] = []
    told = end
    for evening, odd in zip(reversed(evenings), reversed(oddities), strict=False):
        hopeless = is_hopeless(evening)
        thought = 0.0 if hopeless else chance(judge, evening)
        if odd:
            told = thought
            continue
        if not hopeless:
            lessons.append((evening, told))
        told = TRUST * told + (1.0 - TRUST) * thought
    return lessons


def is_hopeless(evening: Evening) -> bool:
    """Whether more beasts of a colour live than turns are left (Rule thrag:hopeless-1)."""
    return any(BITS[pile | discards] > TURNS - evening.turn for pile, discards, *_ in evening.colours)
