"""The text of a remark, where the board has room for it."""

from __future__ import annotations

from typing import Final

import discord

from bot.features.remarks.service import Remark
from bot.kernel.session import Shown
from bot.kernel.trace import Trace
from bot.store import bot_name
from bot.ui.play.board_layout import events_text, message_of
from bot.words import Words

TURN: Final = 40
"""The most words of a board with a remark; in cooperative games not counting the story."""


def remark_text(words: Words, remark: Remark) -> str:
    """One line: the bot's name and the remark."""
    whose = "own" if remark.own else "yours"
    text = words(f"remark.{remark.level}.{whose}.{remark.mark}.{remark.number}")
    return words("remark", name=bot_name(remark.level), said=text)


def has_room(words: Words, shown: Shown, line: str) -> bool:
    """Whether a board with one more line can still be read at a glance."""
    layout = message_of(words, shown, Trace("remark", 0), (line,), picture=b"").layout
    texts = (item.content for item in layout.walk_children() if isinstance(item, discord.ui.TextDisplay))
    story = events_text(words, shown) if shown.entry.game.cooperative else ""
    return sum(map(_count_words, texts)) - _count_words(story) <= TURN


def _count_words(text: str) -> int:
    """The words of a text; a mention is one."""
    return sum(any(map(str.isalnum, word)) for word in text.split())
