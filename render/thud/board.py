"""The empty board of Thud: slate and limestone, and the Thudstone in their middle."""

from __future__ import annotations

from PIL import Image, ImageDraw

from engine.octagon.board import SQUARES
from engine.thud.model import STONE_SQUARE
from render.kit.cache import cached_sprite
from render.octagon.board import TILE, corner, is_dark, table
from render.octagon.colours import NAMED, PALETTE
from render.thud.stone import thudstone


@cached_sprite
def ground(dark: bool) -> Image.Image:
    """An empty square, mode RGB: flat stone with a bevel of one pixel and a darker joint."""
    stone = "slate" if dark else "limestone"
    image = Image.new("RGB", (TILE, TILE), NAMED[stone])
    draw = ImageDraw.Draw(image)
    last = TILE - 1
    draw.line([(0, last), (0, 0), (last, 0)], NAMED[f"{stone}-lit"])
    draw.line([(0, last), (last, last), (last, 0)], NAMED[f"{stone}-deep"])
    return image


@cached_sprite
def empty(turned: bool) -> Image.Image:
    """The board without pieces, as an image of the game's palette; shared, so copy it."""
    image = table(turned).copy()
    for sq in SQUARES:
        image.paste(PALETTE.quantise(ground(is_dark(sq))), corner(sq, turned))
    middle, stone = ground(is_dark(STONE_SQUARE)).copy(), thudstone(TILE)
    middle.paste(stone, (0, 0), stone)
    image.paste(PALETTE.quantise(middle), corner(STONE_SQUARE, turned))
    return image
