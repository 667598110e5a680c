"""News: what a process tells the others on its database that it has changed, and who hears it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, Self

from bot.store.errors import StoreError


class ChangeSubject(StrEnum):
    """What a piece of news is about."""

    TABLE = "table"  # it was changed by another process than the one that remembers it
    SHOW = "show"  # it is to be shown by the one whose it is
    PERSON = "person"  # how somebody wants to be treated
    SERVER = "server"  # what was settled there
    FORGOTTEN = "forgotten"  # somebody is nowhere any more
    COMMANDS = "commands"  # Discord has taken them


@dataclass(frozen=True, slots=True)
class ChangeNotice:
    """What a process has changed; `number` is the id of what it is about.

    `language` is what a person or a server speaks, `keeps_record` is of a server, `lines` are what there is
    to say besides where a table is shown.
    """

    about: ChangeSubject
    number: int = 0
    language: str = ""
    keeps_record: bool = False
    lines: tuple[str, ...] = ()

    def __str__(self) -> str:
        """As it is told."""
        told = {"about": self.about, "number": self.number, "language": self.language}
        told |= {"keeps_record": self.keeps_record, "lines": self.lines}
        return json.dumps({name: value for name, value in told.items() if value}, ensure_ascii=False)

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """What was told; none if it is of a kind that this version does not know."""
        try:
            told = json.loads(text)
            return cls(
                ChangeSubject(told["about"]),
                int(told.get("number", 0)),
                str(told.get("language", "")),
                bool(told.get("keeps_record", False)),
                tuple(map(str, told.get("lines", ()))),
            )
        except (ValueError, KeyError, TypeError, AttributeError):
            return None


class ChangeObserver(Protocol):
    """What is remembered of a database, told in the event loop what has become of it."""

    def handle_change(self, news: ChangeNotice) -> None:
        """Another process has changed something, or this one has."""

    def handle_disconnect(self) -> None:
        """From now on nothing is heard: what is remembered may be old."""

    def handle_reconnect(self) -> None:
        """News are heard again; what came meanwhile was not."""


class ClusterListener(ChangeObserver, Protocol):
    """Who besides is told."""

    def handle_shards_lost(self, why: StoreError) -> None:
        """The shards are another one's now."""
