"""The minimal bot: discord.py that answers each click at once, by changing the message's text."""

from __future__ import annotations

import os

import discord


class Bare(discord.Client):
    """A bot without state or games."""

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Answer the click."""
        await interaction.response.edit_message(content=f"pressed: {interaction.id}")


if __name__ == "__main__":
    Bare(intents=discord.Intents(guilds=True)).run(os.environ["TAPROOM_TOKEN"], log_handler=None)
