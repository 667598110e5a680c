"""The caption of Koom Valley: the battle, the pieces left, the Rock's distance, and whose turn it is."""

from __future__ import annotations

from typing import Final

from PIL import Image

from engine.koom.model import State
from engine.koom.rules import to_act, won_battles
from engine.octagon.board import rank_of
from engine.octagon.model import Side
from render.kit import caption
from render.kit.cache import cached_sprite
from render.kit.canvas import Face, fit_text, sentence, width, word
from render.kit.caption import LOWER, PAD, SMALL, write
from render.kit.sheet import Sheet
from render.koom.colours import PALETTE
from render.koom.corners import rock_on_night
from render.koom.squares import trolls_beside_rock
from render.octagon.corners import flatten_sprite, night_piece
from render.octagon.signs import SIGN, battles, crown, flag

TITLE: Final = 200
"""Room for the name of the game, in pixels."""

LEFT: Final = 236
STEP: Final = 112
"""Where the first side's pieces stand on the caption, and the distance to the other side's, in pixels."""

ICON: Final = 54
FIGURES: Final = 34
BASE: Final = 47
"""The baseline of their numbers, in pixels from the top."""

EDGE: Final = 9
"""Width of the lit edge of a crown."""

TURN: Final = 420
STAMP: Final = 84
"""Room for the lines on the right, and how much of it the stamp of the log takes, in pixels."""


def strip(image: Image.Image, view: State, sheet: Sheet) -> None:
    """Draw everything on the caption strip."""
    end = caption.title(image, sheet, PALETTE, TITLE)
    if view.battles > 1:
        battles(image, end, (view.battle, view.battles), PALETTE)
    _pieces(image, view)
    caption.turn(image, sheet, _turn_colour(view), PALETTE, TURN)
    _rock(image, view, sheet)


def _turn_colour(view: State) -> str:
    """Return the colour of the turn line: that of the side that must act; amber once the match is over."""
    acting = to_act(view)
    if not acting:
        return "amber"
    return "dwarfs-say" if view.dwarf_seat in acting else "trolls-say"


def _pieces(image: Image.Image, view: State) -> None:
    """Draw how many pieces both sides have left; a crown for the winner, a flag for an offer."""
    for place, side in enumerate(Side):
        x = LEFT + place * STEP
        image.paste(night_piece(side, ICON), (x, 9))
        x += ICON + 4
        count = str(view.position.pieces(side).bit_count())
        figures = word(count, Face.FIGURES, FIGURES, ("night", f"{side}-say"), PALETTE)
        write(image, (x, BASE), figures, Face.FIGURES, FIGURES)
        if sign := _player_sign(view, side):
            image.paste(sign, (x - 34, 2))


def _rock(image: Image.Image, view: State, sheet: Sheet) -> None:
    """Draw the Rock's distance from home or the trolls at it; at the end, the battles won."""
    full_text, colour = _rock_text(view, sheet)
    stamp = STAMP if sheet.stamp else 0
    text, size = fit_text(full_text, Face.FIGURES, range(SMALL, 19, -1), TURN - stamp - SIGN - 8)
    x = image.width - PAD - stamp - width(text, Face.FIGURES, size)
    sentence(image, (x, LOWER), text, Face.FIGURES, size, ("night", colour), PALETTE)
    image.paste(rock_on_night(SIGN), (x - SIGN - 6, LOWER - 21))


def _rock_text(view: State, sheet: Sheet) -> tuple[str, str]:
    """Return the text about the Rock and its colour's name: trolls at it matter more than its distance."""
    if view.outcome is not None:
        first, second = won_battles(view.results)
        return sheet.say("koom.picture.won", first=first, second=second), "amber"
    if trolls := trolls_beside_rock(view):
        return sheet.say.some("koom.picture.beside", trolls), "trolls-say"
    return sheet.say.some("koom.picture.far", rank_of(view.rock) - 1), "cream"


def _player_sign(view: State, side: Side) -> Image.Image | None:
    """Return a crown for the winner, a white flag for the side that offers a draw, or None."""
    seat = view.seat_of(side)
    if view.outcome is not None:
        return _crown() if seat in view.outcome.winners else None
    return flag() if view.offer == seat else None


@cached_sprite
def _crown() -> Image.Image:
    return flatten_sprite(crown(SIGN, EDGE))


def prepare() -> None:
    """Draw what a later picture may need and a first one may not have."""
    _crown()
    flag()
