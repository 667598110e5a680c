"""What each suit still holds: attack coins, the weapon, the stack with its discards, and the slain."""

from __future__ import annotations

from math import cos, radians, sin
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from engine.thrag.model import BEASTS, TILES, VALUES, Pile, Suit, View
from render.kit.cache import cached, cached_sprite
from render.kit.canvas import TABLE
from render.kit.picture import PasteTarget
from render.kit.sheet import PictureLanguage
from render.kit.sprites import Clay, Point
from render.thrag.colours import NAMED, PALETTE
from render.thrag.pieces import DrawnPiece, PieceKind, on_ground, put, sharp
from render.thrag.table import SUPPLIES, Box, draw_centred, label, line, plaque

FAN: Final = 44
"""Pixels of a fan's tile, along each side."""

EMPTY: Final = 34
"""Pixels of an empty place, along each side."""

_ANGLES: Final[dict[int, tuple[float, ...]]] = {1: (0,), 2: (-11, 11), 3: (-16, 0, 16)}
"""By how many degrees the backs lean, the hindmost first; more than three are not told apart."""

_PIVOT: Final[Point] = (50, 118)
"""The point around which they lean."""


def stack(onto: PasteTarget, suit: Suit, left: int, at: tuple[int, int], ground: str) -> None:
    """A stack with its number, its upper left corner at `at`, or its empty place."""
    x, y = at
    if not left:
        put(onto, DrawnPiece(PieceKind.NO_TILE, EMPTY), (x + 3, y + (FAN - EMPTY) // 2), ground)
        return
    onto.paste(fan(suit, min(left, max(_ANGLES)), ground), at)
    draw_centred(onto, f"\u00d7{left}", (x + FAN + 15, y + FAN // 2), 24, (ground, "cream"))


@cached_sprite
def fan(suit: Suit, backs: int, ground: str) -> Image.Image:
    """So many backs of tiles; shared, so paste it only."""
    clay = Clay(FAN, TABLE["ink"])
    body, rim = ("walnut-lit", "brass") if suit is Suit.BLACK else (f"{suit}-deep", f"{suit}-lit")
    for angle in _ANGLES[backs]:
        clay.fill(clay.polygon(_square(30, angle)), NAMED[rim])
        clay.fill(clay.polygon(_square(24, angle)), NAMED[body])
    diamond = _square(11, _ANGLES[backs][-1], turn=45)
    clay.fill(clay.polygon(diamond), NAMED[rim])
    return on_ground(sharp(clay), ground)


def _square(half: float, angle: float, turn: float = 0) -> list[Point]:
    """A square around the middle of a back that leans, itself turned by `turn` degrees; `half` its side."""
    corners = [(-half, -half), (half, -half), (half, half), (-half, half)]
    upright = [_rotate_point(corner, turn) for corner in corners]
    px, py = _PIVOT
    leaning = [_rotate_point((x, y + _MIDDLE - py), angle) for x, y in upright]
    return [(px + x, py + y) for x, y in leaning]


_MIDDLE: Final = 54
"""How far below the upper edge the middle of an upright back is."""


def _rotate_point(point: Point, degrees: float) -> Point:
    """A point around the origin, clockwise."""
    (x, y), angle = point, radians(degrees)
    return x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle)


def prepare() -> None:
    """Model every fan."""
    for suit in Suit:
        for backs in range(1, max(_ANGLES) + 1):
            fan(suit, backs, "walnut")


COIN: Final = 34
TRAY: Final = 98

TOP: Final = 18
"""Where the pool and the pawn begin below the top."""

SMALL: Final = 32
STEP: Final = 32
DISCARDS: Final = 90
"""Where three discards begin."""

POOL: Final = 64
PAWN: Final = 66


class Supply(NamedTuple):
    """What a suit holds. `pawn`: how its weapon is drawn, none if it is not in play or lies with Thrag."""

    suit: Suit
    coins: int
    unseen: tuple[int, ...] | None
    pawn: PieceKind | None
    pile: Pile


def supplies(view: View) -> list[Supply]:
    """The three of a view."""
    return [
        Supply(
            suit,
            view.coins[at],
            None if view.unseen is None else view.unseen[at],
            _weapon(view, suit),
            view.piles[at],
        )
        for at, suit in enumerate(BEASTS)
    ]


def _weapon(view: View, suit: Suit) -> PieceKind | None:
    """How a weapon is drawn in its suit; a black pawn lies beside Thrag's die while there are fights."""
    if suit in view.black_pawns:
        return None if view.outcome is None else PieceKind.BLACK_PAWN
    if suit not in view.weapons:
        return None
    return PieceKind.PAWN if suit in view.pawns else PieceKind.SPENT_PAWN


def supply(onto: PasteTarget, of: Supply, say: PictureLanguage) -> None:
    """A suit's holdings on their ground."""
    _coins(onto, of)
    _stack(onto, of, say)
    _draw_slain(onto, of)


def ground(suit: Suit, say: PictureLanguage) -> Image.Image:
    """Cloth for the coins; a tray for the tiles, the same for every suit, which also saves kilobytes."""
    tile = plaque(Box(0, 0, SUPPLIES[0].width, SUPPLIES[0].height), f"{suit}-cloth", suit.value)
    box = (4, TRAY, tile.width - 5, tile.height - 5)
    ImageDraw.Draw(tile).rounded_rectangle(box, 8, PALETTE.index("walnut"), None, 0)
    label(tile, say("thrag.picture.stack"), (12, TRAY + 27), ("walnut", "cream"), DISCARDS - 18)
    label(tile, say("thrag.picture.graves"), (12, TRAY + 100), ("walnut", "cream"), tile.width - 24)
    for value in TILES:
        put(tile, DrawnPiece(PieceKind.NO_TILE, SMALL), _grave(value), "walnut")
    return tile


def _coins(onto: PasteTarget, of: Supply) -> None:
    """The pool with its number, or each unseen coin in its place where values are known; and the weapon."""
    cloth, suit = f"{of.suit}-cloth", of.suit
    if of.unseen is None:
        put(onto, DrawnPiece(PieceKind.POOL if of.coins else PieceKind.NO_COIN, POOL, suit), (12, TOP), cloth)
        line(onto, str(of.coins), (84, TOP + 48), 48, (cloth, "cream"))
    else:
        onto.paste(_unseen(suit, of.unseen), (12, TOP - 4))
    if of.pawn is not None:
        put(onto, DrawnPiece(of.pawn, PAWN, suit), (SUPPLIES[0].width - 8 - PAWN, TOP), cloth)


@cached
def _unseen(suit: Suit, values: tuple[int, ...]) -> Image.Image:
    """The coins of these values in two rows, and the places of the others; shared, so paste it only."""
    columns = len(VALUES) // 2
    tile = PALETTE.blank((columns * COIN, 2 * COIN), f"{suit}-cloth")
    for value in VALUES:
        kind = PieceKind.COIN if value in values else PieceKind.NO_COIN
        row, column = divmod(value, columns)
        put(tile, DrawnPiece(kind, COIN, suit, value), (column * COIN, row * COIN), f"{suit}-cloth")
    return tile


def _stack(onto: PasteTarget, of: Supply, say: PictureLanguage) -> None:
    """How many tiles lie face down, and the discards beside them."""
    stack(onto, of.suit, of.pile.left, (8, TRAY + 30), "walnut")
    discards = of.pile.discards
    if discards:
        label(onto, say("thrag.picture.discards"), (DISCARDS, TRAY + 27), ("walnut", "cream"), 94)
    # Four are too many beside a pile; but then none is left of it, because the fifth tile is the beast.
    x = DISCARDS - STEP * max(0, len(discards) - 3)
    for at, value in enumerate(discards):
        put(onto, DrawnPiece(PieceKind.TILE, SMALL, of.suit, value), (x + at * STEP, TRAY + 36), "walnut")


def _draw_slain(onto: PasteTarget, of: Supply) -> None:
    """The beasts that were slain, struck through, each in the place of its value."""
    for value in of.pile.slain:
        put(onto, DrawnPiece(PieceKind.SLAIN, SMALL, of.suit, value), _grave(value), "walnut")


def _grave(value: int) -> tuple[int, int]:
    """The upper left pixel of a slain beast's place."""
    return 11 + TILES.index(value) * 34, TRAY + 108
