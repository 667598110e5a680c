"""A view of Ploc as a picture."""

from __future__ import annotations

from functools import cache
from typing import Final

from PIL import Image

from engine.ploc.model import View
from render.kit import caption
from render.kit.hint import draw_overlays
from render.kit.picture import Picture
from render.kit.sheet import Sheet
from render.ploc import athletes, dice, hint, score, signs, teams
from render.ploc.colours import PALETTE, ink_of
from render.ploc.green import empty

# fmt: off
CUTS: Final = (
    46, 64, 114, 152, 172, 194, 228, 318, 378, 400, 426, 530, 586, 622, 662, 680, 700, 720, 744, 772,
    790, 810, 830, 880, 898, 918, 938,
)
# fmt: on
"""The rows that the picture is cut at for its file: those between which boards differ most by themselves."""


def paint(view: View, sheet: Sheet) -> Image.Image:
    """The picture of `view`, 900 pixels wide and in mode P, for the caller to keep.

    `sheet` may name places of the column (`a`) and rolled dice (`die 4`), both of the side on turn; raises
    `KeyError` for anything else.
    """
    _prepare()
    chosen, targets = dice.picks(sheet.chosen), dice.picks(sheet.targets)
    image = Picture(empty(), CUTS)
    teams.teams(image, view, sheet.say, turned=sheet.turned)
    score.banner(image, view)
    score.plaques(image, view, sheet)
    dice.columns(image, view, chosen, targets, turned=sheet.turned)
    dice.tray(image, view, chosen, targets, turned=sheet.turned)
    end = caption.title(image, sheet, PALETTE, 130)
    score.match(image, view, end)
    caption.turn(image, sheet, _turn_colour(view), PALETTE, 480)
    return draw_overlays(image, sheet, lambda name: hint.place_of(view, sheet, name), PALETTE)


def _turn_colour(view: View) -> str:
    """The colour of the line that says whose turn it is: the side that must act, amber once it is over."""
    if view.outcome is not None or len(view.to_act) != 1:
        return "amber"
    return ink_of(min(view.to_act))


@cache
def _prepare() -> None:
    """Model everything that moves, once, so that no later picture has to wait for it."""
    athletes.prepare()
    teams.prepare()
    dice.prepare()
    score.prepare()
    signs.prepare()
