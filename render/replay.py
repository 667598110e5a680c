"""A game from its beginning to its end as an animated GIF, of the pictures that its painter makes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, count
from struct import pack
from typing import Any, Final, NamedTuple, TypeAlias

from PIL import Image, ImageChops

from render.kit.picture import Picture, palette_bytes

Box: TypeAlias = tuple[int, int, int, int]
"""Left, top, right and bottom of a part of a picture, in pixels."""

Pixels: TypeAlias = Any
"""Pillow's own object behind an image: cut and compared without a palette for every piece. It has no type."""

MOST_COLOURS: Final = 255
"""One of the 256 indices must be free: it stands for "as it was"."""

BLINK: Final = 20
"""Milliseconds between the parts of a frame that is written as several: the least that players heed."""

MOST_BOXES: Final = 10
"""Into how many boxes what changed is parted: what a frame is written as, one after the other."""

MOST_TILES: Final = 40
"""Of more tiles that are others it is not looked which of them lie side by side."""

PRICE: Final = 600
"""Pixels of area that a box of its own may save and is not worth it."""

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
    the free index wherever nothing did, if that is shorter: long runs of one index cost next to nothing. The
    last `foot` rows are words: what changed there is a box of its own, with the few colours that it has.
    """
    timed = zip(frames, durations, strict=True)
    first, hold = next(timed, (None, 0))
    if first is None:
        raise ValueError("a replay needs a picture")
    before, palette = _Frame(first), _palette(first)
    opening, ground, blocks = before, _last_pixel(first), list[bytes]()
    for picture, duration in timed:
        after = _Frame(picture)
        if _palette(picture) != palette:
            raise ValueError("a replay has one palette")
        if before.size != after.size:
            size = max(before.size[0], after.size[0]), max(before.size[1], after.size[1])
            before, after = before.on_canvas(size, ground), after.on_canvas(size, ground)
        blocks += _change_blocks(before, after, palette, duration, foot)
        before = after
    whole = opening.on_canvas(before.size, ground).picture
    return b"".join(
        (
            _header(before.size, palette),
            _block(_pixels(whole), (0, 0), before.size, hold, _bits(palette)),
            *blocks,
            b";",
        )
    )


def _bits(palette: bytes) -> int:
    """How many bits an index of a palette has; the free index is one of them, too."""
    return max(2, (len(palette) // 3).bit_length())


class _Frame:
    """A picture, and the tiles it consists of if it is not drawn yet, by place and order."""

    def __init__(self, picture: Image.Image) -> None:
        self.picture = picture
        self.size = picture.size
        self.ground: Image.Image | None = None
        self.tiles: dict[_Key, Box] = {}
        self._held: list[tuple[Image.Image, Image.Image | None]] = []  # or their ids could be those of others
        if isinstance(picture, Picture) and picture.parts is not None:
            self.ground = picture.ground
            for tile, part in picture.parts:
                self._held.append((tile, part.mask))
                self.tiles[id(tile), id(part.mask), part.x, part.y] = (
                    max(part.x, 0),
                    max(part.y, 0),
                    min(part.right, picture.width),
                    min(part.bottom, picture.height),
                )

    def on_canvas(self, size: tuple[int, int], ground: int) -> _Frame:
        """The picture on a larger canvas of `size`; this one if it is as large."""
        return self if self.size == size else _Frame(_on_canvas(self.picture, size, ground))


_Key: TypeAlias = tuple[int, int, int, int]
"""What tells a tile in a picture from others: which one it is, its mask, and where it lies."""


def _palette(image: Image.Image) -> bytes:
    """The colours of a frame, three bytes each."""
    if image.mode != "P":
        raise ValueError(f"mode {image.mode}, only palette images (P) are drawn here")
    colours = palette_bytes(image)
    if len(colours) > 3 * MOST_COLOURS:
        raise ValueError(f"{len(colours) // 3} colours, at most {MOST_COLOURS}")
    return colours


def _pixels(image: Image.Image) -> Pixels:
    """What an image consists of, drawn if it was not."""
    image.load()
    return image.im


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


def _change_blocks(before: _Frame, after: _Frame, palette: bytes, duration: int, foot: int) -> list[bytes]:
    """The blocks that turn one picture into the next and hold it."""
    told, found = _frame_boxes(before, after, after.size[1] - foot, min(MOST_BOXES, duration // BLINK - 2))
    one, two = _pixels(before.picture), _pixels(after.picture)
    *early, last = found or [(0, 0, 1, 1)]
    blocks = [_text_block(two.crop(box), box, palette) for box in told]
    blocks += [_box_block(one, two, box, palette, BLINK) for box in early]
    rest = duration - BLINK * len(blocks)
    return [*blocks, _box_block(one, two, last, palette, rest)]


def _box_block(one: Pixels, two: Pixels, box: Box, palette: bytes, duration: int) -> bytes:
    """A box of the second picture, bare wherever nothing changed, or whole: whatever is shorter."""
    free, bits = len(palette) // 3, _bits(palette)
    part = two.crop(box)
    size: tuple[int, int] = part.size
    whole = _block(part, box[:2], size, duration, bits)
    same = one.crop(box).chop_difference(part).point(_SAME, "L")
    if same.getbbox(False) is None:  # noqa: FBT003 - not only of what shows through
        return whole
    part.paste(free, (0, 0, *size), same)
    return min(whole, _block(part, box[:2], size, duration, bits, free), key=len)


def _text_block(part: Pixels, box: Box, palette: bytes) -> bytes:
    """A box with few colours, in a palette of its own with no more than these: its indices are short."""
    used = [index for index, count in enumerate(part.histogram()) if count]
    places = [0] * 256
    for place, index in enumerate(used):
        places[index] = place
    bits = max(2, (len(used) - 1).bit_length())
    table = b"".join(palette[3 * index : 3 * index + 3] for index in used).ljust(3 << bits, b"\x00")
    return _block(part.point(places, "P"), box[:2], part.size, BLINK, bits, table=table)


def _block(
    pixels: Pixels,
    at: tuple[int, int],
    size: tuple[int, int],
    duration: int,
    bits: int,
    free: int | None = None,
    table: bytes = b"",
) -> bytes:
    """An image at its place, kept when the next one is drawn, with a palette of its own or that of all.

    Pillow's own way to write it takes eight bits for each index.
    """
    flags = _KEEP << 2 | (free is not None)
    control = b"!\xf9\x04" + pack("<BHBB", flags, duration // 10, free or 0, 0)
    own = 0x80 | (bits - 1) if table else 0
    place = b"," + pack("<HHHHB", *at, *size, own)
    return b"".join((control, place, table, bytes((bits,)), *_compress_indices(pixels, size, bits), b"\x00"))


def _compress_indices(pixels: Pixels, size: tuple[int, int], bits: int) -> Iterator[bytes]:
    """The indices of an image, pressed."""
    encoder = Image._getencoder("P", "gif", ("P",), (bits, 0))  # noqa: SLF001 - as Pillow's plugin does
    encoder.setimage(pixels, (0, 0, *size))
    going_on = 0
    while not going_on:
        _, going_on, data = encoder.encode(_CHUNK)
        yield data


_CHUNK: Final = 1 << 16
"""Bytes that are asked of the encoder at once."""


def _frame_boxes(before: _Frame, after: _Frame, top: int, most: int) -> tuple[list[Box], list[Box]]:
    """What changed from the row `top` on, in one box if anything did, and what did above, in `most`."""
    one, two = before.picture, after.picture
    rough = _changed_tiles(before, after)
    if rough is None:
        apart = ImageChops.difference(one, two)
        told = [box] if (box := _changed_box(apart, (0, top, *apart.size))) else []
        return told, changed_boxes(apart.crop((0, 0, apart.width, top)), most)
    exact = [box for part in rough if (box := _difference_box(_pixels(one), _pixels(two), part))]
    told, others = [box for box in exact if box[3] > top], [box for box in exact if box[3] <= top]
    return _merge_boxes(told, 1), sorted(_merge_boxes(others, most), key=lambda box: (box[1], box[0]))


def _changed_tiles(before: _Frame, after: _Frame) -> list[Box] | None:
    """Where tiles lie in one picture and not in the other; none where that does not tell all of it."""
    if before.ground is None or before.ground is not after.ground:
        return None
    old, new = before.tiles, after.tiles
    if [key for key in old if key in new] != [key for key in new if key in old]:
        return None  # what lay beneath lies above
    found = {box for key, box in old.items() if key not in new}
    found |= {box for key, box in new.items() if key not in old}
    return [*found] if len(found) <= MOST_TILES else None


def _difference_box(one: Pixels, two: Pixels, box: Box) -> Box | None:
    """The box around what differs in this part of two pictures."""
    apart = one.crop(box).chop_difference(two.crop(box)).getbbox(False)  # noqa: FBT003 - as above
    if apart is None:
        return None
    x, y = box[:2]
    return apart[0] + x, apart[1] + y, apart[2] + x, apart[3] + y


def _merge_boxes(found: list[Box], most: int) -> list[Box]:
    """Boxes as `most` at most, and fewer where two as one have hardly more area: each has its price, too."""
    kept, numbers = dict(enumerate(found)), count(len(found))
    wastes = [_merge_waste(kept, one, two) for one, two in combinations(kept, 2)]
    while wastes:
        least = min(wastes)
        if len(kept) <= most and least.area > PRICE:
            break
        both, number = _enclosing_box(kept.pop(least.one), kept.pop(least.two)), next(numbers)
        wastes = [waste for waste in wastes if waste.one in kept and waste.two in kept]
        kept[number] = both
        wastes += [_merge_waste(kept, other, number) for other in kept if other != number]
    return list(kept.values())


class _Waste(NamedTuple):
    """The area that two boxes have only as one, where they lie, and which they are."""

    area: int
    where: tuple[Box, Box]
    one: int
    two: int


def _merge_waste(kept: Mapping[int, Box], one: int, two: int) -> _Waste:
    first, second = kept[one], kept[two]
    return _Waste(
        _area(_enclosing_box(first, second)) - _area(first) - _area(second), (first, second), one, two
    )


def _enclosing_box(one: Box, two: Box) -> Box:
    return min(one[0], two[0]), min(one[1], two[1]), max(one[2], two[2]), max(one[3], two[3])


def changed_boxes(apart: Image.Image, most: int = MOST_BOXES) -> list[Box]:
    """The box around what changed, or up to `most` from the top down, if together these are smaller.

    `apart` is zero where two pictures are alike; if they are so everywhere, the box is a single pixel.
    The points change above a board, the move may be anywhere on it, and who was taken is in a corner.
    """
    box = apart.getbbox()
    if box is None:
        return [(0, 0, 1, 1)]
    found, halves = [box], {box: _split_box(apart, box)}
    while len(found) < most:
        box = max(found, key=lambda one: _area(one) - sum(map(_area, halves[one])))
        two = halves[box]
        if sum(map(_area, two)) >= _WORTH * _area(box):
            break
        found.remove(box)
        found += two
        halves |= {one: _split_box(apart, one) for one in two}
    return sorted(found, key=lambda one: (one[1], one[0]))


def _split_box(apart: Image.Image, box: Box) -> list[Box]:
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
    fitted = [
        [_changed_box(apart, part) or (*part[:2], part[0] + 1, part[1] + 1) for part in way] for way in ways
    ]
    return min(fitted, key=lambda way: sum(map(_area, way)))


def _changed_box(apart: Image.Image, box: Box) -> Box | None:
    """The box around what changed in a part of a picture."""
    found = apart.crop(box).getbbox()
    if found is None:
        return None
    return box[0] + found[0], box[1] + found[1], box[0] + found[2], box[1] + found[3]


def _area(box: Box) -> int:
    """Pixels."""
    left, top, right, bottom = box
    return (right - left) * (bottom - top)


def _header(size: tuple[int, int], palette: bytes) -> bytes:
    """Everything before the first frame: signature, size in pixels, palette, repetition."""
    bits = _bits(palette)
    flags = 0b1111_0000 | (bits - 1)  # a palette for all frames, eight bits a colour
    table = palette.ljust(3 << bits, b"\x00")
    return b"GIF89a" + pack("<HHBBB", *size, flags, 0, 0) + table + _FOR_EVER
