"""The fixtures of the UI tests, also for the Discord layer."""

from __future__ import annotations

from tests.bot.ui import conftest as ui

bots, features, simcord_bot, world = ui.bots, ui.features, ui.simcord_bot, ui.world
hilly, known_cards, newcomers = ui.hilly, ui.known_cards, ui.newcomers
sprites_are_read, is_looked_at_often = ui._sprites_are_read, ui._is_looked_at_often  # noqa: SLF001
commands_are_translated_once, are_old_hands = ui._commands_are_translated_once, ui._are_old_hands  # noqa: SLF001
