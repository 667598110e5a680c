"""Pip, Odo, Wenna and Grete, modelled once and shown at any size.

Each has an outline of their own: tufts and ears, a hat and a beard, a hood and a braid, a bun and earrings;
and what is behind them differs in lightness. So they are told apart without their colours, and at 32 pixels.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from PIL import Image, ImageDraw

from render.kit.cache import cached_sprite
from render.kit.canvas import RGB, TABLE, rgb
from render.kit.sprites import Clay, Point, Tones

MASTER: Final = 48
"""Size of the clay; what is shown is reduced from eight times that."""

RIM: Final = 5.0
"""Width of the brass around a face, in hundredths of its side."""

GROUNDS: Final[Mapping[str, RGB]] = {
    "pip": TABLE["lamplight"],
    "odo": rgb("3a2a1e"),
    "wenna": rgb("8cbcb6"),
    "grete": rgb("96382a"),
}
"""What is behind each of them."""

_INK: Final = TABLE["ink"]
_WHITE: Final = rgb("fbf3e0")
_SKIN: Final[Tones] = (rgb("cf9263"), rgb("f1c79c"), rgb("ffe0bd"))
_TANNED: Final[Tones] = (rgb("a9683f"), rgb("d59a6a"), rgb("ecb98b"))
_ROSY: Final[Tones] = (rgb("d08c72"), rgb("f4c8ac"), rgb("ffe3cf"))
_LIPS: Final = rgb("9c3d30")
_DARK: Final[Tones] = (rgb("281709"), rgb("4b2f1e"), rgb("684630"))
_RED: Final[Tones] = (rgb("74401d"), rgb("a8602c"), rgb("cb8548"))
_GREY: Final[Tones] = (rgb("9b948b"), rgb("d3cdbf"), rgb("f4efe4"))
_STRAW: Final[Tones] = (rgb("a4752a"), rgb("dfae43"), rgb("f5d681"))
_LINEN: Final[Tones] = (rgb("b9a98a"), rgb("ead9ae"), rgb("fbf3e0"))
_FELT: Final[Tones] = (rgb("4b3a1f"), rgb("7a6234"), rgb("a2864c"))
_HOOD: Final[Tones] = (rgb("1d2a45"), rgb("33486f"), rgb("52699a"))
_BODICE: Final[Tones] = (rgb("2c4220"), rgb("4a682e"), rgb("6b8a45"))
_LEATHER: Final[Tones] = (rgb("5a3719"), rgb("8a5a2c"), rgb("b07f48"))


def _points(text: str) -> list[Point]:
    pairs = (pair.split(",") for pair in text.split())
    return [(float(x), float(y)) for x, y in pairs]


def _eye(clay: Clay, x: float, y: float, size: float, *, look: float = 0) -> None:
    """An open eye; `look` is how far it looks to the side."""
    clay.fill(clay.ellipse(x, y, size + 1.6, size + 1.6), _INK)
    clay.fill(clay.ellipse(x, y, size, size), _WHITE)
    clay.fill(clay.ellipse(x + look, y + 0.5, size * 0.62, size * 0.7), _INK)
    clay.fill(clay.ellipse(x + look - size * 0.2, y - size * 0.3, size * 0.2, size * 0.2), _WHITE)


def _line(clay: Clay, text: str, wide: float, colour: RGB = _INK) -> None:
    clay.fill(clay.stroke(_points(text), wide), colour)


def _pip(clay: Clay) -> None:
    """The pot boy: all ears and tufts, and a tooth is missing."""
    clay.lump(clay.blob(_points("10,112 18,90 38,80 62,80 82,90 90,112")), _LINEN, 6)
    _line(clay, "38,82 44,104", 4, _LEATHER[1])
    _line(clay, "62,82 56,104", 4, _LEATHER[1])
    for x in (19, 81):
        clay.lump(clay.ellipse(x, 55, 10, 12), _SKIN, 5)
        clay.fill(clay.ellipse(x, 56, 4, 6), _SKIN[0])
    clay.lump(clay.blob(_points("24,46 28,30 50,24 72,30 76,46 74,62 64,78 50,84 36,78 26,62")), _SKIN, 7)
    tufts = (
        "22,48 18,30 10,24 24,20 24,8 38,14 48,2 56,13 72,5 74,18 90,20"
        " 82,30 78,48 70,36 58,40 46,33 36,41 30,36"
    )
    clay.lump(clay.polygon(_points(tufts)), _DARK, 5)
    for x in (37, 63):
        _eye(clay, x, 52, 7)
    _line(clay, "30,41 41,39", 3)
    _line(clay, "59,39 70,41", 3)
    for x, y in ((31, 63), (36, 66), (28, 67), (69, 63), (64, 66), (72, 67)):
        clay.fill(clay.ellipse(x, y, 1.5, 1.5), _SKIN[0])
    clay.fill(clay.ellipse(50, 61, 4, 3.2), _SKIN[0])
    grin = clay.blob(_points("36,68 50,70 64,68 60,77 50,80 40,77"))
    clay.fill(clay.grow_mask(grin, 1.5), _INK)
    clay.fill(grin, _LIPS)
    for left in (40, 52):
        clay.fill(clay.polygon([(left, 69), (left + 8, 69), (left + 8, 74), (left, 74)]), _WHITE)


def _odo(clay: Clay) -> None:
    """The carter: a broad hat, a broad beard, and a straw that he chews on."""
    clay.lump(clay.blob(_points("2,114 8,88 30,78 70,78 92,88 98,114")), _LEATHER, 7)
    clay.lump(clay.blob(_points("22,34 50,28 78,34 80,56 70,80 50,88 30,80 20,56")), _TANNED, 6)
    beard = "17,50 25,58 36,60 50,63 64,60 75,58 83,50 85,72 76,92 62,104 50,107 38,104 24,92 15,72"
    clay.lump(clay.blob(_points(beard)), _RED, 8)
    for curl in ("30,76 34,92", "44,82 46,98", "58,82 56,98", "70,76 66,92"):
        _line(clay, curl, 2, _RED[0])
    for x in (37, 63):
        _eye(clay, x, 46, 4.6)
    _line(clay, "28,39 45,40", 5, _RED[0])
    _line(clay, "55,40 72,39", 5, _RED[0])
    clay.lump(clay.ellipse(50, 55, 8, 7), _ROSY, 4)
    moustache = "50,62 38,60 26,66 30,72 42,72 50,68 58,72 70,72 74,66 62,60"
    clay.lump(clay.blob(_points(moustache)), _RED, 3)
    _line(clay, "56,74 88,62", 3.6)
    _line(clay, "56,74 88,62", 2, _STRAW[2])
    clay.lump(clay.blob(_points("29,32 31,12 42,5 58,5 69,12 71,32")), _FELT, 6)
    _line(clay, "30,26 50,28 70,26", 5, _LEATHER[0])
    clay.lump(clay.ellipse(50, 31, 47, 8.5), _FELT, 4)


def _wenna(clay: Clay) -> None:
    """The ferrywoman: a hood against the wind, a braid over the shoulder, and all the time in the world."""
    hood = "50,2 66,8 80,26 86,52 92,88 96,114 4,114 8,88 14,52 20,26 34,8"
    clay.lump(clay.blob(_points(hood)), _HOOD, 7)
    clay.fill(clay.blob(_points("50,16 66,22 74,42 72,64 62,84 50,90 38,84 28,64 26,42 34,22")), _HOOD[0])
    clay.lump(clay.blob(_points("50,22 63,27 69,44 66,62 58,78 50,84 42,78 34,62 31,44 37,27")), _TANNED, 6)
    for hair in ("50,20 40,22 31,32 28,50 34,44 40,34 50,27", "50,20 60,22 69,32 72,50 66,44 60,34 50,27"):
        clay.lump(clay.blob(_points(hair)), _STRAW, 3)
    for x in (41, 59):
        clay.fill(clay.ellipse(x, 51, 6.4, 4.6), _INK)
        clay.fill(clay.ellipse(x, 52, 5, 3.2), _WHITE)
        clay.fill(clay.ellipse(x + 1, 52, 3, 3.2), _INK)
        _line(clay, f"{x - 6},48.5 {x},47 {x + 6},48.5", 3.4, _TANNED[0])
    _line(clay, "34,42 46,43", 2.6, _STRAW[0])
    _line(clay, "54,43 66,42", 2.6, _STRAW[0])
    _line(clay, "50,52 48,63 52,64", 2, _TANNED[0])
    _line(clay, "43,70 47,72 54,72 59,69", 3, _LIPS)
    for crease in ("36,60 38,66", "64,60 62,66"):
        _line(clay, crease, 1.6, _TANNED[0])
    for x, y in ((70, 72), (73, 82), (74, 92), (73, 102)):
        clay.lump(clay.ellipse(x, y, 8.5, 6.8), _STRAW, 3)
        _line(clay, f"{x - 5},{y + 2} {x},{y - 2} {x + 5},{y + 2}", 1.4, _STRAW[0])


def _grete(clay: Clay) -> None:
    """The landlady: a high bun, golden earrings, and one eyebrow that has heard it all."""
    clay.lump(clay.blob(_points("4,114 12,92 34,82 66,82 88,92 96,114")), _LINEN, 6)
    clay.lump(clay.blob(_points("26,114 30,96 50,104 70,96 74,114")), _BODICE, 4)
    clay.lump(clay.ellipse(50, 13, 17, 12), _GREY, 5)
    _line(clay, "37,14 50,8 62,13", 1.8, _GREY[0])
    _line(clay, "40,20 51,14 60,19", 1.8, _GREY[0])
    clay.lump(clay.ellipse(50, 53, 32, 33), _GREY, 6)
    clay.lump(clay.blob(_points("24,56 28,40 38,34 50,32 62,34 72,40 76,56 70,76 50,87 30,76")), _ROSY, 7)
    clay.lump(
        clay.blob(_points("20,52 22,36 34,23 50,20 66,23 78,36 80,52 72,42 61,36 50,33 39,36 28,42")),
        _GREY,
        4,
    )
    for x in (20, 80):
        clay.lump(clay.ellipse(x, 68, 5, 6), _STRAW, 3)
    for x in (33, 67):
        clay.fill(clay.ellipse(x, 66, 6, 4.4), _ROSY[0])
    for x in (39, 61):
        _eye(clay, x, 54, 5.2, look=1)
    _line(clay, "32,47 45,48", 3, _GREY[0])
    _line(clay, "54,42 61,39 69,43", 3, _GREY[0])
    clay.fill(clay.ellipse(50, 62, 3.6, 2.8), _ROSY[0])
    _line(clay, "39,71 46,75 56,75 63,69", 3.2, _LIPS)


COLOURS: Final[Mapping[str, RGB]] = {
    "skin": _SKIN[1],
    "skin-deep": _SKIN[0],
    "tanned": _TANNED[1],
    "hair-red": _RED[1],
    "hair-grey": _GREY[1],
    "straw": _STRAW[1],
    "linen": _LINEN[1],
    "hood": _HOOD[1],
    "hood-lit": _HOOD[2],
    "calm": GROUNDS["wenna"],
}
"""What a palette needs so that faces look well in it, beside the colours that all games share."""

FACES: Final[Mapping[str, Callable[[Clay], None]]] = {
    "pip": _pip,
    "odo": _odo,
    "wenna": _wenna,
    "grete": _grete,
}
"""Everybody who has a face, the weakest player first."""


@cached_sprite
def _large_face(who: str) -> Image.Image:
    """A face in its round frame, eight times `MASTER` pixels square; mode RGBA."""
    clay = Clay(MASTER, _INK)
    FACES[who](clay)
    side = clay.side
    image = Image.new("RGBA", (side, side), GROUNDS[who])
    image.alpha_composite(clay.image)
    inner = Image.new("L", (side, side))
    ImageDraw.Draw(inner).ellipse((side * 0.02, side * 0.02, side * 0.98, side * 0.98), fill=255)
    image.putalpha(inner)
    draw = ImageDraw.Draw(image)
    for inset, wide, tone in ((0.0, RIM, "ink"), (0.9, RIM - 1.8, "brass")):
        edge = inset * side / 100
        box = (edge, edge, side - 1 - edge, side - 1 - edge)
        draw.ellipse(box, None, TABLE[tone], round(wide * side / 100))
    return image


def prepare() -> None:
    """Model everybody, so that no picture has to wait for it: half a second in all."""
    for who in FACES:
        _large_face(who)


@cached_sprite
def portrait(who: str, size: int) -> Image.Image:
    """The face of a bot in its round frame; mode RGBA, `size` pixels square, shared, so paste it only."""
    return _large_face(who).resize((size, size), Image.Resampling.LANCZOS)
