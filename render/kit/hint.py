"""Overlays on the finished picture: hints, dangers, and words on places.

A hint looks the same in every game: a teal frame around each place, and a teal arrow along the way; what was
played instead is marked in amber. Danger is a brick-red frame or arrow; the likelier it is, the wider the
frame. Words, such as the odds of a strike on a square, stand on small plates, and the steps of a plan are
numbered in the order in which they are taken.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
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
"""Supersampling of the marks, for soft edges."""

LINE: Final = 5
HALO: Final = 3
"""Widths of a line and of its border on either side, in pixels."""

ADVISED: Final = ("teal-lit", "teal")
PLAYED: Final = ("amber-deep", "amber")
DANGER: Final = ("cream", "brick")
"""The colours of the border and of the line."""

WIDEST: Final = 5
"""Extra width of the frame of a certain danger, in pixels."""

INNER: Final = LINE + 2 * HALO + 2
"""How far within a hint's frame a frame of danger is drawn, in pixels."""

MARGIN: Final = 20
"""How far around a place marks can reach, in pixels."""

ENOUGH: Final = 8000
"""Pixels of a part of the marks that is not divided further: halves would take as long."""

ROUND: Final = 11
HEAD: Final = 24
"""The corner radius of a frame, and the length of an arrow's head, in pixels."""

SHORT: Final = 2
"""The same of an arrow of danger, in pixels: the piece in danger stays visible."""

REACH: Final = 26
"""How far an arrow reaches into its target place, in pixels; not beyond its middle."""

WAY: Final = ">"
"""Separates the two places of a way, as in `E2>E10`."""


class Rect(NamedTuple):
    """A rectangle of a picture, in pixels."""

    x: int
    y: int
    width: int
    height: int

    @property
    def middle(self) -> Point:
        """Return its middle, in pixels of the picture."""
        return self.x + self.width / 2, self.y + self.height / 2


@dataclass(frozen=True, slots=True)
class OverlayMarks:
    """The framed places, each with the width of its line, and the arrows between places.

    `reach` is how far arrows reach into their target place, in pixels.
    """

    places: tuple[tuple[Rect, int], ...]
    arrows: tuple[tuple[Rect, Rect], ...]
    reach: int


def _hint_marks(hinted: Iterable[str], place_of: Callable[[str], Rect]) -> OverlayMarks:
    """Return the marks for the texts of `Sheet.hinted` or `Sheet.played`."""
    places, ways = dict[str, Rect](), list[tuple[Rect, Rect]]()
    for text in hinted:
        first, sign, last = text.partition(WAY)
        for name in (first, last) if sign else (first,):
            places[name] = place_of(name)
        if sign:
            ways.append((places[first], places[last]))
    return OverlayMarks(tuple((place, LINE) for place in places.values()), tuple(ways), REACH)


def _danger_marks(sheet: Sheet, place_of: Callable[[str], Rect]) -> OverlayMarks:
    """Return the marks for `Sheet.danger` and `Sheet.heat`; an arrow frames only its target place.

    Where a hint has a frame, the frame of danger is drawn within it.
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
    """Draw danger, the hint, the action played instead, words on places and a plan over the picture.

    Changes and returns the picture. Raises what `place_of` raises for a place that it does not know.
    """
    if sheet.danger or sheet.heat:
        _mark(image, _danger_marks(sheet, place_of), DANGER, palette)
    for names, tones in ((sheet.played, PLAYED), (sheet.hinted, ADVISED)):
        if names:
            _mark(image, _hint_marks(names, place_of), tones, palette)
    write_on(image, sheet.written, place_of, palette)
    _number_steps(image, sheet.steps, place_of, palette)
    return image


def _mark(image: Image.Image, marks: OverlayMarks, tones: tuple[str, str], palette: Palette) -> None:
    """Draw marks over the picture."""
    left, top, right, bottom = _around(
        (*(place for place, _ in marks.places), *chain.from_iterable(marks.arrows))
    )
    wide, tall = right - left, bottom - top
    fine = _mark_mask(marks, (left, top, right, bottom))
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
    """Return the part of the picture that all marks lie in."""
    sides = [(place.x, place.y, place.x + place.width, place.y + place.height) for place in places]
    left, top, right, bottom = zip(*sides, strict=True)
    return min(left) - MARGIN, min(top) - MARGIN, max(right) + MARGIN, max(bottom) + MARGIN


def _mark_mask(marks: OverlayMarks, box: Box) -> Image.Image:
    """Draw the marks of a part of the picture, supersampled, mode L: the borders, then the lines on them."""
    left, top, right, bottom = box
    fine = Image.new("L", ((right - left) * FINE, (bottom - top) * FINE))
    draw = ImageDraw.Draw(fine)
    for level, grow in ((_WIDER, HALO), (_UPPER, 0)):
        for place, width in marks.places:
            _frame(draw, _shift_rect(place, left, top), width, grow, level)
        for start, end in marks.arrows:
            _arrow(
                draw, (_shift_rect(start, left, top), _shift_rect(end, left, top)), marks.reach, grow, level
            )
    return fine


_WIDER: Final = 128
_UPPER: Final = 255
"""Mask levels of the border and of the line."""

_ANY: Final = bytes([0] + [255] * 255)
"""Maps the 256 levels of a mask to full coverage wherever there is any."""


def _covered_parts(mask: Image.Image, box: Box) -> Iterator[Box]:
    """Yield small boxes that together contain all that the mask covers, and do not overlap.

    Marks are lines, and most of what they surround or pass is empty.
    """
    bounds = mask.crop(box).getbbox()
    if bounds is None:
        return
    left, top, right, bottom = box[0] + bounds[0], box[1] + bounds[1], box[0] + bounds[2], box[1] + bounds[3]
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
    """Return a part of the marks in colour with soft edges, mode RGBA; `upright`: the whole is upright."""
    # Resizing wants premultiplied colours; opaque and empty pixels are premultiplied already.
    bands = [_translate_levels(fine, table) for table in _bands(tones)]
    wide, tall = fine.width // FINE, fine.height // FINE
    # Pillow rounds after each direction and chooses their order by shape, so all parts must use one order.
    between = (fine.width, tall) if upright else (wide, fine.height)
    layer = Image.merge("RGBa", bands).resize(between, Image.Resampling.BOX)
    return layer.resize((wide, tall), Image.Resampling.BOX).convert("RGBA")


@cache
def _bands(tones: tuple[str, str]) -> list[bytes]:
    """Return, for each RGBA band, what the 256 mask levels become."""
    wider, upper = ((*TABLE[tone], 255) for tone in tones)
    return [
        bytes([0] * _WIDER + [below] * (_UPPER - _WIDER) + [above])
        for below, above in zip(wider, upper, strict=True)
    ]


def _translate_levels(mask: Image.Image, table: bytes) -> Image.Image:
    """Map the levels of a mask, mode L; faster than `point`, which spends most on the table."""
    return Image.frombytes("L", mask.size, mask.tobytes().translate(table))


def _shift_rect(place: Rect, left: int, top: int) -> Rect:
    return place._replace(x=place.x - left, y=place.y - top)


def _frame(draw: ImageDraw.ImageDraw, place: Rect, line: int, grow: int, level: int) -> None:
    """Draw the frame of a place, its line just within; `grow` pixels wider on either side."""
    x, y, wide, tall = place
    outer = [
        (at + by) * FINE for at, by in ((x, -grow), (y, -grow), (x + wide, grow - 1), (y + tall, grow - 1))
    ]
    width = (line + 2 * grow) * FINE
    draw.rounded_rectangle((outer[0], outer[1], outer[2], outer[3]), ROUND * FINE, None, level, width)


def _arrow(draw: ImageDraw.ImageDraw, way: tuple[Rect, Rect], reach: int, grow: int, level: int) -> None:
    """Draw an arrow from a place's edge `reach` pixels into another; none if their middles are equal."""
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
    """Return the distance from a place's middle to its edge in a direction, in pixels."""
    across = place.width / 2 / abs(dx) if dx else float("inf")
    down = place.height / 2 / abs(dy) if dy else float("inf")
    return min(across, down)


SIZE: Final = 34
"""Pixels of the type where there is room: shown at 400 px width it still has 15."""

PAD: Final = 7


def write_on(
    image: Image.Image,
    written: Iterable[tuple[str, str]],
    place_of: Callable[[str], Rect],
    palette: Palette,
) -> None:
    """Write the words of `Sheet.written` on the lower edges of their places; raises as `place_of`."""
    for name, text in written:
        _plate(image, text, place_of(name), palette)


DISC: Final = 36
"""Pixels of a step's number, along each side: shown at 400 px width it still has 16."""

_DISC_TYPE: Final = 27
_DISC_GAP: Final = 2


def _number_steps(
    image: Image.Image, steps: Sequence[str], place_of: Callable[[str], Rect], palette: Palette
) -> None:
    """Draw the ways of a plan as arrows, and the number of each step in the upper part of its place."""
    ways = tuple(text for text in steps if WAY in text)
    if ways:
        _mark(image, replace(_hint_marks(ways, place_of), places=()), ADVISED, palette)
    taken = Counter[str]()
    for number, text in enumerate(steps, 1):
        if not text:
            continue
        where = text.rpartition(WAY)[2]
        place = place_of(where)
        row, column = divmod(taken[where], max(1, place.width // (DISC + _DISC_GAP)))
        taken[where] += 1
        shift = DISC + _DISC_GAP
        _disc(image, number, (place.x + 2 + column * shift, place.y + 2 + row * shift), palette)


def _disc(image: Image.Image, number: int, at: tuple[int, int], palette: Palette) -> None:
    """Draw a number on a dark disc with a teal ring."""
    (x, y), draw = at, ImageDraw.Draw(image)
    for inset, name in ((0, "teal-lit"), (1, "teal"), (4, "night")):
        draw.ellipse((x + inset, y + inset, x + DISC - 1 - inset, y + DISC - 1 - inset), palette.index(name))
    tile = word(str(number), Face.FIGURES, _DISC_TYPE, ("night", "cream"), palette)
    top, bottom = capitals(Face.FIGURES, _DISC_TYPE)
    figures = tile.crop((0, top, tile.width, bottom))
    covers = figures.point([0 if level == palette.index("night") else 255 for level in range(256)], "1")
    image.paste(figures, (x + (DISC - figures.width) // 2, y + (DISC - figures.height) // 2), covers)


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
