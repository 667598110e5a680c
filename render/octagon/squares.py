"""What can lie on a square of any game on the octagon, and the way from one to another."""

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
"""Side of a large piece within a ring or a frame, in pixels: as large as elsewhere it would reach beneath.
"""


_DIGIT: Final = 32
"""Pixels of the type of a number on a target."""


def direction(one: Square, other: Square) -> Way:
    """The way from one square to another, to higher files and ranks."""
    return _sign(file_of(other) - file_of(one)), _sign(rank_of(other) - rank_of(one))


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


@cached_sprite
def number(takes: int) -> Image.Image:
    """A target with how much can be taken there, in place of its dot."""
    image = marks.dot(TILE, 50, 50, 34).copy()
    where = (TILE / 2, TILE / 2 - 1)
    ImageDraw.Draw(image).text(where, str(takes), TABLE["cream"], font(Face.FIGURES, _DIGIT), anchor="mm")
    return image


@cached_sprite
def lost_piece(side: Side) -> Image.Image:
    """What was just taken."""
    line = "iron-line" if side is Side.DWARFS else "sand-line"
    return marks.ghost_on_board(piece(side, TILE), NAMED[line])
