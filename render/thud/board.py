"""Where everything lies on a picture of Thud, and the empty board: walnut, octagon, files and ranks."""

from __future__ import annotations

from functools import cache
from typing import Final

from PIL import Image, ImageDraw

from engine.thud.board import FILES, SIZE, SQUARES, STONE_SQUARE, Square, file_of, rank_of
from render.kit.canvas import Face, capitals, word
from render.kit.sprites import Point
from render.thud.colours import NAMED, PALETTE
from render.thud.pieces import thudstone

WIDTH: Final = 900
STRIP: Final = 72
"""Height of the caption strip, in pixels; the board's 900 x 900 pixels lie beneath it."""

HEIGHT: Final = STRIP + WIDTH
EDGE: Final = 18
"""Width of the walnut edge."""

TILE: Final = 53
MARGIN: Final = (WIDTH - SIZE * TILE) // 2
LABEL: Final = 22


def corner(sq: Square, turned: bool) -> tuple[int, int]:
    """The upper left pixel of a square's tile; `turned` looks from the other side of the board."""
    column, row = file_of(sq) - 1, rank_of(sq) - 1
    if turned:
        column, row = SIZE - 1 - column, SIZE - 1 - row
    return MARGIN + column * TILE, STRIP + MARGIN + row * TILE


def is_dark(sq: Square) -> bool:
    """Whether a square is slate; the others are limestone."""
    return (file_of(sq) + rank_of(sq)) % 2 == 1


@cache
def ground(dark: bool) -> Image.Image:
    """An empty square, mode RGB: flat stone with a bevel of one pixel and a darker joint."""
    stone = "slate" if dark else "limestone"
    image = Image.new("RGB", (TILE, TILE), NAMED[stone])
    draw = ImageDraw.Draw(image)
    last = TILE - 1
    draw.line([(0, last), (0, 0), (last, 0)], NAMED[f"{stone}-lit"])
    draw.line([(0, last), (last, last), (last, 0)], NAMED[f"{stone}-deep"])
    return image


@cache
def empty(turned: bool) -> Image.Image:
    """The board without pieces, as an image of the game's palette; shared, so copy it."""
    image = Image.new("RGB", (WIDTH, HEIGHT), NAMED["night"])
    _table(image)
    _octagon(image)
    for sq in SQUARES:
        image.paste(ground(is_dark(sq)), corner(sq, turned))
    stone = thudstone(TILE)
    image.paste(stone, corner(STONE_SQUARE, turned), stone)
    board = PALETTE.quantised(image)
    _labels(board, turned)
    return board


def _table(image: Image.Image) -> None:
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


def _octagon_points(grow: float) -> list[Point]:
    low, high = 5 * TILE - grow * 0.42, 10 * TILE + grow * 0.42
    near, far = -grow, SIZE * TILE + grow
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


def _labels(board: Image.Image, turned: bool) -> None:
    """Files and ranks on all four sides."""
    step = -1 if turned else 1
    for place in range(SIZE):
        middle = MARGIN + place * TILE + TILE // 2
        file, rank = FILES[::step][place], str(range(1, SIZE + 1)[::step][place])
        for near in (EDGE + 14, WIDTH - EDGE - 13):
            _centred(board, file, middle, STRIP + near)
            _centred(board, rank, near, STRIP + middle)


def _centred(board: Image.Image, text: str, x: int, y: int) -> None:
    """`text` with the middle of its capitals at (x, y)."""
    tile = word(text, Face.FIGURES, LABEL, ("field", "cream"), PALETTE)
    top, bottom = capitals(Face.FIGURES, LABEL)
    board.paste(tile.crop((0, top, tile.width, bottom)), (x - tile.width // 2, y - (bottom - top) // 2))
