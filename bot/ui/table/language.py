"""`/me language` and `/table language`: what people are answered in, and what a table speaks."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Any, Final

import discord
from discord import app_commands

from bot.seating import acting_for
from bot.session import Shown
from bot.store import StoreError
from bot.trace import Trace
from bot.ui.alarms import speak
from bot.ui.kit.desk import Desk, check_permissions, click_of, private, spoken_by
from bot.ui.kit.translator import named
from bot.ui.people.me_lines import settings
from bot.ui.play.daily import is_private
from bot.ui.play.deliver import deliver
from bot.words.languages import LANGUAGES

LOG = logging.getLogger("taproom.post")

AUTO: Final = "auto"
"""The choice of who leaves it to Discord."""

Choice = app_commands.Choice[str]
Made = app_commands.Command[Any, ..., Any]


def languages() -> list[Choice]:
    """The languages of the house, as they call themselves."""
    return [app_commands.Choice(name=name, value=code) for code, name in LANGUAGES.items()]


def languages_or_auto() -> list[Choice]:
    """The same, and before them the choice to go by what Discord says."""
    return [app_commands.Choice(name=named("language.auto"), value=AUTO), *languages()]


def chosen(language: str) -> str:
    """The language of a choice; empty for the one that leaves it to Discord."""
    return "" if language == AUTO else language


def add_my_language(group: app_commands.Group, desk: Desk) -> None:
    """The command `/me language`. It answers in the language that was chosen."""

    @group.command(name="language", description=named("command.me.language"))
    @app_commands.describe(language=named("command.me.language.language"))
    @app_commands.choices(language=languages_or_auto())
    async def language_(interaction: discord.Interaction, language: str) -> None:
        async def handle(_: Trace) -> None:
            user = interaction.user.id
            said = await desk.session.speak(user, chosen(language))
            with desk.speaking(desk.session.language_of(user, spoken_by(interaction))):
                told = settings(desk.words, said, desk.session.now())
                await private(interaction, f"{desk.words('me.noted')}\n{told}")

        await desk.serve(interaction, "command.me.language", handle)


def add_table_language(group: app_commands.Group, desk: Desk) -> Made:
    """The command `/table language`."""

    @group.command(name="language", description=named("command.table.language"))
    @app_commands.describe(language=named("command.table.language.language"), table=named("command.table"))
    @app_commands.choices(language=languages())
    async def language_(
        interaction: discord.Interaction,
        language: str,
        table: app_commands.Range[str, 1, 20] | None = None,
    ) -> None:
        async def handle(trace: Trace) -> None:
            click, session = click_of(interaction), desk.session
            found = await (session.find_managed(click, table) if table else session.find(click, None))
            trace.table, trace.revision = found.code, found.revision
            session.check_speak(click, found)
            if is_private(interaction, found):
                check_permissions(desk.words, interaction)
            shown = await session.speak_at(click, found.id, language, trace)
            await _show(desk, interaction, shown, trace)

        await desk.serve(interaction, "command.table.language", handle)

    return language_


async def _show(desk: Desk, interaction: discord.Interaction, shown: Shown, trace: Trace) -> None:
    """The board in its new language: where it is, or else as a new message, which calls nobody."""
    if is_private(interaction, shown.table):
        await deliver(desk, interaction, shown, trace, ping=False)
        return
    told = desk.words("table.speaks", language=LANGUAGES[shown.table.language])
    await private(interaction, told)
    if await speak.refresh(desk, interaction.client, shown.table):
        return
    quiet = frozenset(acting_for(player) for player in shown.table.players)
    try:
        await speak.show(desk, interaction.client, replace(shown, asleep=quiet))
    except (TimeoutError, discord.HTTPException, StoreError) as failure:
        LOG.warning("table=%s could not be shown in its language: %s", shown.table.code, failure)
