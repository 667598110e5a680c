"""The caption of Thud: which battle it is, both sides' points, and who leads by how much."""

from __future__ import annotations

from typing import Final

from PIL import Image

from engine.core import Seat
from engine.octagon.model import Side
from engine.thud.model import View
from engine.thud.rules import BATTLES, balance_of
from render.kit import caption
from render.kit.cache import drawn_once
from render.kit.canvas import RGB, Face, fitted, sentence, width, word
from render.kit.caption import LOWER, PAD, SMALL, write
from render.kit.sheet import Sheet
from render.kit.sprites import Clay
from render.octagon.colours import NAMED, PALETTE, tones
from render.thud.corners import on_night, pasted

LEFT: Final = 186
STEP: Final = 126
"""Where a side's points begin on the caption, and how far the other's are from there, in pixels."""

ICON: Final = 54
SIGN: Final = 26
FIGURES: Final = 34
UNIT: Final = range(22, 19, -1)
UPPER: Final = 36
"""The baseline of the points, in pixels from the top; what they are is beneath them."""

TURN: Final = 430
"""Room for the lines on the right, in pixels."""

STAMP: Final = 84
"""How much of that the stamp of the log takes on the lower line, in pixels."""


def strip(image: Image.Image, view: View, sheet: Sheet) -> None:
    """Everything on the caption strip."""
    end = caption.title(image, sheet, PALETTE, 130)
    _battle(image, view, end)
    _points(image, view, sheet)
    caption.turn(image, sheet, _speaker(view), PALETTE, TURN)
    _lead(image, view, sheet)


def _speaker(view: View) -> str:
    """The colour of the line that says whose turn it is: the side that must act, amber once it is over."""
    if view.outcome is not None or len(view.to_act) != 1:
        return "amber"
    return _colour(view, min(view.to_act))


def _colour(view: View, seat: Seat) -> str:
    side = Side.DWARFS if view.dwarf_seat == seat else Side.TROLLS
    return f"{side}-say"


def _battle(image: Image.Image, view: View, x: int) -> None:
    """Which of the two battles it is, right of `x` on the caption's lower line: pips and figures."""
    for number in range(1, BATTLES + 1):
        image.paste(_pip(number <= view.battle), (x + 14 + (number - 1) * 18, LOWER - 15))
    figures = word(f"{view.battle}/{BATTLES}", Face.LABEL, 22, ("night", "muted"), PALETTE)
    write(image, (x + 56, LOWER), figures, Face.LABEL, 22)


def _points(image: Image.Image, view: View, sheet: Sheet) -> None:
    """Both sides' points on the board, each beside its piece; a crown for who won, a flag for an offer."""
    for place, side in enumerate(Side):
        seat = view.dwarf_seat if side is Side.DWARFS else 1 - view.dwarf_seat
        x, points = LEFT + place * STEP, view.points[seat]
        image.paste(on_night(side, ICON), (x, 9))
        x += ICON + 4
        figures = word(str(points), Face.FIGURES, FIGURES, ("night", f"{side}-say"), PALETTE)
        write(image, (x, UPPER), figures, Face.FIGURES, FIGURES)
        if sign := _sign_for(view, seat):
            image.paste(sign, (x + figures.width + 4, 10))
        unit, size = fitted(sheet.say.some("thud.picture.points", points), Face.LABEL, UNIT, STEP - ICON - 8)
        write(image, (x, LOWER), word(unit, Face.LABEL, size, ("night", "muted"), PALETTE), Face.LABEL, size)


def _lead(image: Image.Image, view: View, sheet: Sheet) -> None:
    """Who leads by how much, in that side's colour, beneath whose turn it is."""
    told, colour = _told(view, sheet)
    if not told:
        return
    text, size = fitted(told, Face.FIGURES, range(SMALL, 19, -1), TURN - STAMP)
    at = (image.width - PAD - STAMP - width(text, Face.FIGURES, size), LOWER)
    sentence(image, at, text, Face.FIGURES, size, ("night", colour), PALETTE)


def _told(view: View, sheet: Sheet) -> tuple[str, str]:
    """The lead in words, and the name of its colour; nothing where nobody has a name or somebody gave up."""
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
    """By how many points seat 0 would win the match if the battle ended as it stands, negative for seat 1."""
    running = len(view.results) < view.battle
    return balance_of(view.results) + (view.points[0] - view.points[1] if running else 0)


@drawn_once
def _pip(reached: bool) -> Image.Image:
    clay = Clay(15, NAMED["brass"])
    clay.fill(clay.ellipse(50, 50, 48, 48), NAMED["brass"])
    if not reached:
        clay.fill(clay.ellipse(50, 50, 28, 28), NAMED["night"])
    return pasted(clay.carved())


def _sign_for(view: View, seat: Seat) -> Image.Image | None:
    """A crown for who won the match, a white flag for who offers to end the battle."""
    if view.outcome is not None:
        return _crown() if seat in view.outcome.winners else None
    return _flag() if view.offer == seat else None


@drawn_once
def _crown() -> Image.Image:
    clay = Clay(SIGN, NAMED["ink"])
    gold: tuple[RGB, RGB, RGB] = (NAMED["brass-deep"], NAMED["brass"], NAMED["lamplight"])
    corners = [(14, 82), (6, 30), (30, 52), (50, 16), (70, 52), (94, 30), (86, 82)]
    clay.lump(clay.polygon(corners), gold, 10)
    return pasted(clay.carved())


@drawn_once
def _flag() -> Image.Image:
    clay = Clay(SIGN, NAMED["ink"])
    clay.fill(clay.stroke([(24, 10), (24, 94)], 9), NAMED["brass"])
    clay.lump(clay.polygon([(30, 12), (92, 24), (72, 40), (92, 58), (30, 62)]), tones("steel"), 8)
    return pasted(clay.carved())


def prepare() -> None:
    """Draw what a first picture may not have and a later one has."""
    _crown()
    _flag()
