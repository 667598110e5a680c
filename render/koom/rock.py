"""The Rock, which is looked at first: darker than anything around it, its rune alight."""

from __future__ import annotations

from typing import Final

from PIL import Image

from render.kit.cache import cached_sprite
from render.kit.sprites import Clay, Point
from render.koom.colours import VALLEY, rock_tones
from render.octagon.colours import NAMED

_RUNE: Final[list[list[Point]]] = [
    [(34, 72), (34, 48), (38, 37), (50, 30), (62, 37), (66, 48), (66, 72)],
    [(27, 74), (73, 74)],
]
"""The door that is let into the squares where the Rock is wanted: it wants to go home."""


@cached_sprite
def rock(size: int) -> Image.Image:
    """The Rock, mode RGBA, `size` pixels square; shared, so copy before changing it."""
    clay = Clay(size, VALLEY["rock-line"])
    clay.shadow(53, 88, 45, 8)
    body = clay.polygon(
        [
            (5, 64),
            (9, 38),
            (22, 18),
            (40, 6),
            (62, 5),
            (82, 17),
            (94, 40),
            (96, 66),
            (84, 87),
            (54, 94),
            (18, 88),
        ]
    )
    clay.lump(body, rock_tones(), 13)
    facets: list[list[Point]] = [[(22, 18), (34, 28), (30, 48)], [(94, 52), (80, 60), (76, 82)]]
    for facet in facets:
        clay.fill(clay.stroke(facet, 2.5), VALLEY["rock-deep"])
    for line in _RUNE:
        clay.fill(clay.stroke(line, 14), VALLEY["rock-line"])
    for line in _RUNE:
        clay.fill(clay.stroke(line, 8), NAMED["lamplight"])
    return clay.sharp_sprite()


@cached_sprite
def halo(size: int) -> Image.Image:
    """The light around the Rock, on its square."""
    clay = Clay(size)
    clay.fill(clay.ellipse(50, 50, 50, 50), VALLEY["halo"])
    return clay.sharp_sprite()
