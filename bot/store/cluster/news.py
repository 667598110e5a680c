"""Change notices between processes on one database, and the protocols of their receivers."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, Self

from bot.store.errors import StoreError


class ChangeSubject(StrEnum):
    """The subject of a change notice."""

    TABLE = "table"  # changed by another process than its owner
    SHOW = "show"  # to be shown by its owner
    PERSON = "person"  # preferences
    SERVER = "server"  # settings
    FORGOTTEN = "forgotten"  # a forgotten person
    COMMANDS = "commands"  # Discord has accepted new commands


@dataclass(frozen=True, slots=True)
class ChangeNotice:
    """A change by a process; `number` is the id of its subject.

    `language` is a person's or a server's, `keeps_record` a server's setting, `lines` are texts to add where
    a table is shown.
    """

    about: ChangeSubject
    number: int = 0
    language: str = ""
    keeps_record: bool = False
    lines: tuple[str, ...] = ()

    def __str__(self) -> str:
        """The notice as JSON."""
        data = {"about": self.about, "number": self.number, "language": self.language}
        data |= {"keeps_record": self.keeps_record, "lines": self.lines}
        return json.dumps({name: value for name, value in data.items() if value}, ensure_ascii=False)

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """Parse a notice; None if this version does not know its kind."""
        try:
            data = json.loads(text)
            return cls(
                ChangeSubject(data["about"]),
                int(data.get("number", 0)),
                str(data.get("language", "")),
                bool(data.get("keeps_record", False)),
                tuple(map(str, data.get("lines", ()))),
            )
        except (ValueError, KeyError, TypeError, AttributeError):
            return None


class ChangeObserver(Protocol):
    """A cache of a database, notified of changes in the event loop."""

    def handle_change(self, news: ChangeNotice) -> None:
        """Handle a change by another process, or by this one."""

    def handle_disconnect(self) -> None:
        """Handle that changes cannot be heard from now on: cached data may be outdated."""

    def handle_reconnect(self) -> None:
        """Handle that changes can be heard again; those meanwhile were missed."""


class ClusterListener(ChangeObserver, Protocol):
    """Another receiver of changes."""

    def handle_shards_lost(self, why: StoreError) -> None:
        """Handle that the shards belong to another process now."""
