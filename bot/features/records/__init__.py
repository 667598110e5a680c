"""A group's record with a game's options, how near they were, and the next harder step."""

from __future__ import annotations

from typing import Final

from bot.features.records.english import ENGLISH
from bot.features.records.lines import end_lines
from bot.features.records.storage import RecordStorage
from bot.kernel.feature import AtTable, Feature

RECORDS: Final = Feature(
    key="records",
    service=lambda session: RecordStorage(session.context.store),
    english=ENGLISH,
    at_table=AtTable(end_lines=end_lines),
)
