"""The dice: both villages' columns with what each die did there, and those just rolled on their tray."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from itertools import product
from math import cos, radians, sin
from typing import Final, NamedTuple

from PIL import Image

from engine.core import Seat
from engine.ploc.model import PLACES, Deed, Turn, Use, View
from render.kit.cache import cached, cached_sprite
from render.kit.canvas import Face, capitals, word
from render.kit.sprites import Point, Tones
from render.ploc.clay import SharpClay, Sprite, plate
from render.ploc.colours import NAMED, PALETTE, TEAMS, tones
from render.ploc.figures import DIGITS, DigitTiles
from render.ploc.green import COLUMN, TRAY, is_right, mirror_x
from render.ploc.signs import DOT, Sign, dot, sign


@dataclass(frozen=True, slots=True)
class Picks:
    """Places of the column of the village on turn, and what its rolled dice show."""

    places: frozenset[int] = frozenset()
    dice: frozenset[int] = frozenset()


_TOKENS: Final = {
    **{letter: Picks(places=frozenset({place})) for place, letter in enumerate(PLACES)},
    **{f"die {value}": Picks(dice=frozenset({value})) for value in range(1, 7)},
}


def picks(names: tuple[str, ...]) -> Picks:
    """What `a` or `die 4` stand for; raises `KeyError` for anything else."""
    found = [_TOKENS[name] for name in names]
    return Picks(
        frozenset(place for pick in found for place in pick.places),
        frozenset(value for pick in found for value in pick.dice),
    )


PLACED: Final = 92
FREE: Final = 96
USED: Final = 72
DIM: Final = 56
PASSED: Final = 52
"""Pixels of a die's tile: in a column, just rolled, used, used in the turn before, and to be passed on."""

TILTS: Final = (-9, 7, -4)
"""How the rolled dice lie, in degrees."""

_NEAR, _FAR = 29, 71
_PIPS: Final[dict[int, tuple[Point, ...]]] = {
    0: (),
    1: ((50, 50),),
    2: ((_NEAR, _FAR), (_FAR, _NEAR)),
    3: ((_NEAR, _FAR), (50, 50), (_FAR, _NEAR)),
    4: ((_NEAR, _NEAR), (_NEAR, _FAR), (_FAR, _NEAR), (_FAR, _FAR)),
    5: ((_NEAR, _NEAR), (_NEAR, _FAR), (50, 50), (_FAR, _NEAR), (_FAR, _FAR)),
    6: ((_NEAR, _NEAR), (_NEAR, 50), (_NEAR, _FAR), (_FAR, _NEAR), (_FAR, 50), (_FAR, _FAR)),
}


class DieFrame(StrEnum):
    """What lies around a die."""

    NONE = "none"
    LAST = "last"  # it was used last
    CHOSEN = "chosen"  # a guided move has picked it


_FRAMES: Final = {
    DieFrame.LAST: (NAMED["amber-deep"], NAMED["amber"]),
    DieFrame.CHOSEN: (NAMED["teal"], NAMED["teal-lit"]),
}


@cached_sprite
def die(
    value: int, size: int, frame: DieFrame = DieFrame.NONE, tilt: int = 0, *, dim: bool = False
) -> Sprite:
    """A die that shows `value`, 0 for no pips, turned by `tilt` degrees; shared, so paste it only."""
    clay = SharpClay(size)
    clay.cast_shadow(54, 56, 46, 44)
    if frame is not DieFrame.NONE:
        edge, inner = _FRAMES[frame]
        clay.fill(clay.polygon(_square(49, 14, tilt)), edge)
        clay.fill(clay.polygon(_square(46.5, 12, tilt)), inner)
    stuff: Tones = tones("bone" if dim else "ivory")
    clay.lump(clay.polygon(_square(40, 12, tilt)), stuff, 7)
    radius = 10.5 if value == 1 else 8.5
    for x, y in _PIPS[value]:
        clay.fill(clay.ellipse(*_rotate_point(x - 50, y - 50, tilt), radius, radius), NAMED["ink"])
    return clay.sprite("ink")


def _rotate_point(x: float, y: float, tilt: int) -> Point:
    angle = radians(tilt)
    return 50 + x * cos(angle) - y * sin(angle), 50 + x * sin(angle) + y * cos(angle)


def _square(half: float, radius: float, tilt: int) -> list[Point]:
    """A square with round corners, `half` from its middle to each side."""
    inner = half - radius
    corners = ((inner, inner, 0), (-inner, inner, 90), (-inner, -inner, 180), (inner, -inner, 270))
    return [
        _rotate_point(x + radius * cos(radians(start + step)), y + radius * sin(radians(start + step)), tilt)
        for x, y, start in corners
        for step in range(0, 91, 15)
    ]


CHIP: Final = (92, 62)
"""Width and height of a plate, in pixels."""

_FIGURES: Final = 28


def signed_text(number: int) -> str:
    """`+2`, `-3` with a true minus, or `0`."""
    return "0" if number == 0 else f"+{number}" if number > 0 else f"\u2212{-number}"


class Chip(NamedTuple):
    """What a die did: its sign and figures, and the ground of its column.

    The village that did it and its side matter only where the sign is another one for them.
    """

    sign: Sign
    text: str
    ground: str
    last: bool
    dim: bool
    seat: Seat = 0
    right: bool = False


def chip_of(use: Use, seat: Seat, column: Column, *, last: bool, dim: bool) -> Chip:
    """What a die of a village did, in this column."""
    if use.deed is Deed.SWAP:
        return Chip(Sign.SWAP, signed_text(use.change), column.ground, last, dim)
    if use.deed is Deed.HIT:
        return Chip(Sign.HIT, "\u22121", column.ground, last, dim, seat)
    return Chip(Sign.WEAKEN, "", column.ground, last, dim, seat, column.right)


@cached
def chip(of: Chip) -> Image.Image:
    """What a die did, as a small plate; shared, so paste it only."""
    tile = PALETTE.blank(CHIP, of.ground)
    if of.last:
        plate(tile, (0, 0, *CHIP), 12, ((0, "amber-deep"), (1, "amber"), (4, "night")))
    elif not of.dim:
        plate(tile, (0, 0, *CHIP), 12, ((0, "ink"), (2, "brass-deep"), (4, "night")))
    size = 40 if of.dim else 46
    x = 5 + (46 - size) // 2 if of.text else (CHIP[0] - size) // 2
    sign(of.sign, of.seat, size, "night", 1 if of.right else -1).paste(tile, x, (CHIP[1] - size) // 2)
    if of.text:
        colours = (of.ground, "muted") if of.dim else ("night", "cream")
        figures = DigitTiles(of.text, _FIGURES, colours)
        figures.paste(tile, 53, (CHIP[1] - figures.height) // 2)
    return tile


_ROW: Final = 109
_TOP: Final = 9
"""Height of a place, and where the first one begins on the ground, in pixels."""

_LETTER: Final = 34
_AGAIN: Final = 26
_LETTER_X, _DIE_X, _USED_X, _CHIP_X = 22, 39, 134, 206


@dataclass(frozen=True, slots=True)
class Column:
    """Whose column is drawn, on which side, and whether that village must act."""

    seat: Seat
    right: bool
    active: bool

    @property
    def ground(self) -> str:
        """The name of its ground's colour."""
        return "walnut-lit" if self.active else "walnut"

    def x(self, at: int, wide: int) -> int:
        """Where something `wide` begins that begins at `at` on the left side, in pixels of the picture."""
        return mirror_x(COLUMN.x + at, wide, right=self.right)


def columns(image: Image.Image, view: View, chosen: Picks, targets: Picks, *, turned: bool) -> None:
    """Both columns; this turn at the village whose turn it is, the one before dimmed at the other."""
    for seat in (0, 1):
        column = Column(seat, is_right(seat, turned=turned), seat in view.to_act)
        image.paste(_column_ground(column), (column.x(0, COLUMN.width), COLUMN.y))
        on_turn = seat == view.turn.seat
        _dice(image, view, column, chosen.places if on_turn else frozenset())
        if on_turn:
            _turn(image, view.turn, column, dim=False)
            for place in targets.places:
                dot(image, column.x(_DIE_X, PLACED) + PLACED - DOT + 2, _row(place, PLACED) - 2)
        elif view.last is not None and view.last.seat == seat:
            _turn(image, view.last, column, dim=True)


def die_at(seat: Seat, place: int, *, turned: bool) -> tuple[int, int, int, int]:
    """Where a column's die lies: left and upper edge, width and height, in pixels of the picture."""
    column = Column(seat, is_right(seat, turned=turned), active=False)
    return column.x(_DIE_X, PLACED), _row(place, PLACED), PLACED, PLACED


def _row(place: int, high: int) -> int:
    """The upper edge of something so high in the middle of a place's row, in pixels from the top."""
    return COLUMN.y + _TOP + place * _ROW + (_ROW - high) // 2


@cached_sprite
def _column_ground(column: Column) -> Image.Image:
    """The ground of a column with letters and recesses; shared, so paste it only."""
    tile = PALETTE.blank((COLUMN.width, COLUMN.height), "field")
    rim = (2, "amber") if column.active else (2, TEAMS[column.seat])
    plate(tile, (0, 0, *tile.size), 12, ((0, "ink"), rim, (7 if column.active else 5, column.ground)))
    top, bottom = capitals(Face.FIGURES, _LETTER)
    for place, letter in enumerate(PLACES):
        text = word(letter, Face.FIGURES, _LETTER, (column.ground, "cream"), PALETTE)
        y = _row(place, bottom - top) - COLUMN.y - top - 2
        tile.paste(text, (column.x(_LETTER_X - text.width // 2, text.width) - column.x(0, COLUMN.width), y))
        x = column.x(_USED_X + 7, USED - 14) - column.x(0, COLUMN.width)
        recess = (x, _row(place, USED - 14) - COLUMN.y, USED - 14, USED - 14)
        plate(tile, recess, 10, ((0, "walnut-deep"), (2, "walnut" if column.active else "night")))
    return tile


@cached_sprite
def _die_in_column(value: int, size: int, frame: DieFrame, ground: str, *, dim: bool = False) -> Image.Image:
    """A die as it lies in a column, on its ground and in its recess; shared, so paste it only.

    They lie in the same place in each row, and nothing lies beneath them: so they need no mask, which makes
    them ten times as fast to paste.
    """
    column = Column(0, right=False, active=ground == "walnut-lit")
    x = _DIE_X if size == PLACED else _USED_X + (USED - size) // 2
    y = _row(0, size) - COLUMN.y
    tile = _column_ground(column).crop((x, y, x + size, y + size))
    die(value, size, frame, dim=dim).paste(tile, 0, 0)
    return tile


def _dice(image: Image.Image, view: View, column: Column, chosen: frozenset[int]) -> None:
    """The three dice of a column; amber around the one that was exchanged last."""
    uses = view.turn.uses if column.seat == view.turn.seat else ()
    for place, value in enumerate(view.sides[column.seat].column):
        swapped = bool(uses) and uses[-1].place == place and uses[-1].deed is Deed.SWAP
        frame = DieFrame.CHOSEN if place in chosen else DieFrame.LAST if swapped else DieFrame.NONE
        tile = _die_in_column(value, PLACED, frame, column.ground)
        image.paste(tile, (column.x(_DIE_X, PLACED), _row(place, PLACED)))


def _turn(image: Image.Image, turn: Turn, column: Column, *, dim: bool) -> None:
    """What the dice of a turn did, each beside the place that it met."""
    for number, use in enumerate(turn.uses):
        last = number == len(turn.uses) - 1 and not dim
        shown = use.met if use.deed is Deed.SWAP else turn.dice[use.die]
        _draw_used_die(image, shown, use.place, column, last=last, dim=dim)
        if turn.rerolled[use.die]:
            x, y = column.x(_USED_X, _AGAIN), _row(use.place, USED) - 4 + 6 * dim
            sign(Sign.REROLL, 0, _AGAIN, "ink").paste(image, x, y)
        _chip(image, use.place, column, chip_of(use, turn.seat, column, last=last, dim=dim))
    if turn.berserk is not None and dim:
        for place, value in enumerate(turn.dice):
            _draw_used_die(image, value, place, column, last=False, dim=True)
        text = f"\u2212{sum(turn.berserk)}"
        _chip(image, 1, column, Chip(Sign.BERSERK, text, column.ground, last=False, dim=True))


def _chip(image: Image.Image, place: int, column: Column, of: Chip) -> None:
    image.paste(chip(of), (column.x(_CHIP_X, CHIP[0]), _row(place, CHIP[1])))


def _draw_used_die(
    image: Image.Image, value: int, place: int, column: Column, *, last: bool, dim: bool
) -> None:
    size = DIM if dim else USED
    frame = DieFrame.LAST if last else DieFrame.NONE
    x = column.x(_USED_X + (USED - size) // 2, size)
    image.paste(_die_in_column(value, size, frame, column.ground, dim=dim), (x, _row(place, size)))


_LARGE: Final = 44
_ROLLS: Final = 34
"""Sizes of the numbers on the tray: whom berserk removed, and how many rolls are left."""

_SPOTS: Final = ((10, 16), (113, 36), (60, 128))
"""Where the free dice lie on the tray, in pixels."""


def tray(image: Image.Image, view: View, chosen: Picks, targets: Picks, *, turned: bool) -> None:
    """The dice that were rolled and are not used yet; what can be done with them beneath."""
    turn, over = view.turn, view.outcome is not None
    image.paste(_tray_ground(turn.seat), (TRAY.x, TRAY.y))
    if turn.berserk is not None:
        sign(Sign.BERSERK, 0, TRAY.width - 8, "field-deep").paste(image, TRAY.x + 4, TRAY.y + 12)
    used = {use.die for use in turn.uses}
    free = [number for number in range(3) if number not in used]
    for number in free:
        value = turn.dice[number]
        x, y = TRAY.x + _SPOTS[number][0], TRAY.y + _SPOTS[number][1]
        frame = DieFrame.CHOSEN if value in chosen.dice else DieFrame.NONE
        die(value, FREE, frame, TILTS[number], dim=over and turn.berserk is None).paste(image, x, y)
        if turn.rerolled[number]:
            sign(Sign.REROLL, 0, 34, "ink").paste(image, x - 2, y - 2)
        if value in targets.dice:
            dot(image, x + FREE - DOT, y + 2)
    _below(image, view, -1 if is_right(turn.seat, turned=turned) else 1)


def free_die_at(turn: Turn, value: int) -> tuple[int, int, int, int]:
    """Where the first die lies that shows this and is not used yet, as `die_at` says it.

    Raises `StopIteration` if there is none.
    """
    used = {use.die for use in turn.uses}
    number = next(number for number in range(3) if number not in used and turn.dice[number] == value)
    x, y = _SPOTS[number]
    return TRAY.x + x, TRAY.y + y, FREE, FREE


def _below(image: Image.Image, view: View, away: int) -> None:
    """Rolls that are left, berserk if it can be had or what it did, and where the dice go next."""
    turn, middle, low = view.turn, TRAY.x + TRAY.width // 2, TRAY.y + 288
    if turn.berserk is not None:
        _draw_large_text(image, f"\u2212{sum(turn.berserk)}", middle - 46 * away * view.complete, low)
    if view.complete:
        _pass(image, view, away)
    elif turn.rerolls_now and view.outcome is None:
        x = middle - 50 * view.berserk
        sign(Sign.REROLL, 0, 46, "ink").paste(image, x - 48, low - 23)
        _draw_large_text(image, f"\u00d7{turn.rerolls_now}", x + 22, low, _ROLLS)
    if view.berserk:
        x = middle + 62 * bool(turn.rerolls_now)
        sign(Sign.BERSERK, 0, 72, "field-deep").paste(image, x - 36, low - 36)


def _pass(image: Image.Image, view: View, away: int) -> None:
    """The dice can go to the other village."""
    middle = TRAY.x + TRAY.width // 2
    if view.turn.berserk is not None:
        sign(Sign.PASS, 0, 76, "field-deep", away).paste(image, middle + 44 * away - 38, TRAY.y + 250)
        return
    for place, tilt in enumerate(TILTS):
        die(0, PASSED, tilt=tilt).paste(image, middle - 90 + 62 * place, TRAY.y + 92 - 8 * (place % 2))
    sign(Sign.PASS, 0, 124, "field-deep", away).paste(image, middle - 62, TRAY.y + 154)


def _draw_large_text(image: Image.Image, text: str, x: int, y: int, size: int = _LARGE) -> None:
    """`text` with the middle of its capitals at (x, y)."""
    figures = DigitTiles(text, size, ("field-deep", "cream"))
    figures.paste(image, x - figures.width // 2, y - figures.height // 2)


@cached_sprite
def _tray_ground(seat: Seat) -> Image.Image:
    """The tray of the village on turn; shared, so paste it only."""
    tile = PALETTE.blank((TRAY.width, TRAY.height), "field")
    plate(
        tile,
        (0, 0, TRAY.width, TRAY.height),
        26,
        ((0, "ink"), (2, TEAMS[seat]), (6, "ink"), (8, "field-deep")),
    )
    return tile


def prepare() -> None:
    """Draw the dice of ordinary play, so that no picture has to wait for one of them."""
    for value, ground in product(range(1, 7), ("walnut", "walnut-lit")):
        for frame in (DieFrame.NONE, DieFrame.LAST):
            _die_in_column(value, PLACED, frame, ground)
            _die_in_column(value, USED, frame, ground)
        _die_in_column(value, DIM, DieFrame.NONE, ground, dim=True)
    for tilt in TILTS:
        for value in range(1, 7):
            die(value, FREE, tilt=tilt)
        die(0, PASSED, tilt=tilt)
    for ground, ink in (("night", "cream"), ("walnut", "muted"), ("walnut-lit", "muted")):
        DigitTiles(f"+\u2212{DIGITS}", _FIGURES, (ground, ink))
    DigitTiles(f"\u2212{DIGITS}", _LARGE, ("field-deep", "cream"))
    DigitTiles(f"\u00d7{DIGITS}", _ROLLS, ("field-deep", "cream"))
