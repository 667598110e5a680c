"""Pictures: drawing them against its floor, and how large their files are.

The floor is a copy of the finished palette image, and deflate over its bytes in one go.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PIL import Image

from render.kit.cache import PRESSED
from render.kit.canvas import png
from render.kit.picture import bands_of
from tools.bench.measure import Row, pair_computing

MOST: Final = 1.5
"""How many times its floor a picture may cost."""

ROUNDS: Final = 300


def row(title: str, painted: Callable[[], Image.Image]) -> Row:
    """A picture against its floor, with the size of its file in the row's name."""
    image = painted()
    spent, least = pair_computing(never_pressed(painted), floor(image), ROUNDS)
    return Row(f"render {title}, {kilobytes(png(image)):.1f} kB", "palette copy and zlib", spent, least, MOST)


def kilobytes(file: bytes) -> float:
    """The size of a file in kilobytes of 1,000 bytes."""
    return len(file) / 1000


def judged(told: str, size: float, below: float) -> tuple[str, bool]:
    """A line that says how many kilobytes something has, and whether that is `below` its bar."""
    fits = size < below
    return f"{told}: {size:.1f} kB (below {below:.0f}: {'holds' if fits else 'TOO LARGE'})", fits


def never_pressed(painted: Callable[[], Image.Image]) -> Callable[[], object]:
    """A picture painted and pressed as if no band of it had been before; a board mostly finds two thirds."""

    def made() -> bytes:
        PRESSED.clear()
        return png(painted())

    return made


def floor(image: Image.Image) -> Callable[[], object]:
    """The least that a picture can cost that was never pressed: a copy of it, and deflate over its bytes."""
    return lambda: bands_of(image.copy())
