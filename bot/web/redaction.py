"""Redaction: a page gets names instead of user ids, as Discord would show them to its reader.

All JSON about a table passes `redact_for`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

import discord

from bot.discord.frame import escape_markdown
from bot.kernel.session import Session
from bot.kernel.tables.seats import seen_by
from bot.store import HOUSE, Table
from bot.web.rights import Visitor

UNKNOWN: Final = "…"
"""Replaces what the reader may not know."""

_MENTION: Final = re.compile(r"(?<!\\)<(@!?|@&|#)(\d+)>")
"""A mention of a user, a role, or a channel."""

_LINK: Final = re.compile(
    r"\[([^\]]*)\]\((?P<to>https://discord\.com/channels/[^)\s]*)\)|(?P<bare>https://discord\.com/channels/\S*)"
)
"""A link into Discord, with its text or without."""


_MARKS: Final = re.compile(rb"<[@#]|https://discord\.com/")
"""The beginning of a mention or link."""


def needs_redaction(body: bytes) -> bool:
    """Return whether JSON may need redaction, so that a long game is not parsed in vain."""
    return _MARKS.search(body) is not None


async def redact_for(
    session: Session,
    client: discord.Client,
    visitor: Visitor,
    table: Table,
    value: Any,  # noqa: ANN401
) -> Any:  # noqa: ANN401 - JSON
    """Return JSON about a table, redacted for the reader of its page."""
    person = visitor.person
    seen = table if person is None else seen_by(table, person.id)
    names = {player.user_id: player.name for player in table.players if player.user_id > HOUSE}
    for player in table.players:
        if player.substitute is not None and player.substitute > HOUSE:
            names[player.substitute] = player.substitute_name
    if person is not None:
        names.setdefault(person.id, person.name)
    mentioned_ids = {int(number) for kind, number in _find_mentions(value) if kind in ("@", "@!")}
    if mentioned_ids - names.keys():
        names = await session.tables.guests(table.id) | names
    guild = None if person is None or seen.guild_id is None else client.get_guild(seen.guild_id)

    def replace_mention(match: re.Match[str]) -> str:
        kind, number = match[1], int(match[2])
        if kind == "@&":
            role = None if guild is None else guild.get_role(number)
            name = UNKNOWN if role is None else role.name
        elif kind == "#":
            here = person is not None and number in (seen.channel_id, seen.home_id)
            channel = guild.get_channel_or_thread(number) if here and guild is not None else None
            return f"**#{UNKNOWN if channel is None else escape_markdown(channel.name)}**"
        else:
            name = names.get(number, UNKNOWN)
        return f"**{escape_markdown(name)}**"

    def replace_link(match: re.Match[str]) -> str:
        place = "@me" if seen.guild_id is None else str(seen.guild_id)
        link = match["to"] or match["bare"]
        is_visible = person is not None and link.startswith(f"https://discord.com/channels/{place}/")
        return match[0] if is_visible else match[1] or UNKNOWN

    return _map_texts(value, lambda text: _LINK.sub(replace_link, _MENTION.sub(replace_mention, text)))


def _map_texts(value: Any, change: Callable[[str], str]) -> Any:  # noqa: ANN401 - JSON
    """Return JSON with all its texts changed."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list):
        return [_map_texts(item, change) for item in value]
    if isinstance(value, dict):
        return {key: _map_texts(item, change) for key, item in value.items()}
    return value


def _find_mentions(value: Any) -> list[tuple[str, str]]:  # noqa: ANN401 - JSON
    """Return all mentions in the texts of JSON, each as its kind and number."""
    mentions = list[tuple[str, str]]()

    def note(text: str) -> str:
        mentions.extend(_MENTION.findall(text))
        return text

    _map_texts(value, note)
    return mentions
