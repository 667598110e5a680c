"""The caption of Koom Valley: which battle it is, who is left, where the Rock is, and whose turn it is."""

from __future__ import annotations

from typing import Final

from PIL import Image

from engine.koom.model import State
from engine.koom.rules import to_act, won_battles
from engine.octagon.board import rank_of
from engine.octagon.model import Side
from render.kit import caption
from render.kit.cache import drawn_once
from render.kit.canvas import Face, fitted, sentence, width, word
from render.kit.caption import LOWER, PAD, SMALL, write
from render.kit.sheet import Sheet
from render.kit.sprites import Clay
from render.koom.colours import PALETTE
from render.koom.corners import rock_on_night
from render.koom.squares import holders
from render.octagon.colours import NAMED, tones
from render.thud.corners import on_night, pasted

TITLE: Final = 200
"""Room for the name of the game, in pixels."""

LEFT: Final = 236
STEP: Final = 112
"""Where the first side's pieces stand on the caption, and how far the other's are from there, in pixels."""

ICON: Final = 54
SIGN: Final = 26
FIGURES: Final = 34
BASE: Final = 47
"""The baseline of how many they are, in pixels from the top."""

TURN: Final = 420
STAMP: Final = 84
"""Room for the lines on the right, and how much of it the stamp of the log takes, in pixels."""


def strip(image: Image.Image, view: State, sheet: Sheet) -> None:
    """Everything on the caption strip."""
    end = caption.title(image, sheet, PALETTE, TITLE)
    if view.battles > 1:
        _battle(image, view, end)
    _pieces(image, view)
    caption.turn(image, sheet, _speaker(view), PALETTE, TURN)
    _rock(image, view, sheet)


def _speaker(view: State) -> str:
    """The colour of the line that says whose turn it is: the side that must act, amber once it is over."""
    acting = to_act(view)
    if not acting:
        return "amber"
    return "dwarfs-say" if view.dwarf_seat in acting else "trolls-say"


def _battle(image: Image.Image, view: State, x: int) -> None:
    """Which of the battles it is, right of `x` on the caption's lower line: pips and figures."""
    for number in range(1, view.battles + 1):
        image.paste(_pip(number <= view.battle), (x + 14 + (number - 1) * 18, LOWER - 15))
    figures = word(f"{view.battle}/{view.battles}", Face.LABEL, 22, ("night", "muted"), PALETTE)
    write(image, (x + 56, LOWER), figures, Face.LABEL, 22)


def _pieces(image: Image.Image, view: State) -> None:
    """How many of both sides are left; a crown for who won, a flag for an offer."""
    for place, side in enumerate(Side):
        x = LEFT + place * STEP
        image.paste(on_night(side, ICON), (x, 9))
        x += ICON + 4
        count = str(view.position.pieces(side).bit_count())
        figures = word(count, Face.FIGURES, FIGURES, ("night", f"{side}-say"), PALETTE)
        write(image, (x, BASE), figures, Face.FIGURES, FIGURES)
        if sign := _sign(view, side):
            image.paste(sign, (x - 34, 2))


def _rock(image: Image.Image, view: State, sheet: Sheet) -> None:
    """How far the Rock is from home, and how many trolls are at it; how many battles were won, in the end."""
    told, colour = _told(view, sheet)
    text, size = fitted(told, Face.FIGURES, range(SMALL, 19, -1), TURN - STAMP - SIGN - 8)
    x = image.width - PAD - STAMP - width(text, Face.FIGURES, size)
    sentence(image, (x, LOWER), text, Face.FIGURES, size, ("night", colour), PALETTE)
    image.paste(rock_on_night(SIGN), (x - SIGN - 6, LOWER - 21))


def _told(view: State, sheet: Sheet) -> tuple[str, str]:
    """What is said of the Rock, and the name of its colour: trolls beside it matter more than the way."""
    if view.outcome is not None:
        first, second = won_battles(view.results)
        return sheet.say("koom.picture.won", first=first, second=second), "amber"
    if beside := holders(view):
        return sheet.say.some("koom.picture.beside", beside), "trolls-say"
    return sheet.say.some("koom.picture.far", rank_of(view.rock) - 1), "cream"


@drawn_once
def _pip(reached: bool) -> Image.Image:
    clay = Clay(15, NAMED["brass"])
    clay.fill(clay.ellipse(50, 50, 48, 48), NAMED["brass"])
    if not reached:
        clay.fill(clay.ellipse(50, 50, 28, 28), NAMED["night"])
    return pasted(clay.carved())


def _sign(view: State, side: Side) -> Image.Image | None:
    """A crown for the side that won, a white flag for the one that offers a draw."""
    seat = view.seat_of(side)
    if view.outcome is not None:
        return _crown() if seat in view.outcome.winners else None
    return _flag() if view.offer == seat else None


@drawn_once
def crown(size: int) -> Image.Image:
    """A crown of brass, mode RGBA; shared, so copy before changing it."""
    clay = Clay(size, NAMED["ink"])
    corners = [(14, 82), (6, 30), (30, 52), (50, 16), (70, 52), (94, 30), (86, 82)]
    clay.lump(clay.polygon(corners), (NAMED["brass-deep"], NAMED["brass"], NAMED["lamplight"]), 9)
    return clay.carved()


@drawn_once
def _crown() -> Image.Image:
    return pasted(crown(SIGN))


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
