"""The corners around the octagon: where those lie who were taken, plaques for battles, a bot's face."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from engine.octagon.model import Side
from render.kit.cache import cached_sprite
from render.kit.canvas import Face, Palette, fit_text, word
from render.kit.caption import write
from render.kit.sheet import Sheet
from render.octagon.board import BOARD, MARGIN, STRIP, TIP, TRAY
from render.octagon.colours import NAMED, PALETTE
from render.octagon.pieces import piece
from render.portraits import medallion


class _Rows(NamedTuple):
    """How pieces lie in a tray, in pixels.

    The side of their tiles, how far it is to the next one and to the next row, and how far right and down of
    its upper left corner a piece reaches, both together: nobody stands in the lower right corner of a tile.
    """

    size: int
    step: int
    row: int
    reach: int


_ROWS: Final = {
    Side.DWARFS: (_Rows(44, 30, 34, 78), _Rows(36, 22, 26, 64)),
    Side.TROLLS: (_Rows(48, 38, 43, 90),),
}
"""The more there are, the closer they stand: a crowd of dwarfs shows helmets and beards, and no axes."""

SIZES: Final = tuple((side, rows.size) for side in Side for rows in _ROWS[side])
"""As how large a tile anybody can lie in a tray."""

INSET: Final = 3
NUMBER: Final = 34
"""How far from a tray's edge its rows begin, and the width of what says how many there are, in pixels."""


@cache
def tray_places(side: Side, taken: int) -> tuple[int, tuple[tuple[int, int], ...]]:
    """The side of the tiles of those that were taken, and where they lie in the upper left tray, in pixels.

    They lie in rows that end at the slant, x and y from the octagon's corner; the first begins with their
    number. Raises `ValueError` for more than there are.
    """
    for rows in _ROWS[side]:
        found = tuple(_places(rows))[:taken]
        if len(found) == taken:
            return rows.size, found
    raise ValueError(f"{taken} {side} taken")


def _places(rows: _Rows) -> Iterator[tuple[int, int]]:
    for y in range(INSET, TRAY - rows.reach, rows.row):
        first = INSET + (NUMBER if y == INSET else 0)
        for x in range(first, TRAY - rows.reach - y + 1, rows.step):
            yield x, y


TALL: Final = 102
"""Height of a plaque that tells how a battle ended, in pixels."""

PAD: Final = 12
ICON: Final = 32
"""How far from the outer edge everything on it begins, and the side of a piece there."""

NAME: Final = range(24, 19, -1)
"""Pixels of the type of names."""

_FACE: Final = 72
"""Pixels of the face of a bot, along each side."""

_BENEATH: Final = 27
"""How far beneath that the baseline of its name is, in pixels."""


def face(image: Image.Image, results: tuple[object, ...], sheet: Sheet) -> None:
    """Which bot sits here, in the lower right corner: how the second battle ended comes there later."""
    seat = next((seat for seat, who in enumerate(sheet.faces) if who), None)
    if seat is None or len(results) > 1 or seat >= len(sheet.names):
        return
    right, low = MARGIN + BOARD - PAD, STRIP + MARGIN + BOARD - PAD
    x, y = right - _FACE, low - _FACE - _BENEATH
    image.paste(medallion(sheet.faces[seat], _FACE, "field", PALETTE), (x, y))
    name, size = fit_text(sheet.names[seat], Face.FIGURES, NAME, _FACE + 2 * PAD)
    tile = word(name, Face.FIGURES, size, ("field", "cream"), PALETTE)
    at = (min(x + (_FACE - tile.width) // 2, right - tile.width), y + _FACE + _BENEATH)
    write(image, at, tile, Face.FIGURES, size)


def plaque(palette: Palette, *, right: bool) -> Image.Image:
    """An empty plaque for the lower left corner, or the right one."""
    tile = palette.blank((TIP + 1, TALL), "field")
    for inset, name in ((0, "brass-deep"), (2, "night")):
        ImageDraw.Draw(tile).polygon(_shape(inset, right=right), palette.index(name))
    return tile


def paste_plaque(image: Image.Image, tile: Image.Image, *, right: bool) -> None:
    """Paste a plaque into its corner."""
    at = (MARGIN + (BOARD - tile.width if right else 0), STRIP + MARGIN + BOARD - TALL)
    image.paste(tile, at, outline(right))


def _shape(inset: int, *, right: bool) -> list[tuple[int, int]]:
    """The corners of a plaque, whose inner edge is as steep as the octagon's."""
    far, low = TIP - inset, TALL - 1 - inset
    slant = TRAY - TALL - round(1.414 * inset)
    around = ((inset, inset), (slant + inset, inset), (far, far - slant), (far, low), (inset, low))
    return [(TIP - x if right else x, y) for x, y in around]


@cached_sprite
def outline(right: bool) -> Image.Image:
    """The mask of a plaque."""
    mask = Image.new("1", (TIP + 1, TALL))
    ImageDraw.Draw(mask).polygon(_shape(0, right=right), 1)
    return mask


@cached_sprite
def night_piece(side: Side, size: int) -> Image.Image:
    """A small piece on the ground of captions and plaques; shared, so paste it only."""
    return flatten_sprite(piece(side, size))


def flatten_sprite(sprite: Image.Image) -> Image.Image:
    """A sprite on that ground, in the palette of the octagon."""
    tile = Image.new("RGBA", sprite.size, NAMED["night"])
    tile.alpha_composite(sprite)
    return PALETTE.quantise(tile.convert("RGB"))
