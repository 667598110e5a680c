"""The table of winning chances in Ploc, one byte per position (docs/minds/ploc.md)."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final

NAME: Final = "ploc_table.bin"


@cache
def chances() -> bytes:
    """The winning chance of the village about to roll, from 0 to 255, by position."""
    return files("data").joinpath(NAME).read_bytes()
