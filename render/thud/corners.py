"""The corners around the octagon: taken pieces above, results of battles beneath."""

from __future__ import annotations

from typing import Final

from PIL import Image

from engine.octagon.model import Side
from engine.thud.model import START, BattleResult, View
from render.kit.cache import cached, cached_sprite
from render.kit.canvas import Face, ascent, fit_text, word
from render.kit.caption import write
from render.kit.sheet import PictureLanguage, Sheet
from render.octagon.board import BOARD, MARGIN, STRIP, TIP, TRAY
from render.octagon.colours import NAMED, PALETTE
from render.octagon.corners import (
    ICON,
    INSET,
    NAME,
    NUMBER,
    PAD,
    SIZES,
    TALL,
    night_piece,
    outline,
    paste_plaque,
    tray_places,
)
from render.octagon.corners import plaque as empty_plaque
from render.octagon.pieces import piece

# Taken pieces: in the upper corners, dwarfs on the left, trolls on the right


_POINTS_SIZES: Final = range(26, 25, -1)
"""The only size of the points on a plaque: they never shrink."""

_FULL: Final = {Side.DWARFS: START.dwarfs.bit_count(), Side.TROLLS: START.trolls.bit_count()}


def trays(image: Image.Image, view: View) -> None:
    """Draw the pieces of both sides that were taken in this battle, with their numbers."""
    for side, left in ((Side.DWARFS, view.dwarfs), (Side.TROLLS, view.trolls)):
        taken = _FULL[side] - len(left)
        if taken <= 0:
            continue
        right, (size, lying) = side is Side.TROLLS, tray_places(side, taken)
        number = word(str(taken), Face.FIGURES, 26, ("walnut", "cream"), PALETTE)
        x = INSET + (NUMBER - number.width) // 2
        x = BOARD - x - number.width if right else x
        write(image, (MARGIN + x, STRIP + MARGIN + 28), number, Face.FIGURES, 26)
        tile, mask = _tray_piece(side, size)
        for at, down in lying:
            across = BOARD - at - size if right else at
            image.paste(tile, (MARGIN + across, STRIP + MARGIN + down), mask)


@cached_sprite
def _tray_piece(side: Side, size: int) -> tuple[Image.Image, Image.Image]:
    """A piece on a tray's ground, and its mask; shared, so only paste it."""
    sprite = piece(side, size)
    tile = Image.new("RGBA", sprite.size, NAMED["walnut"])
    tile.alpha_composite(sprite)
    covered = sprite.getchannel("A").point(lambda level: 255 if level > 200 else 0)  # noqa: PLR2004 - no shadow
    return PALETTE.quantise(tile.convert("RGB")), covered.convert("1", dither=Image.Dither.NONE)


# Results of battles: in the lower corners, the first on the left, the second on the right

_LINES: Final = (26, 59, 91)
"""A plaque's baselines from the top, in pixels: which battle, the dwarfs, the trolls."""

_FIGURES: Final = PAD + ICON + 6
_NAMED: Final = _FIGURES + 36
"""Where points and name begin, in pixels from the outer edge."""


def results(image: Image.Image, view: View, sheet: Sheet) -> None:
    """Draw the results of finished battles: their number, both names and points."""
    for battle, result in enumerate(view.results, 1):
        paste_plaque(image, _plaque(result, battle, sheet.names, sheet.say), right=battle > 1)


@cached
def _plaque(result: BattleResult, battle: int, names: tuple[str, ...], say: PictureLanguage) -> Image.Image:
    """Draw which battle it was, and what both sides had when it ended, the loser's dimmed."""
    tile = empty_plaque(PALETTE, right=battle > 1)
    plaque = _Plaque(tile, right=battle > 1)
    plaque.write(say("thud.picture.battle", battle=battle), "cream", (PAD, _LINES[0]))
    for side, y in zip(Side, _LINES[1:], strict=True):
        seat = result.dwarf_seat if side is Side.DWARFS else 1 - result.dwarf_seat
        colour = "muted" if result.winner == 1 - seat else f"{side}-say"
        plaque.paste(night_piece(side, ICON), (PAD - 2, y - 26))
        plaque.write(str(result.points[seat]), colour, (_FIGURES, y), _POINTS_SIZES)
        if seat < len(names):
            plaque.write(names[seat], colour, (_NAMED, y))
    return tile


class _Plaque:
    """A plaque's tile; the right one is the mirror image of the left one."""

    def __init__(self, tile: Image.Image, *, right: bool) -> None:
        self._tile = tile
        self._right = right

    def paste(self, tile: Image.Image, at: tuple[int, int]) -> None:
        """Paste a tile, `at` so many pixels from the outer edge and the top."""
        x, y = at
        self._tile.paste(tile, (self._tile.width - x - tile.width if self._right else x, y))

    def write(self, text: str, colour: str, at: tuple[int, int], sizes: range = NAME) -> None:
        """Write a text on a baseline, as large as it fits up to the inner edge."""
        x, y = at
        room = min(TIP, TRAY - TALL + y - sizes[0]) - PAD - x
        shown, size = fit_text(text, Face.FIGURES, sizes, room)
        tile = word(shown, Face.FIGURES, size, ("night", colour), PALETTE)
        self.paste(tile, (x, y - ascent(Face.FIGURES, size)))


def prepare() -> None:
    """Draw the sprites of corners, which are empty at first."""
    for side, size in SIZES:
        _tray_piece(side, size)
    for side in Side:
        night_piece(side, ICON)
    for right in (False, True):
        outline(right)
