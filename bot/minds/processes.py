"""Processes that work for the bot, beside it: where they find the packages, and what they are told."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

HOME: Final = Path(__file__).parents[2]
"""Where the packages lie."""

_INHERITED: Final = frozenset(
    {"HOME", "LANG", "LD_LIBRARY_PATH", "PATH", "SYSTEMROOT", "TEMP", "TMP", "TMPDIR", "TZ", "VIRTUAL_ENV"}
)
"""What a process needs of its surroundings besides what is Python's own, and the language."""


def environment() -> dict[str, str]:
    """The environment of such a process: nothing of the bot's own, such as its token."""
    return {
        name: value
        for name, value in os.environ.items()
        if name.upper() in _INHERITED or name.upper().startswith(("PYTHON", "LC_"))
    }
