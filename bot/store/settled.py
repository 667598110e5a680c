"""What those who manage a server have settled, as values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Openers(StrEnum):
    """Who may open tables in a server."""

    EVERYONE = "everyone"
    ROLE = "role"  # whoever has one role, and those who manage the server
    MANAGERS = "managers"  # those who may manage the server


@dataclass(frozen=True, slots=True)
class Server:
    """What those who manage a server have settled.

    `channels` are those where tables may be opened, with their threads; empty: in all. `most` is how many
    tables there may be at once; 0: any number. `language` is empty where they go by what Discord says.
    """

    guild_id: int
    opener: Openers = Openers.EVERYONE
    role_id: int | None = None
    channels: frozenset[int] = frozenset()
    most: int = 0
    language: str = ""
