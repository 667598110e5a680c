"""The card of the moment: what the land plays, what the active player has played, or how it ended.

While a card is being chosen it makes room for those to choose from (`render.trogdor.hand`).
"""

from __future__ import annotations

from typing import Final

from PIL import Image, ImageDraw

from engine.trogdor.board import ORTHOGONAL, STEPS, Direction
from engine.trogdor.cards import Card
from engine.trogdor.model import MovementCard, Phase, View
from render.kit.cache import cached_sprite
from render.kit.canvas import Face, ascent, fit_text, width, word
from render.kit.picture import Inset, PasteTarget
from render.kit.sheet import PictureLanguage
from render.kit.sprites import Point
from render.trogdor.board import NOW, draw_centred, flatten_sprite
from render.trogdor.clay import ScalableClay, course, fire, flame, points
from render.trogdor.colours import NAMED, PALETTE, tones
from render.trogdor.hand import LAND, TITLES, hand
from render.trogdor.hand import blank as parchment
from render.trogdor.marks import Badge, badge
from render.trogdor.pieces import MapFigure, crown, figure
from render.trogdor.square import shows_land

BANNER: Final = 220
"""Pixels of the picture on a banner, along each side."""

_GROUNDS = {"victory": "leaf-deep", "petite-victory": "char", "defeat": "void"}
_EDGES = {"victory": "thatch", "petite-victory": "ember", "defeat": "stone"}


@cached_sprite
def banner(ending: str) -> Image.Image:
    """The banner of an ending, at the place of the card; shared, so paste it only."""
    tile = PALETTE.blank(NOW[2:], "field")
    draw = ImageDraw.Draw(tile)
    box = (0, 0, NOW.width - 1, NOW.height - 1)
    draw.rounded_rectangle(box, 14, PALETTE.index("ink"))
    draw.rounded_rectangle((3, 3, NOW.width - 4, NOW.height - 4), 12, PALETTE.index(_EDGES[ending]))
    draw.rounded_rectangle((9, 9, NOW.width - 10, NOW.height - 10), 8, PALETTE.index(_GROUNDS[ending]))
    tile.paste(
        flatten_sprite(_PICTURES[ending](), _GROUNDS[ending]),
        ((NOW.width - BANNER) // 2, (NOW.height - BANNER) // 2),
    )
    return tile


def _at_full_size(clay: ScalableClay) -> Image.Image:
    return clay.sprite_at(BANNER)


def _victory() -> Image.Image:
    """Trogdor crowned, rays behind him."""
    clay = ScalableClay(BANNER // 4)
    for ray in range(0, 100, 20):
        for far in ([(ray, 0), (ray + 9, 0)], [(ray + 10, 100), (ray + 19, 100)]):
            clay.fill(clay.polygon([(50, 52), *far]), NAMED["leaf"])
    for ray in range(0, 100, 20):
        for far in ([(0, ray + 10), (0, ray + 19)], [(100, ray), (100, ray + 9)]):
            clay.fill(clay.polygon([(50, 52), *far]), NAMED["leaf"])
    picture = _at_full_size(clay)
    picture.alpha_composite(figure(MapFigure.DRAGON, 164), (28, 56))
    above = ScalableClay(BANNER // 4)
    crown(above, 65, 22, 0.72)
    picture.alpha_composite(_at_full_size(above))
    return picture


def _petite() -> Image.Image:
    """A wall of fire with a small crown over it."""
    clay = ScalableClay(BANNER // 4)
    fire(clay, [(14, 98, 44), (86, 98, 44), (31, 98, 60), (69, 98, 60), (50, 98, 70)])
    crown(clay, 50, 19, 0.6)
    picture = _at_full_size(clay)
    small = figure(MapFigure.FIERY, 150)
    picture.alpha_composite(small, (36, 66))
    return picture


def _defeat() -> Image.Image:
    """A gravestone with an S in it, and the peasants' flowers before it."""
    clay = ScalableClay(BANNER // 4)
    clay.fill(clay.ellipse(78, 20, 12, 12), NAMED["parchment-lit"])
    clay.fill(clay.ellipse(83, 17, 10.5, 10.5), NAMED["void"])
    clay.fill(clay.ellipse(50, 96, 50, 14), NAMED["leaf-deep"])
    clay.lump(clay.blob(points("24,92 24,40 28,24 40,14 50,12 60,14 72,24 76,40 76,92")), tones("stone"), 8)
    mark = course(points("63,38 52,31 41,37 42,47 52,52 61,58 61,69 50,76 38,70"))
    for wide, tone in ((9, "stone-deep"), (5, "char-deep")):
        clay.fill(clay.stroke(mark, wide), NAMED[tone])
    clay.fill(clay.stroke(points("26,86 20,74"), 3), NAMED["leaf"])
    for x, y in ((20, 72), (12, 82), (84, 80)):
        clay.fill(clay.stroke([(x, y), (x + 3, 96)], 2.6), NAMED["leaf"])
        clay.lump(clay.ellipse(x, y, 5, 5), (NAMED["petal"], NAMED["petal"], NAMED["petal-lit"]), 2)
    return _at_full_size(clay)


_PICTURES: Final = {"victory": _victory, "petite-victory": _petite, "defeat": _defeat}

PATH: Final = 128
SHORT_PATH: Final = 66
"""Pixels of the drawing of a path, along each side: on the whole card, and on what is left of it."""

PEASANT: Final = 52
FLAMES: Final = ((4, 4, 52), (10, 5, 40), (1000, 7, 30))
"""Up to how many flames: as many stand side by side, in two rows at most, of this size in pixels."""

ROSE: Final = 104
SHORT_ROSE: Final = 60


def draw_current_card(image: PasteTarget, view: View, say: PictureLanguage) -> None:
    """The card that counts in this picture, at its place; those to choose from, told in a language."""
    at = Inset(image, *NOW[:2])
    if view.outcome is not None:
        at.paste(banner(view.outcome.ending), (0, 0))
    elif view.phase is Phase.CHOOSE:
        if view.land is not None and view.card is not None:
            _short_movement(at, view.card, view.land.direction, view.land.pouched)
        else:
            at.paste(_short_back(), (0, 0))
        hand(image, view, say)
    elif shows_land(view) and view.land is not None and view.card is not None:
        movement(at, view.card, view.land.direction, view.land.pouched)
    elif view.turn.card is not None:
        _action(at, view.turn.card, view.turn.plain, view.turn.points, view.turn.effect)
    else:
        at.paste(_back(), (0, 0))


@cached_sprite
def _blank() -> Image.Image:
    """A card of parchment without anything on it."""
    tile = PALETTE.blank(NOW[2:], "field")
    draw = ImageDraw.Draw(tile)
    wide, tall = tile.size
    draw.rounded_rectangle((0, 0, wide - 1, tall - 1), 14, PALETTE.index("ink"))
    draw.rounded_rectangle((2, 2, wide - 3, tall - 3), 12, PALETTE.index("parchment-deep"))
    draw.rounded_rectangle((2, 2, wide - 4, tall - 5), 12, PALETTE.index("parchment-lit"))
    draw.rounded_rectangle((5, 5, wide - 6, tall - 7), 10, PALETTE.index("parchment"))
    draw.rounded_rectangle((11, 11, wide - 12, tall - 13), 6, None, PALETTE.index("parchment-deep"), 2)
    return tile


def movement(onto: PasteTarget, card: MovementCard, direction: Direction, pouched: bool) -> None:
    """The land's card: how many peasants, which way they go, and the path of the others."""
    onto.paste(_blank_land_card(), (0, 0))
    for number in range(max(card.spawn, 1)):
        x, y = 18 + number % 2 * 46, 16 + number // 2 * 58
        onto.paste(_peasant(card.spawn > 0), (x, y))
    onto.paste(_rose(direction, ROSE), (14, NOW.height - ROSE - 16))
    if card.repair:
        onto.paste(_sign(Badge.REPAIRED), (84, NOW.height - 56))
    if pouched:
        onto.paste(_hand(), (84, NOW.height - ROSE - 22))
    onto.paste(_path(card.path, PATH), (123, (NOW.height - PATH) // 2))


def _short_movement(onto: PasteTarget, card: MovementCard, direction: Direction, pouched: bool) -> None:
    """The same in little room: what the land has done before the card that is being chosen."""
    onto.paste(parchment(NOW.width, LAND), (0, 0))
    onto.paste(_peasant(card.spawn > 0), (10, 11))
    if card.spawn:
        draw_centred(onto, str(card.spawn), 72, LAND // 2, 30, ("parchment", "ink"))
    onto.paste(_rose(direction, SHORT_ROSE), (88, (LAND - SHORT_ROSE) // 2))
    if card.repair:
        onto.paste(_sign(Badge.REPAIRED), (148, LAND - 42))
    if pouched:
        onto.paste(_hand(), (148, 5))
    onto.paste(_path(card.path, SHORT_PATH), (NOW.width - SHORT_PATH - 6, (LAND - SHORT_PATH) // 2))


@cached_sprite
def _short_back() -> Image.Image:
    """The back of the land's first card, in little room."""
    tile = parchment(NOW.width, LAND).copy()
    draw = ImageDraw.Draw(tile)
    draw.rounded_rectangle((9, 9, NOW.width - 10, LAND - 11), 5, PALETTE.index("brick"))
    draw.rounded_rectangle((14, 14, NOW.width - 15, LAND - 16), 3, None, PALETTE.index("brass"), 2)
    size = 52
    tile.paste(
        flatten_sprite(figure(MapFigure.DRAGON, size), "brick"), ((NOW.width - size) // 2, (LAND - size) // 2)
    )
    return tile


@cached_sprite
def _blank_land_card() -> Image.Image:
    """A card of the land without anything on it: the peasants' side and the path's."""
    tile = _blank().copy()
    draw = ImageDraw.Draw(tile)
    draw.line([(120, 20), (120, NOW.height - 24)], PALETTE.index("parchment-deep"), 2)
    return tile


@cached_sprite
def _peasant(wanted: bool) -> Image.Image:
    """One of the peasants that the card wants; struck through where it wants none."""
    sprite = figure(MapFigure.PEASANT, PEASANT).copy()
    if not wanted:
        clay = ScalableClay(PEASANT // 2)
        clay.fill(clay.stroke(points("12,88 88,12"), 12), NAMED["parchment"])
        clay.fill(clay.stroke(points("12,88 88,12"), 7), NAMED["ink"])
        sprite.putalpha(sprite.getchannel("A").point(lambda level: level * 2 // 5))
        sprite.alpha_composite(clay.sprite_at(sprite.width))
    return flatten_sprite(sprite, "parchment")


@cached_sprite
def _sign(sign: Badge) -> Image.Image:
    return flatten_sprite(badge(sign), "parchment")


@cached_sprite
def _hand() -> Image.Image:
    """The pouch: this way was the player's choice."""
    clay = ScalableClay(18)
    clay.lump(clay.blob(points("36,34 64,34 84,62 82,86 50,95 18,86 16,62")), tones("smock"), 8)
    clay.lump(clay.blob(points("30,14 42,20 50,12 58,20 70,14 64,34 36,34")), tones("smock"), 4)
    return flatten_sprite(clay.sprite_at(34), "parchment")


@cached_sprite
def _rose(direction: Direction, size: int) -> Image.Image:
    """A compass rose with the arrow that the peasants follow."""
    clay = ScalableClay(size // 2)
    clay.fill(clay.ellipse(50, 50, 40, 40), NAMED["parchment-deep"])
    clay.fill(clay.ellipse(50, 50, 37, 37), NAMED["parchment-lit"])
    for down, right in map(STEPS.__getitem__, ORTHOGONAL):
        tick: list[Point] = [(50 + right * 33, 50 + down * 33), (50 + right * 45, 50 + down * 45)]
        clay.fill(clay.stroke(tick, 4), NAMED["parchment-deep"])
    down, right = STEPS[direction]
    shaft: list[Point] = [(50 - right * 30, 50 - down * 30), (50 + right * 18, 50 + down * 18)]
    head = _rotate_shape([(48, 0), (14, -25), (14, 25)], right, down)
    for grow, tone in ((3.2, "ink"), (0, "amber")):
        clay.fill(clay.stroke(shaft, 13 + 2 * grow), NAMED[tone])
        mask = clay.polygon(head)
        clay.fill(clay.grow_mask(mask, grow) if grow else mask, NAMED[tone])
    return flatten_sprite(clay.sprite_at(size), "parchment")


def _rotate_shape(shape: list[Point], right: int, down: int) -> list[Point]:
    """A shape that points east, turned to point the other way, around the middle of the tile."""
    return [(50 + x * right - y * down, 50 + x * down + y * right) for x, y in shape]


@cached_sprite
def _path(steps: tuple[Direction, ...], side: int) -> Image.Image:
    """A path over squares, from its dot to its arrow's head, on a tile so wide and high."""
    places = [(0, 0)]
    for step in steps:
        down, right = STEPS[step]
        places.append((places[-1][0] + right, places[-1][1] + down))
    spans = [(min(along), max(along)) for along in zip(*places, strict=True)]
    cell = min(max(side // 4, 22), (side - 4) // (max(high - low for low, high in spans) + 1))
    (left, right_), (top, bottom) = spans
    middles = [
        (side // 2 + (2 * x - left - right_) * cell // 2, side // 2 + (2 * y - top - bottom) * cell // 2)
        for x, y in places
    ]
    tile = PALETTE.blank((side, side), "parchment")
    draw = ImageDraw.Draw(tile)
    half = cell // 2
    for x, y in middles:
        draw.rectangle((x - half, y - half, x + half, y + half), PALETTE.index("parchment-lit"))
    for x, y in middles:
        draw.rectangle((x - half, y - half, x + half, y + half), None, PALETTE.index("sepia"))
    _arrow(draw, middles, cell)
    return tile


def _arrow(draw: ImageDraw.ImageDraw, middles: list[tuple[int, int]], cell: int) -> None:
    (x0, y0), (x1, y1) = middles[-2:]
    right, down = (x1 > x0) - (x1 < x0), (y1 > y0) - (y1 < y0)
    x, y = x1 + right * cell * 3 // 10, y1 + down * cell * 3 // 10
    back, half, dot = cell // 2, cell * 2 // 5, cell // 4
    neck = (x - right * back, y - down * back)
    head = [
        (x, y),
        (neck[0] - down * half, neck[1] - right * half),
        (neck[0] + down * half, neck[1] + right * half),
    ]
    brick = PALETTE.index("brick")
    draw.line([*middles[:-1], neck], brick, max(5, cell * 7 // 32), joint="curve")
    x, y = middles[0]
    draw.ellipse((x - dot, y - dot, x + dot, y + dot), brick)
    draw.polygon(head, brick)


def prepare() -> None:
    """Model what is on the cards, so that no picture has to wait for it."""
    for direction in ORTHOGONAL:
        _rose(direction, ROSE)
        _rose(direction, SHORT_ROSE)
    for wanted in (False, True):
        _peasant(wanted)
    for _, _, size in FLAMES:
        _flame(size)
    for model in (_tick, _hand, _back, _short_back):
        model()
    _sign(Badge.REPAIRED)


def _action(onto: PasteTarget, card: Card, plain: bool, left: int, used: bool) -> None:
    """The card that was chosen, and the action points that are left, as flames."""
    onto.paste(_hearth(), (0, 0))
    for tile, at in _title(card, plain):
        onto.paste(tile, at)
    if used:
        onto.paste(_tick(), (NOW.width - 44, 74))
    across, size = next((across, size) for most, across, size in FLAMES if left <= most)
    for row in range(2):
        number = min(left - row * across, across)
        if number > 0:
            first = (NOW.width - min(left, across) * size) // 2
            onto.paste(_flames(number, size), (first, 112 + row * (size + 2)))
    draw_centred(
        onto, str(left), NOW.width // 2, NOW.height - 44, 44, ("night", "amber" if left else "muted")
    )


@cached_sprite
def _hearth() -> Image.Image:
    """A card that was chosen without anything on it, with a dark place for the flames."""
    tile = _blank().copy()
    draw = ImageDraw.Draw(tile)
    draw.rounded_rectangle((16, 104, NOW.width - 17, NOW.height - 20), 8, PALETTE.index("night"))
    return tile


@cached_sprite
def _title(card: Card, plain: bool) -> tuple[tuple[Image.Image, tuple[int, int]], ...]:
    """The card's name in one line or two, as tiles and their places.

    It is struck through if it was discarded for its points alone.
    """
    lines = _lines(TITLES[card], NOW.width - 44)
    size = min(fit_text(line, Face.TITLE, range(32, 21, -1), NOW.width - 44)[1] for line in lines)
    y = 66 if len(lines) == 1 else 46
    found = []
    for line in lines:
        tile = word(line, Face.TITLE, size, ("parchment", "muted" if plain else "ink"), PALETTE)
        x = (NOW.width - tile.width) // 2
        found.append((tile, (x, y - ascent(Face.TITLE, size))))
        if plain:
            stroke = PALETTE.blank((tile.width + 9, 4), "brick")
            found.append((stroke, (x - 4, y - size // 4 - 1)))
        y += size + 8
    return tuple(found)


def _lines(text: str, room: int) -> list[str]:
    """`text` in one line if it fits at full size, else in two of about the same length."""
    if width(text, Face.TITLE, 32) <= room or " " not in text:
        return [text]
    words = text.split()
    cuts = [[" ".join(words[:cut]), " ".join(words[cut:])] for cut in range(1, len(words))]
    return min(cuts, key=lambda lines: abs(len(lines[0]) - len(lines[1])))


@cached_sprite
def _flames(number: int, size: int) -> Image.Image:
    """A row of flames."""
    row = PALETTE.blank((number * size, size), "night")
    for place in range(number):
        row.paste(_flame(size), (place * size, 0))
    return row


@cached_sprite
def _flame(size: int) -> Image.Image:
    clay = ScalableClay(size // 2)
    flame(clay, 50, 98, 98)
    return flatten_sprite(clay.sprite_at(size), "night")


@cached_sprite
def _tick() -> Image.Image:
    """The effect of the card has been used."""
    clay = ScalableClay(14)
    clay.fill(clay.stroke(points("14,54 40,80 86,22"), 16), NAMED["leaf-deep"])
    return flatten_sprite(clay.sprite_at(28), "parchment")


@cached_sprite
def _back() -> Image.Image:
    """Before the land's first card: the back of one, with Trogdor on it."""
    tile = _blank().copy()
    draw = ImageDraw.Draw(tile)
    draw.rounded_rectangle((18, 18, NOW.width - 19, NOW.height - 21), 6, PALETTE.index("brick"))
    draw.rounded_rectangle((26, 26, NOW.width - 27, NOW.height - 29), 4, None, PALETTE.index("brass"), 2)
    size = 112
    tile.paste(
        flatten_sprite(figure(MapFigure.DRAGON, size), "brick"),
        ((NOW.width - size) // 2, (NOW.height - size) // 2),
    )
    return tile
