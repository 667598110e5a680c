"""What lies on a tile: each kind with one silhouette, the same whether it is green or charred."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Final

from PIL import Image

from engine.trogdor.board import Kind
from render.palette import RGB
from render.sprites import Clay, Point, Tones
from render.trogdor_colours import NAMED, tones
from render.trogdor_land import MASTER, ground, shown, tuft
from render.trogdor_shapes import flame, points

_CHAR: Final[Tones] = (NAMED["char-deep"], NAMED["char-lit"], NAMED["ash"])
_COAL: Final[Tones] = (NAMED["char-deep"], NAMED["char"], NAMED["char-lit"])


class Scene:
    """A tile in the making; what is burned keeps its shape and has the colours of char and embers."""

    def __init__(self, burned: bool) -> None:
        self.burned = burned
        self.clay = Clay(MASTER, NAMED["ember"] if burned else NAMED["ink"])

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

    def line(self, points: Sequence[Point], width: float, tone: str, charred: str = "char-deep") -> None:
        """A stroke."""
        self.clay.fill(self.clay.stroke(points, width), self.tone(tone, charred))

    def round(self, x: float, y: float, rx: float, ry: float, tone: str, charred: str = "char-deep") -> None:
        """A flat ellipse."""
        self.clay.fill(self.clay.ellipse(x, y, rx, ry), self.tone(tone, charred))

    def tone(self, tone: str, charred: str) -> RGB:
        """One colour or the other."""
        return NAMED[charred if self.burned else tone]


@cache
def tile(kind: Kind, burned: bool, hand: int) -> Image.Image:
    """A tile without anything on it, its cottage among that; mode RGBA, shared, so copy it."""
    image = ground(burned, hand).copy()
    if kind in _SCENES:
        image.alpha_composite(_scene(kind, burned))
    return image


@cache
def _scene(kind: Kind, burned: bool) -> Image.Image:
    scene = Scene(burned)
    _SCENES[kind](scene)
    return shown(scene.clay)


def _forest(scene: Scene) -> None:
    for x, y, size in ((70, 52, 0.9), (28, 54, 1.0), (49, 68, 1.12), (80, 82, 0.78), (20, 86, 0.72)):
        _fir(scene, x, y, size)


def _fir(scene: Scene, x: float, y: float, size: float) -> None:
    s = size
    scene.block(
        [(x - 3 * s, y - 4), (x + 3 * s, y - 4), (x + 3 * s, y + 5 * s), (x - 3 * s, y + 5 * s)],
        tones("wood"),
        2,
        _COAL,
    )
    for low, high, half in ((0, 22, 16), (-12, 32, 13), (-23, 42, 9)):
        points = [
            (x - half * s, y + low * s),
            (x, y - high * s),
            (x + half * s, y + low * s),
            (x, y + (low + 4) * s),
        ]
        scene.block(points, tones("leaf"), 5)


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
    for x, y, size, lean in (
        (30, 40, 1.0, -3),
        (68, 34, 1.15, 3),
        (52, 66, 0.95, 0),
        (22, 76, 0.7, 2),
        (80, 74, 0.8, -2),
    ):
        _bloom(scene, x, y, size, lean)


def _bloom(scene: Scene, x: float, y: float, s: float, lean: float) -> None:
    scene.line([(x, y), (x + lean, y + 22 * s)], 3.4, "leaf-deep", "ember-deep")
    scene.lump([(x + lean, y + 20 * s), (x + 9 * s, y + 11 * s), (x + 12 * s, y + 16 * s)], tones("leaf"), 2)
    petal = (NAMED["petal"], NAMED["petal"], NAMED["petal-lit"])
    ring = ((0, -9), (8.6, -2.8), (5.3, 7.3), (-5.3, 7.3), (-8.6, -2.8))
    for dx, dy in ring:
        scene.clay.fill(scene.clay.ellipse(x + dx * s, y + dy * s, 7.2 * s, 7.2 * s), scene.clay.line)
    for dx, dy in ring:
        scene.clay.lump(
            scene.clay.ellipse(x + dx * s, y + dy * s, 5.4 * s, 5.4 * s),
            _CHAR if scene.burned else petal,
            3,
            outlined=False,
        )
    scene.round(x, y, 5 * s, 5 * s, "thatch", "char-deep")


def _lake(scene: Scene) -> None:
    shore: list[Point] = points("10,52 20,26 46,20 66,28 88,32 92,58 80,80 52,84 28,80 12,70")
    deep = (NAMED["water-deep"], NAMED["water-deep"], NAMED["water"])
    scene.lump(shore, (NAMED["water-deep"], NAMED["water"], NAMED["water-deep"]), 5, deep)
    for x, y in ((30, 40), (56, 36), (40, 56), (66, 54), (48, 72), (74, 68)):
        wave: list[Point] = [(x - 8, y), (x - 4, y - 3), (x, y), (x + 4, y + 3), (x + 8, y)]
        scene.line(wave, 2.6, "water-lit", "water")
    for x, tall in ((16, 22), (21, 28), (26, 18)):
        scene.line([(x, 78), (x - 1, 78 - tall)], 2, "leaf-deep", "ember-deep")
        scene.clay.fill(scene.clay.ellipse(x - 1, 78 - tall, 2.4, 5), scene.tone("wood-deep", "char-deep"))


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
    for crack in ([(34, 56), (28, 70)], [(52, 52), (58, 66), (56, 76)], [(44, 62), (42, 74)]):
        scene.line(crack, 2.2, "stone-deep")


def _tunnel(scene: Scene) -> None:
    scene.lump(points("6,86 10,54 28,26 52,18 74,28 90,54 95,86 50,90"), tones("leaf"), 8)
    scene.lump(points("24,88 23,58 34,42 50,37 66,42 77,58 76,88"), tones("stone"), 4)
    scene.clay.fill(scene.clay.blob(points("32,88 32,62 40,51 50,48 60,51 68,62 68,88")), NAMED["ink"])
    for joint in (
        [(50, 37), (50, 48)],
        [(35, 43), (40, 51)],
        [(65, 43), (60, 51)],
        [(24, 60), (32, 62)],
        [(76, 60), (68, 62)],
        [(24, 75), (32, 75)],
        [(76, 75), (68, 75)],
    ):
        scene.line(joint, 2, "stone-deep")


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
    for x, y in ((30, 36), (66, 30), (48, 58), (24, 72), (74, 70)):
        if scene.burned:
            scene.line([(x - 4, y), (x, y - 4), (x + 4, y)], 2, "leaf", "char-lit")
        else:
            tuft(scene.clay, x, y)
            tuft(scene.clay, x + 5, y + 2)


_SCENES: Final[dict[Kind, Callable[[Scene], None]]] = {
    Kind.PLAIN: _plain,
    Kind.FOREST: _forest,
    Kind.STUMP: _stump,
    Kind.ROCK: _rock,
    Kind.FLOWER: _flower,
    Kind.LAKE: _lake,
    Kind.MOUNTAIN: _mountain,
    Kind.TUNNEL: _tunnel,
    Kind.COTTAGE: _yard,
}


@cache
def cottage(aflame: bool) -> Image.Image:
    """The thatched cottage, whole or on fire; mode RGBA, as large as a tile."""
    clay = Clay(MASTER, NAMED["ink"])
    clay.fill(clay.ellipse(52, 68, 34, 7), clay.line, 0.3)
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
                clay.grown(clay.ellipse(x, y - size * 0.36, size * 0.3, size * 0.36), 2), NAMED["ember-deep"]
            )
            flame(clay, x, y, size)
        clay.fill(clay.ellipse(50, 59, 4, 5), NAMED["amber"])
    return shown(clay)
