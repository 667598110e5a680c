"""The clock: four tiles face down, the black pawn on its way around them, and what is left of the night."""

from __future__ import annotations

from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from engine.thrag.model import TURNS, Suit, View
from render.kit.cache import cached_sprite
from render.kit.canvas import TABLE, Face
from render.kit.picture import PasteTarget
from render.kit.sheet import PictureLanguage
from render.kit.sprites import Clay
from render.thrag.colours import NAMED, PALETTE
from render.thrag.pieces import DrawnPiece, PieceKind, on_ground, sharp, sprite
from render.thrag.table import CLOCK, draw_centred, plaque

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


def ground() -> Image.Image:
    """Where the clock lies."""
    return plaque(CLOCK, "walnut", "brass-deep")


def clock(onto: PasteTarget, now: Hour, say: PictureLanguage) -> None:
    """The clock with a line of what is left beneath it, on its ground."""
    onto.paste(_face(now.passed), CORNER)
    _draw_turns_left(onto, TURNS - now.passed, say)
    _draw_beasts_left(onto, now, say)


def prepare() -> None:
    """Draw the clock at every hour."""
    for passed in range(TURNS + 1):
        _face(passed)


@cached_sprite
def _face(passed: int) -> Image.Image:
    """The four tiles after so many advances of the pawn."""
    tile = _tiles().copy()
    for place in range(passed):
        tile.paste(_passed_space(), _space_corner(place))
    tile.paste(_pawn(), _space_corner(passed % TURNS))
    return tile


def _space_corner(place: int) -> tuple[int, int]:
    """The upper left pixel of a space."""
    column, row = WAY[place]
    return column * SPACE, row * SPACE


@cached_sprite
def _tiles() -> Image.Image:
    """The four tiles, and the medallion in their middle."""
    side = 2 * SPACE
    tile = PALETTE.blank((2 * side, 2 * side), "walnut")
    draw = ImageDraw.Draw(tile)
    for across in range(2):
        for down in range(2):
            x, y = across * side, down * side
            draw.rounded_rectangle((x, y, x + side - 1, y + side - 1), 5, PALETTE.index("ink"))
            draw.rounded_rectangle((x + 1, y + 1, x + side - 2, y + side - 2), 5, PALETTE.index("ivory-deep"))
            draw.rounded_rectangle((x + 3, y + 3, x + side - 4, y + side - 4), 4, PALETTE.index("ivory"))
            middle = (x + SPACE, y + SPACE)
            draw.line([(middle[0], y + 3), (middle[0], y + side - 4)], PALETTE.index("ivory-deep"), 2)
            draw.line([(x + 3, middle[1]), (x + side - 4, middle[1])], PALETTE.index("ivory-deep"), 2)
    medal = Clay(_MEDAL, TABLE["ink"])
    for radius, name in ((49.5, "ink"), (47, "brass"), (42, "night")):
        medal.fill(medal.ellipse(50, 50, radius, radius), NAMED[name])
    tile.paste(on_ground(sharp(medal), "ivory"), (side - _MEDAL // 2, side - _MEDAL // 2))
    return tile


_MEDAL: Final = 112
_MIDDLE: Final = (CORNER[0] + 2 * SPACE, CORNER[1] + 2 * SPACE)


def _draw_turns_left(onto: PasteTarget, turns: int, say: PictureLanguage) -> None:
    """How many turns are left, this one among them; the second line has less room in the round."""
    x, y = _MIDDLE
    colour = "cream" if turns > _LATE else "amber"
    draw_centred(onto, str(turns), (x, y - 22), 48, ("night", colour))
    lines = say.some("thrag.picture.turns", turns).split("\n")
    for text, (down, room) in zip(lines, _LINES, strict=False):
        draw_centred(onto, text, (x, y + down), 20, ("night", "cream"), Face.LABEL, room)


_LINES: Final = ((14, 86), (34, 62))
"""How far below the middle of the medallion each line lies, and its room, in pixels."""

_LATE: Final = 3
"""With so few turns left, the figure is lit."""


def _draw_beasts_left(onto: PasteTarget, now: Hour, say: PictureLanguage) -> None:
    """How many beasts live; on brick if more of a suit live than there are turns to meet them."""
    middle, room = CLOCK.width // 2, CLOCK.width - 30
    if now.lost:
        onto.paste(_brick(), (10, 252))
        text = say.some("thrag.picture.too-late", now.beasts)
        draw_centred(onto, text, (middle, 268), 22, ("brick", "cream"), room=room)
    elif now.beasts:
        text = say.some("thrag.picture.beasts", now.beasts)
        draw_centred(onto, text, (middle, 268), 26, ("walnut", "cream"), room=room)
    else:
        draw_centred(
            onto, say("thrag.picture.beasts.none"), (middle, 268), 26, ("walnut", "amber"), room=room
        )


@cached_sprite
def _brick() -> Image.Image:
    """The plate of the line that tells that it is too late."""
    tile = PALETTE.blank((CLOCK.width - 20, 32), "walnut")
    box = (0, 0, tile.width - 1, tile.height - 1)
    ImageDraw.Draw(tile).rounded_rectangle(box, 6, PALETTE.index("brick"))
    return tile


@cached_sprite
def _passed_space() -> Image.Image:
    """A space that the pawn has left."""
    clay = Clay(SPACE, NAMED["ink"])
    clay.fill(clay.rounded_square(4, 8), NAMED["ivory-deep"])
    clay.fill(clay.stroke([(32, 52), (45, 65), (70, 36)], 8), NAMED["walnut-lit"])
    return on_ground(sharp(clay), "ivory")


@cached_sprite
def _pawn() -> Image.Image:
    """The space where the pawn stands."""
    clay = Clay(SPACE, NAMED["amber-deep"])
    clay.fill(clay.rounded_square(2, 14), NAMED["amber-deep"])
    clay.fill(clay.rounded_square(4, 13), NAMED["amber"])
    clay.fill(clay.rounded_square(12, 10), NAMED["lamplight"])
    picture = sharp(clay)
    pawn = sprite(DrawnPiece(PieceKind.PAWN, SPACE - 10, Suit.BLACK))
    picture.alpha_composite(pawn, (5, 4))
    return on_ground(picture, "ivory")
