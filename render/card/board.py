"""The last board of a game, made small for its card."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Final

from PIL import Image, ImageDraw

from render.card.colours import PALETTE
from render.kit.palette import LIMIT

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
    colours, (framed,) = boards([picture], strip, room)
    return colours, framed


def boards(pictures: Sequence[Image.Image], strip: int, room: int) -> tuple[bytes, list[Image.Image]]:
    """The same of several boards; they share the colours of the palette."""
    own = bytes(chain.from_iterable(PALETTE.colours))
    if not pictures:
        return own, []
    small = [_small(picture, strip, room - 2 * FRAME) for picture in pictures]
    strips = Image.new("RGB", (max(shot.width for shot in small), sum(shot.height for shot in small)))
    tops = [sum(shot.height for shot in small[:at]) for at in range(len(small))]
    for shot, top in zip(small, tops, strict=True):
        strips.paste(shot, (0, top))
    found = strips.quantize(_SHARE, dither=Image.Dither.NONE)
    colours = own + bytes(found.getpalette() or ())[: 3 * _SHARE]
    indices = Image.frombytes("L", found.size, found.tobytes()).point(
        [_OWN + at for at in range(_SHARE)] + [0] * (256 - _SHARE)
    )
    cut = [
        indices.crop((0, top, shot.width, top + shot.height)) for shot, top in zip(small, tops, strict=True)
    ]
    return colours, [_framed(shot, colours) for shot in cut]


def _small(picture: Image.Image, strip: int, room: int) -> Image.Image:
    """The picture without its caption, in mode RGB, as large as there is room for."""
    bare = picture.convert("RGB").crop((0, strip, *picture.size))
    share = min(room / bare.width, room / bare.height)
    return bare.resize((round(bare.width * share), round(bare.height * share)), Image.Resampling.BOX)


def _framed(indices: Image.Image, colours: bytes) -> Image.Image:
    """A board, its palette's indices in mode L, in brass."""
    size = indices.size
    framed = PALETTE.blank((size[0] + 2 * FRAME, size[1] + 2 * FRAME), "brass-deep")
    ImageDraw.Draw(framed).rectangle((0, 0, framed.width - 1, framed.height - 1), None, PALETTE.index("ink"))
    framed.putpalette(colours)
    framed.paste(PALETTE.adopted(indices), (FRAME, FRAME))
    return framed
