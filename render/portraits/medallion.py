"""Faces in a picture's own palette, on a flat ground."""

from __future__ import annotations

from PIL import Image

from render.kit.cache import cached
from render.kit.canvas import Palette
from render.portraits.faces import portrait


@cached
def medallion(who: str, size: int, ground: str, palette: Palette) -> Image.Image:
    """Return a bot's face, `size` pixels square, on the named ground; shared, so only paste it."""
    tile = Image.new("RGBA", (size, size), palette[ground])
    tile.alpha_composite(portrait(who, size))
    return palette.quantise(tile.convert("RGB"))
