"""People that somebody picked from Discord's list, and numbers on controls."""

from __future__ import annotations

from bot.discord.request import Request
from bot.kernel.clicks import Person
from bot.kernel.errors import Refused


def chosen_person(request: Request) -> Person:
    """Whom somebody picked from Discord's list of people; refuses who is not in this server."""
    resolved = request.incoming.resolved
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


def parse_number(text: str) -> int:
    """A number that stands on one of our controls; raises `Refused` where there is none."""
    if not (text.isascii() and text.isdecimal() and len(text) <= 9):  # noqa: PLR2004 - as long as they get
        raise Refused("old-control")
    return int(text)
