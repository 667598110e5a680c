"""`/table close`: a confirmation, then the table's last board, which says who closed it."""

from __future__ import annotations

import logging
from typing import Final

import discord

from bot.discord.command import Code, Command
from bot.discord.endpoints import Endpoint, routes
from bot.discord.frame import NO_MENTIONS, escape_markdown, names_of, note, words_at
from bot.discord.keyboard import Row, cancel_key
from bot.discord.request import Request
from bot.kernel.errors import Refused
from bot.kernel.session import Shown
from bot.store import Board, Status, StoreError, Table
from bot.ui.alarms import messenger
from bot.ui.table.lines import table_option
from bot.words.menu import ButtonLook

LOG = logging.getLogger("taproom.post")


async def close_command(request: Request, table: Code | None = None) -> None:
    """`/table close`: ask for a confirmation, as it cannot be undone."""
    closable = request.note_table(await request.session.management.find_closable(request.click, table))
    await request.session.management.check_close(request.click, closable)
    await _ask_to_close(request, closable)


async def _closable_tables(request: Request) -> tuple[Table, ...]:
    return await request.session.management.closable(request.click)


async def _ask_to_close(request: Request, table: Table) -> None:
    words, game = request.words, request.session.catalogue[table.game].game.title
    if table.status is Status.OPEN:
        text = words("close.ask.open", code=table.code, game=game)
    else:
        names = words.join_list(names_of(table))
        text = words("close.ask.playing", code=table.code, game=game, names=names)
    label, about = words("button.yes", what=words("close.yes")), (table.id, table.revision)
    yes = AFTER_ALL.button(label, about, ButtonLook.DANGER, str(table.status))
    await request.ask(note(text, [Row(yes, cancel_key(words, table))]))


async def close_confirmed(request: Request, status_then: str) -> None:
    """Close the confirmed table, and show it; no one is pinged."""
    if status_then not in (Status.OPEN, Status.PLAYING):
        raise Refused("old-control")
    before = await request.table()
    late = request.session.absence.absent_player(before)
    shown, questions = await request.session.management.close(
        request.click, before.id, Status(status_then), request.trace
    )
    table = shown.table
    await request.change(note(request.words("close.done", code=table.code)))
    if not await _show_closed(request, shown):
        channel = f"<#{table.channel_id}>"
        await request.private(request.words("close.done.unshown", code=table.code, channel=channel))
    line = words_at(table)("time.closed", code=table.code)
    if late is not None:
        await messenger.resolve_notice(request.surface, request.client, table, line)
    for message in questions:
        await _retire_question(request, table, message, line)


async def _show_closed(request: Request, shown: Shown) -> bool:
    """Show on the board who closed the table, or post a new one; return whether that worked."""
    words, name = words_at(shown.table), escape_markdown(request.person.name)
    line = words("close.by.open", name=name) if shown.state is None else words("close.by", name=name)
    if await messenger.refresh_board(request.surface, request.client, shown.table, (line,)):
        return True
    try:
        await messenger.show_table(request.surface, request.client, shown, (line,), anew=True)
    except (TimeoutError, discord.HTTPException, StoreError) as failure:
        LOG.warning("table=%s that it is closed could not be shown: %s", shown.table.code, failure)
        return False
    return True


async def _retire_question(request: Request, table: Table, message: Board, line: str) -> None:
    """Remove the buttons of a question to the players of a closed table."""
    channel = request.client.get_partial_messageable(message.channel_id, guild_id=table.guild_id)
    try:
        await channel.get_partial_message(message.message_id).edit(
            view=note(line), attachments=[], allowed_mentions=NO_MENTIONS
        )
    except (TimeoutError, discord.HTTPException) as failure:
        LOG.info("table=%s a question kept its buttons: %s", table.code, failure)


CLOSE: Final = Command("close", "command.close", close_command, {"table": table_option(_closable_tables)})

AFTER_ALL: Final = Endpoint("close", close_confirmed, private=True)

CONTROLS: Final = routes(AFTER_ALL)
