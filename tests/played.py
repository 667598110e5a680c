"""Games that play themselves by chance, with a taste for what makes their boards full."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from itertools import islice

from engine import ploc, thrag
from engine.core import A, E, Game, S, V
from engine.ploc.model import Action as PlocAction
from engine.ploc.model import Deed
from engine.ploc.model import State as PlocState
from engine.ploc.model import Verb as PlocVerb
from engine.rng import Rng, SeededRng
from engine.thrag.model import Action, State, Suit, Verb
from tools.selfplay import Choose, plies

_NEVER = (PlocVerb.OFFER, PlocVerb.UNDO, PlocVerb.CONCEDE, PlocVerb.RESIGN)
_CAREFUL = 3  # how far short of a beast Thrag may be and still flip a coin


def by_chance(choice: Callable[[S, Rng], A], seed: str) -> Choose[S, A]:
    """The way to choose that has dice of its own."""
    chance = SeededRng(f"{seed} choices")
    return lambda state, *_: (choice(state, chance),)


def states(
    game: Game[S, A, E, V],
    seats: int,
    seed: str,
    choice: Callable[[S, Rng], A],
    most: int | None = None,
    options: Mapping[str, str] | None = None,
) -> list[S]:
    """The states of a game that is played by chance: its start, and those after at most so many actions."""
    played = list(islice(plies(game, seats, seed, by_chance(choice, seed), options), most))
    return [played[0].before, *(ply.after for ply in played)]


def _ploc_choice(state: PlocState, rng: Rng, *, grow: bool) -> PlocAction:
    """Something legal for whoever must act; more often than not a swap for a village that would `grow`."""
    seat = min(ploc.GAME.to_act(state))
    every = [action for action in ploc.GAME.legal(state, seat) if action.verb not in _NEVER]
    swaps = [action for action in every if action.deed is Deed.SWAP]
    lines = swaps if swaps and grow and rng.below(4) else every
    return lines[rng.below(len(lines))]


def play_ploc(actions: int, seed: str, *, grow: bool = False) -> list[PlocState]:
    """The states of a game before each of its first `actions`, and the last one."""
    return states(ploc.GAME, 2, seed, partial(_ploc_choice, grow=grow), actions)


def _thrag_choice(state: State, rng: Rng) -> Action:
    """Something legal: what is certain to slay, a coin where it is likely to, a stop when nothing is."""
    every = [action for action in thrag.GAME.legal(state, 0) if action.verb is not Verb.RESIGN]
    if state.outcome is None and not state.owed:
        strengths = {
            suit: foe.strength - state.die for suit, foe in zip(Suit, state.foes, strict=False) if foe
        }
        fights = [action for action in every if action.verb is Verb.FIGHT and action.suit is not None]
        sure = [one for one in fights if one.suit and one.spent is None and strengths[one.suit] <= 0]
        fair = [one for one in fights if one.suit and one.spent and 0 < strengths[one.suit] <= _CAREFUL]
        stops = [action for action in every if action.verb is Verb.STOP]
        every = sure or fair or stops or every
    return every[rng.below(len(every))]


def play_thrag(seed: str, **options: str) -> list[State]:
    """The states of a whole game, the last one over."""
    return states(thrag.GAME, 1, seed, _thrag_choice, options=options)
