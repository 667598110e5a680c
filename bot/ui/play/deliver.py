"""How a table gets into the channel: one living board, changed in place while that is enough.

A new message takes its place where somebody has to be called, where somebody has typed, and where the board
is old or out of sight. A turn between people who are both there, and one with a bot, needs none; who then
does not act after all is called a minute later, by the repair.

What is shown is confirmed (`bot.kernel.tables.outbox`); what could not be shown the bot shows by itself, soon
(`bot.ui.alarms.repair`). The message that showed the table before goes last: nobody waits for that.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace

import discord

from bot.discord.frame import Message, followed, note, words_at
from bot.discord.request import FAILURES, Request, is_guest
from bot.kernel.session import Shown
from bot.kernel.tables.seats import asked_seats, is_code, is_played_in, mirror_of
from bot.store import Board, Status, StoreError, Table
from bot.ui.alarms.direct_messages import tell_what_happened
from bot.ui.alarms.messenger import show
from bot.ui.alarms.second_boards import show_mirror
from bot.ui.board.sent import remember, remove, revision_on
from bot.ui.board.show import Due, show_board
from bot.ui.play import daily
from bot.ui.play.post import board_message, happened

LOG = logging.getLogger("taproom.post")


@dataclass(frozen=True, slots=True)
class Rest:
    """What is left to do once a table is shown: the messages that showed it before go.

    `clicked`: the clicked message is one of them; `old` is another one. `followed` is the line with which the
    clicked one stays, where it is the end of a game that is played again.
    """

    clicked: bool = False
    old: Board | None = None
    followed: str = ""


async def deliver(request: Request, shown: Shown, *, ping: bool = True) -> None:
    """Show a table in answer to an interaction. What it shows is on disk already.

    It calls who must act, unless it is not to, or they were called before in the same turn, or it is who
    has just acted. One table is shown by one at a time, as it stands by then: so what is seen last is never
    older than what came before. Who comes second finds it shown already, and posts nothing.
    """
    request.surface.presence.uses(shown.table.id, request.person.id, request.session.now())
    if _is_afar(request, shown.table):
        await _deliver_afar(request, shown)
        return
    if mirror_of(shown.table) is not None:
        request.surface.wake()  # the second board is behind by now
    async with request.surface.posting(shown.table.id):
        now = await _now(request, shown)
        alone = is_private(request, now.table)
        with request.trace.span("answer"), request.surface.showing(now.table):
            if not alone and request.trace.saved and request.session.outbox.is_shown(now.table):
                rest = await _is_shown_already(request, now)
            else:
                rest = await _deliver(request, shown, now, alone=alone, ping=ping)
    if shown.table.status is Status.OVER or _awaits_code(shown) or _asks(shown) or shown.table.is_answered:
        request.surface.wake()
    await _finish(request, now, rest)
    if alone and shown.events and shown.table.status is Status.OVER:
        await daily.announce(request, shown)


def _is_afar(request: Request, table: Table) -> bool:
    """Whether somebody acts from elsewhere than where a table is played: it is not shown there."""
    elsewhere = request.answer.elsewhere or request.click.channel_id != table.channel_id
    return table.terms.day is None and elsewhere


async def _deliver_afar(request: Request, shown: Shown) -> None:
    """Show a table where it is played, to the others; whoever acted from elsewhere is told in private.

    Where the table is out of reach, the others are told directly, and the board is shown once it can be.
    """
    surface, client = request.surface, request.client
    if await request.is_shut(shown.table):
        await tell_what_happened(request, shown)
    else:
        try:
            await show(surface, client, replace(shown, asleep=shown.asleep | {request.person.id}))
        except (*FAILURES, StoreError) as failure:
            LOG.warning("table=%s could not be shown where it is played: %s", shown.table.code, failure)
    surface.wake()
    if is_played_in(shown.table, request.click.channel_id) and not request.answer.elsewhere:
        await _deliver_on_mirror(request, shown)
    else:
        await _tell(request, happened(request.words, shown) or request.words("done"))


async def _deliver_on_mirror(request: Request, shown: Shown) -> None:
    """Show a table on its second board, where somebody has acted; what fails is shown by itself, soon."""
    surface, asked = request.surface, request.asked.message
    if asked is not None:
        await request.answer.put_off()
    try:
        await show_mirror(surface, request.client, shown.table.id)
    except (*FAILURES, StoreError) as failure:
        LOG.warning("table=%s its second board could not be shown: %s", shown.table.code, failure)
    if asked is None:
        await request.private(happened(request.words, shown) or request.words("done"))
        return
    gone = await close_private(request, shown.table)
    await surface.presence.closes(shown.table.id, request.person.id, gone=gone)


async def _tell(request: Request, text: str) -> None:
    """Tell one person what they did: in the private message that was clicked, if it was one."""
    asked = request.asked.message
    if asked is None or not asked.flags.ephemeral or request.answer.is_given:
        await request.private(text)
        return
    try:
        await request.redraw(Message(note(text)))
    except FAILURES as failure:
        LOG.warning("could not answer user=%s: %s", request.person.id, failure)


def _awaits_code(shown: Shown) -> bool:
    """Whether a bot or the house is to act: whoever plays with it waits for that, and not for a look."""
    if shown.state is None or shown.table.status is not Status.PLAYING:
        return False
    acting = shown.entry.game.to_act(shown.state)
    return any(is_code(player) for player in shown.table.players if player.seat in acting)


def _asks(shown: Shown) -> bool:
    """Whether somebody is offered something, and may have to be called for it."""
    return shown.table.status is Status.PLAYING and bool(asked_seats(shown.entry, shown.state))


async def _deliver(request: Request, shown: Shown, now: Shown, *, alone: bool, ping: bool) -> Rest:
    """Show the table as it is `now`; `shown` is as it was when it was to be shown."""
    surface, table, clicked = request.surface, now.table, _clicked(request, now.table)
    remarks = tuple[str, ...]()
    if table.deal is not None:
        remarks = await daily.remarks(request.speaking(table.terms.language), now, alone=alone)
    if is_guest(request) and _awaits_code(now):
        remarks += (words_at(table)("board.guest", board=request.command("board")),)
    if alone:
        await _show(request, await board_message(surface, now, request.trace, remarks))
        return await _retire(request, now)
    overtaken = table.revision != shown.table.revision
    target = table.board if clicked is None or overtaken else clicked
    due = _due(request, now, None if _is_typed(request) else target, remarks)
    board = await show_board(replace(due, quiet=due.quiet | shown.asleep, call=ping, clicked=clicked))
    if board is not None and board == table.board:
        await _acknowledge(request, now)
    return _rest(table, clicked, board)


def _due(request: Request, shown: Shown, board: Board | None, remarks: tuple[str, ...] = ()) -> Due:
    """A table that is to be shown in answer to a request; `board` may change in place."""
    return Due(
        request.surface,
        request.client,
        shown,
        request.trace,
        board,
        at=request.asked.at,
        quiet=shown.asleep | {request.person.id},
        remarks=remarks,
        request=request,
    )


def _rest(table: Table, clicked: Board | None, board: Board | None) -> Rest:
    """What is left to do once a table is shown by this message."""
    return Rest(
        clicked=clicked not in (None, board),
        old=None if table.board in (None, clicked, board) else table.board,
    )


def _is_typed(request: Request) -> bool:
    """Whether somebody has typed a command that shows a board: they look at the end of the channel."""
    return request.asked.typed and not request.answer.alone


def _clicked(request: Request, table: Table) -> Board | None:
    """The board of a table that was clicked; none where it was something else, or nothing."""
    message = request.asked.message
    if message is None:
        return None
    board = Board(request.click.channel_id, message.id)
    if board == table.board:  # which may be for one person alone, where Discord makes all answers private
        return board
    return board if is_board(request) and revision_on(message, table) is not None else None


async def _is_shown_already(request: Request, shown: Shown) -> Rest:
    """The table is shown already as it stands: whoever asks is only answered."""
    await _acknowledge(request, shown)
    clicked = _clicked(request, shown.table)
    return Rest(clicked=clicked is not None and shown.table.board not in (None, clicked))


async def _acknowledge(request: Request, shown: Shown) -> None:
    """Whoever clicked sees what comes of it at the board; whoever typed is told."""
    if request.asked.typed:
        await request.private(happened(request.words, shown) or request.words("done"))
    else:
        await request.answer.put_off()


async def deliver_next(request: Request, shown: Shown) -> None:
    """Post a table in answer to a click on the board of the one that it follows. It is on disk already."""
    async with request.surface.posting(shown.table.id):
        with request.trace.span("answer"), request.surface.showing(shown.table):
            await show_board(_due(request, shown, None))
    line = words_at(shown.table)("board.again", code=shown.table.code)
    await _finish(request, shown, Rest(followed=line))


def is_private(request: Request, table: Table) -> bool:
    """Whether the table's board is for one person alone: others could yet play the same deal.

    Where somebody is alone with the bot, and began it there, it is a board like any other.
    """
    if table.terms.day is None:
        return False
    return not (request.asked.direct and request.click.channel_id == table.channel_id)


async def _show(request: Request, message: Message) -> None:
    """The board for one: in the private message that was clicked, if it was one, else in a new one."""
    clicked = request.asked.message
    if clicked is not None and clicked.flags.ephemeral:
        await request.redraw(message)
        return
    await request.show(message)


async def _retire(request: Request, shown: Shown) -> Rest:
    """A board of the table that was for everybody goes, now that it is shown to one alone."""
    before = shown.table.board
    if before is None:
        request.session.outbox.confirm(shown.table)
        return Rest()
    await remember(request.surface, shown.table, None)
    return Rest(old=before)


async def _now(request: Request, shown: Shown) -> Shown:
    """The table as it is by now: others may have moved while this one waited to be shown."""
    table = await request.session.tables.get(shown.table.id)
    if table is shown.table:
        return shown
    if table.revision <= shown.table.revision:
        return replace(shown, table=replace(shown.table, board=table.board))
    state = request.session.tables.shown(table).state
    return replace(shown, table=table, state=state, path="")


async def renew(request: Request, shown: Shown, remarks: tuple[str, ...] = ()) -> None:
    """The board changed in place, though no turn has passed; `remarks` are what there is to say besides.

    Whoever asked for that was answered before.
    """
    async with request.surface.posting(shown.table.id):
        now = replace(await _now(request, shown), new_turn=False)
        with request.trace.span("answer"), request.surface.showing(now.table):
            board = await show_board(replace(_due(request, now, now.table.board, remarks), stays=True))
    await _finish(request, now, _rest(now.table, None, board))


def is_board(request: Request) -> bool:
    """Whether the interaction came from a control of a message that everybody sees."""
    return request.asked.message is not None and not request.asked.message.flags.ephemeral


async def _finish(request: Request, shown: Shown, rest: Rest) -> None:
    """The messages that showed the table before go. Nobody waits for it: the table is free again."""
    surface, table = request.surface, shown.table
    with request.trace.span("settle"):
        if rest.followed:
            await _leave_followed(request, rest.followed)
        elif rest.clicked:
            await remove_clicked(request, table)
        if rest.old is not None:
            await remove(surface, request.client, table, rest.old)
        gone = await close_private(request, table)
        await surface.presence.closes(table.id, request.person.id, gone=gone)


async def close_private(request: Request, table: Table) -> int | None:
    """The private message that was clicked goes: the board says all. Returns its id, if it was one."""
    clicked = request.asked.message
    if clicked is None or not clicked.flags.ephemeral or is_private(request, table):
        return None
    is_itself = table.board is not None and clicked.id == table.board.message_id
    if is_itself or not request.answer.is_in_place:
        return None
    await request.answer.removal(clicked.id)()
    return clicked.id


async def _leave_followed(request: Request, line: str) -> None:
    """The end of a game that is played again stays, with a line that leads on."""
    clicked = request.asked.message
    if clicked is None:
        return
    try:
        await request.answer.leave(followed(clicked, line))
    except FAILURES as failure:
        LOG.info("the end of a game kept its button: %s", failure)


async def remove_clicked(request: Request, table: Table) -> None:
    """The clicked message goes. If that fails, the bot tries it again by itself.

    By the click it goes wherever the bot can be used; without it, where the bot may write. Where people have
    opened a thread on it, it stays: the click says so.
    """
    old = Board(request.click.channel_id, request.clicked.id)
    if request.clicked.flags.has_thread:
        LOG.info("table=%s an old board stays, as it has a thread", table.code)
        request.session.outbox.settled(old)
        return
    try:
        if request.answer.is_in_place:
            await request.answer.remove_clicked()
            request.session.outbox.settled(old)
            return
    except FAILURES as failure:
        LOG.info("table=%s an old board was not deleted by its click: %s", table.code, failure)
        if not isinstance(failure, discord.NotFound):
            return
    # The token is dead, or the message is gone.
    await remove(request.surface, request.client, table, old)
