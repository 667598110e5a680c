"""What people are called in a picture: their names, and something else where no font has the letters."""

from __future__ import annotations

import unicodedata
from collections import Counter
from functools import lru_cache

from render.kit.canvas import Face, drawable_text


@lru_cache(maxsize=1024)
def drawable_names(names: tuple[str, ...], instead: tuple[str, ...]) -> tuple[str, ...]:
    """The names, and what stands `instead` of those of which too little can be drawn.

    A name that loses something stays if letters or figures are left of it, and nobody else in the picture
    would be shown by the same. Who is called what stands instead of somebody, gets their own instead, too.
    """
    if all(name.isascii() for name in names):
        return names
    left = [drawable_text(name, Face.FIGURES) for name in names]
    counts = Counter(left)
    gone = [
        not kept
        or (
            _visible_text(kept) != _visible_text(name)
            and (counts[kept] > 1 or not any(map(str.isalnum, kept)))
        )
        for name, kept in zip(names, left, strict=True)
    ]
    taken = {other for other, is_gone in zip(instead, gone, strict=True) if is_gone}
    return tuple(
        other if is_gone or kept in taken else name
        for name, kept, other, is_gone in zip(names, left, instead, gone, strict=True)
    )


def _visible_text(text: str) -> str:
    """A text without blanks, marks and what is never seen, so that what was drawn of it can be compared."""
    plain = unicodedata.normalize("NFKC", text)
    return "".join(char for char in plain if unicodedata.category(char)[0] not in "CMZ")
