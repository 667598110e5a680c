"""What reading a line of notation has in common in several games."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from difflib import SequenceMatcher, get_close_matches
from typing import Final

LONGEST: Final = 200
"""Characters of a line that is read: a longer one would be read without its end."""

MOST: Final = 5
"""At most so many lines are named to somebody who mistyped."""

LIKENESS: Final = 0.5
"""How much two lines must have in common to count as alike: 1 is all."""

_DASHES: Final = re.compile("[\N{MINUS SIGN}\N{RIGHTWARDS ARROW}>-]+")
"""What phones and pens write between two squares, once everything that Unicode calls a dash is a hyphen."""


_LOOKED_AT: Final = 40
"""So many of the lines that have most words in common are compared letter by letter."""

_PARTS: Final = re.compile(r"[a-z]\d+|\d+|[a-z]+?(?=[a-z]\d|[^a-z]|$)")
"""The squares, numbers and words of a line in small letters: `d`, `e2` and `e10` of `de2-e10`."""

_AROUND: Final = (
    "`'\"*_ \N{LEFT DOUBLE QUOTATION MARK}\N{RIGHT DOUBLE QUOTATION MARK}\N{DOUBLE LOW-9 QUOTATION MARK}"
    "\N{LEFT-POINTING DOUBLE ANGLE QUOTATION MARK}\N{RIGHT-POINTING DOUBLE ANGLE QUOTATION MARK}"
)
"""Marks that people put around a line, so that Discord shows it as code or in bold, or as a quotation."""


def similar_lines(text: str, lines: Iterable[str], most: int = MOST) -> tuple[str, ...]:
    """The legal lines most like what somebody typed, the likest first; the first ones if none is alike.

    Lines with more of the same squares and words come first, then those with more of the same letters.
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
    found = likest or [lower[line] for line in get_close_matches(typed, lower, most, LIKENESS)]
    return tuple(found or every)[:most]


def normalize_line(text: str) -> str:
    """What somebody typed, tidied, without the marks around it and the full stop; nothing if it is too long.

    A question mark stays: what is asked is not to be played.
    """
    if len(text) > LONGEST:
        return ""
    return normalize_text(normalize_text(text).lstrip(_AROUND).rstrip(_AROUND + ".!"))


def normalize_text(text: str) -> str:
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
