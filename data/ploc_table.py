"""The table of chances in Ploc, a byte for each position (docs/minds/ploc.md)."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final

NAME: Final = "ploc_table.bin"


@cache
def chances() -> bytes:
    """The chance of the village that will roll, from 0 to 255, position by position."""
    return files("data").joinpath(NAME).read_bytes()
