"""The review of a game as a picture: how it stood all along, and the moves that turned it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image

from render.card.colours import PALETTE, plaque
from render.card.paint import EDGE, GAP, INSIDE, ROOM, STRIP, empty_table, framed_boards
from render.card.text import COIN, PAD, coin, coin_mask, paste_centred
from render.kit import caption
from render.kit.canvas import Face, fit_text, word
from render.kit.sheet import Sheet
from render.review.graph import ReviewCurve, graph

BOARD: Final = 400
"""The most that the board of a move takes in either direction, in pixels; of three each takes less."""

HEAD: Final = range(28, 22, -1)
LINE: Final = range(26, 20, -1)
STEP: Final = 42
"""From one line to the next, in pixels."""


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A move that turned a game: the board, mode P, its caption still on it; when; whose, and its cost."""

    board: Image.Image
    when: str
    whose: str


@dataclass(frozen=True, slots=True)
class ReviewPicture:
    """What a review shows. The caption is that of `sheet`; `none` is said where there are no `moments`."""

    sheet: Sheet
    course: ReviewCurve
    moments: tuple[TurningPoint, ...] = ()
    none: str = ""


def review(of: ReviewPicture) -> Image.Image:
    """The picture in mode P, `WIDTH` pixels wide, for the caller to keep."""
    each = (ROOM - GAP * (len(of.moments) - 1)) // max(len(of.moments), 1)
    colours, shots = framed_boards([moment.board for moment in of.moments], STRIP, min(each - EDGE, BOARD))
    rows = [
        graph(of.course, ROOM),
        _side_by_side(of.moments, shots, each) if of.moments else _empty_note(of.none),
    ]
    image = empty_table(STRIP + 2 * INSIDE + sum(row.height + GAP for row in rows) - GAP)
    y = STRIP + INSIDE
    for row in rows:
        image.paste(row, (INSIDE, y))
        y += row.height + GAP
    caption.title(image, of.sheet, PALETTE, 340)
    caption.turn(image, of.sheet, "amber", PALETTE, 500)
    image.putpalette(colours)
    return image


def _side_by_side(moments: Sequence[TurningPoint], shots: Sequence[Image.Image], wide: int) -> Image.Image:
    """The boards, as large as there is room for, and under each of them which move it was."""
    tall = max(shot.height for shot in shots) + 2 * STEP + EDGE + PAD
    row = PALETTE.blank((ROOM, tall), "field")
    for number, (moment, shot) in enumerate(zip(moments, shots, strict=True)):
        tile = plaque((wide, tall))
        tile.paste(shot, ((wide - shot.width) // 2, EDGE // 2))
        y = tall - PAD // 2 - 2 * STEP + STEP // 2
        _line(tile, moment.when, HEAD, y, number + 1)
        _line(tile, moment.whose, LINE, y + STEP)
        row.paste(tile, (number * (wide + GAP), 0))
    return row


def _line(tile: Image.Image, text: str, sizes: range, y: int, number: int = 0) -> None:
    """A line in the middle of a plaque, after a coin with a number, if there is one."""
    beside = COIN + 12 if number else 0
    line, size = fit_text(text, Face.FIGURES, sizes, tile.width - beside - PAD)
    letters = word(line, Face.FIGURES, size, ("plaque", "cream"), PALETTE)
    left = (tile.width - beside - letters.width) // 2
    if number:
        tile.paste(coin(number), (left, y - COIN // 2), coin_mask())
    paste_centred(tile, letters, (left + beside + letters.width // 2, y), Face.FIGURES, size)


def _empty_note(text: str) -> Image.Image:
    """That there is nothing to tell."""
    tile = plaque((ROOM, 2 * STEP))
    line, size = fit_text(text, Face.FIGURES, LINE, ROOM - 2 * PAD)
    letters = word(line, Face.FIGURES, size, ("plaque", "cream"), PALETTE)
    paste_centred(tile, letters, (ROOM // 2, STEP), Face.FIGURES, size)
    return tile
