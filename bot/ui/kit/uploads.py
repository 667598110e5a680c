"""Files that people bring, and how many of them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import discord
from discord.app_commands import Cooldown

from bot.errors import Refused

RATE: Final = 4
PER: Final = 60.0
"""How many games somebody can have checked within so many seconds."""

REMEMBERED: Final = 10_000
"""The most people whose last ones are remembered."""


class Uploads:
    """Who has a game checked now, and has had lately: one at a time a person, and `rate` in `per` seconds."""

    def __init__(self, rate: int = RATE, per: float = PER) -> None:
        self._rate = rate
        self._per = per
        self._busy = set[int]()
        self._lately = dict[int, Cooldown]()

    @contextmanager
    def turn(self, user_id: int, now: float) -> Iterator[None]:
        """Within it somebody's game is checked; raises `Refused` if another one is, or too many were."""
        if user_id in self._busy:
            raise Refused("upload-busy")
        cooldown = self._lately.pop(user_id, None) or Cooldown(self._rate, self._per)
        self._lately[user_id] = cooldown  # the longest unused are first
        while len(self._lately) > REMEMBERED:
            del self._lately[next(iter(self._lately))]
        if cooldown.update_rate_limit(now) is not None:
            raise Refused("upload-cooldown", when=f"<t:{int(now + cooldown.get_retry_after(now)) + 1}:R>")
        self._busy.add(user_id)
        try:
            yield
        finally:
            self._busy.discard(user_id)


async def read_text(key: str, file: discord.Attachment, largest: int) -> str:
    """The text of a file of at most so many bytes, the value of the option `key`.

    Refuses one that is too large, cannot be had, is empty, or is no text.
    """
    too_large = Refused("file-too-large", option=key, most=largest // 1024)
    if file.size > largest:
        raise too_large
    try:
        data = await file.read()
    except discord.HTTPException as error:
        raise Refused("file-not-read", option=key) from error
    if len(data) > largest:  # whatever Discord said of its size
        raise too_large
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Refused("file-not-text", option=key) from error
    if not text.strip():
        raise Refused("file-empty", option=key)
    return text
