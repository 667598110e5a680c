"""How many hints there are at a table: what was agreed on, or what is usual."""

from __future__ import annotations

from typing import Any, Final

from bot.seats import is_for_one
from bot.store import Table, is_bot
from engine.core import Game

ANY_HINTS: Final = -1
"""As many hints as somebody wants, as a number of hints for each seat."""

NEVER: Final = -2
"""None where there would be any number: somebody plays against a bot and wants no hints."""


def usual_hints(game: Game[Any, Any, Any, Any], bots: int = 0) -> int:
    """How many hints each seat may take if nothing was said: none where people play against each other."""
    return ANY_HINTS if game.cooperative or is_for_one(game) or bots else 0


def agreed_hints(game: Game[Any, Any, Any, Any], said: int | None, bots: int) -> int:
    """How many hints a new table keeps, if somebody `said` so many, or said nothing."""
    usual = usual_hints(game, bots)
    if said is None:
        return usual
    return NEVER if said == 0 and bots and not game.cooperative else said


def hints_at(game: Game[Any, Any, Any, Any], table: Table) -> int:
    """How many hints each seat may take: any number in a duel whose other side has become a bot."""
    if table.hints == NEVER:
        return 0
    against_bots = not game.cooperative and any(is_bot(player.user_id) for player in table.players)
    return ANY_HINTS if against_bots and not table.hints else table.hints
