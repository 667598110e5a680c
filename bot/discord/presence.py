"""Who is there: when people used a table last, where they choose in private, and what a channel showed last.

All of it in memory, and bounded: a restart forgets it, and whoever waits is called once more than needed.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from bot.discord.answer import Removal

THERE: Final = 60.0
"""Seconds for which somebody who has used a table looks at it still."""

LIVES: Final = 15 * 60.0
"""Seconds for which Discord takes what is done by an interaction."""

REMEMBERED: Final = 5_000
"""The most people at tables, and the most channels, that are remembered."""


class Presence:
    """What is known of who looks where."""

    def __init__(self) -> None:
        self._used = OrderedDict[tuple[int, int], float]()
        self._choosing = OrderedDict[tuple[int, int, bool], _PrivateMenu]()
        self._newest = OrderedDict[int, int]()
        self._private = OrderedDict[int, None]()

    # Who is there

    def note_use(self, table_id: int, user_id: int, now: float) -> None:
        """Somebody uses a table, at a time in seconds since 1970."""
        _remember(self._used, (table_id, user_id), now)

    def are_there(self, table_id: int, users: Iterable[int], now: float) -> bool:
        """Whether all of these people used a table so lately that they see what becomes of it."""
        return all(now - self._used.get((table_id, user), -THERE) < THERE for user in users)

    # What a channel showed last

    def note_private_message(self, message_id: int) -> None:
        """One person is told something: nobody else sees that message."""
        _remember(self._private, message_id, None)

    def note_newest_message(self, channel_id: int, message_id: int) -> None:
        """Discord has told the newest message of a channel; what one person is told hides nothing."""
        if message_id not in self._private:
            _remember(self._newest, channel_id, max(message_id, self._newest.get(channel_id, 0)))

    def has_drifted(self, channel_id: int, message_id: int) -> bool:
        """Whether a message has others below it, as far as it is known."""
        return self._newest.get(channel_id, 0) > message_id

    # Where somebody chooses

    async def note_private_menu(
        self, table_id: int, user_id: int, message_id: int, remove: Removal, *, aside: bool = False
    ) -> None:
        """Somebody chooses at a table in this private message, which `remove` takes away.

        Another one that was open before goes: it is one a person and table, and one more of what is their own
        there (`aside`), which one may look at while one chooses.
        """
        key, now = (table_id, user_id, aside), time.monotonic()
        before, dead = self._choosing.pop(key, None), now - LIVES
        _remember(self._choosing, key, _PrivateMenu(message_id, remove, now))
        while next(iter(self._choosing.values())).opened < dead:
            self._choosing.popitem(last=False)
        if before is not None and before.message_id != message_id:
            await before.remove()

    async def close_private_menus(self, table_id: int, user_id: int, *, gone: int | None = None) -> None:
        """They have played: the messages in which they chose and looked go, but what is `gone` already."""
        for aside in (False, True):
            before = self._choosing.pop((table_id, user_id, aside), None)
            if before is not None and before.message_id != gone:
                await before.remove()


@dataclass(frozen=True, slots=True)
class _PrivateMenu:
    """A private message, what takes it away, and since when it is open."""

    message_id: int
    remove: Removal
    opened: float


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
