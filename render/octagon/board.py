"""The table with the bed of the board, and where everything lies on its picture."""

from __future__ import annotations

from functools import cache
from typing import Final

from PIL import Image, ImageDraw

from engine.octagon.board import BY_NAME, FILES, SIZE, Square, file_of, rank_of
from render.kit.cache import cached_sprite
from render.kit.canvas import Face, capitals, word
from render.kit.hint import Rect
from render.kit.sheet import Sheet
from render.kit.sprites import Point
from render.octagon.colours import NAMED, PALETTE

WIDTH: Final = 900
STRIP: Final = 72
"""Height of the caption strip, in pixels; the board's 900 x 900 pixels lie beneath it."""

HEIGHT: Final = STRIP + WIDTH
EDGE: Final = 18
"""Width of the walnut edge."""

TILE: Final = 53
BOARD: Final = SIZE * TILE
MARGIN: Final = (WIDTH - BOARD) // 2
LABEL: Final = 22

TRAY: Final = 240
TIP: Final = 212
"""A tray in a corner: how long its two straight sides would be, and where they are cut, in pixels."""


@cache
def corner(sq: Square, turned: bool) -> tuple[int, int]:
    """The upper left pixel of a square's tile; `turned` looks from the other side of the board."""
    column, row = file_of(sq) - 1, rank_of(sq) - 1
    if turned:
        column, row = SIZE - 1 - column, SIZE - 1 - row
    return MARGIN + column * TILE, STRIP + MARGIN + row * TILE


@cache
def is_dark(sq: Square) -> bool:
    """Whether a square is slate; the others are limestone."""
    return (file_of(sq) + rank_of(sq)) % 2 == 1


def place_of(sheet: Sheet, square: str) -> Rect:
    """A square by its name; raises `KeyError`."""
    x, y = corner(BY_NAME[square], sheet.turned)
    return Rect(x, y, TILE, TILE)


@cached_sprite
def table(turned: bool) -> Image.Image:
    """The table without squares and pieces, as an image of the palette; shared, so copy it."""
    image = Image.new("RGB", (WIDTH, HEIGHT), NAMED["night"])
    _top(image)
    _octagon(image)
    for right in (False, True):
        _tray(image, right=right)
    board = PALETTE.quantise(image)
    _labels(board, turned)
    if turned:
        _compass(board)
    return board


def _top(image: Image.Image) -> None:
    """The walnut edge around the lighter top, its grain along the planks."""
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, STRIP, WIDTH, HEIGHT), NAMED["walnut"])
    draw.rectangle((EDGE, STRIP + EDGE, WIDTH - EDGE - 1, HEIGHT - EDGE - 1), NAMED["field"])
    for y in range(STRIP + EDGE, HEIGHT - EDGE, 27):
        draw.line([(EDGE, y), (WIDTH - EDGE - 1, y)], NAMED["field-grain"])
    draw.rectangle(
        (EDGE - 2, STRIP + EDGE - 2, WIDTH - EDGE + 1, HEIGHT - EDGE + 1), None, NAMED["brass-deep"], 2
    )
    draw.line([(0, STRIP), (WIDTH, STRIP)], NAMED["brass-deep"])


def _octagon(image: Image.Image) -> None:
    """The bed of the board: the octagon whose slanted sides touch the corners of the outer squares."""
    draw = ImageDraw.Draw(image)
    for grow, name in ((6, "brass-deep"), (5, "brass"), (3, "bed-deep"), (1, "bed")):
        draw.polygon(_octagon_points(grow), NAMED[name])


def _octagon_points(grow: int) -> list[Point]:
    """The corners, in whole pixels: the slanted sides fall by one pixel a row, or they would have a kink."""
    cut = round(grow * 0.414)
    low, high = 5 * TILE - cut, 10 * TILE - 1 + cut
    near, far = -grow, BOARD - 1 + grow
    around = (
        (low, near),
        (high, near),
        (far, low),
        (far, high),
        (high, far),
        (low, far),
        (near, high),
        (near, low),
    )
    return [(MARGIN + x, STRIP + MARGIN + y) for x, y in around]


def _tray(image: Image.Image, *, right: bool) -> None:
    """A tray for pieces that were taken, let into the table's top in an upper corner."""
    draw = ImageDraw.Draw(image)
    for grow, name in ((2, "brass-deep"), (0, "walnut")):
        long, tip, near = TRAY + round(1.414 * grow), TIP + grow, -grow
        around = ((near, near), (tip, near), (tip, long - tip), (long - tip, tip), (near, tip))
        draw.polygon(
            [(MARGIN + (BOARD - 1 - x if right else x), STRIP + MARGIN + y) for x, y in around], NAMED[name]
        )


def _labels(board: Image.Image, turned: bool) -> None:
    """Files and ranks on all four sides."""
    step = -1 if turned else 1
    for place in range(SIZE):
        middle = MARGIN + place * TILE + TILE // 2
        file, rank = FILES[::step][place], str(range(1, SIZE + 1)[::step][place])
        for near in (EDGE + 14, WIDTH - EDGE - 13):
            _draw_centred(board, file, middle, STRIP + near)
            _draw_centred(board, rank, near, STRIP + middle)


def _compass(board: Image.Image) -> None:
    """Where north is, as lists of moves call it, on a board that is held the other way round."""
    x, y = MARGIN + 26, STRIP + MARGIN + BOARD - 160
    _draw_centred(board, "N", x, y + 48)
    needle = [(x, y + 36), (x - 11, y), (x, y + 8), (x + 11, y)]
    ImageDraw.Draw(board).polygon(needle, PALETTE.index("cream"))


def _draw_centred(board: Image.Image, text: str, x: int, y: int) -> None:
    """`text` with the middle of its capitals at (x, y)."""
    tile = word(text, Face.FIGURES, LABEL, ("field", "cream"), PALETTE)
    top, bottom = capitals(Face.FIGURES, LABEL)
    board.paste(tile.crop((0, top, tile.width, bottom)), (x - tile.width // 2, y - (bottom - top) // 2))
