"""What the pictures of the game say in English; the keys begin with `ploc.picture.`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.speech import English
from render.kit.sheet import PictureLanguage

LABELS: Final[Mapping[str, str]] = {
    "ploc.picture.more.one": "+{count} more",
    "ploc.picture.more.many": "+{count} more",
}

in_english: Final[PictureLanguage] = English(LABELS)
"""The language of these labels."""
