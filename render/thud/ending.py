"""A sign of how a match of Thud has ended: a piece of who won with a crown on, or both sides at the stone."""

from __future__ import annotations

from typing import Final

from PIL import Image

from engine.octagon.model import Side
from engine.thud.model import View
from render.kit.cache import cached_sprite
from render.kit.sprites import Clay
from render.octagon.colours import NAMED
from render.octagon.ending import CROWN, SIZE, WINNER, dwarf_and_troll
from render.octagon.pieces import piece
from render.octagon.signs import GOLD
from render.thud.stone import thudstone

STONE: Final = 96
"""Pixels of the Thudstone, along each side."""


def emblem(view: View) -> Image.Image:
    """The sign, mode RGBA; raises `ValueError` while the match runs."""
    if view.outcome is None:
        raise ValueError("the game has not ended")
    if not view.outcome.winners:
        return _emblem_of_draw()
    return _emblem_of_win(Side.DWARFS if view.dwarf_seat == view.outcome.winners[0] else Side.TROLLS)


@cached_sprite
def _emblem_of_win(side: Side) -> Image.Image:
    """A piece of the side that the winner had last, crowned."""
    image = Image.new("RGBA", (SIZE, SIZE))
    image.alpha_composite(piece(side, WINNER), ((SIZE - WINNER) // 2, SIZE - WINNER))
    # A dwarf wears a helmet above his head, a troll has a flat one.
    down = 6 if side is Side.DWARFS else 2
    image.alpha_composite(_crown(), ((SIZE - CROWN) // 2, down))
    return image


@cached_sprite
def _crown() -> Image.Image:
    clay = Clay(CROWN, NAMED["ink"])
    corners = [(14, 82), (6, 30), (30, 52), (50, 16), (70, 52), (94, 30), (86, 82)]
    clay.lump(clay.polygon(corners), GOLD, 8)
    for x, y in ((6, 26), (50, 12), (94, 26)):
        clay.lump(clay.ellipse(x, y, 7, 7), GOLD, 4)
    return clay.sharp_sprite()


@cached_sprite
def _emblem_of_draw() -> Image.Image:
    """A dwarf and a troll side by side, the Thudstone before them."""
    return dwarf_and_troll(thudstone(STONE))
