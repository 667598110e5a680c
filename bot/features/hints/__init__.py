"""*Hints*: what to do, what may happen and what is in danger, for whoever must decide."""

from __future__ import annotations

from typing import Final

from bot.features.hints import hint, odds, threats
from bot.kernel.feature import Feature

HINTS: Final = Feature(
    key="hints",
    commands=(hint.HINT, odds.ODDS),
    controls={**hint.CONTROLS, **odds.CONTROLS, **threats.CONTROLS},
)
