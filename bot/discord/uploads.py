"""Uploaded files."""

from __future__ import annotations

import discord

from bot.discord.failures import FAILURES
from bot.kernel.errors import Refused


async def read_text(key: str, file: discord.Attachment, largest: int) -> str:
    """Return the text of a file of at most `largest` bytes, the value of the option `key`.

    Refuses a file that is too large, unavailable, empty, or no text.
    """
    too_large = Refused("file-too-large", option=key, most=largest // 1024)
    if file.size > largest:
        raise too_large
    try:
        data = await file.read()
    except FAILURES as error:
        raise Refused("file-not-read", option=key) from error
    if len(data) > largest:  # whatever size Discord reported
        raise too_large
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Refused("file-not-text", option=key) from error
    if not text.strip():
        raise Refused("file-empty", option=key)
    return text
