"""Helpers for parsing a line of notation that several games share."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from difflib import SequenceMatcher, get_close_matches
from typing import Final

LONGEST: Final = 200
"""Maximum characters of a line; longer lines are not parsed."""

MOST: Final = 5
"""Maximum number of similar lines that a refusal suggests."""

LIKENESS: Final = 0.5
"""How similar two lines must be to count as alike; 1 is identical."""

_DASHES: Final = re.compile("[\N{MINUS SIGN}\N{RIGHTWARDS ARROW}>-]+")
"""Separators that phones and pens write between two squares, after all Unicode dashes became hyphens."""


_LOOKED_AT: Final = 40
"""How many of the lines with most words in common are compared letter by letter."""

_PARTS: Final = re.compile(r"[a-z]\d+|\d+|[a-z]+?(?=[a-z]\d|[^a-z]|$)")
"""The squares, numbers and words of a line in lower case: `d`, `e2` and `e10` of `de2-e10`."""

_AROUND: Final = (
    "`'\"*_ \N{LEFT DOUBLE QUOTATION MARK}\N{RIGHT DOUBLE QUOTATION MARK}\N{DOUBLE LOW-9 QUOTATION MARK}"
    "\N{LEFT-POINTING DOUBLE ANGLE QUOTATION MARK}\N{RIGHT-POINTING DOUBLE ANGLE QUOTATION MARK}"
)
"""Markup around a line, which Discord shows as code, bold or quotation."""


def similar_lines(text: str, lines: Iterable[str], most: int = MOST) -> tuple[str, ...]:
    """The legal lines most similar to the input, best first; the first ones if none is similar.

    Sorts by common squares and words, then by common letters.
    """
    every, typed = tuple(lines), text.lower()
    words = Counter(_PARTS.findall(typed))
    shared = {line: (words & Counter(_PARTS.findall(line.lower()))).total() for line in every}
    likest = sorted((line for line in shared if shared[line]), key=lambda line: -shared[line])[:_LOOKED_AT]
    matcher = SequenceMatcher(b=typed)
    likeness = dict[str, float]()
    for line in likest:
        matcher.set_seq1(line.lower())
        likeness[line] = matcher.ratio()
    likest.sort(key=lambda line: (-shared[line], -likeness[line]))
    lower = {line.lower(): line for line in every}
    matches = likest or [lower[line] for line in get_close_matches(typed, lower, most, LIKENESS)]
    return tuple(matches or every)[:most]


def normalize_line(text: str) -> str:
    """Normalize the input, without markup around it and without a full stop; empty if it is too long.

    A question mark stays: a question must not be played.
    """
    if len(text) > LONGEST:
        return ""
    return normalize_text(normalize_text(text).lstrip(_AROUND).rstrip(_AROUND + ".!"))


def normalize_text(text: str) -> str:
    """Normalize accents, spaces and dashes of the input; the case of letters stays.

    `schlägt` equals `schlagt` then, and a long dash between two squares equals a short one.
    """
    parts = unicodedata.normalize("NFKD", text.replace("ß", "ss"))
    bare = "".join(
        "-" if unicodedata.category(letter) == "Pd" else letter
        for letter in parts
        if not unicodedata.combining(letter)
    )
    return " ".join(_DASHES.sub("-", bare).split())
