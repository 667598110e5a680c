"""How a game stood from its first move to its last: a curve between two sides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image, ImageDraw

from render.card.colours import PALETTE, plaque
from render.card.graph import SCALE, Stencil, draw_numbered_lines, paste_ink
from render.card.text import COIN, paste_centred
from render.kit.canvas import Face, fit_text, word
from render.kit.sprites import Point

HEIGHT: Final = 340
"""Pixels; without coins so much less as a coin is high."""

LEFT: Final = 84
RIGHT: Final = 30
TOP: Final = 84
BOTTOM: Final = 60
"""What lies around the curve, in pixels: figures on the left, names and parts above, coins below."""

LEGEND: Final = 28
"""The height of the middle of the names, in pixels from the top."""

SWATCH: Final = 16
"""Width of the patch of colour before a name."""

FIGURE: Final = 22
NAME: Final = range(26, 21, -1)
WIDE: Final = 7
"""Width of the curve in pixels."""

UPPER: Final = "sky"
LOWER: Final = "coral"


@dataclass(frozen=True, slots=True)
class ReviewCurve:
    """How a game went: what the `upper` side could expect, 0 to 1, at each place.

    `lower` is the other side; empty, where all play together. `parts` are places where a part of the game
    begins, and what that is called; `marked` are places with a number, counted in this order.
    `figures` are nothing, half and all in percent.
    """

    values: tuple[float, ...]
    upper: str
    lower: str = ""
    parts: tuple[tuple[int, str], ...] = ()
    marked: tuple[int, ...] = ()
    figures: tuple[str, str, str] = ("0%", "50%", "100%")


@dataclass(frozen=True, slots=True)
class _Plot:
    """Where something lies: the area of the curve in pixels, and how many places there are."""

    width: int
    height: int
    places: int

    def at(self, place: int, value: float) -> Point:
        """A value's place in the plaque, in pixels; a single one lies on the left."""
        return LEFT + self.width * place / max(self.places - 1, 1), TOP + self.height * (1 - value)


def graph(course: ReviewCurve, room: int) -> Image.Image:
    """The curve in a plaque `room` pixels wide."""
    tile = plaque((room, HEIGHT if course.marked else HEIGHT - COIN))
    plot = _Plot(room - LEFT - RIGHT, HEIGHT - TOP - BOTTOM, len(course.values))
    points = [plot.at(place, value) for place, value in enumerate(course.values)]
    _ground(tile, plot, points)
    _parts(tile, plot, course.parts)
    _figures(tile, plot, course)
    lines = [round(plot.at(place, 0)[0]) for place in course.marked]
    draw_numbered_lines(tile, lines, (TOP, TOP + plot.height), LEFT + plot.width)
    _names(tile, course)
    _curve(tile, points, LOWER if course.lower else UPPER)
    return tile


def _ground(tile: Image.Image, plot: _Plot, points: Sequence[Point]) -> None:
    """What lies between the curve and the middle, and lines at the top, the middle and the bottom."""
    draw = ImageDraw.Draw(tile)
    middle = TOP + plot.height // 2
    first, last = points[0], points[-1]
    if len(points) > 1:
        draw.polygon([(first[0], middle), *points, (last[0], middle)], PALETTE.index("grid"))
    for y, thick in ((TOP, 1), (middle, 2), (TOP + plot.height, 1)):
        draw.line([(LEFT, y), (LEFT + plot.width, y)], PALETTE.index("grid"), thick)


def _parts(tile: Image.Image, plot: _Plot, parts: Sequence[tuple[int, str]]) -> None:
    """A line where a part begins, and above it what it is called, if there is room up to the next one."""
    draw = ImageDraw.Draw(tile)
    free = 0
    for place, label in parts:
        x = round(plot.at(place, 0)[0])
        draw.line([(x, TOP - 6), (x, TOP + plot.height)], PALETTE.index("brass-deep"), 1)
        letters = word(label, Face.LABEL, FIGURE, ("plaque", "muted"), PALETTE)
        if x >= free and x + letters.width < tile.width - 10:
            paste_centred(tile, letters, (x + letters.width // 2 + 1, TOP - 22), Face.LABEL, FIGURE)
            free = x + letters.width + 12


def _figures(tile: Image.Image, plot: _Plot, course: ReviewCurve) -> None:
    """In percent how likely the upper side was to win at the top and in the middle; the lower one below."""
    nothing, half, whole = course.figures
    below = whole if course.lower else nothing
    for value, figure, colour in ((1, whole, UPPER), (0.5, half, "muted"), (0, below, LOWER)):
        y = round(plot.at(0, value)[1])
        shown = colour if course.lower else "muted"
        letters = word(figure, Face.LABEL, FIGURE, ("plaque", shown), PALETTE)
        paste_centred(tile, letters, (LEFT - 12 - (letters.width + 1) // 2, y), Face.LABEL, FIGURE)


def _names(tile: Image.Image, course: ReviewCurve) -> None:
    """Whose colour is which, above all else: the upper half of the picture first."""
    sides = [(course.upper, UPPER), (course.lower, LOWER)] if course.lower else [(course.upper, UPPER)]
    room = (tile.width - LEFT - RIGHT) // len(sides)
    draw = ImageDraw.Draw(tile)
    x = LEFT
    for name, colour in sides:
        text, size = fit_text(name, Face.FIGURES, NAME, room - 3 * SWATCH)
        letters = word(text, Face.FIGURES, size, ("plaque", colour), PALETTE)
        patch = (x, LEGEND - SWATCH // 2, x + SWATCH, LEGEND + SWATCH // 2)
        draw.rounded_rectangle(patch, 4, PALETTE.index(colour))
        x += SWATCH + 8
        paste_centred(tile, letters, (x + letters.width // 2, LEGEND), Face.FIGURES, size)
        x += letters.width + 2 * SWATCH


def _curve(tile: Image.Image, points: Sequence[Point], lower: str) -> None:
    """The curve, above the middle in the colour of the upper side, below it in that called `lower`."""
    stencil = Stencil(tile.size, points, 2 * WIDE)
    scaled = stencil.scale_points(points)
    stencil.draw.line(scaled, fill=255, width=WIDE * SCALE, joint="curve")
    x, y = scaled[-1]
    half = WIDE * SCALE
    stencil.draw.ellipse((x - half, y - half, x + half, y + half), fill=255)
    coverage = stencil.coverage()
    left, top, right, bottom = stencil.box
    middle = TOP + (HEIGHT - TOP - BOTTOM) // 2
    for colour, first, last in ((UPPER, top, min(middle, bottom)), (lower, max(middle, top), bottom)):
        if first < last:
            part = coverage.crop((0, first - top, coverage.width, last - top))
            paste_ink(tile, part, (left, first, right, last), colour)
