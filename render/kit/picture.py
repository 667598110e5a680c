"""A picture as a list of tiles, drawn and pressed only where nothing like it was before.

A move changes a few squares of a board. Which bands of the file they lie in follows from the tiles and their
places, before a pixel is drawn; all other bands are kept as they were pressed (`render.kit.cache`).
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
except ImportError:  # there is no wheel for every machine
    # The same, but for the names of its types.
    from zlib import adler32, compressobj  # type: ignore[assignment]

    LEVELS = (4, 5)

if TYPE_CHECKING:
    from PIL._imaging import ImagingCore, PixelAccess

BAND: Final = 36
"""Rows that are pressed together where nothing is known of what changes: with fewer each band costs more than
it saves, with more a change does."""

ABOVE: Final = 1
"""Rows above a band that it is pressed with: what repeats them is short from its first row on."""

LARGE: Final = 900_000
"""Pixels from which a picture is pressed one level harder, or it would be too many kilobytes."""

_MEMORY: Final = 7
"""How much deflating may use; with more the file is no smaller, and the memory is fetched from far away."""


class DeflatedStrip(NamedTuple):
    """Rows of a picture as they stand in a PNG file: deflated, with the checksum and length of what was."""

    data: bytes
    checksum: int
    length: int


class _PlacedTile(NamedTuple):
    """Where a tile lies, up to `right` and `bottom`, and what tells it from others in each of its bands.

    The `first` of these is the one that its first row lies in. `pixels` and `covers` are what Pillow pastes
    of the tile and its mask: to ask an image for it takes a fifth as long as to paste it.
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
    """Where pictures of one height are cut into bands, none where rows change together."""

    def __init__(self, height: int, at: Iterable[int]) -> None:
        edges = [0, *(row for row in at if row < height), height]
        self.bands = list(pairwise(edges))
        """The first row of each band, and its last one plus one."""
        self.of_row = [number for number, (top, end) in enumerate(self.bands) for _ in range(top, end)]
        """The band that each row lies in."""
        # On each tile stands what is known of it, by where its pictures are cut.
        self.places, self.heights = f"_places_{id(self)}", f"_heights_{id(self)}"


@cache
def cuts(height: int, at: tuple[int, ...] = ()) -> Cuts:
    """The cuts `at` these rows, as far as there are so many; every `BAND` rows if none are named."""
    return Cuts(height, at or range(BAND, height, BAND))


class PasteTarget(Protocol):
    """What tiles are pasted on: an image, a picture, or a place in one."""

    def paste(self, im: Image.Image, box: tuple[int, int], mask: Image.Image | None = None, /) -> None:
        """Paste a tile with its upper left corner at `box`, where the mask covers if there is one."""


class Inset:
    """A place in a picture with coordinates of its own: what is pasted there is pasted on the picture itself.

    A panel that is laid out on one needs no image, so that a new figure in it costs that figure alone. Unlike
    an image it cuts nothing off at its borders.
    """

    def __init__(self, onto: PasteTarget, x: int, y: int) -> None:
        self._onto, self._x, self._y = onto, x, y

    def paste(self, im: Image.Image, box: tuple[int, int], mask: Image.Image | None = None, /) -> None:
        """Paste a tile with its upper left corner at `box` from the inset's own."""
        self._onto.paste(im, (box[0] + self._x, box[1] + self._y), mask)


class Picture(Image.Image):
    """An image of mode P that is drawn when somebody looks at it, as Pillow reads a file when it must.

    Tiles are pasted on a ground, which stays as it is. Neither it nor a tile may be changed afterwards.
    `parts` are those tiles and their places, none once it is drawn: then it is an image like any other.
    `at` are the rows that it is cut at for a file, best between those that change by themselves.
    """

    def __init__(self, ground: Image.Image, at: tuple[int, ...] = ()) -> None:
        super().__init__()
        self._mode, self._size = ground.mode, ground.size
        self.palette = None if ground.palette is None else ground.palette.copy()
        self.ground = ground
        self._cuts = cuts(ground.height, at)
        self._places = self._cuts.places
        self._passing = set[int]()  # the bands that show what is met on no other picture
        self.parts: list[tuple[Image.Image, _PlacedTile]] | None = []

    def paste(
        self,
        im: Image.Image | str | float | tuple[float, ...],
        box: Image.Image | tuple[int, int, int, int] | tuple[int, int] | None = None,
        mask: Image.Image | None = None,
    ) -> None:
        """Note a tile with its upper left corner; anything else is pasted at once, as on any image."""
        parts = self.parts
        if parts is not None:
            # Most tiles were pasted at their place before: then this is all, a hundred times a picture.
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
            parts.append((im, _placed_tile(im, box, mask, self._cuts)))  # type: ignore[arg-type] # they are, by the line above

    def paste_uncached(self, tile: Image.Image, at: tuple[int, int], mask: Image.Image) -> None:
        """Paste a tile that was made for this picture alone, such as marks: where it lies nothing is kept."""
        self.paste(tile, at, mask)
        if self.parts:
            part = self.parts[-1][1]
            self._passing.update(range(part.first, part.first + len(part.marks)))

    def crop(self, box: tuple[float, float, float, float] | None = None) -> Image.Image:
        """A part of it, as of any image; the rest is not drawn for that."""
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
        """Draw it if that was not done; whatever looks at an image calls this first."""
        parts = self.parts
        if parts is not None:
            self.im = self.ground.im.copy()
            _paste(self.im, parts, 0, 0)
            self.parts = None
        return super().load()

    def strips(self) -> list[DeflatedStrip]:
        """Its rows as in a file; those that were never pressed are drawn for that."""
        parts = self.parts
        if parts is None:  # somebody may have drawn on it
            return strips_of(self, self._cuts)
        rows = self._cuts.bands
        level = _deflate_level(self)
        keys = _strip_keys(self.ground, parts, self._cuts, level)
        found = [None if kept is None else DeflatedStrip(kept[0], *kept[1]) for kept in PRESSED.get(keys)]
        new = list[tuple[bytes, bytes, tuple[int, ...]]]()
        for missing, run in groupby(range(len(rows)), lambda number: found[number] is None):
            if missing:
                numbers = list(run)
                top, bottom = max(0, rows[numbers[0]][0] - ABOVE), rows[numbers[-1]][1]
                here = [pasted for pasted in parts if pasted[1].y < bottom and pasted[1].bottom > top]
                strip = _render_rows(self.ground, here, top, bottom)
                spans = [(first - top, end - top) for first, end in (rows[number] for number in numbers)]
                wide = self.width + _FILTER
                for number, band in zip(numbers, _deflate_strips(strip, wide, spans, level), strict=True):
                    found[number] = band
                    if number not in self._passing:
                        new.append((keys[number], band.data, (band.checksum, band.length)))
        if new:
            PRESSED.put(new)
        return [band for band in found if band is not None]


def _is_tile(im: object, box: object) -> bool:
    """Whether what is pasted is an image of the palette, whole, at a place."""
    return isinstance(im, Image.Image) and im.mode == "P" and type(box) is tuple and len(box) == 2  # noqa: PLR2004 - x, y


PLACES: Final = 192
"""Places of a tile that are known, more than a board has squares. Of some tiles there would be thousands."""


def _placed_tile(tile: Image.Image, at: tuple[int, int], mask: Image.Image | None, cut: Cuts) -> _PlacedTile:
    """A tile at a place. It is made once for each, since no tile is changed.

    What is known of it stands on the tile; Pillow copies that to no image that it makes of the tile.
    """
    known: dict[str, dict[object, _PlacedTile]] = tile.__dict__
    places = known.get(cut.places)
    if places is None:
        places = known[cut.places] = {}
    # A mask that is known here lives as long as the tile, so that its id is that of no other.
    place = at if mask is None else (at, id(mask))
    found = places.get(place)
    if found is None:
        if len(places) >= PLACES:
            places.clear()
        (x, y), (wide, tall) = at, tile.size
        mark = _AT(x)
        marks = tuple(digest + mark for digest in _strip_digests(tile, y, mask, cut))
        first = cut.of_row[max(y, 0)] if marks else 0
        covers = None if mask is None else mask.im
        found = places[place] = _PlacedTile(x, y, x + wide, y + tall, mask, first, marks, tile.im, covers)
    return found


_AT: Final = Struct("<h").pack


def _strip_digests(tile: Image.Image, y: int, mask: Image.Image | None, cut: Cuts) -> tuple[bytes, ...]:
    """The digest of a tile's rows in each band, or in the rows above that it is pressed with.

    Tiles that differ elsewhere are the same in that band. It is made once for each height of a tile.
    """
    known: dict[str, dict[object, tuple[bytes, ...]]] = tile.__dict__
    heights = known.setdefault(cut.heights, {})
    height = y if mask is None else (y, id(mask))
    found = heights.get(height)
    if found is None:
        found = heights[height] = tuple(_digest_strips(tile, y, mask, cut))
    return found


def _digest_strips(tile: Image.Image, y: int, mask: Image.Image | None, cut: Cuts) -> Iterator[bytes]:
    rows = len(cut.of_row)
    if y >= rows or y + tile.height <= 0:
        return
    layers = [memoryview(layer.tobytes()) for layer in (tile, mask) if layer is not None]
    strides = [len(layer) // tile.height for layer in layers]  # a mask may have eight pixels in a byte
    last = min(y + tile.height - 1 + ABOVE, rows - 1)
    for first, end in cut.bands[cut.of_row[max(y, 0)] : cut.of_row[last] + 1]:
        top, bottom = max(y, first - ABOVE), min(y + tile.height, end)
        digest = blake2b(digest_size=16, salt=_ROWS(top, tile.width, bottom - top))
        for layer, stride in zip(layers, strides, strict=True):
            digest.update(layer[(top - y) * stride : (bottom - y) * stride])
        yield digest.digest()


_ROWS: Final = Struct("<hhh").pack


def _strip_keys(
    ground: Image.Image, parts: Iterable[tuple[Image.Image, _PlacedTile]], cut: Cuts, level: int
) -> list[bytes]:
    """What each band is kept as, pressed at a level: what tells apart all that is seen in it."""
    found = [[mark] for mark in _placed_tile(ground, (0, 0), None, cut).marks]
    for _, part in parts:
        number = part.first
        for mark in part.marks:
            found[number].append(mark)
            number += 1
    salt = bytes((level,))
    return [blake2b(b"".join(marks), digest_size=16, salt=salt).digest() for marks in found]


def _render_rows(
    ground: Image.Image, parts: Iterable[tuple[Image.Image, _PlacedTile]], top: int, bottom: int
) -> bytearray:
    """The rows of a picture from `top` to `bottom` as they stand in a file, each with its filter."""
    wide = ground.width + _FILTER
    rows = bytearray(memoryview(_ground_rows(ground))[top * wide : bottom * wide])
    # It shares its memory with them: nothing is copied to be pressed.
    strip = Image.frombuffer("P", (wide, bottom - top), rows, "raw", "P", 0, 1).im
    _paste(strip, parts, top, _FILTER)
    strip.paste(0, (0, 0, _FILTER, bottom - top))  # whatever has reached there
    return rows


def _paste(onto: ImagingCore, parts: Iterable[tuple[Image.Image, _PlacedTile]], top: int, edge: int) -> None:
    """Paste tiles on what begins at the row `top`, with an `edge` of so many pixels on the left."""
    paste = onto.paste  # what `Image.paste` ends in: it spends more on the way there than on most tiles
    for _, (x, y, right, end, _, _, _, pixels, covers) in parts:
        box = (x + edge, y - top, right + edge, end - top)
        if covers is None:
            paste(pixels, box)
        else:
            paste(pixels, box, covers)


def _ground_rows(image: Image.Image) -> bytes:
    """The rows of a ground as they stand in a file; it is never changed, so that they are kept on it."""
    known: dict[str, bytes] = image.__dict__
    found = known.get("_rows")
    if found is None:
        found = known["_rows"] = _filtered_rows(image)
    return found


def _filtered_rows(image: Image.Image) -> bytes:
    """The rows of an image as they stand in a file, each with its filter."""
    return image.crop((-_FILTER, 0, *image.size)).tobytes()


_FILTER: Final = 1
"""In a PNG file each row begins with the kind of its filter, as if it were a pixel: zero is none."""


def strips_of(image: Image.Image, cut: Cuts | None = None) -> list[DeflatedStrip]:
    """The rows of an image as in a file, cut evenly unless it is said where."""
    bands = (cut or cuts(image.height)).bands
    return list(_deflate_strips(_filtered_rows(image), image.width + _FILTER, bands, _deflate_level(image)))


def _deflate_level(image: Image.Image) -> int:
    """How hard a picture is pressed."""
    return LEVELS[image.width * image.height >= LARGE]


def _deflate_strips(
    strip: bytes | bytearray, wide: int, spans: Iterable[tuple[int, int]], level: int
) -> Iterator[DeflatedStrip]:
    """Rows of so many bytes as bands, each pressed with the rows above it, as far as there are some."""
    rows = memoryview(strip)
    for first, end in spans:
        above = rows[max(0, first - ABOVE) * wide : first * wide]
        yield deflate_strip(above, rows[first * wide : end * wide], level)


def deflate_strip(above: memoryview, rows: memoryview, level: int) -> DeflatedStrip:
    """Rows as a band; those `above` it belong to the band before and only help.

    Whole bytes come out, which neither begin nor end the stream, so that bands can be joined.
    """
    press = compressobj(level, DEFLATED, -MAX_WBITS, _MEMORY, Z_DEFAULT_STRATEGY, above)
    return DeflatedStrip(press.compress(rows) + press.flush(Z_SYNC_FLUSH), adler32(rows), len(rows))


def join_strips(bands: Iterable[DeflatedStrip]) -> bytes:
    """Bands as one stream in zlib's format."""
    low, high, parts = 1, 0, [_BEGIN]
    for data, checksum, length in bands:
        # Adler-32 of all from those of the parts: the sum of the bytes, and the sum of these sums.
        high = (high + length * (low - 1) + (checksum >> 16)) % _ADLER
        low = (low + (checksum & 0xFFFF) - 1) % _ADLER
        parts.append(data)
    return b"".join((*parts, _END, pack(">HH", high, low)))


_ADLER: Final = 65521

_BEGIN: Final = b"\x78\x01"
"""The header: deflate with a window of 32 kilobytes, no dictionary."""

_END: Final = b"\x03\x00"
"""An empty block, the last one."""


def palette_bytes(image: Image.Image) -> bytes:
    """The colours of an image's palette, three bytes each; a picture is not drawn for that."""
    ground = image.ground if isinstance(image, Picture) else image
    return bytes(ground.getpalette() or ())
