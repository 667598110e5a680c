"""What reading a line of notation has in common in several games."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final

MOST: Final = 5
"""At most so many lines are named to somebody who mistyped."""

LIKENESS: Final = 0.5
"""How much two lines must have in common to count as alike: 1 is all."""

_DASHES: Final = re.compile("[\N{MINUS SIGN}\N{RIGHTWARDS ARROW}>-]+")
"""What phones and pens write between two squares, once everything that Unicode calls a dash is a hyphen."""


def alike(text: str, lines: Iterable[str]) -> tuple[str, ...]:
    """The legal lines most like what somebody typed, the likest first; the first ones if none is alike."""
    every = tuple(lines)
    return tuple(get_close_matches(text.lower(), every, MOST, LIKENESS)) or every[:MOST]


def tidied(text: str) -> str:
    """What somebody typed without accents, with single blanks and one kind of dash; letters keep their case.

    `schlägt` and `schlagt` are the same then, and so are two squares with a long dash and with a short one.
    """
    parts = unicodedata.normalize("NFKD", text.replace("ß", "ss"))
    bare = "".join(
        "-" if unicodedata.category(letter) == "Pd" else letter
        for letter in parts
        if not unicodedata.combining(letter)
    )
    return " ".join(_DASHES.sub("-", bare).split())
