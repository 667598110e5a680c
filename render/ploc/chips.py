"""What a die did, as a small plate with a sign and figures."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from PIL import Image

from engine.core import Seat
from engine.ploc.model import Deed, Use
from render.kit.canvas import Face, capitals, word
from render.ploc.clay import plate
from render.ploc.colours import PALETTE
from render.ploc.signs import Sign, sign

CHIP: Final = (92, 62)
"""Width and height of a plate, in pixels."""

_FIGURES: Final = 28


def told(use: Use) -> tuple[Sign, str]:
    """The sign and the figures for what a die did."""
    if use.deed is Deed.SWAP:
        return Sign.SWAP, signed(use.change)
    return (Sign.HIT, "\u22121") if use.deed is Deed.HIT else (Sign.WEAKEN, "")


def signed(number: int) -> str:
    """`+2`, `-3` with a true minus, or `0`."""
    return "0" if number == 0 else f"+{number}" if number > 0 else f"\u2212{-number}"


class Chip(NamedTuple):
    """What a die did: its sign and figures, the village that did it, the ground of its column."""

    sign: Sign
    text: str
    seat: Seat
    ground: str
    last: bool
    dim: bool
    right: bool = False


@lru_cache(maxsize=256)
def chip(of: Chip) -> Image.Image:
    """What a die did, as a small plate; shared, so paste it only."""
    tile = PALETTE.blank(CHIP, of.ground)
    if of.last:
        plate(tile, (0, 0, *CHIP), 12, ((0, "amber-deep"), (1, "amber"), (4, "night")))
    elif not of.dim:
        plate(tile, (0, 0, *CHIP), 12, ((0, "ink"), (2, "brass-deep"), (4, "night")))
    size = 40 if of.dim else 46
    x = 5 + (46 - size) // 2 if of.text else (CHIP[0] - size) // 2
    sign(of.sign, of.seat, size, "night", 1 if of.right else -1).paste(tile, x, (CHIP[1] - size) // 2)
    if of.text:
        colours = (of.ground, "muted") if of.dim else ("night", "cream")
        figures = word(of.text, Face.FIGURES, _FIGURES, colours, PALETTE)
        top, bottom = capitals(Face.FIGURES, _FIGURES)
        at = (53, (CHIP[1] - bottom + top) // 2)
        tile.paste(figures.crop((0, top, figures.width, bottom)), at)
    return tile
