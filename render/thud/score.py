"""The caption of Thud: the battle, both sides' points, and the lead."""

from __future__ import annotations

from typing import Final

from PIL import Image

from engine.core import Seat
from engine.octagon.model import Side
from engine.thud.model import View
from engine.thud.rules import BATTLES, balance_of
from render.kit import caption
from render.kit.cache import cached_sprite
from render.kit.canvas import Face, fit_text, sentence, width, word
from render.kit.caption import LOWER, PAD, SMALL, write
from render.kit.sheet import Sheet
from render.octagon.colours import PALETTE
from render.octagon.corners import flatten_sprite, night_piece
from render.octagon.signs import SIGN, battles, crown, flag

LEFT: Final = 186
STEP: Final = 126
"""Where the first side's points begin on the caption, and the distance to the other side's, in pixels."""

ICON: Final = 54
FIGURES: Final = 34
UNIT: Final = range(22, 19, -1)
UPPER: Final = 36
"""The baseline of the points, in pixels from the top; the pieces are beneath them."""

TURN: Final = 430
"""Room for the lines on the right, in pixels."""

STAMP: Final = 84
"""How much of that the stamp of the log takes on the lower line, in pixels."""


def strip(image: Image.Image, view: View, sheet: Sheet) -> None:
    """Draw everything on the caption strip."""
    end = caption.title(image, sheet, PALETTE, 130)
    battles(image, end, (view.battle, BATTLES), PALETTE)
    _points(image, view, sheet)
    caption.turn(image, sheet, _turn_colour(view), PALETTE, TURN)
    _lead(image, view, sheet)


def _turn_colour(view: View) -> str:
    """Return the colour of the turn line: that of the side that must act; amber once the match is over."""
    if view.outcome is not None or len(view.to_act) != 1:
        return "amber"
    return _colour(view, min(view.to_act))


def _colour(view: View, seat: Seat) -> str:
    side = Side.DWARFS if view.dwarf_seat == seat else Side.TROLLS
    return f"{side}-say"


def _points(image: Image.Image, view: View, sheet: Sheet) -> None:
    """Draw both sides' points, each beside its piece; a crown for the winner, a flag for an offer."""
    for place, side in enumerate(Side):
        seat = view.dwarf_seat if side is Side.DWARFS else 1 - view.dwarf_seat
        x, points = LEFT + place * STEP, view.points[seat]
        image.paste(night_piece(side, ICON), (x, 9))
        x += ICON + 4
        figures = word(str(points), Face.FIGURES, FIGURES, ("night", f"{side}-say"), PALETTE)
        write(image, (x, UPPER), figures, Face.FIGURES, FIGURES)
        if sign := _sign_for(view, seat):
            image.paste(sign, (x + figures.width + 4, 10))
        unit, size = fit_text(
            sheet.say.some("thud.picture.points", points), Face.LABEL, UNIT, STEP - ICON - 8
        )
        write(image, (x, LOWER), word(unit, Face.LABEL, size, ("night", "muted"), PALETTE), Face.LABEL, size)


def _lead(image: Image.Image, view: View, sheet: Sheet) -> None:
    """Draw who leads by how much, in that side's colour, beneath the turn line."""
    full_text, colour = _lead_text(view, sheet)
    if not full_text:
        return
    stamp = STAMP if sheet.stamp else 0
    text, size = fit_text(full_text, Face.FIGURES, range(SMALL, 19, -1), TURN - stamp)
    at = (image.width - PAD - stamp - width(text, Face.FIGURES, size), LOWER)
    sentence(image, at, text, Face.FIGURES, size, ("night", colour), PALETTE)


def _lead_text(view: View, sheet: Sheet) -> tuple[str, str]:
    """Return the lead in words and its colour's name; empty without names or after a resignation."""
    outcome, say = view.outcome, sheet.say
    balance = lead(view)
    ahead = 0 if balance > 0 else 1
    if len(sheet.names) <= ahead or (outcome is not None and outcome.ending == "resignation"):
        return "", "muted"
    if outcome is not None:
        return (say.some("thud.picture.won", abs(balance)), "amber") if balance else ("", "muted")
    first = view.battle == 1
    if not balance:
        return say("thud.picture.level" if first else "thud.picture.level.match"), "muted"
    key = "thud.picture.lead" if first else "thud.picture.lead.match"
    return say(key, name=sheet.names[ahead], margin=abs(balance)), _colour(view, ahead)


def lead(view: View) -> int:
    """Return by how many points seat 0 would win if the battle ended now; negative if seat 1 would."""
    running = len(view.results) < view.battle
    return balance_of(view.results) + (view.points[0] - view.points[1] if running else 0)


@cached_sprite
def _crown() -> Image.Image:
    return flatten_sprite(crown(SIGN, 10))


def _sign_for(view: View, seat: Seat) -> Image.Image | None:
    """Return a crown for the winner, a white flag for the seat that offers an end, or None."""
    if view.outcome is not None:
        return _crown() if seat in view.outcome.winners else None
    return flag() if view.offer == seat else None


def prepare() -> None:
    """Draw what a later picture may need and a first one may not have."""
    _crown()
    flag()
