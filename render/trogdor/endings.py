"""How it ended, without a word: a crown, a crown in embers, or a grave."""

from __future__ import annotations

from functools import cache

from PIL import Image, ImageDraw

from render.kit.sprites import Clay, Tones
from render.trogdor.board import NOW, pasted
from render.trogdor.clay import Wood
from render.trogdor.colours import NAMED, PALETTE, tones
from render.trogdor.pieces import Figure, figure
from render.trogdor.shapes import course, fire, points

SIDE = 220
_GOLD: Tones = (NAMED["thatch-deep"], NAMED["thatch"], NAMED["lamplight"])
_GROUNDS = {"victory": "leaf-deep", "petite-victory": "char", "defeat": "void"}
_EDGES = {"victory": "thatch", "petite-victory": "ember", "defeat": "stone"}


@cache
def sign(ending: str) -> Image.Image:
    """The banner of an ending, at the place of the card; shared, so paste it only."""
    tile = PALETTE.blank(NOW[2:], "field")
    draw = ImageDraw.Draw(tile)
    box = (0, 0, NOW.width - 1, NOW.height - 1)
    draw.rounded_rectangle(box, 14, PALETTE.index("ink"))
    draw.rounded_rectangle((3, 3, NOW.width - 4, NOW.height - 4), 12, PALETTE.index(_EDGES[ending]))
    draw.rounded_rectangle((9, 9, NOW.width - 10, NOW.height - 10), 8, PALETTE.index(_GROUNDS[ending]))
    picture = {"victory": _victory, "petite-victory": _petite, "defeat": _defeat}[ending]()
    tile.paste(pasted(picture, _GROUNDS[ending]), ((NOW.width - SIDE) // 2, (NOW.height - SIDE) // 2))
    return tile


def _shown(clay: Wood) -> Image.Image:
    return clay.shown(SIDE)


def _victory() -> Image.Image:
    """Trogdor crowned, rays behind him."""
    clay = Wood(SIDE // 4)
    for ray in range(0, 100, 20):
        for far in ([(ray, 0), (ray + 9, 0)], [(ray + 10, 100), (ray + 19, 100)]):
            clay.fill(clay.polygon([(50, 52), *far]), NAMED["leaf"])
    for ray in range(0, 100, 20):
        for far in ([(0, ray + 10), (0, ray + 19)], [(100, ray), (100, ray + 9)]):
            clay.fill(clay.polygon([(50, 52), *far]), NAMED["leaf"])
    picture = _shown(clay)
    picture.alpha_composite(figure(Figure.DRAGON, 164), (28, 56))
    crown = Wood(SIDE // 4)
    _crown(crown, 65, 22, 0.72)
    picture.alpha_composite(_shown(crown))
    return picture


def _crown(clay: Clay, x: float, y: float, size: float) -> None:
    shape = points("-22,10 -28,-16 -12,-4 0,-24 12,-4 28,-16 22,10")
    clay.lump(clay.polygon([(x + dx * size, y + dy * size) for dx, dy in shape]), _GOLD, 4)
    for dx, dy in ((-28, -17), (0, -25), (28, -17)):
        clay.lump(clay.ellipse(x + dx * size, y + dy * size, 4 * size, 4 * size), tones("violet"), 2)


def _petite() -> Image.Image:
    """A wall of fire with a small crown over it."""
    clay = Wood(SIDE // 4)
    fire(clay, [(14, 98, 44), (86, 98, 44), (31, 98, 60), (69, 98, 60), (50, 98, 70)])
    _crown(clay, 50, 19, 0.6)
    picture = _shown(clay)
    small = figure(Figure.DRAGON, 92)
    picture.alpha_composite(small, (64, 124))
    return picture


def _defeat() -> Image.Image:
    """A gravestone with an S in it, and the peasants' flowers before it."""
    clay = Wood(SIDE // 4)
    clay.fill(clay.ellipse(78, 20, 12, 12), NAMED["parchment-lit"])
    clay.fill(clay.ellipse(83, 17, 10.5, 10.5), NAMED["void"])
    clay.fill(clay.ellipse(50, 96, 50, 14), NAMED["leaf-deep"])
    clay.lump(clay.blob(points("24,92 24,40 28,24 40,14 50,12 60,14 72,24 76,40 76,92")), tones("stone"), 8)
    mark = course(points("63,38 52,31 41,37 42,47 52,52 61,58 61,69 50,76 38,70"))
    for width, tone in ((9, "stone-deep"), (5, "char-deep")):
        clay.fill(clay.stroke(mark, width), NAMED[tone])
    clay.fill(clay.stroke(points("26,86 20,74"), 3), NAMED["leaf"])
    for x, y in ((20, 72), (12, 82), (84, 80)):
        clay.fill(clay.stroke([(x, y), (x + 3, 96)], 2.6), NAMED["leaf"])
        clay.lump(clay.ellipse(x, y, 5, 5), (NAMED["petal"], NAMED["petal"], NAMED["petal-lit"]), 2)
    return _shown(clay)
