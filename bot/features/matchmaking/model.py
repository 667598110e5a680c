"""A search for an opponent, and how fast somebody wants to play."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bot.names import clean_name


class Pace(StrEnum):
    """How fast somebody wants to play whom the bot finds for them."""

    QUICK = "quick"  # both are there
    DAY = "day"  # a day for a move
    SLOW = "slow"  # three of them


@dataclass(frozen=True, slots=True)
class OpponentSearch:
    """Somebody looks for an opponent in a game, from `since` until `ends`, in a server.

    `name` is what they are called there, `language` what is spoken; `near`: against somebody about as strong
    as they are. `channel_id` is where their server wants to see the table; none: it does not any more.
    """

    user_id: int
    game: str
    guild_id: int
    name: str
    language: str
    pace: Pace
    rated: bool
    near: bool
    since: float
    ends: float
    channel_id: int | None = None

    def __post_init__(self) -> None:
        """The name as everybody may read it."""
        object.__setattr__(self, "name", clean_name(self.name, self.user_id))
