"""What a session gives back: a table to be shown, and what is new."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bot.games.catalogue import AnyEntry
from bot.store import Table
from engine.core import Seat


@dataclass(frozen=True, slots=True)
class News:
    """What the house has to tell besides the game: the key of the sentence, and the names that fill it.

    `house` is the seat that it has just played for.
    """

    key: str
    name: str
    other: str = ""
    house: Seat | None = None


@dataclass(frozen=True, slots=True)
class Shown:
    """A table to be shown: its state, what just happened, and how far a guided move has come.

    `new_turn` tells that a new message is due; otherwise the message that is there changes in place.
    `stays` is a turn that nobody else waits for: it needs no new message, if the one that is there is young.
    `picture` is the board as PNG, if it has been drawn already. `asleep` are users for whom it is night: they
    are called when they wake up. `recalled` is what the last line did, where nothing is new.
    """

    table: Table
    entry: AnyEntry
    state: Any | None
    events: tuple[Any, ...] = ()
    path: str = ""
    new_turn: bool = True
    picture: bytes | None = None
    news: News | None = None
    stays: bool = False
    asleep: frozenset[int] = frozenset()
    recalled: tuple[Any, ...] = ()


Sketch = Callable[[Shown], bytes | None]
"""Draws a table as it will stand; none if that fails."""
