"""The keepers in turn order: their players, items and cards."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from data.trogdor import FACTS
from engine.core import Seat
from engine.trogdor.cards import Card, Item, Keeper
from engine.trogdor.model import Phase, Player, View
from render.kit.cache import cached, cached_sprite
from render.kit.canvas import SMALLEST, Face, ascent, fit_text, width, word
from render.kit.caption import write
from render.kit.lines import lines_of
from render.kit.picture import Inset, PasteTarget
from render.kit.sheet import Sheet
from render.kit.sprites import Clay, Tones
from render.portraits import medallion
from render.trogdor.board import A_ROW, flatten_sprite, plaques
from render.trogdor.clay import ScalableClay, flame, points
from render.trogdor.colours import NAMED, PALETTE, tones
from render.trogdor.hand import TITLES, card_points, line_tile

ITEM: Final = 48
"""Pixels of a sign, along each side."""

_GOLD: Final[Tones] = (NAMED["brass-deep"], NAMED["thatch"], NAMED["thatch-lit"])
_CORK: Final[Tones] = tones("wood")


@cached_sprite
def item(which: Item, charged: bool, ground: str, size: int = ITEM) -> Image.Image:
    """An item on the named ground: in lamplight if it is charged, else dark; shared, so only paste it.

    `size` is in pixels, along each side.
    """
    clay = ScalableClay(ITEM // 2, NAMED["ink"])
    clay.fill(clay.ellipse(50, 50, 48, 48), NAMED["lamplight" if charged else "ink"])
    icon = ScalableClay(ITEM // 2, NAMED["ink"], 0.78)
    _ICONS[which](icon)
    sign = icon.image
    if not charged:
        sign = _dark(sign)
    clay.image.alpha_composite(sign, (0, 0), (0, clay.side // 16))
    if not charged:
        clay.fill(clay.stroke(points("18,82 82,18"), 9), NAMED["ink"])
        clay.fill(clay.stroke(points("18,82 82,18"), 5), NAMED["muted"])
    return flatten_sprite(clay.sprite_at(size), ground)


def _dark(sign: Image.Image) -> Image.Image:
    """Return `sign` as a flat shape."""
    flat = Image.new("RGBA", sign.size, NAMED["char-lit"])
    flat.putalpha(sign.getchannel("A"))
    return flat


def _flask(clay: Clay) -> None:
    clay.lump(clay.blob(points("40,14 60,14 59,40 80,70 74,90 50,95 26,90 20,70 41,40")), tones("water"), 6)
    clay.lump(
        clay.blob(points("30,62 70,62 77,74 72,87 50,91 28,87 23,74")), tones("violet"), 5, outlined=False
    )
    clay.lump(clay.polygon(points("40,4 60,4 60,18 40,18")), _CORK, 3)


def _pouch(clay: Clay) -> None:
    clay.lump(clay.blob(points("36,34 64,34 84,62 82,86 50,95 18,86 16,62")), tones("smock"), 8)
    clay.lump(clay.blob(points("30,14 42,20 50,12 58,20 70,14 64,34 36,34")), tones("smock"), 4)
    clay.fill(clay.stroke(points("34,35 66,35"), 7), NAMED["thatch-lit"])


def _fireballs(clay: Clay) -> None:
    for x, y, size in ((26, 60, 56), (50, 52, 56), (74, 60, 56)):
        clay.fill(clay.grow_mask(clay.ellipse(x, y - 18, 12, 16), 2), NAMED["ember-deep"])
        flame(clay, x, y, size)
    ball = clay.ellipse(50, 66, 28, 28)
    clay.lump(ball, (NAMED["leaf"], NAMED["leaf-lit"], NAMED["parchment-lit"]), 6)
    for seam in ("26,54 38,60 44,72 42,90", "74,54 62,60 56,72 58,90"):
        clay.fill(clay.stroke(points(seam), 4), NAMED["parchment-lit"])


def _ring(clay: Clay) -> None:
    clay.lump(clay.ellipse(50, 62, 32, 32), _GOLD, 6)
    clay.erase(clay.ellipse(50, 62, 19, 19))
    clay.lump(clay.polygon(points("34,20 44,8 56,8 66,20 50,38")), tones("violet"), 5)


def _beans(clay: Clay) -> None:
    for dx, dy in ((0, 0), (34, 24)):
        bean = [(x + dx, y + dy) for x, y in points("14,44 20,18 40,12 52,26 44,38 42,54 30,64 18,58")]
        clay.lump(clay.blob(bean), tones("leaf"), 6)


def _disk(clay: Clay) -> None:
    clay.lump(clay.ellipse(50, 52, 42, 42), tones("steel"), 7)
    for bar in ("50,28 50,76", "26,52 74,52"):
        clay.fill(clay.stroke(points(bar), 16), NAMED["petal"])


def _shield(clay: Clay) -> None:
    clay.lump(clay.blob(points("14,18 50,8 86,18 84,56 50,95 16,56")), tones("steel"), 6)
    clay.lump(clay.blob(points("28,28 50,22 72,28 70,54 50,78 30,54")), tones("blue"), 5)


def _trinket(clay: Clay) -> None:
    clay.fill(clay.stroke(points("14,10 34,34 50,40 66,34 86,10"), 6), NAMED["thatch-deep"])
    star = points("50,30 60,54 86,56 66,72 73,96 50,82 27,96 34,72 14,56 40,54")
    clay.lump(clay.polygon(star), _GOLD, 5)
    clay.lump(clay.ellipse(50, 67, 9, 9), tones("water"), 3)


def _baubles(clay: Clay) -> None:
    for x, y, material in ((32, 38, "petal"), (70, 46, "water"), (44, 74, "leaf")):
        body: Tones = (
            (NAMED["ink"], NAMED["petal"], NAMED["petal-lit"]) if material == "petal" else tones(material)
        )
        clay.lump(clay.ellipse(x, y, 21, 21), body, 5)
        clay.fill(clay.ellipse(x - 7, y - 8, 5, 4), NAMED["parchment-lit"])


_ICONS: Final[dict[Item, Callable[[Clay], None]]] = {
    Item.FLASK: _flask,
    Item.POUCH: _pouch,
    Item.FIREBALLS: _fireballs,
    Item.RING: _ring,
    Item.BEANS: _beans,
    Item.DISK: _disk,
    Item.SHIELD: _shield,
    Item.TRINKET: _trinket,
    Item.BAUBLES: _baubles,
}


KEEPERS: Final = {Keeper(keeper.id): keeper.title for keeper in FACTS.keepers}
ITEMS: Final = {Item(item.id): item.title for item in FACTS.items}
_SHORT: Final = {Item.FIREBALLS: "That Dog \u2026 with Fireballs"}
"""Shortened titles, where the full one would lose its middle."""

CARD: Final = 33
"""Height of a card before a keeper, in pixels."""

TOP: Final = 100
"""Where the part below an item's name begins on a plaque, in pixels."""

UNTITLED_TOP: Final = 76
"""Where the cards begin on a plaque that does not name its item, in pixels."""

POWER: Final = 2 * CARD + 3
"""Height of the text of a keeper's power: that of two cards."""

FACE: Final = 44
"""Pixels of a face, along each side."""

_NAME: Final = range(26, 21, -1)
_SMALL: Final = range(22, 19, -1)
_CARD: Final = range(22, 19, -1)


class Note(StrEnum):
    """A small sign in the corner of a plaque."""

    FLOWERS = "flowers"  # the flowers of the turn before bring points
    TRADE = "trade"  # one of the two sides of an offered trade


def keepers(image: PasteTarget, view: View, sheet: Sheet) -> None:
    """Draw all plaques, with the players' names and faces from the sheet.

    A keeper who chooses a card has the cards in the panel, and here the power, in the sheet's language.
    """
    names, say = sheet.names, sheet.say
    few = len(view.players) <= A_ROW
    for seat, box in zip(
        view.order, plaques(len(view.players), view.order.index(view.turn.seat)), strict=True
    ):
        on_turn = seat == view.turn.seat
        style = PlaqueStyle(box.width, box.height, on_turn and view.phase is not Phase.OVER, on_turn or few)
        name = names[seat] if seat < len(names) else ""
        onto, player = Inset(image, box.x, box.y), view.players[seat]
        _plaque(onto, style, name, player, _corner(view, seat, sheet.face(seat), style.ground))
        if on_turn and view.phase is Phase.CHOOSE:
            power = say(f"trogdor.picture.keeper.{player.keeper}")
            onto.paste(_power(say("trogdor.picture.power"), power, box.width - 24), (12, TOP))
        else:
            _hand(onto, style, view, seat)


class PlaqueStyle(NamedTuple):
    """The style of a plaque; `titled`: whether the item's name fits."""

    wide: int
    tall: int
    active: bool
    titled: bool

    @property
    def ground(self) -> str:
        """Return the name of its colour."""
        return "walnut-lit" if self.active else "walnut"


def _note(view: View, seat: Seat) -> Note | None:
    if view.offer is not None and seat in (view.offer.seat, view.offer.partner):
        return Note.TRADE
    if view.turn.bonus and seat == view.turn.seat and view.phase is Phase.CHOOSE:
        return Note.FLOWERS
    return None


def _corner(view: View, seat: Seat, face: str, ground: str) -> Image.Image | None:
    """Return what is in the corner of a plaque: a sign, else the face of a bot, or None."""
    note = _note(view, seat)
    if note is not None:
        return _NOTES[note](ground)
    return medallion(face, FACE, ground, PALETTE) if face else None


def _plaque(
    onto: PasteTarget, style: PlaqueStyle, name: str, player: Player, corner: Image.Image | None
) -> None:
    """Draw a plaque from cached parts; only its player's name is of one game."""
    ground = style.ground
    charged = player.charged and not player.gone
    onto.paste(_blank(style.wide, style.tall, style.active), (0, 0))
    _draw_names(onto, style, name, player, style.wide - 82 - 46 * (corner is not None))
    onto.paste(item(player.item, charged, ground), (14, 15))
    if style.titled:
        tile, above = _item_title(player.item, charged, style.wide, style.active)
        onto.paste(tile, (14, 91 - above))
    if corner is not None:
        onto.paste(corner, (style.wide - corner.width - 14, 12))


def _hand(onto: PasteTarget, style: PlaqueStyle, view: View, seat: Seat) -> None:
    """Draw a keeper's cards, with the points that they bring there."""
    top = TOP if style.titled else UNTITLED_TOP
    for place, (card, number) in enumerate(card_points(view, seat)):
        onto.paste(_card(card, number, style.wide - 24, style.active), (12, top + place * (CARD + 3)))


@cached
def _power(title: str, effect: str, wide: int) -> Image.Image:
    """A keeper's power, in the place of the cards."""
    tile = PALETTE.blank((wide, POWER), "walnut-lit")
    draw = ImageDraw.Draw(tile)
    draw.rounded_rectangle((0, 0, wide - 1, POWER - 1), 6, PALETTE.index("night"))
    short = width(effect, Face.FIGURES, SMALLEST) <= wide - 20
    sizes, most = (range(24, SMALLEST - 1, -1), 1) if short else (range(22, SMALLEST - 1, -1), 2)
    lines, size = lines_of(effect, Face.FIGURES, sizes, wide - 20, most)
    y = 50 if len(lines) == 1 else 41
    for text, face, big, colour, baseline in (
        (title, Face.LABEL, 20, "muted", 20),
        *((line, Face.FIGURES, size, "cream", y + number * 21) for number, line in enumerate(lines)),
    ):
        printed, above = line_tile(text, face, big, ("night", colour))
        tile.paste(printed, (10, baseline - above))
    return tile


def _draw_names(onto: PasteTarget, style: PlaqueStyle, name: str, player: Player, room: int) -> None:
    """Draw the player's name over the keeper's; struck through if the player has left."""
    keeper, ground = KEEPERS[player.keeper], style.ground
    colours = (ground, "muted" if player.gone else "amber" if style.active else "cream")
    shown, size = fit_text(name, Face.FIGURES, _NAME, room)
    if shown:
        write(onto, (70, 34), word(shown, Face.FIGURES, size, colours, PALETTE), Face.FIGURES, size)
        tile, above = _fixed_text(keeper, _SMALL, (ground, "cream" if style.active else "muted"), room)
        onto.paste(tile, (70, 62 - above))
    else:
        tile, above = _fixed_text(keeper, _NAME, colours, room)
        onto.paste(tile, (70, 34 - above))
    if player.gone:
        onto.paste(_stroke(style.wide - 81), (66, 25))


@cached_sprite
def _stroke(long: int) -> Image.Image:
    """The stroke through a name."""
    return PALETTE.blank((long, 3), "muted")


@cached_sprite
def _blank(wide: int, tall: int, active: bool) -> Image.Image:
    """An empty plaque."""
    tile = PALETTE.blank((wide, tall), "field")
    draw = ImageDraw.Draw(tile)
    draw.rounded_rectangle((0, 0, wide - 1, tall - 1), 12, PALETTE.index("ink"))
    edge = "amber" if active else "brass-deep"
    draw.rounded_rectangle((2, 2, wide - 3, tall - 3), 10, PALETTE.index(edge))
    rim = 6 if active else 4
    ground = "walnut-lit" if active else "walnut"
    draw.rounded_rectangle((rim, rim, wide - rim - 1, tall - rim - 1), 8, PALETTE.index(ground))
    return tile


@cached_sprite
def _item_title(which: Item, charged: bool, wide: int, active: bool) -> tuple[Image.Image, int]:
    """An item's name on a plaque, and how many pixels its tile begins above the baseline."""
    colour = "lamplight" if charged else "parchment-deep" if active else "muted"
    title = ITEMS[which]
    if width(title, Face.FIGURES, _SMALL[-1]) > wide - 26:
        title = _SHORT.get(which, title)
    return _fixed_text(title, _SMALL, ("walnut-lit" if active else "walnut", colour), wide - 26)


@cached_sprite
def _fixed_text(text: str, sizes: range, colours: tuple[str, str], room: int) -> tuple[Image.Image, int]:
    """A fixed text as a tile, and how many pixels it begins above its baseline."""
    shown, size = fit_text(text, Face.FIGURES, sizes, room)
    return word(shown, Face.FIGURES, size, colours, PALETTE), ascent(Face.FIGURES, size)


@cached_sprite
def _card(card: Card, number: int, wide: int, active: bool) -> Image.Image:
    """A keeper's card: its points on a flame, and its name."""
    ground = "parchment" if active else "parchment-deep"
    tile = PALETTE.blank((wide, CARD), "ink")
    draw = ImageDraw.Draw(tile)
    draw.rectangle((1, 1, wide - 2, CARD - 2), PALETTE.index("parchment-lit" if active else "parchment"))
    draw.rectangle((3, 3, wide - 2, CARD - 2), PALETTE.index(ground))
    tile.paste(_flame(ground), (4, 3))
    for text, sizes, x, room in (
        (str(number), range(22, 21, -1), 33, 20),
        (TITLES[card], _CARD, 54, wide - 60),
    ):
        line, above = _fixed_text(text, sizes, (ground, "ink"), room)
        tile.paste(line, (x, 24 - above))
    return tile


@cached_sprite
def _flame(ground: str) -> Image.Image:
    """The flame of action points, on a card."""
    side = CARD - 6
    clay = ScalableClay(side // 2 + 1)
    flame(clay, 50, 100, 98)
    return flatten_sprite(clay.sprite_at(side), ground)


@cached_sprite
def _daisies(ground: str) -> Image.Image:
    """The points that the flowers of the turn before have brought."""
    clay = ScalableClay(20)
    for x, y in points("50,24 75,42 66,72 34,72 25,42"):
        clay.lump(clay.ellipse(x, y, 19, 19), (NAMED["petal"], NAMED["petal"], NAMED["petal-lit"]), 5)
    clay.lump(clay.ellipse(50, 51, 14, 14), (NAMED["thatch-deep"], NAMED["thatch"], NAMED["thatch-lit"]), 4)
    return flatten_sprite(clay.sprite_at(40), ground)


@cached_sprite
def _arrows(ground: str) -> Image.Image:
    """Two arrows, there and back: the sign of an offered trade."""
    clay = ScalableClay(20)
    for y, way in ((34, 1), (68, -1)):
        shaft = [(50 - 32 * way, y), (50 + 10 * way, y)]
        head = [(50 + 40 * way, y), (50 + 8 * way, y - 19), (50 + 8 * way, y + 19)]
        for grow, tone in ((3, "ink"), (0, "lamplight")):
            clay.fill(clay.stroke(shaft, 13 + grow), NAMED[tone])
            clay.fill(clay.grow_mask(clay.polygon(head), grow) if grow else clay.polygon(head), NAMED[tone])
    return flatten_sprite(clay.sprite_at(40), ground)


_NOTES: Final[dict[Note, Callable[[str], Image.Image]]] = {Note.FLOWERS: _daisies, Note.TRADE: _arrows}
