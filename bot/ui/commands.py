"""All slash commands; `/move` and `/rules` are made here."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.seating import Click
from bot.trace import Trace
from bot.ui.controls import NOTATION_LIMIT
from bot.ui.help.hint import add_hint
from bot.ui.help.odds import add_odds
from bot.ui.help.why_command import add_why
from bot.ui.kit.desk import CONTEXTS, INSTALLS, OFFERED, Choices, Desk, check_permissions, click_of, private
from bot.ui.kit.translator import named
from bot.ui.people.me_command import me_group
from bot.ui.people.my_command import my_group
from bot.ui.play.command import play_group
from bot.ui.play.deliver import deliver
from bot.ui.play.post import sketcher
from bot.ui.review.command import add_review
from bot.ui.server.command import server_group
from bot.ui.table.about_table import with_tables
from bot.ui.table.commands import table_group
from bot.words import Words

Tree = app_commands.CommandTree[Any]


def add_commands(tree: Tree, desk: Desk) -> None:
    """Put every command of the bot into the tree."""
    tree.add_command(play_group(desk))
    _add_move(tree, desk)
    add_hint(tree, desk)
    add_odds(tree, desk)
    tree.add_command(table_group(desk))
    tree.add_command(my_group(desk))
    tree.add_command(me_group(desk))
    tree.add_command(server_group(desk))
    add_review(tree, desk)
    _add_rules(tree, desk)
    add_why(tree, desk)


def _add_move(tree: Tree, desk: Desk) -> None:

    def examples(words: Words) -> str:
        return words.listed(tuple(words(f"{game}.example") for game in desk.session.catalogue))

    @tree.command(name="move", description=named("command.move"))
    @app_commands.describe(move=named("command.move.move", examples=examples), table=named("command.table"))
    async def move(
        interaction: discord.Interaction,
        move: app_commands.Range[str, 1, NOTATION_LIMIT],
        table: app_commands.Range[str, 1, 20] | None = None,
    ) -> None:
        async def handle(trace: Trace) -> None:
            check_permissions(desk.words, interaction)
            click = click_of(interaction)
            found = await desk.session.find_own(click, table)
            sketch = sketcher(desk.words_at, trace)
            shown = await desk.session.play(click, found.id, move, trace, sketch=sketch)
            await deliver(desk, interaction, shown, trace)

        await desk.serve(interaction, "command.move", handle)

    @move.autocomplete("move")
    async def moves(interaction: discord.Interaction, current: str) -> Choices:
        async def choose(click: Click) -> Choices:
            code = getattr(interaction.namespace, "table", None)
            lines = await desk.session.suggest(click, code, current, OFFERED)
            return [app_commands.Choice(name=line, value=line) for line in lines]

        return await desk.offer(interaction, "typing.move", choose)

    with_tables(desk, move)
    move.allowed_installs, move.allowed_contexts = INSTALLS, CONTEXTS


def _add_rules(tree: Tree, desk: Desk) -> None:
    catalogue = desk.session.catalogue

    @tree.command(name="rules", description=named("command.rules"))
    @app_commands.describe(game=named("command.rules.game"))
    @app_commands.choices(
        game=[app_commands.Choice(name=entry.game.title, value=key) for key, entry in catalogue.items()]
    )
    async def rules(interaction: discord.Interaction, game: str) -> None:
        async def handle(_: Trace) -> None:
            await private(interaction, "\n".join((desk.words(f"{game}.rules"), desk.words("why.rules"))))

        await desk.serve(interaction, "command.rules", handle)

    rules.allowed_installs, rules.allowed_contexts = INSTALLS, CONTEXTS
