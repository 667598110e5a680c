"""What a page is told, as Discord would show it to whoever reads it: names, and no numbers of people.

All JSON that a page gets of its table goes through `told_to`.
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
"""What stands for whom or what the reader may not know."""

_MENTION: Final = re.compile(r"(?<!\\)<(@!?|@&|#)(\d+)>")
"""Somebody, a role, or a channel."""

_LINK: Final = re.compile(
    r"\[([^\]]*)\]\((?P<to>https://discord\.com/channels/[^)\s]*)\)|(?P<bare>https://discord\.com/channels/\S*)"
)
"""A link into Discord, with its text or without."""


_MARKS: Final = re.compile(rb"<[@#]|https://discord\.com/")
"""Where a mention or a link may begin."""


def needs_redaction(body: bytes) -> bool:
    """Return whether JSON may hold what `told_to` changes; a long game is not read in vain for that."""
    return _MARKS.search(body) is not None


async def redact_for(
    session: Session,
    client: discord.Client,
    visitor: Visitor,
    table: Table,
    value: Any,  # noqa: ANN401
) -> Any:  # noqa: ANN401 - JSON
    """Return JSON about a table as somebody may read it who looks at its page."""
    person = visitor.person
    seen = table if person is None else seen_by(table, person.id)
    names = {player.user_id: player.name for player in table.players if player.user_id > HOUSE}
    for player in table.players:
        if player.substitute is not None and player.substitute > HOUSE:
            names[player.substitute] = player.substitute_name
    if person is not None:
        names.setdefault(person.id, person.name)
    named = {int(number) for kind, number in _find_mentions(value) if kind in ("@", "@!")}
    if named - names.keys():
        names = await session.tables.guests(table.id) | names
    guild = None if person is None or seen.guild_id is None else client.get_guild(seen.guild_id)

    def replace_mention(found: re.Match[str]) -> str:
        kind, number = found[1], int(found[2])
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

    def replace_link(found: re.Match[str]) -> str:
        place = "@me" if seen.guild_id is None else str(seen.guild_id)
        link = found["to"] or found["bare"]
        there = person is not None and link.startswith(f"https://discord.com/channels/{place}/")
        return found[0] if there else found[1] or UNKNOWN

    return _map_texts(value, lambda text: _LINK.sub(replace_link, _MENTION.sub(replace_mention, text)))


def _map_texts(value: Any, change: Callable[[str], str]) -> Any:  # noqa: ANN401 - JSON
    """Return JSON with all its texts changed."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list):
        return [_map_texts(one, change) for one in value]
    if isinstance(value, dict):
        return {key: _map_texts(one, change) for key, one in value.items()}
    return value


def _find_mentions(value: Any) -> list[tuple[str, str]]:  # noqa: ANN401 - JSON
    """Return all mentions in the texts of JSON, each as its kind and number."""
    found = list[tuple[str, str]]()

    def note(text: str) -> str:
        found.extend(_MENTION.findall(text))
        return text

    _map_texts(value, note)
    return found
