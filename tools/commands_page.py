"""Write the table of commands into docs/commands.md: `make commands`.

The table comes from the registered commands: names, descriptions, options and the values of each option.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, TypeAlias

import discord
from discord import app_commands

from bot.features import FEATURES
from bot.games.catalogue import CATALOGUE, IN_ENGLISH
from bot.ui.commands import add_commands

PAGE: Final = Path(__file__).parents[1] / "docs" / "commands.md"
BEGIN: Final = "<!-- Written by `make commands`; edit the English sentences of the bot instead. -->\n"
END: Final = "<!-- End of what `make commands` writes. -->\n"

HEAD: Final = ("command", "option", "what it does", "values")

COMMON: Final = "command.table"
"""The key of the option that most commands have; it is described once."""
MARK: Final = "†"

_KINDS: Final = {
    discord.AppCommandOptionType.user: "a person",
    discord.AppCommandOptionType.channel: "a channel or thread",
    discord.AppCommandOptionType.attachment: "a file",
}
_HIGHEST_PLY: Final = 10**9 - 1

Command: TypeAlias = app_commands.Command[Any, ..., Any]


def registered_commands() -> list[Command]:
    """The slash commands of the bot, in the order of their names."""
    tree: app_commands.CommandTree[Any] = app_commands.CommandTree(
        discord.Client(intents=discord.Intents.none())
    )
    add_commands(tree, CATALOGUE, FEATURES)
    leaves = [command for command in tree.walk_commands() if isinstance(command, app_commands.Command)]
    return sorted(leaves, key=lambda command: command.qualified_name)


def table() -> str:
    """The table of commands as Markdown: a row for each command, and one for each of its own options."""
    rows = [row for command in registered_commands() for row in _rows(command)]
    lines = [HEAD, ("---",) * len(HEAD), *rows]
    note = f"{MARK} The command also takes `table`: {IN_ENGLISH(COMMON)}.\n\n"
    return note + "".join(f"| {' | '.join(cells)} |\n".replace("  ", " ") for cells in lines)


def updated_page(page: str) -> str:
    """The page with today's table between the two marks; raises `ValueError` if a mark is missing."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"docs/commands.md lacks {BEGIN if not begin else END!r}")
    return f"{before}{BEGIN}\n{table()}\n{END}{after}"


def _rows(command: Command) -> Iterator[tuple[str, str, str, str]]:
    own = [option for option in command.parameters if str(option.description) != IN_ENGLISH(COMMON)]
    mark = f" {MARK}" if len(own) < len(command.parameters) else ""
    yield f"`/{command.qualified_name}`{mark}", "", str(command.description), ""
    for option in own:
        yield "", f"`{option.name}`", str(option.description), _values(option)


def _values(option: app_commands.Parameter) -> str:
    """What an option takes, and whether it must be given."""
    values = " · ".join(str(choice.name) for choice in option.choices) or _KINDS.get(option.type, "")
    if option.type is discord.AppCommandOptionType.integer:
        values = f"from {option.min_value}"
        if option.max_value != _HIGHEST_PLY:
            values = f"{option.min_value} to {option.max_value}"
    return "; ".join(filter(None, ("required" if option.required else "", values)))


if __name__ == "__main__":
    PAGE.write_text(updated_page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
