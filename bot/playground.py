"""The bot in a local browser: a simulated Discord with a few people, and the real database file.

Needs the extra `playground`. People and channels have the same ids at every start, so that the tables in the
file find their players again.
"""

from __future__ import annotations

import asyncio
import contextlib
from datetime import UTC, datetime
from typing import Any, Final

import discord
import simcord
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle
from simcord.preview import Preview
from simcord.types import HttpLogEntry

from bot import sprites
from bot.client import Taproom
from bot.discord.frame import note
from bot.games.catalogue import words_in
from bot.ops.location import DatabaseLocation
from bot.store import Status
from bot.ui.alarms.messenger import repost_board
from bot.words import ENGLISH

PEOPLE: Final = ("Ann", "Ben", "Cleo")
KEEPER: Final = "Ann"
"""The manager of the playground's server, so that `/server` can be tried."""

_POLL: Final = 0.5
"""Seconds between two checks for messages that the bot sent without a click."""

_AUTOCOMPLETE: Final = discord.InteractionResponseType.autocomplete_result.value

WELCOME: Final = """\
Taproom has no token, so it opens its playground: a Discord of its own in your browser.

    {url}

The link holds a key: open it whole. Switch between {people} at the top of the page.
Type /play in the message box to choose a game, and /rules to read how it goes.
{keeper} manages the server: /server makes the boards of new tables speak German or French,
/settings what you alone are told.
Tables are kept in {database}. Ctrl+C ends the playground; they will be there when you come back.
For a real server, put a token into .env (docs/hosting.md shows how to get one).
"""


class CannotOpen(Exception):  # noqa: N818 - named by what happened
    """The playground's page cannot be served, for instance because its port is taken."""


async def run(bot: Taproom, database: DatabaseLocation, port: int, stop: asyncio.Event) -> None:
    """Serve the playground until `stop` is set or the user ends it in the browser; raises `CannotOpen`."""
    await asyncio.to_thread(sprites.prepare)
    try:
        async with simcord.run(bot, check_errors=False, settle_timeout=30.0) as env:
            channel, people = _make_world(env)
            await _post_welcome(bot, channel)
            await env.settle()
            async with env.preview(channel, viewers=people, layout="channel", port=port) as preview:
                print(  # noqa: T201 - the one thing that the host must see
                    WELCOME.format(
                        url=preview.url, people=", ".join(PEOPLE), keeper=KEEPER, database=database
                    ),
                    flush=True,
                )
                await _run_until(stop, preview, env, bot)
    except simcord.SetupError as error:
        raise CannotOpen(str(error)) from error
    finally:
        await bot.close()


def _make_world(env: simcord.Env) -> tuple[ChannelHandle, list[MemberActor]]:
    """Make a server with one channel and its people, in the same order at the same simulated moment.

    The page shows this one channel, so the bot may not open threads in it: they could not be seen.
    """
    env.backend.edit_bot_profile("Taproom")
    guild = env.create_guild("Taproom")
    channel = guild.create_text_channel(
        "the-long-table",
        topic="Board games, a move at a time",
        overwrites={guild.default_role: discord.PermissionOverwrite(create_public_threads=False)},
    )
    keepers = guild.create_role("Keepers", permissions=discord.Permissions(manage_guild=True))
    people = [
        guild.add_member(
            env.create_user(name.lower(), global_name=name), roles=[keepers] if name == KEEPER else []
        )
        for name in PEOPLE
    ]
    # From here on ids must be new ones: they derive from the clock, and the database remembers old ones.
    _let_time_pass(env)
    return channel, people


def _let_time_pass(env: simcord.Env) -> None:
    """Move the simulated clock, which stamps messages and makes their ids, up to the real one.

    Not while a person acts: on a slow machine, Discord's three seconds for an answer could end meanwhile.
    """
    if env._operation_task is None:  # noqa: SLF001 - simcord is pinned; only its own operations can ask
        env.backend.advance_clock(max(0.0, (datetime.now(UTC) - env.now()).total_seconds()))


async def _post_welcome(bot: Taproom, channel: ChannelHandle) -> None:
    """Post instructions, and every open table of the file: last time's messages are gone."""
    target = bot.get_channel(channel.id)
    assert bot.surface is not None  # noqa: S101 - set up with the bot
    assert isinstance(target, discord.TextChannel)  # noqa: S101 - made as one
    live = await bot.surface.session.tables.live_in(channel.id)
    tables = [table for table in live if table.terms.day is None]  # a deal of the day is for its player alone
    key = "playground.back" if tables else "playground.welcome"
    words = words_in(ENGLISH)
    await target.send(view=note(words(key, people=words.join_list(PEOPLE))))
    for table in reversed(tables):
        if table.status in (Status.OPEN, Status.PLAYING):
            await repost_board(bot.surface, target, table)


async def _run_until(stop: asyncio.Event, preview: Preview, env: simcord.Env, bot: Taproom) -> None:
    """Wait for the end; meanwhile run due work, and keep the open pages up to date."""
    pages = _Pages(preview, env)
    stopped = asyncio.ensure_future(stop.wait())
    closed = asyncio.ensure_future(preview.wait_closed())
    while not (stopped.done() or closed.done()):
        await asyncio.wait((stopped, closed), timeout=_POLL, return_when=asyncio.FIRST_COMPLETED)
        _let_time_pass(env)
        if bot.ticker is not None:
            await bot.ticker.tick()
        await pages.catch_up()
    stopped.cancel()
    closed.cancel()


class _Pages:
    """The open pages. One person's actions appear on the pages of the others, too.

    `Preview.refresh` alone is too much: it also renews the page of the person who acts, which then is out of
    date for half a second and refuses the next click. So the others are renewed when an action ends, and all
    pages only when the bot has posted without a click.
    """

    def __init__(self, preview: Preview, env: simcord.Env) -> None:
        self._preview = preview
        self._env = env
        self._known = len(env.http_requests)
        self._publish = preview._publish  # noqa: SLF001 - simcord is pinned; it has no other place for this
        preview._publish = self._publish_all  # type: ignore[method-assign] # noqa: SLF001

    def _publish_all(self, page: Any, *, reason: Any = "action") -> None:  # noqa: ANN401 - simcord's own
        self._publish(page, reason=reason)
        if reason != "action":
            return
        self._known = len(self._env.http_requests)
        for other in tuple(self._preview._pages.values()):  # noqa: SLF001
            if other is not page:
                self._publish(other, reason="refresh")

    async def catch_up(self) -> None:
        """Show what the bot has posted without a click; while a person acts, wait until the next time."""
        sent = len(self._env.http_requests)
        if any(map(_is_news, self._env.http_requests[self._known : sent])):
            # While a bot's search is long, simcord gives up waiting; the pages are renewed the next time.
            with contextlib.suppress(simcord.SetupError, TimeoutError):
                await self._preview.refresh()
                self._known = sent


def _is_news(request: HttpLogEntry) -> bool:
    """Whether a request of the bot's shows more than autocomplete choices."""
    body = request.json
    return not (isinstance(body, dict) and body.get("type") == _AUTOCOMPLETE)
