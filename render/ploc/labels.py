"""What the pictures of the game say in English; the keys begin with `ploc.picture.`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

LABELS: Final[Mapping[str, str]] = {
    "ploc.picture.more.one": "+{count} more",
    "ploc.picture.more.many": "+{count} more",
}
