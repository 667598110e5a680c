"""Registering the commands with Discord, and answering commands that cannot begin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

import discord
from discord import app_commands

from bot.discord.command import check_command_options, has_completion
from bot.discord.failures import FAILURES
from bot.discord.request import Request, Route, Surface, make_request
from bot.discord.serving import await_admission, serve
from bot.kernel.errors import Refused

ENTRY_POINT: Final = 4
"""The type of the command that opens an application's Activity; discord.py has no name for it."""

_RESPONSE_ONLY: Final = frozenset(
    {"application_id", "version", "guild_id", "name_localized", "description_localized"}
)
"""Fields that Discord sends with a command and does not accept back."""


async def translate_commands(
    tree: app_commands.CommandTree[Any], translator: app_commands.Translator
) -> list[dict[str, Any]]:
    """Return all commands as Discord's payload, with translations into all supported languages."""
    # Private: the library's `sync` sends this without showing it, and Discord limits how often it may.
    return [await command.get_translated_payload(tree, translator) for command in tree.get_commands()]


async def set_commands(
    http: discord.http.HTTPClient, application_id: int, payload: Sequence[dict[str, Any]]
) -> list[dict[str, Any]]:
    """Register all commands of an application; returns them as Discord has them now.

    Where Activities are enabled, Discord has made an Entry Point command, and refuses a set without it (error
    50240): it is sent back unchanged.
    """
    # Private: the library's `sync` sends only its own commands, and `fetch_commands` returns no translations.
    path = "/applications/{application_id}/commands"
    route = discord.http.Route("GET", path, application_id=application_id)
    registered = await http.request(route, params={"with_localizations": "true"})
    entry_points = [
        _strip_received_fields(command) for command in registered if command.get("type") == ENTRY_POINT
    ]
    taken: list[Any] = await http.bulk_upsert_global_commands(
        application_id, payload=[*payload, *entry_points]
    )
    return taken


def _strip_received_fields(command: Mapping[str, Any]) -> dict[str, Any]:
    """Return a command that Discord sent without the fields that it does not accept back."""
    sendable = {key: value for key, value in command.items() if key not in _RESPONSE_ONLY}
    allowed = sendable.get("default_member_permissions")
    return sendable | {"default_member_permissions": None if allowed is None else int(allowed)}


async def _refuse(surface: Surface, interaction: discord.Interaction, refused: Refused) -> None:
    """Answer a command that cannot begin with a refusal."""

    async def answer(_: Request) -> None:
        raise refused

    await serve(make_request(surface, interaction, "command.unknown"), Route(answer))


async def _offer_no_choices(interaction: discord.Interaction) -> None:
    """Answer an autocomplete request with no choices, as it cannot be answered with a message."""
    with suppress(*FAILURES):
        await interaction.response.autocomplete([])


class CommandTree(app_commands.CommandTree[Any]):
    """The command tree, which answers failures before a handler begins."""

    async def interaction_check(self, interaction: discord.Interaction, /) -> bool:
        """Whether a command may begin: not if its answer would come too late."""
        surface = self.client.surface
        if surface is None or not await await_admission(surface, interaction):
            return False
        data: dict[str, Any] = dict(interaction.data or {})
        if interaction.type is discord.InteractionType.autocomplete:
            if has_completion(self, data):
                return True
            await _offer_no_choices(interaction)
            return False
        try:
            check_command_options(self, data)
        except Refused as refused:
            await _refuse(surface, interaction, refused)
            return False
        return True

    async def on_error(
        self, interaction: discord.Interaction, error: app_commands.AppCommandError, /
    ) -> None:
        """Answer a failed command. Discord may show an outdated form of it; anything else is our fault."""
        surface = self.client.surface
        if surface is None or interaction.type is discord.InteractionType.autocomplete:
            return

        async def answer(_: Request) -> None:
            if isinstance(error, app_commands.CommandSignatureMismatch | app_commands.CommandNotFound):
                raise Refused("outdated-command") from error
            if isinstance(error, app_commands.TransformerError):
                names = (name for name, value in interaction.namespace if value is error.value)
                raise Refused("option-kind", option=next(names, "")) from error
            raise error

        await serve(make_request(surface, interaction, "command.unknown"), Route(answer))
