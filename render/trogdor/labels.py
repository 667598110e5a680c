"""What the pictures of the game say in English; the keys begin with `trogdor.picture.`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.speech import English
from render.kit.sheet import Say

LABELS: Final[Mapping[str, str]] = {
    "trogdor.picture.meter": "Trog-Meter",
    "trogdor.picture.void": "The Void",
}

in_english: Final[Say] = English(LABELS)
"""The language of these labels."""
