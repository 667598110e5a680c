"""The commands as Discord has them: set as a whole, and answered where one of them cannot begin."""

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
"""The type of the command that opens an application's Activity; discord.py knows it by no name."""

_RESPONSE_ONLY: Final = frozenset(
    {"application_id", "version", "guild_id", "name_localized", "description_localized"}
)
"""What Discord tells of a command and does not take back."""


async def translate_commands(
    tree: app_commands.CommandTree[Any], translator: app_commands.Translator
) -> list[dict[str, Any]]:
    """All commands as Discord takes them, in every language of the house."""
    # Private: the library's own `sync` sends this without showing it, and Discord limits how often it may.
    return [await command.get_translated_payload(tree, translator) for command in tree.get_commands()]


async def set_commands(
    http: discord.http.HTTPClient, application_id: int, payload: Sequence[dict[str, Any]]
) -> list[dict[str, Any]]:
    """Set all commands of an application; returns them as Discord has them now.

    Where Activities are enabled, Discord has made an Entry Point command, and refuses a set that leaves it
    out (error 50240): it is sent back as it is.
    """
    # Private: the library's own `sync` sends its own commands alone, and `fetch_commands` no translations.
    path = "/applications/{application_id}/commands"
    route = discord.http.Route("GET", path, application_id=application_id)
    known = await http.request(route, params={"with_localizations": "true"})
    kept = [_strip_received_fields(one) for one in known if one.get("type") == ENTRY_POINT]
    taken: list[Any] = await http.bulk_upsert_global_commands(application_id, payload=[*payload, *kept])
    return taken


def _strip_received_fields(command: Mapping[str, Any]) -> dict[str, Any]:
    """A command that Discord has told, as it takes it."""
    found = {key: value for key, value in command.items() if key not in _RESPONSE_ONLY}
    allowed = found.get("default_member_permissions")
    return found | {"default_member_permissions": None if allowed is None else int(allowed)}


async def _refuse(surface: Surface, interaction: discord.Interaction, refused: Refused) -> None:
    """Answer a command that cannot begin."""

    async def answer(_: Request) -> None:
        raise refused

    await serve(make_request(surface, interaction, "command.unknown"), Route(answer))


async def _offer_no_choices(interaction: discord.Interaction) -> None:
    """Answer whoever types something that there is nothing to offer for; a message is no answer to that."""
    with suppress(*FAILURES):
        await interaction.response.autocomplete([])


class CommandTree(app_commands.CommandTree[Any]):
    """The commands; what fails before one of them begins is answered here."""

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
        """Discord may show a form of a command that the bot no longer has; anything else is our fault."""
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
