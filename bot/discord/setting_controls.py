"""Controls with which features link to their pages in `/settings` and `/server`, by setting."""

from __future__ import annotations

from typing import Final

import discord

from bot.discord.keyboard import Control, Key
from bot.discord.request import Request

SETTINGS_USE: Final = "settings"
SETTINGS_FORM: Final = "settingsform"
SERVER_PICK: Final = "serverpick"
"""The paths of a button and a form of `/settings`, and of a list of `/server`."""


def settings_key(label: str, which: str) -> Key:
    """Return a button of `/settings`."""
    return Key(label=label, custom_id=str(Control(0, 0, SETTINGS_USE, which)))


def settings_form(which: str) -> Control:
    """Return the control of a form of `/settings`."""
    return Control(0, 0, SETTINGS_FORM, which)


def server_list(which: str) -> str:
    """Return the custom_id of a list of `/server`."""
    return str(Control(0, 0, SERVER_PICK, which))


def is_gone(guild: discord.Guild | None, channel_id: int) -> bool:
    """Whether a channel was deleted; false for a server that the bot does not see."""
    return guild is not None and guild.get_channel(channel_id) is None


def are_there(request: Request, kind: str) -> bool:
    """Whether Discord knows every role or channel that was picked; it does not know forged ones."""
    return set(request.values) <= set(request.incoming.resolved.get(kind, {}))
