"""The messages of transfers: `/table transfer` and its answers, and `/table arrive`."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Final

import discord

from bot.discord.channels import permissions_needed_in
from bot.discord.command import Code, Command, CommandOption
from bot.discord.endpoints import At, Endpoint, routes
from bot.discord.frame import (
    NO_MENTIONS,
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
"""The prefix of an answer by a user whom no one else has to agree with."""


async def transfer(
    request: Request,
    channel: discord.TextChannel | discord.Thread | None = None,
    table: Code | None = None,
) -> None:
    """`/table transfer`: ask whether to move a game to another channel, or to export it."""
    click = request.click
    game_table = request.note_table(await find_from_afar(request, table))
    if channel is not None:
        await _check_channel(request, channel.id, request.person.id)
    transfer_request = await _service(request).ask_to_move(
        click, game_table.id, None if channel is None else channel.id
    )
    if not transfer_request.missing:
        await _ask_to_confirm(request, transfer_request)
    elif transfer_request.transfer.message is not None:
        await _agree_or_repost(request, transfer_request, transfer_request.transfer.message)
    else:
        await _ask_players(request, transfer_request, request.person.name)


async def import_game(request: Request, file: discord.Attachment) -> None:
    """`/table arrive`: continue a game from an export."""
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
    """The text of an export; its refusals speak of a file, not of an option."""
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
    """Refuse the transfer, or withdraw one's own question."""
    table = _target_table(request)
    await _show_refused(request, await _service(request).refuse_to_move(request.click, table, stamp))


async def agree_to_move(request: Request, answer: str) -> None:
    """Agree to the transfer of a game, and carry it out once everyone has."""
    table, click = _target_table(request), request.click
    sure, _, stamp = answer.rpartition(":")
    if sure and not request.clicked_message.flags.ephemeral:
        raise Refused("old-control")
    transfer_request = await _service(request).pending_request(click, table, stamp)
    pending, target_click = transfer_request.transfer, click
    if pending.channel_id is not None:  # it may have changed since it was asked
        asker = request.person.id if sure else pending.user_id
        target_click = await _check_channel(request, pending.channel_id, asker)
    if not sure:
        transfer_request = await _service(request).agree_to_move(click, table, stamp)
    if transfer_request.missing:
        await request.change(
            _question(
                request.session, transfer_request, escape_markdown(_asker_name(transfer_request))
            ).layout
        )
    elif pending.channel_id is None:
        await _export_game(request, transfer_request)
    else:
        await _move_to_channel(request, transfer_request, target_click)


def _target_table(request: Request) -> int:
    """The id of the control's table, which is noted in the trace."""
    control = request.control
    request.trace.table, request.trace.notation = f"T{control.table}", control.verb
    return control.table


def _service(request: Request) -> Transfer:
    return request.session.service(Transfer)


async def _check_channel(request: Request, channel_id: int, asker_id: int) -> Click:
    """The click as if made in another channel; refuses a channel where the game cannot go on.

    The user and the asker must be able to play there, the asker must be allowed to open tables there, and the
    bot must be able to show the board.
    """
    user, guild = request.incoming.member, request.incoming.guild
    channel = await _find_channel(request, channel_id)
    if not isinstance(channel, Place) or guild is None:
        raise Refused("move-nowhere")
    if user is None:  # the command came from outside the server, so Discord sent no member
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
    target_click = replace(request.click, channel_id=channel_id, home_id=home, guild_id=channel.guild.id)
    await _check_asker(request, channel, target_click, asker_id)
    return target_click


async def _check_asker(request: Request, channel: Place, target_click: Click, asker_id: int) -> None:
    """Refuse a channel where the asker cannot play, or may not open tables.

    If Discord does not answer who that is, the check made when they asked stands.
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
            target_click = replace(target_click, roles=roles, manages=manages)
    await request.session.server.check_opening(target_click, opener=opener)


def _can_play(member: discord.Member, channel: Place) -> bool:
    """Whether a member sees a channel or thread, and can write there."""
    granted = channel.permissions_for(member)
    if isinstance(channel, discord.Thread):
        return granted.view_channel and granted.send_messages_in_threads
    return granted.view_channel and granted.send_messages


async def _find_channel(request: Request, channel_id: int) -> object:
    """A channel or thread; one that the gateway has not sent, such as an archived thread, is fetched."""
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


async def _ask_players(request: Request, transfer_request: TransferRequest, name: str) -> None:
    """Post the question to the other players and mention them, except at their night.

    `name` is the asker's.
    """
    question = _question(request.session, transfer_request, escape_markdown(name))
    users = tuple(
        player.user_id for player in transfer_request.table.players if player.seat in transfer_request.missing
    )
    if request.click.guild_id is None and transfer_request.table.guild_id is not None:
        await direct_messages.message_players(request, transfer_request.table, users, lambda _: question)
    asleep = await request.session.people.asleep(users)
    question = replace(question, pings=tuple(user for user in users if user not in asleep))
    message = Board(request.click.channel_id, await request.post(question))
    await _service(request).note_question(replace(transfer_request.transfer, message=message))
    if transfer_request.previous is not None and transfer_request.previous.message is not None:
        line = words_at(transfer_request.table)(
            "move.replaced", name=escape_markdown(name), link=link(transfer_request.table, message)
        )
        await _edit_question(
            request.client, transfer_request.table, transfer_request.previous.message, note(line)
        )


async def _agree_or_repost(request: Request, transfer_request: TransferRequest, message: Board) -> None:
    """Link an asker to the open question, which they agree to by asking the same.

    A question whose message is gone is posted again.
    """
    question = _question(request.session, transfer_request, escape_markdown(_asker_name(transfer_request)))
    if await messenger.update_if_present(
        request.surface, request.client, transfer_request.table, message, question
    ):
        await request.private(_waiting_text(request, transfer_request, message))
        return
    await _ask_players(request, replace(transfer_request, previous=None), _asker_name(transfer_request))
    await remove_board(request.surface, request.client, transfer_request.table, message, is_noted=False)


def _waiting_text(request: Request, transfer_request: TransferRequest, message: Board) -> str:
    """A link to the open question, unless it is a direct message to another player."""
    words, table = request.words, transfer_request.table
    if isinstance(request.client.get_channel(message.channel_id), Place):
        return words("move.standing", link=link(table, message))
    names = tuple(escape_markdown(name) for name in names_at(table, frozenset(transfer_request.missing)))
    return words("move-waits", code=table.code, names=words.join_list(names))


async def redraw_question(surface: Surface, client: discord.Client, table_id: int) -> None:
    """Update the message of a question after a player's name has changed."""
    transfer_request = await surface.session.service(Transfer).find_request(table_id)
    if transfer_request is None or transfer_request.transfer.message is None:
        return
    question = _question(surface.session, transfer_request, escape_markdown(_asker_name(transfer_request)))
    await _edit_question(client, transfer_request.table, transfer_request.transfer.message, question.layout)


async def _edit_question(client: discord.Client, table: Table, message: Board, layout: Layout) -> None:
    """Update the message of a question; if that fails, its buttons still work."""
    channel = client.get_partial_messageable(message.channel_id, guild_id=table.guild_id)
    try:
        await channel.get_partial_message(message.message_id).edit(view=layout, allowed_mentions=NO_MENTIONS)
    except (TimeoutError, discord.HTTPException) as failure:
        LOG.info("table=%s a question to move kept its buttons: %s", table.code, failure)


async def _ask_to_confirm(request: Request, transfer_request: TransferRequest) -> None:
    """Ask a user whom no one else has to agree with."""
    words, table = request.words, transfer_request.table
    channel = transfer_request.transfer.channel_id
    if channel is None:
        text = words("move.sure", code=table.code)
    else:
        text = words("move.sure.here", code=table.code, channel=f"<#{channel}>")
    detail = f"{_SURE}:{transfer_request.stamp}"
    yes = AGREE.button(
        words("button.yes", what=words("move.yes")), _target_of(table), ButtonLook.GOOD, detail
    )
    layout = note(
        "\n".join((text, _small_print(words, request.session, transfer_request))),
        in_rows([yes, cancel_key(words, table)]),
    )
    await request.ask(layout)


def _question(session: Session, transfer_request: TransferRequest, name: str) -> Message:
    """The question to the players of a table, who has agreed, and the two answers."""
    table, words = transfer_request.table, words_at(transfer_request.table)
    channel = transfer_request.transfer.channel_id
    game = session.catalogue[table.game].game.title
    if channel is None:
        head = words("move.ask.away", name=name, code=table.code, game=game)
    else:
        head = words("move.ask", name=name, code=table.code, game=game, channel=f"<#{channel}>")
    agreed = tuple(
        escape_markdown(agreed_name)
        for agreed_name in names_at(table, frozenset(transfer_request.transfer.agreed))
    )
    missing = [player for player in table.players if player.seat in transfer_request.missing]
    mentions = words.join_list(tuple(f"<@{player.user_id}>" for player in missing))
    lines = [head, words("move.agreed", names=words.join_list(agreed))]
    if missing:
        lines.append(words("move.asked", mentions=mentions))
    panel = Panel(accent_colour=WALNUT)
    panel.add_item(Text("\n".join((*lines, _small_print(words, session, transfer_request)))))
    return Message(panel_layout(panel, _answer_rows(words, transfer_request)))


def _small_print(words: Words, session: Session, transfer_request: TransferRequest) -> str:
    """The consequences of a transfer, in small print."""
    key = (
        "move.about"
        if session.service(Transfer).has_hidden_parts(transfer_request.table)
        else "move.about.known"
    )
    away = (words("move.about.away"),) if transfer_request.transfer.channel_id is None else ()
    return "\n".join((words(key), *away))


def _answer_rows(words: Words, transfer_request: TransferRequest) -> list[Row]:
    at, stamp = _target_of(transfer_request.table), transfer_request.stamp
    agree = AGREE.button(words("button.move.agree"), at, ButtonLook.GOOD, stamp)
    return in_rows([agree, REFUSE.button(words("button.move.refuse"), at, ButtonLook.PLAIN, stamp)])


def _target_of(table: Table) -> At:
    return table.id, 0  # a question holds at every revision


def _asker_name(transfer_request: TransferRequest) -> str:
    """The asker's name at the table."""
    asker = transfer_request.transfer.user_id
    return next((player.name for player in transfer_request.table.players if player.user_id == asker), "")


async def _show_refused(request: Request, transfer_request: TransferRequest) -> None:
    is_own = transfer_request.transfer.user_id == request.person.id
    words = words_at(transfer_request.table)
    key = "move.withdrawn" if is_own else "move.refused"
    line = words(key, name=escape_markdown(request.person.name), code=transfer_request.table.code)
    await request.change(note(line))


async def _export_game(request: Request, transfer_request: TransferRequest) -> None:
    """Export the game as a file to all its players."""
    shown, files = await _service(request).export_game(
        request.click, transfer_request.table.id, request.trace
    )
    words, (name, text) = words_at(shown.table), next(iter(files.items()))
    code, data = shown.table.code, text.encode()
    line = words("move.done.away", code=code)
    alone = len(shown.table.players) == 1
    await request.change(note(line))
    await request.show(with_file(line, name, data), alone=alone)
    if request.click.channel_id != shown.table.channel_id:  # the other players do not see the answer
        others = direct_messages.other_players(shown.table, request.person)
        await direct_messages.message_players(
            request,
            shown.table,
            others,
            lambda own_words: with_file(own_words("move.done.away", code=code), name, data),
        )
    await _settle_question(request, transfer_request, note(line))
    await messenger.refresh_board(request.surface, request.client, shown.table)


async def _move_to_channel(request: Request, transfer_request: TransferRequest, target_click: Click) -> None:
    """Continue the game in the channel of `target_click`; the old messages link to it."""
    old = transfer_request.table
    shown = await _service(request).move_to_channel(request.click, old.id, target_click, request.trace)
    try:
        await messenger.show_table(request.surface, request.client, shown)
    except (*FAILURES, StoreError):
        LOG.exception("table=%s could not be shown where it moved to", shown.table.code)
    new = await request.session.tables.get(shown.table.id)
    line = _moved_line(words_at(old), old, new)
    await request.change(note(line))
    await _settle_question(request, transfer_request, note(line))
    left = await request.session.tables.get(old.id)
    await messenger.refresh_board(request.surface, request.client, left)


async def _settle_question(request: Request, transfer_request: TransferRequest, layout: Layout) -> None:
    """Show the result in the question's message, if the answer came from another message."""
    message, clicked = transfer_request.transfer.message, request.incoming.message
    if message is not None and (clicked is None or clicked.id != message.message_id):
        await _edit_question(request.client, transfer_request.table, message, layout)


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
