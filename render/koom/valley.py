"""The valley: meadow, heath and scree up to the far edge, a river, and where the Rock is wanted."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from engine.koom.model import FAR_EDGE
from engine.octagon.board import BY_NAME, SQUARES, Square, file_of, name, rank_of
from render.kit.cache import cached_sprite
from render.kit.canvas import RGB
from render.koom.colours import PALETTE, VALLEY
from render.octagon.board import TILE, corner, is_dark, table
from render.octagon.colours import PALETTE as OF_THUD

_ZONES: Final = ("scree", "heath", "meadow")
_EDGES: Final = (
    (4, 4, 5, 5, 5, 5, 4, 4, 4, 4, 5, 5, 5, 4, 4),
    (10, 10, 10, 10, 11, 11, 11, 11, 10, 10, 10, 9, 9, 10, 10),
)
"""The last rank of a kind of ground, file by file."""

_RIVER: Final = [
    "A9",
    "B9",
    "C9",
    "C8",
    "D8",
    "E8",
    "F8",
    "F7",
    "G7",
    "H7",
    "J7",
    "J8",
    "K8",
    "L8",
    "L7",
    "M7",
    "N7",
    "N6",
    "O6",
    "P6",
]
"""The river's way, from where it comes in to where it goes."""

_SCATTERED: Final = frozenset(
    ["D4", "K4", "M4", "G3", "B7", "L6", "H6", "C11", "E12", "K12", "G13", "J14", "O8"]
)
"""Where grass grows, or heather, or stones lie."""

_WIDE: Final = 0.40
_BANK: Final = 0.05
"""How wide the river is and each of its banks, in tiles."""

_FINE: Final = 4
"""So much larger its border is drawn, for a clean edge."""

_SIDES: Final = {(1, 0): "e", (-1, 0): "w", (0, 1): "s", (0, -1): "n"}
_OPPOSITE: Final = dict(zip("eswn", "wnes", strict=True))


class GroundTile(NamedTuple):
    """What a square is like: its zone and shade, the sides the river crosses, what lies there."""

    zone: str
    dark: bool
    river: str = ""
    scattered: bool = False


def _river_crossings() -> Iterator[tuple[str, str]]:
    """For each square of the river the sides that it crosses; it comes from the west and goes east."""
    way = [(file_of(BY_NAME[square]), rank_of(BY_NAME[square])) for square in _RIVER]
    around = [(way[0][0] - 1, way[0][1]), *way, (way[-1][0] + 1, way[-1][1])]
    turns = [_SIDES[b[0] - a[0], b[1] - a[1]] for a, b in pairwise(around)]
    for square, (come, go) in zip(_RIVER, pairwise(turns), strict=True):
        yield square, "".join(sorted((_OPPOSITE[come], go)))


_CROSSED: Final = dict(_river_crossings())


@cache
def ground_of(sq: Square, turned: bool) -> GroundTile:
    """What a square is like, as the board is held."""
    dark, sides = is_dark(sq), _CROSSED.get(name(sq), "")
    if turned:
        sides = "".join(sorted(_OPPOSITE[side] for side in sides))
    if FAR_EDGE >> sq & 1:
        return GroundTile("home", dark)
    zone = _ZONES[sum(rank_of(sq) > edge[file_of(sq) - 1] for edge in _EDGES)]
    return GroundTile(zone, dark, sides, not sides and name(sq) in _SCATTERED)


@cached_sprite
def ground(of: GroundTile) -> Image.Image:
    """An empty square, mode RGB."""
    zone, deep = VALLEY[f"{of.zone}-dark" if of.dark else of.zone], VALLEY[f"{of.zone}-deep"]
    image = Image.new("RGB", (TILE, TILE), zone)
    draw = ImageDraw.Draw(image)
    if of.river:
        for width, colour in ((_WIDE + 2 * _BANK, "bank"), (_WIDE, "water-dark" if of.dark else "water")):
            image.paste(VALLEY[colour], (0, 0), _stretch(of.river, width))
    if of.zone == "home":
        _door(draw, deep)
    if of.scattered:
        {"meadow": _grass, "heath": _heather, "scree": _stones}[of.zone](draw, deep)
    last = TILE - 1
    draw.line([(0, last), (0, 0), (last, 0)], VALLEY[f"{of.zone}-lit" if of.dark else "halo"])
    draw.line([(0, last), (last, last), (last, 0)], deep)
    return image


@cached_sprite
def _stretch(sides: str, width: float) -> Image.Image:
    """Where the river is on a square that it crosses from side to side, or in a bend."""
    side = TILE * _FINE
    mask = Image.new("L", (side, side))
    draw = ImageDraw.Draw(mask)
    near, far = side * (0.5 - width / 2), side * (0.5 + width / 2)
    if sides == "ew":
        draw.rectangle((0, near, side, far), 255)
    elif sides == "ns":
        draw.rectangle((near, 0, far, side), 255)
    else:
        x, y = side * ("e" in sides), side * ("s" in sides)
        draw.ellipse((x - far, y - far, x + far, y + far), 255)
        draw.ellipse((x - near, y - near, x + near, y + near), 0)
    return mask.reduce(_FINE).point([255 * (level > 127) for level in range(256)])  # noqa: PLR2004 - half


def _door(draw: ImageDraw.ImageDraw, deep: RGB) -> None:
    """The sign of home, let into the stone: a door under an arch."""
    middle = TILE // 2
    draw.rectangle((3, 3, TILE - 5, TILE - 5), None, deep, 1)
    draw.arc((middle - 11, 11, middle + 11, 33), 180, 360, deep, 3)
    draw.line([(middle - 10, 22), (middle - 10, 41)], deep, 3)
    draw.line([(middle + 10, 22), (middle + 10, 41)], deep, 3)
    draw.line([(middle - 15, 42), (middle + 15, 42)], deep, 3)


def _grass(draw: ImageDraw.ImageDraw, deep: RGB) -> None:
    """Two tufts."""
    for x, y in ((11, 45), (41, 16)):
        for lean in (-5, 0, 5):
            draw.line([(x, y), (x + lean, y - 8 + abs(lean) // 2)], deep, 2)


def _heather(draw: ImageDraw.ImageDraw, deep: RGB) -> None:
    """Two low bushes."""
    for x, y in ((12, 12), (17, 9), (20, 14), (38, 42), (43, 40)):
        draw.ellipse((x - 2, y - 2, x + 2, y + 2), deep)


def _stones(draw: ImageDraw.ImageDraw, deep: RGB) -> None:
    """Some boulders."""
    for x, y, wide, tall in ((11, 42, 7, 5), (21, 45, 4, 3), (42, 11, 5, 4)):
        draw.ellipse((x - wide, y - tall, x + wide, y + tall), VALLEY["scree-lit"], deep)


@cached_sprite
def empty(turned: bool) -> Image.Image:
    """The board without pieces, as an image of the game's palette; shared, so copy it.

    The table, its trays and its letters are those of the octagon.
    """
    beds = {OF_THUD.index("bed"), OF_THUD.index("bed-deep")}
    crag = PALETTE.nearest(VALLEY["crag"])
    image = PALETTE.from_indices(table(turned).point([crag if at in beds else at for at in range(256)]))
    for sq in SQUARES:
        image.paste(PALETTE.quantise(ground(ground_of(sq, turned))), corner(sq, turned))
    _threshold(image, turned)
    return image


def _threshold(image: Image.Image, turned: bool) -> None:
    """A bar of brass along the far edge, which is the near one on a board that is turned."""
    squares = [corner(sq, turned) for sq in SQUARES if FAR_EDGE >> sq & 1]
    left, top = min(x for x, _ in squares), squares[0][1]
    y = top + TILE + 1 if turned else top - 6
    draw = ImageDraw.Draw(image)
    draw.rectangle((left, y, left + 5 * TILE - 1, y + 4), PALETTE.index("brass"), PALETTE.index("brass-deep"))
    draw.line([(left + 1, y + 1), (left + 5 * TILE - 2, y + 1)], PALETTE.index("lamplight"))
