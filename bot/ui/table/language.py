"""`/table language`: a table's language; and the list of languages."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Any, Final

import discord
from discord import app_commands

from bot.discord.command import Catalogue, Code, Command, CommandOption
from bot.discord.request import Request
from bot.kernel.session import Shown
from bot.kernel.tables.seats import acting_for
from bot.store import StoreError, Table
from bot.ui.alarms import messenger
from bot.ui.play.deliver import deliver, is_private
from bot.ui.table.lines import table_option
from bot.words import LANGUAGES, Words

LOG = logging.getLogger("taproom.post")

AUTO: Final = "auto"
"""The choice to follow Discord's language."""

Choice = app_commands.Choice[Any]


def languages(_: Catalogue) -> list[Choice]:
    """Return the available languages, each by its own name."""
    return [app_commands.Choice(name=name, value=code) for code, name in LANGUAGES.items()]


def language_options(words: Words, auto: str, current: str) -> list[discord.SelectOption]:
    """Return the languages for a list, after the choice `auto` to follow Discord; `current` is selected."""
    every = {AUTO: words(auto), **LANGUAGES}
    return [
        discord.SelectOption(label=name, value=code, default=language_of_choice(code) == current)
        for code, name in every.items()
    ]


def language_of_choice(language: str) -> str:
    """Return the language of a choice; empty for the one that follows Discord."""
    return "" if language == AUTO else language


async def language_command(request: Request, language: str, table: Code | None = None) -> None:
    """`/table language`: set the language of a table's board."""
    click, session = request.click, request.session
    managed = await (
        session.management.find_managed(click, table) if table else session.search.find(click, None)
    )
    request.note_table(managed)
    session.management.check_language(click, managed)
    if is_private(request, managed):
        request.check_permissions()
    await _show_board(
        request, await session.management.set_language(click, managed.id, language, request.trace)
    )


async def _language_tables(request: Request) -> tuple[Table, ...]:
    return await request.session.management.language_choosable(request.click)


async def _show_board(request: Request, shown: Shown) -> None:
    """Redraw the board in its new language, or post a new one without pings."""
    if is_private(request, shown.table):
        await deliver(request, shown, ping=False)
        return
    await request.private(request.words("table.speaks", language=LANGUAGES[shown.table.terms.language]))
    if await messenger.refresh_board(request.surface, request.client, shown.table):
        return
    quiet = frozenset(acting_for(player) for player in shown.table.players)
    try:
        await messenger.show_table(request.surface, request.client, replace(shown, asleep=quiet), anew=True)
    except (TimeoutError, discord.HTTPException, StoreError) as failure:
        LOG.warning("table=%s could not be shown in its language: %s", shown.table.code, failure)


TABLE_LANGUAGE: Final = Command(
    "language",
    "command.table.language",
    language_command,
    {
        "language": CommandOption("command.table.language.language", choices=languages),
        "table": table_option(_language_tables),
    },
)
