"""A ghost of a picture: what is not played yet, drawn like what is, and pale.

Only the palette of the file is another one: nothing is drawn or pressed anew for it.
"""

from __future__ import annotations

from typing import Final

MOON: Final = (226, 230, 234)
"""What all colours go towards: a cool light, where the lamp is warm."""

SHARE: Final = 0.34
"""How far they go. With more the words in the caption would stand out less than three times from it."""

GREY: Final = 0.45
"""How much of their own hue they lose before that."""


def pale(colours: bytes) -> bytes:
    """A palette, three bytes a colour, as a ghost has it: for `render.kit.canvas.png`."""
    by_threes = zip(colours[::3], colours[1::3], colours[2::3], strict=True)
    return bytes(level for colour in by_threes for level in _pale(*colour))


def _pale(red: int, green: int, blue: int) -> tuple[int, int, int]:
    """A colour by that light."""
    grey = 0.299 * red + 0.587 * green + 0.114 * blue  # as bright as the eye sees it
    dull = [one + (grey - one) * GREY for one in (red, green, blue)]
    lit = [one + (moon - one) * SHARE for one, moon in zip(dull, MOON, strict=True)]
    return round(lit[0]), round(lit[1]), round(lit[2])
