"""The choice of a card, in the panel: the land's last card, and under it the two to choose from."""

from __future__ import annotations

from typing import Final

from PIL import Image, ImageDraw

from data.trogdor import FACTS
from engine.core import Seat
from engine.trogdor.cards import Card
from engine.trogdor.model import View
from engine.trogdor.turns import points_for
from render.kit.cache import cached, cached_sprite
from render.kit.canvas import Face, ascent, width, word
from render.kit.lines import lines_of
from render.kit.picture import PasteTarget
from render.kit.sheet import PictureLanguage
from render.trogdor.board import NOW, Box, draw_centred, flatten_sprite
from render.trogdor.clay import ScalableClay, flame
from render.trogdor.colours import PALETTE

TITLES: Final = {Card(card.id): card.title for card in FACTS.cards}

LAND: Final = 76
"""Height of what is left of the land's card, in pixels."""

GAP: Final = 6
CARD: Final = Box(0, LAND + GAP, (NOW.width - GAP) // 2, NOW.height - LAND - GAP)
"""The first card, as seen from the corner of the panel; the second lies to its right."""

PAD: Final = 4
NAME: Final = range(22, 19, -1)
TOLD: Final = range(22, 19, -1)
NAMES: Final = 2
LINES: Final = 4
"""As many lines of a name and of what a card does fit on it."""

FIRST: Final = 58
RULE: Final = 87
BELOW: Final = 110
"""Rows of a card: the baseline of its name, the line beneath that, and the baseline of what it does."""

BETWEEN: Final = 21
"""Between two baselines, in pixels."""


def places(view: View) -> tuple[Box, ...]:
    """Where the cards lie that are being chosen from, in pixels of the picture."""
    step = CARD.width + GAP
    return tuple(
        Box(NOW.x + number * step, NOW.y + CARD.y, CARD.width, CARD.height)
        for number in range(len(view.players[view.turn.seat].hand[:2]))
    )


def hand(image: PasteTarget, view: View, say: PictureLanguage) -> None:
    """The cards to choose from, each with the points that it brings this keeper now."""
    for (card, points), box in zip(card_points(view, view.turn.seat), places(view), strict=True):
        image.paste(_card(card, points, say(f"trogdor.picture.card.{card}")), box[:2])


def card_points(view: View, seat: Seat) -> tuple[tuple[Card, int], ...]:
    """The cards before a keeper, and the points that are written on each: those that playing it brings."""
    return tuple((card, points_for(view, seat, card, plain=False)) for card in view.players[seat].hand[:2])


@cached_sprite
def blank(wide: int, tall: int) -> Image.Image:
    """A card of parchment without anything on it, of a size in pixels."""
    tile = PALETTE.blank((wide, tall), "field")
    draw = ImageDraw.Draw(tile)
    draw.rounded_rectangle((0, 0, wide - 1, tall - 1), 10, PALETTE.index("ink"))
    draw.rounded_rectangle((2, 2, wide - 3, tall - 3), 9, PALETTE.index("parchment-deep"))
    draw.rounded_rectangle((2, 2, wide - 4, tall - 5), 9, PALETTE.index("parchment-lit"))
    draw.rounded_rectangle((4, 4, wide - 5, tall - 6), 7, PALETTE.index("parchment"))
    return tile


@cached
def _card(card: Card, points: int, told: str) -> Image.Image:
    """A card with its points, its name and what it does."""
    tile = blank(CARD.width, CARD.height).copy()
    draw = ImageDraw.Draw(tile)
    figures = str(points)
    size = width(figures, Face.FIGURES, 32)
    left = (CARD.width - 30 - 4 - size) // 2
    tile.paste(_flame(), (left, 7))
    draw_centred(tile, figures, left + 34 + size // 2, 23, 32, ("parchment", "ink"))
    _draw_lines(tile, TITLES[card], Face.FIGURES, NAME, NAMES, FIRST)
    draw.line([(14, RULE), (CARD.width - 15, RULE)], PALETTE.index("parchment-deep"), 2)
    _draw_lines(tile, told, Face.LABEL, TOLD, LINES, BELOW)
    return tile


def _draw_lines(tile: Image.Image, text: str, face: Face, sizes: range, most: int, top: int) -> None:
    """A text in the middle, in as many lines as it takes; one line less begins half of one lower."""
    lines, size = lines_of(text, face, sizes, tile.width - 2 * PAD, most)
    y = top + (min(most, 3) - min(len(lines), 3)) * BETWEEN // 2
    for line in lines:
        printed, above = line_tile(line, face, size, ("parchment", "ink"))
        tile.paste(printed, ((tile.width - printed.width) // 2, y - above))
        y += BETWEEN


@cached
def line_tile(text: str, face: Face, size: int, colours: tuple[str, str]) -> tuple[Image.Image, int]:
    """A line of a text, and how many pixels it begins above its baseline.

    There is nothing empty above it, which would cover the tails of the letters of the line before.
    """
    tile = word(text, face, size, colours, PALETTE)
    ground = PALETTE.index(colours[0])
    _, top, _, _ = tile.point([index != ground for index in range(256)]).getbbox() or (0, 0, 0, 0)
    return tile.crop((0, top, tile.width, tile.height)), ascent(face, size) - top


@cached_sprite
def _flame() -> Image.Image:
    """Action points."""
    clay = ScalableClay(16)
    flame(clay, 50, 98, 96)
    return flatten_sprite(clay.sprite_at(32), "parchment")
