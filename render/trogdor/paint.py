"""A view of Trogdor as a picture."""

from __future__ import annotations

from functools import cache
from typing import Final

from PIL import Image

from engine.trogdor.board import TileKind
from engine.trogdor.model import View
from render.kit import caption
from render.kit.hint import draw_overlays as hinted
from render.kit.picture import Picture
from render.kit.sheet import Sheet
from render.trogdor import cards, hint, marks
from render.trogdor.board import CORNERS, empty
from render.trogdor.colours import PALETTE
from render.trogdor.keepers import keepers
from render.trogdor.panel import panel
from render.trogdor.pieces import MapFigure, figure
from render.trogdor.square import SIZES, lay, lay_gates, mark_squares
from render.trogdor.tiles import HANDS, cottage, tile

# fmt: off
CUTS: Final = (
    46, 64, 104, 160, 204, 226, 266, 334, 372, 442, 482, 550, 588, 636, 674, 708, 792, 824, 896, 952,
)
# fmt: on
"""The rows that the picture is cut at for its file: those between which boards differ most by themselves."""


def paint(view: View, sheet: Sheet) -> Image.Image:
    """The picture of `view`, 900 pixels wide and in mode P, for the caller to keep.

    It is taller with more than three players. Raises `KeyError` if `sheet` names a square that is not on
    the map.
    """
    _prepare()
    image = Picture(empty(len(view.players)), CUTS)
    marking = mark_squares(view, sheet)
    for where, spot in marking.contents.items():
        lay(image, spot, CORNERS[where])
    lay_gates(image, marking.gates)
    cards.draw_current_card(image, view, sheet.say)
    panel(image, view, sheet.say)
    keepers(image, view, sheet)
    caption.title(image, sheet, PALETTE, 340)
    caption.turn(image, sheet, "amber" if view.outcome else "keepers-say", PALETTE, 520)
    return hinted(image, sheet, lambda name: hint.place_of(view, name), PALETTE)


@cache
def _prepare() -> None:
    """Model what the map is made of, once, so that no later picture has to wait for one of them."""
    for burned in (False, True):
        for kind in TileKind:
            for hand in range(HANDS):
                tile(kind, burned, hand)
        cottage(burned)
    for which in MapFigure:
        for size in SIZES:
            figure(which, size)
    marks.prepare()
    cards.prepare()
