"""How a game went, as curves over its turns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor
from typing import Final

from PIL import Image, ImageDraw

from render.card.colours import CURVES, PALETTE, plaque
from render.card.text import COIN, coin, coin_mask, paste_centred
from render.kit.canvas import Face, fit_text, mix, word
from render.kit.sprites import Box, Point

HEIGHT: Final = 276
"""Pixels; without coins so much less as a coin is high."""

LEFT: Final = 58
RIGHT: Final = 84
TOP: Final = 62
BOTTOM: Final = 58
"""What lies around the curves, in pixels: figures on both sides, the legend above, the coins below."""

SCALE: Final = 3
"""Curves are drawn so many times as large, and made small, which softens them."""

FIGURE: Final = 22
LAST: Final = 26
WIDEST: Final = 8
"""Width of the first curve in pixels; each further one is thinner, so that both are seen where they meet."""

SIGN: Final = 8
"""Half the size of what ends a curve, in pixels."""


@dataclass(frozen=True, slots=True)
class Curve:
    """How something went: the number that it began with, and one for each turn."""

    label: str
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Plot:
    """Where a number lies: the area of the curves, how many places there are, and the span of the numbers."""

    width: int
    height: int
    places: int
    low: int
    high: int

    def at(self, place: int, value: int) -> Point:
        """A number's place in the plaque, in pixels; a single one lies on the left."""
        x = LEFT + self.width * place / max(self.places - 1, 1)
        return x, TOP + self.height * (self.high - value) / (self.high - self.low)


def graph(curves: Sequence[Curve], marked: Sequence[int], room: int) -> Image.Image:
    """The curves in a plaque `room` pixels wide, with the numbers of the places that are `marked`.

    They must be of one length, and of one number at least.
    """
    tile = plaque((room, HEIGHT if marked else HEIGHT - COIN))
    low, high = _span([value for curve in curves for value in curve.values])
    plot = _Plot(room - LEFT - RIGHT, HEIGHT - TOP - BOTTOM, len(curves[0].values), low, high)
    _grid(tile, plot)
    _marks(tile, plot, marked)
    for number, curve in enumerate(curves):
        _curve(tile, plot, curve, number)
    _legend(tile, curves)
    _ends(tile, plot, curves)
    return tile


def _span(every: Sequence[int]) -> tuple[int, int]:
    """The least and the greatest number shown: from nought, unless that would press the curves together."""
    least, most = min(every), max(every)
    low = least if least < 0 or least < most < 2 * least else 0
    return low, max(most, low + 1)


def _grid(tile: Image.Image, plot: _Plot) -> None:
    """Lines for the least, the middle and the greatest number; figures at the ends."""
    draw = ImageDraw.Draw(tile)
    for value in (plot.low, plot.high):
        x, y = map(round, plot.at(0, value))
        draw.line([(x, y), (x + plot.width, y)], PALETTE.index("grid"), 2)
        letters = word(str(value), Face.LABEL, FIGURE, ("plaque", "muted"), PALETTE)
        paste_centred(tile, letters, (x - 14 - (letters.width + 1) // 2, y), Face.LABEL, FIGURE)
    middle = TOP + plot.height // 2
    draw.line([(LEFT, middle), (LEFT + plot.width, middle)], PALETTE.index("grid"), 1)


def _marks(tile: Image.Image, plot: _Plot, marked: Sequence[int]) -> None:
    """A dotted line for each place that is marked, and its coin beneath it, or as near as there is room."""
    draw_numbered_lines(
        tile, [round(plot.at(place, 0)[0]) for place in marked], (TOP, TOP + plot.height), LEFT + plot.width
    )


def draw_numbered_lines(tile: Image.Image, lines: Sequence[int], span: tuple[int, int], end: int) -> None:
    """Dotted lines at these distances from the left, numbered in this order, with their coins beneath.

    None of the coins lies beyond `end`. `span` is where the lines begin and end; all in pixels.
    """
    draw = ImageDraw.Draw(tile)
    top, floor = span
    ordered = sorted(enumerate(lines, 1), key=lambda one: one[1])
    coins = [round(x) for x in spread_apart([x for _, x in ordered], COIN + 2, end)]
    for (number, x), beneath in zip(ordered, coins, strict=True):
        for y in range(top, floor, 8):
            draw.line([(x, y), (x, y + 3)], PALETTE.index("amber-deep"), 2)
        draw.line([(x, floor), (beneath, floor + 16)], PALETTE.index("amber-deep"), 2)
        tile.paste(coin(number), (beneath - COIN // 2, floor + 16), coin_mask())


def spread_apart(places: Sequence[float], least: float, end: float) -> list[float]:
    """Places in order, moved as little as this takes to be `least` apart, none beyond the `end`."""
    found: list[float] = []
    for place in places:
        found.append(max(place, found[-1] + least) if found else place)
    for at in reversed(range(len(found))):
        found[at] = min(found[at], end - (len(found) - 1 - at) * least)
    return found


def _curve(tile: Image.Image, plot: _Plot, curve: Curve, number: int) -> None:
    """One curve, with the sign that tells it from the others at its end."""
    points = [plot.at(place, value) for place, value in enumerate(curve.values)]
    stencil = Stencil(tile.size, points, 2 * SIGN)
    scaled = stencil.scale_points(points)
    stencil.draw.line(scaled, fill=255, width=max(WIDEST - 2 * number, 3) * SCALE, joint="curve")
    _sign(stencil.draw, scaled[-1], number, SIGN * SCALE)
    _ink_curve(tile, stencil, number)


class Stencil:
    """Where something is drawn on a tile, many times as large: the part around these points, so far.

    `size` is that of the tile, and the reach is in pixels of it.
    """

    def __init__(self, size: tuple[int, int], points: Sequence[Point], reach: int) -> None:
        across, down = zip(*points, strict=True)
        right, bottom = (
            min(ceil(max(side)) + reach, end) for side, end in zip((across, down), size, strict=True)
        )
        # From the left edge on: the farther right, the coarser Pillow counts where a slanting edge is.
        self.box = 0, max(floor(min(down)) - reach, 0), right, bottom
        self._mask = Image.new("L", (right * SCALE, (bottom - self.box[1]) * SCALE))
        self.draw = ImageDraw.Draw(self._mask)

    def scale_points(self, points: Sequence[Point]) -> list[Point]:
        """Points of the tile as those of what is drawn on."""
        return [(x * SCALE, y * SCALE - self.box[1] * SCALE) for x, y in points]

    def coverage(self) -> Image.Image:
        """How much of each pixel in the box is covered, mode L."""
        return self._mask.reduce(SCALE)


def _sign(draw: ImageDraw.ImageDraw, at: Point, number: int, half: int) -> None:
    """A disc, a square, a diamond or a triangle around a point."""
    x, y = at
    match number % 4:
        case 0:
            draw.ellipse((x - half, y - half, x + half, y + half), fill=255)
        case 1:
            draw.rectangle((x - 0.85 * half, y - 0.85 * half, x + 0.85 * half, y + 0.85 * half), fill=255)
        case 2:
            draw.polygon([(x, y - 1.2 * half), (x + half, y), (x, y + 1.2 * half), (x - half, y)], fill=255)
        case _:
            draw.polygon([(x, y - half), (x + half, y + 0.8 * half), (x - half, y + 0.8 * half)], fill=255)


def _ink_curve(tile: Image.Image, stencil: Stencil, number: int) -> None:
    """The colour of a curve where the stencil covers, its border softened by one tone."""
    paste_ink(tile, stencil.coverage(), stencil.box, CURVES[number % len(CURVES)])


def paste_ink(tile: Image.Image, coverage: Image.Image, box: Box, colour: str) -> None:
    """A named colour on this part of a plaque, its border softened by one tone."""
    soft = PALETTE.nearest(mix(PALETTE["plaque"], PALETTE[colour], 0.5))
    tile.paste(soft, box, coverage.point(_SOFT))
    tile.paste(PALETTE.index(colour), box, coverage.point(_FULL))


_SOFT: Final = [0] * 64 + [255] * 192
_FULL: Final = [0] * 170 + [255] * 86
"""What becomes of the 256 levels of what covers a pixel, where it is softened and where it is not."""


def _legend(tile: Image.Image, curves: Sequence[Curve]) -> None:
    """What each curve is, with its sign, above them all."""
    room = (tile.width - 2 * LEFT) // len(curves)
    x = LEFT
    for number, curve in enumerate(curves):
        middle = [(x + SIGN, 28)]
        stencil = Stencil(tile.size, middle, 2 * SIGN)
        _sign(stencil.draw, stencil.scale_points(middle)[0], number, SIGN * SCALE)
        _ink_curve(tile, stencil, number)
        text, size = fit_text(curve.label, Face.FIGURES, range(FIGURE + 2, FIGURE - 2, -1), room - 4 * SIGN)
        letters = word(text, Face.FIGURES, size, ("plaque", CURVES[number % len(CURVES)]), PALETTE)
        paste_centred(tile, letters, (x + 3 * SIGN + letters.width // 2, 28), Face.FIGURES, size)
        x += 3 * SIGN + letters.width + 36


def _ends(tile: Image.Image, plot: _Plot, curves: Sequence[Curve]) -> None:
    """The last number of each curve beside its end, moved where two would meet."""
    ends = sorted((plot.at(0, curve.values[-1])[1], number) for number, curve in enumerate(curves))
    heights = spread_apart([y for y, _ in ends], LAST, HEIGHT - BOTTOM + LAST // 2)
    for y, (_, number) in zip(heights, ends, strict=True):
        colours = ("plaque", CURVES[number % len(CURVES)])
        letters = word(str(curves[number].values[-1]), Face.FIGURES, LAST, colours, PALETTE)
        paste_centred(
            tile, letters, (tile.width - RIGHT + 18 + letters.width // 2, round(y)), Face.FIGURES, LAST
        )
