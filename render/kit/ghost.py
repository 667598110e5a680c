"""The ghost of a picture: pale, for a position that is not played yet.

Only the palette of the file changes: nothing is drawn or compressed anew. The caption and the marks keep
their colours, so that targets and dangers stand out.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from render.kit.canvas import RGB, TABLE, mix

MOON: Final = (222, 227, 233)
"""The cool light that all other colours are mixed towards."""

DARK: Final = 0.14
LIGHT: Final = 0.5
"""How far black and white, and all between them, go towards it: words on dark panels stay readable."""

GREY: Final = 0.5
"""How much of their own hue colours lose before that."""

KEPT: Final = ("night", "cream", "muted", "amber", "amber-deep", "teal", "teal-lit", "brick")
"""The colours of the caption and of the marks, which stay."""


@cache
def ghost_palette(colours: bytes) -> bytes:
    """Return the ghost's version of a palette, three bytes a colour: a `tint` for `render.kit.canvas.png`."""
    kept = {TABLE[name] for name in KEPT}
    by_threes = zip(colours[::3], colours[1::3], colours[2::3], strict=True)
    return bytes(
        level for colour in by_threes for level in (colour if colour in kept else _pale_colour(colour))
    )


def _pale_colour(colour: RGB) -> RGB:
    """Return a colour in that light."""
    red, green, blue = colour
    grey = round(0.299 * red + 0.587 * green + 0.114 * blue)  # as bright as the eye sees it
    return mix(mix(colour, (grey, grey, grey), GREY), MOON, DARK + (LIGHT - DARK) * grey / 255)
