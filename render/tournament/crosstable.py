"""A table of those who all meet each other: how they stand, and who has scored what against whom."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PIL import Image, ImageDraw

from render.card.colours import PALETTE, plaque
from render.card.paint import INSIDE, ROOM, STRIP, empty_table
from render.card.text import paste_centred
from render.kit import caption
from render.kit.canvas import Face, capitals, fit_text, width, word
from render.kit.sheet import Sheet

LINE: Final = 42
HEAD: Final = 46
PAD: Final = 16
NAME: Final = range(26, 19, -1)
FIGURE: Final = 24
SMALL: Final = 20
CELL: Final = range(30, 85)
"""The least and the most that a meeting takes of the width, in pixels."""

ROOMY: Final = 40
"""From so many pixels on there is room for larger figures."""

SUM: Final = 62
"""Width of a column that sums up, in pixels."""

NAMES: Final = 150
"""The least for a name, in pixels."""


@dataclass(frozen=True, slots=True)
class CrosstableRow:
    """Somebody in the table: what they have scored against each, in the order of the rows, and in all.

    `out`: they have withdrawn.
    """

    place: int
    name: str
    scores: tuple[str, ...]
    sums: tuple[str, ...]
    out: bool = False


@dataclass(frozen=True, slots=True)
class Crosstable:
    """The table, the best first. The caption is that of `sheet`; `titles` are those of the sums."""

    sheet: Sheet
    rows: tuple[CrosstableRow, ...]
    titles: tuple[str, ...]


def crosstable(of: Crosstable) -> Image.Image:
    """The picture in mode P, as wide as a card, for the caller to keep."""
    tile = plaque((ROOM, HEAD + len(of.rows) * LINE + PAD))
    sums = SUM * len(of.titles)
    place = width("16", Face.FIGURES, FIGURE) + PAD
    room = ROOM - 2 * PAD - place - sums - NAMES
    cell = max(CELL[0], min(CELL[-1], room // max(1, len(of.rows))))
    first = ROOM - PAD - sums - cell * len(of.rows)
    for number in range(len(of.rows)):
        _draw_centred(
            tile, str(number + 1), (first + number * cell + cell // 2, HEAD // 2 + 2), "muted", SMALL
        )
    for number, title in enumerate(of.titles):
        _draw_centred(
            tile, title, (ROOM - PAD - sums + number * SUM + SUM // 2, HEAD // 2 + 2), "muted", SMALL
        )
    for number, row in enumerate(of.rows):
        _row(tile, row, number, (first, cell))
    image = empty_table(STRIP + 2 * INSIDE + tile.height)
    image.paste(tile, (INSIDE, STRIP + INSIDE))
    caption.title(image, of.sheet, PALETTE, 420)
    caption.turn(image, of.sheet, "amber", PALETTE, 420)
    return image


def _row(tile: Image.Image, row: CrosstableRow, number: int, columns: tuple[int, int]) -> None:
    """Somebody's line; `columns` are where the meetings begin, and how wide each is."""
    first, cell = columns
    draw, top = ImageDraw.Draw(tile), HEAD + number * LINE
    y = top + LINE // 2
    draw.line([(PAD, top), (ROOM - PAD, top)], PALETTE.index("grid"))
    own = (first + number * cell + 1, top + 1, first + (number + 1) * cell - 1, top + LINE - 1)
    draw.rectangle(own, PALETTE.index("brass-deep"))
    ink = "muted" if row.out else "amber" if row.place == 1 else "cream"
    left = PAD + width("16", Face.FIGURES, FIGURE) + PAD
    _draw_centred(tile, str(row.place), (PAD + (left - 2 * PAD) // 2 + 4, y), "muted", FIGURE)
    name, size = fit_text(row.name, Face.FIGURES, NAME, first - left - PAD // 2)
    letters = word(name, Face.FIGURES, size, ("plaque", ink), PALETTE)
    low, high = capitals(Face.FIGURES, size)
    tile.paste(letters, (left, y - (low + high) // 2))
    for at, mark in enumerate(row.scores):
        if mark and at != number:
            size = FIGURE if cell >= ROOMY else SMALL
            _draw_centred(tile, mark, (first + at * cell + cell // 2, y), "cream", size)
    for at, figure in enumerate(row.sums):
        right = ROOM - PAD - SUM * (len(row.sums) - at) + SUM // 2
        _draw_centred(tile, figure, (right, y), ink if at == 0 else "muted", FIGURE if at == 0 else SMALL)


def _draw_centred(tile: Image.Image, text: str, at: tuple[int, int], ink: str, size: int) -> None:
    paste_centred(tile, word(text, Face.FIGURES, size, ("plaque", ink), PALETTE), at, Face.FIGURES, size)
