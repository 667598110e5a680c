"""The review of a game as a picture: how it stood all along, and the moves that turned it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PIL import Image

from render.card.colours import PALETTE, plaque
from render.card.paint import EDGE, GAP, INSIDE, ROOM, STRIP, boards, table
from render.card.text import COIN, PAD, coin, disc, middled
from render.kit import caption
from render.kit.canvas import Face, fitted, word
from render.kit.sheet import Sheet
from render.review.graph import Course, graph

BOARD: Final = 216
"""The most that the board of a move takes in either direction, in pixels."""

HEAD: Final = range(28, 22, -1)
LINE: Final = range(26, 20, -1)
STEP: Final = 42
"""From one line to the next, in pixels."""

LINES: Final = (("cream", HEAD), ("cream", LINE), ("amber", LINE), ("teal-lit", LINE))
"""The colour and sizes of what is said of a move, line by line."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A move that turned a game: the board, mode P, its caption still on it, and what is said.

    `lines` are at most four: which move it was, what it changed, what was played, and what was better.
    """

    board: Image.Image
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Portrait:
    """What a review shows. The caption is that of `sheet`; `none` is said where there are no `moments`."""

    sheet: Sheet
    course: Course
    moments: tuple[Moment, ...] = ()
    none: str = ""


def review(of: Portrait) -> Image.Image:
    """The picture in mode P, `WIDTH` pixels wide, for the caller to keep."""
    colours, shots = boards([moment.board for moment in of.moments], STRIP, BOARD)
    rows = [graph(of.course, ROOM)]
    rows += [
        _row(number, shot, moment.lines)
        for number, (shot, moment) in enumerate(zip(shots, of.moments, strict=True), 1)
    ]
    if not of.moments:
        rows.append(_nothing(of.none))
    image = table(STRIP + 2 * INSIDE + sum(row.height + GAP for row in rows) - GAP)
    y = STRIP + INSIDE
    for row in rows:
        image.paste(row, (INSIDE, y))
        y += row.height + GAP
    caption.title(image, of.sheet, PALETTE, 340)
    caption.turn(image, of.sheet, "amber", PALETTE, 500)
    image.putpalette(colours)
    return image


def _row(number: int, shot: Image.Image, lines: tuple[str, ...]) -> Image.Image:
    """A board on the left, and what is said of the move beside it."""
    tile = plaque((ROOM, shot.height + EDGE))
    tile.paste(shot, (EDGE // 2, EDGE // 2))
    left = BOARD + EDGE
    y = (tile.height - STEP * (len(lines) - 1)) // 2
    tile.paste(coin(number), (left, y - COIN // 2), disc())
    for at, (text, (colour, sizes)) in enumerate(zip(lines, LINES, strict=False)):
        x = left if at else left + COIN + 12
        line, size = fitted(text, Face.FIGURES, sizes, ROOM - x - PAD)
        letters = word(line, Face.FIGURES, size, ("plaque", colour), PALETTE)
        middled(tile, letters, (x + letters.width // 2, y), Face.FIGURES, size)
        y += STEP
    return tile


def _nothing(text: str) -> Image.Image:
    """That there is nothing to tell."""
    tile = plaque((ROOM, 2 * STEP))
    line, size = fitted(text, Face.FIGURES, LINE, ROOM - 2 * PAD)
    letters = word(line, Face.FIGURES, size, ("plaque", "cream"), PALETTE)
    middled(tile, letters, (ROOM // 2, STEP), Face.FIGURES, size)
    return tile
