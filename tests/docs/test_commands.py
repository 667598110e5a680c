"""docs/commands.md against the command tree and the words on the buttons."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from typing import Any, cast

import discord
import pytest
from discord import app_commands

from bot.games.catalogue import CATALOGUE, IN_ENGLISH
from bot.session import Context, Session
from bot.store import Store
from bot.ui.commands import add_commands
from bot.ui.commands import commands as offered
from bot.ui.kit.command import Command as Offered
from bot.ui.kit.command import Group
from bot.ui.kit.limits import OPENING, Limit
from bot.ui.kit.request import Surface
from engine.thud.model import Call
from tests.docs.pages import read, rows, section

PAGE = read("docs/commands.md")

Command = app_commands.Command[Any, ..., Any]


def commands() -> Iterator[Command]:
    """Every command as it is registered; nothing is asked of a store or of Discord for that."""
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    session = Session.over(Context(cast("Store", None), CATALOGUE, clock=float, seeds=str))
    add_commands(tree, Surface(session))
    for command in tree.walk_commands():
        if isinstance(command, app_commands.Command):
            yield command


LEAVES = 28
"""As many commands as there may be."""

COMMANDS = {command.qualified_name: command for command in commands()}


DOCUMENTED = re.findall(r"^### `/(.+)`$", section(PAGE, "Commands"), re.MULTILINE)
BY_PAGE = {f"play {key}": f"docs/games/{key}.md" for key in CATALOGUE if f"play {key}" not in DOCUMENTED}
"""Commands of games that only the page of the game speaks of, and that page."""


def test_every_command_has_its_heading_and_no_other() -> None:
    assert sorted({*DOCUMENTED, *BY_PAGE}) == sorted(COMMANDS)


def test_there_are_few_enough_commands_to_be_guessed() -> None:
    """Those that open a game count as one: nobody looks for theirs among the others."""
    assert len({"play" if name.startswith("play ") else name for name in COMMANDS}) <= LEAVES


def test_a_game_without_a_heading_has_no_options_but_its_own_and_those_of_other_games() -> None:
    """Its own are explained on its page, see `test_games`."""
    others = (f"`/{other}`" for other in DOCUMENTED if other.startswith("play "))
    known = {cells[0].strip("`") for other in others for cells in rows(section(PAGE, other))}
    for name, page in BY_PAGE.items():
        own = {option.key for option in CATALOGUE[name.removeprefix("play ")].game.options}
        assert {option.name for option in COMMANDS[name].parameters} <= known | own
        assert f"`/{name}`" in read(page), page


@pytest.mark.parametrize("name", DOCUMENTED)
def test_every_option_of_a_command_is_explained(name: str) -> None:
    table = rows(section(PAGE, f"`/{name}`"))
    assert [cells[0].strip("`") for cells in table] == [option.name for option in COMMANDS[name].parameters]
    assert all(cells[1].endswith(".") for cells in table)


def open_ended(sentence: str) -> str:
    """A sentence of the catalogue as the page writes it: `…` for what is filled in."""
    return "".join(
        text + ("" if field is None else "…") for text, field, _, _ in string.Formatter().parse(sentence)
    )


def test_every_button_is_explained() -> None:
    keys = [key for key in IN_ENGLISH.english if key.startswith("button.")]
    keys += [f"thud.menu.{name}" for name in (*Call, "all", "nothing")]
    labels = {open_ended(IN_ENGLISH.english[key]) for key in keys}
    assert {cells[0] for cells in rows(section(PAGE, "Buttons"))} == labels


def test_every_list_is_explained() -> None:
    keys = (
        *("able", "hung", "pick.dwarfs", "pick.trolls", "others.dwarfs", "others.trolls"),
        *("area.dwarfs", "area.trolls", "hurls", "to", "towards", "fewer", "take"),
    )
    labels = [open_ended(IN_ENGLISH.english[f"thud.menu.{key}"]) for key in keys]
    assert [cells[0] for cells in rows(section(PAGE, "Lists"))] == labels


def test_how_much_one_person_may_ask_is_told_of_every_command_that_has_a_limit() -> None:
    told = {
        name: int(cells[1].split()[0])
        for cells in rows(section(PAGE, "How much one person may ask"))
        for name in re.findall(r"`/([a-z ]+)`", cells[0])
    }
    has = {path.removeprefix(" "): limit.times for path, limit in limits_of(offered(CATALOGUE))}
    games = {path for path in has if path.startswith("play ")}
    assert told == {path: times for path, times in has.items() if path not in games} | {"play": OPENING.times}


def limits_of(some: tuple[Offered | Group, ...], path: str = "") -> Iterator[tuple[str, Limit]]:
    """The commands that have a limit, by their names, with it."""
    for one in some:
        name = f"{path} {one.name}"
        if isinstance(one, Group):
            yield from limits_of(one.commands, name)
        elif one.limit is not None:
            yield name, one.limit
