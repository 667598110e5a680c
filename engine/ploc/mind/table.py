"""The chances as the table has them."""

from __future__ import annotations

from engine.ploc.mind.judging import by_thumb
from engine.ploc.mind.rope import Rope


def by_table(rope: Rope) -> int:
    """The chance of the village that will roll, in millionths."""
    return by_thumb(rope)
