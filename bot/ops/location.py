"""Where the tables are kept: a file of SQLite, or a database of PostgreSQL."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeAlias
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

_SCHEMES: Final = ("postgresql://", "postgres://")
_FILE: Final = "sqlite:"


@dataclass(frozen=True, slots=True)
class Postgres:
    """A database of PostgreSQL, by an address as libpq takes it; what is printed of it has no password."""

    url: str = field(repr=False)

    def __str__(self) -> str:
        """The address without its password."""
        parts = urlsplit(self.url)
        person, at, host = parts.netloc.rpartition("@")
        user, secret, _ = person.partition(":")
        query = [(key, value) for key, value in parse_qsl(parts.query) if key != "password"]
        shown = f"{user}{':***' if secret else ''}{at}{host}"
        return urlunsplit((parts.scheme, shown, parts.path, urlencode(query, safe="/"), ""))

    @property
    def name(self) -> str:
        """The name of the database, as far as the address has one."""
        return urlsplit(self.url).path.strip("/")


DatabaseLocation: TypeAlias = Path | Postgres


def parse_location(text: str) -> DatabaseLocation:
    """The place that is meant by `postgresql://...`, `sqlite:FILE` or a plain path."""
    if text.startswith(_SCHEMES):
        return Postgres(text)
    return Path(text.removeprefix(_FILE))
