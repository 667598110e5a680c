"""Access control of the pages, in one function: `Rights.check`. See docs/decisions/web-access.md."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Final, TypeAlias

import discord

from bot.discord.budget import Priority, request_priority
from bot.discord.channels import sees
from bot.discord.keyboard import Control, Verb
from bot.discord.request import FAILURES, Surface
from bot.features.help.rules import HOW, WHY
from bot.kernel.clicks import Person
from bot.kernel.errors import Refused
from bot.kernel.tables.seats import seat_of, seen_by
from bot.store import Status, Table
from bot.words import ENGLISH

LOG = logging.getLogger("taproom.web")

Json = dict[str, Any]
_Key: TypeAlias = tuple[int, int, int]
"""A server, a channel in it, and a user."""

RULES: Final = (HOW.path, Verb.LEARN, WHY.path)
"""Controls about the rules of games, which belong to no table and work on every page."""

SHEETS: Final = 500
"""The most sheets that are remembered: handlers read what was clicked."""

USES: Final = 60.0
LOOKS: Final = 300.0
"""Seconds for which an answer of Discord is used, for a press and for viewing."""

AGAIN: Final = 10.0
"""Seconds for which a denial is used, so that regained access works soon."""

LATE: Final = 600.0
"""Seconds after which a viewer waits for a new answer: Discord gives five a second per server."""

OUTAGE: Final = 3600.0
"""Seconds for which a viewer keeps access while Discord does not answer."""

PATIENCE: Final = 5.0
"""Seconds in which Discord has to answer. Until then viewers have access."""

REMEMBERED: Final = 10_000
"""The most rights that are cached."""


class AccessDenied(Exception):  # noqa: N818 - a refusal, not an error
    """A user may not view a table, or no longer: their link or cookie is void."""


class AccessUnknownError(Exception):
    """Discord does not say at the moment what a user may do."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """A user at a table's page; `person` is none for a spectator with a shared link."""

    table_id: int
    person: Person | None
    language: str = ENGLISH


@dataclass(frozen=True, slots=True)
class Press:
    """A press on a page: a control, its chosen values, or the texts of its form.

    `sheet` is the id of the sheet with the control; 0: it stands on the page itself.
    """

    custom_id: str
    values: tuple[str, ...] | None = None
    fields: Mapping[str, str | tuple[str, ...]] | None = None
    sheet: int = 0


class Sheets:
    """The sheets that users were shown over pages, and may still press.

    A sheet's key is its id, a form's its custom_id.
    """

    def __init__(self) -> None:
        self._shown = OrderedDict[tuple[int, int, int | str], list[Json]]()

    def keep(self, table_id: int, user_id: int, name: int | str, components: list[Json]) -> None:
        """Remember a sheet or form; the oldest is dropped."""
        key = table_id, user_id, name
        self._shown[key] = components
        self._shown.move_to_end(key)
        while len(self._shown) > SHEETS:
            self._shown.popitem(last=False)

    def get(self, table_id: int, user_id: int, name: int | str) -> list[Json] | None:
        """Return a sheet that a user was shown; none if it was not, or is forgotten."""
        return self._shown.get((table_id, user_id, name))


class Right(IntEnum):
    """What a user may do where a table is shown; each includes those before it."""

    NOTHING = 0
    LOOK = 1
    USE = 2


class Rights:
    """Decides what a user may do from a page.

    Discord checks before every click whether the user is in the server and sees the channel. On a page the
    bot asks Discord, and caches the answer for a moment. It needs no privileged intent for that.
    """

    def __init__(self, surface: Surface, client: discord.Client, sheets: Sheets) -> None:
        self._surface = surface
        self._client = client
        self._sheets = sheets
        self._known = OrderedDict[_Key, tuple[float, Right]]()
        self._asking = dict[_Key, asyncio.Task[Right]]()

    async def check(self, visitor: Visitor, table: Table, press: Press | None = None) -> Control | None:
        """Check that a visitor may view a table, or make this press.

        Returns the pressed control, none to view.

        Raises `AccessDenied` if they may not view it, `Refused` if they may not make the press, and
        `AccessUnknownError` if Discord does not say what they may do, and no cached answer is new enough.
        """
        session, person = self._surface.session, visitor.person
        if person is None:
            # A shared deal is hidden while it is played: an unknown visitor may still have it to play.
            if press is not None or (table.deal is not None and table.status is Status.PLAYING):
                raise AccessDenied
            return None
        seen = seen_by(table, person.id)
        try:
            await session.access.check_may_look(person, table)
        except Refused as refused:
            raise AccessDenied from refused
        if await session.block_list.is_blocked(person.id) or await session.block_list.is_blocked(
            seen.guild_id or 0
        ):
            raise AccessDenied
        right = await self._right(person, seen, uses=press is not None)
        if right is Right.NOTHING:
            raise AccessDenied
        if press is None:
            return None
        if right is Right.LOOK:
            raise Refused("page-looks")
        control = self._control(visitor.table_id, person, press)
        if control is None:
            raise Refused("old-control")
        return control

    # Controls

    def _control(self, table_id: int, person: Person, press: Press) -> Control | None:
        """Return the pressed control; none if no page of this table has it.

        Controls of this table and about rules are valid; any other only where it was shown.
        """
        control = self._surface.parse_control(press.custom_id)
        if control is None:
            return None
        if control.verb in RULES and not control.table:
            return control
        if control.table == table_id and not self._surface.controls[control.verb].bare:
            return control
        if press.fields is not None:
            form = self._sheets.get(table_id, person.id, press.custom_id)
            return None if form is None else control
        sheet = self._sheets.get(table_id, person.id, press.sheet)
        return control if sheet is not None and _has_control(sheet, press) else None

    # Membership and permissions

    async def _right(self, person: Person, seen: Table, *, uses: bool) -> Right:
        """Return what a user may do where they see a table."""
        if seen.guild_id is None:
            return _right_without_discord(seen, person)
        key = seen.guild_id, seen.channel_id, person.id
        asked_at, known = self._known.get(key, (float("-inf"), Right.NOTHING))
        age = abs(self._surface.session.now() - asked_at)
        if age < (AGAIN if known is Right.NOTHING else USES if uses else LOOKS):
            return known
        task = self._asking.get(key)
        if task is None:
            with request_priority(Priority.PERSON if uses else Priority.GAME):
                task = self._asking[key] = asyncio.create_task(self._ask(key, seen, person))
            task.add_done_callback(lambda done: self._log_failure(key, done))
        if not uses and known is not Right.NOTHING and age < LATE:
            return known
        try:
            return await asyncio.wait_for(asyncio.shield(task), PATIENCE)
        except (*FAILURES, AccessUnknownError) as failure:
            if not uses and not task.done():
                return Right.LOOK  # Discord is busy, as after a restart
            if not uses and age < OUTAGE:
                return known
            raise AccessUnknownError from failure

    async def _ask(self, key: _Key, seen: Table, person: Person) -> Right:
        """Ask Discord what a user may do where they see a table, and cache it."""
        now, guild = self._surface.session.now(), await self._guild(key[0])
        right = (
            _right_without_discord(seen, person) if guild is None else await _right_in(guild, seen, person)
        )
        self._known[key] = (now, right)
        self._known.move_to_end(key)
        while len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
        return right

    def _log_failure(self, key: _Key, done: asyncio.Task[Right]) -> None:
        """Log a failed request to Discord."""
        del self._asking[key]
        if not done.cancelled() and (failure := done.exception()) is not None:
            LOG.warning("page: user=%s Discord does not tell what they may do: %s", key[-1], failure)

    async def _guild(self, guild_id: int) -> discord.Guild | None:
        """Return a server; none if the bot is not in it. Raises `AccessUnknownError` if unknown."""
        guild = self._client.get_guild(guild_id)
        if guild is None and not self._surface.session.tables.is_ours(guild_id):
            try:  # another process has it
                return await self._client.fetch_guild(guild_id, with_counts=False)
            except (discord.NotFound, discord.Forbidden):
                return None
        if (guild is None and not self._client.is_ready()) or (guild is not None and guild.unavailable):
            raise AccessUnknownError("its server is out of reach")
        return guild


def _right_without_discord(seen: Table, person: Person) -> Right:
    """Return what a user may do where Discord does not tell who is there.

    So it is in direct messages, and where the bot is a guest. Players may use their game anywhere; others
    needed access to get their link.
    """
    return Right.LOOK if seat_of(seen, person) is None else Right.USE


async def _right_in(guild: discord.Guild, seen: Table, person: Person) -> Right:
    """Return what Discord lets a user do in the channel where they see a table."""
    try:
        member = await guild.fetch_member(person.id)
    except discord.NotFound:
        return Right.NOTHING
    channel = await _channel(guild, seen.channel_id)
    if channel is None:  # the channel is gone; players keep their game
        return Right.NOTHING if seat_of(seen, person) is None else Right.USE
    if not await _can_see(guild, channel, member):
        return Right.NOTHING
    return Right.LOOK if member.is_timed_out() else Right.USE


def _has_control(components: list[Json], press: Press) -> bool:
    """Return whether a shown sheet has this control, with the chosen values."""
    for part in components:
        if part.get("custom_id") == press.custom_id:
            options = [option["value"] for option in part.get("options", ())]
            return not part.get("disabled") and set(press.values or ()) <= set(options)
        inner = [*part.get("components", ()), *filter(None, [part.get("accessory")])]
        if _has_control(inner, press):
            return True
    return False


async def _channel(guild: discord.Guild, channel_id: int) -> discord.abc.GuildChannel | discord.Thread | None:
    """Return a channel or thread; none if it is gone, or the bot may not see it."""
    cached = guild.get_channel_or_thread(channel_id)
    if cached is not None:
        return cached
    try:
        return await guild.fetch_channel(channel_id)
    except (discord.NotFound, discord.Forbidden):
        return None


async def _can_see(
    guild: discord.Guild, channel: discord.abc.GuildChannel | discord.Thread, member: discord.Member
) -> bool:
    """Return whether a member sees a channel; a private thread, if they are in it or manage threads."""
    if not isinstance(channel, discord.Thread):
        return sees(channel, member)
    parent = await _channel(guild, channel.parent_id)
    if parent is None or isinstance(parent, discord.Thread):
        return False
    granted = parent.permissions_for(member)
    if not channel.is_private() or granted.manage_threads:
        return granted.view_channel
    try:
        await channel.fetch_member(member.id)
    except discord.NotFound:
        return False
    return granted.view_channel
