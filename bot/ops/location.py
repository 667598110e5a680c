"""The location of a database: a file of SQLite, or a database of PostgreSQL."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeAlias
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

_SCHEMES: Final = ("postgresql://", "postgres://")
_FILE: Final = "sqlite:"


@dataclass(frozen=True, slots=True)
class Postgres:
    """A database of PostgreSQL, by its libpq address; it is printed without the password."""

    url: str = field(repr=False)

    def __str__(self) -> str:
        """The address without its password."""
        parts = urlsplit(self.url)
        person, separator, host = parts.netloc.rpartition("@")
        user, secret, _ = person.partition(":")
        query = [(key, value) for key, value in parse_qsl(parts.query) if key != "password"]
        shown = f"{user}{':***' if secret else ''}{separator}{host}"
        return urlunsplit((parts.scheme, shown, parts.path, urlencode(query, safe="/"), ""))

    @property
    def name(self) -> str:
        """The name of the database, if the address has one."""
        return urlsplit(self.url).path.strip("/")


DatabaseLocation: TypeAlias = Path | Postgres


def parse_location(text: str) -> DatabaseLocation:
    """Parse `postgresql://...`, `sqlite:FILE` or a plain path; raises `ValueError` for other addresses."""
    if text.startswith(_SCHEMES):
        return Postgres(text)
    scheme, separator, _ = text.partition("://")
    if separator:  # else it would be a folder of that name, with the password in the next one's
        raise ValueError(f"{scheme}:// is no database of Taproom: write postgresql:// or the path of a file")
    return Path(text.removeprefix(_FILE))
