"""The colours of the card of a finished game, and the frame of its parts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PIL import Image, ImageDraw

from render.kit.canvas import RGB, TABLE, Palette, mix, rgb
from render.portraits.faces import COLOURS

CURVES: Final = ("sky", "coral", "leaf", "lilac")
"""The colours of the curves, in their order; they differ in lightness, too."""

NAMED: Final[Mapping[str, RGB]] = {
    **TABLE,
    "plaque": rgb("2b1a10"),
    "grid": rgb("46301f"),
    "sky": rgb("b9dcff"),
    "coral": rgb("ff8b6b"),
    "leaf": rgb("4f9154"),
    "lilac": rgb("8d75cf"),
    **COLOURS,
}

_TYPE: Final = (
    ("night", "cream"),
    ("night", "muted"),
    ("night", "amber"),
    ("field", "cream"),
    ("plaque", "cream"),
    ("plaque", "muted"),
    ("amber", "ink"),
    *(("plaque", curve) for curve in CURVES),
    ("plaque", "amber"),
    ("plaque", "teal-lit"),
)
"""The pairs of ground and ink that meet at softened edges."""

PALETTE: Final = Palette(NAMED, [mix(NAMED[under], NAMED[over], 0.5) for under, over in _TYPE])


def plaque(size: tuple[int, int]) -> Image.Image:
    """Return an empty part of the card, for the caller to fill."""
    tile = PALETTE.blank(size, "field")
    draw = ImageDraw.Draw(tile)
    right, bottom = size[0] - 1, size[1] - 1
    draw.rounded_rectangle((0, 0, right, bottom), 11, PALETTE.index("ink"))
    draw.rounded_rectangle((2, 2, right - 2, bottom - 2), 10, PALETTE.index("brass-deep"))
    draw.rounded_rectangle((4, 4, right - 4, bottom - 4), 8, PALETTE.index("plaque"))
    return tile
