"""A view of Ploc as a picture."""

from __future__ import annotations

from functools import cache

from PIL import Image

from engine.ploc.model import View
from render.kit import caption
from render.kit.hint import marked
from render.kit.sheet import Sheet
from render.ploc import athletes as ploc_athletes
from render.ploc import dice as ploc_dice
from render.ploc import hint as ploc_hint
from render.ploc import score as ploc_score
from render.ploc import signs as ploc_signs
from render.ploc import teams as ploc_teams
from render.ploc.colours import PALETTE, say
from render.ploc.dice import picks
from render.ploc.green import empty


def paint(view: View, sheet: Sheet) -> Image.Image:
    """The picture of `view`, 900 pixels wide and in mode P, for the caller to keep.

    `sheet` may name places of the column (`a`) and rolled dice (`die 4`), both of the side on turn; raises
    `KeyError` for anything else.
    """
    _prepare()
    chosen, targets = picks(sheet.chosen), picks(sheet.targets)
    image = empty().copy()
    ploc_teams.teams(image, view, sheet.say, turned=sheet.turned)
    ploc_score.banner(image, view)
    ploc_score.score(image, view, sheet)
    ploc_dice.columns(image, view, chosen, targets, turned=sheet.turned)
    ploc_dice.tray(image, view, chosen, targets, turned=sheet.turned)
    end = caption.title(image, sheet, PALETTE, 130)
    ploc_score.match(image, view, end)
    caption.turn(image, sheet, _speaker(view), PALETTE, 480)
    return marked(image, sheet, lambda name: ploc_hint.place_of(view, sheet, name), PALETTE)


def _speaker(view: View) -> str:
    """The colour of the line that says whose turn it is: the side that must act, amber once it is over."""
    if view.outcome is not None or len(view.to_act) != 1:
        return "amber"
    return say(min(view.to_act))


@cache
def _prepare() -> None:
    """Model everything that moves, once, so that no later picture has to wait for it."""
    ploc_athletes.prepare()
    ploc_teams.prepare()
    ploc_dice.prepare()
    ploc_score.prepare()
    ploc_signs.prepare()
