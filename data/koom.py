"""The setup of Koom Valley (docs/games/koom.md, Rule koom:start-1)."""

from __future__ import annotations

from typing import Final

from data.loading import read_own
from data.thud import Setup

SETUP: Final = read_own(Setup, "koom.json")
"""The setup of every battle; the stone is the Rock."""
