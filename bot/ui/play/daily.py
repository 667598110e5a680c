"""The deals of the day and week as players see them: private boards, results, and ranking tables."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Final

import discord

from bot.discord.frame import NO_MENTIONS, Message, escape_markdown, format_day, game_title, names_of, note
from bot.discord.keyboard import in_rows
from bot.discord.request import Request
from bot.kernel.session import Session, Shown
from bot.kernel.tables.results import DealResult, Unranked, deal_of
from bot.kernel.time.calendar import end_of, is_week
from bot.store import Board, Status, StoreError, Table
from bot.ui.board.messages import edit_message, is_applied
from bot.words import Words

LOG = logging.getLogger("taproom.post")

ROOM: Final = 2600
"""The most characters of a ranking table."""

PODIUM: Final = 3
"""The number of places that are announced when a week is over."""


def is_announced(request: Request, table: Table) -> bool:
    """Return whether a game's end is announced in the channel where its deal was begun.

    Not in direct messages, nor from elsewhere in a channel where the bot cannot write.
    """
    return table.guild_id is not None or request.click.channel_id == table.channel_id


async def deal_remarks(request: Request, shown: Shown, *, alone: bool) -> tuple[str, ...]:
    """Return the remarks on the board of a deal for one: the result, or that the board is private.

    The latter on the first board only, and only if the player sees it `alone`.
    """
    if shown.table.status is Status.OVER:  # also after a public game of several
        share = share_line(request, shown.table, await request.session.history.final_states(shown.table))
        return (share, _next_deal_text(request, shown.table))
    if not alone or shown.table.plies:
        return ()
    public = (request.words("daily.told"),) if is_announced(request, shown.table) else ()
    return (request.words("daily.private"), *public)


def _next_deal_text(request: Request, table: Table) -> str:
    """Return when the next deal comes; it may have come while the game went on."""
    period = table.deal or ""
    if request.session.access.is_past(period):
        return request.words("daily.now")
    return request.words("daily.next", when=f"<t:{end_of(period)}:R>")


def share_line(request: Request, table: Table, states: tuple[object, ...]) -> str:
    """Return the line about a game that spoils nothing, in the user's language."""
    return share_text(request.words, request.session, table, states)


def share_text(words: Words, session: Session, table: Table, states: tuple[object, ...]) -> str:
    """Return the line about a game that spoils nothing, in a language."""
    deal = deal_of(session.catalogue[table.game], table.deal or "")
    if deal is None or not states:
        return words("daily.older-rules")
    return deal.share(words, states)


async def report_result(request: Request, shown: Shown) -> None:
    """Tell a player that they have played the deal, how it went, and when the next one comes."""
    title = game_title(request.words, shown.entry.game.title, shown.table.deal)
    lines = await deal_remarks(request, shown, alone=True)
    await request.private("\n".join((request.words("daily.done", title=title), *lines)))


async def announce(request: Request, shown: Shown) -> None:
    """Tell the channel where its deal was begun how a game ended. The game is saved already.

    All results of a deal are one message, which is edited; a new one is posted where that is impossible.
    """
    table = shown.table
    if not is_announced(request, table):
        return
    language = request.session.tables.language_there(table.guild_id, request.click)
    request_there = request.in_language(language)
    text = await _result_text(request_there, shown)
    buttons = [
        key
        for feature in request.session.features
        for key in feature.buttons.deal(request_there.words, table)
    ]
    try:
        async with request.surface.posting_lock(_note_key(table)):
            await _show_results(request, table, Message(note(text, in_rows(buttons))))
    except (TimeoutError, discord.HTTPException) as failure:
        LOG.warning("table=%s the result could not be posted: %s", table.code, failure)
        await request.private(request.words("daily.not-posted"))


def _note_key(table: Table) -> str:
    """Return the key of the note with a deal's message: one for each channel, game and kind."""
    kind = "week" if is_week(table.terms.day or "") else "day"
    return f"deal:{table.channel_id}:{table.game}:{kind}"


async def _show_results(request: Request, table: Table, message: Message) -> None:
    """Edit the message with a deal's results, or post the first one."""
    key, tables = _note_key(table), request.session.tables
    period, _, known = (await tables.note(key) or "").rpartition(":")
    if period == table.terms.day:
        board = Board(table.channel_id, int(known))
        if await is_applied(edit_message(request.client, table.guild_id, board, message), board):
            return
    if request.click.channel_id == table.channel_id:
        posted = await request.show(message, alone=False)
    else:
        channel = request.client.get_partial_messageable(table.channel_id, guild_id=table.guild_id)
        posted = (await channel.send(view=message.layout, allowed_mentions=NO_MENTIONS)).id
    with suppress(StoreError):  # then the next result is a new message
        await tables.set_note(key, f"{table.terms.day}:{posted}")


async def _result_text(request: Request, shown: Shown) -> str:
    """Return who played and the channel's table of that deal; with the result if the table has no room."""
    table, words = shown.table, request.words
    results = await request.session.scores.deal_results(table.channel_id, table.game, table.terms.day or "")
    own_states = next((result.states for result in results if result.table.id == table.id), ())
    title = game_title(words, shown.entry.game.title, table.deal)
    name, share = escape_markdown(table.players[0].name), share_line(request, table, own_states)
    lines = tuple(result_lines(words, request.session, results))
    own_line = () if any(name in line and line.endswith(share) for line in lines) else (share,)
    head = words("daily.result", name=name, title=title)
    here = words("weekly.table" if is_week(table.terms.day or "") else "daily.table")
    return "\n".join((head, *own_line, "", here, *lines))


def result_lines(words: Words, session: Session, results: Iterable[DealResult]) -> Iterator[str]:
    """Yield a line for each player, the best first, as many as fit; then who still plays.

    Games without a rank come last, without a place.
    """
    room, left_out = ROOM, 0
    playing = list[str]()
    for result in results:
        if result.table.status is Status.PLAYING:
            playing += names_of(result.table)
            continue
        line = _result_line(words, result, share_text(words, session, result.table, result.states))
        room -= len(line) + 1
        left_out += room < 0
        if room >= 0:
            yield line
    if left_out:
        yield words("daily.more", count=left_out)
    if playing:
        yield _playing_text(words, playing)


def _result_line(words: Words, result: DealResult, share: str) -> str:
    """Return the line of one player or group, and why it has no place."""
    name = words.join_list(names_of(result.table))
    match result.apart:
        case Unranked.LATE:
            return words("weekly.late", name=name, share=share)
        case Unranked.HELPED:
            return words("weekly.helped", name=name, share=share)
        case None:
            key = "daily.place" if result.place else "daily.unplaced"
            return words(key, place=result.place, name=name, share=share)


def _playing_text(words: Words, names: list[str]) -> str:
    """Return who still plays: by name, as long as they are few."""
    most = 10
    named = tuple(names[:most])
    if len(names) > most:
        named = (*named, words.some("daily.others", len(names) - most))
    return words("daily.playing", names=words.join_list(named))


async def tables_of(request: Request, channel_id: int, period: str) -> tuple[str, ...]:
    """Return a channel's tables of a day's or week's deal, one for each game that was played."""
    words, tables = request.words, list[str]()
    for key, entry in request.session.catalogue.items():
        if deal_of(entry, period) is None:
            continue
        if results := await request.session.scores.deal_results(channel_id, key, period):
            title = game_title(words, entry.game.title, period)
            tables.append(
                "\n".join(
                    (words("daily.table.of", title=title), *result_lines(words, request.session, results))
                )
            )
    return tuple(tables)


def podium(words: Words, session: Session, week: str, best: Mapping[str, tuple[DealResult, ...]]) -> str:
    """Return the first three places of a week's deals in a channel."""
    lines = [words("weekly.over", week=format_day(words, week))]
    for game, results in best.items():
        lines += ["", f"**{session.catalogue[game].game.title}**"]
        lines += result_lines(words, session, [result for result in results if result.place <= PODIUM])
    return "\n".join(lines)


def empty_table_text(request: Request, period: str) -> str:
    """Return that no one here has played a deal, and how to play the current ones."""
    words, access = request.words, request.session.access
    date = format_day(words, period)
    match is_week(period), period in (access.today(), access.this_week()):
        case True, True:
            return words("weekly.none.now", date=date)
        case True, False:
            return words("weekly.none", date=date)
        case False, True:
            return words("daily.none.today", date=date)
        case _:
            return words("daily.none", date=date)
