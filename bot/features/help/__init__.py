"""`/help`, `/about` and the rules of games."""

from __future__ import annotations

from typing import Final

from bot.features.help import guide, rules
from bot.kernel.feature import Feature

HELP: Final = Feature(
    key="help",
    controls={**guide.CONTROLS, **rules.CONTROLS},
    commands=(rules.RULES, guide.HELP, guide.ABOUT),
)
