"""What features put on `/settings` and `/server` leads to these pages, by the name of what it sets."""

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
    """A button of `/settings`."""
    return Key(label=label, custom_id=str(Control(0, 0, SETTINGS_USE, which)))


def settings_form(which: str) -> Control:
    """Where a form of `/settings` leads."""
    return Control(0, 0, SETTINGS_FORM, which)


def server_list(which: str) -> str:
    """The custom_id of a list of `/server`."""
    return str(Control(0, 0, SERVER_PICK, which))


def is_gone(guild: discord.Guild | None, channel_id: int) -> bool:
    """Whether a channel was deleted; not known of a server that the bot does not see."""
    return guild is not None and guild.get_channel(channel_id) is None


def are_there(request: Request, kind: str) -> bool:
    """Whether Discord tells of every role or channel that was picked; of forged ones it does not."""
    return set(request.values) <= set(request.incoming.resolved.get(kind, {}))
