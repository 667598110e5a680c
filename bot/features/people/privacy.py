"""`/privacy`: the data stored about the user, and its deletion, in one private panel."""

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
from bot.discord.frame import NO_MENTIONS, Layout, note, text_panel, words_at
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
"""The most boards of a channel that are tried after they could not be edited."""

YES: Final = "yes"
"""The detail of the button that confirms."""


async def show(request: Request) -> None:
    """`/privacy`."""
    await request.ask(_panel(request))


async def show_panel_again(request: Request) -> None:
    """Show the panel in place of an unanswered question."""
    await request.change(_panel(request))


async def send_data(request: Request) -> None:
    """Send the user all data stored about them. Collecting it may take longer than Discord waits."""
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
    """Ask the user to confirm, with the consequences; then forget them."""
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
    """Forget the user, and redraw their boards."""
    await request.answer.defer()
    request.surface.recent.forget(request.person.id)
    forgotten = await request.session.forget(request.person.id)
    request.trace.saved = True
    boards = [table for table in forgotten.tables if await _has_board(request.session, table)]
    lines = [request.words("privacy.forgotten")]
    if boards:
        lines.append(request.words.some("privacy.forgotten.boards", len(boards)))
    try:
        await request.change(text_panel("\n".join(lines)))
    except FAILURES as failure:
        LOG.warning("could not answer user=%s: %s", request.person.id, failure)
    request.surface.wake()
    await _redraw_boards(request.surface, request.client, forgotten)


def _panel(request: Request) -> Layout:
    """A summary of what is stored, and the controls."""
    words = request.words
    text = "\n".join((words("privacy.panel"), *_policy_lines(request)))
    data = DATA.button(words("button.data"), NO_TABLE)
    forget = FORGET.button(words("button.forget.ask"), NO_TABLE, ButtonLook.DANGER, "")
    return text_panel(text, [Row(data, forget)])


def _data_caption(words: Words, files: tuple[tuple[str, bytes], ...]) -> str:
    """The caption of the data files."""
    if len(files) > 1:
        return words("privacy.data.pieces", count=len(files))
    return words("privacy.data" if files[0][0].endswith(".json") else "privacy.data.packed")


def _policy_lines(request: Request) -> Iterator[str]:
    """Links to the host's privacy policy and terms, if published."""
    words, application = request.words, request.client.application
    privacy = None if application is None else application.privacy_policy_url
    terms = None if application is None else application.terms_of_service_url
    named = ((words("privacy.policy"), privacy), (words("privacy.terms"), terms))
    links = [f"[{name}]({link})" for name, link in named if link]
    if links:
        yield words("privacy.more", links=" · ".join(links))


def _question(words: Words, games: GameCounts) -> Iterator[str]:
    """The consequences for the user."""
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
    """Whether a public message shows a table; the board of a daily deal is private."""
    table = await session.tables.find(table_id)
    return table is not None and table.board is not None and table.terms.day is None


async def _redraw_boards(surface: Surface, client: discord.Client, forgotten: ForgetResult) -> None:
    """Remove the name from boards, notices and questions, where Discord allows it; failures are logged.

    The newest tables come first. After repeated failures a channel is skipped: Discord blocks clients that
    fail too often.
    """
    refused = Counter[int]()
    for table_id, board in forgotten.questions:
        await _remove_question(surface.session, client, table_id, board)
    for feature in surface.session.features:
        if feature.for_person.refresh is not None:
            await feature.for_person.refresh(surface, client, forgotten.left.get(feature.key, ()))
    for table_id in reversed(forgotten.tables):
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
    """Replace a question that named the user."""
    table = await session.tables.get(table_id)
    channel = client.get_partial_messageable(board.channel_id, guild_id=table.guild_id)
    view = note(words_at(table)("forget.notice", code=table.code))
    try:
        await channel.get_partial_message(board.message_id).edit(
            view=view, attachments=[], allowed_mentions=NO_MENTIONS
        )
    except (TimeoutError, discord.HTTPException) as failure:
        LOG.info("table=%s a question kept its names: %s", table.code, failure)


PRIVACY: Final = Command("privacy", "command.privacy", show)

PANEL: Final = Endpoint("privacy", show_panel_again, bare=True, private=True)
DATA: Final = Endpoint("data", send_data, bare=True, private=True, limit=READING)
FORGET: Final = Endpoint("forget", forget, bare=True, private=True)

CONTROLS: Final = routes(PANEL, DATA, FORGET)
