"""Thud for the benchmarks: battles that are played by chance, with a taste for captures."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.rng import Rng
from engine.thud import GAME
from engine.thud.model import Move, State
from render.kit.canvas import png
from render.kit.sheet import Sheet
from render.thud.labels import in_english
from render.thud.paint import paint
from tools.bench import pictures
from tools.bench.measure import Row
from tools.bench.pictures import judged, kilobytes
from tools.selfplay import states

SHEET = Sheet("T7", "a1b2c3", "Thud", "Ann: trolls to move", names=("Ann", "Ben"), say=in_english)
KILOBYTES = 40.0


def choice(state: State, rng: Rng, one_in: int = 4) -> Move:
    """A legal move of whoever must act, a capture in one of so many where there are any."""
    moves = [action for action in GAME.legal(state, min(GAME.to_act(state))) if isinstance(action, Move)]
    taking = [move for move in moves if move.captured]
    chosen = taking if taking and rng.below(one_in) == 0 else moves
    return chosen[rng.below(len(chosen))]


def played(plies: int, seed: str = "bench") -> list[State]:
    """The states of a battle before each of its first `plies`, and the last one."""
    return states(GAME, 2, seed, choice, plies)


def rows() -> Iterator[Row]:
    """A picture of the start and one of a middle game."""
    battle = played(60)
    for name, state in (("start", battle[0]), ("middle game", battle[-1])):
        yield pictures.row(f"Thud, {name}", partial(paint, GAME.view(state, None), SHEET))


def sizes() -> Iterator[tuple[str, bool]]:
    """Whether the pictures of a battle stay below their bar."""
    battle = played(120)
    for plies in (0, 20, 60, 120):
        size = kilobytes(png(paint(GAME.view(battle[plies], None), SHEET)))
        yield judged(f"picture after {plies} plies", size, KILOBYTES)
