"""News: what a process tells the others on its database that it has changed, and who hears it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, Self

from bot.store.errors import StoreError


class About(StrEnum):
    """What a piece of news is about."""

    TABLE = "table"  # it was changed by another process than the one that remembers it
    SHOW = "show"  # it is to be shown by the one whose it is
    PERSON = "person"  # how somebody wants to be treated
    SERVER = "server"  # what was settled there
    FORGOTTEN = "forgotten"  # somebody is nowhere any more
    COMMANDS = "commands"  # Discord has taken them


@dataclass(frozen=True, slots=True)
class News:
    """What a process has changed; `number` is the id of what it is about.

    `language` is what a person or a server speaks, `keeps_record` is of a server, `lines` are what there is
    to say besides where a table is shown.
    """

    about: About
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
    def read(cls, text: str) -> Self | None:
        """What was told; none if it is of a kind that this version does not know."""
        try:
            told = json.loads(text)
            return cls(
                About(told["about"]),
                int(told.get("number", 0)),
                str(told.get("language", "")),
                bool(told.get("keeps_record", False)),
                tuple(map(str, told.get("lines", ()))),
            )
        except (ValueError, KeyError, TypeError, AttributeError):
            return None


class Memory(Protocol):
    """What is remembered of a database, told in the event loop what has become of it."""

    def hear(self, news: News) -> None:
        """Another process has changed something, or this one has."""

    def lose(self) -> None:
        """From now on nothing is heard: what is remembered may be old."""

    def regain(self) -> None:
        """News are heard again; what came meanwhile was not."""


class Listener(Memory, Protocol):
    """Who besides is told."""

    def give_up(self, why: StoreError) -> None:
        """The shards are another one's now."""
