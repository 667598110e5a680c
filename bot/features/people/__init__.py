"""The pages about one user: settings, games, statistics, data."""

from __future__ import annotations

from typing import Final

from bot.features.people import games, privacy, settings, stats
from bot.features.people.alarms import ALARMS
from bot.features.people.english import ENGLISH
from bot.features.people.service import PersonalSettings
from bot.kernel.feature import Feature

PEOPLE: Final = Feature(
    key="people",
    english=ENGLISH,
    service=PersonalSettings,
    alarms=ALARMS,
    controls={**privacy.CONTROLS, **settings.CONTROLS, **stats.CONTROLS},
    commands=(games.GAMES, stats.stats_command, settings.SETTINGS, privacy.PRIVACY),
)
