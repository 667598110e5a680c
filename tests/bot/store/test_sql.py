"""What the store and features ask is told to SQLite and PostgreSQL alike, in words that both know."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[3]
MODULES: Final = sorted(
    ".".join(file.relative_to(ROOT).with_suffix("").parts)
    for place in ("bot/store/*.py", "bot/store/upkeep/*.py", "bot/features/*/*.py")
    for file in ROOT.glob(place)
    if file.name not in ("__init__.py", "postgres.py", "hosted.py")
)
STATEMENT: Final = re.compile(r"(SELECT|INSERT|UPDATE|DELETE|WITH)\b")
ONLY_IN_SQLITE: Final = re.compile(
    r"INSERT OR|REPLACE INTO|IFNULL\(|GLOB\b|ROWID|strftime|datetime\(|==|LIMIT [?\d]+,|\?\d|`|\"",
    re.IGNORECASE,
)
"""To PostgreSQL a text in double quotes is the name of a column."""


def statements(value: object) -> Iterator[str]:
    """The statements among the values of a module."""
    if isinstance(value, str):
        yield from [value] if STATEMENT.match(value) else []
    elif isinstance(value, tuple):
        for one in value:
            yield from statements(one)
    elif isinstance(value, dict):
        yield from statements(tuple(value.values()))


@pytest.mark.parametrize("name", MODULES)
def test_no_statement_is_for_sqlite_alone(name: str) -> None:
    module = importlib.import_module(name)
    asked = {one for value in vars(module).values() for one in statements(value)}
    assert [one for one in asked if ONLY_IN_SQLITE.search(re.sub(r' AS "\w+"', "", one))] == []
