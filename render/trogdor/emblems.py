"""What cards and keepers do, each drawn in small, for those who look them up (see `card_overview`).

Where something happens on the map, nine squares of it are seen, Trogdor among them: what burns there burns,
and an amber arrow is a way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import hypot
from typing import Final

from PIL import Image

from engine.trogdor.board import TileKind
from engine.trogdor.cards import Card, Keeper
from render.kit.cache import cached_sprite
from render.kit.sprites import Clay, Point, Tones
from render.trogdor.board import flatten_sprite
from render.trogdor.clay import ScalableClay, course, fire, flame, points
from render.trogdor.colours import NAMED, tones
from render.trogdor.marks import Badge, badge
from render.trogdor.pieces import MapFigure, figure
from render.trogdor.tiles import cottage, tile

_MIDDLES: Final = (19.0, 50.0, 81.0)
"""Where the three columns and rows of squares lie, in hundredths of the side."""

_HALF: Final = 14.5
"""Half of a square, with its border."""

_GHOST: Final = 0.4
"""How much of Trogdor is seen where nobody sees him."""

Square = tuple[int, int]
"""Row and column of one of the nine squares, from 0."""

_CENTRE: Final[Square] = (1, 1)
_DIAGONAL: Final[tuple[Square, ...]] = ((0, 0), (0, 2), (2, 0), (2, 2))
_STRAIGHT: Final[tuple[Square, ...]] = ((0, 1), (1, 0), (1, 2), (2, 1))


class Stage:
    """An emblem in the making, in hundredths of its side; y grows downwards, and what comes later covers."""

    def __init__(self, side: int) -> None:
        self.side = side
        self.image = Image.new("RGBA", (side, side))

    def clay(self) -> ScalableClay:
        """Clay as large as the emblem, to be laid on it when it is ready."""
        return ScalableClay(self.side // 2)

    def lay(self, clay: ScalableClay) -> None:
        """What was modelled covers what is there."""
        self.image.alpha_composite(clay.sprite_at(self.side))

    def put(self, sprite: Image.Image, x: float, y: float) -> None:
        """A sprite with its middle at (x, y); what reaches over the border is cut off."""
        layer = Image.new("RGBA", self.image.size)
        at = (round(x * self.side / 100 - sprite.width / 2), round(y * self.side / 100 - sprite.height / 2))
        layer.paste(sprite, at)
        self.image.alpha_composite(layer)

    def stand(self, which: MapFigure, x: float, y: float, share: float) -> None:
        """A figure with its middle at (x, y), as large as this share of the side."""
        self.put(figure(which, round(self.side * share)), x, y)

    def ground(self, kind: TileKind, x: float, y: float, share: float, *, burned: bool = False) -> None:
        """A tile of the map with its middle at (x, y)."""
        side = round(self.side * share)
        self.put(tile(kind, burned, 0).resize((side, side), Image.Resampling.LANCZOS), x, y)

    def squares(self, burned: Iterable[Square] = (), dragon: Square | None = _CENTRE) -> None:
        """Nine squares of the map: those that burn, and where Trogdor is."""
        aflame = frozenset(burned)
        clay = self.clay()
        for row, y in enumerate(_MIDDLES):
            for column, x in enumerate(_MIDDLES):
                lit = (row, column) in aflame
                for half, tone in ((_HALF, "sepia"), (_HALF - 1.6, "char" if lit else "parchment-lit")):
                    clay.fill(clay.polygon(_box(x, y, half)), NAMED[tone])
                if lit:
                    flame(clay, x, y + 12, 25)
        self.lay(clay)
        if dragon is not None:
            row, column = dragon
            self.stand(MapFigure.DRAGON, _MIDDLES[column], _MIDDLES[row] - 2, 0.33)

    def way(self, *through: Point) -> None:
        """An amber arrow along a curve."""
        clay = self.clay()
        _arrow(clay, course(through) if len(through) > 2 else through)  # noqa: PLR2004 - a curve has a middle
        self.lay(clay)


def _box(x: float, y: float, half: float) -> list[Point]:
    return [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]


def _arrow(clay: Clay, line: Sequence[Point], wide: float = 6) -> None:
    """An amber arrow along a line, its head at the end, with an edge of ink."""
    (x1, y1), back = line[-1], 12.0
    behind = next(
        (spot for spot in reversed(line) if hypot(x1 - spot[0], y1 - spot[1]) >= back * 0.8), line[0]
    )
    length = hypot(x1 - behind[0], y1 - behind[1]) or 1.0
    along = ((x1 - behind[0]) / length, (y1 - behind[1]) / length)
    neck = (x1 - along[0] * back, y1 - along[1] * back)
    head = [
        (x1, y1),
        (neck[0] - along[1] * 9, neck[1] + along[0] * 9),
        (neck[0] + along[1] * 9, neck[1] - along[0] * 9),
    ]
    shaft = [spot for spot in line if hypot(x1 - spot[0], y1 - spot[1]) > back] + [neck]
    for grow, tone in ((1.8, "ink"), (0.0, "amber")):
        if len(shaft) > 1:
            clay.fill(clay.stroke(shaft, wide + 2 * grow), NAMED[tone])
        mask = clay.polygon(head)
        clay.fill(clay.grow_mask(mask, grow) if grow else mask, NAMED[tone])


def _struck_out(stage: Stage) -> None:
    """A stroke across it all: this is what does not happen."""
    clay = stage.clay()
    for wide, tone in ((13, "cream"), (8, "brick")):
        clay.fill(clay.stroke(points("14,86 86,14"), wide), NAMED[tone])
    stage.lay(clay)


def _more(stage: Stage, count: int, y: float = 84, size: float = 30) -> None:
    """A plus, and so many flames: action points that are added."""
    clay = stage.clay()
    step = min(19.0, 70 / max(count, 1))
    left = 50 - (count * step) / 2 + 4
    for wide, tone in ((10, "ink"), (6, "amber")):
        for bar in ([(left - 16, y), (left - 2, y)], [(left - 9, y - 7), (left - 9, y + 7)]):
            clay.fill(clay.stroke(bar, wide), NAMED[tone])
    for number in range(count):
        x = left + 10 + number * step
        clay.fill(clay.grow_mask(clay.ellipse(x, y + 1, 7, 10), 1.6), NAMED["ink"])
        flame(clay, x, y + size / 2, size)
    stage.lay(clay)


# What the cards do


def _block(stage: Stage) -> None:
    stage.stand(MapFigure.DRAGON, 36, 46, 0.78)
    clay = stage.clay()
    clay.lump(clay.blob(points("48,42 72,34 96,42 94,72 72,97 50,72")), tones("steel"), 5)
    clay.lump(clay.blob(points("57,49 72,44 87,49 85,70 72,86 59,70")), tones("blue"), 4)
    stage.lay(clay)


def _diagonal(stage: Stage) -> None:
    stage.squares()
    clay = stage.clay()
    for x, y in ((22, 22), (78, 22), (22, 78), (78, 78)):
        near = (50 + (x - 50) * 0.5, 50 + (y - 50) * 0.5)
        _arrow(clay, (near, (float(x), float(y))), 5)
    stage.lay(clay)


def _dan(stage: Stage) -> None:
    stage.squares(_DIAGONAL)


def _fran(stage: Stage) -> None:
    stage.squares(_STRAIGHT)


def _hidey_hole(stage: Stage) -> None:
    stage.ground(TileKind.MOUNTAIN, 50, 46, 0.92)
    stage.stand(MapFigure.LYING, 52, 66, 0.6)


def _high_energy(stage: Stage) -> None:
    clay = stage.clay()
    fire(
        clay,
        [(24, 94, 46), (76, 94, 46), (36, 95, 62), (64, 95, 62), (50, 96, 80), (14, 95, 28), (86, 95, 28)],
    )
    stage.lay(clay)


def _invisibility(stage: Stage) -> None:
    ghost = figure(MapFigure.DRAGON, round(stage.side * 0.74)).copy()
    ghost.putalpha(ghost.getchannel("A").point([round(level * _GHOST) for level in range(256)]))
    stage.put(ghost, 36, 46)
    stage.stand(MapFigure.FIRST_KNIGHT, 74, 62, 0.62)


def _jhonka(stage: Stage) -> None:
    stage.stand(MapFigure.DRAGON, 33, 60, 0.66)
    stage.stand(MapFigure.PEASANT, 80, 28, 0.46)
    stage.way((82, 54), (76, 66), (60, 52))


def _majesty(stage: Stage) -> None:
    stage.squares(((0, 2),), (2, 0))
    clay = stage.clay()
    crown = points("7,60 5,46 13,52 19,43 25,52 33,46 31,60")
    clay.lump(clay.polygon(crown), (NAMED["brass-deep"], NAMED["thatch"], NAMED["thatch-lit"]), 3)
    _arrow(clay, ((36.0, 64.0), (68.0, 32.0)))
    stage.lay(clay)


def _path(stage: Stage) -> None:
    stage.squares(((2, 0), (2, 1), (1, 1), (0, 1), (0, 2)), None)
    stage.stand(MapFigure.DRAGON, 19, 76, 0.36)


def _shot_put(stage: Stage) -> None:
    stage.squares(((1, 2),), (1, 0))
    stage.way((24, 34), (50, 14), (78, 36))


def _sidewise(stage: Stage) -> None:
    stage.squares(((1, 2),))


def _slantwise(stage: Stage) -> None:
    stage.squares(((0, 2),))


def _daisies(stage: Stage) -> None:
    stage.ground(TileKind.FLOWER, 50, 32, 0.6)
    _more(stage, 3)


def _stump_and_rock(stage: Stage) -> None:
    stage.ground(TileKind.STUMP, 26, 34, 0.5)
    stage.ground(TileKind.ROCK, 74, 34, 0.5)
    _more(stage, 4)


def _swap_arrows(stage: Stage, y: float) -> None:
    """Two arrows, there and back."""
    clay = stage.clay()
    _arrow(clay, ((28.0, y - 9), (72.0, y - 9)), 5)
    _arrow(clay, ((72.0, y + 9), (28.0, y + 9)), 5)
    stage.lay(clay)


def _tunnel_warp(stage: Stage) -> None:
    stage.ground(TileKind.TUNNEL, 25, 34, 0.48)
    stage.ground(TileKind.FOREST, 75, 34, 0.48)
    _swap_arrows(stage, 82)


def _wingaling(stage: Stage) -> None:
    stage.squares((), (2, 0))
    stage.way((22, 62), (34, 22), (76, 22))


def _over_the_edge(stage: Stage) -> None:
    stage.squares((), (1, 1))
    clay = stage.clay()
    _arrow(clay, ((74.0, 50.0), (99.0, 50.0)))
    _arrow(clay, ((1.0, 50.0), (28.0, 50.0)))
    stage.lay(clay)


_CARDS: Final[dict[Card, Callable[[Stage], None]]] = {
    Card.BLOCK: _block,
    Card.CONSUMMATE_VS: _diagonal,
    Card.FLIP_EM_UP_DAN: _dan,
    Card.FLIP_EM_UP_FRAN: _fran,
    Card.HIDEY_HOLE: _hidey_hole,
    Card.HIGH_ENERGY: _high_energy,
    Card.INVISIBILITY: _invisibility,
    Card.JHONKA_HELP: _jhonka,
    Card.MAJESTY: _majesty,
    Card.PATH_O_BURNINATION: _path,
    Card.SHOT_PUT: _shot_put,
    Card.SIDEWISE: _sidewise,
    Card.SLANTWISE: _slantwise,
    Card.SMELL_THE_DAISIES: _daisies,
    Card.STUMP_AND_ROCK: _stump_and_rock,
    Card.TUNNEL_WARP: _tunnel_warp,
    Card.WINGALING: _wingaling,
    Card.WRAPAROUND: _over_the_edge,
}


# What the keepers can do


def _galgabudge(stage: Stage) -> None:
    stage.ground(TileKind.MOUNTAIN, 50, 48, 0.94)
    clay = stage.clay()
    for grow, tone in ((3, "ink"), (0, "char")):
        low, left, right = 86, 37 - grow, 63 + grow
        mouth: list[Point] = [(left, low), (left, 68), (50, 55 - grow), (right, 68), (right, low)]
        clay.fill(clay.polygon(mouth), NAMED[tone])
    _arrow(clay, ((14.0, 92.0), (50.0, 74.0)))
    stage.lay(clay)


def _hegeltha(stage: Stage) -> None:
    stage.ground(TileKind.FOREST, 50, 44, 0.86)
    stage.stand(MapFigure.LYING, 50, 66, 0.7)


def _worchex(stage: Stage) -> None:
    stage.put(cottage(True, round(stage.side * 0.9)), 50, 48)  # noqa: FBT003 - it is on fire
    stage.put(_sign(Badge.MENDED, round(stage.side * 0.42)), 76, 76)
    _struck_out(stage)


def _yubbitz(stage: Stage) -> None:
    clay = stage.clay()
    edge: Tones = (NAMED["parchment-deep"], NAMED["parchment-lit"], NAMED["parchment-lit"])
    for shape in ("6,8 42,8 42,62 6,62", "58,8 94,8 94,62 58,62"):
        clay.lump(clay.polygon(points(shape)), edge, 3)
    for x in (24, 76):
        flame(clay, x, 50, 34)
    stage.lay(clay)
    _swap_arrows(stage, 82)


def _crangolev(stage: Stage) -> None:
    clay = stage.clay()
    for wide, tone in ((18, "ink"), (12, "amber")):
        for bar in (points("10,54 38,54"), points("24,40 24,68")):
            clay.fill(clay.stroke(bar, wide), NAMED[tone])
    clay.fill(clay.grow_mask(clay.ellipse(68, 60, 20, 27), 2), NAMED["ink"])
    flame(clay, 68, 90, 78)
    stage.lay(clay)


def _brovelade(stage: Stage) -> None:
    stage.stand(MapFigure.PEASANT, 36, 50, 0.84)
    stage.put(_sign(Badge.REPAIRED, round(stage.side * 0.46)), 74, 68)
    _struck_out(stage)


def _hardybardy(stage: Stage) -> None:
    """Nothing but a smile."""
    clay = stage.clay()
    clay.lump(clay.ellipse(50, 50, 41, 41), (NAMED["thatch-deep"], NAMED["thatch"], NAMED["thatch-lit"]), 6)
    for x in (35, 65):
        clay.fill(clay.ellipse(x, 39, 5, 7), NAMED["ink"])
    grin = course(points("25,55 35,57 50,59 65,57 75,55")) + course(points("75,55 68,72 50,80 32,72 25,55"))
    clay.fill(clay.grow_mask(clay.polygon(grin), 2), NAMED["ink"])
    clay.fill(clay.polygon(grin), NAMED["parchment-lit"])
    stage.lay(clay)


_KEEPERS: Final[dict[Keeper, Callable[[Stage], None]]] = {
    Keeper.GALGABUDGE: _galgabudge,
    Keeper.CRANJEGG: _diagonal,
    Keeper.HEGELTHA: _hegeltha,
    Keeper.STONKLAR: _over_the_edge,
    Keeper.WORCHEX: _worchex,
    Keeper.YUBBITZ: _yubbitz,
    Keeper.CRANGOLEV: _crangolev,
    Keeper.BROVELADE: _brovelade,
    Keeper.HARDYBARDY: _hardybardy,
}


def _sign(sign: Badge, side: int) -> Image.Image:
    return badge(sign).resize((side, side), Image.Resampling.LANCZOS)


@cached_sprite
def card_emblem(card: Card, side: int) -> Image.Image:
    """What a card does, on parchment, so many pixels square; shared, so paste it only."""
    return _draw_emblem(_CARDS[card], side, "parchment")


@cached_sprite
def keeper_emblem(keeper: Keeper, side: int, ground: str) -> Image.Image:
    """What a keeper can do, on the named ground, so many pixels square; shared, so paste it only."""
    return _draw_emblem(_KEEPERS[keeper], side, ground)


def _draw_emblem(draw: Callable[[Stage], None], side: int, ground: str) -> Image.Image:
    stage = Stage(side)
    draw(stage)
    return flatten_sprite(stage.image, ground)
