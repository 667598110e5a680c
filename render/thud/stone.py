"""The Thudstone, modelled once and reduced to size."""

from __future__ import annotations

from PIL import Image

from render.kit.cache import cached_sprite
from render.kit.sprites import Clay, Point
from render.octagon.colours import NAMED, tones


@cached_sprite
def thudstone(size: int) -> Image.Image:
    """A rough grey boulder with runes of our own."""
    clay = Clay(size, NAMED["boulder-line"])
    clay.shadow(54, 86, 42, 8)
    rock = clay.polygon(
        [(8, 62), (12, 36), (28, 14), (52, 7), (76, 14), (92, 38), (94, 66), (82, 86), (52, 92), (20, 86)]
    )
    clay.lump(rock, tones("boulder"), 12)
    runes: list[list[Point]] = [
        [(34, 30), (34, 56)], [(34, 34), (46, 42)], [(34, 50), (46, 42)],
        [(60, 30), (60, 58)], [(52, 38), (68, 30)], [(60, 46), (70, 52)],
        [(40, 68), (50, 76), (60, 68)], [(50, 64), (50, 76)],
    ]  # fmt: skip
    for rune in runes:
        clay.fill(clay.stroke([(x + 1.5, y + 1.5) for x, y in rune], 4), NAMED["boulder-lit"])
        clay.fill(clay.stroke(rune, 4), clay.line)
    return clay.sharp_sprite()
