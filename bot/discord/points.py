"""Points, as people write them."""

from __future__ import annotations

from typing import Final

PODIUM: Final = 3
"""So many places are told at the end."""

_WHOLE: Final = 2
_HALF: Final = "\N{VULGAR FRACTION ONE HALF}"


def format_half_points(halves: float) -> str:
    """So many halves of a point, in points."""
    whole, rest = divmod(halves, _WHOLE)
    if rest == 0:
        return str(int(whole))
    if rest == 1:
        return f"{int(whole) or ''}{_HALF}"
    quarter = "\N{VULGAR FRACTION ONE QUARTER}" if rest < 1 else "\N{VULGAR FRACTION THREE QUARTERS}"
    return f"{int(whole) or ''}{quarter}"
