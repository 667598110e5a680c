"""Drawing against its floor: a copy of the finished palette image, and deflate over its bytes in one go."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from PIL import Image

from engine.rng import SeededRng
from engine.thud import GAME
from engine.thud.model import Move, State
from render.kit.cache import PRESSED
from render.kit.canvas import png
from render.kit.picture import bands_of
from render.kit.sheet import Sheet
from render.thud.labels import in_english
from render.thud.paint import paint
from tools.bench.measure import Row, pair_computing

SHEET = Sheet("T7", "a1b2c3", "Thud", "Ann: trolls to move", names=("Ann", "Ben"), say=in_english)
KILOBYTES = 40.0


def middle_game(plies: int = 60) -> State:
    """A position some way into a battle, reached by captures where there are any."""
    rng = SeededRng("bench")
    state = GAME.start({"quiet_limit": 0}, 2, rng)
    for _ in range(plies):
        seat = next(iter(GAME.to_act(state)))
        moves = [action for action in GAME.legal(state, seat) if isinstance(action, Move)]
        taking = [move for move in moves if move.captured]
        chosen = taking if taking and rng.below(4) == 0 else moves
        state = GAME.apply(state, seat, chosen[rng.below(len(chosen))], rng).state
    return state


def never_pressed(painted: Callable[[], Image.Image]) -> Callable[[], object]:
    """A picture painted and pressed as if no band of it had been before; a board mostly finds two thirds."""

    def made() -> bytes:
        PRESSED.clear()
        return png(painted())

    return made


def floor(image: Image.Image) -> Callable[[], object]:
    """The least that a picture can cost that was never pressed: a copy of it, and deflate over its bytes."""
    return lambda: bands_of(image.copy())


def rows() -> Iterator[Row]:
    """A picture of the start and one of a middle game."""
    for name, state in (("start", middle_game(0)), ("middle game", middle_game())):
        view = GAME.view(state, None)
        image = paint(view, SHEET)
        spent, least = pair_computing(never_pressed(partial(paint, view, SHEET)), floor(image), 300)
        size = len(png(image)) / 1000
        yield Row(f"render Thud, {name}, {size:.1f} kB", "palette copy and zlib", spent, least, 1.5)


def sizes() -> Iterator[str]:
    """Whether the pictures stay below their bar."""
    for plies in (0, 20, 60, 120):
        size = len(png(paint(GAME.view(middle_game(plies), None), SHEET))) / 1000
        verdict = "holds" if size < KILOBYTES else "TOO LARGE"
        yield f"picture after {plies} plies: {size:.1f} kB (below {KILOBYTES:.0f}: {verdict})"
