"""Where everything lies on a picture of Trogdor, and what is there before the first piece."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from engine.trogdor.board import FILES, SIZE, SQUARES, Square
from render.kit.cache import cached_sprite
from render.kit.canvas import Face, capitals, word
from render.kit.picture import PasteTarget
from render.trogdor.colours import NAMED, PALETTE
from render.trogdor.tiles import TILE

WIDTH: Final = 900
STRIP: Final = 72
"""Height of the caption strip, in pixels."""

EDGE: Final = 18
"""Width of the walnut edge."""

BAND: Final = 28
"""Width of the band around the map that the coordinates are written in."""

MAP: Final = (EDGE + BAND + 2, STRIP + EDGE + BAND)
"""The upper left corner of the map."""

SIDE: Final = SIZE * TILE
LABEL: Final = 24
GAP: Final = 8
PANEL: Final = (MAP[0] + SIDE + BAND + GAP, STRIP + EDGE + 4)
PANEL_WIDTH: Final = WIDTH - EDGE - 4 - PANEL[0]
LOWER: Final = MAP[1] + SIDE + BAND + GAP
"""Where the plaques of the keepers begin, in pixels from the top."""

PLAQUE: Final = 180
"""Height of a keeper's plaque; with more than three players this is that of the active one's row."""

SHORT: Final = 120
"""Height of a plaque in the other row."""

A_ROW: Final = 3
"""As many plaques fit side by side."""


class Box(NamedTuple):
    """A rectangle of the picture, in pixels."""

    x: int
    y: int
    width: int
    height: int


NOW: Final = Box(*PANEL, PANEL_WIDTH, 268)
METER: Final = Box(PANEL[0], NOW.y + NOW.height + GAP, PANEL_WIDTH, 92)
VOID: Final = Box(PANEL[0], METER.y + METER.height + GAP, PANEL_WIDTH, 92)
GOALS: Final = Box(
    PANEL[0], VOID.y + VOID.height + GAP, PANEL_WIDTH, LOWER - GAP - VOID.y - VOID.height - GAP
)


def corner(square: Square) -> tuple[int, int]:
    """The upper left pixel of a square's tile."""
    row, column = divmod(square, SIZE)
    return MAP[0] + column * TILE, MAP[1] + row * TILE


CORNERS: Final = tuple(corner(square) for square in SQUARES)
"""Of each square."""


@cache
def plaques(players: int, active: int) -> tuple[Box, ...]:
    """Where the keepers' plaques are, in turn order; `active` is the place of the one whose turn it is."""
    rows = -(-players // A_ROW)
    columns = max(2, -(-players // rows))
    room = WIDTH - 2 * (EDGE + 4)
    wide = (room - (columns - 1) * GAP) // columns
    left = EDGE + 4 if players > 1 else (WIDTH - wide) // 2
    tall = [PLAQUE if row == active // columns else SHORT for row in range(rows)]
    tops = [LOWER, LOWER + tall[0] + GAP]
    return tuple(
        Box(left + number % columns * (wide + GAP), tops[row], wide, tall[row])
        for number, row in ((number, number // columns) for number in range(players))
    )


def height(players: int) -> int:
    """How tall the picture is, in pixels."""
    return LOWER + PLAQUE + (GAP + SHORT) * (players > A_ROW) + EDGE + 4


@cached_sprite
def empty(players: int) -> Image.Image:
    """The table before anything lies on it, in the game's palette; shared, so copy it."""
    return _table(height(players))


@cached_sprite
def _table(tall: int) -> Image.Image:
    image = PALETTE.blank((WIDTH, tall), "walnut")
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, WIDTH, STRIP), PALETTE.index("night"))
    draw.line([(0, STRIP), (WIDTH, STRIP)], PALETTE.index("brass-deep"))
    inner = (EDGE, STRIP + EDGE, WIDTH - EDGE - 1, tall - EDGE - 1)
    draw.rectangle(inner, PALETTE.index("field"))
    for y in range(STRIP + EDGE + 27, tall - EDGE, 27):
        draw.line([(EDGE, y), (WIDTH - EDGE - 1, y)], PALETTE.index("field-grain"))
    brass = (EDGE - 2, STRIP + EDGE - 2, WIDTH - EDGE + 1, tall - EDGE + 1)
    draw.rectangle(brass, None, PALETTE.index("brass-deep"), 2)
    frame(draw, MAP)
    labels(image, MAP)
    return image


def frame(draw: ImageDraw.ImageDraw, at: tuple[int, int]) -> None:
    """The frame of the map whose upper left corner is at `at`."""
    x, y = at
    for grow, name in ((5, "ink"), (4, "brass-deep"), (3, "brass"), (1, "ink")):
        draw.rectangle((x - grow, y - grow, x + SIDE + grow - 1, y + SIDE + grow - 1), PALETTE.index(name))


def labels(image: Image.Image, at: tuple[int, int]) -> None:
    """Columns and rows on all four sides of the map."""
    x, y = at
    near, far = -BAND // 2 - 2, SIDE + BAND // 2 + 2
    for place in range(SIZE):
        middle = place * TILE + TILE // 2
        for side in (near, far):
            draw_centred(image, FILES[place], x + middle, y + side)
            draw_centred(image, str(place + 1), x + side, y + middle)


def draw_centred(
    image: PasteTarget,
    text: str,
    x: int,
    y: int,
    size: int = LABEL,
    colours: tuple[str, str] = ("field", "cream"),
) -> None:
    """`text` with the middle of its capitals at (x, y)."""
    tile, left, up = _capitals(text, size, colours)
    image.paste(tile, (x - left, y - up))


@cached_sprite
def _capitals(text: str, size: int, colours: tuple[str, str]) -> tuple[Image.Image, int, int]:
    """A word with nothing empty above it, and how far its upper left corner is from its middle."""
    tile = word(text, Face.FIGURES, size, colours, PALETTE)
    top, bottom = capitals(Face.FIGURES, size)
    return tile.crop((0, top, tile.width, bottom + 5)), tile.width // 2, (bottom - top) // 2


def flatten_sprite(sprite: Image.Image, ground: str) -> Image.Image:
    """A sprite on flat ground, as an image of the game's palette."""
    tile = Image.new("RGBA", sprite.size, NAMED[ground])
    tile.alpha_composite(sprite)
    return PALETTE.quantise(tile.convert("RGB"))
