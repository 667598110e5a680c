"""Thud for the benchmarks: battles that are played by chance, with a taste for captures."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.core import read_settings
from engine.rng import SeededRng
from engine.thud import GAME
from engine.thud.model import Move, State
from render.kit.canvas import png
from render.kit.sheet import Sheet
from render.thud.labels import in_english
from render.thud.paint import paint
from tools.bench import pictures
from tools.bench.measure import Row
from tools.bench.pictures import judged, kilobytes

SHEET = Sheet("T7", "a1b2c3", "Thud", "Ann: trolls to move", names=("Ann", "Ben"), say=in_english)
KILOBYTES = 40.0


def choice(state: State, rng: SeededRng) -> Move:
    """A legal move of whoever must act, a capture in one of four where there are any."""
    moves = [action for action in GAME.legal(state, min(GAME.to_act(state))) if isinstance(action, Move)]
    taking = [move for move in moves if move.captured]
    chosen = taking if taking and rng.below(4) == 0 else moves
    return chosen[rng.below(len(chosen))]


def played(plies: int, seed: str = "bench") -> list[State]:
    """The states of a battle before each of its first `plies`, and the last one."""
    rng = SeededRng(seed)
    states = [GAME.start(read_settings(GAME, {}, 2), 2, rng)]
    while len(states) <= plies and states[-1].outcome is None:
        state = states[-1]
        states.append(GAME.apply(state, min(GAME.to_act(state)), choice(state, rng), rng).state)
    return states


def rows() -> Iterator[Row]:
    """A picture of the start and one of a middle game."""
    states = played(60)
    for name, state in (("start", states[0]), ("middle game", states[-1])):
        yield pictures.row(f"Thud, {name}", partial(paint, GAME.view(state, None), SHEET))


def sizes() -> Iterator[tuple[str, bool]]:
    """Whether the pictures of a battle stay below their bar."""
    states = played(120)
    for plies in (0, 20, 60, 120):
        size = kilobytes(png(paint(GAME.view(states[plies], None), SHEET)))
        yield judged(f"picture after {plies} plies", size, KILOBYTES)
