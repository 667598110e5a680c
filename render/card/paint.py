"""The card at the end of a game: how it ended, the last board, what was counted, and how it went."""

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
"""How many colours the board has: more would look no better, and press worse."""


def framed_board(picture: Image.Image, strip: int, room: int) -> tuple[bytes, Image.Image]:
    """A palette that has the card's colours and the board's, and the board in it, framed in brass.

    The uppermost `strip` pixels of the picture are left out: the card has a caption of its own. The rest
    becomes small enough to fit, with its frame, into a square of `room` pixels.
    """
    colours, (framed,) = framed_boards([picture], strip, room)
    return colours, framed


def framed_boards(pictures: Sequence[Image.Image], strip: int, room: int) -> tuple[bytes, list[Image.Image]]:
    """The same of several boards; they share the colours of the palette."""
    own = bytes(chain.from_iterable(PALETTE.colours))
    if not pictures:
        return own, []
    small = [_shrink_picture(picture, strip, room - 2 * FRAME) for picture in pictures]
    strips = Image.new("RGB", (max(shot.width for shot in small), sum(shot.height for shot in small)))
    tops = [sum(shot.height for shot in small[:at]) for at in range(len(small))]
    for shot, top in zip(small, tops, strict=True):
        strips.paste(shot, (0, top))
    found = strips.quantize(_SHARE, dither=Image.Dither.NONE)
    colours = own + bytes(found.getpalette() or ())[: 3 * _SHARE]
    indices = Image.frombytes("L", found.size, found.tobytes()).point(
        [_OWN + at for at in range(_SHARE)] + [0] * (256 - _SHARE)
    )
    cut = [
        indices.crop((0, top, shot.width, top + shot.height)) for shot, top in zip(small, tops, strict=True)
    ]
    return colours, [_frame_board(shot, colours) for shot in cut]


def _shrink_picture(picture: Image.Image, strip: int, room: int) -> Image.Image:
    """The picture without its caption, in mode RGB, as large as there is room for."""
    bare = picture.crop((0, strip, *picture.size)).convert("RGB")
    share = min(room / bare.width, room / bare.height)
    return bare.resize((round(bare.width * share), round(bare.height * share)), Image.Resampling.BOX)


def _frame_board(indices: Image.Image, colours: bytes) -> Image.Image:
    """A board, its palette's indices in mode L, in brass."""
    size = indices.size
    framed = PALETTE.blank((size[0] + 2 * FRAME, size[1] + 2 * FRAME), "brass-deep")
    ImageDraw.Draw(framed).rectangle((0, 0, framed.width - 1, framed.height - 1), None, PALETTE.index("ink"))
    framed.putpalette(colours)
    framed.paste(PALETTE.from_indices(indices), (FRAME, FRAME))
    return framed


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
EMBLEM: Final = 112
"""Pixels of the sign of how it ended, along each side."""
FACE: Final = 64
FACES: Final = 3
"""Pixels of the face of a bot, along each side, and how many there is room for beside the result."""

BOARD: Final = 436
"""The most that the board takes of the card in either direction, in pixels."""


@dataclass(frozen=True, slots=True)
class SummaryCard:
    """What a card tells. The caption is that of `sheet`, and so are the faces of bots that have played.

    `board` is the last picture of the game, mode P, its caption still on it. `facts` are pairs of what was
    counted and how much of it there was. All `curves` are of one length; a `pin` marks a place of them, and
    says what happened there. Without curves there is no graph. The `emblem` is a sign of how the game has
    ended, mode RGBA, for beside the result.
    """

    sheet: Sheet
    result: str
    board: Image.Image
    facts: tuple[tuple[str, str], ...] = ()
    curves: tuple[Curve, ...] = ()
    pins: tuple[Pin, ...] = ()
    emblem: Image.Image | None = None


def card(of: SummaryCard) -> Image.Image:
    """The card in mode P, `WIDTH` pixels wide and at most `TALLEST` high, for the caller to keep."""
    colours, shot = framed_board(of.board, STRIP, BOARD)
    beside = facts(of.facts, (ROOM - shot.width - GAP, shot.height))
    rows: list[list[Image.Image]] = [_head(of, colours), [shot, beside]]
    if of.curves:
        rows.append([graph(of.curves, [pin.at for pin in of.pins], ROOM)])
    if of.pins:
        rows.append([pins(of.pins, ROOM)])
    height = STRIP + 2 * INSIDE + sum(max(tile.height for tile in row) + GAP for row in rows) - GAP
    image = empty_table(height)
    y = STRIP + INSIDE
    for row in rows:
        x = INSIDE
        for tile in row:
            image.paste(tile, (x, y))
            x += tile.width + GAP
        y += max(tile.height for tile in row) + GAP
    caption.title(image, of.sheet, PALETTE, 340)
    caption.turn(image, of.sheet, "amber", PALETTE, 500)
    image.putpalette(colours)
    return image


def _head(of: SummaryCard, colours: bytes) -> list[Image.Image]:
    """How it ended: its sign in the colours of the board, the faces of bots that played, the result."""
    faces = [medallion(who, FACE, "field", PALETTE) for who in of.sheet.faces if who][:FACES]
    room = ROOM - len(faces) * (FACE + GAP)
    if of.emblem is None:
        return [*faces, result(of.result, room)]
    told = result(of.result, room - EMBLEM - GAP)
    return [_fit_emblem(of.emblem, colours), *(_centre_vertically(tile) for tile in (*faces, told))]


def _centre_vertically(tile: Image.Image) -> Image.Image:
    """A tile with as much of the table above it as below, as high as the sign."""
    whole = PALETTE.blank((tile.width, EMBLEM), "field")
    whole.paste(tile, (0, (EMBLEM - tile.height) // 2))
    return whole


def _fit_emblem(emblem: Image.Image, colours: bytes) -> Image.Image:
    """A sign as large as there is room for, in these colours, as an image of the card's palette."""
    share = EMBLEM / max(emblem.size)
    small = emblem.resize(
        (round(emblem.width * share), round(emblem.height * share)), Image.Resampling.LANCZOS
    )
    place = Image.new("RGBA", (EMBLEM, EMBLEM), PALETTE["field"])
    place.alpha_composite(small, ((EMBLEM - small.width) // 2, (EMBLEM - small.height) // 2))
    swatch = Image.new("P", (1, 1))
    swatch.putpalette(colours + colours[:3] * (256 - len(colours) // 3))  # or black would be found there
    return PALETTE.from_indices(place.convert("RGB").quantize(palette=swatch, dither=Image.Dither.NONE))


def empty_table(height: int) -> Image.Image:
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
