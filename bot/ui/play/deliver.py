"""Shows tables in answer to interactions: one board message, edited in place while that is enough.

A new message replaces it where a player must be called, where a command was typed, and where the board is old
or out of sight. No new one is needed between players who are both watching, or with a bot; a player who does
not act after all is called a minute later, by the repair.

A shown table is confirmed (`bot.kernel.tables.outbox`); what could not be shown is repaired soon
(`bot.ui.alarms.repair`). The previous message is deleted last, so that no one waits for that.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace

import discord

from bot.discord.frame import Message, close_finished_board, mention, note, words_at
from bot.discord.request import FAILURES, Request, is_guest
from bot.kernel.session import Shown
from bot.kernel.tables.seats import asked_seats, is_code, is_played_in, second_board_of
from bot.store import Board, Player, Status, StoreError, Table
from bot.ui.alarms.direct_messages import report_events
from bot.ui.alarms.messenger import show_table
from bot.ui.alarms.second_boards import show_second_board
from bot.ui.board.messages import record_board, remove_board, shown_revision
from bot.ui.board.show import BoardUpdate, show_board
from bot.ui.play import daily
from bot.ui.play.board_layout import board_message, events_text

LOG = logging.getLogger("taproom.post")


@dataclass(frozen=True, slots=True)
class Cleanup:
    """The old messages to delete once a table is shown.

    `clicked`: the clicked message is one of them; `old` is another one. With `followed` the clicked one stays
    with this line instead: it is the end of a game that is played again.
    """

    clicked: bool = False
    old: Board | None = None
    followed: str = ""


async def deliver(request: Request, shown: Shown, *, ping: bool = True) -> None:
    """Show a saved table in answer to an interaction.

    It pings the players whose turn it is, but neither the acting player nor those called before in this turn.
    Only one task shows a table at a time, always in its current state. If another was quicker, this only
    acknowledges.
    """
    request.surface.presence.note_use(shown.table.id, request.person.id, request.session.now())
    if _is_elsewhere(request, shown.table):
        await _deliver_elsewhere(request, shown)
        return
    if second_board_of(shown.table) is not None:
        request.surface.wake()  # the second board is outdated now
    async with request.surface.posting_lock(shown.table.id):
        now = await _latest(request, shown)
        alone = is_private(request, now.table)
        with request.trace.span("answer"), request.surface.retrying_on_failure(now.table):
            if not alone and request.trace.saved and request.session.outbox.is_shown(now.table):
                rest = await _answer_if_shown(request, now)
            else:
                rest = await _deliver(request, shown, now, alone=alone, ping=ping)
    if (
        shown.table.status is Status.OVER
        or _awaits_code(shown)
        or _has_offer(shown)
        or shown.table.is_answered
    ):
        request.surface.wake()
    await _clean_up(request, now, rest)
    if alone and shown.events and shown.table.status is Status.OVER:
        await daily.announce(request, shown)


def _is_elsewhere(request: Request, table: Table) -> bool:
    """Return whether a player acts from a place where the table is not shown."""
    elsewhere = request.answer.elsewhere or request.click.channel_id != table.channel_id
    return table.terms.day is None and elsewhere


async def _deliver_elsewhere(request: Request, shown: Shown) -> None:
    """Show a table where it is played, and tell the player who acts from elsewhere in private.

    If the table is out of reach, the others get direct messages, and the board is shown later.
    """
    surface, client = request.surface, request.client
    if await request.is_shut(shown.table):
        await report_events(request, shown)
    else:
        try:
            await show_table(surface, client, replace(shown, asleep=shown.asleep | {request.person.id}))
        except (*FAILURES, StoreError) as failure:
            LOG.warning("table=%s could not be shown where it is played: %s", shown.table.code, failure)
    surface.wake()
    if is_played_in(shown.table, request.click.channel_id) and not request.answer.elsewhere:
        await _deliver_on_second_board(request, shown)
    else:
        await _tell_actor(request, events_text(request.words, shown) or request.words("done"))


async def _deliver_on_second_board(request: Request, shown: Shown) -> None:
    """Show a table on its second board, where a player has acted; a failure is repaired soon."""
    surface, clicked = request.surface, request.incoming.message
    if clicked is not None:
        await request.answer.put_off()
    try:
        await show_second_board(surface, request.client, shown.table.id)
    except (*FAILURES, StoreError) as failure:
        LOG.warning("table=%s its second board could not be shown: %s", shown.table.code, failure)
    if clicked is None:
        await request.private(events_text(request.words, shown) or request.words("done"))
        return
    gone = await close_private(request, shown.table)
    await surface.presence.close_private_menus(shown.table.id, request.person.id, gone=gone)


async def _tell_actor(request: Request, text: str) -> None:
    """Tell a player what they did: in the private message that was clicked, if it was one."""
    clicked = request.incoming.message
    if clicked is None or not clicked.flags.ephemeral or request.answer.is_given:
        await request.private(text)
        return
    try:
        await request.redraw(Message(note(text)))
    except FAILURES as failure:
        LOG.warning("could not answer user=%s: %s", request.person.id, failure)


def _awaits_code(shown: Shown) -> bool:
    """Return whether a bot or Taproom is to act, so that the ticker must run at once."""
    if shown.state is None or shown.table.status is not Status.PLAYING:
        return False
    acting = shown.entry.game.to_act(shown.state)
    return any(is_code(player) for player in shown.table.players if player.seat in acting)


def _has_offer(shown: Shown) -> bool:
    """Return whether a player is offered something, and may need a call for it."""
    return shown.table.status is Status.PLAYING and bool(asked_seats(shown.entry, shown.state))


async def _deliver(request: Request, shown: Shown, now: Shown, *, alone: bool, ping: bool) -> Cleanup:
    """Show the table's current state `now`; `shown` is its state when this was requested."""
    surface, table, clicked = request.surface, now.table, _clicked_board(request, now.table)
    remarks = tuple[str, ...]()
    if table.deal is not None:
        remarks = await daily.deal_remarks(request.in_language(table.terms.language), now, alone=alone)
    if is_guest(request) and _awaits_code(now):
        remarks += (words_at(table)("board.guest", board=request.command("board")),)
    if alone:
        await _show_private_board(request, await board_message(surface, now, request.trace, remarks))
        return await _retire_public_board(request, now)
    overtaken = table.revision != shown.table.revision
    target = table.board if clicked is None or overtaken else clicked
    due = _update_for(request, now, None if _is_typed(request) else target, remarks)
    board = await show_board(replace(due, quiet=due.quiet | shown.asleep, call=ping, clicked=clicked))
    if board is not None and board == table.board:
        await _acknowledge(request, now)
    return _cleanup_for(table, clicked, board)


def _update_for(
    request: Request, shown: Shown, board: Board | None, remarks: tuple[str, ...] = ()
) -> BoardUpdate:
    """Return the board update for a request; `board` may be edited."""
    return BoardUpdate(
        request.surface,
        request.client,
        shown,
        request.trace,
        board,
        at=request.incoming.created_at,
        quiet=shown.asleep | {request.person.id},
        remarks=remarks,
        request=request,
    )


def _cleanup_for(table: Table, clicked: Board | None, board: Board | None) -> Cleanup:
    """Return the old messages to delete once `board` shows a table."""
    return Cleanup(
        clicked=clicked not in (None, board),
        old=None if table.board in (None, clicked, board) else table.board,
    )


def _is_typed(request: Request) -> bool:
    """Return whether the user typed a command that shows a board, and looks at the end of the channel."""
    return request.incoming.is_command and not request.answer.alone


def _clicked_board(request: Request, table: Table) -> Board | None:
    """Return the board of a table that was clicked; none if something else was used."""
    message = request.incoming.message
    if message is None:
        return None
    board = Board(request.click.channel_id, message.id)
    if board == table.board:  # it may be private, where Discord makes all answers private
        return board
    return board if is_board(request) and shown_revision(message, table) is not None else None


async def _answer_if_shown(request: Request, shown: Shown) -> Cleanup:
    """Acknowledge a request whose table is shown already."""
    await _acknowledge(request, shown)
    clicked = _clicked_board(request, shown.table)
    return Cleanup(clicked=clicked is not None and shown.table.board not in (None, clicked))


async def _acknowledge(request: Request, shown: Shown) -> None:
    """Acknowledge a click silently, and a typed command with a private line."""
    if request.incoming.is_command:
        await request.private(events_text(request.words, shown) or request.words("done"))
    else:
        await request.answer.put_off()


async def deliver_next(request: Request, shown: Shown, asked: Sequence[Player] = ()) -> None:
    """Post a new table in answer to a click on the board of the one that it follows.

    The `asked` players are mentioned with one ping, unless it is night for them: they may join.
    """
    words, users = words_at(shown.table), tuple(player.user_id for player in asked)
    names = words.join_list(tuple(mention(words, replace(player, substitute=None)) for player in asked))
    due = _update_for(request, shown, None, (words("board.again.asked", names=names),) if asked else ())
    asleep = await request.session.people.asleep(users)
    async with request.surface.posting_lock(shown.table.id):
        with request.trace.span("answer"), request.surface.retrying_on_failure(shown.table):
            await show_board(replace(due, asked=users, quiet=due.quiet | asleep))
    line = words_at(shown.table)("board.again", code=shown.table.code)
    await _clean_up(request, shown, Cleanup(followed=line))


def is_private(request: Request, table: Table) -> bool:
    """Return whether a table's board is for one player: others could still play the same deal.

    In direct messages with the bot it is a board like any other.
    """
    if table.terms.day is None:
        return False
    return not (request.incoming.is_direct and request.click.channel_id == table.channel_id)


async def _show_private_board(request: Request, message: Message) -> None:
    """Show a private board: in the private message that was clicked, if it was one, else in a new one."""
    clicked = request.incoming.message
    if clicked is not None and clicked.flags.ephemeral:
        await request.redraw(message)
        return
    await request.show(message)


async def _retire_public_board(request: Request, shown: Shown) -> Cleanup:
    """Return the public board to delete, as the table is now shown to one player only."""
    before = shown.table.board
    if before is None:
        request.session.outbox.confirm(shown.table)
        return Cleanup()
    await record_board(request.surface, shown.table, None)
    return Cleanup(old=before)


async def _latest(request: Request, shown: Shown) -> Shown:
    """Return the table's current state: others may have moved meanwhile."""
    table = await request.session.tables.get(shown.table.id)
    if table is shown.table:
        return shown
    if table.revision <= shown.table.revision:
        return replace(shown, table=replace(shown.table, board=table.board))
    state = request.session.tables.show(table).state
    return replace(shown, table=table, state=state, path="")


async def redraw_in_place(request: Request, shown: Shown, remarks: tuple[str, ...] = ()) -> None:
    """Redraw the board in place, though no turn has passed; `remarks` are further lines.

    The interaction was answered before.
    """
    async with request.surface.posting_lock(shown.table.id):
        now = replace(await _latest(request, shown), new_turn=False)
        with request.trace.span("answer"), request.surface.retrying_on_failure(now.table):
            board = await show_board(replace(_update_for(request, now, now.table.board, remarks), stays=True))
    await _clean_up(request, now, _cleanup_for(now.table, None, board))


def is_board(request: Request) -> bool:
    """Return whether the interaction came from a control of a public message."""
    return request.incoming.message is not None and not request.incoming.message.flags.ephemeral


async def _clean_up(request: Request, shown: Shown, rest: Cleanup) -> None:
    """Delete the old messages, after the table's lock is released."""
    surface, table = request.surface, shown.table
    with request.trace.span("settle"):
        if rest.followed:
            await _mark_followed(request, rest.followed)
        elif rest.clicked:
            await remove_clicked(request, table)
        if rest.old is not None:
            await remove_board(surface, request.client, table, rest.old)
        gone = await close_private(request, table)
        await surface.presence.close_private_menus(table.id, request.person.id, gone=gone)


async def close_private(request: Request, table: Table) -> int | None:
    """Delete the private message that was clicked; return its id, if it was one."""
    clicked = request.incoming.message
    if clicked is None or not clicked.flags.ephemeral or is_private(request, table):
        return None
    is_itself = table.board is not None and clicked.id == table.board.message_id
    if is_itself or not request.answer.is_in_place:
        return None
    await request.answer.removal(clicked.id)()
    return clicked.id


async def _mark_followed(request: Request, line: str) -> None:
    """Keep the board of a finished game that is played again, with a line that leads on."""
    clicked = request.incoming.message
    if clicked is None:
        return
    try:
        await request.answer.leave(close_finished_board(clicked, line))
    except FAILURES as failure:
        LOG.info("the end of a game kept its button: %s", failure)


async def remove_clicked(request: Request, table: Table) -> None:
    """Delete the clicked message; a failure is tried again automatically.

    The interaction can delete it wherever the bot can be used, a request of the bot only where it may write.
    A message with a thread stays.
    """
    old = Board(request.click.channel_id, request.clicked_message.id)
    if request.clicked_message.flags.has_thread:
        LOG.info("table=%s an old board stays, as it has a thread", table.code)
        request.session.outbox.confirm_removed(old)
        return
    try:
        if request.answer.is_in_place:
            await request.answer.remove_clicked()
            request.session.outbox.confirm_removed(old)
            return
    except FAILURES as failure:
        LOG.info("table=%s an old board was not deleted by its click: %s", table.code, failure)
        if not isinstance(failure, discord.NotFound):
            return
    # The token is dead, or the message is gone.
    await remove_board(request.surface, request.client, table, old)
