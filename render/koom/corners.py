"""The corners around the octagon: who was taken above, how battles ended beneath."""

from __future__ import annotations

from typing import Final

from PIL import Image

from engine.koom.model import START, BattleEnd, BattleResult, State
from engine.octagon.model import Side
from render.kit.cache import cached, cached_sprite
from render.kit.canvas import Face, ascent, fit_text, word
from render.kit.caption import write
from render.kit.sheet import PictureLanguage, Sheet
from render.koom.colours import PALETTE
from render.koom.rock import rock
from render.octagon.board import BOARD, MARGIN, STRIP, TIP, TRAY
from render.octagon.colours import NAMED
from render.octagon.corners import (
    ICON,
    NAME,
    PAD,
    SIZES,
    TALL,
    night_piece,
    outline,
    paste_plaque,
    plaque,
    tray_places,
)
from render.octagon.pieces import piece

# Who was taken: in the upper corners, dwarfs on the left, trolls on the right


def trays(image: Image.Image, view: State) -> None:
    """Those of both sides that were taken in this battle, and how many they are."""
    for side in Side:
        taken = START.pieces(side).bit_count() - view.position.pieces(side).bit_count()
        if taken <= 0:
            continue
        right, (size, lying) = side is Side.TROLLS, tray_places(side, taken)
        number = word(str(taken), Face.FIGURES, 26, ("walnut", "cream"), PALETTE)
        x = BOARD - 20 - number.width // 2 if right else 20 - number.width // 2
        write(image, (MARGIN + x, STRIP + MARGIN + 28), number, Face.FIGURES, 26)
        tile, mask = _tray_piece(side, size)
        for at, down in lying:
            across = BOARD - at - size if right else at
            image.paste(tile, (MARGIN + across, STRIP + MARGIN + down), mask)


@cached_sprite
def _tray_piece(side: Side, size: int) -> tuple[Image.Image, Image.Image]:
    """A piece as it lies in a tray, and the mask of what it covers; shared, so paste it only."""
    sprite = piece(side, size)
    tile = Image.new("RGBA", sprite.size, NAMED["walnut"])
    tile.alpha_composite(sprite)
    covered = sprite.getchannel("A").point(lambda level: 255 if level > 200 else 0)  # noqa: PLR2004 - no shadow
    return PALETTE.quantise(tile.convert("RGB")), covered.convert("1", dither=Image.Dither.NONE)


# How battles ended: in the lower corners, the first on the left, the second on the right

_LINES: Final = (27, 60, 91)
"""A plaque's baselines from the top, in pixels: which battle, who won it, and why."""

_NAMED: Final = PAD + ICON + 6
"""Where the names begin, in pixels from the outer edge."""

_WHY: Final = {
    BattleEnd.HOME: "koom.picture.end.home",
    BattleEnd.HELD: "koom.picture.end.held",
    BattleEnd.WIPED_OUT: "koom.picture.end.wiped-out",
    BattleEnd.NO_MOVE: "koom.picture.end.no-move",
}
"""Why a battle was won; all other ends are draws."""


def results(image: Image.Image, view: State, sheet: Sheet) -> None:
    """The battles that are over: their number, who won them, and how."""
    for battle, result in enumerate(view.results, 1):
        paste_plaque(image, _plaque(result, battle, sheet.names, sheet.say), right=battle > 1)


@cached
def _plaque(result: BattleResult, battle: int, names: tuple[str, ...], say: PictureLanguage) -> Image.Image:
    """Which battle it was, who won it with which side, and what decided it."""
    right, winner = battle > 1, result.winner
    tile = plaque(PALETTE, right=right)
    lines = [(say("koom.picture.battle", battle=battle), "cream", PAD)]
    if winner is None:
        lines.append((say("koom.picture.end.drawn"), "muted", PAD))
    else:
        side = Side.DWARFS if winner == result.dwarf_seat else Side.TROLLS
        icon = night_piece(side, ICON)
        tile.paste(icon, (TIP + 1 - PAD - ICON if right else PAD, _LINES[1] - 26))
        lines.append((names[winner] if winner < len(names) else "", f"{side}-say", _NAMED))
        lines.append((say(_WHY[result.end]), "muted", PAD))
    for (text, colour, x), y in zip(lines, _LINES, strict=False):
        shown, size = fit_text(text, Face.FIGURES, NAME, min(TIP, TRAY - TALL + y - 24) - PAD - x)
        written = word(shown, Face.FIGURES, size, ("night", colour), PALETTE)
        at = TIP + 1 - x - written.width if right else x
        tile.paste(written, (at, y - ascent(Face.FIGURES, size)))
    return tile


@cached_sprite
def rock_on_night(size: int) -> Image.Image:
    """The Rock on the ground of captions; shared, so paste it only."""
    tile = Image.new("RGBA", (size, size), NAMED["night"])
    tile.alpha_composite(rock(size))
    return PALETTE.quantise(tile.convert("RGB"))


def prepare() -> None:
    """Draw what lies in corners, which nothing does at first."""
    for side, size in SIZES:
        _tray_piece(side, size)
    for side in Side:
        night_piece(side, ICON)
    for right in (False, True):
        outline(right)
