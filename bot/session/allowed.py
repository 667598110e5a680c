"""How many hints there are at a table: what was agreed on, or what is usual."""

from __future__ import annotations

from typing import Any, Final

from bot.seating import is_for_one
from bot.store import Table, is_bot
from engine.core import Game

ANY_HINTS: Final = -1
"""As many hints as somebody wants, as a number of hints for each seat."""


def usual_hints(game: Game[Any, Any, Any, Any], bots: int = 0) -> int:
    """How many hints each seat may take if nothing was said: none where people play against each other."""
    return ANY_HINTS if game.cooperative or is_for_one(game) or bots else 0


def hints_at(game: Game[Any, Any, Any, Any], table: Table) -> int:
    """How many hints each seat may take at a table; any number in a duel whose other side is a bot by now."""
    against_bots = not game.cooperative and any(is_bot(player.user_id) for player in table.players)
    return ANY_HINTS if against_bots and not table.hints else table.hints
