"""The deal of the day as people see it: a board for one, the line that tells of it, a channel's table."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Final

import discord

from bot.calendar import end_of
from bot.session import Result, Shown
from bot.store import Status, Table
from bot.ui.kit.frame import NOBODY, dated, note, safe, titled
from bot.ui.kit.request import Request
from bot.words import Words

LOG = logging.getLogger("taproom.post")

ROOM: Final = 2600
"""The most characters of a table of the day."""


def is_announced(request: Request, table: Table) -> bool:
    """Whether the channel where a deal was begun can be told of its end.

    Not one where only the person and the bot are, nor, from elsewhere, one where the bot cannot speak.
    """
    return table.guild_id is not None or request.click.channel_id == table.channel_id


async def remarks(request: Request, shown: Shown, *, alone: bool) -> tuple[str, ...]:
    """What the board of a deal of the day says besides: how it went, or that it is private.

    The latter only on the first board, and only for one who sees it `alone`.
    """
    if shown.table.status is Status.OVER:
        share = share_line(request, shown.table, await request.session.history.story(shown.table))
        return (share, _next(request, shown.table))
    if not alone or shown.table.plies:
        return ()
    public = (request.words("daily.told"),) if is_announced(request, shown.table) else ()
    return (request.words("daily.private"), *public)


def _next(request: Request, table: Table) -> str:
    """When the next deal comes after that of a table; it may have come while the game went on."""
    today = request.session.access.today()
    if (table.day or "") < today:
        return request.words("daily.now")
    return request.words("daily.next", when=f"<t:{end_of(today)}:R>")


def share_line(request: Request, table: Table, states: tuple[object, ...]) -> str:
    """The line that tells of a game and spoils nothing."""
    daily = request.session.catalogue[table.game].daily
    if daily is None or not states:
        return request.words("daily.older-rules")
    return daily.share(request.words, states)


async def tell_done(request: Request, shown: Shown) -> None:
    """Tell one person that they have played the deal, how it went, and when the next one comes."""
    title = titled(request.words, shown.entry.game.title, shown.table.day)
    lines = await remarks(request, shown, alone=True)
    await request.private("\n".join((request.words("daily.done", title=title), *lines)))


async def announce(request: Request, shown: Shown) -> None:
    """Tell the channel where a deal was begun how it went. The game is saved, whatever comes of this."""
    table = shown.table
    if not is_announced(request, table):
        return
    language = request.session.tables.language_there(table.guild_id, request.click)
    layout = note(await _result(request.speaking(language), shown))
    try:
        if request.click.channel_id == table.channel_id:
            await request.say(layout)
        else:
            channel = request.client.get_partial_messageable(table.channel_id, guild_id=table.guild_id)
            await channel.send(view=layout, allowed_mentions=NOBODY)
    except (TimeoutError, discord.HTTPException) as failure:
        LOG.warning("table=%s the result could not be posted: %s", table.code, failure)
        await request.private(request.words("daily.not-posted"))


async def _result(request: Request, shown: Shown) -> str:
    """Who played, and the channel's table of that day; how it went, where the table has no room for that."""
    table, words = shown.table, request.words
    results = await request.session.scores.deal_results(table.channel_id, table.game, table.day or "")
    own = next((result.states for result in results if result.table.id == table.id), ())
    title = titled(words, shown.entry.game.title, table.day)
    name, share = safe(table.players[0].name), share_line(request, table, own)
    lines = tuple(places(request, results))
    own_line = () if any(name in line and line.endswith(share) for line in lines) else (share,)
    head = words("daily.result", name=name, title=title)
    return "\n".join((head, *own_line, "", words("daily.table"), *lines))


def places(request: Request, results: Iterable[Result]) -> Iterator[str]:
    """A line for each who has played, the best first, as many as there is room for; and who still plays.

    Those whose game has no rank come last among the lines, and without a place.
    """
    words, room, left_out = request.words, ROOM, 0
    playing = []
    for place, group in groupby(results, key=lambda result: result.place):
        for result in group:
            name = safe(result.table.players[0].name)
            if result.table.status is Status.PLAYING:
                playing.append(name)
                continue
            share = share_line(request, result.table, result.states)
            line = words("daily.place" if place else "daily.unplaced", place=place, name=name, share=share)
            room -= len(line) + 1
            left_out += room < 0
            if room >= 0:
                yield line
    if left_out:
        yield words("daily.more", count=left_out)
    if playing:
        yield _playing(words, playing)


def _playing(words: Words, names: list[str]) -> str:
    """Who still plays: by name, as long as they are few."""
    most = 10
    named = tuple(names[:most])
    if len(names) > most:
        named = (*named, words.some("daily.others", len(names) - most))
    return words("daily.playing", names=words.listed(named))


async def table_of_day(request: Request, channel_id: int, day: str) -> tuple[str, ...]:
    """A channel's table of a day for each game that was played then; what there is to say if none was."""
    words, tables = request.words, list[str]()
    for key, entry in request.session.catalogue.items():
        if entry.daily is None:
            continue
        if results := await request.session.scores.deal_results(channel_id, key, day):
            title = titled(words, entry.game.title, day)
            tables.append("\n".join((words("daily.table.of", title=title), *places(request, results))))
    return tuple(tables)


def nobody_played(request: Request, day: str) -> str:
    """That nobody here has played the deals of a day, and how to play today's."""
    words = request.words
    if day == request.session.access.today():
        return words("daily.none.today", date=dated(words, day))
    return words("daily.none", date=dated(words, day))
