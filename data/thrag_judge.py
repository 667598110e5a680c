"""The numbers of the judge of Thrag's nights, in five-hundredths (docs/minds/thrag.md)."""

from __future__ import annotations

from importlib.resources import files
from struct import unpack


def numbers(*, tracked: bool) -> tuple[int, ...]:
    """Those for nights whose coins are tracked, or only counted: two bytes each, the higher one first."""
    found = files("data").joinpath("thrag_tracked.bin" if tracked else "thrag_counted.bin").read_bytes()
    return unpack(f">{len(found) // 2}h", found)
