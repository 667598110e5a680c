"""What each suit still holds: attack coins, the weapon, the stack with its discards, and the slain beasts."""

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
"""The tilts of the backs in degrees, the hindmost first; more than three cannot be distinguished."""

_PIVOT: Final[Point] = (50, 118)
"""The point around which they are tilted."""


def stack(onto: PasteTarget, suit: Suit, left: int, at: tuple[int, int], ground: str) -> None:
    """Draw a stack with its number, its upper left corner at `at`, or its empty place."""
    x, y = at
    if not left:
        put(onto, DrawnPiece(PieceKind.NO_TILE, EMPTY), (x + 3, y + (FAN - EMPTY) // 2), ground)
        return
    onto.paste(fan(suit, min(left, max(_ANGLES)), ground), at)
    draw_centred(onto, f"\u00d7{left}", (x + FAN + 15, y + FAN // 2), 24, (ground, "cream"))


@cached_sprite
def fan(suit: Suit, backs: int, ground: str) -> Image.Image:
    """A fan of so many backs of tiles; shared, so only paste it."""
    clay = Clay(FAN, TABLE["ink"])
    body, rim = ("walnut-lit", "brass") if suit is Suit.BLACK else (f"{suit}-deep", f"{suit}-lit")
    for angle in _ANGLES[backs]:
        clay.fill(clay.polygon(_square(30, angle)), NAMED[rim])
        clay.fill(clay.polygon(_square(24, angle)), NAMED[body])
    diamond = _square(11, _ANGLES[backs][-1], turn=45)
    clay.fill(clay.polygon(diamond), NAMED[rim])
    return on_ground(sharp(clay), ground)


def _square(half: float, angle: float, turn: float = 0) -> list[Point]:
    """A square with half side `half` around the middle of a tilted back, itself turned by `turn` degrees."""
    corners = [(-half, -half), (half, -half), (half, half), (-half, half)]
    upright = [_rotate_point(corner, turn) for corner in corners]
    px, py = _PIVOT
    leaning = [_rotate_point((x, y + _MIDDLE - py), angle) for x, y in upright]
    return [(px + x, py + y) for x, y in leaning]


_MIDDLE: Final = 54
"""How far below the upper edge the middle of an upright back is."""


def _rotate_point(point: Point, degrees: float) -> Point:
    """Rotate a point around the origin, clockwise."""
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
"""The top of the pool and the pawn, in pixels."""

SMALL: Final = 32
STEP: Final = 32
DISCARDS: Final = 90
"""The positions of three discards."""

POOL: Final = 64
PAWN: Final = 66


class Supply(NamedTuple):
    """A suit's holdings. `pawn`: how its weapon is drawn; None if it is not in play or lies with Thrag."""

    suit: Suit
    coins: int
    unseen: tuple[int, ...] | None
    pawn: PieceKind | None
    pile: Pile


def supplies(view: View) -> list[Supply]:
    """Return the three supplies of a view."""
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
    """Return how a weapon is drawn; during fights a black pawn lies beside Thrag's die instead."""
    if suit in view.black_pawns:
        return None if view.outcome is None else PieceKind.BLACK_PAWN
    if suit not in view.weapons:
        return None
    return PieceKind.PAWN if suit in view.pawns else PieceKind.SPENT_PAWN


def supply(onto: PasteTarget, holdings: Supply, say: PictureLanguage) -> None:
    """Draw a suit's holdings on their ground."""
    _coins(onto, holdings)
    _stack(onto, holdings, say)
    _draw_slain(onto, holdings)


def ground(suit: Suit, say: PictureLanguage) -> Image.Image:
    """Cloth for the coins, and a tray for the tiles, equal for every suit, which saves kilobytes."""
    tile = plaque(Box(0, 0, SUPPLIES[0].width, SUPPLIES[0].height), f"{suit}-cloth", suit.value)
    box = (4, TRAY, tile.width - 5, tile.height - 5)
    ImageDraw.Draw(tile).rounded_rectangle(box, 8, PALETTE.index("walnut"), None, 0)
    label(tile, say("thrag.picture.stack"), (12, TRAY + 27), ("walnut", "cream"), DISCARDS - 18)
    label(tile, say("thrag.picture.graves"), (12, TRAY + 100), ("walnut", "cream"), tile.width - 24)
    for value in TILES:
        put(tile, DrawnPiece(PieceKind.NO_TILE, SMALL), _grave(value), "walnut")
    return tile


def _coins(onto: PasteTarget, holdings: Supply) -> None:
    """Draw the pool with its number, or each unseen coin at its value if known; and the weapon."""
    cloth, suit = f"{holdings.suit}-cloth", holdings.suit
    if holdings.unseen is None:
        put(
            onto,
            DrawnPiece(PieceKind.POOL if holdings.coins else PieceKind.NO_COIN, POOL, suit),
            (12, TOP),
            cloth,
        )
        line(onto, str(holdings.coins), (84, TOP + 48), 48, (cloth, "cream"))
    else:
        onto.paste(_unseen(suit, holdings.unseen), (12, TOP - 4))
    if holdings.pawn is not None:
        put(onto, DrawnPiece(holdings.pawn, PAWN, suit), (SUPPLIES[0].width - 8 - PAWN, TOP), cloth)


@cached
def _unseen(suit: Suit, values: tuple[int, ...]) -> Image.Image:
    """The coins of these values in two rows, and the empty places of the others; shared, so only paste it."""
    columns = len(VALUES) // 2
    tile = PALETTE.blank((columns * COIN, 2 * COIN), f"{suit}-cloth")
    for value in VALUES:
        kind = PieceKind.COIN if value in values else PieceKind.NO_COIN
        row, column = divmod(value, columns)
        put(tile, DrawnPiece(kind, COIN, suit, value), (column * COIN, row * COIN), f"{suit}-cloth")
    return tile


def _stack(onto: PasteTarget, holdings: Supply, say: PictureLanguage) -> None:
    """Draw the number of tiles face down, and the discards beside them."""
    stack(onto, holdings.suit, holdings.pile.left, (8, TRAY + 30), "walnut")
    discards = holdings.pile.discards
    if discards:
        label(onto, say("thrag.picture.discards"), (DISCARDS, TRAY + 27), ("walnut", "cream"), 94)
    # Four discards do not fit beside a pile; but then the pile is empty: the fifth tile is the beast.
    x = DISCARDS - STEP * max(0, len(discards) - 3)
    for at, value in enumerate(discards):
        put(
            onto,
            DrawnPiece(PieceKind.TILE, SMALL, holdings.suit, value),
            (x + at * STEP, TRAY + 36),
            "walnut",
        )


def _draw_slain(onto: PasteTarget, holdings: Supply) -> None:
    """Draw the slain beasts, struck through, each in the place of its value."""
    for value in holdings.pile.slain:
        put(onto, DrawnPiece(PieceKind.SLAIN, SMALL, holdings.suit, value), _grave(value), "walnut")


def _grave(value: int) -> tuple[int, int]:
    """Return the upper left pixel of a slain beast's place."""
    return 11 + TILES.index(value) * 34, TRAY + 108
