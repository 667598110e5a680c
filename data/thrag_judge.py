"""The evaluation table of Thrag's games, in units of 1/500 (docs/minds/thrag.md)."""

from __future__ import annotations

from importlib.resources import files
from struct import unpack


def numbers(*, tracked: bool) -> tuple[int, ...]:
    """The table for games with or without tracked coins: two bytes each, big-endian."""
    packed = files("data").joinpath("thrag_tracked.bin" if tracked else "thrag_counted.bin").read_bytes()
    return unpack(f">{len(packed) // 2}h", packed)
