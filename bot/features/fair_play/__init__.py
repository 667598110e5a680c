"""*Fair play*: the dice of a game and its log can be checked by anybody."""

from __future__ import annotations

from typing import Final

from bot.features.fair_play.page import CONTROLS, EXPORT, VERIFY
from bot.kernel.feature import Feature

FAIR_PLAY: Final = Feature(key="fair_play", controls=CONTROLS, table_commands=(VERIFY, EXPORT))
