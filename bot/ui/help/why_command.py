"""`/why`: the rule behind a refusal, and any rule by its id or by words."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import app_commands

from bot.rule_book import Rule, fitting
from bot.seating import Click
from bot.trace import Trace
from bot.ui.help.why import explain_last, game_at, look_up, shortened
from bot.ui.kit.desk import CONTEXTS, INSTALLS, OFFERED, Choices, Desk
from bot.ui.kit.translator import named
from bot.ui.table.about_table import with_tables

LONGEST: Final = 100
"""The most characters of a choice, and of what is typed to find a rule."""

Tree = app_commands.CommandTree[Any]


def add_why(tree: Tree, desk: Desk) -> None:
    """The command `/why`."""

    @tree.command(name="why", description=named("command.why"))
    @app_commands.describe(rule=named("command.why.rule"), table=named("command.table"))
    async def why(
        interaction: discord.Interaction,
        rule: app_commands.Range[str, 1, LONGEST] | None = None,
        table: app_commands.Range[str, 1, 20] | None = None,
    ) -> None:
        async def handle(_: Trace) -> None:
            if rule is None:
                await explain_last(desk, interaction, table)
            else:
                await look_up(desk, interaction, rule, table)

        await desk.serve(interaction, "command.why", handle)

    @why.autocomplete("rule")
    async def rules(interaction: discord.Interaction, current: str) -> Choices:
        async def choose(click: Click) -> Choices:
            own = await game_at(desk, click, getattr(interaction.namespace, "table", None))
            others = [game for game in desk.session.catalogue if game != own]
            found = fitting(current, desk.words.language, (own,) if own else ())
            found += fitting(current, desk.words.language, others)
            return [_choice(rule) for rule in found[:OFFERED]]

        return await desk.offer(interaction, "typing.why", choose)

    with_tables(desk, why)
    why.allowed_installs, why.allowed_contexts = INSTALLS, CONTEXTS


def _choice(rule: Rule) -> app_commands.Choice[str]:
    return app_commands.Choice(name=shortened(rule.line, LONGEST), value=rule.id)
