"""The Discord bot: tables, words and the surface; the rules live in `engine`, the pictures in `render`."""

from __future__ import annotations

from typing import Final

VERSION: Final = "0.1.0"
"""The version of pyproject.toml, repeated for installations that are not a package."""
