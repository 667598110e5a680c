"""What the pictures of the game say in English; the keys begin with `trogdor.picture.`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

LABELS: Final[Mapping[str, str]] = {
    "trogdor.picture.meter": "Trog-Meter",
    "trogdor.picture.void": "The Void",
}
