"""`/privacy`: what is kept about somebody, for them alone, and its end. One private panel."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Iterator
from typing import Final

import discord

from bot.discord.command import Command
from bot.discord.endpoints import NO_TABLE, Endpoint, routes
from bot.discord.failures import FAILURES
from bot.discord.frame import NOBODY, Layout, note, text_panel, words_at
from bot.discord.keyboard import Row
from bot.discord.limits import READING
from bot.discord.request import Request, Surface, with_file
from bot.kernel.people.privacy import (
    ForgetResult,
    GameCounts,
    document,
    games_of,
    is_nothing,
    split_into_files,
)
from bot.kernel.session import Session
from bot.store import NAMELESS, Board
from bot.ui.alarms.messenger import refresh_board, resolve_notice
from bot.words import Words
from bot.words.menu import ButtonLook

LOG = logging.getLogger("taproom.privacy")

PATIENCE: Final = 5
"""How many boards of a channel are tried that cannot be changed."""

YES: Final = "yes"
"""What the button says that means it; without it they are asked."""


async def show(request: Request) -> None:
    """`/privacy`."""
    await request.ask(_panel(request))


async def show_panel_again(request: Request) -> None:
    """The same in the place of a question that was not answered."""
    await request.change(_panel(request))


async def send_data(request: Request) -> None:
    """All that is kept about whoever clicks. Looking it up may take longer than Discord waits."""
    await request.defer()
    words, user = request.words, request.person.id
    personal = await request.session.privacy.data_of(user)
    if is_nothing(personal):
        await request.private(words("privacy.none"))
        return
    now, limit = request.session.now(), request.incoming.filesize_limit
    files = await asyncio.to_thread(lambda: split_into_files(document(words, user, personal, now), limit))
    for name, content in files:
        await request.show(with_file(_data_caption(words, files), name, content))


async def forget(request: Request, meant: str) -> None:
    """Ask whoever clicks first, and say what would happen; then forget them."""
    if meant == YES:
        await _forget(request)
        return
    personal = await request.session.privacy.data_of(request.person.id)
    if is_nothing(personal):
        await request.private(request.words("privacy.none"))
        return
    games = games_of(personal)
    await request.change(text_panel("\n".join(_question(request.words, games)), _rows(request.words, games)))


async def _forget(request: Request) -> None:
    """It is meant: forget whoever clicks, and draw their boards again."""
    await request.answer.defer()
    request.surface.recent.forget(request.person.id)
    found = await request.session.forget(request.person.id)
    request.trace.saved = True
    boards = [table for table in found.tables if await _has_board(request.session, table)]
    lines = [request.words("privacy.forgotten")]
    if boards:
        lines.append(request.words.some("privacy.forgotten.boards", len(boards)))
    try:
        await request.change(text_panel("\n".join(lines)))
    except FAILURES as failure:
        LOG.warning("could not answer user=%s: %s", request.person.id, failure)
    request.surface.wake()
    await _redraw_boards(request.surface, request.client, found)


def _panel(request: Request) -> Layout:
    """What is kept, in short, and what can be done about it."""
    words = request.words
    text = "\n".join((words("privacy.panel"), *_policy_lines(request)))
    data = DATA.button(words("button.data"), NO_TABLE)
    forget = FORGET.button(words("button.forget.ask"), NO_TABLE, ButtonLook.DANGER, "")
    return text_panel(text, [Row(data, forget)])


def _data_caption(words: Words, files: tuple[tuple[str, bytes], ...]) -> str:
    """What is handed over, and in which form."""
    if len(files) > 1:
        return words("privacy.data.pieces", count=len(files))
    return words("privacy.data" if files[0][0].endswith(".json") else "privacy.data.packed")


def _policy_lines(request: Request) -> Iterator[str]:
    """Where the host has published what is kept, and the terms; nothing where they have not."""
    words, application = request.words, request.client.application
    privacy = None if application is None else application.privacy_policy_url
    terms = None if application is None else application.terms_of_service_url
    named = ((words("privacy.policy"), privacy), (words("privacy.terms"), terms))
    links = [f"[{name}]({link})" for name, link in named if link]
    if links:
        yield words("privacy.more", links=" · ".join(links))


def _question(words: Words, games: GameCounts) -> Iterator[str]:
    """What would happen, as far as it concerns who asks."""
    yield words("privacy.forget.ask")
    if games.all:
        yield words.some("privacy.forget.seats", games.all, nameless=NAMELESS)
    if games.playing:
        yield words.some("privacy.forget.playing", games.playing)
    if games.open:
        yield words.some("privacy.forget.open", games.open)
    if games.deals:
        yield words.some("privacy.forget.deals", games.deals)
    yield words("privacy.forget.rest")


def _rows(words: Words, games: GameCounts) -> list[Row]:
    label = words.some("button.forget.games", games.all) if games.all else words("button.forget")
    yes = FORGET.button(label, NO_TABLE, ButtonLook.DANGER, YES)
    return [Row(yes, PANEL.button(words("button.back"), NO_TABLE))]


async def _has_board(session: Session, table_id: int) -> bool:
    """Whether a message shows a table to others; that of a deal of the day is for its player alone."""
    table = await session.tables.find(table_id)
    return table is not None and table.board is not None and table.terms.day is None


async def _redraw_boards(surface: Surface, client: discord.Client, found: ForgetResult) -> None:
    """Boards, notices and questions lose the name, as far as Discord lets us; the log tells where it did not.

    What people look at most comes first: the newest tables. A channel that lets us do nothing is left alone:
    Discord shuts out whoever knocks too often.
    """
    refused = Counter[int]()
    for table_id, board in found.questions:
        await _remove_question(surface.session, client, table_id, board)
    for feature in surface.session.features:
        if feature.for_person.refresh is not None:
            await feature.for_person.refresh(surface, client, found.left.get(feature.key, ()))
    for table_id in reversed(found.tables):
        table = await surface.session.tables.get(table_id)
        if refused[table.channel_id] == PATIENCE:
            LOG.info("table=%s the board was not changed, as others there could not be", table.code)
            continue
        line = words_at(table)("forget.notice", code=table.code)
        await resolve_notice(surface, client, table, line)
        shows = table.terms.day is None and table.board is not None
        if shows and not await refresh_board(surface, client, table):
            refused[table.channel_id] += 1


async def _remove_question(session: Session, client: discord.Client, table_id: int, board: Board) -> None:
    """A question that somebody asked, or was asked, is asked no longer."""
    table = await session.tables.get(table_id)
    channel = client.get_partial_messageable(board.channel_id, guild_id=table.guild_id)
    view = note(words_at(table)("forget.notice", code=table.code))
    try:
        await channel.get_partial_message(board.message_id).edit(
            view=view, attachments=[], allowed_mentions=NOBODY
        )
    except (TimeoutError, discord.HTTPException) as failure:
        LOG.info("table=%s a question kept its names: %s", table.code, failure)


PRIVACY: Final = Command("privacy", "command.privacy", show)

PANEL: Final = Endpoint("privacy", show_panel_again, bare=True, private=True)
DATA: Final = Endpoint("data", send_data, bare=True, private=True, limit=READING)
FORGET: Final = Endpoint("forget", forget, bare=True, private=True)

CONTROLS: Final = routes(PANEL, DATA, FORGET)
