"""docs/commands.md against the command tree and the words on the buttons."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import discord
import pytest
from discord import app_commands

from bot.discord.command import Command as Offered
from bot.discord.command import Group
from bot.discord.limits import Limit
from bot.features import FEATURES
from bot.games.catalogue import CATALOGUE
from bot.ui.commands import add_commands
from bot.ui.commands import commands as offered
from tests.docs.pages import read, rows, section, tables

PAGE = read("docs/commands.md")

Command = app_commands.Command[Any, ..., Any]


def commands() -> Iterator[Command]:
    """Every command as it is registered."""
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    add_commands(tree, CATALOGUE, FEATURES)
    for command in tree.walk_commands():
        if isinstance(command, app_commands.Command):
            yield command


LEAVES = 28
"""As many commands as there may be."""

COMMANDS = {command.qualified_name: command for command in commands()}


DOCUMENTED = re.findall(r"^### `/(.+)`$", section(PAGE, "Commands"), re.MULTILINE)


def test_every_command_has_its_heading_and_no_other() -> None:
    assert sorted(DOCUMENTED) == sorted(COMMANDS)


def test_there_are_few_enough_commands_to_be_guessed() -> None:
    assert len(COMMANDS) <= LEAVES


@pytest.mark.parametrize("name", DOCUMENTED)
def test_every_option_of_a_command_is_explained(name: str) -> None:
    table = next(tables(section(PAGE, f"`/{name}`")), [])
    assert [cells[0].strip("`") for cells in table] == [option.name for option in COMMANDS[name].parameters]
    assert all(cells[1].endswith(".") for cells in table)


def test_how_much_one_person_may_ask_is_told_of_every_command_that_has_a_limit() -> None:
    told = {
        name: int(cells[1].split()[0])
        for cells in rows(section(PAGE, "How much one person may ask"))
        for name in re.findall(r"`/([a-z ]+)`", cells[0])
    }
    has = {path.removeprefix(" "): limit.times for path, limit in limits_of(offered(FEATURES))}
    assert told == has


def test_every_duel_is_named_where_duels_are() -> None:
    titles = {entry.game.title for entry in CATALOGUE.values() if entry.game.seats == range(2, 3)}
    (rated,) = re.findall("your rating in the duels, (.+), with its uncertainty", PAGE)
    (held,) = [cells[1] for cells in rows(section(PAGE, "`/tournament`")) if cells[0] == "`game`"]
    for told in (rated, held.partition(".")[0]):
        assert set(re.split(", | and | or ", told)) == titles


def limits_of(some: tuple[Offered | Group, ...], path: str = "") -> Iterator[tuple[str, Limit]]:
    """The commands that have a limit, by their names, with it."""
    for one in some:
        name = f"{path} {one.name}"
        if isinstance(one, Group):
            yield from limits_of(one.commands, name)
        elif (limit := limit_of(one)) is not None:
            yield name, limit


def limit_of(command: Offered) -> Limit | None:
    """The limit of a command, with all of its options."""
    if callable(command.limit):
        return command.limit(dict.fromkeys(command.options, "some"))
    return command.limit
