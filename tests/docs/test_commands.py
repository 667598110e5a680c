"""docs/commands.md against the commands and the labels of the buttons."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.discord.command import Command as Offered
from bot.discord.command import CommandGroup
from bot.discord.limits import Limit
from bot.features import FEATURES
from bot.games.catalogue import CATALOGUE, IN_ENGLISH
from bot.ui.commands import commands as offered
from bot.ui.play.setup_draft import RULES, TIMES
from tests.docs.pages import read, rows, section
from tools.commands_page import registered_commands, updated_page

PAGE = read("docs/commands.md")
SENTENCES = " ".join(PAGE.split())

COMMANDS = {command.qualified_name: command for command in registered_commands()}

LEAVES = 28
"""As many commands as there may be."""

_LABEL = re.compile(r"(?<![*\w])\*([^*\n]+)\*(?!\*)")
_FIELD = re.compile(r"\{\w+\}")
_WORDS_OF_DISCORD = {"Private", "Apps", "Manage Server"}


def test_the_table_of_commands_is_what_the_tool_writes() -> None:
    assert updated_page(PAGE) == PAGE, "docs/commands.md is outdated; `make commands` writes its table anew"


def test_there_are_few_enough_commands_to_be_guessed() -> None:
    assert len(COMMANDS) <= LEAVES


def test_every_option_of_the_panel_is_explained() -> None:
    titles = [IN_ENGLISH(f"panel.{key}") for key in (*TIMES, *RULES)]
    assert [cells[0] for cells in rows(section(PAGE, "Options"))] == titles


def test_every_label_is_one_that_the_bot_shows() -> None:
    shown = [re.split(_FIELD, text) for text in IN_ENGLISH.english.values()]
    parts = [pieces for pieces in shown if re.search(r"\w{2}", pieces[0])]
    patterns = [re.compile(".+".join(map(re.escape, pieces))) for pieces in parts]
    labels = set(_LABEL.findall(SENTENCES)) - _WORDS_OF_DISCORD
    assert sorted(label for label in labels if not any(text.fullmatch(label) for text in patterns)) == []


def test_how_much_one_person_may_ask_is_told_of_every_command_that_has_a_limit() -> None:
    told = {
        name: int(cells[1].split()[0])
        for cells in rows(section(PAGE, "Rate limits"))
        for name in re.findall(r"`/([a-z ]+)`", cells[0])
    }
    has = {path.removeprefix(" "): limit.times for path, limit in limits_of(offered(FEATURES))}
    assert told == has


def test_every_duel_is_named_where_ratings_are() -> None:
    titles = {entry.game.title for entry in CATALOGUE.values() if entry.game.seats == range(2, 3)}
    (rated,) = re.findall("your rating in the duels, (.+), with its uncertainty", SENTENCES)
    assert set(re.split(", | and ", rated)) == titles


def limits_of(some: tuple[Offered | CommandGroup, ...], path: str = "") -> Iterator[tuple[str, Limit]]:
    """The commands that have a limit, by their names, with it."""
    for one in some:
        name = f"{path} {one.name}"
        if isinstance(one, CommandGroup):
            yield from limits_of(one.commands, name)
        elif (limit := limit_of(one)) is not None:
            yield name, limit


def limit_of(command: Offered) -> Limit | None:
    """The limit of a command, with all of its options."""
    if callable(command.limit):
        return command.limit(dict.fromkeys(command.options, "some"))
    return command.limit
