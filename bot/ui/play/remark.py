"""What a bot remarks on a move, in its own words."""

from __future__ import annotations

from bot.session.remarks import Remark
from bot.store import bot_name
from bot.words import Words


def remark(words: Words, of: Remark) -> str:
    """One line: who says it, and what."""
    whose = "own" if of.own else "yours"
    said = words(f"remark.{of.level}.{whose}.{of.mark}.{of.number}")
    return words("remark", name=bot_name(of.level), said=said)
