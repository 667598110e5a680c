"""How it ended, without a word: breakfast at sunrise, a grave, a bed, a closed buffet, a white flag."""

from __future__ import annotations

from functools import cache, lru_cache
from math import cos, pi, sin
from typing import Final

from PIL import Image, ImageDraw

from engine.thrag.model import Suit
from render.kit.labels import Say
from render.kit.palette import TABLE
from render.kit.sprites import Clay, Point, Tones
from render.thrag.colours import NAMED, PALETTE
from render.thrag.pieces import Kind, Piece, on_ground, put
from render.thrag.shapes import emblem, points, sharp
from render.thrag.table import HERO, centred, line
from render.thrag.warrior import Mood, axe, head

SIDE: Final = 244
INSET: Final = 7
_WOOD: Final[Tones] = (NAMED["walnut"], NAMED["walnut-lit"], NAMED["brass-deep"])
_GOLD: Final[Tones] = (NAMED["amber-deep"], NAMED["amber"], NAMED["lamplight"])
_STONE: Final[Tones] = (NAMED["steel-deep"], NAMED["steel"], NAMED["steel-lit"])
_CLOTH: Final[Tones] = (NAMED["ivory-deep"], NAMED["ivory"], NAMED["ivory-lit"])
_EDGES: Final = {"win": "amber", "death": "brick", "exhaustion": "blue", "breakfast": "muted"}
_SKIES: Final = {"win": "dawn", "death": "night", "exhaustion": "dusk", "breakfast": "blue-deep"}


@lru_cache(maxsize=64)
def ending(name: str, score: int | None, pawns: tuple[Suit, ...], say: Say) -> Image.Image:
    """The sign of an ending, in Thrag's place; a win has its score, and the pawns left that break a tie."""
    tile = _sign(name, say).copy()
    if score is not None:
        wide = 112 + len(pawns) * PAWN
        box = (12, 12, 12 + wide, 56)
        ImageDraw.Draw(tile).rounded_rectangle(box, 8, PALETTE.index("night"))
        line(tile, say.some("thrag.picture.score", score), (24, 43), 26, ("night", "amber"), room=92)
        for place, pawn in enumerate(pawns):
            put(tile, Piece(Kind.BLACK_PAWN, PAWN, pawn), (118 + place * PAWN, 17), "night")
    return tile


PAWN: Final = 34


@cache
def _sign(name: str, say: Say) -> Image.Image:
    sky = _SKIES.get(name, "green-deep")
    tile = PALETTE.blank((HERO.width, HERO.height), "field")
    draw = ImageDraw.Draw(tile)
    right, bottom = HERO.width - 1, HERO.height - 1
    draw.rounded_rectangle((0, 0, right, bottom), 11, PALETTE.index("ink"))
    draw.rounded_rectangle((2, 2, right - 2, bottom - 2), 10, PALETTE.index(_EDGES.get(name, "cream")))
    draw.rounded_rectangle((6, 6, right - 6, bottom - 6), 7, PALETTE.index(sky))
    clay = Clay(SIDE // 2, TABLE["ink"])
    _SIGNS.get(name, _resignation)(clay)
    tile.paste(on_ground(sharp(clay, SIDE), sky), (INSET, bottom - 6 - SIDE))
    if name == "breakfast":
        middle = (HERO.width // 2, 111)
        centred(tile, say("thrag.picture.closed"), middle, 30, ("ivory", "ink"), room=150)
    return tile


def _win(clay: Clay) -> None:
    """The sun rises over a laid table."""
    for turn in range(13):
        angle = pi + turn * pi / 12
        if turn % 2:
            far = [(50 + 120 * cos(angle + side), 58 + 120 * sin(angle + side)) for side in (-0.11, 0.11)]
            clay.fill(clay.polygon([(50, 58), *far]), NAMED["lamplight"])
    clay.lump(clay.ellipse(50, 58, 27, 27), _GOLD, 4, outlined=False)
    _table(clay)
    _plate(clay, 40, 76)
    clay.lump(clay.blob(points("22,73 34,68 46,71 58,69 60,77 46,81 30,80")), _CLOTH, 3)
    for x, y in ((35, 74), (49, 75)):
        clay.lump(clay.ellipse(x, y, 5, 3.6), _GOLD, 2)
    _mug(clay, 78, 76)


def _table(clay: Clay) -> None:
    clay.fill(clay.polygon(points("-2,70 102,70 102,102 -2,102")), TABLE["ink"])
    clay.fill(clay.polygon(points("-2,72 102,72 102,102 -2,102")), NAMED["walnut-lit"])
    clay.fill(clay.polygon(points("-2,88 102,88 102,102 -2,102")), NAMED["walnut"])


def _plate(clay: Clay, x: float, y: float) -> None:
    clay.lump(clay.ellipse(x, y, 30, 9), _STONE, 3)
    clay.fill(clay.ellipse(x, y, 21, 5.5), NAMED["steel"])


def _mug(clay: Clay, x: float, y: float) -> None:
    handle = clay.ellipse(x + 10, y - 6, 8, 9)
    clay.lump(handle, _WOOD, 2)
    clay.fill(clay.ellipse(x + 10, y - 6, 4, 5), NAMED["walnut-lit"])
    clay.lump(clay.polygon([(x - 10, y - 20), (x + 10, y - 20), (x + 9, y + 6), (x - 9, y + 6)]), _WOOD, 4)
    for dx in (-8, 0, 8):
        clay.lump(clay.ellipse(x + dx, y - 21, 6, 5), _CLOTH, 2)


def _death(clay: Clay) -> None:
    """A gravestone under the moon, an axe beside it."""
    _moon(clay, 22, 18, "night")
    clay.fill(clay.ellipse(50, 100, 62, 18), NAMED["green-deep"])
    stone = clay.blob(points("22,92 22,46 27,30 39,21 48,20 57,21 69,30 74,46 74,92"))
    clay.lump(stone, _STONE, 7)
    clay.fill(emblem(clay, Suit.BLACK, 45, 54, 17), NAMED["steel-deep"])
    axe(clay, 2, 0)
    for x in (10, 30, 62, 94):
        clay.fill(clay.polygon([(x - 4, 94), (x, 84), (x + 1, 93), (x + 5, 86), (x + 6, 95)]), NAMED["green"])


def _moon(clay: Clay, x: float, y: float, sky: str) -> None:
    clay.fill(clay.ellipse(x, y, 12, 12), NAMED["lamplight"])
    clay.fill(clay.ellipse(x + 6, y - 3, 10.5, 10.5), NAMED[sky])


def _exhaustion(clay: Clay) -> None:
    """Thrag asleep."""
    _moon(clay, 18, 20, "dusk")
    for x, y, size in ((66, 37, 2.6), (76, 26, 4.0), (89, 11, 5.5)):
        path: list[Point] = [
            (x - size, y - size),
            (x + size, y - size),
            (x - size, y + size),
            (x + size, y + size),
        ]
        clay.fill(clay.stroke(path, 2.6), NAMED["cream"])
    clay.lump(clay.polygon(points("-4,40 6,40 6,102 -4,102")), _WOOD, 3)
    clay.lump(clay.blob(points("2,68 10,58 40,54 72,58 80,70 70,84 40,88 10,84")), _CLOTH, 5)
    head(clay, -4, 12, Mood.ASLEEP)
    quilt = clay.blob(points("-6,82 20,79 44,84 70,78 104,82 106,108 -6,108"))
    clay.lump(quilt, (NAMED["red-deep"], NAMED["brick"], NAMED["red-lit"]), 5)
    for x in (14, 40, 66, 92):
        clay.fill(clay.ellipse(x, 93, 3, 3), NAMED["ivory"])


def _breakfast(clay: Clay) -> None:
    """The buffet is closed: a shut hatch with a sign, and nothing but a bone on the plate."""
    clay.fill(clay.ellipse(86, 12, 9, 9), NAMED["lamplight"])
    for x in (24, 76):
        clay.fill(clay.stroke([(50, 6), (x, 26)], 2), TABLE["ink"])
    clay.lump(clay.ellipse(50, 6, 3, 3), _GOLD, 1)
    clay.lump(clay.polygon(points("16,25 84,25 84,50 16,50")), _CLOTH, 3)
    _table(clay)
    _plate(clay, 50, 78)
    clay.lump(clay.stroke(points("38,76 62,78"), 4), _CLOTH, 1.5)
    for x, y in ((36, 74), (37, 79), (63, 75.5), (62, 81)):
        clay.lump(clay.ellipse(x, y, 3.2, 3.2), _CLOTH, 1.5)


def _resignation(clay: Clay) -> None:
    """A white flag on the haft of an axe."""
    clay.fill(clay.ellipse(50, 104, 70, 20), NAMED["green"])
    clay.lump(
        clay.stroke(points("30,8 34,98"), 5), (NAMED["hair-deep"], NAMED["brass-deep"], NAMED["brass"]), 2
    )
    flag = clay.blob(points("32,12 50,8 66,16 88,12 84,34 90,52 68,54 50,46 33,52"))
    clay.lump(flag, (NAMED["steel"], NAMED["cream"], NAMED["steel-lit"]), 5)
    clay.fill(clay.grown(emblem(clay, Suit.BLACK, 74, 82, 15), 1.5), TABLE["ink"])
    clay.fill(emblem(clay, Suit.BLACK, 74, 82, 15), NAMED["steel"])


_SIGNS: Final = {"win": _win, "death": _death, "exhaustion": _exhaustion, "breakfast": _breakfast}
