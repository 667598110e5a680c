"""Looking for somebody in a database: in every column of every table, and in the bytes of its files."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bot.ops.location import DatabaseLocation
from tests.databases import raw, tables_of


def every_row(place: DatabaseLocation) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every row of every table that the store has there, by the names of its columns."""
    for table in tables_of(place):
        with raw(place) as connection:
            cursor = connection.execute(f'SELECT * FROM "{table}"')  # noqa: S608
            names = [column[0] for column in cursor.description]
            for row in cursor.fetchall():
                yield table, dict(zip(names, row, strict=True))


def snapshot(place: DatabaseLocation) -> list[tuple[str, dict[str, Any]]]:
    """All that a database holds, to be compared."""
    return sorted(every_row(place), key=str)


def values_in(value: Any) -> Iterator[Any]:
    """A value, and what is in it if it is JSON."""
    yield value
    if isinstance(value, str):
        try:
            yield from _nested_values(json.loads(value))
        except ValueError:
            return


def _nested_values(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from _nested_values(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _nested_values(inner)
    else:
        yield value


def traces(place: DatabaseLocation, user_id: int, name: str) -> list[str]:
    """Where somebody stands in a database, as `table.column`: by their number, in any text, or by name."""
    number = re.compile(rf"(?<!\d){user_id}(?!\d)")
    drawn = re.compile("[0-9a-f]{32,}")  # hashes and keys have any number in them by chance

    def tells(value: Any) -> bool:
        if not isinstance(value, str) or drawn.fullmatch(value):
            return bool(value == user_id)
        return name in value or bool(number.search(value))

    return [
        f"{table}.{column}"
        for table, row in every_row(place)
        for column, value in row.items()
        if any(map(tells, values_in(value)))
    ]


def bytes_with(path: Path, user_id: int, name: str) -> list[str]:
    """The files of a database that have somebody's name in their bytes, or their number as SQLite has it."""
    wanted = (name.encode(), str(user_id).encode(), user_id.to_bytes(8, "big"))
    files = [file for file in path.parent.glob(f"{path.name}*") if not file.name.endswith("-shm")]
    return [file.name for file in files for sign in wanted if sign in file.read_bytes()]
