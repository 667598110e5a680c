"""Whether a game could stand like this: what is asked of a state that was given and not played."""

from __future__ import annotations

from functools import partial
from typing import Final

from engine.core import Outcome, failing
from engine.thrag.model import BEASTS, NULL, TILES, TURNS, VALUES, Fight, Stack, State, Suit
from engine.thrag.position import all_living, index, living, numbered, payments, worth
from engine.thrag.turns import score_at

MOST_FIGHTS: Final = len(BEASTS) + len(VALUES) - 1
"""In a turn: each either slays a beast or costs a coin (Rules thrag:fight-2, thrag:fight-3)."""

MOST_DAMAGE: Final = max(TILES) + max(VALUES)
_FIRST: Final = (0, 2, 4)
"""The hit points at the beginning (Rule thrag:setup-4)."""


def check(state: State) -> tuple[str, ...]:
    """The names of what is wrong: numbers out of range first, then what does not go together."""
    return _ranges(state) or _relations(state)


def agreed(state: State) -> object:
    """What was agreed before the game (Rules thrag:setup-5, thrag:null-1, thrag:coin-3)."""
    return state.weapons, state.null_coin, state.tracks


def _ranges(state: State) -> tuple[str, ...]:
    tiles = [
        (*stack.pile, *stack.discards, *stack.slain, *([] if foe is None else [foe.tile]))
        for stack, foe in zip(state.stacks, state.foes, strict=True)
    ]
    coins = [(*pool, *flipped) for pool, flipped in zip(state.pools, state.flipped, strict=True)]
    black: Stack = state.black
    return failing(
        ("weapons", _in_suits(state.weapons)),
        ("spent", _in_suits(state.spent) and set(state.spent) <= set(state.weapons)),
        ("null-coin", state.null_coin in VALUES),
        ("turn", 1 <= state.turn <= TURNS),
        ("tiles", all(tuple(sorted(of_suit)) == TILES for of_suit in tiles)),
        ("black-tiles", tuple(sorted((*black.pile, *black.discards))) == TILES and not black.slain),
        ("coins", all(tuple(sorted(of_suit)) == VALUES for of_suit in coins)),
        ("hit-points", tuple(sorted({*state.hit_points} & {*VALUES})) == state.hit_points),
        ("hit-points", NULL in state.hit_points),
        ("dice", state.die in VALUES and all(foe is None or foe.die in VALUES for foe in state.foes)),
        ("fights", 0 <= state.fights <= MOST_FIGHTS),
        ("owed", 0 <= state.owed <= MOST_DAMAGE),
        ("fight", state.fight is None or _fight_holds(state, state.fight)),
        ("turned", state.turned is None or state.turned.tile in TILES),
    )


def _in_suits(suits: tuple[Suit, ...]) -> bool:
    """Whether these are beasts' suits, each once and in their order."""
    return tuple(suit for suit in BEASTS if suit in suits) == suits


def _fight_holds(state: State, fight: Fight) -> bool:
    """Whether a fight can have been like this: it is told with the coin that was flipped for it."""
    dice = fight.suit in BEASTS and fight.tile in TILES and fight.die in VALUES and fight.own in VALUES
    if not dice or (fight.pool is None) is not (fight.coin is None):
        return False
    if fight.pool is None or fight.coin is None:
        return fight.worth == 0
    if fight.pool not in BEASTS or fight.coin not in VALUES:
        return False
    flipped = state.flipped[BEASTS.index(fight.pool)]
    return flipped[-1:] == (fight.coin,) and fight.worth == worth(state, fight.coin)


def _relations(state: State) -> tuple[str, ...]:
    """What goes together, in a state whose numbers are in range."""
    running = state.outcome is None
    begun = state.turn > 1
    return failing(
        ("tiles", all(map(partial(_stack_holds, state), BEASTS))),
        ("black-tiles", len(state.black.discards) in _turned(state)),
        ("hit-points", _healed_holds(state)),
        ("beasts", not running or (any(state.foes) and _fallen(state) <= state.fights)),
        ("coins", not running or any(state.pools)),
        ("coins", sum(map(len, state.flipped)) <= MOST_FIGHTS * (state.turn - 1) + state.fights),
        ("owed", _owed_holds(state)),
        # The end of the last turn forgets a die that was rolled anew.
        ("fight", not running or not state.fights or state.fight is not None or state.rerolled is not None),
        ("fight", state.fights > 0 or state.fight is None or begun),
        ("turned", not running or _tile_holds(state)),
        ("rerolled", _reroll_holds(state)),
        ("outcome", state.outcome is None or _outcome_holds(state, state.outcome)),
    )


def _turned(state: State) -> tuple[int, ...]:
    """How many black tiles can lie open: one a turn, and none once the pile was made anew."""
    before = (state.turn - 1) % len(TILES)
    ended = state.outcome is not None and state.outcome.ending == "breakfast"
    return (state.turn % len(TILES),) if ended else (before,)


def _stack_holds(state: State, suit: Suit) -> bool:
    """Whether a stack lost a tile each turn, until it was made anew, and a slain beast each turn at most."""
    at = index(suit)
    stack, standing = state.stacks[at], state.foes[at] is not None
    drawn = state.turn > len(TILES) or len(stack.pile) == len(TILES) - state.turn
    return drawn and len(stack.slain) + standing <= state.turn


def _fallen(state: State) -> int:
    """How many beasts must have been slain in this turn: each stack that has any brings one."""
    return sum(foe is None and living(state, suit) > 0 for suit, foe in zip(BEASTS, state.foes, strict=True))


def _healed_holds(state: State) -> bool:
    """Whether hit points beyond the first came one a turn, by the tile of their value (Rule thrag:heal-1)."""
    healed = {*state.hit_points} - {*_FIRST}
    seen = state.turn > len(TILES) or healed <= {*state.black.discards}
    whole = state.turn > 1 or state.fights > 0 or state.hit_points == _FIRST
    return seen and whole and len(state.hit_points) < len(_FIRST) + state.turn


def _tile_holds(state: State) -> bool:
    """Whether the tile of the turn before is told until something is done; its coin is a hit point then."""
    untouched = state.turn > 1 and not state.fights and state.rerolled is None
    if state.turned is None or not untouched:
        return (state.turned is not None) is untouched
    discards = state.black.discards
    return state.turned.tile in state.hit_points and discards[-1:] in ((), (state.turned.tile,))


def _owed_holds(state: State) -> bool:
    """Whether damage is owed as a fight brought it, and there is a choice how to pay (Rule thrag:pay-2)."""
    if not state.owed:
        return True
    fought = state.fights > 0 and state.fight is not None and state.fight.damage == state.owed
    payable = sum(numbered(state.hit_points)) >= state.owed
    return state.outcome is None and fought and payable and len(payments(state.hit_points, state.owed)) > 1


def _reroll_holds(state: State) -> bool:
    """Whether the die that was rolled anew was paid for with a pawn (Rules thrag:pawn-1, thrag:pawn-2)."""
    if state.rerolled is None:
        return True
    black = state.rerolled is Suit.BLACK
    return state.fight is None and (bool(state.spent) if black else state.rerolled in state.spent)


def _outcome_holds(state: State, outcome: Outcome) -> bool:
    """Whether a game can have ended so, by what is left on the table."""
    won = outcome.ending == "win"
    fits = {
        "win": not all_living(state),
        "death": all_living(state) > 0,
        "exhaustion": not any(state.pools),
        "breakfast": state.turn == TURNS,
        "resignation": True,
    }
    score = score_at(state.turn) if won else 0
    return fits.get(outcome.ending, False) and (outcome.winners, outcome.points) == ((0,) * won, (score,))
