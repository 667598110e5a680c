"""What lies over a board where a film begins and ends: its title, or how the game ended, with a sign."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image, ImageDraw

from render.film.band import palette_of
from render.kit.canvas import Face, Palette, ascent, capitals, drawable_text, mix, sentence, width
from render.kit.lines import lines_of

WIDE: Final = 640
"""The width of a plaque, in pixels, where the picture has room for it."""

BESIDE: Final = 30
"""What is seen of the picture on either side, in pixels, at the least."""

PAD: Final = 30
EMBLEM: Final = 200
"""Pixels of the sign over the words, along each side."""

TITLE: Final = range(60, 35, -2)
UNDER: Final = range(34, 25, -1)
LINES: Final = 3
"""As many lines of each fit."""

SHADE: Final = 0.5
"""How dark the board behind is."""


@dataclass(frozen=True, slots=True)
class Curtain:
    """A title, what is said under it, and a sign above both, mode RGBA, if there is one."""

    title: str
    subtitle: str = ""
    emblem: Image.Image | None = None


def draw_curtain(picture: Image.Image, curtain: Curtain) -> Image.Image:
    """The picture, mode P, darker, with the curtain's plaque in its middle; a new one of the same palette."""
    palette = palette_of(bytes(picture.getpalette() or ()))
    dark = picture.copy().point(_darkened_indices(palette))
    dark.putpalette(picture.getpalette() or ())
    plaque = _plaque(curtain, min(WIDE, picture.width - 2 * BESIDE), palette)
    at = (picture.width - plaque.width) // 2, (picture.height - plaque.height) // 2
    dark.paste(plaque, at)
    return dark


def _darkened_indices(palette: Palette) -> list[int]:
    """What becomes of each index: the colour that comes closest to it with less light."""
    night = palette["night"]
    found = [palette.nearest(mix(colour, night, SHADE)) for colour in palette.colours]
    return found + [0] * (256 - len(found))


def _plaque(curtain: Curtain, wide: int, palette: Palette) -> Image.Image:
    room = wide - 2 * PAD
    titles, large = lines_of(curtain.title, Face.TITLE, TITLE, room, LINES)
    unders, small = (
        lines_of(curtain.subtitle, Face.FIGURES, UNDER, room, LINES) if curtain.subtitle else ([], 0)
    )
    above = 0 if curtain.emblem is None else EMBLEM
    tall = 2 * PAD + above + len(titles) * _line_height(large) + len(unders) * _line_height(small)
    tile = palette.blank((wide, tall), "night")
    draw = ImageDraw.Draw(tile)
    for inset, name in ((0, "ink"), (3, "brass"), (7, "ink"), (9, "walnut-deep")):
        draw.rectangle((inset, inset, wide - 1 - inset, tall - 1 - inset), palette.index(name))
    y = PAD
    if curtain.emblem is not None:
        tile.paste(_on_walnut(curtain.emblem, palette), ((wide - EMBLEM) // 2, y))
        y += EMBLEM
    y = _draw_lines(tile, titles, Face.TITLE, large, "amber", y, palette)
    _draw_lines(tile, unders, Face.FIGURES, small, "cream", y, palette)
    return tile


def _line_height(size: int) -> int:
    """Between two baselines, in pixels."""
    return size * 5 // 4


def _draw_lines(
    tile: Image.Image, lines: Sequence[str], face: Face, size: int, ink: str, top: int, palette: Palette
) -> int:
    """Lines in the middle, from this row on; the row after them."""
    for line in lines:
        low, high = capitals(face, size)
        baseline = top + (_line_height(size) - (high - low)) // 2 + ascent(face, size) - low
        x = (tile.width - width(drawable_text(line, face), face, size)) // 2
        sentence(tile, (x, baseline), line, face, size, ("walnut-deep", ink), palette)
        top += _line_height(size)
    return top


def _on_walnut(emblem: Image.Image, palette: Palette) -> Image.Image:
    """A sign in the middle of its place, in the palette of the game."""
    place = Image.new("RGBA", (EMBLEM, EMBLEM), palette["walnut-deep"])
    shown = emblem.resize((EMBLEM - 20, EMBLEM - 20), Image.Resampling.LANCZOS)
    place.alpha_composite(shown, (10, 10))
    return palette.quantise(place.convert("RGB"))
