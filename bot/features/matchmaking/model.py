"""A search for an opponent, and its pace."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bot.names import clean_name


class Pace(StrEnum):
    """The pace of a game that the bot arranges."""

    QUICK = "quick"  # both are online
    DAY = "day"  # a day a move
    SLOW = "slow"  # three days a move


@dataclass(frozen=True, slots=True)
class OpponentSearch:
    """A user's search for an opponent in a game, from `since` until `ends`, in a server.

    `name` is the user's name there, `language` the channel's; `near`: only opponents of similar strength.
    `channel_id` is the server's channel for such tables; none if it no longer takes part.
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
        """Clean the name for display."""
        object.__setattr__(self, "name", clean_name(self.name, self.user_id))
