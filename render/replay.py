"""A whole game as an animated GIF of the pictures that its painter makes."""

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
"""Pillow's untyped core object of an image: cropped and compared without a palette for every piece."""

MOST_COLOURS: Final = 255
"""One of the 256 indices must be free: it is the transparent one."""

BLINK: Final = 20
"""Milliseconds between the parts of a frame that is written as several: the shortest delay that players
respect."""

MOST_BOXES: Final = 10
"""The most boxes that a changed frame is written as, one after the other."""

MOST_TILES: Final = 40
"""With more changed tiles it is not checked which of them are neighbours."""

PRICE: Final = 600
"""Pixels of area that an extra box must save to be worth it."""

_WORTH: Final = 0.8
"""The most that two boxes may have of the area of the one around both."""

_FOR_EVER: Final = b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
"""The block that repeats the frames without end."""

_KEEP: Final = 1
"""The disposal method of a frame that the next one is drawn upon."""

_SAME: Final = [255] + [0] * 255
"""Maps the difference of two indices to a mask of the unchanged pixels."""


def gif(frames: Iterable[Image.Image], durations: Sequence[int], foot: int = 0) -> bytes:
    """Encode palette images (mode P) that share one palette as an animated GIF that repeats without end.

    `durations` are milliseconds, one for each frame; GIF counts in tens of them. The picture is as large as
    the largest frame in each direction; smaller ones lie in its upper left corner, and the rest has the
    colour of the first frame's last pixel. Frames are requested one by one and not kept. Raises `ValueError`
    if there is no frame, for a duration too many or too few, for a frame of another mode or palette, and for
    more than `MOST_COLOURS`.

    Of a frame only what changed is written, in one or several boxes, each `BLINK` before the next. Where it
    is shorter, unchanged pixels in a box get the transparent index: long runs of one index cost next to
    nothing. The last `foot` rows are words: what changed there is a box of its own, with a palette of its few
    colours.
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
    """Return how many bits an index of a palette has, including the free index."""
    return max(2, (len(palette) // 3).bit_length())


class _Frame:
    """A picture, and if it is not drawn yet, its tiles by place and order."""

    def __init__(self, picture: Image.Image) -> None:
        self.picture = picture
        self.size = picture.size
        self.ground: Image.Image | None = None
        self.tiles: dict[_Key, Box] = {}
        self._held: list[tuple[Image.Image, Image.Image | None]] = []  # keeps their ids unique
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
        """Return the picture on a canvas of `size`; itself if it has that size."""
        return self if self.size == size else _Frame(_on_canvas(self.picture, size, ground))


_Key: TypeAlias = tuple[int, int, int, int]
"""Identifies a tile in a picture: its id, that of its mask, and its place."""


def _palette(image: Image.Image) -> bytes:
    """Return the colours of a frame, three bytes each; raises `ValueError` for a frame that does not fit."""
    if image.mode != "P":
        raise ValueError(f"mode {image.mode}, only palette images (P) are drawn here")
    colours = palette_bytes(image)
    if len(colours) > 3 * MOST_COLOURS:
        raise ValueError(f"{len(colours) // 3} colours, at most {MOST_COLOURS}")
    return colours


def _pixels(image: Image.Image) -> Pixels:
    """Return Pillow's core object of an image, drawn if it was not."""
    image.load()
    return image.im


def _last_pixel(image: Image.Image) -> int:
    """Return the index in the lower right corner."""
    return image.crop((image.width - 1, image.height - 1, image.width, image.height)).tobytes()[0]


def _on_canvas(image: Image.Image, size: tuple[int, int], ground: int) -> Image.Image:
    """Return the image on a larger one of `size`; itself if it has that size."""
    if image.size == size:
        return image
    canvas = Image.new("P", size, ground)
    canvas.putpalette(image.getpalette() or ())
    canvas.paste(image, (0, 0))
    return canvas


def _change_blocks(before: _Frame, after: _Frame, palette: bytes, duration: int, foot: int) -> list[bytes]:
    """Return the blocks that turn one picture into the next and hold it."""
    text_boxes, board_boxes = _frame_boxes(
        before, after, after.size[1] - foot, min(MOST_BOXES, duration // BLINK - 2)
    )
    old, new = _pixels(before.picture), _pixels(after.picture)
    *early, last = board_boxes or [(0, 0, 1, 1)]
    blocks = [_text_block(new.crop(box), box, palette) for box in text_boxes]
    blocks += [_box_block(old, new, box, palette, BLINK) for box in early]
    rest = duration - BLINK * len(blocks)
    return [*blocks, _box_block(old, new, last, palette, rest)]


def _box_block(old: Pixels, new: Pixels, box: Box, palette: bytes, duration: int) -> bytes:
    """Encode a box of the second picture: whole, or with unchanged pixels transparent if that is shorter."""
    free, bits = len(palette) // 3, _bits(palette)
    part = new.crop(box)
    size: tuple[int, int] = part.size
    whole = _block(part, box[:2], size, duration, bits)
    same = old.crop(box).chop_difference(part).point(_SAME, "L")
    if same.getbbox(False) is None:  # noqa: FBT003 - not only of what shows through
        return whole
    part.paste(free, (0, 0, *size), same)
    return min(whole, _block(part, box[:2], size, duration, bits, free), key=len)


def _text_block(part: Pixels, box: Box, palette: bytes) -> bytes:
    """Encode a box with few colours in a palette of its own, so that its indices are short."""
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
    """Encode an image at its place, which stays when the next one is drawn.

    Pillow's own encoder would use eight bits for each index.
    """
    flags = _KEEP << 2 | (free is not None)
    control = b"!\xf9\x04" + pack("<BHBB", flags, duration // 10, free or 0, 0)
    local_palette = 0x80 | (bits - 1) if table else 0
    place = b"," + pack("<HHHHB", *at, *size, local_palette)
    return b"".join((control, place, table, bytes((bits,)), *_compress_indices(pixels, size, bits), b"\x00"))


def _compress_indices(pixels: Pixels, size: tuple[int, int], bits: int) -> Iterator[bytes]:
    """Compress the indices of an image by LZW."""
    encoder = Image._getencoder("P", "gif", ("P",), (bits, 0))  # noqa: SLF001 - as Pillow's plugin does
    encoder.setimage(pixels, (0, 0, *size))
    going_on = 0
    while not going_on:
        _, going_on, data = encoder.encode(_CHUNK)
        yield data


_CHUNK: Final = 1 << 16
"""Bytes that are requested from the encoder at once."""


def _frame_boxes(before: _Frame, after: _Frame, top: int, most: int) -> tuple[list[Box], list[Box]]:
    """Return what changed from the row `top` on, in at most one box, and above it, in at most `most`."""
    old, new = before.picture, after.picture
    rough = _changed_tiles(before, after)
    if rough is None:
        apart = ImageChops.difference(old, new)
        text_boxes = [box] if (box := _changed_box(apart, (0, top, *apart.size))) else []
        return text_boxes, changed_boxes(apart.crop((0, 0, apart.width, top)), most)
    exact = [box for part in rough if (box := _difference_box(_pixels(old), _pixels(new), part))]
    text_boxes, board_boxes = [box for box in exact if box[3] > top], [box for box in exact if box[3] <= top]
    return _merge_boxes(text_boxes, 1), sorted(
        _merge_boxes(board_boxes, most), key=lambda box: (box[1], box[0])
    )


def _changed_tiles(before: _Frame, after: _Frame) -> list[Box] | None:
    """Return where tiles lie in only one of two pictures; None if that does not cover all changes."""
    if before.ground is None or before.ground is not after.ground:
        return None
    old, new = before.tiles, after.tiles
    if [key for key in old if key in new] != [key for key in new if key in old]:
        return None  # the order of overlapping tiles changed
    changed = {box for key, box in old.items() if key not in new}
    changed |= {box for key, box in new.items() if key not in old}
    return [*changed] if len(changed) <= MOST_TILES else None


def _difference_box(old: Pixels, new: Pixels, box: Box) -> Box | None:
    """Return the box around the pixels that differ in this part of two pictures."""
    apart = old.crop(box).chop_difference(new.crop(box)).getbbox(False)  # noqa: FBT003 - as above
    if apart is None:
        return None
    x, y = box[:2]
    return apart[0] + x, apart[1] + y, apart[2] + x, apart[3] + y


def _merge_boxes(boxes: list[Box], most: int) -> list[Box]:
    """Merge boxes to at most `most`, and further where merging two adds hardly any area."""
    by_number, numbers = dict(enumerate(boxes)), count(len(boxes))
    wastes = [_merge_waste(by_number, one, two) for one, two in combinations(by_number, 2)]
    while wastes:
        least = min(wastes)
        if len(by_number) <= most and least.area > PRICE:
            break
        both, number = _enclosing_box(by_number.pop(least.one), by_number.pop(least.two)), next(numbers)
        wastes = [waste for waste in wastes if waste.one in by_number and waste.two in by_number]
        by_number[number] = both
        wastes += [_merge_waste(by_number, other, number) for other in by_number if other != number]
    return list(by_number.values())


class _Waste(NamedTuple):
    """The area that merging two boxes wastes, where they lie, and their numbers."""

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
    """Return the box around what changed, or up to `most` boxes if together these are smaller.

    `apart` is zero where two pictures are alike; if they are alike everywhere, the box is a single pixel.
    Typically the points change above a board, the move is anywhere on it, and taken pieces lie in a corner.
    """
    box = apart.getbbox()
    if box is None:
        return [(0, 0, 1, 1)]
    boxes, halves = [box], {box: _split_box(apart, box)}
    while len(boxes) < most:
        box = max(boxes, key=lambda candidate: _area(candidate) - sum(map(_area, halves[candidate])))
        two = halves[box]
        if sum(map(_area, two)) >= _WORTH * _area(box):
            break
        boxes.remove(box)
        boxes += two
        halves |= {candidate: _split_box(apart, candidate) for candidate in two}
    return sorted(boxes, key=lambda candidate: (candidate[1], candidate[0]))


def _split_box(apart: Image.Image, box: Box) -> list[Box]:
    """Split a box at the widest gap in it, in the better direction; without a gap, return it alone."""
    left, top, right, bottom = box
    columns, rows = map(bytes, apart.crop(box).getprojection())
    splits = [[box]]
    if gap := max(rows.split(b"\x01"), key=len):
        cut = top + rows.index(gap)
        splits.append([(left, top, right, cut), (left, cut + len(gap), right, bottom)])
    if gap := max(columns.split(b"\x01"), key=len):
        cut = left + columns.index(gap)
        splits.append([(left, top, cut, bottom), (cut + len(gap), top, right, bottom)])
    fitted = [
        [_changed_box(apart, part) or (*part[:2], part[0] + 1, part[1] + 1) for part in split]
        for split in splits
    ]
    return min(fitted, key=lambda split: sum(map(_area, split)))


def _changed_box(apart: Image.Image, box: Box) -> Box | None:
    """Return the box around what changed in a part of a picture."""
    bounds = apart.crop(box).getbbox()
    if bounds is None:
        return None
    return box[0] + bounds[0], box[1] + bounds[1], box[0] + bounds[2], box[1] + bounds[3]


def _area(box: Box) -> int:
    """Return the area of a box, in pixels."""
    left, top, right, bottom = box
    return (right - left) * (bottom - top)


def _header(size: tuple[int, int], palette: bytes) -> bytes:
    """Encode everything before the first frame: signature, size in pixels, palette, repetition."""
    bits = _bits(palette)
    flags = 0b1111_0000 | (bits - 1)  # a palette for all frames, eight bits a colour
    table = palette.ljust(3 << bits, b"\x00")
    return b"GIF89a" + pack("<HHBBB", *size, flags, 0, 0) + table + _FOR_EVER
