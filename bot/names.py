"""What people are called here: their name on Discord without what would trick whoever reads it.

A name is somebody's own text in front of everybody, so it brings no link and no invitation, turns no line
around, and is never empty to the eye. It is cleaned where a `Person` or a `Player` is made, so it is the same
in messages, alt texts, pictures, exports and daily lists. Markdown and mentions are escaped where they mean
something (`bot.discord.frame.safe`).
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

LEFT_OUT: Final = "…"
"""What stands where a link was."""

MARKS: Final = 4
"""As many marks go on one letter; more of them climb over the lines around."""

_JOINERS: Final = "\u200c\u200d"
"""What joins or parts letters of some scripts, and makes one picture of several; else it is unseen."""

_UNSEEN: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0"  # letters and signs without a shape
    "\U000e0000-\U000e0fff]"  # tags
)
_CLASSES: Final = ("Cc", "Cf", "Cs", "Co")
"""Control, format (the direction marks among them), half a letter, private use: none is to be seen."""

_DOT: Final = "[.\u2024\u3002\uff0e\uff61]"
"""A dot, and what a browser takes for one."""

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
"""The dots of what programs take for an address, such as `example.com`; that of `J.Doe` is none."""


@lru_cache(maxsize=4096)  # each message makes all players of a table anew
def clean_name(name: str, number: int = 0) -> str:
    """A name as everybody may read it; where nothing of it can be seen, the end of the person's number."""
    # Twice: without what is unseen in it a text can be a link.
    text = _LINK.sub(LEFT_OUT, _visible_part(name))
    text = " ".join(_HOST.sub("·", text).split())
    return text if _can_be_seen(text) else f"#{abs(number) % 10_000:04}"


def _visible_part(name: str) -> str:
    """A name without what cannot be seen, or turns what can; every blank is a plain one."""
    kept = list[str]()
    for at, letter in enumerate(name):
        if letter in _JOINERS:
            if _is_joining(name, at):
                kept.append(letter)
        elif letter.isspace():
            kept.append(" ")
        elif unicodedata.category(letter) in _CLASSES or _UNSEEN.match(letter):
            continue
        elif not _is_mark(letter) or not all(map(_is_mark, kept[-MARKS:])) or len(kept) < MARKS:
            kept.append(letter)
    return "".join(kept)


def _is_joining(name: str, at: int) -> bool:
    """Whether a joiner stands between two signs that are not plain Latin letters."""
    around = name[at - 1 : at] + name[at + 1 : at + 2]
    return len(around) == len("ab") and not any(one.isascii() or one in _JOINERS for one in around)


def _is_mark(letter: str) -> bool:
    return unicodedata.category(letter) in ("Mn", "Me")


def _can_be_seen(text: str) -> bool:
    """Whether there is anything in it but blanks, marks, joiners and what stands for a link."""
    return any(unicodedata.category(letter)[0] in "LNPS" for letter in text if letter != LEFT_OUT)
