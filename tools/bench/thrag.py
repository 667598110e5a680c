"""One Man, Thrag! for the benchmarks: games that are played with some care, so that they last."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from engine.rng import Rng
from engine.thrag import GAME
from engine.thrag.model import Action, Phase, State, Suit, Verb
from render.kit.canvas import png
from render.kit.sheet import Sheet
from render.thrag.labels import in_english
from render.thrag.paint import paint
from tools.bench import pictures
from tools.bench.measure import Row
from tools.bench.pictures import judged, kilobytes
from tools.selfplay import states

SHEET: Final = Sheet("T7", "a1b2c3", "One Man, Thrag!", "Ann: choose a beast", names=("Ann",), say=in_english)
KILOBYTES: Final = 40.0
_CAREFUL: Final = 3
"""How far short of a beast Thrag may be and still flip a coin."""


def choice(state: State, rng: Rng) -> Action:
    """Something legal: what is certain to slay, a coin where it is likely to, a stop when nothing is."""
    every = [action for action in GAME.legal(state, 0) if action.verb is not Verb.RESIGN]
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


def played(seed: str = "bench", **options: str) -> list[State]:
    """The states of a whole game, the last one over."""
    return states(GAME, 1, seed, choice, options=options)


def scenes() -> Iterator[tuple[str, State]]:
    """The start, a turn after its first fight, tracked coins late in a game, and an end."""
    night = played()
    yield "start", night[0]
    yield "after a fight", next(state for state in reversed(night[:-1]) if state.fights and state.fight)
    tracked = played(track_coins="yes")
    yield "tracked", next(state for state in reversed(tracked) if GAME.view(state, None).phase is Phase.FIGHT)
    yield "over", night[-1]


def rows() -> Iterator[Row]:
    """Pictures against their floor."""
    for name, state in scenes():
        yield pictures.row(f"Thrag, {name}", partial(paint, GAME.view(state, None), SHEET))


def sizes() -> Iterator[tuple[str, bool]]:
    """The largest picture of forty games, half of them with coins tracked, and whether it is small enough."""
    for tracks in ("no", "yes"):
        games = [played(f"size {number}", track_coins=tracks, null_coin="2") for number in range(20)]
        views = [GAME.view(state, None) for game in games for state in game]
        largest = max(kilobytes(png(paint(view, SHEET))) for view in views)
        yield judged(
            f"largest of {len(views)} pictures of Thrag, coins tracked: {tracks}", largest, KILOBYTES
        )
