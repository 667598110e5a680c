"""The clock: four tiles face down, the black pawn on its way around them, and what is left of the night."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from engine.thrag.model import TURNS, Suit, View
from render.canvas import Face
from render.palette import TABLE
from render.sprites import Clay
from render.thrag_colours import NAMED, PALETTE
from render.thrag_pieces import Kind, Piece, on_ground, sprite
from render.thrag_shapes import sharp
from render.thrag_table import CLOCK, centred, plaque

SPACE: Final = 58
"""Side of a space, in pixels."""

CORNER: Final = ((CLOCK.width - 4 * SPACE) // 2, 12)
WAY: Final = tuple(
    [(column, 0) for column in range(3)]
    + [(3, row) for row in range(3)]
    + [(column, 3) for column in (3, 2, 1)]
    + [(0, row) for row in (3, 2, 1)]
)
"""The spaces in the order in which the pawn visits them: column and row, clockwise from the upper left."""


class Hour(NamedTuple):
    """What the clock shows: advances of the pawn so far, beasts that live, whether it is too late to win."""

    passed: int
    beasts: int
    lost: bool
    over: bool


def hour(view: View) -> Hour:
    """What the clock shows of a view."""
    closed = view.outcome is not None and view.outcome.ending == "breakfast"
    passed = TURNS if closed else view.turn - 1
    return Hour(passed, view.left, view.lost, view.outcome is not None)


@lru_cache(maxsize=64)
def clock(now: Hour) -> Image.Image:
    """The clock with a line of what is left beneath it; shared, so paste it only."""
    tile = _face().copy()
    for place in range(now.passed):
        tile.paste(_passed(), _at(place))
    tile.paste(_pawn(), _at(now.passed % TURNS))
    _left(tile, TURNS - now.passed)
    _beasts(tile, now)
    return tile


def _at(place: int) -> tuple[int, int]:
    """The upper left pixel of a space."""
    column, row = WAY[place]
    return CORNER[0] + column * SPACE, CORNER[1] + row * SPACE


@cache
def _face() -> Image.Image:
    """The four tiles, and the medallion in their middle."""
    tile = plaque(CLOCK, "walnut", "brass-deep")
    draw = ImageDraw.Draw(tile)
    side = 2 * SPACE
    for across in range(2):
        for down in range(2):
            x, y = CORNER[0] + across * side, CORNER[1] + down * side
            draw.rounded_rectangle((x, y, x + side - 1, y + side - 1), 5, PALETTE.index("ink"))
            draw.rounded_rectangle((x + 1, y + 1, x + side - 2, y + side - 2), 5, PALETTE.index("ivory-deep"))
            draw.rounded_rectangle((x + 3, y + 3, x + side - 4, y + side - 4), 4, PALETTE.index("ivory"))
            middle = (x + SPACE, y + SPACE)
            draw.line([(middle[0], y + 3), (middle[0], y + side - 4)], PALETTE.index("ivory-deep"), 2)
            draw.line([(x + 3, middle[1]), (x + side - 4, middle[1])], PALETTE.index("ivory-deep"), 2)
    medal = Clay(_MEDAL, TABLE["ink"])
    for radius, name in ((49.5, "ink"), (47, "brass"), (42, "night")):
        medal.fill(medal.ellipse(50, 50, radius, radius), NAMED[name])
    tile.paste(on_ground(sharp(medal), "ivory"), (_MIDDLE[0] - _MEDAL // 2, _MIDDLE[1] - _MEDAL // 2))
    return tile


_MEDAL: Final = 112
_MIDDLE: Final = (CORNER[0] + 2 * SPACE, CORNER[1] + 2 * SPACE)


def _left(tile: Image.Image, turns: int) -> None:
    """How many turns are left, this one among them."""
    x, y = _MIDDLE
    colour = "cream" if turns > _LATE else "amber"
    centred(tile, str(turns), (x, y - 22), 48, ("night", colour))
    centred(tile, "turn" if turns == 1 else "turns", (x, y + 14), 20, ("night", "cream"), Face.LABEL)
    centred(tile, "left", (x, y + 34), 20, ("night", "cream"), Face.LABEL)


_LATE: Final = 3
"""With so few turns left, the figure is lit."""


def _beasts(tile: Image.Image, now: Hour) -> None:
    """How many beasts live; on brick if more of a suit live than there are turns to meet them."""
    middle = CLOCK.width // 2
    if now.lost:
        ImageDraw.Draw(tile).rounded_rectangle((10, 252, CLOCK.width - 11, 283), 6, PALETTE.index("brick"))
        centred(tile, f"{now.beasts} beasts: too late to win", (middle, 268), 22, ("brick", "cream"))
    elif now.beasts:
        text = "1 beast left" if now.beasts == 1 else f"{now.beasts} beasts left"
        centred(tile, text, (middle, 268), 26, ("walnut", "cream"))
    else:
        centred(tile, "no beast left", (middle, 268), 26, ("walnut", "amber"))


@cache
def _passed() -> Image.Image:
    """A space that the pawn has left."""
    clay = Clay(SPACE, NAMED["ink"])
    clay.fill(clay.rounded(4, 8), NAMED["ivory-deep"])
    clay.fill(clay.stroke([(32, 52), (45, 65), (70, 36)], 8), NAMED["walnut-lit"])
    return on_ground(sharp(clay), "ivory")


@cache
def _pawn() -> Image.Image:
    """The space where the pawn stands."""
    clay = Clay(SPACE, NAMED["amber-deep"])
    clay.fill(clay.rounded(2, 14), NAMED["amber-deep"])
    clay.fill(clay.rounded(4, 13), NAMED["amber"])
    clay.fill(clay.rounded(12, 10), NAMED["lamplight"])
    picture = sharp(clay)
    pawn = sprite(Piece(Kind.PAWN, SPACE - 10, Suit.BLACK))
    picture.alpha_composite(pawn, (5, 4))
    return on_ground(picture, "ivory")
