"""The items of the keepers as small signs, lit while they are charged."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from PIL import Image

from engine.trogdor.cards import Item
from render.kit.sprites import Clay, Tones
from render.trogdor.board import pasted
from render.trogdor.clay import Wood
from render.trogdor.colours import NAMED, tones
from render.trogdor.shapes import flame, points

SIDE: Final = 48
"""Pixels of a sign, along each side."""

_GOLD: Final[Tones] = (NAMED["brass-deep"], NAMED["thatch"], NAMED["thatch-lit"])
_CORK: Final[Tones] = tones("wood")


@cache
def item(which: Item, charged: bool, ground: str) -> Image.Image:
    """An item on the named ground: in lamplight if it is charged, else dark; shared, so paste it only."""
    clay = Wood(SIDE // 2, NAMED["ink"])
    clay.fill(clay.ellipse(50, 50, 48, 48), NAMED["lamplight" if charged else "ink"])
    icon = Wood(SIDE // 2, NAMED["ink"], 0.78)
    _ICONS[which](icon)
    sign = icon.image
    if not charged:
        sign = _dark(sign)
    clay.image.alpha_composite(sign, (0, 0), (0, clay.side // 16))
    if not charged:
        clay.fill(clay.stroke(points("18,82 82,18"), 9), NAMED["ink"])
        clay.fill(clay.stroke(points("18,82 82,18"), 5), NAMED["muted"])
    return pasted(clay.shown(SIDE), ground)


def _dark(sign: Image.Image) -> Image.Image:
    """`sign` as a flat shape."""
    flat = Image.new("RGBA", sign.size, NAMED["char-lit"])
    flat.putalpha(sign.getchannel("A"))
    return flat


def _flask(clay: Clay) -> None:
    clay.lump(clay.blob(points("40,14 60,14 59,40 80,70 74,90 50,95 26,90 20,70 41,40")), tones("water"), 6)
    clay.lump(
        clay.blob(points("30,62 70,62 77,74 72,87 50,91 28,87 23,74")), tones("violet"), 5, outlined=False
    )
    clay.lump(clay.polygon(points("40,4 60,4 60,18 40,18")), _CORK, 3)


def _pouch(clay: Clay) -> None:
    clay.lump(clay.blob(points("36,34 64,34 84,62 82,86 50,95 18,86 16,62")), tones("smock"), 8)
    clay.lump(clay.blob(points("30,14 42,20 50,12 58,20 70,14 64,34 36,34")), tones("smock"), 4)
    clay.fill(clay.stroke(points("34,35 66,35"), 7), NAMED["thatch-lit"])


def _fireballs(clay: Clay) -> None:
    for x, y, size in ((26, 60, 56), (50, 52, 56), (74, 60, 56)):
        clay.fill(clay.grown(clay.ellipse(x, y - 18, 12, 16), 2), NAMED["ember-deep"])
        flame(clay, x, y, size)
    ball = clay.ellipse(50, 66, 28, 28)
    clay.lump(ball, (NAMED["leaf"], NAMED["leaf-lit"], NAMED["parchment-lit"]), 6)
    for seam in ("26,54 38,60 44,72 42,90", "74,54 62,60 56,72 58,90"):
        clay.fill(clay.stroke(points(seam), 4), NAMED["parchment-lit"])


def _ring(clay: Clay) -> None:
    clay.lump(clay.ellipse(50, 62, 32, 32), _GOLD, 6)
    clay.cut(clay.ellipse(50, 62, 19, 19))
    clay.lump(clay.polygon(points("34,20 44,8 56,8 66,20 50,38")), tones("violet"), 5)


def _beans(clay: Clay) -> None:
    for dx, dy in ((0, 0), (34, 24)):
        bean = [(x + dx, y + dy) for x, y in points("14,44 20,18 40,12 52,26 44,38 42,54 30,64 18,58")]
        clay.lump(clay.blob(bean), tones("leaf"), 6)


def _disk(clay: Clay) -> None:
    clay.lump(clay.ellipse(50, 52, 42, 42), tones("steel"), 7)
    for bar in ("50,28 50,76", "26,52 74,52"):
        clay.fill(clay.stroke(points(bar), 16), NAMED["petal"])


def _shield(clay: Clay) -> None:
    clay.lump(clay.blob(points("14,18 50,8 86,18 84,56 50,95 16,56")), tones("steel"), 6)
    clay.lump(clay.blob(points("28,28 50,22 72,28 70,54 50,78 30,54")), tones("blue"), 5)


def _trinket(clay: Clay) -> None:
    clay.fill(clay.stroke(points("14,10 34,34 50,40 66,34 86,10"), 6), NAMED["thatch-deep"])
    star = points("50,30 60,54 86,56 66,72 73,96 50,82 27,96 34,72 14,56 40,54")
    clay.lump(clay.polygon(star), _GOLD, 5)
    clay.lump(clay.ellipse(50, 67, 9, 9), tones("water"), 3)


def _baubles(clay: Clay) -> None:
    for x, y, material in ((32, 38, "petal"), (70, 46, "water"), (44, 74, "leaf")):
        body: Tones = (
            (NAMED["ink"], NAMED["petal"], NAMED["petal-lit"]) if material == "petal" else tones(material)
        )
        clay.lump(clay.ellipse(x, y, 21, 21), body, 5)
        clay.fill(clay.ellipse(x - 7, y - 8, 5, 4), NAMED["parchment-lit"])


_ICONS: Final[dict[Item, Callable[[Clay], None]]] = {
    Item.FLASK: _flask,
    Item.POUCH: _pouch,
    Item.FIREBALLS: _fireballs,
    Item.RING: _ring,
    Item.BEANS: _beans,
    Item.DISK: _disk,
    Item.SHIELD: _shield,
    Item.TRINKET: _trinket,
    Item.BAUBLES: _baubles,
}
