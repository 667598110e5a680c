"""What a bot remarks on a move, in its own words, where the board has room for them."""

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
"""The most words of a turn; where several play together, of what there is to do."""


def remark_text(words: Words, of: Remark) -> str:
    """One line: who says it, and what."""
    whose = "own" if of.own else "yours"
    said = words(f"remark.{of.level}.{whose}.{of.mark}.{of.number}")
    return words("remark", name=bot_name(of.level), said=said)


def has_room(words: Words, shown: Shown, line: str) -> bool:
    """Whether a board that says one line more is still read at a glance."""
    layout = message_of(words, shown, Trace("remark", 0), (line,), picture=b"").layout
    texts = (item.content for item in layout.walk_children() if isinstance(item, discord.ui.TextDisplay))
    story = events_text(words, shown) if shown.entry.game.cooperative else ""
    return sum(map(_count_words, texts)) - _count_words(story) <= TURN


def _count_words(text: str) -> int:
    """The words of a text; a mention is one."""
    return sum(any(map(str.isalnum, word)) for word in text.split())
