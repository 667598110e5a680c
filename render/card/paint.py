"""The card of a finished game: the result, the sign of the ending, the facts, and the curves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final

from PIL import Image, ImageDraw

from render.card.colours import PALETTE
from render.card.graph import Curve, graph
from render.card.text import Pin, facts, pins, result
from render.kit import caption
from render.kit.canvas import LIMIT
from render.kit.sheet import Sheet
from render.portraits import medallion

FRAME: Final = 3
"""Width of the brass around the board, in pixels."""

_OWN: Final = len(PALETTE.colours)
_SHARE: Final = min(64, LIMIT - _OWN)
"""How many colours the board has: more would look no better, and compress worse."""


def framed_board(picture: Image.Image, strip: int, room: int) -> tuple[bytes, Image.Image]:
    """Return a palette with the card's colours and the board's, and the board in it, framed in brass.

    Leaves out the uppermost `strip` pixels of the picture, because the card has a caption of its own. The
    rest is reduced to fit, with its frame, into a square of `room` pixels.
    """
    colours, (framed,) = framed_boards([picture], strip, room)
    return colours, framed


def framed_boards(pictures: Sequence[Image.Image], strip: int, room: int) -> tuple[bytes, list[Image.Image]]:
    """Return a palette with the card's colours and those of several boards, and the framed boards."""
    card_colours = bytes(chain.from_iterable(PALETTE.colours))
    if not pictures:
        return card_colours, []
    small = [_shrink_picture(picture, strip, room - 2 * FRAME) for picture in pictures]
    strips = Image.new("RGB", (max(shot.width for shot in small), sum(shot.height for shot in small)))
    tops = [sum(shot.height for shot in small[:index]) for index in range(len(small))]
    for shot, top in zip(small, tops, strict=True):
        strips.paste(shot, (0, top))
    quantised = strips.quantize(_SHARE, dither=Image.Dither.NONE)
    colours = card_colours + bytes(quantised.getpalette() or ())[: 3 * _SHARE]
    indices = Image.frombytes("L", quantised.size, quantised.tobytes()).point(
        [_OWN + index for index in range(_SHARE)] + [0] * (256 - _SHARE)
    )
    cut = [
        indices.crop((0, top, shot.width, top + shot.height)) for shot, top in zip(small, tops, strict=True)
    ]
    return colours, [_frame_board(shot, colours) for shot in cut]


def _shrink_picture(picture: Image.Image, strip: int, room: int) -> Image.Image:
    """Return the picture without its caption, in mode RGB, as large as it fits."""
    bare = picture.crop((0, strip, *picture.size)).convert("RGB")
    share = min(room / bare.width, room / bare.height)
    return bare.resize((round(bare.width * share), round(bare.height * share)), Image.Resampling.BOX)


def _frame_board(indices: Image.Image, colours: bytes) -> Image.Image:
    """Frame a board, given as palette indices in mode L, in brass."""
    size = indices.size
    framed = PALETTE.blank((size[0] + 2 * FRAME, size[1] + 2 * FRAME), "brass-deep")
    ImageDraw.Draw(framed).rectangle((0, 0, framed.width - 1, framed.height - 1), None, PALETTE.index("ink"))
    framed.putpalette(colours)
    framed.paste(PALETTE.from_indices(indices), (FRAME, FRAME))
    return framed


WIDTH: Final = 900
TALLEST: Final = 1200
"""Pixels: the most is a 3:4 portrait format."""

STRIP: Final = 72
"""Height of the caption strip, in pixels."""

EDGE: Final = 18
"""Width of the walnut edge."""

GAP: Final = 10
INSIDE: Final = EDGE + 6
ROOM: Final = WIDTH - 2 * INSIDE
EMBLEM: Final = 268
"""Pixels of the sign of the ending, along each side: the one picture of the card."""
SHORT: Final = 8
"""From so many turns on a game has curves: fewer say nothing."""
MOVED: Final = 1 / 3
"""The least of the axis that a curve covers; flatter ones are left out."""
FACE: Final = 64
FACES: Final = 3
"""Pixels of a bot's face, along each side, and how many faces fit beside the result."""

BOARD: Final = 436
"""The most of the card that the board takes in either direction, in pixels."""


@dataclass(frozen=True, slots=True)
class SummaryCard:
    """The contents of a card. The caption and the faces of bots are those of `sheet`.

    The `emblem` is a sign of the ending, mode RGBA; `facts` beside it are pairs of a label and a value. All
    `curves` are equally long; a pin marks a place of them, and says what happened there. Without curves there
    is no graph.
    """

    sheet: Sheet
    result: str
    facts: tuple[tuple[str, str], ...] = ()
    curves: tuple[Curve, ...] = ()
    pins: tuple[Pin, ...] = ()
    emblem: Image.Image | None = None


def card(contents: SummaryCard) -> Image.Image:
    """Draw the card in mode P, `WIDTH` pixels wide and at most `TALLEST` high; a new image."""
    colours = card_colours(contents.emblem)
    rows = [_head(contents), _picture_row(contents, colours)]
    curves = telling_curves(contents.curves)
    if curves:
        rows.append([graph(curves, [pin.at for pin in contents.pins], ROOM)])
    if contents.pins:
        rows.append([pins(contents.pins, ROOM)])
    height = STRIP + 2 * INSIDE + sum(max(tile.height for tile in row) + GAP for row in rows) - GAP
    image = empty_table(height)
    y = STRIP + INSIDE
    for row in rows:
        x = INSIDE
        for tile in row:
            image.paste(tile, (x, y))
            x += tile.width + GAP
        y += max(tile.height for tile in row) + GAP
    caption.title(image, contents.sheet, PALETTE, 340)
    caption.turn(image, contents.sheet, "amber", PALETTE, 500)
    image.putpalette(colours)
    return image


def telling_curves(curves: Sequence[Curve]) -> list[Curve]:
    """Return the curves that are worth a graph: of a game that was not short, and not flat."""
    every = [value for curve in curves for value in curve.values]
    if not every or len(curves[0].values) <= SHORT:
        return []
    least = MOVED * (max(every) - min(0, *every))
    return [curve for curve in curves if max(curve.values) - min(curve.values) >= least]


def _head(contents: SummaryCard) -> list[Image.Image]:
    """Draw the head of the card: the faces of bots, the result."""
    faces = [medallion(who, FACE, "field", PALETTE) for who in contents.sheet.faces if who][:FACES]
    return [*faces, result(contents.result, ROOM - len(faces) * (FACE + GAP))]


def _picture_row(contents: SummaryCard, colours: bytes) -> list[Image.Image]:
    """Draw the sign of the ending, and the facts beside it."""
    if contents.emblem is None:
        return [facts(contents.facts, (ROOM, 0))]
    sign = _fit_emblem(contents.emblem, colours)
    return [sign, facts(contents.facts, (ROOM - sign.width - GAP, EMBLEM))]


def card_colours(emblem: Image.Image | None) -> bytes:
    """Return a palette with the card's colours and those of the sign."""
    own = bytes(chain.from_iterable(PALETTE.colours))
    if emblem is None:
        return own
    quantised = _on_field(emblem).quantize(_SHARE, dither=Image.Dither.NONE)
    return own + bytes(quantised.getpalette() or ())[: 3 * _SHARE]


def _on_field(emblem: Image.Image) -> Image.Image:
    """Return a sign on the table, as large as it fits into its square, in mode RGB."""
    share = EMBLEM / max(emblem.size)
    size = round(emblem.width * share), round(emblem.height * share)
    place = Image.new("RGBA", (EMBLEM, EMBLEM), PALETTE["field"])
    fitted = emblem if size == emblem.size else emblem.resize(size, Image.Resampling.LANCZOS)
    place.alpha_composite(fitted, ((EMBLEM - size[0]) // 2, (EMBLEM - size[1]) // 2))
    return place.convert("RGB")


def _fit_emblem(emblem: Image.Image, colours: bytes) -> Image.Image:
    """Return a sign, as large as it fits, in these colours, as an image of the card's palette."""
    swatch = Image.new("P", (1, 1))
    swatch.putpalette(
        colours + colours[:3] * (256 - len(colours) // 3)
    )  # padded with the first colour, or black could be chosen
    return PALETTE.from_indices(_on_field(emblem).quantize(palette=swatch, dither=Image.Dither.NONE))


def empty_table(height: int) -> Image.Image:
    """Return the table's top in its walnut edge, under an empty caption strip; a new image to draw on."""
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
