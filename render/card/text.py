"""What a card says in words: the result, what was counted, and where the game turned."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image, ImageDraw

from render.card.colours import PALETTE, plaque
from render.kit.cache import cached, cached_sprite
from render.kit.canvas import Face, capitals, drawable_text, fit_text, join_rtl_words, width, word

PAD: Final = 16
RESULT: Final = range(38, 27, -2)
RESULT_LINE: Final = 46
LINES: Final = 2
"""The most lines of a result; what does not fit loses its middle."""

NO_BREAK: Final = "\u00a0"

LABEL: Final = 22
VALUE: Final = range(25, 20, -1)
FACT: Final = 36
"""Height of a line about one thing, in pixels."""

UNDER: Final = 28
"""What is added for a value that does not fit beside its label."""

TALLEST: Final = 540
"""The most that the facts may take; what has no room is left out."""

COIN: Final = 32
PIN: Final = 42
PIN_TEXT: Final = range(26, 20, -1)


@dataclass(frozen=True, slots=True)
class Pin:
    """A place of the curves, from 0, and what happened there."""

    at: int
    text: str


def result(text: str, room: int) -> Image.Image:
    """How the game ended, in at most two lines, `room` pixels wide, on the table itself."""
    size, lines = _fit_lines(_keep_spaces(text), room - 2 * PAD)
    tile = PALETTE.blank((room, len(lines) * RESULT_LINE + 8), "field")
    for number, line in enumerate(lines):
        letters = word(line, Face.TITLE, size, ("field", "cream"), PALETTE)
        paste_centred(
            tile, letters, (room // 2, RESULT_LINE // 2 + 2 + number * RESULT_LINE), Face.TITLE, size
        )
    return tile


def _keep_spaces(text: str) -> str:
    """`text` as it can be drawn, with no-break spaces where it has some: `6 : 4` is not torn apart."""
    parts = (
        drawable_text(part, Face.TITLE).replace(" ", NO_BREAK) for part in join_rtl_words(text).split(" ")
    )
    return " ".join(filter(None, parts))


def _fit_lines(text: str, room: int) -> tuple[int, list[str]]:
    """The largest size in which the text has few enough lines, and the lines; of equal length, if two."""
    for size in RESULT:
        lines = _wrap_text(text, size, room)
        if len(lines) <= LINES:
            return size, _balance_lines(lines, size, room)
    size = RESULT[-1]
    first, *rest = _wrap_text(text, size, room)
    return size, [
        fit_text(line, Face.TITLE, range(size, size - 1, -1), room)[0] for line in (first, " ".join(rest))
    ]


def _wrap_text(text: str, size: int, room: int) -> list[str]:
    """The text in as few lines as there must be; a word too long for any is a line of its own."""
    lines: list[str] = []
    for part in text.split(" "):
        longer = f"{lines[-1]} {part}" if lines else part
        if lines and width(longer, Face.TITLE, size) <= room:
            lines[-1] = longer
        else:
            lines.append(part)
    return lines


def _balance_lines(lines: list[str], size: int, room: int) -> list[str]:
    """The same lines, broken so that none of them is much shorter than another."""
    if len(lines) < LINES:
        return lines
    text = " ".join(lines)
    # In less room there are never fewer lines, so that the least that is enough is found by halves.
    widths = [*range(room // LINES, room, 10), room]
    found = bisect_left(widths, x=True, key=lambda narrow: len(_wrap_text(text, size, narrow)) <= LINES)
    return _wrap_text(text, size, widths[min(found, len(widths) - 1)])


def facts(pairs: Sequence[tuple[str, str]], size: tuple[int, int]) -> Image.Image:
    """What was counted, in a plaque as wide as `size` and at least as high."""
    room = size[0] - 2 * PAD
    rows = list(_fitting_facts(pairs, room))
    used = sum(height for *_, height in rows)
    tile = plaque((size[0], max(size[1], used + 2 * PAD)))
    between = min(10, (tile.height - 2 * PAD - used) // max(len(rows), 1))
    y = (tile.height - used - between * (len(rows) - 1)) // 2
    for label, value, height in rows:
        _fact(tile, label, value, y, beside=height == FACT)
        y += height + between
    return tile


def _fitting_facts(pairs: Sequence[tuple[str, str]], room: int) -> Iterator[tuple[str, str, int]]:
    """Label, value and height of each fact, as long as there is room for it."""
    left = TALLEST - 2 * PAD
    for label, value in pairs:
        taken = width(label, Face.LABEL, LABEL) + width(value, Face.FIGURES, VALUE[0]) + PAD
        height = FACT if taken <= room else FACT + UNDER
        left -= height
        if left >= 0:
            yield label, value, height


def _fact(tile: Image.Image, label: str, value: str, y: int, *, beside: bool) -> None:
    """A label on the left, and its value on the right: in the same line, or in one of its own."""
    room = tile.width - 2 * PAD
    label, small = fit_text(label, Face.LABEL, range(LABEL, LABEL - 1, -1), room)
    letters = word(label, Face.LABEL, small, ("plaque", "muted"), PALETTE)
    paste_centred(tile, letters, (PAD + letters.width // 2, y + FACT // 2), Face.LABEL, small)
    value, size = fit_text(value, Face.FIGURES, VALUE, room)
    letters = word(value, Face.FIGURES, size, ("plaque", "cream"), PALETTE)
    middle = y + FACT // 2 + (0 if beside else UNDER)
    low, high = capitals(Face.FIGURES, size)
    # Without what is empty above its letters: that would cover the tails of those of the label.
    ground = PALETTE.index("plaque")
    _, top, _, _ = letters.point([index != ground for index in range(256)]).getbbox() or (0, 0, 0, 0)
    left = tile.width - PAD - (letters.width + 1) // 2 - letters.width // 2
    tile.paste(letters.crop((0, top, *letters.size)), (left, middle - (low + high) // 2 + top))


def pins(marked: Sequence[Pin], room: int) -> Image.Image:
    """Where the game turned: a line each, with the number that marks its place, `room` pixels wide."""
    tile = plaque((room, len(marked) * PIN + PAD))
    for number, pin in enumerate(marked, 1):
        y = PAD // 2 + (number - 1) * PIN + PIN // 2
        tile.paste(coin(number), (PAD, y - COIN // 2), coin_mask())
        text, size = fit_text(pin.text, Face.FIGURES, PIN_TEXT, room - 3 * PAD - COIN)
        letters = word(text, Face.FIGURES, size, ("plaque", "cream"), PALETTE)
        paste_centred(tile, letters, (2 * PAD + COIN + letters.width // 2, y), Face.FIGURES, size)
    return tile


@cached
def coin(number: int) -> Image.Image:
    """The number of a pin on an amber disc; shared, so paste it only, through `disc`."""
    tile = PALETTE.blank((COIN, COIN), "amber")
    ImageDraw.Draw(tile).ellipse((0, 0, COIN - 1, COIN - 1), None, PALETTE.index("amber-deep"), 2)
    letters = word(str(number), Face.FIGURES, LABEL, ("amber", "ink"), PALETTE)
    paste_centred(tile, letters, (COIN // 2, COIN // 2), Face.FIGURES, LABEL)
    return tile


@cached_sprite
def coin_mask() -> Image.Image:
    """Where a coin is; mode L, shared."""
    mask = Image.new("L", (COIN, COIN))
    ImageDraw.Draw(mask).ellipse((0, 0, COIN - 1, COIN - 1), fill=255)
    return mask


def paste_centred(
    tile: Image.Image, letters: Image.Image, at: tuple[int, int], face: Face, size: int
) -> None:
    """A word's tile on another one, the middle of its capitals at `at`."""
    top, bottom = capitals(face, size)
    tile.paste(letters, (at[0] - letters.width // 2, at[1] - (top + bottom) // 2))
