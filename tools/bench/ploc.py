"""Ploc for the benchmarks: games that are played by chance, some of them by villages that only grow."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from engine.ploc import GAME
from engine.ploc.model import Action, Deed, State, Verb
from engine.rng import Rng
from render.kit.canvas import png
from render.kit.sheet import Sheet
from render.ploc.labels import in_english
from render.ploc.paint import paint
from tools.bench import pictures
from tools.bench.measure import Row
from tools.bench.pictures import judged, kilobytes
from tools.selfplay import states

SHEET: Final = Sheet("T7", "a1b2c3", "Ploc", "Ann: use a die", names=("Ann", "Ben"), say=in_english)
KILOBYTES: Final = 40.0
_NEVER: Final = (Verb.OFFER, Verb.UNDO, Verb.CONCEDE, Verb.RESIGN)


def choice(state: State, rng: Rng, *, grow: bool) -> Action:
    """Something legal for whoever must act; more often than not a swap for a village that would `grow`."""
    seat = min(GAME.to_act(state))
    every = [action for action in GAME.legal(state, seat) if action.verb not in _NEVER]
    swaps = [action for action in every if action.deed is Deed.SWAP]
    lines = swaps if swaps and grow and rng.below(4) else every
    return lines[rng.below(len(lines))]


def played(actions: int, seed: str = "bench", *, grow: bool = False) -> list[State]:
    """The states of a game before each of its first `actions`, and the last one."""
    return states(GAME, 2, seed, partial(choice, grow=grow), actions)


def scenes() -> Iterator[tuple[str, State]]:
    """The start, a turn that can be passed on, and two crowds."""
    game = played(40)
    yield "start", game[0]
    yield "dice used", next(one for one in reversed(game) if len(one.turn.uses) == len(one.turn.dice))
    yield "crowds", played(240, grow=True)[-1]


def rows() -> Iterator[Row]:
    """Pictures against their floor."""
    for name, state in scenes():
        yield pictures.row(f"Ploc, {name}", partial(paint, GAME.view(state, None), SHEET))


def sizes() -> Iterator[tuple[str, bool]]:
    """Every picture of four games, and whether they stay below their bar."""
    for seed in ("one", "two"):
        for grow in (False, True):
            game = played(300, seed, grow=grow)
            largest = max(kilobytes(png(paint(GAME.view(state, None), SHEET))) for state in game)
            yield judged(f"largest of {len(game)} pictures", largest, KILOBYTES)
