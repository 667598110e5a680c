"""Rows of things that can be looked up, under the caption that boards have: a picture, a name, a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image, ImageDraw

from render.card.colours import PALETTE, plaque
from render.card.paint import EDGE, STRIP, WIDTH, empty_table
from render.kit import caption
from render.kit.canvas import LIMIT, TABLE, Face, ascent, drawable_text, width, word
from render.kit.sheet import Sheet

GAP: Final = 8
PAD: Final = 18
INSIDE: Final = EDGE + 6
ROOM: Final = WIDTH - 2 * INSIDE

TITLE: Final = 28
TOLD: Final = 24
LINE: Final = 28
BELOW: Final = 5
"""Sizes of type, between two baselines, and what a title has besides, in pixels."""

LEAST: Final = 100
"""The least height of a row, in pixels."""

_FINE: Final = 4
"""An arrow is drawn so many times as large, along each side."""


@dataclass(frozen=True, slots=True)
class GlossaryItem:
    """Something to be looked up: its name, what it does, and a picture in mode RGBA, if it has one."""

    title: str
    description: str
    sprite: Image.Image | None = None


def page(sheet: Sheet, things: Sequence[GlossaryItem]) -> Image.Image:
    """All of them in rows, under the caption of the sheet; in mode P, `WIDTH` pixels wide, to be kept."""
    column = max((thing.sprite.width for thing in things if thing.sprite is not None), default=0)
    rows = [_row(thing, column) for thing in things]
    height = STRIP + 2 * INSIDE + sum(row.height + GAP for row in rows) - GAP
    image = empty_table(height)
    caption.title(image, sheet, PALETTE, 340)
    caption.turn(image, sheet, "amber", PALETTE, 500)
    full, y = image.convert("RGB"), STRIP + INSIDE
    for row in rows:
        full.paste(row, (INSIDE, y))
        y += row.height + GAP
    return full.quantize(LIMIT, dither=Image.Dither.NONE)


def _row(thing: GlossaryItem, column: int) -> Image.Image:
    """One of them, mode RGB: the picture in a column so wide, the words beside it."""
    left = PAD + (column + PAD if thing.sprite is not None else 0)
    lines = _wrap_text(thing.description, ROOM - left - PAD)
    text = LINE * (len(lines) + 1) + BELOW
    high = max(LEAST, text + PAD, 0 if thing.sprite is None else thing.sprite.height + PAD)
    if thing.sprite is None:
        high = text + PAD
    tile = plaque((ROOM, high))
    y = (high - text) // 2 + LINE - 4
    tile.paste(word(thing.title, Face.TITLE, TITLE, _INK, PALETTE), (left, y - ascent(Face.TITLE, TITLE)))
    y += BELOW
    for line in lines:
        y += LINE
        tile.paste(word(line, Face.LABEL, TOLD, _INK, PALETTE), (left, y - ascent(Face.LABEL, TOLD)))
    full = tile.convert("RGB")
    if thing.sprite is not None:
        at = (PAD + (column - thing.sprite.width) // 2, (high - thing.sprite.height) // 2)
        full.paste(thing.sprite, at, thing.sprite)
    return full


_INK: Final = ("plaque", "cream")


def _wrap_text(text: str, room: int) -> list[str]:
    """The text in as many lines as it takes."""
    lines: list[str] = []
    for part in drawable_text(text, Face.LABEL).split(" "):
        longer = f"{lines[-1]} {part}" if lines else part
        if lines and width(longer, Face.LABEL, TOLD) <= room:
            lines[-1] = longer
        else:
            lines.append(part)
    return lines


def side_by_side(sprites: Sequence[Image.Image], gap: int = 0) -> Image.Image:
    """Sprites in a row, standing on one line; mode RGBA. A negative gap lets them overlap."""
    wide = sum(sprite.width + gap for sprite in sprites) - gap
    tall = max(sprite.height for sprite in sprites)
    row, x = Image.new("RGBA", (wide, tall)), 0
    for sprite in sprites:
        layer = Image.new("RGBA", row.size)
        layer.paste(sprite, (x, tall - sprite.height))
        row.alpha_composite(layer)
        x += sprite.width + gap
    return row


def arrow(wide: int, tall: int) -> Image.Image:
    """An amber arrow that points to the right, mode RGBA."""
    size = (wide * _FINE, tall * _FINE)
    image = Image.new("RGBA", size)
    draw, middle, high = ImageDraw.Draw(image), size[1] // 2, min(size[1] // 5, size[0] // 4)
    for grow, tone in ((2 * _FINE, "ink"), (0, "amber")):
        half, tip = high // 2 + grow, size[0] - 3 * _FINE + grow
        neck = size[0] - 2 * high - 3 * _FINE
        draw.rectangle((3 * _FINE - grow, middle - half, neck, middle + half), TABLE[tone])
        head = [(tip, middle), (neck - grow // 2, middle - 2 * high + _FINE - grow)]
        draw.polygon([*head, (neck - grow // 2, middle + 2 * high - _FINE + grow)], TABLE[tone])
    return image.resize((wide, tall), Image.Resampling.LANCZOS)
