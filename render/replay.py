"""A game from its beginning to its end as an animated GIF, of the pictures that its painter makes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from struct import pack
from typing import Final, TypeAlias

from PIL import Image, ImageChops
from PIL.GifImagePlugin import getdata

Box: TypeAlias = tuple[int, int, int, int]
"""Left, top, right and bottom of a part of a picture, in pixels."""

MOST_COLOURS: Final = 255
"""One of the 256 indices must be free: it stands for "as it was"."""

BLINK: Final = 20
"""Milliseconds between the parts of a frame that is written as several: the least that players heed."""

MOST_BOXES: Final = 4
"""Into how many boxes what changed is parted: what a frame is written as, one after the other."""

_WORTH: Final = 0.8
"""What two boxes may have of the area of the one around both."""

_FOR_EVER: Final = b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
"""The block that has the frames repeated without end."""

_KEEP: Final = 1
"""What the field called disposal says of a frame that the next one is drawn upon."""

_SAME: Final = [255] + [0] * 255
"""What makes a mask of the pixels that did not change from how far their indices lie apart."""


def gif(frames: Iterable[Image.Image], durations: Sequence[int], foot: int = 0) -> bytes:
    """An animated GIF of palette images (mode P) that share one palette, repeated without end.

    `durations` are milliseconds, one for each frame; GIF counts in tens of them. The picture is as large as
    the largest frame in each direction; smaller ones lie in its upper left corner, and the rest has the
    colour of the first frame's last pixel. Frames are asked for one by one, and let go again. Raises
    `ValueError` if there is no frame, for a duration too many or too few, for a frame of another mode or
    palette, and for more than `MOST_COLOURS`.

    Of a frame only what changed is written, in one box or in several, each `BLINK` before the next, in them
    the free index wherever nothing did: long runs of one index cost next to nothing. The last `foot` rows are
    words: what changed there is a box of its own, and whole, as two texts on each other press worse than one.
    """
    timed = zip(frames, durations, strict=True)
    first, hold = next(timed, (None, 0))
    if first is None:
        raise ValueError("a replay needs a picture")
    palette, ground = _palette(first), _last_pixel(first)
    free, before, blocks = len(palette) // 3, first, list[bytes]()
    for frame, duration in timed:
        if _palette(frame) != palette:
            raise ValueError("a replay has one palette")
        size = max(before.width, frame.width), max(before.height, frame.height)
        after = _on_canvas(frame, size, ground)
        rows = foot if before.size == frame.size else 0
        blocks += _changed(_on_canvas(before, size, ground), after, free, duration, rows)
        before = after
    whole = _on_canvas(first, before.size, ground)
    opening = getdata(whole.copy(), duration=hold, disposal=_KEEP)
    return b"".join((_header(before.size, palette), *opening, *blocks, b";"))


def _palette(image: Image.Image) -> bytes:
    """The colours of a frame, three bytes each."""
    if image.mode != "P":
        raise ValueError(f"mode {image.mode}, only palette images (P) are drawn here")
    colours = bytes(image.getpalette() or ())
    if len(colours) > 3 * MOST_COLOURS:
        raise ValueError(f"{len(colours) // 3} colours, at most {MOST_COLOURS}")
    return colours


def _last_pixel(image: Image.Image) -> int:
    """The index in the lower right corner."""
    return image.crop((image.width - 1, image.height - 1, image.width, image.height)).tobytes()[0]


def _on_canvas(image: Image.Image, size: tuple[int, int], ground: int) -> Image.Image:
    """The image on a larger one of `size`; the image itself if it is as large."""
    if image.size == size:
        return image
    canvas = Image.new("P", size, ground)
    canvas.putpalette(image.getpalette() or ())
    canvas.paste(image, (0, 0))
    return canvas


def _changed(before: Image.Image, after: Image.Image, free: int, duration: int, foot: int) -> list[bytes]:
    """The blocks that turn one picture into the next and hold it."""
    apart = ImageChops.difference(before, after)
    blocks = list[list[bytes]]()
    if words := _words(apart, foot):
        apart.paste(0, words)
        blocks.append(getdata(after.crop(words), words[:2], duration=BLINK, disposal=_KEEP))
    *early, last = boxes(apart, MOST_BOXES - len(blocks))
    blocks += [_block(after, apart, box, free, BLINK) for box in early]
    rest = duration - BLINK * len(blocks)
    return [*chain.from_iterable(blocks), *_block(after, apart, last, free, rest)]


def _words(apart: Image.Image, foot: int) -> Box | None:
    """The box around what changed in the last rows, if something did."""
    if not foot:
        return None
    top = apart.height - foot
    box = apart.crop((0, top, *apart.size)).getbbox()
    return None if box is None else (box[0], box[1] + top, box[2], box[3] + top)


def _block(picture: Image.Image, apart: Image.Image, box: Box, free: int, duration: int) -> list[bytes]:
    """A box of a picture, bare wherever nothing changed."""
    part, same = picture.crop(box), apart.crop(box).point(_SAME, "L")
    part.paste(free, (0, 0, *part.size), same)
    return getdata(part, box[:2], duration=duration, disposal=_KEEP, transparency=free)


def boxes(apart: Image.Image, most: int = MOST_BOXES) -> list[Box]:
    """The box around what changed, or up to `most` from the top down, if together these are smaller.

    `apart` is zero where two pictures are alike; if they are so everywhere, the box is a single pixel.
    The points change above a board, the move may be anywhere on it, and who was taken is in a corner.
    """
    box = apart.getbbox()
    if box is None:
        return [(0, 0, 1, 1)]
    found, halves = [box], {box: _halved(apart, box)}
    while True:
        box = max(found, key=lambda one: _area(one) - sum(map(_area, halves[one])))
        two = halves[box]
        if sum(map(_area, two)) >= _WORTH * _area(box):
            break
        found.remove(box)
        found += two
        if len(found) == most:
            break
        halves |= {one: _halved(apart, one) for one in two}
    return sorted(found, key=lambda one: (one[1], one[0]))


def _halved(apart: Image.Image, box: Box) -> list[Box]:
    """A box as two, on either side of the widest gap in it, the better way; without a gap, itself."""
    left, top, right, bottom = box
    columns, rows = map(bytes, apart.crop(box).getprojection())
    ways = [[box]]
    if gap := max(rows.split(b"\x01"), key=len):
        cut = top + rows.index(gap)
        ways.append([(left, top, right, cut), (left, cut + len(gap), right, bottom)])
    if gap := max(columns.split(b"\x01"), key=len):
        cut = left + columns.index(gap)
        ways.append([(left, top, cut, bottom), (cut + len(gap), top, right, bottom)])
    fitted = [[_within(apart, part) for part in way] for way in ways]
    return min(fitted, key=lambda way: sum(map(_area, way)))


def _within(apart: Image.Image, box: Box) -> Box:
    """The box around what changed in a part of a picture; the part's own if nothing did."""
    left, top, right, bottom = apart.crop(box).getbbox() or (0, 0, 1, 1)
    return box[0] + left, box[1] + top, box[0] + right, box[1] + bottom


def _area(box: Box) -> int:
    """Pixels."""
    left, top, right, bottom = box
    return (right - left) * (bottom - top)


def _header(size: tuple[int, int], palette: bytes) -> bytes:
    """Everything before the first frame: signature, size in pixels, palette, repetition."""
    bits = max(1, (len(palette) // 3).bit_length())  # the free index is in the table, too
    flags = 0b1111_0000 | (bits - 1)  # a palette for all frames, eight bits a colour
    table = palette.ljust(3 << bits, b"\x00")
    return b"GIF89a" + pack("<HHBBB", *size, flags, 0, 0) + table + _FOR_EVER
