"""What happened, drawn on a tile: walks, arrows, fire, hits; in the one language of marks.

Every sprite is mode RGBA, as large as a tile, and shared, so paste it only.
"""

from __future__ import annotations

from enum import Enum, StrEnum
from math import cos, pi, sin
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from engine.trogdor.board import ORTHOGONAL, STEPS, Direction, Walker
from render.kit.cache import cached, cached_sprite
from render.kit.canvas import RGB, Face, capitals, word
from render.kit.sprites import Clay, Point
from render.trogdor.clay import ScalableClay, flame, points
from render.trogdor.colours import NAMED, PALETTE
from render.trogdor.pieces import MapFigure, figure
from render.trogdor.tiles import MASTER, TILE


class Start(StrEnum):
    """What a walk begins with, so that walkers are told apart by more than colour."""

    DOT = "dot"
    SHIELD = "shield"
    HAMMER = "hammer"


class LineStyle(NamedTuple):
    """How a walk is drawn: its line, the edge that makes it seen on parchment and on char, and both widths.

    `head` is the colour of the arrow at its end, with the edge of that.
    """

    colour: RGB
    edge: RGB
    width: int
    start: Start
    head: tuple[RGB, RGB]


_DANGER: Final = (NAMED["brick"], NAMED["cream"])


class Ink(Enum):
    """Whose walk it is: knights, Troghammer and archer have the colours that they wear."""

    __hash__ = object.__hash__  # each is there once; an enum hashes its name, in Python, at every leg

    FIRST_KNIGHT = LineStyle(NAMED["blue"], NAMED["cream"], 5, Start.SHIELD, _DANGER)
    SECOND_KNIGHT = LineStyle(NAMED["thatch-lit"], NAMED["ink"], 5, Start.SHIELD, _DANGER)
    TROGHAMMER = LineStyle(NAMED["violet-deep"], NAMED["violet-lit"], 8, Start.HAMMER, _DANGER)
    ARCHER = LineStyle(NAMED["brick"], NAMED["cream"], 5, Start.DOT, _DANGER)
    FIRE = LineStyle(NAMED["ember"], NAMED["ink"], 5, Start.DOT, (NAMED["ember"], NAMED["ink"]))
    TRAIL = LineStyle(
        NAMED["amber"], NAMED["amber-deep"], 5, Start.DOT, (NAMED["amber"], NAMED["amber-deep"])
    )


INKS: Final = {
    Walker.FIRST_KNIGHT: Ink.FIRST_KNIGHT,
    Walker.SECOND_KNIGHT: Ink.SECOND_KNIGHT,
    Walker.TROGHAMMER: Ink.TROGHAMMER,
    Walker.ARCHER: Ink.ARCHER,
    Walker.PEASANT: Ink.FIRE,
    Walker.TROGDOR: Ink.FIRE,
}


class Badge(StrEnum):
    """A small round sign in the corner of a tile."""

    SPAWNED = "spawned"  # peasants came out here
    FIRE = "fire"  # something caught fire here: a peasant, the tile or its cottage
    REPAIRED = "repaired"  # peasants made it green again
    MENDED = "mended"  # a knight put out the cottage


class Leg(NamedTuple):
    """The part of a walk on one tile: the side where it comes in and the one where it goes out.

    `lane` shifts it from the middle, in hundredths of the tile to the right and down, so that walks side
    by side can be told apart. No side to come in from: it begins here; none to go out by: it ends here.
    """

    ink: Ink
    lane: int
    enter: Direction | None
    leave: Direction | None


def _towards(direction: Direction, lane: int, reach: float) -> Point:
    """A point of the lane, so far from the middle of the tile in a direction."""
    down, right = STEPS[direction]
    return 50 + (right * reach if right else lane), 50 + (down * reach if down else lane)


def leg(of: Leg) -> Image.Image:
    """The part of a walk; where it ends is an arrow's head, which leaves room for who has walked.

    There are many of these and most are straight, so they are drawn as they are seen, not modelled.
    """
    image = Image.new("RGBA", (TILE, TILE))
    draw = ImageDraw.Draw(image)
    middle = (50.0 + of.lane, 50.0 + of.lane)
    line = of.ink.value
    way = [middle]
    if of.enter is not None:
        way.insert(0, _towards(of.enter, of.lane, 60))
    if of.leave is not None:
        way.append(_towards(of.leave, of.lane, 60))
    ends = of.leave is None and of.enter is not None
    if of.enter is not None and ends:
        way = [way[0], _towards(of.enter, of.lane, 36)]
    for grow, colour, head in ((2, line.edge, line.head[1]), (0, line.colour, line.head[0])):
        draw.line(_pixels(way), colour, line.width + 2 * grow, joint="curve")
        if of.enter is None:
            _begin(draw, _pixels([middle])[0], line.start, line.width + grow, colour)
        if of.enter is not None and ends:
            draw.polygon(_pixels(_head(way[1], of.enter, 13 if grow else 9.5)), head)
    return image


_STARTS: Final = {
    Start.SHIELD: ((-1.8, -1.8), (1.8, -1.8), (1.8, 0.6), (0, 2.4), (-1.8, 0.6)),
    Start.HAMMER: ((-2, -2), (2, -2), (2, 0), (0.7, 0), (0.7, 2.2), (-0.7, 2.2), (-0.7, 0), (-2, 0)),
}
"""Outlines of what a walk begins with, as many times its size from the middle."""


def _begin(draw: ImageDraw.ImageDraw, at: tuple[int, int], start: Start, size: int, colour: RGB) -> None:
    """What a walk begins with, around a pixel."""
    x, y = at
    if start is Start.DOT:
        draw.ellipse((x - size, y - size, x + size, y + size), colour)
    else:
        draw.polygon([(round(x + size * dx), round(y + size * dy)) for dx, dy in _STARTS[start]], colour)


def _pixels(points_: list[Point]) -> list[tuple[int, int]]:
    """Points in hundredths of a tile as pixels."""
    return [(round(x * TILE / 100), round(y * TILE / 100)) for x, y in points_]


def _head(tip: Point, enter: Direction, size: float) -> list[Point]:
    """The head of an arrow that has come in from a side."""
    down, right = STEPS[enter]
    (x, y), wing = tip, size * 0.36
    return [
        (x - right * size, y - down * size),
        (x + right * wing - down * size, y + down * wing - right * size),
        (x + right * wing + down * size, y + down * wing + right * size),
    ]


@cached_sprite
def shot(flight: Direction) -> Image.Image:
    """The archer's arrow on its way: a broken line with a head."""
    clay = ScalableClay(MASTER)
    down, right = STEPS[flight]
    for far in (-44, -20, 4):
        dash: list[Point] = [
            (50 + right * far, 50 + down * far),
            (50 + right * (far + 13), 50 + down * (far + 13)),
        ]
        clay.fill(clay.stroke(dash, 7.5), NAMED["cream"])
        clay.fill(clay.stroke(dash, 4), NAMED["brick"])
    x, y = 50 + right * 30, 50 + down * 30
    head = [
        (x + right * 17, y + down * 17),
        (x - right * 4 - down * 11, y - down * 4 - right * 11),
        (x + right * 1, y + down * 1),
        (x - right * 4 + down * 11, y - down * 4 + right * 11),
    ]
    clay.fill(clay.grow_mask(clay.polygon(head), 1.6), NAMED["cream"])
    clay.fill(clay.polygon(head), NAMED["brick"])
    return clay.sprite_at(TILE)


@cached_sprite
def march(direction: Direction) -> Image.Image:
    """A peasant came over this tile's border, going in a direction."""
    clay = ScalableClay(MASTER)
    down, right = STEPS[direction]
    x, y = 50 - right * 37, 50 - down * 37
    head = [(x + right * 12, y + down * 12), (x - right * 6 - down * 13, y - down * 6 - right * 13),
            (x - right * 6 + down * 13, y - down * 6 + right * 13)]  # fmt: skip
    clay.fill(clay.grow_mask(clay.polygon(head), 1.6), NAMED["amber-deep"])
    clay.fill(clay.polygon(head), NAMED["amber"])
    return clay.sprite_at(TILE)


def _frame(outer: RGB, inner: RGB) -> Image.Image:
    clay = ScalableClay(MASTER, outer)
    clay.fill(clay.rounded_square(0.5, 9), outer)
    clay.fill(clay.rounded_square(2, 8), inner)
    clay.fill(clay.rounded_square(6, 5), outer)
    clay.erase(clay.rounded_square(7.5, 4))
    return clay.sprite_at(TILE)


@cached_sprite
def ring() -> Image.Image:
    """The amber frame of the square of the last deed."""
    return _frame(NAMED["amber-deep"], NAMED["amber"])


@cached_sprite
def chosen_frame() -> Image.Image:
    """The teal frame around what a guided move has picked so far."""
    return _frame(NAMED["teal"], NAMED["teal-lit"])


@cached_sprite
def burst() -> Image.Image:
    """Trogdor was hurt here: a star behind him."""
    clay = ScalableClay(MASTER)
    for radius, tone in ((68, "ink"), (65, "brick"), (56, "amber"), (44, "cream")):
        reach = [radius * (1.0, 0.62, 0.84, 0.62)[turn % 4] for turn in range(24)]
        star = [(50 + r * cos(turn * pi / 12), 50 + r * sin(turn * pi / 12)) for turn, r in enumerate(reach)]
        clay.fill(clay.polygon(star), NAMED[tone])
    return clay.sprite_at(TILE)


@cached_sprite
def lost_figure(which: MapFigure, size: int) -> Image.Image:
    """The ghost of somebody who was lost, struck through; mode RGBA, `size` pixels square."""
    faint = figure(which, size).copy()
    faint.putalpha(faint.getchannel("A").point(lambda level: level // 2))
    clay = ScalableClay(size // 2)
    for width, tone in ((11, "cream"), (6, "ink")):
        clay.fill(clay.stroke(points("12,88 88,12"), width), NAMED[tone])
    faint.alpha_composite(clay.sprite_at(size))
    return faint


@cached_sprite
def dot(free: bool) -> Image.Image:
    """A teal dot: this can be done now; in the middle of a free tile, in the corner of another."""
    clay = ScalableClay(MASTER)
    x, y, radius = (50, 50, 15) if free else (16, 16, 10)
    clay.fill(clay.ellipse(x, y, radius + 4.5, radius + 4.5), NAMED["teal-lit"])
    clay.fill(clay.ellipse(x, y, radius, radius), NAMED["teal"])
    return clay.sprite_at(TILE)


GATE: Final = 28
"""Pixels of the disc where a walk leaves the map or comes in again, along each side."""

_GATE_TYPE: Final = 21


@cached
def gate(number: int, ink: Ink) -> Image.Image:
    """The number of such a place, in a ring of the walker's colour, mode RGBA; the same where it goes on."""
    figures = str(number)
    size = GATE if len(figures) == 1 else GATE + 6
    clay, line = ScalableClay(size // 2), ink.value
    clay.fill(clay.ellipse(50, 50, 50, 50), line.edge)
    clay.fill(clay.ellipse(50, 50, 45, 45), line.colour)
    clay.fill(clay.ellipse(50, 50, 34, 34), NAMED["cream"])
    disc = clay.sprite_at(size)
    tile = word(figures, Face.FIGURES, _GATE_TYPE, ("cream", "ink"), PALETTE)
    top, bottom = capitals(Face.FIGURES, _GATE_TYPE)
    printed = tile.crop((0, top, tile.width, bottom)).convert("RGBA")
    covers = printed.convert("L").point(lambda level: 255 if level < 200 else 0)  # noqa: PLR2004 - no cream
    disc.paste(printed, ((size - printed.width) // 2, (size - printed.height) // 2), covers)
    return disc


LIKELY: Final = (0.1, 0.2)
"""From these shares of the land's cards on somebody who can strike stands in a larger pool of danger."""

ARROWS: Final = 0.05
"""From this share on it is marked by which side an arrow comes."""

_POOLS: Final = ((29, 10), (35, 13), (42, 16.5))
"""Half-axes of a pool, by how likely a strike is, in hundredths of the figure."""


@cached_sprite
def pool(x: int, y: int, size: int, likely: int) -> Image.Image:
    """A pool of danger around the feet of a figure of some size at a place of a tile, all in pixels."""
    image = Image.new("RGBA", (TILE, TILE))
    wide, tall = _POOLS[likely]
    clay = ScalableClay(size // 2)
    clay.fill(clay.ellipse(50, 88, wide + 6, tall + 6), NAMED["cream"])
    clay.fill(clay.ellipse(50, 88, wide + 2.5, tall + 2.5), NAMED["brick"])
    image.alpha_composite(clay.sprite_at(size), (x, y))
    return image


@cached_sprite
def incoming(side: Direction) -> Image.Image:
    """An arrow can come in by this side of the tile: a notch of danger at its border."""
    clay = ScalableClay(MASTER)
    down, right = STEPS[side]
    x, y = 50 + right * 50, 50 + down * 50
    for long, wide, tone in ((14, 12.5, "cream"), (10.5, 8.5, "brick")):
        head = [(x - right * long, y - down * long), (x - down * wide, y - right * wide),
                (x + down * wide, y + right * wide)]  # fmt: skip
        clay.fill(clay.polygon(head), NAMED[tone])
    return clay.sprite_at(TILE)


BADGE: Final = 34
"""Pixels of a sign, along each side."""


@cached_sprite
def badge(sign: Badge) -> Image.Image:
    """A sign, mode RGBA, `BADGE` pixels square."""
    clay = ScalableClay(BADGE // 2)
    clay.fill(clay.ellipse(50, 50, 49, 49), NAMED["ink"])
    clay.fill(clay.ellipse(50, 50, 44, 44), NAMED["amber"])
    clay.fill(clay.ellipse(50, 50, 37, 37), NAMED["parchment-lit"])
    _ICONS[sign](clay)
    return clay.sprite_at(BADGE)


def _plus(clay: Clay) -> None:
    for way in (points("50,28 50,72"), points("28,50 72,50")):
        clay.fill(clay.stroke(way, 15), NAMED["smock-deep"])


def _fire(clay: Clay) -> None:
    flame(clay, 50, 82, 66)


def _sprout(clay: Clay) -> None:
    clay.fill(clay.stroke(points("50,78 50,46"), 8), NAMED["leaf-deep"])
    for leaf in (points("50,54 40,30 20,32 30,50"), points("50,48 60,24 80,28 70,46")):
        clay.fill(clay.blob(leaf), NAMED["leaf-deep"])
        clay.fill(clay.blob([(50 + (x - 50) * 0.75, 4 + y * 0.88) for x, y in leaf]), NAMED["leaf"])


def _drop(clay: Clay) -> None:
    drop = points("50,18 64,44 70,60 62,76 50,80 38,76 30,60 36,44")
    clay.fill(clay.grow_mask(clay.blob(drop), 2), NAMED["water-deep"])
    clay.fill(clay.blob(drop), NAMED["water"])
    clay.fill(clay.ellipse(43, 60, 5, 8), NAMED["water-lit"])


_ICONS: Final = {
    Badge.SPAWNED: _plus,
    Badge.FIRE: _fire,
    Badge.REPAIRED: _sprout,
    Badge.MENDED: _drop,
}


def prepare() -> None:
    """Model every mark, so that no picture has to wait for one of them."""
    for way in ORTHOGONAL:
        shot(way)
        march(way)
        incoming(way)
    for sign in Badge:
        badge(sign)
    for model in (ring, chosen_frame, burst):
        model()
    for free in (False, True):
        dot(free)
