"""All parts of what is kept about somebody, those of features included."""

from __future__ import annotations

from typing import Final

from bot.features import HOOKS
from bot.store.persons import data_queries

PARTS: Final = data_queries(HOOKS)
