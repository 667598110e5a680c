"""Both villages' columns of dice, and beside each place the die that it met and what that die did."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from PIL import Image

from engine.core import Seat
from engine.ploc.model import PLACES, Deed, Turn, View
from render.kit.canvas import Face, capitals, word
from render.ploc.chips import CHIP, Chip, chip, told
from render.ploc.clay import plate
from render.ploc.colours import PALETTE, TEAMS
from render.ploc.dice import COLUMN as BIG
from render.ploc.dice import DIM, USED, Frame, die
from render.ploc.green import COLUMN, is_right, mirrored
from render.ploc.picks import Picks
from render.ploc.signs import DOT, Sign, dot, sign

ROW: Final = 109
TOP: Final = 9
"""Height of a place, and where the first one begins on the ground, in pixels."""

LETTER: Final = 34
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
        return mirrored(COLUMN.x + at, wide, right=self.right)


def columns(image: Image.Image, view: View, chosen: Picks, targets: Picks, *, turned: bool) -> None:
    """Both columns; this turn at the village whose turn it is, the one before dimmed at the other."""
    for seat in (0, 1):
        column = Column(seat, is_right(seat, turned=turned), seat in view.to_act)
        image.paste(board(column), (column.x(0, COLUMN.width), COLUMN.y))
        on_turn = seat == view.turn.seat
        _dice(image, view, column, chosen.places if on_turn else frozenset())
        if on_turn:
            _turn(image, view.turn, column, dim=False)
            for place in targets.places:
                dot(image, column.x(_DIE_X, BIG) + BIG - DOT + 2, _row(place, BIG) - 2)
        elif view.last is not None and view.last.seat == seat:
            _turn(image, view.last, column, dim=True)


def die_at(seat: Seat, place: int, *, turned: bool) -> tuple[int, int, int, int]:
    """Where a column's die lies: left and upper edge, width and height, in pixels of the picture."""
    column = Column(seat, is_right(seat, turned=turned), active=False)
    return column.x(_DIE_X, BIG), _row(place, BIG), BIG, BIG


def _row(place: int, high: int) -> int:
    """The upper edge of something so high in the middle of a place's row, in pixels from the top."""
    return COLUMN.y + TOP + place * ROW + (ROW - high) // 2


@cache
def board(column: Column) -> Image.Image:
    """The ground of a column with letters and recesses; shared, so paste it only."""
    tile = PALETTE.blank((COLUMN.width, COLUMN.height), "field")
    rim = (2, "amber") if column.active else (2, TEAMS[column.seat])
    plate(tile, (0, 0, *tile.size), 12, ((0, "ink"), rim, (7 if column.active else 5, column.ground)))
    top, bottom = capitals(Face.FIGURES, LETTER)
    for place, letter in enumerate(PLACES):
        text = word(letter, Face.FIGURES, LETTER, (column.ground, "cream"), PALETTE)
        y = _row(place, bottom - top) - COLUMN.y - top - 2
        tile.paste(text, (column.x(_LETTER_X - text.width // 2, text.width) - column.x(0, COLUMN.width), y))
        x = column.x(_USED_X + 7, USED - 14) - column.x(0, COLUMN.width)
        recess = (x, _row(place, USED - 14) - COLUMN.y, USED - 14, USED - 14)
        plate(tile, recess, 10, ((0, "walnut-deep"), (2, "walnut" if column.active else "night")))
    return tile


def _dice(image: Image.Image, view: View, column: Column, chosen: frozenset[int]) -> None:
    """The three dice of a column; amber around the one that was exchanged last."""
    uses = view.turn.uses if column.seat == view.turn.seat else ()
    for place, value in enumerate(view.sides[column.seat].column):
        swapped = bool(uses) and uses[-1].place == place and uses[-1].deed is Deed.SWAP
        frame = Frame.CHOSEN if place in chosen else Frame.LAST if swapped else Frame.NONE
        die(value, BIG, frame).paste(image, column.x(_DIE_X, BIG), _row(place, BIG))


def _turn(image: Image.Image, turn: Turn, column: Column, *, dim: bool) -> None:
    """What the dice of a turn did, each beside the place that it met."""
    for number, use in enumerate(turn.uses):
        last = number == len(turn.uses) - 1 and not dim
        shown = use.met if use.deed is Deed.SWAP else turn.dice[use.die]
        _used(image, shown, use.place, column, last=last, dim=dim)
        if turn.rerolled[use.die]:
            x, y = column.x(_USED_X, _AGAIN), _row(use.place, USED) - 4 + 6 * dim
            sign(Sign.REROLL, 0, _AGAIN, "ink").paste(image, x, y)
        _chip(image, use.place, column, Chip(*told(use), turn.seat, column.ground, last, dim, column.right))
    if turn.berserk is not None and dim:
        for place, value in enumerate(turn.dice):
            _used(image, value, place, column, last=False, dim=True)
        text = f"\u2212{sum(turn.berserk)}"
        _chip(image, 1, column, Chip(Sign.BERSERK, text, turn.seat, column.ground, last=False, dim=True))


def _chip(image: Image.Image, place: int, column: Column, of: Chip) -> None:
    image.paste(chip(of), (column.x(_CHIP_X, CHIP[0]), _row(place, CHIP[1])))


def _used(image: Image.Image, value: int, place: int, column: Column, *, last: bool, dim: bool) -> None:
    size = DIM if dim else USED
    frame = Frame.LAST if last else Frame.NONE
    x = column.x(_USED_X + (USED - size) // 2, size)
    die(value, size, frame, dim=dim).paste(image, x, _row(place, size))


def prepare() -> None:
    """Draw the dice of ordinary play, so that no picture has to wait for one of them."""
    for value in range(1, 7):
        for frame in (Frame.NONE, Frame.LAST):
            die(value, BIG, frame)
            die(value, USED, frame)
        die(value, DIM, dim=True)
