"""The one way to a shown board.

What must be shown of a table is a row (`bot.store.outbox`), saved with the change that makes it necessary.
Each of these goes this way: a click or a typed line (`bot.ui.play.deliver`), an alarm
(`bot.ui.alarms.messenger`), a second board (`bot.ui.alarms.second_boards`), and the repair of what could not
be shown (`bot.ui.alarms.repair`). They differ in what they know of it, which is a `Due`.

The board is changed in place while that is enough. A new message takes its place where somebody has to be
called who does not look on, and where the one that stands is old, out of sight, or gone; see
docs/decisions/board-message.md.

The routes are tried in their order, and the first that has shown the table ends it. What one of them raises
may have arrived, or may pass: then nothing else is tried, the row stays, and the repair looks what became
of it.
"""

from __future__ import annotations

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
from bot.store import Board, Status, Table
from bot.ui.board.messages import find_board, in_channel, is_board_current, record_board, try_edit_board
from bot.ui.play.board_layout import board_message, events_text

LOG = logging.getLogger("taproom.post")

YOUNG: Final = 60 * 60.0
"""Seconds for which a message goes on changing from turn to turn. Discord slows down edits of older ones."""


@dataclass(frozen=True, slots=True)
class BoardUpdate:
    """A table that is to be shown as it stands, under the lock by which one at a time shows it.

    `board` is the message that may change in place; none where a new one is due in any case. `at` is now, by
    the clock that the ids of messages go by. `quiet` are not called, and nobody is where it does not `call`.
    `remarks` are what there is to say besides. `stays`: however old the board is, it is enough. `request` is
    what is answered by it, and `clicked` the board that was. `since`: it may have been shown from then on by
    a message whose answer was lost. `number` keeps the same from being posted twice within some minutes.
    `mirror`: it is a second board, and `shown` is seen from there.
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
    is_second_board: bool = False

    @property
    def table(self) -> Table:
        """The table, with the message that showed it before."""
        return self.shown.table

    def nonce(self, kind: str) -> str | None:
        """By which Discord knows the same message again; none where it may well be the same again."""
        return f"{kind}{self.number}"[:25] if self.number else None


@dataclass(slots=True)
class Post:
    """What is shown: a message in this `place`, if that can change, else a new one below a `line` that stays.

    The line is there no more once it was posted: another route need not do it again.
    """

    due: BoardUpdate
    message: Message
    place: Board | None
    line: str


async def show_board(due: BoardUpdate) -> Board | None:
    """Show a table, and note where; none if there is nothing to show of it any more.

    Who would be called while they look on is called later, unless they act.
    """
    line, below = split_events(due.surface, due.shown, due.shown.events)
    message = await board_message(due.surface, below, due.trace, due.remarks)
    awaited = tuple(user for user in message.pings if user not in due.quiet)
    pings = awaited if due.call and due.shown.new_turn else ()
    post = Post(due, replace(message, pings=pings), _editable_board(due, line, pings), line)
    board = None
    for route in ROUTES:
        board = await route(post)
        if board is not None:
            break
    looks_on = bool(pings) and post.place is not None and board == post.place
    # Within a turn a click calls nobody, though the first message of that may be still on its way. A board
    # that stays tells nothing of a call that is due.
    called = due.request is None or (not due.stays and (due.shown.new_turn or not awaited))
    await _record_shown(due, board, called=called and not looks_on, later=looks_on)
    return board


def _editable_board(due: BoardUpdate, line: str, pings: tuple[int, ...]) -> Board | None:
    """The message that changes in place; none where a new one is due."""
    if due.stays:
        return due.board
    enough = not line and can_edit_in_place(due.surface, due.table, due.board, pings, due.at)
    return due.board if enough else None


async def _record_shown(due: BoardUpdate, board: Board | None, *, called: bool, later: bool) -> None:
    """Note that a table is shown, where, and whether somebody must be called yet."""
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


# When it changes in place, and what stays of a move


def can_edit_in_place(
    surface: Surface, table: Table, board: Board | None, called: Iterable[int], at: float
) -> bool:
    """Whether a board can change in place: it is young and in sight, and whom it would call looks on.

    `at` is now, by the clock that the ids of messages go by.
    """
    if board is None or not is_young(board.message_id, at):
        return False
    presence = surface.presence
    if presence.has_drifted(board.channel_id, board.message_id):
        return False
    return presence.are_there(table.id, called, surface.session.now())


def is_young(message_id: int, at: float) -> bool:
    """Whether a message is younger than `YOUNG`."""
    return at - snowflake_time(message_id).timestamp() < YOUNG


def split_events(surface: Surface, shown: Shown, events: tuple[Any, ...]) -> tuple[str, Shown]:
    """The line that stays in the channel of what has happened, mostly none; and the table as shown below it.

    It tells how a part of the game has come to its end, and each turn where the server keeps a record. The
    board tells the rest. At the end of all the board itself stays.
    """
    table, lasting = shown.table, shown.entry.speech.lasting
    if table.status is not Status.PLAYING or not (shown.new_turn and events):
        return "", shown
    told = 0 if lasting is None else lasting(events)
    if surface.session.server.keeps_record(table):
        told = len(events)
    if not told:
        return "", shown
    words = words_at(table)
    what = events_text(words, replace(shown, events=events[:told], recalled=()))
    line = words("board.line", game=shown.entry.game.title, what=what)
    return line, replace(shown, events=events[told:], recalled=(), news=None)


# The routes: each returns where the table is shown, or none where it is not for it to do


async def find_shown_board(post: Post) -> Board | None:
    """A message that shows the table already: its answer was lost."""
    due, before = post.due, post.due.table.board
    if due.since is None:
        return None
    # One that was changed in place has called nobody, so it will not do where somebody must be called.
    will_do = post.place is not None or not post.message.pings
    if before is not None and will_do and await is_board_current(due.client, due.table):
        return before
    found = await find_board(due.client, due.table, due.since)
    return None if found == before else found


async def edit_clicked(post: Post) -> Board | None:
    """The message that was clicked, changed by the click.

    Whether an answer that failed has arrived does not matter: the message is changed to the same once more.
    """
    due, request = post.due, post.due.request
    if request is None or post.place is None or post.place != due.clicked:
        return None
    if request.answer.is_begun and not request.answer.is_in_place:  # its answer is a message of its own
        return None
    try:
        await request.redraw(post.message)
    except (*FAILURES, discord.InteractionResponded):
        if not (request.trace.saved or due.shown.events or due.shown.news is not None):
            raise
        return None
    return _remember_webhook(request, post.place)


async def edit_current(post: Post) -> Board | None:
    """The message changed by the bot, as long as Discord lets it."""
    due = post.due
    if post.place is None:
        return None
    if not await try_edit_board(due.surface, due.client, due.table, post.place, post.message):
        return None
    if due.request is None or post.place != due.clicked:
        return post.place
    await due.request.answer.put_off()  # the click could not change it, and is answered all the same
    return _remember_webhook(due.request, post.place)


async def post_by_interaction(post: Post) -> Board | None:
    """A new message by the click or the command."""
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
    """A new message by the bot. Of what is over without a board nothing is repaired."""
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


# By the click


async def _post_by_request(request: Request, table: Table, message: Message) -> Board | None:
    """A new message by the request; none if that has died meanwhile, or must be spared.

    Not so where nobody can tell whether the message has arrived: then the bot looks for it later. That an
    interaction is answered already may be news of a first try of ours, so that is looked up at once.
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
            found = await find_board(request.client, table, table.time.changed_at)
            if found is not None:
                return found
        LOG.warning("the interaction has expired; posting without it")
        return None


def _remember_webhook(request: Request, board: Board) -> Board:
    """The same; where the bot is a guest, what happens there by itself is shown by this interaction."""
    webhook = request.answer.webhook
    if is_guest(request) and webhook is not None:
        request.surface.guests.keep(board, webhook)
    return board


def _lacks_follow_ups(request: Request) -> bool:
    """Whether a channel takes no more follow-ups for the moment, and the bot may post there by itself."""
    is_there = request.client.get_guild(request.click.guild_id or 0) is not None
    if request.incoming.message is None or not request.answer.is_begun or not is_there:
        return False
    return not request.surface.budget.follow_ups.take(request.click.channel_id)
