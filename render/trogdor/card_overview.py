"""Cards, keepers and items to be looked up: one keeper's cards laid out large, and who else sits there.

What all of them do is written on them in words that come with the `Spread`, in the reader's language.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from engine.trogdor.cards import Card, Item, Keeper
from render.kit import caption
from render.kit.cache import cached, cached_sprite
from render.kit.canvas import Face, fit_text, width
from render.kit.lines import lines_of
from render.kit.sheet import Sheet
from render.portraits import medallion
from render.trogdor.board import EDGE, STRIP, WIDTH, draw_centred, flatten_sprite
from render.trogdor.clay import ScalableClay, flame
from render.trogdor.colours import PALETTE
from render.trogdor.emblems import card_emblem, keeper_emblem
from render.trogdor.hand import blank, line_tile
from render.trogdor.keepers import item

GAP: Final = 10
INSIDE: Final = EDGE + 6
ROOM: Final = WIDTH - 2 * INSIDE

CARD: Final = (236, 404)
"""Width and height of a card, in pixels."""

EMBLEM: Final = 180
"""Pixels of what is drawn on a card, along each side."""

POWER: Final = 100
SMALL_POWER: Final = 80
"""The same of what a keeper can do: of who is looked up first, and of the others."""

THING: Final = 62
SMALL_THING: Final = 56
"""The same of items."""

FACE: Final = 64
SMALL_FACE: Final = 36
"""The same of the face of a bot."""

TWO_FIGURES: Final = 10
NAMED_FROM: Final = 82
"""From here on a card has its name, in pixels; to the left of it are its points."""

ON_CARD: Final = range(24, 19, -1)
MOST: Final = 5
"""What a card does: sizes of type in pixels, and the most lines."""

NAME: Final = range(28, 21, -1)
OTHER: Final = range(24, 20, -1)
SMALL: Final = range(22, 19, -1)
PAD: Final = 14

ELLIPSIS: Final = "\u2026"
"""What stands where something was left out."""

FEW: Final = 4
"""So many others have room for a line more each."""

TALL: Final = 236
SHORT: Final = 213
"""Height of the plaque of one of the others, in pixels: with few of them, and with more."""


@dataclass(frozen=True, slots=True)
class HeldCard:
    """A card, the points that it brings its keeper, what it is called and what it does.

    `played`: it is no longer in the hand, but the one of this turn.
    """

    card: Card
    points: int
    title: str
    description: str
    played: bool = False


@dataclass(frozen=True, slots=True)
class SeatedKeeper:
    """Somebody at the table: the player's name, and in words what keeper and item are called and do.

    `active`: it is their turn; `gone`: they have left; `face`: that of one of the house's own players.
    """

    name: str
    keeper: Keeper
    power: str
    item: Item
    item_title: str
    use: str
    recharge: str
    charged: bool
    keeper_title: str
    active: bool = False
    gone: bool = False
    face: str = ""


@dataclass(frozen=True, slots=True)
class CardOverview:
    """What is looked up: a keeper's cards, and all `sitters`, that keeper first, then on in turn order."""

    sheet: Sheet
    held: tuple[HeldCard, ...]
    sitters: tuple[SeatedKeeper, ...]


def card_overview(of: CardOverview) -> Image.Image:
    """The picture in mode P, `WIDTH` pixels wide and at most 4:3 upright, for the caller to keep."""
    first, *others = of.sitters
    columns = 1 if len(others) == 1 else 2
    tall = TALL if len(others) <= FEW else SHORT
    rows = -(-len(others) // columns)
    height = STRIP + 2 * INSIDE + CARD[1] + rows * (tall + GAP)
    image = _table(height).copy()
    x, y = INSIDE, STRIP + INSIDE
    for held in of.held:
        image.paste(_card(held), (x, y))
        x += CARD[0] + GAP
    image.paste(_first(first, WIDTH - INSIDE - x), (x, y))
    wide = (ROOM - (columns - 1) * GAP) // columns
    for number, other in enumerate(others):
        row, column = divmod(number, columns)
        at = (INSIDE + column * (wide + GAP), y + CARD[1] + GAP + row * (tall + GAP))
        image.paste(_other(other, wide, tall), at)
    caption.title(image, of.sheet, PALETTE, 340)
    caption.turn(image, of.sheet, "keepers-say", PALETTE, 520)
    return image


@cached
def _table(height: int) -> Image.Image:
    """The table's top in its walnut edge, under an empty caption strip."""
    image = PALETTE.blank((WIDTH, height), "walnut")
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, WIDTH, STRIP), PALETTE.index("night"))
    draw.line([(0, STRIP), (WIDTH, STRIP)], PALETTE.index("brass-deep"))
    draw.rectangle((EDGE, STRIP + EDGE, WIDTH - EDGE - 1, height - EDGE - 1), PALETTE.index("field"))
    brass = (EDGE - 2, STRIP + EDGE - 2, WIDTH - EDGE + 1, height - EDGE + 1)
    draw.rectangle(brass, None, PALETTE.index("brass-deep"), 2)
    return image


# A card


@cached
def _card(held: HeldCard) -> Image.Image:
    """A card: its points on a flame beside its name, what it does as a picture, and in words."""
    wide, tall = CARD
    tile = blank(wide, tall).copy()
    draw = ImageDraw.Draw(tile)
    if held.played:
        for inset in range(4):
            box = (inset, inset, wide - 1 - inset, tall - 1 - inset)
            draw.rounded_rectangle(box, 10 - inset, None, PALETTE.index("amber" if inset else "ink"))
    tile.paste(_flame(), (8, 16))
    figures, big = str(held.points), 38 if held.points < TWO_FIGURES else 32
    beside = 52 + width(figures, Face.FIGURES, big)
    draw_centred(tile, figures, (46 + beside - 6) // 2, 38, big, ("parchment", "ink"))
    lines, size = lines_of(held.title, Face.TITLE, range(28, 19, -1), wide - NAMED_FROM - 8, 2)
    span = (max(beside, NAMED_FROM), wide - 8)
    _lines(tile, lines, Face.TITLE, size, span, 46 if len(lines) == 1 else 32, 28)
    tile.paste(card_emblem(held.card, EMBLEM), ((wide - EMBLEM) // 2, 76))
    draw.line([(18, 266), (wide - 19, 266)], PALETTE.index("parchment-deep"), 2)
    told, size = lines_of(held.description, Face.FIGURES, ON_CARD, wide - 2 * PAD, MOST)
    step = 28 if len(told) < MOST else 24
    top = 340 - (len(told) - 1) * step // 2
    _lines(tile, told, Face.FIGURES, size, (PAD, wide - PAD), top, step)
    return tile


def _lines(
    tile: Image.Image, lines: Sequence[str], face: Face, size: int, span: tuple[int, int], y: int, step: int
) -> None:
    """Lines in the middle between two columns, the baseline of the first one at `y`."""
    for line in lines:
        printed, above = line_tile(line, face, size, ("parchment", "ink"))
        tile.paste(printed, ((span[0] + span[1] - printed.width) // 2, y - above))
        y += step


@cached_sprite
def _flame() -> Image.Image:
    """Action points."""
    clay = ScalableClay(20)
    flame(clay, 50, 98, 96)
    return flatten_sprite(clay.sprite_at(40), "parchment")


# Keepers and their items


class TextStyle(NamedTuple):
    """How a text is set: in which colour, how large, in how many lines, and how far these are apart."""

    colour: str
    sizes: range
    most: int = 1
    step: int = 25
    face: Face = Face.FIGURES


class _Plaque:
    """A plaque that is being filled; places are the left ends of baselines, in its pixels."""

    def __init__(self, of: SeatedKeeper, wide: int, tall: int) -> None:
        self.ground = "walnut-lit" if of.active else "walnut"
        self.tile = _blank(wide, tall, of.active).copy()

    def line(self, text: str, style: TextStyle, at: tuple[int, int], room: int) -> int:
        """One line, what does not fit left out of its middle; where it ends."""
        shown, size = fit_text(text, style.face, style.sizes, room)
        return self._print(shown, style, size, at) if shown else at[0]

    def lines(self, text: str, style: TextStyle, at: tuple[int, int], room: int) -> int:
        """Several, from this baseline on; the baseline after them."""
        lines, size = lines_of(text, style.face, style.sizes, room, style.most)
        y = at[1]
        for line in filter(None, lines):
            self._print(line, style, size, (at[0], y))
            y += style.step
        return y

    def draw_centred(self, text: str, style: TextStyle, at: tuple[int, int], room: int) -> None:
        """Several, as high above `at` as below it."""
        lines, _ = lines_of(text, style.face, style.sizes, room, style.most)
        self.lines(text, style, (at[0], at[1] + 8 - (len(lines) - 1) * style.step // 2), room)

    def _print(self, text: str, style: TextStyle, size: int, at: tuple[int, int]) -> int:
        printed, above = line_tile(text, style.face, size, (self.ground, style.colour))
        self.tile.paste(printed, (at[0], at[1] - above))
        return at[0] + printed.width


@cached
def _first(of: SeatedKeeper, wide: int) -> Image.Image:
    """The keeper whose cards they are, with the item beneath what the keeper can do."""
    plaque, room = _Plaque(of, wide, CARD[1]), wide - 2 * PAD
    tile, ground, charged = plaque.tile, plaque.ground, of.charged and not of.gone
    beside = room - (FACE + 12) * bool(of.face)
    plaque.line(of.name or of.keeper_title, TextStyle(_name_colour(of), NAME), (PAD, 42), beside)
    if of.name:
        plaque.line(of.keeper_title, TextStyle("cream", OTHER), (PAD, 72), beside)
    if of.face:
        tile.paste(medallion(of.face, FACE, ground, PALETTE), (wide - PAD - FACE, 14))
    tile.paste(keeper_emblem(of.keeper, POWER, ground), (PAD, 84))
    aside = PAD + POWER + 12
    plaque.draw_centred(of.power, TextStyle("cream", OTHER, 5), (aside, 84 + POWER // 2), wide - PAD - aside)
    ImageDraw.Draw(tile).line([(PAD, 194), (wide - PAD, 194)], PALETTE.index("brass-deep"), 2)
    tile.paste(item(of.item, charged, ground, THING), (PAD, 204))
    aside = PAD + THING + 12
    title = TextStyle("lamplight" if charged else "parchment-deep", OTHER, 2)
    plaque.draw_centred(of.item_title, title, (aside, 204 + THING // 2), wide - PAD - aside)
    y = plaque.lines(of.use, TextStyle("cream", range(23, 19, -1), 3, 23), (PAD, 288), room)
    plaque.lines(of.recharge, TextStyle("parchment-deep", SMALL, 2, 23), (PAD, y + 2), room)
    return tile


@cached
def _other(of: SeatedKeeper, wide: int, tall: int) -> Image.Image:
    """Another keeper: name and power, and the item with what it does, as far as there is room for it."""
    plaque, x = _Plaque(of, wide, tall), PAD + SMALL_POWER + 12
    tile, ground, charged = plaque.tile, plaque.ground, of.charged and not of.gone
    room = wide - x - PAD
    last = wide - PAD - (SMALL_FACE + 8) * bool(of.face)
    beside = last - x - width(of.keeper_title, Face.FIGURES, SMALL[0]) - 10 if of.name else last - x
    end = plaque.line(
        of.name or of.keeper_title, TextStyle(_name_colour(of), OTHER), (x, 36), max(beside, 60)
    )
    if of.name:
        plaque.line(of.keeper_title, TextStyle("muted", SMALL), (end + 10, 36), last - end - 10)
    tile.paste(keeper_emblem(of.keeper, SMALL_POWER, ground), (PAD, 14))
    if of.face:
        small = medallion(of.face, SMALL_FACE, ground, PALETTE)
        tile.paste(small, (wide - PAD - SMALL_FACE, 6))
    plaque.lines(of.power, TextStyle("cream", SMALL, 3, 22), (x, 60), room)
    tile.paste(item(of.item, charged, ground, SMALL_THING), (PAD + 12, 116))
    plaque.line(of.item_title, TextStyle("lamplight" if charged else "parchment-deep", SMALL), (x, 132), room)
    told = TextStyle("cream", SMALL, 4 if tall == TALL else 3, 22, Face.LABEL)
    both = f"{of.use} {of.recharge}"
    shown, _ = lines_of(both, told.face, told.sizes, room, told.most)
    fits = ELLIPSIS not in shown[-1] or ELLIPSIS in both
    plaque.lines(both if fits else of.use, told, (x, 155), room)
    return tile


def _name_colour(of: SeatedKeeper) -> str:
    return "muted" if of.gone else "amber" if of.active else "cream"


@cached
def _blank(wide: int, tall: int, active: bool) -> Image.Image:
    """A plaque without anything on it."""
    tile = PALETTE.blank((wide, tall), "field")
    draw = ImageDraw.Draw(tile)
    draw.rounded_rectangle((0, 0, wide - 1, tall - 1), 12, PALETTE.index("ink"))
    draw.rounded_rectangle((2, 2, wide - 3, tall - 3), 10, PALETTE.index("amber" if active else "brass-deep"))
    rim = 5 if active else 4
    ground = PALETTE.index("walnut-lit" if active else "walnut")
    draw.rounded_rectangle((rim, rim, wide - rim - 1, tall - rim - 1), 8, ground)
    return tile
