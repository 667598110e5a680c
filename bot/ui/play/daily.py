"""The deal of the day as people see it: a board for one, the line that tells of it, a channel's table."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Final

import discord

from bot.seating import end_of
from bot.session import Result, Shown
from bot.store import Status, Table
from bot.ui.kit.desk import Desk, click_of, private
from bot.ui.kit.frame import NOBODY, Message, dated, note, safe, titled
from bot.words import Words

LOG = logging.getLogger("taproom.post")

TOLD: Final = 2600
"""The most characters of a table of the day."""


def is_private(interaction: discord.Interaction, table: Table) -> bool:
    """Whether the table's board is for one person alone: others could yet play the same deal.

    Where somebody is alone with the bot, and began it there, it is a board like any other.
    """
    if table.day is None:
        return False
    return not (interaction.context.dm_channel and interaction.channel_id == table.channel_id)


async def show(interaction: discord.Interaction, told: Message) -> None:
    """The board for one: in the private message that was clicked, if it was one, else in a new one."""
    clicked = interaction.message
    if clicked is not None and clicked.flags.ephemeral:
        await interaction.response.edit_message(
            view=told.layout, attachments=told.files(), allowed_mentions=NOBODY
        )
        return
    await interaction.response.send_message(
        view=told.layout, files=told.files(), ephemeral=True, allowed_mentions=NOBODY
    )


def is_announced(interaction: discord.Interaction, table: Table) -> bool:
    """Whether the channel where a deal was begun can be told of its end.

    Not one where only the person and the bot are, nor, from elsewhere, one where the bot cannot speak.
    """
    return table.guild_id is not None or interaction.channel_id == table.channel_id


async def remarks(
    desk: Desk, interaction: discord.Interaction, shown: Shown, *, alone: bool
) -> tuple[str, ...]:
    """What the board of a deal of the day says besides: how it went, or that it is private.

    The latter only on the first board, and only for one who sees it `alone`.
    """
    if shown.table.day is None:
        return ()
    if shown.table.status is Status.OVER:
        share = share_line(desk, shown.table, await desk.session.story(shown.table))
        return (share, _next(desk, shown.table))
    if not alone or shown.table.plies:
        return ()
    told = (desk.words("daily.told"),) if is_announced(interaction, shown.table) else ()
    return (desk.words("daily.private"), *told)


def _next(desk: Desk, table: Table) -> str:
    """When the next deal comes after that of a table; it may have come while the game went on."""
    today = desk.session.today()
    if (table.day or "") < today:
        return desk.words("daily.now", play=table.game)
    return desk.words("daily.next", when=f"<t:{end_of(today)}:R>")


def share_line(desk: Desk, table: Table, states: tuple[object, ...]) -> str:
    """The line that tells of a game and spoils nothing."""
    daily = desk.session.catalogue[table.game].daily
    if daily is None or not states:
        return desk.words("daily.older-rules")
    return daily.share(desk.words, states)


async def tell_done(desk: Desk, interaction: discord.Interaction, shown: Shown) -> None:
    """Tell one person that they have played the deal, how it went, and when the next one comes."""
    title = titled(desk.words, shown.entry.game.title, shown.table.day)
    lines = await remarks(desk, interaction, shown, alone=True)
    await private(interaction, "\n".join((desk.words("daily.done", title=title), *lines)))


async def announce(desk: Desk, interaction: discord.Interaction, shown: Shown) -> None:
    """Tell the channel where a deal was begun how it went. The game is saved, whatever comes of this."""
    table = shown.table
    if not is_announced(interaction, table):
        return
    with desk.speaking(desk.session.language_there(table.guild_id, click_of(interaction))):
        layout = note(await _result(desk, shown))
    try:
        if interaction.channel_id == table.channel_id:
            await interaction.followup.send(view=layout, allowed_mentions=NOBODY)
        else:
            channel = interaction.client.get_partial_messageable(table.channel_id, guild_id=table.guild_id)
            await channel.send(view=layout, allowed_mentions=NOBODY)
    except (TimeoutError, discord.HTTPException) as failure:
        LOG.warning("table=%s the result could not be posted: %s", table.code, failure)
        await private(interaction, desk.words("daily.not-posted"))


async def _result(desk: Desk, shown: Shown) -> str:
    """Who played, and the channel's table of that day; how it went, where the table has no room for that."""
    table, words = shown.table, desk.words
    results = await desk.session.results(table.channel_id, table.game, table.day or "")
    own = next((result.states for result in results if result.table.id == table.id), ())
    title = titled(words, shown.entry.game.title, table.day)
    name, share = safe(table.players[0].name), share_line(desk, table, own)
    lines = tuple(places(desk, results))
    told = () if any(name in line and line.endswith(share) for line in lines) else (share,)
    head = words("daily.result", name=name, title=title)
    return "\n".join((head, *told, "", words("daily.table"), *lines))


def places(desk: Desk, results: Iterable[Result]) -> Iterator[str]:
    """A line for each who has played, the best first, as many as there is room for; and who still plays.

    Those whose game has no rank come last among the lines, and without a place.
    """
    words, room, left_out = desk.words, TOLD, 0
    playing = []
    for place, group in groupby(results, key=lambda result: result.place):
        for result in group:
            name = safe(result.table.players[0].name)
            if result.table.status is Status.PLAYING:
                playing.append(name)
                continue
            share = share_line(desk, result.table, result.states)
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


async def table_of_day(desk: Desk, channel_id: int, day: str) -> tuple[str, ...]:
    """A channel's table of a day for each game that was played then; what there is to say if none was."""
    words, told = desk.words, []
    for key, entry in desk.session.catalogue.items():
        if entry.daily is None:
            continue
        if results := await desk.session.results(channel_id, key, day):
            title = titled(words, entry.game.title, day)
            told.append("\n".join((words("daily.table.of", title=title), *places(desk, results))))
    return tuple(told)


def nobody_played(desk: Desk, day: str) -> str:
    """That nobody here has played the deals of a day, and how to play today's."""
    words = desk.words
    games = tuple(f"`/play {key} daily:true`" for key, entry in desk.session.catalogue.items() if entry.daily)
    key = "daily.none.today" if day == desk.session.today() else "daily.none"
    return words(key, date=dated(words, day), commands=words.listed(games))
