"""How a table gets into the channel: one living board, changed in place while that is enough.

A new message takes its place where somebody has to be called, where somebody has typed, and where the board
is old or out of sight. A turn between people who are both there, and one with a bot, needs none; who then
does not act after all is called a minute later, by the repair.

What is shown is confirmed (`bot.session.outbox`); what could not be shown the bot shows by itself, soon
(`bot.ui.alarms.repair`). The message that showed the table before goes last: nobody waits for that.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace

import discord

from bot.seats import asked_seats, is_code, is_played_in, mirror_of
from bot.session import Shown
from bot.store import Board, Status, StoreError, Table
from bot.ui.alarms.directly import tell_what_happened
from bot.ui.alarms.mirrors import show_mirror
from bot.ui.alarms.speak import changed, find, revision_on, show
from bot.ui.kit.answer import ANSWERED, DEAD
from bot.ui.kit.frame import NOBODY, Message, followed, note, words_at
from bot.ui.kit.presence import THERE, UPDATES, take_away
from bot.ui.kit.request import FAILURES, Request, is_guest
from bot.ui.play import daily
from bot.ui.play.living import is_enough, parted, remove
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
    return table.day is None and elsewhere


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
    surface, asked = request.surface, request.interaction.message
    if asked is not None:
        await put_off(request)
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
    asked = request.interaction.message
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
    surface, clicked = request.surface, _clicked(request, now.table)
    overtaken = now.table.revision != shown.table.revision
    target = now.table.board if clicked is None or overtaken else clicked
    remarks = tuple[str, ...]()
    if now.table.deal is not None:
        remarks = await daily.remarks(request.speaking(now.table.language), now, alone=alone)
    if is_guest(request) and _awaits_code(now):
        remarks += (words_at(now.table)("board.guest", board=request.command("board")),)
    line, below = ("", now) if alone else parted(surface, now, now.events)
    message = await board_message(request.surface, below, request.trace, remarks)
    quiet = {request.person.id, *shown.asleep}
    awaited = tuple(user for user in message.pings if user not in quiet)
    message = replace(message, pings=awaited if ping and now.new_turn else ())
    # Within a turn nobody is called, though its first message may be still on its way.
    called = now.new_turn or not awaited
    if alone:
        await _show(request, message)
        return await _retire(request, now)
    at = request.interaction.created_at.timestamp()
    if line or _is_typed(request) or not is_enough(surface, now.table, target, message.pings, at):
        return await _post(request, now, message, line, called=called)
    if message.pings:
        message, called = replace(message, pings=()), False
        request.session.outbox.call_later(now.table, THERE)
    if clicked is not None and clicked == target:
        return await _edit_clicked(request, now, message, clicked, called=called)
    rest = await _edit_there(request, now, message, called=called)
    await _acknowledge(request, now)
    return rest


def _is_typed(request: Request) -> bool:
    """Whether somebody has typed a command that shows a board: they look at the end of the channel."""
    return (
        request.interaction.type is discord.InteractionType.application_command and not request.answer.alone
    )


def _clicked(request: Request, table: Table) -> Board | None:
    """The board of a table that was clicked; none where it was something else, or nothing."""
    message = request.interaction.message
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
    if request.interaction.type is discord.InteractionType.application_command:
        await request.private(happened(request.words, shown) or request.words("done"))
    else:
        await put_off(request)


async def put_off(request: Request) -> bool:
    """Whether Discord knows that a click has arrived; what becomes of it is said afterwards."""
    try:
        await request.answer.defer()
    except FAILURES as failure:
        LOG.warning("user=%s a click could not be answered at once: %s", request.person.id, failure)
        return False
    return True


async def deliver_next(request: Request, shown: Shown) -> None:
    """Post a table in answer to a click on the board of the one that it follows. It is on disk already."""
    async with request.surface.posting(shown.table.id):
        message = await board_message(request.surface, shown, request.trace)
        quiet = {request.person.id, *shown.asleep}
        message = replace(message, pings=tuple(user for user in message.pings if user not in quiet))
        with request.trace.span("answer"), request.surface.showing(shown.table):
            board = await _send(request, shown, message)
            await _remember(request, shown, board, called=True)
    line = words_at(shown.table)("board.again", code=shown.table.code)
    await _finish(request, shown, Rest(followed=line))


def is_private(request: Request, table: Table) -> bool:
    """Whether the table's board is for one person alone: others could yet play the same deal.

    Where somebody is alone with the bot, and began it there, it is a board like any other.
    """
    if table.day is None:
        return False
    return not (request.interaction.context.dm_channel and request.click.channel_id == table.channel_id)


async def _show(request: Request, message: Message) -> None:
    """The board for one: in the private message that was clicked, if it was one, else in a new one."""
    clicked = request.interaction.message
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
    await _remember(request, shown, None, called=True)
    return Rest(old=before)


async def _now(request: Request, shown: Shown) -> Shown:
    """The table as it is by now: others may have moved while this one waited to be shown."""
    table = await request.session.tables.get(shown.table.id)
    if table is shown.table:
        return shown
    if table.revision <= shown.table.revision:
        return replace(shown, table=replace(shown.table, board=table.board))
    state = request.session.tables.shown(table).state
    return replace(shown, table=table, state=state, path="", picture=None, menu=None)


async def _edit_clicked(
    request: Request, shown: Shown, message: Message, board: Board, *, called: bool
) -> Rest:
    """The message that was clicked, changed in place; it is the board from now on.

    Whether an answer that failed has arrived does not matter: the message is changed to the same once more.
    """
    try:
        if _is_answered_otherwise(request):
            raise discord.InteractionResponded(request.interaction)  # noqa: TRY301 - goes the same way
        await request.redraw(message)
    except (*FAILURES, discord.InteractionResponded):
        saved = request.trace.saved or bool(shown.events) or shown.news is not None
        if not (saved and await changed(request.surface, request.client, shown.table, board, message)):
            raise
        await put_off(request)
    _keep_token(request, board)
    before = shown.table.board
    if before in (None, board):
        request.session.outbox.confirm(shown.table, called=called)
        return Rest()
    await _remember(request, shown, board, called=called)
    return Rest(old=before)


def _is_answered_otherwise(request: Request) -> bool:
    """Whether a click was answered by a message of its own, so that its answer is not the clicked one."""
    return request.interaction.response.is_done() and not _is_answered_in_place(request)


def _is_answered_in_place(request: Request) -> bool:
    """Whether the answer to a click is the clicked message, so that it can be changed by the interaction."""
    return request.interaction.response.type in UPDATES


async def renew(request: Request, shown: Shown, remarks: tuple[str, ...] = ()) -> None:
    """The board changed in place, though no turn has passed; `remarks` are what there is to say besides.

    Whoever asked for that was answered before.
    """
    async with request.surface.posting(shown.table.id):
        now = await _now(request, shown)
        message = await board_message(request.surface, now, request.trace, remarks)
        with request.trace.span("answer"), request.surface.showing(now.table):
            rest = await _edit_there(request, now, replace(message, pings=()), called=False)
    await _finish(request, now, rest)


async def _edit_there(request: Request, shown: Shown, message: Message, *, called: bool) -> Rest:
    """The board changed in place, wherever it is; else a new one."""
    before = shown.table.board
    if before is not None and await changed(request.surface, request.client, shown.table, before, message):
        request.session.outbox.confirm(shown.table, called=called)
        return Rest()
    board = await _send(request, shown, message)
    await _remember(request, shown, board, called=called)
    return Rest() if before in (None, board) else Rest(old=before)


async def _post(request: Request, shown: Shown, message: Message, line: str, *, called: bool) -> Rest:
    """A new message, below a `line` that stays, if there is one; those that showed the table before go."""
    if line:
        await _send(request, shown, Message(note(line)))
    board = await _send(request, shown, message)
    before, clicked = shown.table.board, _clicked(request, shown.table)
    await _remember(request, shown, board, called=called, left=clicked)
    return Rest(
        clicked=clicked not in (None, board), old=None if before in (None, clicked, board) else before
    )


async def _remember(
    request: Request, shown: Shown, board: Board | None, *, called: bool, left: Board | None = None
) -> None:
    """Note where the table is shown now. It is shown, so a disk that fails here costs only links to it.

    Another message that showed it is to go from now on, and so is `left`.
    """
    request.session.outbox.confirm(shown.table, called=called)
    if board is not None:
        _keep_token(request, board)
    try:
        await request.session.tables.set_board(shown.table, board, left=left)
    except StoreError:
        LOG.exception("table=%s where it is shown could not be noted", shown.table.code)


def _keep_token(request: Request, board: Board) -> None:
    """Where the bot is a guest, what happens at the table by itself is shown by this interaction."""
    if is_guest(request):
        request.surface.guests.keep(board, request.interaction)


def is_board(request: Request) -> bool:
    """Whether the interaction came from a control of a message that everybody sees."""
    return request.interaction.message is not None and not request.interaction.message.flags.ephemeral


async def _send(request: Request, shown: Shown, message: Message) -> Board:
    """A new message: by the request, or, if that has died meanwhile, as a plain message of the bot.

    Not so where nobody can tell whether the first one has arrived: then the bot looks for it later. That an
    interaction is answered already may be news of a first try of ours, so that is looked up at once.
    """
    if request.interaction.message is not None and not await put_off(request):
        LOG.warning("the interaction has expired; posting without it")
        return await _send_without(request, message)
    if _must_do_without(request):
        return await _send_without(request, message)
    try:
        return await _send_as_answer(request, message)
    except (discord.HTTPException, discord.InteractionResponded) as failure:
        if isinstance(failure, discord.HTTPException) and failure.code not in DEAD:
            raise
        if isinstance(failure, discord.HTTPException) and failure.code == ANSWERED:
            found = await find(request.client, shown.table, shown.table.changed_at)
            if found is not None:
                return found
        LOG.warning("the interaction has expired; posting without it")
        return await _send_without(request, message)


def _must_do_without(request: Request) -> bool:
    """Whether a channel takes no more follow-ups for the moment, and the bot may post there by itself."""
    is_there = request.client.get_guild(request.interaction.guild_id or 0) is not None
    if request.interaction.message is None or not request.answer.is_begun or not is_there:
        return False
    return not request.surface.follow_ups.take(request.click.channel_id)


async def _send_without(request: Request, message: Message) -> Board:
    """A plain message of the bot."""
    channel = request.client.get_partial_messageable(
        request.click.channel_id, guild_id=request.interaction.guild_id
    )
    sent = await channel.send(view=message.layout, files=message.files(), allowed_mentions=message.mentions())
    return Board(sent.channel.id, sent.id)


async def _send_as_answer(request: Request, message: Message) -> Board:
    return Board(request.click.channel_id, await request.post(message))


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
    clicked = request.interaction.message
    if clicked is None or not clicked.flags.ephemeral or is_private(request, table):
        return None
    is_itself = table.board is not None and clicked.id == table.board.message_id
    if is_itself or not _is_answered_in_place(request):
        return None
    await take_away(request.interaction, clicked.id)
    return clicked.id


async def _leave_followed(request: Request, line: str) -> None:
    """The end of a game that is played again stays, with a line that leads on."""
    clicked = request.interaction.message
    if clicked is None:
        return
    view = followed(clicked, line)
    try:
        if _is_answered_in_place(request):
            await request.interaction.edit_original_response(view=view)
        else:
            await clicked.edit(view=view, allowed_mentions=NOBODY)
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
        if _is_answered_in_place(request):
            await request.interaction.delete_original_response()
            request.session.outbox.settled(old)
            return
    except FAILURES as failure:
        LOG.info("table=%s an old board was not deleted by its click: %s", table.code, failure)
        if not isinstance(failure, discord.NotFound):
            return
    # The token is dead, or the message is gone.
    await remove(request.surface, request.client, table, old)
