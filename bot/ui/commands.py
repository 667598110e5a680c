"""All slash commands, as Discord lists them. Each is defined in the module that answers it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from discord import app_commands

from bot.discord.command import AppCommand, Catalogue, Command, CommandGroup, app_commands_of
from bot.kernel.feature import Feature
from bot.ui.play.challenge import CHALLENGE
from bot.ui.play.moves import PLAY_MOVE
from bot.ui.play.opening import PLAY
from bot.ui.table.board_command import BOARD, LEAVING, RESIGN
from bot.ui.table.close import CLOSE
from bot.ui.table.language import TABLE_LANGUAGE

_TABLE: Final = (CLOSE, TABLE_LANGUAGE)


def commands_of(feature: Feature, features: Sequence[Feature]) -> list[Command | CommandGroup]:
    """Return the commands of a feature, given all enabled features."""
    return [command(features) if callable(command) else command for command in feature.commands]


def commands(features: Sequence[Feature]) -> tuple[Command | CommandGroup, ...]:
    """Return all commands, given the enabled features."""
    beneath_table = [command for feature in features for command in feature.table_commands]
    return (
        PLAY,
        PLAY_MOVE,
        BOARD,
        RESIGN,
        LEAVING,
        CommandGroup("table", "command.tables", (*_TABLE, *beneath_table)),
        *(command for feature in features for command in commands_of(feature, features)),
    )


_COMMANDS: Final[dict[tuple[str, ...], tuple[AppCommand, ...]]] = {}
"""The commands by the keys of games and features. All bots of a process share them."""


def add_commands(
    tree: app_commands.CommandTree[Any], catalogue: Catalogue, features: Sequence[Feature]
) -> None:
    """Add all commands and user menu entries to the tree."""
    keys = (*catalogue, *(feature.key for feature in features))
    if keys not in _COMMANDS:
        _COMMANDS[keys] = app_commands_of(catalogue, commands(features), (CHALLENGE,))
    for command in _COMMANDS[keys]:
        tree.add_command(command)
