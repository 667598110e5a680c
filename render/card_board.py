"""The last board of a game, made small for its card."""

from __future__ import annotations

from itertools import chain
from typing import Final

from PIL import Image, ImageDraw

from render.card_colours import PALETTE
from render.palette import LIMIT

FRAME: Final = 3
"""Width of the brass around the board, in pixels."""

_OWN: Final = len(PALETTE.colours)
_SHARE: Final = min(64, LIMIT - _OWN)
"""How many colours the board has: more would look no better, and press worse."""


def board(picture: Image.Image, strip: int, room: int) -> tuple[bytes, Image.Image]:
    """A palette that has the card's colours and the board's, and the board in it, framed in brass.

    The uppermost `strip` pixels of the picture are left out: the card has a caption of its own. The rest
    becomes small enough to fit, with its frame, into a square of `room` pixels.
    """
    bare = picture.convert("RGB").crop((0, strip, *picture.size))
    share = min((room - 2 * FRAME) / bare.width, (room - 2 * FRAME) / bare.height)
    size = round(bare.width * share), round(bare.height * share)
    small = bare.resize(size, Image.Resampling.BOX).quantize(_SHARE, dither=Image.Dither.NONE)
    colours = bytes(chain.from_iterable(PALETTE.colours)) + bytes(small.getpalette() or ())[: 3 * _SHARE]
    framed = PALETTE.blank((size[0] + 2 * FRAME, size[1] + 2 * FRAME), "brass-deep")
    ImageDraw.Draw(framed).rectangle((0, 0, framed.width - 1, framed.height - 1), None, PALETTE.index("ink"))
    indices = Image.frombytes("L", size, small.tobytes()).point(
        [_OWN + at for at in range(_SHARE)] + [0] * (256 - _SHARE)
    )
    framed.putpalette(colours)
    framed.paste(PALETTE.adopted(indices), (FRAME, FRAME))
    return colours, framed
