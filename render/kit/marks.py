"""The one language of marks, the same in every game, as sprites to lay over or under a piece.

The last move is an amber ring and a thin amber trail, with chevrons on those that stood behind what they
threw or pushed; what was lost is a ghost with a cross-stroke; what can be done now is a teal dot; danger is a
brick-red arrow. Every sprite is mode RGBA, `size` pixels square.
"""

from __future__ import annotations

from math import atan2, cos, hypot, pi, sin
from typing import Final

from PIL import Image, ImageChops, ImageFilter

from render.kit.cache import cached_sprite
from render.kit.canvas import RGB, TABLE
from render.kit.sprites import SHARP, Clay, Point, Tones

GHOST: Final = 0.4
"""How much of a piece that was just lost is still seen."""

TINT: Final = 0.6
"""How much lamplight lies on the two squares of the last move."""


@cached_sprite
def lamplight(size: int) -> Image.Image:
    """The light on a square of the last move; the joint around the square stays as it is."""
    square = Image.new("RGBA", (size, size))
    square.paste((*TABLE["lamplight"], round(255 * TINT)), (1, 1, size - 1, size - 1))
    return square


@cached_sprite
def ring(size: int) -> Image.Image:
    """The amber ring around what moved last, to lay over it."""
    clay = Clay(size, TABLE["ink"])
    for inset, radius, name in ((0, 20, "ink"), (3.5, 17, "amber"), (11, 12, "ink")):
        clay.fill(clay.rounded_square(inset, radius), TABLE[name])
    clay.erase(clay.rounded_square(14, 9))
    return clay.sharp_sprite()


@cached_sprite
def burst(size: int, shards: Tones) -> Image.Image:
    """What lies under a piece that struck something: a star, and shards in the tones of what broke."""
    clay = Clay(size, TABLE["amber-deep"])
    clay.fill(clay.polygon(_star(46)), TABLE["amber-deep"])
    clay.fill(clay.polygon(_star(43)), TABLE["cream"])
    for x, y, turn in ((22, 22, 0.2), (79, 20, 1.9), (20, 79, 2.6), (81, 80, 1.1)):
        corners = [(x + r * cos(turn + a), y + r * sin(turn + a)) for r, a in ((10, 0), (8, 2.0), (9, 4.1))]
        clay.lump(clay.polygon(corners), shards, 3)
    return clay.sharp_sprite()


def _star(radius: float) -> list[Point]:
    """Twelve points of unequal length around the middle of the tile, which lies a little low."""
    reach = [radius * (1.0, 0.66, 0.86, 0.66)[turn % 4] for turn in range(24)]
    return [(50 + r * cos(turn * pi / 12), 52 + r * sin(turn * pi / 12)) for turn, r in enumerate(reach)]


@cached_sprite
def trail(size: int, dx: int, dy: int) -> Image.Image:
    """A square that the last move passed, on its way by (dx, dy) squares; each of them -1, 0 or 1."""
    clay = Clay(size, TABLE["ink"])
    _amber_line(clay, [(50 - dx * 40, 50 - dy * 40), (50 + dx * 40, 50 + dy * 40)])
    return clay.sharp_sprite()


@cached_sprite
def origin(size: int, dx: int, dy: int) -> Image.Image:
    """The square that the last move left, with the beginning of its trail."""
    clay = Clay(size, TABLE["ink"])
    _amber_line(clay, [(50, 50), (50 + dx * 40, 50 + dy * 40)])
    clay.fill(clay.ellipse(50, 50, 18, 18), TABLE["ink"])
    clay.fill(clay.ellipse(50, 50, 13, 13), TABLE["amber"])
    return clay.sharp_sprite()


@cached_sprite
def push(size: int, dx: int, dy: int) -> Image.Image:
    """The chevron over a piece that stood in line behind what moved by (dx, dy), at its edge in front."""
    clay = Clay(size, TABLE["ink"])
    far = hypot(dx, dy)
    ux, uy = dx / far, dy / far
    x, y = (50 + part * (33 if far == 1 else 30) for part in (dx, dy))
    wings = [(x - 7 * ux - side * 14 * uy, y - 7 * uy + side * 14 * ux) for side in (1, -1)]
    _amber_line(clay, [wings[0], (x + 7 * ux, y + 7 * uy), wings[1]])
    return clay.sharp_sprite()


def _amber_line(clay: Clay, points: list[Point]) -> None:
    """A line of the last move: the dark casing keeps it apart from every ground and piece."""
    clay.fill(clay.stroke(points, 16), TABLE["ink"])
    clay.fill(clay.stroke(points, 9), TABLE["amber"])


@cached_sprite
def cross_stroke(size: int) -> Image.Image:
    """The thin stroke through what was lost."""
    clay = Clay(size)
    clay.fill(clay.stroke([(14, 86), (86, 14)], 4.5), TABLE["ink"])
    return clay.sharp_sprite()


@cached_sprite
def dot(size: int, x: float, y: float, radius: float) -> Image.Image:
    """A teal dot around (x, y): this can be done now. Lengths in hundredths of the tile."""
    clay = Clay(size, TABLE["teal-lit"])
    clay.fill(clay.ellipse(x, y, radius + 4, radius + 4), TABLE["teal-lit"])
    clay.fill(clay.ellipse(x, y, radius, radius), TABLE["teal"])
    return clay.sharp_sprite()


@cached_sprite
def chosen_light(size: int) -> Image.Image:
    """The light under what a guided move has picked so far."""
    clay = Clay(size, TABLE["teal-lit"])
    clay.fill(clay.rounded_square(1, 12), TABLE["teal-lit"])
    return clay.sharp_sprite()


@cached_sprite
def frame(size: int) -> Image.Image:
    """The teal frame around what a guided move has picked so far, to lay over it."""
    clay = Clay(size, TABLE["teal-lit"])
    for inset, radius, name in ((1, 14, "teal-lit"), (4, 12, "teal"), (11, 9, "teal-lit")):
        clay.fill(clay.rounded_square(inset, radius), TABLE[name])
    clay.erase(clay.rounded_square(13, 8))
    return clay.sharp_sprite()


def ghost(sprite: Image.Image) -> Image.Image:
    """`sprite` as the ghost of what was lost, struck through."""
    faint = sprite.copy()
    faint.putalpha(sprite.getchannel("A").point(lambda level: round(level * GHOST)))
    faint.alpha_composite(cross_stroke(sprite.width))
    return faint


def ghost_on_board(sprite: Image.Image, line: RGB) -> Image.Image:
    """The ghost of a piece on a board: its silhouette keeps the colour `line`, the stroke has a casing."""
    body = sprite.getchannel("A").point(SHARP)
    faint = sprite.copy()
    faint.putalpha(sprite.getchannel("A").point(lambda level: round(level * GHOST)))
    faint.paste((*line, 255), (0, 0), ImageChops.subtract(body, body.filter(ImageFilter.MinFilter(3))))
    clay = Clay(sprite.width, TABLE["ink"])
    for width, name in ((12, "ink"), (5.5, "cream")):
        clay.fill(clay.stroke([(14, 86), (86, 14)], width), TABLE[name])
    faint.alpha_composite(clay.sharp_sprite())
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
    return clay.soft_sprite()
