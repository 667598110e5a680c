"""People that somebody picked from Discord's list, and files that came with a form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands

from bot.clicks import Person
from bot.errors import Refused
from bot.ui.kit.request import Request


def chosen_person(request: Request) -> Person:
    """Whom somebody picked from Discord's list of people; refuses who is not in this server."""
    resolved = _resolved(request)
    users, members = dict(resolved.get("users") or {}), dict(resolved.get("members") or {})
    chosen = next(iter(request.values), "")
    user = users.get(chosen)
    if user is None or not chosen.isdecimal():
        raise Refused("friend-unknown")
    nick = (members.get(chosen) or {}).get("nick")
    name = nick or user.get("global_name") or user["username"]
    person = Person(int(chosen), str(name), bool(user.get("bot")))
    if request.click.guild_id is not None and chosen not in members:
        raise Refused("guest-gone", name=person.name)
    return person


def uploaded_files(request: Request) -> Mapping[str, discord.Attachment]:
    """The files of a form, by the keys of their fields; those that were left out are not there."""
    resolved = _resolved(request)
    known = dict(resolved.get("attachments") or {})
    given: Any = [
        {"name": key, "type": discord.AppCommandOptionType.attachment.value, "value": values[0]}
        for key, values in request.entered.items()
        if values and values[0] in known
    ]
    found: Any = app_commands.Namespace(request.interaction, resolved, given)
    return {str(name): file for name, file in found}


def _resolved(request: Request) -> Any:  # noqa: ANN401 - as Discord sends it
    """What Discord tells of the ids in an interaction."""
    data: dict[str, Any] = dict(request.interaction.data or {})
    return data.get("resolved") or {}


def counted(text: str) -> int:
    """A number that stands on one of our controls; raises `Refused` where there is none."""
    if not (text.isascii() and text.isdecimal() and len(text) <= 9):  # noqa: PLR2004 - as long as they get
        raise Refused("old-control")
    return int(text)
