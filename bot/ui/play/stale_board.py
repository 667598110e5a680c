"""A click on a stale board: it is redrawn in place, and the answer says what has happened meanwhile.

A board is stale where its last change could not be shown. Its user need not wait for the repair.
"""

from __future__ import annotations

import logging
from dataclasses import replace

from bot.discord.interaction_data import ClickedMessage
from bot.discord.request import FAILURES, Handler, Request
from bot.kernel.errors import AlreadyDone, Refused, Stale
from bot.kernel.session import Shown
from bot.kernel.tables.seats import seen_in
from bot.store import Board, Table
from bot.ui.board.messages import record_board, remove_board, shown_revision
from bot.ui.play import daily
from bot.ui.play.board_layout import board_message, events_text
from bot.ui.play.deliver import is_board, is_private

LOG = logging.getLogger("taproom.post")


async def answer_stale_click(handler: Handler, _: Table | None, request: Request) -> None:
    """Run a handler; if it refuses because the clicked board is stale, redraw that board.

    A private menu that was overtaken is deleted.
    """
    try:
        await handler(request)
    except Refused as refused:
        if refused.table is None or isinstance(refused, AlreadyDone):
            raise
        shown = await _redraw_if_stale(request, refused.table)
        if isinstance(refused, Stale) and not is_board(request):
            await request.surface.presence.close_private_menus(refused.table.id, request.person.id)
        if shown is None:
            # The refusal links to the current board.
            refused.table = await request.session.tables.get(refused.table.id)
            raise
        refused.table = shown.table
        if not isinstance(refused, Stale):
            raise
        what = events_text(request.words, shown)
        key = "old-board.redrawn" if what else "old-board.redrawn.plain"
        raise Refused(key, shown.table, what=what) from refused


async def _redraw_if_stale(request: Request, table: Table) -> Shown | None:
    """Redraw the clicked message with the table's current state; none if it is not stale."""
    clicked = request.incoming.message
    if clicked is None or not _is_stale_board(request, clicked, table):
        return None
    try:
        async with request.surface.posting_lock(table.id):
            # Another task may have posted a new board meanwhile, with a ping.
            table = await request.session.tables.get(table.id)
            if not _is_stale_board(request, clicked, table):
                return None
            shown, before = await _redraw(request, clicked, table)
    except FAILURES as failure:
        LOG.info("table=%s an old board could not be drawn anew: %s", table.code, failure)
        return None
    if before is not None and shown.table.board is not None:
        await remove_board(request.surface, request.client, shown.table, before)
    return shown


def _is_stale_board(request: Request, clicked: ClickedMessage, table: Table) -> bool:
    """Return whether a message is the table's board, and stale."""
    return _is_table_board(request, clicked, table) and _is_behind(request, clicked, table)


def _is_table_board(request: Request, clicked: ClickedMessage, table: Table) -> bool:
    """Return whether a message is where the table is shown: recorded, newer, or a private board."""
    shows = shown_revision(clicked, table) is not None
    if seen_in(table, request.click.channel_id) is not table:
        return False  # its second board, which is updated separately
    if clicked.flags.ephemeral:
        return shows and is_private(request, table)
    if table.board is None:
        return shows
    return clicked.id == table.board.message_id or (shows and clicked.id > table.board.message_id)


def _is_behind(request: Request, clicked: ClickedMessage, table: Table) -> bool:
    """Return whether a board shows an older revision, and its interaction can still edit it.

    False if Discord has confirmed the newest: of two simultaneous clicks the second saw the board before
    that.
    """
    if not request.answer.may_update:
        return False
    is_confirmed = not clicked.flags.ephemeral and request.session.outbox.is_seen(table)
    return not is_confirmed and shown_revision(clicked, table) != table.revision


async def _redraw(request: Request, clicked: ClickedMessage, table: Table) -> tuple[Shown, Board | None]:
    """Redraw the clicked board; return the shown table, and its previous board if that was another."""
    session, alone = request.session, clicked.flags.ephemeral
    shown = await session.history.with_last_events(session.tables.show(table))
    remarks = tuple[str, ...]()
    if table.deal is not None:
        remarks = await daily.deal_remarks(request.in_language(table.terms.language), shown, alone=alone)
    message = await board_message(request.surface, shown, request.trace, remarks)
    await request.redraw(message)
    if alone:
        return shown, None
    others = set(message.pings) - {request.person.id}
    board, before = Board(request.click.channel_id, clicked.id), table.board
    if before == board:
        session.outbox.confirm(table, called=not others)
        return shown, None
    await record_board(request.surface, table, board, called=not others)
    return replace(shown, table=replace(table, board=board)), before
