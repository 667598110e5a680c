"""Names of people, cleaned of what would mislead readers.

A name is a user's own text in front of everyone, so it must bring no link and no invitation, reverse no line,
and never look empty. It is cleaned where a `Person` or a `Player` is made, so it is the same in messages, alt
texts, pictures, exports and daily lists. Markdown and mentions are escaped where they mean something
(`bot.discord.frame.escape_markdown`).
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

LEFT_OUT: Final = "…"
"""Replaces a link."""

MARKS: Final = 4
"""The most marks on one letter; more of them overlap the lines around."""

_JOINERS: Final = "\u200c\u200d"
"""Characters that join or separate letters of some scripts, and combine emoji; else they are invisible."""

_UNSEEN: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0"  # letters and signs without a shape
    "\U000e0000-\U000e0fff]"  # tags
)
_CLASSES: Final = ("Cc", "Cf", "Cs", "Co")
"""Control, format (with the direction marks), surrogate, private use: all invisible."""

_DOT: Final = "[.\u2024\u3002\uff0e\uff61]"
"""A dot, and what a browser treats as one."""

_LINK: Final = re.compile(
    rf"""
    [a-z][a-z0-9+.-]*://\S*                                     # with its scheme
    | www{_DOT}\S+
    | (?:discord(?:app)?\s*{_DOT}\s*(?:gg|com/invite|me|io)|(?:dsc|invite){_DOT}gg)\b\S*   # an invitation
    | (?:(?:[\w-]+{_DOT})+[^\W\d_]{{2,}}|\d+(?:{_DOT}\d+){{3}})(?::\d+)?/\S*   # a host with a path
    """,
    re.IGNORECASE | re.VERBOSE,
)
_HOST: Final = re.compile(
    rf"(?<=\w){_DOT}(?=(?:[\w-]+{_DOT})*"
    r"(?:ai|app|at|be|biz|cc|ch|click|club|cn|co|com|de|dev|eu|fr|gay|gg|gift|info|io|jp|link|live|lol|ly|me|net"
    r"|nl|online|org|page|pl|pro|ru|shop|site|store|tk|to|top|tv|uk|us|win|xyz|zip)\b)",
    re.IGNORECASE,
)
"""The dots of what programs treat as an address, such as `example.com`; that of `J.Doe` is none."""


@lru_cache(maxsize=4096)  # each message makes all players of a table again
def clean_name(name: str, number: int = 0) -> str:
    """Return a name as everyone may read it; if nothing of it is visible, the end of the person's number."""
    # Twice: once the invisible parts are gone, the text can be a link.
    text = _LINK.sub(LEFT_OUT, _visible_part(name))
    text = " ".join(_HOST.sub("·", text).split())
    return text if _can_be_seen(text) else f"#{abs(number) % 10_000:04}"


def _visible_part(name: str) -> str:
    """Return a name without invisible characters and direction marks, all blanks as plain ones."""
    letters = list[str]()
    for at, letter in enumerate(name):
        if letter in _JOINERS:
            if _is_joining(name, at):
                letters.append(letter)
        elif letter.isspace():
            letters.append(" ")
        elif unicodedata.category(letter) in _CLASSES or _UNSEEN.match(letter):
            continue
        elif not _is_mark(letter) or not all(map(_is_mark, letters[-MARKS:])) or len(letters) < MARKS:
            letters.append(letter)
    return "".join(letters)


def _is_joining(name: str, at: int) -> bool:
    """Whether a joiner stands between two characters that are not plain Latin letters."""
    around = name[at - 1 : at] + name[at + 1 : at + 2]
    return len(around) == len("ab") and not any(letter.isascii() or letter in _JOINERS for letter in around)


def _is_mark(letter: str) -> bool:
    return unicodedata.category(letter) in ("Mn", "Me")


def _can_be_seen(text: str) -> bool:
    """Whether a text has more than blanks, marks, joiners and replaced links."""
    return any(unicodedata.category(letter)[0] in "LNPS" for letter in text if letter != LEFT_OUT)
