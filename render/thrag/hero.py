"""Thrag, his die and the pawns that reroll it; when the game is over, the ending."""

from __future__ import annotations

from enum import Enum, auto
from math import cos, pi, sin
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from engine.thrag.model import NULL, Suit, View
from render.kit.cache import cached, cached_sprite
from render.kit.canvas import TABLE
from render.kit.picture import PasteTarget
from render.kit.sheet import PictureLanguage
from render.kit.sprites import Clay, Point, Tones
from render.thrag.arena import RING, ring
from render.thrag.colours import NAMED, PALETTE, tones
from render.thrag.pieces import DrawnPiece, PieceKind, emblem, on_ground, points, put, sharp, sprite
from render.thrag.table import HERO, draw_centred, label, line, plaque


def _soft(material: str) -> Tones:
    """A material in shade and in plain light only: at this size a lit rim is not visible."""
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


@cached_sprite
def _warrior(size: int, mood: Mood) -> Image.Image:
    """Head and shoulders with the axe behind them, mode RGBA, `size` pixels square."""
    clay = Clay(size // 2, TABLE["ink"])
    _axe(clay, 0, 0)
    _shoulders(clay)
    _head(clay, 0, 0, mood, aside=4)
    return sharp(clay, size)


def _axe(clay: Clay, dx: float, dy: float) -> None:
    """Draw an upright axe whose haft ends at (86, 98)."""
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


def _head(clay: Clay, dx: float, dy: float, mood: Mood, aside: float = 0) -> None:
    """Draw his head around (44, 42): wild hair, a band, and a face that looks `aside` to the right."""
    parts = (
        (_MANE, _soft("hair"), 6),
        (_FACE, _soft("skin"), 5),
        (_BEARD, _soft("hair"), 4),
        (_FRINGE, _soft("hair"), 4),
    )
    for shape, material, depth in parts:
        clay.lump(clay.blob(points(shape, dx, dy)), material, depth)
    clay.lump(clay.polygon(points("21,31 44,25 67,31 66,37 44,31 22,37", dx, dy)), BAND, 2)
    nose = clay.blob(points("42,44 46,44 49,53 44,56 39,53", dx + aside * 1.3, dy))
    clay.lump(nose, _soft("skin"), 3, outlined=False)
    _FACES[mood](clay, dx + aside, dy)


_MANE: Final = (
    "44,8 56,5 60,13 71,16 69,26 76,36 70,44 73,56 62,64 44,66 26,64 15,57 18,45 12,36 19,26 17,15 28,13 33,4"
)
_FACE: Final = "24,34 44,27 64,34 65,48 60,62 51,71 44,72 37,71 28,62 23,48"
_BEARD: Final = "27,56 33,58 44,57 55,58 61,56 58,66 50,75 44,77 38,75 30,66"
_FRINGE: Final = "22,30 30,20 44,17 58,20 66,30 60,33 53,28 46,34 38,28 28,34"


def _grin(clay: Clay, dx: float, dy: float) -> None:
    """Draw open eyes, and teeth."""
    for brow, x in (("30,38.5 40,41.5", 35), ("48,41.5 58,38.5", 53)):
        clay.fill(clay.stroke(points(brow, dx, dy), 2.6), NAMED["hair-deep"])
        clay.fill(clay.ellipse(x + dx, 46 + dy, 3, 3.6), TABLE["ink"])
        clay.fill(clay.ellipse(x - 1 + dx, 44.8 + dy, 1.1, 1.1), TABLE["cream"])
    clay.fill(clay.blob(points("34,59 44,61 55,58 50,67 44,68 38,66", dx, dy)), TABLE["ink"])
    clay.fill(clay.polygon(points("37,61 44,62 52,60.5 50,64 38,64", dx, dy)), TABLE["cream"])


def _worry(clay: Clay, dx: float, dy: float) -> None:
    """Draw raised brows, wide eyes, a mouth turned down, and sweat at the temple."""
    for brow, x in (("29,42.5 39,38", 35), ("49,38 59,42.5", 53)):
        clay.fill(clay.stroke(points(brow, dx, dy), 2.6), NAMED["hair-deep"])
        clay.fill(clay.ellipse(x + dx, 46.5 + dy, 4.6, 4.8), TABLE["cream"])
        clay.fill(clay.ellipse(x + dx, 47.5 + dy, 2.2, 2.6), TABLE["ink"])
    clay.fill(clay.stroke(points("37,66 40,62.5 44,61.5 48,62.5 51,66", dx, dy), 3), TABLE["ink"])
    drop = clay.blob(points("18,31 21,38 22,42 18,45 14,42 15,38", dx, dy))
    clay.lump(drop, tones("blue"), 2)


def _sleep(clay: Clay, dx: float, dy: float) -> None:
    """Draw closed eyes, and a snoring mouth."""
    for lid in ("30,45 33,47.5 37,47.5 40,45", "48,45 51,47.5 55,47.5 58,45"):
        clay.fill(clay.stroke(points(lid, dx, dy), 2.4), TABLE["ink"])
    clay.fill(clay.ellipse(45 + dx, 63 + dy, 3.4, 3.8), TABLE["ink"])


_FACES: Final = {Mood.GRIM: _grin, Mood.WORRIED: _worry, Mood.ASLEEP: _sleep}


ENDING: Final = 244
"""Pixels of the sign of an ending, along each side; its sky is cut off where the plaque is lower."""

INSET: Final = 7
_WOOD: Final[Tones] = (NAMED["walnut"], NAMED["walnut-lit"], NAMED["brass-deep"])
_GOLD: Final[Tones] = (NAMED["amber-deep"], NAMED["amber"], NAMED["lamplight"])
_STONE: Final[Tones] = (NAMED["steel-deep"], NAMED["steel"], NAMED["steel-lit"])
_CLOTH: Final[Tones] = (NAMED["ivory-deep"], NAMED["ivory"], NAMED["ivory-lit"])
_EDGES: Final = {
    "win": "amber",
    "death": "brick",
    "exhaustion": "blue",
    "breakfast": "muted",
    "resignation": "cream",
}
_SKIES: Final = {
    "win": "dawn",
    "death": "night",
    "exhaustion": "dusk",
    "breakfast": "blue-deep",
    "resignation": "green-deep",
}


def _ending(
    onto: PasteTarget, name: str, score: int | None, pawns: tuple[Suit, ...], say: PictureLanguage
) -> None:
    """Draw the sign of an ending in Thrag's place; a win has its score, and the pawns left as tie-break."""
    onto.paste(sign(name), (0, 0))
    if name == "breakfast":
        middle = (HERO.width // 2, 91)
        draw_centred(onto, say("thrag.picture.closed"), middle, 30, ("ivory", "ink"), room=150)
    if score is not None:
        onto.paste(_score(name, len(pawns)), _SCORE)
        line(onto, say.some("thrag.picture.score", score), (24, 43), 26, ("night", "amber"), room=92)
        for place, pawn in enumerate(pawns):
            put(
                onto,
                DrawnPiece(PieceKind.BLACK_PAWN, SCORE_PAWN, pawn),
                (118 + place * SCORE_PAWN, 17),
                "night",
            )


SCORE_PAWN: Final = 34
_SCORE: Final = (12, 12)
"""Where the plate of the score lies."""


@cached_sprite
def _score(name: str, pawns: int) -> Image.Image:
    """The plate of the score with room for so many pawns, on the sign of an ending."""
    x, y = _SCORE
    wide, tall = 113 + pawns * SCORE_PAWN, 45
    tile = sign(name).crop((x, y, x + wide, y + tall))
    ImageDraw.Draw(tile).rounded_rectangle((0, 0, wide - 1, tall - 1), 8, PALETTE.index("night"))
    return tile


@cached_sprite
def sign(name: str) -> Image.Image:
    """The sign of an ending, on a plaque; shared, so only paste it."""
    sky = _SKIES[name]
    tile = PALETTE.blank((HERO.width, HERO.height), "field")
    draw = ImageDraw.Draw(tile)
    right, bottom = HERO.width - 1, HERO.height - 1
    draw.rounded_rectangle((0, 0, right, bottom), 11, PALETTE.index("ink"))
    draw.rounded_rectangle((2, 2, right - 2, bottom - 2), 10, PALETTE.index(_EDGES[name]))
    draw.rounded_rectangle((6, 6, right - 6, bottom - 6), 7, PALETTE.index(sky))
    clay = Clay(ENDING // 2, TABLE["ink"])
    _SIGNS[name](clay)
    picture = on_ground(sharp(clay, ENDING), sky)
    tall = HERO.height - 2 * INSET
    tile.paste(picture.crop((0, ENDING - tall, ENDING, ENDING)), (INSET, INSET))
    return tile


def _win(clay: Clay) -> None:
    """Draw the sun rising over a laid table."""
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
    """Draw a gravestone under the moon, an axe beside it."""
    _moon(clay, 22, 18, "night")
    clay.fill(clay.ellipse(50, 100, 62, 18), NAMED["green-deep"])
    stone = clay.blob(points("22,92 22,46 27,30 39,21 48,20 57,21 69,30 74,46 74,92"))
    clay.lump(stone, _STONE, 7)
    clay.fill(emblem(clay, Suit.BLACK, 45, 54, 17), NAMED["steel-deep"])
    _axe(clay, 2, 0)
    for x in (10, 30, 62, 94):
        clay.fill(clay.polygon([(x - 4, 94), (x, 84), (x + 1, 93), (x + 5, 86), (x + 6, 95)]), NAMED["green"])


def _moon(clay: Clay, x: float, y: float, sky: str) -> None:
    clay.fill(clay.ellipse(x, y, 12, 12), NAMED["lamplight"])
    clay.fill(clay.ellipse(x + 6, y - 3, 10.5, 10.5), NAMED[sky])


def _exhaustion(clay: Clay) -> None:
    """Draw Thrag asleep."""
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
    _head(clay, -4, 12, Mood.ASLEEP)
    quilt = clay.blob(points("-6,82 20,79 44,84 70,78 104,82 106,108 -6,108"))
    clay.lump(quilt, (NAMED["red-deep"], NAMED["brick"], NAMED["red-lit"]), 5)
    for x in (14, 40, 66, 92):
        clay.fill(clay.ellipse(x, 93, 3, 3), NAMED["ivory"])


def _breakfast(clay: Clay) -> None:
    """Draw the closed buffet: a sign with a struck-out egg, and nothing but a bone on the plate."""
    clay.fill(clay.ellipse(86, 12, 9, 9), NAMED["lamplight"])
    for x in (24, 76):
        clay.fill(clay.stroke([(50, 6), (x, 26)], 2), TABLE["ink"])
    clay.lump(clay.ellipse(50, 6, 3, 3), _GOLD, 1)
    clay.lump(clay.polygon(points("16,24 84,24 84,58 16,58")), _CLOTH, 3)
    egg = clay.blob(points("32,41 40,32 52,31 64,35 69,43 60,51 47,52 36,49"))
    clay.fill(clay.grow_mask(egg, 2), TABLE["ink"])
    clay.fill(egg, NAMED["cream"])
    clay.lump(clay.ellipse(50, 41, 8, 7), _GOLD, 2)
    for wide, tone in ((9, TABLE["ink"]), (5, NAMED["red"])):
        clay.fill(clay.stroke(points("26,54 74,28"), wide), tone)
    _table(clay)
    _plate(clay, 50, 78)
    clay.lump(clay.stroke(points("38,76 62,78"), 4), _CLOTH, 1.5)
    for x, y in ((36, 74), (37, 79), (63, 75.5), (62, 81)):
        clay.lump(clay.ellipse(x, y, 3.2, 3.2), _CLOTH, 1.5)


def _resignation(clay: Clay) -> None:
    """Draw a white flag on the haft of an axe."""
    clay.fill(clay.ellipse(50, 104, 70, 20), NAMED["green"])
    clay.lump(
        clay.stroke(points("30,8 34,98"), 5), (NAMED["hair-deep"], NAMED["brass-deep"], NAMED["brass"]), 2
    )
    flag = clay.blob(points("32,12 50,8 66,16 88,12 84,34 90,52 68,54 50,46 33,52"))
    clay.lump(flag, (NAMED["steel"], NAMED["cream"], NAMED["steel-lit"]), 5)
    clay.fill(clay.grow_mask(emblem(clay, Suit.BLACK, 74, 82, 15), 1.5), TABLE["ink"])
    clay.fill(emblem(clay, Suit.BLACK, 74, 82, 15), NAMED["steel"])


_SIGNS: Final = {
    "win": _win,
    "death": _death,
    "exhaustion": _exhaustion,
    "breakfast": _breakfast,
    "resignation": _resignation,
}


DIE: Final = 108
DIE_AT: Final = ((HERO.width - DIE) // 2, 52)
PAWN: Final = 50
STEP: Final = 29
PAWNS_AT: Final = (14, 190)
"""Where the first of the black pawns stands."""

_NULL_AT: Final = (166, 198)
"""Where the value of a null coin is written."""


class Hero(NamedTuple):
    """Thrag's die, whether it was just rerolled, his black pawns, and the value of a null coin.

    `ending` and `score` are None while the game runs.
    """

    die: int
    rerolled: bool
    pawns: tuple[Suit, ...]
    null_coin: int
    ending: str | None
    score: int | None


def hero_of(view: View) -> Hero:
    """Return Thrag's part of a view."""
    end = view.outcome.ending if view.outcome is not None else None
    rerolled = view.rerolled is Suit.BLACK
    return Hero(view.die, rerolled, view.black_pawns, view.null_coin, end, view.score)


def mood_of(view: View) -> Mood:
    """Return how Thrag looks: worried at the last breath."""
    return Mood.WORRIED if view.hit_points == (NULL,) else Mood.GRIM


def hero(onto: PasteTarget, thrag: Hero, say: PictureLanguage) -> None:
    """Draw what Thrag has on its ground; when the game is over, the ending."""
    if thrag.ending is not None:
        _ending(onto, thrag.ending, thrag.score, thrag.pawns, say)
        return
    under = "walnut"
    x, y = DIE_AT
    if thrag.rerolled:
        onto.paste(ring(DIE, "walnut"), (x - RING, y - RING))
        under = "lamplight"
    put(onto, DrawnPiece(PieceKind.DIE, DIE, Suit.BLACK, thrag.die), (x, y), under)
    if thrag.pawns:
        x, y = PAWNS_AT
        onto.paste(_pawns(thrag.pawns), (x, y))
        label(onto, say("thrag.picture.rerolls"), (x + 2, y - 8), ("walnut", "lamplight"), HERO.width - 32)
    if thrag.null_coin:
        x, y = _NULL_AT
        put(onto, DrawnPiece(PieceKind.COIN, 36, Suit.BLACK), (x, y), "walnut")
        line(onto, f"= {thrag.null_coin}", (x + 43, y + 27), 26, ("walnut", "cream"))


@cached_sprite
def ground() -> Image.Image:
    """The ground with Thrag's die's place, without his pieces."""
    tile = plaque(HERO, "walnut", "brass-deep")
    label(tile, "THRAG", (16, 32), ("walnut", "lamplight"), 110)
    return tile


@cached_sprite
def warrior(mood: Mood, size: int, under: str) -> Image.Image:
    """Thrag in that mood, facing right, on flat ground; shared, so only paste it."""
    return on_ground(_warrior(size, mood), under)


@cached
def _pawns(suits: tuple[Suit, ...]) -> Image.Image:
    """Black pawns side by side."""
    row = Image.new("RGBA", (PAWN + 2 * STEP, PAWN))
    for place, suit in enumerate(suits):
        row.alpha_composite(sprite(DrawnPiece(PieceKind.BLACK_PAWN, PAWN, suit)), (place * STEP, 0))
    return on_ground(row, "walnut")


def prepare() -> None:
    """Model the endings."""
    for name in _SIGNS:
        sign(name)
