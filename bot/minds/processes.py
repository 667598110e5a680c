"""The environment of the bot's child processes."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

HOME: Final = Path(__file__).parents[2]
"""The folder of the packages."""

_INHERITED: Final = frozenset(
    {"HOME", "LANG", "LD_LIBRARY_PATH", "PATH", "SYSTEMROOT", "TEMP", "TMP", "TMPDIR", "TZ", "VIRTUAL_ENV"}
)
"""Variables that a process needs, besides Python's own and the language."""


def environment() -> dict[str, str]:
    """Return the environment of a child process, without secrets such as the token."""
    return {
        name: value
        for name, value in os.environ.items()
        if name.upper() in _INHERITED or name.upper().startswith(("PYTHON", "LC_"))
    }
