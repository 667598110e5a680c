"""A text in several lines, as large as there is room for."""

from __future__ import annotations

from typing import Final

from render.kit.canvas import Face, bound, drawable, fitted, width

NO_BREAK: Final = "\u00a0"


def lines_of(
    text: str, face: Face, sizes: range, room: int, most: int, *, even: bool = True
) -> tuple[list[str], int]:
    """A text in at most so many lines, none wider than `room` pixels, and the largest size for that.

    The lines are as long as each other, as far as that goes, unless they need not be `even`, which is some
    milliseconds faster. What fits in no size loses the middle of its last line.
    """
    # Blanks that do not break are one kind here, of which the face knows how wide it is.
    text = " ".join(drawable(part, face).replace(" ", NO_BREAK) for part in bound(text).split(" "))
    for size in sizes:
        lines = _wrapped(text, face, size, room)
        if len(lines) <= most and all(width(line, face, size) <= room for line in lines):
            return _balanced(lines, face, size, room) if even else lines, size
    size = sizes[-1]
    lines = _wrapped(text, face, size, room)
    lines = [*lines[: most - 1], " ".join(lines[most - 1 :])]
    return [fitted(line, face, range(size, size - 1, -1), room)[0] for line in lines], size


def _wrapped(text: str, face: Face, size: int, room: int) -> list[str]:
    lines: list[str] = []
    for part in text.split(" "):
        longer = f"{lines[-1]} {part}" if lines else part
        if lines and width(longer, face, size) <= room:
            lines[-1] = longer
        else:
            lines.append(part)
    return lines


def _balanced(lines: list[str], face: Face, size: int, room: int) -> list[str]:
    """The same text in as many lines, in the least room in which there are not more."""
    text, found = " ".join(lines), lines
    for narrow in range(room, room // 2, -4):
        closer = _wrapped(text, face, size, narrow)
        if len(closer) > len(lines) or any(width(line, face, size) > room for line in closer):
            break
        found = closer
    return found
