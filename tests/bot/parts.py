"""All parts of personal data, including those of features."""

from __future__ import annotations

from typing import Final

from bot.features import HOOKS
from bot.store.persons import data_queries

PARTS: Final = data_queries(HOOKS)
