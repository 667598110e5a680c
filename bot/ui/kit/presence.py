"""Who is there: when people used a table last, where they choose in private, and what a channel showed last.

All of it in memory, and bounded: a restart forgets it, and whoever waits is called once more than needed.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

import aiohttp
import discord

THERE: Final = 60.0
"""Seconds for which somebody who has used a table looks at it still."""

UPDATES: Final = (
    discord.InteractionResponseType.message_update,
    discord.InteractionResponseType.deferred_message_update,
)
"""After these the original response is the message that was clicked, after others a message of its own."""

LIVES: Final = 15 * 60.0
"""Seconds for which Discord takes what is done by an interaction."""

REMEMBERED: Final = 5_000
"""The most people at tables, and the most channels, that are remembered."""


class Presence:
    """What is known of who looks where."""

    def __init__(self) -> None:
        self._used = OrderedDict[tuple[int, int], float]()
        self._choosing = OrderedDict[tuple[int, int, bool], _Choosing]()
        self._newest = OrderedDict[int, int]()
        self._private = OrderedDict[int, None]()

    # Who is there

    def uses(self, table_id: int, user_id: int, now: float) -> None:
        """Somebody uses a table, at a time in seconds since 1970."""
        _remember(self._used, (table_id, user_id), now)

    def are_there(self, table_id: int, users: Iterable[int], now: float) -> bool:
        """Whether all of these people used a table so lately that they see what becomes of it."""
        return all(now - self._used.get((table_id, user), -THERE) < THERE for user in users)

    # What a channel showed last

    def whispers(self, message_id: int) -> None:
        """One person is told something: nobody else sees that message."""
        _remember(self._private, message_id, None)

    def told(self, channel_id: int, message_id: int) -> None:
        """Discord has told the newest message of a channel; what one person is told hides nothing."""
        if message_id not in self._private:
            _remember(self._newest, channel_id, max(message_id, self._newest.get(channel_id, 0)))

    def has_drifted(self, channel_id: int, message_id: int) -> bool:
        """Whether a message has others below it, as far as it is known."""
        return self._newest.get(channel_id, 0) > message_id

    # Where somebody chooses

    async def opens(
        self, table_id: int, message_id: int, interaction: discord.Interaction, *, aside: bool = False
    ) -> None:
        """Somebody chooses at a table in this private message, by which the interaction was answered.

        Another one that was open before goes: it is one a person and table, and one more of what is their own
        there (`aside`), which one may look at while one chooses.
        """
        key, dead = (table_id, interaction.user.id, aside), time.monotonic() - LIVES
        before = self._choosing.pop(key, None)
        _remember(self._choosing, key, _choosing(interaction, message_id))
        while next(iter(self._choosing.values())).opened < dead:
            self._choosing.popitem(last=False)
        if before is not None and before.message_id != message_id:
            await before.take_away()

    async def closes(self, table_id: int, user_id: int, *, gone: int | None = None) -> None:
        """They have played: the messages in which they chose and looked go, but what is `gone` already."""
        for aside in (False, True):
            before = self._choosing.pop((table_id, user_id, aside), None)
            if before is not None and before.message_id != gone:
                await before.take_away()


@dataclass(frozen=True, slots=True)
class _Choosing:
    """A private message, the interaction that can delete it, and whether it is its original response.

    That is found out at once: what was clicked is let go of when the interaction is served.
    """

    message_id: int
    interaction: discord.Interaction
    is_original: bool
    opened: float

    async def take_away(self) -> None:
        """It goes, if it is there still."""
        with suppress(discord.HTTPException, aiohttp.ClientError, OSError):
            if self.is_original:
                await self.interaction.delete_original_response()
            else:
                await self.interaction.followup.delete_message(self.message_id)


async def take_away(interaction: discord.Interaction, message_id: int) -> None:
    """The private message that answered somebody, or that they clicked, goes, if it is there still."""
    await _choosing(interaction, message_id).take_away()


def _choosing(interaction: discord.Interaction, message_id: int) -> _Choosing:
    """Where a click was deferred, its original response is the clicked message, be that the board."""
    clicked = interaction.message is not None and interaction.message.id == message_id
    is_original = clicked == (interaction.response.type in UPDATES)
    return _Choosing(message_id, interaction, is_original, time.monotonic())


def newest_in(payload: dict[str, Any]) -> tuple[int, int] | None:
    """The channel of an interaction and its newest message, as Discord sends them; none where it does not."""
    channel = payload.get("channel") or {}
    try:
        return int(channel["id"]), int(channel["last_message_id"])
    except (KeyError, TypeError, ValueError):
        return None


def _remember(kept: OrderedDict[Any, Any], key: object, value: object) -> None:
    """Keep it as the newest, and the oldest no more where there are too many."""
    kept[key] = value
    kept.move_to_end(key)
    while len(kept) > REMEMBERED:
        kept.popitem(last=False)
