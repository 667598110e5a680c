"""Who is present: last uses of tables, open private menus, and the newest messages of channels.

All of it in memory, and bounded: a restart forgets it, at the cost of one ping more than needed.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from bot.discord.answer import Removal

THERE: Final = 60.0
"""Seconds for which a player who used a table counts as still looking."""

LIVES: Final = 15 * 60.0
"""Seconds for which Discord accepts changes by an interaction."""

REMEMBERED: Final = 5_000
"""The most users at tables, and the most channels, that are remembered."""


class Presence:
    """Tracks which users look where."""

    def __init__(self) -> None:
        self._used = OrderedDict[tuple[int, int], float]()
        self._choosing = OrderedDict[tuple[int, int, bool], _PrivateMenu]()
        self._newest = OrderedDict[int, int]()
        self._private = OrderedDict[int, None]()

    # Presence at tables

    def note_use(self, table_id: int, user_id: int, now: float) -> None:
        """Note that a user uses a table, at `now` in seconds since 1970."""
        _remember(self._used, (table_id, user_id), now)

    def are_there(self, table_id: int, users: Iterable[int], now: float) -> bool:
        """Whether all of these users used a table so recently that they see its changes."""
        return all(now - self._used.get((table_id, user), -THERE) < THERE for user in users)

    # Newest messages of channels

    def note_private_message(self, message_id: int) -> None:
        """Note a private message, which no other user sees."""
        _remember(self._private, message_id, None)

    def note_newest_message(self, channel_id: int, message_id: int) -> None:
        """Note the newest message of a channel; private messages hide nothing."""
        if message_id not in self._private:
            _remember(self._newest, channel_id, max(message_id, self._newest.get(channel_id, 0)))

    def has_drifted(self, channel_id: int, message_id: int) -> bool:
        """Whether a message has others below it, as far as it is known."""
        return self._newest.get(channel_id, 0) > message_id

    # Private menus

    async def note_private_menu(
        self, table_id: int, user_id: int, message_id: int, remove: Removal, *, aside: bool = False
    ) -> None:
        """Note a private menu of a user at a table, which `remove` takes away.

        The previous one is closed: there is one for each user and table, and one more with `aside`, for
        looking something up while choosing.
        """
        key, now = (table_id, user_id, aside), time.monotonic()
        before, dead = self._choosing.pop(key, None), now - LIVES
        _remember(self._choosing, key, _PrivateMenu(message_id, remove, now))
        while next(iter(self._choosing.values())).opened < dead:
            self._choosing.popitem(last=False)
        if before is not None and before.message_id != message_id:
            await before.remove()

    async def close_private_menus(self, table_id: int, user_id: int, *, gone: int | None = None) -> None:
        """Close a user's private menus after a move, except `gone`, which is removed already."""
        for aside in (False, True):
            before = self._choosing.pop((table_id, user_id, aside), None)
            if before is not None and before.message_id != gone:
                await before.remove()


@dataclass(frozen=True, slots=True)
class _PrivateMenu:
    """An open private menu: its message, its removal, and since when it is open."""

    message_id: int
    remove: Removal
    opened: float


def newest_in(payload: dict[str, Any]) -> tuple[int, int] | None:
    """Return the channel and its newest message from an interaction's payload; None if missing."""
    channel = payload.get("channel") or {}
    try:
        return int(channel["id"]), int(channel["last_message_id"])
    except (KeyError, TypeError, ValueError):
        return None


def _remember(entries: OrderedDict[Any, Any], key: object, value: object) -> None:
    """Store an entry as the newest, and drop the oldest if there are too many."""
    entries[key] = value
    entries.move_to_end(key)
    while len(entries) > REMEMBERED:
        entries.popitem(last=False)
