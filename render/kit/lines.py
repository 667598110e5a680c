"""A text in several lines, as large as there is room for."""

from __future__ import annotations

from typing import Final

from render.kit.canvas import Face, drawable_text, fit_text, join_rtl_words, width

NO_BREAK: Final = "\u00a0"


def lines_of(
    text: str, face: Face, sizes: range, room: int, most: int, *, even: bool = True
) -> tuple[list[str], int]:
    """A text in at most so many lines, none wider than `room` pixels, and the largest size for that.

    The lines are as long as each other, as far as that goes, unless they need not be `even`, which is some
    milliseconds faster. What fits in no size loses the middle of its last line.
    """
    # Blanks that do not break are one kind here, of which the face knows how wide it is.
    text = " ".join(
        drawable_text(part, face).replace(" ", NO_BREAK) for part in join_rtl_words(text).split(" ")
    )
    for size in sizes:
        lines = _wrap_text(text, face, size, room)
        if len(lines) <= most and all(width(line, face, size) <= room for line in lines):
            return _balance_lines(lines, face, size, room) if even else lines, size
    size = sizes[-1]
    lines = _wrap_text(text, face, size, room)
    lines = [*lines[: most - 1], " ".join(lines[most - 1 :])]
    return [fit_text(line, face, range(size, size - 1, -1), room)[0] for line in lines], size


def _wrap_text(text: str, face: Face, size: int, room: int) -> list[str]:
    lines: list[str] = []
    for part in text.split(" "):
        longer = f"{lines[-1]} {part}" if lines else part
        if lines and width(longer, face, size) <= room:
            lines[-1] = longer
        else:
            lines.append(part)
    return lines


def _balance_lines(lines: list[str], face: Face, size: int, room: int) -> list[str]:
    """The same text in as many lines, in the least room in which there are not more."""
    text, found = " ".join(lines), lines
    for narrow in range(room, room // 2, -4):
        closer = _wrap_text(text, face, size, narrow)
        if len(closer) > len(lines) or any(width(line, face, size) > room for line in closer):
            break
        found = closer
    return found
