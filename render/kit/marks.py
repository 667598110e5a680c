"""The one language of marks, the same in every game, as sprites to lay over or under a piece.

The last move is an amber ring and a thin amber trail; what was lost is a ghost with a cross-stroke; what
can be done now is a teal dot; danger is a brick-red arrow. Every sprite is mode RGBA, `size` pixels square.
"""

from __future__ import annotations

from math import atan2, cos, hypot, pi, sin
from typing import Final

from PIL import Image

from render.kit.cache import drawn_once
from render.kit.canvas import RGB, TABLE
from render.kit.sprites import SCALE, Clay, Point, Tones

GHOST: Final = 0.4
"""How much of a piece that was just lost is still seen."""

TINT: Final = 0.6
"""How much lamplight lies on the two squares of the last move."""


def _lit(clay: Clay) -> Image.Image:
    """`clay` carved, on a square in lamplight; the joint around the square stays as it is."""
    size = clay.side // SCALE
    square = Image.new("RGBA", (size, size))
    square.paste((*TABLE["lamplight"], round(255 * TINT)), (1, 1, size - 1, size - 1))
    square.alpha_composite(clay.carved())
    return square


@drawn_once
def ring(size: int) -> Image.Image:
    """The amber ring around what moved last."""
    clay = Clay(size, TABLE["amber-deep"])
    _amber_ring(clay)
    return _lit(clay)


def _amber_ring(clay: Clay) -> None:
    clay.fill(clay.rounded(2, 19), TABLE["amber-deep"])
    clay.fill(clay.rounded(3.5, 18), TABLE["amber"])
    clay.cut(clay.rounded(10, 14))


@drawn_once
def impact(size: int, shards: Tones) -> Image.Image:
    """The ring where something was struck, with a burst in it and shards in the tones of what broke."""
    clay = Clay(size, shards[0])
    _amber_ring(clay)
    clay.fill(clay.polygon(_star(49)), TABLE["amber-deep"])
    clay.fill(clay.polygon(_star(45)), TABLE["cream"])
    for x, y, turn in ((15, 15, 0.2), (85, 13, 1.9), (11, 84, 2.6), (89, 86, 1.1)):
        corners = [(x + r * cos(turn + a), y + r * sin(turn + a)) for r, a in ((11, 0), (8, 2.0), (10, 4.1))]
        clay.lump(clay.polygon(corners), shards, 3)
    return _lit(clay)


def _star(radius: float) -> list[Point]:
    """Twelve points of unequal length around the middle of the tile, which lies a little low."""
    reach = [radius * (1.0, 0.66, 0.86, 0.66)[turn % 4] for turn in range(24)]
    return [(50 + r * cos(turn * pi / 12), 52 + r * sin(turn * pi / 12)) for turn, r in enumerate(reach)]


@drawn_once
def trail(size: int, dx: int, dy: int) -> Image.Image:
    """A square that the last move passed, on its way by (dx, dy) squares; each of them -1, 0 or 1."""
    clay = Clay(size, TABLE["amber-deep"])
    _amber_line(clay, [(50 - dx * 42, 50 - dy * 42), (50 + dx * 42, 50 + dy * 42)])
    return clay.carved()


@drawn_once
def origin(size: int, dx: int, dy: int) -> Image.Image:
    """The square that the last move left, with the beginning of its trail."""
    clay = Clay(size, TABLE["amber-deep"])
    _amber_line(clay, [(50, 50), (50 + dx * 42, 50 + dy * 42)])
    clay.fill(clay.ellipse(50, 50, 15, 15), TABLE["amber-deep"])
    clay.fill(clay.ellipse(50, 50, 12, 12), TABLE["amber"])
    return _lit(clay)


def _amber_line(clay: Clay, points: list[Point]) -> None:
    clay.fill(clay.stroke(points, 11), TABLE["amber-deep"])
    clay.fill(clay.stroke(points, 7), TABLE["amber"])


@drawn_once
def cross_stroke(size: int) -> Image.Image:
    """The thin stroke through what was lost."""
    clay = Clay(size)
    clay.fill(clay.stroke([(14, 86), (86, 14)], 4.5), TABLE["ink"])
    return clay.carved()


@drawn_once
def dot(size: int, x: float, y: float, radius: float) -> Image.Image:
    """A teal dot around (x, y): this can be done now. Lengths in hundredths of the tile."""
    clay = Clay(size, TABLE["teal-lit"])
    clay.fill(clay.ellipse(x, y, radius + 4, radius + 4), TABLE["teal-lit"])
    clay.fill(clay.ellipse(x, y, radius, radius), TABLE["teal"])
    return clay.carved()


@drawn_once
def chosen(size: int) -> Image.Image:
    """The teal frame around what a guided move has picked so far."""
    clay = Clay(size, TABLE["teal"])
    clay.fill(clay.rounded(1, 12), TABLE["teal"])
    clay.fill(clay.rounded(9, 8), TABLE["teal-lit"])
    return clay.carved()


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
