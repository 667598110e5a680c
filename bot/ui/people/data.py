"""`/me data` and `/me forget`: what is kept about somebody, for them alone, and its end."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Iterator
from typing import Final

import discord

from bot.session import Session
from bot.session.privacy import Forgotten, Games, document, games_of, is_nothing, packed
from bot.store import NAMELESS, Board
from bot.ui.alarms.speak import refresh, settle_notice
from bot.ui.kit.command import Command
from bot.ui.kit.frame import NOBODY, Layout, note, words_at
from bot.ui.kit.keyboard import Control, Row, Verb
from bot.ui.kit.limits import READING
from bot.ui.kit.request import Request, Route, Surface, with_file
from bot.ui.transfer import question_again
from bot.words import Words

LOG = logging.getLogger("taproom.privacy")

PATIENCE: Final = 5
"""How many boards of a channel are tried that cannot be changed."""

YES: Final = "yes"
"""What the button says that means it; the other one changes nothing."""


async def data(request: Request) -> None:
    """`/me data`. Looking everything up, and handing it over, may take longer than Discord waits."""
    await request.defer()
    await _send_data(request)


async def forget(request: Request) -> None:
    """`/me forget`: the question what would happen."""
    personal = await request.session.privacy.data_of(request.person.id)
    if is_nothing(personal):
        await request.private(_nothing(request))
        return
    games = games_of(personal)
    await request.ask(note("\n".join(_question(request.words, games)), _rows(request.words, games)))


async def forget_me(request: Request) -> None:
    """What was asked is answered: forget whoever clicks, and draw their boards again; or do nothing."""
    if request.control.detail != YES:
        await request.change(note(request.words("nothing-to-confirm")))
        return
    await request.answer.defer()
    request.surface.recent.forget(request.person.id)
    found = await request.session.privacy.forget(request.person.id)
    request.trace.saved = True
    boards = [table for table in found.tables if await _has_board(request.session, table)]
    lines = [request.words("me.forgotten")]
    if boards:
        lines.append(request.words.some("me.forgotten.boards", len(boards)))
    try:
        await request.change(note("\n".join(lines)))
    except discord.HTTPException as failure:
        LOG.warning("could not answer user=%s: %s", request.person.id, failure)
    request.surface.wake()
    await _draw_again(request.surface, request.client, found)


async def _send_data(request: Request) -> None:
    words, user = request.words, request.person.id
    personal = await request.session.privacy.data_of(user)
    if is_nothing(personal):
        await request.private(_nothing(request))
        return
    now, limit = request.session.now(), request.interaction.filesize_limit
    files = await asyncio.to_thread(lambda: packed(document(words, user, personal, now), limit))
    text = "\n".join((_pieces(words, files), _papers(request)))
    for name, content in files:
        await request.show(with_file(text, name, content))


def _pieces(words: Words, files: tuple[tuple[str, bytes], ...]) -> str:
    """What is handed over, and in which form."""
    if len(files) > 1:
        return words("me.data.pieces", count=len(files))
    return words("me.data" if files[0][0].endswith(".json") else "me.data.packed")


def _nothing(request: Request) -> str:
    return "\n".join((request.words("me.data.none"), _papers(request)))


def _papers(request: Request) -> str:
    """Where it is written what is kept: at the addresses of the host, or else with the source."""
    words, application = request.words, request.client.application
    privacy = None if application is None else application.privacy_policy_url
    terms = None if application is None else application.terms_of_service_url
    return words(
        "me.data.papers",
        privacy=_paper(words, words("me.data.privacy"), privacy, "docs/privacy.md"),
        terms=_paper(words, words("me.data.terms"), terms, "docs/terms.md"),
    )


def _paper(words: Words, name: str, link: str | None, file: str) -> str:
    return words("me.data.papers.link", name=name, link=link) if link else f"`{file}`"


def _question(words: Words, games: Games) -> Iterator[str]:
    """What would happen, as far as it concerns who asks."""
    yield words("me.forget.ask")
    if games.all:
        yield words.some("me.forget.seats", games.all, nameless=NAMELESS)
    if games.playing:
        yield words.some("me.forget.playing", games.playing)
    if games.open:
        yield words.some("me.forget.open", games.open)
    if games.deals:
        yield words.some("me.forget.deals", games.deals)
    yield words("me.forget.rest")
    yield words("me.forget.first")


def _rows(words: Words, games: Games) -> list[Row]:
    label = words.some("button.forget.games", games.all) if games.all else words("button.forget")
    yes: discord.ui.Button[Layout] = discord.ui.Button(
        label=label,
        style=discord.ButtonStyle.danger,
        custom_id=str(Control(0, 0, Verb.FORGET, YES)),
    )
    no: discord.ui.Button[Layout] = discord.ui.Button(
        label=words("button.back"), custom_id=str(Control(0, 0, Verb.FORGET, "no"))
    )
    return [Row(yes, no)]


async def _has_board(session: Session, table_id: int) -> bool:
    """Whether a message shows a table to others; that of a deal of the day is for its player alone."""
    table = await session.tables.known(table_id)
    return table is not None and table.board is not None and table.day is None


async def _draw_again(surface: Surface, client: discord.Client, found: Forgotten) -> None:
    """Boards, notices and questions lose the name, as far as Discord lets us; the log tells where it did not.

    What people look at most comes first: the newest tables. A channel that lets us do nothing is left alone:
    Discord shuts out whoever knocks too often.
    """
    refused = Counter[int]()
    for table_id, board in found.questions:
        await _take_off(surface.session, client, table_id, board)
    for table_id in reversed(found.tables):
        table = await surface.session.tables.get(table_id)
        if refused[table.channel_id] == PATIENCE:
            LOG.info("table=%s the board was not changed, as others there could not be", table.code)
            continue
        line = words_at(table)("forget.notice", code=table.code)
        await settle_notice(surface, client, table, line)
        await question_again(surface, client, table_id)
        shows = table.day is None and table.board is not None
        if shows and not await refresh(surface, client, table):
            refused[table.channel_id] += 1


async def _take_off(session: Session, client: discord.Client, table_id: int, board: Board) -> None:
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


DATA: Final = Command("data", "command.me.data", data, limit=READING)
FORGET: Final = Command("forget", "command.me.forget", forget)

CONTROLS: Final = {Verb.FORGET: Route(forget_me, bare=True, private=True)}
