"""The one language of marks, the same in every game, as sprites to lay over or under a piece.

The last move is an amber ring and a thin amber trail; what was lost is a ghost with a cross-stroke; what
can be done now is a teal dot; danger is a brick-red arrow. Every sprite is mode RGBA, `size` pixels square.
"""

from __future__ import annotations

from functools import cache
from math import atan2, cos, hypot, pi, sin
from typing import Final

from PIL import Image

from render.palette import RGB, TABLE
from render.sprites import Clay, Point

GHOST: Final = 0.4
"""How much of a piece that was just lost is still seen."""


@cache
def ring(size: int) -> Image.Image:
    """The amber ring around what moved last."""
    clay = Clay(size)
    clay.fill(clay.polygon([(0, 0), (100, 0), (100, 100), (0, 100)]), TABLE["amber"], 0.34)
    for radius, colour in ((48, "amber-deep"), (46.5, "amber")):
        clay.fill(clay.ellipse(50, 50, radius, radius), TABLE[colour])
    hole = clay.ellipse(50, 50, 39, 39)
    return _without(clay, hole).finished()


def _without(clay: Clay, hole: Image.Image) -> Clay:
    """`clay` with only a third of the amber left where `hole` is."""
    tint = Image.new("RGBA", hole.size, (*TABLE["amber"], 87))
    clay.image.paste(tint, (0, 0), hole)
    return clay


@cache
def trail(size: int, dx: int, dy: int) -> Image.Image:
    """A square that the last move passed, on its way by (dx, dy) squares; each of them -1, 0 or 1."""
    clay = Clay(size)
    ends = [(50 - dx * 40.0, 50 - dy * 40.0), (50 + dx * 40.0, 50 + dy * 40.0)]
    return _amber_line(clay, ends).finished()


@cache
def origin(size: int, dx: int, dy: int) -> Image.Image:
    """The square that the last move left, with the beginning of its trail."""
    clay = Clay(size)
    clay.fill(clay.polygon([(0, 0), (100, 0), (100, 100), (0, 100)]), TABLE["amber"], 0.34)
    _amber_line(clay, [(50, 50), (50 + dx * 40, 50 + dy * 40)])
    clay.fill(clay.ellipse(50, 50, 14, 14), TABLE["amber-deep"])
    clay.fill(clay.ellipse(50, 50, 12, 12), TABLE["amber"])
    return clay.finished()


def _amber_line(clay: Clay, points: list[Point]) -> Clay:
    clay.fill(clay.stroke(points, 10), TABLE["amber-deep"])
    clay.fill(clay.stroke(points, 6.5), TABLE["amber"])
    return clay


@cache
def impact(size: int) -> Image.Image:
    """The burst where something was struck."""
    clay = Clay(size)
    spikes = [
        (50 + radius * cos(turn * pi / 12), 50 + radius * sin(turn * pi / 12))
        for turn in range(24)
        for radius in [(50 if turn % 4 == 2 else 44) if turn % 2 == 0 else 33]  # noqa: PLR2004
    ]
    clay.fill(clay.polygon(spikes), TABLE["amber"])
    return clay.finished()


@cache
def cross_stroke(size: int) -> Image.Image:
    """The thin stroke through what was lost."""
    clay = Clay(size)
    ends: list[Point] = [(14, 86), (86, 14)]
    clay.fill(clay.stroke(ends, 8), TABLE["cream"], 0.8)
    clay.fill(clay.stroke(ends, 4), TABLE["ink"])
    return clay.finished()


@cache
def dot(size: int, x: float, y: float, radius: float) -> Image.Image:
    """A teal dot around (x, y): this can be done now. Lengths in hundredths of the tile."""
    clay = Clay(size)
    clay.fill(clay.ellipse(x, y, radius + 4, radius + 4), TABLE["teal-lit"])
    clay.fill(clay.ellipse(x, y, radius, radius), TABLE["teal"])
    return clay.finished()


@cache
def chosen(size: int) -> Image.Image:
    """The frame around what a guided move has picked so far."""
    clay = Clay(size)
    clay.fill(clay.polygon([(0, 0), (100, 0), (100, 100), (0, 100)]), TABLE["teal"])
    inner = clay.polygon([(7, 7), (93, 7), (93, 93), (7, 93)])
    clay.image.paste(Image.new("RGBA", inner.size, (*TABLE["teal-lit"], 150)), (0, 0), inner)
    return clay.finished()


def ghost(sprite: Image.Image) -> Image.Image:
    """`sprite` as the ghost of what was lost, struck through."""
    faint = sprite.copy()
    faint.putalpha(sprite.getchannel("A").point(lambda level: round(level * GHOST)))
    faint.alpha_composite(cross_stroke(sprite.width))
    return faint


def arrow(size: int, start: Point, end: Point, colour: RGB = TABLE["brick"]) -> Image.Image:
    """An arrow of danger from `start` to `end`, in hundredths of the picture's side."""
    clay = Clay(size)
    angle = atan2(end[1] - start[1], end[0] - start[0])
    reach = max(hypot(end[0] - start[0], end[1] - start[1]) - 8, 0)
    neck = (start[0] + reach * cos(angle), start[1] + reach * sin(angle))
    clay.fill(clay.stroke([start, neck], 4), colour)
    wings = [(neck[0] + 6 * cos(angle + side), neck[1] + 6 * sin(angle + side)) for side in (-pi / 2, pi / 2)]
    clay.fill(clay.polygon([end, *wings]), colour)
    return clay.finished()
