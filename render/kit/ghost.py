"""A ghost of a picture: what is not played yet, drawn like what is, and pale.

Only the palette of the file is another one: nothing is drawn or pressed anew for it. The caption and the
marks keep their colours, so that what can be done now, and what is in danger, stands out all the more.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from render.kit.canvas import RGB, TABLE, mix

MOON: Final = (222, 227, 233)
"""What all other colours go towards: a cool light, where the lamp is warm."""

DARK: Final = 0.14
LIGHT: Final = 0.5
"""How far black and white go, and what is between them accordingly: words on dark panels stay readable."""

GREY: Final = 0.5
"""How much of their own hue they lose before that."""

KEPT: Final = ("night", "cream", "muted", "amber", "amber-deep", "teal", "teal-lit", "brick")
"""The colours of the caption and of the marks."""


@cache
def ghost_palette(colours: bytes) -> bytes:
    """A palette, three bytes a colour, as a ghost has it: for `render.kit.canvas.png`."""
    kept = {TABLE[name] for name in KEPT}
    by_threes = zip(colours[::3], colours[1::3], colours[2::3], strict=True)
    return bytes(level for one in by_threes for level in (one if one in kept else _pale_colour(one)))


def _pale_colour(colour: RGB) -> RGB:
    """A colour by that light."""
    red, green, blue = colour
    grey = round(0.299 * red + 0.587 * green + 0.114 * blue)  # as bright as the eye sees it
    return mix(mix(colour, (grey, grey, grey), GREY), MOON, DARK + (LIGHT - DARK) * grey / 255)
