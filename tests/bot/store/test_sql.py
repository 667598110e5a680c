"""The SQL of the store and of features uses only what SQLite and PostgreSQL share."""

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
ALIAS: Final = re.compile(r' AS "\w+"')
ONLY_IN_SQLITE: Final = re.compile(
    r"INSERT OR|REPLACE INTO|IFNULL\(|GLOB\b|ROWID|strftime|datetime\(|==|LIMIT [?\d]+,|\?\d|`|\"",
    re.IGNORECASE,
)
"""PostgreSQL takes a text in double quotes for the name of a column."""


def find_statements(value: object) -> Iterator[str]:
    """Yield the SQL statements in a value of a module, also nested ones."""
    if isinstance(value, str):
        yield from [value] if STATEMENT.match(value) else []
    elif isinstance(value, tuple):
        for item in value:
            yield from find_statements(item)
    elif isinstance(value, dict):
        yield from find_statements(tuple(value.values()))


@pytest.mark.parametrize("name", MODULES)
def test_no_statement_is_for_sqlite_alone(name: str) -> None:
    module = importlib.import_module(name)
    found = {statement for value in vars(module).values() for statement in find_statements(value)}
    assert [statement for statement in found if ONLY_IN_SQLITE.search(ALIAS.sub("", statement))] == []
