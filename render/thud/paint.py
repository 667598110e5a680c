"""A view of Thud as a picture: the board with everything on it, its caption, and its corners."""

from __future__ import annotations

from functools import cache
from typing import Final

from PIL import Image

from engine.thud.model import View
from render.kit.hint import draw_overlays
from render.kit.picture import Picture
from render.kit.sheet import Sheet
from render.octagon.board import corner, is_dark, place_of
from render.octagon.colours import PALETTE
from render.octagon.corners import face
from render.thud import corners, score, squares
from render.thud.board import empty

CUTS: Final = (46, 64, 124, 176, 230, 282, 336, 390, 442, 496, 548, 602, 654, 708, 760, 814, 868)
"""The rows that the picture is cut at for its file: those between which boards differ most by themselves."""


def paint(view: View, sheet: Sheet) -> Image.Image:
    """The picture of `view`, 900 x 972 pixels in mode P, for the caller to keep.

    Raises `KeyError` if `sheet` names a square that is not on the board.
    """
    _prepare()
    image = Picture(empty(sheet.turned), CUTS)
    for sq, spot in squares.square_contents(view, sheet).items():
        image.paste(squares.tile(is_dark(sq), spot), corner(sq, sheet.turned))
    score.strip(image, view, sheet)
    corners.trays(image, view)
    corners.results(image, view, sheet)
    face(image, view.results, sheet)
    return draw_overlays(image, sheet, lambda name: place_of(sheet, name), PALETTE)


@cache
def _prepare() -> None:
    """Draw what moves, once, so that no later picture has to wait for it."""
    squares.prepare()
    corners.prepare()
    score.prepare()
