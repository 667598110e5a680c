"""Where everything lies on a picture of Ploc, and the village green before anybody has come."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from engine.core import Seat
from render.kit.cache import cached_sprite
from render.ploc.clay import plate
from render.ploc.colours import PALETTE

WIDTH: Final = 900
STRIP: Final = 72
"""Height of the caption strip, in pixels."""

EDGE: Final = 18
"""Width of the walnut edge."""

GAP: Final = 8
INSIDE: Final = EDGE + GAP
"""Where panels begin, in pixels from the side."""


class Box(NamedTuple):
    """A rectangle of the picture, in pixels."""

    x: int
    y: int
    width: int
    height: int


PLAQUE: Final = Box(INSIDE, STRIP + EDGE + GAP, 420, 142)
"""The left village's plaque; the right one's is its mirror image."""

GREEN: Final = Box(INSIDE, PLAQUE.y + PLAQUE.height + GAP, WIDTH - 2 * INSIDE, 372)
HORIZON: Final = GREEN.y + 108
FEET: Final = GREEN.y + 274
"""Where the athletes in front stand, in pixels from the top."""

COLUMN: Final = Box(INSIDE, GREEN.y + GREEN.height + GAP, 306, 346)
"""The left village's dice; the right one's are their mirror image."""

TRAY: Final = Box(
    COLUMN.x + COLUMN.width + GAP, COLUMN.y, WIDTH - 2 * (COLUMN.x + COLUMN.width + GAP), COLUMN.height
)
HEIGHT: Final = COLUMN.y + COLUMN.height + GAP + EDGE

MIDDLE: Final = WIDTH // 2


def mirror_x(x: int, wide: int, *, right: bool) -> int:
    """Where something `wide` begins that begins at `x` on the left, on the side asked for."""
    return WIDTH - x - wide if right else x


def is_right(seat: Seat, *, turned: bool) -> bool:
    """Whether a seat's village stands on the right of the picture."""
    return (seat == 1) != turned


@cached_sprite
def empty() -> Image.Image:
    """The table with the green and nobody there, in the game's palette; shared, so copy it."""
    image = PALETTE.blank((WIDTH, HEIGHT), "walnut")
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, WIDTH, STRIP), PALETTE.index("night"))
    draw.line([(0, STRIP), (WIDTH, STRIP)], PALETTE.index("brass-deep"))
    draw.rectangle((EDGE, STRIP + EDGE, WIDTH - EDGE - 1, HEIGHT - EDGE - 1), PALETTE.index("field"))
    for y in range(STRIP + EDGE + 27, HEIGHT - EDGE, 27):
        draw.line([(EDGE, y), (WIDTH - EDGE - 1, y)], PALETTE.index("field-grain"))
    brass = (EDGE - 2, STRIP + EDGE - 2, WIDTH - EDGE + 1, HEIGHT - EDGE + 1)
    draw.rectangle(brass, None, PALETTE.index("brass-deep"), 2)
    plate(
        image,
        (GREEN.x - 3, GREEN.y - 3, GREEN.width + 6, GREEN.height + 6),
        0,
        ((0, "ink"), (1, "brass-deep")),
    )
    image.paste(_scene(), (GREEN.x, GREEN.y))
    return image


def _scene() -> Image.Image:
    """Grass, and behind it the villages at dusk."""
    image = PALETTE.blank((GREEN.width, GREEN.height), "sky")
    draw = ImageDraw.Draw(image)
    ground = HORIZON - GREEN.y
    for y, name in ((46, "sky-low"), (76, "glow")):
        draw.rectangle((0, y, GREEN.width, ground), PALETTE.index(name))
    _hills(draw, ground)
    _villages(draw, ground)
    draw.rectangle((0, ground, GREEN.width, GREEN.height), PALETTE.index("grass"))
    _mown(draw, ground)
    _bunting(draw)
    return image


def _hills(draw: ImageDraw.ImageDraw, ground: int) -> None:
    for name, high, wave, start in (("hill-lit", 44, 0.9, 0.4), ("hill", 24, 1.6, 2.0)):
        ridge = [
            (x, ground - high * (0.62 + 0.38 * sin(start + wave * pi * x / 400)))
            for x in range(0, GREEN.width + 8, 8)
        ]
        draw.polygon([(0, ground), *ridge, (GREEN.width, ground)], PALETTE.index(name))


def _villages(draw: ImageDraw.ImageDraw, ground: int) -> None:
    """A few houses on either side, their windows lit; each village has its own church or mill."""
    for x, wide, tall in ((8, 46, 26), (62, 36, 20), (108, 52, 30), (196, 34, 18)):
        for at in (x, GREEN.width - x - wide):
            _house(draw, at, ground, wide, tall)
    tower = 172
    draw.rectangle((tower, ground - 50, tower + 18, ground), PALETTE.index("house"))
    draw.polygon(
        [(tower - 3, ground - 50), (tower + 9, ground - 78), (tower + 21, ground - 50)], PALETTE.index("roof")
    )
    draw.rectangle((tower + 6, ground - 42, tower + 11, ground - 33), PALETTE.index("lamplight"))
    mill = GREEN.width - 186
    draw.polygon(
        [(mill, ground), (mill + 5, ground - 46), (mill + 19, ground - 46), (mill + 24, ground)],
        PALETTE.index("house"),
    )
    draw.polygon(
        [(mill + 2, ground - 46), (mill + 12, ground - 58), (mill + 22, ground - 46)], PALETTE.index("roof")
    )
    for turn in range(4):
        angle = 0.4 + turn * pi / 2
        end = (mill + 12 + 30 * cos(angle), ground - 48 + 30 * sin(angle))
        draw.line([(mill + 12, ground - 48), end], PALETTE.index("tweed"), 5)
    draw.rectangle((mill + 9, ground - 28, mill + 14, ground - 20), PALETTE.index("lamplight"))


def _house(draw: ImageDraw.ImageDraw, x: int, ground: int, wide: int, tall: int) -> None:
    draw.rectangle((x, ground - tall, x + wide, ground), PALETTE.index("house"))
    roof = [
        (x - 5, ground - tall),
        (x + 7, ground - tall - 16),
        (x + wide - 7, ground - tall - 16),
        (x + wide + 5, ground - tall),
    ]
    draw.polygon(roof, PALETTE.index("roof"))
    for window in range(x + 8, x + wide - 8, 15):
        draw.rectangle(
            (window, ground - tall + 6, window + 5, ground - tall + 12), PALETTE.index("lamplight")
        )


def _mown(draw: ImageDraw.ImageDraw, ground: int) -> None:
    """Stripes as a mower leaves them, the wider the nearer, and the chalk line in the middle.

    They run across because slanted ones would be three kilobytes more.
    """
    middle, y, high = GREEN.width / 2, ground, 13
    while y < GREEN.height:
        draw.rectangle((0, y, GREEN.width, y + high - 1), PALETTE.index("grass-lit"))
        y, high = y + 2 * high, high + 8
    draw.polygon(
        [
            (middle - 3, ground + 26),
            (middle + 3, ground + 26),
            (middle + 5, GREEN.height),
            (middle - 5, GREEN.height),
        ],
        PALETTE.index("chalk"),
    )


def _bunting(draw: ImageDraw.ImageDraw) -> None:
    """Small flags on three strings, in the colours of both villages."""
    flags, third = 0, GREEN.width / 3
    for string in range(3):
        curve = [(string * third + third * t / 24, 4 + 18 * (1 - (t / 12 - 1) ** 2)) for t in range(25)]
        draw.line(curve, PALETTE.index("ink"), 2)
        for x, y in curve[2:-1:3]:
            name = ("yellow", "wool", "red", "wool")[flags % 4]
            draw.polygon([(x - 8, y), (x + 8, y), (x, y + 17)], PALETTE.index(name), PALETTE.index("ink"))
            flags += 1
    for place in range(4):
        _lantern(draw, round(14 + place * (GREEN.width - 28) / 3))


def _lantern(draw: ImageDraw.ImageDraw, x: int) -> None:
    """A lantern where two strings meet, in its glow."""
    draw.ellipse((x - 17, 0, x + 17, 34), PALETTE.index("glow"))
    draw.line([(x, 0), (x, 10)], PALETTE.index("ink"), 2)
    draw.rounded_rectangle((x - 8, 8, x + 8, 27), 5, PALETTE.index("lamplight"), PALETTE.index("ink"), 2)
    draw.ellipse((x - 3, 13, x + 3, 22), PALETTE.index("ivory-lit"))
