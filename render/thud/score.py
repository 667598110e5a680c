"""What Thud says in figures: the points of both sides, which battle it is, and how the battles ended."""

from __future__ import annotations

from functools import cache
from typing import Final

from PIL import Image, ImageDraw

from engine.core import Seat
from engine.thud.model import BattleResult, Side, View
from render.kit.canvas import Face, word
from render.kit.caption import LOWER, write
from render.kit.palette import RGB
from render.kit.sprites import Clay
from render.thud.board import HEIGHT, WIDTH
from render.thud.colours import NAMED, PALETTE, tones
from render.thud.pieces import piece

LEFT: Final = 196
STEP: Final = 116
ICON: Final = 54
SMALL_ICON: Final = 42
POINTS: Final = 36
BATTLES: Final = 2
PLAQUE: Final = (182, 54)
"""A result in the lower corners: width and height in pixels."""


def battle(image: Image.Image, view: View, x: int) -> None:
    """Which of the two battles it is, right of `x` on the caption's lower line: pips and figures."""
    for number in range(1, BATTLES + 1):
        image.paste(_pip(number <= view.battle), (x + 14 + (number - 1) * 18, LOWER - 15))
    figures = word(f"{view.battle}/{BATTLES}", Face.LABEL, 22, ("night", "muted"), PALETTE)
    write(image, (x + 56, LOWER), figures, Face.LABEL, 22)


def points(image: Image.Image, view: View) -> None:
    """Both sides' points on the board, each beside its piece; a crown for who won, a flag for an offer."""
    for place, side in enumerate(Side):
        seat = view.dwarf_seat if side is Side.DWARFS else 1 - view.dwarf_seat
        x = LEFT + place * STEP
        image.paste(_on_night(side, ICON), (x, 9))
        figures = word(str(view.points[seat]), Face.FIGURES, POINTS, ("night", f"{side}-say"), PALETTE)
        write(image, (x + ICON + 4, 50), figures, Face.FIGURES, POINTS)
        if sign := _sign_for(view, seat):
            image.paste(sign, (x + ICON + 4 + (figures.width - SIGN) // 2, 1))


def results(image: Image.Image, view: View) -> None:
    """The battles that are over, the first in the lower left corner, the second in the lower right."""
    for number, result in enumerate(view.results):
        x = 58 if number == 0 else WIDTH - 58 - PLAQUE[0]
        image.paste(_plaque(result), (x, HEIGHT - 58 - PLAQUE[1]))


def prepare() -> None:
    """Draw what only some pictures show, so that none of them has to wait for it."""
    for side in Side:
        _on_night(side, SMALL_ICON)
    _crown()
    _flag()


@cache
def _plaque(result: BattleResult) -> Image.Image:
    """Both sides' points when a battle ended, the loser's dimmed."""
    tile = PALETTE.blank(PLAQUE, "night")
    ImageDraw.Draw(tile).rectangle(
        (0, 0, PLAQUE[0] - 1, PLAQUE[1] - 1), outline=PALETTE.index("brass-deep"), width=2
    )
    for place, side in enumerate(Side):
        seat = result.dwarf_seat if side is Side.DWARFS else 1 - result.dwarf_seat
        colour = "muted" if result.winner == 1 - seat else f"{side}-say"
        x = 8 + place * 88
        tile.paste(_on_night(side, SMALL_ICON), (x, 6))
        write(
            tile,
            (x + 46, 37),
            word(str(result.points[seat]), Face.FIGURES, 26, ("night", colour), PALETTE),
            Face.FIGURES,
            26,
        )
    return tile


@cache
def _on_night(side: Side, size: int) -> Image.Image:
    """A small piece on the caption's ground."""
    return _pasted(piece(side, size))


def _pasted(sprite: Image.Image) -> Image.Image:
    tile = Image.new("RGBA", sprite.size, NAMED["night"])
    tile.alpha_composite(sprite)
    return PALETTE.quantised(tile.convert("RGB"))


@cache
def _pip(reached: bool) -> Image.Image:
    clay = Clay(15, NAMED["brass"])
    clay.fill(clay.ellipse(50, 50, 48, 48), NAMED["brass"])
    if not reached:
        clay.fill(clay.ellipse(50, 50, 28, 28), NAMED["night"])
    return _pasted(clay.carved())


SIGN: Final = 26


def _sign_for(view: View, seat: Seat) -> Image.Image | None:
    """A crown over who won the match, a white flag over who offers to end the battle."""
    if view.outcome is not None:
        return _crown() if seat in view.outcome.winners else None
    return _flag() if view.offer == seat else None


@cache
def _crown() -> Image.Image:
    clay = Clay(SIGN, NAMED["ink"])
    gold: tuple[RGB, RGB, RGB] = (NAMED["brass-deep"], NAMED["brass"], NAMED["lamplight"])
    corners = [(14, 82), (6, 30), (30, 52), (50, 16), (70, 52), (94, 30), (86, 82)]
    clay.lump(clay.polygon(corners), gold, 10)
    return _pasted(clay.carved())


@cache
def _flag() -> Image.Image:
    clay = Clay(SIGN, NAMED["ink"])
    clay.fill(clay.stroke([(24, 10), (24, 94)], 9), NAMED["brass"])
    clay.lump(clay.polygon([(30, 12), (92, 24), (72, 40), (92, 58), (30, 62)]), tones("steel"), 8)
    return _pasted(clay.carved())
