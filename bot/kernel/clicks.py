"""Values of a request: who asks, where, and which table they want to open."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from bot.names import clean_name
from bot.store.model import Terms
from bot.words import ENGLISH
from engine.core import Seat

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class Person:
    """A Discord user. `bot` accounts cannot play."""

    id: int
    name: str
    bot: bool = False

    def __post_init__(self) -> None:
        """Clean the name for display."""
        object.__setattr__(self, "name", clean_name(self.name, self.id))


@dataclass(frozen=True, slots=True)
class Click:
    """Where a request comes from: who, in which channel, and Discord's id of the interaction.

    `home_id` is the parent channel of a thread. `roles` are the person's there, `manages` whether they may
    manage the server. `language` is the server's, `own_language` the person's, as Discord says; both are
    supported languages.
    """

    person: Person
    channel_id: int
    guild_id: int | None
    interaction: int
    home_id: int | None = None
    roles: frozenset[int] = frozenset()
    manages: bool = False
    language: str = ENGLISH
    own_language: str = ENGLISH


@dataclass(frozen=True, slots=True)
class Opening:
    """A table to open. `seat` None: by lot. `guest` None: a free seat for any player.

    `terms` are the agreed ones, apart from `options` and `hints`; `hints` None: the usual number
    (`usual_hints`). `bots` is how many bots sit down at once, at their `level`. `alone`: where others could
    join, the game begins without them. `own_seats` is how many seats the host takes in a game together.
    """

    game: str
    options: Mapping[str, str]
    seat: Seat | None
    guest: Person | None
    terms: Terms = field(default_factory=Terms)
    level: str | None = None
    bots: int = 0
    hints: int | None = None
    alone: bool = False
    own_seats: int = 1


async def in_channel(click: Click, ask: Callable[[int], Awaitable[tuple[Found, ...]]]) -> tuple[Found, ...]:
    """Look something up for a channel; for an empty thread, for its parent channel."""
    results = await ask(click.channel_id)
    return results if results or click.home_id is None else await ask(click.home_id)
