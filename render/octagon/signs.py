"""Signs on the caption of every game on the octagon."""

from __future__ import annotations

from typing import Final

from PIL import Image

from render.kit.cache import cached_sprite
from render.kit.canvas import Face, Palette, word
from render.kit.caption import LOWER, write
from render.kit.sprites import Clay, Tones
from render.octagon.colours import NAMED, tones
from render.octagon.corners import flatten_sprite

SIGN: Final = 26
"""Pixels of a sign beside a number, along each side."""

GOLD: Final[Tones] = (NAMED["brass-deep"], NAMED["brass"], NAMED["lamplight"])
"""What crowns are of."""


def battles(image: Image.Image, x: int, which: tuple[int, int], palette: Palette) -> None:
    """Which of how many battles it is, right of `x` on the caption's lower line: pips and figures."""
    battle, every = which
    for number in range(1, every + 1):
        image.paste(_pip(number <= battle), (x + 14 + (number - 1) * 18, LOWER - 15))
    figures = word(f"{battle}/{every}", Face.LABEL, 22, ("night", "muted"), palette)
    write(image, (x + 56, LOWER), figures, Face.LABEL, 22)


@cached_sprite
def _pip(reached: bool) -> Image.Image:
    clay = Clay(15, NAMED["brass"])
    clay.fill(clay.ellipse(50, 50, 48, 48), NAMED["brass"])
    if not reached:
        clay.fill(clay.ellipse(50, 50, 28, 28), NAMED["night"])
    return flatten_sprite(clay.sharp_sprite())


@cached_sprite
def flag() -> Image.Image:
    """A white flag for an offer; shared, so paste it only."""
    clay = Clay(SIGN, NAMED["ink"])
    clay.fill(clay.stroke([(24, 10), (24, 94)], 9), NAMED["brass"])
    clay.lump(clay.polygon([(30, 12), (92, 24), (72, 40), (92, 58), (30, 62)]), tones("steel"), 8)
    return flatten_sprite(clay.sharp_sprite())


@cached_sprite
def crown(size: int, edge: int) -> Image.Image:
    """A crown of brass whose lit edge is so wide, mode RGBA; shared, so copy before changing it."""
    clay = Clay(size, NAMED["ink"])
    corners = [(14, 82), (6, 30), (30, 52), (50, 16), (70, 52), (94, 30), (86, 82)]
    clay.lump(clay.polygon(corners), GOLD, edge)
    return clay.sharp_sprite()
