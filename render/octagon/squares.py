"""What can lie on a square of any game on the octagon, and the direction between two squares."""

from __future__ import annotations

from typing import Final, TypeAlias

from PIL import Image, ImageDraw

from engine.octagon.board import Square, file_of, rank_of
from engine.octagon.model import Side
from render.kit import marks
from render.kit.cache import cached_sprite
from render.kit.canvas import TABLE, Face, font
from render.octagon.board import TILE
from render.octagon.colours import NAMED
from render.octagon.pieces import piece

Way: TypeAlias = tuple[int, int]
"""A direction in squares to the right and down, as the picture is held, each part -1, 0 or 1."""

RINGED: Final = 46
"""Side of a large piece within a ring or a frame, in pixels; at full size it would reach beneath it."""


_DIGIT: Final = 32
"""Pixels of the type of a number on a target."""


def direction(origin: Square, target: Square) -> Way:
    """Return the direction from one square to another, positive towards higher files and ranks."""
    return _sign(file_of(target) - file_of(origin)), _sign(rank_of(target) - rank_of(origin))


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


@cached_sprite
def number(takes: int) -> Image.Image:
    """The mark of a target with the number of pieces that a move there takes, instead of its dot."""
    image = marks.dot(TILE, 50, 50, 34).copy()
    where = (TILE / 2, TILE / 2 - 1)
    ImageDraw.Draw(image).text(where, str(takes), TABLE["cream"], font(Face.FIGURES, _DIGIT), anchor="mm")
    return image


@cached_sprite
def lost_piece(side: Side) -> Image.Image:
    """The ghost of a piece that was just taken."""
    line = "iron-line" if side is Side.DWARFS else "sand-line"
    return marks.ghost_on_board(piece(side, TILE), NAMED[line])
