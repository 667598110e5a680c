"""`/play`: the panel, or a game and an opponent, for users who type."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from discord import app_commands

from bot.discord.command import Catalogue, Command, CommandOption, Someone
from bot.discord.limits import OPENING, Limit
from bot.discord.request import Request
from bot.kernel.errors import Refused
from bot.ui.play.panel import challenge_user, show_game, show_panel
from bot.ui.play.setup_draft import SetupDraft


def _games(catalogue: Catalogue) -> list[app_commands.Choice[Any]]:
    """Return the games by their titles, which are the same in every language."""
    return [app_commands.Choice(name=entry.game.title, value=key) for key, entry in catalogue.items()]


def _limit(given: Mapping[str, Any]) -> Limit | None:
    """Limit commands that open a table; the panel itself costs nothing."""
    return OPENING if given.get("game") and given.get("opponent") else None


async def play_command(request: Request, game: str | None = None, opponent: Someone | None = None) -> None:
    """Show the panel, or the page of a game; with an opponent, challenge them."""
    if game is None:
        await show_panel(request, None if opponent is None else opponent.id)
        return
    entry = request.session.catalogue.get(game)
    if entry is None:
        raise Refused("outdated-command")
    if opponent is None:
        await show_game(request, entry, SetupDraft())
    else:
        await challenge_user(request, entry, opponent)


PLAY: Final = Command(
    "play",
    "command.play",
    play_command,
    {
        "game": CommandOption("command.play.game", choices=_games),
        "opponent": CommandOption("command.play.opponent"),
    },
    posts=True,
    limit=_limit,
)
