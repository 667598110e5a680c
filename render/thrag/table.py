"""Where everything lies on a picture of One Man, Thrag!, and the table before anything lies on it."""

from __future__ import annotations

import unicodedata
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from render.kit.cache import cached, cached_sprite
from render.kit.canvas import SMALLEST, Face, ascent, capitals, fit_text, font, word
from render.kit.picture import PasteTarget
from render.thrag.colours import PALETTE

WIDTH: Final = 900
HEIGHT: Final = 1000
STRIP: Final = 72
"""Height of the caption strip, in pixels."""

EDGE: Final = 18
"""Width of the walnut edge."""

GAP: Final = 8
LABEL: Final = 22
TOP: Final = STRIP + EDGE + 6
LEFT: Final = EDGE + 6


class Box(NamedTuple):
    """A rectangle of the picture, in pixels."""

    x: int
    y: int
    width: int
    height: int


CLOCK: Final = Box(LEFT, TOP, 258, 292)
ARENAS: Final = tuple(Box(LEFT + 258 + GAP + at * 198, TOP, 190, 292) for at in range(3))
FIGHT: Final = Box(LEFT, TOP + 292 + GAP, 852, 146)
HERO: Final = Box(LEFT, FIGHT.y + FIGHT.height + GAP, 258, 250)
SUPPLIES: Final = tuple(Box(arena.x, HERO.y, 190, HERO.height) for arena in ARENAS)
LIFE: Final = Box(LEFT, HERO.y + HERO.height + GAP, 560, 168)
BLACK: Final = Box(LEFT + 560 + GAP, LIFE.y, 284, 168)


_DESCENDERS: Final = frozenset("gjpqyç,")


@cached_sprite
def empty() -> Image.Image:
    """The table's top in its walnut edge, in the game's palette; shared, so copy it."""
    image = PALETTE.blank((WIDTH, HEIGHT), "walnut-deep")
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, WIDTH, STRIP), PALETTE.index("night"))
    draw.line([(0, STRIP), (WIDTH, STRIP)], PALETTE.index("brass-deep"))
    draw.rectangle((EDGE, STRIP + EDGE, WIDTH - EDGE - 1, HEIGHT - EDGE - 1), PALETTE.index("field"))
    for y in range(STRIP + EDGE + 27, HEIGHT - EDGE, 27):
        draw.line([(EDGE, y), (WIDTH - EDGE - 1, y)], PALETTE.index("field-grain"))
    brass = (EDGE - 2, STRIP + EDGE - 2, WIDTH - EDGE + 1, HEIGHT - EDGE + 1)
    draw.rectangle(brass, None, PALETTE.index("brass-deep"), 2)
    return image


def plaque(box: Box, ground: str, edge: str) -> Image.Image:
    """An empty box of the size of `box`, for the caller to fill."""
    tile = PALETTE.blank((box.width, box.height), "field")
    draw = ImageDraw.Draw(tile)
    right, bottom = box.width - 1, box.height - 1
    draw.rounded_rectangle((0, 0, right, bottom), 11, PALETTE.index("ink"))
    draw.rounded_rectangle((2, 2, right - 2, bottom - 2), 10, PALETTE.index(edge))
    draw.rounded_rectangle((4, 4, right - 4, bottom - 4), 8, PALETTE.index(ground))
    return tile


def label(onto: PasteTarget, text: str, at: tuple[int, int], colours: tuple[str, str], room: int) -> None:
    """A small label, at most `room` pixels wide, whose baseline begins at `at`."""
    line(onto, text, at, LABEL, colours, Face.LABEL, room)


def line(
    onto: PasteTarget,
    text: str,
    at: tuple[int, int],
    size: int,
    colours: tuple[str, str],
    face: Face = Face.FIGURES,
    room: int = WIDTH,
) -> None:
    """`text` with the left end of its baseline at `at`; smaller if it needs more than `room` pixels."""
    tile, above = _line(text, size, colours, face, room)
    onto.paste(tile, (at[0], at[1] - above))


@cached
def _line(text: str, size: int, colours: tuple[str, str], face: Face, room: int) -> tuple[Image.Image, int]:
    """The tile of a line, and how far its baseline lies below the top, in pixels."""
    text, size = fit_text(text, face, range(size, SMALLEST - 1, -1), room)
    return word(text, face, size, colours, PALETTE), ascent(face, size)


def draw_centred(
    onto: PasteTarget,
    text: str,
    middle: tuple[int, int],
    size: int,
    colours: tuple[str, str],
    face: Face = Face.FIGURES,
    room: int = WIDTH,
) -> None:
    """`text` with the middle of its capitals at `middle`; smaller if it needs more than `room` pixels."""
    tile, left, above = _centred_tile(text, size, colours, face, room)
    onto.paste(tile, (middle[0] - left, middle[1] - above))


@cached
def _centred_tile(
    text: str, size: int, colours: tuple[str, str], face: Face, room: int
) -> tuple[Image.Image, int, int]:
    """The tile of a word, and how far its middle lies from the left and from the top, in pixels."""
    text, size = fit_text(text, face, range(size, SMALLEST - 1, -1), room)
    tile = word(text, face, size, colours, PALETTE)
    top, bottom = capitals(face, size)
    above = top - _accents(text, face, size)
    below = size // 4 if _DESCENDERS & set(text) else 0
    cut = tile.crop((0, top - above, tile.width, min(tile.height, bottom + below)))
    return cut, tile.width // 2, (bottom - top) // 2 + above


def _accents(text: str, face: Face, size: int) -> int:
    """The first row of a word's tile that is needed: that of its capitals, or of an accent above them."""
    top, _ = capitals(face, size)
    if unicodedata.is_normalized("NFD", text):
        return top
    return max(0, min(top, int(font(face, size).getbbox(text)[1])))
