"""The card at the end of a game: how it ended, the last board, what was counted, and how it went."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PIL import Image, ImageDraw

from render.card.board import board
from render.card.colours import PALETTE
from render.card.graph import Curve, graph
from render.card.text import Pin, facts, pins, result
from render.kit import caption
from render.kit.sheet import Sheet

WIDTH: Final = 900
TALLEST: Final = 1200
"""Pixels: four to three upright is the most."""

STRIP: Final = 72
"""Height of the caption strip, in pixels."""

EDGE: Final = 18
"""Width of the walnut edge."""

GAP: Final = 10
INSIDE: Final = EDGE + 6
ROOM: Final = WIDTH - 2 * INSIDE
BOARD: Final = 436
"""The most that the board takes of the card in either direction, in pixels."""


@dataclass(frozen=True, slots=True)
class Card:
    """What a card tells. The caption is that of `sheet`.

    `board` is the last picture of the game, mode P, its caption still on it. `facts` are pairs of what was
    counted and how much of it there was. All `curves` are of one length; a `pin` marks a place of them, and
    says what happened there. Without curves there is no graph.
    """

    sheet: Sheet
    result: str
    board: Image.Image
    facts: tuple[tuple[str, str], ...] = ()
    curves: tuple[Curve, ...] = ()
    pins: tuple[Pin, ...] = ()


def card(told: Card) -> Image.Image:
    """The card in mode P, `WIDTH` pixels wide and at most `TALLEST` high, for the caller to keep."""
    colours, shot = board(told.board, STRIP, BOARD)
    beside = facts(told.facts, (ROOM - shot.width - GAP, shot.height))
    rows: list[list[Image.Image]] = [[result(told.result, ROOM)], [shot, beside]]
    if told.curves:
        rows.append([graph(told.curves, [pin.at for pin in told.pins], ROOM)])
    if told.pins:
        rows.append([pins(told.pins, ROOM)])
    height = STRIP + 2 * INSIDE + sum(max(tile.height for tile in row) + GAP for row in rows) - GAP
    image = table(height)
    y = STRIP + INSIDE
    for row in rows:
        x = INSIDE
        for tile in row:
            image.paste(tile, (x, y))
            x += tile.width + GAP
        y += max(tile.height for tile in row) + GAP
    caption.title(image, told.sheet, PALETTE, 340)
    caption.turn(image, told.sheet, "amber", PALETTE, 500)
    image.putpalette(colours)
    return image


def table(height: int) -> Image.Image:
    """The table's top in its walnut edge, under an empty caption strip; for the caller to fill."""
    image = PALETTE.blank((WIDTH, height), "walnut")
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, WIDTH, STRIP), PALETTE.index("night"))
    draw.line([(0, STRIP), (WIDTH, STRIP)], PALETTE.index("brass-deep"))
    inner = (EDGE, STRIP + EDGE, WIDTH - EDGE - 1, height - EDGE - 1)
    draw.rectangle(inner, PALETTE.index("field"))
    for y in range(STRIP + EDGE + 27, height - EDGE, 27):
        draw.line([(EDGE, y), (WIDTH - EDGE - 1, y)], PALETTE.index("field-grain"))
    brass = (EDGE - 2, STRIP + EDGE - 2, WIDTH - EDGE + 1, height - EDGE + 1)
    draw.rectangle(brass, None, PALETTE.index("brass-deep"), 2)
    return image
