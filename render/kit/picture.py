"""A picture as a list of tiles, drawn and compressed only where it changed.

A move changes a few squares of a board. Which strips of the file they lie in follows from the tiles and their
places, before a pixel is drawn; all other strips come from the cache (`render.kit.cache`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import blake2b
from itertools import groupby, pairwise
from struct import Struct, pack
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol
from zlib import DEFLATED, MAX_WBITS, Z_DEFAULT_STRATEGY, Z_SYNC_FLUSH

from PIL import Image

from render.kit.cache import PRESSED

try:
    from zlib_ng.zlib_ng import adler32, compressobj

    LEVELS = (3, 4)
except ImportError:  # not every machine has a wheel
    # zlib has the same functions, but other type names.
    from zlib import adler32, compressobj  # type: ignore[assignment]

    LEVELS = (4, 5)

if TYPE_CHECKING:
    from PIL._imaging import ImagingCore, PixelAccess

BAND: Final = 36
"""Rows of a strip where nothing is known of what changes: shorter strips cost more bytes than they save,
longer ones are drawn anew too often."""

ABOVE: Final = 1
"""Rows above a strip that prime its compression: what repeats them is short from its first row on."""

LARGE: Final = 900_000
"""Pixels from which a picture is compressed one level harder, or the file would be too large."""

_MEMORY: Final = 7
"""The memory level of deflate: with more the file is no smaller, and the memory is out of the CPU's cache."""


class DeflatedStrip(NamedTuple):
    """Some rows of a PNG file: their deflated bytes, with the checksum and length of the raw ones."""

    data: bytes
    checksum: int
    length: int


class _PlacedTile(NamedTuple):
    """A tile at a place, up to `right` and `bottom`, and its digest in each of its strips.

    `first` is the strip of its first row, `marks` are the digests. `pixels` and `covers` are Pillow's own
    objects of the tile and its mask: to ask an image for them takes a fifth as long as to paste it.
    """

    x: int
    y: int
    right: int
    bottom: int
    mask: Image.Image | None
    first: int
    marks: tuple[bytes, ...]
    pixels: ImagingCore
    covers: ImagingCore | None


class Cuts:
    """The rows where pictures of one height are cut into strips."""

    def __init__(self, height: int, at: Iterable[int]) -> None:
        edges = [0, *(row for row in at if row < height), height]
        self.strips = list(pairwise(edges))
        """The first row of each strip, and its last one plus one."""
        self.of_row = [number for number, (top, end) in enumerate(self.strips) for _ in range(top, end)]
        """The strip that each row lies in."""
        # A tile stores what is known of it in attributes with these names.
        self.places, self.heights = f"_places_{id(self)}", f"_heights_{id(self)}"


@cache
def cuts(height: int, at: tuple[int, ...] = ()) -> Cuts:
    """Return the cuts at the rows `at` that lie within `height`; every `BAND` rows if none are named."""
    return Cuts(height, at or range(BAND, height, BAND))


class PasteTarget(Protocol):
    """What tiles are pasted on: an image, a picture, or an inset of one."""

    def paste(self, im: Image.Image, box: tuple[int, int], mask: Image.Image | None = None, /) -> None:
        """Paste a tile with its upper left corner at `box`, where the mask covers if there is one."""


class Inset:
    """A part of a picture with its own coordinates: pasting on it pastes on the picture.

    A panel that is laid out on an inset needs no image of its own, so a new figure in it costs only that
    figure. Unlike an image it does not clip at its borders.
    """

    def __init__(self, onto: PasteTarget, x: int, y: int) -> None:
        self._onto, self._x, self._y = onto, x, y

    def paste(self, im: Image.Image, box: tuple[int, int], mask: Image.Image | None = None, /) -> None:
        """Paste a tile with its upper left corner at `box` from the inset's own."""
        self._onto.paste(im, (box[0] + self._x, box[1] + self._y), mask)


class Picture(Image.Image):
    """An image of mode P that is drawn lazily, when its pixels are first read.

    Tiles are pasted on a ground, which is not changed. Neither it nor a tile may be changed afterwards.
    `parts` are the tiles and their places, None once the picture is drawn: then it is an image like any
    other. `at` are the rows where it is cut into strips, best between rows that change independently.
    """

    def __init__(self, ground: Image.Image, at: tuple[int, ...] = ()) -> None:
        super().__init__()
        self._mode, self._size = ground.mode, ground.size
        self.palette = None if ground.palette is None else ground.palette.copy()
        self.ground = ground
        self._cuts = cuts(ground.height, at)
        self._places = self._cuts.places
        self._passing = set[int]()  # the strips that no other picture shares
        self.parts: list[tuple[Image.Image, _PlacedTile]] | None = []

    def paste(
        self,
        im: Image.Image | str | float | tuple[float, ...],
        box: Image.Image | tuple[int, int, int, int] | tuple[int, int] | None = None,
        mask: Image.Image | None = None,
    ) -> None:
        """Record a tile with its upper left corner; draws and pastes anything else at once."""
        parts = self.parts
        if parts is not None:
            # The fast path: most tiles were pasted at the same place before.
            try:
                known = im.__dict__[self._places][box if mask is None else (box, id(mask))]
            except (KeyError, AttributeError, TypeError):
                pass
            else:
                parts.append((im, known))  # type: ignore[arg-type] # only tiles know places
                return
        if parts is None or not _is_tile(im, box):
            super().paste(im, box, mask)
        else:
            parts.append((im, _placed_tile(im, box, mask, self._cuts)))  # type: ignore[arg-type] # `_is_tile` has checked them

    def paste_uncached(self, tile: Image.Image, at: tuple[int, int], mask: Image.Image) -> None:
        """Paste a tile made for this picture alone, such as marks; its strips are not cached."""
        self.paste(tile, at, mask)
        if self.parts:
            part = self.parts[-1][1]
            self._passing.update(range(part.first, part.first + len(part.marks)))

    def crop(self, box: tuple[float, float, float, float] | None = None) -> Image.Image:
        """Return a part of the picture without drawing the rest."""
        parts = self.parts
        if parts is None or box is None:
            return super().crop(box)
        left, top, right, bottom = (round(edge) for edge in box)
        piece = self.ground.crop((left, top, right, bottom))
        rows = [pasted for pasted in parts if pasted[1].y < bottom and pasted[1].bottom > top]
        here = [pasted for pasted in rows if pasted[1].x < right and pasted[1].right > left]
        _paste(piece.im, here, top, -left)
        return piece

    def load(self) -> PixelAccess | None:
        """Draw the picture if it is not drawn yet; Pillow calls this before it reads pixels."""
        parts = self.parts
        if parts is not None:
            self.im = self.ground.im.copy()
            _paste(self.im, parts, 0, 0)
            self.parts = None
        return super().load()

    def strips(self) -> list[DeflatedStrip]:
        """Return the compressed rows; draws and compresses only strips that are not cached."""
        parts = self.parts
        if parts is None:  # it is drawn, and may have been changed since
            return strips_of(self, self._cuts)
        rows = self._cuts.strips
        level = _deflate_level(self)
        keys = _strip_keys(self.ground, parts, self._cuts, level)
        strips = [None if kept is None else DeflatedStrip(kept[0], *kept[1]) for kept in PRESSED.get(keys)]
        new = list[tuple[bytes, bytes, tuple[int, ...]]]()
        for missing, run in groupby(range(len(rows)), lambda number: strips[number] is None):
            if missing:
                numbers = list(run)
                top, bottom = max(0, rows[numbers[0]][0] - ABOVE), rows[numbers[-1]][1]
                here = [pasted for pasted in parts if pasted[1].y < bottom and pasted[1].bottom > top]
                strip = _render_rows(self.ground, here, top, bottom)
                spans = [(first - top, end - top) for first, end in (rows[number] for number in numbers)]
                wide = self.width + _FILTER
                for number, made in zip(numbers, _deflate_strips(strip, wide, spans, level), strict=True):
                    strips[number] = made
                    if number not in self._passing:
                        new.append((keys[number], made.data, (made.checksum, made.length)))
        if new:
            PRESSED.put(new)
        return [made for made in strips if made is not None]


def _is_tile(im: object, box: object) -> bool:
    """Return whether what is pasted is a whole palette image at a position."""
    return isinstance(im, Image.Image) and im.mode == "P" and type(box) is tuple and len(box) == 2  # noqa: PLR2004 - x, y


PLACES: Final = 192
"""How many places of a tile are remembered: more than a board has squares. Some tiles would have
thousands."""


def _placed_tile(tile: Image.Image, at: tuple[int, int], mask: Image.Image | None, cut: Cuts) -> _PlacedTile:
    """Return a tile at a place, made once for each place, since no tile is changed.

    It is stored as an attribute of the tile, which Pillow does not copy to images made of the tile.
    """
    known: dict[str, dict[object, _PlacedTile]] = tile.__dict__
    places = known.get(cut.places)
    if places is None:
        places = known[cut.places] = {}
    # A mask that is stored here lives as long as the tile, so no other mask gets its id.
    place = at if mask is None else (at, id(mask))
    placed = places.get(place)
    if placed is None:
        if len(places) >= PLACES:
            places.clear()
        (x, y), (wide, tall) = at, tile.size
        mark = _AT(x)
        marks = tuple(digest + mark for digest in _strip_digests(tile, y, mask, cut))
        first = cut.of_row[max(y, 0)] if marks else 0
        covers = None if mask is None else mask.im
        placed = places[place] = _PlacedTile(x, y, x + wide, y + tall, mask, first, marks, tile.im, covers)
    return placed


_AT: Final = Struct("<h").pack


def _strip_digests(tile: Image.Image, y: int, mask: Image.Image | None, cut: Cuts) -> tuple[bytes, ...]:
    """Return the digest of a tile's rows in each strip, and in the rows above that prime it.

    Tiles that differ only elsewhere are equal in that strip. Made once for each height of a tile.
    """
    known: dict[str, dict[object, tuple[bytes, ...]]] = tile.__dict__
    heights = known.setdefault(cut.heights, {})
    height = y if mask is None else (y, id(mask))
    digests = heights.get(height)
    if digests is None:
        digests = heights[height] = tuple(_digest_strips(tile, y, mask, cut))
    return digests


def _digest_strips(tile: Image.Image, y: int, mask: Image.Image | None, cut: Cuts) -> Iterator[bytes]:
    rows = len(cut.of_row)
    if y >= rows or y + tile.height <= 0:
        return
    layers = [memoryview(layer.tobytes()) for layer in (tile, mask) if layer is not None]
    strides = [len(layer) // tile.height for layer in layers]  # a mask may have eight pixels in a byte
    last = min(y + tile.height - 1 + ABOVE, rows - 1)
    for first, end in cut.strips[cut.of_row[max(y, 0)] : cut.of_row[last] + 1]:
        top, bottom = max(y, first - ABOVE), min(y + tile.height, end)
        digest = blake2b(digest_size=16, salt=_ROWS(top, tile.width, bottom - top))
        for layer, stride in zip(layers, strides, strict=True):
            digest.update(layer[(top - y) * stride : (bottom - y) * stride])
        yield digest.digest()


_ROWS: Final = Struct("<hhh").pack


def _strip_keys(
    ground: Image.Image, parts: Iterable[tuple[Image.Image, _PlacedTile]], cut: Cuts, level: int
) -> list[bytes]:
    """Return the cache key of each strip at a compression level: a digest of all it shows."""
    marks_by_strip = [[mark] for mark in _placed_tile(ground, (0, 0), None, cut).marks]
    for _, part in parts:
        number = part.first
        for mark in part.marks:
            marks_by_strip[number].append(mark)
            number += 1
    salt = bytes((level,))
    return [blake2b(b"".join(marks), digest_size=16, salt=salt).digest() for marks in marks_by_strip]


def _render_rows(
    ground: Image.Image, parts: Iterable[tuple[Image.Image, _PlacedTile]], top: int, bottom: int
) -> bytearray:
    """Draw the rows of a picture from `top` to `bottom` as a PNG stores them, each with its filter byte."""
    wide = ground.width + _FILTER
    rows = bytearray(memoryview(_ground_rows(ground))[top * wide : bottom * wide])
    # The image shares its memory with `rows`: nothing is copied before it is compressed.
    strip = Image.frombuffer("P", (wide, bottom - top), rows, "raw", "P", 0, 1).im
    _paste(strip, parts, top, _FILTER)
    strip.paste(0, (0, 0, _FILTER, bottom - top))  # tiles may have reached into the filter bytes
    return rows


def _paste(onto: ImagingCore, parts: Iterable[tuple[Image.Image, _PlacedTile]], top: int, edge: int) -> None:
    """Paste tiles on an image that begins at the row `top`, with `edge` extra pixels on the left."""
    paste = onto.paste  # `Image.paste` ends here, but its checks take longer than most tiles
    for _, (x, y, right, end, _, _, _, pixels, covers) in parts:
        box = (x + edge, y - top, right + edge, end - top)
        if covers is None:
            paste(pixels, box)
        else:
            paste(pixels, box, covers)


def _ground_rows(image: Image.Image) -> bytes:
    """Return the PNG rows of a ground, stored as an attribute of it, since it is never changed."""
    known: dict[str, bytes] = image.__dict__
    rows = known.get("_rows")
    if rows is None:
        rows = known["_rows"] = _filtered_rows(image)
    return rows


def _filtered_rows(image: Image.Image) -> bytes:
    """Return the rows of an image as a PNG stores them, each with its filter byte."""
    return image.crop((-_FILTER, 0, *image.size)).tobytes()


_FILTER: Final = 1
"""In a PNG file each row begins with the kind of its filter, as if it were a pixel: zero is none."""


def strips_of(image: Image.Image, cut: Cuts | None = None) -> list[DeflatedStrip]:
    """Return the compressed rows of an image, cut evenly unless `cut` says where."""
    spans = (cut or cuts(image.height)).strips
    return list(_deflate_strips(_filtered_rows(image), image.width + _FILTER, spans, _deflate_level(image)))


def _deflate_level(image: Image.Image) -> int:
    """Return the compression level for a picture of this size."""
    return LEVELS[image.width * image.height >= LARGE]


def _deflate_strips(
    strip: bytes | bytearray, wide: int, spans: Iterable[tuple[int, int]], level: int
) -> Iterator[DeflatedStrip]:
    """Compress rows of `wide` bytes as strips, each primed with the rows above it."""
    rows = memoryview(strip)
    for first, end in spans:
        above = rows[max(0, first - ABOVE) * wide : first * wide]
        yield deflate_strip(above, rows[first * wide : end * wide], level)


def deflate_strip(above: memoryview, rows: memoryview, level: int) -> DeflatedStrip:
    """Compress rows as a strip; the rows `above` belong to the strip before and only prime it.

    The result is whole bytes without the beginning or end of a stream, so strips can be concatenated.
    """
    press = compressobj(level, DEFLATED, -MAX_WBITS, _MEMORY, Z_DEFAULT_STRATEGY, above)
    return DeflatedStrip(press.compress(rows) + press.flush(Z_SYNC_FLUSH), adler32(rows), len(rows))


def join_strips(strips: Iterable[DeflatedStrip]) -> bytes:
    """Concatenate strips to one stream in zlib's format."""
    low, high, parts = 1, 0, [_BEGIN]
    for data, checksum, length in strips:
        # Adler-32 of the whole from those of the strips: the sum of the bytes, and the sum of these sums.
        high = (high + length * (low - 1) + (checksum >> 16)) % _ADLER
        low = (low + (checksum & 0xFFFF) - 1) % _ADLER
        parts.append(data)
    return b"".join((*parts, _END, pack(">HH", high, low)))


_ADLER: Final = 65521

_BEGIN: Final = b"\x78\x01"
"""The header: deflate with a window of 32 kilobytes, no dictionary."""

_END: Final = b"\x03\x00"
"""An empty last block."""


def palette_bytes(image: Image.Image) -> bytes:
    """Return the colours of an image's palette, three bytes each, without drawing a picture."""
    ground = image.ground if isinstance(image, Picture) else image
    return bytes(ground.getpalette() or ())
