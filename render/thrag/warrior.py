"""Thrag in person, in every mood, as he sits at his end of the table."""

from __future__ import annotations

from enum import Enum, auto
from functools import cache
from typing import Final

from PIL import Image

from render.kit.palette import TABLE
from render.kit.sprites import Clay, Tones
from render.thrag.colours import NAMED, tones
from render.thrag.shapes import points, sharp


def _soft(material: str) -> Tones:
    """A material in shade and in plain light only: in this size, a lit rim is more than can be seen."""
    shade, body, _ = tones(material)
    return shade, body, body


FUR: Final[Tones] = (NAMED["brass-deep"], NAMED["ivory-deep"], NAMED["ivory-deep"])
BAND: Final[Tones] = (NAMED["red-deep"], NAMED["brick"], NAMED["brick"])
HAFT: Final[Tones] = (NAMED["hair-deep"], NAMED["brass-deep"], NAMED["brass-deep"])
LEATHER: Final[Tones] = (NAMED["hair-deep"], NAMED["walnut-lit"], NAMED["walnut-lit"])
STRAP: Final[Tones] = (NAMED["walnut-deep"], NAMED["walnut"], NAMED["walnut"])


class Mood(Enum):
    """How Thrag looks."""

    GRIM = auto()
    WORRIED = auto()
    ASLEEP = auto()


@cache
def warrior(size: int, mood: Mood) -> Image.Image:
    """Head and shoulders with the axe behind them, mode RGBA, `size` pixels square."""
    clay = Clay(size // 2, TABLE["ink"])
    axe(clay, 0, 0)
    _shoulders(clay)
    head(clay, 0, 0, mood)
    return sharp(clay, size)


def axe(clay: Clay, dx: float, dy: float) -> None:
    """An upright axe whose haft ends at (86, 98)."""
    haft = clay.stroke(points("82,14 86,98", dx, dy), 5)
    clay.lump(haft, HAFT, 2)
    clay.lump(clay.polygon(points("80,18 70,10 61,20 59,34 64,46 74,38 81,36", dx, dy)), tones("steel"), 4)
    clay.lump(clay.polygon(points("84,18 97,22 95,30 85,36", dx, dy)), tones("steel"), 3)


def _shoulders(clay: Clay) -> None:
    trunk = clay.blob(points("6,104 8,84 22,73 44,70 66,73 80,84 82,104 44,110"))
    clay.lump(trunk, LEATHER, 6)
    strap = clay.stroke(points("22,76 62,104"), 7)
    clay.lump(strap, STRAP, 2)
    neck = clay.polygon(points("33,58 55,58 58,78 44,82 30,78"))
    clay.lump(neck, _soft("skin"), 5)
    collar = points("14,80 22,69 33,75 44,77 55,75 66,69 74,80 60,88 44,91 28,88")
    clay.lump(clay.blob(collar), FUR, 4)


def head(clay: Clay, dx: float, dy: float, mood: Mood) -> None:
    """His head around (44, 42): wild hair, a band, and a face of that mood."""
    parts = (
        (_MANE, _soft("hair"), 6),
        (_FACE, _soft("skin"), 5),
        (_BEARD, _soft("hair"), 4),
        (_FRINGE, _soft("hair"), 4),
    )
    for shape, material, depth in parts:
        clay.lump(clay.blob(points(shape, dx, dy)), material, depth)
    clay.lump(clay.polygon(points("21,31 44,25 67,31 66,37 44,31 22,37", dx, dy)), BAND, 2)
    nose = clay.blob(points("42,44 46,44 49,53 44,56 39,53", dx, dy))
    clay.lump(nose, _soft("skin"), 3, outlined=False)
    _FACES[mood](clay, dx, dy)


_MANE: Final = (
    "44,8 56,5 60,13 71,16 69,26 76,36 70,44 73,56 62,64 44,66 26,64 15,57 18,45 12,36 19,26 17,15 28,13 33,4"
)
_FACE: Final = "24,34 44,27 64,34 65,48 60,62 51,71 44,72 37,71 28,62 23,48"
_BEARD: Final = "27,56 33,58 44,57 55,58 61,56 58,66 50,75 44,77 38,75 30,66"
_FRINGE: Final = "22,30 30,20 44,17 58,20 66,30 60,33 53,28 46,34 38,28 28,34"


def _grin(clay: Clay, dx: float, dy: float) -> None:
    """Open eyes, and teeth."""
    for brow, x in (("30,38.5 40,41.5", 35), ("48,41.5 58,38.5", 53)):
        clay.fill(clay.stroke(points(brow, dx, dy), 2.6), NAMED["hair-deep"])
        clay.fill(clay.ellipse(x + dx, 46 + dy, 3, 3.6), TABLE["ink"])
        clay.fill(clay.ellipse(x - 1 + dx, 44.8 + dy, 1.1, 1.1), TABLE["cream"])
    clay.fill(clay.blob(points("34,59 44,61 55,58 50,67 44,68 38,66", dx, dy)), TABLE["ink"])
    clay.fill(clay.polygon(points("37,61 44,62 52,60.5 50,64 38,64", dx, dy)), TABLE["cream"])


def _worry(clay: Clay, dx: float, dy: float) -> None:
    """Brows up, eyes wide open, a mouth turned down, and sweat at the temple."""
    for brow, x in (("29,42.5 39,38", 35), ("49,38 59,42.5", 53)):
        clay.fill(clay.stroke(points(brow, dx, dy), 2.6), NAMED["hair-deep"])
        clay.fill(clay.ellipse(x + dx, 46.5 + dy, 4.6, 4.8), TABLE["cream"])
        clay.fill(clay.ellipse(x + dx, 47.5 + dy, 2.2, 2.6), TABLE["ink"])
    clay.fill(clay.stroke(points("37,66 40,62.5 44,61.5 48,62.5 51,66", dx, dy), 3), TABLE["ink"])
    drop = clay.blob(points("18,31 21,38 22,42 18,45 14,42 15,38", dx, dy))
    clay.lump(drop, tones("blue"), 2)


def _sleep(clay: Clay, dx: float, dy: float) -> None:
    """Closed eyes, and a mouth that snores."""
    for lid in ("30,45 33,47.5 37,47.5 40,45", "48,45 51,47.5 55,47.5 58,45"):
        clay.fill(clay.stroke(points(lid, dx, dy), 2.4), TABLE["ink"])
    clay.fill(clay.ellipse(45 + dx, 63 + dy, 3.4, 3.8), TABLE["ink"])


_FACES: Final = {Mood.GRIM: _grin, Mood.WORRIED: _worry, Mood.ASLEEP: _sleep}
