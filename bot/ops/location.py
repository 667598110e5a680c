"""The location of a database: a file of SQLite, or a database of PostgreSQL."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeAlias

_SCHEMES: Final = ("postgresql://", "postgres://")
_FILE: Final = "sqlite:"

_CODE: Final = "%[0-9A-Fa-f]{2}"
_HOST: Final = rf"(?:\[[\w:.%]+\]|(?:[\w.~-]|{_CODE})*)(?::\d+)?"
_OPTION: Final = rf"\w+=(?:[^\s@?#%&=]|{_CODE})*"
_ADDRESS: Final = re.compile(
    rf"(?P<scheme>postgres(?:ql)?://)"
    rf"(?:(?P<user>(?:[^\s@:/?#%]|{_CODE})*)(?::(?P<password>(?:[^\s@/?#%]|{_CODE})*))?(?P<at>@))?"
    rf"(?P<host>{_HOST}(?:,{_HOST})*)"
    rf"(?P<path>/(?:[^\s@/?#%]|{_CODE})*)?"
    rf"(?:\?(?P<query>(?:{_OPTION}(?:&{_OPTION})*)?))?"
)
"""An address that can be read in one way only: libpq takes the first @ or / for the end of the password."""

_SHOWN: Final = frozenset({"host", "hostaddr", "port", "sslmode"})
"""The options in the query that are printed; others may be secret, such as password and sslpassword."""

_WITHOUT_SCHEME: Final = re.compile(r"..+:.*@", re.DOTALL)
"""What is an address with a password, and no file; one letter and a colon begin a path of Windows."""

_ESCAPES: Final = ", ".join(f"%{ord(letter):02X} for {letter}" for letter in "@#/?%")

_WRITE: Final = f"write postgresql://user:password@host/database, and in the password {_ESCAPES}"


@dataclass(frozen=True, slots=True)
class Postgres:
    """A database of PostgreSQL, by its libpq address; it is printed without the password."""

    url: str = field(repr=False)

    def __post_init__(self) -> None:
        """Refuse an address whose password may end elsewhere than it seems; raises `ValueError`."""
        self._parts()

    def __str__(self) -> str:
        """The address without its password."""
        parts = self._parts()
        secret = ":***" if parts["password"] else ""
        shown = f"{parts['scheme']}{parts['user']}{secret}{parts['at']}{parts['host']}{parts['path']}"
        options = [one for one in parts["query"].split("&") if one.partition("=")[0] in _SHOWN]
        return f"{shown}?{'&'.join(options)}" if options else shown

    @property
    def name(self) -> str:
        """The name of the database, if the address has one."""
        return self._parts()["path"].strip("/")

    def _parts(self) -> dict[str, str]:
        match = _ADDRESS.fullmatch(self.url)
        if match is None:
            raise ValueError(_WRITE)
        return match.groupdict("")


DatabaseLocation: TypeAlias = Path | Postgres


def parse_location(text: str) -> DatabaseLocation:
    """Parse `postgresql://...`, `sqlite:FILE` or a plain path; raises `ValueError` for other addresses.

    No message repeats a part that may be the password.
    """
    if text.startswith(_SCHEMES):
        return Postgres(text)
    if text.startswith(_FILE) and not text.startswith(f"{_FILE}//"):
        return Path(text.removeprefix(_FILE))
    scheme, separator, _ = text.partition("://")
    if separator and re.fullmatch(r"[\w+]+", scheme):  # else a folder of that name, the password in the next
        raise ValueError(f"{scheme}:// is no database of Taproom: write postgresql:// or the path of a file")
    if separator or _WITHOUT_SCHEME.match(text):
        raise ValueError(_WRITE)
    return Path(text)
