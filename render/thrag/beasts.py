"""The fifteen beasts, each in the colours of its suit and told from all others by its outline.

All of them look to the left, to where Thrag comes from. The red ones bristle with spikes and horns and glow,
the green ones are furred and overgrown, the blue ones are smooth and wet; within a suit the worse ones are
larger. Lengths are hundredths of the sprite's side.
"""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin
from typing import Final, TypeAlias

from PIL import Image, ImageChops

from engine.thrag.model import Suit
from render.kit.cache import cached_sprite
from render.kit.canvas import TABLE
from render.kit.marks import ghost
from render.kit.sprites import Clay, Point, Tones, smooth
from render.thrag.colours import NAMED, tones
from render.thrag.pieces import number, on_ground, points, sharp, slab

GRAIN: Final = 2
"""A beast is modelled in pixels so many times as large, as Thrag is: it costs half, and shows at 400 px."""

SHADOW: Final = (52, 95, 42, 5)
"""The contact shadow: its middle and half-axes."""

RIM: Final = 1.6
"""How far the ink reaches beyond a beast, so that every outline is a pixel wide at least."""

GROWN: Final = {1: 0.84, 2: 0.87, 3: 0.88, 4: 0.9, 5: 0.91}
"""How much of its box a beast takes, by the value of its tile."""

Sculptor: TypeAlias = Callable[[Clay], None]


@cached_sprite
def beast(suit: Suit, value: int, size: int) -> Image.Image:
    """The beast of a tile, mode RGBA, `size` pixels square; shared, so copy before changing it."""
    clay = Clay(size // GRAIN, TABLE["ink"], GROWN[value])
    _DRAWN[suit, value](clay)
    body = clay.image
    clay.image = Image.new("RGBA", body.size)
    clay.fill(clay.ellipse(*SHADOW), NAMED["ivory-deep"])
    clay.fill(clay.grow_mask(body.getchannel("A"), RIM), TABLE["ink"])
    clay.image.alpha_composite(body)
    return sharp(clay, size)


@cached_sprite
def beast_tile(suit: Suit, value: int, size: int, ground: str, *, lost: bool = False) -> Image.Image:
    """A beast on its tile, which has its value, `size` pixels square on flat ground; a `lost` one is a ghost.

    In the game's palette; shared, so paste it only.
    """
    tile = slab(size, suit).copy()
    side = round(size * SHARE) // GRAIN * GRAIN
    tile.alpha_composite(beast(suit, value, side), (round(size * LEFT), round(size * FLOOR) - side))
    shown = ghost(tile) if lost else tile
    number(shown, value, VALUE_AT, round(size * 0.34), "cream" if lost else "ink")
    return on_ground(shown, ground)


SHARE: Final = 0.8
"""How much of its tile's side a beast takes."""

LEFT: Final = 0.075
FLOOR: Final = 0.93
"""Where it stands, and where its box begins, in shares of the tile's side."""

VALUE_AT: Final = (0.84, 0.21)
"""The middle of the tile's value, above the beast's back."""

# Materials


def _soft(material: str) -> Tones:
    """A material in shade and in plain light."""
    shade, body, _ = tones(material)
    return shade, body, body


def _flat(name: str) -> Tones:
    """One colour, for what is too small for shade."""
    return NAMED[name], NAMED[name], NAMED[name]


BONE: Final[Tones] = (NAMED["ivory-deep"], NAMED["ivory-lit"], NAMED["ivory-lit"])
EMBER: Final[Tones] = (NAMED["amber-deep"], NAMED["amber"], NAMED["amber"])
WOOD: Final[Tones] = (NAMED["hair-deep"], NAMED["brass-deep"], NAMED["brass-deep"])
HAT: Final[Tones] = (NAMED["ink"], NAMED["black"], NAMED["black-lit"])
ZINC: Final[Tones] = (NAMED["steel-deep"], NAMED["steel"], NAMED["steel-lit"])


# Parts


def _blob(clay: Clay, shape: str, material: Tones, depth: float = 5) -> None:
    """A body part within a smooth curve."""
    clay.lump(clay.blob(points(shape)), material, depth)


def _wedge(clay: Clay, shape: str, material: Tones, depth: float = 3) -> None:
    """A horn, a spike or a beak: within straight edges."""
    clay.lump(clay.polygon(points(shape)), material, depth)


def _limb(clay: Clay, path: str, width: float, material: Tones, depth: float = 3) -> None:
    """A leg, an arm or a tail along a line."""
    clay.lump(clay.stroke(points(path), width), material, depth)


def _curved_limb(clay: Clay, path: str, width: float, material: Tones, depth: float = 3) -> None:
    """A neck or an arm along a curve through the points."""
    clay.lump(clay.stroke(_curve(points(path)), width), material, depth)


def _curve(through: list[Point]) -> list[Point]:
    """An open curve: there and back again, and of that the way there."""
    steps = 6
    both = smooth([*through, *through[-2:0:-1]], steps)
    return both[: (len(through) - 1) * steps + 1]


def _ball(clay: Clay, x: float, y: float, rx: float, ry: float, material: Tones, depth: float = 4) -> None:
    clay.lump(clay.ellipse(x, y, rx, ry), material, depth)


def _eye(clay: Clay, x: float, y: float, radius: float = 5, white: str = "cream") -> None:
    """An eye that looks to the left."""
    clay.fill(clay.ellipse(x, y, radius, radius), TABLE["ink"])
    clay.fill(clay.ellipse(x, y, radius - 1, radius - 1), NAMED[white])
    clay.fill(clay.ellipse(x - radius * 0.3, y + radius * 0.1, radius * 0.5, radius * 0.55), TABLE["ink"])


def _line(clay: Clay, path: str, width: float = 2.4, colour: str = "ink") -> None:
    """A mouth, a fold or a feather, drawn and not modelled."""
    clay.fill(clay.stroke(points(path), width), NAMED[colour])


def _spot(clay: Clay, x: float, y: float, radius: float, colour: str) -> None:
    clay.fill(clay.ellipse(x, y, radius, radius), NAMED[colour])


# Red: what came out of the hearth


RED: Final = tones("red")
RED_FAR: Final = _flat("red-deep")


def _hen(clay: Clay) -> None:
    """A hen with a burning comb and tail."""
    _wedge(clay, "66,66 84,34 87,48 97,42 92,58 99,66 78,80", EMBER)
    for x in (46, 61):
        _limb(clay, f"{x},84 {x},95 {x - 9},96", 4, EMBER, 1)
    _wedge(clay, "20,40 19,24 27,31 31,18 37,30 45,23 43,42", EMBER)
    _blob(clay, "22,38 31,31 41,34 46,48 60,56 78,58 84,70 76,84 58,90 40,87 29,76 27,60 21,48", RED, 7)
    _wedge(clay, "22,41 7,47 22,51", BONE, 2)
    _blob(clay, "48,66 64,62 76,68 66,79 52,77", RED_FAR, 0)
    _spot(clay, 24, 57, 4, "red-lit")
    _eye(clay, 31, 42, 5)


def _cat(clay: Clay) -> None:
    """A cat with its back up, black with temper."""
    _curved_limb(clay, "78,62 92,58 88,44 95,34", 9, RED)
    for path in ("46,60 47,94", "72,62 70,94"):
        _limb(clay, path, 8, RED_FAR, 0)
    for path in ("36,62 33,94", "80,60 83,94"):
        _limb(clay, path, 9, RED)
    _blob(clay, "26,56 36,36 52,28 68,32 82,46 86,64 76,70 62,58 48,58 36,70", RED, 6)
    for back in ("44,30 43,21 50,28", "56,28 58,18 63,29", "67,32 73,23 74,36"):
        _wedge(clay, back, RED, 1)
    _wedge(clay, "7,52 5,30 20,43", RED, 2)
    _wedge(clay, "25,43 38,30 38,53", RED, 2)
    _ball(clay, 22, 56, 17, 14, RED)
    for x in (15, 28):
        _spot(clay, x, 54, 4.4, "ink")
        _spot(clay, x, 54, 3.4, "amber")
        _line(clay, f"{x},51 {x},57", 1.6)
    _line(clay, "15,64 20,62 25,64", 2)


def _hedgehog(clay: Clay) -> None:
    """A hedgehog of nails."""
    for radius, material in ((48, ZINC), (37, RED)):
        spikes: list[Point] = []
        for turn in range(19):
            reach = radius if turn % 2 else radius - 13
            angle = pi + turn * pi / 18
            spikes.append((55 + reach * cos(angle), 84 + reach * sin(angle) * 1.25))
        clay.lump(clay.polygon(spikes), material, 3)
    for x in (34, 58, 78):
        _ball(clay, x, 91, 7, 4.5, RED_FAR, 0)
    _blob(clay, "34,60 20,66 5,79 8,87 26,91 60,92 84,90 86,82 62,80 46,72", RED)
    _spot(clay, 6, 81, 5, "ink")
    _eye(clay, 25, 74, 5)


def _ram(clay: Clay) -> None:
    """A ram as square as a wall, laid in courses."""
    for x in (50, 76):
        _wedge(clay, f"{x},70 {x + 10},70 {x + 9},96 {x + 1},96", RED_FAR, 0)
    for x in (38, 84):
        _wedge(clay, f"{x},68 {x + 12},68 {x + 11},96 {x + 1},96", RED)
    _wedge(clay, "34,36 97,36 97,76 34,76", RED, 6)
    for y in (49, 62):
        _line(clay, f"48,{y} 95,{y}", 2, "red-deep")
    for x, y in ((62, 38), (84, 38), (72, 51), (62, 64), (84, 64)):
        _line(clay, f"{x},{y} {x},{y + 9}", 2, "red-deep")
    _blob(clay, "16,40 34,38 42,54 36,74 24,86 10,85 5,74 9,54", RED)
    _curl(clay, 38, 50, 19)
    _wedge(clay, "14,40 26,24 31,38 24,46", BONE, 2)
    _eye(clay, 15, 60, 5.5)
    _line(clay, "7,77 15,79", 2.4)
    _spot(clay, 8, 71, 2, "ink")


def _curl(clay: Clay, x: float, y: float, radius: float) -> None:
    """A horn rolled up."""
    _ball(clay, x, y, radius, radius, BONE, 5)
    turns = 10
    rolled = [
        (x + radius * share * cos(share * 2.4 * pi - 2), y + radius * share * sin(share * 2.4 * pi - 2))
        for share in (step / turns for step in range(2, turns + 1))
    ]
    clay.fill(clay.stroke(_curve(rolled), 3.4), TABLE["ink"])


def _bull(clay: Clay) -> None:
    """A bull with a fire door in its side."""
    _curved_limb(clay, "90,44 96,54 92,72", 5, RED)
    for x in (50, 74):
        _wedge(clay, f"{x},70 {x + 11},70 {x + 10},96 {x + 1},96", RED_FAR, 0)
    _blob(clay, "28,40 40,20 58,14 76,26 92,36 95,58 89,76 60,79 38,76 30,60", RED, 8)
    for x in (38, 82):
        _wedge(clay, f"{x},68 {x + 14},68 {x + 13},96 {x + 1},96", RED)
    _wedge(clay, "57,40 83,40 83,63 57,63", _flat("ink"), 0)
    _wedge(clay, "60,43 80,43 80,60 60,60", EMBER, 4)
    for x in (65, 70, 75):
        _line(clay, f"{x},43 {x},60", 2)
    _blob(clay, "19,42 4,36 1,18 10,27 25,34", BONE, 3)
    _blob(clay, "36,36 47,28 46,9 55,22 50,40 42,46", BONE, 3)
    _blob(clay, "12,46 26,34 42,42 44,58 36,76 24,84 12,80 8,64", RED)
    _blob(clay, "10,68 22,66 34,72 30,84 20,89 10,84", _soft("skin"), 3)
    for x in (15, 24):
        _spot(clay, x, 77, 2.2, "ink")
    for x in (16, 30):
        _eye(clay, x, 56, 5, "amber")
    _line(clay, "9,48 19,53", 3, "red-deep")
    _line(clay, "27,53 37,48", 3, "red-deep")


# Green: what grew in the hedge


GREEN: Final = tones("green")
GREEN_FAR: Final = _flat("green-deep")
GREEN_PALE: Final = _flat("green-lit")


def _toad(clay: Clay) -> None:
    """A toad, flat and wide."""
    _blob(clay, "62,72 80,62 96,78 95,94 74,97 60,92", GREEN_FAR, 0)
    _blob(clay, "5,84 9,66 26,57 52,56 76,62 92,80 90,93 70,96 24,96 8,93", GREEN, 7)
    for x in (23, 50):
        _ball(clay, x, 56, 12, 12, GREEN, 3)
        _eye(clay, x - 2, 55, 7, "lamplight")
    _line(clay, "6,78 20,83 40,83 54,76", 3)
    for x, y in ((66, 68), (77, 76), (64, 81)):
        _spot(clay, x, y, 3.2, "green-deep")
    for x in (20, 52):
        _blob(clay, f"{x - 9},92 {x},86 {x + 8},92 {x + 9},98 {x - 12},98", GREEN, 2)


def _otter(clay: Clay) -> None:
    """An otter on its hind legs, looking round a corner."""
    _blob(clay, "54,80 72,84 94,84 98,90 88,98 62,98 50,96", GREEN)
    _ball(clay, 60, 14, 5, 5, GREEN, 1)
    _blob(
        clay,
        "24,22 36,8 52,8 62,18 62,34 68,54 72,78 68,95 56,98 38,98 30,86 31,62 35,44 24,38 16,31",
        GREEN,
        7,
    )
    _blob(clay, "40,46 50,50 54,70 50,90 41,92 37,68", GREEN_PALE, 0)
    _ball(clay, 22, 30, 11, 8, GREEN_PALE, 0)
    _spot(clay, 13, 27, 4, "ink")
    _eye(clay, 37, 22, 5.5)
    _limb(clay, "44,54 30,62", 8, GREEN)
    _limb(clay, "56,58 40,70", 8, GREEN)
    for x in (36, 58):
        _ball(clay, x, 96, 9, 4, GREEN, 1)


def _hare(clay: Clay) -> None:
    """A hare with thorns down its back."""
    _blob(clay, "38,44 26,22 26,4 34,3 42,20 47,42", GREEN, 3)
    _blob(clay, "46,44 46,20 54,4 62,7 58,26 54,44", GREEN, 3)
    _line(clay, "32,11 40,34", 3, "green-deep")
    _line(clay, "56,13 51,34", 3, "green-deep")
    for thorn in ("58,60 66,44 71,60", "70,62 83,50 83,68", "80,70 96,64 90,80"):
        _wedge(clay, thorn, WOOD, 2)
    _ball(clay, 92, 86, 7, 7, GREEN_PALE, 0)
    _blob(clay, "40,58 58,56 78,63 90,78 88,94 68,98 44,97 36,82", GREEN, 7)
    _limb(clay, "36,68 32,95", 9, GREEN)
    _blob(clay, "48,88 66,84 78,92 72,98 40,98 42,92", GREEN, 3)
    _blob(clay, "16,56 28,42 46,41 56,50 54,64 40,71 24,70 15,65", GREEN)
    _spot(clay, 15, 60, 3.4, "ink")
    _eye(clay, 33, 53, 5.5)
    _wedge(clay, "20,68 27,69 26,77 20,77", BONE, 0)


def _stag(clay: Clay) -> None:
    """A stag with hats on its antlers."""
    for path in ("48,66 48,95", "78,64 76,95"):
        _limb(clay, path, 6, GREEN_FAR, 0)
    for path in ("26,34 18,20 20,8", "21,25 8,18", "30,34 42,24 54,10", "38,27 36,14", "46,20 60,22"):
        _curved_limb(clay, path, 5, WOOD, 1)
    for path in ("40,66 39,96", "86,62 87,96"):
        _limb(clay, path, 7, GREEN, 2)
    _wedge(clay, "92,52 99,46 97,58", GREEN, 1)
    _blob(clay, "32,54 46,50 66,52 90,50 94,62 86,74 60,75 42,76 32,68", GREEN, 6)
    _blob(clay, "22,46 36,38 46,54 48,68 34,72 28,58", GREEN)
    _blob(clay, "4,49 15,37 29,33 40,40 37,51 22,55 8,57", GREEN)
    _wedge(clay, "36,40 54,38 42,50", GREEN, 2)
    _spot(clay, 6, 51, 3.6, "ink")
    _eye(clay, 23, 44, 5)
    _hat(clay, 20, 12)
    _hat(clay, 55, 13)


def _hat(clay: Clay, x: float, y: float) -> None:
    """A bowler hat on a hook."""
    clay.lump(clay.ellipse(x, y - 3, 9, 8), HAT, 3)
    clay.lump(clay.ellipse(x, y + 3, 14, 2.4), HAT, 0)


def _bear(clay: Clay) -> None:
    """A bear with both arms up and hops behind its ears."""
    _curved_limb(clay, "28,58 12,46 9,24", 17, GREEN, 4)
    _curved_limb(clay, "72,62 88,60 91,48", 17, GREEN, 4)
    _blob(clay, "30,50 50,42 70,50 79,70 76,92 62,97 50,86 38,97 24,92 21,70", GREEN, 8)
    _blob(clay, "38,60 50,56 62,60 66,72 58,82 42,82 34,72", GREEN_PALE, 0)
    for x in (30, 70):
        _ball(clay, x, 94, 13, 5, GREEN, 2)
    for x in (30, 69):
        _ball(clay, x, 14, 9, 9, GREEN, 3)
    _ball(clay, 50, 32, 25, 22, GREEN, 6)
    _ball(clay, 46, 40, 12, 9, GREEN_PALE, 0)
    _spot(clay, 44, 36, 4.4, "ink")
    _line(clay, "39,45 46,47 54,45", 2)
    for x in (36, 57):
        _eye(clay, x, 28, 5.4)
    for x, y in ((9, 15), (91, 39)):
        for dx in (-6, 0, 6):
            _wedge(clay, f"{x + dx - 2.5},{y + 4} {x + dx},{y - 6} {x + dx + 2.5},{y + 4}", BONE, 0)


# Blue: what came up the drain


BLUE: Final = tones("blue")
BLUE_FAR: Final = _flat("blue-deep")


def _snail(clay: Clay) -> None:
    """A snail in the rain."""
    for path, x, y in (("22,76 10,56", 9, 54), ("28,74 30,52", 31, 50)):
        _limb(clay, path, 4, BLUE, 1)
        _eye(clay, x, y, 6)
    _blob(clay, "5,90 9,76 22,69 34,74 40,86 72,88 92,89 99,97 10,98", BLUE)
    _ball(clay, 60, 64, 29, 27, BLUE, 8)
    for radius, colour in ((20, "blue-deep"), (15, "blue"), (9, "blue-deep"), (5, "blue")):
        _spot(clay, 58 + radius * 0.1, 68 - radius * 0.1, radius, colour)
    _line(clay, "10,86 17,88 22,85", 2)


def _crab(clay: Clay) -> None:
    """A crab with one claw far too large."""
    for path in ("30,76 10,80 4,95", "34,82 20,88 18,97", "70,76 90,80 96,95", "66,82 80,88 82,97"):
        _curved_limb(clay, path, 6, BLUE, 2)
    _curved_limb(clay, "28,66 12,62 14,46", 9, BLUE)
    _curved_limb(clay, "72,66 90,64 88,54", 8, BLUE)
    _claw(clay, 20, 30, 20)
    _claw(clay, 88, 46, 10)
    for x in (44, 58):
        _limb(clay, f"{x},58 {x},46", 4, BLUE, 1)
        _eye(clay, x, 44, 6)
    _blob(clay, "20,70 32,57 50,54 68,57 80,70 74,84 56,91 44,91 26,84", BLUE, 7)
    _line(clay, "40,78 50,81 60,78", 2.6)
    for x in (34, 66):
        _spot(clay, x, 68, 3.4, "blue-deep")


def _claw(clay: Clay, x: float, y: float, size: float) -> None:
    """An open claw."""
    whole = clay.ellipse(x, y, size * 0.9, size)
    gap = clay.polygon(
        [(x - size * 0.1, y + size * 0.2), (x - size * 0.15, y - 2 * size), (x + size * 0.7, y - 1.6 * size)]
    )
    clay.lump(ImageChops.subtract(whole, gap), BLUE, size * 0.25)


def _heron(clay: Clay) -> None:
    """A heron on two thin legs."""
    _limb(clay, "62,66 66,80 62,95", 4, EMBER, 1)
    _limb(clay, "54,66 54,95", 4, EMBER, 1)
    for x in (54, 62):
        _limb(clay, f"{x},96 {x - 9},97", 3.4, EMBER, 0)
    _wedge(clay, "30,9 58,5 36,20", BLUE_FAR, 0)
    _curved_limb(clay, "46,58 34,46 44,30 32,17", 10, BLUE)
    _blob(clay, "34,54 46,44 66,48 84,60 99,76 80,77 56,75 40,68", BLUE, 7)
    _blob(clay, "52,56 70,56 90,72 72,70 56,66", BLUE_FAR, 0)
    _ball(clay, 30, 15, 12, 9, BLUE, 3)
    _wedge(clay, "22,10 -1,20 22,21", EMBER, 2)
    _eye(clay, 29, 13, 4.6)


def _worm(clay: Clay) -> None:
    """A worm of the well: a head on a neck, and two loops of the rest."""
    _blob(clay, "88,95 90,80 99,66 98,84 97,95", BLUE, 3)
    _loop(clay, 72, 95, 18, 30)
    _loop(clay, 42, 95, 16, 24)
    _wedge(clay, "26,18 43,6 38,20 50,20 39,29 49,38 34,38", BLUE_FAR, 0)
    _curved_limb(clay, "20,87 26,72 17,58 27,38", 17, BLUE, 5)
    _blob(clay, "2,36 7,22 22,13 36,20 37,34 26,44 10,46", BLUE)
    _wedge(clay, "8,42 11,54 15,43", BONE, 0)
    _wedge(clay, "17,43 20,52 23,42", BONE, 0)
    _eye(clay, 22, 26, 6, "lamplight")
    _spot(clay, 6, 31, 2, "ink")


def _loop(clay: Clay, x: float, foot: float, wide: float, tall: float) -> None:
    """A loop of a body that comes up and goes down again."""
    outer, inner = clay.ellipse(x, foot, wide, tall), clay.ellipse(x, foot, wide - 13, tall - 13)
    above = clay.polygon([(0, 0), (100, 0), (100, foot), (0, foot)])
    clay.lump(ImageChops.multiply(ImageChops.subtract(outer, inner), above), BLUE, 5)


def _kraken(clay: Clay) -> None:
    """A kraken in a bathtub that was large enough last year."""
    _curved_limb(clay, "30,66 14,54 5,32 13,15 22,24", 9, BLUE)
    _curved_limb(clay, "70,66 86,58 95,42 88,34", 9, BLUE)
    _blob(clay, "28,66 25,44 33,25 50,18 67,25 75,44 72,66 50,70", BLUE, 8)
    for x in (38, 58):
        _eye(clay, x, 47, 8, "lamplight")
    _line(clay, "31,36 42,40", 3, "blue-deep")
    _line(clay, "54,40 65,36", 3, "blue-deep")
    for x in (24, 76):
        _ball(clay, x, 95, 6, 4, EMBER, 1)
    _blob(clay, "8,62 92,62 88,84 76,95 24,95 12,84", ZINC, 7)
    _wedge(clay, "4,58 96,58 96,66 4,66", ZINC, 2)
    _curved_limb(clay, "40,56 34,66 38,82 28,86", 9, BLUE)
    _curved_limb(clay, "62,56 68,66 64,80 74,85", 9, BLUE)


_DRAWN: Final[dict[tuple[Suit, int], Sculptor]] = {
    (Suit.RED, 1): _hen,
    (Suit.RED, 2): _cat,
    (Suit.RED, 3): _hedgehog,
    (Suit.RED, 4): _ram,
    (Suit.RED, 5): _bull,
    (Suit.GREEN, 1): _toad,
    (Suit.GREEN, 2): _otter,
    (Suit.GREEN, 3): _hare,
    (Suit.GREEN, 4): _stag,
    (Suit.GREEN, 5): _bear,
    (Suit.BLUE, 1): _snail,
    (Suit.BLUE, 2): _crab,
    (Suit.BLUE, 3): _heron,
    (Suit.BLUE, 4): _worm,
    (Suit.BLUE, 5): _kraken,
}
