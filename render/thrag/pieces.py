"""The piecepack: tiles, coins, dice and pawns with emblems of our own, each modelled once for every size."""

from __future__ import annotations

from enum import StrEnum, auto
from math import cos, pi, sin
from typing import Final, NamedTuple

from PIL import Image, ImageChops, ImageDraw

from engine.thrag.model import BEASTS, Suit
from render.kit.cache import cached_sprite
from render.kit.canvas import TABLE, Face, font
from render.kit.marks import ghost
from render.kit.picture import PasteTarget
from render.kit.sprites import SCALE, SHARP, Clay, Mask, Point, Tones
from render.thrag.colours import NAMED, PALETTE, ink_on, tones


def points(text: str, dx: float = 0, dy: float = 0) -> list[Point]:
    """`text` as points, `44,8 56,5`, moved by (dx, dy)."""
    pairs = (pair.split(",") for pair in text.split())
    return [(float(x) + dx, float(y) + dy) for x, y in pairs]


def sharp(clay: Clay, size: int = 0) -> Image.Image:
    """What was modelled, mode RGBA, at its own size or another: each pixel the colour at its middle.

    With softened borders a picture would not fit into 40 kB, and it looks no better at 400 px.
    """
    side = size or clay.side // SCALE
    return clay.image.resize((side, side), Image.Resampling.NEAREST)


def emblem(clay: Clay, suit: Suit, x: float, y: float, reach: float) -> Mask:
    """A suit's sign around (x, y), `reach` to each side: sun, fir, drop or axe."""
    share = reach / 50
    masks = []
    for shape, curved in _SIGNS[suit]:
        placed = [(x + (dx - 50) * share, y + (dy - 50) * share) for dx, dy in shape]
        masks.append(clay.blob(placed) if curved else clay.polygon(placed))
    whole = masks[0]
    for mask in masks[1:]:
        whole = ImageChops.lighter(whole, mask)
    return whole


_Shape = tuple[list[Point], bool]
"""An outline, and whether it is a smooth curve."""


def _around(radius: float, angle: float) -> Point:
    return 50 + radius * cos(angle), 50 + radius * sin(angle)


def _ray(angle: float) -> _Shape:
    return [_around(29, angle - 0.33), _around(29, angle + 0.33), _around(49, angle)], False


_SIGNS: dict[Suit, tuple[_Shape, ...]] = {
    Suit.RED: (
        ([_around(23, turn * pi / 4) for turn in range(8)], True),
        *(_ray(turn * pi / 4) for turn in range(8)),
    ),
    Suit.GREEN: (
        (points("50,0 68,30 32,30"), False),
        (points("50,16 80,58 20,58"), False),
        (points("50,38 98,86 2,86"), False),
        (points("43,80 57,80 57,100 43,100"), False),
    ),
    Suit.BLUE: ((points("50,0 56,20 68,42 75,64 68,86 50,96 32,86 25,64 32,42 44,20"), True),),
    Suit.BLACK: (
        (points("57,6 67,10 38,98 28,94"), False),
        (points("60,22 50,27 36,12 15,17 3,38 10,60 22,50 36,48 48,54 54,44"), False),
        (points("64,20 79,28 61,38"), False),
    ),
}


class PieceKind(StrEnum):
    """What a piece is, or the mark that stands for it."""

    TILE = auto()  # face up: the value, in the frame of its suit
    DIE = auto()
    COIN = auto()  # an attack coin that was flipped: the value, in the ring of its suit
    POOL = auto()  # an attack coin face down: the emblem
    ANY = auto()  # an attack coin of any suit
    SLAIN = auto()  # a small tile that is out of play
    HIT = auto()  # a black coin, face up
    PAWN = auto()
    BLACK_PAWN = auto()  # one that rerolls Thrag's die: black on a foot in its colour
    SPENT_PAWN = auto()  # the outline of one that was used
    NO_TILE = auto()  # an empty place
    NO_COIN = auto()
    EMBLEM = auto()


PIT: Final = 0.5
"""How dark an empty place is."""


class DrawnPiece(NamedTuple):
    """A piece as it is drawn, `size` pixels square; a `lost` one is a ghost with a stroke through it."""

    kind: PieceKind
    size: int
    suit: Suit = Suit.BLACK
    value: int = 0
    lost: bool = False


def put(onto: PasteTarget, piece: DrawnPiece, at: tuple[int, int], ground: str) -> None:
    """A piece on flat ground with its upper left corner at `at`."""
    onto.paste(flat_piece(piece, ground), at)


@cached_sprite
def flat_piece(piece: DrawnPiece, ground: str) -> Image.Image:
    """A piece on flat ground, in the game's palette; shared, so paste it only."""
    return on_ground(sprite(piece), ground)


def on_ground(sprite_: Image.Image, ground: str) -> Image.Image:
    """Any sprite on flat ground, in the game's palette."""
    tile = Image.new("RGBA", sprite_.size, NAMED[ground])
    tile.alpha_composite(sprite_)
    return PALETTE.quantise(tile.convert("RGB"))


@cached_sprite
def sprite(piece: DrawnPiece) -> Image.Image:
    """A piece, mode RGBA; shared, so copy before changing it."""
    found = _DRAWN[piece.kind](piece)
    return ghost(found) if piece.lost else found


@cached_sprite
def target(size: int, ground: str) -> Image.Image:
    """The teal dot of what can be done now, in a light ring, because most of the cloths are dark."""
    clay = Clay(size, TABLE["teal-lit"])
    clay.fill(clay.ellipse(50, 50, 49, 49), TABLE["teal-lit"])
    clay.fill(clay.ellipse(50, 50, 37, 37), TABLE["teal"])
    return on_ground(sharp(clay), ground)


def _lit_tones(material: str) -> Tones:
    """A material with a rim of light and no shade, for what lies flat."""
    _, body, rim = tones(material)
    return body, body, rim


def _emblem(piece: DrawnPiece) -> Image.Image:
    clay = Clay(piece.size, NAMED["ink"])
    mask = emblem(clay, piece.suit, 50, 50, 46)
    clay.fill(clay.grow_mask(mask, 4), NAMED["ink"])
    clay.fill(mask, NAMED[f"{piece.suit}-lit"])
    return sharp(clay)


def _tile(piece: DrawnPiece) -> Image.Image:
    """Ivory with the value, the suit as its frame; the beasts that stand on larger ones are in `beasts`."""
    tile = slab(piece.size, piece.suit).copy()
    number(tile, piece.value, (0.5, 0.5), max(20, round(piece.size * 0.68)), "ink")
    return tile


_ROOMY: Final = 50
"""Pixels from which the frame of a tile is wider than it has to be."""


@cached_sprite
def slab(size: int, suit: Suit) -> Image.Image:
    """The ivory body of a tile, mode RGBA, with the line of its suit along the edge; shared."""
    unit = 100 / size
    clay = Clay(size, TABLE["ink"])
    clay.fill(clay.rounded_square(0, 7), TABLE["ink"])
    clay.fill(clay.rounded_square(1.5 * unit, 6), NAMED["ivory-deep"])
    top = clay.rounded_square(1.5 * unit, 6)
    clay.fill(ImageChops.multiply(top, ImageChops.offset(top, -clay.side // 60, -clay.side // 60)),
              NAMED["ivory-lit"])  # fmt: skip
    clay.fill(clay.rounded_square(3 * unit, 5), NAMED["ivory"])
    frame = (3 if size < _ROOMY else 4.5) * unit
    clay.fill(clay.rounded_square(frame, 5), NAMED[suit])
    clay.fill(clay.rounded_square(frame + (3 if size < _ROOMY else 3.5) * unit, 3), NAMED["ivory"])
    return sharp(clay)


def _slain_tile(piece: DrawnPiece) -> Image.Image:
    """A tile that is out of play: dull, with a stroke through it."""
    clay = Clay(piece.size, TABLE["ink"])
    clay.fill(clay.rounded_square(0, 8), TABLE["ink"])
    clay.fill(clay.rounded_square(5, 6), NAMED["ivory-deep"])
    clay.fill(clay.stroke([(6, 94), (94, 6)], 9), NAMED["brick"])
    tile = sharp(clay)
    number(tile, piece.value, (0.5, 0.5), max(20, round(piece.size * 0.68)), "ink")
    return tile


def _no_tile(piece: DrawnPiece) -> Image.Image:
    clay = Clay(piece.size)
    unit = 100 / piece.size
    clay.fill(clay.rounded_square(unit, 8), NAMED["ink"], PIT)
    return sharp(clay)


_PIPS: Final[dict[int, tuple[Point, ...]]] = {
    1: ((50, 50),),
    2: ((29, 29), (71, 71)),
    3: ((27, 27), (50, 50), (73, 73)),
    4: ((29, 29), (71, 29), (29, 71), (71, 71)),
    5: ((27, 27), (73, 27), (50, 50), (27, 73), (73, 73)),
}


def _die(piece: DrawnPiece) -> Image.Image:
    """A die with pips; the null is blank but for a small ring, the ace a larger pip."""
    clay = Clay(piece.size, TABLE["ink"])
    clay.fill(
        clay.rounded_square(0, 22), NAMED["ink"] if piece.suit is not Suit.BLACK else NAMED["black-lit"]
    )
    body = clay.rounded_square(3.5, 20)
    clay.lump(body, _lit_tones(piece.suit), 6, outlined=False)
    ink = NAMED[ink_on(piece.suit)]
    if piece.value == 0:
        clay.fill(clay.ellipse(50, 50, 12, 12), ink)
        clay.fill(clay.ellipse(50, 50, 7, 7), NAMED[piece.suit])
    radius = 13 if piece.value == 1 else 10.5
    for x, y in _PIPS.get(piece.value, ()):
        clay.fill(clay.ellipse(x, y, radius, radius), ink)
    return sharp(clay)


def _coin(piece: DrawnPiece) -> Image.Image:
    """An attack coin that was flipped."""
    clay = Clay(piece.size, TABLE["ink"])
    _disc(clay, piece.suit)
    clay.fill(clay.ellipse(50, 50, 34, 34), NAMED[f"{piece.suit}-deep"])
    clay.fill(clay.ellipse(50, 50, 32, 32), NAMED["ivory"])
    return _coin_with_value(sharp(clay), piece, ("ivory", "ink"))


def _disc(clay: Clay, suit: Suit) -> None:
    """The body of a coin."""
    rim = NAMED["black-lit"] if suit is Suit.BLACK else TABLE["ink"]
    clay.fill(clay.ellipse(50, 50, 49.5, 49.5), rim)
    clay.lump(clay.ellipse(50, 50, 46, 46), _lit_tones(suit), 6, outlined=False)


def _pool(piece: DrawnPiece) -> Image.Image:
    """An attack coin face down."""
    clay = Clay(piece.size, TABLE["ink"])
    _disc(clay, piece.suit)
    clay.fill(clay.ellipse(50, 50, 38, 38), NAMED[f"{piece.suit}-deep"])
    mask = emblem(clay, piece.suit, 50, 50, 26)
    clay.fill(mask, NAMED[f"{piece.suit}-lit"])
    return sharp(clay)


def _any_coin(piece: DrawnPiece) -> Image.Image:
    """An attack coin that may be of any suit, a third of its ring for each; face down without a value."""
    clay = Clay(piece.size, TABLE["ink"])
    disc = clay.ellipse(50, 50, 45, 45)
    clay.fill(clay.ellipse(50, 50, 49.5, 49.5), TABLE["ink"])
    for third, suit in enumerate(BEASTS):
        arc = [(50 + 80 * cos(turn * pi / 6), 50 + 80 * sin(turn * pi / 6)) for turn in _THIRDS[third]]
        clay.fill(ImageChops.multiply(disc, clay.polygon([(50, 50), *arc])), NAMED[suit])
    if not piece.value:
        return sharp(clay)
    clay.fill(clay.ellipse(50, 50, 32, 32), NAMED["ivory"])
    return _coin_with_value(sharp(clay), piece, ("ivory", "ink"))


_THIRDS: Final = (range(-7, -2), range(-3, 2), range(1, 6))
"""Twelfths of a turn around an attack coin of any suit."""


def _hit_point(piece: DrawnPiece) -> Image.Image:
    """A black coin: iron with its value, the null of the last breath in a ring of light."""
    clay = Clay(piece.size, TABLE["ink"])
    clay.fill(clay.ellipse(50, 50, 49.5, 49.5), TABLE["ink"])
    clay.lump(clay.ellipse(50, 50, 47, 47), _lit_tones("steel"), 6, outlined=False)
    clay.fill(clay.ellipse(50, 50, 37, 37), NAMED["black"])
    return _coin_with_value(sharp(clay), piece, ("black", "cream"))


def _coin_with_value(coin: Image.Image, piece: DrawnPiece, colours: tuple[str, str]) -> Image.Image:
    """A coin with its value: a ring for the null, figures for the others."""
    if piece.value:
        number(coin, piece.value, (0.5, 0.5), max(20, round(piece.size * 0.58)), colours[1])
        return coin
    clay = Clay(piece.size)
    clay.fill(clay.ellipse(50, 50, 17, 17), NAMED[colours[1]])
    clay.fill(clay.ellipse(50, 50, 10, 10), NAMED[colours[0]])
    coin.alpha_composite(sharp(clay))
    return coin


def _no_coin(piece: DrawnPiece) -> Image.Image:
    clay = Clay(piece.size)
    clay.fill(clay.ellipse(50, 50, 44, 44), NAMED["ink"], PIT)
    return sharp(clay)


def _pawn_masks(clay: Clay) -> tuple[Mask, Mask]:
    """The figure of a pawn, and its foot."""
    body = clay.blob(points("50,30 60,42 66,60 72,78 50,84 28,78 34,60 40,42"))
    foot = clay.blob(points("50,72 76,76 84,86 74,95 50,97 26,95 16,86 24,76"))
    return ImageChops.lighter(body, clay.ellipse(50, 24, 20, 20)), foot


def _pawn(piece: DrawnPiece) -> Image.Image:
    clay = Clay(piece.size, TABLE["ink"])
    body, foot = _pawn_masks(clay)
    whole = ImageChops.lighter(body, foot)
    clay.fill(clay.grow_mask(whole, 3), TABLE["ink"])
    clay.lump(foot, _lit_tones(piece.suit), 5, outlined=False)
    clay.lump(body, _lit_tones(piece.suit), 6, outlined=False)
    return sharp(clay)


def _black_pawn(piece: DrawnPiece) -> Image.Image:
    clay = Clay(piece.size, TABLE["ink"])
    body, foot = _pawn_masks(clay)
    clay.fill(clay.grow_mask(ImageChops.lighter(body, foot), 3), NAMED["black-lit"])
    clay.lump(foot, _lit_tones(piece.suit), 5, outlined=False)
    clay.lump(body, _lit_tones("black"), 6, outlined=False)
    return sharp(clay)


def _spent_pawn(piece: DrawnPiece) -> Image.Image:
    clay = Clay(piece.size)
    whole = ImageChops.lighter(*_pawn_masks(clay))
    clay.fill(clay.grow_mask(whole, 3), NAMED["muted"], 0.75)
    clay.erase(whole)
    return sharp(clay)


def number(body: Image.Image, value: int, middle: tuple[float, float], size: int, ink: str) -> None:
    """A value on a sprite, its middle at a share of the sprite's size, its border as sharp as the piece's."""
    face = font(Face.FIGURES, size)
    left, top, right, bottom = (round(edge) for edge in face.getbbox(str(value)))
    glyph = Image.new("L", (right - left, bottom - top))
    ImageDraw.Draw(glyph).text((-left, -top), str(value), fill=255, font=face)
    x, y = (round(share * body.width - side / 2) for share, side in zip(middle, glyph.size, strict=True))
    body.paste(NAMED[ink], (max(0, x), max(0, y)), glyph.point(SHARP))


_DRAWN: Final = {
    PieceKind.TILE: _tile,
    PieceKind.DIE: _die,
    PieceKind.COIN: _coin,
    PieceKind.POOL: _pool,
    PieceKind.ANY: _any_coin,
    PieceKind.SLAIN: _slain_tile,
    PieceKind.HIT: _hit_point,
    PieceKind.PAWN: _pawn,
    PieceKind.BLACK_PAWN: _black_pawn,
    PieceKind.SPENT_PAWN: _spent_pawn,
    PieceKind.NO_TILE: _no_tile,
    PieceKind.NO_COIN: _no_coin,
    PieceKind.EMBLEM: _emblem,
}
