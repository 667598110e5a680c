"""What lies over the finished picture, so that nothing of the game has to be drawn otherwise.

A hint is the same in every game: a teal frame around each place, and a teal arrow on the way; what was played
instead is marked in amber. Words on places stand on small plates, such as the odds of a strike on a square.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import hypot
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from render.kit.canvas import SMALLEST, TABLE, Face, Palette, capitals, fitted, word
from render.kit.sheet import Sheet
from render.kit.sprites import Point

FINE: Final = 3
"""So much larger the marks are drawn, so that their edges come out soft."""

LINE: Final = 5
HALO: Final = 3
"""Width of a line and of the other one on either side of it, in pixels."""

ADVISED: Final = ("teal-lit", "teal")
PLAYED: Final = ("amber-deep", "amber")
"""The colours of the wider line and of the one on it."""

MARGIN: Final = 20
"""How far around a place marks can reach, in pixels."""

ROUND: Final = 11
HEAD: Final = 24
"""How round the corners of a frame are, and how long the head of an arrow is, in pixels."""

REACH: Final = 26
"""How far an arrow comes into the place that it leads to, in pixels; not beyond its middle."""

WAY: Final = ">"
"""What stands between the places that a way leads from and to."""


class Place(NamedTuple):
    """A rectangle of a picture, in pixels."""

    x: int
    y: int
    width: int
    height: int

    @property
    def middle(self) -> Point:
        """Its middle, in pixels of the picture."""
        return self.x + self.width / 2, self.y + self.height / 2


@dataclass(frozen=True, slots=True)
class Marks:
    """The places that are framed, and the ways between some of them."""

    places: tuple[Place, ...]
    ways: tuple[tuple[Place, Place], ...]


def _marks(hinted: Iterable[str], place_of: Callable[[str], Place]) -> Marks:
    """What the words of a `Sheet.hinted` or `Sheet.played` stand for."""
    places, ways = dict[str, Place](), list[tuple[Place, Place]]()
    for text in hinted:
        first, sign, last = text.partition(WAY)
        for name in (first, last) if sign else (first,):
            places[name] = place_of(name)
        if sign:
            ways.append((places[first], places[last]))
    return Marks(tuple(places.values()), tuple(ways))


def marked(
    image: Image.Image, sheet: Sheet, place_of: Callable[[str], Place], palette: Palette
) -> Image.Image:
    """The picture with the places of a hint and of what was played marked, which is changed for that.

    Raises what `place_of` does for a place that it does not know.
    """
    for names, tones in ((sheet.played, PLAYED), (sheet.hinted, ADVISED)):
        if names:
            _mark(image, _marks(names, place_of), tones, palette)
    return image


def _mark(image: Image.Image, of: Marks, tones: tuple[str, str], palette: Palette) -> None:
    """Lay the marks over the picture."""
    box = _around(of.places)
    layer = _drawn(of, box, tones)
    part = image.crop(box).convert("RGBA")
    part.alpha_composite(layer)
    covered = layer.getchannel("A").point(lambda level: 255 * (level > 0))
    image.paste(palette.quantised(part.convert("RGB")), box, covered)


def _around(places: Iterable[Place]) -> tuple[int, int, int, int]:
    """The part of the picture that all marks lie in."""
    sides = [(place.x, place.y, place.x + place.width, place.y + place.height) for place in places]
    left, top, right, bottom = zip(*sides, strict=True)
    return min(left) - MARGIN, min(top) - MARGIN, max(right) + MARGIN, max(bottom) + MARGIN


def _drawn(of: Marks, box: tuple[int, int, int, int], tones: tuple[str, str]) -> Image.Image:
    """The marks of a part of the picture, mode RGBA."""
    left, top, right, bottom = box
    size = right - left, bottom - top
    large = Image.new("RGBA", (size[0] * FINE, size[1] * FINE))
    draw = ImageDraw.Draw(large)
    for colour, grow in zip(tones, (HALO, 0), strict=True):
        for place in of.places:
            _frame(draw, _moved(place, left, top), grow, TABLE[colour])
        for start, end in of.ways:
            _arrow(draw, _moved(start, left, top), _moved(end, left, top), grow, TABLE[colour])
    return large.resize(size, Image.Resampling.BOX)


def _moved(place: Place, left: int, top: int) -> Place:
    return place._replace(x=place.x - left, y=place.y - top)


def _frame(draw: ImageDraw.ImageDraw, place: Place, grow: int, colour: tuple[int, int, int]) -> None:
    """The frame of a place, its line just within; `grow` pixels wider on either side."""
    x, y, wide, tall = place
    outer = [
        (at + by) * FINE for at, by in ((x, -grow), (y, -grow), (x + wide, grow - 1), (y + tall, grow - 1))
    ]
    width = (LINE + 2 * grow) * FINE
    draw.rounded_rectangle((outer[0], outer[1], outer[2], outer[3]), ROUND * FINE, None, colour, width)


def _arrow(
    draw: ImageDraw.ImageDraw, start: Place, end: Place, grow: int, colour: tuple[int, int, int]
) -> None:
    """An arrow from the edge of one place into another; none where they are not apart."""
    (ax, ay), (bx, by) = start.middle, end.middle
    far = hypot(bx - ax, by - ay)
    if not far:
        return
    dx, dy = (bx - ax) / far, (by - ay) / far
    tip = far - max(0.0, _half(end, dx, dy) - REACH)
    tail = min(_half(start, dx, dy) - LINE, tip - HEAD)
    neck = tip - HEAD

    def at(along: float, aside: float = 0.0) -> Point:
        return (ax + dx * along - dy * aside) * FINE, (ay + dy * along + dx * aside) * FINE

    broad, half = HEAD * 0.62 + 1.4 * grow, (LINE + 3) / 2 + grow
    shaft = [at(tail - grow, half), at(neck + 2, half), at(neck + 2, -half), at(tail - grow, -half)]
    draw.polygon(shaft, colour)
    draw.polygon([at(tip + 1.8 * grow), at(neck - grow, broad), at(neck - grow, -broad)], colour)


def _half(place: Place, dx: float, dy: float) -> float:
    """How far it is from a place's middle to its edge in a direction, in pixels."""
    across = place.width / 2 / abs(dx) if dx else float("inf")
    down = place.height / 2 / abs(dy) if dy else float("inf")
    return min(across, down)


SIZE: Final = 34
"""Pixels of the type, where there is room for it: at 400 px wide it is still 15."""

PAD: Final = 7


def write_on(
    image: Image.Image,
    written: Iterable[tuple[str, str]],
    place_of: Callable[[str], Place],
    palette: Palette,
) -> None:
    """Put the words of a `Sheet.written` on the lower edges of their places; raises what `place_of` does."""
    for name, text in written:
        _plate(image, text, place_of(name), palette)


def _plate(image: Image.Image, text: str, place: Place, palette: Palette) -> None:
    shown, size = fitted(text, Face.FIGURES, range(SIZE, SMALLEST - 1, -1), place.width - 4 * PAD)
    tile = word(shown, Face.FIGURES, size, ("night", "cream"), palette)
    top, bottom = capitals(Face.FIGURES, size)
    wide, tall = tile.width + 2 * PAD, bottom - top + 2 * PAD
    x, y = place.x + (place.width - wide) // 2, place.y + place.height - tall - 4
    draw = ImageDraw.Draw(image)
    for grow, name in ((2, "cream"), (0, "night")):
        box = (x - grow, y - grow, x + wide + grow - 1, y + tall + grow - 1)
        draw.rounded_rectangle(box, 8 + grow, palette.index(name))
    image.paste(tile.crop((0, top, tile.width, bottom)), (x + PAD, y + PAD))
