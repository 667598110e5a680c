"""What reading a line of notation has in common in several games."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final

MOST: Final = 5
"""At most so many lines are named to somebody who mistyped."""

LIKENESS: Final = 0.5
"""How much two lines must have in common to count as alike: 1 is all."""


def alike(text: str, lines: Iterable[str]) -> tuple[str, ...]:
    """The legal lines most like what somebody typed, the likest first; the first ones if none is alike."""
    every = tuple(lines)
    return tuple(get_close_matches(text.lower(), every, MOST, LIKENESS)) or every[:MOST]
