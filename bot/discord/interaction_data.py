"""What a user asks, as data independent of its source: a Discord interaction, or a press on a page.

Who asks, where and in which language is a `Click`; how it is answered is `Answering` (`bot.discord.answer`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import discord
from discord import app_commands


class ClickedMessage(Protocol):
    """The message whose control was used."""

    @property
    def id(self) -> int:
        """The message id."""

    @property
    def flags(self) -> discord.MessageFlags:
        """Whether the message is private, and whether it has a thread."""

    @property
    def components(self) -> Sequence[Any]:
        """The components of the message."""


@dataclass(frozen=True, slots=True)
class InteractionData:
    """What a user asks, and which permissions hold there.

    `created_at` is the time of the click, by the clock of Discord's ids. `message` is the clicked one, if
    any. `bot_permissions` are the bot's in the channel, `member_permissions` those of the `member` who asks;
    a user from elsewhere has none. `is_command`: a typed command. `is_direct`: in the direct messages with
    the bot. `is_user_install`: a user has brought the bot along. `values` were chosen from a list, in its
    order, `form_values` are a form's fields, a text as one value, a list as many, and `files` came with it.
    `resolved` is what Discord tells of the people and things that were picked; `options` are those of a
    command being typed.
    """

    created_at: float
    message: ClickedMessage | None = None
    channel: object = None
    guild: discord.Guild | None = None
    member: discord.Member | None = None
    bot_permissions: discord.Permissions = field(default_factory=discord.Permissions.all)
    member_permissions: discord.Permissions = field(default_factory=discord.Permissions.none)
    is_command: bool = False
    is_direct: bool = False
    is_user_install: bool = False
    filesize_limit: int = 0
    values: tuple[str, ...] = ()
    form_values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    files: Mapping[str, discord.Attachment] = field(default_factory=dict)
    resolved: Mapping[str, Any] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)


def read_interaction(interaction: discord.Interaction) -> InteractionData:
    """Convert a Discord interaction."""
    data: dict[str, Any] = dict(interaction.data or {})
    resolved, entered = dict(data.get("resolved") or {}), dict(_fields(data))
    is_typing = interaction.type is discord.InteractionType.autocomplete
    return InteractionData(
        created_at=interaction.created_at.timestamp(),
        message=interaction.message,
        channel=interaction.channel,
        guild=interaction.guild,
        member=interaction.user if isinstance(interaction.user, discord.Member) else None,
        bot_permissions=interaction.app_permissions,
        member_permissions=interaction.permissions,
        is_command=interaction.type is discord.InteractionType.application_command,
        is_direct=bool(interaction.context.dm_channel),
        is_user_install=interaction.is_user_integration() and not interaction.is_guild_integration(),
        filesize_limit=interaction.filesize_limit,
        values=tuple(map(str, data.get("values", ()))),
        form_values=entered,
        files=_files(interaction, resolved, entered) if resolved.get("attachments") else {},
        resolved=resolved,
        options=_options(interaction) if is_typing else {},
    )


def _options(interaction: discord.Interaction) -> Mapping[str, Any]:
    """Return the options typed so far; `dict` would ask the library's object for keys."""
    return {name: value for name, value in interaction.namespace}  # noqa: C416


def _fields(data: object) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the fields of a submitted form with their values, however they are nested."""
    if isinstance(data, dict):
        key, value, values = str(data.get("custom_id")), data.get("value"), data.get("values")
        if isinstance(value, str):
            yield key, (value,)
        elif isinstance(values, list):
            yield key, tuple(map(str, values))
        yield from _fields(data.get("component"))
        yield from _fields(data.get("components"))
    elif isinstance(data, list):
        for item in data:
            yield from _fields(item)


def _files(
    interaction: discord.Interaction,
    resolved: Any,  # noqa: ANN401 - Discord's payload
    entered: Mapping[str, tuple[str, ...]],
) -> Mapping[str, discord.Attachment]:
    """Return the uploaded files of a form by the keys of their fields; empty fields are left out."""
    options: Any = [
        {"name": key, "type": discord.AppCommandOptionType.attachment.value, "value": values[0]}
        for key, values in entered.items()
        if values and values[0] in resolved["attachments"]
    ]
    namespace: Any = app_commands.Namespace(interaction, resolved, options)
    return {str(name): file for name, file in namespace}
