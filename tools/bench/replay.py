"""A replay of Thud against its floor: painting its frames, and Pillow's encoder over what changed in them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from statistics import median
from time import perf_counter
from typing import Final

from PIL import Image, ImageChops
from PIL.GifImagePlugin import getdata

from engine.octagon.board import name as square
from engine.octagon.model import Side
from engine.thud import GAME
from engine.thud.model import View
from render.film.band import HEIGHT, Told, captioned
from render.kit.sheet import Sheet
from render.replay import MOST_BOXES, boxes, gif
from render.thud.labels import in_english
from render.thud.paint import paint
from tools.bench.measure import Row, pair_computing
from tools.bench.thud import choice
from tools.selfplay import states

FRAMES: Final = 60
MILLISECONDS: Final = 200.0
KILOBYTES: Final = 300.0
DURATIONS: Final = [700] * FRAMES


def views(one_in: int) -> list[View]:
    """A game of sixty positions; of the moves that capture, if there are any, comes one in so many turns."""
    found = states(GAME, 2, "replay", partial(choice, one_in=one_in), FRAMES - 1, {"quiet_limit": "0"})
    return [GAME.view(state, None) for state in found]


def painted(found: list[View]) -> Iterator[Image.Image]:
    """Their pictures, with what happened beneath them as a replay has it."""
    sheet = Sheet("T7", "", "Thud", "Replay", names=("Ann", "Ben"), say=in_english)
    last = len(found) - 1
    for number, view in enumerate(found):
        yield captioned(paint(view, sheet), Told(_said(view), f"{number} / {last}"))


def _said(view: View) -> str:
    """About as much as is told of a move."""
    move = view.last
    if move is None:
        return "Ann and Ben"
    who = "Ann" if move.side is Side.DWARFS else "Ben"
    told = f"{who} moved a piece from {square(move.origin)} to {square(move.target)}."
    taken = ", ".join(map(square, move.captured))
    return f"{told} {len(move.captured)} out: {taken}." if taken else told


def rows() -> Iterator[Row]:
    """A quiet game and a bloody one, painting included, against painting and packing alone."""
    for name, one_in in (("quiet", 4), ("bloody", 1)):
        found = views(one_in)
        parts = list(_parts(list(painted(found))))

        def floor(found: list[View] = found, parts: list[Image.Image] = parts) -> None:
            for _ in painted(found):
                pass
            for part in parts:
                getdata(part)

        spent, least = pair_computing(lambda found=found: gif(painted(found), DURATIONS, HEIGHT), floor, 11)  # type: ignore[misc]
        yield Row(f"replay of {FRAMES} frames of Thud, {name}", "painting and packing", spent, least, 2.5)


def _parts(frames: list[Image.Image]) -> Iterator[Image.Image]:
    """The whole first frame, and of every other what changed in it, bare where nothing did."""
    yield frames[0]
    for before, after in pairwise(frames):
        apart = ImageChops.difference(before, after)
        top = after.height - HEIGHT
        if found := apart.crop((0, top, *apart.size)).getbbox():
            words = (found[0], found[1] + top, found[2], found[3] + top)
            yield after.crop(words)
            apart.paste(0, words)
        for box in boxes(apart, MOST_BOXES - 1):
            part = after.crop(box)
            part.paste(0, (0, 0, *part.size), apart.crop(box).point([255] + [0] * 255, "L"))
            yield part


def sizes() -> Iterator[tuple[str, bool]]:
    """How large and how slow a replay is, painting included, and whether it stays below its bars."""
    for name, one_in in (("quiet", 4), ("bloody", 1)):
        found, spent, data = views(one_in), list[float](), b""
        for _ in range(7):
            began = perf_counter()
            data = gif(painted(found), DURATIONS, HEIGHT)
            spent.append(1000 * (perf_counter() - began))
        size, took = len(data) / 1000, median(spent)
        small, quick = size < KILOBYTES, took < MILLISECONDS
        told = f"replay of {FRAMES} frames of Thud, {name}: "
        told += f"{size:.1f} kB (below {KILOBYTES:.0f}: {'holds' if small else 'TOO LARGE'}), "
        told += f"{took:.0f} ms (below {MILLISECONDS:.0f}: {'holds' if quick else 'TOO SLOW'})"
        yield told, small and quick
