"""Drawing against its floor: a copy of the finished palette image, and deflate over its bytes in one go."""

from __future__ import annotations

from collections.abc import Callable

from PIL import Image

from render.kit.cache import PRESSED
from render.kit.canvas import png
from render.kit.picture import bands_of


def never_pressed(painted: Callable[[], Image.Image]) -> Callable[[], object]:
    """A picture painted and pressed as if no band of it had been before; a board mostly finds two thirds."""

    def made() -> bytes:
        PRESSED.clear()
        return png(painted())

    return made


def floor(image: Image.Image) -> Callable[[], object]:
    """The least that a picture can cost that was never pressed: a copy of it, and deflate over its bytes."""
    return lambda: bands_of(image.copy())
