"""`/table standings`: how the games of a channel ended. Everybody sees the answer."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.session.scores import Standing
from bot.trace import Trace
from bot.ui.kit.desk import Desk, click_of, private
from bot.ui.kit.frame import NOBODY, note
from bot.ui.kit.translator import named
from bot.ui.people.tally_lines import standings_text


def add_standings(group: app_commands.Group, desk: Desk) -> None:
    """Put the subcommand into its group."""

    @group.command(name="standings", description=named("command.standings"))
    @app_commands.describe(game=named("command.standings.game"))
    @app_commands.choices(game=games_to_choose(desk))
    async def standings(interaction: discord.Interaction, game: str | None = None) -> None:
        async def handle(_: Trace) -> None:
            found = await _standings(desk, interaction, game)
            if not found:
                await private(interaction, _nothing(desk, game))
                return
            with desk.speaking(desk.session.language_at(click_of(interaction))):
                layout = note(standings_text(desk, found))
            await interaction.response.send_message(view=layout, allowed_mentions=NOBODY)

        await desk.serve(interaction, "command.table.standings", handle)


def games_to_choose(desk: Desk) -> list[app_commands.Choice[str]]:
    """Every game, to be chosen from."""
    catalogue = desk.session.catalogue
    return [app_commands.Choice(name=entry.game.title, value=key) for key, entry in catalogue.items()]


async def _standings(desk: Desk, interaction: discord.Interaction, game: str | None) -> tuple[Standing, ...]:
    """Those of the channel; in a thread where nothing was finished, those of the channel it belongs to."""
    found = await desk.session.standings(interaction.channel_id or 0, game)
    if not found and isinstance(interaction.channel, discord.Thread):
        found = await desk.session.standings(interaction.channel.parent_id, game)
    return found


def _nothing(desk: Desk, game: str | None) -> str:
    if game is None:
        return desk.words("standings.none")
    return desk.words("standings.none.game", game=desk.session.catalogue[game].game.title, play=game)
