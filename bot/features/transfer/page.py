"""Moving house as people see it: `/table transfer` and the answers to it, `/table arrive`, and who is who."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Final

import discord

from bot.discord.channels import permissions_needed_in
from bot.discord.command import Code, Command, CommandOption
from bot.discord.endpoints import At, Endpoint, routes
from bot.discord.frame import (
    NOBODY,
    WALNUT,
    Layout,
    Message,
    Panel,
    Text,
    escape_markdown,
    link,
    note,
    panel_layout,
    words_at,
)
from bot.discord.keyboard import Row, cancel_key, in_rows
from bot.discord.limits import UPLOADING
from bot.discord.request import FAILURES, Request, Surface, with_file
from bot.discord.uploads import read_text
from bot.features.transfer.service import InvalidExport, Transfer, TransferRequest
from bot.kernel.clicks import Click
from bot.kernel.errors import Refused
from bot.kernel.session import Session
from bot.kernel.tables.seats import names_at
from bot.store import Board, StoreError, Table
from bot.ui.alarms import direct_messages, messenger
from bot.ui.board.messages import remove_board
from bot.ui.play.deliver import deliver
from bot.ui.table.game_files import LARGEST, file_refusal, problem_line
from bot.ui.table.lines import can_be_moved, find_from_afar, own_option
from bot.words import Words
from bot.words.menu import ButtonLook

LOG = logging.getLogger("taproom.post")

Place = discord.TextChannel | discord.Thread

_SURE: Final = "sure"
"""The answer of somebody who plays alone, or whom nobody else has to agree with."""


async def transfer(
    request: Request,
    channel: discord.TextChannel | discord.Thread | None = None,
    table: Code | None = None,
) -> None:
    """`/table transfer`: the question whether a game is to go on in another channel, or elsewhere."""
    click = request.click
    found = request.note_table(await find_from_afar(request, table))
    if channel is not None:
        await _check_channel(request, channel.id, request.person.id)
    leaving = await _service(request).ask_to_move(click, found.id, None if channel is None else channel.id)
    if not leaving.missing:
        await _ask_to_confirm(request, leaving)
    elif leaving.transfer.message is not None:
        await _agree_or_repost(request, leaving, leaving.transfer.message)
    else:
        await _ask_players(request, leaving, request.person.name)


async def import_game(request: Request, file: discord.Attachment) -> None:
    """`/table arrive`: a game of elsewhere goes on here."""
    alone = bool(request.incoming.is_direct)
    with request.session.check_pool.reserve_slot():
        await request.defer(alone=False)
        text = await _text_of(file)
        try:
            shown = await _service(request).import_game(request.click, text, request.trace, alone=alone)
        except InvalidExport as unsound:
            first = problem_line(request.words, unsound.problems[0])
            await request.private(f"{request.words('arrive-unsound')}\n{first}")
            return
    await deliver(request, shown, ping=False)


async def _text_of(file: discord.Attachment) -> str:
    """The text of a game that arrives; its refusals say which file it takes, and not which option."""
    try:
        return await read_text("file", file, LARGEST)
    except Refused as error:
        match error.key:
            case "file-empty":
                raise Refused("arrive-empty") from error
            case "file-not-text":
                raise Refused("arrive-not-text") from error
            case key:
                raise file_refusal(key) from error


async def refuse_to_move(request: Request, stamp: str) -> None:
    """Refuse, or withdraw the question if it was one's own."""
    table = _target_table(request)
    await _show_refused(request, await _service(request).refuse_to_move(request.click, table, stamp))


async def agree_to_move(request: Request, answer: str) -> None:
    """Agree to move a game, or, where nobody else is asked, go."""
    table, click = _target_table(request), request.click
    sure, _, stamp = answer.rpartition(":")
    if sure and not request.clicked_message.flags.ephemeral:
        raise Refused("old-control")
    leaving = await _service(request).pending_request(click, table, stamp)
    departure, there = leaving.transfer, click
    if departure.channel_id is not None:  # it may have changed since it was asked
        asker = request.person.id if sure else departure.user_id
        there = await _check_channel(request, departure.channel_id, asker)
    if not sure:
        leaving = await _service(request).agree_to_move(click, table, stamp)
    if leaving.missing:
        await request.change(
            _question(request.session, leaving, escape_markdown(_asker_name(leaving))).layout
        )
    elif departure.channel_id is None:
        await _export_game(request, leaving)
    else:
        await _move_to_channel(request, leaving, there)


def _target_table(request: Request) -> int:
    """The id of the table whose control was used; the log tells of it, and of what it answers."""
    control = request.control
    request.trace.table, request.trace.notation = f"T{control.table}", control.verb
    return control.table


def _service(request: Request) -> Transfer:
    return request.session.service(Transfer)


async def _check_channel(request: Request, channel_id: int, asker_id: int) -> Click:
    """The click as if it had been made in another channel; refuses one where the game cannot go on.

    The person who clicks and the one who asked can play there, the one who asked may open tables there, and
    the bot can show the board.
    """
    user, guild = request.incoming.member, request.incoming.guild
    channel = await _find_channel(request, channel_id)
    if not isinstance(channel, Place) or guild is None:
        raise Refused("move-nowhere")
    if user is None:  # who asks from elsewhere, of whom Discord has told nothing
        user = await guild.fetch_member(request.person.id)
    if isinstance(channel, discord.Thread) and channel.locked:
        raise Refused("move-locked", channel=channel.mention)
    if not _can_play(user, channel):
        raise Refused("move-unseen", channel=channel.mention)
    granted = channel.permissions_for(guild.me)
    missing = tuple(name for name in permissions_needed_in(channel) if not getattr(granted, name))
    if missing:
        raise _barred_refusal(request, channel.mention, missing)
    home = channel.parent_id if isinstance(channel, discord.Thread) else None
    there = replace(request.click, channel_id=channel_id, home_id=home, guild_id=channel.guild.id)
    await _check_asker(request, channel, there, asker_id)
    return there


async def _check_asker(request: Request, channel: Place, there: Click, asker_id: int) -> None:
    """Refuse a channel where the one who asked cannot play, or may not open tables.

    Where Discord does not answer who that is, they are taken to be as they were when they asked.
    """
    opener = True
    if asker_id != request.person.id:
        try:
            asker = channel.guild.get_member(asker_id) or await channel.guild.fetch_member(asker_id)
        except discord.NotFound as failure:
            raise Refused("move-asker", channel=channel.mention) from failure
        except FAILURES as failure:
            LOG.info("user=%s could not be looked up: %s", asker_id, failure)
            opener = False
        else:
            if not _can_play(asker, channel):
                raise Refused("move-asker", channel=channel.mention)
            roles, manages = frozenset(role.id for role in asker.roles), asker.guild_permissions.manage_guild
            there = replace(there, roles=roles, manages=manages)
    await request.session.server.check_opening(there, opener=opener)


def _can_play(member: discord.Member, channel: Place) -> bool:
    """Whether somebody sees a channel or thread, and can write there."""
    granted = channel.permissions_for(member)
    if isinstance(channel, discord.Thread):
        return granted.view_channel and granted.send_messages_in_threads
    return granted.view_channel and granted.send_messages


async def _find_channel(request: Request, channel_id: int) -> object:
    """A channel or thread; one that the gateway has not sent, such as an archived thread, is looked up."""
    channel = request.client.get_channel(channel_id)
    if channel is not None:
        return channel
    try:
        return await request.client.fetch_channel(channel_id)
    except discord.NotFound as failure:
        raise Refused("move-gone") from failure
    except discord.Forbidden as failure:
        raise _barred_refusal(request, f"<#{channel_id}>", ("view_channel",)) from failure


def _barred_refusal(request: Request, mention: str, missing: tuple[str, ...]) -> Refused:
    names = tuple(request.words(f"permission.{name}") for name in missing)
    return Refused("move-barred", channel=mention, names=names)


async def _ask_players(request: Request, leaving: TransferRequest, name: str) -> None:
    """Post what the others have to agree to; it calls them, but nobody in their night.

    `name` is what the one who asks is called.
    """
    question = _question(request.session, leaving, escape_markdown(name))
    users = tuple(player.user_id for player in leaving.table.players if player.seat in leaving.missing)
    if request.click.guild_id is None and leaving.table.guild_id is not None:
        await direct_messages.message_players(request, leaving.table, users, lambda _: question)
    asleep = await request.session.people.asleep(users)
    question = replace(question, pings=tuple(user for user in users if user not in asleep))
    message = Board(request.click.channel_id, await request.post(question))
    await _service(request).note_question(replace(leaving.transfer, message=message))
    if leaving.previous is not None and leaving.previous.message is not None:
        line = words_at(leaving.table)(
            "move.replaced", name=escape_markdown(name), link=link(leaving.table, message)
        )
        await _edit_question(request.client, leaving.table, leaving.previous.message, note(line))


async def _agree_or_repost(request: Request, leaving: TransferRequest, message: Board) -> None:
    """Whoever asks for what is asked already agrees to it; others still have to.

    A question whose message is gone is posted again.
    """
    question = _question(request.session, leaving, escape_markdown(_asker_name(leaving)))
    if await messenger.update_if_present(request.surface, request.client, leaving.table, message, question):
        await request.private(_waiting_text(request, leaving, message))
        return
    await _ask_players(request, replace(leaving, previous=None), _asker_name(leaving))
    await remove_board(request.surface, request.client, leaving.table, message, is_noted=False)


def _waiting_text(request: Request, leaving: TransferRequest, message: Board) -> str:
    """What the one who has agreed reads: a link to the question, unless it is a direct message to another."""
    words, table = request.words, leaving.table
    if isinstance(request.client.get_channel(message.channel_id), Place):
        return words("move.standing", link=link(table, message))
    names = tuple(escape_markdown(name) for name in names_at(table, frozenset(leaving.missing)))
    return words("move-waits", code=table.code, names=words.join_list(names))


async def redraw_question(surface: Surface, client: discord.Client, table_id: int) -> None:
    """Post the question anew, in its place: what somebody at the table is called has changed."""
    leaving = await surface.session.service(Transfer).find_request(table_id)
    if leaving is None or leaving.transfer.message is None:
        return
    question = _question(surface.session, leaving, escape_markdown(_asker_name(leaving)))
    await _edit_question(client, leaving.table, leaving.transfer.message, question.layout)


async def _edit_question(client: discord.Client, table: Table, message: Board, layout: Layout) -> None:
    """Change the message of a question; if that fails, its buttons are answered all the same."""
    channel = client.get_partial_messageable(message.channel_id, guild_id=table.guild_id)
    try:
        await channel.get_partial_message(message.message_id).edit(view=layout, allowed_mentions=NOBODY)
    except (TimeoutError, discord.HTTPException) as failure:
        LOG.info("table=%s a question to move kept its buttons: %s", table.code, failure)


async def _ask_to_confirm(request: Request, leaving: TransferRequest) -> None:
    """The question to somebody with whom nobody has to agree."""
    words, table = request.words, leaving.table
    channel = leaving.transfer.channel_id
    if channel is None:
        text = words("move.sure", code=table.code)
    else:
        text = words("move.sure.here", code=table.code, channel=f"<#{channel}>")
    detail = f"{_SURE}:{leaving.stamp}"
    yes = AGREE.button(
        words("button.yes", what=words("move.yes")), _target_of(table), ButtonLook.GOOD, detail
    )
    layout = note(
        "\n".join((text, _small_print(words, request.session, leaving))),
        in_rows([yes, cancel_key(words, table)]),
    )
    await request.ask(layout)


def _question(session: Session, leaving: TransferRequest, name: str) -> Message:
    """What the players of a table are asked, who has agreed, and the two answers."""
    table, words = leaving.table, words_at(leaving.table)
    channel = leaving.transfer.channel_id
    game = session.catalogue[table.game].game.title
    if channel is None:
        head = words("move.ask.away", name=name, code=table.code, game=game)
    else:
        head = words("move.ask", name=name, code=table.code, game=game, channel=f"<#{channel}>")
    agreed = tuple(escape_markdown(one) for one in names_at(table, frozenset(leaving.transfer.agreed)))
    missing = [player for player in table.players if player.seat in leaving.missing]
    mentions = words.join_list(tuple(f"<@{player.user_id}>" for player in missing))
    lines = [head, words("move.agreed", names=words.join_list(agreed))]
    if missing:
        lines.append(words("move.asked", mentions=mentions))
    panel = Panel(accent_colour=WALNUT)
    panel.add_item(Text("\n".join((*lines, _small_print(words, session, leaving)))))
    return Message(panel_layout(panel, _answer_rows(words, leaving)))


def _small_print(words: Words, session: Session, leaving: TransferRequest) -> str:
    """What a move means, in small print."""
    key = "move.about" if session.service(Transfer).has_hidden_parts(leaving.table) else "move.about.known"
    away = (words("move.about.away"),) if leaving.transfer.channel_id is None else ()
    return "\n".join((words(key), *away))


def _answer_rows(words: Words, leaving: TransferRequest) -> list[Row]:
    at, stamp = _target_of(leaving.table), leaving.stamp
    agree = AGREE.button(words("button.move.agree"), at, ButtonLook.GOOD, stamp)
    return in_rows([agree, REFUSE.button(words("button.move.refuse"), at, ButtonLook.PLAIN, stamp)])


def _target_of(table: Table) -> At:
    return table.id, 0  # what is asked holds at every revision


def _asker_name(leaving: TransferRequest) -> str:
    """What whoever asked is called at the table."""
    asker = leaving.transfer.user_id
    return next((player.name for player in leaving.table.players if player.user_id == asker), "")


async def _show_refused(request: Request, leaving: TransferRequest) -> None:
    own = leaving.transfer.user_id == request.person.id
    words = words_at(leaving.table)
    key = "move.withdrawn" if own else "move.refused"
    line = words(key, name=escape_markdown(request.person.name), code=leaving.table.code)
    await request.change(note(line))


async def _export_game(request: Request, leaving: TransferRequest) -> None:
    """The game leaves as a file, which everybody who played gets here."""
    shown, files = await _service(request).export_game(request.click, leaving.table.id, request.trace)
    words, (name, text) = words_at(shown.table), next(iter(files.items()))
    code, data = shown.table.code, text.encode()
    line = words("move.done.away", code=code)
    alone = len(shown.table.players) == 1
    await request.change(note(line))
    await request.show(with_file(line, name, data), alone=alone)
    if request.click.channel_id != shown.table.channel_id:  # the others do not see it there
        others = direct_messages.other_players(shown.table, request.person)
        await direct_messages.message_players(
            request, shown.table, others, lambda own: with_file(own("move.done.away", code=code), name, data)
        )
    await _settle_question(request, leaving, note(line))
    await messenger.refresh_board(request.surface, request.client, shown.table)


async def _move_to_channel(request: Request, leaving: TransferRequest, there: Click) -> None:
    """The game goes on in the other channel, as if clicked `there`; what is left here leads there."""
    old = leaving.table
    shown = await _service(request).move_to_channel(request.click, old.id, there, request.trace)
    try:
        await messenger.show_table(request.surface, request.client, shown)
    except (*FAILURES, StoreError):
        LOG.exception("table=%s could not be shown where it moved to", shown.table.code)
    new = await request.session.tables.get(shown.table.id)
    line = _moved_line(words_at(old), old, new)
    await request.change(note(line))
    await _settle_question(request, leaving, note(line))
    left = await request.session.tables.get(old.id)
    await messenger.refresh_board(request.surface, request.client, left)


async def _settle_question(request: Request, leaving: TransferRequest, layout: Layout) -> None:
    """What everybody was asked says what came of it, where somebody answered in another message."""
    message, clicked = leaving.transfer.message, request.incoming.message
    if message is not None and (clicked is None or clicked.id != message.message_id):
        await _edit_question(request.client, leaving.table, message, layout)


def _moved_line(words: Words, old: Table, new: Table) -> str:
    if new.board is None:
        return words("move.done.plain", code=old.code, next=new.code)
    return words("move.done", code=old.code, next=new.code, link=link(new, new.board))


TRANSFER: Final = Command(
    "transfer",
    "command.transfer",
    transfer,
    {"channel": CommandOption("command.transfer.channel"), "table": own_option(can_be_moved, afar=True)},
    posts=True,
    public=True,
    limit=UPLOADING,
)
ARRIVE: Final = Command(
    "arrive",
    "command.arrive",
    import_game,
    {"file": CommandOption("command.arrive.file")},
    posts=True,
    public=True,
    limit=UPLOADING,
)

AGREE: Final = Endpoint("moveyes", agree_to_move, posts=True)
REFUSE: Final = Endpoint("moveno", refuse_to_move, posts=True)
CONTROLS: Final = routes(AGREE, REFUSE)
