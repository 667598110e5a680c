"""How tables are opened at the stand-in: by `/play`, in one line or by its panel."""

from __future__ import annotations

from typing import Final

from bot.discord.keyboard import Verb, parse_control
from tools.standin.interactions import Interaction
from tools.standin.standin import StandIn
from tools.standin.world import FakeChannel, FakeMessage, FakeUser

DUELS: Final = ("thud", "ploc", "koom")
"""The games in which somebody can be challenged."""

PANEL: Final = 60.0
"""Seconds until a panel must be there: the first one has its pictures painted."""


async def open_table(
    discord: StandIn,
    person: FakeUser,
    channel: FakeChannel,
    game: str,
    *,
    opponent: FakeUser | None = None,
    bot: str = "",
) -> Interaction:
    """What somebody sends at last to open a table: a challenge, or for a `bot`, for anybody, alone.

    Raises `TimeoutError` if no panel comes.
    """
    if opponent is not None:
        return await discord.command(person, channel, "play", game=game, opponent=opponent)
    asked = await discord.command(person, channel, "play", game=game)
    await discord.until(lambda: any(_opening_choices(one) for one in asked.messages), PANEL)
    panel = next(one for one in asked.messages if _opening_choices(one))
    ways = _opening_choices(panel)
    if bot:
        return await discord.press(person, panel, ways["bot"], [bot])
    return await discord.press(person, panel, ways.get("anyone") or ways["alone"])


def _opening_choices(panel: FakeMessage) -> dict[str, str]:
    """The ways to open a table that a panel offers, with their custom_ids."""
    controls = {part["custom_id"]: parse_control(part["custom_id"]) for part in panel.controls}
    return {
        control.detail.partition("/")[0]: custom_id
        for custom_id, control in controls.items()
        if control is not None and control.verb is Verb.OPEN
    }
