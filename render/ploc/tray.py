"""The dice that were rolled and are not used yet, on their tray between the columns."""

from __future__ import annotations

from functools import cache
from typing import Final

from PIL import Image

from engine.core import Seat
from engine.ploc.model import Turn, View
from render.kit.canvas import Face, capitals, word
from render.ploc.clay import plate
from render.ploc.colours import PALETTE, TEAMS
from render.ploc.dice import FREE, PASSED, TILTS, Frame, die
from render.ploc.green import TRAY, is_right
from render.ploc.picks import Picks
from render.ploc.signs import DOT, Sign, dot, sign

_SPOTS: Final = ((10, 16), (113, 36), (60, 128))
"""Where the free dice lie on the tray, in pixels."""


def tray(image: Image.Image, view: View, chosen: Picks, targets: Picks, *, turned: bool) -> None:
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
        frame = Frame.CHOSEN if value in chosen.dice else Frame.NONE
        die(value, FREE, frame, TILTS[number], dim=over and turn.berserk is None).paste(image, x, y)
        if turn.rerolled[number]:
            sign(Sign.REROLL, 0, 34, "ink").paste(image, x - 2, y - 2)
        if value in targets.dice:
            dot(image, x + FREE - DOT, y + 2)
    _below(image, view, -1 if is_right(turn.seat, turned=turned) else 1)


def free_at(turn: Turn, value: int) -> tuple[int, int, int, int]:
    """Where the first die lies that shows this and is not used yet, as `ploc_columns.die_at` says it.

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
        _large(image, f"\u2212{sum(turn.berserk)}", middle - 46 * away * view.complete, low)
    if view.complete:
        _pass(image, view, away)
    elif turn.rerolls_now and view.outcome is None:
        x = middle - 50 * view.berserk
        sign(Sign.REROLL, 0, 46, "ink").paste(image, x - 48, low - 23)
        _large(image, f"\u00d7{turn.rerolls_now}", x + 22, low, 34)
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


def prepare() -> None:
    """Draw the dice of ordinary play, so that no picture has to wait for one of them."""
    for tilt in TILTS:
        for value in range(1, 7):
            die(value, FREE, tilt=tilt)
        die(0, PASSED, tilt=tilt)
