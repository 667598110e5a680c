"""Points, as text."""

from __future__ import annotations

from typing import Final

PODIUM: Final = 3
"""The number of places announced at the end."""

_WHOLE: Final = 2
_HALF: Final = "\N{VULGAR FRACTION ONE HALF}"


def format_half_points(halves: float) -> str:
    """Format a number of half points as points."""
    whole, rest = divmod(halves, _WHOLE)
    if rest == 0:
        return str(int(whole))
    if rest == 1:
        return f"{int(whole) or ''}{_HALF}"
    quarter = "\N{VULGAR FRACTION ONE QUARTER}" if rest < 1 else "\N{VULGAR FRACTION THREE QUARTERS}"
    return f"{int(whole) or ''}{quarter}"
