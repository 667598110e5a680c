"""The one code path that shows a board.

What must be shown of a table is an outbox entry (`bot.store.outbox`), saved with the change that makes it
necessary. Clicks and typed lines (`bot.ui.play.deliver`), alarms (`bot.ui.alarms.messenger`), second boards
(`bot.ui.alarms.second_boards`) and repairs (`bot.ui.alarms.repair`) all come here, each with a `BoardUpdate`.

The board is edited in place while that is enough. A new message replaces it where a player must be called who
is not watching, and where the current one is old, out of sight, or gone; see docs/decisions/board-message.md.

The routes are tried in order, until one has shown the table. After an exception the message may have arrived,
or the failure may be temporary: nothing else is tried, the entry stays, and a repair checks later.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from typing import Any, Final

import discord
from discord.utils import snowflake_time

from bot.discord.answer import ANSWERED, DEAD
from bot.discord.frame import Message, note, words_at
from bot.discord.presence import THERE
from bot.discord.request import FAILURES, Request, Surface, is_guest
from bot.kernel.session import Shown
from bot.kernel.trace import Trace
from bot.store import Board, Status, StoreError, Table
from bot.ui.board.climax import prepare_climax
from bot.ui.board.messages import (
    edit_board,
    find_board,
    find_overtaken_boards,
    in_channel,
    is_board_current,
    record_board,
    remove_board,
    try_edit_board,
)
from bot.ui.play.board_layout import board_message, events_text

LOG = logging.getLogger("taproom.post")

YOUNG: Final = 60 * 60.0
"""Seconds for which a message is edited from turn to turn. Discord slows down edits of older ones."""


@dataclass(frozen=True, slots=True)
class BoardUpdate:
    """A table whose current state is to be shown, under the lock by which one task at a time shows it.

    `board` is the message that may be edited; none where a new one is needed in any case. `at` is now, by the
    clock of message ids. `quiet` users get no ping, and without `call` no one does. `remarks` are further
    lines. `stays`: the board is edited however old it is. `request` is the interaction to answer, and
    `clicked` the board that was clicked. `since`: the table may have been shown from then on by a message
    whose answer was lost. `number` prevents posting it twice within some minutes. `is_second_board`: `shown`
    is seen from there. `asked` users are pinged besides the players.
    """

    surface: Surface
    client: discord.Client
    shown: Shown
    trace: Trace
    board: Board | None
    at: float
    quiet: AbstractSet[int] = frozenset()
    call: bool = True
    remarks: tuple[str, ...] = ()
    stays: bool = False
    request: Request | None = None
    clicked: Board | None = None
    since: float | None = None
    number: str = ""
    asked: tuple[int, ...] = ()
    is_second_board: bool = False

    @property
    def table(self) -> Table:
        """The table, with its previous board."""
        return self.shown.table

    def nonce(self, kind: str) -> str | None:
        """Return the nonce of a message; none where the same message may be posted again."""
        return f"{kind}{self.number}"[:25] if self.number else None


@dataclass(slots=True)
class Post:
    """What is shown: a message that replaces the one in `place`, else a new one below a `line` that stays.

    The line is cleared once it is posted, so that another route does not repeat it.
    """

    due: BoardUpdate
    message: Message
    place: Board | None
    line: str


async def show_board(due: BoardUpdate) -> Board | None:
    """Show a table, and record where; none if there is nothing to show any more.

    A player who would be pinged while they watch is called later, unless they act.
    """
    due = replace(due, shown=await due.surface.session.history.with_turns(due.shown))
    late = None if due.is_second_board else await prepare_climax(due.surface, due.shown)
    line, below = split_events(due.surface, due.shown, due.shown.events)
    message = await board_message(due.surface, below, due.trace, due.remarks)
    awaited = tuple(user for user in (*message.pings, *due.asked) if user not in due.quiet)
    pings = awaited if due.call and due.shown.new_turn else ()
    post = Post(due, replace(message, pings=pings), _editable_board(due, line, pings), line)
    board = None
    for route in ROUTES:
        board = await route(post)
        if board is not None:
            break
    looks_on = bool(pings) and post.place is not None and board == post.place
    # Within a turn a click pings no one, though the turn's first message may still be pending. A board
    # that stays says nothing about a pending call.
    called = due.request is None or (not due.stays and (due.shown.new_turn or not awaited))
    await _record_shown(due, board, called=called and not looks_on, later=looks_on)
    if board is not None and not due.is_second_board:
        await _remove_unnoticed(due, board)
        if late is not None:
            due.surface.run(_add_climax(due, below, late))
    return board


async def _add_climax(due: BoardUpdate, below: Shown, painting: asyncio.Task[bool]) -> None:
    """Edit the film of a turn into its board, unless the table has changed or requests are scarce."""
    if not await painting or due.surface.budget.is_short:
        return
    async with due.surface.posting_lock(due.table.id):
        try:
            table = await due.surface.session.tables.get(due.table.id)
            if table.revision != due.table.revision or table.board is None:
                return
            message = await board_message(due.surface, replace(below, table=table), due.trace, due.remarks)
            await edit_board(due.surface, due.client, table, table.board, message)
        except (*FAILURES, StoreError) as failure:
            LOG.info("table=%s the film could not be added: %s", due.table.code, failure)


def _editable_board(due: BoardUpdate, line: str, pings: tuple[int, ...]) -> Board | None:
    """Return the message to edit; none where a new one is needed."""
    if due.stays:
        return due.board
    enough = not line and can_edit_in_place(due.surface, due.table, due.board, pings, due.at)
    return due.board if enough else None


async def _record_shown(due: BoardUpdate, board: Board | None, *, called: bool, later: bool) -> None:
    """Record that a table is shown, where, and whether a player must still be called."""
    session, table = due.surface.session, due.table
    if due.is_second_board:
        if later:
            session.second_boards.call_later(table, THERE)
        if board is not None:
            await session.second_boards.confirm(table, board, called=called)
        return
    if board in (None, table.board):
        session.outbox.confirm(table, called=called)
    else:
        await record_board(due.surface, table, board, called=called, left=due.clicked)
    if later:
        session.outbox.call_later(table, THERE)


async def _remove_unnoticed(due: BoardUpdate, board: Board) -> None:
    """Delete former boards of a table whose messages arrived though the answers were lost.

    Where the channel cannot be read now, that is done when the table is next shown.
    """
    unconfirmed = due.surface.session.outbox.unconfirmed
    since = unconfirmed.get(due.table.id)
    if since is None:
        return
    try:
        overtaken = await find_overtaken_boards(due.client, due.table, since)
    except FAILURES as failure:
        LOG.info("table=%s former boards could not be looked for: %s", due.table.code, failure)
        return
    unconfirmed.pop(due.table.id, None)
    for former in overtaken:
        if former not in (board, due.table.board, due.clicked):  # those are dealt with by others
            await remove_board(due.surface, due.client, due.table, former, is_noted=False)


# When a board is edited, and what stays of a move


def can_edit_in_place(
    surface: Surface, table: Table, board: Board | None, called: Iterable[int], at: float
) -> bool:
    """Return whether a board can be edited: it is young and in sight, and the called players are watching.

    `at` is now, by the clock of message ids.
    """
    if board is None or not is_young(board.message_id, at):
        return False
    presence = surface.presence
    if presence.has_drifted(board.channel_id, board.message_id):
        return False
    return presence.are_there(table.id, called, surface.session.now())


def is_young(message_id: int, at: float) -> bool:
    """Return whether a message is younger than `YOUNG`."""
    return at - snowflake_time(message_id).timestamp() < YOUNG


def split_events(surface: Surface, shown: Shown, events: tuple[Any, ...]) -> tuple[str, Shown]:
    """Return the line about the events that stays in the channel, mostly none, and the table shown below it.

    The line tells how a part of the game ended, and each turn where the server keeps a record. The board
    shows the rest. At the end of a game the board itself stays.
    """
    table, lasting = shown.table, shown.entry.speech.lasting
    if table.status is not Status.PLAYING or not (shown.new_turn and events):
        return "", shown
    kept = 0 if lasting is None else lasting(events)
    if surface.session.server.keeps_record(table):
        kept = len(events)
    if not kept:
        return "", shown
    words = words_at(table)
    text = events_text(words, replace(shown, events=events[:kept], recalled=()))
    line = words("board.line", game=shown.entry.game.title, what=text)
    return line, replace(shown, events=events[kept:], recalled=(), turns=(), news=None)


# The routes: each returns where the table is shown, or none if it does not apply


async def find_shown_board(post: Post) -> Board | None:
    """Find a message that shows the table already: its answer was lost."""
    due, before = post.due, post.due.table.board
    if due.since is None:
        return None
    # An edit pings no one, so it does not suffice where a player must be pinged.
    will_do = post.place is not None or not post.message.pings
    if before is not None and will_do and await is_board_current(due.client, due.table):
        return before
    sent = await find_board(due.client, due.table, due.since)
    return None if sent == before else sent


async def edit_clicked(post: Post) -> Board | None:
    """Edit the clicked message by its interaction.

    If the answer fails, it does not matter whether it arrived: the same edit is repeated by the next route.
    """
    due, request = post.due, post.due.request
    if request is None or post.place is None or post.place != due.clicked:
        return None
    if request.answer.is_begun and not request.answer.is_in_place:  # its answer is a separate message
        return None
    try:
        await request.redraw(post.message)
    except (*FAILURES, discord.InteractionResponded):
        if not (request.trace.saved or due.shown.events or due.shown.news is not None):
            raise
        return None
    return _remember_webhook(request, post.place)


async def edit_current(post: Post) -> Board | None:
    """Edit the message by a request of the bot."""
    due = post.due
    if post.place is None:
        return None
    if not await try_edit_board(due.surface, due.client, due.table, post.place, post.message):
        return None
    if due.request is None or post.place != due.clicked:
        return post.place
    await due.request.answer.put_off()  # the click must be acknowledged
    return _remember_webhook(due.request, post.place)


async def post_by_interaction(post: Post) -> Board | None:
    """Post a new message by the interaction."""
    request = post.due.request
    if request is None:
        return None
    if post.line:
        if await _post_by_request(request, post.due.table, Message(note(post.line))) is None:
            return None
        post.line = ""
    board = await _post_by_request(request, post.due.table, post.message)
    return None if board is None else _remember_webhook(request, board)


async def post_new_board(post: Post) -> Board | None:
    """Post a new message by a request of the bot. A finished game without a board is not repaired."""
    due, table = post.due, post.due.table
    is_over = table.status is Status.CLOSED or (
        table.board is None and table.terms.day is not None and table.plies
    )
    if due.since is not None and is_over:
        return None
    if (board := await due.surface.guests.post(table.board, post.message)) is not None:
        return board  # where the bot is a guest, no line stays
    if post.line:
        await in_channel(due.client, table, Message(note(post.line)), due.nonce("l"))
    return await in_channel(due.client, table, post.message, due.nonce("b"))


Route = Callable[[Post], Awaitable[Board | None]]

ROUTES: Final[tuple[Route, ...]] = (
    find_shown_board,
    edit_clicked,
    edit_current,
    post_by_interaction,
    post_new_board,
)


# By the interaction


async def _post_by_request(request: Request, table: Table, message: Message) -> Board | None:
    """Post a new message by the interaction; none if that has expired, or must be spared.

    Raises where it is unknown whether the message has arrived: the repair looks for it later. If Discord says
    that the interaction is answered already, the message is looked for at once.
    """
    if request.incoming.message is not None and not await request.answer.put_off():
        LOG.warning("the interaction has expired; posting without it")
        return None
    if _lacks_follow_ups(request):
        return None
    try:
        return Board(request.click.channel_id, await request.post(message))
    except (discord.HTTPException, discord.InteractionResponded) as failure:
        if isinstance(failure, discord.HTTPException) and failure.code not in DEAD:
            raise
        if isinstance(failure, discord.HTTPException) and failure.code == ANSWERED:
            sent = await find_board(request.client, table, table.time.changed_at)
            if sent is not None:
                return sent
        LOG.warning("the interaction has expired; posting without it")
        return None


def _remember_webhook(request: Request, board: Board) -> Board:
    """Return the board; where the bot is a guest, remember the webhook for later edits."""
    webhook = request.answer.webhook
    if is_guest(request) and webhook is not None:
        request.surface.guests.keep(board, webhook)
    return board


def _lacks_follow_ups(request: Request) -> bool:
    """Return whether a channel accepts no more follow-ups for now, and the bot can post there itself."""
    is_there = request.client.get_guild(request.click.guild_id or 0) is not None
    if request.incoming.message is None or not request.answer.is_begun or not is_there:
        return False
    return not request.surface.budget.follow_ups.take(request.click.channel_id)
