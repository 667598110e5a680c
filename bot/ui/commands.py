"""All slash commands, as Discord lists them. Each is defined in the room that answers it."""

from __future__ import annotations

from typing import Any, Final

from discord import app_commands

from bot.ui.fair import EXPORT, VERIFY
from bot.ui.help.guide import ABOUT, HELP
from bot.ui.help.hint import HINT
from bot.ui.help.odds import ODDS
from bot.ui.help.rules import RULES
from bot.ui.history.fork import FORK
from bot.ui.history.leafing import HISTORY
from bot.ui.history.log import LOG_COMMAND
from bot.ui.history.undo import UNDO
from bot.ui.kit.command import AppCommand, Catalogue, Command, Group, app_commands_of
from bot.ui.learn.puzzle import PUZZLE
from bot.ui.people.games import GAMES
from bot.ui.people.privacy import PRIVACY
from bot.ui.people.settings import SETTINGS
from bot.ui.people.stats import STATS
from bot.ui.play.challenge import CHALLENGE
from bot.ui.play.moves import PLAY_MOVE
from bot.ui.play.opening import PLAY
from bot.ui.review.reviewing import REVIEW
from bot.ui.server import SERVER
from bot.ui.table.close import CLOSE
from bot.ui.table.language import TABLE_LANGUAGE
from bot.ui.table.looking import BOARD, LEAVING, RESIGN
from bot.ui.tournament.taking_part import TOURNAMENT
from bot.ui.transfer import ARRIVE, TRANSFER

_TABLE: Final = (
    FORK,
    LOG_COMMAND,
    VERIFY,
    EXPORT,
    TRANSFER,
    CLOSE,
    TABLE_LANGUAGE,
    ARRIVE,
)


def commands() -> tuple[Command | Group, ...]:
    """Every command of the bot."""
    return (
        PLAY,
        PLAY_MOVE,
        BOARD,
        GAMES,
        HINT,
        ODDS,
        HISTORY,
        UNDO,
        RESIGN,
        LEAVING,
        Group("table", "command.tables", _TABLE),
        TOURNAMENT,
        STATS,
        SETTINGS,
        PRIVACY,
        SERVER,
        REVIEW,
        PUZZLE,
        RULES,
        HELP,
        ABOUT,
    )


_COMMANDS: Final[dict[tuple[str, ...], tuple[AppCommand, ...]]] = {}
"""The commands by the keys of the games they name. All bots of a process share them: tests start many."""


def add_commands(tree: app_commands.CommandTree[Any], catalogue: Catalogue) -> None:
    """Put every command of the bot, and what stands in the menu of a person, into the tree."""
    games = tuple(catalogue)
    if games not in _COMMANDS:
        _COMMANDS[games] = app_commands_of(catalogue, commands(), (CHALLENGE,))
    for command in _COMMANDS[games]:
        tree.add_command(command)
