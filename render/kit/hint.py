"""What lies over the finished picture, so that nothing of the game has to be drawn otherwise.

A hint is the same in every game: a teal frame around each place, and a teal arrow on the way; what was played
instead is marked in amber. Danger is a brick-red frame or arrow, the frame wider the likelier it is. Words on
places stand on small plates, such as the odds of a strike on a square.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import chain
from math import hypot
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from render.kit.canvas import SMALLEST, TABLE, Face, Palette, capitals, fit_text, word
from render.kit.picture import Picture
from render.kit.sheet import Sheet
from render.kit.sprites import Box, Point

FINE: Final = 3
"""So much larger the marks are drawn, so that their edges come out soft."""

LINE: Final = 5
HALO: Final = 3
"""Width of a line and of the other one on either side of it, in pixels."""

ADVISED: Final = ("teal-lit", "teal")
PLAYED: Final = ("amber-deep", "amber")
DANGER: Final = ("cream", "brick")
"""The colours of the wider line and of the one on it."""

WIDEST: Final = 5
"""So much wider than others the frame of what is certain is, in pixels."""

INNER: Final = LINE + 2 * HALO + 2
"""How far within another frame one of danger is drawn, in pixels."""

MARGIN: Final = 20
"""How far around a place marks can reach, in pixels."""

ENOUGH: Final = 8000
"""Pixels of a part of the marks that is drawn as a whole: in halves it would take as long."""

ROUND: Final = 11
HEAD: Final = 24
"""How round the corners of a frame are, and how long the head of an arrow is, in pixels."""

SHORT: Final = 2
"""The same of danger, in pixels: who is in danger there stays in sight."""

REACH: Final = 26
"""How far an arrow comes into the place that it leads to, in pixels; not beyond its middle."""

WAY: Final = ">"
"""What stands between the places that a way leads from and to."""


class Rect(NamedTuple):
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
class OverlayMarks:
    """The places that are framed, each with the width of its line, and the ways between some others.

    `reach` is how far arrows come into the place that they lead to, in pixels.
    """

    places: tuple[tuple[Rect, int], ...]
    arrows: tuple[tuple[Rect, Rect], ...]
    reach: int


def _hint_marks(hinted: Iterable[str], place_of: Callable[[str], Rect]) -> OverlayMarks:
    """What the words of a `Sheet.hinted` or `Sheet.played` stand for."""
    places, ways = dict[str, Rect](), list[tuple[Rect, Rect]]()
    for text in hinted:
        first, sign, last = text.partition(WAY)
        for name in (first, last) if sign else (first,):
            places[name] = place_of(name)
        if sign:
            ways.append((places[first], places[last]))
    return OverlayMarks(tuple((place, LINE) for place in places.values()), tuple(ways), REACH)


def _danger_marks(sheet: Sheet, place_of: Callable[[str], Rect]) -> OverlayMarks:
    """What `Sheet.danger` and `Sheet.heat` stand for: an arrow frames only the place that it leads to.

    Where a hint has a frame, that of danger is drawn within.
    """
    hinted = {part for text in (*sheet.hinted, *sheet.played) for part in text.split(WAY)}
    widths, ways = dict[str, int](), list[tuple[Rect, Rect]]()
    for text in sheet.danger:
        first, sign, last = text.partition(WAY)
        widths[last if sign else first] = LINE
        if sign:
            ways.append((place_of(first), place_of(last)))
    for name, share in sheet.heat:
        widths[name] = LINE + round(WIDEST * share)
    places = tuple(
        (_inner_rect(place_of(name)) if name in hinted else place_of(name), width)
        for name, width in widths.items()
    )
    return OverlayMarks(places, tuple(ways), SHORT)


def _inner_rect(place: Rect) -> Rect:
    return Rect(place.x + INNER, place.y + INNER, place.width - 2 * INNER, place.height - 2 * INNER)


def draw_overlays(
    image: Image.Image, sheet: Sheet, place_of: Callable[[str], Rect], palette: Palette
) -> Image.Image:
    """The picture with the places of danger, of a hint and of what was played marked, and words on places.

    It is changed for that. Raises what `place_of` does for a place that it does not know.
    """
    if sheet.danger or sheet.heat:
        _mark(image, _danger_marks(sheet, place_of), DANGER, palette)
    for names, tones in ((sheet.played, PLAYED), (sheet.hinted, ADVISED)):
        if names:
            _mark(image, _hint_marks(names, place_of), tones, palette)
    write_on(image, sheet.written, place_of, palette)
    return image


def _mark(image: Image.Image, of: OverlayMarks, tones: tuple[str, str], palette: Palette) -> None:
    """Lay the marks over the picture."""
    left, top, right, bottom = _around((*(place for place, _ in of.places), *chain.from_iterable(of.arrows)))
    wide, tall = right - left, bottom - top
    fine = _mark_mask(of, (left, top, right, bottom))
    for x, y, end, floor in _covered_parts(fine.reduce(FINE), (0, 0, wide, tall)):
        part = fine.crop((x * FINE, y * FINE, end * FINE, floor * FINE))
        layer = _colour_marks(part, tones, upright=tall > 2 * wide)
        box = left + x, top + y, left + end, top + floor
        ground = image.crop(box).convert("RGBA")
        ground.alpha_composite(layer)
        covered = _translate_levels(layer.getchannel("A"), _ANY)
        tile = palette.quantise(ground.convert("RGB"))
        if isinstance(image, Picture):
            image.paste_uncached(tile, box[:2], covered)
        else:
            image.paste(tile, box, covered)


def _around(places: Iterable[Rect]) -> Box:
    """The part of the picture that all marks lie in."""
    sides = [(place.x, place.y, place.x + place.width, place.y + place.height) for place in places]
    left, top, right, bottom = zip(*sides, strict=True)
    return min(left) - MARGIN, min(top) - MARGIN, max(right) + MARGIN, max(bottom) + MARGIN


def _mark_mask(of: OverlayMarks, box: Box) -> Image.Image:
    """The marks of a part of the picture in fine pixels, mode L, the wider lines and those on them."""
    left, top, right, bottom = box
    fine = Image.new("L", ((right - left) * FINE, (bottom - top) * FINE))
    draw = ImageDraw.Draw(fine)
    for level, grow in ((_WIDER, HALO), (_UPPER, 0)):
        for place, width in of.places:
            _frame(draw, _shift_rect(place, left, top), width, grow, level)
        for start, end in of.arrows:
            _arrow(draw, (_shift_rect(start, left, top), _shift_rect(end, left, top)), of.reach, grow, level)
    return fine


_WIDER: Final = 128
_UPPER: Final = 255
"""What stands for a line in fine pixels: so much that one of them is seen in the pixel that it is part of."""

_ANY: Final = bytes([0] + [255] * 255)
"""What becomes of the 256 levels of a mask that keeps whatever is covered at all."""


def _covered_parts(mask: Image.Image, box: Box) -> Iterator[Box]:
    """Parts of a box, none of them large, that no two share, and that all is in that the mask covers.

    Marks are lines, and most of what they surround or pass is empty.
    """
    found = mask.crop(box).getbbox()
    if found is None:
        return
    left, top, right, bottom = box[0] + found[0], box[1] + found[1], box[0] + found[2], box[1] + found[3]
    if (right - left) * (bottom - top) <= ENOUGH:
        yield left, top, right, bottom
    elif right - left > bottom - top:
        middle = (left + right) // 2
        yield from _covered_parts(mask, (left, top, middle, bottom))
        yield from _covered_parts(mask, (middle, top, right, bottom))
    else:
        middle = (top + bottom) // 2
        yield from _covered_parts(mask, (left, top, right, middle))
        yield from _covered_parts(mask, (left, middle, right, bottom))


def _colour_marks(fine: Image.Image, tones: tuple[str, str], *, upright: bool) -> Image.Image:
    """A part of the marks in their colours, its edges soft, mode RGBA; `upright` is how all of them stand."""
    # Colours are premultiplied while a picture is made small, and what is opaque or empty is so already.
    bands = [_translate_levels(fine, table) for table in _bands(tones)]
    wide, tall = fine.width // FINE, fine.height // FINE
    # Each way is rounded by itself, and Pillow chooses by the shape which goes first: no part may differ.
    between = (fine.width, tall) if upright else (wide, fine.height)
    layer = Image.merge("RGBa", bands).resize(between, Image.Resampling.BOX)
    return layer.resize((wide, tall), Image.Resampling.BOX).convert("RGBA")


@cache
def _bands(tones: tuple[str, str]) -> list[bytes]:
    """What becomes of the 256 levels of the marks in each band of a picture of mode RGBA."""
    wider, upper = ((*TABLE[tone], 255) for tone in tones)
    return [
        bytes([0] * _WIDER + [below] * (_UPPER - _WIDER) + [above])
        for below, above in zip(wider, upper, strict=True)
    ]


def _translate_levels(mask: Image.Image, table: bytes) -> Image.Image:
    """A mask with other levels, mode L: as `point`, which spends more on the table than on the pixels."""
    return Image.frombytes("L", mask.size, mask.tobytes().translate(table))


def _shift_rect(place: Rect, left: int, top: int) -> Rect:
    return place._replace(x=place.x - left, y=place.y - top)


def _frame(draw: ImageDraw.ImageDraw, place: Rect, line: int, grow: int, level: int) -> None:
    """The frame of a place, its line just within; `grow` pixels wider on either side."""
    x, y, wide, tall = place
    outer = [
        (at + by) * FINE for at, by in ((x, -grow), (y, -grow), (x + wide, grow - 1), (y + tall, grow - 1))
    ]
    width = (line + 2 * grow) * FINE
    draw.rounded_rectangle((outer[0], outer[1], outer[2], outer[3]), ROUND * FINE, None, level, width)


def _arrow(draw: ImageDraw.ImageDraw, way: tuple[Rect, Rect], reach: int, grow: int, level: int) -> None:
    """An arrow from the edge of one place `reach` pixels into another; none where they are not apart."""
    (ax, ay), (bx, by) = way[0].middle, way[1].middle
    far = hypot(bx - ax, by - ay)
    if not far:
        return
    dx, dy = (bx - ax) / far, (by - ay) / far
    tip = far - max(0.0, _distance_to_edge(way[1], dx, dy) - reach)
    tail = min(_distance_to_edge(way[0], dx, dy) - LINE, tip - HEAD)
    neck = tip - HEAD

    def at(along: float, aside: float = 0.0) -> Point:
        return (ax + dx * along - dy * aside) * FINE, (ay + dy * along + dx * aside) * FINE

    broad, half = HEAD * 0.62 + 1.4 * grow, (LINE + 3) / 2 + grow
    shaft = [at(tail - grow, half), at(neck + 2, half), at(neck + 2, -half), at(tail - grow, -half)]
    draw.polygon(shaft, level)
    draw.polygon([at(tip + 1.8 * grow), at(neck - grow, broad), at(neck - grow, -broad)], level)


def _distance_to_edge(place: Rect, dx: float, dy: float) -> float:
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
    place_of: Callable[[str], Rect],
    palette: Palette,
) -> None:
    """Put the words of a `Sheet.written` on the lower edges of their places; raises what `place_of` does."""
    for name, text in written:
        _plate(image, text, place_of(name), palette)


def _plate(image: Image.Image, text: str, place: Rect, palette: Palette) -> None:
    shown, size = fit_text(text, Face.FIGURES, range(SIZE, SMALLEST - 1, -1), place.width - 4 * PAD)
    tile = word(shown, Face.FIGURES, size, ("night", "cream"), palette)
    top, bottom = capitals(Face.FIGURES, size)
    wide, tall = tile.width + 2 * PAD, bottom - top + 2 * PAD
    x, y = place.x + (place.width - wide) // 2, place.y + place.height - tall - 4
    draw = ImageDraw.Draw(image)
    for grow, name in ((2, "cream"), (0, "night")):
        box = (x - grow, y - grow, x + wide + grow - 1, y + tall + grow - 1)
        draw.rounded_rectangle(box, 8 + grow, palette.index(name))
    image.paste(tile.crop((0, top, tile.width, bottom)), (x + PAD, y + PAD))
