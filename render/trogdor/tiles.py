"""The tiles: parchment with a border drawn by hand, or what the fire left of it, and what lies on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from PIL import Image

from engine.trogdor.board import TileKind
from render.kit.cache import cached_sprite
from render.kit.canvas import RGB
from render.kit.sprites import Clay, Point, Tones, smooth
from render.trogdor.clay import ScalableClay, course, flame, points
from render.trogdor.colours import NAMED, tones

TILE: Final = 108
"""Pixels of a square of the map, along each side."""

MASTER: Final = TILE // 2
"""Size of the clay of a tile: four drawn pixels for each that is shown are enough here."""

HANDS: Final = 5
"""How many grounds there are of each kind, so that no two tiles side by side look printed."""


@cached_sprite
def ground(burned: bool, hand: int) -> Image.Image:
    """The bare ground of a tile, mode RGBA, in the handwriting `hand`; shared, so copy it."""
    clay = ScalableClay(MASTER, NAMED["sepia"])
    rng = Random(hand)
    clay.fill(clay.polygon([(0, 0), (100, 0), (100, 100), (0, 100)]), NAMED["parchment"])
    if burned:
        _draw_char(clay, rng)
    _border(clay, rng)
    return clay.sprite_at(TILE)


def _border(clay: Clay, rng: Random) -> None:
    """A stroke of the pen along each side, and along one a second stroke, shorter than the first."""
    for corner, other in zip(_CORNERS, (*_CORNERS[1:], _CORNERS[0]), strict=True):
        clay.fill(clay.stroke([corner, other], 1.4), NAMED["sepia"])
    begin, end = 20 * rng.random(), 60 + 30 * rng.random()
    clay.fill(clay.stroke([(begin, 3.6), (end, 3.6)], 1.0), NAMED["parchment-deep"])


_CORNERS: Final[tuple[Point, ...]] = ((1.2, 1.2), (98.8, 1.2), (98.8, 98.8), (1.2, 98.8))


def _jitter(rng: Random, reach: float) -> float:
    return (rng.random() - 0.5) * reach


def _tuft(clay: Clay, x: float, y: float) -> None:
    """Three blades of grass that stand on (x, y)."""
    for lean in (-4, 0, 4):
        clay.fill(clay.stroke([(x + lean * 0.3, y), (x + lean, y - 6 + abs(lean) * 0.4)], 1.5), NAMED["leaf"])


def _draw_char(clay: Clay, rng: Random) -> None:
    """Char almost to the border, its ragged edge aglow, a crack in it."""
    edge = _ragged_line(rng)
    for grow, tone in ((3.6, "ember"), (1.4, "char")):
        clay.fill(clay.polygon([_away(point, grow) for point in edge]), NAMED[tone])
    x, y = 14 + 72 * rng.random(), 14 + 72 * rng.random()
    crack = [(x, y), (x + _jitter(rng, 16), y + 5 + _jitter(rng, 6)), (x + _jitter(rng, 22), y + 12)]
    clay.fill(clay.stroke(crack, 1.3), NAMED["char-lit"])


def _ragged_line(rng: Random) -> list[Point]:
    """A closed line some way inside the border."""
    sides: list[Point] = []
    steps = 5
    for side in range(4):
        for i in range(steps):
            along, depth = 9 + 82 * i / steps, 6.6 + 3.8 * rng.random()
            x, y = ((along, depth), (100 - depth, along), (100 - along, 100 - depth), (depth, 100 - along))[
                side
            ]
            sides.append((x, y))
    return smooth(sides, 2)


def _away(point: Point, grow: float) -> Point:
    """`point` further from the middle by `grow`, along both axes as far as it lies from it."""
    x, y = point
    return x + grow * (x - 50) / 42, y + grow * (y - 50) / 42


_CHAR: Final[Tones] = (NAMED["char-deep"], NAMED["char-lit"], NAMED["char-lit"])
_COAL: Final[Tones] = (NAMED["char-deep"], NAMED["char"], NAMED["char-lit"])


class Scene:
    """A tile in the making; what is burned keeps its shape and has the colours of char and embers."""

    def __init__(self, burned: bool) -> None:
        self.burned = burned
        self.clay = ScalableClay(MASTER, NAMED["ember"] if burned else NAMED["ink"], 0.9)

    def lump(
        self, points: Sequence[Point], material: Tones, depth: float = 5, charred: Tones = _CHAR
    ) -> None:
        """A smooth body of `material`, or `charred`."""
        self.clay.lump(self.clay.blob(points), charred if self.burned else material, depth)

    def block(
        self, points: Sequence[Point], material: Tones, depth: float = 5, charred: Tones = _CHAR
    ) -> None:
        """The same with straight edges."""
        self.clay.lump(self.clay.polygon(points), charred if self.burned else material, depth)

    def line(self, points: Sequence[Point], width: float, tone: str, charred: str = "") -> None:
        """A stroke; none in the fire's work if there is no colour for it."""
        if charred or not self.burned:
            self.clay.fill(self.clay.stroke(points, width), self.tone(tone, charred))

    def round(self, x: float, y: float, rx: float, ry: float, tone: str, charred: str = "char-deep") -> None:
        """A flat ellipse."""
        self.clay.fill(self.clay.ellipse(x, y, rx, ry), self.tone(tone, charred))

    def tone(self, tone: str, charred: str) -> RGB:
        """One colour or the other."""
        return NAMED[charred if self.burned else tone]


@cached_sprite
def tile(kind: TileKind, burned: bool, hand: int) -> Image.Image:
    """A tile without anything on it, its cottage among that; mode RGBA, shared, so copy it."""
    image = ground(burned, hand).copy()
    if kind in _SCENES:
        image.alpha_composite(_scene(kind, burned))
    return image


@cached_sprite
def _scene(kind: TileKind, burned: bool) -> Image.Image:
    scene = Scene(burned)
    if kind is TileKind.PLAIN:  # what is as thin as grass has no outline
        scene.clay.line = NAMED["char-lit" if burned else "leaf"]
    _SCENES[kind](scene)
    return scene.clay.sprite_at(TILE)


def _forest(scene: Scene) -> None:
    for x, y, size in ((27, 64, 0.98), (74, 60, 0.9), (51, 84, 1.12)):
        _fir(scene, x, y, size)


_FIR: Final = "0,-62 16,-33 9,-33 24,-2 -24,-2 -9,-33 -16,-33"
_FIR_SHADE: Final = "2,-58 16,-33 9,-33 24,-2 2,-2"


def _fir(scene: Scene, x: float, y: float, size: float) -> None:
    """A fir that stands on (x, y)."""
    foot = [(x - 4, y - 6), (x + 4, y - 6), (x + 4, y + 7), (x - 4, y + 7)]
    scene.block(foot, tones("wood"), 0.1, _COAL)
    scene.block([(x + dx * size, y + dy * size) for dx, dy in points(_FIR)], tones("leaf"), 0.1)
    shade = [(x + dx * size, y + dy * size) for dx, dy in points(_FIR_SHADE)]
    scene.clay.fill(scene.clay.polygon(shade), scene.tone("leaf-deep", "char-deep"))


def _stump(scene: Scene) -> None:
    scene.lump(
        points("26,60 32,34 68,34 74,60 84,76 66,72 50,80 34,72 15,76"),
        tones("wood"),
        7,
    )
    scene.clay.lump(
        scene.clay.ellipse(50, 35, 21, 10.5),
        _CHAR if scene.burned else (NAMED["wood"], NAMED["thatch-lit"], NAMED["parchment-lit"]),
        3,
    )
    for rx, ry in ((14, 6.6), (8, 3.6)):
        scene.round(50, 35, rx, ry, "thatch-deep", "ember-deep")
        scene.round(50, 35, rx - 1.6, ry - 1.4, "thatch-lit", "char-lit")
    scene.round(50, 35, 2, 1.2, "thatch-deep", "ember")
    for x in (38, 50, 62):
        scene.line([(x, 52), (x - 1, 66)], 2, "wood-deep")


def _rock(scene: Scene) -> None:
    scene.block(points("14,76 18,50 34,34 50,38 60,76"), tones("stone"), 8)
    scene.block(points("40,80 44,46 62,28 78,40 88,64 84,80"), tones("stone"), 9)
    scene.block(points("22,84 28,68 44,64 54,74 52,85"), tones("stone"), 5)
    for crack in ([(62, 30), (60, 48), (68, 58)], [(34, 37), (32, 50)], [(74, 62), (80, 68)]):
        scene.line(crack, 2, "stone-deep")


def _flower(scene: Scene) -> None:
    for x, y, size in ((28, 36, 1.3), (72, 30, 1.2), (54, 66, 1.35)):
        _bloom(scene, x, y, size)


def _bloom(scene: Scene, x: float, y: float, size: float) -> None:
    """A flower around (x, y)."""
    clay = scene.clay
    scene.line([(x, y), (x - 2, y + 25 * size)], 3.6, "leaf-deep", "ember-deep")
    leaf = [(x - 2, y + 22 * size), (x + 4, y + 12 * size), (x + 14, y + 13 * size), (x + 8, y + 21 * size)]
    clay.fill(clay.blob(leaf), scene.tone("leaf-deep", "ember-deep"))
    petals = [clay.ellipse(x + dx * size, y + dy * size, 6 * size, 6 * size) for dx, dy in points(_PETALS)]
    for petal in petals:
        clay.fill(clay.grow_mask(petal, 1.8), clay.line)
    for petal in petals:
        clay.fill(petal, scene.tone("petal", "char-lit"))
    scene.round(x - 5.6 * size, y - 6 * size, 2.6 * size, 2.6 * size, "petal-lit", "ash")
    scene.round(x, y, 5 * size, 5 * size, "thatch", "char-deep")


_PETALS: Final = "0,-9 8.6,-2.8 5.3,7.3 -5.3,7.3 -8.6,-2.8"


def _lake(scene: Scene) -> None:
    shore: list[Point] = points("10,52 20,26 46,20 66,28 88,32 92,58 80,80 52,84 28,80 12,70")
    if scene.burned:
        _draw_dried_lake(scene, shore)
        return
    scene.lump(shore, (NAMED["water-deep"], NAMED["water"], NAMED["water-deep"]), 5)
    for x, y in ((34, 40), (64, 42), (46, 58), (74, 62)):
        wave: list[Point] = [(x - 8, y), (x - 4, y - 3), (x, y), (x + 4, y + 3), (x + 8, y)]
        scene.line(wave, 2.6, "water-lit")
    for x, tall in _REEDS:
        scene.line([(x, 78), (x - 1, 78 - tall)], 2, "leaf-deep")
        scene.clay.fill(scene.clay.ellipse(x - 1, 78 - tall, 2.4, 5), NAMED["wood-deep"])


_REEDS: Final = ((16, 22), (21, 28), (26, 18))

_CRACKS: Final = ("12,56 24,55", "24,29 31,36", "46,21 47,30", "67,29 64,37", "88,34 78,41", "90,60 79,58",
                  "80,79 72,70", "52,83 52,75", "27,79 34,70")  # fmt: skip


def _draw_dried_lake(scene: Scene, shore: Sequence[Point]) -> None:
    """What the fire leaves of a lake: a hollow of cracked mud, a last puddle, stumps of reed, and steam."""
    clay = scene.clay
    clay.lump(clay.blob(shore), (NAMED["char"], NAMED["char-lit"], NAMED["ash"]), 5)
    for crack in _CRACKS:
        clay.fill(clay.stroke(points(crack), 2.4), NAMED["char-deep"])
    clay.fill(
        clay.blob(points("21,53 28,36 47,28 64,35 80,39 83,56 73,70 52,76 33,72 22,64")), NAMED["char-deep"]
    )
    clay.fill(clay.blob(points("34,62 44,56 60,55 70,60 62,68 48,70 38,68")), NAMED["water-deep"])
    clay.fill(clay.stroke(points("43,62 47,60 51,62 55,64 59,62"), 2.2), NAMED["water"])
    for x, tall in _REEDS:
        clay.fill(clay.stroke([(x, 78), (x - 1, 84 - tall)], 2.4), NAMED["ember-deep"])
    for x, low, high in ((42, 54, 12), (60, 52, 6)):
        rise = course([(x, low), (x + 6, low - 13), (x - 5, (low + high) / 2 - 4), (x + 3, high)])
        clay.fill(clay.stroke(rise, 6), NAMED["char-deep"])
        clay.fill(clay.stroke(rise, 3.4), NAMED["stone"])


def _mountain(scene: Scene) -> None:
    scene.block(points("48,84 62,40 72,26 84,46 96,84"), tones("stone"), 8)
    scene.block(
        points("64,38 72,26 79,38 74,43 70,39 66,44"),
        (NAMED["stone-lit"], NAMED["parchment-lit"], NAMED["parchment-lit"]),
        1,
    )
    scene.block(points("6,86 24,46 42,10 58,40 78,86"), tones("stone"), 12)
    scene.block(
        points("30,33 42,10 53,31 48,40 42,32 36,41"),
        (NAMED["stone-lit"], NAMED["parchment-lit"], NAMED["parchment-lit"]),
        2,
    )
    for crack in ([(34, 56), (28, 70)], [(50, 54), (50, 72)]):
        scene.line(crack, 2.2, "stone-deep")


def _tunnel(scene: Scene) -> None:
    scene.lump(points("6,86 10,54 28,26 52,18 74,28 90,54 95,86 50,90"), tones("leaf"), 8)
    scene.lump(points("24,88 23,58 34,42 50,37 66,42 77,58 76,88"), tones("stone"), 4)
    scene.clay.fill(scene.clay.blob(points("32,88 32,62 40,51 50,48 60,51 68,62 68,88")), NAMED["ink"])
    for joint in ("50,37 50,48", "24,64 32,64", "76,64 68,64"):
        scene.line(points(joint), 2.4, "stone-deep")


def _yard(scene: Scene) -> None:
    """What is on a cottage's tile beside the cottage: a path, a fence and a vegetable bed."""
    scene.lump(
        points("44,62 56,62 64,78 58,96 40,96 46,78"),
        (NAMED["parchment-deep"], NAMED["parchment-deep"], NAMED["parchment-lit"]),
        2,
    )
    for x in (8, 19, 30):
        scene.block([(x, 72), (x + 3, 68), (x + 6, 72), (x + 6, 90), (x, 90)], tones("wood"), 2)
    scene.line([(6, 80), (38, 80)], 3, "wood-lit", "char-lit")


def _plain(scene: Scene) -> None:
    clay = scene.clay
    if not scene.burned:
        clay.fill(clay.blob(points("52,70 62,60 78,62 88,70 80,78 62,80")), NAMED["parchment-lit"])
    for x, y in ((30, 36), (68, 64)):
        if scene.burned:
            scene.line([(x - 4, y), (x, y - 4), (x + 4, y)], 2, "leaf", "char-lit")
        else:
            _tuft(clay, x, y)
            _tuft(clay, x + 6, y + 2)


_SCENES: Final[dict[TileKind, Callable[[Scene], None]]] = {
    TileKind.PLAIN: _plain,
    TileKind.FOREST: _forest,
    TileKind.STUMP: _stump,
    TileKind.ROCK: _rock,
    TileKind.FLOWER: _flower,
    TileKind.LAKE: _lake,
    TileKind.MOUNTAIN: _mountain,
    TileKind.TUNNEL: _tunnel,
    TileKind.COTTAGE: _yard,
}


@cached_sprite
def cottage(aflame: bool, size: int = TILE) -> Image.Image:
    """The thatched cottage, whole or on fire; mode RGBA, `size` pixels square."""
    return _cottage(aflame).sprite_at(size)


@cached_sprite
def _cottage(aflame: bool) -> ScalableClay:
    clay = ScalableClay(MASTER, NAMED["ink"])
    clay.cast_shadow(52, 68, 34, 7)
    wall: Tones = (NAMED["parchment-deep"], NAMED["parchment-lit"], NAMED["parchment-lit"])
    clay.lump(clay.polygon([(24, 40), (76, 40), (76, 68), (24, 68)]), wall, 5)
    for beam in ([(24, 54), (40, 54)], [(60, 54), (76, 54)], [(32, 54), (25, 67)], [(68, 54), (75, 67)]):
        clay.fill(clay.stroke(beam, 2.4), NAMED["wood-deep"])
    clay.lump(clay.polygon([(43, 68), (43, 50), (57, 50), (57, 68)]), tones("wood"), 3)
    clay.fill(clay.ellipse(53.5, 60, 1.5, 1.5), NAMED["ink"])
    roof: list[Point] = points("13,46 27,16 40,9 62,9 74,16 88,46 74,42 62,47 50,42 38,47 26,42")
    clay.lump(clay.blob(roof), tones("thatch") if not aflame else _CHAR, 7)
    for straw in ([(34, 16), (26, 36)], [(44, 13), (41, 38)], [(57, 13), (60, 38)], [(67, 17), (75, 37)]):
        clay.fill(clay.stroke(straw, 2), NAMED["ember" if aflame else "thatch-deep"])
    if aflame:
        for x, y, size in ((28, 36, 32), (70, 36, 34), (49, 34, 44), (18, 46, 18), (82, 46, 18)):
            clay.fill(
                clay.grow_mask(clay.ellipse(x, y - size * 0.36, size * 0.3, size * 0.36), 2),
                NAMED["ember-deep"],
            )
            flame(clay, x, y, size)
        clay.fill(clay.ellipse(50, 59, 4, 5), NAMED["amber"])
    return clay
