"""The Discord bot: tables, words and the surface; the rules live in `engine`, the pictures in `render`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

VERSION: Final = "1.0.0"
"""The version of pyproject.toml, repeated for installations that are not a package."""

COMMAND: Final = "taproom" if Path(sys.argv[0]).stem == "taproom" else "python -m bot"
"""How this program was started, for advice to run another command of it: installed, or from its sources."""
