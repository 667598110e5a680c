"""What the database keeps, as values. Times are seconds since 1970 (UTC); ids are those of Discord."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.core import Seat


class Status(StrEnum):
    """Where a table stands in its life."""

    OPEN = "open"  # waiting for players: seats are free, or somebody was challenged
    PLAYING = "playing"
    OVER = "over"  # played to an outcome
    CLOSED = "closed"  # given up before it began


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody at a table. `seated` is false while a challenge waits for its answer.

    `picks` is canonical JSON: what they have chosen for themselves before the game begins.
    """

    seat: Seat
    user_id: int
    name: str
    seated: bool = True
    picks: str = "{}"


@dataclass(frozen=True, slots=True)
class Board:
    """The message that shows a table's current position."""

    channel_id: int
    message_id: int


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table to be opened. `options` is canonical JSON, `seed` the secret its chance is drawn from.

    `patience`: after how many seconds others may act for somebody who is awaited; 0: never. Where nobody
    has to be waited for, `state` and `counter` are those of a game that begins with its table. `day` is the
    ISO date of a deal of the day, which its host begins once. `follows` is the table that is played again.
    """

    game: str
    guild_id: int | None
    channel_id: int
    host_id: int
    options: str
    rules_version: int
    seed: str
    players: tuple[Player, ...]
    at: float
    patience: int = 0
    state: str | None = None
    counter: int = 0
    day: str | None = None
    follows: int | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """A table as it is on disk. `state` is the codec's JSON, none until the game has begun.

    `revision` grows by one with every saved change, `plies` counts the log, `head` is the hash of the
    last line of the log (of the header, as long as there is none). `patience` is as in `NewTable`;
    whoever must act has been awaited since `waiting_since`. `day` is the ISO date of a deal of the day.
    """

    id: int
    game: str
    guild_id: int | None
    channel_id: int
    host_id: int
    status: Status
    options: str
    rules_version: int
    seed: str
    counter: int
    revision: int
    plies: int
    head: str
    state: str | None
    players: tuple[Player, ...]
    board: Board | None
    created_at: float
    changed_at: float
    patience: int = 0
    waiting_since: float = 0.0
    day: str | None = None

    @property
    def code(self) -> str:
        """The table as people call it: `T7`."""
        return f"T{self.id}"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a table's log: who did what. `user_id` is none where nobody in particular did."""

    ply: int  # from 1
    seat: Seat
    user_id: int | None
    action: str  # canonical notation
    hash: str  # of the line before and this one, see engine.fairness
    at: float


@dataclass(frozen=True, slots=True)
class Change:
    """What one click does to a table, saved whole or not at all.

    It holds for the table as it was at `revision`; `action` is none for changes that are not moves
    (joining, accepting a challenge, closing), and then no line is added to the log. `options` come with the
    change that begins the game: what was agreed, written anew with what the players picked; `rules_version`
    may come with them, if it has changed while people gathered. What else is none stays as it is.
    """

    table: int
    revision: int
    interaction: int
    status: Status
    players: tuple[Player, ...]
    state: str | None
    counter: int
    at: float
    head: str
    seat: Seat | None = None
    user_id: int | None = None
    action: str | None = None
    options: str | None = None
    rules_version: int | None = None
    host_id: int | None = None
    waiting_since: float | None = None
