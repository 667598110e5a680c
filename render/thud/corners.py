"""The corners around the octagon: who was taken above, how battles ended beneath."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from engine.octagon.model import Side
from engine.thud.model import START, BattleResult, View
from render.kit.cache import drawn_once, kept
from render.kit.canvas import Face, ascent, fitted, word
from render.kit.caption import write
from render.kit.sheet import Say, Sheet
from render.octagon.board import BOARD, MARGIN, STRIP, TIP, TRAY
from render.octagon.colours import NAMED, PALETTE
from render.octagon.pieces import piece
from render.portraits import medallion

# Who was taken: in the upper corners, dwarfs on the left, trolls on the right


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

_INSET: Final = 3
_NUMBER: Final = 34
"""How far from a tray's edge its rows begin, and the width of what says how many there are, in pixels."""

_FULL: Final = {Side.DWARFS: START.dwarfs.bit_count(), Side.TROLLS: START.trolls.bit_count()}


def trays(image: Image.Image, view: View) -> None:
    """Those of both sides that were taken in this battle, and how many they are."""
    for side, left in ((Side.DWARFS, view.dwarfs), (Side.TROLLS, view.trolls)):
        taken = _FULL[side] - len(left)
        if taken <= 0:
            continue
        right, (size, lying) = side is Side.TROLLS, places(side, taken)
        number = word(str(taken), Face.FIGURES, 26, ("walnut", "cream"), PALETTE)
        x = _INSET + (_NUMBER - number.width) // 2
        x = BOARD - x - number.width if right else x
        write(image, (MARGIN + x, STRIP + MARGIN + 28), number, Face.FIGURES, 26)
        tile, mask = _small(side, size)
        for at, down in lying:
            across = BOARD - at - size if right else at
            image.paste(tile, (MARGIN + across, STRIP + MARGIN + down), mask)


@cache
def places(side: Side, taken: int) -> tuple[int, tuple[tuple[int, int], ...]]:
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
    for y in range(_INSET, TRAY - rows.reach, rows.row):
        first = _INSET + (_NUMBER if y == _INSET else 0)
        for x in range(first, TRAY - rows.reach - y + 1, rows.step):
            yield x, y


@drawn_once
def _small(side: Side, size: int) -> tuple[Image.Image, Image.Image]:
    """A piece on a tray's ground and the mask of what it covers; shared, so paste it only."""
    sprite = piece(side, size)
    tile = Image.new("RGBA", sprite.size, NAMED["walnut"])
    tile.alpha_composite(sprite)
    covered = sprite.getchannel("A").point(lambda level: 255 if level > 200 else 0)  # noqa: PLR2004 - no shadow
    return PALETTE.quantised(tile.convert("RGB")), covered.convert("1", dither=Image.Dither.NONE)


# How battles ended: in the lower corners, the first on the left, the second on the right

_TALL: Final = 102
_LINES: Final = (26, 59, 91)
"""Height of a plaque, and its baselines from the top, in pixels: which battle, the dwarfs, the trolls."""

_ICON: Final = 32
_PAD: Final = 12
_FIGURES: Final = _PAD + _ICON + 6
_NAMED: Final = _FIGURES + 36
"""Where piece, points and name begin, in pixels from the outer edge."""

_NAME: Final = range(24, 19, -1)


def results(image: Image.Image, view: View, sheet: Sheet) -> None:
    """The battles that are over, with their number, both names and points."""
    for battle, result in enumerate(view.results, 1):
        right = battle > 1
        tile, mask = _plaque(result, battle, sheet.names, sheet.say), _outline(right)
        x = BOARD - tile.width if right else 0
        image.paste(tile, (MARGIN + x, STRIP + MARGIN + BOARD - _TALL), mask)


_FACE: Final = 72
"""Pixels of the face of a bot, along each side."""

_BENEATH: Final = 27
"""How far beneath that the baseline of its name is, in pixels."""


def face(image: Image.Image, results: tuple[object, ...], sheet: Sheet) -> None:
    """Which bot sits here, in the lower right corner: how the second battle ended comes there later."""
    seat = next((seat for seat, who in enumerate(sheet.faces) if who), None)
    if seat is None or len(results) > 1 or seat >= len(sheet.names):
        return
    right, low = MARGIN + BOARD - _PAD, STRIP + MARGIN + BOARD - _PAD
    x, y = right - _FACE, low - _FACE - _BENEATH
    image.paste(medallion(sheet.faces[seat], _FACE, "field", PALETTE), (x, y))
    name, size = fitted(sheet.names[seat], Face.FIGURES, _NAME, _FACE + 2 * _PAD)
    tile = word(name, Face.FIGURES, size, ("field", "cream"), PALETTE)
    at = (min(x + (_FACE - tile.width) // 2, right - tile.width), y + _FACE + _BENEATH)
    write(image, at, tile, Face.FIGURES, size)


def _shape(inset: int, *, right: bool) -> list[tuple[int, int]]:
    """The corners of a plaque, whose inner edge is as steep as the octagon's."""
    far, low = TIP - inset, _TALL - 1 - inset
    slant = TRAY - _TALL - round(1.414 * inset)
    around = ((inset, inset), (slant + inset, inset), (far, far - slant), (far, low), (inset, low))
    return [(TIP - x if right else x, y) for x, y in around]


@drawn_once
def _outline(right: bool) -> Image.Image:
    """The mask of a plaque."""
    mask = Image.new("1", (TIP + 1, _TALL))
    ImageDraw.Draw(mask).polygon(_shape(0, right=right), 1)
    return mask


@kept
def _plaque(result: BattleResult, battle: int, names: tuple[str, ...], say: Say) -> Image.Image:
    """Which battle it was, and what both sides had when it ended, the loser's dimmed."""
    tile = PALETTE.blank((TIP + 1, _TALL), "field")
    for inset, name in ((0, "brass-deep"), (2, "night")):
        ImageDraw.Draw(tile).polygon(_shape(inset, right=battle > 1), PALETTE.index(name))
    plaque = _Plaque(tile, right=battle > 1)
    plaque.write(say("thud.picture.battle", battle=battle), "cream", (_PAD, _LINES[0]))
    for side, y in zip(Side, _LINES[1:], strict=True):
        seat = result.dwarf_seat if side is Side.DWARFS else 1 - result.dwarf_seat
        colour = "muted" if result.winner == 1 - seat else f"{side}-say"
        plaque.paste(on_night(side, _ICON), (_PAD - 2, y - 26))
        plaque.write(str(result.points[seat]), colour, (_FIGURES, y), range(26, 25, -1))
        if seat < len(names):
            plaque.write(names[seat], colour, (_NAMED, y))
    return tile


class _Plaque:
    """A plaque's tile, on which the left and the right one are each other's mirror image."""

    def __init__(self, tile: Image.Image, *, right: bool) -> None:
        self._tile = tile
        self._right = right

    def paste(self, tile: Image.Image, at: tuple[int, int]) -> None:
        """Paste a tile, `at` so many pixels from the outer edge and the top."""
        x, y = at
        self._tile.paste(tile, (self._tile.width - x - tile.width if self._right else x, y))

    def write(self, text: str, colour: str, at: tuple[int, int], sizes: range = _NAME) -> None:
        """Write a text on a baseline, as large as it fits between there and the inner edge."""
        x, y = at
        room = min(TIP, TRAY - _TALL + y - sizes[0]) - _PAD - x
        shown, size = fitted(text, Face.FIGURES, sizes, room)
        tile = word(shown, Face.FIGURES, size, ("night", colour), PALETTE)
        self.paste(tile, (x, y - ascent(Face.FIGURES, size)))


@drawn_once
def on_night(side: Side, size: int) -> Image.Image:
    """A small piece on the ground of captions and plaques; shared, so paste it only."""
    return pasted(piece(side, size))


def pasted(sprite: Image.Image) -> Image.Image:
    """A sprite on that ground, in the game's palette."""
    tile = Image.new("RGBA", sprite.size, NAMED["night"])
    tile.alpha_composite(sprite)
    return PALETTE.quantised(tile.convert("RGB"))


def prepare() -> None:
    """Draw what lies in corners, which nothing does at first."""
    for side in Side:
        for rows in _ROWS[side]:
            _small(side, rows.size)
        on_night(side, _ICON)
    for right in (False, True):
        _outline(right)
