"""Both villages' columns of dice, what each rolled die did to whom, and the dice that are still free."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final, NamedTuple

from PIL import Image

from engine.core import Seat
from engine.ploc.model import PLACES, Deed, Turn, Use, View
from render.canvas import Face, capitals, word
from render.ploc_clay import plate
from render.ploc_colours import PALETTE, TEAMS
from render.ploc_dice import COLUMN as BIG
from render.ploc_dice import DIM, FREE, TILTS, USED, Frame, die
from render.ploc_green import COLUMN, TRAY, is_right, mirrored
from render.ploc_signs import Sign, sign
from render.sheet import Sheet

ROW: Final = 109
TOP: Final = 9
CHIP: Final = (92, 62)
"""Where the first row begins, and the size of what tells what a die did, in pixels."""

_LETTER, _DIE, _USED, _CHIP = 22, 39, 134, 206
_SPOTS: Final = ((10, 16), (113, 36), (60, 128))
"""Where the free dice lie on the tray, in pixels."""

_FIGURES: Final = 28


@dataclass(frozen=True, slots=True)
class Picks:
    """What a guided move has picked and can pick: places of the column, and values of dice."""

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


def columns(image: Image.Image, view: View, sheet: Sheet) -> None:
    """Both columns with what this turn and the one before have done, and the tray between them."""
    chosen, targets = picks(sheet.chosen), picks(sheet.targets)
    for seat in (0, 1):
        right = is_right(seat, turned=sheet.turned)
        on_turn = seat == view.turn.seat
        image.paste(
            _board(seat, right, _acts(view, seat)), (mirrored(COLUMN.x, COLUMN.width, right=right), COLUMN.y)
        )
        _column(image, view, seat, right, chosen.places if on_turn else frozenset())
        if on_turn:
            _turn(image, view.turn, right, active=_acts(view, seat), dim=False)
            for place in targets.places:
                _dot(image, mirrored(COLUMN.x + _DIE, BIG, right=right) + BIG - 26, _row(place) + 4)
        elif view.last is not None and view.last.seat == seat:
            _turn(image, view.last, right, active=_acts(view, seat), dim=True)
    _tray(image, view, chosen.dice, targets.dice, right=is_right(view.turn.seat, turned=sheet.turned))


def _acts(view: View, seat: Seat) -> bool:
    return seat in view.to_act


def _row(place: int) -> int:
    return COLUMN.y + TOP + place * ROW


@cache
def _board(seat: Seat, right: bool, active: bool) -> Image.Image:
    """The ground of a column with its letters; shared, so paste it only."""
    tile = PALETTE.blank((COLUMN.width, COLUMN.height), "field")
    ground = "walnut-lit" if active else "walnut"
    rim = 7 if active else 5
    edges = ((0, "ink"), (2, "amber" if active else TEAMS[seat]), (rim, ground))
    plate(tile, (0, 0, COLUMN.width, COLUMN.height), 12, edges)
    for place, letter in enumerate(PLACES):
        size = 34
        top, _ = capitals(Face.FIGURES, size)
        letters = word(letter, Face.FIGURES, size, (ground, "cream"), PALETTE)
        x = _LETTER - letters.width // 2
        x = COLUMN.width - x - letters.width if right else x
        tile.paste(letters, (x, TOP + place * ROW + 40 - top))
        x = COLUMN.width - _USED - USED if right else _USED
        recess = (x + 7, TOP + place * ROW + (ROW - USED) // 2 + 7, USED - 14, USED - 14)
        plate(tile, recess, 10, ((0, "walnut-deep"), (2, "walnut" if active else "night")))
    return tile


def _column(image: Image.Image, view: View, seat: Seat, right: bool, chosen: frozenset[int]) -> None:
    """The three dice of a column; amber around the one that was exchanged last."""
    uses = view.turn.uses if seat == view.turn.seat else ()
    for place, value in enumerate(view.sides[seat].column):
        swapped = bool(uses) and uses[-1].place == place and uses[-1].deed is Deed.SWAP
        frame = Frame.CHOSEN if place in chosen else Frame.LAST if swapped else Frame.NONE
        x = mirrored(COLUMN.x + _DIE, BIG, right=right)
        die(value, BIG, frame).paste(image, x, _row(place) + (ROW - BIG) // 2)


def _turn(image: Image.Image, turn: Turn, right: bool, *, active: bool, dim: bool) -> None:
    """What the dice of a turn did, each beside the place that it met."""
    ground = "walnut-lit" if active else "walnut"
    for number, use in enumerate(turn.uses):
        last = number == len(turn.uses) - 1 and not dim
        shown = use.met if use.deed is Deed.SWAP else turn.dice[use.die]
        _used(image, shown, use.place, right, last=last, dim=dim)
        if turn.rerolled[use.die]:
            _again(image, use.place, right, dim=dim)
        tile = chip(Chip(*_told(use), turn.seat, ground, last, dim, right))
        image.paste(
            tile, (mirrored(COLUMN.x + _CHIP, CHIP[0], right=right), _row(use.place) + (ROW - CHIP[1]) // 2)
        )
    if turn.berserk is not None and dim:
        for place, value in enumerate(turn.dice):
            _used(image, value, place, right, last=False, dim=True)
        tile = chip(Chip(Sign.BERSERK, f"\u2212{sum(turn.berserk)}", turn.seat, ground, last=False, dim=True))
        image.paste(tile, (mirrored(COLUMN.x + _CHIP, CHIP[0], right=right), _row(1) + (ROW - CHIP[1]) // 2))


def _used(image: Image.Image, value: int, place: int, right: bool, *, last: bool, dim: bool) -> None:
    size = DIM if dim else USED
    frame = Frame.LAST if last else Frame.NONE
    inset = (USED - size) // 2
    x = mirrored(COLUMN.x + _USED + inset, size, right=right)
    die(value, size, frame, dim=dim).paste(image, x, _row(place) + (ROW - size) // 2)


def _again(image: Image.Image, place: int, right: bool, *, dim: bool) -> None:
    """The mark of a die that was rolled twice."""
    x = mirrored(COLUMN.x + _USED, 26, right=right)
    sign(Sign.REROLL, 0, 26, "ink").paste(image, x, _row(place) + 10 + 4 * dim)


def _told(use: Use) -> tuple[Sign, str]:
    """The sign and the figures for what a die did."""
    if use.deed is Deed.SWAP:
        return Sign.SWAP, signed(use.change)
    return (Sign.HIT, "\u22121") if use.deed is Deed.HIT else (Sign.WEAKEN, "")


def signed(number: int) -> str:
    """`+2`, `-3` with a true minus, or `0`."""
    return "0" if number == 0 else f"+{number}" if number > 0 else f"\u2212{-number}"


class Chip(NamedTuple):
    """What a die did: its sign and figures, the village that did it, the ground of its column."""

    sign: Sign
    text: str
    seat: Seat
    ground: str
    last: bool
    dim: bool
    right: bool = False


@lru_cache(maxsize=256)
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
        figures = word(of.text, Face.FIGURES, _FIGURES, colours, PALETTE)
        top, bottom = capitals(Face.FIGURES, _FIGURES)
        at = (53, (CHIP[1] - bottom + top) // 2)
        tile.paste(figures.crop((0, top, figures.width, bottom)), at)
    return tile


def _tray(
    image: Image.Image, view: View, chosen: frozenset[int], targets: frozenset[int], *, right: bool
) -> None:
    """The dice that were rolled and are not used yet; what can be done with them beneath."""
    turn, over = view.turn, view.outcome is not None
    image.paste(_felt(turn.seat), (TRAY.x, TRAY.y))
    if turn.berserk is not None:
        sign(Sign.BERSERK, 0, TRAY.width - 8, "field-deep").paste(image, TRAY.x + 4, TRAY.y + 12)
    used = {use.die for use in turn.uses}
    free = [number for number in range(3) if number not in used]
    for number in free:
        value = turn.dice[number]
        x, y = TRAY.x + _SPOTS[number][0], TRAY.y + _SPOTS[number][1]
        frame = Frame.CHOSEN if value in chosen else Frame.NONE
        die(value, FREE, frame, TILTS[number], dim=over and turn.berserk is None).paste(image, x, y)
        if turn.rerolled[number]:
            sign(Sign.REROLL, 0, 34, "ink").paste(image, x - 2, y - 2)
        if value in targets:
            _dot(image, x + FREE - 30, y + 2)
    if not over:
        _below(image, view, right=right)


def _below(image: Image.Image, view: View, *, right: bool) -> None:
    """Rolls that are left, berserk if it can be had or what it did, and where the dice go next."""
    turn, middle, low = view.turn, TRAY.x + TRAY.width // 2, TRAY.y + 288
    away = -1 if right else 1
    if turn.berserk is not None:
        _large(image, f"\u2212{sum(turn.berserk)}", middle - 46 * away * view.complete, low)
    if view.complete:
        size, x, y = (
            (76, middle + 44 * away, low) if turn.berserk else (124, middle, TRAY.y + TRAY.height // 2)
        )
        sign(Sign.PASS, 0, size, "field-deep", away).paste(image, x - size // 2, y - size // 2)
    elif turn.rerolls:
        x = middle - 50 * view.berserk
        sign(Sign.REROLL, 0, 46, "ink").paste(image, x - 48, low - 23)
        _large(image, f"\u00d7{turn.rerolls}", x + 22, low, 34)
    if view.berserk:
        x = middle + 62 * bool(turn.rerolls)
        sign(Sign.BERSERK, 0, 72, "field-deep").paste(image, x - 36, low - 36)


def _large(image: Image.Image, text: str, x: int, y: int, size: int = 44) -> None:
    """`text` with the middle of its capitals at (x, y)."""
    tile = word(text, Face.FIGURES, size, ("field-deep", "cream"), PALETTE)
    top, bottom = capitals(Face.FIGURES, size)
    image.paste(tile.crop((0, top, tile.width, bottom)), (x - tile.width // 2, y - (bottom - top) // 2))


@cache
def _felt(seat: Seat) -> Image.Image:
    """The tray of the village on turn; shared, so paste it only."""
    tile = PALETTE.blank((TRAY.width, TRAY.height), "field")
    plate(
        tile,
        (0, 0, TRAY.width, TRAY.height),
        26,
        ((0, "ink"), (2, TEAMS[seat]), (6, "ink"), (8, "field-deep")),
    )
    return tile


def _dot(image: Image.Image, x: int, y: int) -> None:
    sign(Sign.DOT, 0, 30, "ink").paste(image, x, y)


def prepare() -> None:
    """Draw every die, so that no picture has to wait for one of them."""
    for value in range(1, 7):
        for frame in Frame:
            die(value, BIG, frame)
        for frame in (Frame.NONE, Frame.LAST):
            die(value, USED, frame)
        die(value, DIM, dim=True)
        for tilt in TILTS:
            for frame in (Frame.NONE, Frame.CHOSEN):
                die(value, FREE, frame, tilt)
