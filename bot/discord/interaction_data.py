"""What is asked, as the surface tells it by which it came: Discord's interaction, or a press on a page.

Who asks, where and in which language is a `Click`; how it is answered is `Answering`
(`bot.discord.answer`).
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
        """Its number."""

    @property
    def flags(self) -> discord.MessageFlags:
        """Whether one person alone sees it, and whether it has a thread."""

    @property
    def components(self) -> Sequence[Any]:
        """What it consists of."""


@dataclass(frozen=True, slots=True)
class InteractionData:
    """What somebody asks, and what may be done where they ask it.

    `at` is when, by the clock that ids go by. `message` is the one that was clicked, if one was. `granted` is
    what the bot may do there, `rights` what the `member` may who asks; of who asks from elsewhere there is
    none. `typed`: a command. `direct`: in the direct messages with the bot. `visiting`: somebody has brought
    it along for themselves. `values` were chosen from a list, in its order, `entered` is what a form had in
    its fields, a text as one value, a list as many, and `files` came with it. `told` is what Discord tells of
    whom and what was picked; `options` are those of a command that is being typed.
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
    """What an interaction asks."""
    data: dict[str, Any] = dict(interaction.data or {})
    told, entered = dict(data.get("resolved") or {}), dict(_fields(data))
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
        files=_files(interaction, told, entered) if told.get("attachments") else {},
        resolved=told,
        options=_options(interaction) if is_typing else {},
    )


def _options(interaction: discord.Interaction) -> Mapping[str, Any]:
    """The options of a command as far as they are known; `dict` would ask the library's object for keys."""
    return {name: value for name, value in interaction.namespace}  # noqa: C416


def _fields(data: object) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The fields of a submitted form with what was entered, however they are wrapped."""
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
    told: Any,  # noqa: ANN401 - as Discord sends it
    entered: Mapping[str, tuple[str, ...]],
) -> Mapping[str, discord.Attachment]:
    """The files of a form, by the keys of their fields; those that were left out are not there."""
    given: Any = [
        {"name": key, "type": discord.AppCommandOptionType.attachment.value, "value": values[0]}
        for key, values in entered.items()
        if values and values[0] in told["attachments"]
    ]
    found: Any = app_commands.Namespace(interaction, told, given)
    return {str(name): file for name, file in found}
