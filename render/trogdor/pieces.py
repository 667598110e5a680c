"""The figures of Trogdor, wooden, each with an outline of its own, modelled once and reduced to any size."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from functools import lru_cache
from math import hypot
from typing import Final, NamedTuple

from PIL import Image

from render.kit.cache import cached_sprite
from render.kit.canvas import RGB
from render.kit.sprites import Clay, Point, Tones
from render.trogdor.clay import ScalableClay, at, course, fire, flame, points, ribbon
from render.trogdor.colours import NAMED, tones

DRAGON_MASTER = 60
"""Size of the clay; what is shown is reduced from eight times that."""

_BONE: Tones = (NAMED["thatch-deep"], NAMED["parchment"], NAMED["parchment-lit"])
_BELLY: Tones = (NAMED["thatch"], NAMED["thatch-lit"], NAMED["parchment-lit"])
_WING: Tones = (NAMED["ember-deep"], NAMED["ember"], NAMED["amber"])
GOLD: Final[Tones] = (NAMED["thatch-deep"], NAMED["thatch"], NAMED["lamplight"])


class Hide(NamedTuple):
    """What a dragon is made of: his skin, his belly with the lines on it, and his wings."""

    skin: Tones
    belly: Tones
    folds: RGB
    wing: Tones


_GREEN: Final = Hide(tones("dragon"), _BELLY, NAMED["thatch"], _WING)
_FIRE: Final = Hide(
    (NAMED["ember-deep"], NAMED["ember"], NAMED["amber"]),
    (NAMED["amber"], NAMED["lamplight"], NAMED["parchment-lit"]),
    NAMED["ember"],
    (NAMED["brick-deep"], NAMED["ember-deep"], NAMED["ember"]),
)
_COLD: Final = Hide(
    (NAMED["stone-deep"], NAMED["stone"], NAMED["stone-lit"]),
    (NAMED["stone-deep"], NAMED["stone-lit"], NAMED["parchment-lit"]),
    NAMED["stone-deep"],
    (NAMED["char"], NAMED["char-lit"], NAMED["ash"]),
)


@cached_sprite
def _dragon_upright() -> ScalableClay:
    """Trogdor upright."""
    clay = ScalableClay(DRAGON_MASTER, NAMED["dragon-line"])
    _standing(clay, _GREEN)
    return clay


CROWNED: Final = 0.84
"""The share of the tile that Trogdor has where something is above his head."""


@cached_sprite
def _dragon_crowned() -> ScalableClay:
    """Trogdor as he has won: upright, with a crown on."""
    clay = ScalableClay(DRAGON_MASTER, NAMED["dragon-line"], CROWNED)
    _standing(clay, _GREEN)
    crown(clay, 65, 3, 0.58)
    return clay


@cached_sprite
def _dragon_fiery(*, crowned: bool) -> ScalableClay:
    """What is left of Trogdor in his rage, a dragon of fire; with a crown on when it has burned all."""
    clay = ScalableClay(DRAGON_MASTER, NAMED["brick-deep"], CROWNED)
    fire(clay, [(20, 44, 46), (36, 26, 34), (82, 92, 44), (10, 84, 34), (60, 96, 30)])
    _standing(clay, _FIRE)
    if crowned:
        crown(clay, 65, 3, 0.58)
    return clay


@cached_sprite
def _dragon_dead() -> ScalableClay:
    """Trogdor as he has lost: flat on the ground, cold, a cross for an eye, and the smoke goes up."""
    clay = ScalableClay(DRAGON_MASTER, NAMED["char-deep"])
    clay.cast_shadow(50, 90, 47, 8)
    for smoke in ("82,50 88,42 80,34 87,24 82,14", "90,52 97,44 91,36 96,28"):
        clay.fill(clay.stroke(course(points(smoke)), 5.4), NAMED["char-deep"])
        clay.fill(clay.stroke(course(points(smoke)), 3), NAMED["stone-lit"])
    _wing(clay, points("34,64 26,54 6,52 11,59 2,63 12,66 7,74 20,72 28,76"), _COLD)
    spine: list[Point] = points("62,72 48,64 32,65 20,74 24,85 42,90 62,90 80,89 91,86 97,80")
    _tail_tip(clay, 96, 82, _COLD)
    _body(clay, spine, [9, 9, 9, 9, 9, 8, 7, 6, 4, 2.5], _COLD)
    clay.lump(clay.blob(points("30,80 34,72 44,74 46,84 56,90 52,95 40,94 32,90")), _COLD.skin, 4)
    _face(clay, 54, _COLD, alive=False)
    return clay


def _standing(clay: ScalableClay, hide: Hide) -> None:
    """A dragon on his tail, his one arm flexed."""
    clay.cast_shadow(50, 90, 40, 8)
    _wing(clay, points("36,36 28,14 5,3 8,13 1,20 11,23 8,33 20,31 27,42"), hide)
    spine: list[Point] = points("68,27 54,16 39,21 37,37 53,49 70,59 75,73 60,85 38,88 20,86 8,80")
    _tail_tip(clay, 7, 80, hide)
    _body(clay, spine, [9, 9, 9, 10, 11, 12, 12, 11, 8, 5, 2.5], hide)
    _arm(clay, hide)
    _face(clay, 10, hide)


def crown(clay: Clay, x: float, y: float, size: float) -> None:
    """A crown around (x, y), 56 wide and 34 high at size 1."""
    shape = points("-22,10 -28,-16 -12,-4 0,-24 12,-4 28,-16 22,10")
    clay.lump(clay.polygon([(x + dx * size, y + dy * size) for dx, dy in shape]), GOLD, 4)
    for dx, dy in ((-28, -17), (0, -25), (28, -17)):
        clay.lump(clay.ellipse(x + dx * size, y + dy * size, 4 * size, 4 * size), tones("violet"), 2)


@cached_sprite
def _dragon_lying() -> ScalableClay:
    """Trogdor flat on the ground, a hand over his eyes, so that nobody sees him."""
    clay = ScalableClay(DRAGON_MASTER, NAMED["dragon-line"])
    clay.cast_shadow(50, 88, 46, 8)
    _wing(clay, points("34,60 30,44 8,36 11,45 3,51 12,55 9,64 20,63 26,70"), _GREEN)
    spine: list[Point] = points("62,66 48,58 32,60 20,70 24,82 42,87 62,88 80,86 91,78 93,68")
    _tail_tip(clay, 93, 66, _GREEN)
    _body(clay, spine, [9, 9, 9, 9, 9, 8, 7, 6, 4, 2.5], _GREEN)
    _face(clay, 46, _GREEN)
    clay.lump(clay.blob(points("34,76 30,66 40,58 56,56 60,63 50,68 44,76")), tones("dragon"), 4)
    clay.lump(clay.blob(points("52,62 56,55 68,54 77,60 76,66 66,69 56,69")), tones("dragon"), 4)
    for x, y in ((70, 58.5), (71, 63)):
        clay.fill(clay.stroke([(x, y), (x + 5, y + 1)], 1.6), clay.line)
    return clay


def _body(clay: Clay, spine: Sequence[Point], widths: Sequence[float], hide: Hide) -> None:
    clay.lump(clay.polygon(ribbon(spine, widths, widths)), hide.skin, 5)
    low, high = [width * 0.12 for width in widths], [width * 0.86 for width in widths]
    front = ribbon(spine[:-2], high[:-2], [-part for part in low[:-2]])
    clay.lump(clay.polygon(front), hide.belly, 2, outlined=False)
    line = course(spine[:-2], 3)
    for i in range(3, len(line) - 2, 2):
        (x0, y0), (x1, y1) = line[i - 1], line[i + 1]
        length = hypot(x1 - x0, y1 - y0)
        nx, ny = (y1 - y0) / length, -(x1 - x0) / length
        share = at(widths[:-2], i / (len(line) - 1))
        (x, y), near, far = line[i], share * 0.2, share * 0.8
        clay.fill(
            clay.stroke([(x + nx * near, y + ny * near), (x + nx * far, y + ny * far)], 1.3), hide.folds
        )


def _wing(clay: Clay, points: Sequence[Point], hide: Hide) -> None:
    clay.lump(clay.polygon(points), hide.wing, 3)
    for end in points[2:8:2]:
        clay.fill(clay.stroke([points[0], end], 1.6), hide.wing[0])


def _tail_tip(clay: Clay, x: float, y: float, hide: Hide) -> None:
    clay.lump(clay.polygon([(x + 1, y - 14), (x + 8, y - 1), (x + 2, y + 4), (x - 6, y)]), hide.wing, 3)


def _arm(clay: Clay, hide: Hide) -> None:
    """The one strong arm, flexed: shoulder and upper arm, forearm, biceps and fist."""
    upper = clay.blob(points("52,44 45,57 30,66 16,66 10,58 16,52 30,50 41,40"))
    clay.lump(upper, hide.skin, 5)
    clay.lump(clay.blob(points("9,61 6,50 9,40 18,40 20,50 18,63")), hide.skin, 4)
    biceps = clay.blob(points("21,55 24,46 33,43 40,48 33,56"))
    clay.lump(biceps, (hide.skin[1], hide.skin[1], hide.skin[2]), 5)
    clay.lump(clay.blob(points("4,42 2,34 8,28 18,29 23,35 19,43 11,46")), hide.skin, 4)
    for x in (9, 14):
        clay.fill(clay.stroke([(x, 31), (x + 0.5, 36)], 1.6), clay.line)


def _face(clay: Clay, y: float, hide: Hide, *, alive: bool = True) -> None:
    """Horns, jaws, teeth and an eye; the brow lies `y` below the top."""

    def low(points: Sequence[Point]) -> list[Point]:
        return [(x, down + y) for x, down in points]

    clay.lump(clay.polygon(low([(56, 7), (48, -5), (63, 2)])), _BONE, 2)
    clay.lump(clay.polygon(low([(66, 4), (63, -7), (74, 2)])), _BONE, 2)
    jaw = clay.blob(low(points("62,24 76,28 90,27 92,31 84,36 70,36 60,31")))
    clay.lump(jaw, hide.skin, 3)
    clay.fill(clay.polygon(low(points("66,25 80,28 94,23 92,29 80,32 68,30"))), NAMED["ember-deep"])
    skull = points("52,14 57,3 69,0 78,6 88,10 96,14 97,22 90,25 78,26 66,25 56,23")
    clay.lump(clay.blob(low(skull)), hide.skin, 5)
    for x in (74, 81, 88):
        clay.fill(clay.polygon(low([(x - 3, 25), (x + 3, 24.5), (x + 0.5, 31)])), NAMED["parchment-lit"])
    clay.fill(clay.ellipse(92, y + 15, 1.8, 1.5), clay.line)
    if not alive:
        _cross_eye(clay, 70, y + 12)
        return
    clay.fill(clay.ellipse(70, y + 11, 6.4, 6.4), clay.line)
    clay.fill(clay.ellipse(70, y + 11, 5, 5), NAMED["parchment-lit"])
    clay.fill(clay.ellipse(72, y + 11.6, 2.5, 3), clay.line)
    clay.fill(clay.polygon(low([(60, 3), (78, 8), (78, 11), (61, 7)])), clay.line)


def _cross_eye(clay: Clay, x: float, y: float) -> None:
    """A cross for an eye."""
    for rise in (1, -1):
        clay.fill(clay.stroke([(x - 6, y - 6 * rise), (x + 6, y + 6 * rise)], 3.6), clay.line)


MASTER: Final = 44
"""Size of the clay; what is shown is reduced from eight times that."""

_SKIN: Final[Tones] = (NAMED["skin-deep"], NAMED["skin"], NAMED["skin"])
_WOOD: Final[Tones] = (NAMED["wood-deep"], NAMED["wood"], NAMED["wood-lit"])


class MapFigure(StrEnum):
    """Everything that stands on the map."""

    DRAGON = "dragon"
    LYING = "lying"
    CROWNED = "crowned"
    RAGING = "raging"
    FIERY = "fiery"
    DEAD = "dead"
    PEASANT = "peasant"
    LIT = "lit"
    FIRST_KNIGHT = "knight-1"
    SECOND_KNIGHT = "knight-2"
    TROGHAMMER = "troghammer"
    ARCHER = "archer"


DRAGONS: Final = frozenset(
    (MapFigure.DRAGON, MapFigure.LYING, MapFigure.CROWNED, MapFigure.RAGING, MapFigure.FIERY, MapFigure.DEAD)
)
"""Trogdor, as he stands, lies, or has ended."""

AT_THE_END: Final = {
    "victory": MapFigure.CROWNED,
    "petite-victory": MapFigure.FIERY,
    "defeat": MapFigure.DEAD,
}
"""What has become of him, by how the game has ended."""


@lru_cache(maxsize=256)
def figure(which: MapFigure, size: int) -> Image.Image:
    """A figure, mode RGBA, `size` pixels square, its feet at the bottom; shared, so paste it only."""
    return _MASTERS[which]().sprite_at(size)


def _base(clay: ScalableClay, rx: float) -> None:
    """The shadow, and the disc of wood that the figure stands on."""
    clay.cast_shadow(53, 92, rx + 5, 7)
    clay.lump(clay.ellipse(50, 88, rx, 7), _WOOD, 3)


@cached_sprite
def _peasant() -> ScalableClay:
    clay = ScalableClay(MASTER, NAMED["ink"])
    _base(clay, 25)
    _pitchfork(clay)
    _peasant_body(clay)
    clay.lump(clay.ellipse(48, 33, 22, 6.5), tones("thatch"), 3)
    clay.lump(clay.blob(points("34,31 37,18 48,13 59,18 62,31 48,34")), tones("thatch"), 5)
    clay.fill(clay.stroke([(35, 29), (48, 31.5), (61, 29)], 3.4), NAMED["smock-deep"])
    return clay


@cached_sprite
def _lit() -> ScalableClay:
    """A peasant with the flame helmet on."""
    clay = ScalableClay(MASTER, NAMED["ink"])
    _base(clay, 25)
    _pitchfork(clay)
    _peasant_body(clay)
    clay.fill(clay.grow_mask(clay.ellipse(48, 26, 20, 12), 3), NAMED["ember-deep"])
    for x, y, size in ((34, 38, 26), (62, 38, 26), (48, 38, 42)):
        flame(clay, x, y, size)
    return clay


def _pitchfork(clay: Clay) -> None:
    clay.fill(clay.stroke([(79, 88), (79, 30)], 6.5), clay.line)
    clay.fill(clay.stroke([(79, 87), (79, 34)], 3), NAMED["wood-lit"])
    tines: list[list[Point]] = [[(71, 20), (71, 32), (87, 32), (87, 20)], [(79, 18), (79, 34)]]
    for tine in tines:
        clay.fill(clay.stroke(tine, 6), clay.line)
    for tine in tines:
        clay.fill(clay.stroke(tine, 2.6), NAMED["steel"])


def _peasant_body(clay: Clay) -> None:
    clay.lump(clay.blob(points("32,56 48,48 64,56 70,86 48,90 26,86")), tones("smock"), 6)
    clay.lump(clay.blob(points("60,58 68,60 80,64 80,71 70,71 60,67")), tones("smock"), 3)
    clay.lump(clay.ellipse(79, 67, 5, 5), _SKIN, 2)
    clay.fill(clay.stroke([(28, 74), (48, 77), (67, 74)], 4), NAMED["smock-deep"])
    clay.lump(clay.ellipse(48, 42, 15, 14), _SKIN, 4)
    for x in (42, 54):
        clay.fill(clay.ellipse(x, 43, 2.2, 3), clay.line)
    clay.fill(clay.ellipse(48, 50, 3, 2), clay.line)


@cached_sprite
def _knight(plume: str) -> ScalableClay:
    clay = ScalableClay(MASTER, NAMED["ink"])
    _base(clay, 25)
    clay.lump(clay.polygon(points("74,52 74,14 78,6 82,14 82,52")), tones("steel"), 3)
    clay.fill(clay.stroke([(69, 54), (87, 54)], 7), clay.line)
    clay.fill(clay.stroke([(69, 54), (87, 54)], 3.4), NAMED["thatch"])
    clay.lump(clay.blob(points("33,52 48,47 65,52 68,86 50,90 30,86")), tones("steel"), 6)
    clay.lump(clay.blob(points("60,54 70,56 80,60 80,67 70,67 60,64")), tones("steel"), 3)
    crest = clay.blob(points("48,24 40,14 24,10 22,20 27,32 34,40 40,30"))
    clay.lump(crest, tones(plume), 5)
    helmet = clay.blob(points("34,50 33,32 40,22 50,19 60,22 67,32 66,50 50,55"))
    clay.lump(helmet, tones("steel"), 6)
    clay.fill(clay.polygon([(44, 34), (68, 34), (67, 40), (44, 40)]), clay.line)
    for x in (52, 58, 64):
        clay.fill(clay.stroke([(x, 45), (x, 49)], 2), clay.line)
    shield = clay.blob(points("18,56 32,52 46,56 45,70 32,86 19,70"))
    clay.lump(shield, tones(plume), 5)
    clay.fill(clay.stroke([(32, 58), (32, 78)], 4), NAMED["steel-lit"])
    clay.fill(clay.stroke([(23, 65), (41, 65)], 4), NAMED["steel-lit"])
    return clay


@cached_sprite
def _troghammer() -> ScalableClay:
    clay = ScalableClay(MASTER, NAMED["ink"])
    _base(clay, 33)
    clay.fill(clay.stroke([(82, 84), (82, 24)], 9), clay.line)
    clay.fill(clay.stroke([(82, 83), (82, 24)], 5), NAMED["wood-lit"])
    clay.lump(clay.polygon([(64, 5), (99, 5), (99, 29), (64, 29)]), tones("steel"), 6)
    clay.fill(clay.stroke([(71, 7), (71, 28)], 3), NAMED["steel-deep"])
    trunk = clay.blob(points("18,50 28,40 46,38 66,40 76,50 74,70 68,88 46,91 24,88 18,70"))
    clay.lump(trunk, tones("violet"), 7)
    clay.fill(clay.polygon([(40, 56), (54, 56), (52, 88), (42, 88)]), NAMED["violet-deep"])
    clay.lump(clay.blob(points("66,46 78,48 88,56 88,66 76,66 66,60")), tones("violet"), 4)
    clay.lump(clay.ellipse(82, 60, 8, 7), tones("steel"), 3)
    clay.lump(clay.ellipse(22, 49, 13, 12), tones("violet"), 5)
    for tip, side in ((12, -1), (78, 1)):
        inner = 46 + side * 13
        clay.lump(
            clay.blob([(inner, 24), (inner + side * 11, 20), (tip, 4), (tip - side * 2, 20), (inner, 34)]),
            tones("thatch"),
            3,
        )
    helmet = clay.blob(points("28,46 28,28 35,17 46,14 57,17 64,28 64,46 46,52"))
    clay.lump(helmet, tones("violet"), 6)
    clay.fill(clay.polygon(points("33,30 46,34 60,30 59,38 46,40 34,38")), clay.line)
    for x in (40, 53):
        clay.fill(clay.ellipse(x, 35.4, 3, 2), NAMED["amber"])
    return clay


@cached_sprite
def _archer() -> ScalableClay:
    clay = ScalableClay(MASTER, NAMED["ink"])
    _base(clay, 24)
    clay.lump(clay.blob(points("30,58 44,48 58,54 64,86 44,90 22,86")), tones("brick"), 6)
    bow: list[Point] = points("70,8 86,22 92,46 86,70 70,86")
    curve = course(bow)
    clay.fill(clay.stroke([(70, 8), (70, 86)], 2), NAMED["parchment-lit"])
    clay.fill(clay.stroke(curve, 9), clay.line)
    clay.fill(clay.stroke(curve, 5), NAMED["wood-lit"])
    clay.lump(clay.blob(points("52,56 66,50 88,44 91,50 70,58 56,66")), tones("brick"), 3)
    clay.fill(clay.stroke([(48, 47), (97, 47)], 5.4), clay.line)
    clay.fill(clay.stroke([(48, 47), (96, 47)], 2.4), NAMED["parchment-lit"])
    clay.fill(clay.polygon([(90, 41), (100, 47), (90, 53)]), NAMED["steel-lit"])
    hood = clay.blob(points("26,46 27,28 22,10 40,16 54,22 62,34 60,48 44,55 30,54"))
    clay.lump(hood, tones("brick"), 6)
    clay.lump(clay.ellipse(49, 40, 11, 11), _SKIN, 3)
    for x in (47, 55):
        clay.fill(clay.ellipse(x, 40, 2, 2.6), clay.line)
    return clay


_MASTERS: Final[dict[MapFigure, Callable[[], ScalableClay]]] = {
    MapFigure.DRAGON: _dragon_upright,
    MapFigure.LYING: _dragon_lying,
    MapFigure.CROWNED: _dragon_crowned,
    MapFigure.RAGING: lambda: _dragon_fiery(crowned=False),
    MapFigure.FIERY: lambda: _dragon_fiery(crowned=True),
    MapFigure.DEAD: _dragon_dead,
    MapFigure.PEASANT: _peasant,
    MapFigure.LIT: _lit,
    MapFigure.FIRST_KNIGHT: lambda: _knight("blue"),
    MapFigure.SECOND_KNIGHT: lambda: _knight("thatch"),
    MapFigure.TROGHAMMER: _troghammer,
    MapFigure.ARCHER: _archer,
}
