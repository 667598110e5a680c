"""`/my`: what waits for somebody, all their tables, what they have finished. All in private."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import app_commands

from bot.session.people import Waiting
from bot.trace import Trace
from bot.ui.kit.desk import CONTEXTS, INSTALLS, Desk, private
from bot.ui.kit.frame import Layout, note
from bot.ui.kit.translator import named
from bot.ui.people.my_lines import digest_text, games_text, turns_text
from bot.ui.people.standings import games_to_choose
from bot.ui.people.tally_lines import scores_text


def my_group(desk: Desk) -> app_commands.Group:
    """The command with a subcommand for each list."""
    group = app_commands.Group(
        name="my",
        description=named("command.my"),
        allowed_installs=INSTALLS,
        allowed_contexts=CONTEXTS,
    )
    for add in (_add_turns, _add_games, _add_stats):
        add(group, desk)
    return group


def digest_message(desk: Desk, waiting: Sequence[Waiting]) -> Layout:
    """The daily list of turns as a message."""
    return note(digest_text(desk, waiting))


def _add_turns(group: app_commands.Group, desk: Desk) -> None:
    @group.command(name="turns", description=named("command.my.turns"))
    async def turns(interaction: discord.Interaction) -> None:
        async def handle(_: Trace) -> None:
            waiting = await desk.session.turns(interaction.user.id)
            await private(interaction, turns_text(desk, waiting, interaction.guild_id))

        await desk.serve(interaction, "command.my.turns", handle)


def _add_games(group: app_commands.Group, desk: Desk) -> None:
    @group.command(name="games", description=named("command.my.games"))
    async def games(interaction: discord.Interaction) -> None:
        async def handle(_: Trace) -> None:
            tables = await desk.session.games(interaction.user.id)
            await private(interaction, games_text(desk, tables, interaction.user.id))

        await desk.serve(interaction, "command.my.games", handle)


def _add_stats(group: app_commands.Group, desk: Desk) -> None:

    @group.command(name="stats", description=named("command.my.stats"))
    @app_commands.describe(game=named("command.my.stats.game"))
    @app_commands.choices(game=games_to_choose(desk))
    async def stats(interaction: discord.Interaction, game: str | None = None) -> None:
        async def handle(_: Trace) -> None:
            scores = await desk.session.scores(interaction.user.id, game)
            await private(interaction, scores_text(desk, scores) if scores else _nothing(desk, game))

        await desk.serve(interaction, "command.my.stats", handle)


def _nothing(desk: Desk, game: str | None) -> str:
    if game is None:
        return desk.words("my.stats.none")
    return desk.words("my.stats.none.game", game=desk.session.catalogue[game].game.title, play=game)
