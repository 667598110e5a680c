"""Who asks for something, where, and what table they want. Values only."""

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
    """Somebody on Discord. `bot` accounts cannot play."""

    id: int
    name: str
    bot: bool = False

    def __post_init__(self) -> None:
        """The name as everybody may read it."""
        object.__setattr__(self, "name", clean_name(self.name, self.id))


@dataclass(frozen=True, slots=True)
class Click:
    """Where a request comes from: who, in which channel, and Discord's id of the interaction.

    `home_id` is the channel of the thread, if it is one. `roles` are those of the person there, `manages`
    tells whether they may manage the server. `language` is what is spoken there, `own_language` what the
    person speaks, as Discord says; both are languages of the house.
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
    """A table somebody wants. `seat` none: by lot. `guest` none: a free seat for whoever joins.

    `terms` are those that were agreed, apart from `options` and `hints`; `hints` none: as is usual
    (`usual_hints`). `bots` are how many of the house's players sit down at once, at a `level` of theirs.
    `alone`: where others could join, nobody is waited for.
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


async def in_channel(click: Click, ask: Callable[[int], Awaitable[tuple[Found, ...]]]) -> tuple[Found, ...]:
    """What there is of a channel; in a thread where there is nothing, of the channel it belongs to."""
    found = await ask(click.channel_id)
    return found if found or click.home_id is None else await ask(click.home_id)
