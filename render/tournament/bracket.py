"""A knock-out as a picture: its rounds from left to right, and a plaque for each match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PIL import Image, ImageDraw

from render.card.colours import PALETTE
from render.card.paint import INSIDE, ROOM, STRIP, empty_table
from render.card.text import paste_centred
from render.kit import caption
from render.kit.canvas import Face, capitals, fit_text, width, word
from render.kit.sheet import Sheet

HEAD: Final = 44
"""Height of what the rounds are called, in pixels."""

LINE: Final = 38
"""Height of a name in its plaque, in pixels."""

APART: Final = 22
"""The least between two plaques of a round, in pixels."""

BETWEEN: Final = 26
"""Between two rounds, for the lines that lead from one to the next, in pixels."""

NAME: Final = range(24, 19, -1)
TITLE: Final = range(24, 19, -1)
SMALL: Final = 20
PAD: Final = 9


@dataclass(frozen=True, slots=True)
class MatchPlayer:
    """Somebody in a match: their seed, and their score once there is one. `lost`: they are out."""

    name: str
    seed: int
    score: str = ""
    lost: bool = False


@dataclass(frozen=True, slots=True)
class Match:
    """A match; none stands for whoever is not known yet. `running`: it is being played.

    `bye`: there is nobody to meet, so it is not drawn.
    """

    top: MatchPlayer | None = None
    bottom: MatchPlayer | None = None
    running: bool = False
    bye: bool = False


@dataclass(frozen=True, slots=True)
class Bracket:
    """A knock-out. The caption is that of `sheet`; each round has half as many matches as the one before."""

    sheet: Sheet
    rounds: tuple[tuple[Match, ...], ...]
    titles: tuple[str, ...]


def bracket(of: Bracket) -> Image.Image:
    """The picture in mode P, as wide as a card, for the caller to keep."""
    first = len(of.rounds[0])
    step = 2 * LINE + APART
    image = empty_table(STRIP + 2 * INSIDE + HEAD + first * step)
    wide = (ROOM - BETWEEN * (len(of.rounds) - 1)) // len(of.rounds)
    for column, (title, matches) in enumerate(zip(of.titles, of.rounds, strict=True)):
        left = INSIDE + column * (wide + BETWEEN)
        _draw_heading(image, title, left, wide)
        if column:
            _led_to(image, of.rounds[column - 1], left, step * 2 ** (column - 1))
        for number, match in enumerate(matches):
            if not match.bye:
                _draw_match(image, match, (left, _middle(number, step * 2**column)), wide)
    caption.title(image, of.sheet, PALETTE, 420)
    caption.turn(image, of.sheet, "amber", PALETTE, 420)
    return image


def _middle(number: int, step: int) -> int:
    """Where the middle of a match lies, in pixels from the top."""
    return STRIP + INSIDE + HEAD + number * step + step // 2


def _draw_heading(image: Image.Image, title: str, left: int, wide: int) -> None:
    text, size = fit_text(title, Face.TITLE, TITLE, wide)
    letters = word(text, Face.TITLE, size, ("field", "cream"), PALETTE)
    paste_centred(image, letters, (left + wide // 2, STRIP + INSIDE + HEAD // 2 - 2), Face.TITLE, size)


def _led_to(image: Image.Image, before: tuple[Match, ...], left: int, step: int) -> None:
    """The lines from the matches of a round to those of the next one, which begins at `left`."""
    draw, brass = ImageDraw.Draw(image), PALETTE.index("brass")
    turn = left - BETWEEN // 2
    for number in range(0, len(before), 2):
        there = (_middle(number, step) + _middle(number + 1, step)) // 2
        for match, y in zip(
            before[number : number + 2], (_middle(number, step), _middle(number + 1, step)), strict=True
        ):
            if not match.bye:
                draw.line([(left - BETWEEN, y), (turn, y), (turn, there)], brass, 3)
                draw.line([(turn, there), (left, there)], brass, 3)


def _draw_match(image: Image.Image, match: Match, at: tuple[int, int], wide: int) -> None:
    """A match on the table, the middle of its left edge at `at`."""
    tile = _plaque((wide, 2 * LINE), lit=match.running)
    for row, side in enumerate((match.top, match.bottom)):
        if side is not None:
            _line(tile, side, row * LINE)
    draw = ImageDraw.Draw(tile)
    draw.line([(PAD, LINE), (wide - PAD - 1, LINE)], PALETTE.index("grid"))
    image.paste(tile, (at[0], at[1] - LINE))


def _plaque(size: tuple[int, int], *, lit: bool) -> Image.Image:
    """An empty match; amber around it as long as it is played."""
    tile = PALETTE.blank(size, "field")
    draw, (right, bottom) = ImageDraw.Draw(tile), (size[0] - 1, size[1] - 1)
    draw.rounded_rectangle((0, 0, right, bottom), 9, PALETTE.index("ink"))
    draw.rounded_rectangle((1, 1, right - 1, bottom - 1), 8, PALETTE.index("amber" if lit else "brass-deep"))
    inset = 4 if lit else 3
    draw.rounded_rectangle((inset, inset, right - inset, bottom - inset), 6, PALETTE.index("plaque"))
    return tile


def _line(tile: Image.Image, side: MatchPlayer, top: int) -> None:
    """Seed, name and score of somebody, `top` pixels below the edge of their plaque."""
    low, high = capitals(Face.FIGURES, SMALL)
    y, right = top + LINE // 2, tile.width - PAD
    ink = "muted" if side.lost else "cream"
    seed = word(str(side.seed), Face.LABEL, SMALL, ("plaque", "muted"), PALETTE)
    tile.paste(seed, (PAD, y - (low + high) // 2))
    if side.score:
        score = word(
            side.score, Face.FIGURES, SMALL, ("plaque", "amber" if not side.lost else "muted"), PALETTE
        )
        tile.paste(score, (right - score.width, y - (low + high) // 2))
        right -= score.width + PAD
    left = PAD + width("16", Face.LABEL, SMALL) + PAD
    name, size = fit_text(side.name, Face.FIGURES, NAME, right - left)
    letters = word(name, Face.FIGURES, size, ("plaque", ink), PALETTE)
    low, high = capitals(Face.FIGURES, size)
    # Without what is empty above its letters: that would cover the edge of the plaque.
    ground = PALETTE.index("plaque")
    _, over, _, under = letters.point([index != ground for index in range(256)]).getbbox() or (0, 0, 0, 1)
    tile.paste(letters.crop((0, over, letters.width, under)), (left, y - (low + high) // 2 + over))
