"""How tables are opened at the stand-in: by `/play` with an opponent, or by its panel."""

from __future__ import annotations

from typing import Final

from bot.discord.keyboard import Verb, parse_control
from tools.standin.interactions import Interaction
from tools.standin.standin import StandIn
from tools.standin.world import FakeChannel, FakeMessage, FakeUser

DUELS: Final = ("thud", "ploc", "koom")
"""The games with an opponent to challenge."""

PANEL: Final = 60.0
"""Seconds until a panel must appear: for the first one pictures are painted."""


async def open_table(
    discord: StandIn,
    person: FakeUser,
    channel: FakeChannel,
    game: str,
    *,
    opponent: FakeUser | None = None,
    bot: str = "",
) -> Interaction:
    """Open a table: by a challenge, or by the panel: against a `bot`, for anyone, or alone.

    Returns the last interaction. Raises `TimeoutError` if no panel appears.
    """
    if opponent is not None:
        return await discord.command(person, channel, "play", game=game, opponent=opponent)
    interaction = await discord.command(person, channel, "play", game=game)
    await discord.until(lambda: any(_opening_choices(message) for message in interaction.messages), PANEL)
    panel = next(message for message in interaction.messages if _opening_choices(message))
    choices = _opening_choices(panel)
    if bot:
        return await discord.press(person, panel, choices["bot"], [bot])
    return await discord.press(person, panel, choices.get("anyone") or choices["alone"])


def _opening_choices(panel: FakeMessage) -> dict[str, str]:
    """Return the custom_ids of the ways to open a table that a panel offers."""
    controls = {part["custom_id"]: parse_control(part["custom_id"]) for part in panel.controls}
    return {
        control.detail.partition("/")[0]: custom_id
        for custom_id, control in controls.items()
        if control is not None and control.verb is Verb.OPEN
    }
