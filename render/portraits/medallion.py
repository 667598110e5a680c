"""Faces in a picture's own palette, on the flat ground that they are pasted on."""

from __future__ import annotations

from PIL import Image

from render.kit.cache import cached
from render.kit.canvas import Palette
from render.portraits.faces import portrait


@cached
def medallion(who: str, size: int, ground: str, palette: Palette) -> Image.Image:
    """The face of a bot, `size` pixels square, on the named ground of a palette; shared, so paste it only."""
    tile = Image.new("RGBA", (size, size), palette[ground])
    tile.alpha_composite(portrait(who, size))
    return palette.quantise(tile.convert("RGB"))
