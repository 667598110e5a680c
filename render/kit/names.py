"""Player names in a picture, with a substitute where no font has the letters."""

from __future__ import annotations

import unicodedata
from collections import Counter
from functools import lru_cache

from render.kit.canvas import Face, drawable_text


@lru_cache(maxsize=1024)
def drawable_names(names: tuple[str, ...], substitutes: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names, each replaced by its substitute in `substitutes` if too little of it can be drawn.

    A name that loses some characters stays if letters or figures are left, and no other name in the picture
    looks the same. A player whose name equals a substitute in use gets their own substitute, too.
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
    taken = {other for other, is_gone in zip(substitutes, gone, strict=True) if is_gone}
    return tuple(
        other if is_gone or kept in taken else name
        for name, kept, other, is_gone in zip(names, left, substitutes, gone, strict=True)
    )


def _visible_text(text: str) -> str:
    """Return a text without blanks, marks and invisible characters, to compare what is drawn."""
    plain = unicodedata.normalize("NFKC", text)
    return "".join(char for char in plain if unicodedata.category(char)[0] not in "CMZ")
